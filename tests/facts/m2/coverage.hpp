// Which bytes of a file belong to something that the views show.
#pragma once

#include "track.hpp"

namespace facts::m2 {

class coverage {
public:
    explicit coverage(const format::model& model) : file_(model.file()) {
        claim(std::span{model.header(), 1});
        claim_lists(model);
        claim_skin_profiles(model);
        claim_records(model);
        for_each_track(model, [&](const auto& of) { claim_keys(of); });
    }

    [[nodiscard]] json facts() const {
        gap_sums gaps;
        std::uint64_t end = 0;
        std::uint64_t claimed_with_repeats = 0;
        for (const part& of : claims_) {
            add_gap(gaps, end, of.begin);
            end = std::max(end, of.begin + of.size);
            claimed_with_repeats += of.size;
        }
        add_gap(gaps, end, file_.size());
        const std::uint64_t claimed = file_.size() - gaps.padding - gaps.zero - gaps.unclaimed;
        return {{"bytes", file_.size()},      {"claimed", claimed},
                {"gaps", gaps.first},         {"overlap", claimed_with_repeats - claimed},
                {"padding", gaps.padding},    {"zero", gaps.zero},
                {"unclaimed", gaps.unclaimed}};
    }

private:
    static constexpr std::size_t most_gaps = 8;
    static constexpr std::uint64_t alignment = 16;

    struct part {
        std::uint64_t begin = 0, size = 0;
        [[nodiscard]] friend auto operator<=>(const part&, const part&) = default;
    };

    struct gap_sums {
        std::uint64_t padding = 0, zero = 0, unclaimed = 0; // bytes
        json first = json::array();                         // that are no padding
    };

    void add_gap(gap_sums& gaps, std::uint64_t begin, std::uint64_t end) const {
        if (begin >= end) {
            return;
        }
        const std::uint64_t size = end - begin;
        const bool is_zero =
            std::ranges::all_of(file_.bytes_at(begin, size), [](std::byte b) { return b == std::byte{}; });
        const bool is_padding = is_zero && size < alignment;
        (is_padding ? gaps.padding : is_zero ? gaps.zero : gaps.unclaimed) += size;
        if (!is_padding && gaps.first.size() < most_gaps) {
            gaps.first.push_back(json::array({begin, size}));
        }
    }

    template <class T> void claim(std::span<const T> records) {
        if (!records.empty()) {
            claims_.insert({file_.offset_of(records.data()), records.size_bytes()});
        }
    }
    template <class T> void claim(const effigy::array<T>& records) { claim(std::span<const T>{records}); }
    template <class T> void claim(const effigy::strided<T>& records) {
        if (!records.empty()) {
            claims_.insert({file_.offset_of(records.data()), records.size() * records.stride()});
        }
    }
    // A text with its NUL and what is behind it.
    void claim(const format::array_ref<char, order>& text) { claim(file_.bytes_at(text.offset, text.count)); }
    template <class Track> void claim_keys(const Track& of) {
        const auto lists = of.timeline();
        claim(lists.ranges());
        claim(lists.times_ms());
        if constexpr (requires { lists.values(); }) {
            claim(lists.values());
        } else if constexpr (requires { lists.full_values(); }) {
            claim(lists.full_values());
            claim(lists.packed_values());
        }
    }

    void claim_lists(const format::model& model) {
        const auto claim_all = [&](const auto&... lists) { (claim(lists), ...); };
        claim_all(model.header()->name, model.global_sequences_ms(), model.animations().records(),
                  model.animation_lookup(), model.playable_lookup(), model.bones().records(), model.key_bone_lookup(),
                  model.vertices(), model.colors().records(), model.textures(), model.texture_weights().records(),
                  model.texture_transforms().records(), model.replaceable_lookup(), model.materials(),
                  model.bone_lookup(), model.texture_lookup(), model.texture_unit_lookup(),
                  model.texture_weight_lookup(), model.texture_transform_lookup(), model.collision_triangles(),
                  model.collision_vertices(), model.collision_normals(), model.attachments().records(),
                  model.attachment_lookup(), model.events().records(), model.lights().records(),
                  model.cameras().records(), model.camera_lookup(), model.ribbons().records(),
                  model.particles().records());
    }
    void claim_skin_profiles(const format::model& model) {
        claim(model.skin_profiles().records());
        for (const auto& profile : model.skin_profiles()) {
            claim(profile.vertex_lookup());
            claim(profile.triangles_as_stored());
            claim(profile.palette_joints());
            claim(profile.submeshes());
            claim(profile.batches());
        }
    }
    void claim_records(const format::model& model) {
        for (const auto& texture : model.textures()) {
            claim(texture.name);
        }
        for (const auto& ribbon : model.ribbons()) {
            claim(ribbon.textures());
            claim(ribbon.materials());
        }
        for (const auto& particle : model.particles()) {
            claim(particle.record()->model);
            claim(particle.record()->recursion_model);
            claim(particle.spline_points());
        }
    }

    effigy::window file_;
    std::set<part> claims_;
};

} // namespace facts::m2
