#include "check.hpp"
#include "info.hpp"

#include <CLI/CLI.hpp>

#include <iostream>

namespace {

constexpr const char* about =
    "effigy shows and checks the 3D models and animations of game families.\n"
    "It reads Legend of Grimrock and the Shinobi engine (*.model, *.animation), Neverwinter Nights (binary *.mdl),\n"
    "World of Warcraft 1.x and 2.x (*.m2) and Arma (MLOD *.p3d, *.rtm), and names other files.";

constexpr const char* examples = R"(Examples:
  effigy info wolf.model                    its nodes, meshes, materials and bones
  effigy info --json wolf.model | jq .      the same for programs, one JSON object a file
  effigy check mods/                        one line a file: FILE<TAB>ok, or FILE<TAB>error<TAB>why
  effigy check --lint mods/ | grep warning  what is odd about files that can be read
Exit status: 0 all files are readable, 1 some are not, 2 wrong usage.)";

} // namespace

int main(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    CLI::App app{about};
    app.footer(examples);
    app.require_subcommand(1);

    tool::info_options shown;
    CLI::App* const info = app.add_subcommand("info", "Shows the structure of files");
    info->add_option("FILE", shown.arguments, "Files, or folders to look through")->required();
    info->add_flag("--json", shown.json, "One JSON object a file, each on a line of its own");

    tool::check_options checked;
    CLI::App* const check = app.add_subcommand("check", "Tells of each file whether it is sound");
    check->add_option("FILE", checked.arguments, "Files, or folders to look through")->required();
    check->add_flag("--lint", checked.lint, "Also tells what is odd about sound files");
    check->add_option("--jobs,-j", checked.jobs, "Files to judge at once (default: one a processor)");

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& why) {
        return app.exit(why) == 0 ? 0 : 2;
    }
    return info->parsed() ? tool::info(shown) : tool::check(checked);
}
