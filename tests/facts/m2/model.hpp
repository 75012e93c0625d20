// The facts of a model: its header, its animations, and the facts from the other headers of this folder.
#pragma once

#include "bone.hpp"
#include "effect.hpp"
#include "skin_profile.hpp"

namespace facts::m2 {

// ---- the header ----------------------------------------------------------------------------------------------------

[[nodiscard]] inline bool is_old(const format::model& model) {
    return model.version() < format::first_version<format::model_header_264>;
}
[[nodiscard]] inline bool has_combos(const format::model& model) {
    return !is_old(model) && (model.flags() & format::model_has_combiners) != 0;
}

// The counts of all lists of the header except the name.
[[nodiscard]] inline json count_facts(const format::model& model) {
    json out;
    model.visit_header([&](const auto& h) {
        out["global_sequences"] = h.global_sequences.count.get();
        out["sequences"] = h.animations.count.get();
        out["sequence_lookup"] = h.animation_lookup.count.get();
        out["bones"] = h.bones.count.get();
        out["key_bone_lookup"] = h.key_bone_lookup.count.get();
        out["vertices"] = h.vertices.count.get();
        out["colors"] = h.colors.count.get();
        out["textures"] = h.textures.count.get();
        out["weights"] = h.texture_weights.count.get();
        out["transforms"] = h.texture_transforms.count.get();
        out["texture_replace"] = h.replaceable_lookup.count.get();
        out["materials"] = h.materials.count.get();
        out["bone_lookup"] = h.bone_lookup.count.get();
        out["texture_lookup"] = h.texture_lookup.count.get();
        out["texture_unit_lookup"] = h.texture_unit_lookup.count.get();
        out["weight_lookup"] = h.texture_weight_lookup.count.get();
        out["transform_lookup"] = h.texture_transform_lookup.count.get();
        out["collision_indices"] = h.collision_triangles.count.get();
        out["collision_vertices"] = h.collision_vertices.count.get();
        out["collision_normals"] = h.collision_normals.count.get();
        out["attachments"] = h.attachments.count.get();
        out["attachment_lookup"] = h.attachment_lookup.count.get();
        out["events"] = h.events.count.get();
        out["lights"] = h.lights.count.get();
        out["cameras"] = h.cameras.count.get();
        out["camera_lookup"] = h.camera_lookup.count.get();
        out["ribbons"] = h.ribbons.count.get();
        out["particles"] = h.particles.count.get();
        if constexpr (requires { h.flipbooks; }) {
            out["playable_lookup"] = h.playable_lookup.count.get();
            out["flipbooks"] = h.flipbooks.count.get();
        }
    });
    out["views"] = model.skin_profile_count();
    if (has_combos(model)) {
        out["combos"] = model.texture_combiner_combos().size();
    }
    return out;
}

[[nodiscard]] inline json array_facts(const format::model& model) {
    json out{{"sequence_lookup", bulk_of(model.animation_lookup())},
             {"key_bone_lookup", bulk_of(model.key_bone_lookup())},
             {"vertices", bulk_of(model.vertices())},
             {"texture_replace", bulk_of(model.replaceable_lookup())},
             {"materials", bulk_of(model.materials())},
             {"bone_lookup", bulk_of(model.bone_lookup())},
             {"texture_lookup", bulk_of(model.texture_lookup())},
             {"texture_unit_lookup", bulk_of(model.texture_unit_lookup())},
             {"weight_lookup", bulk_of(model.texture_weight_lookup())},
             {"transform_lookup", bulk_of(model.texture_transform_lookup())},
             {"collision_indices", bulk_of(model.collision_triangles())},
             {"collision_vertices", bulk_of(model.collision_vertices())},
             {"collision_normals", bulk_of(model.collision_normals())},
             {"attachment_lookup", bulk_of(model.attachment_lookup())},
             {"camera_lookup", bulk_of(model.camera_lookup())}};
    if (is_old(model)) {
        out["playable_lookup"] = bulk_of(model.playable_lookup());
    }
    if (has_combos(model)) {
        out["combos"] = bulk_of(model.texture_combiner_combos());
    }
    return out;
}

using bounds = format::bounds;

[[nodiscard]] inline json box_facts(const bounds& box) {
    return numbers({box.min.x, box.min.y, box.min.z, box.max.x, box.max.y, box.max.z});
}
[[nodiscard]] inline json bounds_facts(const format::model& model) {
    const auto [min, max, radius] = model.bounds();
    return {{"box_approx", box_facts(model.bounds())},
            {"radius_approx", rounded(radius)},
            {"collision_box_approx", box_facts(model.collision_bounds())},
            {"collision_radius_approx", rounded(model.collision_bounds().radius)},
            {"box_gltf_approx", numbers({min.x, min.z, -max.y, max.x, max.z, -min.y})}};
}

// ---- animations ----------------------------------------------------------------------------------------------------

[[nodiscard]] inline json animation_list(const format::model& model) {
    json out = json::array();
    for (const format::animation played : model.animations()) {
        played.visit_record([&](const auto& one) {
            json& facts = out.emplace_back(json{{"id", one.id.get()},
                                                {"variation", one.variation.get()},
                                                {"move_speed_approx", rounded(one.move_speed)},
                                                {"flags", one.flags.get()},
                                                {"probability", one.probability.get()},
                                                {"pad", one.padding.get()},
                                                {"replay", json::array({one.replay_min.get(), one.replay_max.get()})},
                                                {"blend", one.blend_time.get()},
                                                {"box_approx", box_facts(one.bounds)},
                                                {"radius_approx", rounded(one.bounds.radius)},
                                                {"next", one.next_variation.get()},
                                                {"alias", one.alias_next.get()}});
            if constexpr (requires { one.duration; }) {
                facts["duration"] = one.duration.get();
            } else {
                facts["start"] = one.start.get();
                facts["end"] = one.end.get();
            }
        });
    }
    return out;
}

// The animation that each id finds, and whether the lookup table contains it.
[[nodiscard]] inline json find_facts(const format::model& model) {
    std::set<std::uint16_t> ids;
    for (const format::animation one : model.animations()) {
        ids.insert(one.id());
    }
    json out = json::array();
    for (const std::uint16_t id : ids) {
        const bool is_listed = model.animations().find_listed(id) != effigy::npos;
        out.push_back(json::array({id, model.animations().find(std::uint32_t{id}), is_listed ? "table" : "scan"}));
    }
    return out;
}

// From version 264 on: the animation at the end of each chain of aliases, and where its keys are.
[[nodiscard]] inline json store_list(const format::model& model) {
    json out = json::array();
    for (std::uint32_t i = 0; i < model.animations().size(); ++i) {
        const std::uint32_t resolved = model.animations().resolve_alias(i);
        const format::key_place place = model.animations().at(resolved).key_place();
        out.push_back(json::array({resolved, place == format::key_place::file        ? "in"
                                             : place == format::key_place::companion ? "ext"
                                                                                     : "absent"}));
    }
    return out;
}
[[nodiscard]] inline json key_file_list(const format::model& model, const key_files& files) {
    json out = json::array();
    for (std::uint32_t i = 0; i < model.animations().size(); ++i) {
        const format::animation one = model.animations().at(i);
        if (one.alias() == effigy::npos && one.key_place() == format::key_place::companion) {
            std::array<char, 16> name{};
            static_cast<void>(
                std::snprintf(name.data(), name.size(), "%04u-%02u", unsigned{one.id()}, unsigned{one.variation()}));
            out.push_back({{"seq", i}, {"name", name.data()}, {"coverage", coverage_facts(*files.of(i), model, i)}});
        }
    }
    return out;
}

// ---- chunks --------------------------------------------------------------------------------------------------------

[[nodiscard]] inline json number_list(const format::chunk& chunk) {
    json out = json::array();
    if (chunk.id() == "AFID") {
        for (const auto& one : chunk.as<format::animation_file_record>()) {
            out.push_back(json::array({one.id.get(), one.variation.get(), one.file.get()}));
        }
    } else {
        out = integers(chunk.as<effigy::u32<>>());
    }
    return out;
}
template <class Chunks> [[nodiscard]] json chunk_list(const Chunks& chunks) {
    constexpr std::array<std::string_view, 6> of_numbers{"PFID", "SFID", "TXID", "SKID", "BFID", "AFID"};
    json out = json::array();
    for (const format::chunk& one : chunks) {
        checksum crc;
        crc.add(one.bytes());
        json& facts =
            out.emplace_back(json{{"id", latin1(one.id())}, {"bytes", one.bytes().size()}, {"crc", crc.hex()}});
        if (std::ranges::find(of_numbers, one.id()) != of_numbers.end()) {
            facts["values"] = number_list(one);
        }
    }
    return out;
}

// ---- models --------------------------------------------------------------------------------------------------------

[[nodiscard]] inline json model_facts(const format::model& model) {
    const skeleton bones{model};
    const key_files files{model};
    json out;
    out["kind"] = "m2";
    out["container"] = model.chunks().empty() ? "MD20" : "MD21";
    if (!model.chunks().empty()) {
        out["chunks"] = chunk_list(model.chunks());
    }
    out["version"] = model.version();
    out["flags"] = model.flags();
    out["name"] = latin1(model.name());
    model.visit_header([&](const auto& header) { out["name_bytes"] = header.name.count.get(); });
    out["counts"] = count_facts(model);
    out["arrays"] = array_facts(model);
    out["bounds"] = bounds_facts(model);
    out["global_sequences"] = integers(model.global_sequences_ms());
    out["sequences"] = animation_list(model);
    out["find"] = find_facts(model);
    out["bones"] = bone_list(model, files);
    out["poses_approx"] = bones.pose_list();
    out["quaternions"] = quaternion_facts(model, files);
    if (is_old(model)) {
        out["ranges"] = range_law{model}.facts();
    } else {
        out["sequence_store"] = store_list(model);
        out["anim_files"] = key_file_list(model, files);
    }
    out["vertex"] = vertex_facts(model, bones);
    out["materials"] = material_list(model);
    out["textures"] = texture_list(model);
    add_tracks(out, model, files);
    out["views"] = skin_profile_list(model);
    out["attachments"] = attachment_list(model, files);
    out["events"] = event_list(model, files);
    out["lights"] = light_list(model, files);
    out["cameras"] = camera_list(model, files);
    out["ribbons"] = ribbon_list(model, files);
    out["particles"] = particle_list(model, files);
    out["collision"] = collision_facts(model);
    out["coverage"] = coverage_facts(model.md20(), model);
    return out;
}

} // namespace facts::m2
