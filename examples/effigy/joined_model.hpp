// World of Warcraft models with their companions, each opened once for all files that ask for it.
#pragma once

#include "companions.hpp"

#include <effigy/m2.hpp>

#include <filesystem>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

namespace tool {

struct joined_model {
    effigy::file file;
    companion_files companions;
    std::optional<effigy::m2::model> model; // none: it could not be opened
    effigy::error why;                      // that it could not, or what verify() found
    std::filesystem::path where;            // the companion that `why` is about; empty when it is the model

    [[nodiscard]] bool is_sound() const { return !why; }
};

// With all companions that are there.
[[nodiscard]] joined_model join(const std::filesystem::path& path, const companion_finder& finder);
// With its skeletons and these alone; their bytes stay the caller's.
[[nodiscard]] joined_model join_only(const std::filesystem::path& path, const companion_finder& finder,
                                     std::span<const effigy::m2::companion> others);

// The last few models of a command, since files that belong together are judged together. Several threads may ask.
class model_cache {
public:
    explicit model_cache(const companion_finder& finder) : finder_(finder) {}

    [[nodiscard]] std::shared_ptr<const joined_model> of(const std::filesystem::path& path);
    [[nodiscard]] const companion_finder& finder() const { return finder_; }

private:
    struct slot {
        explicit slot(std::filesystem::path of) : path(std::move(of)) {}

        std::filesystem::path path;
        std::once_flag once;
        std::shared_ptr<const joined_model> model;
    };
    static constexpr std::size_t most_slots = 8;

    [[nodiscard]] std::shared_ptr<slot> slot_of(const std::filesystem::path& path);

    const companion_finder& finder_;
    std::mutex mutex_;
    std::list<std::shared_ptr<slot>> slots_; // the last asked for comes first
};

} // namespace tool
