#include "standard_streams.hpp"

#include "companions.hpp"
#include "judge.hpp"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <vector>

#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#endif

namespace tool {

namespace {

// On Windows, the stream has bytes from here on, not lines of text.
void use_bytes([[maybe_unused]] std::FILE* stream) {
#if defined(_WIN32)
    _setmode(_fileno(stream), _O_BINARY);
#endif
}

std::vector<std::byte> read_all(std::FILE* stream) {
    use_bytes(stream);
    std::vector<std::byte> out;
    std::size_t size = 0;
    do {
        out.resize(std::max<std::size_t>(2 * size, 1U << 16U));
        size += std::fread(out.data() + size, 1, out.size() - size, stream);
    } while (size == out.size());
    out.resize(size);
    return out;
}

} // namespace

effigy::result<effigy::file_buffer> read_input(const std::filesystem::path& path) {
    if (!is_standard(path)) {
        return read_regular(path);
    }
    static const std::vector<std::byte> bytes = read_all(stdin);
    if (std::ferror(stdin) != 0) {
        return io_error("read", std::errc::io_error);
    }
    effigy::file_buffer out{bytes.size()};
    std::ranges::copy(bytes, out.writable().begin());
    return out;
}

effigy::error write_standard_output(std::span<const std::byte> bytes) {
    use_bytes(stdout);
    const bool is_written = std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size();
    return is_written && std::fflush(stdout) == 0 ? effigy::error{} : io_error("write", std::errc::io_error);
}

std::ostream& lines_beside(const std::filesystem::path& output) { return is_standard(output) ? std::cerr : std::cout; }

} // namespace tool
