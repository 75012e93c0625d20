// Bytes into a file.
#pragma once

#include <cstddef>
#include <cstdio>
#include <fstream>
#include <span>
#include <string>

namespace support {

// False, and why on standard error, when the system refuses.
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
