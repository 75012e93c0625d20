// World of Warcraft models with their companions. All files of a model share one open model.
#pragma once

#include "companions.hpp"

#include <filesystem>
#include <list>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

namespace tool {

struct joined_model : opened_model {
    effigy::file_buffer file;
    companion_files companions;
};

// Opens the model with all companions that exist.
[[nodiscard]] joined_model join(const std::filesystem::path& path, const companion_finder& finder);
// Opens the model with its skeletons and only these companions. The caller owns their bytes.
[[nodiscard]] joined_model join_only(const std::filesystem::path& path, const companion_finder& finder,
                                     std::span<const effigy::m2::companion> others);

// Keeps the models that a command used last, because files of the same model follow each other. Safe to use from
// several threads.
class model_cache {
public:
    explicit model_cache(const companion_finder& finder) : finder_(finder) {}

    [[nodiscard]] std::shared_ptr<const joined_model> of(const std::filesystem::path& path);
    [[nodiscard]] const companion_finder& finder() const { return finder_; }

private:
    struct slot {
        explicit slot(std::filesystem::path model_path) : path(std::move(model_path)) {}

        std::filesystem::path path;
        std::once_flag once;
        std::shared_ptr<const joined_model> model;
    };
    static constexpr std::size_t most_slots = 8;

    [[nodiscard]] std::shared_ptr<slot> slot_of(const std::filesystem::path& path);

    const companion_finder& finder_;
    std::mutex mutex_;
    std::list<std::shared_ptr<slot>> slots_; // most recently used first
};

} // namespace tool
