// The facts of a model: its header, its sequences, and all that the other headers tell.
#pragma once

#include "bone.hpp"
#include "effect.hpp"
#include "skin_profile.hpp"

#include <effigy/m2/regions.hpp>

namespace facts::m2 {

// ---- the header ----------------------------------------------------------------------------------------------------

[[nodiscard]] inline json count_facts(const format::basic_header<order>& h) {
    return {{"global_sequences", h.global_sequences.count.get()},
            {"sequences", h.animations.count.get()},
            {"sequence_lookup", h.animation_lookup.count.get()},
            {"playable_lookup", h.playable_lookup.count.get()},
            {"bones", h.bones.count.get()},
            {"key_bone_lookup", h.key_bone_lookup.count.get()},
            {"vertices", h.vertices.count.get()},
            {"views", h.skin_profiles.count.get()},
            {"colors", h.colors.count.get()},
            {"textures", h.textures.count.get()},
            {"weights", h.texture_weights.count.get()},
            {"flipbooks", h.flipbooks.count.get()},
            {"transforms", h.texture_transforms.count.get()},
            {"texture_replace", h.replaceable_lookup.count.get()},
            {"materials", h.materials.count.get()},
            {"bone_lookup", h.bone_lookup.count.get()},
            {"texture_lookup", h.texture_lookup.count.get()},
            {"texture_unit_lookup", h.texture_unit_lookup.count.get()},
            {"weight_lookup", h.texture_weight_lookup.count.get()},
            {"transform_lookup", h.texture_transform_lookup.count.get()},
            {"collision_indices", h.collision_triangles.count.get()},
            {"collision_vertices", h.collision_vertices.count.get()},
            {"collision_normals", h.collision_normals.count.get()},
            {"attachments", h.attachments.count.get()},
            {"attachment_lookup", h.attachment_lookup.count.get()},
            {"events", h.events.count.get()},
            {"lights", h.lights.count.get()},
            {"cameras", h.cameras.count.get()},
            {"camera_lookup", h.camera_lookup.count.get()},
            {"ribbons", h.ribbons.count.get()},
            {"particles", h.particles.count.get()}};
}

[[nodiscard]] inline json array_facts(const format::model& model) {
    return {{"sequence_lookup", bulk_of(model.animation_lookup())},
            {"playable_lookup", bulk_of(model.playable_lookup())},
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
}

using bounds = format::basic_bounds<order>;

[[nodiscard]] inline json box_facts(const bounds& of) {
    return numbers({of.min.x, of.min.y, of.min.z, of.max.x, of.max.y, of.max.z});
}
[[nodiscard]] inline json bounds_facts(const format::basic_header<order>& header) {
    const auto& [min, max, radius] = header.bounds;
    return {{"box_approx", box_facts(header.bounds)},
            {"radius_approx", rounded(radius)},
            {"collision_box_approx", box_facts(header.collision_bounds)},
            {"collision_radius_approx", rounded(header.collision_bounds.radius)},
            {"box_gltf_approx", numbers({min.x, min.z, -max.y, max.x, max.z, -min.y})}};
}

// ---- animations ----------------------------------------------------------------------------------------------------

[[nodiscard]] inline json animation_list(const format::model& model) {
    json out = json::array();
    for (const auto& one : model.animations().records()) {
        out.push_back({{"id", one.id.get()},
                       {"variation", one.variation.get()},
                       {"start", one.start.get()},
                       {"end", one.end.get()},
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
    }
    return out;
}

// Which animation each id finds, and whether the lookup table knows it.
[[nodiscard]] inline json find_facts(const format::model& model) {
    std::set<std::uint16_t> ids;
    for (const format::animation one : model.animations()) {
        ids.insert(one.id());
    }
    json out = json::array();
    for (const std::uint16_t id : ids) {
        const std::uint32_t found = model.animations().find(std::uint32_t{id});
        const auto* const entry = model.animation_lookup().at(id);
        const bool is_listed = entry != nullptr && *entry == static_cast<std::int64_t>(found);
        out.push_back(json::array({id, found, is_listed ? "table" : "scan"}));
    }
    return out;
}

// ---- models --------------------------------------------------------------------------------------------------------

// ---- bytes ---------------------------------------------------------------------------------------------------------

// Which bytes belong to something, and what is in between: zeros of less than an alignment are no gap.
[[nodiscard]] inline json coverage_facts(const format::model& model) {
    constexpr std::size_t most_gaps = 8;
    constexpr std::uint64_t alignment = 16;
    effigy::coverage all;
    std::uint64_t padding = 0, zero = 0, unclaimed = 0; // bytes
    json gaps = json::array();                          // the first that are no padding
    format::regions(model, [&](const effigy::region& one) {
        all.add(one);
        if (one.what != effigy::role::gap) {
            return;
        }
        const bool is_zero = std::ranges::all_of(model.file().bytes_at(one.offset(), one.length),
                                                 [](std::byte b) { return b == std::byte{}; });
        const bool is_padding = is_zero && one.length < alignment;
        (is_padding ? padding : is_zero ? zero : unclaimed) += one.length;
        if (!is_padding && gaps.size() < most_gaps) {
            gaps.push_back(json::array({one.offset(), one.length}));
        }
    });
    return {{"bytes", all.bytes}, {"claimed", all.claimed}, {"gaps", gaps},          {"overlap", all.overlap},
            {"padding", padding}, {"zero", zero},           {"unclaimed", unclaimed}};
}

[[nodiscard]] inline json model_facts(const format::model& model) {
    const format::basic_header<order>& header = *model.header();
    const skeleton bones{model};
    json out;
    out["kind"] = "m2";
    out["container"] = "MD20";
    out["version"] = model.version();
    out["flags"] = header.flags.get();
    out["name"] = latin1(model.name());
    out["name_bytes"] = header.name.count.get();
    out["counts"] = count_facts(header);
    out["arrays"] = array_facts(model);
    out["bounds"] = bounds_facts(header);
    out["global_sequences"] = integers(model.global_sequences_ms());
    out["sequences"] = animation_list(model);
    out["find"] = find_facts(model);
    out["bones"] = bone_list(model);
    out["poses_approx"] = bones.pose_list();
    out["quaternions"] = quaternion_facts(model);
    out["ranges"] = range_law{model}.facts();
    out["vertex"] = vertex_facts(model, bones);
    out["materials"] = material_list(model);
    out["textures"] = texture_list(model);
    add_tracks(out, model);
    out["views"] = skin_profile_list(model);
    out["attachments"] = attachment_list(model);
    out["events"] = event_list(model);
    out["lights"] = light_list(model);
    out["cameras"] = camera_list(model);
    out["ribbons"] = ribbon_list(model);
    out["particles"] = particle_list(model);
    out["collision"] = collision_facts(model);
    out["coverage"] = coverage_facts(model);
    return out;
}

} // namespace facts::m2
