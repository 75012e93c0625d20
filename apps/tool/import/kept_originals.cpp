#include "kept_originals.hpp"

#include <tool/answers/text.hpp>
#include <tool/system/files.hpp>

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace tool {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t digit_count = 16;
constexpr std::string_view kept_word = ".original";

// Reads a number of all the text.
template <class T> bool read(std::string_view text, T& out, int base) {
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), out, base);
    return failure == std::errc{} && end == text.data() + text.size();
}

} // namespace

// FNV-1a, which names of earlier imports have, too.
std::uint64_t digest_of(std::span<const std::byte> file) {
    std::uint64_t out = 0xCBF2'9CE4'8422'2325;
    for (const std::byte each : file) {
        out = (out ^ std::to_integer<std::uint64_t>(each)) * 0x100'0000'01B3;
    }
    return out;
}

std::vector<kept_original> kept_originals_of(const fs::path& file) {
    const std::string begin = name_of_file(file.filename()) + std::string{kept_word};
    std::vector<kept_original> out;
    std::error_code failure;
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path{"."};
    for (fs::directory_iterator each{folder, failure}; !failure && each != fs::directory_iterator{};
         each.increment(failure)) {
        const std::string name = name_of_file(each->path().filename());
        const std::size_t dash = name.rfind('-');
        if (!name.starts_with(begin) || dash == std::string::npos || name.size() - dash - 1 != digit_count) {
            continue;
        }
        const std::string_view number = std::string_view{name}.substr(begin.size(), dash - begin.size());
        kept_original made{each->path()};
        if ((number.empty() || read(number, made.number, 10)) &&
            read(std::string_view{name}.substr(dash + 1), made.written, 16)) {
            out.push_back(std::move(made));
        }
    }
    std::ranges::sort(out, {}, [](const kept_original& each) { return std::pair{each.number, each.path}; });
    return out;
}

fs::path next_kept(const fs::path& file, std::uint64_t written) {
    const std::vector<kept_original> kept = kept_originals_of(file);
    fs::path out = file;
    out += std::string{kept_word} + (kept.empty() ? "" : std::to_string(kept.back().number + 1)) + '-' +
           hexadecimal(written, digit_count);
    return out;
}

fs::path renamed_kept(const fs::path& kept, std::uint64_t written) {
    const std::string name = name_of_file(kept.filename());
    return kept.parent_path() / path_of_name(name.substr(0, name.rfind('-') + 1) + hexadecimal(written, digit_count));
}

} // namespace tool
