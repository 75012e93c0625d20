#include "command_line.hpp"
#include <tool/answers/text.hpp>
#include <tool/system/console.hpp>
#include <tool/system/files.hpp>

#include <effigy/report.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace {

constexpr const char* version = "effigy " EFFIGY_TOOL_VERSION;

constexpr const char* about =
    "effigy shows 3D models and animations of game families, checks them, and converts them to glTF.\n"
    "It reads Legend of Grimrock and the Shinobi engine (*.model, *.animation), Neverwinter Nights (*.mdl, binary and\n"
    "text), World of Warcraft (*.m2 with its *.skin, *.anim and *.skel) and Arma (MLOD *.p3d, *.rtm). It also\n"
    "identifies some formats that it does not read. The companions of an .m2 are expected in the same folder; upper\n"
    "and lower case do not matter.";

constexpr const char* first_examples =
    "  effigy info wolf.model                    its nodes, meshes, materials and bones\n"
    "  effigy convert wolf.model -o wolf.glb     as glTF, with its textures\n"
    "  effigy check mods/                        one line per file: FILE<TAB>ok, or skipped or error, <TAB>why\n"
    "  effigy map wolf.model                     what each byte of the file is, one line per field or array\n";

constexpr const char* without_command =
    "Without a command, for files and folders that are dropped on the program:\n"
    "  effigy wolf.model                         effigy info wolf.model\n"
    "  effigy mods                               effigy convert mods --force\n"
    "effigy help COMMAND shows the options of a command, examples, and what its exit status means.";

std::string utf8_of(const std::filesystem::path& path) {
    const std::u8string text = path.u8string();
    return {text.begin(), text.end()};
}

// Adds the command that someone wants who drops files or a folder on the program.
std::vector<std::string> with_command(std::vector<std::string> words, const CLI::App& app) {
    std::error_code failure;
    const auto is_first = [&](const CLI::App* command) { return command->check_name(words.front()); };
    if (!words.empty() && words.front() == "help") {
        words.erase(words.begin());
        words.resize(std::min<std::size_t>(words.size(), 1));
        if (words.empty() || !app.get_subcommands(is_first).empty()) {
            words.emplace_back("--help");
        }
        return words;
    }
    if (words.empty() || !app.get_subcommands(is_first).empty()) {
        return words;
    }
    const std::filesystem::path first = tool::path_of_name(words.front());
    if (words.size() == 1 && std::filesystem::is_directory(first, failure)) {
        return {"convert", words.front(), "--force"};
    }
    if (std::filesystem::exists(first, failure) || tool::is_standard(first)) {
        words.insert(words.begin(), "info");
    }
    return words;
}

// Returns the name of the command; empty if there is none.
std::string command_of(const CLI::App& app) {
    const auto found = app.get_subcommands();
    return found.empty() ? "" : found.front()->get_name();
}

// Returns what is wrong with an option that a command, or effigy without one, does not have.
std::string unknown_option(const CLI::App& app, const CLI::App& command, const std::string& word) {
    const std::string name = word.substr(0, word.find('='));
    const std::string out = "unknown option " + tool::printable(name);
    std::vector<std::string> names, others;
    for (const CLI::Option* const each : command.get_options()) {
        names.insert(names.end(), each->get_lnames().begin(), each->get_lnames().end());
    }
    const std::string meant = tool::most_like(names, name.substr(std::min(name.find_first_not_of('-'), name.size())));
    if (!meant.empty()) {
        return out + "; did you mean --" + meant + '?';
    }
    for (const CLI::App* const each : app.get_subcommands({})) {
        if (each->get_option_no_throw(name) != nullptr) {
            others.push_back(each->get_name());
        }
    }
    return out + (others.empty() ? "" : "; these commands have it: " + tool::listed(others));
}

std::string unknown_command(const CLI::App& app, const std::string& word) {
    std::vector<std::string> names;
    for (const CLI::App* const each : app.get_subcommands({})) {
        names.push_back(each->get_name());
    }
    const std::string meant = tool::most_like(names, word);
    return "no such file or command " + tool::printable(word) +
           (meant.empty() ? "; the commands are " + tool::listed(names) : "; did you mean " + meant + '?');
}

// Returns what is wrong with the arguments; empty if nothing is.
std::string complaint_of(const CLI::App& app, const tool::command_line& given) {
    const CLI::App& command = *app.get_subcommands().front();
    if (command.get_name() == "import") {
        return ""; // CLI11 requires it
    }
    if (command.count("FILE") != 0 || !given.checked.explained.empty() || given.checked.codes) {
        return "";
    }
    const auto& clips = given.converted.clips;
    return clips.empty() ? "FILE is required"
                         : "FILE is required: --clip took " + tool::printable(utf8_of(clips.back())) +
                               "; put files first, or after --";
}

int run(const CLI::App& app, const tool::command_line& given) {
    tool::listfile names;
    if (!given.listfile.empty()) {
        auto opened = tool::listfile::open(given.listfile);
        if (!opened) {
            return tool::wrong_usage(command_of(app),
                                     "--listfile: " +
                                         effigy::to_string(opened.error(), tool::printable(given.listfile.string())));
        }
        names = *std::move(opened);
    }
    if (const std::string why = tool::no_folder("--root", {given.root}); !given.root.empty() && !why.empty()) {
        return tool::wrong_usage(command_of(app), why);
    }
    const tool::companion_finder finder{std::move(names),
                                        given.root.empty() ? given.listfile.parent_path() : given.root};
    tool::model_cache models{finder};
    return app.got_subcommand("info")              ? tool::info(given.shown, models)
           : app.got_subcommand("map")             ? tool::map(given.mapped, models)
           : app.got_subcommand("dump")            ? tool::dump(given.dumped, models)
           : app.got_subcommand("diff")            ? tool::diff(given.compared, models)
           : app.got_subcommand("check")           ? tool::check(given.checked, finder.names(), models)
           : app.got_subcommand("set")             ? tool::set(given.edited, models)
           : app.got_subcommand("import")          ? tool::import_files(given.imported)
           : app.got_subcommand("compile")         ? tool::compile(given.compiled, models)
           : app.got_subcommand("decompile")       ? tool::decompile(given.decompiled, models)
           : app.got_subcommand("convert-version") ? tool::convert_version(given.for_another, models)
                                                   : tool::convert(given.converted, finder.names(), models);
}

} // namespace

#if defined(_WIN32)
int wmain(int argc, wchar_t** argv) { // the arguments of main() have only the characters of the code page
#else
int main(int argc, char** argv) {
#endif
    effigy::set_misuse_handler(
        [](const char* what) noexcept { std::cerr << "effigy: error in this program: " << what << '\n'; });
    const tool::console shown_on;
    std::ios::sync_with_stdio(false);
    CLI::App app{about, "effigy"};
    app.footer(std::string{"Examples:\n"} + first_examples + without_command);
    app.set_version_flag("--version,-V", version);
    tool::command_line given;
    std::string kind;
    app.add_option("--generate", kind, "Print a man page, or what completes command lines: man, bash, zsh or fish")
        ->check(CLI::IsMember({"man", "bash", "zsh", "fish"}))
        ->allow_extra_args(false);
    tool::add_commands(app, given);
    app.allow_extras(); // reported below; set last, so that subcommands do not inherit it
    try {
        std::vector<std::string> words;
        for (int i = 1; i < argc; ++i) {
            words.push_back(utf8_of(argv[i]));
        }
        words = with_command(std::move(words), app);
        std::ranges::reverse(words); // CLI11 takes the last one first
        app.parse(std::move(words));
    } catch (const CLI::Success& success) {
        return app.exit(success); // --help, --version
    } catch (const CLI::ExtrasError& why) {
        const CLI::App& command = *app.get_subcommands().front();
        const std::vector<std::string> rest = command.remaining();
        const bool is_option = !rest.empty() && rest.front().starts_with('-');
        return tool::wrong_usage(command.get_name(),
                                 is_option ? unknown_option(app, command, rest.front()) : why.what());
    } catch (const CLI::ParseError& why) {
        return tool::wrong_usage(command_of(app), why.what());
    }
    if (const auto unknown = app.remaining(); !unknown.empty()) {
        const std::string& word = unknown.front();
        return tool::wrong_usage("",
                                 word.starts_with('-') ? unknown_option(app, app, word) : unknown_command(app, word));
    }
    if (!kind.empty()) {
        std::cout << tool::manual_of(app, version, kind);
        return 0;
    }
    if (app.get_subcommands().empty()) {
        std::cerr << "effigy shows 3D models of games, checks them, and converts them to glTF:\n"
                  << first_examples << "Files that are dropped on the program are shown, a folder is converted.\n"
                  << "See effigy --help.\n";
        return 2;
    }
    if (const std::string why = complaint_of(app, given); !why.empty()) {
        return tool::wrong_usage(command_of(app), why);
    }
    tool::check_options& checked = given.checked;
    checked.lint = checked.lint || checked.fail_on_warning || !checked.ignored.empty();
    return run(app, given);
}
