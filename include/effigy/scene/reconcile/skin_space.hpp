// How the vertices and joints of a skinned mesh of a changed scene relate to those of the original.
#pragma once

#include <effigy/core/impl/numbers_by_key.hpp>
#include <effigy/scene/reconcile/skinning.hpp>
#include <effigy/scene/reconcile/state.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// Editors turn bones, and move vertices into another space: Blender stores a skinned mesh as it is where its bones
// are. What a joint j does to a vertex is world_j * inverse_bind_j * position, and remains the same. So a vertex has
// the position inverse(inverse_bind_new_j) * turned_j * inverse_bind_old_j * position, where world_new_j * turned_j is
// world_old_j. Four rules to find `turned` are tried, in this order.
enum class skin_rule : std::uint8_t {
    same_positions, // turned = inverse_bind_new * inverse(inverse_bind_old)
    same_bones,     // turned = 1
    same_rest,      // turned = inverse(world_new) * world_old, at rest
    same_bare_rest, // the same, but bones have no scale at rest
};

// Relates a mesh of the changed scene to one of the original, or to one that is new in the original's terms.
template <class = when_used> class skin_space {
    struct skin_joint {
        std::uint32_t skin, node, joint;

        [[nodiscard]] friend bool operator<(const skin_joint& a, const skin_joint& b) noexcept {
            return a.skin != b.skin ? a.skin < b.skin : a.node < b.node;
        }
    };

public:
    explicit skin_space(reconcile_state& of)
        : of_(of), news_(joints_of(of.changed)), olds_(joints_of(of.original)), added_(of.memory), matrices_(of.memory),
          joint_of_(of.memory), is_known_(of.changed.nodes.size(), of.memory),
          has_turns_(of.changed.skins.size(), of.memory), has_keys_(of.changed.nodes.size(), of.memory) {
        find_bare_world();
        for (const scene::clip& clip : of.changed.clips) {
            for (const scene::channel& each : clip.channels) {
                if (each.node != npos) {
                    has_keys_[each.node] = true;
                }
            }
        }
    }

    // `new_node` is the node of the changed mesh; either skin may be npos: the mesh has none.
    void begin(std::uint32_t new_node, std::uint32_t new_skin, std::uint32_t old_skin, skin_rule rule) {
        const std::uint32_t only_node = new_skin == npos ? new_node : npos; // else it does not matter
        if (new_skin == new_skin_ && old_skin == old_skin_ && rule == rule_here_ && only_node == node_) {
            return;
        }
        new_skin_ = new_skin;
        old_skin_ = old_skin;
        rule_here_ = rule;
        node_ = only_node;
        charge();
        matrices_.clear();
        joint_of_.clear();
        joint_of_.append(new_skin != npos ? of_.changed.skins[new_skin].joints.size() : 0, npos);
        is_same_ = true;
        if (old_skin == npos || old_skin >= of_.original.skins.size()) {
            return;
        }
        const scene::skin& old = of_.original.skins[old_skin];
        matrices_.reserve(old.joints.size());
        for (std::uint32_t i = 0; i < old.joints.size(); ++i) {
            matrices_.push_back(matrix_of(old, i, new_node, rule));
        }
        constexpr double most = 1e-5;
        for (const matrix4x3<double>& each : matrices_) {
            is_same_ = is_same_ && is_near(each, matrix4x3<double>{}, most, most * of_.size);
        }
    }
    // Whether the skins bind their common joints alike, bit for bit.
    [[nodiscard]] bool has_same_binds() const {
        const scene::skin& a = of_.changed.skins[new_skin_];
        const scene::skin& b = of_.original.skins[old_skin_];
        for (std::uint32_t i = 0; i < b.joints.size(); ++i) {
            const std::uint32_t node = of_.nodes.new_of[b.joints[i]];
            const std::uint32_t joint = node != npos ? find(news_, new_skin_, node) : npos;
            if (joint != npos && a.inverse_binds[joint] != b.inverse_binds[i]) {
                return false;
            }
        }
        return true;
    }
    // Whether a common joint is turned or scaled where it is bound, or all are as they were, apart from being bound.
    [[nodiscard]] bool is_bound_otherwise() const {
        const scene::skin& from = of_.changed.skins[new_skin_];
        bool out = true;
        for (std::uint32_t i = 0; i < from.joints.size(); ++i) {
            const std::uint32_t node = from.joints[i], old = of_.nodes.old_of[node];
            const std::uint32_t joint = old != npos ? find(olds_, old_skin_, old) : npos;
            if (joint != npos && !are_axes_near(between_binds(i, joint), {}, same_within::turn)) {
                return true;
            }
            out = out && (joint == npos || is_near(to_real<double>(of_.changed.nodes[node].local.position),
                                                   to_real<double>(of_.original.nodes[old].local.position),
                                                   same_within::rest * of_.size));
        }
        return out;
    }
    // Whether vertices of both meshes are in the same space.
    [[nodiscard]] bool is_same() const noexcept { return is_same_; }

    // Returns the matrix from the space of the original's mesh to that of the changed mesh, for a vertex of each.
    [[nodiscard]] matrix4x3<double> for_old_vertex(const scene::mesh& old, std::uint32_t vertex) const {
        return blended(matrices_, old, vertex, [](std::uint32_t joint) { return joint; });
    }
    [[nodiscard]] matrix4x3<double> for_new_vertex(const scene::mesh& changed, std::uint32_t vertex) {
        return blended(matrices_, changed, vertex, [this](std::uint32_t joint) { return joint_of(joint); });
    }

    // Whether a vertex has no weights, but those of bones that Blender makes for such vertices.
    [[nodiscard]] bool is_unweighted(const scene::mesh& changed, std::uint32_t vertex) const {
        bool out = new_skin_ != npos && !changed.joints.empty();
        for (std::size_t set = 0; set < changed.joints.size(); ++set) {
            for (std::size_t k = 0; k < 4 && out; ++k) {
                const std::uint32_t joint = changed.joints[set][vertex][k];
                out = changed.weights[set][vertex][k] == 0 ||
                      is_of_weightless(of_.changed.nodes[of_.changed.skins[new_skin_].joints[joint]]);
            }
        }
        return out;
    }
    // Returns the joint in the skin of the result; adds it there if it is new.
    [[nodiscard]] std::uint32_t joint_of(std::uint32_t new_joint) {
        std::uint32_t& out = joint_of_[new_joint];
        if (out != npos) {
            return out;
        }
        const scene::skin& from = of_.changed.skins[new_skin_];
        if (of_.node_of[from.joints[new_joint]] == npos) { // it is not brought back: the first one is above all others
            new_joint = 0;
            while (new_joint + 1 < from.joints.size() && of_.node_of[from.joints[new_joint]] == npos) {
                ++new_joint;
            }
        }
        const std::uint32_t node = of_.node_of[from.joints[new_joint]];
        if (node == npos) {
            return out = 0;
        }
        if (old_skin_ < of_.original.skins.size() && node < of_.original.nodes.size()) {
            out = find(olds_, old_skin_, node);
        }
        const std::uint64_t key = (std::uint64_t{old_skin_} << 32) | node;
        out = out != npos ? out : added_.find(key);
        if (out == npos) {
            scene::skin& to = of_.made.skins[old_skin_];
            if (to.joints.size() > std::size_t{0xFFFF}) {
                of_.why = {{"scene.skins[].joints"}, errc::budget, 0x1'0000, 0x1'0001, "joints of a skin, the most"};
                return out = 0;
            }
            out = static_cast<std::uint32_t>(to.joints.size());
            to.joints.push_back(node);
            const matrix4x3<double> here = matrices_.empty() ? matrix4x3<double>{} : matrices_[0];
            const auto back = inverse(of_.turned[from.joints[new_joint]]);
            const matrix4x3<double> bind = back.matrix * to_real<double>(from.inverse_binds[new_joint]) * here;
            to.inverse_binds.push_back(stored_matrix(bind));
            added_.add(key, out);
        }
        return out;
    }
    [[nodiscard]] std::uint32_t skin() const noexcept { return old_skin_; }

    // Makes `turned` of the joints of both skins follow from the rule that fits the vertices. `keeps_positions`: it is
    // same_positions, and most vertices are where they were.
    void settle(skin_rule rule, bool keeps_positions) {
        rule_ = rule == skin_rule::same_bare_rest ? rule : rule_;
        if (new_skin_ == npos || old_skin_ == npos || has_same_binds()) {
            return;
        }
        const scene::skin& changed = of_.changed.skins[new_skin_];
        for (std::uint32_t i = 0; i < changed.joints.size(); ++i) {
            const std::uint32_t node = changed.joints[i];
            const std::uint32_t old = of_.nodes.old_of[node];
            const std::uint32_t joint = old != npos ? find(olds_, old_skin_, old) : npos;
            if (!is_known_[node] && joint != npos) {
                is_known_[node] = true;
                of_.turned[node] = keeps_positions                     ? turn_of_bound(node, i, joint)
                                   : rule == skin_rule::same_positions ? usable(between_binds(i, joint))
                                   : rule == skin_rule::same_bones     ? matrix4x3<double>{}
                                                                       : usable(between_rests(node, old, rule));
                has_turns_[new_skin_] = has_turns_[new_skin_] || of_.turned[node] != matrix4x3<double>{};
            }
        }
    }
    // Bones that only carry others are turned as at rest, if the editor turned any. All skins follow bones that a
    // person moved. Call it after the last settle().
    void settle_others() {
        rebind();
        pool<bool> is_turned(is_known_.size(), of_.memory);
        for (std::uint32_t s = 0; s < of_.changed.skins.size(); ++s) {
            for (const std::uint32_t node : of_.changed.skins[s].joints) {
                is_turned[node] = is_turned[node] || (has_turns_[s] && !is_known_[node]);
            }
        }
        for (std::uint32_t node = 0; node < is_turned.size(); ++node) { // parents first
            const std::uint32_t old = of_.nodes.old_of[node];
            if (is_turned[node] && old != npos) {
                of_.turned[node] = usable(turn_of_carrier(node, old));
            }
        }
    }

private:
    void rebind() {
        for (std::uint32_t s = 0; s < of_.original.skins.size(); ++s) {
            const scene::skin& old = of_.original.skins[s];
            std::uint64_t count = 0;
            for (std::uint32_t i = 0; i < old.joints.size(); ++i) {
                const std::uint32_t node = of_.nodes.new_of[old.joints[i]];
                if (node != npos && of_.rebound[node] != matrix4x3<double>{}) {
                    of_.made.skins[s].inverse_binds[i] =
                        stored_matrix(of_.rebound[node] * to_real<double>(old.inverse_binds[i]));
                    ++count;
                }
            }
            if (count != 0) {
                of_.say(remark_kind::changed, "skin", old.name, "joints are bound in other places", count);
            }
        }
    }
    // Real scenes have few pairs of skins. Many pairs of large skins would take the square of the time.
    void charge() {
        constexpr std::uint64_t most = 64, least = std::uint64_t{1} << 24;
        work_ += joint_of_.size() + matrices_.size();
        const std::uint64_t limit = most * (news_.size() + olds_.size()) + least;
        if (work_ > limit) {
            of_.why = {{"scene.skins[].joints"},
                       errc::budget,
                       limit,
                       static_cast<std::int64_t>(work_),
                       "joints in all pairs of skins"};
        }
    }
    void find_bare_world() {
        pool<bool> is_joint(of_.original.nodes.size(), of_.memory);
        for (const scene::skin& skin : of_.original.skins) {
            for (const std::uint32_t joint : skin.joints) {
                is_joint[joint] = true;
            }
        }
        for (std::uint32_t i = 0; i < is_joint.size(); ++i) {
            const scene::node& node = of_.original.nodes[i];
            pose<double> rest = rest_pose<double>(node);
            rest.scale = is_joint[i] ? vector3<double>{1, 1, 1} : rest.scale;
            bare_world_.push_back(node.parent != npos ? bare_world_[node.parent] * rest.matrix() : rest.matrix());
        }
    }
    [[nodiscard]] pool<skin_joint> joints_of(const scene& in) const {
        pool<skin_joint> out{of_.memory};
        for (std::uint32_t s = 0; s < in.skins.size(); ++s) {
            for (std::uint32_t i = 0; i < in.skins[s].joints.size(); ++i) {
                out.push_back({s, in.skins[s].joints[i], i});
            }
        }
        heap_sort(out);
        return out;
    }
    [[nodiscard]] static std::uint32_t find(const pool<skin_joint>& in, std::uint32_t skin, std::uint32_t node) {
        const skin_joint wanted{skin, node, 0};
        const std::size_t at = count_before(in, [&](const skin_joint& each) { return each < wanted; });
        return at < in.size() && in[at].skin == skin && in[at].node == node ? in[at].joint : npos;
    }
    // Without a match of the joint, the joint moves vertices as it did.
    [[nodiscard]] matrix4x3<double> matrix_of(const scene::skin& old, std::uint32_t joint, std::uint32_t new_node,
                                              skin_rule rule) const {
        const matrix4x3<double> old_bind = to_real<double>(old.inverse_binds[joint]);
        if (new_skin_ == npos) { // the editor applied the skin
            const auto back = inverse(of_.new_world[new_node]);
            return back ? back.matrix * of_.old_world[old.joints[joint]] * old_bind : matrix4x3<double>{};
        }
        const std::uint32_t node = of_.nodes.new_of[old.joints[joint]];
        const std::uint32_t changed = node != npos ? find(news_, new_skin_, node) : npos;
        if (changed == npos || rule == skin_rule::same_positions) {
            return {};
        }
        const auto back = inverse(to_real<double>(of_.changed.skins[new_skin_].inverse_binds[changed]));
        if (!back) {
            return {};
        }
        matrix4x3<double> turn;
        if (rule != skin_rule::same_bones) {
            turn = between_rests(node, old.joints[joint], rule);
        }
        return back.matrix * turn * old_bind;
    }
    [[nodiscard]] matrix4x3<double> between_binds(std::uint32_t new_joint, std::uint32_t old_joint) const {
        const auto back = inverse(to_real<double>(of_.original.skins[old_skin_].inverse_binds[old_joint]));
        return to_real<double>(of_.changed.skins[new_skin_].inverse_binds[new_joint]) * back.matrix;
    }
    // What is not a turn is a person's move, unless clips move the joint: their keys then have it.
    [[nodiscard]] matrix4x3<double> turn_of_bound(std::uint32_t node, std::uint32_t new_joint,
                                                  std::uint32_t old_joint) {
        const matrix4x3<double> whole = usable(between_binds(new_joint, old_joint));
        matrix4x3<double> turn = whole;
        turn.translation = {};
        const auto back = inverse(turn);
        const std::uint32_t old = of_.nodes.old_of[node];
        matrix4x3<double> moved;
        moved.translation = transform_vector(back.matrix, whole.translation);
        const vector3<double> away = transform_vector(of_.old_world[old], moved.translation);
        if (!back || is_near(away, {}, same_within::rest * (of_.size + length(of_.old_world[old].translation)))) {
            return whole;
        }
        if (of_.is_animated[old]) {
            if (!has_keys_[node]) {
                of_.say(remark_kind::left_out, "node", of_.original.nodes[old].name,
                        "its bone was moved, but clips move it");
            }
            return whole;
        }
        of_.rebound[node] = moved;
        return turn;
    }
    [[nodiscard]] matrix4x3<double> between_rests(std::uint32_t new_node, std::uint32_t old_node,
                                                  skin_rule rule) const {
        return inverse(of_.new_world[new_node]).matrix * old_world(rule)[old_node];
    }
    [[nodiscard]] const pool<matrix4x3<double>>& old_world(skin_rule rule) const noexcept {
        return rule == skin_rule::same_bare_rest ? bare_world_ : of_.old_world;
    }
    // Relative to the node above, which a person may have moved. Where a bone is, no editor changes unasked.
    [[nodiscard]] matrix4x3<double> turn_of_carrier(std::uint32_t new_node, std::uint32_t old_node) const {
        const std::uint32_t above = of_.changed.nodes[new_node].parent, was = of_.original.nodes[old_node].parent;
        matrix4x3<double> out = between_rests(new_node, old_node, rule_);
        if (above != npos && was != npos && of_.nodes.old_of[above] == was) {
            out = inverse(of_.new_world[new_node]).matrix * of_.new_world[above] * of_.turned[above] *
                  inverse(old_world(rule_)[was]).matrix * old_world(rule_)[old_node];
        }
        out.translation = {};
        return out;
    }
    // The identity in place of a matrix that has no inverse or is hardly different.
    [[nodiscard]] matrix4x3<double> usable(const matrix4x3<double>& turn) const {
        constexpr double most = 1e-5;
        const bool is_turn =
            is_finite(turn) && inverse(turn) && !is_near(turn, matrix4x3<double>{}, most, most * of_.size);
        return is_turn ? turn : matrix4x3<double>{};
    }
    reconcile_state& of_;
    pool<skin_joint> news_, olds_;
    numbers_by_key<std::uint64_t> added_; // skin and node of the result -> joint
    std::uint32_t new_skin_ = npos, old_skin_ = npos;
    skin_rule rule_ = skin_rule::same_rest; // for bones without vertices
    skin_rule rule_here_ = skin_rule::same_positions;
    std::uint32_t node_ = npos;
    std::uint64_t work_ = 0;
    bool is_same_ = true;
    pool<matrix4x3<double>> bare_world_; // per node of the original: at rest, if joints had no scale
    pool<matrix4x3<double>> matrices_;   // per joint of the original's skin
    pool<std::uint32_t> joint_of_;       // per joint of the changed skin
    pool<bool> is_known_;                // whether `turned` of a node is known
    pool<bool> has_turns_;               // whether a joint of a changed skin is turned
    pool<bool> has_keys_;                // per node of the changed scene
};

}}} // namespace effigy::v0::impl
