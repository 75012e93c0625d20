// Bringing bones and weights back.
#pragma once

#include <effigy/grimrock/apply/arrays.hpp>

namespace effigy { inline namespace v0 { namespace grimrock { namespace impl {

// Where the children of a node of the scene are in the file: below node `number`, moved by `shift`. Numbers of new
// nodes follow those of the old ones; npos: they have no parent.
struct node_frame {
    std::uint32_t number = npos;
    matrix4x3<double> shift;
};

// Numbers that are equal stay, so that a 0 keeps its sign.
inline void set_vector(vec3<form::host>& to, const vector3<float>& by) noexcept {
    to.x = to.x == by.x ? to.x : by.x;
    to.y = to.y == by.y ? to.y : by.y;
    to.z = to.z == by.z ? to.z : by.z;
}
inline void set_matrix(basic_mat4x3<form::host>& to, const matrix4x3<float>& by) noexcept {
    set_vector(to.x, by.x);
    set_vector(to.y, by.y);
    set_vector(to.z, by.z);
    set_vector(to.translation, by.translation);
}

// Up to four bones of a vertex.
struct influences {
    std::array<std::uint32_t, 4> bones{};
    std::array<float, 4> weights{};
};

// Bones, BONE_INDEX and BONE_WEIGHT of a mesh.
template <class = when_used> class skin_carrier {
public:
    // `skins`: of the mesh in `now` and in `before`; npos: none. `own_node`: that of the mesh.
    skin_carrier(mesh_target& to, std::uint32_t skin_now, std::uint32_t skin_was, std::span<const node_frame> frames,
                 std::uint32_t own_node)
        : to_(to), scenes_(to.scenes), now_(to.now), was_(to.before(to.number)), skin_now_(skin_now),
          skin_was_(skin_was), frames_(frames), own_node_(own_node), bones_(scenes_.memory),
          bone_of_joint_(scenes_.memory), moved_(scenes_.memory) {}

    void run() {
        if (skin_now_ == npos) {
            carry_without_skin();
            return;
        }
        find_bones();
        check_vertices();
        if (has_other_bones_) {
            to_.model.set<owned_bone>(to_.mesh.bones, std::span<const owned_bone>{bones_});
            to_.has_changed = true;
            scenes_.say(remark_kind::changed, "mesh", now_.name, "bones", bones_.size());
        }
        carry_influences();
    }

private:
    static constexpr std::uint32_t own_joint = npos - 1, no_bone = npos;

    [[nodiscard]] const owned_vertex_array* own(vertex_semantic slot) const { return to_.array(to_.number, slot); }
    void carry_without_skin() {
        for (const vertex_semantic slot : {vertex_semantic::bone_index, vertex_semantic::bone_weight}) {
            if (own(slot) != nullptr) {
                carry_unseen(to_, *own(slot));
            }
        }
        if (skin_was_ == npos) {
            return;
        }
        if (scenes_.delete_missing) {
            to_.mesh.bones = {};
            to_.has_changed = true;
        }
        scenes_.say_missing("bones", now_.name, to_.stored[to_.number].bones.size());
    }

    // ---- bones -----------------------------------------------------------------------------------------------------

    // The old bones come first, in their order; without those that are deleted. New ones follow.
    void find_bones() {
        const std::span<const owned_bone> old = skin_was_ != npos
                                                    ? std::as_const(to_.model).get(to_.stored[to_.number].bones)
                                                    : std::span<const owned_bone>{};
        const scene::skin& now = scenes_.now.skins[skin_now_];
        bone_of_joint_.assign(now.joints.size(), no_bone);
        pool<std::uint32_t> joint_of_bone(old.size(), npos, scenes_.memory);
        numbers_by_key<std::uint32_t> old_joints{scenes_.memory}; // by node of `before`
        for (std::uint32_t i = 0; skin_was_ != npos && i < scenes_.before.skins[skin_was_].joints.size(); ++i) {
            old_joints.add(scenes_.before.skins[skin_was_].joints[i], i);
        }
        for (std::uint32_t i = 0; i < now.joints.size(); ++i) {
            const std::uint32_t before = scenes_.nodes.before_of(now.joints[i]);
            const std::uint32_t bone = before != npos ? old_joints.find(before) : npos;
            if (bone < old.size()) {
                joint_of_bone[bone] = i;
            } else if (bone != npos) { // vertices without weights follow it
                bone_of_joint_[i] = own_joint;
                own_joint_ = i;
            }
        }
        moved_.assign(old.size(), npos);
        for (std::uint32_t i = 0; i < old.size(); ++i) {
            const std::uint32_t joint = joint_of_bone[i];
            if (joint == npos && scenes_.delete_missing) {
                has_other_bones_ = true;
                continue;
            }
            moved_[i] = static_cast<std::uint32_t>(bones_.size());
            owned_bone bone = old[i];
            if (joint != npos) {
                bone_of_joint_[joint] = moved_[i];
                change_bone(bone, joint, scenes_.before.skins[skin_was_].inverse_binds[i]);
            }
            bones_.push_back(bone);
        }
        for (std::uint32_t i = 0; i < now.joints.size(); ++i) {
            if (bone_of_joint_[i] == no_bone) {
                add_bone(i);
            }
        }
    }
    void change_bone(owned_bone& bone, std::uint32_t joint, const matrix4x3<float>& was) {
        const scene::skin& now = scenes_.now.skins[skin_now_];
        const node_frame& frame = frames_[now.joints[joint]];
        const auto node = static_cast<std::int32_t>(frame.number);
        if (frame.number != npos && (node != bone.node || !(now.inverse_binds[joint] == was) ||
                                     !(frame.shift == matrix4x3<double>{}) || scenes_.rewrite_all)) {
            const owned_bone made = made_bone(joint);
            bone.node = made.node;
            set_matrix(bone.inverse_bind, to_matrix<float>(made.inverse_bind));
            has_other_bones_ = true;
        }
    }
    void add_bone(std::uint32_t joint) {
        if (frames_[scenes_.now.skins[skin_now_].joints[joint]].number == npos) {
            scenes_.say(remark_kind::left_out, "mesh", now_.name, "weights of a joint that is no node of the model");
            return;
        }
        bone_of_joint_[joint] = static_cast<std::uint32_t>(bones_.size());
        bones_.push_back(made_bone(joint));
        has_other_bones_ = true;
    }
    [[nodiscard]] owned_bone made_bone(std::uint32_t joint) const {
        const scene::skin& now = scenes_.now.skins[skin_now_];
        const node_frame& frame = frames_[now.joints[joint]];
        return stored_bone(frame.number, frame.shift * to_real<double>(now.inverse_binds[joint]));
    }
    [[nodiscard]] static owned_bone stored_bone(std::uint32_t node, const matrix4x3<double>& inverse_bind) {
        const matrix4x3<float> m = to_real<float>(mirrored_x::matrix(inverse_bind));
        return {.node = static_cast<std::int32_t>(node),
                .inverse_bind = {.x = m.x, .y = m.y, .z = m.z, .translation = m.translation}};
    }

    // ---- weights ---------------------------------------------------------------------------------------------------

    // A vertex that follows both bones and the mesh's own node needs a bone for the latter.
    void check_vertices() {
        for (std::uint32_t i = 0; own_joint_ != npos && i < now_.positions.size(); ++i) {
            bool has_own = false, has_others = false;
            for_each_weight(i,
                            [&](std::uint32_t joint, float) { (joint == own_joint_ ? has_own : has_others) = true; });
            if (has_own && has_others) {
                bone_of_joint_[own_joint_] = static_cast<std::uint32_t>(bones_.size());
                bones_.push_back(stored_bone(own_node_, {}));
                has_other_bones_ = true;
                own_joint_ = npos;
            }
        }
    }
    template <class Use> void for_each_weight(std::uint32_t vertex, const Use& use) const {
        for (std::size_t set = 0; set < now_.joints.size(); ++set) {
            for (std::size_t k = 0; k < 4; ++k) {
                if (const float weight = now_.weights[set][vertex][k]; weight > 0) {
                    use(now_.joints[set][vertex][k], weight);
                }
            }
        }
    }
    // Whether the scene says what the file stores.
    [[nodiscard]] bool is_unchanged(std::uint32_t vertex) const {
        const scene::origin& origin = to_.origins[vertex];
        if (scenes_.rewrite_all || skin_was_ == npos || origin.mesh == npos || origin.mesh != to_.number) {
            return false;
        }
        for (std::size_t set = 0; set < now_.weights.size(); ++set) {
            for (std::size_t k = 0; k < 4; ++k) {
                const float before = set == 0 ? was_->weights[0][origin.vertex][k] : 0;
                if (!(now_.weights[set][vertex][k] == before)) {
                    return false;
                }
                const std::uint32_t joint = set == 0 ? was_->joints[0][origin.vertex][k] : 0;
                const std::uint32_t bone = joint < moved_.size() ? moved_[joint] : own_joint;
                if (before != 0 && (bone == npos || bone_of_joint_[now_.joints[set][vertex][k]] != bone)) {
                    return false;
                }
            }
        }
        return !now_.weights.empty();
    }
    // The heaviest four; in the order of the scene, if there are no more.
    [[nodiscard]] influences influences_of(std::uint32_t vertex, std::size_t& reduced) const {
        influences out;
        std::size_t count = 0;
        for_each_weight(vertex, [&](std::uint32_t joint, float weight) {
            const std::uint32_t bone = bone_of_joint_[joint];
            if (bone >= own_joint) {
                return;
            }
            std::size_t place = count < 4 ? count : 0;
            for (std::size_t k = 1; count >= 4 && k < 4; ++k) {
                place = out.weights[k] < out.weights[place] ? k : place;
            }
            if (count++ < 4 || out.weights[place] < weight) {
                out.bones[place] = bone;
                out.weights[place] = weight;
            }
        });
        double sum = 0;
        for (const float weight : out.weights) {
            sum += double{weight};
        }
        constexpr double rounding = 1e-6;
        for (std::size_t k = 0; sum > 0 && absolute(sum - 1) > rounding && k < 4; ++k) {
            out.weights[k] = static_cast<float>(double{out.weights[k]} / sum);
        }
        reduced += count > 4 ? 1U : 0U;
        return out;
    }
    void carry_influences() {
        const auto is_replaced = [&](vertex_semantic slot, bool is_shown) { return own(slot) == nullptr || !is_shown; };
        const bool is_new =
            is_replaced(vertex_semantic::bone_index, is_shown<std::int32_t>(own(vertex_semantic::bone_index), 4)) ||
            is_replaced(vertex_semantic::bone_weight, is_shown<float>(own(vertex_semantic::bone_weight), 4));
        std::size_t reduced = 0, none = 0;
        const auto is_renumbered = [&](std::span<const std::int32_t> stored) {
            for (const std::int32_t bone : stored) {
                const auto number = static_cast<std::uint32_t>(bone);
                if (number < moved_.size() && moved_[number] != number) {
                    return true;
                }
            }
            return false;
        };
        const std::size_t changed = carry_array<std::int32_t>(
            to_, vertex_semantic::bone_index, 4, [&](std::uint32_t i, std::span<std::int32_t> bones) {
                const bool is_kept = !is_new && is_unchanged(i);
                if (is_kept && !is_renumbered(bones)) {
                    return false;
                }
                const influences made = is_kept ? influences{} : influences_of(i, reduced);
                for (std::size_t k = 0; k < 4; ++k) {
                    const auto number = static_cast<std::uint32_t>(bones[k]);
                    const std::uint32_t moved = number < moved_.size() && moved_[number] != npos ? moved_[number] : 0;
                    bones[k] = static_cast<std::int32_t>(is_kept ? moved : made.bones[k]);
                }
                return true;
            });
        carry_array<float>(to_, vertex_semantic::bone_weight, 4, [&](std::uint32_t i, std::span<float> weights) {
            if (!is_new && is_unchanged(i)) {
                return false;
            }
            const influences made = influences_of(i, none);
            for (std::size_t k = 0; k < 4; ++k) {
                weights[k] = made.weights[k];
            }
            return true;
        });
        if (changed != 0) {
            scenes_.say(remark_kind::changed, "mesh", now_.name, "weights of vertices", changed);
        }
        if (reduced != 0) {
            scenes_.say(remark_kind::left_out, "mesh", now_.name,
                        "more than four joints a vertex: the heaviest four are used", reduced);
        }
    }

    mesh_target& to_;
    const paired_scenes& scenes_;
    const scene::mesh& now_;
    const scene::mesh* was_;
    std::uint32_t skin_now_, skin_was_;
    std::span<const node_frame> frames_; // per node of `now`
    std::uint32_t own_node_;
    std::uint32_t own_joint_ = npos; // of `now`
    pool<owned_bone> bones_;
    pool<std::uint32_t> bone_of_joint_; // per joint of `now`
    pool<std::uint32_t> moved_;         // per old bone: its new number; npos: it is deleted
    bool has_other_bones_ = false;
};

}}}} // namespace effigy::v0::grimrock::impl
