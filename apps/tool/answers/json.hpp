// The JSON that all commands and formats have in common. docs/tool.md describes it.
#pragma once

#include "judgement.hpp"

#include <effigy/core/finding.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace tool {

using json = nlohmann::ordered_json; // searches its keys linearly, so no key may come from a file

inline constexpr int json_schema = 1;

// The keys at the start of every object.
json header_json(std::string_view path, const judgement& judged);
json finding_json(const effigy::finding& found);

// Returns one line. Replaces bytes that are not UTF-8, which a path may have.
std::string text_of(const json& object);

// Objects as text: a JSON array of them takes many times the memory, and its destructor allocates.
class object_list {
public:
    object_list() = default;
    // `objects`: with commas between them.
    explicit object_list(std::string objects) : objects_(std::move(objects)) {}

    void add(const json& object);
    [[nodiscard]] std::string text() const { return '[' + objects_ + ']'; }
    // Returns one line: the keys of `head`, the list by its key, or null without `is_there`, and the keys of `tail`.
    [[nodiscard]] std::string within(const json& head, std::string_view key, bool is_there = true,
                                     const json& tail = json::object()) const;

private:
    std::string objects_;
};

struct totals {
    std::uint64_t nodes = 0, meshes = 0, vertices = 0, triangles = 0, materials = 0, bones = 0, lights = 0,
                  animations = 0;
};
json totals_json(const totals& all);

// Null if `is_there` is false.
template <class Number> json number_or_null(Number number, bool is_there) {
    return is_there ? json(number) : json(nullptr);
}

} // namespace tool
