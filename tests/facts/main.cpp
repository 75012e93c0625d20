// effigy_facts: prints the canonical facts of files, as read through effigy's views, as one line of JSON per file.
// Tests compare them with the facts of readers that share no code with effigy.
#include "files.hpp"
#include "grimrock.hpp"
#include "m2.hpp"
#include "nwn.hpp"
#include "p3d.hpp"

#include <effigy/file.hpp>
#include <effigy/report.hpp>

#include <iostream>
#include <optional>

#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#endif

namespace {

using facts::input;
using facts::json;
using facts::verdict;

struct format_reader {
    std::vector<std::string_view> endings; // of file names, lower-case
    verdict (*judge)(const input&);

    [[nodiscard]] bool takes(std::string_view name) const {
        return std::ranges::any_of(endings, [&](std::string_view e) { return name.ends_with(e); });
    }
};

// A new format adds a header with a function judge(), and an entry here.
const format_reader readers[] = {
    {{".model", ".animation"}, facts::grimrock::judge}, // also for the Shinobi engine
    {{".mdl"}, facts::nwn::judge},
    {{".m2", ".skin", ".anim", ".skel"}, facts::m2::judge},
    {{".p3d", ".rtm"}, facts::p3d::judge},
};

bool is_taken(std::string_view name) {
    return std::ranges::any_of(readers, [&](const format_reader& reader) { return reader.takes(name); });
}

// Reads a file with the reader for its name, or tries all readers if the name is unknown.
verdict judge(const input& file) {
    const std::string name = file.name();
    const bool is_unknown = !is_taken(name);
    verdict out = effigy::error{{"the file"}, effigy::errc::unsupported};
    for (const format_reader& reader : readers) {
        if (is_unknown || reader.takes(name)) {
            out = facts::furthest(std::move(out), reader.judge(file));
        }
    }
    return out;
}

// ---- files ---------------------------------------------------------------------------------------------------------

struct options {
    std::optional<facts::path> root;
    std::vector<facts::path> files;
    bool are_twins = false;
};

std::optional<options> parse(std::span<char*> arguments) {
    options out;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view argument = arguments[i];
        if (argument == "--root" && i + 1 < arguments.size()) {
            out.root = arguments[++i];
        } else if (argument == "--twins") {
            out.are_twins = true;
        } else if (argument.starts_with("--")) {
            return std::nullopt;
        } else {
            out.files.emplace_back(argument);
        }
    }
    const bool walks = out.root && facts::is_folder(*out.root);
    const bool has_some = out.are_twins ? out.files.size() == 2 : walks || !out.files.empty();
    return has_some ? std::optional{out} : std::nullopt;
}

std::string name_of(const facts::path& file, const options& given) {
    return given.root ? facts::name_below(*given.root, file) : facts::file_name(file);
}

// Returns every file below the root for which there is a reader.
std::vector<facts::path> walk(const options& given) {
    std::vector<facts::path> out = facts::files_below(*given.root);
    std::erase_if(out, [](const facts::path& file) { return !is_taken(facts::lower_case(facts::file_name(file))); });
    return out;
}

std::string dump(const json& value) { return value.dump(-1, ' ', true, json::error_handler_t::replace); }

std::string line(const std::string& name, const verdict& found) {
    const json facts = found ? *found : json{{"error", name_of(found.error().code)}};
    return "{\"file\":" + dump(name) + ',' + dump(facts).substr(1);
}

int compare_twins(const options& given) {
    const auto found = facts::m2::compare_twins(given.files[0], given.files[1]);
    std::cout << dump(found ? *found : json{{"error", "cannot be read"}}) << '\n';
    return found && std::cout.flush() ? 0 : 1;
}

} // namespace

int main(int count, char** arguments) {
    const std::optional<options> given = parse(std::span{arguments, static_cast<std::size_t>(count)}.subspan(1));
    if (!given) {
        std::cerr << "effigy_facts [--root DIR] [FILE...]\n"
                     "effigy_facts --twins FILE FILE\n";
        return 2;
    }
#if defined(_WIN32)
    _setmode(_fileno(stdout), _O_BINARY); // the same bytes on every platform
#endif
    if (given->are_twins) {
        return compare_twins(*given);
    }
    bool all_read = true;
    for (const facts::path& path : given->files.empty() ? walk(*given) : given->files) {
        if (const auto file = effigy::file::open(path)) {
            const verdict found = judge({path, file->bytes()});
            std::cout << line(name_of(path, *given), found) << '\n';
        } else {
            std::cerr << "cannot read " << facts::utf8(path) << '\n';
            all_read = false;
        }
    }
    return all_read && std::cout.flush() ? 0 : 1;
}
