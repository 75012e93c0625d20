// The guarantees of the library for any bytes: it terminates, stays in bounds, and allocates only where documented.
#pragma once

#include "hostile/fuzz/watched_memory.hpp"
#include "support/digest.hpp"
#include "support/random_edits.hpp"

#include <effigy/core/byte_view.hpp>
#include <effigy/report.hpp>

#include <vector>

namespace fuzz {

using bytes = std::span<const std::byte>;

// Receives everything that is read. walk_view(sink&, view) of each format calls everything that its views offer.
class sink : public support::digest {};

// Returns the total size of the files of a view. A format with models of several files has its own overload.
template <class View> [[nodiscard]] std::uint64_t size_of_files(const View& view) { return view.file().size(); }

template <class View> [[nodiscard]] std::uint64_t read(const View& view) {
    const std::uint64_t size = size_of_files(view);
    sink out;
    walk_view(out, view);
    {
        limited_memory limited{6 * static_cast<std::size_t>(size) + 4096, decode_is_small};
        static_cast<void>(decode(view, &limited));
    }
    lint(view, [&](const effigy::finding& found) {
        promise(found.offset <= size, "the offset of a finding is inside the files");
        out.add(effigy::to_string(found));
    });
    return out.value();
}

// Writes a file back: into itself byte for byte, without an original so that it can be opened, and after random edits.
// `same`: whether only garbage differs between two models.
template <class View, class Open, class Same>
void write_back(const View& view, const Open& open, const Same& same, std::uint64_t seed) {
    const auto own = decode(view);
    if (!own) {
        promise(own.error().code == effigy::errc::budget, "decode() fails only if a model is too large");
        return;
    }
    const bytes file = view.file().bytes();
    const auto again = encode(*own, file);
    promise(again && again->kept_rest && support::same_bytes(again->bytes, file),
            "a file is written back byte for byte");
    const auto canonical = encode(*own);
    const bool is_refused = canonical.error().code == effigy::errc::budget ||
                            std::string_view{canonical.error().path} == "nodes[].flags"; // parts at one place
    promise(canonical ? bool{open(bytes{*canonical})} : is_refused, "what is written can be opened");
    for (std::uint64_t i = 0; i < 4; ++i) {
        std::size_t written = 0;
        const char* const problem = support::try_edits(*own, file, open, seed + i, written, same);
        promise(*problem == '\0', problem);
    }
}

// Changes a few bytes, as a program may do between two calls. The file's content determines which ones.
inline void overwrite_some(std::span<std::byte> file) {
    std::uint64_t random = file.size();
    for (const std::byte byte : file) {
        random = random * 31 + std::to_integer<std::uint64_t>(byte);
    }
    for (int i = 0; i < 8 && !file.empty(); ++i) {
        random = random * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
        file[(random >> 33) % file.size()] = i % 2 == 0 ? std::byte{0xFF} : static_cast<std::byte>(random >> 24);
    }
}

// Opens and reads the file, then overwrites some of its bytes and reads the open view again.
template <class Open, class Same = std::equal_to<>>
void read_and_overwrite(bytes input, const Open& open, const Same& same = {}) {
    std::vector<std::byte> file{input.begin(), input.end()};
    const auto opened = without_allocating([&] { return open(bytes{file}); });
    if (!opened) {
        promise(opened.error().offset <= file.size(), "the offset of an error is inside the file");
        promise(!effigy::to_string(opened.error()).empty(), "an error has a text");
        return;
    }
    const std::uint64_t content = read(*opened);
    promise(read(*opened) == content, "reading the same bytes twice returns the same");
    if constexpr (requires { encode(*decode(*opened), bytes{}); }) {
        write_back(*opened, open, same, content);
    }
    overwrite_some(file);
    static_cast<void>(read(*opened));
}

} // namespace fuzz
