#include "m2/odd.hpp"
#include "support/allocations.hpp"
#include "support/counting_memory.hpp"

#include <effigy/m2/decode.hpp>

#include <doctest/doctest.h>

#include <algorithm>

namespace {

using namespace effigy;
using fixtures::m2::odd::sound;
using support::byte_builder;
using support::counting_memory;

// Compares a model that owns its data with the view that it was decoded from: all fields by their descriptions, and
// what references lead to.
template <form F> class comparison {
public:
    comparison(const m2::basic_model<F>& view, const m2::owned_model& owned) : view_(view), owned_(owned) {}

    // Empty when all is the same; else the field of the header that is not, or what it leads to.
    [[nodiscard]] std::string difference() const {
        using stored = m2::basic_header<F>;
        std::string first;
        description<stored>::template fields<stored, m2::owned_model>([&](const field& of, auto a, auto b) {
            if (first.empty() && !same(view_.header()->*a, owned_.*b)) {
                first = of.name;
            }
        });
        return first.empty() && view_.name() != owned_.get(owned_.name) ? "up to NUL" : first;
    }

private:
    template <class A, class B> [[nodiscard]] bool same(const A& stored, const B& made) const {
        if constexpr (reference_to_records<A>) {
            return same_list(stored, made);
        } else if constexpr (described<A>) {
            bool out = true;
            description<A>::template fields<A, B>(
                [&](const field&, auto a, auto b) { out = out && same(stored.*a, made.*b); });
            return out;
        } else {
            return equal(stored, made);
        }
    }
    template <class Range, class List, class Same>
    [[nodiscard]] bool each(const Range& stored, const List& list, const Same& alike) const {
        const auto made = std::span{owned_.get(list)};
        bool out = made.size() == stored.size();
        for (std::size_t i = 0; out && i < made.size(); ++i) {
            out = alike(stored[i], made[i]);
        }
        return out;
    }
    template <class T, class Own>
    [[nodiscard]] bool same_list(const m2::array_ref<T, F>& stored, const owned_list<Own>& made) const {
        return each(view_.get(stored), made, [&](const auto& a, const auto& b) { return same(a, b); });
    }
    [[nodiscard]] bool same_list(const m2::array_ref<char, F>& stored, const owned_list<char>& made) const {
        return view_.file().text_at(stored.offset, stored.count) == owned_.get(made);
    }

    // ---- what the versions have differently ------------------------------------------------------------------------

    [[nodiscard]] bool same_list(const m2::array_ref<m2::basic_bone_header<F>, F>&,
                                 const owned_list<m2::owned_bone>& made) const {
        return each(view_.bones(), made, [&](const auto& a, const auto& b) { return same_bone(a, b); });
    }
    [[nodiscard]] bool same_bone(const m2::basic_bone<F>& a, const m2::owned_bone& b) const {
        const auto rotation = a.rotation();
        const bool same_values =
            rotation.full() != nullptr
                ? same(*rotation.full(), b.rotation) && b.packed_rotations.empty()
                : same_list(rotation.packed()->values, b.packed_rotations) && b.rotation.values.empty() &&
                      same<m2::basic_event_track_header<F>, m2::owned_event_track>(*rotation.packed(), b.rotation);
        return same_values && same<m2::basic_bone_header<F>, m2::basic_bone_header<form::host>>(*a.record(), b) &&
               a.unknown() == b.unknown && same(*a.translation().record(), b.translation) &&
               same(*a.scale().record(), b.scale) && a.pivot() == b.pivot;
    }
    [[nodiscard]] bool same_list(const m2::array_ref<m2::basic_skin_profile_header<F>, F>&,
                                 const owned_list<m2::owned_skin_profile>& made) const {
        return each(view_.skin_profiles(), made, [&](const auto& a, const m2::owned_skin_profile& b) {
            const auto alike = [&](const auto& one, const auto& other) { return same(one, other); };
            return same_list(a.record()->vertex_lookup, b.vertex_lookup) &&
                   same_list(a.record()->triangles, b.triangles) &&
                   same_list(a.record()->palette_joints, b.palette_joints) && each(a.submeshes(), b.submeshes, alike) &&
                   each(a.submesh_sortings(), b.submesh_sortings, alike) && same_list(a.record()->batches, b.batches) &&
                   equal(a.record()->bone_limit, b.bone_limit);
        });
    }
    // Whatever was stored can be stored again.
    template <form G> [[nodiscard]] static std::array<std::uint8_t, 4> bytes_of(const m2::owned_particle& b) {
        const auto shape = static_cast<std::uint16_t>(b.emits.shape);
        std::array<std::uint8_t, 4> out{};
        if (b.emits_by_color) {
            m2::basic_emission_263<G> now{b.emits.blend, static_cast<std::uint8_t>(shape), {}};
            convert(b.emits.color_index, now.color_index);
            out = std::bit_cast<decltype(out)>(now);
        } else {
            m2::basic_emission<G> old{};
            convert(std::uint16_t{b.emits.blend}, old.blend);
            convert(shape, old.shape);
            out = std::bit_cast<decltype(out)>(old);
        }
        return out;
    }
    [[nodiscard]] bool same_list(const m2::array_ref<m2::basic_particle_record<F>, F>&,
                                 const owned_list<m2::owned_particle>& made) const {
        using basic_particle = m2::basic_particle_record<F>;
        return each(view_.particles(), made, [&](const auto& a, const m2::owned_particle& b) {
            basic_particle stored = *a.record();
            std::ranges::copy(b.emission, stored.emission); // which are in the program's order
            return same<basic_particle, m2::basic_particle_record<form::host>>(stored, b) &&
                   std::to_array(a.record()->emission) == bytes_of<F>(b) &&
                   std::to_array(b.emission) == bytes_of<form::host>(b);
        });
    }

    const m2::basic_model<F>& view_;
    const m2::owned_model& owned_;
};

template <form F> std::string difference(const m2::basic_model<F>& view, const m2::owned_model& owned) {
    return comparison<F>{view, owned}.difference();
}

std::size_t memory_of(const byte_builder& file) {
    const auto opened = m2::open(file.span());
    REQUIRE(opened);
    counting_memory memory;
    {
        const m2::owned_model owned = decode(*opened, &memory).value();
        CHECK(difference(*opened, owned) == "");
        CHECK(memory.taken() == memory.most()); // nothing is made in vain
        CHECK(memory.allocations() <= 33);      // one a pool
    }
    CHECK(memory.taken() == 0);
    return memory.most();
}

constexpr std::size_t bones_field = 0x34;

// `count` records of `size` bytes, whose pair stands at `field` of the header; `write` makes the rest of each.
template <class Function>
byte_builder many(std::uint32_t version, std::size_t field, std::uint32_t count, std::size_t size,
                  const Function& write) {
    byte_builder file;
    file.text("MD20").u32(version).zeros(0x144 - 8);
    file.poke(field, count).poke(field + 4, 0x144U).zeros(count * size);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::size_t record = 0x144 + i * size;
        if (field == bones_field) {
            file.poke(record + 8, 0x0000'FFFFU); // no parent
        }
        write(file, record);
    }
    return file;
}

} // namespace

TEST_CASE("m2 decode: all that the view shows, in both byte orders") {
    for (const std::uint32_t version : {256U, 260U, 263U}) {
        CAPTURE(version);
        const byte_builder file = sound(version);
        const auto opened = m2::open(file.span());
        REQUIRE(opened);
        const m2::owned_model owned = m2::decode(*opened).value();
        CHECK(difference(*opened, owned) == "");
        const byte_builder twin = sound(version, form::big);
        const auto swapped = m2::open<form::big>(twin.span());
        REQUIRE(swapped);
        const m2::owned_model other = m2::decode(*swapped).value();
        CHECK(difference(*swapped, other) == "");
        CHECK(owned == other);
    }
}

TEST_CASE("m2 decode: whatever byte of the header and the records is changed") {
    const byte_builder original = sound(260);
    std::size_t opened_ones = 0;
    for (std::size_t i = 8; i < original.size(); ++i) {
        byte_builder file = original;
        file.poke_u8(i, 0xA5);
        if (const auto opened = m2::open(file.span())) {
            CAPTURE(i);
            CHECK(difference(*opened, *m2::decode(*opened)) == "");
            ++opened_ones;
        }
    }
    CHECK(opened_ones > original.size() / 2);
}

TEST_CASE("m2 decode: models are equal when all they hold is") {
    const byte_builder original = sound(260);
    const m2::owned_model owned = m2::decode(*m2::open(original.span())).value();
    CHECK(m2::owned_model{owned} == owned);
    for (const char* const changed : {"bones[0].pivot", "bones[1].rotation.values[0]", "particles[0].emission"}) {
        CAPTURE(changed);
        byte_builder file = original;
        const std::size_t at = file.at(changed);
        file.poke_u8(at, static_cast<std::uint8_t>(std::to_integer<unsigned>(file.span()[at]) ^ 1U));
        CHECK_FALSE(m2::decode(*m2::open(file.span())).value() == owned);
    }
}

TEST_CASE("m2 decode: the bytes of an emission are compared, in the program's order") {
    for (const std::uint32_t version : {256U, 263U}) {
        CAPTURE(version);
        const byte_builder file = sound(version);
        const byte_builder twin = sound(version, form::big);
        const m2::owned_model one = m2::decode(*m2::open(file.span())).value();
        m2::owned_model other = m2::decode(*m2::open<form::big>(twin.span())).value();
        CHECK(one == other);
        std::uint8_t& stored = other.all<m2::owned_particle>()[0].emission[3];
        stored ^= 1U;
        CHECK_FALSE(one == other);
        stored ^= 1U;
        other.all<m2::owned_particle>()[0].emits.blend ^= 1U;
        CHECK_FALSE(one == other);
    }
}

TEST_CASE("m2 decode: an empty view") {
    const m2::owned_model empty = m2::decode(m2::model{}).value();
    CHECK(empty.get(empty.bones).empty());
    CHECK(empty.get(empty.name).empty());
    CHECK(empty.version == 0);
}

TEST_CASE("m2 decode: models are values") {
    m2::owned_model kept;
    {
        const byte_builder file = sound(260);
        const m2::owned_model first = m2::decode(*m2::open(file.span())).value();
        kept = first;
    }
    CHECK(kept.version == 260);
    CHECK(kept.get(kept.name) == "Figure");
    CHECK(kept.get<char>(kept.name).size() == 7);
    const auto bones = kept.get(kept.bones);
    REQUIRE(bones.size() == 2);
    CHECK(bones[1].parent == 0);
    CHECK(bones[1].unknown == 0x20017);
    CHECK(kept.get(bones[0].translation.times)[1] == 500);
    CHECK(kept.get(bones[0].translation.ranges)[1].last == 4);
    CHECK(kept.get(bones[0].translation.values)[1] == vector3<float>{4.5F, 5.5F, 6.5F});
    CHECK(m2::value_of<float>(kept.get(bones[1].packed_rotations)[1]) == quaternion<float>{0, 1, 0, 0});
    CHECK(kept.get(bones[1].rotation.values).empty());
    CHECK(kept.get(bones[1].scale.values).size() == 6); // with its tangents
    CHECK(std::to_array(kept.get(kept.vertices)[0].weights) == std::array<std::uint8_t, 4>{128, 127, 0, 0});
    const auto profiles = kept.get(kept.skin_profiles);
    REQUIRE(profiles.size() == 2);
    CHECK(kept.get(profiles[1].batches)[1].priority_plane == -2);
    CHECK(kept.get(profiles[0].submesh_sortings)[1].radius == 7);
    CHECK(kept.get(kept.get(kept.textures)[0].name) == "A\\B.blp");
    CHECK(kept.get(kept.get(kept.particles)[0].recursion_model) == "R.m2");
    CHECK(kept.get(kept.particles)[0].emits.shape == m2::emitter_shape::sphere);
    CHECK(kept.all<m2::owned_camera>().size() == 1);
    CHECK(kept.get(kept.get(kept.cameras)[0].position.values)[1].in == vector3<float>{13, 14, 15});
}

TEST_CASE("m2 decode: a part of another model is no part of this one") {
    const m2::owned_model empty;
    CHECK(empty.get(m2::owned_list<float>{3, 4}).empty());
    CHECK(empty.get(m2::array_ref<char, form::host>{{9, 1}}).empty());
}

TEST_CASE("m2 decode: emissions of either layout can be told apart") {
    byte_builder file = sound(256);
    const m2::owned_model usual = m2::decode(*m2::open(file.span())).value();
    CHECK_FALSE(usual.get(usual.particles)[0].emits_by_color);
    file.poke(file.at("particles[0].emission"), 0x0000'0104U);
    const m2::owned_model early = m2::decode(*m2::open(file.span())).value();
    const m2::owned_particle& emitter = early.get(early.particles)[0];
    CHECK(emitter.emits_by_color);
    CHECK(emitter.emits.blend == 4);
    CHECK(emitter.emits.shape == m2::emitter_shape::plane);
}

TEST_CASE("m2 decode: a rotation without keys keeps what else its track says") {
    for (const std::uint32_t version : {256U, 260U}) {
        byte_builder file = sound(version);
        file.poke(file.at("bones[1].rotation.times"), 0U);
        const auto opened = m2::open(file.span());
        const m2::owned_model owned = m2::decode(*opened).value();
        CHECK(owned.get(owned.bones)[1].rotation.global_sequence == 0);
        CHECK(owned.get(owned.bones)[1].rotation.interpolation == m2::interpolation::linear);
        CHECK(difference(*opened, owned) == "");
    }
}

TEST_CASE("m2 decode: memory of the given resource alone") {
    const byte_builder file = sound(263);
    const auto opened = m2::open(file.span());
    std::vector<std::byte> room(16'384);
    std::pmr::monotonic_buffer_resource memory{room.data(), room.size(), std::pmr::null_memory_resource()};
    bool is_there = false;
    CHECK(support::allocations_of([&] {
              const m2::owned_model owned = m2::decode(*opened, &memory).value();
              is_there = owned.get(owned.bones).size() == 2;
          }) == 0);
    CHECK(is_there);
}

#if defined(__cpp_exceptions)
TEST_CASE("m2 decode: too little memory") {
    const byte_builder file = sound();
    const auto opened = m2::open(file.span());
    const std::size_t need = memory_of(file);
    for (std::size_t limit = 0; limit < need; limit += 64) {
        counting_memory memory{limit};
        CHECK_THROWS_AS(static_cast<void>(m2::decode(*opened, &memory)), std::bad_alloc);
        CHECK(memory.taken() == 0);
    }
}
#else
TEST_CASE("m2 decode: too little memory" * doctest::skip() * doctest::description("there are no exceptions")) {}
#endif

TEST_CASE("m2 decode: about the file's size") {
    for (const std::uint32_t version : {256U, 260U, 263U}) {
        const byte_builder file = sound(version);
        CHECK(memory_of(file) < 5 * file.size() / 4);
    }
}

TEST_CASE("m2 decode: small records") { // measured: at most 52 bytes for 44, of skin profiles
    const auto nothing = [](byte_builder&, std::size_t) {};
    constexpr std::pair<std::size_t, std::size_t> lists[]{
        {0x08, 1},     {0x14, 4},     {0x1C, 0x44},  {0x24, 2},     {0x2C, 4},     {bones_field, 0x6C}, {0x44, 0x30},
        {0x4C, 0x2C},  {0x54, 0x38},  {0x5C, 0x10},  {0x64, 0x1C},  {0x74, 0x54},  {0x84, 4},           {0x104, 0x30},
        {0x114, 0x2C}, {0x11C, 0xD4}, {0x124, 0x7C}, {0x134, 0xDC}, {0x13C, 0x1F8}};
    for (const auto& list : lists) {
        const std::size_t field = list.first;
        const std::size_t size = list.second;
        CAPTURE(field);
        const byte_builder file = many(256, field, 500, size, nothing);
        CHECK(memory_of(file) < 5 * file.size() / 4);
    }
}

TEST_CASE("m2 decode: where lists overlap") {
    for (const std::uint32_t count : {10U, 100U, 1000U, 10000U}) {
        const auto shares = [&](std::size_t pair, std::uint32_t size) {
            return [=](byte_builder& file, std::size_t record) {
                const auto bytes = static_cast<std::uint32_t>(file.size());
                const std::uint32_t most = (3 * bytes + 65536) / count; // as much as open() lets pass
                file.poke(record + pair, (most < bytes ? most : bytes) / size).poke(record + pair + 4, 0U);
            };
        };
        for (const byte_builder& file :
             {many(260, bones_field, count, 0x70, shares(0x10 + 0x14, 12)),
              many(260, bones_field, count, 0x70, shares(0x2C + 0x14, 8)),
              many(256, 0x4C, count, 0x2C, shares(0x18, 0x20)), many(260, 0x4C, count, 0x2C, shares(0x18, 0x30)),
              many(256, 0x5C, count, 0x10, shares(0x08, 1)), many(256, 0x124, count, 0x7C, shares(0x10 + 0x14, 36)),
              many(256, 0x13C, count, 0x1F8, shares(0x34 + 0x14, 4))}) {
            const std::size_t taken = memory_of(file);
            CHECK(taken <= 5 * file.size() + std::size_t{76} * 1024); // measured: 4 times and 64 KiB
            CHECK(taken > file.size());                               // the lists are not kept once
        }
    }
}

TEST_CASE("m2 decode: other bytes than open() validated") {
    byte_builder file = many(256, bones_field, 1000, 0x6C, [](byte_builder&, std::size_t) {});
    const auto opened = m2::open(file.span());
    REQUIRE(opened);
    for (std::size_t i = 0; i < 1000; ++i) { // another process makes each refer to the whole file
        const std::size_t values = 0x144 + i * 0x6C + 0x0C + 0x14;
        file.poke(values, static_cast<std::uint32_t>(file.size() / 12)).poke(values + 4, 0U);
    }
    counting_memory memory;
    const auto refused = m2::decode(*opened, &memory);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == errc::budget);
    CHECK(refused.error().need == 6 * file.size() + std::uint64_t{80} * 1024);
    CHECK(refused.error().found > static_cast<std::int64_t>(refused.error().need));
    CHECK(std::string_view{refused.error().path} == "m2");
    CHECK(memory.most() == 0);
}
