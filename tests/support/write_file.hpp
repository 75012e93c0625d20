#pragma once

#include <cstddef>
#include <cstdio>
#include <span>
#include <string>

namespace support {

// Returns false, and prints the reason to standard error, if the file cannot be written. WebAssembly has no <fstream>.
[[nodiscard]] inline bool write_file(const std::string& path, std::span<const std::byte> bytes) {
    std::FILE* const out = std::fopen(path.c_str(), "wb");
    bool is_written = out != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), out) == bytes.size();
    is_written = out != nullptr && std::fclose(out) == 0 && is_written;
    if (!is_written) {
        std::fprintf(stderr, "cannot write %s\n", path.c_str());
    }
    return is_written;
}

} // namespace support
