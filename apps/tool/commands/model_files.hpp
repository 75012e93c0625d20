// Where a command writes a model and the files beside it, and what is there. World of Warcraft has several.
#pragma once

#include <tool/answers/content_text.hpp>
#include <tool/answers/judgement.hpp>
#include <tool/system/files.hpp>
#include <tool/system/output.hpp>

#include <effigy/m2/encode.hpp>
#include <effigy/write_files.hpp>

#include <filesystem>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace tool {

// ---- where they go -------------------------------------------------------------------------------------------------

// What a command makes of a file.
struct edited_file {
    judgement judged{};                // of the old file
    effigy::m2::written_files files{}; // all formats; World of Warcraft: with all companions. Empty if nothing changes
    std::vector<effigy::m2::wanted_companion> unused{}; // files beside the old model that the new one does not have
    std::string remark{};
    difference_lines changes{};
    lasting_error why{}; // of an edit
};

struct model_places {
    std::vector<effigy::file_to_write> files; // the model first; their bytes are those of the edited file
    std::string complaint;                    // why they cannot be written; empty if they can be
    std::string companion;                    // the name of the file that it is about; empty: the model
};

// The files of one command. Two models may share a companion.
class file_places {
public:
    // `in_place`: the files replace the old ones, and only those that change are written. If not, all companions go
    // beside the new model: those that are called after the old one are called after the new one.
    [[nodiscard]] model_places of(const edit_job& one, const edited_file& edited, bool in_place);
    // Returns whether no other model gives the file other bytes.
    [[nodiscard]] bool claim(const effigy::file_to_write& file);

private:
    std::mutex mutex_;
    std::map<std::filesystem::path, std::size_t> taken_; // with a hash of the bytes
};

// ---- what is there -------------------------------------------------------------------------------------------------

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
