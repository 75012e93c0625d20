// What the formats' apply() share: an edited scene, the scene of the model as it is, and which parts of the two are the
// same.
#pragma once

#include <effigy/core/impl/numbers_by_key.hpp>
#include <effigy/scene/edits.hpp>
#include <effigy/scene/extras.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// Of edits and a clip of theirs.
[[nodiscard]] inline error verify(const scene_edits& edits, std::uint32_t clip, const scene& original) {
    const error why = effigy::verify(edits, original);
    const std::size_t count = edits.made.clips.size();
    return why || clip < count
               ? why
               : error{
                     {"edits.made.clips", location::nowhere}, errc::out_of_bounds, count, clip, "a clip of the edits"};
}

struct scene_pairs {
    const scene &now, &before;
    const part_matches &nodes, &meshes, &materials;
    remark_sink tell;
    std::pmr::memory_resource* memory;
    bool delete_missing, rewrite_all;

    scene_pairs(const scene_edits& edits, const scene& original, remark_sink sink, bool deletes, bool rewrites,
                std::pmr::memory_resource* resource) noexcept
        : now(edits.made), before(original), nodes(edits.nodes), meshes(edits.meshes), materials(edits.materials),
          tell(sink), memory(resource), delete_missing(deletes), rewrite_all(rewrites) {}

    void say(remark_kind kind, const char* part, std::string_view name, std::string_view what,
             std::uint64_t count = 0) const {
        tell({.kind = kind, .part = part, .name = name, .what = what, .count = count});
    }
    // Of a part of the model that the scene has not.
    void say_missing(const char* part, std::string_view name, std::uint64_t count = 0) const {
        say_gone(part, name, delete_missing, count);
    }
    void say_gone(const char* part, std::string_view name, bool is_deleted, std::uint64_t count = 0) const {
        say(is_deleted ? remark_kind::changed : remark_kind::kept, part, name,
            is_deleted ? "deleted" : "the scene lacks it", count);
    }
    // Returns the origin of a vertex; npos if it is new.
    [[nodiscard]] scene::origin origin_of(const scene::mesh& mesh, std::uint32_t vertex) const noexcept {
        const scene::origin out = vertex < mesh.origins.size() ? mesh.origins[vertex] : scene::origin{};
        const bool exists = out.mesh < before.meshes.size() && out.vertex < before.meshes[out.mesh].positions.size();
        return exists ? out : scene::origin{};
    }
};

}}} // namespace effigy::v0::impl
