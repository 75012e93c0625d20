// Renaming the textures of a model, and back.
#pragma once

#include "support/write_file.hpp"

#include <effigy/content.hpp>
#include <effigy/grimrock/edit.hpp>
#include <effigy/grimrock/encode.hpp>
#include <effigy/nwn/edit.hpp>
#include <effigy/p3d/edit.hpp>
#include <effigy/p3d/encode.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <ostream>
#include <set>

namespace roundtrip {

inline constexpr char mark = '~';

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

[[nodiscard]] constexpr char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

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
    std::vector<effigy::renaming> there, back;
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

// With names of the same length, the file is the same again, byte for byte; with longer names, but for bytes after the
// NULs of names.
struct renaming_check {
    std::size_t files = 0, names = 0;
    std::size_t too_long = 0;  // files with a name that cannot become longer
    std::size_t longer = 0;    // files that are the same byte for byte after longer names
    std::size_t remainder = 0; // files that have lost what followed the NULs of names, and nothing else

    template <class View> static constexpr bool applies_to =
        requires(decltype(decode(std::declval<const View&>())) own) { rename_textures(*own, {}); };

    // Returns what is wrong, or "". Writes the file with longer names to `out`, unless it is empty.
    template <class View> std::string operator()(const View& view, std::span<const std::byte> file,
                                                 const std::string& out) {
        const auto original = decode(view);
        if (!original) {
            return to_string(original.error());
        }
        ++files;
        auto model = *original;
        const auto count = rename_textures(model, std::array{effigy::renaming{"*", std::string{mark} + '*'}});
        if (!count) {
            ++too_long;
            return count.error().code == effigy::errc::bad_value ? "" : to_string(count.error());
        }
        names += *count;
        const auto renamed = encode(model);
        if (!renamed) {
            return to_string(renamed.error());
        }
        if (!out.empty() && !support::write_file(out, std::span<const std::byte>{*renamed})) {
            return "cannot be written";
        }
        auto same_length = *original;
        if (const effigy::error why = rename_and_back(same_length, first_characters(*original, model))) {
            return to_string(why);
        }
        const auto same = encode(same_length, file);
        if (!same || !same->kept_rest || !std::ranges::equal(same->bytes, file)) {
            return "other bytes after names of the same length";
        }
        const auto count_back = rename_textures(model, std::array{effigy::renaming{std::string{mark} + '*', "*"}});
        if (!count_back || *count_back != *count) {
            return "other names were renamed back";
        }
        const auto again = encode(model, file);
        if (again && std::ranges::equal(again->bytes, file)) {
            ++longer;
            return "";
        }
        // What followed the NUL of a name is zero after a longer name.
        const auto differs = [](std::byte now, std::byte old) { return now != old && now != std::byte{0}; };
        if (!again || !again->kept_rest || !std::ranges::equal(again->bytes, file, std::not_fn(differs))) {
            return "other bytes after longer names";
        }
        ++remainder;
        return "";
    }

    friend std::ostream& operator<<(std::ostream& to, const renaming_check& of) {
        return to << of.files << " files, " << of.names << " names; after longer names " << of.longer
                  << " are the same, " << of.remainder << " have lost what followed the NULs of names, " << of.too_long
                  << " have names of full length";
    }
};

} // namespace roundtrip
