// Extras of a part of a changed scene in the terms of the original.
#pragma once

#include <effigy/scene/extras.hpp>
#include <effigy/scene/reconcile/state.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// Brings the extras that a person can change. Those that the changed part lacks stay: editors drop them.
inline void merge_extras(const reconcile_state& of, const char* part, std::string_view name,
                         const scene::list<scene::extra>& changed, scene::list<scene::extra>& to) {
    for (const std::string_view key : of.options.extras) {
        const scene::extra* const now = find_key(changed, key);
        const scene::extra* const was = find_key(to, key);
        if (now == nullptr ||
            (was != nullptr && (was->value == now->value || was->value.index() != now->value.index()))) {
            continue;
        }
        if (was != nullptr) {
            to[static_cast<std::size_t>(was - to.begin())].value = now->value;
        } else {
            to.push_back(*now);
        }
        of.say(remark_kind::changed, part, name, key);
    }
}

}}} // namespace effigy::v0::impl
