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

const textures::root& file_set::root() {
    if (!root_) {
        std::vector<std::string> paths;
        for (const file& each : files_) {
            paths.push_back(each.path);
        }
        root_.emplace(textures::file_tree{
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
    tool::find_companions(model.bytes(), out, [&](const m2::wanted_companion& wanted) {
        const m2::companion_suffix suffix{wanted};
        if (suffix.view().empty()) {
            return;
        }
        std::string path{textures::folder_of(model.path)};
        path.append(model.stem()).append(suffix.view());
        if (const file* const found = find(path)) {
            out.add({wanted.kind, wanted.id, wanted.variation, found->bytes()}, found->path);
        }
    });
    return out;
}

} // namespace c_api
