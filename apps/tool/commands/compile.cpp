#include "compile.hpp"

#include "batch.hpp"
#include "console.hpp"
#include "edit_plan.hpp"
#include "output.hpp"
#include "supermodels.hpp"
#include "usage.hpp"
#include <tool/answers/text.hpp>

#include <effigy/nwn/decompile.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tool {

namespace fs = std::filesystem;
namespace nwn = effigy::nwn;

namespace {

std::optional<nwn::producer> producer_of(std::string_view game) {
    return game == "ee"           ? std::optional{nwn::producer::enhanced_edition}
           : game == "bioware"    ? std::optional{nwn::producer::bioware}
           : game == "nwnmdlcomp" ? std::optional{nwn::producer::nwnmdlcomp}
                                  : std::nullopt;
}

// What becomes of a file.
struct made_file {
    effigy::file_bytes bytes;
    effigy::error why;
    std::string culprit; // another file that `why` is about
    std::string name;    // of `why`
};

// A line for each finding, or for the first of each code.
class finding_lines {
public:
    finding_lines(const style& paint, std::string file, bool has_all)
        : paint_(paint), file_(std::move(file)), has_all_(has_all) {}

    void add(const effigy::finding& found) {
        ++count_;
        const auto same = std::ranges::find(codes_, std::string_view{found.code}, &of_code::code);
        if (same == codes_.end() || has_all_) {
            codes_.push_back({found.code, finding_line(paint_, file_, found), 0});
        } else {
            ++same->others;
        }
    }
    [[nodiscard]] std::uint64_t count() const { return count_; }
    [[nodiscard]] std::string text() const {
        std::string out;
        for (const of_code& each : codes_) {
            out += each.line;
            if (each.others != 0) {
                out.insert(out.size() - 1, "; and " + grouped(each.others) + " more of this code");
            }
        }
        return out;
    }

private:
    struct of_code {
        std::string_view code;
        std::string line;
        std::uint64_t others;
    };

    const style& paint_;
    std::string file_;
    bool has_all_;
    std::vector<of_code> codes_;
    std::uint64_t count_ = 0;
};

struct outcome_of_file {
    tool::status status = status::error;
    std::string lines;
    std::uint64_t findings = 0;
    effigy::error failure; // an exception; then there are no lines
};

// Makes a file with make(view, path, made, tell), and writes it if it has a name. Returns its bytes in `made`.
template <class Make>
outcome_of_file change_form(const edit_job& one, const Make& make, const style& paint, const compile_options& options,
                            model_cache& models, made_file& made) {
    outcome_of_file out;
    const std::string name = printable(one.from.string());
    finding_lines findings{paint, name, options.verbose};
    judgement judged = judge(one.from, models, [&](const auto& view, const judgement& so_far) {
        if (so_far.status == status::ok) {
            make(view, one.from, made, [&](const effigy::finding& found) { findings.add(found); });
            if (made.why.name != nullptr) { // in the file, which is closed below
                made.name.assign(made.why.name, effigy::impl::to_size(made.why.need));
                made.why.name = made.name.c_str();
            }
        }
    });
    if (judged.status == status::ok && !made.why && !one.to.empty()) {
        new_file file{one.to};
        file.write(made.bytes);
        made.why = file.keep();
        made.culprit = made.why ? one.to.string() : "";
    }
    if (made.why) {
        judged.why = made.why;
        judged.companion = made.culprit;
        judged.status = made.why.code == effigy::errc::unsupported ? status::skipped : status::error;
    }
    out.status = judged.status;
    out.lines = judged.status == status::ok
                    ? name + '\t' + paint.good("written") + '\t' + printable(one.to.string()) + '\n'
                    : complaint_line(paint, one.from, judged);
    out.lines += findings.text();
    out.findings = findings.count();
    return out;
}

// `command`: its name, a string literal.
template <class Make>
int change_forms(const char* command, const compile_options& options, model_cache& models, const Make& make) {
    const edit_plan all = planned(options.arguments, options.output);
    if (all.replaces_input) {
        return wrong_usage(command, "-o: expected another place than that of the files");
    }
    std::error_code failure;
    if (!all.is_named && has_extension_of_file(options.output) && !fs::is_directory(options.output, failure)) {
        return wrong_usage(command, "-o: expected a folder for several files");
    }
    report_empty_folders(all.found);
    const style paint = style::of(stdout);
    std::array<std::uint64_t, 3> counts{}; // by status
    std::uint64_t findings = 0;
    progress done{all.jobs.size(), options.quiet, [&](std::size_t i) { return all.jobs[i].from; }};
    ignore_closed_output();
    clean_up_if_interrupted(remove_unfinished_files);
    batch<outcome_of_file>{all.jobs.size()}.run(
        options.jobs, done,
        [&](std::size_t i) {
            outcome_of_file out;
            if (const effigy::error why = guarded(command, [&] {
                    made_file made;
                    out = change_form(all.jobs[i], make, paint, options, models, made);
                })) {
                out = {};
                out.failure = why;
            }
            return out;
        },
        [&](std::size_t i, const outcome_of_file& made) {
            judgement judged;
            judged.why = made.failure;
            std::cout << (made.failure ? complaint_line(paint, all.jobs[i].from, judged) : made.lines);
            ++counts[static_cast<std::size_t>(made.status)];
            findings += made.findings;
            return true; // the files are written even if the reader of the output has closed it
        });
    std::cout.flush();
    const auto of = [&](status what) { return counts[static_cast<std::size_t>(what)]; };
    std::cerr << counted(all.jobs.size(), "file") << ": " << grouped(of(status::ok)) << " written, "
              << grouped(of(status::skipped)) << " skipped, " << counted(of(status::error), "error")
              << (findings != 0 ? "; " + counted(findings, "finding") : "")
              << (all.found.left_out != 0
                      ? "; " + counted(all.found.left_out, "file") + " with other extensions left out"
                      : "")
              << '\n';
    return of(status::error) != 0 || (all.is_one && of(status::ok) == 0) ? 1 : 0;
}

effigy::error not_of_form(const char* expected) {
    return {{"another form"}, effigy::errc::unsupported, 0, -1, expected};
}

} // namespace

int compile(const compile_options& options, model_cache& models) {
    const std::optional<nwn::producer> by = producer_of(options.game);
    if (!by) {
        return wrong_usage("compile", "--for: expected ee, bioware or nwnmdlcomp, found " + printable(options.game));
    }
    if (options.output.empty()) {
        return wrong_usage("compile", "expected -o OUT");
    }
    supermodels above{options.supermodels, *by, models.finder().folders()};
    return change_forms("compile", options, models,
                        [&](const auto& view, const fs::path& path, made_file& out, const auto& tell) {
                            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(view)>, nwn::text_model>) {
                                nwn::compile_options how{.by = *by};
                                how.without_supermodel = options.no_supermodel;
                                how.is_strict = options.strict;
                                const fs::path file = options.no_supermodel || view.supermodel().empty()
                                                          ? fs::path{}
                                                          : above.find(view.supermodel(), path);
                                if (!file.empty()) {
                                    const kept_model& found = above.of(file);
                                    how.supermodel = found.model;
                                    out.why = found.why;
                                    out.culprit = found.why ? file.string() : "";
                                }
                                if (!out.why) {
                                    auto made = nwn::compile(view, tell, how);
                                    out.why = made.error();
                                    out.bytes = made ? *std::move(made) : effigy::file_bytes{};
                                }
                            } else {
                                out.why = not_of_form("expected a model of Neverwinter Nights in text form");
                            }
                        });
}

int decompile(const compile_options& options, model_cache& models) {
    const auto make = [](const auto& view, const fs::path&, made_file& out, const auto& tell) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(view)>, nwn::model>) {
            auto made = nwn::decompile(view, tell);
            out.why = made.error();
            out.bytes = made ? *std::move(made) : effigy::file_bytes{};
        } else {
            out.why = not_of_form("expected a binary model of Neverwinter Nights");
        }
    };
    if (!options.output.empty()) {
        return change_forms("decompile", options, models, make);
    }
    std::error_code failure;
    if (options.arguments.size() != 1 || fs::is_directory(options.arguments.front(), failure)) {
        return wrong_usage("decompile", "expected -o FOLDER for several files");
    }
    made_file made;
    const outcome_of_file out =
        change_form({options.arguments.front(), {}}, make, style::of(stderr), options, models, made);
    if (out.status != status::ok) {
        std::cerr << out.lines;
        return 1;
    }
    if (out.findings != 0) {
        std::cerr << printable(options.arguments.front().string()) << ": " << counted(out.findings, "finding")
                  << " about what the text does not say; with -o OUT they are shown\n";
    }
    const effigy::byte_view text{std::span<const std::byte>{made.bytes}};
    std::cout << text.text_at(0, text.size()) << std::flush;
    return 0;
}

} // namespace tool
