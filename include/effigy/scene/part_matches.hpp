// Which parts of a scene that was edited are which parts of the original.
#pragma once

#include <effigy/core/impl/ranges.hpp>
#include <effigy/core/pool.hpp>

namespace effigy { inline namespace v0 {

struct part_matches {
    pool<std::uint32_t> old_of; // per part of the changed scene; npos: it is new
    pool<std::uint32_t> new_of; // per part of the original; npos: the changed scene lacks it

    explicit part_matches(std::pmr::memory_resource* memory = std::pmr::get_default_resource()) noexcept
        : old_of(memory), new_of(memory) {}
    part_matches(std::size_t news, std::size_t olds, std::pmr::memory_resource* memory)
        : old_of(news, npos, memory), new_of(olds, npos, memory) {}

    void add(std::uint32_t of_changed, std::uint32_t of_original) {
        old_of[of_changed] = of_original;
        new_of[of_original] = of_changed;
    }
    // npos for numbers of no part.
    [[nodiscard]] std::uint32_t before_of(std::uint32_t of_changed) const noexcept {
        return of_changed < old_of.size() ? old_of[of_changed] : npos;
    }
    [[nodiscard]] std::uint32_t now_of(std::uint32_t of_original) const noexcept {
        return of_original < new_of.size() ? new_of[of_original] : npos;
    }
};

}} // namespace effigy::v0
