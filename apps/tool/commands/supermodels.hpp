// The supermodels of Neverwinter Nights' models, for their numbers of nodes.
#pragma once

#include <tool/system/companions.hpp>

#include <effigy/file.hpp>
#include <effigy/nwn/compile.hpp>

#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

// A supermodel, and the bytes that it refers to.
struct kept_model {
    effigy::file_buffer file;
    effigy::file_bytes compiled; // of a text
    effigy::nwn::model model;
    lasting_error why;  // it cannot be opened or compiled
    std::string absent; // what supermodels::absent() says of its own supermodel

    // Opens `file`. Returns the name of the supermodel that compile() needs: of a text.
    [[nodiscard]] std::string open();
    void compile(effigy::nwn::producer by, const kept_model* above);
};

// Opens each supermodel once; compiles those in text form. Safe to use from several threads.
class supermodels {
public:
    // Looks beside the model, then in these folders.
    supermodels(const std::vector<std::filesystem::path>& folders, effigy::nwn::producer by, folder_listings& listings)
        : folders_(folders), by_(by), listings_(listings) {}

    // Returns the file of the supermodel of this name; empty if there is none.
    [[nodiscard]] std::filesystem::path find(std::string_view name, const std::filesystem::path& model) const;
    // Where the supermodel of this name was looked for in vain, and what to do.
    [[nodiscard]] std::string absent(std::string_view name, const std::filesystem::path& model) const;
    // Returns the model in a file.
    [[nodiscard]] const kept_model& of(const std::filesystem::path& file);

private:
    const std::vector<std::filesystem::path>& folders_;
    effigy::nwn::producer by_;
    folder_listings& listings_;
    std::mutex mutex_;
    std::map<std::filesystem::path, kept_model> known_;
};

} // namespace tool
