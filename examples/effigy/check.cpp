#include "check.hpp"

#include "text.hpp"
#include "walk.hpp"

#include <effigy/any.hpp>
#include <effigy/file.hpp>
#include <effigy/grimrock/lint.hpp>
#include <effigy/m2/lint.hpp>
#include <effigy/nwn/lint.hpp>
#include <effigy/p3d/lint.hpp>
#include <effigy/report.hpp>
#include <effigy/shinobi/lint.hpp>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>

namespace tool {

namespace fs = std::filesystem;

namespace {

struct verdict {
    std::string lines;
    bool readable = false;
    bool done = false;
};

verdict judge(const fs::path& path, bool with_lint, const style& paint) {
    const std::string name = printable(path.string());
    verdict out;
    std::string findings;
    effigy::error why;
    if (const auto file = effigy::file::open(path)) {
        effigy::error content;
        why = effigy::visit(file->bytes(), [&](const auto& view) {
            content = verify(view);
            if (with_lint && content.code == effigy::errc::none) {
                lint(view, [&](const effigy::finding& odd) {
                    const std::string level = effigy::to_string(odd.level);
                    const bool mild = odd.level == effigy::severity::note;
                    findings += name + '\t' + (mild ? paint.faint(level) : paint.warning(level)) + '\t' +
                                effigy::to_string(odd).substr(level.size() + 2) + '\n';
                });
            }
        });
        why = why.code == effigy::errc::none ? content : why;
    } else {
        why = file.error();
    }
    out.readable = why.code == effigy::errc::none;
    out.lines = name + '\t' + (out.readable ? paint.good("ok") : paint.bad("error") + '\t' + effigy::to_string(why)) +
                '\n' + findings;
    return out;
}

// Judges all files on several threads; prints in order, as far as the verdicts go.
class checker {
public:
    checker(std::vector<fs::path> files, bool with_lint)
        : files_(std::move(files)), verdicts_(files_.size()), with_lint_(with_lint) {}

    int run(unsigned jobs) {
        const std::size_t processors = jobs != 0 ? jobs : std::max(1U, std::thread::hardware_concurrency());
        std::vector<std::thread> workers;
        for (std::size_t i = 0; i < std::min(processors, files_.size()); ++i) {
            workers.emplace_back([this] { work(); });
        }
        const bool all_readable = print();
        for (std::thread& worker : workers) {
            worker.join();
        }
        return all_readable ? 0 : 1;
    }

private:
    void work() {
        for (std::size_t i = next_++; i < files_.size(); i = next_++) {
            verdict made = judge(files_[i], with_lint_, paint_);
            const std::scoped_lock lock{mutex_};
            verdicts_[i] = std::move(made);
            verdicts_[i].done = true;
            ready_.notify_one();
        }
    }

    bool print() {
        bool all_readable = true;
        for (std::size_t i = 0; i < files_.size(); ++i) {
            verdict made;
            {
                std::unique_lock lock{mutex_};
                ready_.wait(lock, [&] { return verdicts_[i].done; });
                made = std::move(verdicts_[i]);
            }
            all_readable = all_readable && made.readable;
            if (!(std::cout << made.lines)) { // nobody reads any more
                next_ = files_.size();
                return all_readable;
            }
            progress(i + 1);
        }
        std::cout.flush();
        return all_readable;
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
    bool with_lint_;
    style paint_ = style::of(stdout);
    bool shows_progress_ = is_terminal(stderr) && !is_terminal(stdout);
    std::atomic<std::size_t> next_ = 0;
    std::mutex mutex_;
    std::condition_variable ready_;
};

} // namespace

int check(const check_options& options) { return checker{files_of(options.arguments), options.lint}.run(options.jobs); }

} // namespace tool
