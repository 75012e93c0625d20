// Files that the command line names: their names, what is in folders, reading them, standard streams.
#pragma once

#include <effigy/file.hpp>
#include <materials/texts.hpp>

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace tool {

using materials::lower_case;

// ---- names ---------------------------------------------------------------------------------------------------------

// Returns the last part of the path, in UTF-8.
[[nodiscard]] std::string name_of_file(const std::filesystem::path& file);

// Whether the path has an extension, such as ".m2", in any case.
[[nodiscard]] bool has_extension(const std::filesystem::path& file, std::string_view extension);

// Returns the path in UTF-8, with /.
[[nodiscard]] std::string utf8_path(const std::filesystem::path& path);

// Returns a name in UTF-8 as a path.
[[nodiscard]] std::filesystem::path path_of_name(std::string_view name);

// "--textures: expected a folder, found mods"; empty if all are folders.
[[nodiscard]] std::string no_folder(std::string_view option, const std::vector<std::filesystem::path>& folders);

// Lists each folder once. Safe to use from several threads.
class folder_listings {
public:
    // Returns the path of the entry with this name, or of the first entry, in sorted order, whose name differs only in
    // case. Empty if there is neither, or if the folder cannot be listed.
    [[nodiscard]] std::filesystem::path find(const std::filesystem::path& folder, std::string_view name);
    // The same for a path below the folder, with / or \ as separators.
    [[nodiscard]] std::filesystem::path find_below(const std::filesystem::path& folder, std::string_view path);
    // Returns the names of the entries that begin with a text, in any case.
    [[nodiscard]] std::vector<std::string> beginning_with(const std::filesystem::path& folder, std::string_view text);

private:
    using listing = std::vector<std::pair<std::string, std::string>>; // name in lower case, name; sorted

    [[nodiscard]] static listing list(const std::filesystem::path& folder);
    [[nodiscard]] std::shared_ptr<const listing> of(const std::filesystem::path& folder);

    std::mutex mutex_;
    std::map<std::filesystem::path, std::shared_ptr<const listing>> listings_;
};

// ---- the files that a command works on -----------------------------------------------------------------------------

struct found_files {
    std::vector<std::filesystem::path> files;
    std::size_t left_out = 0;                         // files in the folders, with other extensions
    std::vector<std::filesystem::path> empty_folders; // folders among the arguments, without a file for `files`
};

// Returns each argument that is a file, and for a folder the files below it with an extension of effigy's formats,
// sorted. Does not follow symbolic links to folders. A folder that cannot be listed is itself in `files`, so that
// opening it reports why.
found_files files_of(const std::vector<std::filesystem::path>& arguments);

// Writes the empty folders to standard error, one line per folder.
void report_empty_folders(const found_files& found);

// ---- reading, and standard input and output ------------------------------------------------------------------------

[[nodiscard]] inline bool is_standard(const std::filesystem::path& path) { return path == "-"; }

// Returns an error with this error number of the system. The error refers to `what`, which must be a string literal.
inline effigy::error io_error(const char* what, std::errc number) {
    return {{what}, effigy::errc::io, 0, static_cast<std::int64_t>(number)};
}

// Reads a file. Refuses named pipes and devices, also behind a symbolic link, since opening one may never end.
[[nodiscard]] effigy::result<effigy::file_buffer> read_regular(const std::filesystem::path& path);

// Reads a file that the command line names. Standard input is read once, whole.
[[nodiscard]] effigy::result<effigy::file_buffer> read_input(const std::filesystem::path& path);

[[nodiscard]] effigy::error write_standard_output(std::span<const std::byte> bytes);

// Where a command says what it does: on standard error, if it writes its file to standard output.
[[nodiscard]] std::ostream& lines_beside(const std::filesystem::path& output);

} // namespace tool
