// The files below one folder, by name. Nothing else can be found or read.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace materials {

// Returns a name as a path below a folder: with / instead of \, without a drive, leading separators and empty parts.
// None if nothing is left, or if a part is "..", because it would leave the folder; and for names longer than any path
// of a game, because some rules try each end of a path.
[[nodiscard]] std::optional<std::string> relative_path(std::string_view name);

// Parts of a path with /.
[[nodiscard]] std::string_view folder_of(std::string_view path);    // "a/b/c.x": "a/b/"; "c.x": ""
[[nodiscard]] std::string_view last_part(std::string_view path);    // "c.x"
[[nodiscard]] std::string_view extension_of(std::string_view path); // ".x"
[[nodiscard]] std::string with_extension(std::string_view path, std::string_view extension);

// The folders that contain the path, the nearest first, each with a / at its end; the last one is "".
[[nodiscard]] std::vector<std::string_view> folders_above(std::string_view path);

// How many folders up, then how many down, lead from one file to another. Compares as: nearer.
struct distance {
    std::size_t up = 0, down = 0;
    friend auto operator<=>(const distance&, const distance&) = default;
};
[[nodiscard]] distance distance_between(std::string_view from, std::string_view to);

// Const after construction, so that several threads may use it.
class file_tree {
public:
    struct file {
        std::string key;  // the path in lower case
        std::string path; // as given
        std::size_t name; // where the last part of both begins

        [[nodiscard]] std::string_view last_part() const { return std::string_view{key}.substr(name); }
    };
    using read_function = std::function<std::optional<std::vector<std::byte>>(std::string_view path)>;

    // The paths are relative to the folder, with /, in UTF-8. `read` returns the content of a file, none if it cannot
    // be read.
    explicit file_tree(std::vector<std::string> paths, read_function read);

    // Returns the path of a file as given to the constructor. The case of A to Z does not matter: a path written
    // exactly so is preferred, then the first one in the order of bytes. Empty if there is none.
    [[nodiscard]] std::string_view find(std::string_view name) const;

    // Returns how many files have this path in any case.
    [[nodiscard]] std::size_t count(std::string_view path) const;

    // Returns the files whose paths begin with this text, in any case, sorted by key.
    [[nodiscard]] std::span<const file> starting_with(std::string_view text) const;

    // Returns the paths of the files with this last part, in any case, in the order of bytes.
    [[nodiscard]] std::vector<std::string_view> named(std::string_view last_part) const;

    // Returns the content of a file of this tree. None for other paths.
    [[nodiscard]] std::optional<std::vector<std::byte>> read(std::string_view path) const;

private:
    std::vector<file> entries_;          // sorted by key, then by path
    std::vector<std::uint32_t> by_name_; // indices of entries_, sorted by last part of the key
    read_function read_;
};

} // namespace materials
