// Findings: oddities of readable files, most of them found in real files. None is an error; open() and verify() accept
// all of them.
#pragma once

#include <effigy/core/finding.hpp>
#include <effigy/core/impl/platform.hpp>
#include <effigy/m2/view.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// Calls sink(finding) for each oddity of a model. In each list, reports only the first oddity of each kind. A finding
// in a companion has an offset in that file: paths of skin profiles begin with "m2.skinProfiles", those of a .skel with
// "skel.", and a key in an .anim is "anim[]". Allocates nothing.
EFFIGY_API void lint(const model& from, finding_sink sink);

// Calls sink(finding) for each oddity of a companion that was opened alone. For a .skin, this leaves out the checks
// that need the model.
EFFIGY_API void lint(const m2::skin_file& from, finding_sink sink);

EFFIGY_API void lint(const m2::skeleton& from, finding_sink sink);

EFFIGY_API void lint(const chunked_file& from, finding_sink sink);

}}} // namespace effigy::v0::m2

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/core/impl/indices.hpp>
#include <effigy/m2/lint/chunks.hpp>
#include <effigy/m2/lint/collision.hpp>
#include <effigy/m2/lint/mesh.hpp>
#include <effigy/m2/lint/skeleton.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

namespace impl {
using namespace effigy::impl;

// Bones and attachments, which may be in a .skel.
template <class Record> inline constexpr bool is_of_skeleton = requires(const Record& of) { of.key_bone; };
template <keying K> inline constexpr bool is_of_skeleton<basic_attachment_record<form::little, K>> = true;

// Reports the findings of a model. Header: the header type of the model's version.
template <class Header> class model_linter {
public:
    model_linter(const model& from, const Header& header, finding_sink sink) noexcept
        : report_(from.file(), from.companions(), sink), in_(from), header_(header) {}

    void all() const {
        header();
        bounds();
        const skeleton_linter<model> skeleton{report_, in_, in_model{}};
        skeleton.animations();
        missing_skeleton();
        missing_keys();
        skeleton.bones();
        lint_vertices(report_, in_);
        skin_profiles();
        textures();
        lookups();
        skeleton.attachments();
        attached();
        cameras();
        ribbons();
        particles();
        key_places places;
        lint_collision(report_, in_, header_, places);
        const bool of_skeleton = skeleton.tracks(places);
        idle_files(tracks(places) || of_skeleton);
        chunks();
    }

private:
    using index = std::uint32_t;
    static constexpr bool is_264 = std::is_same_v<Header, model_header_264>;

    template <class Range, class Test, class Name = decltype(nameless)>
    void first(const oddity& what, const char* path, const Range& list, const Test& is_odd,
               const Name& name_of = nameless) const {
        report_.first(what, location{path}, list, is_odd, name_of);
    }

    // ---- the header ------------------------------------------------------------------------------------------------

    void header() const {
        if constexpr (!is_264) {
            if ((header_.flags & model_has_combiners) != 0) {
                report_(odd::flag_combiners, location{"m2.globalFlags"}, &header_.flags);
            }
            if (header_.flipbooks.count != 0) {
                report_(odd::flipbooks, location{"m2.flipbooks"}, &header_.flipbooks);
            }
        }
        const std::string_view name = in_.md20().text_at(header_.name.offset, header_.name.count);
        if (!name.empty() && name.find('\0') != name.size() - 1) {
            report_(odd::name_end, location{"m2.name"}, &header_.name);
        }
    }
    void bounds() const {
        if (has_broken_bounds(header_.bounds)) {
            report_(odd::bounds_not_finite, location{"m2.bounds"}, &header_.bounds);
        }
        if (has_broken_bounds(header_.collision_bounds)) {
            report_(odd::bounds_not_finite, location{"m2.collisionBounds"}, &header_.collision_bounds);
        }
    }

    // ---- companions ------------------------------------------------------------------------------------------------
    // The findings of missing companions require that other companions were joined, so a model that was opened without
    // companions has none of them. idle_files() requires no companions.

    [[nodiscard]] bool was_joined(companion_kind kind) const noexcept {
        for (const companion& one : in_.companions()) {
            if (one.kind == kind) {
                return true;
            }
        }
        return false;
    }
    template <class Test> void first_animation(const oddity& what, const Test& is_odd) const {
        in_.animations().visit_records([&](const auto& all) {
            const location at = place(report_.is_own(all.data()) ? "m2." : "skel.", "animations[]");
            report_.first(
                what, at, all, [&](const auto&, index number) { return is_odd(in_.animations().at(number)); },
                [](const auto& one, index) { return animation_name(one.id); });
        });
    }
    void missing_keys() const {
        if (was_joined(companion_kind::animation_file)) {
            first_animation(odd::keys_missing,
                            [](const animation& one) { return one.key_place() == key_place::missing; });
        }
    }
    void missing_skeleton() const {
        const chunk id = in_.chunk("SKID"); // none: the file has changed since it was opened
        if (!in_.companions().empty() && in_.is_skeleton_missing() && id) {
            report_(odd::skel_missing, location{"m2.chunks.SKID"}, id.id().data());
        }
    }
    void idle_files(bool has_keys_elsewhere) const {
        if (!has_keys_elsewhere) {
            first_animation(odd::keys_none, [](const animation& one) { return one.key_place() != key_place::file; });
        }
    }
    void skin_profiles() const {
        index number = 0;
        for (const skin_profile profile : in_.skin_profiles()) {
            if (profile) {
                const location at = place("m2.skinProfiles[].", "");
                drawn_profile_linter<>{report_, in_, profile, at.within(number)}.all();
            }
            ++number;
        }
        if constexpr (is_264) {
            if (number != 0 && number < in_.skin_profile_count()) {
                report_(odd::skin_missing, location{"m2.skinProfileCount"}, &header_.skin_profile_count);
            }
        }
    }

    // ---- materials -------------------------------------------------------------------------------------------------

    void textures() const {
        const array<u32<>> files = in_.texture_files();
        first(odd::texture_nameless, "m2.textures[]", in_.textures(), [&](const m2::texture& one, index number) {
            const u32<>* const file = files.at(number);
            return one.type == texture_type::file && in_.get(one.name).empty() && (file == nullptr || *file == 0U);
        });
        first(
            odd::texture_stale, "m2.textures[]", in_.textures(),
            [&](const m2::texture& one, index) { return one.type != texture_type::file && !in_.get(one.name).empty(); },
            [&](const m2::texture& one, index) { return in_.get(one.name); });
    }

    // ---- lookups ---------------------------------------------------------------------------------------------------

    template <class T>
    void lookup(const char* path, const array<scalar<T>>& table, std::size_t count, bool may_be_none) const {
        lint_lookup(report_, location{path}, table, count, may_be_none);
    }
    void lookups() const {
        lookup("m2.textureLookup[]", in_.texture_lookup(), in_.textures().size(), false);
        lookup("m2.textureUnitLookup[]", in_.texture_unit_lookup(), 2, true);
        lookup("m2.textureWeightLookup[]", in_.texture_weight_lookup(), in_.texture_weights().size(), false);
        lookup("m2.textureTransformLookup[]", in_.texture_transform_lookup(), in_.texture_transforms().size(), true);
        lint_lookup_by_id(report_, location{"m2.replaceableLookup[]"}, in_.replaceable_lookup(), in_.textures(),
                          [](const m2::texture& one) { return static_cast<std::uint32_t>(one.type.get()); });
        in_.cameras().visit_records([&](const auto& all) {
            lint_lookup_by_id(report_, location{"m2.cameraLookup[]"}, in_.camera_lookup(), all,
                              [](const auto& one) { return static_cast<std::int32_t>(one.type.get()); });
        });
        lookup("m2.boneLookup[]", in_.bone_lookup(), bones_of(in_), false);
    }

    // ---- attached to bones -----------------------------------------------------------------------------------------

    template <class List, class Name>
    void attached(const char* path, const List& views, bool may_be_none, const Name& name_of) const {
        views.visit_records(
            [&](const auto& all) { lint_attached(report_, location{path}, all, bones_of(in_), may_be_none, name_of); });
    }
    void attached() const {
        attached("m2.events[]", in_.events(), false, [](const auto& one, index) { return one.id.view(); });
        attached("m2.lights[]", in_.lights(), true, nameless);
        attached("m2.ribbons[]", in_.ribbons(), false, nameless);
        attached("m2.particles[]", in_.particles(), false, nameless);
    }
    void cameras() const {
        in_.cameras().visit_records([&](const auto& all) {
            first(odd::camera_not_finite, "m2.cameras[]", all, [](const auto& one, index) {
                bool is_sound = is_finite(one.position_base) && is_finite(one.target_base) &&
                                is_finite(one.near_clip) && is_finite(one.far_clip);
                if constexpr (requires { one.diagonal_field_of_view.get(); }) {
                    is_sound = is_sound && is_finite(one.diagonal_field_of_view);
                }
                return !is_sound;
            });
            first(odd::camera_angle, "m2.cameras[]", all, [&](const auto& one, index number) {
                if constexpr (requires { one.diagonal_field_of_view.get(); }) {
                    return one.diagonal_field_of_view <= 0;
                } else {
                    return !in_.is_skeleton_missing() && in_.cameras().at(number).field_of_view().empty();
                }
            });
        });
    }
    void ribbons() const {
        const auto has_missing = [&](const array_ref<u16<>>& list, std::size_t count) {
            const auto numbers = in_.get(list);
            return first_not_below(static_cast<std::uint32_t>(count), numbers) != numbers.size();
        };
        in_.ribbons().visit_records([&](const auto& all) {
            first(odd::ribbon_texture, "m2.ribbons[]", all,
                  [&](const auto& one, index) { return has_missing(one.textures, in_.textures().size()); });
            first(odd::ribbon_material, "m2.ribbons[]", all,
                  [&](const auto& one, index) { return has_missing(one.materials, in_.materials().size()); });
        });
    }
    void particles() const {
        in_.particles().visit_records([&](const auto& all) {
            first(odd::particle_texture, "m2.particles[]", all,
                  [&](const auto&, index number) { return has_missing_texture(in_.particles().at(number)); });
            if constexpr (!is_264) {
                if (in_.version() < first_with_emission_263) {
                    first(odd::particle_emission, "m2.particles[].blend",
                          strided{all}.template field<stored_emission>(0x28),
                          [](const stored_emission& one, index) { return one.blend > 0xFF; });
                }
            }
        });
    }
    [[nodiscard]] bool has_missing_texture(const m2::particle& of) const noexcept {
        for (const std::uint32_t stage : {0U, 1U, 2U}) {
            const std::uint32_t number = of.texture(stage);
            if (number != npos && number >= in_.textures().size()) {
                return true;
            }
        }
        return false;
    }

    // ---- tracks ----------------------------------------------------------------------------------------------------

    // Checks all tracks except those of the skeleton. Returns whether any of them has keys outside the file.
    bool tracks(key_places& places) const {
        if (in_.is_skeleton_missing()) { // without animations it is not known where keys are
            return false;
        }
        const context& own = access::context(in_);
        bool out = false;
        for_each_record_range(header_, own.file(), own.version(), [&]<class Record>(const array<Record>& records) {
            if constexpr (!is_of_skeleton<Record>) {
                out = tracks(own, records, places) || out;
            }
        });
        const particle_extension_list extensions = in_.particle_extensions();
        extensions.visit_records([&](const auto& records) { tracks(access::context(extensions), records, places); });
        return out;
    }
    template <class Record> bool tracks(const context& in, const array<Record>& records, key_places& places) const {
        track_linter<> found{report_, in, places};
        index number = 0;
        for (const Record& one : records) {
            found.template record<in_model>(one, number++);
        }
        return found.has_keys_elsewhere();
    }

    // ---- chunks ----------------------------------------------------------------------------------------------------

    void chunks() const {
        lint_chunks(report_, "m2.", in_.chunks());
        if (const m2::chunk files = in_.chunk("TXID"); files && in_.texture_files().size() != in_.textures().size()) {
            report_(odd::texture_files, location{"m2.chunks.TXID"}, files.id().data());
        }
        if (const m2::chunk files = in_.chunk("SFID"); files && in_.skin_files().size() < in_.skin_profile_count()) {
            report_(odd::skin_files, location{"m2.chunks.SFID"}, files.id().data());
        }
        const bool is_in_skeleton = static_cast<bool>(in_.skeleton());
        lint_animation_files(report_, is_in_skeleton ? "skel." : "m2.", in_.animation_files(), in_.animations(),
                             in_.file().size() + in_.skeleton().file().size());
        if (is_in_skeleton) {
            lint_chunks(report_, "skel.", in_.skeleton().chunks());
        }
    }

    reporter<> report_;
    const model& in_;
    const Header& header_;
};

} // namespace impl

EFFIGY_API_BODY void lint(const model& from, finding_sink sink) {
    from.visit_header(
        [&]<class Header>(const Header& header) { impl::model_linter<Header>{from, header, sink}.all(); });
}

EFFIGY_API_BODY void lint(const m2::skin_file& from, finding_sink sink) {
    if (const skin_profile profile = from.profile()) {
        const impl::reporter<> report{from.file(), {}, sink};
        impl::profile_linter<>{report, profile, impl::place("skin.", "")}.all();
    }
}

EFFIGY_API_BODY void lint(const m2::skeleton& from, finding_sink sink) {
    const impl::reporter<> report{from.file(), {}, sink};
    const impl::skeleton_linter<m2::skeleton> parts{report, from, impl::in_skeleton{}};
    parts.animations();
    parts.bones();
    parts.attachments();
    impl::key_places places;
    parts.tracks(places);
    impl::lint_chunks(report, "skel.", from.chunks());
    impl::lint_animation_files(report, "skel.", from.animation_files(), from.animations(), from.file().size());
}

EFFIGY_API_BODY void lint(const chunked_file& from, finding_sink sink) {
    const impl::reporter<> report{from.file(), {}, sink};
    impl::lint_chunks(report, "", from.chunks());
}

}}} // namespace effigy::v0::m2
#endif
