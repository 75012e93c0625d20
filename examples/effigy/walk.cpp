#include "walk.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>

namespace tool {

namespace fs = std::filesystem;

namespace {

bool has_known_ending(const fs::path& file) {
    constexpr std::array<std::string_view, 9> endings{".model", ".animation", ".mdl",  ".p3d", ".rtm",
                                                      ".m2",    ".skin",      ".anim", ".skel"};
    std::string ending = file.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

void add_folder(const fs::path& folder, std::vector<fs::path>& out) {
    const auto first = static_cast<std::ptrdiff_t>(out.size());
    std::error_code failure;
    constexpr auto options = fs::directory_options::skip_permission_denied;
    for (auto at = fs::recursive_directory_iterator(folder, options, failure); at != fs::end(at);
         at.increment(failure)) {
        if (has_known_ending(at->path()) && !at->is_directory(failure)) {
            out.push_back(at->path());
        }
    }
    std::sort(out.begin() + first, out.end());
}

} // namespace

std::vector<fs::path> files_of(const std::vector<fs::path>& arguments) {
    std::vector<fs::path> out;
    for (const fs::path& argument : arguments) {
        std::error_code failure;
        if (fs::is_directory(argument, failure)) {
            add_folder(argument, out);
        } else {
            out.push_back(argument);
        }
    }
    return out;
}

} // namespace tool
