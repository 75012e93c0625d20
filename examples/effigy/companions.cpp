#include "companions.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>

namespace tool {

namespace fs = std::filesystem;
namespace m2 = effigy::m2;

namespace {

bool is_skeleton(const m2::wanted_companion& wanted) {
    return wanted.kind == m2::companion_kind::skeleton_file || wanted.kind == m2::companion_kind::parent_skeleton_file;
}

} // namespace

effigy::result<effigy::file_buffer> read_regular(const fs::path& path) {
    std::error_code failure;
    if (fs::is_other(path, failure) && !failure) {
        return effigy::error{
            {"not a regular file"}, effigy::errc::io, 0, static_cast<std::int64_t>(std::errc::invalid_argument)};
    }
    return effigy::read_file(path);
}

// ---- the files of one model ----------------------------------------------------------------------------------------

fs::path companion_files::path_of(std::uint32_t entry) const {
    return entry < paths_.size() ? paths_[entry] : fs::path{};
}

fs::path companion_files::path_of(m2::companion_kind kind, std::uint16_t id, std::uint16_t variation) const {
    const auto found = std::ranges::find_if(table_, [&](const m2::companion& entry) {
        return entry.kind == kind && entry.id == id && entry.variation == variation;
    });
    return found != table_.end() ? paths_[static_cast<std::size_t>(found - table_.begin())] : fs::path{};
}

void companion_files::add(m2::companion entry, const fs::path& path) {
    auto known = files_.find(path);
    if (known == files_.end()) {
        auto opened = read_regular(path);
        if (!opened) {
            failure_ = opened.error();
            failed_ = path;
            return;
        }
        known = files_.emplace(path, *std::move(opened)).first;
    }
    entry.bytes = known->second.bytes();
    enter(entry, path);
}

void companion_files::add(const m2::companion& entry) { enter(entry, {}); }

void companion_files::enter(const m2::companion& entry, const fs::path& path) {
    const auto place = std::ranges::upper_bound(table_, entry, m2::comes_before);
    paths_.insert(paths_.begin() + (place - table_.begin()), path);
    table_.insert(place, entry);
}

// ---- finding them --------------------------------------------------------------------------------------------------

// Joins the companions that a model names, each once.
class companion_finder::search {
public:
    search(const companion_finder& finder, const fs::path& model, effigy::borrowed_bytes bytes)
        : finder_(finder), model_(model), bytes_(bytes) {}

    // Returns the model with its skeletons. A skeleton names its parent and lists the animations.
    effigy::result<m2::model> join_skeletons() {
        for (;;) {
            const auto opened = m2::open(bytes_, found_.table());
            if (!opened || join_some(*opened, is_skeleton) == 0) {
                return opened;
            }
        }
    }
    // Returns how many were found.
    template <class Takes> std::size_t join_some(const m2::model& model, const Takes& takes) {
        std::vector<m2::wanted_companion> all; // collected first, since the model reads the table that add() changes
        m2::for_each_wanted_companion(model, [&](const m2::wanted_companion& wanted) {
            if (takes(wanted) && looked_for_.emplace(wanted.kind, wanted.id, wanted.variation).second) {
                all.push_back(wanted);
            }
        });
        const std::size_t before = found_.table().size();
        for (const m2::wanted_companion& wanted : all) {
            const fs::path path = finder_.locate(model_, wanted);
            if (!path.empty() && !found_.failure()) {
                found_.add({wanted.kind, wanted.id, wanted.variation, {}}, path);
            }
        }
        return found_.table().size() - before;
    }
    [[nodiscard]] companion_files take() { return std::move(found_); }

private:
    const companion_finder& finder_;
    const fs::path& model_;
    effigy::borrowed_bytes bytes_;
    companion_files found_;
    std::set<std::tuple<m2::companion_kind, std::uint16_t, std::uint16_t>> looked_for_;
};

// If the model cannot be opened, the caller gets the error when it opens the model with the companions.
companion_files companion_finder::find(const fs::path& model, effigy::borrowed_bytes bytes) const {
    search all{*this, model, bytes};
    if (const auto opened = all.join_skeletons()) {
        all.join_some(*opened, [](const m2::wanted_companion& wanted) { return !is_skeleton(wanted); });
    }
    return all.take();
}

companion_files companion_finder::find_skeletons(const fs::path& model, effigy::borrowed_bytes bytes) const {
    search some{*this, model, bytes};
    (void)some.join_skeletons();
    return some.take();
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
