// World of Warcraft models with their companions.
#pragma once

#include <effigy/core/text.hpp>
#include <effigy/file.hpp>
#include <effigy/m2/view/wanted_companions.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace bench {

[[nodiscard]] inline std::string lower_case(std::string text) {
    for (char& c : text) {
        c = effigy::lower(c);
    }
    return text;
}

// The files beside models, each read once.
class m2_companions {
public:
    // The companions of a model at `path`, found by name; empty if the model is invalid.
    [[nodiscard]] std::vector<effigy::m2::companion> of(const std::filesystem::path& path,
                                                        std::span<const std::byte> model) {
        std::vector<effigy::m2::companion> out;
        const auto opened = effigy::m2::open(model);
        if (!opened) {
            return out;
        }
        const std::map<std::string, std::filesystem::path>& beside = files_in(path.parent_path());
        const std::string stem = lower_case(path.stem().string());
        effigy::m2::for_each_wanted_companion(*opened, [&](const effigy::m2::wanted_companion& one) {
            const auto found = beside.find(stem + std::string{effigy::m2::companion_suffix{one}.view()});
            auto file =
                found != beside.end() ? effigy::read_file(found->second) : effigy::read_file(std::filesystem::path{});
            if (file) {
                files_.push_back(*std::move(file));
                out.push_back({one.kind, one.id, one.variation, files_.back().bytes()});
            }
        });
        return out;
    }

private:
    const std::map<std::string, std::filesystem::path>& files_in(const std::filesystem::path& folder) {
        const auto [found, is_new] = folders_.try_emplace(folder);
        if (is_new) {
            for (const auto& entry : std::filesystem::directory_iterator{folder}) {
                found->second.emplace(lower_case(entry.path().filename().string()), entry.path());
            }
        }
        return found->second;
    }

    std::map<std::filesystem::path, std::map<std::string, std::filesystem::path>> folders_;
    std::vector<effigy::file_buffer> files_;
};

// The bytes of a model, and its companions.
class m2_input : public std::span<const std::byte> {
public:
    m2_input(std::span<const std::byte> file, std::vector<effigy::m2::companion> companions)
        : std::span<const std::byte>(file), companions_(std::move(companions)) {}

    [[nodiscard]] std::span<const effigy::m2::companion> companions() const { return companions_; }

private:
    std::vector<effigy::m2::companion> companions_;
};

} // namespace bench
