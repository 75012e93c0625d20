// World of Warcraft: the files that belong to a model, found beside it by name, or by FileDataID.
#pragma once

#include "files.hpp"
#include <tool/answers/companion_table.hpp>
#include <tool/answers/judgement.hpp>

#include <effigy/file.hpp>
#include <effigy/m2.hpp>

#include <cstdint>
#include <filesystem>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tool {

// ---- the paths of FileDataIDs --------------------------------------------------------------------------------------

class listfile {
public:
    listfile() = default;
    [[nodiscard]] static effigy::result<listfile> open(const std::filesystem::path& path);

    // Returns the path as written, with / or \; empty if the listfile does not contain the id. Of several lines
    // with the id, the first is used.
    [[nodiscard]] std::string_view path_of(std::uint32_t id) const;

private:
    struct line {
        std::uint32_t id = 0;
        std::uint32_t length = 0;
        std::uint64_t at = 0; // of the path
    };

    void add(std::string_view text, std::uint64_t at);
    [[nodiscard]] std::string_view text() const;

    effigy::file_buffer file_;
    std::vector<line> lines_; // by id
};

// ---- companions ----------------------------------------------------------------------------------------------------

// The open companions of a model, with their bytes.
class companion_files : public companion_table {
public:
    // The error and the path of the companion that cannot be opened. No error if there is none.
    [[nodiscard]] const effigy::error& failure() const { return failure_; }
    [[nodiscard]] const std::string& failed() const { return failed_; }

    // Opens the file. None if the path is empty, or after an error, which failure() returns.
    [[nodiscard]] std::optional<found_companion> open(const std::filesystem::path& path);

private:
    std::map<std::filesystem::path, effigy::file_buffer> files_;
    lasting_error failure_;
    std::string failed_;
};

class companion_finder {
public:
    companion_finder() = default;
    // A path from the listfile is searched for beside the model first, then below the root.
    companion_finder(listfile names, std::filesystem::path root) : names_(std::move(names)), root_(std::move(root)) {}

    // Returns all companions that exist.
    [[nodiscard]] companion_files find(const std::filesystem::path& model, effigy::borrowed_bytes bytes) const;
    // Returns only the skeleton and its parent, if they exist, and `others`.
    [[nodiscard]] companion_files find_skeletons(const std::filesystem::path& model, effigy::borrowed_bytes bytes,
                                                 std::span<const effigy::m2::companion> others) const;

    [[nodiscard]] const listfile& names() const { return names_; }
    [[nodiscard]] folder_listings& folders() const { return folders_; }

private:
    [[nodiscard]] std::filesystem::path locate(const std::filesystem::path& model,
                                               const effigy::m2::wanted_companion& wanted) const;

    listfile names_;
    std::filesystem::path root_;
    mutable folder_listings folders_;
};

// ---- models with their companions ----------------------------------------------------------------------------------

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

// ---- animation keys without chunks ---------------------------------------------------------------------------------

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
