// A scene that was edited, the scene of the model as it is, and which parts of the two are the same.
#pragma once

#include <effigy/core/impl/numbers_by_key.hpp>
#include <effigy/grimrock/owned/model.hpp>
#include <effigy/grimrock/scene.hpp>
#include <effigy/scene/remark.hpp>

namespace effigy { inline namespace v0 { namespace grimrock { namespace impl {

// What the steps of apply() share.
struct paired_scenes {
    const scene& now;
    scene was;
    scene_trace trace;
    remark_sink tell;
    pool<std::uint32_t> node_before, node_after; // of each node of `now` that of `was`, and the other way; npos: none
    pool<std::uint32_t> mesh_before, mesh_after;
    pool<std::uint32_t> outer_of, inner_of;     // per node of the file: its nodes in `was`
    numbers_by_key<std::string_view> materials; // of `was`, by name
    bool delete_missing, rewrite_all;

    paired_scenes(const scene& changed, scene&& original, scene_trace&& traced, std::uint32_t file_nodes,
                  remark_sink sink, bool deletes, bool rewrites)
        : now(changed), was(std::move(original)), trace(std::move(traced)), tell(sink), node_before(memory()),
          node_after(memory()), mesh_before(memory()), mesh_after(memory()), outer_of(memory()), inner_of(memory()),
          materials(memory()), delete_missing(deletes), rewrite_all(rewrites) {
        outer_of.assign(file_nodes, npos);
        inner_of.assign(file_nodes, npos);
        for (std::uint32_t i = 0; i < trace.nodes.size(); ++i) {
            const auto& [number, role] = trace.nodes[i];
            if (role <= node_role::outer) {
                outer_of[number] = i;
            }
            if (role == node_role::node || role == node_role::inner) {
                inner_of[number] = i;
            }
        }
        for (std::uint32_t i = 0; i < was.materials.size(); ++i) {
            materials.add(was.materials[i].name, i); // all different
        }
        pair_names(now.nodes, was.nodes, node_before, node_after);
        pair_names(now.meshes, was.meshes, mesh_before, mesh_after);
        pair_meshes_by_origin();
        pair_renamed_nodes();
    }

    [[nodiscard]] std::pmr::memory_resource* memory() const noexcept { return was.nodes.resource(); }

    void say(remark_kind kind, const char* part, std::string_view name, std::string_view what,
             std::uint64_t count = 0) const {
        tell({.kind = kind, .part = part, .name = name, .what = what, .count = count});
    }
    // What a node of `now` is; the role `node` without a number if it is new.
    [[nodiscard]] traced_node traced(std::uint32_t node) const noexcept {
        const std::uint32_t before = node_before[node];
        return before != npos ? trace.nodes[before] : traced_node{};
    }
    // Says so if no game has such names.
    void check_name(const char* part, std::string_view name) const {
        bool is_usual = !name.empty();
        for (const char c : name) {
            is_usual = is_usual && c >= ' ' && c <= '~';
        }
        if (!is_usual) {
            say(remark_kind::left_out, part, name,
                "names of the game's files have ASCII characters; this one is stored as it is");
        }
    }

private:
    // Names are different in `was`. If they are not in `now`, the first part counts.
    template <class Part>
    void pair_names(const scene::list<Part>& after, const scene::list<Part>& before, pool<std::uint32_t>& before_of,
                    pool<std::uint32_t>& after_of) {
        before_of.assign(after.size(), npos);
        after_of.assign(before.size(), npos);
        numbers_by_key<std::string_view> names{memory()};
        for (std::uint32_t i = 0; i < before.size(); ++i) {
            names.add(before[i].name, i);
        }
        for (std::uint32_t i = 0; i < after.size(); ++i) {
            const std::uint32_t found = names.find(std::string_view{after[i].name});
            if (found != npos && after_of[found] == npos) {
                before_of[i] = found;
                after_of[found] = i;
            }
        }
    }
    void pair_meshes_by_origin() {
        for (std::uint32_t i = 0; i < now.meshes.size(); ++i) {
            for (std::size_t k = 0; mesh_before[i] == npos && k < now.meshes[i].origins.size(); ++k) {
                const std::uint32_t found = now.meshes[i].origins[k].mesh;
                if (found < was.meshes.size() && mesh_after[found] == npos) {
                    mesh_before[i] = found;
                    mesh_after[found] = i;
                    say(remark_kind::guessed, "mesh", now.meshes[i].name,
                        "its vertices come from this mesh of the model", now.meshes[i].origins.size());
                }
            }
        }
    }
    // A node whose mesh, or whose place among the joints, is that of a missing node is this node, with another name.
    void pair_renamed_nodes() {
        for (std::uint32_t i = 0; i < now.nodes.size(); ++i) {
            const scene::node& node = now.nodes[i];
            const std::uint32_t mesh = node.mesh != npos ? mesh_before[node.mesh] : npos;
            if (mesh == npos) {
                continue;
            }
            const std::uint32_t holder = trace.meshes[mesh].holder;
            pair_renamed(i, holder);
            const std::uint32_t skin = was.nodes[holder].skin;
            if (node.skin == npos || skin == npos) {
                continue;
            }
            const scene::list<std::uint32_t>& after = now.skins[node.skin].joints;
            const scene::list<std::uint32_t>& before = was.skins[skin].joints;
            for (std::size_t k = 0; after.size() == before.size() && k < after.size(); ++k) {
                pair_renamed(after[k], before[k]);
            }
        }
    }
    void pair_renamed(std::uint32_t after, std::uint32_t before) {
        if (node_before[after] == npos && node_after[before] == npos) {
            node_before[after] = before;
            node_after[before] = after;
            say(remark_kind::guessed, "node", now.nodes[after].name, "is a node of the model, with another name");
        }
    }
};

}}}} // namespace effigy::v0::grimrock::impl
