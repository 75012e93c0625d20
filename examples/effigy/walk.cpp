#include "walk.hpp"

#include "text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <iostream>
#include <span>
#include <string>
#include <string_view>

namespace tool {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 10> endings{".model", ".animation", ".mdl",  ".p3d",  ".rtm",
                                                   ".m2",    ".skin",      ".skel", ".bone", ".anim"};
constexpr std::size_t read_endings = 9; // the first ones: what ends so begins with what it is

bool ends_in(const fs::path& file, std::span<const std::string_view> any) {
    std::string ending = file.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::find(any.begin(), any.end(), ending) != any.end();
}

class folder_walk {
public:
    explicit folder_walk(found_files& out) : out_(out) {}

    void add(const fs::path& folder) {
        const auto first = static_cast<std::ptrdiff_t>(out_.files.size());
        folders_ = {folder};
        while (!folders_.empty()) {
            const fs::path next = std::move(folders_.back());
            folders_.pop_back();
            list(next);
        }
        std::sort(out_.files.begin() + first, out_.files.end());
        if (out_.files.begin() + first == out_.files.end()) {
            out_.barren_folders.push_back(folder);
        }
    }

private:
    void list(const fs::path& folder) {
        std::error_code failure;
        fs::directory_iterator at{folder, failure};
        while (!failure && at != fs::directory_iterator{}) {
            add_entry(*at);
            at.increment(failure);
        }
        if (failure) {
            out_.files.push_back(folder);
        }
    }
    void add_entry(const fs::directory_entry& entry) {
        std::error_code failure;
        const bool is_link = entry.is_symlink(failure);
        if (entry.is_directory(failure)) {
            if (!is_link) {
                folders_.push_back(entry.path());
            }
        } else if (is_link || entry.is_regular_file(failure)) {
            if (ends_in(entry.path(), endings)) {
                out_.files.push_back(entry.path());
            } else {
                ++out_.left_out;
            }
        }
    }

    found_files& out_;
    std::vector<fs::path> folders_; // still to be listed
};

} // namespace

bool has_read_ending(const fs::path& file) { return ends_in(file, std::span{endings}.first(read_endings)); }

found_files files_of(const std::vector<fs::path>& arguments) {
    found_files out;
    for (const fs::path& argument : arguments) {
        std::error_code failure;
        if (fs::is_directory(argument, failure)) {
            folder_walk{out}.add(argument);
        } else {
            out.files.push_back(argument);
        }
    }
    return out;
}

void report_barren_folders(const found_files& found) {
    for (const fs::path& folder : found.barren_folders) {
        std::cerr << "no files of effigy's endings in " << printable(folder.string()) << '\n';
    }
}

} // namespace tool
