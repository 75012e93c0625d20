// The file that a command works on, as a line on the terminal.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>

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

} // namespace tool
