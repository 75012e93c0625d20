#include "support/byte_builder.hpp"

#include <effigy/core/copy.hpp>

#include <doctest/doctest.h>

#include <array>

namespace {

using namespace effigy;
using support::byte_builder;

constexpr form foreign = form::native == form::little ? form::big : form::little;

static_assert(same_bytes<f32<form::native>, float> && !same_bytes<f32<foreign>, float>);
static_assert(same_bytes<scalar<u8, foreign>, u8>);
static_assert(same_bytes<vec3<form::native>, vector3<float>> && !same_bytes<vec3<foreign>, vector3<float>>);
static_assert(!same_bytes<vec3<form::native>, vector3<double>>);

// What is copied at once has the bytes that copying one by one would give.
template <class Stored, class Own> constexpr bool copies_alike(const Stored& stored) {
    return std::bit_cast<std::array<std::byte, sizeof(Own)>>(static_cast<Own>(stored)) ==
           std::bit_cast<std::array<std::byte, sizeof(Own)>>(stored);
}
template <class T> constexpr f32<form::native> f(T value) { return f32<form::native>::of(static_cast<float>(value)); }
static_assert(copies_alike<vec3<form::native>, vector3<float>>({f(1), f(2), f(3)}));
static_assert(copies_alike<quat<form::native>, quaternion<float>>({f(1), f(2), f(3), f(4)}));

template <form F> void copy_unaligned() {
    const byte_builder file = byte_builder{F}.u8(0).f32(1).f32(-2).f32(3);
    const window bytes{file.span()};
    std::array<float, 3> numbers{};
    copy_numbers<F>(bytes.bytes_at(1, 12), std::span<float>{numbers});
    CHECK(numbers == std::array<float, 3>{1, -2, 3});
    std::array<vector3<float>, 1> vectors{};
    copy_records(bytes.array_at<vec3<F>>(1, 1), std::span<vector3<float>>{vectors});
    CHECK(vectors[0] == vector3<float>{1, -2, 3});
    std::array<float, 2> strided_numbers{};
    copy_records(bytes.strided_at<f32<F>>(1, 2, 6), std::span<float>{strided_numbers});
    CHECK(strided_numbers[0] == 1);
}

} // namespace

TEST_CASE("copy: numbers of both byte orders, wherever they lie") {
    copy_unaligned<form::little>();
    copy_unaligned<form::big>();
}

TEST_CASE("copy: as many as both have") {
    const byte_builder file = byte_builder{}.i32(1).i32(2).i32(3).u8(4);
    std::array<std::int32_t, 5> more{9, 9, 9, 9, 9};
    copy_numbers<form::little>(file.span(), std::span<std::int32_t>{more});
    CHECK(more == std::array<std::int32_t, 5>{1, 2, 3, 9, 9});
    std::array<std::int32_t, 2> fewer{9, 9};
    copy_numbers<form::little>(file.span(), std::span<std::int32_t>{fewer}.first(1));
    CHECK(fewer == std::array<std::int32_t, 2>{1, 9});
    copy_numbers<form::little>({}, std::span<std::int32_t>{fewer});
    CHECK(fewer == std::array<std::int32_t, 2>{1, 9});
}
