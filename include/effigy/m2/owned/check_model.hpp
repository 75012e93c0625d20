// What a model must not say, because no file stores it.
#pragma once

#include <effigy/m2/owned/fields.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// Whether a model has the file for a part of the skeleton.
[[nodiscard]] inline bool has_place(const owned_model& of, part_place place) noexcept {
    bool has_any = place == part_place::model;
    for (const owned_skeleton& one : of.get(of.skeletons)) {
        has_any = has_any || one.place == place;
    }
    return has_any && place <= part_place::parent_file;
}

// Lists of numbers need chunks.
template <class Writer> struct number_check {
    const owned_model& from;
    Writer& to;

    template <class T, class Own> void numbers(std::string_view id, const char* name, Own owned_header::* of) {
        const part_place place = id == "AFID"   ? from.animation_files_in
                                 : id == "BFID" ? from.bone_files_in
                                                : part_place::model;
        to.require_in("m2.", from.is_chunked || place != part_place::model || is_nothing(from.*of), name, 1,
                      "nothing: the file has no chunks");
        static_cast<void>(to.numbers(of, name));
    }
};

// Checks which files and versions have the lists of a model: calls require(holds, path, found, expected) of `to`.
template <class Writer> void check_model(const owned_model& from, Writer& to) {
    const bool is_264 = from.version >= first_version<model_header_264>;
    const bool has_combiners = is_264 && (from.flags & model_has_combiners) != 0;
    to.require(has_combiners || from.texture_combiner_combos.empty(), "m2.textureCombinerCombos",
               from.texture_combiner_combos.count, "nothing without the flag 8, and before version 264");
    to.require(!is_264 || from.playable_lookup.empty(), "m2.playableLookup", from.playable_lookup.count,
               "nothing from version 264 on");
    to.require(!is_264 || is_nothing(from.flipbooks), "m2.flipbooks", from.flipbooks.count,
               "nothing from version 264 on");
    to.require(is_264 || from.skin_profile_count == from.skin_profiles.count, "m2.skinProfileCount",
               from.skin_profile_count, "the number of profiles");
    to.require(is_264 || from.skeletons.empty(), "m2.skeletons", from.skeletons.count, "nothing before version 264");

    part_place last = part_place::model;
    for (const owned_skeleton& one : to.get(from.skeletons, "m2.skeletons")) {
        to.require(one.place > last && one.place <= part_place::parent_file, "m2.skeletons[].place",
                   static_cast<std::uint64_t>(one.place), "one .skel, then one parent");
        to.require(one.has_header || is_nothing(one.header), "m2.skeletons[].header", 1, "nothing without a chunk");
        to.require(one.has_parent || is_nothing(one.parent), "m2.skeletons[].parent", 1, "nothing without a chunk");
        last = one.place;
    }
    const std::pair<part_place, const char*> places[] = {{from.animations_in, "m2.animationsIn"},
                                                         {from.bones_in, "m2.bonesIn"},
                                                         {from.attachments_in, "m2.attachmentsIn"},
                                                         {from.animation_files_in, "m2.animationFilesIn"},
                                                         {from.bone_files_in, "m2.boneFilesIn"}};
    for (const auto& [place, path] : places) {
        to.require(has_place(from, place), path, static_cast<std::uint64_t>(place),
                   "the model, or one of its skeletons");
    }

    number_check<Writer> numbers{from, to};
    for_each_number_chunk<owned_header>(numbers);
    to.require(from.is_chunked || from.particle_extensions.empty(), "m2.particleExtensions",
               from.particle_extensions.count, "nothing: the file has no chunks");
    to.require(from.is_chunked || from.particle_geosets.empty(), "m2.particleGeosets", from.particle_geosets.count,
               "nothing: the file has no chunks");

    std::uint32_t next = 0;
    for (const owned_skin_profile& one : to.get(from.skin_profiles, "m2.skinProfiles")) {
        to.require(!is_264 || (one.number >= next && one.number < skin_profile_source::most_skins),
                   "m2.skinProfiles[].number", one.number, "ascending numbers below 8");
        next = one.number + 1;
    }
}

}}}} // namespace effigy::v0::m2::impl
