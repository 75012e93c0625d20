// The options of the commands, and what is made of them: help, the manual page, completions of shells.
#pragma once

#include "commands.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace tool {

// The options of all commands.
struct command_line {
    info_options shown;
    map_options mapped;
    dump_options dumped;
    diff_options compared;
    check_options checked;
    convert_options converted;
    set_options edited;
    import_options imported;
    compile_options compiled, decompiled;
    convert_version_options for_another;
    std::filesystem::path listfile, root; // for companions of models
};

// Adds the commands, whose options are read to `out`.
void add_commands(CLI::App& app, command_line& out);

// The manual page and the completions of shells, made of the commands and options. `version`: "effigy 0.1.0". `kind`:
// man, bash, zsh or fish.
[[nodiscard]] std::string manual_of(const CLI::App& app, std::string_view version, std::string_view kind);

} // namespace tool
