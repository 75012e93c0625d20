// What the formats' apply() share: a scene that was edited, the scene of the model as it is, and which parts of the two
// are the same.
#pragma once

#include <effigy/core/impl/numbers_by_key.hpp>
#include <effigy/scene/extras.hpp>
#include <effigy/scene/part_matches.hpp>
#include <effigy/scene/remark.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// Returns the first clip of a name. Null, and says so, if there is none.
[[nodiscard]] inline const scene::clip* find_clip(const scene& in, std::string_view name, remark_sink tell) {
    for (const scene::clip& each : in.clips) {
        if (each.name == name) {
            return &each;
        }
    }
    tell({.kind = remark_kind::kept, .part = "clip", .name = name, .what = "the scene lacks it"});
    return nullptr;
}

// Matches parts that have no match yet and whose names are equal. Of several, the first one counts.
template <class Compare, class Part>
void match_rest(part_matches& to, const scene::list<Part>& now, const scene::list<Part>& before,
                std::pmr::memory_resource* memory) {
    numbers_by_key<std::string_view, Compare> names{memory};
    for (std::uint32_t i = 0; i < now.size(); ++i) {
        if (to.old_of[i] == npos && !names.contains(now[i].name)) {
            names.add(now[i].name, i);
        }
    }
    for (std::uint32_t i = 0; i < before.size(); ++i) {
        const std::uint32_t found = to.new_of[i] == npos ? names.find(before[i].name) : npos;
        if (found != npos && to.old_of[found] == npos) {
            to.add(found, i);
        }
    }
}
// Matches parts of equal names, first those of the same number too.
template <class Part>
[[nodiscard]] part_matches match_names(const scene::list<Part>& now, const scene::list<Part>& before,
                                       std::pmr::memory_resource* memory) {
    part_matches out{now.size(), before.size(), memory};
    for (std::uint32_t i = 0; i < before.size() && i < now.size(); ++i) {
        if (before[i].name == now[i].name) {
            out.add(i, i);
        }
    }
    match_rest<compare_keys>(out, now, before, memory);
    return out;
}
// Matches a part of a new name with the original one of the same number, if nothing has the name of that any more:
// parts that are kept have the numbers that they had. can_be(now, before): whether the two may be one. Calls
// use(number).
template <class CanBe, class Use> void match_numbers(part_matches& to, const CanBe& can_be, const Use& use) {
    for (std::uint32_t i = 0; i < to.old_of.size() && i < to.new_of.size(); ++i) {
        if (to.old_of[i] == npos && to.new_of[i] == npos && can_be(i)) {
            to.add(i, i);
            use(i);
        }
    }
}
inline constexpr auto any_number = [](std::uint32_t) { return true; };
inline constexpr auto use_nothing = [](std::uint32_t) {};

template <class = when_used> class scene_pairs {
public:
    // Both scenes are valid, and stay.
    scene_pairs(const scene& changed, const scene& original, remark_sink sink, bool deletes, bool rewrites,
                std::pmr::memory_resource* resource)
        : now(changed), before(original), tell(sink), memory(resource), delete_missing(deletes), rewrite_all(rewrites),
          nodes(match_names(now.nodes, before.nodes, memory)), meshes(match_names(now.meshes, before.meshes, memory)),
          materials(match_names(now.materials, before.materials, memory)) {
        match_meshes();
        match_numbers(materials, any_number, use_nothing);
        match_nodes();
    }

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
    // Returns the origin of each vertex of a mesh; one of npos if it is new. `number`: that of the mesh in `before`, or
    // npos. Without origins, vertices have their numbers if there are as many as before.
    [[nodiscard]] pool<scene::origin> origins_of(const scene::mesh& mesh, std::uint32_t number) const {
        const std::size_t count = mesh.positions.size();
        const std::size_t old = number != npos ? before.meshes[number].positions.size() : 0;
        const bool is_numbered = mesh.origins.size() == count;
        if (!is_numbered && number != npos && count != old) {
            say(remark_kind::guessed, "mesh", mesh.name, "vertices without origins: all are new", count);
        }
        pool<scene::origin> out{count, memory};
        for (std::uint32_t i = 0; i < count; ++i) {
            if (is_numbered) {
                const scene::origin& from = mesh.origins[i];
                const bool exists =
                    from.mesh < before.meshes.size() && from.vertex < before.meshes[from.mesh].positions.size();
                out[i] = exists ? from : scene::origin{};
            } else if (number != npos && count == old) {
                out[i] = {number, i};
            }
        }
        return out;
    }

    const scene &now, &before;
    remark_sink tell;
    std::pmr::memory_resource* memory;
    bool delete_missing, rewrite_all;
    part_matches nodes, meshes, materials;

private:
    void match_meshes() {
        for (std::uint32_t i = 0; i < now.meshes.size(); ++i) {
            for (std::size_t k = 0; meshes.old_of[i] == npos && k < now.meshes[i].origins.size(); ++k) {
                const std::uint32_t found = now.meshes[i].origins[k].mesh;
                if (found < before.meshes.size() && meshes.new_of[found] == npos) {
                    meshes.add(i, found);
                    say_renamed("mesh", now.meshes[i].name);
                }
            }
        }
        match_numbers(
            meshes, [&](std::uint32_t i) { return now.meshes[i].origins.empty(); },
            [&](std::uint32_t i) { say_renamed("mesh", now.meshes[i].name); });
    }
    // A node whose mesh, whose place among the joints or whose number is that of a missing node is this node, with
    // another name.
    void match_nodes() {
        pool<std::uint32_t> holders{before.meshes.size(), npos, memory}; // the first node that has each mesh
        for (std::uint32_t i = 0; i < before.nodes.size(); ++i) {
            if (const std::uint32_t mesh = before.nodes[i].mesh; mesh != npos && holders[mesh] == npos) {
                holders[mesh] = i;
            }
        }
        pool<std::uint8_t> is_done{now.skins.size(), memory};
        for (std::uint32_t i = 0; i < now.nodes.size(); ++i) {
            const scene::node& node = now.nodes[i];
            const std::uint32_t mesh = meshes.before_of(node.mesh), holder = mesh != npos ? holders[mesh] : npos;
            if (holder == npos) {
                continue;
            }
            match_renamed(i, holder);
            const std::uint32_t skin = before.nodes[holder].skin;
            if (node.skin == npos || skin == npos || is_done[node.skin] != 0) {
                continue;
            }
            is_done[node.skin] = 1;
            const scene::list<std::uint32_t>&joints = now.skins[node.skin].joints, &old = before.skins[skin].joints;
            for (std::size_t k = 0; joints.size() == old.size() && k < joints.size(); ++k) {
                match_renamed(joints[k], old[k]);
            }
        }
        match_numbers(
            nodes,
            [&](std::uint32_t i) {
                const scene::node &a = now.nodes[i], &b = before.nodes[i];
                return meshes.before_of(a.mesh) == b.mesh && (a.mesh == npos) == (b.mesh == npos) &&
                       (a.light == npos) == (b.light == npos) && (a.camera == npos) == (b.camera == npos);
            },
            [&](std::uint32_t i) { say_renamed("node", now.nodes[i].name); });
    }
    void match_renamed(std::uint32_t of_now, std::uint32_t of_before) {
        if (nodes.old_of[of_now] == npos && nodes.new_of[of_before] == npos) {
            nodes.add(of_now, of_before);
            say_renamed("node", now.nodes[of_now].name);
        }
    }
    void say_renamed(const char* part, std::string_view name) const {
        say(remark_kind::guessed, part, name, "it has another name in the model");
    }
};

}}} // namespace effigy::v0::impl
