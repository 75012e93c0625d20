// What the models of a run name and no root has.
#pragma once

#include "roots.hpp"
#include <tool/answers/textured.hpp>

#include <filesystem>
#include <mutex>
#include <set>
#include <string>

namespace tool {

// Safe to use from several threads.
class missing_textures {
public:
    void add(const std::filesystem::path& model, materials::family of, const textured& shown);

    // Returns a line that names the roots, and the folder below a given root or near the models that has most of what
    // is missing: never a root, nor the folder of other models. Empty if nothing is missing. Opens no file.
    [[nodiscard]] std::string advice(const texture_roots& roots) const;

private:
    [[nodiscard]] std::string advice_to_add(const texture_roots& roots) const;

    struct name {
        materials::family of;
        bool is_material;
        std::string text;

        [[nodiscard]] friend auto operator<=>(const name&, const name&) = default;
    };

    std::mutex mutex_;
    std::set<name> names_;                    // some of them
    std::set<std::filesystem::path> folders_; // some of those of the models
};

} // namespace tool
