// The facts of a model: its header, its sequences, and all that the other headers tell.
#pragma once

#include "bone.hpp"
#include "coverage.hpp"
#include "effect.hpp"
#include "view.hpp"

namespace facts::m2 {

// ---- the header ----------------------------------------------------------------------------------------------------

[[nodiscard]] inline json count_facts(const format::basic_header<order>& h) {
    return {{"global_sequences", h.global_sequences.count.get()},
            {"sequences", h.sequences.count.get()},
            {"sequence_lookup", h.sequence_lookup.count.get()},
            {"playable_lookup", h.playable_lookup.count.get()},
            {"bones", h.bones.count.get()},
            {"key_bone_lookup", h.key_bone_lookup.count.get()},
            {"vertices", h.vertices.count.get()},
            {"views", h.views.count.get()},
            {"colors", h.colors.count.get()},
            {"textures", h.textures.count.get()},
            {"weights", h.weights.count.get()},
            {"flipbooks", h.flipbooks.count.get()},
            {"transforms", h.transforms.count.get()},
            {"texture_replace", h.replaceable_lookup.count.get()},
            {"materials", h.materials.count.get()},
            {"bone_lookup", h.bone_lookup.count.get()},
            {"texture_lookup", h.texture_lookup.count.get()},
            {"texture_unit_lookup", h.texture_unit_lookup.count.get()},
            {"weight_lookup", h.weight_lookup.count.get()},
            {"transform_lookup", h.transform_lookup.count.get()},
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
    return {{"sequence_lookup", bulk_of(model.sequence_lookup())},
            {"playable_lookup", bulk_of(model.playable_lookup())},
            {"key_bone_lookup", bulk_of(model.key_bone_lookup())},
            {"vertices", bulk_of(model.vertices())},
            {"texture_replace", bulk_of(model.replaceable_lookup())},
            {"materials", bulk_of(model.materials())},
            {"bone_lookup", bulk_of(model.bone_lookup())},
            {"texture_lookup", bulk_of(model.texture_lookup())},
            {"texture_unit_lookup", bulk_of(model.texture_unit_lookup())},
            {"weight_lookup", bulk_of(model.weight_lookup())},
            {"transform_lookup", bulk_of(model.transform_lookup())},
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

// ---- sequences -----------------------------------------------------------------------------------------------------

[[nodiscard]] inline json sequence_list(const format::model& model) {
    json out = json::array();
    for (const format::sequence& sequence : model.sequences()) {
        out.push_back({{"id", sequence.id.get()},
                       {"variation", sequence.variation.get()},
                       {"start", sequence.start.get()},
                       {"end", sequence.end.get()},
                       {"move_speed_approx", rounded(sequence.move_speed)},
                       {"flags", sequence.flags.get()},
                       {"probability", sequence.probability.get()},
                       {"pad", sequence.padding.get()},
                       {"replay", json::array({sequence.replay_min.get(), sequence.replay_max.get()})},
                       {"blend", sequence.blend_time.get()},
                       {"box_approx", box_facts(sequence.bounds)},
                       {"radius_approx", rounded(sequence.bounds.radius)},
                       {"next", sequence.next_variation.get()},
                       {"alias", sequence.alias_next.get()}});
    }
    return out;
}

// Which sequence each animation finds, and whether the lookup table knows it.
[[nodiscard]] inline json find_facts(const format::model& model) {
    std::set<std::uint16_t> ids;
    for (const format::sequence& sequence : model.sequences()) {
        ids.insert(sequence.id);
    }
    json out = json::array();
    for (const std::uint16_t id : ids) {
        const std::uint32_t found = model.find_sequence(id);
        const auto* const entry = effigy::find_at(model.sequence_lookup(), id);
        const bool is_listed = entry != nullptr && *entry == static_cast<std::int64_t>(found);
        out.push_back(json::array({id, found, is_listed ? "table" : "scan"}));
    }
    return out;
}

// ---- models --------------------------------------------------------------------------------------------------------

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
    out["global_sequences"] = integers(model.global_sequences());
    out["sequences"] = sequence_list(model);
    out["find"] = find_facts(model);
    out["bones"] = bone_list(model);
    out["poses_approx"] = bones.pose_list();
    out["quaternions"] = quaternion_facts(model);
    out["ranges"] = range_law{model}.facts();
    out["vertex"] = vertex_facts(model, bones);
    out["materials"] = material_list(model);
    out["textures"] = texture_list(model);
    add_tracks(out, model);
    out["views"] = view_list(model);
    out["attachments"] = attachment_list(model);
    out["events"] = event_list(model);
    out["lights"] = light_list(model);
    out["cameras"] = camera_list(model);
    out["ribbons"] = ribbon_list(model);
    out["particles"] = particle_list(model);
    out["collision"] = collision_facts(model);
    out["coverage"] = coverage{model}.facts();
    return out;
}

} // namespace facts::m2
