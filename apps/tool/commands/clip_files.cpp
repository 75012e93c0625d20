#include "clip_files.hpp"

#include <tool/answers/text.hpp>
#include <tool/system/files.hpp>

#include <effigy/report.hpp>

#include <system_error>
#include <utility>

namespace tool {

namespace fs = std::filesystem;

clip_files::clip_files(const std::vector<fs::path>& paths) {
    for (const fs::path& path : paths) {
        std::error_code failure;
        if (!fs::exists(fs::symlink_status(path, failure))) {
            chosen_.is_made = true;
            if (const std::string name = utf8_path(path); name != "none") {
                chosen_.names.push_back(name);
            }
            continue;
        }
        if (const effigy::error why = open(path)) {
            failures_.push_back(effigy::to_string(why, printable(path.string())));
        }
    }
    given_ = names().size();
}

std::vector<std::string> clip_files::add_supermodels_of(const fs::path& model, folder_listings& folders) {
    constexpr std::size_t most = 64;
    std::vector<std::string> out;
    const auto file = read_input(model);
    std::string supermodel;
    if (file) {
        static_cast<void>(effigy::visit(file->bytes(), [&](const auto& view) { // another command says why it fails
            if constexpr (nwn_model<std::remove_cvref_t<decltype(view)>>) {
                supermodel = view.supermodel();
            }
        }));
    }
    while (out.size() < most) {
        const std::string wanted{wanted_supermodel(supermodel)};
        const fs::path beside = wanted.empty() ? fs::path{} : folders.find(model.parent_path(), wanted + ".mdl");
        if (beside.empty()) {
            break;
        }
        if (const effigy::error why = open(beside)) {
            failures_.push_back(effigy::to_string(why, printable(beside.string())));
            break;
        }
        if (wanted_supermodel(supermodel) == wanted) { // the file has another model than its name says
            break;
        }
        out.push_back(name_of_file(beside));
    }
    return out;
}

effigy::error clip_files::open(const fs::path& path) {
    auto opened = read_regular(path);
    if (!opened) {
        return opened.error();
    }
    files_.push_back(*std::move(opened));
    return add(name_of_file(path.stem()), files_.back().bytes());
}

} // namespace tool
