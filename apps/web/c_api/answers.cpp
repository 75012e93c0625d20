#include "answers.hpp"

#include "every_lint.hpp" // CMakeLists.txt makes these
#include "every_regions.hpp"

#include <tool/answers/clips.hpp>
#include <tool/answers/info.hpp>
#include <tool/answers/json.hpp>
#include <tool/answers/region_text.hpp>

#include <string>
#include <type_traits>
#include <utility>

namespace c_api {

using tool::json;

std::string info_of(file_set& files, const file_set::file& one) {
    json content{{"totals", nullptr}};
    const tool::judgement judged =
        files.judge(one, [&](const auto& view, const tool::judgement&, const tool::companion_table& companions) {
            if constexpr (requires { to_json(view, companions); }) {
                content = to_json(view, companions);
            } else if constexpr (requires { tool::to_json(view); }) {
                content = tool::to_json(view);
            }
        });
    json out = tool::header_json(one.path, judged);
    for (auto& [key, value] : content.items()) {
        out[key] = std::move(value);
    }
    return tool::text_of(out);
}

std::string lint_of(file_set& files, const file_set::file& one) {
    tool::object_list findings;
    json supermodel; // one that the set lacks
    const tool::judgement judged =
        files.judge(one, [&](const auto& view, const tool::judgement& so_far, const tool::companion_table&) {
            if (so_far.status == tool::status::ok) {
                if constexpr (tool::nwn_model<std::remove_cvref_t<decltype(view)>>) {
                    const std::string wanted{tool::clips{}.wanted_supermodel(view.supermodel())};
                    if (!wanted.empty() &&
                        files.find(std::string{materials::folder_of(one.path)} + wanted + ".mdl") == nullptr) {
                        supermodel = wanted + ".mdl";
                    }
                }
                const auto report = [&](const effigy::finding& found) { findings.add(tool::finding_json(found)); };
                lint(view, report);
                if constexpr (requires { lint_file_name(view, one.stem(), report); }) {
                    lint_file_name(view, one.stem(), report);
                }
            }
        });
    return findings.within(tool::header_json(one.path, judged), "findings", judged.status == tool::status::ok,
                           {{"missing", judged.missing}, {"missing_supermodel", supermodel}});
}

namespace {

std::string_view name_of(effigy::role what) {
    switch (what) {
    case effigy::role::value: return "value";
    case effigy::role::reference: return "reference";
    case effigy::role::padding: return "padding";
    case effigy::role::garbage: return "garbage";
    case effigy::role::constant: return "constant";
    case effigy::role::gap: return "gap";
    }
    return "value";
}

} // namespace

std::string regions_of(file_set& files, const file_set::file& one, std::uint64_t begin, std::uint64_t end) {
    constexpr std::size_t most = 8192;
    tool::object_list list;
    std::size_t count = 0;
    std::uint64_t next = end; // where the answer to another question begins
    const auto add = [&](effigy::byte_view file, const effigy::region& found) {
        if (found.offset() + found.length <= begin || found.offset() >= next) {
            return;
        }
        if (count++ == most) {
            next = found.offset();
            return;
        }
        list.add({{"offset", found.offset()},
                  {"length", found.length},
                  {"path", path_of(found)},
                  {"role", name_of(found.role)},
                  {"type", found.type},
                  {"count", found.count},
                  {"value", tool::value_of(file, found)}});
    };
    const tool::judgement judged =
        files.judge(one, [&](const auto& view, const tool::judgement&, const tool::companion_table&) {
            regions(view, [&](const effigy::region& found) { add(view.file(), found); });
        });
    json head = tool::header_json(one.path, judged);
    head["next"] = next;
    return list.within(head, "regions");
}

} // namespace c_api
