// Bringing nodes back: their poses, names and parents, new ones, and those that are gone.
#pragma once

#include <effigy/grimrock/apply/skin.hpp>

namespace effigy { inline namespace v0 { namespace grimrock { namespace impl {

// A node of the model to be. Old nodes have their old numbers in plans; new ones follow.
struct planned_node {
    owned_node node;
    matrix4x3<double> local;       // in the scene's space, if it is to be stored
    matrix4x3<double> shift;       // that `local` has over the matrix of the scene's node
    std::uint32_t in_scene = npos; // of `now`; npos: as it is
    std::uint32_t parent = npos;   // in the engine's tree, in which node 0 is above all others
    bool is_old = false, is_deleted = false, has_local = false, is_moved = false; // is_moved: to another parent
};

// Plans the nodes. The caller adds meshes to them; then store() numbers and stores them.
template <class = when_used> class node_planner {
public:
    node_planner(const paired_scenes& scenes, owned_model& to, const node_index& tree)
        : scenes_(scenes), to_(to), tree_(tree), nodes_(scenes.memory), frames_(scenes.memory), order_(scenes.memory),
          number_of_(scenes.memory) {}

    pool<planned_node>& nodes() noexcept { return nodes_; }
    [[nodiscard]] std::span<const node_frame> frames() const noexcept { return frames_; }
    [[nodiscard]] bool has_changed() const noexcept { return has_changed_; }
    void set_changed() noexcept { has_changed_ = true; }

    // Plans all nodes but those that only meshes or lights need.
    void plan() {
        const std::span<const owned_node> old = std::as_const(to_).get(to_.nodes);
        for (std::uint32_t i = 0; i < old.size(); ++i) {
            planned_node& planned = nodes_.emplace_back();
            planned.node = old[i];
            planned.parent = tree_.parent(i);
            planned.in_scene = scenes_.nodes.now_of(scenes_.outer_of[i]);
            planned.is_old = true;
            if (planned.in_scene == npos) {
                planned.is_deleted = scenes_.delete_missing;
            }
        }
        frames_.resize(scenes_.now.nodes.size());
        for (std::uint32_t i = 0; i < frames_.size(); ++i) {
            plan_node(i);
        }
    }
    // Adds a node for a mesh or a light of the scene, and returns its number.
    std::uint32_t add(std::string_view name, std::uint32_t parent, const matrix4x3<double>& local = {}) {
        planned_node& made = nodes_.emplace_back();
        made.parent = parent;
        made.local = local;
        made.has_local = made.is_moved = true;
        to_.set(made.node.name, name); // other than all others: see name_nodes()
        has_changed_ = true;
        return static_cast<std::uint32_t>(nodes_.size() - 1);
    }
    // Nodes whose number something still needs are not deleted; nor are those above.
    void keep(std::uint32_t number) {
        for (; number < nodes_.size() && nodes_[number].is_deleted; number = nodes_[number].parent) {
            nodes_[number].is_deleted = false;
        }
    }
    // Returns the new number of a planned node.
    [[nodiscard]] std::uint32_t number_of(std::uint32_t planned) const { return number_of_[planned]; }

    void store() {
        say_missing();
        sort();
        name_nodes();
        place_below_first();
        pool<owned_node> made{scenes_.memory};
        made.reserve(order_.size());
        for (const std::uint32_t each : order_) {
            planned_node& planned = nodes_[each];
            set_parent(planned);
            if (planned.has_local) {
                set_local(planned.node, planned.local);
            }
            made.push_back(planned.node);
        }
        to_.set<owned_node>(to_.nodes, std::span<const owned_node>{made});
    }

    // What the nodes of the scene became. Precondition: store() was called.
    [[nodiscard]] pool<applied_node> applied() const {
        pool<applied_node> out(scenes_.now.nodes.size(), scenes_.memory);
        numbers_by_key<std::string_view> lasts{scenes_.memory};
        for (std::size_t i = order_.size(); i-- > 0;) {
            const planned_node& each = nodes_[order_[i]];
            const std::string_view name = std::as_const(to_).get(each.node.name);
            const bool is_last = !lasts.contains(name);
            if (is_last) {
                lasts.add(name, order_[i]);
            }
            if (each.in_scene != npos) {
                applied_node& made = out[each.in_scene];
                made.name = name;
                made.exists = true;
                made.is_found = is_last;
                made.shift = each.shift;
            }
        }
        return out;
    }

private:
    static constexpr matrix4x3<double> unmoved{};

    [[nodiscard]] matrix4x3<double> pose_of(std::uint32_t node) const {
        return to_real<double>(scenes_.now.nodes[node].local).matrix();
    }
    // The inner node of a sheared one, in `now`; npos if there is none.
    [[nodiscard]] std::uint32_t inner_after(std::uint32_t number, std::uint32_t outer) const {
        const std::uint32_t inner = scenes_.nodes.now_of(scenes_.inner_of[number]);
        return inner != npos && scenes_.now.nodes[inner].parent == outer ? inner : npos;
    }
    void plan_node(std::uint32_t i) {
        const scene::node& node = scenes_.now.nodes[i];
        const auto [number, role] = scenes_.traced(i);
        const node_frame above = node.parent != npos ? frames_[node.parent] : node_frame{};
        if (scenes_.nodes.before_of(i) == npos && node.skin == npos) {
            frames_[i] = {.number = static_cast<std::uint32_t>(nodes_.size()), .shift = {}};
            planned_node& made = nodes_.emplace_back();
            made.in_scene = i;
            made.parent = above.number;
            made.shift = above.shift;
            made.local = above.shift * pose_of(i);
            made.has_local = made.is_moved = true;
            to_.set(made.node.name, std::string_view{node.name});
            has_changed_ = true;
        } else if (scenes_.nodes.before_of(i) == npos || role > node_role::inner) { // made for glTF
            frames_[i] = {.number = above.number, .shift = above.shift * pose_of(i)};
        } else if (role == node_role::inner) {
            frames_[i] = {.number = number, .shift = {}};
        } else {
            change_node(nodes_[number], i, number, role, above);
        }
    }
    void change_node(planned_node& planned, std::uint32_t i, std::uint32_t number, node_role role,
                     const node_frame& above) {
        const auto is_same_pose = [&](std::uint32_t node) {
            return scenes_.now.nodes[node].local == scenes_.before.nodes[scenes_.nodes.before_of(node)].local;
        };
        matrix4x3<double> local = above.shift * pose_of(i);
        bool is_same = is_same_pose(i);
        frames_[i] = {.number = number, .shift = {}};
        if (role == node_role::outer) {
            if (const std::uint32_t inner = inner_after(number, i); inner != npos) {
                is_same = is_same && is_same_pose(inner);
                local = local * pose_of(inner);
                frames_[i].shift = inverse(pose_of(inner)).matrix; // the identity if there is none
            } else {
                is_same = false;
            }
        }
        planned.shift = above.shift;
        planned.is_moved = above.number != planned.parent;
        planned.parent = above.number;
        if (!is_same || planned.is_moved || !(above.shift == unmoved) || scenes_.rewrite_all) {
            planned.local = local;
            planned.has_local = true;
            has_changed_ = true;
            scenes_.say(remark_kind::changed, "node", scenes_.now.nodes[i].name,
                        planned.is_moved ? "parent" : "transform");
        }
    }
    void say_missing() {
        for (const planned_node& each : nodes_) {
            if (!each.is_old || each.in_scene != npos) {
                continue;
            }
            const std::string_view name = std::as_const(to_).get(each.node.name);
            if (scenes_.delete_missing && !each.is_deleted) {
                scenes_.say(remark_kind::kept, "node", name, "its mesh, a bone or a node below needs it");
            } else {
                scenes_.say_gone("node", name, each.is_deleted);
                has_changed_ = has_changed_ || each.is_deleted;
            }
        }
    }
    // Finds the order: that of the numbers, if a parent that a node gets is before it; else parents go first.
    void sort() {
        bool is_sorted = true;
        for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
            const planned_node& each = nodes_[i];
            is_sorted = is_sorted && (each.is_deleted || !each.is_moved || each.parent == npos || each.parent < i);
        }
        pool<bool> is_placed(nodes_.size(), scenes_.memory);
        pool<std::uint32_t> above{scenes_.memory};
        for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
            for (std::uint32_t at = i; at != npos && !is_placed[at]; at = is_sorted ? npos : nodes_[at].parent) {
                is_placed[at] = true;
                above.push_back(at);
            }
            for (; !above.empty(); above.pop_back()) {
                if (!nodes_[above.back()].is_deleted) {
                    order_.push_back(above.back());
                }
            }
        }
        number_of_.assign(nodes_.size(), npos);
        for (std::uint32_t i = 0; i < order_.size(); ++i) {
            number_of_[order_[i]] = i;
        }
    }
    // Clips find nodes by name, so new names are different from all others.
    void name_nodes() {
        numbers_by_key<std::string> taken{scenes_.memory};
        pool<std::uint32_t> suffixes{scenes_.memory}; // the last one that was tried after a name
        const auto take = [&](std::string name) {
            taken.add(std::move(name), static_cast<std::uint32_t>(suffixes.size()));
            suffixes.push_back(1);
        };
        const auto name_of = [&](std::uint32_t i) { return std::as_const(to_).get(nodes_[i].node.name); };
        const auto is_renamed = [&](std::uint32_t i) {
            const planned_node& each = nodes_[i];
            return each.is_old && each.in_scene != npos &&
                   scenes_.now.nodes[each.in_scene].name != scenes_.before.nodes[scenes_.outer_of[i]].name;
        };
        for (const std::uint32_t i : order_) {
            if (nodes_[i].is_old && !is_renamed(i) && !taken.contains(name_of(i))) {
                take(std::string{name_of(i)});
            }
        }
        for (const std::uint32_t i : order_) {
            if (nodes_[i].is_old && !is_renamed(i)) {
                continue;
            }
            std::string name{nodes_[i].is_old ? std::string_view{scenes_.now.nodes[nodes_[i].in_scene].name}
                                              : name_of(i)};
            name = name.empty() ? "node" : name;
            if (const std::uint32_t known = taken.find(std::string_view{name}); known != npos) {
                std::string other;
                do {
                    other = name + '_' + std::to_string(++suffixes[known]);
                } while (taken.contains(std::string_view{other}));
                name = other;
            }
            scenes_.check_name("node", name);
            scenes_.say(remark_kind::changed, "node", name, nodes_[i].is_old ? "name" : "new");
            to_.set(nodes_[i].node.name, std::string_view{name});
            take(std::move(name));
            has_changed_ = true;
        }
    }
    // The engine makes every node without a parent a child of node 0. So that it stays where it is, its matrix undoes
    // that of node 0.
    void place_below_first() {
        if (order_.empty() || nodes_[order_[0]].parent != npos) {
            return;
        }
        const planned_node& first = nodes_[order_[0]];
        const matrix4x3<double> local = local_of(first);
        for (std::size_t i = 1; i < order_.size(); ++i) {
            planned_node& each = nodes_[order_[i]];
            if (each.parent != npos || local == unmoved) {
                continue;
            }
            const auto name = std::as_const(to_).get(each.node.name);
            if (const inverse_matrix<double> back = inverse(local)) {
                each.local = back.matrix * local_of(each);
                each.shift = back.matrix * each.shift;
                each.has_local = true;
                scenes_.say(remark_kind::changed, "node", name, "a child of node 0, in the same place");
            } else {
                scenes_.say(remark_kind::left_out, "node", name,
                            "its place: node 0, its parent in the game, has no size");
            }
        }
    }
    [[nodiscard]] matrix4x3<double> local_of(const planned_node& of) const {
        return of.has_local ? of.local
               : to_.version == static_cast<std::uint32_t>(grimrock_version)
                   ? mirrored_x::matrix(to_matrix<double>(of.node.local))
                   : mirrored_x::matrix(to_matrix<double>(of.node.transform));
    }
    // A negative parent stays as it is stored where it means the same.
    void set_parent(planned_node& planned) const {
        const bool is_below_first = !order_.empty() && planned.parent == order_[0] && nodes_[order_[0]].parent == npos;
        if (planned.parent == npos) {
            planned.node.parent = planned.is_old && planned.node.parent < 0 ? planned.node.parent : -1;
        } else if (!planned.is_old || planned.node.parent >= 0 || !is_below_first || planned.is_moved) {
            planned.node.parent = static_cast<std::int32_t>(number_of_[planned.parent]);
        }
    }
    void set_local(owned_node& to, const matrix4x3<double>& in_scene) const {
        const matrix4x3<double> exact = mirrored_x::matrix(in_scene);
        if (to_.version == static_cast<std::uint32_t>(grimrock_version)) {
            set_matrix(to.local, to_real<float>(exact));
            return;
        }
        const double sign = determinant(exact) < 0 ? -1 : 1;
        const vector3<double> scale{sign * length(exact.x), length(exact.y), length(exact.z)};
        const auto axis = [](const vector3<double>& v, double by, const vector3<float>& otherwise) {
            return by != 0 ? to_real<float>(v * (1 / by)) : otherwise;
        };
        set_vector(to.transform.position, to_real<float>(exact.translation));
        set_vector(to.transform.x, axis(exact.x, scale.x, {1, 0, 0}));
        set_vector(to.transform.y, axis(exact.y, scale.y, {0, 1, 0}));
        set_vector(to.transform.z, axis(exact.z, scale.z, {0, 0, 1}));
        set_vector(to.transform.scale, to_real<float>(scale));
    }

    const paired_scenes& scenes_;
    owned_model& to_;
    const node_index& tree_;
    pool<planned_node> nodes_;
    pool<node_frame> frames_;       // per node of `now`
    pool<std::uint32_t> order_;     // of what is stored
    pool<std::uint32_t> number_of_; // per planned node; npos: deleted
    bool has_changed_ = false;
};

}}}} // namespace effigy::v0::grimrock::impl
