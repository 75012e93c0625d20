// Work on many files: the line that shows the progress, and several threads with results in order.
#pragma once

#include "files.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace tool {

// "[412/1,090] wolf.m2", rewritten in place. Nothing is shown for a single file, if standard error is not a terminal,
// or if `quiet` is set.
class progress {
public:
    // `file(i)` returns file number i.
    progress(std::size_t all, bool quiet, std::function<std::filesystem::path(std::size_t)> file);
    progress(const progress&) = delete;
    progress& operator=(const progress&) = delete;
    ~progress() { clear(); }

    void show(std::size_t i);
    void clear();

private:
    void rewrite(const std::string& line);

    std::function<std::filesystem::path(std::size_t)> file_;
    std::size_t all_;
    std::size_t length_ = 0; // of the line on the terminal
    bool is_shown_;
};

inline constexpr unsigned most_jobs = 256;

// Calls work(). Returns an error if work() throws. Allocates nothing, because it also reports bad_alloc. The error
// refers to `what`, which must be a string literal.
template <class Work> [[nodiscard]] effigy::error guarded(const char* what, const Work& work) {
    try {
        work();
    } catch (const std::system_error& why) {
        return {{what}, effigy::errc::io, 0, why.code().value()};
    } catch (const std::exception&) { // bad_alloc, length_error
        return io_error(what, std::errc::not_enough_memory);
    }
    return {};
}

// Results that several threads make, and that one thread takes in order.
template <class Result> class batch {
public:
    explicit batch(std::size_t count) : made_(count) {}

    // `make(i)` returns result number i. The calls are spread over `jobs` threads (0: one per processor), or over fewer
    // if the system does not start that many. `take(i, result)` returns whether to go on. Neither may throw. `shown`
    // shows the result that is waited for, and nothing while it is taken.
    template <class Make, class Take> void run(unsigned jobs, progress& shown, const Make& make, const Take& take) {
        const auto work = [&] {
            for (std::size_t i = next_++; i < made_.size(); i = next_++) {
                std::optional<Result> made{make(i)};
                const std::scoped_lock lock{mutex_};
                made_[i] = std::move(made);
                ready_.notify_one();
            }
        };
        std::vector<std::thread> workers = start(jobs, work);
        if (workers.empty()) {
            work();
        }
        take_all(shown, take);
        for (std::thread& worker : workers) {
            worker.join();
        }
    }

private:
    template <class Work> std::vector<std::thread> start(unsigned jobs, const Work& work) {
        const unsigned wanted = jobs != 0 ? jobs : std::clamp(std::thread::hardware_concurrency(), 1U, most_jobs);
        const std::size_t count = std::min<std::size_t>(wanted, made_.size());
        std::vector<std::thread> out;
        out.reserve(count);
        try {
            while (out.size() < count) {
                out.emplace_back(work);
            }
        } catch (const std::system_error&) {
            return out; // the started threads do all the work
        }
        return out;
    }

    template <class Take> void take_all(progress& shown, const Take& take) {
        for (std::size_t i = 0; i < made_.size(); ++i) {
            shown.show(i);
            Result made = wait_for(i);
            shown.clear();
            if (!take(i, std::move(made))) {
                next_ = made_.size();
                return;
            }
        }
    }

    Result wait_for(std::size_t i) {
        std::unique_lock lock{mutex_};
        ready_.wait(lock, [&] { return made_[i].has_value(); });
        Result out = std::move(made_[i]).value_or(Result{});
        made_[i].reset();
        return out;
    }

    std::vector<std::optional<Result>> made_;
    std::atomic<std::size_t> next_ = 0;
    std::mutex mutex_;
    std::condition_variable ready_;
};

} // namespace tool
