// What depends on several levels of a model.
#pragma once

#include <effigy/core/impl/reporter.hpp>
#include <effigy/p3d/lint/oddities.hpp>
#include <effigy/p3d/view/lod.hpp>

#include <utility>
#include <vector>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

using namespace effigy::impl;

// Finds the level whose faces cast the shadow of a model without shadow volumes: the first visual level of fewer than
// 1,024 faces, or else the last one; of the levels after it, the one behind the last with the property LodNoShadow.
// From 2,000 faces on there is no shadow (the game's log: "Too detailed shadow lod .. - shadows disabled",
// acemod/ACE3#526 and 7342; readers: armake2; the limit is between 1,877 and 2,044 in the game).
class shadow_caster {
public:
    void add(const lod& level, std::uint32_t number) noexcept {
        const lod_kind kind = level.kind();
        has_shadow_ = has_shadow_ || is_shadow_volume(kind) || kind == lod_kind::shadow_buffer;
        if (kind != lod_kind::visual) {
            return;
        }
        const std::size_t faces = level.faces().size();
        const property no_shadow = level.property("LodNoShadow");
        if (no_shadow && no_shadow.value() != "0") {
            level_ = lod{};
        } else if (!is_chosen_ || !level_) {
            level_ = level;
            number_ = number;
        }
        is_chosen_ = is_chosen_ || faces < enough;
    }
    [[nodiscard]] bool is_too_detailed() const noexcept { return !has_shadow_ && level_.faces().size() >= most; }
    [[nodiscard]] const lod& level() const noexcept { return level_; }
    [[nodiscard]] std::uint32_t number() const noexcept { return number_; }

private:
    static constexpr std::size_t enough = 1024, most = 2000;

    lod level_;
    std::uint32_t number_ = 0;
    bool is_chosen_ = false, has_shadow_ = false;
};

// Finds visual levels without faces beside some with faces: the model vanishes where the game chooses them
// (AH-64D#425). A model without any visual face is meant to be invisible (3 of 129 files).
template <class = when_used> class vanishing {
public:
    void add(const lod& level, std::uint32_t number) {
        if (level.kind() != lod_kind::visual) {
            return;
        }
        is_visible_ = is_visible_ || !level.faces().empty();
        if (level.faces().empty()) {
            empty_.emplace_back(number, level.faces_offset());
        }
    }
    void report(const reporter& report) const {
        for (const auto& [number, offset] : empty_) {
            if (is_visible_) {
                report(odd::level_empty, "p3d.lods[].faces", offset, number);
            }
        }
    }

private:
    std::vector<std::pair<std::uint32_t, std::uint64_t>> empty_; // numbers and offsets
    bool is_visible_ = false;
};

}}}} // namespace effigy::v0::p3d::impl
