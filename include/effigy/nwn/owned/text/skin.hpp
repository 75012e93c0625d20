// Skins: bones by name, weights, and the bind pose that follows from the nodes.
#pragma once

#include <effigy/nwn/owned/derive/skin.hpp>
#include <effigy/nwn/owned/text/pools.hpp>
#include <effigy/nwn/owned/text/splitting.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// The bones and weights of a skin, once all nodes are known.
template <class = when_used> class skin_builder {
public:
    using names = numbers_by_key<std::string_view, compare_names>;

    // `rests`: of all nodes.
    skin_builder(text_pools<>& to, const statement& weights, std::span<const std::uint32_t> vertices,
                 const names& nodes, std::span<const node_rest> rests, producer by)
        : to_(to), weights_(weights), vertices_(vertices), nodes_(nodes), rests_(rests), by_(by),
          rows_(to.made.all<char>().resource()), slots_(rests.size(), rows_.resource()) {}

    // `skin`: the number of the skin's node, `name` its name.
    void run(owned_skin& out, std::uint32_t skin, std::string_view name) {
        rows_.reserve(weights_.rows().size());
        for (const text_words& row : weights_.rows()) {
            rows_.push_back(row);
        }
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
        if (has_many_) {
            to_.tell(odd::text_weights_many, weights_, "nodes[].skin.weights", name);
        }
        const bool is_old = is_before_enhanced_edition(by_);
        if (is_old && slots_.bone_count() > old_slots) {
            to_.tell(odd::skin_bones_old, weights_, "nodes[].skin.nodeToSlot", name);
        }
        const std::size_t nodes = rests_.size();
        out.node_to_slot_count = static_cast<std::uint32_t>(nodes);
        out.node_to_slot =
            to_.template put<std::int16_t>(nodes, weights_, [&](std::size_t i) { return slots_.slots()[i]; });
        const pool<std::int16_t>& table = slots_.padded(is_old);
        out.slot_nodes =
            to_.template put<std::int16_t>(table.size(), weights_, [&](std::size_t i) { return table[i]; });
        out.inverse_rotations = to_.template put<basic_quat_wxyz<form::host>>(
            nodes, weights_, [&](std::size_t i) { return inverse_rotation(rests_[i], rests_[skin]); });
        out.inverse_translations = to_.template put<vec3<form::host>>(
            nodes, weights_, [&](std::size_t i) { return inverse_translation(rests_[i], rests_[skin]); });
        out.constants = to_.template put<std::uint32_t>(nodes, weights_, [](std::size_t) { return std::uint32_t{0}; });
    }

private:
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
            } else if (influence one{nodes_.find(node_name_in(bone)), 0};
                       read_number(word.text, one.weight) && one.weight != 0 && one.node != npos) {
                if (count < most_weights) {
                    kept[count++] = one;
                } else {
                    has_many_ = true;
                    is_cut = by_ != producer::nwnmdlcomp;
                    if (is_cut) {
                        replace_least(kept, one);
                    }
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
    [[nodiscard]] std::int16_t slot_of(std::uint32_t node) {
        const std::int16_t slot = slots_.slot_of(node);
        if (slot == -1) {
            to_.refuse(error{weights_.at("nodes[].skin.weights"), errc::out_of_bounds, most_slots,
                             std::int64_t{most_slots + 1}, "bones of a skin"});
        }
        return slot;
    }

    text_pools<>& to_;
    const statement& weights_;
    std::span<const std::uint32_t> vertices_; // the text's vertex of each vertex of the mesh
    const names& nodes_;
    std::span<const node_rest> rests_;
    producer by_;
    pool<text_words> rows_;
    slot_table<> slots_;
    bool has_many_ = false; // weights of a vertex
};

}}}} // namespace effigy::v0::nwn::impl
