// Reading one field of a record is one load. A checked access adds one comparison.
#include <effigy/core/byte_view.hpp>
#include <effigy/core/vector.hpp>

using effigy::form;
template <form F> using vec3 = effigy::vec3<F>;

extern "C" {

float x_of_span(std::span<const vec3<form::little>> positions, std::size_t i) { return positions[i].x; }

float x_of_strided(const effigy::strided<vec3<form::little>>& positions, std::size_t i) { return positions[i].x; }

float x_if_any(std::span<const vec3<form::little>> positions, std::uint32_t index_in_file) {
    const auto* const found = effigy::find_at(positions, index_in_file);
    return found != nullptr ? found->x.get() : 0;
}

std::uint32_t big_endian_number(const effigy::u32<form::big>& number) { return number; }

float big_endian_x(std::span<const vec3<form::big>> positions, std::size_t i) { return positions[i].x; }
}
