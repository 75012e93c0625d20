#include "companions.hpp"

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

void companion_files::open(m2::companion entry, const fs::path& path) {
    auto known = files_.find(path);
    if (known == files_.end()) {
        auto opened = read_regular(path);
        if (!opened) {
            failure_ = opened.error();
            failed_ = utf8_path(path);
            return;
        }
        known = files_.emplace(path, *std::move(opened)).first;
    }
    entry.bytes = known->second.bytes();
    add(entry, utf8_path(path));
}

// ---- finding them --------------------------------------------------------------------------------------------------

// If the model cannot be opened, the caller gets the error when it opens the model with the companions.
void companion_finder::open(const fs::path& model, const m2::wanted_companion& wanted, companion_files& to) const {
    const fs::path path = locate(model, wanted);
    if (!path.empty() && !to.failure()) {
        to.open({wanted.kind, wanted.id, wanted.variation, {}}, path);
    }
}

companion_files companion_finder::find(const fs::path& model, effigy::borrowed_bytes bytes) const {
    companion_files out;
    find_companions(bytes, out, [&](const m2::wanted_companion& wanted) { open(model, wanted, out); });
    return out;
}

companion_files companion_finder::find_skeletons(const fs::path& model, effigy::borrowed_bytes bytes) const {
    companion_files out;
    tool::find_skeletons(bytes, out, [&](const m2::wanted_companion& wanted) { open(model, wanted, out); });
    return out;
}

fs::path companion_finder::locate(const fs::path& model, const m2::wanted_companion& wanted) const {
    const fs::path folder = model.parent_path();
    if (fs::path listed = locate_listed(folder, wanted.file); !listed.empty()) {
        return listed;
    }
    const m2::companion_suffix suffix{wanted};
    if (suffix.view().empty()) {
        return {};
    }
    return folders_.find(folder, name_of_file(model.stem()) + std::string(suffix.view()));
}

// Searches beside the model first, since extracted files are often put into one folder.
fs::path companion_finder::locate_listed(const fs::path& folder, std::uint32_t id) const {
    const std::string_view path = id != 0 ? names_.path_of(id) : std::string_view{};
    if (path.empty()) {
        return {};
    }
    const fs::path beside = folders_.find(folder, path.substr(path.find_last_of("/\\") + 1));
    return beside.empty() ? folders_.find_below(root_, path) : beside;
}

} // namespace tool
