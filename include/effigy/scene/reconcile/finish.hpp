// The last step of reconcile(): removes parts, orders nodes, and keeps the rules of a scene.
#pragma once

#include <effigy/scene/reconcile/state.hpp>

namespace effigy { inline namespace v0 { namespace impl {

template <class = when_used> class scene_finisher {
public:
    scene_finisher(reconcile_state& of, scene_edits& to)
        : of_(of), to_(to), made_(of.made), is_left_(made_.nodes.size(), true, of.memory) {}

    void run() {
        remove_targets();
        choose_nodes();
        join_roots();
        order_nodes();
        remove_clips();
        to_.meshes = pairs_of(remove_unused(made_.meshes, of_.original.meshes.size(), &scene::node::mesh), made_.meshes,
                              of_.original.meshes);
        static_cast<void>(remove_unused(made_.skins, of_.original.skins.size(), &scene::node::skin));
        static_cast<void>(remove_unused(made_.cameras, of_.original.cameras.size(), &scene::node::camera));
        static_cast<void>(remove_unused(made_.lights, of_.original.lights.size(), &scene::node::light));
        to_.materials = pairs_of(remove_materials(), made_.materials, of_.original.materials);
        add_texcoords();
        to_.made = std::move(made_);
    }

private:
    // Parts of the result begin with those of the original. `number_of`: their last numbers; npos: they are gone.
    template <class Parts>
    [[nodiscard]] part_matches pairs_of(const pool<std::uint32_t>& number_of, const Parts& made, const Parts& olds) {
        part_matches out{made.size(), olds.size(), of_.memory};
        for (std::uint32_t i = 0; i < olds.size(); ++i) {
            if (number_of[i] != npos) {
                out.add(number_of[i], i);
            }
        }
        return out;
    }

    // ---- morph targets ---------------------------------------------------------------------------------------------

    void remove_targets() {
        if (of_.lost_targets.empty()) {
            return;
        }
        pool<bool> is_lost(0, of_.memory);
        pool<std::uint32_t> first_of(made_.meshes.size(), npos, of_.memory); // of is_lost, if the mesh loses any
        for (const auto& [mesh, target] : of_.lost_targets) {
            if (first_of[mesh] == npos) {
                first_of[mesh] = static_cast<std::uint32_t>(is_lost.size());
                is_lost.resize(is_lost.size() + made_.meshes[mesh].targets.size());
            }
            is_lost[first_of[mesh] + target] = true;
        }
        const auto remove = [&](auto& from, std::uint32_t mesh) { // all values of a target, which repeat
            const std::size_t count = made_.meshes[mesh].targets.size();
            std::size_t kept = 0;
            for (std::size_t i = 0; i < from.size(); ++i) {
                if (!is_lost[first_of[mesh] + i % count]) {
                    if (kept != i) {
                        from[kept] = std::move(from[i]);
                    }
                    ++kept;
                }
            }
            from.resize(kept);
        };
        for (scene::clip& clip : made_.clips) {
            for (std::size_t i = clip.channels.size(); i-- > 0;) {
                scene::channel& each = clip.channels[i];
                const std::uint32_t mesh = each.path == scene::path::weights ? made_.nodes[each.node].mesh : npos;
                if (mesh != npos && first_of[mesh] != npos) {
                    remove(each.values, mesh);
                    if (each.values.empty()) {
                        clip.channels.erase(&each);
                    }
                }
            }
        }
        for (std::uint32_t mesh = 0; mesh < first_of.size(); ++mesh) {
            if (first_of[mesh] != npos) {
                remove(made_.meshes[mesh].targets, mesh);
            }
        }
    }

    // ---- nodes -----------------------------------------------------------------------------------------------------

    // Nodes that the changed scene lacks are deleted if that is wanted, but not joints of skins that are left, nor
    // nodes above a node that is left.
    void choose_nodes() {
        if (!of_.options.delete_missing) {
            return;
        }
        const std::size_t count = of_.original.nodes.size();
        for (std::size_t i = 0; i < count; ++i) {
            is_left_[i] = of_.nodes.new_of[i] != npos;
        }
        pool<bool> is_used(made_.skins.size(), of_.memory);
        for (std::size_t i = 0; i < made_.nodes.size(); ++i) {
            if (is_left_[i] && made_.nodes[i].skin != npos) {
                is_used[made_.nodes[i].skin] = true;
            }
        }
        for (std::size_t i = 0; i < is_used.size(); ++i) {
            for (std::size_t k = 0; is_used[i] && k < made_.skins[i].joints.size(); ++k) {
                is_left_[made_.skins[i].joints[k]] = true;
            }
        }
        for (std::uint32_t i = 0; i < made_.nodes.size(); ++i) {
            std::uint32_t above = is_left_[i] ? made_.nodes[i].parent : npos;
            while (above != npos && !is_left_[above]) {
                is_left_[above] = true;
                above = made_.nodes[above].parent;
            }
        }
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t mesh = of_.original.nodes[i].mesh;
            if (!is_left_[i]) {
                of_.say(remark_kind::changed, "node", made_.nodes[i].name, "is deleted");
            } else if (mesh != npos && of_.nodes.new_of[i] == npos) {
                of_.say(remark_kind::changed, "mesh", of_.original.meshes[mesh].name,
                        "is deleted; its node has others below");
            } else if (of_.nodes.new_of[i] == npos) {
                of_.say(remark_kind::kept, "node", made_.nodes[i].name, "not deleted, since others need it");
            }
        }
    }
    // Those that no vertex needs any more are not new nodes.
    // The joints of a skin need a common root. Editors can separate joints that no longer have weights: their root goes
    // below that of the first joint.
    void join_roots() {
        pool<std::uint32_t> roots{of_.memory};
        find_roots(roots);
        for (const scene::skin& skin : made_.skins) {
            for (const std::uint32_t joint : skin.joints) {
                const std::uint32_t above = root_of(roots, skin.joints[0]), root = root_of(roots, joint);
                if (above == root) {
                    continue;
                }
                const bool is_movable = made_.nodes[root].skin == npos;
                const std::uint32_t moved = is_movable ? root : above;
                made_.nodes[moved].parent = is_movable ? above : root;
                roots[moved] = made_.nodes[moved].parent;
                of_.say(remark_kind::changed, "node", made_.nodes[moved].name, "is below the root of the other joints");
            }
        }
    }
    void find_roots(pool<std::uint32_t>& roots) const {
        for (std::uint32_t i = 0; i < made_.nodes.size(); ++i) {
            roots.push_back(made_.nodes[i].parent != npos ? made_.nodes[i].parent : i);
        }
        for (std::uint32_t i = 0; i < made_.nodes.size(); ++i) {
            static_cast<void>(root_of(roots, i));
        }
    }
    // Shortens the way to the root for the next search.
    [[nodiscard]] static std::uint32_t root_of(pool<std::uint32_t>& roots, std::uint32_t node) {
        std::uint32_t out = node;
        while (roots[out] != out) {
            out = roots[out];
        }
        while (roots[node] != out) {
            node = std::exchange(roots[node], out);
        }
        return out;
    }

    // Parents come first: a node that got a parent with a higher number comes right after it.
    void order_nodes() {
        pool<std::uint32_t> number_of(made_.nodes.size(), npos, of_.memory);
        pool<std::uint32_t> order{of_.memory}, path{of_.memory};
        for (std::uint32_t i = 0; i < made_.nodes.size(); ++i) {
            for (std::uint32_t at = i; at != npos && number_of[at] == npos && is_left_[at];
                 at = made_.nodes[at].parent) {
                path.push_back(at);
            }
            for (; !path.empty(); path.pop_back()) {
                number_of[path.back()] = static_cast<std::uint32_t>(order.size());
                order.push_back(path.back());
            }
        }
        scene::list<scene::node> nodes{of_.memory};
        nodes.reserve(order.size());
        for (const std::uint32_t i : order) {
            scene::node& made = nodes.emplace_back(std::move(made_.nodes[i]));
            made.parent = made.parent != npos ? number_of[made.parent] : npos;
        }
        made_.nodes = std::move(nodes);
        to_.nodes = pairs_of(number_of, made_.nodes, of_.original.nodes);
        for (scene::skin& skin : made_.skins) {
            for (std::uint32_t& joint : skin.joints) {
                joint = number_of[joint]; // npos only in a skin that is removed
            }
        }
        for (scene::clip& clip : made_.clips) {
            for (std::size_t i = clip.channels.size(); i-- > 0;) {
                scene::channel& each = clip.channels[i];
                if (each.node == npos) {
                    continue;
                }
                each.node = number_of[each.node];
                if (each.node == npos || (each.path != scene::path::weights && made_.nodes[each.node].skin != npos)) {
                    clip.channels.erase(&each);
                }
            }
        }
    }
    void remove_clips() {
        pool<bool> is_left(made_.clips.size(), of_.memory);
        for (std::size_t i = made_.clips.size(); i-- > 0;) {
            const bool is_missing = i < of_.original.clips.size() && of_.clips.new_of[i] == npos;
            is_left[i] = !made_.clips[i].channels.empty() && !(of_.options.delete_missing && is_missing);
            if (!is_left[i]) {
                of_.say(remark_kind::changed, "clip", made_.clips[i].name, "is deleted");
            }
        }
        to_.clips = pairs_of(keep_only(made_.clips, is_left), made_.clips, of_.original.clips);
    }

    // ---- other parts -----------------------------------------------------------------------------------------------

    // Removes parts that nodes of the original used and that no node uses any more, and new ones without use. Returns
    // the numbers of all.
    template <class Parts> [[nodiscard]] pool<std::uint32_t> remove_unused(Parts& parts, std::size_t olds,
                                                                           std::uint32_t scene::node::* number) {
        pool<bool> is_left(olds, true, of_.memory);
        is_left.resize(parts.size());
        for (const scene::node& each : of_.original.nodes) {
            if (each.*number != npos) {
                is_left[each.*number] = false;
            }
        }
        for (const scene::node& each : made_.nodes) {
            if (each.*number != npos) {
                is_left[each.*number] = true;
            }
        }
        pool<std::uint32_t> number_of = keep_only(parts, is_left);
        for (scene::node& each : made_.nodes) {
            if (each.*number != npos) {
                each.*number = number_of[each.*number];
            }
        }
        return number_of;
    }
    template <class Parts> [[nodiscard]] pool<std::uint32_t> keep_only(Parts& parts, const pool<bool>& is_left) {
        pool<std::uint32_t> number_of(parts.size(), npos, of_.memory);
        std::uint32_t next = 0;
        for (std::uint32_t i = 0; i < parts.size(); ++i) {
            if (is_left[i]) {
                number_of[i] = next++;
            }
        }
        if (next != parts.size()) {
            Parts kept{of_.memory};
            kept.reserve(next);
            for (std::uint32_t i = 0; i < parts.size(); ++i) {
                if (is_left[i]) {
                    kept.emplace_back(std::move(parts[i]));
                }
            }
            parts = std::move(kept);
        }
        return number_of;
    }
    // Materials that no mesh uses any more are deleted if that is wanted. Clips may use them, too.
    [[nodiscard]] pool<std::uint32_t> remove_materials() {
        pool<bool> is_left(made_.materials.size(), of_.memory);
        const std::size_t olds = of_.original.materials.size();
        for (std::size_t i = 0; i < made_.materials.size(); ++i) {
            is_left[i] = i < olds && (!of_.options.delete_missing || of_.materials.new_of[i] != npos);
        }
        for (const scene::mesh& mesh : made_.meshes) {
            for (const scene::primitive& drawn : mesh.primitives) {
                if (drawn.material != npos) {
                    is_left[drawn.material] = true;
                }
            }
        }
        for (const scene::clip& clip : made_.clips) {
            for (const scene::channel& each : clip.channels) {
                if (each.material != npos) {
                    is_left[each.material] = true;
                }
            }
        }
        pool<std::uint32_t> number_of = keep_only(made_.materials, is_left);
        for (scene::mesh& mesh : made_.meshes) {
            for (scene::primitive& drawn : mesh.primitives) {
                drawn.material = drawn.material != npos ? number_of[drawn.material] : npos;
            }
        }
        for (scene::clip& clip : made_.clips) {
            for (scene::channel& each : clip.channels) {
                each.material = each.material != npos ? number_of[each.material] : npos;
            }
        }
        return number_of;
    }
    // A mesh with texture coordinates has all sets that its materials need: the first one in place of those it lacks.
    void add_texcoords() {
        constexpr std::uint64_t most = 8;
        pool<std::uint64_t> sets_of{of_.memory};
        for (const scene::material& each : made_.materials) {
            std::uint64_t sets = 0;
            for (const scene::texture& texture : each.textures) {
                const std::uint64_t here = std::uint64_t{texture.texcoord} + 1;
                sets = here > sets ? here : sets;
            }
            sets_of.push_back(sets);
        }
        for (scene::mesh& mesh : made_.meshes) {
            for (scene::primitive& drawn : mesh.primitives) {
                const std::uint64_t sets = drawn.material != npos ? sets_of[drawn.material] : 0;
                if (mesh.texcoords.empty() || sets <= mesh.texcoords.size()) {
                    continue;
                }
                if (sets > most) {
                    of_.say(remark_kind::left_out, "mesh", mesh.name, "a material that needs more texture coordinates");
                    drawn.material = npos;
                }
                while (drawn.material != npos && mesh.texcoords.size() < sets) {
                    mesh.texcoords.push_back(mesh.texcoords[0]);
                }
            }
        }
    }

    reconcile_state& of_;
    scene_edits& to_;
    scene& made_;
    pool<bool> is_left_; // per node
};

}}} // namespace effigy::v0::impl
