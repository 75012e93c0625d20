#include "command_line.hpp"

#include <tool/answers/text.hpp>
#include <tool/system/batch.hpp>
#include <tool/system/files.hpp>

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

// Arguments are UTF-8. On Windows, a path that is made from chars would have other characters.
template <>
bool CLI::detail::lexical_cast<std::filesystem::path>(const std::string& text, std::filesystem::path& out) {
    out = tool::path_of_name(text);
    return true;
}

namespace tool {

namespace {

// The exit status 1 of commands that show files.
constexpr const char* not_shown = "a file is broken, cannot be opened, or has a format that effigy does not read";

// The last lines of a command's help.
std::string footer_of(const std::string& examples, const std::string& status_1) {
    return "Examples:\n" + examples + "Exit status:\n  0  no problem found\n  1  " + status_1 + "\n  2  wrong usage";
}

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
        ->check(CLI::Range(1U, most_jobs));
}

void add_textures(CLI::App& command, texture_options& out) {
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

void add_info(CLI::App& app, command_line& out) {
    CLI::App* const info = app.add_subcommand("info", "Shows the structure of files");
    info->footer(footer_of("  effigy info wolf.model                    its nodes, meshes, materials and bones\n"
                           "  effigy info --json wolf.model | jq .      for programs\n",
                           not_shown));
    CLI::Option* const json =
        info->add_flag("--json", out.shown.json, "One JSON object per file, each on its own line");
    info->add_flag("--brief", out.shown.brief, "Only totals, textures and animations")->excludes(json);
    add_common(*info, out.shown.arguments, out.shown.quiet, out);
}

void add_map(CLI::App& app, command_line& out) {
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
}

void add_dump(CLI::App& app, command_line& out) {
    CLI::App* const dump = app.add_subcommand("dump", "Shows all that models and clips say, field by field");
    dump->footer(footer_of("  effigy dump wolf.model                    one line per field\n"
                           "  effigy dump --json wolf.model | jq .      for programs\n",
                           not_shown));
    dump->add_flag("--json", out.dumped.json, "One JSON object per file, each on its own line");
    add_common(*dump, out.dumped.arguments, out.dumped.quiet, out);
}

void add_diff(CLI::App& app, command_line& out) {
    CLI::App* const diff = app.add_subcommand("diff", "Shows the fields in which two models or clips differ");
    diff->footer(
        footer_of("  effigy diff old.model new.model           two files\n"
                  "  effigy diff mods.old mods                 the files of two folders, paired by their paths\n",
                  "the files differ, or one of them is broken, cannot be opened, or is not read"));
    diff->add_option("FILE", out.compared.arguments, "Two files or two folders")->required()->expected(2);
    diff->add_flag("--json", out.compared.json, "One JSON object, on one line");
    add_quiet(*diff, out.compared.quiet);
    add_listfile(*diff, out);
}

// Returns what is wrong with a version of World of Warcraft's models.
std::string complaint_of_version(const std::string& given) {
    const bool is_known = given == "256" || given == "260" || given == "264" || given == "272";
    return is_known ? "" : "expected 256 (1.x), 260 (2.x), 264 (3.x) or 272 (4.x to 6.x), found " + printable(given);
}

void add_check(CLI::App& app, command_line& out) {
    check_options& checked = out.checked;
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
}

// What is in the scene of a model.
void add_choices(CLI::App& convert, scene_choices& out) {
    convert.add_flag("--for-editing", out.for_editing,
                     "Grimrock, Shinobi, Arma: with what import needs: vertex numbers as a further UV set, all levels "
                     "of detail, memory points");
    convert.add_flag("--loop", out.loops,
                     "Grimrock and Shinobi: the last frame of a clip blends into the first (default: it holds)");
    convert.add_flag("--keep-axes", out.keeps_axes,
                     "The game's front and unit (default: models face +z, and lengths are metres)");
    convert.add_flag("--all-weights", out.all_weights,
                     "Arma: all weights of a vertex (default: the four largest, which all programs read)");
    convert.add_flag("--animate-materials", out.animate_materials,
                     "World of Warcraft, Neverwinter Nights: animated colors, opacities and texture coordinates");
    convert.add_flag("--collision", out.collision,
                     "World of Warcraft: also the collision mesh; Neverwinter Nights: also walk meshes and meshes that "
                     "the game does not draw");
    convert.add_flag("--vertex-colors", out.vertex_colors,
                     "Grimrock, Neverwinter Nights: colors of vertices, which the game does not read and viewers "
                     "multiply textures by");
    CLI::Option* const selections =
        convert.add_flag("--selections", out.selections,
                         "Arma: selections as vertex attributes _SELECTION_name (default: with --for-editing)");
    convert
        .add_flag("--no-selections", out.no_selections,
                  "Arma: no such attributes with --for-editing; selections are in extras in any case")
        ->excludes(selections);
    convert.add_flag("--no-empties", out.no_empties,
                     "No nodes for attachments, events, effects and proxies (default: with them)");
    convert
        .add_option(
            "--seconds", out.seconds,
            "Arma: the duration of an .rtm, which stores none, and a factor for the times of frames (default: 1)")
        ->allow_extra_args(false);
}

void add_convert_textures(CLI::App& convert, texture_options& out) {
    add_textures(convert, out);
    convert
        .add_option("--texture", out.given,
                    "World of Warcraft: files of textures that the game chooses: TYPE=FILE, such as body=orc.blp")
        ->allow_extra_args(false);
    convert
        .add_option("--texture-size", out.most_side,
                    "Halve images until no side has more pixels than this (PNG and JPEG files stay as they are)")
        ->check(CLI::Range(1U, images::most_pixels_of_a_side))
        ->allow_extra_args(false);
    convert
        .add_option("--texture-alpha", out.alpha,
                    "Neverwinter Nights: what becomes of alpha in textures where neither the model nor a text says it: "
                    "opaque, mask or blend (default: by environment map and pixels)")
        ->allow_extra_args(false);
    convert.add_flag("--no-textures", out.none, "No images (default: those that are found)");
}

void add_convert(CLI::App& app, command_line& out) {
    convert_options& converted = out.converted;
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
    add_choices(*convert, converted.choices);
    add_convert_textures(*convert, converted.textures);
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
    import_options& imported = out.imported;
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
    set_options& edited = out.edited;
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

// What the commands that make new files of files have in common.
void add_new_form(CLI::App& command, new_form_options& out) {
    CLI::Option* const verbose =
        command.add_flag("--verbose", out.verbose, "Each finding, not only the first of each code");
    command.add_flag("--json", out.json, "One JSON object per file, each on its own line, with each finding")
        ->excludes(verbose);
    add_jobs(command, out.jobs);
}

void add_compile(CLI::App& app, command_line& out) {
    const char* const not_written = "a file is broken, cannot be opened or written; a single file is skipped";
    compile_options& compiled = out.compiled;
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

    compile_options& decompiled = out.decompiled;
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
    convert_version_options& converted = out.for_another;
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

} // namespace

void add_commands(CLI::App& app, command_line& out) {
    for (const auto add : {add_info, add_map, add_dump, add_diff, add_check, add_convert, add_set, add_import,
                           add_compile, add_convert_version}) {
        add(app, out);
    }
}

} // namespace tool
