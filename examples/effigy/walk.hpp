// Which files a command means.
#pragma once

#include <filesystem>
#include <vector>

namespace tool {

// Each argument itself, and for a folder what lies below it with an ending of effigy's formats, sorted.
std::vector<std::filesystem::path> files_of(const std::vector<std::filesystem::path>& arguments);

} // namespace tool
