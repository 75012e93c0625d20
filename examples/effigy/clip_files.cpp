#include "clip_files.hpp"

#include "text.hpp"

#include <effigy/report.hpp>

#include <utility>

namespace tool {

namespace fs = std::filesystem;

clip_files::clip_files(const std::vector<fs::path>& paths) {
    for (const fs::path& path : paths) {
        if (const effigy::error why = open(path)) {
            failures_.push_back(effigy::to_string(why, printable(path.string())));
        }
    }
}

effigy::error clip_files::open(const fs::path& path) {
    auto opened = read_regular(path);
    if (!opened) {
        return opened.error();
    }
    files_.push_back(*std::move(opened));
    return add(name_of_file(path.stem()), files_.back().bytes());
}

} // namespace tool
