// Models for another edition of the game.
// Experimental: the interface and what it decides may change in each version.
#pragma once

#include <effigy/core/finding.hpp>
#include <effigy/core/impl/platform.hpp>
#include <effigy/m2/encode.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// Returns the model in another version: 256, 260, 264 or 272. It has the same mesh, and moves in the same way; keys of
// .anim files are in the model. Tables that follow from other values are those of the new version. `tell` gets, one by
// one, what the version cannot say; docs/m2.md has the rules. The findings have no offset.
// Errors: bad_version, for another version; bad_value, if the model would not be complete: an .anim or all .skin files
// are not at hand, the model has flipbooks, a .skel, chunks with further values of particles, or files that have only
// an id, it has more values of a track than times, or more than 65,535 indices before version 264; out_of_bounds, if
// its animations are longer than 2^32 milliseconds together; budget, if lists that many animations share would make a
// model of more than 16 times its size plus 64 KiB; errors of encode().
EFFIGY_API [[nodiscard]] result<owned_model>
convert_version(const owned_model& from, std::uint32_t version, finding_sink tell,
                std::pmr::memory_resource* memory = std::pmr::get_default_resource());

// The same for a model in files. Errors: also bad_value, if the model has chunks that effigy does not know.
EFFIGY_API [[nodiscard]] result<owned_model>
convert_version(const model& from, std::uint32_t version, finding_sink tell,
                std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}}} // namespace effigy::v0::m2

#if defined(EFFIGY_HAS_WRITING_BODIES)
#include <effigy/m2/owned/convert/materials.hpp>
#include <effigy/m2/owned/convert/parts.hpp>
#include <effigy/m2/owned/convert/playable.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

namespace impl {

// Whether effigy knows what a chunk of a model is.
struct chunk_search {
    std::string_view id;
    bool found = false;

    template <class Record> void records(std::string_view known) noexcept { found = found || known == id; }
    template <class T> void numbers(std::string_view known, const char*) noexcept { found = found || known == id; }
};
[[nodiscard]] inline bool is_known_chunk(std::string_view id) noexcept {
    chunk_search out{id, id == "MD21"};
    for_each_record_chunk(out);
    for_each_number_chunk(out);
    return out.found;
}

// Refuses what only chunks can hold, and leaves out what names files.
template <class = when_used> void leave_chunks(owned_model& made, conversion_report& report) {
    const auto refuse_if = [&](bool is_wrong, const char* path, const char* expected) {
        report.refuse_if(is_wrong, location{path, location::nowhere}, 1, expected);
    };
    const auto has_any = [&](const pool_slice<std::uint32_t>& files) {
        bool out = false;
        for (const std::uint32_t file : std::as_const(made).get<std::uint32_t>(files)) {
            out = out || file != 0;
        }
        return out;
    };
    refuse_if(made.skeleton_file != 0 || !made.skeletons.empty(), "m2.skeletonFile", "no .skel");
    refuse_if(!made.particle_extensions.empty(), "m2.particleExtensions", "no chunk EXP2");
    refuse_if(!made.particle_geosets.empty(), "m2.particleGeosets", "no chunk PGD1");
    refuse_if(has_any(made.recursion_model_files), "m2.recursionModelFiles", "models with names");
    refuse_if(has_any(made.geometry_model_files), "m2.geometryModelFiles", "models with names");
    const auto files = std::as_const(made).get<std::uint32_t>(made.texture_files);
    std::uint32_t number = 0;
    for (const owned_texture& one : std::as_const(made).get(made.textures)) {
        const bool is_by_id = number < files.size() && files[number] != 0 && one.type == texture_type::file;
        report.refuse_if(is_by_id && std::as_const(made).get(one.name).empty(),
                         place_in("m2.", "textures[].name", number++), 1, "the name of the file");
    }
    const auto leave = [&]<class T>(T& list, const char* path) {
        report.lost_if(!is_nothing(list), odd::convert_files, location{path, location::nowhere});
        list = {};
    };
    leave(made.physics_file, "m2.physicsFile");
    leave(made.skin_files, "m2.skinFiles");
    leave(made.animation_files, "m2.animationFiles");
    leave(made.bone_files, "m2.boneFiles");
    leave(made.texture_files, "m2.textureFiles");
    leave(made.blacklisted_animations, "m2.blacklistedAnimations");
    made.recursion_model_files = {};
    made.geometry_model_files = {};
    made.is_chunked = false;
}

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

} // namespace impl

EFFIGY_API_BODY result<owned_model> convert_version(const owned_model& from, std::uint32_t version, finding_sink tell,
                                                    std::pmr::memory_resource* memory) {
    constexpr std::uint32_t first_with_lists = first_version<model_header_264>;
    if (version != 256 && version != 260 && version != first_with_lists && version != 272) {
        return error{{"version", location::nowhere}, errc::bad_version, 0, version, "256, 260, 264 or 272"};
    }
    if (from.version < oldest_version || from.version > newest_version) {
        return error{{"m2.version", location::nowhere}, errc::bad_version, newest_version, from.version, "256 .. 274"};
    }
    owned_model made{memory};
    made = from;
    if (version == from.version && !from.is_chunked) {
        return made;
    }
    impl::conversion_report report{tell};
    constexpr std::uint32_t first_with_shaders = impl::profile_converter<>::first_with_shaders;
    if (version < first_with_shaders && impl::has_packed_gravity(from)) {
        impl::unpack_gravities(made, report);
        return convert_version(made, version, tell, memory);
    }
    made.version = version;
    impl::leave_chunks(made, report);
    report.refuse_if(from.flipbooks.count != 0, location{"m2.flipbooks", location::nowhere}, from.flipbooks.count,
                     "none: the size of an element is unknown");
    impl::animation_plan<> plan{memory};
    if (from.version < first_with_lists) {
        plan.find_windows(from.get(from.animations));
    } else if (version < first_with_lists) {
        report.refuse(plan.place_windows(from));
    }
    if (report.why()) {
        return report.why();
    }
    if (from.version >= first_with_shaders && version < first_with_shaders) {
        impl::shader_converter<>{made, report}.convert();
        impl::convert_materials(made, report);
    }
    if (version < first_with_lists) {
        impl::leave_combiners(from, made, report);
    } else if (from.version < first_with_lists) {
        made.flags &= ~std::uint32_t{model_has_combiners}; // which it does not have
        impl::leave_shaders(made, report);
    }
    if (from.version < first_with_shaders && version >= first_with_shaders) {
        impl::name_shaders(made);
    }
    impl::leave_false_collision(made, report);
    impl::profile_converter<>{from, made, report}.convert();
    impl::part_converter<>{from, made, plan, report}.convert();
    impl::convert_animations(from, made, plan, report);
    return report.why() ? result<owned_model>{report.why()} : impl::tidied(made, memory);
}

EFFIGY_API_BODY result<owned_model> convert_version(const model& from, std::uint32_t version, finding_sink tell,
                                                    std::pmr::memory_resource* memory) {
    std::uint32_t number = 0;
    for (const m2::chunk& one : from.chunks()) {
        if (!impl::is_known_chunk(one.id())) {
            return error{{"m2.chunks[]", location::nowhere}, errc::bad_value, 0, 0, "chunks that effigy knows"}.within(
                number);
        }
        ++number;
    }
    const auto own = decode(from, memory);
    return own ? convert_version(*own, version, tell, memory) : result<owned_model>{own.error()};
}

}}} // namespace effigy::v0::m2
#endif
