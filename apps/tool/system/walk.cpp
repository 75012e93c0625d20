#include "walk.hpp"

#include "folders.hpp"
#include <tool/answers/judgement.hpp>
#include <tool/answers/text.hpp>

#include <algorithm>
#include <iostream>
#include <string>
#include <utility>

namespace tool {

namespace fs = std::filesystem;

namespace {

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
            const std::string name = name_of_file(entry.path());
            if (has_read_extension(name) || lower_case(name).ends_with(key_file_extension)) {
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
