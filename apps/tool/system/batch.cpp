#include "batch.hpp"

#include <tool/answers/text.hpp>

#include <iostream>
#include <utility>

namespace tool {

progress::progress(std::size_t all, bool quiet, std::function<std::filesystem::path(std::size_t)> file)
    : file_(std::move(file)), all_(all), is_shown_(all > 1 && !quiet && is_terminal(stderr)) {}

void progress::show(std::size_t i) {
    if (is_shown_) {
        rewrite('[' + grouped(i + 1) + '/' + grouped(all_) + "] " + shortened(file_(i).filename().string()));
    }
}

void progress::clear() {
    if (length_ != 0) {
        rewrite({});
    }
}

void progress::rewrite(const std::string& line) {
    const std::size_t rest = length_ > line.size() ? length_ - line.size() : 0;
    std::cerr << '\r' << line << std::string(rest, ' ') << (line.empty() ? "\r" : "") << std::flush;
    length_ = line.size();
}

} // namespace tool
