// Skins: bones by name, weights, and the bind pose that follows from the nodes.
#pragma once

#include <effigy/core/impl/numbers_by_key.hpp>
#include <effigy/nwn/owned/text/lists.hpp>
#include <effigy/nwn/owned/text/pools.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// Where a node is at rest, in the model's space.
struct text_rest_pose {
    vector3<double> position;
    quaternion<double> rotation;
};
[[nodiscard]] constexpr quaternion<double> product_of(const quaternion<double>& a,
                                                      const quaternion<double>& b) noexcept {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
[[nodiscard]] constexpr quaternion<double> inverse_of(const quaternion<double>& q) noexcept {
    return {-q.x, -q.y, -q.z, q.w};
}
[[nodiscard]] constexpr vector3<double> turned(const quaternion<double>& q, const vector3<double>& v) noexcept {
    const quaternion<double> out = product_of(product_of(q, {v.x, v.y, v.z, 0}), inverse_of(q));
    return {out.x, out.y, out.z};
}

// The bones and weights of a skin, once all nodes are known.
template <class = when_used> class skin_builder {
public:
    using names = numbers_by_key<std::string_view, compare_names>;

    // `poses`: of all nodes. `skin`: the number of the skin's node, `depth` that of its parents.
    skin_builder(text_pools<>& to, const statement& weights, std::span<const std::uint32_t> vertices,
                 const names& nodes, std::span<const text_rest_pose> poses, bool takes_first)
        : to_(to), weights_(weights), vertices_(vertices), nodes_(nodes), poses_(poses), takes_first_(takes_first),
          rows_(to.made.all<char>().resource()), slots_(to.made.all<char>().resource()),
          bones_(to.made.all<char>().resource()) {}

    void run(owned_skin& out, std::uint32_t skin, std::uint32_t depth) {
        rows_.reserve(weights_.rows().size());
        for (const text_words& row : weights_.rows()) {
            rows_.push_back(row);
        }
        slots_.assign(poses_.size(), -1);
        pool<basic_joints<form::host>> joints{rows_.resource()};
        pool<vec4<form::host>> weights{rows_.resource()};
        for (const std::uint32_t vertex : vertices_) {
            read_weights(vertex, joints.emplace_back(), weights.emplace_back());
        }
        if (to_.why) {
            return;
        }
        out.weights =
            to_.template put<vec4<form::host>>(weights.size(), weights_, [&](std::size_t i) { return weights[i]; });
        out.joints = to_.template put<basic_joints<form::host>>(joints.size(), weights_,
                                                                [&](std::size_t i) { return joints[i]; });
        out.node_to_slot_count = static_cast<std::uint32_t>(poses_.size());
        out.node_to_slot =
            to_.template put<std::int16_t>(slots_.size(), weights_, [&](std::size_t i) { return slots_[i]; });
        const std::size_t table = takes_first_ && bones_.size() <= 18 ? 18 : bones_.size() <= 64 ? 64 : 128;
        out.slot_nodes = to_.template put<std::int16_t>(
            table, weights_, [&](std::size_t i) { return i < bones_.size() ? bones_[i] : std::int16_t{0}; });
        put_bind(out, poses_[skin], depth % 2 != 0);
    }

private:
    static constexpr std::size_t most_bones = 128;
    static constexpr std::size_t most_weights = 4;

    struct influence {
        std::uint32_t node = npos;
        float weight = 0;
    };

    // "bone weight", up to four times. nwnmdlcomp takes the first four of more; else the four largest are taken, and
    // divided by their sum.
    void read_weights(std::uint32_t vertex, basic_joints<form::host>& joints, vec4<form::host>& weights) {
        std::array<influence, most_weights> kept{};
        std::size_t count = 0;
        bool is_cut = false;
        std::string_view bone;
        bool is_bone = true;
        const text_words row = vertex < rows_.size() ? rows_[vertex] : text_words{};
        for (const text_word& word : row) {
            if (is_bone) {
                bone = word.text;
            } else if (influence one{nodes_.find(bone.substr(0, 31)), 0};
                       read_number(word.text, one.weight) && one.weight != 0 && one.node != npos) {
                if (count < most_weights) {
                    kept[count++] = one;
                } else if (!takes_first_) {
                    is_cut = true;
                    replace_least(kept, one);
                }
            }
            is_bone = !is_bone;
        }
        float sum = 0;
        for (const influence& each : kept) {
            sum += each.weight;
        }
        float* const to[] = {&weights.x, &weights.y, &weights.z, &weights.w};
        for (std::size_t i = 0; i < most_weights; ++i) {
            const bool is_used = i < count;
            *to[i] = is_used ? (is_cut && sum > 0 ? kept[i].weight / sum : kept[i].weight) : 0;
            joints.bone[i] = is_used ? slot_of(kept[i].node) : std::int16_t{-1};
        }
    }
    static void replace_least(std::array<influence, most_weights>& kept, const influence& by) noexcept {
        std::size_t least = 0;
        for (std::size_t i = 1; i < kept.size(); ++i) {
            least = kept[i].weight < kept[least].weight ? i : least;
        }
        if (kept[least].weight < by.weight) {
            for (std::size_t i = least; i + 1 < kept.size(); ++i) {
                kept[i] = kept[i + 1];
            }
            kept.back() = by;
        }
    }
    // Slots are numbered in the order of first use (measured: 32 of 32 skins).
    [[nodiscard]] std::int16_t slot_of(std::uint32_t node) {
        std::int16_t& slot = slots_[node];
        if (slot == -1) {
            if (bones_.size() == most_bones) {
                to_.refuse(error{weights_.at("nodes[].skin.weights"), errc::out_of_bounds, most_bones,
                                 static_cast<std::int64_t>(bones_.size() + 1), "bones of a skin"});
                return slot;
            }
            slot = static_cast<std::int16_t>(bones_.size());
            bones_.push_back(static_cast<std::int16_t>(node));
        }
        return slot;
    }
    // All nodes have an inverse bind: inverse(node) * skin (measured: 1,731 of 1,731). The sign of the quaternion is
    // that of the product of all conjugates on the way (1,725 of 1,731).
    void put_bind(owned_skin& out, const text_rest_pose& skin, bool is_negative) {
        out.inverse_rotations =
            to_.template put<basic_quat_wxyz<form::host>>(poses_.size(), weights_, [&](std::size_t i) {
                const quaternion<double> q = product_of(inverse_of(poses_[i].rotation), skin.rotation);
                const double sign = is_negative ? -1 : 1;
                return basic_quat_wxyz<form::host>{static_cast<float>(sign * q.w), static_cast<float>(sign * q.x),
                                                   static_cast<float>(sign * q.y), static_cast<float>(sign * q.z)};
            });
        out.inverse_translations = to_.template put<vec3<form::host>>(poses_.size(), weights_, [&](std::size_t i) {
            return narrowed(turned(inverse_of(poses_[i].rotation), skin.position - poses_[i].position));
        });
        out.constants =
            to_.template put<std::uint32_t>(poses_.size(), weights_, [](std::size_t) { return std::uint32_t{0}; });
    }

    text_pools<>& to_;
    const statement& weights_;
    std::span<const std::uint32_t> vertices_; // the text's vertex of each vertex of the mesh
    const names& nodes_;
    std::span<const text_rest_pose> poses_;
    bool takes_first_;
    pool<text_words> rows_;
    pool<std::int16_t> slots_; // by node
    pool<std::int16_t> bones_; // by slot
};

}}}} // namespace effigy::v0::nwn::impl
