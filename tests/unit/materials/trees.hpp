// Roots whose files are in memory.
#pragma once

#include <materials/search.hpp>

#include <map>
#include <string>
#include <utility>

namespace materials_test {

using files = std::map<std::string, std::string>; // path to content

inline materials::file_tree tree_of(files content) {
    std::vector<std::string> paths;
    for (const auto& one : content) {
        paths.push_back(one.first);
    }
    return materials::file_tree{std::move(paths), [all = std::move(content)](std::string_view path) {
                                    const auto bytes = std::as_bytes(std::span{all.at(std::string{path})});
                                    return std::optional{std::vector<std::byte>{bytes.begin(), bytes.end()}};
                                }};
}

// A root, and the search of a model in it.
struct world {
    explicit world(files content, std::string model = {})
        : all(tree_of(std::move(content))), where({{&all, std::move(model)}}, &looked) {}

    materials::root all;
    std::vector<std::string> looked;
    materials::search where;
};

} // namespace materials_test
