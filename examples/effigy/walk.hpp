// Which files a command means.
#pragma once

#include <filesystem>
#include <vector>

namespace tool {

struct found_files {
    std::vector<std::filesystem::path> files;
    std::size_t left_out = 0;                          // files in folders, of other endings
    std::vector<std::filesystem::path> barren_folders; // arguments without a file that fits
};

// Each argument itself, and for a folder what lies below it with an ending of effigy's families, sorted. Symbolic links
// to folders are not followed. A folder that cannot be listed stands for itself, so that opening it tells why.
found_files files_of(const std::vector<std::filesystem::path>& arguments);

// Names the barren folders on standard error, a line each.
void report_barren_folders(const found_files& found);

// Whether a file of this ending should be one that effigy reads, and say so itself. An .anim is not: its keys may be
// all that it has.
bool has_read_ending(const std::filesystem::path& file);

} // namespace tool
