#include "companions.hpp"

#include "files.hpp"
#include <tool/answers/text.hpp>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>
#include <utility>

namespace tool {

namespace fs = std::filesystem;
namespace m2 = effigy::m2;

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

// ---- the listfile --------------------------------------------------------------------------------------------------

effigy::result<listfile> listfile::open(const fs::path& path) {
    auto file = effigy::read_file(path);
    if (!file) {
        return file.error();
    }
    listfile out;
    out.file_ = *std::move(file);
    const std::string_view text = out.text();
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        out.add(text.substr(at, end - at), at);
        at = end + 1;
    }
    const auto place = [](const line& one) {
        return std::pair{one.id, one.at};
    }; // of several lines with one id, the first is used
    if (!std::ranges::is_sorted(out.lines_, {}, place)) {
        std::ranges::sort(out.lines_, {}, place);
    }
    return out;
}

// Ignores lines of another form.
void listfile::add(std::string_view text, std::uint64_t at) {
    line out;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), out.id);
    const auto digits = static_cast<std::size_t>(end - text.data());
    if (failure != std::errc{} || digits == text.size() || (*end != ';' && *end != ',')) {
        return;
    }
    std::string_view path = text.substr(digits + 1);
    path = path.substr(0, path.find_first_of("\r;")); // some listfiles have more columns
    out.length = static_cast<std::uint32_t>(std::min<std::size_t>(path.size(), UINT32_MAX));
    out.at = at + digits + 1;
    if (out.length != 0) {
        lines_.push_back(out);
    }
}

std::string_view listfile::path_of(std::uint32_t id) const {
    const auto found = std::ranges::lower_bound(lines_, id, {}, &line::id);
    if (found == lines_.end() || found->id != id) {
        return {};
    }
    return text().substr(static_cast<std::size_t>(found->at), found->length);
}

std::string_view listfile::text() const {
    const auto bytes = file_.bytes();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// ---- models with their companions ----------------------------------------------------------------------------------

namespace {

// `companions(bytes)` returns the files.
template <class Companions> joined_model join_with(const fs::path& path, const Companions& companions) {
    joined_model out;
    auto file = read_input(path);
    if (!file) {
        out.why = file.error();
        return out;
    }
    out.file = *std::move(file);
    out.companions = companions(out.file.bytes());
    if (out.companions.failure()) {
        out.why = out.companions.failure();
        out.where = out.companions.failed();
        return out;
    }
    static_cast<opened_model&>(out) = open_with(out.companions, out.file.bytes());
    return out;
}

} // namespace

joined_model join(const fs::path& path, const companion_finder& finder) {
    return join_with(path, [&](effigy::borrowed_bytes bytes) { return finder.find(path, bytes); });
}

joined_model join_only(const fs::path& path, const companion_finder& finder, std::span<const m2::companion> others) {
    return join_with(path, [&](effigy::borrowed_bytes bytes) { return finder.find_skeletons(path, bytes, others); });
}

std::shared_ptr<model_cache::slot> model_cache::slot_of(const fs::path& path) {
    const std::scoped_lock lock{mutex_};
    const auto found = std::ranges::find(slots_, path, [](const auto& one) -> const fs::path& { return one->path; });
    if (found != slots_.end()) {
        slots_.splice(slots_.begin(), slots_, found);
    } else {
        slots_.push_front(std::make_shared<slot>(path));
        if (slots_.size() > most_slots) {
            slots_.pop_back();
        }
    }
    return slots_.front();
}

std::shared_ptr<const joined_model> model_cache::of(const fs::path& path) {
    const std::shared_ptr<slot> mine = slot_of(path);
    std::call_once(mine->once, [&] { mine->model = std::make_shared<const joined_model>(join(path, finder_)); });
    return mine->model;
}

// ---- animation keys without chunks ---------------------------------------------------------------------------------

namespace {

effigy::error not_read(const char* what, const char* advice) {
    return {{what}, effigy::errc::unsupported, 0, -1, advice};
}

// Returns the number of the animation whose keys the file contains; npos if the model does not use the file.
std::uint32_t animation_of(const m2::model& model, const key_file_name& name) {
    const auto animations = model.animations();
    for (std::uint32_t i = 0; i < animations.size(); ++i) {
        const m2::animation one = animations[i];
        if (one.id() == name.id && one.variation() == name.variation && one.alias() == effigy::npos &&
            one.key_place() != m2::key_place::file) {
            return i;
        }
    }
    return effigy::npos;
}

// A model, and a file with keys of its animations.
class pairing {
public:
    pairing(const fs::path& file, effigy::borrowed_bytes bytes, key_file_name name, fs::path model)
        : file_(file), bytes_(bytes), name_(std::move(name)), model_(std::move(model)) {}

    [[nodiscard]] paired_keys in(std::shared_ptr<const joined_model> joined) const {
        const std::optional<m2::model>& model = joined->model;
        if (!joined->is_sound() || !model) {
            return {nullptr, 0, not_read("animation keys whose model cannot be read", "check its .m2")};
        }
        const std::uint32_t animation = animation_of(*model, name_);
        if (animation == effigy::npos) {
            return {nullptr, 0, not_read("animation keys that their model does not use", "nothing reads them")};
        }
        return {std::move(joined), animation, {}};
    }
    [[nodiscard]] bool is_in(const joined_model& joined) const {
        return joined.companions.path_of(m2::companion_kind::animation_file, name_.id, name_.variation) ==
               utf8_path(file_);
    }
    // Opens the model with its skeletons and this file only. Used if another file was joined in place of this one, or
    // if the model or one of its other companions is broken.
    [[nodiscard]] paired_keys alone(const companion_finder& finder) const {
        paired_keys base = in(std::make_shared<const joined_model>(join_only(model_, finder, {})));
        if (base.joined == nullptr) {
            return base;
        }
        const m2::companion entry{m2::companion_kind::animation_file, name_.id, name_.variation, bytes_};
        auto joined = std::make_shared<const joined_model>(join_only(model_, finder, std::span{&entry, 1}));
        return {joined->is_sound() ? joined : nullptr, base.animation, joined->why};
    }

private:
    const fs::path& file_;
    effigy::borrowed_bytes bytes_;
    key_file_name name_;
    fs::path model_;
};

} // namespace

std::optional<key_file_name> key_file_name::of(const fs::path& file) {
    constexpr std::string_view form = "0000-00.anim";
    constexpr std::size_t digits = 4;
    const std::string name = name_of_file(file);
    if (name.size() <= form.size() || !lower_case(name).ends_with(key_file_extension)) {
        return std::nullopt;
    }
    const std::string_view tail = std::string_view{name}.substr(name.size() - form.size());
    const auto id = number_in<std::uint16_t>(tail.substr(0, digits));
    const auto variation = number_in<std::uint16_t>(tail.substr(digits + 1, 2));
    if (!id || tail[digits] != '-' || !variation) {
        return std::nullopt;
    }
    return key_file_name{name.substr(0, name.size() - form.size()), *id, *variation};
}

paired_keys pair_keys(const fs::path& file, effigy::borrowed_bytes bytes, model_cache& models) {
    const companion_finder& finder = models.finder();
    const auto unpaired = not_read("animation keys without a model",
                                   "put the file beside its .m2, as wolf0060-00.anim for wolf.m2 and id 60");
    const auto name = key_file_name::of(file);
    if (!name) {
        return {nullptr, 0, unpaired};
    }
    const fs::path model = finder.folders().find(file.parent_path(), name->stem + ".m2");
    if (model.empty()) {
        return {nullptr, 0, unpaired};
    }
    const auto joined = models.of(model);
    const pairing pair{file, bytes, *name, model};
    if (!joined->is_sound()) {
        return pair.alone(finder);
    }
    const paired_keys out = pair.in(joined);
    // A file whose name differs only in case may have been joined in its place.
    return out.joined != nullptr && !pair.is_in(*joined) ? pair.alone(finder) : out;
}

} // namespace tool
