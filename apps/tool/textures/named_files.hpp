// Findings about the files that models name: textures, materials, proxies.
#pragma once

#include "texturer.hpp"
#include <tool/answers/scene_of.hpp>

#include <effigy/core/finding.hpp>
#include <effigy/nwn/text.hpp>

#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace tool {

class named_files {
public:
    // `known`: a text file with names of the game itself, one a line; a name that ends in / or \ stands for all files
    // below this folder. May be empty.
    named_files(const texture_options& options, const std::vector<std::filesystem::path>& arguments,
                const std::filesystem::path& known, std::function<std::string_view(std::uint32_t)> path_of);

    // What is wrong with the options; empty if nothing is.
    [[nodiscard]] const std::string& complaint() const { return complaint_; }

    [[nodiscard]] std::string advice() const { return texturer_.advice(); }

    // Reports what a model names and is not there, or cannot be read.
    template <class Model>
    void check(const Model& from, const std::filesystem::path& path, const effigy::finding_sink& report) {
        auto made = scene_of(from, settings_);
        if (!made) {
            report({{"model"}, {effigy::severity::warning, "textures-unknown", "it cannot be converted"}});
            return;
        }
        const effigy::nwn::text_model* text = nullptr;
        if constexpr (std::is_same_v<Model, effigy::nwn::text_model>) {
            text = &from;
        }
        check(*made, family_of(from), path, named_textures(from), {from.file().bytes(), text, report});
    }

private:
    struct sink {
        std::span<const std::byte> file;
        const effigy::nwn::text_model* text; // null for binary forms
        const effigy::finding_sink& report;

        // Reports a name at the first place where the file has it.
        void operator()(const char* what, const char* code, const char* message, std::string_view name) const;
        [[nodiscard]] effigy::location place_of(const char* what, std::string_view name) const;
    };

    void check(effigy::scene& made, materials::family of, const std::filesystem::path& path,
               std::vector<std::string_view> named, const sink& to);
    void check_proxies(const effigy::scene& made, const std::vector<materials::model_place>& places,
                       const sink& to) const;
    [[nodiscard]] bool is_known(std::string_view name) const;

    clips no_clips_;
    scene_settings settings_{no_clips_, {}, {}, {}, {}};
    texturer texturer_;
    std::set<std::string, std::less<>> known_; // with /, in lower case; folders have a / at their end
    std::string complaint_;
};

} // namespace tool
