// The facts of a model in text form, from its statements.
#pragma once

#include "../verdict.hpp"

#include <effigy/core/impl/decimal.hpp>
#include <effigy/nwn/text.hpp>

#include <algorithm>
#include <array>

namespace facts::nwn {

namespace format = effigy::nwn;

[[nodiscard]] inline std::string chars_of(const effigy::text_word& word) { return std::string{word.text}; }
[[nodiscard]] inline json number_of(const effigy::text_word& word) {
    float out = 0;
    static_cast<void>(effigy::impl::read_number(word.text, out));
    return static_cast<double>(out);
}

inline constexpr std::string_view listed[] = {
    "verts",       "faces",   "tverts",   "tverts1",   "tverts2",    "tverts3",     "weights",     "colors",
    "constraints", "normals", "tangents", "animverts", "animtverts", "texindices1", "texindices2", "texindices3"};

// The number of rows of a list, and their sum or largest index.
inline void add_list(json& node, const format::statement& list, const std::string& keyword) {
    std::array<double, 3> sum{};
    std::int64_t largest = -1;
    for (const effigy::text_words& row : list.rows()) {
        std::size_t i = 0;
        for (const effigy::text_word& word : row) {
            float number = 0;
            if (i < sum.size() && effigy::impl::read_number(word.text, number)) {
                sum[i++] += static_cast<double>(number);
                if (number >= 0 && number < 1e9F) { // a vertex
                    largest = std::max(largest, static_cast<std::int64_t>(number));
                }
            }
        }
    }
    node[keyword] = list.rows().size();
    if (keyword == "verts" || keyword == "tverts") {
        node[keyword + "_sum_approx"] = sum;
    } else if (keyword == "faces") {
        node["max_vertex"] = largest;
    }
}

[[nodiscard]] inline json text_facts(const format::text_model& model) {
    json out = {{"format", "nwn.ascii"},  {"bytes", model.file().size()}, {"name", std::string{model.name()}},
                {"supermodel", nullptr},  {"classification", nullptr},    {"anim_scale_approx", nullptr},
                {"nodes", json::array()}, {"anims", json::array()},       {"done", false}};
    std::uint32_t lines = 0;
    for (effigy::line_cursor line{model.text()}; line.next();) {
        ++lines;
    }
    out["lines"] = lines;
    json* animation = nullptr;
    json* node = nullptr;
    for (const format::statement& each : model.statements()) {
        const std::string keyword = lower_case(std::string{each.keyword()});
        switch (each.kind()) {
        case format::statement_kind::animation:
            animation = &out["anims"].emplace_back(json{{"name", chars_of(each.word(0))},
                                                        {"length_approx", nullptr},
                                                        {"nodes", 0},
                                                        {"events", 0},
                                                        {"keys", 0}});
            break;
        case format::statement_kind::end_animation: animation = nullptr; break;
        case format::statement_kind::end_model: out["done"] = true; break;
        case format::statement_kind::node:
            if (animation != nullptr) {
                (*animation)["nodes"] = (*animation)["nodes"].get<int>() + 1;
                node = animation;
            } else {
                node = &out["nodes"].emplace_back(json{{"type", lower_case(chars_of(each.word(0)))},
                                                       {"name", chars_of(each.word(1))},
                                                       {"parent", nullptr}});
            }
            break;
        case format::statement_kind::end_node: node = nullptr; break;
        default:
            if (node != nullptr && node == animation) {
                const std::uint32_t keys = keyword.ends_with("key") ? each.rows().size() + each.extra_rows() : 0;
                (*animation)["keys"] = (*animation)["keys"].get<std::uint32_t>() + keys;
            } else if (node != nullptr && keyword == "parent") {
                (*node)["parent"] = chars_of(each.word(0));
            } else if (node != nullptr && keyword == "bitmap") {
                (*node)["bitmap"] = lower_case(chars_of(each.word(0)));
            } else if (node != nullptr && node != animation && std::ranges::count(listed, keyword) != 0) {
                add_list(*node, each, keyword);
            } else if (node == nullptr && animation != nullptr && keyword == "length") {
                (*animation)["length_approx"] = number_of(each.word(0));
            } else if (node == nullptr && animation != nullptr && keyword == "event") {
                (*animation)["events"] = (*animation)["events"].get<int>() + 1;
            } else if (keyword == "setsupermodel") {
                out["supermodel"] = chars_of(each.word(1));
            } else if (keyword == "classification") {
                out["classification"] = lower_case(chars_of(each.word(0)));
            } else if (keyword == "setanimationscale") {
                out["anim_scale_approx"] = number_of(each.word(0));
            }
        }
    }
    return out;
}

} // namespace facts::nwn
