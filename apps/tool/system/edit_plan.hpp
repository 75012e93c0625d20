// Which files a command reads and writes, if each file becomes another of the same name.
#pragma once

#include "walk.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace tool {

struct edit_job {
    std::filesystem::path from, to;
};

struct edit_plan {
    std::vector<edit_job> jobs;
    std::set<std::filesystem::path> inputs; // behind symbolic links
    found_files found;                      // all but its list of files
    bool is_one = false;
    std::string complaint;       // why the output is neither a folder nor a file; empty if it is one
    bool replaces_input = false; // a new file would take the place of an old one that was not to be replaced
};

// `output`: a folder, or a file for one input; empty: the files take the place of the old ones.
[[nodiscard]] edit_plan planned(const std::vector<std::filesystem::path>& arguments,
                                const std::filesystem::path& output);

} // namespace tool
