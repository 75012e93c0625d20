// Files of animation keys without chunks, which can be read only with their model.
#pragma once

#include "joined_model.hpp"
#include <tool/answers/judgement.hpp>
#include <tool/answers/key_view.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace tool {

// The parts of a name such as "STEM0060-01.anim": stem, id and variation.
struct key_file_name {
    std::string stem;
    std::uint16_t id = 0;
    std::uint16_t variation = 0;

    // None if the name has another form.
    [[nodiscard]] static std::optional<key_file_name> of(const std::filesystem::path& file);
};

struct paired_keys {
    std::shared_ptr<const joined_model> joined; // sound; null if there is an error
    std::uint32_t animation = 0;
    // Unsupported if the file has no model, or if the model cannot be read or does not use the file. Any other error is
    // an error in the file.
    lasting_error why;
};

// Finds the model that belongs to a file of keys, in the same folder, and opens both. `bytes` is the content of the
// file.
[[nodiscard]] paired_keys pair_keys(const std::filesystem::path& file, effigy::borrowed_bytes bytes,
                                    model_cache& models);

} // namespace tool
