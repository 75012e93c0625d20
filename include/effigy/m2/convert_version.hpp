// Models for another edition of the game.
// Experimental: the interface and what it decides may change in each version.
#pragma once

#include <effigy/core/finding.hpp>
#include <effigy/core/impl/platform.hpp>
#include <effigy/m2/encode.hpp>
#include <effigy/m2/owned/convert/options.hpp>

#include <utility>

namespace effigy { inline namespace v0 { namespace m2 {

// Returns the model in another version: 256, 260, 264 or 272. It has the same mesh, and moves in the same way; keys of
// .anim files are in the model, and so are bones, animations and attachments of a .skel. Tables that follow from other
// values are those of the new version. `tell` gets, one by one, what the version cannot say; docs/m2.md has the rules.
// The findings have no offset.
// Errors: bad_version, for another version; bad_value, if the model would not be complete: an .anim, the .skel or all
// .skin files are not at hand, a texture has only an id, and `options` no path for it, the model has flipbooks, it has
// more values of a track than times, or more than 65,535 indices before version 264; out_of_bounds, if its animations
// are longer than 2^32 milliseconds together; budget, if lists that many animations share would make a model of more
// than 16 times its size plus 64 KiB; errors of encode().
EFFIGY_API [[nodiscard]] result<owned_model>
convert_version(const owned_model& from, std::uint32_t version, finding_sink tell,
                const conversion_options& options = {},
                std::pmr::memory_resource* memory = std::pmr::get_default_resource());

// The same for a model in files. Errors: also bad_value, if the model or its .skel has chunks that effigy does not
// read, unless `options` drop them; `name` of the error is the first one's id.
EFFIGY_API [[nodiscard]] result<owned_model>
convert_version(const model& from, std::uint32_t version, finding_sink tell, const conversion_options& options = {},
                std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}}} // namespace effigy::v0::m2

#if defined(EFFIGY_HAS_WRITING_BODIES)
#include <effigy/m2/owned/convert/animations.hpp>
#include <effigy/m2/owned/convert/chunks.hpp>
#include <effigy/m2/owned/convert/materials.hpp>
#include <effigy/m2/owned/convert/parts.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

namespace impl {

template <class = when_used> void convert_animations(const owned_model& from, owned_model& made,
                                                     const animation_plan<>& plan, conversion_report& report) {
    const bool had_lists = from.version >= first_version<model_header_264>;
    const bool has_lists = made.version >= first_version<model_header_264>;
    if (had_lists) {
        join_blend_times(made, report);
    }
    if (had_lists && has_lists) {
        fold_keys(made);
    } else if (had_lists) {
        convert_animations_to_windows(from, made, plan, report);
        report.refuse(compute_ranges(made));
    } else if (has_lists) {
        convert_animations_to_lists(from, made, plan, report);
    }
    convert_animation_ids(made, report);
    if (made.version < first_version<particle_record_272>) {
        leave_late_flags(made, report);
    }
    report.refuse(compute_animation_lookup(made));
    convert_playable(from, made, report);
}

// Writes a model and reads it again: its pools have then nothing that no record refers to, and it can be opened.
template <class = when_used>
[[nodiscard]] result<owned_model> tidied(const owned_model& from, std::pmr::memory_resource* memory) {
    const auto files = encode(from, memory);
    if (!files) {
        return files.error();
    }
    const pool<companion> table = files->table();
    const auto view = m2::open(files->model, std::span<const companion>{table});
    return view ? decode(*view, memory) : result<owned_model>{view.error()};
}

// `from`: without chunks.
template <class = when_used>
[[nodiscard]] result<owned_model> converted(const owned_model& from, std::uint32_t version, conversion_report& report,
                                            std::pmr::memory_resource* memory) {
    constexpr std::uint32_t first_with_lists = first_version<model_header_264>;
    owned_model made{memory};
    made = from;
    made.version = version;
    leave_flags(from, made, report);
    report.refuse_if(from.flipbooks.count != 0, location{"m2.flipbooks", location::nowhere}, from.flipbooks.count,
                     "none: the size of an element is unknown");
    animation_plan<> plan{memory};
    if (from.version < first_with_lists) {
        plan.find_windows(from.get(from.animations));
    } else if (version < first_with_lists) {
        report.refuse(plan.place_windows(from));
    }
    if (report.why()) {
        return report.why();
    }
    constexpr std::uint32_t first_with_shaders = profile_converter<>::first_with_shaders;
    if (from.version >= first_with_shaders && version < first_with_shaders) {
        shader_converter<>{made, report}.convert();
        convert_materials(made, report);
    }
    if (version < first_with_shaders) {
        tell_texture_types(made, report);
    }
    if (version < first_with_lists) {
        leave_combiners(from, made, report);
    } else if (from.version < first_with_lists) {
        leave_shaders(made, report);
    }
    if (from.version < first_with_shaders && version >= first_with_shaders) {
        name_shaders(made);
    }
    leave_false_collision(made, report);
    profile_converter<>{from, made, report}.convert();
    part_converter<>{from, made, plan, report}.convert();
    convert_animations(from, made, plan, report);
    return report.why() ? result<owned_model>{report.why()} : tidied(made, memory);
}

// `told`: tells which chunks are left out.
template <class Told>
[[nodiscard]] result<owned_model> converted(const owned_model& from, std::uint32_t version, finding_sink tell,
                                            const conversion_options& options, std::pmr::memory_resource* memory,
                                            const Told& told) {
    if (version != 256 && version != 260 && version != first_version<model_header_264> && version != 272) {
        return error{{"version", location::nowhere}, errc::bad_version, 0, version, "256, 260, 264 or 272"};
    }
    if (from.version < oldest_version || from.version > newest_version) {
        return error{{"m2.version", location::nowhere}, errc::bad_version, newest_version, from.version, "256 .. 274"};
    }
    owned_model whole{memory}; // without chunks, and gravities that the version does not know
    whole = from;
    if (version == from.version && !from.is_chunked) {
        return result<owned_model>{std::move(whole)};
    }
    conversion_report report{tell};
    told(report);
    chunk_folder<>{whole, options, report}.fold();
    if (version < first_version<particle_record_272>) {
        unpack_gravities(whole, report);
    }
    return converted(whole, version, report, memory);
}

} // namespace impl

EFFIGY_API_BODY result<owned_model> convert_version(const owned_model& from, std::uint32_t version, finding_sink tell,
                                                    const conversion_options& options,
                                                    std::pmr::memory_resource* memory) {
    return impl::converted(from, version, tell, options, memory,
                           [&](const impl::conversion_report& report) { impl::leave_chunks(from, report); });
}

EFFIGY_API_BODY result<owned_model> convert_version(const model& from, std::uint32_t version, finding_sink tell,
                                                    const conversion_options& options,
                                                    std::pmr::memory_resource* memory) {
    const auto own = decode(from, memory);
    return own ? impl::converted(*own, version, tell, options, memory,
                                 [&](impl::conversion_report& report) { impl::leave_chunks(from, options, report); })
               : result<owned_model>{own.error()};
}

}}} // namespace effigy::v0::m2
#endif
