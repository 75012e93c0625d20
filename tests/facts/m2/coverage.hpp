// Which bytes of a file belong to something that the views show.
#pragma once

#include "track.hpp"

namespace facts::m2 {

class coverage {
public:
    explicit coverage(const format::model& model) : file_(model.file()) {
        claim(std::span{model.header(), 1});
        claim_lists(model);
        claim_views(model);
        claim_records(model);
        for_each_track(model, [&](const auto& of) { claim(of); });
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
    template <class T> void claim(const effigy::strided<T>& records) {
        if (!records.empty()) {
            claims_.insert({file_.offset_of(records.data()), records.size() * records.stride()});
        }
    }
    // A text with its NUL and what is behind it.
    void claim(const format::array_ref<char, order>& text) { claim(file_.bytes_at(text.offset, text.count)); }
    void claim(const timeline& of) {
        claim(of.ranges);
        claim(of.times);
    }
    template <class T> void claim(const track<T>& of) {
        claim(static_cast<const timeline&>(of));
        claim(of.values);
    }

    void claim_lists(const format::model& model) {
        const auto claim_all = [&](const auto&... lists) { (claim(lists), ...); };
        claim_all(model.header()->name, model.global_sequences(), model.sequences(), model.sequence_lookup(),
                  model.playable_lookup(), model.bones().headers(), model.key_bone_lookup(), model.vertices(),
                  model.colors(), model.textures(), model.weights(), model.transforms(), model.replaceable_lookup(),
                  model.materials(), model.bone_lookup(), model.texture_lookup(), model.texture_unit_lookup(),
                  model.weight_lookup(), model.transform_lookup(), model.collision_triangles(),
                  model.collision_vertices(), model.collision_normals(), model.attachments(), model.attachment_lookup(),
                  model.events(), model.lights(), model.cameras(), model.camera_lookup(), model.ribbons(),
                  model.particles());
    }
    void claim_views(const format::model& model) {
        claim(model.get(model.header()->views));
        for (const auto& view : model.views()) {
            claim(view.indices());
            claim(view.triangles());
            claim(view.bone_properties());
            claim(view.submeshes());
            claim(view.batches());
        }
    }
    void claim_records(const format::model& model) {
        for (const auto& texture : model.textures()) {
            claim(texture.name);
        }
        for (const auto& ribbon : model.ribbons()) {
            claim(model.get(ribbon.textures));
            claim(model.get(ribbon.materials));
        }
        for (const auto& particle : model.particles()) {
            claim(particle.model);
            claim(particle.recursion_model);
            claim(model.get(particle.spline_points));
        }
    }

    effigy::window file_;
    std::set<part> claims_;
};

} // namespace facts::m2
