// Finding the files that belong to a model.
#pragma once

#include <effigy/core/function_ref.hpp>
#include <effigy/core/impl/platform.hpp>
#include <effigy/m2/view/wanted_companions.hpp>

#include <optional>
#include <string>
#include <vector>

namespace effigy { inline namespace v0 { namespace m2 {

struct joined_companions {
    std::vector<companion> table; // for open(); sorted by comes_before
    std::vector<wanted_companion> missing;
};

// Calls find(wanted) once for each companion that the model names, and for those that its .skel names. `find` returns
// the bytes of the file, which must outlive the table; none if it does not exist. If the model or its .skel cannot be
// opened, open() with the table returns the error.
EFFIGY_API [[nodiscard]] joined_companions
find_companions(borrowed_bytes model, function_ref<std::optional<borrowed_bytes>(const wanted_companion&)> find);

// Returns the name of a companion of "wolf.m2": "wolf0004-01.anim" if `stem` is "wolf". Empty for a parent skeleton.
EFFIGY_API [[nodiscard]] std::string name_of(const wanted_companion& of, std::string_view stem);

// Returns the name that extraction tools give to a companion whose path they do not know: "1000001.skin". Empty without
// a FileDataID.
EFFIGY_API [[nodiscard]] std::string id_name_of(const wanted_companion& of);

}}} // namespace effigy::v0::m2

#if defined(EFFIGY_HAS_BODIES)
#include <algorithm>

namespace effigy { inline namespace v0 { namespace m2 {

namespace impl {

[[nodiscard]] constexpr bool is_skeleton(const wanted_companion& one) noexcept {
    return one.kind == companion_kind::skeleton_file || one.kind == companion_kind::parent_skeleton_file;
}
[[nodiscard]] constexpr companion entry_of(const wanted_companion& one) noexcept {
    return {one.kind, one.id, one.variation, {}};
}

} // namespace impl

EFFIGY_API_BODY joined_companions
find_companions(borrowed_bytes model, function_ref<std::optional<borrowed_bytes>(const wanted_companion&)> find) {
    joined_companions out;
    std::vector<wanted_companion> all; // of one round, because the model refers to the table
    const auto look = [&] {
        const std::size_t before = out.table.size();
        for (const wanted_companion& one : all) {
            companion entry = impl::entry_of(one);
            if (const auto bytes = find(one)) {
                entry.bytes = *bytes;
                out.table.insert(std::upper_bound(out.table.begin(), out.table.end(), entry, comes_before), entry);
            } else {
                out.missing.push_back(one);
            }
        }
        return out.table.size() != before;
    };
    bool looked_for_parent = false;
    for (bool is_first = true, found = true; found; is_first = false) { // a .skel names its parent
        const auto opened = open(lasting_bytes{model}, out.table);
        if (!opened) {
            return out;
        }
        all.clear();
        for_each_wanted_companion(*opened, [&](const wanted_companion& one) {
            const bool is_parent = one.kind == companion_kind::parent_skeleton_file;
            if (impl::is_skeleton(one) && (is_parent ? !looked_for_parent : is_first)) {
                all.push_back(one);
                looked_for_parent = looked_for_parent || is_parent;
            }
        });
        found = look();
    }
    all.clear();
    if (const auto opened = open(lasting_bytes{model}, out.table)) { // a .skel lists the animations
        for_each_wanted_companion(*opened, [&](const wanted_companion& one) {
            if (!impl::is_skeleton(one)) {
                all.push_back(one);
            }
        });
    }
    const auto order = [](const wanted_companion& a, const wanted_companion& b) {
        return comes_before(impl::entry_of(a), impl::entry_of(b));
    };
    std::sort(all.begin(), all.end(), order);
    const auto same = [&](const wanted_companion& a, const wanted_companion& b) { return !order(a, b); };
    all.erase(std::unique(all.begin(), all.end(), same), all.end());
    (void)look();
    return out;
}

EFFIGY_API_BODY std::string name_of(const wanted_companion& of, std::string_view stem) {
    const companion_suffix suffix{of};
    return suffix.view().empty() ? std::string{} : std::string{stem}.append(suffix.view());
}

EFFIGY_API_BODY std::string id_name_of(const wanted_companion& of) {
    constexpr const char* extensions[] = {".skin", ".anim", ".skel", ".skel"};
    return of.file == 0 ? std::string{} : std::to_string(of.file) + extensions[static_cast<int>(of.kind)];
}

}}} // namespace effigy::v0::m2
#endif
