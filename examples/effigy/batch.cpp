#include "batch.hpp"

#include "text.hpp"

#include <iostream>

namespace tool {

progress::progress(std::size_t all) : all_(all), is_shown_(is_terminal(stderr) && !is_terminal(stdout)) {}

void progress::show(std::size_t done) const {
    if (is_shown_ && (done % 64 == 0 || done == all_)) {
        const char end = done == all_ ? '\n' : '\r';
        std::cerr << grouped(done) << " of " << counted(all_, "file") << end << std::flush;
    }
}

} // namespace tool
