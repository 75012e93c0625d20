#include "check.hpp"

#include "json.hpp"
#include "text.hpp"
#include "walk.hpp"

#include <effigy/grimrock/lint.hpp>
#include <effigy/m2/lint.hpp>
#include <effigy/nwn/lint.hpp>
#include <effigy/p3d/lint.hpp>
#include <effigy/report.hpp>
#include <effigy/shinobi/lint.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <exception>
#include <iostream>
#include <map>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace tool {

namespace fs = std::filesystem;

namespace {

using finding_counts = std::map<std::pair<effigy::severity, std::string_view>, std::uint64_t>; // of level and code

struct verdict {
    std::string lines;
    tool::status status = status::error;
    finding_counts findings;
    effigy::error failure; // why the file could not be judged to the end; then there are no lines
    bool done = false;
};

// What is odd about keys, their model's findings say.
template <class Tell> void lint(const animation_keys&, const Tell&) {}

class judge_of_files {
public:
    judge_of_files(const check_options& options, model_cache& models) : options_(options), models_(models) {}

    [[nodiscard]] verdict operator()(const fs::path& path) const {
        verdict out;
        const std::string name = printable(path.string());
        std::string findings;
        const judgement judged = judge(path, models_, [&](const auto& view, const judgement& so_far) {
            if (!options_.lint || so_far.status != status::ok) {
                return;
            }
            lint(view, [&](const effigy::finding& odd) {
                if (std::ranges::find(options_.ignored, odd.code) != options_.ignored.end()) {
                    return;
                }
                ++out.findings[{odd.level, odd.code}];
                if (options_.json) {
                    findings += (findings.empty() ? "" : ",") + text_of(finding_json(odd));
                } else {
                    findings += line_of_finding(name, odd);
                }
            });
        });
        out.status = judged.status;
        out.lines = lines_of(path, judged, findings);
        return out;
    }

    // What is said of a file, with the text of its findings.
    [[nodiscard]] std::string lines_of(const fs::path& path, const judgement& judged,
                                       const std::string& findings) const {
        if (!options_.json) {
            return line_of_file(printable(path.string()), judged) + findings;
        }
        // As text, since an array of objects takes many times the memory, and cannot even be destroyed without some.
        std::string out = text_of(header_json(path, judged));
        out.back() = ',';
        if (!options_.lint || judged.status != status::ok) {
            return out + "\"findings\":null}\n";
        }
        return out + "\"findings\":[" + findings + "]}\n";
    }

private:
    [[nodiscard]] std::string line_of_file(const std::string& name, const judgement& judged) const {
        const std::string word{name_of(judged.status)};
        switch (judged.status) {
        case status::ok: return name + '\t' + paint_.good(word) + '\n';
        case status::skipped: return name + '\t' + paint_.warning(word) + '\t' + reason(judged) + '\n';
        case status::error: break;
        }
        return name + '\t' + paint_.bad(word) + '\t' + reason(judged) + '\n';
    }
    [[nodiscard]] std::string line_of_finding(const std::string& name, const effigy::finding& odd) const {
        const std::string level = effigy::to_string(odd.level);
        const bool mild = odd.level == effigy::severity::note;
        return name + '\t' + (mild ? paint_.faint(level) : paint_.warning(level)) + '\t' +
               effigy::to_string(odd).substr(level.size() + 2) + '\n';
    }

    const check_options& options_;
    model_cache& models_;
    style paint_ = style::of(stdout);
};

// What all verdicts come to.
class summary {
public:
    void add(const verdict& made) {
        ++files_[static_cast<std::size_t>(made.status)];
        for (const auto& [key, count] : made.findings) {
            findings_[key] += count;
        }
    }

    [[nodiscard]] int exit_status(const check_options& options, bool has_barren_folders) const {
        const bool fails = of(status::error) != 0 ||
                           (options.strict && (of(status::skipped) != 0 || has_barren_folders)) ||
                           (options.fail_on_warning && found(effigy::severity::warning) != 0);
        return fails ? 1 : 0;
    }

    [[nodiscard]] std::string text(const check_options& options, std::size_t left_out) const {
        const std::uint64_t all = of(status::ok) + of(status::skipped) + of(status::error);
        std::string out = counted(all, "file") + ": " + grouped(of(status::ok)) + " ok, " +
                          grouped(of(status::skipped)) + " skipped, " + counted(of(status::error), "error");
        if (left_out != 0) {
            out += "; " + counted(left_out, "file") + " of other endings left out";
        }
        if (options.lint) {
            out += "\nfindings: " + counted(found(effigy::severity::warning), "warning") + ", " +
                   counted(found(effigy::severity::note), "note");
            for (const auto level : {effigy::severity::warning, effigy::severity::note}) {
                for (const auto& [key, count] : findings_) {
                    if (key.first == level) {
                        out += "\n  " + std::string(effigy::to_string(level)) + ' ' + std::string(key.second) + ": " +
                               grouped(count);
                    }
                }
            }
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
    finding_counts findings_;
};

// Judges all files on several threads; prints in order, as far as the verdicts go.
class checker {
public:
    checker(std::vector<fs::path> files, const check_options& options, model_cache& models)
        : files_(std::move(files)), verdicts_(files_.size()), judge_(options, models) {}

    summary run(unsigned jobs) {
        const std::size_t wanted = jobs != 0 ? jobs : std::clamp(std::thread::hardware_concurrency(), 1U, most_jobs);
        std::vector<std::thread> workers = start(std::min(wanted, files_.size()));
        if (workers.empty()) {
            work();
        }
        summary out = print();
        for (std::thread& worker : workers) {
            worker.join();
        }
        return out;
    }

private:
    // Its own part allocates nothing: it also tells that there is no memory.
    [[nodiscard]] verdict judge_or_fail(const fs::path& path) const {
        verdict out;
        try {
            out = judge_(path);
        } catch (const std::system_error& why) {
            out.failure = {{"check"}, effigy::errc::io, 0, why.code().value()};
        } catch (const std::exception&) { // bad_alloc, length_error
            out.failure = io_error("check", std::errc::not_enough_memory);
        }
        return out;
    }

    // As many threads as the system grants, up to `wanted`.
    std::vector<std::thread> start(std::size_t wanted) {
        std::vector<std::thread> out;
        out.reserve(wanted);
        try {
            while (out.size() < wanted) {
                out.emplace_back([this] { work(); });
            }
        } catch (const std::system_error&) {
            return out; // those that started judge all files
        }
        return out;
    }

    void work() {
        for (std::size_t i = next_++; i < files_.size(); i = next_++) {
            verdict made = judge_or_fail(files_[i]);
            const std::scoped_lock lock{mutex_};
            verdicts_[i] = std::move(made);
            verdicts_[i].done = true;
            ready_.notify_one();
        }
    }

    summary print() {
        summary out;
        for (std::size_t i = 0; i < files_.size(); ++i) {
            verdict made;
            {
                std::unique_lock lock{mutex_};
                ready_.wait(lock, [&] { return verdicts_[i].done; });
                made = std::move(verdicts_[i]);
            }
            if (made.failure) {
                judgement judged;
                judged.why = made.failure;
                made.lines = judge_.lines_of(files_[i], judged, {});
            }
            out.add(made);
            if (!(std::cout << made.lines)) { // nobody reads any more
                next_ = files_.size();
                return out;
            }
            progress(i + 1);
        }
        std::cout.flush();
        return out;
    }

    // Only where the verdicts do not go to the same terminal.
    void progress(std::size_t count) const {
        if (shows_progress_ && (count % 64 == 0 || count == files_.size())) {
            const char end = count == files_.size() ? '\n' : '\r';
            std::cerr << grouped(count) << " of " << counted(files_.size(), "file") << end << std::flush;
        }
    }

    std::vector<fs::path> files_;
    std::vector<verdict> verdicts_;
    judge_of_files judge_;
    bool shows_progress_ = is_terminal(stderr) && !is_terminal(stdout);
    std::atomic<std::size_t> next_ = 0;
    std::mutex mutex_;
    std::condition_variable ready_;
};

} // namespace

int check(const check_options& options, model_cache& models) {
    found_files found = files_of(options.arguments);
    report_barren_folders(found);
    const summary all = checker{std::move(found.files), options, models}.run(options.jobs);
    std::cerr << all.text(options, found.left_out);
    return all.exit_status(options, !found.barren_folders.empty());
}

} // namespace tool
