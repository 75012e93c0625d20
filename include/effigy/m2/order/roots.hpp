// What follows what in the files of a model: the records at the starts of files and chunks. for_each_reference() leads
// from them to all others.
#pragma once

#include <effigy/m2/order/references.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// Where a record at the start of a file or chunk is.
struct root_place {
    byte_view file;                    // that offsets count from
    key_chunk keys = key_chunk::model; // of a chunked .anim, with the keys of the record's tracks
};

// The files of a model, which need not be valid: their parts are found by magics and ids of chunks only.
struct model_files {
    std::uint32_t version = 0;
    std::uint32_t flags = 0;
    byte_view md20;
    chunk_list chunks;
    companion_table companions;
    skeleton_parts parts;

    [[nodiscard]] static model_files of(const m2::model& from) noexcept {
        return {.version = from.version(),
                .flags = from.flags(),
                .md20 = from.md20(),
                .chunks = from.chunks(),
                .companions = access::context(from).companions(),
                .parts = access::parts_of(from)};
    }
    // The files that a model of this version and these flags can have been read from.
    [[nodiscard]] static model_files in(byte_view file, std::uint32_t version, std::uint32_t flags,
                                        const companion_table& companions) noexcept {
        model_files out;
        out.version = version;
        out.flags = flags;
        out.md20 = file;
        out.companions = companions;
        if (file.text_at(0, 4) == "MD21") {
            out.chunks = chunks_of(file);
            out.md20 = out.chunks.empty() ? byte_view{} : out.chunks.begin()->file();
        }
        out.parts = own_parts(out.md20, version);
        for (const part_place place : {part_place::parent_file, part_place::skeleton_file}) {
            take_parts(out.parts, out.chunks_in(place));
        }
        return out;
    }

    [[nodiscard]] chunk_list chunks_in(part_place place) const noexcept {
        return impl::chunks_in(place, companions, chunks);
    }
    // Returns the chunk of numbers with this id.
    [[nodiscard]] placed_chunk find_numbers(std::string_view id) const noexcept {
        const bool is_of_skeleton = id == "AFID" || id == "BFID";
        return is_of_skeleton ? find_skeleton_chunk(id, companions, chunks)
                              : placed_chunk{part_place::model, find_chunk(chunks, id)};
    }
    // The parts that are not in the model.
    [[nodiscard]] skeleton_parts skeleton() const noexcept {
        skeleton_parts out = parts;
        const auto remove = [&]<class Lists>(skeleton_part<Lists>& part) {
            if (place_of(part) == part_place::model) {
                part = {};
            }
        };
        remove(out.sequences);
        remove(out.bones);
        remove(out.attachments);
        return out;
    }
    template <class Lists> [[nodiscard]] part_place place_of(const skeleton_part<Lists>& part) const noexcept {
        const companion* const skeleton = companions.find(companion_kind::skeleton_file);
        return part.lists == nullptr || part.file.bytes().data() == md20.bytes().data() ? part_place::model
               : skeleton != nullptr && byte_view{skeleton->bytes}.holds(part.lists)    ? part_place::skeleton_file
                                                                                        : part_place::parent_file;
    }
};

// Calls visit.root<File>(place, record) for each part of a skeleton.
template <class Visit> void for_each_root(const skeleton_parts& of, Visit& visit) {
    const auto part = [&](const auto& one, key_chunk keys) {
        if (one.lists != nullptr) {
            visit.template root<in_skeleton>(root_place{one.file, keys}, *one.lists);
        }
    };
    part(of.sequences, key_chunk::model);
    part(of.bones, key_chunk::bones);
    part(of.attachments, key_chunk::attachments);
}
// Calls visit.root<File>(place, record) for each record at the start of a file or of a chunk of a model, and
// visit.skin(file, number) for each .skin.
template <class Visit> void for_each_root(const model_files& of, Visit& visit) {
    const auto root = [&]<class File>(File, const root_place& at, const auto* record) {
        if (record != nullptr) {
            visit.template root<File>(at, *record);
        }
    };
    const bool is_264 = of.version >= first_version<model_header_264>;
    if (is_264) {
        root(in_model{}, {of.md20}, of.md20.record_at<model_header_264>(0));
        root(in_model{}, {of.md20}, combiners_in(of.md20, of.version, of.flags));
        for_each_root(of.skeleton(), visit);
        for (std::uint16_t number = 0; number < skin_profile_source::most_skins; ++number) {
            if (const companion* const skin = of.companions.find(companion_kind::skin_file, number)) {
                visit.skin(byte_view{skin->bytes}, number);
            }
        }
    } else {
        root(in_model{}, {of.md20}, of.md20.record_at<model_header>(0));
    }
    const m2::chunk extensions = find_chunk(of.chunks, "EXP2");
    const m2::chunk geosets = find_chunk(of.chunks, "PGD1");
    root(in_model{}, {extensions.file()}, extensions.record<extended_particles>());
    root(in_model{}, {geosets.file()}, geosets.record<particle_geosets>());
}

// Calls visit.records<Record>(id) for each kind of chunk that begins with a record with references.
template <class Visit> constexpr void for_each_record_chunk(Visit&& visit) {
    visit.template records<extended_particles>("EXP2");
    visit.template records<particle_geosets>("PGD1");
    visit.template records<skeleton_header>("SKL1");
    visit.template records<skeleton_parent>("SKPD");
    visit.template records<skeleton_sequences>("SKS1");
    visit.template records<skeleton_bones>("SKB1");
    visit.template records<skeleton_attachments>("SKA1");
}
// Calls visit.numbers<T>(id, name, member...) for each kind of chunk that is a list of T. `R`: the owning header, or
// nothing.
template <class... R, class Visit> constexpr void for_each_number_chunk(Visit&& visit) {
    visit.template numbers<u32<>>("PFID", "physicsFile", &R::physics_file...);
    visit.template numbers<u32<>>("SKID", "skeletonFile", &R::skeleton_file...);
    visit.template numbers<u32<>>("SFID", "skinFiles", &R::skin_files...);
    visit.template numbers<animation_file_record>("AFID", "animationFiles", &R::animation_files...);
    visit.template numbers<u32<>>("BFID", "boneFiles", &R::bone_files...);
    visit.template numbers<u32<>>("TXID", "textureFiles", &R::texture_files...);
    visit.template numbers<u32<>>("RPID", "recursionModelFiles", &R::recursion_model_files...);
    visit.template numbers<u32<>>("GPID", "geometryModelFiles", &R::geometry_model_files...);
    visit.template numbers<u16<>>("PABC", "blacklistedAnimations", &R::blacklisted_animations...);
}

}}}} // namespace effigy::v0::m2::impl
