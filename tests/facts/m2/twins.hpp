// How similar two files of the same model are.
#pragma once

#include "joined.hpp"

#include "m2/alike.hpp"

namespace facts::m2 {

// Empty if one of them cannot be read.
[[nodiscard]] inline std::optional<json> compare_twins(const path& one, const path& other) {
    const std::array paths{one, other};
    std::vector<effigy::file> files;
    std::vector<companions> beside;
    std::vector<format::model> models;
    for (const path& at : paths) {
        auto file = effigy::file::open(at);
        const auto alone = file ? format::open(file->bytes()) : effigy::result<format::model>{file.error()};
        if (!alone) {
            return std::nullopt;
        }
        files.push_back(std::move(*file));
        beside.emplace_back(*alone, at);
    }
    for (std::size_t i = 0; i < paths.size(); ++i) {
        if (const auto joined = format::open(files[i].bytes(), beside[i].table())) {
            models.push_back(*joined);
        }
    }
    if (models.size() != paths.size()) {
        return std::nullopt;
    }
    const fixtures::m2::likeness found = fixtures::m2::compare(models[0], models[1]);
    return json{{"geometry", found.geometry}, {"animations", found.animations}, {"poses", rounded(found.poses)}};
}

} // namespace facts::m2
