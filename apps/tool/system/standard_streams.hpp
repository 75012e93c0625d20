// "-" as the name of a file: standard input, or standard output.
#pragma once

#include <effigy/file.hpp>

#include <filesystem>
#include <iosfwd>
#include <span>

namespace tool {

[[nodiscard]] inline bool is_standard(const std::filesystem::path& path) { return path == "-"; }

// Reads a file that the command line names. Standard input is read once, whole.
[[nodiscard]] effigy::result<effigy::file_buffer> read_input(const std::filesystem::path& path);

[[nodiscard]] effigy::error write_standard_output(std::span<const std::byte> bytes);

// Where a command says what it does: on standard error, if it writes its file to standard output.
[[nodiscard]] std::ostream& lines_beside(const std::filesystem::path& output);

} // namespace tool
