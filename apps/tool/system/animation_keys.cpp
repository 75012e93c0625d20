#include "animation_keys.hpp"

#include <tool/answers/text.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

namespace tool {

namespace fs = std::filesystem;
namespace m2 = effigy::m2;

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
