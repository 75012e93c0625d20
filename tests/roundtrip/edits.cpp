// effigy_edits FOLDER [OUT]: renames the textures of each model of a folder, and back. With names of the same length,
// the file is the same again, byte for byte; with longer names, but for bytes after the NULs of names. OUT: a folder
// for the files with longer names.
#include "facts/files.hpp"
#include "support/write_file.hpp"

#include <effigy/any.hpp>
#include <effigy/content.hpp>
#include <effigy/file.hpp>
#include <effigy/grimrock/edit.hpp>
#include <effigy/grimrock/encode.hpp>
#include <effigy/nwn/edit.hpp>
#include <effigy/p3d/edit.hpp>
#include <effigy/p3d/encode.hpp>
#include <effigy/report.hpp>
#include <effigy/shinobi/edit.hpp>
#include <effigy/shinobi/encode.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>
#include <set>

namespace {

using bytes = std::span<const std::byte>;
using effigy::renaming;

struct counts {
    std::size_t files = 0, names = 0;
    std::size_t too_long = 0;  // files with a name that cannot become longer
    std::size_t longer = 0;    // files that are the same byte for byte after longer names
    std::size_t remainder = 0; // files that have lost what followed the NULs of names, and nothing else
};

constexpr char mark = '~';

// The first characters of the names that a renaming of all textures changes.
template <class Model> std::set<char> first_characters(const Model& before, const Model& after) {
    std::set<char> out;
    const auto add = [&](std::string_view old, std::string_view now) {
        const std::size_t at = now.find(mark);
        if (at < old.size()) {
            out.insert(old[at]);
        }
    };
    static_cast<void>(differences(before, after, [&](const effigy::difference& found) {
        for (std::size_t i = 0; i < found.before.size() && i < found.after.size(); ++i) {
            if (found.before.is_text() && found.after.is_text()) {
                add(found.before.element(i).text(), found.after.element(i).text());
            }
        }
    }));
    return out;
}

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

// Renames by first characters that occur in one case, each to one that no name has, and back.
template <class Model> effigy::error rename_and_back(Model& model, const std::set<char>& firsts) {
    constexpr std::string_view unused = "!$%&()=+;,@[]^{}`0123456789abcdefghijklmnopqrstuvwxyz";
    std::vector<std::array<std::string, 2>> pairs;
    for (const char first : firsts) {
        const auto is_taken = [&](char c) {
            return firsts.contains(c) || firsts.contains(upper(c)) ||
                   std::ranges::any_of(pairs, [&](const auto& pair) { return pair[1][0] == c; });
        };
        const bool is_of_both_cases = firsts.contains(upper(first)) && firsts.contains(effigy::lower(first));
        const auto by = std::ranges::find_if_not(unused, is_taken);
        if ((!is_of_both_cases || upper(first) == effigy::lower(first)) && by != unused.end()) {
            pairs.push_back({std::string{first} + '*', std::string{*by} + '*'});
        }
    }
    std::vector<renaming> there, back;
    for (const auto& [old, now] : pairs) {
        there.push_back({old, now});
        back.push_back({now, old});
    }
    const auto count = rename_textures(model, there);
    const auto count_back = count ? rename_textures(model, back) : count;
    return count_back && *count_back != *count
               ? effigy::error{{"rename"}, effigy::errc::bad_value, *count, static_cast<std::int64_t>(*count_back)}
               : count_back.error();
}

template <class View> std::string check(const View& view, bytes file, counts& to, const std::string& out) {
    effigy::layout where;
    const auto original = decode(view, &where);
    if (!original) {
        return to_string(original.error());
    }
    ++to.files;
    auto model = *original;
    const auto count = rename_textures(model, std::array{renaming{"*", std::string{mark} + '*'}});
    if (!count) {
        ++to.too_long;
        return count.error().code == effigy::errc::bad_value ? "" : to_string(count.error());
    }
    to.names += *count;
    const auto renamed = encode(model);
    if (!renamed) {
        return to_string(renamed.error());
    }
    if (!out.empty() && !support::write_file(out, bytes{*renamed})) {
        return "cannot be written";
    }
    auto same_length = *original;
    if (const effigy::error why = rename_and_back(same_length, first_characters(*original, model))) {
        return to_string(why);
    }
    const auto same = encode(same_length, where);
    if (!same || !std::ranges::equal(*same, file)) {
        return "other bytes after names of the same length";
    }
    const auto count_back = rename_textures(model, std::array{renaming{std::string{mark} + '*', "*"}});
    if (!count_back || *count_back != *count) {
        return "other names were renamed back";
    }
    const auto again = encode(model, where);
    if (again && std::ranges::equal(*again, file)) {
        ++to.longer;
        return "";
    }
    // What followed the NUL of a name is zero after a longer name.
    const auto differs = [](std::byte now, std::byte old) { return now != old && now != std::byte{0}; };
    if (!again || again->size() != file.size() || !std::ranges::equal(*again, file, std::not_fn(differs))) {
        return "other bytes after longer names";
    }
    ++to.remainder;
    return "";
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::cerr << "usage: effigy_edits FOLDER [OUT]\n";
        return 2;
    }
    const facts::path root{argv[1]};
    std::map<std::string, counts> all;
    bool good = true;
    for (const facts::path& path : facts::files_below(root)) {
        const auto file = effigy::read_file(path);
        if (!file) {
            continue; // effigy_roundtrip reports it
        }
        static_cast<void>(effigy::visit(file->bytes(), [&](const auto& view) {
            if constexpr (requires(decltype(decode(view)) own) { rename_textures(*own, {}); }) {
                const std::string name = facts::name_below(root, path);
                std::string out;
                if (argc > 2) {
                    const std::filesystem::path to = std::filesystem::path{argv[2]} / name;
                    std::filesystem::create_directories(to.parent_path());
                    out = to.string();
                }
                const std::string why = check(view, file->bytes(), all[effigy::identify(file->bytes()).name], out);
                if (!why.empty()) {
                    std::cout << name << ": " << why << '\n';
                    good = false;
                }
            }
        }));
    }
    for (const auto& [kind, of_kind] : all) {
        std::cout << kind << ": " << of_kind.files << " files, " << of_kind.names << " names; after longer names "
                  << of_kind.longer << " are the same, " << of_kind.remainder
                  << " have lost what followed the NULs of names, " << of_kind.too_long
                  << " have names of full length\n";
    }
    return good && !all.empty() ? 0 : 1;
}
