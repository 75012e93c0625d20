#include "commands.hpp"

#include "finding_lines.hpp"
#include "model_edits.hpp"
#include "model_files.hpp"
#include <tool/answers/json.hpp>
#include <tool/answers/scene_of.hpp>
#include <tool/answers/text.hpp>
#include <tool/system/batch.hpp>
#include <tool/system/console.hpp>
#include <tool/system/files.hpp>
#include <tool/system/judge.hpp>
#include <tool/system/output.hpp>

#include <effigy/core/math.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <set>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

namespace tool {

namespace fs = std::filesystem;

namespace {

// ---- the command line ----------------------------------------------------------------------------------------------

// Returns what is wrong with the options; empty if nothing is.
std::string complaint_of(const set_options& options) {
    for (const auto& [name, texts] : {std::pair{"--texture", &options.textures}, std::pair{"--rename", &options.names},
                                      std::pair{"--property", &options.properties}}) {
        for (const std::string& text : *texts) {
            if (!pair_of(text)) {
                const char* const form = texts == &options.properties ? "NAME=VALUE" : "OLD=NEW";
                return std::string{name} + ": expected " + form + ", found " + printable(text);
            }
        }
    }
    if (options.textures.empty() && options.names.empty() && options.properties.empty() && !options.scale &&
        !options.supermodel && !options.repair && options.removed_submeshes.empty() &&
        options.removed_animations.empty() && options.added_animations.empty() && options.texture_types.empty() &&
        options.attachments.empty()) {
        return "set: expected what to change, such as --texture or --scale; see effigy help set";
    }
    if (options.scale && !(*options.scale > 0 && std::isfinite(*options.scale))) {
        return "--scale: expected a finite number above 0";
    }
    if (!lod_choice::of(options.lod)) {
        return "--lod: " + complaint_of_level(options.lod);
    }
    if (options.in_place == !options.output.empty() && !options.dry_run) {
        return options.in_place ? "-o and --in-place exclude each other" : "expected -o OUT, --in-place or --dry-run";
    }
    const bool reads_standard = std::ranges::any_of(options.arguments, is_standard);
    return options.in_place && reads_standard ? "--in-place: standard input has no place; use -o OUT" : "";
}

// ---- files ---------------------------------------------------------------------------------------------------------

bool is_read_only(const fs::path& file) {
    constexpr fs::perms any_write = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
    std::error_code failure;
    const fs::perms allowed = fs::status(file, failure).permissions();
    return !failure && (allowed & any_write) == fs::perms::none;
}

enum class result_of_edit : std::uint8_t { written, finished, unchanged, skipped, error };

struct edit_outcome {
    result_of_edit what = result_of_edit::error;
    std::string lines;
    std::size_t changes = 0;
    lasting_error failure; // an exception; then there are no lines
};

class setter {
public:
    setter(const set_options& options, const std::set<fs::path>& inputs, model_cache& models)
        : options_(options), edits_(options, inputs, models), models_(models) {}

    [[nodiscard]] edit_outcome operator()(const edit_job& one) {
        const finished_change begun = finish_begun(one.to, options_.dry_run);
        finding_lines findings = findings_about(one);
        edited_file edited;
        judgement& judged = edited.judged;
        if (begun.why) {
            judged.why = begun.why;
            judged.words = begun.words;
            return outcome_of(one, edited, findings);
        }
        const bool in_place = options_.output.empty();
        if (in_place && begun.is_complete) { // the files are those that an earlier command asked for
            edit_outcome out;
            out.what = result_of_edit::finished;
            judged.status = status::ok;
            edited.remark = '\t' + begun.files + ": an interrupted run began them; not changed again";
            out.lines = options_.json ? object_of(one, edited, out.what, findings)
                                      : line(one, paint_.good(options_.dry_run ? "would be finished" : "finished"),
                                             edited.remark.substr(1));
            return out;
        }
        edited = edit_in_memory(in_place ? one.to : one.from, edits_, models_,
                                [&](const effigy::finding& found) { findings.add(found); });
        if (!begun.files.empty()) {
            edited.remark += "\tan interrupted run " +
                             std::string{begun.is_complete ? "is finished: " : "is undone: "} + begun.files;
        }
        if (!edited.why && judged.status == status::ok && !edited.files.model.empty()) {
            place(one, edited);
        }
        if (edited.why && !judged.missing.empty() && judged.words.empty()) {
            judged.words = effigy::to_string(edited.why) + "; without " + listed(judged.missing);
        }
        if (edited.why) {
            judged.why = edited.why;
            judged.status = edited.why.code == effigy::errc::unsupported ? status::skipped : status::error;
        }
        return outcome_of(one, edited, findings);
    }
    [[nodiscard]] const std::string& complaint() const { return edits_.complaint(); }
    [[nodiscard]] bool has_read() const { return edits_.has_read(); }
    [[nodiscard]] std::string idle_options() const { return edits_.idle_options(); }
    [[nodiscard]] edit_outcome outcome_of(const edit_job& one, const edited_file& edited,
                                          const finding_lines& findings) const {
        const judgement& judged = edited.judged;
        edit_outcome out;
        out.what = judged.status == status::skipped ? result_of_edit::skipped
                   : judged.status != status::ok    ? result_of_edit::error
                   : edited.files.model.empty()     ? result_of_edit::unchanged
                                                    : result_of_edit::written;
        out.changes = out.what == result_of_edit::written ? edited.changes.count() : 0;
        const std::string name = printable(one.from.string());
        if (options_.json) {
            out.lines = object_of(one, edited, out.what, findings);
        } else if (judged.status != status::ok) {
            out.lines = complaint_line(paint_, one.from, judged);
        } else if (out.what == result_of_edit::unchanged) {
            out.lines = name + '\t' + paint_.faint("unchanged") + '\n';
        } else {
            out.lines = line(one, paint_.good(options_.dry_run ? "would be written" : "written"),
                             edited.changes.summary() + edited.remark) +
                        findings.text();
            if (options_.verbose) {
                edited.changes.each([&](std::string_view path, std::string_view text) {
                    out.lines += name + "\tchange\t" + std::string{path} + ": " + std::string{text} + '\n';
                });
            }
        }
        return out;
    }
    [[nodiscard]] finding_lines findings_about(const edit_job& one) const {
        return {paint_, printable(one.from.string()), {.each = options_.verbose, .as_json = options_.json}};
    }

private:
    [[nodiscard]] static std::string line(const edit_job& one, const std::string& word, const std::string& rest) {
        return printable(one.from.string()) + '\t' + word + '\t' + printable(one.to.string()) + '\t' + rest + '\n';
    }
    // The line of --json.
    [[nodiscard]] static std::string object_of(const edit_job& one, const edited_file& edited, result_of_edit what,
                                               const finding_lines& findings) {
        json head = header_json(one.from.string(), edited.judged);
        const bool is_new = what == result_of_edit::written || what == result_of_edit::finished;
        head["output"] = is_new ? json(one.to.string()) : json(nullptr);
        head["remarks"] = json::array();
        for (std::string_view rest = edited.remark; !rest.empty();) { // "\ta\tb"
            const std::size_t end = std::min(rest.find('\t', 1), rest.size());
            head["remarks"].push_back(rest.substr(1, end - 1));
            rest.remove_prefix(end);
        }
        head["missing"] = edited.judged.missing;
        std::string out = object_list{is_new ? edited.changes.objects() : ""}.within(head, "changes");
        out.back() = ',';
        return out + "\"findings\":" + findings.objects().text() + "}\n";
    }
    // Writes the files, unless it is a dry run.
    void place(const edit_job& one, edited_file& edited) {
        judgement& judged = edited.judged;
        const model_places places = places_.of(one, edited, options_.output.empty());
        const auto refuse = [&](const fs::path& file, const char* words) {
            edited.why = io_error("open", std::errc::permission_denied);
            judged.words = words;
            judged.companion = file == one.to ? "" : name_of_file(file);
        };
        if (!places.complaint.empty()) {
            return refuse(places.companion, places.complaint.c_str());
        }
        for (const effigy::file_to_write& file : places.files) {
            if (options_.output.empty() && is_read_only(file.path)) {
                return refuse(file.path, "the file is read-only; allow writing or use -o FOLDER");
            }
        }
        add_files(places, edited);
        if (options_.dry_run) {
            return;
        }
        fs::path culprit;
        edited.why = write_model(places.files, culprit);
        if (edited.why) {
            judged.companion = culprit.string();
            judged.words = words_of_begun(one.to);
        }
    }
    // World of Warcraft: adds the names of the companions, written, missing or not used any more, to the remark.
    static void add_files(const model_places& places, edited_file& edited) {
        std::string names;
        for (const effigy::file_to_write& file : std::span{places.files}.subspan(1)) {
            names += (names.empty() ? "" : ", ") + printable(name_of_file(file.path));
        }
        std::string missing;
        for (const std::string& name : edited.judged.missing) {
            missing += (missing.empty() ? "" : ", ") + name;
        }
        std::string unused;
        for (const effigy::m2::wanted_companion& one : edited.unused) {
            const fs::path file =
                path_of_name(edited.judged.joined->companions.path_of(one.kind, one.id, one.variation));
            unused += (unused.empty() ? "" : ", ") + printable(name_of_file(file));
        }
        edited.remark += (names.empty() ? "" : "\twith " + names) + (missing.empty() ? "" : "\twithout " + missing) +
                         (unused.empty() ? "" : "\tnot used any more: " + unused);
    }

    const set_options& options_;
    model_edits edits_;
    file_places places_;
    model_cache& models_;
    style paint_ = style::of(stdout);
};

} // namespace

int set(const set_options& options, model_cache& models) {
    if (const std::string complaint = complaint_of(options); !complaint.empty()) {
        return wrong_usage("set", complaint);
    }
    const edit_plan all = planned(options.arguments, options.output);
    if (all.replaces_input) {
        return wrong_usage("set", "-o: expected another place than that of the files; --in-place replaces them");
    }
    if (!all.complaint.empty()) {
        return wrong_usage("set", "-o: " + all.complaint);
    }
    report_empty_folders(all.found);
    setter edit_file{options, all.inputs, models};
    if (!edit_file.complaint().empty()) {
        return wrong_usage("set", edit_file.complaint());
    }
    std::ostream& lines = lines_beside(options.output);
    std::array<std::uint64_t, 5> counts{}; // by result
    std::uint64_t changes = 0;
    progress done{all.jobs.size(), options.quiet, [&](std::size_t i) { return all.jobs[i].from; }};
    ignore_closed_output();
    clean_up_if_interrupted(remove_unfinished_files);
    batch<edit_outcome>{all.jobs.size()}.run(
        options.jobs, done,
        [&](std::size_t i) {
            edit_outcome out;
            if (const effigy::error why = guarded("set", [&] { out = edit_file(all.jobs[i]); })) {
                out = {};
                out.failure = why;
            }
            return out;
        },
        [&](std::size_t i, edit_outcome made) {
            if (made.failure) {
                edited_file failed;
                failed.judged.why = made.failure;
                made = edit_file.outcome_of(all.jobs[i], failed, edit_file.findings_about(all.jobs[i]));
            }
            ++counts[static_cast<std::size_t>(made.what)];
            changes += made.changes;
            lines << made.lines;
            return true; // the files are written even if the reader of the output has closed it
        });
    lines.flush();
    const auto of = [&](result_of_edit what) { return counts[static_cast<std::size_t>(what)]; };
    std::cerr << counted(all.jobs.size(), "file") << ": " << grouped(of(result_of_edit::written))
              << (options.dry_run ? " would be written" : " written") << " with " << counted(changes, "change") << ", "
              << (of(result_of_edit::finished) != 0 ? counted(of(result_of_edit::finished), "interrupted file") +
                                                          (options.dry_run ? " would be finished, " : " finished, ")
                                                    : "")
              << grouped(of(result_of_edit::unchanged)) << " unchanged, " << grouped(of(result_of_edit::skipped))
              << " skipped, " << counted(of(result_of_edit::error), "error")
              << (all.found.left_out != 0
                      ? "; " + counted(all.found.left_out, "file") + " with other extensions left out"
                      : "")
              << '\n';
    const bool all_are_skipped = !all.jobs.empty() && of(result_of_edit::skipped) == all.jobs.size();
    if (all_are_skipped && !all.is_one) {
        std::cerr << "effigy: set: every file was skipped\n";
    }
    const bool none_is_read = of(result_of_edit::error) != 0 && !edit_file.has_read();
    const std::string idle = all_are_skipped || none_is_read ? "" : edit_file.idle_options();
    std::cerr << idle;
    return !idle.empty() || of(result_of_edit::error) != 0 || of(result_of_edit::finished) != 0 || all_are_skipped ? 1
                                                                                                                   : 0;
}

} // namespace tool
