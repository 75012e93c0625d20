// What the library promises whatever the bytes are: it ends, stays in bounds, and takes no memory unasked.
#pragma once

#include "fuzz/watched_memory.hpp"
#include "support/digest.hpp"

#include <effigy/core/window.hpp>
#include <effigy/report.hpp>

#include <vector>

namespace fuzz {

using bytes = std::span<const std::byte>;

// Takes all that is read. A wing's walk_view(sink&, view) reads all that its view tier offers.
class sink : public support::digest {};

// Of all files that a view reads; a wing whose views read several has its own.
template <class View> [[nodiscard]] std::uint64_t size_of_files(const View& view) { return view.file().size(); }

template <class View> [[nodiscard]] std::uint64_t read(const View& view) {
    const std::uint64_t size = size_of_files(view);
    sink out;
    walk_view(out, view);
    {
        limited_memory limited{6 * static_cast<std::size_t>(size) + 4096, decode_is_small};
        static_cast<void>(decode(view, &limited));
    }
    lint(view, [&](const effigy::finding& odd) {
        promise(odd.offset <= size, "a finding lies in the files");
        out.add(effigy::to_string(odd));
    });
    return out.value();
}

// Changes a few bytes, as others do to a mapped file. Which ones, the file itself decides.
inline void spoil(std::span<std::byte> file) {
    std::uint64_t random = file.size();
    for (const std::byte one : file) {
        random = random * 31 + std::to_integer<std::uint64_t>(one);
    }
    for (int i = 0; i < 8 && !file.empty(); ++i) {
        random = random * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
        file[(random >> 33) % file.size()] = i % 2 == 0 ? std::byte{0xFF} : static_cast<std::byte>(random >> 24);
    }
}

// Opens and reads the file; then spoils it under the open view, and reads it again.
template <class Open> void read_and_spoil(bytes input, const Open& open) {
    std::vector<std::byte> file{input.begin(), input.end()};
    const auto opened = without_allocating([&] { return open(bytes{file}); });
    if (!opened) {
        promise(opened.error().offset <= file.size(), "an error lies in the file");
        promise(!effigy::to_string(opened.error()).empty(), "an error has a text");
        return;
    }
    const std::uint64_t content = read(*opened);
    promise(read(*opened) == content, "the same bytes read the same");
    spoil(file);
    static_cast<void>(read(*opened));
}

} // namespace fuzz
