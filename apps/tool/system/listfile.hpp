// The paths of FileDataIDs: the community's listfile, lines of `id;path` or `id,path`.
#pragma once

#include <effigy/file.hpp>

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace tool {

class listfile {
public:
    listfile() = default;
    [[nodiscard]] static effigy::result<listfile> open(const std::filesystem::path& path);

    // Returns the path as written, with / or \; empty if the listfile does not contain the id. Of several lines
    // with the id, the first is used.
    [[nodiscard]] std::string_view path_of(std::uint32_t id) const;

private:
    struct line {
        std::uint32_t id = 0;
        std::uint32_t length = 0;
        std::uint64_t at = 0; // of the path
    };

    void add(std::string_view text, std::uint64_t at);
    [[nodiscard]] std::string_view text() const;

    effigy::file_buffer file_;
    std::vector<line> lines_; // by id
};

} // namespace tool
