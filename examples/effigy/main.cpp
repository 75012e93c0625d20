#include "check.hpp"
#include "info.hpp"
#include "map.hpp"

#include <CLI/CLI.hpp>

#include <iostream>

namespace {

constexpr const char* version = "effigy " EFFIGY_VERSION;

constexpr const char* about =
    "effigy shows and checks the 3D models and animations of game families.\n"
    "It reads Legend of Grimrock and the Shinobi engine (*.model, *.animation), Neverwinter Nights (binary *.mdl),\n"
    "World of Warcraft 1.x and 2.x (*.m2) and Arma (MLOD *.p3d, *.rtm), and names other files.";

constexpr const char* examples = R"(Examples:
  effigy info wolf.model                    its nodes, meshes, materials and bones
  effigy info --json wolf.model | jq .      the same for programs, one JSON object a file
  effigy map wolf.model                     what each byte of it is, one line a field or array
  effigy check mods/                        one line a file: FILE<TAB>ok, or skipped or error, <TAB>why
  effigy check --lint mods/ | grep warning  what is odd about files that can be read
Exit status:
  0  nothing to complain of
  1  check: a file is broken or cannot be opened; with --strict also if one is skipped or a folder has none to check;
     with --fail-on-warning also on a warning. info, map: a file is broken, cannot be opened, or is not one that effigy
     reads
  2  wrong usage)";

// Why the words on the command line ask for nothing, which CLI11 does not say in all cases; empty when they do.
std::string complaint_of(const CLI::App& app) {
    if (const auto unknown = app.remaining(); !unknown.empty()) {
        return "unknown command or option \"" + unknown.front() + "\": the commands are info, map and check";
    }
    return app.get_subcommands().empty() ? "a command is missing: info, map or check" : "";
}

int complain(const std::string& why) {
    std::cerr << "effigy: " << why << "\nSee effigy --help.\n";
    return 2;
}

} // namespace

int main(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    CLI::App app{about, "effigy"};
    app.footer(examples);
    app.set_version_flag("--version", version);

    tool::info_options shown;
    CLI::App* const info = app.add_subcommand("info", "Shows the structure of files");
    info->add_option("FILE", shown.arguments, "Files, or folders to look through")->required();
    info->add_flag("--json", shown.json, "One JSON object a file, each on a line of its own");

    tool::map_options mapped;
    CLI::App* const map = app.add_subcommand("map", "Tells what each byte of files is");
    map->add_option("FILE", mapped.arguments, "Files, or folders to look through")->required();
    map->add_flag("--gaps", mapped.gaps, "Only what belongs to nothing, or to more than one thing");

    tool::check_options checked;
    CLI::App* const check = app.add_subcommand("check", "Tells of each file whether it is sound");
    check->add_option("FILE", checked.arguments, "Files, or folders to look through")->required();
    check->add_flag("--lint", checked.lint, "Also tells what is odd about sound files");
    check->add_option("--ignore", checked.ignored, "Codes of findings to leave out, by commas; implies --lint")
        ->delimiter(',')
        ->allow_extra_args(false);
    check->add_flag("--fail-on-warning", checked.fail_on_warning, "Exit with 1 on a warning; implies --lint");
    check->add_flag("--strict", checked.strict, "Exit with 1 when a file is skipped, or a folder has none to check");
    check->add_flag("--json", checked.json, "One JSON object a file, each on a line of its own");
    check->add_option("--jobs,-j", checked.jobs, "Files to judge at once (default: one a processor)")
        ->check(CLI::Range(1U, tool::most_jobs));

    app.allow_extras(); // complaint_of() names them; set last, since subcommands take it over
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& wish) {
        return app.exit(wish); // --help, --version
    } catch (const CLI::ParseError& why) {
        return complain(why.what());
    }
    if (const std::string why = complaint_of(app); !why.empty()) {
        return complain(why);
    }
    checked.lint = checked.lint || checked.fail_on_warning || !checked.ignored.empty();
    return info->parsed() ? tool::info(shown) : map->parsed() ? tool::map(mapped) : tool::check(checked);
}
