#include "commands.hpp"

#include "clip_files.hpp"
#include "every_lint.hpp"   // CMakeLists.txt makes it
#include "explanations.hpp" // CMakeLists.txt makes it
#include <tool/answers/json.hpp>
#include <tool/answers/text.hpp>
#include <tool/system/batch.hpp>
#include <tool/system/console.hpp>
#include <tool/system/files.hpp>
#include <tool/system/judge.hpp>
#include <tool/textures/named_files.hpp>

#include <effigy/m2/check_target.hpp>
#include <effigy/report.hpp>
#include <materials/texts.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tool {

namespace fs = std::filesystem;

namespace {

// ---- what findings mean and what to do about them, as docs/findings.md says ----------------------------------------

void replace(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
}

// Returns the next cell of a row without Markdown, and removes it from the row.
std::string take_cell(std::string_view& row) {
    row.remove_prefix(std::min(row.find('|') + 1, row.size()));
    std::size_t end = row.find('|');
    while (end != std::string_view::npos && row[end - 1] == '\\') {
        end = row.find('|', end + 1);
    }
    std::string out{materials::trimmed(row.substr(0, end))};
    row.remove_prefix(std::min(end, row.size()));
    for (const auto& [from, to] : {std::pair{"\\|", "|"}, std::pair{"<br>", "; or: "}, std::pair{"&lt;", "<"}}) {
        replace(out, from, to);
    }
    for (std::size_t middle = out.find("]("); middle != std::string::npos; middle = out.find("](")) {
        out.replace(middle, 1, " "); // "[a page](page.md)" -> "a page (page.md)"
        out.erase(out.rfind('[', middle), 1);
    }
    return out;
}

// Returns the texts of a code, for each format that has it; empty if there is no such code.
std::string explanation_of(std::string_view code) {
    std::string out;
    std::string_view format;
    for (std::string_view line : explanations) {
        if (line.starts_with("## ")) {
            format = line.substr(3);
        } else if (take_cell(line) == '`' + std::string{code} + '`') {
            out.append(code).append(": ").append(take_cell(line)).append(" (").append(format).append(")\n");
            out.append("  ").append(take_cell(line)).append("\n");
            out.append("  ").append(take_cell(line)).append("\n");
        }
    }
    return out;
}

// A line for each code of each format, with tabs between the columns: format, severity, code, message.
std::string list_of_codes() {
    std::string out;
    std::string_view format;
    for (std::string_view line : explanations) {
        if (line.starts_with("## ")) {
            format = line.substr(3);
            continue;
        }
        std::string code = take_cell(line);
        std::erase(code, '`');
        const std::string severity = take_cell(line);
        out.append(format).append("\t" + severity + '\t' + code + '\t' + take_cell(line) + '\n');
    }
    return out;
}

// "no finding has the code foo; similar ones are: ..", for a code that does not exist.
std::string no_finding(std::string_view code) {
    constexpr std::size_t most = 5;
    std::vector<std::string> codes;
    for (std::string_view line : explanations) {
        if (line.starts_with('|')) {
            codes.push_back(take_cell(line));
            std::erase(codes.back(), '`');
        }
    }
    std::ranges::sort(codes);
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end()); // clang 14 lacks that of std::ranges
    codes = by_likeness(std::move(codes), code);
    codes.resize(std::min(codes.size(), most));
    return "no finding has the code " + printable(code) + "; similar ones are: " + listed(codes);
}

// ---- checking ------------------------------------------------------------------------------------------------------

using finding_counts = std::map<std::pair<effigy::severity, std::string_view>, std::uint64_t>; // by severity and code

struct verdict {
    std::string lines;
    tool::status status = status::error;
    finding_counts findings;
    bool is_incomplete = false;         // lacks companions
    bool lacks_supermodel = false;      // Neverwinter Nights
    effigy::m2::target_counts compared; // World of Warcraft
    lasting_error failure;              // an exception during the check; then there are no lines
};

bool reports_findings(const check_options& options) {
    return options.lint || options.target != 0 || !options.textures.folders.empty();
}

class judge_of_files {
public:
    // `is_one`: a single file is checked.
    judge_of_files(const check_options& options, bool is_one, named_files& named, model_cache& models)
        : options_(options), is_one_(is_one), named_(named), models_(models) {}

    [[nodiscard]] verdict operator()(const fs::path& path) const {
        verdict out;
        const std::string name = printable(path.string());
        std::string findings, supermodel;
        object_list objects;
        const judgement judged = judge(path, models_, [&](const auto& view, const judgement& so_far) {
            if (so_far.status != status::ok) {
                return;
            }
            supermodel = absent_supermodel(view, clips{}, path, models_.finder().folders());
            const auto report = [&](const effigy::finding& found) {
                if (std::ranges::find(options_.ignored, found.code) != options_.ignored.end()) {
                    return;
                }
                ++out.findings[{found.level, found.code}];
                if (options_.json) {
                    objects.add(finding_json(found));
                } else {
                    findings += finding_line(paint_, name, found);
                }
            };
            if constexpr (requires { lint(view, report); }) { // not for animation keys: lint of their model covers them
                if (options_.lint) {
                    lint(view, report);
                }
            }
            if constexpr (requires { lint_file_name(view, name, report); }) {
                if (options_.lint) {
                    lint_file_name(view, path.stem().string(), report);
                }
            }
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(view)>, effigy::m2::model>) {
                if (options_.target != 0) {
                    const auto compared = check_target(view, options_.target, report);
                    out.failure = compared.error();
                    out.compared = compared ? *compared : effigy::m2::target_counts{};
                }
            }
            if constexpr (scene_source<std::remove_cvref_t<decltype(view)>>) {
                if (!options_.textures.folders.empty()) {
                    named_.check(view, path, report);
                }
            }
        });
        out.status = out.failure ? status::error : judged.status;
        out.is_incomplete = !judged.missing.empty();
        out.lacks_supermodel = !supermodel.empty();
        out.lines = lines_of(path, judged, supermodel, findings, objects);
        return out;
    }

    // The output for a file. `supermodel`: one that it lacks; `findings`, `objects`: what it says of its findings.
    [[nodiscard]] std::string lines_of(const fs::path& path, const judgement& judged, const std::string& supermodel,
                                       const std::string& findings, const object_list& objects) const {
        if (!options_.json) {
            return line_of_file(path, judged, is_one_ ? without_supermodel(supermodel) : "") + findings;
        }
        const json missing{{"missing", judged.missing},
                           {"missing_supermodel", supermodel.empty() ? json(nullptr) : json(supermodel)}};
        return objects.within(header_json(path.string(), judged), "findings",
                              reports_findings(options_) && judged.status == status::ok, missing) +
               '\n';
    }

private:
    [[nodiscard]] std::string line_of_file(const fs::path& path, const judgement& judged,
                                           const std::string& remark) const {
        if (judged.status != status::ok) {
            return complaint_line(paint_, path, judged);
        }
        return printable(path.string()) + '\t' + paint_.good("ok") +
               (judged.missing.empty() ? "" : "\twithout " + listed(judged.missing)) + (remark.empty() ? "" : "\t") +
               remark + '\n';
    }

    const check_options& options_;
    bool is_one_;
    named_files& named_;
    model_cache& models_;
    style paint_ = style::of(stdout);
};

// What check_target() compares.
struct target_part {
    const char* name;
    std::uint64_t effigy::m2::target_counts::* count;
};
constexpr target_part target_parts[] = {{"entries of tables", &effigy::m2::target_counts::tables},
                                        {"animations", &effigy::m2::target_counts::animations},
                                        {"bones", &effigy::m2::target_counts::bones},
                                        {"lists of keys", &effigy::m2::target_counts::keys},
                                        {"vertices", &effigy::m2::target_counts::vertices},
                                        {"submeshes", &effigy::m2::target_counts::submeshes},
                                        {"batches", &effigy::m2::target_counts::batches},
                                        {"textures", &effigy::m2::target_counts::textures},
                                        {"parts attached to bones", &effigy::m2::target_counts::attached}};

// Counts over all files.
class summary {
public:
    void add(const verdict& made) {
        ++files_[static_cast<std::size_t>(made.status)];
        incomplete_ += made.is_incomplete ? 1 : 0;
        without_supermodels_ += made.lacks_supermodel ? 1 : 0;
        for (const auto& [key, count] : made.findings) {
            findings_[key] += count;
        }
        for (const target_part& part : target_parts) {
            compared_.*part.count += made.compared.*part.count;
        }
    }

    [[nodiscard]] int exit_status(const check_options& options, bool has_empty_folders) const {
        const bool fails = of(status::error) != 0 ||
                           (options.strict && (of(status::skipped) != 0 || incomplete_ != 0 || has_empty_folders)) ||
                           (options.fail_on_warning && found(effigy::severity::warning) != 0);
        return fails ? 1 : 0;
    }

    [[nodiscard]] std::string text(const check_options& options, std::size_t left_out) const {
        const std::uint64_t all = of(status::ok) + of(status::skipped) + of(status::error);
        std::string out = counted(all, "file") + ": " + grouped(of(status::ok)) + " ok, " +
                          grouped(of(status::skipped)) + " skipped, " + counted(of(status::error), "error");
        if (incomplete_ != 0) {
            out += "; " + counted(incomplete_, "model") + " without some of the files that belong to " +
                   (incomplete_ == 1 ? "it" : "them");
        }
        if (without_supermodels_ != 0 && all != 1) {
            out += "; " + counted(without_supermodels_, "model") + " without " +
                   (without_supermodels_ == 1 ? "its supermodel" : "their supermodels");
        }
        if (left_out != 0) {
            out += "; " + counted(left_out, "file") + " with other extensions left out";
        }
        if (reports_findings(options)) {
            out += "\nfindings: " + counted(found(effigy::severity::warning), "warning") + ", " +
                   counted(found(effigy::severity::note), "note");
            for (const auto level : {effigy::severity::warning, effigy::severity::note}) {
                for (const auto& [key, count] : findings_) {
                    if (key.first == level) {
                        out += "\n  " + std::string(effigy::name_of(level)) + ' ' + std::string(key.second) + ": " +
                               grouped(count);
                    }
                }
            }
            if (!findings_.empty()) {
                out += "\neffigy check --explain CODE says what a finding means and what to do";
            }
        }
        if (options.target != 0) {
            out += "\ncompared with the game's own models of version " + std::to_string(options.target) + ": ";
            for (const target_part& part : target_parts) {
                out += grouped(compared_.*part.count) + ' ' + part.name +
                       (&part == std::end(target_parts) - 1 ? "" : ", ");
            }
            out += "; not run in the game";
        }
        return out + '\n';
    }

private:
    [[nodiscard]] std::uint64_t of(tool::status status) const { return files_[static_cast<std::size_t>(status)]; }
    [[nodiscard]] std::uint64_t found(effigy::severity level) const {
        std::uint64_t out = 0;
        for (const auto& [key, count] : findings_) {
            out += key.first == level ? count : 0;
        }
        return out;
    }

    std::array<std::uint64_t, 3> files_{}; // by status
    std::uint64_t incomplete_ = 0;         // files that lack companions
    std::uint64_t without_supermodels_ = 0;
    finding_counts findings_;
    effigy::m2::target_counts compared_;
};

// Checks all files and prints the lines in order.
summary check_all(const std::vector<fs::path>& files, const check_options& options, named_files& named,
                  model_cache& models) {
    const judge_of_files judge{options, files.size() == 1, named, models};
    const auto verdict_of = [&](std::size_t i) {
        verdict out;
        if (const effigy::error why = guarded("check", [&] { out = judge(files[i]); })) {
            out = {};
            out.failure = why;
        }
        return out;
    };
    summary all;
    progress shown{files.size(), options.quiet, [&](std::size_t i) { return files[i]; }};
    batch<verdict>{files.size()}.run(options.jobs, shown, verdict_of, [&](std::size_t i, verdict made) {
        if (made.failure) {
            judgement judged;
            judged.why = made.failure;
            made.lines = judge.lines_of(files[i], judged, {}, {}, {});
        }
        all.add(made);
        return static_cast<bool>(std::cout << made.lines); // false: the reader of the output has closed it
    });
    std::cout.flush();
    return all;
}

} // namespace

int check(const check_options& options, const listfile& names, model_cache& models) {
    for (const std::string& code : options.ignored) {
        if (explanation_of(code).empty()) {
            return wrong_usage("check", "--ignore: " + no_finding(code));
        }
    }
    if (options.codes) {
        std::cout << list_of_codes();
        return 0;
    }
    if (!options.explained.empty()) {
        const std::string text = explanation_of(options.explained);
        if (text.empty()) {
            return wrong_usage("check", "--explain: " + no_finding(options.explained));
        }
        std::cout << text;
        return 0;
    }
    texture_options looked_for = options.textures;
    looked_for.most_side = 1; // the images are not needed, only whether they can be read
    named_files named{looked_for, options.arguments, options.known,
                      [&](std::uint32_t id) { return names.path_of(id); }};
    if (!named.complaint().empty()) {
        return wrong_usage("check", named.complaint());
    }
    const found_files found = files_of(options.arguments);
    report_empty_folders(found);
    const summary all = check_all(found.files, options, named, models);
    std::cerr << all.text(options, found.left_out) << named.advice();
    return all.exit_status(options, !found.empty_folders.empty());
}

} // namespace tool
