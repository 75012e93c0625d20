#include "command_line.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <vector>

namespace tool {

namespace {

struct option_text {
    std::vector<std::string> names; // "-o", "--output"
    std::string description;
    bool has_value = false;
};

std::vector<option_text> options_of(const CLI::App& command) {
    std::vector<option_text> out;
    for (const CLI::Option* const each : command.get_options()) {
        option_text one{{}, each->get_description(), each->get_items_expected_max() != 0};
        for (const std::string& name : each->get_snames()) {
            one.names.push_back('-' + name);
        }
        for (const std::string& name : each->get_lnames()) {
            one.names.push_back("--" + name);
        }
        if (!one.names.empty()) { // not FILE
            out.push_back(std::move(one));
        }
    }
    return out;
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
    std::string out;
    for (const std::string& word : words) {
        out.append(out.empty() ? "" : between).append(word);
    }
    return out;
}

// The beginning of a description, which fits beside a name.
std::string short_text(const std::string& description) {
    return description.substr(0, std::min(description.find(" ("), description.find("; ")));
}

// With a backslash in front of some characters.
std::string escaped(std::string_view text, std::string_view special) {
    std::string out;
    for (const char c : text) {
        out.append(special.find(c) != std::string_view::npos ? "\\" : "").append(1, c);
    }
    return out;
}

// A text in single quotes of a shell.
std::string quoted_for_shell(std::string_view text) {
    std::string out = "'";
    for (const char c : text) {
        out += c == '\'' ? std::string{"'\\''"} : std::string{c};
    }
    return out + '\'';
}

// ---- man -----------------------------------------------------------------------------------------------------------

// Lines that begin with a period or an apostrophe would be requests.
std::string roff(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool begins = out.empty() || out.back() == '\n';
        out += c == '\\'                           ? "\\e"
               : c == '-'                          ? "\\-"
               : begins && (c == '.' || c == '\'') ? std::string{"\\&"} + c
                                                   : std::string{c};
    }
    return out;
}

std::string roff_of_options(const CLI::App& command) {
    std::string out;
    for (const option_text& each : options_of(command)) {
        out += ".TP\n.B " + roff(joined(each.names, ", ")) + '\n' + roff(each.description) + '\n';
    }
    return out;
}

std::string man_page(const CLI::App& app, std::string_view version) {
    std::string out = ".TH EFFIGY 1 \"\" \"" + std::string{version} +
                      "\"\n.SH NAME\neffigy \\- shows, checks, edits and converts 3D models of games\n"
                      ".SH SYNOPSIS\n.B effigy\n.I COMMAND\n[\\fIOPTION\\fR]... \\fIFILE\\fR...\n"
                      ".SH DESCRIPTION\n" +
                      roff(app.get_description()) + '\n' + roff_of_options(app) + ".SH COMMANDS\n";
    for (const CLI::App* const each : app.get_subcommands({})) {
        out += ".SS " + roff(each->get_name()) + '\n' + roff(each->get_description()) + '\n' + roff_of_options(*each) +
               ".PP\n.nf\n" + roff(each->get_footer()) + "\n.fi\n";
    }
    return out + ".SH EXAMPLES\n.nf\n" + roff(app.get_footer()) + "\n.fi\n";
}

// ---- shells --------------------------------------------------------------------------------------------------------

std::string words_of_options(const CLI::App& command) {
    std::string out;
    for (const option_text& each : options_of(command)) {
        out += (out.empty() ? "" : " ") + joined(each.names, " ");
    }
    return out;
}

std::string for_bash(const CLI::App& app) {
    std::string names = "help", cases;
    for (const CLI::App* const each : app.get_subcommands({})) {
        names += ' ' + each->get_name();
        cases += "        " + each->get_name() + ") words='" + words_of_options(*each) + "' ;;\n";
    }
    return "# Completes the command lines of effigy; other words are files.\n_effigy() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} words=\n"
           "    case ${COMP_WORDS[1]} in\n" +
           cases +
           "    esac\n"
           "    if [[ $COMP_CWORD -eq 1 || ($COMP_CWORD -eq 2 && ${COMP_WORDS[1]} == help) ]]; then\n"
           "        words='" +
           names + ' ' + words_of_options(app) +
           "'\n"
           "    elif [[ $word != -* ]]; then\n"
           "        words=\n"
           "    fi\n"
           "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
           "}\ncomplete -o default -F _effigy effigy\n";
}

std::string for_zsh(const CLI::App& app) {
    std::string names = " 'help:Shows the options of a command'", cases;
    for (const CLI::App* const each : app.get_subcommands({})) {
        names += ' ' + quoted_for_shell(each->get_name() + ':' + escaped(short_text(each->get_description()), ":\\"));
        cases += "    " + each->get_name() + ") _arguments";
        for (const option_text& one : options_of(*each)) {
            const std::string rest =
                '[' + escaped(short_text(one.description), "[]:\\") + ']' + (one.has_value ? ":value:_files" : "");
            for (const std::string& name : one.names) {
                cases += " \\\n        " + quoted_for_shell('*' + name + rest);
            }
        }
        cases += " \\\n        '*:file:_files' ;;\n";
    }
    return "#compdef effigy\nlocal -a commands=(" + names +
           ")\nif (( CURRENT == 2 )); then\n    _describe command commands\n    _files\n    return\nfi\n"
           "shift words\n(( CURRENT-- ))\ncase $words[1] in\n" +
           cases + "    help) _describe command commands ;;\nesac\n";
}

std::string for_fish(const CLI::App& app) {
    const auto text = [](const std::string& of) { return " -d '" + escaped(short_text(of), "\\'") + "'\n"; };
    std::string out = "complete -c effigy -n __fish_use_subcommand -a help -d 'Shows the options of a command'\n";
    for (const CLI::App* const each : app.get_subcommands({})) {
        out += "complete -c effigy -n __fish_use_subcommand -a " + each->get_name() + text(each->get_description());
        for (const option_text& one : options_of(*each)) {
            out += "complete -c effigy -n '__fish_seen_subcommand_from " + each->get_name() + '\'';
            for (const std::string& name : one.names) {
                out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
            }
            out += (one.has_value ? " -r" : "") + text(one.description);
        }
    }
    return out;
}

} // namespace

std::string manual_of(const CLI::App& app, std::string_view version, std::string_view kind) {
    return kind == "man"    ? man_page(app, version)
           : kind == "bash" ? for_bash(app)
           : kind == "zsh"  ? for_zsh(app)
                            : for_fish(app);
}

} // namespace tool
