// What is odd about a readable file: the quirks that real files were found to have, reported one by one.
// Nothing here is an error; open() and verify() accept all of it.
#pragma once

#include <effigy/core/indices.hpp>
#include <effigy/m2/lint/collision.hpp>
#include <effigy/m2/lint/mesh.hpp>
#include <effigy/m2/lint/track.hpp>

namespace effigy::inline v0::m2 {

namespace impl {
using namespace effigy::impl;

// Reports the findings of a model.
template <form F, class Sink> class model_linter {
public:
    model_linter(const basic_model<F>& from, Sink& sink) noexcept
        : report_(from, sink), in_(from), header_(*from.header()) {}

    void all() const {
        header();
        bounds();
        animations();
        animation_lookup();
        bones();
        lint_vertices(report_);
        skin_profiles();
        textures();
        lookups();
        bone_lookups();
        attached();
        cameras();
        ribbons();
        particles();
        tracks();
        lint_collision(report_);
    }

private:
    using index = std::uint32_t;

    template <class Range, class Test>
    void first(severity level, const char* code, const char* path, const Range& list, const char* message,
               const Test& is_odd) const {
        report_.first({level, code, message}, location{path}, list, is_odd);
    }
    template <class Range, class Test, class Name>
    void first(severity level, const char* code, const char* path, const Range& list, const char* message,
               const Test& is_odd, const Name& name_of) const {
        report_.first({level, code, message}, location{path}, list, is_odd, name_of);
    }
    [[nodiscard]] static bool broken(const vec3<F>& v) noexcept { return !finite(vector3<double>{v}); }

    // ---- the header ------------------------------------------------------------------------------------------------

    void header() const {
        constexpr std::uint32_t has_combiners = 8; // of later versions
        if ((header_.flags & has_combiners) != 0) {
            report_({severity::note, "flag-combiners", "a flag of later versions; the header ends where it does"},
                    location{"m2.globalFlags"}, &header_.flags);
        }
        if (header_.flipbooks.count != 0) {
            report_({severity::note, "flipbooks", "no file has any: the records are unknown, and are not read"},
                    location{"m2.flipbooks"}, &header_.flipbooks);
        }
        const std::string_view name = in_.file().text_at(header_.name.offset, header_.name.count);
        if (!name.empty() && name.find('\0') != name.size() - 1) {
            report_({severity::note, "name-end", "the name does not end with its only NUL"}, location{"m2.name"},
                    &header_.name);
        }
    }
    void bounds() const {
        static constexpr const char* message = "NaN or infinite bounds; compute them anew";
        const auto is_broken = [](const basic_bounds<F>& of) {
            return broken(of.min) || broken(of.max) || !finite(of.radius.get());
        };
        if (is_broken(header_.bounds)) {
            report_({severity::warning, "bounds-not-finite", message}, location{"m2.bounds"}, &header_.bounds);
        }
        if (is_broken(header_.collision_bounds)) {
            report_({severity::warning, "bounds-not-finite", message}, location{"m2.collisionBounds"},
                    &header_.collision_bounds);
        }
        first(
            severity::warning, "bounds-not-finite", "m2.animations[].bounds",
            strided{in_.animations().records()}.template field<basic_bounds<F>>(0x24), message,
            [&](const basic_bounds<F>& one, index) { return is_broken(one); },
            [&](const basic_bounds<F>&, index number) { return in_.animations().at(number).name(); });
    }

    // ---- animations ------------------------------------------------------------------------------------------------

    void animations() const {
        const auto all = in_.animations().records();
        const auto odd = [&](severity level, const char* code, const char* message, const auto& is_odd) {
            first(level, code, "m2.animations[]", all, message, is_odd,
                  [](const basic_animation_record<F>& one, index) { return animation_name(one.id); });
        };
        odd(severity::warning, "animation-backwards", "ends before it starts; it takes no time",
            [](const basic_animation_record<F>& one, index) { return one.end < one.start; });
        odd(severity::note, "animation-order", "starts before its predecessor ends",
            [&](const basic_animation_record<F>& one, index i) { return i != 0 && one.start < all[i - 1].end; });
        odd(severity::warning, "animation-speed", "a speed that is NaN or infinite",
            [](const basic_animation_record<F>& one, index) { return !finite(one.move_speed.get()); });
        odd(severity::warning, "variation-outside", "the next variation is not there",
            [&](const basic_animation_record<F>& one, index) {
                return one.next_variation < -1 || one.next_variation >= static_cast<std::int64_t>(all.size());
            });
        odd(severity::warning, "alias-lost",
            "an alias in a circle, of nothing, or in a chain of more than 64; its own keys count",
            [&](const basic_animation_record<F>& one, index number) {
                return (one.flags & animation_is_alias) != 0 && in_.animations().resolve_alias(number) == npos;
            });
    }
    void animation_lookup() const {
        const auto all = in_.animations().records();
        const auto table = in_.animation_lookup();
        const auto named = [](const i16<F>&, index id) { return animation_name(id); };
        first(
            severity::warning, "lookup-outside", "m2.animationLookup[]", table, "an animation that is not there",
            [&](const i16<F>& entry, index) { return entry < -1 || entry >= static_cast<std::int64_t>(all.size()); },
            named);
        first(
            severity::warning, "lookup-wrong", "m2.animationLookup[]", table, "an animation of another id",
            [&](const i16<F>& entry, index id) {
                const auto* const found = record_at(all, entry);
                return found != nullptr && found->id != id;
            },
            named);
        if (!table.empty()) {
            first(
                severity::warning, "animation-unlisted", "m2.animations[]", all,
                "the lookup does not lead to this or an earlier one of its id; search for it",
                [&](const basic_animation_record<F>& one, index number) {
                    const i16<F>* const entry = table.at(one.id.get());
                    return entry == nullptr || *entry < 0 || static_cast<index>(entry->get()) > number;
                },
                [](const basic_animation_record<F>& one, index) { return animation_name(one.id); });
        } else if (!all.empty()) {
            report_({severity::note, "lookup-none", "no lookup; search the animations"}, location{"m2.animationLookup"},
                    &header_.animation_lookup);
        }
    }

    // ---- bones -----------------------------------------------------------------------------------------------------

    void bones() const {
        const auto headers = in_.bones().records();
        first(
            severity::note, "parent-later", "m2.bones[].parent", headers.template field<i16<F>>(0x08),
            "the parent comes later in the file",
            [](const i16<F>& parent, index number) { return parent >= static_cast<std::int64_t>(number); },
            [&](const i16<F>&, index number) { return key_bone_name(in_.bones().at(number).id()); });
        const std::size_t pivot_at = in_.layout().bone_size - sizeof(vec3<F>); // it ends a bone
        first(
            severity::warning, "pivot-not-finite", "m2.bones[].pivot", headers.template field<vec3<F>>(pivot_at),
            "NaN or infinite", [](const vec3<F>& one, index) { return broken(one); },
            [&](const vec3<F>&, index number) { return key_bone_name(in_.bones().at(number).id()); });
    }

    // ---- skin profiles and materials
    // ---------------------------------------------------------------------------------------

    void skin_profiles() const {
        index number = 0;
        for (const basic_skin_profile<F> profile : in_.skin_profiles()) {
            if (profile) {
                profile_linter<F, Sink>{report_, profile, number}.all();
            }
            ++number;
        }
    }
    void textures() const {
        first(severity::warning, "texture-nameless", "m2.textures[]", in_.textures(), "a file without a name",
              [&](const basic_texture<F>& one, index) {
                  return one.type == texture_type::file && in_.get(one.name).empty();
              });
        first(
            severity::note, "texture-stale", "m2.textures[]", in_.textures(),
            "a name, though the game gives the texture; it means nothing",
            [&](const basic_texture<F>& one, index) {
                return one.type != texture_type::file && !in_.get(one.name).empty();
            },
            [&](const basic_texture<F>& one, index) { return in_.get(one.name); });
    }

    // ---- lookups ---------------------------------------------------------------------------------------------------

    // Entries that are not below `count`, nor -1 where that means none.
    template <class T>
    void lookup(const char* path, const array<scalar<T, F>>& table, std::size_t count, bool may_be_none) const {
        first(severity::warning, "lookup-outside", path, table, "an entry that is not there",
              [&](const scalar<T, F>& entry, index) {
                  const std::int64_t number = entry.get();
                  return (number < 0 && !(number == -1 && may_be_none)) || number >= static_cast<std::int64_t>(count);
              });
    }
    // Null when there is none.
    template <class Range> [[nodiscard]] static const auto* record_at(const Range& records,
                                                                      const i16<F>& entry) noexcept {
        return records.at(static_cast<std::uint64_t>(std::int64_t{entry.get()}));
    }
    // Entries of records that have another id than the entry's number.
    template <class Range, class Id>
    void lookup_by_id(const char* path, const array<i16<F>>& table, const Range& records, const Id& id_of) const {
        lookup(path, table, records.size(), true);
        first(severity::note, "lookup-wrong", path, table, "an entry of another id",
              [&](const i16<F>& entry, index id) {
                  const auto* const found = record_at(records, entry);
                  return found != nullptr && static_cast<std::int64_t>(id_of(*found)) != id;
              });
    }
    void lookups() const {
        lookup("m2.textureLookup[]", in_.texture_lookup(), in_.textures().size(), false);
        lookup("m2.textureUnitLookup[]", in_.texture_unit_lookup(), 2, true);
        lookup("m2.textureWeightLookup[]", in_.texture_weight_lookup(), in_.texture_weights().size(), false);
        lookup("m2.textureTransformLookup[]", in_.texture_transform_lookup(), in_.texture_transforms().size(), true);
        lookup_by_id("m2.replaceableLookup[]", in_.replaceable_lookup(), in_.textures(),
                     [](const basic_texture<F>& one) { return static_cast<std::uint32_t>(one.type.get()); });
        lookup_by_id("m2.cameraLookup[]", in_.camera_lookup(), in_.cameras().records(),
                     [](const basic_camera_record<F>& one) { return static_cast<std::int32_t>(one.type.get()); });
    }
    void bone_lookups() const {
        lookup("m2.boneLookup[]", in_.bone_lookup(), in_.bones().size(), false);
        lookup_by_id("m2.keyBoneLookup[]", in_.key_bone_lookup(), in_.bones().records(),
                     [](const basic_bone_header<F>& one) { return one.key_bone.get(); });
        lookup_by_id("m2.attachmentLookup[]", in_.attachment_lookup(), in_.attachments().records(),
                     [](const basic_attachment_record<F>& one) { return one.id.get(); });
    }

    // ---- what hangs on bones ---------------------------------------------------------------------------------------

    template <class Record, class Name>
    void attached(const char* path, const array<Record>& records, bool may_be_none, const Name& name_of) const {
        first(
            severity::warning, "bone-outside", path, records, "hangs on a bone that is not there",
            [&](const Record& one, index) {
                const auto number = static_cast<std::int64_t>(one.bone.get());
                return !(number == -1 && may_be_none) &&
                       (number < 0 || number >= static_cast<std::int64_t>(in_.bones().size()));
            },
            name_of);
        first(
            severity::warning, "position-not-finite", path, records, "NaN or infinite",
            [](const Record& one, index) { return broken(one.position); }, name_of);
    }
    void attached() const {
        const auto nameless = [](const auto&, index) { return std::string_view{}; };
        attached("m2.attachments[]", in_.attachments().records(), false,
                 [](const basic_attachment_record<F>& one, index) { return attachment_name(one.id); });
        attached("m2.events[]", in_.events().records(), false,
                 [](const basic_event_record<F>& one, index) { return one.id.view(); });
        attached("m2.lights[]", in_.lights().records(), true, nameless);
        attached("m2.ribbons[]", in_.ribbons().records(), false, nameless);
        attached("m2.particles[]", in_.particles().records(), false, nameless);
    }
    void cameras() const {
        first(severity::warning, "camera-not-finite", "m2.cameras[]", in_.cameras().records(), "NaN or infinite",
              [](const basic_camera_record<F>& one, index) {
                  return broken(one.position_base) || broken(one.target_base) ||
                         !finite(one.diagonal_field_of_view.get()) || !finite(one.near_clip.get()) ||
                         !finite(one.far_clip.get());
              });
    }
    void ribbons() const {
        const auto names_none = [&](const array_ref<u16<F>, F>& list, std::size_t count) {
            const auto numbers = in_.get(list);
            return first_not_below(static_cast<std::uint32_t>(count), numbers) != numbers.size();
        };
        first(
            severity::warning, "ribbon-texture", "m2.ribbons[]", in_.ribbons().records(), "a texture that is not there",
            [&](const basic_ribbon_record<F>& one, index) { return names_none(one.textures, in_.textures().size()); });
        first(severity::warning, "ribbon-material", "m2.ribbons[]", in_.ribbons().records(),
              "a material that is not there", [&](const basic_ribbon_record<F>& one, index) {
                  return names_none(one.materials, in_.materials().size());
              });
    }
    void particles() const {
        first(severity::warning, "particle-texture", "m2.particles[]", in_.particles().records(),
              "a texture that is not there",
              [&](const basic_particle_record<F>& one, index) { return one.texture >= in_.textures().size(); });
        if (!in_.layout().emits_by_color) {
            first(severity::warning, "particle-emission", "m2.particles[].blend",
                  strided{in_.particles().records()}.template field<basic_emission<F>>(0x28),
                  "stored as version 263 does; particle.emission() reads it so",
                  [](const basic_emission<F>& one, index) { return one.blend > 0xFF; });
        }
    }

    // ---- tracks ----------------------------------------------------------------------------------------------------

    void tracks() const {
        for_each_record_range(in_, [&](const auto& records) {
            track_linter<F, Sink> found{report_};
            index number = 0;
            for (const auto& one : records) {
                found.record(one, number++);
            }
        });
    }

    reporter<F, Sink> report_;
    const basic_model<F>& in_;
    const basic_header<F>& header_;
};

} // namespace impl

// Calls sink(finding) for everything odd about a model, of one kind the first in each list. Allocates nothing.
template <form F, class Sink> void lint(const basic_model<F>& from, Sink&& sink) {
    if (from.header() != nullptr) {
        impl::model_linter<F, std::remove_reference_t<Sink>>{from, sink}.all();
    }
}

} // namespace effigy::inline v0::m2
