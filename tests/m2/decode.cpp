#include "m2/odd.hpp"
#include "m2/opened.hpp"
#include "support/allocations.hpp"
#include "support/counting_memory.hpp"
#include "support/torture.hpp"

#include <effigy/m2/decode.hpp>

#include <doctest/doctest.h>

#include <algorithm>

namespace {

using namespace effigy;
using fixtures::m2::odd::valid_file;
using support::byte_builder;
using support::counting_memory;

// Compares a model that owns its data with the view that it was decoded from: all fields by their descriptions, the
// targets of references, and the keys of each track and animation.
class comparison {
public:
    comparison(const m2::model& view, const m2::owned_model& owned) : view_(view), owned_(owned) {}

    // Returns the name of the first field of the header that differs, or whose target differs. Empty if all are equal.
    [[nodiscard]] std::string difference() const {
        std::string first;
        const auto note = [&](const char* name, bool is_same) { first = first.empty() && !is_same ? name : first; };
        view_.visit_header([&]<class Header>(const Header& header) {
            Header::template fields<Header, m2::owned_header>([&](const field& member, auto a, auto b) {
                note(member.name, view_.skeleton() ? is_of_skeleton(member.name) || same(header.*a, owned_.*b)
                                                   : same(header.*a, owned_.*b));
            });
        });
        note("up to NUL", view_.name() == owned_.get(owned_.name));
        note("skinProfileCount", view_.skin_profile_count() == owned_.skin_profile_count);
        note("skinProfiles", same_skin_profiles());
        note("of the skeleton", same_skeleton());
        note("of chunks", same_chunks());
        note("keys", keys_differ() == 0);
        return first;
    }

private:
    // Lists of the .skel, which replace those of the header.
    [[nodiscard]] static bool is_of_skeleton(std::string_view name) {
        for (const char* const one : {"globalSequences", "animations", "animationLookup", "bones", "keyBoneLookup",
                                      "attachments", "attachmentLookup"}) {
            if (name == one) {
                return true;
            }
        }
        return false;
    }

    template <class A, class B> [[nodiscard]] bool same(const A& stored, const B& made) const {
        if constexpr (requires { stored.global_sequence; }) {
            return same_track(stored, made);
        } else if constexpr (std::is_same_v<A, m2::stored_emission_263>) {
            m2::basic_emission_263<form::host> own{};
            convert(stored, own);
            return std::bit_cast<std::array<std::uint8_t, 4>>(own) == std::to_array(made);
        } else if constexpr (reference_to_records<A>) {
            return same_list(stored, made);
        } else if constexpr (described<A>) {
            bool out = true;
            A::template fields<A, B>([&](const field&, auto a, auto b) { out = out && same(stored.*a, made.*b); });
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
    template <class Range, class List> [[nodiscard]] bool each(const Range& stored, const List& list) const {
        return each(stored, list, [&](const auto& a, const auto& b) { return same(a, b); });
    }
    template <class T, class Own>
    [[nodiscard]] bool same_list(const m2::array_ref<T>& stored, const pool_slice<Own>& made) const {
        return each(view_.get(stored), made);
    }
    [[nodiscard]] bool same_list(const m2::array_ref<char>& stored, const pool_slice<char>& made) const {
        return view_.md20().text_at(stored.offset, stored.count) == owned_.get(made);
    }
    template <class Views, class List> [[nodiscard]] bool same_records(const Views& views, const List& made) const {
        return views.visit_records([&](const auto& records) { return each(records, made); });
    }

    // ---- tracks ----------------------------------------------------------------------------------------------------

    // Compares lists as stored. same_keys() compares the keys for an animation.
    template <class Track, class Own> [[nodiscard]] bool same_track(const Track& stored, const Own& made) const {
        bool out =
            equal(stored.interpolation, made.interpolation) && equal(stored.global_sequence, made.global_sequence);
        if constexpr (requires { stored.ranges; }) {
            out = out && same_list(stored.ranges, made.ranges) && same_list(stored.times, made.times) &&
                  made.parts.empty();
            if constexpr (requires { same_list(stored.values, made.values); }) {
                out = out && same_values(stored.values, made.values);
            }
        }
        return out;
    }
    template <class T, class Own>
    [[nodiscard]] bool same_values(const m2::array_ref<T>& stored, const pool_slice<Own>& made) const {
        constexpr bool is_packed = std::is_same_v<T, m2::packed_quat> && !std::is_same_v<Own, host_form<T>>;
        if constexpr (is_packed) {
            return made.empty();
        } else {
            return same_list(stored, made);
        }
    }
    template <class Times, class Own> [[nodiscard]] static bool same_times(const Times& view, const Own& own) {
        bool out = view.size() == own.times.size();
        for (std::size_t i = 0; out && i < view.size(); ++i) {
            out = view[i] == (static_cast<double>(own.times[i]) - own.start) / 1000.0;
        }
        return out;
    }
    template <class T, class U>
    [[nodiscard]] bool same_keys(const m2::track<T>& view, const m2::owned_track<U>& own, std::uint32_t number) const {
        const auto a = view.keys(number);
        const auto b = owned_.keys(own, number);
        bool out = same_times(a.times, b) && a.values.size() == b.values.size();
        for (std::size_t i = 0; out && i < b.values.size(); ++i) {
            out = same(a.values[i], b.values[i]);
        }
        return out;
    }
    [[nodiscard]] bool same_keys(const m2::bone& view, const m2::owned_bone& own, std::uint32_t number) const {
        const auto a = view.rotation().keys(number);
        const auto b = owned_.rotation_keys(own, number);
        bool out = same_times(a.times, b) && a.values.size() == b.full.size() + b.packed.size();
        for (std::size_t i = 0; out && i < a.values.size(); ++i) {
            out = a.values.value<double>(i) == b.value<double>(i);
        }
        return out && same_keys(view.translation(), own.translation, number) &&
               same_keys(view.scale(), own.scale, number);
    }
    [[nodiscard]] bool same_keys(const m2::event_track& view, const m2::owned_event_track& own,
                                 std::uint32_t number) const {
        const auto later = view.times_ms(number); // from version 264 on; before, see same_track()
        return view_.version() < 264 ||
               std::ranges::equal(
                   later, owned_.keys(own, number).times, [](const auto& a, const auto& b) { return equal(a, b); });
    }
    // A view whose tracks can be read by the description of its record.
    template <class View> struct described_view : View {
        explicit described_view(const View& view) : View(view) {}
        template <class Member> [[nodiscard]] auto at(Member member) const { return this->get(member); }
    };
    // Compares the keys of all tracks of a record.
    template <class View, class Own>
    [[nodiscard]] bool same_keys(const View& view, const Own& own, std::uint32_t number) const {
        bool out = true;
        view.visit_record([&]<class Record>(const Record&) {
            Record::template fields<Record, Own>([&](const field&, auto stored, auto made) {
                if constexpr (requires { (own.*made).parts; }) {
                    out = out && same_keys(described_view{view}.at(stored), own.*made, number);
                }
            });
        });
        return out;
    }
    // The number of animations in which the keys differ.
    [[nodiscard]] std::size_t keys_differ() const {
        std::size_t out = 0;
        for (std::uint32_t i = 0; i < view_.animations().size() + 1; ++i) { // one more: no animation
            const auto alike = [&](const auto& a, const auto& b) { return same_keys(a, b, i); };
            const bool all =
                each(view_.bones(), owned_.bones, alike) && each(view_.colors(), owned_.colors, alike) &&
                each(view_.texture_weights(), owned_.texture_weights, alike) &&
                each(view_.texture_transforms(), owned_.texture_transforms, alike) &&
                each(view_.attachments(), owned_.attachments, alike) && each(view_.events(), owned_.events, alike) &&
                each(view_.lights(), owned_.lights, alike) && each(view_.cameras(), owned_.cameras, alike) &&
                each(view_.ribbons(), owned_.ribbons, alike) && each(view_.particles(), owned_.particles, alike);
            out += all ? 0U : 1U;
        }
        return out;
    }

    // ---- differences between versions ------------------------------------------------------------------------------

    template <class T>
    [[nodiscard]] bool same_list(const m2::array_ref<T>&, const pool_slice<m2::owned_animation>& made) const {
        return same_records(view_.animations(), made) &&
               each(view_.animations(), made, [](const auto& a, const m2::owned_animation& b) {
                   const std::uint32_t end = b.end > b.start ? b.end : b.start;
                   return a.duration() == b.duration / 1000.0 && b.duration == end - b.start &&
                          a.start_ms() == b.start && a.key_place() == b.key_place;
               });
    }
    template <class T>
    [[nodiscard]] bool same_list(const m2::array_ref<T>&, const pool_slice<m2::owned_bone>& made) const {
        return same_records(view_.bones(), made) && each(view_.bones(), made, [&](const auto& a, const auto& b) {
                   bool out = a.unknown() == b.unknown;
                   a.visit_record([&](const auto& stored) {
                       if constexpr (requires {
                                         stored.unknown;
                                         stored.rotation.ranges;
                                     }) {
                           out = out && same_list(stored.rotation.values, b.packed_rotations);
                       }
                   });
                   const bool is_packed = view_.version() >= 260;
                   return out && (is_packed ? b.rotation.values.empty() && b.rotation.parts.empty()
                                            : b.packed_rotations.empty() && b.packed_parts.empty());
               });
    }
    template <class T>
    [[nodiscard]] bool same_list(const m2::array_ref<T>&, const pool_slice<m2::owned_attachment>& made) const {
        return same_records(view_.attachments(), made);
    }
    template <class T>
    [[nodiscard]] bool same_list(const m2::array_ref<T>&, const pool_slice<m2::owned_camera>& made) const {
        return same_records(view_.cameras(), made);
    }
    [[nodiscard]] bool same_list(const m2::array_ref<m2::skin_profile_header>&,
                                 const pool_slice<m2::owned_skin_profile>&) const {
        return true; // see same_skin_profiles()
    }
    [[nodiscard]] bool same_skin_profiles() const {
        return each(view_.skin_profiles(), owned_.skin_profiles, [&](const auto& a, const m2::owned_skin_profile& b) {
            bool out = a.number() == b.number && a.bone_limit() == b.bone_limit;
            return out && each(a.vertex_lookup(), b.vertex_lookup) && each(a.triangles_as_stored(), b.triangles) &&
                   each(a.palette_joints(), b.palette_joints) && each(a.submeshes(), b.submeshes) &&
                   each(a.submesh_sortings(), b.submesh_sortings) && each(a.batches(), b.batches) &&
                   each(a.shadow_batches(), b.shadow_batches);
        });
    }
    // Returns the stored bytes of an emission, computed from the decoded fields.
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
    template <class T>
    [[nodiscard]] bool same_list(const m2::array_ref<T>&, const pool_slice<m2::owned_particle>& made) const {
        return each(view_.particles(), made, [&](const auto& a, const m2::owned_particle& b) {
            bool out = std::to_array(b.emission) == bytes_of<form::host>(b);
            a.visit_record([&]<class Record>(const Record& raw) {
                Record stored = raw;
                if constexpr (std::is_array_v<decltype(stored.emission)>) {
                    std::ranges::copy(b.emission, stored.emission); // its bytes are in host order
                }
                out = out && same(stored, b) &&
                      std::bit_cast<std::array<std::uint8_t, 4>>(raw.emission) == bytes_of<form::little>(b);
            });
            return out;
        });
    }

    // ---- data outside the header -----------------------------------------------------------------------------------

    [[nodiscard]] bool same_skeleton() const {
        const m2::array_ref<char> none{}; // not used: the lists of the view are compared
        return each(view_.global_sequences_ms(), owned_.global_sequences) &&
               same_list(none, static_cast<const pool_slice<m2::owned_animation>&>(owned_.animations)) &&
               same_list(none, static_cast<const pool_slice<m2::owned_bone>&>(owned_.bones)) &&
               same_list(none, static_cast<const pool_slice<m2::owned_attachment>&>(owned_.attachments)) &&
               each(view_.animation_lookup(), owned_.animation_lookup) &&
               each(view_.key_bone_lookup(), owned_.key_bone_lookup) &&
               each(view_.attachment_lookup(), owned_.attachment_lookup);
    }
    [[nodiscard]] bool same_chunks() const {
        const auto alike = [&](const m2::particle_extension& a, const m2::owned_particle_extension& b) {
            const auto cutoff = a.alpha_cutoff();
            const auto ages = owned_.get(b.cutoff.ages);
            bool out = a.z_source() == b.z_source && a.color_multiplier() == b.color_multiplier &&
                       a.alpha_multiplier() == b.alpha_multiplier && each(cutoff.values(), b.cutoff.values) &&
                       ages.size() == cutoff.ages().size();
            for (std::size_t i = 0; out && i < ages.size(); ++i) {
                out = cutoff.ages()[i] == ages[i] / 32767.0;
            }
            return out;
        };
        return each(view_.texture_combiner_combos(), owned_.texture_combiner_combos) &&
               view_.skeleton_file() == owned_.skeleton_file && view_.physics_file() == owned_.physics_file &&
               each(view_.skin_files(), owned_.skin_files) && each(view_.animation_files(), owned_.animation_files) &&
               each(view_.bone_files(), owned_.bone_files) && each(view_.texture_files(), owned_.texture_files) &&
               each(view_.recursion_model_files(), owned_.recursion_model_files) &&
               each(view_.geometry_model_files(), owned_.geometry_model_files) &&
               each(view_.blacklisted_animations(), owned_.blacklisted_animations) &&
               each(view_.particle_geosets(), owned_.particle_geosets) &&
               each(view_.particle_extensions(), owned_.particle_extensions, alike);
    }

    const m2::model& view_;
    const m2::owned_model& owned_;
};

std::string difference(const m2::model& view, const m2::owned_model& owned) {
    return comparison{view, owned}.difference();
}

std::size_t memory_of(const byte_builder& file, std::span<const m2::companion> companions = {}) {
    const auto opened = m2::open(file.span(), companions);
    REQUIRE(opened);
    counting_memory memory;
    {
        const m2::owned_model owned = decode(*opened, &memory).value();
        CHECK(difference(*opened, owned) == "");
        CHECK(memory.taken() == memory.most()); // no temporary allocations
        CHECK(memory.allocations() <= 46);      // one per pool
    }
    CHECK(memory.taken() == 0);
    return memory.most();
}

constexpr std::size_t bones_field = 0x34;

// A file with `count` records of `size` bytes, whose reference is at `field` of the header. `write` fills a record.
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

TEST_CASE("m2 decode: everything that the view shows") {
    for (const std::uint32_t version : {256U, 260U, 263U}) {
        CAPTURE(version);
        const byte_builder file = valid_file(version);
        const auto opened = m2::open(file.span());
        REQUIRE(opened);
        CHECK(difference(*opened, m2::decode(*opened).value()) == "");
    }
}

TEST_CASE("m2 decode: every version and container") {
    for (const fixtures::m2::model& described : fixtures::m2::every_small()) {
        CAPTURE(described.version);
        const fixtures::m2::opened all{described};
        CHECK(difference(all.model, m2::decode(all.model).value()) == "");
        const m2::model bare = *m2::open(all.files.file.span()); // without companions
        CHECK(difference(bare, *m2::decode(bare)) == "");
    }
}

TEST_CASE("m2 decode: after a change of any byte of the header and the records") {
    std::size_t bytes = 0;
    std::size_t opened_count = 0;
    const auto change_each = [&](const byte_builder& original, std::size_t first,
                                 std::span<const m2::companion> companions) {
        for (std::size_t i = first; i < original.size(); i += support::torture_step) {
            byte_builder file = original;
            file.poke_u8(i, 0xA5);
            ++bytes;
            if (const auto opened = m2::open(file.span(), companions)) {
                CAPTURE(i);
                CHECK(difference(*opened, *m2::decode(*opened)) == "");
                ++opened_count;
            }
        }
    };
    change_each(valid_file(260), 8, {});
    const fixtures::m2::opened later{fixtures::m2::small(274)};
    change_each(later.files.file, 8, later.companions);
    CHECK(opened_count > bytes / 2);
}

TEST_CASE("m2 decode: a missing .anim") {
    const fixtures::m2::opened all{fixtures::m2::small(272)};
    const m2::owned_model whole = m2::decode(all.model).value();
    const m2::owned_model bare = m2::decode(*m2::open(all.files.file.span())).value();
    const auto place = [](const m2::owned_model& of, std::size_t i) { return of.get(of.animations)[i].key_place; };
    CHECK(place(whole, 0) == m2::key_place::file);
    CHECK(place(whole, 1) == m2::key_place::companion);
    CHECK(place(bare, 1) == m2::key_place::missing);
    CHECK(whole.keys(whole.get(whole.bones)[1].translation, 1).times.size() == 1);
    CHECK(bare.keys(bare.get(bare.bones)[1].translation, 1).times.empty());
    CHECK(bare.keys(bare.get(bare.bones)[1].translation, 0).times.size() == 3);
    CHECK_FALSE(whole == bare);
}

TEST_CASE("m2 decode: the keys of an alias are stored once") {
    const fixtures::m2::opened all{fixtures::m2::small(264)};
    const m2::owned_model owned = m2::decode(all.model).value();
    const m2::owned_track<vec3<form::host>>& moved = owned.get(owned.bones)[1].translation;
    const auto parts = owned.get(moved.parts);
    REQUIRE(parts.size() == 4); // the third one is an alias of the second, the last one of the first
    CHECK(parts[2].times.first == parts[1].times.first);
    CHECK(parts[3].values.first == parts[0].values.first);
    CHECK(parts[1].values.first != parts[0].values.first);
    CHECK(owned.get(moved.values).size() == 4);
    CHECK(owned.keys(moved, 2).values.size() == 1);
    CHECK(owned.keys(moved, 3).values.size() == 3);
    CHECK(equal(owned.keys(moved, 3).values[2], vec3<form::host>{0, 0, 3}));

    byte_builder file = all.files.file; // gets different lists of the same size
    const std::size_t pair = file.at("m2.bones[1].translation.values[3]");
    const std::uint32_t begin = static_cast<std::uint32_t>(file.size());
    file.f32s({1, 2, 3, 4, 5, 6, 7, 8, 9}).poke(pair + 4, begin);
    const m2::owned_model changed = m2::decode(*m2::open(file.span(), all.companions)).value();
    const m2::owned_bone& bone = changed.get(changed.bones)[1];
    CHECK(changed.get(bone.translation.values).size() == 7);
    CHECK(equal(changed.keys(bone.translation, 3).values[0], vec3<form::host>{1, 2, 3}));
}

TEST_CASE("m2 decode: one program reads all versions") {
    const fixtures::m2::opened before{fixtures::m2::small(263)};
    const m2::owned_model old = m2::decode(before.model).value();
    for (const std::uint32_t version : {264U, 272U, 274U}) {
        CAPTURE(version);
        const fixtures::m2::opened after{fixtures::m2::small(version)};
        const m2::owned_model now = m2::decode(after.model).value();
        const auto alike = [&](const auto& a, const auto& b) {
            return std::ranges::equal(old.get(a), now.get(b),
                                      [](const auto& one, const auto& other) { return equal(one, other); });
        };
        CHECK(alike(old.vertices, now.vertices));
        CHECK(alike(old.get(old.skin_profiles)[0].triangles, now.get(now.skin_profiles)[0].triangles));
        CHECK(alike(old.get(old.skin_profiles)[0].submeshes, now.get(now.skin_profiles)[0].submeshes));
        CHECK(alike(old.collision_triangles, now.collision_triangles));
        for (std::uint32_t i = 0; i < 2; ++i) {
            CAPTURE(i);
            const m2::owned_animation& played = old.get(old.animations)[i];
            CHECK(now.get(now.animations)[i].duration == played.duration);
            CHECK(now.get(now.animations)[i].start == 0);
            CHECK(now.get(now.animations)[i].end == played.duration);
            const auto a = old.keys(old.get(old.bones)[1].translation, i);
            const auto b = now.keys(now.get(now.bones)[1].translation, i);
            CHECK(a.start == played.start);
            CHECK(b.start == 0);
            CHECK(std::ranges::equal(a.values, b.values,
                                     [](const auto& one, const auto& other) { return equal(one, other); }));
            const auto old_rotations = old.rotation_keys(old.get(old.bones)[1], i);
            const auto new_rotations = now.rotation_keys(now.get(now.bones)[1], i);
            REQUIRE(new_rotations.packed.size() == old_rotations.packed.size());
            CHECK(new_rotations.value<float>(0) == old_rotations.value<float>(0));
        }
        const auto new_keys = now.keys(now.get(now.events)[0].times, 0);
        const auto old_keys = old.keys(old.get(old.events)[0].times, 0);
        REQUIRE(new_keys.times.size() == 1);
        CHECK(new_keys.times[0] - new_keys.start == old_keys.times[0] - old_keys.start);
    }
}

TEST_CASE("m2 decode: fields that a version does not have are zero or empty") {
    const fixtures::m2::opened of_264{fixtures::m2::small(264)};
    const m2::owned_model old = m2::decode(of_264.model).value();
    CHECK(old.get(old.cameras)[0].diagonal_field_of_view == 1.5F);
    CHECK(old.get(old.cameras)[0].field_of_view.values.empty());
    const fixtures::m2::opened of_274{fixtures::m2::small_with_skeleton()};
    const m2::owned_model now = m2::decode(of_274.model).value();
    CHECK(now.get(now.cameras)[0].diagonal_field_of_view == 0);
    CHECK(now.keys(now.get(now.cameras)[0].field_of_view, 0).values[0].value == 1.5F);
    CHECK(now.get(now.particles)[0].emits_by_color);
    CHECK(now.get(now.particles)[0].midpoint == 0);
    CHECK(now.get(now.bones).size() == 2);
}

TEST_CASE("m2 decode: models are equal if all their data is equal") {
    const byte_builder original = valid_file(260);
    const m2::owned_model owned = m2::decode(*m2::open(original.span())).value();
    CHECK(m2::owned_model{owned} == owned);
    for (const char* const changed :
         {"m2.bones[0].pivot", "m2.bones[1].rotation.values[0]", "m2.particles[0].emission"}) {
        CAPTURE(changed);
        byte_builder file = original;
        const std::size_t at = file.at(changed);
        file.poke_u8(at, static_cast<std::uint8_t>(std::to_integer<unsigned>(file.span()[at]) ^ 1U));
        CHECK_FALSE(m2::decode(*m2::open(file.span())).value() == owned);
    }
}

TEST_CASE("m2 decode: the bytes of an emission are compared in host order") {
    for (const std::uint32_t version : {256U, 263U}) {
        CAPTURE(version);
        const byte_builder file = valid_file(version);
        const m2::owned_model one = m2::decode(*m2::open(file.span())).value();
        m2::owned_model other = one;
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
        const byte_builder file = valid_file(260);
        const m2::owned_model first = m2::decode(*m2::open(file.span())).value();
        kept = first;
    }
    const byte_builder file = valid_file(260);
    CHECK(difference(*m2::open(file.span()), kept) == "");
    CHECK(kept.get(kept.name) == "Figure");
    CHECK(kept.get<char>(kept.name).size() == 7);
    const auto bones = kept.get(kept.bones);
    REQUIRE(bones.size() == 2);
    CHECK(m2::value_of<float>(kept.get(bones[1].packed_rotations)[1]) == quaternion<float>{0, 1, 0, 0});
    CHECK(bones[1].scale.values.size() == 6); // with tangents
    CHECK(kept.get(kept.get(kept.particles)[0].recursion_model) == "R.m2");
    CHECK(kept.get(kept.particles)[0].emits.shape == m2::emitter_shape::sphere);
    CHECK(kept.all<m2::owned_camera>().size() == 1);
}

TEST_CASE("m2 decode: a list of another model is not a list of this one") {
    const m2::owned_model empty;
    CHECK(empty.get(m2::pool_slice<float>{3, 4}).empty());
    CHECK(empty.get(m2::array_ref<char, form::host>{{9, 1}}).empty());
}

TEST_CASE("m2 decode: the two layouts of emissions can be distinguished") {
    byte_builder file = valid_file(256);
    const m2::owned_model regular = m2::decode(*m2::open(file.span())).value();
    CHECK_FALSE(regular.get(regular.particles)[0].emits_by_color);
    file.poke(file.at("m2.particles[0].emission"), 0x0000'0104U);
    const m2::owned_model early = m2::decode(*m2::open(file.span())).value();
    const m2::owned_particle& emitter = early.get(early.particles)[0];
    CHECK(emitter.emits_by_color);
    CHECK(emitter.emits.blend == 4);
    CHECK(emitter.emits.shape == m2::emitter_shape::plane);
}

TEST_CASE("m2 decode: a rotation without keys keeps the other fields of its track") {
    for (const std::uint32_t version : {256U, 260U}) {
        byte_builder file = valid_file(version);
        file.poke(file.at("m2.bones[1].rotation.times"), 0U);
        const auto opened = m2::open(file.span());
        const m2::owned_model owned = m2::decode(*opened).value();
        CHECK(owned.get(owned.bones)[1].rotation.global_sequence == 0);
        CHECK(owned.get(owned.bones)[1].rotation.interpolation == m2::interpolation::linear);
        CHECK(difference(*opened, owned) == "");
    }
}

TEST_CASE("m2 decode: takes memory only from the given resource") {
    const byte_builder file = valid_file(263);
    const auto opened = m2::open(file.span());
    std::vector<std::byte> buffer(16'384);
    std::pmr::monotonic_buffer_resource memory{buffer.data(), buffer.size(), std::pmr::null_memory_resource()};
    bool is_there = false;
    CHECK(support::allocations_of([&] {
              const m2::owned_model owned = m2::decode(*opened, &memory).value();
              is_there = owned.get(owned.bones).size() == 2;
          }) == 0);
    CHECK(is_there);
}

#if defined(__cpp_exceptions)
TEST_CASE("m2 decode: too little memory") {
    const byte_builder file = valid_file();
    const auto opened = m2::open(file.span());
    const std::size_t need = memory_of(file);
    for (std::size_t limit = 0; limit < need; limit += 64) {
        counting_memory memory{limit};
        CHECK_THROWS_AS(static_cast<void>(m2::decode(*opened, &memory)), std::bad_alloc);
        CHECK(memory.taken() == 0);
    }
}
#else
TEST_CASE("m2 decode: too little memory" * doctest::skip() * doctest::description("needs exceptions")) {}
#endif

TEST_CASE("m2 decode: takes about as much memory as the file's size") {
    for (const std::uint32_t version : {256U, 260U, 263U}) {
        const byte_builder file = valid_file(version);
        CHECK(memory_of(file) < 5 * file.size() / 4);
    }
    for (const std::uint32_t version : {264U, 274U}) {
        const fixtures::m2::opened all{fixtures::m2::small(version)};
        std::size_t bytes = all.files.file.size();
        for (const fixtures::m2::companion_file& one : all.files.companions) {
            bytes += one.file.size();
        }
        CHECK(memory_of(all.files.file, all.companions) < 3 * bytes / 2); // a record has the fields of all versions
    }
}

// Measured: at most 184 bytes of memory for 124 bytes of file, for cameras, which have fields of later versions.
TEST_CASE("m2 decode: small records") {
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
        CHECK(memory_of(file) < 3 * file.size() / 2);
    }
}

TEST_CASE("m2 decode: overlapping lists") {
    for (const std::uint32_t count : {10U, 100U, 1000U, 10000U}) {
        const auto shares = [&](std::size_t pair, std::uint32_t size) {
            return [=](byte_builder& file, std::size_t record) {
                const auto bytes = static_cast<std::uint32_t>(file.size());
                const std::uint32_t most = (3 * bytes + 65536) / count; // the most that open() accepts
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
            CHECK(taken > file.size());                               // shared lists are stored several times
        }
    }
}

TEST_CASE("m2 decode: overlapping lists of lists") {
    constexpr std::size_t attachments_field = 0xF0;
    constexpr std::size_t events_field = 0x100;
    constexpr std::uint32_t header = 0x130;
    for (const std::uint32_t count : {10U, 1000U, 4000U}) { // of records, and of pairs that they share
        for (const std::uint32_t keys : {0U, 1U, 100U}) {
            CAPTURE(count);
            CAPTURE(keys);
            const auto written = [&](std::size_t field, std::size_t size, std::size_t times, bool has_values) {
                byte_builder file;
                file.text("MD20").u32(264).zeros(header - 8).zeros(count * size);
                const auto pairs = static_cast<std::uint32_t>(file.size());
                for (std::uint32_t i = 0; i < count; ++i) {
                    file.u32(keys).u32(0);
                }
                file.poke(field, count).poke(field + 4, header);
                const auto bytes = static_cast<std::uint32_t>(file.size());
                const std::uint32_t cost = has_values ? 16 + 5 * keys : 8 + 4 * keys;
                const std::uint32_t most = (3 * bytes + 65536) / count / cost; // the most that open() accepts
                for (std::size_t record = header; record < header + count * size; record += size) {
                    for (std::size_t pair = times; pair <= times + (has_values ? 8U : 0U); pair += 8) {
                        file.poke(record + pair, most < count ? most : count).poke(record + pair + 4, pairs);
                    }
                }
                return file;
            };
            for (const byte_builder& file :
                 {written(events_field, 0x24, 0x1C, false), written(attachments_field, 0x28, 0x18, true)}) {
                CHECK(memory_of(file) <= 5 * file.size() + std::size_t{76} * 1024);
            }
        }
    }
}

TEST_CASE("m2 decode: bytes that changed after open()") {
    byte_builder file = many(256, bones_field, 1000, 0x6C, [](byte_builder&, std::size_t) {});
    const auto opened = m2::open(file.span());
    REQUIRE(opened);
    for (std::size_t i = 0; i < 1000; ++i) { // simulates another process: each bone refers to the whole file
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
