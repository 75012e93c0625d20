// Files that a command writes. No two have the same name. A file gets its name when it is complete.
#pragma once

#include "files.hpp"
#include <tool/answers/lasting_error.hpp>

#include <effigy/core/pool.hpp>
#include <effigy/write_files.hpp>

#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

// ---- places --------------------------------------------------------------------------------------------------------

// Names of files below one folder. No two differ only in case.
class output_names {
public:
    // Returns the path with this extension in place of its own, and with a number if the name is taken: wolf_2.glb.
    [[nodiscard]] std::filesystem::path take(const std::filesystem::path& path, const std::string& extension);

private:
    std::set<std::string> taken_;             // in lower case
    std::map<std::string, std::size_t> next_; // the next number to try for a taken name
};

// What -o means: a file, for one input that is not a folder, if it has an extension and neither is a folder nor ends in
// a slash; a device or pipe, too, and "-", standard output. Else a folder.
struct output_place {
    bool is_file = false;
    std::string complaint{}; // why it is neither; empty if it is one
};
[[nodiscard]] output_place place_of(const std::filesystem::path& output,
                                    const std::vector<std::filesystem::path>& inputs);

// Returns the place behind symbolic links where a file is or would be written. Folders on the way need not exist.
[[nodiscard]] std::filesystem::path real_place(const std::filesystem::path& path);

// Returns why a file that is named only by its folder must not be written: a link leads to another place. Empty if none
// does.
[[nodiscard]] std::string complaint_of_link(const std::filesystem::path& file, const std::filesystem::path& folder);

// Returns why a file cannot be written, for runs that write nothing, as far as looking tells; empty if it can.
[[nodiscard]] std::string complaint_of_target(const std::filesystem::path& file);

// A file that gets its name with keep(), see effigy::file_writer. "-" is written to standard output with keep().
class new_file {
public:
    // Creates the folders of the path.
    explicit new_file(const std::filesystem::path& path);
    new_file(const new_file&) = delete;
    new_file& operator=(const new_file&) = delete;
    ~new_file();

    // If writing fails, keep() returns the error.
    void write(std::span<const std::byte> bytes);
    // Waits until the bytes are on the disk. For files that replace the only ones that their owner has.
    void flush();
    [[nodiscard]] bool is_empty() const { return is_empty_; }
    [[nodiscard]] effigy::error keep();

private:
    effigy::file_writer out_;
    std::filesystem::path temporary_;
    bool is_standard_ = false;
    effigy::file_bytes for_standard_output_;
    bool is_empty_ = true;
    lasting_error why_;
};

// For interruptions: removes what is written of files that are not kept yet. Then no thread begins another one.
void remove_unfinished_files();

// ---- files that become others of the same name ---------------------------------------------------------------------

struct edit_job {
    std::filesystem::path from, to;
};

struct edit_plan {
    std::vector<edit_job> jobs;
    std::set<std::filesystem::path> inputs; // behind symbolic links
    found_files found;                      // all but its list of files
    bool is_one = false;
    std::string complaint;       // why the output is neither a folder nor a file; empty if it is one
    bool replaces_input = false; // a new file would take the place of an old one that was not to be replaced
};

// `output`: a folder, or a file for one input; empty: the files take the place of the old ones.
[[nodiscard]] edit_plan planned(const std::vector<std::filesystem::path>& arguments,
                                const std::filesystem::path& output);

// ---- several files at once -----------------------------------------------------------------------------------------

// "effigy has begun to write wolf.m2, wolf00.skin; if it was interrupted, ..", or why the journal cannot be read;
// empty if there is none.
[[nodiscard]] std::string words_of_begun(const std::filesystem::path& model);

struct finished_change {
    std::string files;        // "wolf.m2, wolf00.skin"; empty if nothing was begun
    bool is_complete = false; // all are new; else all are old
    lasting_error why{};      // why it cannot be finished
    std::string words{};      // what to do about it
};
// Finishes what was begun. `only_looks`: says what would be done.
[[nodiscard]] finished_change finish_begun(const std::filesystem::path& model, bool only_looks);

// Writes a model, the first file, and those beside it, all at once. `culprit`: the file that an error is about.
[[nodiscard]] effigy::error write_model(std::span<const effigy::file_to_write> files, std::filesystem::path& culprit);

} // namespace tool
