// Digests of what effigy writes and says. If one differs on another platform, or after a change that is not meant to
// change it, something is wrong: the test prints which lines are others. After a change that is, it becomes the one
// that the test prints, and the commit says what is different.
#pragma once

#include "support/digest.hpp"

#include <effigy/gltf.hpp>
#include <effigy/report.hpp>
#include <effigy/scene/remark.hpp>

#include <doctest/doctest.h>

#include <cstdio>
#include <set>
#include <sstream>
#include <string>
#include <utility>

namespace same {

using namespace effigy;

// Returns the number as the source has it.
[[nodiscard]] inline std::string hexadecimal(std::uint64_t number) {
    char text[24];
    const auto part = [number](unsigned shift) { return static_cast<unsigned>(number >> shift & 0xFFFFU); };
    std::snprintf(text, sizeof(text), "0x%04X'%04X'%04X'%04X", part(48), part(32), part(16), part(0));
    return text;
}

// A digest, and lines that tell what it is of. Each run leaves the lines in the build folder, in a file that is named
// after the digest: after a change, those before the change are there.
class digest : public support::digest {
public:
    // `what`: is in front of the lines that follow, such as the number of an edit.
    void begin(std::string what) { what_ = std::move(what) + ": "; }
    void tell(std::string_view line) { ((lines_ += what_) += line) += '\n'; }
    void append(std::string_view lines) { lines_ += lines; }
    [[nodiscard]] const std::string& lines() const noexcept { return lines_; }

    // Returns nothing if the digest is the expected one, else how it differs.
    [[nodiscard]] std::string difference(std::uint64_t expected) const {
        const std::string before = place_of(expected), now = place_of(value());
        if (std::FILE* const out = std::fopen(now.c_str(), "wb")) { // some platforms do not have this folder
            std::fwrite(lines_.data(), 1, lines_.size(), out);
            std::fclose(out);
        }
        if (value() == expected) {
            return "";
        }
        std::string old;
        if (std::FILE* const in = std::fopen(before.c_str(), "rb")) {
            for (int c = 0; (c = std::getc(in)) != EOF;) {
                old += static_cast<char>(c);
            }
            std::fclose(in);
        }
        return "expected " + hexadecimal(expected) + ", found " + hexadecimal(value()) +
               (old.empty()
                    ? "\nto see which lines differ, build and run this test once with the last good commit checked out"
                    : only_in(old, lines_, "\n-") + only_in(lines_, old, "\n+")) +
               "\ndiff " + before + ' ' + now + '\n';
    }

private:
    [[nodiscard]] static std::string place_of(std::uint64_t digest) {
        std::string name = hexadecimal(digest);
        std::erase(name, '\'');
        return EFFIGY_SAME_FOLDER "/" + name + ".txt";
    }
    // Returns the first lines of `lines` that `others` has not, each behind a mark.
    [[nodiscard]] static std::string only_in(const std::string& lines, const std::string& others, const char* mark) {
        std::set<std::string> known;
        std::string out, line;
        for (std::istringstream in{others}; std::getline(in, line);) {
            known.insert(line);
        }
        std::size_t count = 0;
        for (std::istringstream in{lines}; std::getline(in, line);) {
            out += !known.contains(line) && ++count <= 5 ? mark + line : "";
        }
        return count > 5 ? out + mark + "and " + std::to_string(count - 5) + " more" : out;
    }

    std::string what_, lines_;
};

inline void add(digest& to, std::span<const std::byte> bytes) {
    std::uint64_t sum = 0;
    to.add(bytes.size());
    for (const std::byte each : bytes) {
        to.add(std::to_integer<unsigned>(each));
        sum = 31 * sum + std::to_integer<unsigned>(each);
    }
    to.tell(std::to_string(bytes.size()) + " bytes, " + hexadecimal(sum));
}
inline void add(digest& to, const error& why) {
    to.add(why.code);
    to.add(to_string(why));
    to.tell(to_string(why));
}
inline void add(digest& to, std::size_t count) {
    to.add(count);
    to.tell(std::to_string(count));
}
// A file, or why there is none.
inline void add(digest& to, const result<file_bytes>& file) {
    add(to, file.error());
    add(to, file ? std::span<const std::byte>{*file} : std::span<const std::byte>{});
}
// A scene's GLB, and the origins of its vertices.
inline void add(digest& to, const scene& of) {
    constexpr std::size_t before_nodes = 72; // sizes, and the version of effigy
    const auto glb = to_glb(of);
    INFO(to_string(glb.error()));
    REQUIRE(glb);
    add(to, std::span{*glb}.subspan(before_nodes));
    std::string origins;
    for (const scene::mesh& mesh : of.meshes) {
        for (const scene::origin& each : mesh.origins) {
            to.add(each.mesh);
            to.add(each.vertex);
            (((origins += ' ') += std::to_string(each.mesh)) += '/') += std::to_string(each.vertex);
        }
    }
    to.tell("origins" + origins);
}
// A sink that adds remarks.
[[nodiscard]] inline auto remarks_to(digest& to) {
    return [&to](const remark& each) {
        to.add(each.kind);
        to.add(each.part);
        to.add(each.name);
        to.add(each.what);
        to.add(each.count);
        to.tell(std::string{each.part} + ' ' + std::string{each.name} + ": " + std::to_string(each.count) + ' ' +
                std::string{each.what});
    };
}

} // namespace same
