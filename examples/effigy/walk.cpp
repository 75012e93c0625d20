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

constexpr std::array<std::string_view, 10> extensions{".model", ".animation", ".mdl",  ".p3d",  ".rtm",
                                                      ".m2",    ".skin",      ".skel", ".bone", ".anim"};
constexpr std::size_t read_extensions = 9; // the first ones: such a file begins with bytes that identify it

bool has_extension(const fs::path& file, std::span<const std::string_view> any) {
    std::string extension = file.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::find(any.begin(), any.end(), extension) != any.end();
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
            out_.empty_folders.push_back(folder);
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
            if (has_extension(entry.path(), extensions)) {
                out_.files.push_back(entry.path());
            } else {
                ++out_.left_out;
            }
        }
    }

    found_files& out_;
    std::vector<fs::path> folders_; // not listed yet
};

} // namespace

bool has_read_extension(const fs::path& file) {
    return has_extension(file, std::span{extensions}.first(read_extensions));
}

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

void report_empty_folders(const found_files& found) {
    for (const fs::path& folder : found.empty_folders) {
        std::cerr << "no files with effigy's extensions in " << printable(folder.string()) << '\n';
    }
}

} // namespace tool
