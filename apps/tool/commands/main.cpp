#include "check.hpp"
#include "compile.hpp"
#include "convert.hpp"
#include "convert_version.hpp"
#include "diff.hpp"
#include "dump.hpp"
#include "info.hpp"
#include "manual.hpp"
#include "map.hpp"
#include "set.hpp"
#include <tool/import/import.hpp>
#include <tool/system/batch.hpp>
#include <tool/system/console.hpp>
#include <tool/system/folders.hpp>
#include <tool/system/standard_streams.hpp>
#include <tool/system/usage.hpp>

#include <tool/answers/text.hpp>

#include <effigy/report.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

// Arguments are UTF-8. On Windows, a path that is made from chars would have other characters.
template <>
bool CLI::detail::lexical_cast<std::filesystem::path>(const std::string& text, std::filesystem::path& out) {
    out = tool::path_of_name(text);
    return true;
}

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

// The exit status 1 of commands that show files.
constexpr const char* not_shown = "a file is broken, cannot be opened, or has a format that effigy does not read";

// The last lines of a command's help.
std::string footer_of(const std::string& examples, const std::string& status_1) {
    return "Examples:\n" + examples + "Exit status:\n  0  no problem found\n  1  " + status_1 + "\n  2  wrong usage";
}

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

// The options of all commands.
struct command_line {
    tool::info_options shown;
    tool::map_options mapped;
    tool::dump_options dumped;
    tool::diff_options compared;
    tool::check_options checked;
    tool::convert_options converted;
    tool::set_options edited;
    tool::import_options imported;
    tool::compile_options compiled, decompiled;
    tool::convert_version_options for_another;
    std::filesystem::path listfile, root; // for companions of models
};

void add_listfile(CLI::App& command, command_line& out) {
    CLI::Option* const listfile =
        command.add_option("--listfile", out.listfile, "The paths of FileDataIDs: lines of ID;PATH")
            ->allow_extra_args(false);
    command
        .add_option("--root", out.root, "The folder that these paths start from (default: the folder of the listfile)")
        ->needs(listfile)
        ->allow_extra_args(false);
}

void add_quiet(CLI::App& command, bool& quiet) {
    command.add_flag("--quiet,-q", quiet, "No line on the terminal that shows the progress");
}

// Added last: the help shows a command's own options first.
void add_common(CLI::App& command, std::vector<std::filesystem::path>& arguments, bool& quiet) {
    command.add_option("FILE", arguments, "Files, or folders to search; - is standard input (required)");
    add_quiet(command, quiet);
}
void add_common(CLI::App& command, std::vector<std::filesystem::path>& arguments, bool& quiet, command_line& out) {
    add_common(command, arguments, quiet);
    add_listfile(command, out);
}

void add_jobs(CLI::App& command, unsigned& jobs) {
    command.add_option("--jobs,-j", jobs, "Number of files to work on at once (default: one per processor)")
        ->check(CLI::Range(1U, tool::most_jobs));
}

void add_textures(CLI::App& command, tool::texture_options& out) {
    command
        .add_option(
            "--textures", out.folders,
            "Folders with textures, and files about them; any number of times (the folders of the models are searched "
            "after these)")
        ->allow_extra_args(false);
    command.add_flag(
        "--no-guess", out.no_guess,
        "World of Warcraft: no texture for creatures by the name of its file (default: marked as guessed)");
}

void add_convert(CLI::App& app, command_line& out) {
    tool::convert_options& converted = out.converted;
    CLI::App* const convert = app.add_subcommand("convert", "Writes models as glTF 2.0 or STL");
    convert->footer(footer_of(
        "  effigy convert wolf.model                 wolf.glb beside it, with its textures\n"
        "  effigy convert wolf.model -o out.glb --clip wolf_*.animation     with clips\n"
        "  effigy convert mods/ -o glb/              a folder\n",
        "a file is broken, cannot be opened or written, or lacks what --lod, --parts, --pose or --clip name;\n"
        "     with --strict, also if it lacks a companion; if only one FILE is given, also if it is skipped"));
    convert
        ->add_option("--output,-o", converted.output,
                     "A .glb, .gltf or .stl for one file, or a folder; replaces files that exist (default: FILE.glb "
                     "beside FILE, FOLDER_glb for a folder)")
        ->allow_extra_args(false);
    convert->add_flag("--force,-f", converted.force, "Without -o: replace files that exist");
    convert->add_option("--clip", converted.clips,
                        "Files with clips to add: .animation, .rtm, supermodels of Neverwinter Nights (.mdl); or names "
                        "of the model's own clips, to write only these; none: write none of them");
    convert->add_flag("--no-supermodel", converted.no_supermodel,
                      "Neverwinter Nights: not the animations of the supermodel that lies beside a single FILE");
    convert
        ->add_option(
            "--lod", converted.lod,
            "Arma: number or name of a level of detail as info shows it, such as \"fire geometry\", or all; World of "
            "Warcraft: number of a skin profile (default: the most detailed one that is drawn)")
        ->allow_extra_args(false);
    convert
        ->add_option(
            "--parts", converted.parts,
            "World of Warcraft: parts of characters, separated by commas: names such as hair_03, their numbers "
            "such as 3, or all (default: one plausible set)")
        ->delimiter(',')
        ->allow_extra_args(false);
    convert->add_flag("--for-editing", converted.choices.for_editing,
                      "Grimrock, Shinobi, Arma: with what import needs: vertex numbers as a further UV set, all levels "
                      "of detail, memory points");
    convert->add_flag("--loop", converted.choices.loops,
                      "Grimrock and Shinobi: the last frame of a clip blends into the first (default: it holds)");
    convert->add_flag("--keep-axes", converted.choices.keeps_axes,
                      "The game's front and unit (default: models face +z, and lengths are metres)");
    convert->add_flag("--all-weights", converted.choices.all_weights,
                      "Arma: all weights of a vertex (default: the four largest, which all programs read)");
    convert->add_flag("--animate-materials", converted.choices.animate_materials,
                      "World of Warcraft, Neverwinter Nights: animated colors, opacities and texture coordinates");
    convert->add_flag(
        "--collision", converted.choices.collision,
        "World of Warcraft: also the collision mesh; Neverwinter Nights: also walk meshes and meshes that "
        "the game does not draw");
    convert->add_flag("--vertex-colors", converted.choices.vertex_colors,
                      "Grimrock, Neverwinter Nights: colors of vertices, which the game does not read and viewers "
                      "multiply textures by");
    CLI::Option* const selections =
        convert->add_flag("--selections", converted.choices.selections,
                          "Arma: selections as vertex attributes _SELECTION_name (default: with --for-editing)");
    convert
        ->add_flag("--no-selections", converted.choices.no_selections,
                   "Arma: no such attributes with --for-editing; selections are in extras in any case")
        ->excludes(selections);
    convert->add_flag("--no-empties", converted.choices.no_empties,
                      "No nodes for attachments, events, effects and proxies (default: with them)");
    convert
        ->add_option(
            "--seconds", converted.choices.seconds,
            "Arma: the duration of an .rtm, which stores none, and a factor for the times of frames (default: 1)")
        ->allow_extra_args(false);
    add_textures(*convert, converted.textures);
    convert
        ->add_option("--texture", converted.textures.given,
                     "World of Warcraft: files of textures that the game chooses: TYPE=FILE, such as body=orc.blp")
        ->allow_extra_args(false);
    convert
        ->add_option("--texture-size", converted.textures.most_side,
                     "Halve images until no side has more pixels than this (PNG and JPEG files stay as they are)")
        ->check(CLI::Range(1U, images::most_pixels_of_a_side))
        ->allow_extra_args(false);
    convert
        ->add_option(
            "--texture-alpha", converted.textures.alpha,
            "Neverwinter Nights: what becomes of alpha in textures where neither the model nor a text says it: "
            "opaque, mask or blend (default: by environment map and pixels)")
        ->allow_extra_args(false);
    convert->add_flag("--no-textures", converted.textures.none, "No images (default: those that are found)");
    CLI::Option* const verbose =
        convert->add_flag("--verbose", converted.textures.verbose, "Say where missing textures were looked for");
    convert->add_flag("--strict", converted.strict,
                      "Convert nothing if a clip cannot be opened, and no model that lacks a .skin or .anim (default: "
                      "warnings)");
    convert
        ->add_option(
            "--pose", converted.pose,
            "CLIP@SECONDS: the models as they are at a time of a clip, without bones and clips. CLIP is a name "
            "that info shows, or that of a --clip file without extension; in any case. @0: at rest")
        ->allow_extra_args(false);
    CLI::Option* const gltf =
        convert->add_flag("--gltf", converted.gltf, "Write a .gltf and a .bin in place of a .glb");
    convert
        ->add_flag("--stl", converted.stl,
                   "Write an .stl in place of a .glb, for 3D printing: millimetres, z up; at rest, or see --pose")
        ->excludes(gltf);
    convert->add_flag("--json", converted.json, "One JSON object per file, each on its own line")->excludes(verbose);
    add_jobs(*convert, converted.jobs);
    add_common(*convert, converted.arguments, converted.quiet, out);
}

void add_import(CLI::App& app, command_line& out) {
    tool::import_options& imported = out.imported;
    CLI::App* const import = app.add_subcommand(
        "import", "Brings a glTF file that was edited, for instance in Blender, back into the files that convert made "
                  "it of (Legend of Grimrock, the Shinobi engine, Arma)");
    import->footer(footer_of("  effigy convert wolf.model --for-editing -o wolf.glb\n"
                             "  effigy import wolf.glb --into wolf.model -o new/wolf.model\n"
                             "  effigy import wolf.glb --into wolf.model wolf_*.animation -o new/\n",
                             "a file is broken, cannot be opened or written; with --strict, if something is left out"));
    import->add_option("FILE", imported.from, "The edited .glb or .gltf")->required();
    import->add_option("--into", imported.into, "The model, and the clips that convert had with --clip");
    import
        ->add_option("--output,-o", imported.output,
                     "A folder for the new files, or a name with an extension for that of the model; replaces files "
                     "that exist")
        ->allow_extra_args(false);
    import->add_flag("--in-place", imported.in_place, "Replace the files");
    import->add_flag("--dry-run", imported.dry_run, "Write nothing, only say what would change");
    import->add_flag("--delete", imported.delete_missing, "Delete what FILE lacks (default: keep it)");
    import
        ->add_option(
            "--replace", imported.replacements,
            "OLD=MINE: the mesh MINE of FILE in place of the model's OLD (a node; Arma: a level); FILE need not "
            "be made of the model: then nothing else of it is brought in")
        ->allow_extra_args(false);
    import->add_flag("--verbose", imported.verbose, "All lines, also what follows from the changes in the files");
    import->add_flag("--ignore-numbers", imported.ignore_numbers,
                     "Find vertices by their places: for a FILE that was made of another version of the model");
    import
        ->add_option("--rename-selection", imported.renamed_selections,
                     "NEW=OLD, Arma: the attribute _SELECTION_NEW of FILE is the selection OLD; any number of times")
        ->allow_extra_args(false);
    import->add_flag("--new-clips", imported.new_clips, "Clips of FILE that no file of --into has are new");
    import->add_flag("--images{new}", imported.images,
                     "Also write the images of FILE that are new or changed, beside the model; --images=all: all that "
                     "it shows");
    import
        ->add_option("--root", imported.root,
                     "Arma: the folder that the game's paths start from, such as P:\\, to find those of new textures")
        ->allow_extra_args(false);
    import->add_option("--textures", imported.textures, "What convert had")->allow_extra_args(false);
    import->add_option("--texture-size", imported.most_side, "What convert had")
        ->check(CLI::Range(1U, images::most_pixels_of_a_side))
        ->allow_extra_args(false);
    import->add_flag("--json", imported.json, "One JSON object a file, in place of the lines");
    import->add_flag("--strict", imported.strict, "Write nothing if the format cannot hold something");
    import->add_option("--lod", imported.lod, "What convert had")->allow_extra_args(false);
    import->add_flag("--loop", imported.choices.loops, "What convert had");
    import->add_option("--seconds", imported.choices.seconds, "What convert had")->allow_extra_args(false);
    import->add_flag("--all-weights", imported.choices.all_weights, "What convert had");
    import->add_flag("--selections", imported.choices.selections, "What convert had");
    import->add_flag("--no-selections", imported.choices.no_selections, "What convert had");
    import->add_flag("--vertex-colors", imported.choices.vertex_colors, "What convert had");
    import->add_flag("--no-empties", imported.choices.no_empties, "What convert had");
}

void add_set(CLI::App& app, command_line& out) {
    tool::set_options& edited = out.edited;
    CLI::App* const set = app.add_subcommand(
        "set", "Changes names, sizes and properties in files, of World of Warcraft with their companions");
    set->footer(
        footer_of("  effigy set mods/ --in-place --texture 'old/*=new/*'\n"
                  "  effigy set wolf.model -o big_wolf.model --scale 2\n"
                  "  effigy set wolf.m2 -o new/ --remove-submesh hair_03 --add-animation bear.m2:Walk\n",
                  "a file is broken, cannot be opened or written; every file is skipped; no file has a name that\n"
                  "     --texture or --rename should change, a level for a --property, or what is to be removed; an\n"
                  "     interrupted set was finished instead"));
    set->add_option("--output,-o", edited.output,
                    "A folder for the new files, or a name with an extension for one file; replaces files that exist")
        ->allow_extra_args(false);
    set->add_flag("--in-place", edited.in_place, "Replace the files");
    set->add_flag("--dry-run", edited.dry_run, "Write nothing, only say what would change");
    CLI::Option* const verbose = set->add_flag("--verbose", edited.verbose, "A line for each change");
    set->add_flag("--json", edited.json, "One JSON object per file, each on its own line, with each change")
        ->excludes(verbose);
    set->add_option("--texture", edited.textures,
                    "OLD=NEW: textures and materials (Arma: also the models of proxies); old/*=new/* changes the "
                    "beginning of all names; World of Warcraft: OLD and NEW may be FileDataIDs, OLD a number such as "
                    "#2; any number of times")
        ->allow_extra_args(false);
    set->add_option("--rename", edited.names, "OLD=NEW: nodes, bones and selections; any number of times")
        ->allow_extra_args(false);
    set->add_option("--scale", edited.scale, "Multiply all lengths")->allow_extra_args(false);
    set->add_option("--supermodel", edited.supermodel,
                    "Neverwinter Nights: the supermodel, which must be beside the file; null for none")
        ->allow_extra_args(false);
    set->add_option("--property", edited.properties,
                    "Arma: NAME=VALUE in the levels that have the property; any number of times")
        ->allow_extra_args(false);
    set->add_flag("--repair", edited.repair, "Arma: compute normals that contradict the faces");
    set->add_option("--lod", edited.lod,
                    "Arma: number or name of the levels to which a property is added, such as geometry, or all")
        ->allow_extra_args(false);
    const auto add_of_m2 = [&](const char* name, std::vector<std::string>& to, const char* text) {
        set->add_option(name, to, std::string{"World of Warcraft: "} + text + "; any number of times")
            ->allow_extra_args(false);
    };
    add_of_m2("--remove-submesh", edited.removed_submeshes,
              "ID, a name such as hair_03, or #NUMBER: the submeshes of a part, or one, as info lists them");
    add_of_m2("--remove-animation", edited.removed_animations,
              "ID or a name such as Walk, with all variations; ID-VARIATION; or #NUMBER as info lists them");
    add_of_m2("--add-animation", edited.added_animations,
              "OTHER.m2:ID: the animations of another model with the same bones; ID as for --remove-animation");
    add_of_m2("--texture-type", edited.texture_types,
              "NUMBER=TYPE: of a texture of this number; TYPE is a number or a name such as body");
    add_of_m2("--attachment", edited.attachments,
              "ID=BONE or ID=BONE,X,Y,Z: adds or moves an attachment (default: to the pivot of the bone)");
    add_jobs(*set, edited.jobs);
    add_common(*set, edited.arguments, edited.quiet, out);
}

// Returns what is wrong with a version of World of Warcraft's models.
std::string complaint_of_version(const std::string& given) {
    const bool is_known = given == "256" || given == "260" || given == "264" || given == "272";
    return is_known ? ""
                    : "expected 256 (1.x), 260 (2.x), 264 (3.x) or 272 (4.x to 6.x), found " + tool::printable(given);
}

// What the commands that make new files of files have in common.
void add_new_form(CLI::App& command, tool::new_form_options& out) {
    CLI::Option* const verbose =
        command.add_flag("--verbose", out.verbose, "Each finding, not only the first of each code");
    command.add_flag("--json", out.json, "One JSON object per file, each on its own line, with each finding")
        ->excludes(verbose);
    add_jobs(command, out.jobs);
}

void add_compile(CLI::App& app, command_line& out) {
    const char* const not_written = "a file is broken, cannot be opened or written; a single file is skipped";
    tool::compile_options& compiled = out.compiled;
    CLI::App* const compile = app.add_subcommand("compile", "Neverwinter Nights: makes binary models of texts");
    compile->footer(footer_of("  effigy compile chest.mdl -o compiled/     for the Enhanced Edition\n"
                              "  effigy compile sources/ -o hak/ --supermodels stock/\n",
                              not_written));
    compile
        ->add_option("--output,-o", compiled.output,
                     "A folder for the new files, or a name with an extension for one file; replaces files that exist")
        ->allow_extra_args(false);
    compile->add_option("--for", compiled.game, "The program whose rules apply: ee (default), bioware or nwnmdlcomp")
        ->allow_extra_args(false);
    compile
        ->add_option("--supermodels", compiled.supermodels,
                     "A folder with supermodels that are not beside the file; any number of times")
        ->allow_extra_args(false);
    compile->add_flag("--no-supermodel", compiled.no_supermodel, "Number the nodes as if no supermodel were named");
    compile->add_flag("--strict", compiled.strict, "A warning is an error");
    add_new_form(*compile, compiled);
    add_common(*compile, compiled.arguments, compiled.quiet);

    tool::compile_options& decompiled = out.decompiled;
    CLI::App* const decompile =
        app.add_subcommand("decompile", "Neverwinter Nights: makes texts of binary models, and says what is lost");
    decompile->footer(footer_of("  effigy decompile chest.mdl                prints the text\n"
                                "  effigy decompile hak/ -o sources/\n",
                                not_written));
    decompile
        ->add_option("--output,-o", decompiled.output,
                     "A folder for the texts, or a name with an extension for one; replaces files that exist (default: "
                     "the text of one "
                     "file is printed)")
        ->allow_extra_args(false);
    add_new_form(*decompile, decompiled);
    add_common(*decompile, decompiled.arguments, decompiled.quiet);
}

void add_convert_version(CLI::App& app, command_line& out) {
    tool::convert_version_options& converted = out.for_another;
    CLI::App* const convert = app.add_subcommand(
        "convert-version", "World of Warcraft: makes models for another edition of the game, and says what is lost");
    convert->footer(
        footer_of("  effigy convert-version wolf.m2 --to 264 -o converted/\n"
                  "  effigy convert-version patch/ --to 260 -o patch-260/\n"
                  "  effigy convert-version retail.m2 --to 264 -o patch/ --listfile list.csv --drop-unknown\n",
                  "a file is broken, cannot be opened or written; a single file is skipped"));
    convert->add_option("--to", converted.version, "The version: 256 (1.x), 260 (2.x), 264 (3.x) or 272 (4.x to 6.x)")
        ->required()
        ->check(complaint_of_version)
        ->allow_extra_args(false);
    convert
        ->add_option("--output,-o", converted.output,
                     "A folder for the new files, or a name with an extension for one model")
        ->allow_extra_args(false);
    convert->add_flag("--force,-f", converted.force,
                      "Replace files that exist, also if they are not what an earlier run wrote");
    convert->add_flag("--dry-run", converted.dry_run, "Write nothing, only say what would be written");
    convert
        ->add_option(
            "--texture", converted.textures,
            "ID=PATH: the path of a texture that has only a FileDataID, if no --listfile has it; any number of "
            "times")
        ->allow_extra_args(false);
    convert->add_flag("--drop-unknown", converted.drop_unknown,
                      "Leave out chunks that effigy does not read (default: the model is an error)");
    add_new_form(*convert, converted);
    add_common(*convert, converted.arguments, converted.quiet, out);
}

void add_commands(CLI::App& app, command_line& out) {
    CLI::App* const info = app.add_subcommand("info", "Shows the structure of files");
    info->footer(footer_of("  effigy info wolf.model                    its nodes, meshes, materials and bones\n"
                           "  effigy info --json wolf.model | jq .      for programs\n",
                           not_shown));
    CLI::Option* const json =
        info->add_flag("--json", out.shown.json, "One JSON object per file, each on its own line");
    info->add_flag("--brief", out.shown.brief, "Only totals, textures and animations")->excludes(json);
    add_common(*info, out.shown.arguments, out.shown.quiet, out);

    CLI::App* const map = app.add_subcommand("map", "Shows what each byte of files is");
    map->footer(footer_of("  effigy map wolf.model                     one line per field or array\n"
                          "  effigy map --gaps mods/                   bytes that belong to nothing\n",
                          not_shown));
    map->add_flag("--gaps", out.mapped.gaps, "Only gaps, and regions that overlap others");
    map->add_option("--at", out.mapped.at,
                    "Only the field at this offset, or at this LINE:COLUMN of a text, as errors and findings name one")
        ->allow_extra_args(false);
    map->add_flag("--json", out.mapped.json, "One JSON object per file, each on its own line");
    add_common(*map, out.mapped.arguments, out.mapped.quiet, out);

    CLI::App* const dump = app.add_subcommand("dump", "Shows all that models and clips say, field by field");
    dump->footer(footer_of("  effigy dump wolf.model                    one line per field\n"
                           "  effigy dump --json wolf.model | jq .      for programs\n",
                           not_shown));
    dump->add_flag("--json", out.dumped.json, "One JSON object per file, each on its own line");
    add_common(*dump, out.dumped.arguments, out.dumped.quiet, out);

    CLI::App* const diff = app.add_subcommand("diff", "Shows the fields in which two models or clips differ");
    diff->footer(
        footer_of("  effigy diff old.model new.model           two files\n"
                  "  effigy diff mods.old mods                 the files of two folders, paired by their paths\n",
                  "the files differ, or one of them is broken, cannot be opened, or is not read"));
    diff->add_option("FILE", out.compared.arguments, "Two files or two folders")->required()->expected(2);
    diff->add_flag("--json", out.compared.json, "One JSON object, on one line");
    add_quiet(*diff, out.compared.quiet);
    add_listfile(*diff, out);

    tool::check_options& checked = out.checked;
    CLI::App* const check = app.add_subcommand("check", "Checks whether files are valid");
    check->footer(
        footer_of("  effigy check mods/                        one line per file\n"
                  "  effigy check --lint mods/ | grep warning  what is unusual in valid files\n",
                  "a file is broken or cannot be opened; with --strict, also if a file is skipped or lacks a\n"
                  "     companion, or a folder contains no file to check; with --fail-on-warning, also on a warning"));
    check->add_flag("--lint", checked.lint, "Also report what is unusual in valid files");
    check
        ->add_option(
            "--target", checked.target,
            "World of Warcraft: also report where models are not as those of the game in version 256, 260, 264 "
            "or 272")
        ->check(complaint_of_version)
        ->allow_extra_args(false);
    check
        ->add_option("--ignore", checked.ignored, "Codes of findings to leave out, separated by commas; implies --lint")
        ->delimiter(',')
        ->allow_extra_args(false);
    check->add_option("--explain", checked.explained, "Say what the findings with this code mean and what to do")
        ->allow_extra_args(false);
    check->add_flag("--codes", checked.codes, "List the codes of all findings, with severity and message");
    check->add_flag("--fail-on-warning", checked.fail_on_warning, "Exit with 1 on a warning; implies --lint");
    check->add_flag("--strict", checked.strict,
                    "Exit with 1 if a file is skipped, or a folder contains no file to check");
    check->add_flag("--json", checked.json, "One JSON object per file, each on its own line");
    CLI::Option* const textures =
        check
            ->add_option("--textures", checked.textures.folders,
                         "Report textures, materials and proxies that are not in these folders; any number of times")
            ->allow_extra_args(false);
    check
        ->add_option(
            "--known", checked.known,
            "A file with names that need not be there, such as those of the game, one a line; a name that ends in / "
            "stands for a folder")
        ->needs(textures)
        ->allow_extra_args(false);
    add_jobs(*check, checked.jobs);
    add_common(*check, checked.arguments, checked.quiet, out);

    add_convert(app, out);
    add_set(app, out);
    add_import(app, out);
    add_compile(app, out);
    add_convert_version(app, out);
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
std::string complaint_of(const CLI::App& app, const command_line& given) {
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

int run(const CLI::App& app, const command_line& given) {
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
    command_line given;
    std::string kind;
    app.add_option("--generate", kind, "Print a man page, or what completes command lines: man, bash, zsh or fish")
        ->check(CLI::IsMember({"man", "bash", "zsh", "fish"}))
        ->allow_extra_args(false);
    add_commands(app, given);
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
