// Files of animation keys without a magic: nothing but the model tells what they are.
#pragma once

#include "joined_model.hpp"

#include <effigy/core/window.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tool {

inline constexpr std::string_view key_file_ending = ".anim"; // in any case

// What the file's name says: STEM, id and variation of "STEM0060-01.anim"; none where it has another form.
struct key_file_name {
    std::string stem;
    std::uint16_t id = 0;
    std::uint16_t variation = 0;

    [[nodiscard]] static std::optional<key_file_name> of(const std::filesystem::path& file);
};

// The keys as effigy shows them: through the model.
struct animation_keys {
    const effigy::m2::model& model;
    std::uint32_t animation = 0; // its number in the model
    effigy::window bytes;

    [[nodiscard]] effigy::window file() const { return bytes; }
};

struct paired_keys {
    std::shared_ptr<const joined_model> joined; // sound; null: see `why`
    std::uint32_t animation = 0;
    effigy::error why; // unsupported where no model tells what the keys are, else what is wrong with them
};

// Finds the model of a file of keys beside it. `bytes` are the file's.
[[nodiscard]] paired_keys pair_keys(const std::filesystem::path& file, effigy::borrowed_bytes bytes,
                                    model_cache& models);

} // namespace tool
