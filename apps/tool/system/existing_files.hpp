// What is where a command would write a model and the files beside it.
#pragma once

#include "folders.hpp"
#include "model_places.hpp"

#include <effigy/write_files.hpp>

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace tool {

// Safe to use from several threads.
class existing_files {
public:
    struct answer {
        bool are_same = false;            // all files are there, with these bytes
        std::string complaint;            // why they must not or cannot be written; empty if they can be
        std::filesystem::path culprit;    // the file that it is about; empty if `complaint` names it
        bool is_forced_by_option = false; // --force does not mind
        std::vector<std::string> others;  // printable names of what stays there, called like a file of the model
    };
    // `files`: the model first. An existing file is of the command if it has the bytes that would be written.
    [[nodiscard]] answer look(std::span<const effigy::file_to_write> files, bool force);

private:
    [[nodiscard]] std::vector<std::filesystem::path> others(std::span<const effigy::file_to_write> files);

    folder_listings listings_; // of what was there before the command
    file_places places_;
};

} // namespace tool
