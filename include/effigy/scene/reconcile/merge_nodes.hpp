// The tree, the rest poses and the lights of a changed scene in the terms of the original.
#pragma once

#include <effigy/scene/reconcile/state.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// Brings what a person changed of a light. A range that the changed light lacks stays: editors drop it.
inline void merge_light(const reconcile_state& of, std::string_view node, const scene::light& changed,
                        scene::light& to) {
    const auto differ = [](float a, float b) {
        const double x = static_cast<double>(a), y = static_cast<double>(b);
        return absolute(x - y) > same_within::material * larger(absolute(y), 1.0);
    };
    const auto color_differs = [&] {
        const vector3<float>&a = changed.color, &b = to.color;
        return differ(a.x, b.x) || differ(a.y, b.y) || differ(a.z, b.z);
    };
    bool has_changed = false;
    const auto set = [&](bool differs, auto& value, const auto& by) {
        has_changed = has_changed || differs;
        value = differs ? by : value;
    };
    const bool is_other_cone = changed.type == scene::light_type::spot &&
                               (changed.type != to.type || differ(changed.inner_cone_angle, to.inner_cone_angle) ||
                                differ(changed.outer_cone_angle, to.outer_cone_angle));
    set(changed.type != to.type, to.type, changed.type);
    set(color_differs(), to.color, changed.color);
    set(differ(changed.intensity, to.intensity), to.intensity, changed.intensity);
    set(changed.range != 0 && differ(changed.range, to.range), to.range, changed.range);
    set(is_other_cone, to.inner_cone_angle, changed.inner_cone_angle);
    set(is_other_cone, to.outer_cone_angle, changed.outer_cone_angle);
    if (has_changed) {
        of.say(remark_kind::changed, "light", node, "values");
    }
}

// How poses of a node of the changed scene become poses of the result: before * pose * turned.
struct pose_change {
    matrix4x3<double> before, after;
    bool is_plain = true; // both are the identity

    [[nodiscard]] matrix4x3<double> operator()(const pose<double>& of) const noexcept {
        return is_plain ? of.matrix() : before * of.matrix() * after;
    }
};

template <class = when_used> class node_merger {
public:
    explicit node_merger(reconcile_state& of)
        : of_(of), changed_(of.changed), original_(of.original), changes_(changed_.nodes.size(), of.memory),
          anchor_(original_.nodes.size(), npos, of.memory), chain_(original_.nodes.size(), of.memory),
          bind_chain_(original_.nodes.size(), of.memory), above_(changed_.nodes.size(), npos, of.memory),
          dissolved_(changed_.nodes.size(), of.memory), binds_(original_.nodes.size(), of.memory),
          has_bind_(original_.nodes.size(), of.memory), is_bone_(changed_.nodes.size(), of.memory),
          is_bound_(changed_.nodes.size(), of.memory) {
        for (const scene::skin& skin : changed_.skins) {
            for (std::size_t i = 0; i < skin.joints.size(); ++i) {
                const std::uint32_t joint = skin.joints[i];
                is_bound_[joint] = is_bone_[joint]
                                       ? is_bound_[joint]
                                       : is_near(of.new_world[joint] * to_real<double>(skin.inverse_binds[i]), {},
                                                 same_within::turn, same_within::rest * of.size);
                is_bone_[joint] = true;
            }
        }
    }

    // Sets parents and rest poses of the nodes of the result.
    void run() {
        find_binds();
        find_missing_chains();
        for (std::uint32_t i = 0; i < changed_.nodes.size(); ++i) {
            place(i);
        }
        std::uint64_t kept = 0;
        std::uint32_t first = npos;
        for (std::uint32_t i = 0; i < original_.nodes.size() && !of_.options.delete_missing; ++i) {
            if (of_.nodes.new_of[i] == npos) {
                first = first == npos ? i : first;
                ++kept;
            }
        }
        if (kept != 0) {
            of_.say(remark_kind::kept, "node", original_.nodes[first].name, "nodes that the changed scene lacks", kept);
        }
    }
    [[nodiscard]] const pose_change& change_of(std::uint32_t node) const { return changes_[node]; }
    // How far a position in a node of the original may be from another one, in the units of its parent.
    [[nodiscard]] double reach_of(std::uint32_t old, double fraction) const {
        const std::uint32_t parent = original_.nodes[old].parent;
        double scale = 1;
        if (parent != npos) {
            const matrix4x3<double>& m = of_.old_world[parent];
            scale = square_root(larger(larger(dot(m.x, m.x), dot(m.y, m.y)), dot(m.z, m.z)));
        }
        return scale > 0 ? fraction * of_.size / scale : fraction * of_.size;
    }

private:
    // Nodes that the changed scene lacks stay between their parents and their children, if nobody moved these.
    void find_missing_chains() {
        for (std::uint32_t i = 0; i < original_.nodes.size(); ++i) {
            const std::uint32_t parent = original_.nodes[i].parent;
            chain_[i] = old_rest(i);
            bind_chain_[i] = has_bind_[i] ? binds_[i] : chain_[i];
            anchor_[i] = parent;
            if (parent != npos && of_.nodes.new_of[parent] == npos) {
                anchor_[i] = anchor_[parent];
                chain_[i] = chain_[parent] * chain_[i];
                bind_chain_[i] = bind_chain_[parent] * bind_chain_[i];
            }
        }
    }
    // The poses in which joints were bound, relative to their parents: Blender writes them in place of the rest poses.
    // What is above the highest joints stays as it is.
    void find_binds() {
        pool<std::uint32_t> joint_of(original_.nodes.size(), npos, of_.memory);
        for (const scene::skin& skin : original_.skins) {
            for (std::uint32_t i = 0; i < skin.joints.size(); ++i) {
                joint_of[skin.joints[i]] = i;
            }
            for (std::uint32_t i = 0; i < skin.joints.size(); ++i) {
                const std::uint32_t node = skin.joints[i];
                const std::uint32_t parent = original_.nodes[node].parent;
                const std::uint32_t above = parent != npos ? joint_of[parent] : npos;
                const auto bind = inverse(to_real<double>(skin.inverse_binds[i]));
                if (!has_bind_[node] && bind) {
                    has_bind_[node] = true;
                    binds_[node] = (above != npos    ? to_real<double>(skin.inverse_binds[above])
                                    : parent != npos ? inverse(of_.old_world[parent]).matrix
                                                     : matrix4x3<double>{}) *
                                   bind.matrix;
                }
            }
            for (const std::uint32_t node : skin.joints) {
                joint_of[node] = npos;
            }
        }
    }
    void place(std::uint32_t number) {
        const scene::node& from = changed_.nodes[number];
        const pose<double> rest = rest_pose<double>(from);
        matrix4x3<double> through; // the dissolved nodes above
        if (from.parent != npos) {
            const bool is_dissolved = of_.node_of[from.parent] == npos;
            above_[number] = is_dissolved ? above_[from.parent] : from.parent;
            if (const std::uint32_t namesake = of_.namesake_of[from.parent];
                is_dissolved && above_[number] == npos && namesake != npos && original_.nodes[namesake].skin != npos) {
                above_[number] = of_.nodes.new_of[namesake]; // it has no transform
            }
            through = is_dissolved ? dissolved_[from.parent] : through;
        }
        dissolved_[number] = through * rest.matrix();
        if (of_.node_of[number] == npos) {
            return;
        }
        scene::node& made = of_.made.nodes[of_.node_of[number]];
        const std::uint32_t old = of_.nodes.old_of[number];
        const std::uint32_t above = above_[number];
        if (old != npos) {
            merge_extras(of_, "node", made.name, from.extras, made.extras);
            if (from.light != npos && made.light != npos) {
                merge_light(of_, made.name, changed_.lights[from.light], of_.made.lights[made.light]);
            }
        }
        std::uint32_t parent = above != npos ? of_.node_of[above] : npos;
        pose_change& change = changes_[number];
        change.before = above != npos ? inverse(of_.turned[above]).matrix * through : through;
        change.after = of_.turned[number];
        if (old != npos) {
            const std::uint32_t was = original_.nodes[old].parent;
            if (was != npos && of_.nodes.new_of[was] == npos && anchor_[old] == parent) {
                parent = was;
                change.before = below_missing(old, change, rest);
            }
        }
        change.is_plain = change.before == matrix4x3<double>{} && change.after == matrix4x3<double>{};
        if (made.skin != npos) {
            return; // a root without a transform
        }
        if (old == npos) {
            made.parent = parent;
            set_local(made, from, change(rest), change.is_plain);
            return;
        }
        const bool has_moved = parent != original_.nodes[old].parent;
        made.parent = parent;
        if (has_moved) {
            of_.say(remark_kind::changed, "node", made.name, "has another parent");
        }
        const matrix4x3<double> local = change(rest);
        const matrix4x3<double> moved = has_moved ? matrix4x3<double>{} : whole_move(old, number, through, local);
        if (!(moved == matrix4x3<double>{})) {
            set_local(made, from, moved * old_rest(old), false);
            of_.say(remark_kind::changed, "node", made.name, "transform");
        } else if (has_moved || (!of_.is_animated[old] && !is_same_rest(old, local, number))) {
            const bool is_bind = !has_moved && is_moved_bind(old, number, local);
            set_local(made, from, is_bind ? with_bone(old_rest(old), number) : local, change.is_plain && !is_bind);
            if (!has_moved) {
                of_.say(remark_kind::changed, "node", made.name, "transform");
            }
        }
    }
    // How far a person moved a root with what is above it, such as an armature, or a joint with what binds it, such as
    // by an applied transform. The node then moves as much, whatever pose the editor wrote.
    [[nodiscard]] matrix4x3<double> whole_move(std::uint32_t old, std::uint32_t number, const matrix4x3<double>& above,
                                               const matrix4x3<double>& local) const {
        const auto is_move = [&](const matrix4x3<double>& by) {
            return !is_near(by, {}, same_within::turn, reach_of(old, same_within::rest));
        };
        if (is_same_rest(old, local, number)) {
            return {};
        }
        if (above_[number] == npos && is_move(above) &&
            (of_.is_animated[old] ||
             is_same_rest(old, rest_pose<double>(changed_.nodes[number]).matrix() * of_.turned[number], number))) {
            return above;
        }
        if (!is_bound_[number] || !has_bind_[old] || of_.rebound[number] != matrix4x3<double>{} ||
            (above_[number] != npos && of_.rebound[above_[number]] != matrix4x3<double>{})) {
            return {};
        }
        const bool is_bare = has_lost_scale(number, local);
        const matrix4x3<double> by =
            (is_bare ? unscaled(local) : local) * inverse(is_bare ? unscaled(binds_[old]) : binds_[old]).matrix;
        return is_move(by) ? by : matrix4x3<double>{};
    }
    // Bones have no scale in Blender.
    [[nodiscard]] bool has_lost_scale(std::uint32_t number, const matrix4x3<double>& local) const noexcept {
        const auto is_unit = [](const vector3<double>& axis) {
            return absolute(dot(axis, axis) - 1) < 2 * same_within::turn;
        };
        return is_bone_[number] && is_unit(local.x) && is_unit(local.y) && is_unit(local.z);
    }
    [[nodiscard]] bool is_same_rest(std::uint32_t old, const matrix4x3<double>& local, std::uint32_t number) const {
        const matrix4x3<double> was = old_rest(old);
        constexpr double rounding = 1e-6;
        const double reach = reach_of(old, same_within::rest) + same_within::rest * length(was.translation) +
                             rounding * length(changes_[number].before.translation);
        if (is_near(local, was, same_within::turn, reach)) {
            return true;
        }
        const std::uint32_t parent = original_.nodes[old].parent;
        if (parent != npos && !inverse(of_.old_world[parent]) && // flattened: transforms below do not matter
            is_near(of_.new_world[number], of_.old_world[old], same_within::turn, same_within::rest * of_.size)) {
            return true;
        }
        const bool lost_scale = has_lost_scale(number, local);
        if (lost_scale && is_near(unscaled(local), unscaled(was), same_within::turn, reach)) {
            return true;
        }
        const matrix4x3<double>& bind = binds_[old];
        return has_bind_[old] && is_near(lost_scale ? unscaled(local) : local, lost_scale ? unscaled(bind) : bind,
                                         same_within::turn, reach + same_within::rest * length(bind.translation));
    }
    // What is above a pose that was below missing nodes. An editor leaves them at rest or as they were bound.
    [[nodiscard]] matrix4x3<double> below_missing(std::uint32_t old, const pose_change& change,
                                                  const pose<double>& rest) const {
        const std::uint32_t was = original_.nodes[old].parent;
        const matrix4x3<double> at_rest = inverse(chain_[was]).matrix * change.before;
        const matrix4x3<double> bound = inverse(bind_chain_[was]).matrix * change.before;
        const auto square_of_move = [&](const matrix4x3<double>& before) {
            const vector3<double> by = (before * rest.matrix() * change.after).translation - old_rest(old).translation;
            return dot(by, by);
        };
        return square_of_move(bound) < square_of_move(at_rest) ? bound : at_rest;
    }
    // Whether an editor wrote the pose in which a joint is bound, which is not the pose at rest, of a bone that a
    // person moved, or one below it.
    [[nodiscard]] bool is_moved_bind(std::uint32_t old, std::uint32_t number, const matrix4x3<double>& local) const {
        if (!has_bind_[old]) {
            return false;
        }
        const vector3<double> to_bind = local.translation - binds_[old].translation;
        const vector3<double> to_rest = local.translation - old_rest(old).translation;
        const matrix4x3<double> expected = with_bone(binds_[old], number);
        return dot(to_bind, to_bind) < dot(to_rest, to_rest) &&
               is_near(unscaled(local), unscaled(expected), same_within::turn,
                       reach_of(old, same_within::rest) + same_within::rest * length(expected.translation));
    }
    // A pose of the original's joint, after a person moved its bone or that above it.
    [[nodiscard]] matrix4x3<double> with_bone(const matrix4x3<double>& local, std::uint32_t number) const {
        const std::uint32_t above = above_[number];
        return (above != npos ? of_.rebound[above] : matrix4x3<double>{}) * local * inverse(of_.rebound[number]).matrix;
    }
    [[nodiscard]] matrix4x3<double> old_rest(std::uint32_t old) const {
        return rest_pose<double>(original_.nodes[old]).matrix();
    }
    [[nodiscard]] static matrix4x3<double> unscaled(const matrix4x3<double>& m) noexcept {
        return {normalized(m.x), normalized(m.y), normalized(m.z), m.translation};
    }
    void set_local(scene::node& to, const scene::node& from, const matrix4x3<double>& local, bool is_plain) {
        if (is_plain) {
            to.local = from.local;
            return;
        }
        constexpr double most_shear = 1e-4;
        const decomposition<double> made = decompose(local);
        const pose<float> rounded = to_real<float>(made.pose);
        if (is_finite(rounded.position) && is_finite(rounded.rotation) && is_finite(rounded.scale)) {
            to.local = rounded;
        }
        if (made.shear > most_shear) {
            of_.say(remark_kind::left_out, "node", to.name, "shear");
        }
    }

    reconcile_state& of_;
    const scene& changed_;
    const scene& original_;
    pool<pose_change> changes_;          // per node of the changed scene
    pool<std::uint32_t> anchor_;         // per node of the original: the first node above it that is not missing
    pool<matrix4x3<double>> chain_;      // per node of the original: its matrix relative to that node
    pool<matrix4x3<double>> bind_chain_; // the same, as joints were bound
    pool<std::uint32_t> above_;          // per node of the changed scene: the first node above it that is not dissolved
    pool<matrix4x3<double>> dissolved_;  // per node of the changed scene: its matrix relative to that node
    pool<matrix4x3<double>> binds_;
    pool<bool> has_bind_;
    pool<bool> is_bone_, is_bound_; // per node of the changed scene: at rest, it is where it is bound
};

}}} // namespace effigy::v0::impl
