// effigy_facts: the canonical facts of files, a line of JSON each, as effigy's views tell them. They are compared with
// those of readers that share no code with effigy.
#include "grimrock.hpp"
#include "m2.hpp"
#include "nwn.hpp"
#include "p3d.hpp"

#include <effigy/report.hpp>

#include <fstream>
#include <iostream>
#include <map>
#include <optional>

namespace {

namespace fs = std::filesystem;
using facts::input;
using facts::json;
using facts::verdict;

verdict not_read_yet(const input&) { return effigy::error{{"the file"}, effigy::errc::unsupported}; }

struct wing {
    std::vector<std::string_view> endings; // of file names, in lower case
    verdict (*judge)(const input&);

    [[nodiscard]] bool takes(std::string_view name) const {
        return std::ranges::any_of(endings, [&](std::string_view e) { return name.ends_with(e); });
    }
};

// A new wing writes its judge() in a header of its own and is entered here.
const wing wings[] = {
    {{".model", ".animation"}, facts::grimrock::judge}, // also the Shinobi engine's
    {{".mdl"}, facts::nwn::judge},
    {{".m2"}, facts::m2::judge},
    {{".skin", ".anim", ".skel"}, not_read_yet}, // beside .m2 of later versions
    {{".p3d", ".rtm"}, facts::p3d::judge},
};

std::string utf8(const fs::path& path) {
    const std::u8string name = path.generic_u8string();
    return {name.begin(), name.end()};
}

std::string lower_case_name(const fs::path& path) {
    std::string name = utf8(path.filename());
    for (char& c : name) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return name;
}

bool is_taken(const fs::path& path) {
    return std::ranges::any_of(wings, [&](const wing& w) { return w.takes(lower_case_name(path)); });
}

// A file whose name says nothing is shown to every wing.
verdict judge(const input& file) {
    const std::string name = lower_case_name(file.path);
    const bool says_nothing = !is_taken(file.path);
    verdict out = not_read_yet(file);
    for (const wing& w : wings) {
        if (says_nothing || w.takes(name)) {
            out = facts::furthest(std::move(out), w.judge(file));
        }
    }
    return out;
}

// ---- files ---------------------------------------------------------------------------------------------------------

struct options {
    std::optional<fs::path> root;
    std::vector<fs::path> files;
    facts::endian order = facts::endian::little;
};

std::optional<options> parse(std::span<char*> arguments) {
    options out;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view argument = arguments[i];
        if (argument == "--root" && i + 1 < arguments.size()) {
            out.root = arguments[++i];
        } else if (argument == "--big-endian") {
            out.order = facts::endian::big;
        } else if (argument.starts_with("--")) {
            return std::nullopt;
        } else {
            out.files.emplace_back(argument);
        }
    }
    const bool walks = out.root && fs::is_directory(*out.root);
    return walks || !out.files.empty() ? std::optional{out} : std::nullopt;
}

std::string name_of(const fs::path& path, const options& given) {
    if (!given.root) {
        return utf8(path.filename());
    }
    const auto full = [](const fs::path& p) { return fs::absolute(p).lexically_normal(); };
    return utf8(full(path).lexically_relative(full(*given.root)));
}

// Every file below the root that a wing takes, by its name.
std::vector<fs::path> walk(const options& given) {
    std::map<std::string, fs::path> found;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator{*given.root}) {
        if (entry.is_regular_file() && is_taken(entry.path())) {
            found.emplace(name_of(entry.path(), given), entry.path());
        }
    }
    std::vector<fs::path> out;
    for (auto& [name, path] : found) {
        out.push_back(std::move(path));
    }
    return out;
}

std::optional<std::string> read_file(const fs::path& path) {
    std::ifstream file{path, std::ios::binary};
    if (!file || fs::is_directory(path)) {
        return std::nullopt;
    }
    return std::string{std::istreambuf_iterator<char>{file}, {}};
}

std::string dump(const json& value) { return value.dump(-1, ' ', true, json::error_handler_t::replace); }

std::string line(const std::string& name, const verdict& of) {
    const json facts = of ? *of : json{{"error", to_string(of.error().code)}};
    return "{\"file\":" + dump(name) + ',' + dump(facts).substr(1);
}

} // namespace

int main(int count, char** arguments) {
    const std::optional<options> given = parse(std::span{arguments, static_cast<std::size_t>(count)}.subspan(1));
    if (!given) {
        std::cerr << "effigy_facts [--big-endian] [--root DIR] [FILE...]\n";
        return 2;
    }
    bool all_read = true;
    for (const fs::path& path : given->files.empty() ? walk(*given) : given->files) {
        if (const std::optional<std::string> bytes = read_file(path)) {
            const verdict of = judge({path, std::as_bytes(std::span{*bytes}), given->order});
            std::cout << line(name_of(path, *given), of) << '\n';
        } else {
            std::cerr << "cannot read " << utf8(path) << '\n';
            all_read = false;
        }
    }
    return all_read && std::cout.flush() ? 0 : 1;
}
