#include "info_m2_parts.hpp"

namespace tool::impl {

namespace m2 = effigy::m2;

namespace {

std::string_view billboard_name(m2::billboard billboard) {
    switch (billboard) {
    case m2::billboard::none: return "";
    case m2::billboard::spherical: return "billboard";
    case m2::billboard::about_x: return "billboard about x";
    case m2::billboard::about_y: return "billboard about y";
    case m2::billboard::about_z: return "billboard about z";
    }
    return "";
}

} // namespace

std::string moves_text(const m2::bone& bone) {
    list moves;
    moves.add_keys("translation", bone.translation().key_count());
    moves.add_keys("rotation", bone.rotation().key_count());
    moves.add_keys("scale", bone.scale().key_count());
    if (const std::string_view turned = billboard_name(m2::billboard_of(bone.flags())); !turned.empty()) {
        moves.add(std::string(turned));
    }
    return moves.text();
}

std::string key_file_name_of(const m2::animation& animation) {
    const m2::wanted_companion wanted{m2::companion_kind::animation_file, animation.id(), animation.variation(), 0};
    return std::string(m2::companion_suffix{wanted}.view());
}

std::string_view name_of_place(m2::key_place place) {
    switch (place) {
    case m2::key_place::file: return "file";
    case m2::key_place::companion: return "companion";
    case m2::key_place::missing: return "missing";
    }
    return "missing";
}

std::string keys_text(const m2::animation& animation, const companion_table* companions) {
    if (animation.key_place() == m2::key_place::file) {
        return "";
    }
    if (companions == nullptr) {
        return ", keys in an .anim";
    }
    const std::string path =
        companions->path_of(m2::companion_kind::animation_file, animation.id(), animation.variation());
    return path.empty() ? ", keys missing: " + key_file_name_of(animation)
                        : ", keys in " + printable(materials::last_part(path));
}

void print_global_sequences(std::ostream& out, effigy::array<effigy::u32<>> lengths_ms) {
    std::size_t number = 0;
    for (const auto& length : lengths_ms) {
        out << "global sequence " << number++ << ": " << in_seconds(length.get() / 1000.0) << '\n';
    }
}

std::string sizes_text(const m2::skin_profile& profile) {
    std::string out =
        counted(profile.vertex_lookup().size(), "vertex") + ", " + counted(profile.triangle_count(), "triangle") +
        ", " + counted(profile.submeshes().size(), "submesh") + ", " + counted(profile.batches().size(), "batch");
    if (const std::uint32_t limit = profile.bone_limit(); limit != 0) { // converters write 0
        out += ", for up to " + counted(limit, "bone");
    }
    return out;
}

json skin_profile_json(const m2::skin_profile& profile, json submeshes) {
    return {{"vertices", profile.vertex_lookup().size()},
            {"triangles", profile.triangle_count()},
            {"bone_limit", profile.bone_limit()},
            {"submeshes", std::move(submeshes)},
            {"batch_count", profile.batches().size()},
            {"number", profile.number()},
            {"shadow_batches", profile.shadow_batches().size()}};
}

} // namespace tool::impl
