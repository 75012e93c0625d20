// The options of reconcile().
#pragma once

#include <effigy/core/function_ref.hpp>
#include <effigy/core/impl/platform.hpp>

#include <cstdint>
#include <span>
#include <string_view>

namespace effigy { inline namespace v0 {

// What reconcile() does with origins of a changed scene whose proof is wrong, see proof_of().
enum class origin_check : std::uint8_t {
    // If a mesh of the original has wrong ones only, `changed` was made of another scene: an error.
    strict,
    // They come from other scenes, whose meshes a person brought in: those vertices are new.
    lenient,
    // All are as if `changed` had none.
    ignored,
};

// A mesh of a person's own takes the place of one of the original's.
struct mesh_replacement {
    std::uint32_t of; // node of the original
    std::uint32_t by; // node of the changed scene
};

[[nodiscard]] constexpr bool is_never_a_part(std::string_view, std::string_view) noexcept { return false; }

struct reconcile_options {
    bool delete_missing = false; // what `changed` lacks is deleted, not kept
    origin_check origins = origin_check::strict;
    // The base color and its image of a material without textures are a person's. Not so for games whose models name no
    // textures, if the scene was written with those of other files.
    bool takes_first_textures = false;
    // Keys of extras of nodes, meshes and materials that a person can change; the original's others stay.
    std::span<const std::string_view> extras{}; // NOLINT(readability-redundant-member-init): g++ wants it
    // Whether a new node, most of whose vertices are those of the mesh of the original's node `whole`, is a part of
    // that mesh that was separated or duplicated: its triangles join it. A duplicate only if an editor gave it its
    // name. Formats differ in which nodes they can have.
    function_ref<bool(std::string_view name, std::string_view whole)> is_part = is_never_a_part;
    // The original's node whose mesh other new meshes join that can be parts of it, unless they are below another one
    // with a mesh. Empty: new meshes have nodes of their own.
    std::string_view home{}; // NOLINT(readability-redundant-member-init): g++ wants it
    // The mesh of `by` is in the node `of`, where it is at rest; the mesh that was there is deleted. Several can be
    // parts of one. Nothing happens if one of them has no mesh, or if the first has the mesh of another node of the
    // original, or is a joint.
    std::span<const mesh_replacement> replacements{}; // NOLINT(readability-redundant-member-init)
    bool replaces_only = false; // nothing else of `changed` is brought back: it was not made of `original`
};

}} // namespace effigy::v0
