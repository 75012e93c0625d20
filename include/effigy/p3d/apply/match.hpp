// Which parts of a changed scene are which parts of the original one.
#pragma once

#include <effigy/core/impl/numbers_by_key.hpp>
#include <effigy/p3d/apply/options.hpp>
#include <effigy/p3d/owned/model.hpp>
#include <effigy/p3d/scene/trace.hpp>
#include <effigy/scene/remark.hpp>
#include <effigy/scene/sample.hpp>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

using namespace effigy::impl;

// The numbers of two lists' parts that are the same part; npos: none is.
struct pairs {
    pool<std::uint32_t> now;    // for each part of the original list, its number in the changed list
    pool<std::uint32_t> before; // the reverse

    explicit pairs(std::pmr::memory_resource* memory) noexcept : now(memory), before(memory) {}
    [[nodiscard]] std::uint32_t now_of(std::uint32_t number) const noexcept {
        return number < now.size() ? now[number] : npos;
    }
    [[nodiscard]] std::uint32_t before_of(std::uint32_t number) const noexcept {
        return number < before.size() ? before[number] : npos;
    }
};

// Pairs parts of equal names, first those of the same number too. A part of a new name is the original one of the same
// number, if no part has the name of that any more and can_be(original, changed): it was renamed.
template <class Part, class CanBe>
[[nodiscard]] pairs pairs_of(const scene::list<Part>& original, const scene::list<Part>& changed, const CanBe& can_be,
                             std::pmr::memory_resource* memory) {
    pairs out{memory};
    out.now.assign(original.size(), npos);
    out.before.assign(changed.size(), npos);
    const auto pair = [&](std::uint32_t original_number, std::uint32_t number) {
        out.now[original_number] = number;
        out.before[number] = original_number;
    };
    for (std::uint32_t i = 0; i < original.size() && i < changed.size(); ++i) {
        if (original[i].name == changed[i].name) {
            pair(i, i);
        }
    }
    numbers_by_key<std::string_view> names{memory};
    for (std::uint32_t i = 0; i < changed.size(); ++i) {
        if (out.before[i] == npos && !names.contains(changed[i].name)) {
            names.add(changed[i].name, i);
        }
    }
    for (std::uint32_t i = 0; i < original.size(); ++i) {
        const std::uint32_t found = out.now[i] == npos ? names.find(original[i].name) : npos;
        if (found != npos && out.before[found] == npos) {
            pair(i, found);
        }
    }
    for (std::uint32_t i = 0; i < original.size() && i < changed.size(); ++i) {
        if (out.now[i] == npos && out.before[i] == npos && can_be(original[i], changed[i])) {
            pair(i, i);
        }
    }
    return out;
}
template <class Part>
[[nodiscard]] pairs pairs_of(const scene::list<Part>& original, const scene::list<Part>& changed,
                             std::pmr::memory_resource* memory) {
    return pairs_of(original, changed, [](const Part&, const Part&) { return true; }, memory);
}

// Two scenes, and what is the same in both.
template <class = when_used> class scene_pair {
public:
    scene_pair(const scene& original, const scene& changed, const scene_trace& trace, const apply_options& how,
               remark_sink told, std::pmr::memory_resource* resource)
        : before(original), now(changed), from(trace), options(how), tell(told), memory(resource),
          materials(pairs_of(original.materials, changed.materials, resource)),
          nodes(pairs_of(
              original.nodes, changed.nodes,
              [](const scene::node& a, const scene::node& b) {
                  return a.parent == b.parent && (a.mesh == npos) == (b.mesh == npos);
              },
              resource)),
          world_before(original.nodes.size(), resource), world_now(changed.nodes.size(), resource) {
        static_cast<void>(world_matrices(original, world_before));
        static_cast<void>(world_matrices(changed, world_now));
    }

    void say(remark_kind kind, const char* part, std::string_view name, std::string_view what,
             std::uint64_t count = 0) const {
        tell(remark{kind, part, name, what, count});
    }

    const scene &before, &now;
    const scene_trace& from;
    const apply_options& options;
    remark_sink tell;
    std::pmr::memory_resource* memory;
    pairs materials, nodes;
    pool<matrix4x3<double>> world_before, world_now; // of nodes
};

// Returns an extra with a key; null if there is none.
template <class Value>
[[nodiscard]] const Value* find_extra(const scene::list<scene::extra>& in, std::string_view key) noexcept {
    for (const scene::extra& each : in) {
        if (each.key == key) {
            return std::get_if<Value>(&each.value);
        }
    }
    return nullptr;
}

}}}} // namespace effigy::v0::p3d::impl
