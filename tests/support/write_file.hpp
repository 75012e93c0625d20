#pragma once

#include <cstddef>
#include <cstdio>
#include <fstream>
#include <span>
#include <string>

namespace support {

// Returns false, and prints the reason to standard error, if the file cannot be written.
[[nodiscard]] inline bool write_file(const std::string& path, std::span<const std::byte> bytes) {
    std::ofstream out{path, std::ios::binary};
    for (const std::byte one : bytes) {
        out.put(static_cast<char>(one));
    }
    if (!out.flush()) {
        std::fprintf(stderr, "cannot write %s\n", path.c_str());
        return false;
    }
    return true;
}

} // namespace support
