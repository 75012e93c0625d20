// Values of models that follow from others. After an edit, compute those that the edit has made wrong; the functions of
// edit.hpp do. encode() computes none. The rules and their counts are in docs/m2.md: they are those of the game's own
// files. A function that returns an error has changed nothing. If memory runs out, a model may have changed in part.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/m2/decode.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// ---- tables of ids -------------------------------------------------------------------------------------------------
// Errors: bad_value, if an id is above 65,535, or if there are more records with ids than a table can count.

// Before version 264, the first animation of each id. From 264 on, a hash table of them; none for up to five ids.
EFFIGY_API [[nodiscard]] error compute_animation_lookup(owned_model& model);
// The first bone of each key bone id; at least one entry.
EFFIGY_API [[nodiscard]] error compute_key_bone_lookup(owned_model& model);
// The first attachment of each id.
EFFIGY_API [[nodiscard]] error compute_attachment_lookup(owned_model& model);
// The first camera of each type; at least one entry if there are cameras.
EFFIGY_API [[nodiscard]] error compute_camera_lookup(owned_model& model);
// The last texture of each type.
EFFIGY_API [[nodiscard]] error compute_replaceable_lookup(owned_model& model);

// ---- animations ----------------------------------------------------------------------------------------------------

// Numbers the variations of each id: from version 264 on 0, 1, 2, ..; before, all are 0. The names of .anim files
// contain these numbers.
EFFIGY_API void compute_variations(owned_model& model);

// Multiplies the probabilities of the variations of an id, so that their sum is 32,767, or a little less by rounding.
EFFIGY_API void compute_probabilities(owned_model& model, std::uint16_t id);

// Computes the next variation of each animation: the next one with the same id in the order of the file.
EFFIGY_API void compute_next_variations(owned_model& model);

// From version 264 on: links each animation and its aliases in a ring, in the order of the file; an animation without
// aliases is linked to itself. Error: bad_value, as of encode(), if key_place contradicts the flags.
EFFIGY_API [[nodiscard]] error link_aliases(owned_model& model);

// Before version 264: computes which keys each animation uses, of all tracks. After the ranges of the animations come
// as many of zeros as before; if there are no ranges yet, one, or none if the first animation starts at 0.
// Error: budget, if the ranges of all tracks would take more than 16 times the bytes of the pools plus 64 KiB.
EFFIGY_API [[nodiscard]] error compute_ranges(owned_model& model);

// ---- flags ---------------------------------------------------------------------------------------------------------

// Sets bone_is_transformed of the bones that have keys, and clears it for others.
EFFIGY_API void compute_bone_flags(owned_model& model);

// Sets batch_is_static of the batches of a profile whose texture does not move and whose opacity does not change, and
// clears it for others.
EFFIGY_API void compute_batch_flags(owned_model& model, owned_skin_profile& profile);

// ---- submeshes -----------------------------------------------------------------------------------------------------

// Computes where the vertices and indices of submeshes begin: each after those of the one before. Error: bad_value, if
// a submesh would begin behind vertex 65,535, or behind index 65,535 before version 264.
EFFIGY_API [[nodiscard]] error compute_submesh_starts(owned_model& model, owned_skin_profile& profile);

// Computes the center of a submesh, which is the mean of its vertices, the largest number of bones of a vertex, the
// bone of most vertices and, from version 260 on, the center of its box and the radius around that. Without vertices,
// they stay.
EFFIGY_API void compute_submesh_values(owned_model& model, owned_skin_profile& profile, std::uint32_t number);

// Computes the palette joints of a profile: the places of the bones of its vertices in the palettes of the submeshes.
// Error: bad_value, if a palette does not have a bone, or if the submeshes have more vertices than the profile.
EFFIGY_API [[nodiscard]] error compute_palette_joints(owned_model& model, owned_skin_profile& profile);

// ---- collision -----------------------------------------------------------------------------------------------------

// Computes the box and the radius of the collision mesh, and its normals. Error: bad_value, if a triangle has a vertex
// that does not exist.
EFFIGY_API [[nodiscard]] error compute_collision(owned_model& model);

// ---- boxes ---------------------------------------------------------------------------------------------------------

// Computes the box and the radius of an animation, from its vertices at 30 frames per second, and widens those of the
// model, which contain all animations. They differ a little from those of the game's exporter, which knew more keys.
// Errors: bad_value, if there is no such animation, or if its keys or the .skel are missing; those of encode().
EFFIGY_API [[nodiscard]] error compute_bounds(owned_model& model, std::uint32_t animation);

}}} // namespace effigy::v0::m2

#if defined(EFFIGY_HAS_WRITING_BODIES)
#include <effigy/m2/owned/derive/bounds.hpp>
#include <effigy/m2/owned/derive/lookups.hpp>
#include <effigy/m2/owned/derive/ranges.hpp>
#include <effigy/m2/owned/derive/submeshes.hpp>
#include <effigy/m2/owned/key_table.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

EFFIGY_API_BODY error compute_animation_lookup(owned_model& model) {
    if (model.version >= first_version<model_header_264>) {
        return impl::set_hash(model);
    }
    return impl::set_lookup(model, model.animation_lookup, model.animations, "m2.animations[].id", {},
                            [](const owned_animation& of) { return of.id; });
}

EFFIGY_API_BODY error compute_key_bone_lookup(owned_model& model) {
    return impl::set_lookup(model, model.key_bone_lookup, model.bones, "m2.bones[].keyBone", {.least = 1},
                            [](const owned_bone& of) { return of.key_bone; });
}

EFFIGY_API_BODY error compute_attachment_lookup(owned_model& model) {
    return impl::set_lookup(model, model.attachment_lookup, model.attachments, "m2.attachments[].id", {},
                            [](const owned_attachment& of) { return of.id; });
}

EFFIGY_API_BODY error compute_camera_lookup(owned_model& model) {
    return impl::set_lookup(model, model.camera_lookup, model.cameras, "m2.cameras[].type",
                            {.least = model.cameras.empty() ? 0U : 1U},
                            [](const owned_camera& of) { return static_cast<std::int32_t>(of.type); });
}

EFFIGY_API_BODY error compute_replaceable_lookup(owned_model& model) {
    return impl::set_lookup(model, model.replaceable_lookup, model.textures, "m2.textures[].type", {.is_last = true},
                            [](const owned_texture& of) { return static_cast<std::uint32_t>(of.type); });
}

EFFIGY_API_BODY void compute_variations(owned_model& model) {
    const bool is_numbered = model.version >= first_version<model_header_264>;
    pool<std::uint16_t> next{std::size_t{0x10000}, model.all<char>().resource()}; // of each id
    for (owned_animation& one : model.get(model.animations)) {
        one.variation = is_numbered ? next[one.id]++ : std::uint16_t{0};
    }
}

EFFIGY_API_BODY void compute_probabilities(owned_model& model, std::uint16_t id) {
    pool<std::uint8_t> ids{std::size_t{0x10000}, model.all<char>().resource()};
    ids[id] = 1;
    impl::share_probabilities(model, ids);
}

EFFIGY_API_BODY void compute_next_variations(owned_model& model) {
    const std::span<owned_animation> all = model.get(model.animations);
    pool<std::int16_t> next{std::size_t{0x10000}, std::int16_t{-1}, model.all<char>().resource()}; // of each id
    for (std::size_t i = all.size(); i-- > 0;) {
        all[i].next_variation = next[all[i].id];
        next[all[i].id] = i < impl::most_numbered ? static_cast<std::int16_t>(i) : std::int16_t{-1};
    }
}

EFFIGY_API_BODY error link_aliases(owned_model& model) {
    if (model.version < first_version<model_header_264>) {
        return {};
    }
    impl::key_table<> keys{model.all<char>().resource()};
    if (const error why = keys.fill(std::as_const(model).get(model.animations), model.version)) {
        return why;
    }
    const std::span<owned_animation> all = model.get(model.animations);
    // The number that follows the last one of a ring is its first one.
    pool<std::uint32_t> next{all.size(), npos, model.all<char>().resource()}; // by target
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        std::uint32_t& first = next[keys.target_of(i)];
        first = first == npos ? i : first;
    }
    for (std::size_t i = all.size(); i-- > 0;) {
        std::uint32_t& after = next[keys.target_of(static_cast<std::uint32_t>(i))];
        all[i].alias_next = static_cast<std::uint16_t>(after);
        after = static_cast<std::uint32_t>(i);
    }
    return {};
}

EFFIGY_API_BODY error compute_ranges(owned_model& model) {
    return model.version < first_version<model_header_264> ? impl::set_all_ranges(model) : error{};
}

EFFIGY_API_BODY void compute_bone_flags(owned_model& model) {
    for (owned_bone& bone : model.get(model.bones)) {
        bone.flags = (bone.flags & ~std::uint32_t{bone_is_transformed}) |
                     (impl::bone_has_keys(model, bone) ? bone_is_transformed : 0U);
    }
}

EFFIGY_API_BODY void compute_batch_flags(owned_model& model, owned_skin_profile& profile) {
    const auto entry = [&](const pool_slice<std::int16_t>& table, std::uint16_t number) {
        const std::int16_t* const number_there = find_at(std::as_const(model).get<std::int16_t>(table), number);
        return number_there != nullptr ? std::int32_t{*number_there} : -1;
    };
    const auto weights = std::as_const(model).get<owned_track<owned_opacity>>(model.texture_weights);
    for (owned_batch& one : model.get(profile.batches)) {
        const std::int32_t weight = entry(model.texture_weight_lookup, one.weight_combo);
        const auto* const found = weight >= 0 ? find_at(weights, static_cast<std::uint32_t>(weight)) : nullptr;
        const bool is_static = entry(model.texture_transform_lookup, one.transform_combo) < 0 &&
                               (found == nullptr || impl::most_keys(model, *found) <= 1);
        one.flags = static_cast<std::uint8_t>((one.flags & ~unsigned{batch_is_static}) |
                                              (is_static ? unsigned{batch_is_static} : 0U));
    }
}

EFFIGY_API_BODY error compute_submesh_starts(owned_model& model, owned_skin_profile& profile) {
    return impl::submesh_values<>{model, profile}.place();
}

EFFIGY_API_BODY void compute_submesh_values(owned_model& model, owned_skin_profile& profile, std::uint32_t number) {
    impl::submesh_values<>{model, profile}.measure(number);
}

EFFIGY_API_BODY error compute_palette_joints(owned_model& model, owned_skin_profile& profile) {
    return impl::submesh_values<>{model, profile}.join();
}

EFFIGY_API_BODY error compute_collision(owned_model& model) {
    const auto corners = std::as_const(model).get<std::uint16_t>(model.collision_triangles);
    const auto points = std::as_const(model).get<vec3<form::host>>(model.collision_vertices);
    pool<vec3<form::host>> normals{model.all<char>().resource()};
    for (std::uint32_t i = 0; i + 2 < corners.size(); i += 3) {
        const auto* const a = find_at(points, corners[i]);
        const auto* const b = find_at(points, corners[i + 1]);
        const auto* const c = find_at(points, corners[i + 2]);
        if (a == nullptr || b == nullptr || c == nullptr) {
            return error{{"m2.collisionTriangles[]", location::nowhere},
                         errc::bad_value,
                         points.size(),
                         0,
                         "vertices of the collision mesh"}
                .within(i / 3);
        }
        const vector3<double> from{*a};
        normals.push_back(impl::narrowed(normalized(cross(vector3<double>{*b} - from, vector3<double>{*c} - from))));
    }
    model.collision_bounds = impl::bounds_around(points);
    model.set<vec3<form::host>>(model.collision_normals, normals);
    return {};
}

EFFIGY_API_BODY error compute_bounds(owned_model& model, std::uint32_t animation) {
    const auto all = std::as_const(model).get(model.animations);
    if (animation >= all.size() || all[animation].key_place == key_place::missing) {
        return error{{"m2.animations[]", location::nowhere},
                     errc::bad_value,
                     all.size(),
                     animation,
                     "an animation whose keys are known"}
            .within(animation);
    }
    return impl::set_bounds(model, animation);
}

}}} // namespace effigy::v0::m2
#endif
