#include "companions.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

namespace tool {

namespace fs = std::filesystem;
namespace m2 = effigy::m2;

effigy::result<effigy::file_buffer> read_regular(const fs::path& path) {
    std::error_code failure;
    if (fs::is_other(path, failure) && !failure) {
        return effigy::error{
            {"not a regular file"}, effigy::errc::io, 0, static_cast<std::int64_t>(std::errc::invalid_argument)};
    }
    return effigy::read_file(path);
}

// ---- the files of one model ----------------------------------------------------------------------------------------

std::optional<found_companion> companion_files::open(const fs::path& path) {
    if (path.empty() || failure_) {
        return std::nullopt;
    }
    auto known = files_.find(path);
    if (known == files_.end()) {
        auto opened = read_regular(path);
        if (!opened) {
            failure_ = opened.error();
            failed_ = utf8_path(path);
            return std::nullopt;
        }
        known = files_.emplace(path, *std::move(opened)).first;
    }
    return found_companion{known->second.bytes(), utf8_path(path)};
}

// ---- finding them --------------------------------------------------------------------------------------------------

companion_files companion_finder::find(const fs::path& model, effigy::borrowed_bytes bytes) const {
    companion_files out;
    out.find(bytes, [&](const m2::wanted_companion& wanted) { return out.open(locate(model, wanted)); });
    return out;
}

companion_files companion_finder::find_skeletons(const fs::path& model, effigy::borrowed_bytes bytes,
                                                 std::span<const m2::companion> others) const {
    companion_files out;
    out.find(bytes, [&](const m2::wanted_companion& wanted) {
        if (wanted.kind == m2::companion_kind::skeleton_file ||
            wanted.kind == m2::companion_kind::parent_skeleton_file) {
            return out.open(locate(model, wanted));
        }
        const auto given = std::ranges::find_if(others, [&](const m2::companion& one) {
            return one.kind == wanted.kind && one.id == wanted.id && one.variation == wanted.variation;
        });
        return given != others.end() ? std::optional{found_companion{given->bytes}} : std::nullopt;
    });
    return out;
}

// Searches beside the model first, since extracted files are often put into one folder.
fs::path companion_finder::locate(const fs::path& model, const m2::wanted_companion& wanted) const {
    const std::string_view listed = wanted.file != 0 ? names_.path_of(wanted.file) : std::string_view{};
    const auto beside = [&](std::string_view name) {
        return name.empty() ? fs::path{} : folders_.find(model.parent_path(), name);
    };
    fs::path out = beside(listed.substr(listed.find_last_of("/\\") + 1));
    out = out.empty() ? beside(id_name_of(wanted)) : out;
    out = out.empty() && !listed.empty() ? folders_.find_below(root_, listed) : out;
    return out.empty() ? beside(name_of(wanted, name_of_file(model.stem()))) : out;
}

} // namespace tool
