// Which bytes of a file belong to something that the views show.
#pragma once

#include "space.hpp"

namespace facts::nwn {

class coverage {
public:
    explicit coverage(const format::model& model) : sections_(sections_of(model)), file_(model.file()) {
        claim(file_.part(0, sizeof(format::basic_file_header<order>)).bytes());
        claim(*model.header());
        for (const format::node& node : model.nodes()) {
            claim_node(node);
        }
        claim(sections_.get(model.header()->animations));
        for (const format::animation animation : model.animations()) {
            claim(*animation.header());
            claim(animation.events());
            for (const format::node& node : animation.nodes()) {
                claim_node(node);
            }
        }
    }

    [[nodiscard]] json facts() {
        std::ranges::sort(claims_);
        gap_sums gaps;
        std::uint64_t end = 0;
        std::uint64_t claimed_with_repeats = 0;
        for (const part& claim : claims_) {
            add_gap(gaps, end, claim.begin);
            end = std::max(end, claim.end);
            claimed_with_repeats += claim.end - claim.begin;
        }
        add_gap(gaps, end, file_.size());
        const std::uint64_t claimed = file_.size() - gaps.zero - gaps.unclaimed;
        return {{"claimed", claimed},
                {"shared", claimed_with_repeats - claimed},
                {"zero_gaps", gaps.zero},
                {"unclaimed", gaps.unclaimed},
                {"gaps", std::move(gaps.first)}};
    }

private:
    static constexpr std::size_t most_gaps = 8;

    struct part {
        std::uint64_t begin = 0, end = 0;
        [[nodiscard]] friend auto operator<=>(const part&, const part&) = default;
    };

    struct gap_sums {
        std::uint64_t zero = 0, unclaimed = 0; // bytes
        json first = json::array();            // that are not all zero
    };

    void add_gap(gap_sums& gaps, std::uint64_t begin, std::uint64_t end) const {
        if (begin >= end) {
            return;
        }
        const std::uint64_t size = end - begin;
        if (std::ranges::all_of(file_.bytes_at(begin, size), [](std::byte b) { return b == std::byte{}; })) {
            gaps.zero += size;
            return;
        }
        gaps.unclaimed += size;
        if (gaps.first.size() < most_gaps) {
            gaps.first.push_back(json::array({begin, size}));
        }
    }

    template <class T> void claim(std::span<const T> records) {
        if (!records.empty()) {
            const std::uint64_t begin = file_.offset_of(records.data());
            claims_.push_back({begin, begin + records.size_bytes()});
        }
    }
    template <class T> void claim(const effigy::array<T>& records) { claim(std::span<const T>{records}); }
    template <effigy::wire Record> void claim(const Record& record) { claim(std::span{&record, 1}); }

    void claim_node(const format::node& node) {
        claim(sections_.model().bytes_at(node.offset(), node.size()));
        claim(node.get(node.header()->children));
        claim(node.get(node.header()->controller_keys));
        claim(node.get(node.header()->controller_data));
        claim_light(node);
        claim_mesh(node.mesh());
        if (node.mesh()) {
            claim_skin(node.skin());
            claim(node.animmesh().position_samples());
            claim(node.animmesh().texcoord_samples());
            claim(node.dangly().constraints());
            for (const auto& box : node.aabb()) {
                claim(*box.entry());
            }
        }
    }
    void claim_light(const format::node& node) {
        const auto* const light = node.light();
        if (light == nullptr) {
            return;
        }
        claim(node.get(light->flare_sizes));
        claim(node.get(light->flare_positions));
        claim(node.get(light->flare_color_shifts));
        claim(node.get(light->flare_textures));
        for (const auto& pointer : node.get(light->flare_textures)) {
            const std::string_view name = node.flare_texture(pointer);
            const std::uint64_t begin = file_.offset_of(name.data());
            claims_.push_back({begin, begin + name.size() + 1}); // the NUL too
        }
    }
    void claim_mesh(const format::mesh& mesh) {
        if (!mesh) {
            return;
        }
        claim(mesh.faces());
        claim(mesh.positions());
        for (std::uint32_t set = 0; set < 4; ++set) {
            claim(mesh.texcoords(set));
        }
        claim(mesh.normals());
        claim(mesh.colors());
        claim(mesh.tangents());
        claim(mesh.handedness());
        claim(sections_.get(mesh.header()->index_counts));
        claim(sections_.get(mesh.header()->index_lists));
        for (std::uint32_t i = 0; i < mesh.index_list_count(); ++i) {
            claim(mesh.index_list(i));
        }
        claim(mesh.own_indices());
    }
    void claim_skin(const format::skin& skin) {
        claim(skin.weights());
        claim(skin.joints());
        claim(skin.node_to_slot());
        claim(skin.inverse_rotations());
        claim(skin.inverse_translations());
        claim(skin.constants());
    }

    sections sections_;
    effigy::window file_;
    std::vector<part> claims_;
};

} // namespace facts::nwn
