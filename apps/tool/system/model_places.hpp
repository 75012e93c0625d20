// Where the files of an edited model go. World of Warcraft has several.
#pragma once

#include "edit_plan.hpp"
#include <tool/commands/edited_file.hpp>

#include <effigy/write_files.hpp>

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace tool {

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
    std::map<std::filesystem::path, std::uint64_t> taken_; // with a hash of the bytes
};

} // namespace tool
