// A model with its companions, found by name.
#pragma once

#include "space.hpp"

#include <effigy/file.hpp>

#include <optional>

namespace facts::m2 {

// The .anim files that a model needs, and the .skin files from 00 to 03 that exist, even if the model's count is
// smaller: the facts include them. (In the corpus, only one .skin is outside its model's count. It is a leftover of
// another model: its palette matches none of the 2,294 influences.) A .skel is not joined: these facts describe the
// chunk MD20.
class companions {
public:
    companions(const format::model& model, const path& model_path) {
        const neighbours all{model_path};
        const std::string name = file_name(model_path);
        const std::string stem = name.substr(0, name.rfind('.'));
        const auto join = [&](const format::wanted_companion& wanted) {
            if (const auto at = all.find(stem + std::string{format::companion_suffix{wanted}.view()})) {
                add(wanted, effigy::file::open(*at));
            }
        };
        for (std::uint16_t i = 0; i < 4; ++i) {
            join({format::companion_kind::skin_file, i});
        }
        format::for_each_wanted_companion(model, [&](const format::wanted_companion& wanted) {
            if (wanted.kind == format::companion_kind::animation_file) {
                join(wanted);
            }
        });
    }
    [[nodiscard]] std::span<const format::companion> table() const { return table_; }

private:
    void add(const format::wanted_companion& wanted, effigy::result<effigy::file> file) {
        if (file) {
            files_.push_back(std::move(*file));
            table_.push_back({wanted.kind, wanted.id, wanted.variation, files_.back().bytes()});
        }
    }

    std::vector<effigy::file> files_;
    std::vector<format::companion> table_;
};

// The file with the key lists of each animation, from version 264 on.
class key_files {
public:
    explicit key_files(const format::model& model) : model_bytes_(model.md20()) {
        for (std::uint32_t i = 0; i < model.animations().size(); ++i) {
            files_.push_back(file_of(model, i));
        }
    }
    // Returns the bytes that contain the lists of an animation. Lists after the last animation are in the model. Empty
    // if the file with the lists is missing.
    [[nodiscard]] std::optional<effigy::byte_view> of(std::size_t animation) const {
        return animation < files_.size() ? files_[animation] : model_bytes_;
    }

private:
    [[nodiscard]] std::optional<effigy::byte_view> file_of(const format::model& model, std::uint32_t animation) const {
        const format::animation played = model.animations().at(animation);
        if (played.key_place() != format::key_place::companion) {
            return played.key_place() == format::key_place::file ? std::optional{model_bytes_} : std::nullopt;
        }
        const format::animation resolved = model.animations().at(model.animations().resolve_alias(animation));
        for (const format::companion& one : model.companions()) {
            if (one.kind == format::companion_kind::animation_file && one.id == resolved.id() &&
                one.variation == resolved.variation()) {
                return effigy::byte_view{one.bytes};
            }
        }
        return std::nullopt;
    }

    effigy::byte_view model_bytes_;
    std::vector<std::optional<effigy::byte_view>> files_;
};

} // namespace facts::m2
