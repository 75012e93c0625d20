#include "file_set.hpp"

#include <algorithm>
#include <utility>

namespace c_api {

namespace m2 = effigy::m2;

std::string_view file_set::file::stem() const { return name().substr(0, name().rfind('.')); }

std::uint32_t file_set::add(file added) {
    files_.push_back(std::move(added));
    root_.reset();
    return static_cast<std::uint32_t>(files_.size() - 1);
}

const materials::root& file_set::root() {
    if (!root_) {
        std::vector<std::string> paths;
        for (const file& each : files_) {
            paths.push_back(each.path);
        }
        root_.emplace(materials::file_tree{
            std::move(paths), [this](std::string_view path) -> std::optional<std::vector<std::byte>> {
                const auto found = std::ranges::find(files_, path, &file::path);
                return std::vector<std::byte>{found->bytes().begin(), found->bytes().end()};
            }});
    }
    return *root_;
}

const file_set::file* file_set::find(std::string_view path) {
    const std::string_view found = root().files.find(path);
    return found.empty() ? nullptr : &*std::ranges::find(files_, found, &file::path);
}

tool::companion_table file_set::companions_of(const file& model) {
    tool::companion_table out;
    out.find(model.bytes(), [&](const m2::wanted_companion& wanted) -> std::optional<tool::found_companion> {
        const std::string folder{materials::folder_of(model.path)};
        for (const std::string& name : {id_name_of(wanted), name_of(wanted, model.stem())}) {
            const file* const found = name.empty() ? nullptr : find(folder + name);
            if (found != nullptr) {
                return tool::found_companion{found->bytes(), found->path};
            }
        }
        return std::nullopt;
    });
    return out;
}

} // namespace c_api
