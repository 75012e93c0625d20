// The parts of a character: hair styles, robes, capes, of which the game shows one set.
#pragma once

#include <effigy/m2/names.hpp>
#include <effigy/m2/scene/material.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// The runs of one geoset, as the game calls these parts. The mesh of a model that is not a character is one.
struct geoset {
    std::uint32_t id = 0; // submesh.id
    std::size_t first_run = 0, run_count = 0;
};

// Whether the scene of a character shows parts[i] by default: the body, ears, the first hair (1 is the head without
// hair), and the first variant of all other groups, which is bare skin or trousers; other variants are clothes over it.
// The groups of the face close the head, so the first one that exists is shown (measured: one of two characters lacks
// variant 1). The parts are in ascending order.
template <class = when_used> [[nodiscard]] bool is_default_part(std::span<const geoset> parts, std::size_t i) noexcept {
    constexpr std::uint32_t ears = 702;
    const std::uint32_t id = parts[i].id;
    const std::uint32_t before = i != 0 ? parts[i - 1].id : 0;
    switch (id / 100) {
    case 0: return id < 2 ? id == 0 || i + 1 == parts.size() || parts[i + 1].id >= 100 : before < 2;
    case 1:
    case 2:
    case 3: return before / 100 != id / 100;
    case ears / 100: return id == ears;
    default: return id % 100 == 1;
    }
}

// Returns all parts that the runs draw. The runs are sorted by part.
template <class = when_used> [[nodiscard]] pool<geoset> parts_of(scene_maker<>& maker, const pool<drawn_run>& runs) {
    pool<geoset> out{maker.to.memory()};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (i == 0 || runs[i].part != out.back().id) {
            if (maker.to.add(out, geoset{runs[i].part, i, 0}) == nullptr) {
                break;
            }
        }
        ++out.back().run_count;
    }
    return out;
}

// Keeps only the parts that the scene shows, and reports how many it has.
template <class = when_used> void choose_parts(scene_maker<>& maker, pool<geoset>& parts) {
    pool<geoset> shown{maker.to.memory()};
    if (!maker.to.reserve(shown, parts.size())) {
        return;
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const scene_options& options = maker.options;
        if (options.submesh_ids.empty() ? options.include_all_parts || is_default_part<>(parts, i)
                                        : is_chosen(options, parts[i].id)) {
            shown.push_back(parts[i]);
        }
    }
    const std::size_t all = parts.size();
    if (!shown.empty() || !maker.options.submesh_ids.empty()) { // otherwise all: no default part exists
        parts = std::move(shown);
    }
    maker.to.extras().add("parts", all).add("partsShown", parts.size()).put_into(maker.to.made.extras);
}

}}}} // namespace effigy::v0::m2::impl
