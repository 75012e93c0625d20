// Tests of edits: what differs between two models, and whether an edited model can be written.
#pragma once

#include <effigy/content.hpp>
#include <effigy/owned/editing.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

namespace support {

// Writes an edited model, and returns what is read back, which must be the same.
template <class Model, class Open> [[nodiscard]] Model written(const Model& edited, const Open& open) {
    const auto file = encode(edited);
    INFO(effigy::to_string(file.error()));
    REQUIRE(file);
    const auto view = open(*file);
    REQUIRE(view);
    CHECK_FALSE(verify(*view));
    auto again = decode(*view);
    REQUIRE(again);
    CHECK(effigy::equal_content(edited, *again));
    return std::move(*again);
}

// Returns a count, or -1 for an error.
[[nodiscard]] inline int counted(const effigy::result<std::size_t>& count) {
    return count ? static_cast<int>(*count) : -1;
}

// How many names were renamed, or -1 for an error.
template <class Model> int textures_renamed(Model& model, std::initializer_list<effigy::renaming> rules) {
    return counted(rename_textures(model, rules));
}
template <class Model> int nodes_renamed(Model& model, std::initializer_list<effigy::renaming> rules) {
    return counted(rename_nodes(model, rules));
}

// Whether encode() gives the same bytes for two models.
template <class Model> [[nodiscard]] bool same_file(const Model& a, const Model& b) {
    const auto file_of_a = encode(a), file_of_b = encode(b);
    return file_of_a && file_of_b && std::ranges::equal(*file_of_a, *file_of_b);
}

// Returns a path with "[]" for indices; without an index at the end.
[[nodiscard]] inline std::string field_of(const effigy::content_path& path) {
    const std::string out = path.pattern();
    return out.ends_with("[]") ? out.substr(0, out.size() - 2) : out;
}

// The fields that differ, sorted.
template <class Model> [[nodiscard]] std::string changed_fields(const Model& before, const Model& after) {
    std::set<std::string> fields;
    CHECK_FALSE(
        differences(before, after, [&](const effigy::difference& found) { fields.insert(field_of(found.path)); }));
    std::string out;
    for (const std::string& field : fields) {
        out += (out.empty() ? "" : " ") + field;
    }
    return out;
}

// Whether all numbers that differ, and those of the same lists, are multiplied by `factor`. The fields of `skipped` are
// not looked at.
template <class Model>
[[nodiscard]] bool is_multiplied(const Model& before, const Model& after, float factor,
                                 const std::set<std::string>& skipped = {}) {
    bool good = true;
    CHECK_FALSE(differences(before, after, [&](const effigy::difference& found) {
        if (skipped.contains(field_of(found.path))) {
            return;
        }
        const effigy::field_value &old = found.before, &now = found.after;
        good = good && old.kind() == effigy::number_kind::float32 && old.size() == now.size();
        for (std::size_t i = 0; good && i < old.size(); ++i) {
            for (std::size_t k = 0; k < old.width(); ++k) {
                good = good && now.real(i, k) == old.real(i, k) * factor;
            }
        }
    }));
    return good;
}

} // namespace support
