// Commands that make new files of files, each by itself, and say what is lost.
#pragma once

#include "commands.hpp"
#include "finding_lines.hpp"
#include "model_files.hpp"
#include <tool/answers/json.hpp>
#include <tool/answers/text.hpp>
#include <tool/system/batch.hpp>
#include <tool/system/companions.hpp>
#include <tool/system/console.hpp>
#include <tool/system/judge.hpp>
#include <tool/system/output.hpp>

#include <effigy/core/pool.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tool {

// What becomes of a file.
struct made_file {
    effigy::file_bytes bytes;
    std::vector<std::pair<std::string, effigy::file_bytes>> beside; // files of this name in the same folder
    lasting_error why;
    std::string culprit;        // another file that `why` is about
    std::string words;          // in place of what `why` says; may be empty
    const char* help = nullptr; // what the summary says of all files that have this error
    std::vector<std::string> remarks{};
    bool is_unchanged = false; // the files are there already
};

struct outcome_of_file {
    tool::status status = status::error;
    bool is_unchanged = false;
    std::string lines;
    std::uint64_t findings = 0, hidden = 0; // `hidden`: of them, those without a line
    const char* help = nullptr;
    lasting_error failure; // an exception; then there are no lines
};

// Writes a file and those beside it, after what an interrupted command began to write there.
inline void write_all(const std::filesystem::path& to, made_file& made, const new_form_options& options,
                      existing_files& existing, judgement& judged) {
    std::vector<effigy::file_to_write> files{{to, made.bytes}};
    for (const auto& [name, bytes] : made.beside) {
        files.push_back({to.parent_path() / path_of_name(name), bytes});
    }
    const finished_change begun =
        files.size() == 1 && !options.keeps_existing ? finished_change{} : finish_begun(to, options.dry_run);
    judged.words = begun.words;
    made.why = begun.why;
    if (!made.why && options.keeps_existing) {
        existing_files::answer there = existing.look(files, options.force);
        made.is_unchanged = there.are_same;
        if (!there.others.empty()) {
            made.remarks.push_back("beside files that are not of it: " + listed(there.others));
        }
        made.why = there.complaint.empty() ? effigy::error{} : io_error("write", std::errc::file_exists);
        made.culprit = there.culprit.string();
        made.words = std::move(there.complaint);
        made.help = there.is_forced_by_option ? "with others in the way: --force writes in spite of them" : nullptr;
    }
    if (!made.why && !made.is_unchanged && !options.dry_run) {
        std::filesystem::path culprit = to;
        made.why = write_model(files, culprit);
        made.culprit = made.why ? culprit.string() : "";
    }
}

// The line of --json.
inline std::string object_of(const edit_job& one, const judgement& judged, const std::vector<std::string>& remarks,
                             const object_list& findings) {
    json head = header_json(one.from.string(), judged);
    head["output"] = judged.status == status::ok ? json(one.to.string()) : json(nullptr);
    head["remarks"] = remarks;
    return findings.within(head, "findings") + '\n';
}

// Makes a file with make(view, job, made, tell), and writes it if it has a name. Returns its bytes in `made`.
template <class Make>
outcome_of_file make_new_form(const edit_job& one, const Make& make, const style& paint,
                              const new_form_options& options, model_cache& models, existing_files& existing,
                              made_file& made) {
    outcome_of_file out;
    const std::string name = printable(one.from.string());
    finding_lines findings{paint, name, {options.verbose, options.json, options.only_losses && !options.verbose}};
    judgement judged = judge(one.from, models, [&](const auto& view, const judgement& so_far) {
        if (so_far.status == status::ok) {
            make(view, one, made, [&](const effigy::finding& found) { findings.add(found); });
        }
    });
    if (judged.status == status::ok && !made.why && !one.to.empty()) {
        write_all(one.to, made, options, existing, judged);
    }
    if (made.why) {
        judged.why = made.why;
        judged.companion = made.culprit;
        judged.words = made.words.empty() ? judged.words : made.words;
        judged.status = made.why.code == effigy::errc::unsupported ? status::skipped : status::error;
    }
    out.status = judged.status;
    out.findings = findings.count();
    out.hidden = findings.hidden();
    out.help = made.help;
    out.is_unchanged = made.is_unchanged;
    if (options.json) {
        if (made.is_unchanged) {
            made.remarks.insert(made.remarks.begin(), "unchanged");
        }
        out.lines = object_of(one, judged, made.remarks, findings.objects());
        return out;
    }
    if (judged.status != status::ok) {
        out.lines = complaint_line(paint, one.from, judged);
    } else if (!one.to.empty()) {
        const std::string word =
            made.is_unchanged ? paint.faint("unchanged") : paint.good(options.dry_run ? "would be written" : "written");
        out.lines = name + '\t' + word + '\t' + printable(one.to.string());
        for (const std::string& each : made.remarks) {
            out.lines += '\t' + each;
        }
        out.lines += '\n';
    }
    out.lines += findings.text();
    return out;
}

// Leaves out the files that were found in folders and have other extensions.
inline void leave_out_others(edit_plan& all, const new_form_options& options, std::string_view only) {
    const auto is_other = [&](const edit_job& one) {
        return !only.empty() && std::ranges::find(options.arguments, one.from) == options.arguments.end() &&
               !has_extension(one.from, only);
    };
    all.found.left_out += std::erase_if(all.jobs, is_other);
}

// `command`: its name, a string literal. `only`: of the files in folders, those with this extension.
template <class Make>
int make_new_forms(const char* command, const new_form_options& options, model_cache& models, const Make& make,
                   std::string_view only = {}) {
    edit_plan all = planned(options.arguments, options.output);
    leave_out_others(all, options, only);
    if (all.replaces_input) {
        return wrong_usage(command, "-o: expected another place than that of the files");
    }
    if (!all.complaint.empty()) {
        return wrong_usage(command, "-o: " + all.complaint);
    }
    report_empty_folders(all.found);
    const style paint = style::of(stdout);
    std::ostream& lines = lines_beside(options.output);
    std::array<std::uint64_t, 3> counts{}; // by status
    std::uint64_t findings = 0, hidden = 0, unchanged = 0;
    std::uint64_t helped = 0; // files with the help
    const char* help = nullptr;
    existing_files existing;
    progress done{all.jobs.size(), options.quiet, [&](std::size_t i) { return all.jobs[i].from; }};
    ignore_closed_output();
    clean_up_if_interrupted(remove_unfinished_files);
    batch<outcome_of_file>{all.jobs.size()}.run(
        options.jobs, done,
        [&](std::size_t i) {
            outcome_of_file out;
            if (const effigy::error why = guarded(command, [&] {
                    made_file made;
                    out = make_new_form(all.jobs[i], make, paint, options, models, existing, made);
                })) {
                out = {};
                out.failure = why;
            }
            return out;
        },
        [&](std::size_t i, const outcome_of_file& made) {
            judgement failed;
            failed.why = made.failure;
            lines << (!made.failure  ? made.lines
                      : options.json ? object_of(all.jobs[i], failed, {}, {})
                                     : complaint_line(paint, all.jobs[i].from, failed));
            ++counts[static_cast<std::size_t>(made.status)];
            findings += made.findings;
            hidden += made.hidden;
            unchanged += made.is_unchanged ? 1U : 0U;
            helped += made.help != nullptr ? 1U : 0U;
            help = made.help != nullptr ? made.help : help;
            return true; // the files are written even if the reader of the output has closed it
        });
    lines.flush();
    const auto of = [&](status what) { return counts[static_cast<std::size_t>(what)]; };
    std::cerr << counted(all.jobs.size(), "file") << ": " << grouped(of(status::ok) - unchanged)
              << (options.dry_run ? " would be written, " : " written, ")
              << (unchanged != 0 ? grouped(unchanged) + " unchanged, " : "") << grouped(of(status::skipped))
              << " skipped, " << counted(of(status::error), "error")
              << (findings != 0 ? "; " + counted(findings, "finding") : "")
              << (hidden != 0 ? ", of these " + grouped(hidden) + " that lose nothing: --verbose shows them" : "")
              << (all.found.left_out != 0
                      ? "; " + counted(all.found.left_out, "file") + " with other extensions left out"
                      : "")
              << '\n';
    std::cerr << (help != nullptr ? counted(helped, "file") + ' ' + help + '\n' : "");
    return of(status::error) != 0 || (all.is_one && of(status::ok) == 0) ? 1 : 0;
}

inline effigy::error not_of_form(const char* expected) {
    return {{"another form"}, effigy::errc::unsupported, 0, -1, expected};
}

} // namespace tool
