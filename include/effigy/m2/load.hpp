// Opening a model with the files that lie beside it. Empty where the standard library has no file system.
#pragma once

#include <effigy/file.hpp>
#include <effigy/m2/join.hpp>
#include <effigy/m2/view.hpp>

#include <version>

#if defined(__cpp_lib_filesystem)
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace effigy { inline namespace v0 { namespace m2 {

class loaded_model;

// Opens a model and the companions in its folder: by FileDataID ("1000001.skin"), else by name ("wolf00.skin"), in any
// case. Opens no other file. Errors: those of file::open() for the model or for a companion that exists, and of open().
template <class = when_used> [[nodiscard]] result<loaded_model> load(const std::filesystem::path& path);

// A model and the bytes of its files. May be moved; the views of its parts stay valid.
class loaded_model {
public:
    [[nodiscard]] const m2::model& operator*() const& noexcept { return model_; }
    [[nodiscard]] const m2::model* operator->() const& noexcept { return &model_; }
    [[nodiscard]] const m2::model& operator*() const&& = delete; // it would dangle
    [[nodiscard]] const m2::model* operator->() const&& = delete;

    // The names of the files that the model names and that do not lie beside it: "wolf00.skin".
    [[nodiscard]] std::span<const std::string> missing() const& noexcept { return missing_; }

private:
    template <class> friend result<loaded_model> load(const std::filesystem::path& path);

    file file_;
    std::vector<file> others_;
    joined_companions joined_;
    std::vector<std::string> missing_;
    m2::model model_;
};

}}} // namespace effigy::v0::m2

#include <map>
#include <system_error>

namespace effigy { inline namespace v0 { namespace m2 {

namespace impl {

// The files of a folder, by name in any case. Lists the folder when it is first needed.
class folder_names {
public:
    explicit folder_names(std::filesystem::path folder) : folder_(std::move(folder)) {}

    // Returns the path of the file with this name, or of the first one whose name differs only in case; empty if there
    // is none.
    [[nodiscard]] std::filesystem::path find(std::string_view name) {
        std::error_code failure;
        const std::filesystem::path exact = folder_ / as_path(name);
        if (name.empty() || std::filesystem::exists(exact, failure)) {
            return name.empty() ? std::filesystem::path{} : exact;
        }
        if (!is_listed_) {
            list();
        }
        const auto found = names_.find(lower_case(std::string{name}));
        return found != names_.end() ? folder_ / as_path(found->second) : std::filesystem::path{};
    }
    [[nodiscard]] static std::string text_of(const std::filesystem::path& name) { // in UTF-8 on every system
        const std::u8string text = name.u8string();
        return {text.begin(), text.end()};
    }

private:
    [[nodiscard]] static std::filesystem::path as_path(std::string_view name) {
        return std::u8string{name.begin(), name.end()};
    }
    [[nodiscard]] static std::string lower_case(std::string text) {
        for (char& c : text) {
            c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        }
        return text;
    }
    void list() {
        is_listed_ = true;
        std::error_code failure;
        std::filesystem::directory_iterator at{folder_.empty() ? "." : folder_, failure};
        for (; !failure && at != std::filesystem::directory_iterator{}; at.increment(failure)) {
            const std::string name = text_of(at->path().filename());
            std::string& known = names_[lower_case(name)];
            if (known.empty() || name < known) {
                known = name;
            }
        }
    }

    std::filesystem::path folder_;
    std::map<std::string, std::string> names_; // in lower case, as they are
    bool is_listed_ = false;
};

} // namespace impl

template <class> result<loaded_model> load(const std::filesystem::path& path) {
    auto opened = file::open(path);
    if (!opened) {
        return opened.error();
    }
    loaded_model out;
    out.file_ = *std::move(opened);
    impl::folder_names beside{path.parent_path()};
    const std::string stem = impl::folder_names::text_of(path.stem());
    error why;
    out.joined_ = find_companions(out.file_.bytes(), [&](const wanted_companion& one) -> std::optional<borrowed_bytes> {
        std::filesystem::path found = beside.find(id_name_of(one));
        found = found.empty() ? beside.find(name_of(one, stem)) : found;
        auto companion = found.empty() || why ? result<file>{file{}} : file::open(found);
        if (found.empty() || why || !companion) {
            why = why ? why : companion.error();
            return std::nullopt;
        }
        out.others_.push_back(*std::move(companion));
        return out.others_.back().bytes();
    });
    if (why) {
        return why;
    }
    for (const wanted_companion& one : out.joined_.missing) {
        std::string name = name_of(one, stem);
        out.missing_.push_back(name.empty() ? id_name_of(one) : std::move(name));
    }
    const auto model = open(out.file_.bytes(), out.joined_.table);
    if (!model) {
        return model.error();
    }
    out.model_ = *model;
    return out;
}

}}} // namespace effigy::v0::m2
#endif
