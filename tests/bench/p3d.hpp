// Benchmarks of Arma's models. Most time goes to the search for the two texts of each face, so a raw walk takes the
// search as an argument.
#pragma once

#include "bench/blind.hpp"
#include "bench/corpus.hpp"
#include "bench/opened_file.hpp"
#include "bench/raw.hpp"

#include <effigy/p3d.hpp>
#include <effigy/p3d/decode.hpp>
#include <effigy/p3d/scene.hpp>

namespace bench {

namespace raw {

struct two_texts {
    std::size_t first = 0, second = 0; // characters
};

[[nodiscard]] inline std::size_t fixed_text(const std::byte* at, std::size_t size) {
    const void* const nul = std::memchr(at, 0, size);
    return nul != nullptr ? static_cast<std::size_t>(static_cast<const std::byte*>(nul) - at) : size;
}

// Skips a tag. Returns the length of its name plus the bytes of its data.
[[nodiscard]] inline std::uint64_t walk_tag(reader& from, const std::byte* end, bool fixed, bool& is_last) {
    constexpr std::string_view last = "#EndOfFile#";
    from.skip(fixed ? 0 : 1);
    const std::byte* const name = from.at();
    const std::size_t length = fixed_text(name, fixed ? 64 : static_cast<std::size_t>(end - name));
    from.skip(fixed ? 64 : length + 1);
    const std::uint32_t size = from.number();
    from.skip(size);
    is_last = length == last.size() && std::memcmp(name, last.data(), length) == 0;
    return std::uint64_t{length} + size;
}

// A sum of counts and lengths of texts in a model of P3DM and SP3X levels. p3d_file::walk() returns the same sum.
template <class Search> [[nodiscard]] std::uint64_t walk_p3d(bytes file, const Search& two_texts_at) {
    const std::byte* const end = file.data() + file.size();
    reader from{file};
    from.skip(8);
    std::uint64_t sum = 0;
    for (std::uint32_t lods = from.number(); lods != 0; --lods) {
        const bool fixed = *from.at() == std::byte{'S'};
        from.skip(12);
        const std::uint32_t points = from.number();
        const std::uint32_t normals = from.number();
        const std::uint32_t faces = from.number();
        from.skip(4 + std::size_t{points} * 16 + std::size_t{normals} * 12);
        sum += std::uint64_t{points} + normals;
        for (std::uint32_t i = 0; i < faces; ++i) {
            if (fixed) {
                sum += fixed_text(from.at(), 32);
                from.skip(32);
            }
            sum += from.number();
            from.skip(4 * 16);
            sum += from.number();
            if (!fixed) {
                const two_texts found = two_texts_at({from.at(), end});
                from.skip(found.first + found.second + 2);
                sum += found.first + found.second;
            }
        }
        from.skip(4);
        for (bool is_last = false; !is_last;) {
            sum += walk_tag(from, end, fixed, is_last);
        }
        from.skip(4);
    }
    return sum;
}

} // namespace raw

template <class Look = blind>
[[nodiscard]] std::uint64_t walk(const effigy::p3d::model& model, Look look = {}) {
    std::uint64_t sum = 0;
    for (const auto& lod : model.lods()) {
        look(lod);
        sum += lod.points().size() + lod.normals().size();
        for (const auto& face : lod.faces()) {
            look(face);
            sum += face.corners().size() + face.flags() + face.texture().size() + face.material().size();
        }
        for (const auto& tag : lod.tags()) {
            look(tag);
            sum += tag.name().size() + tag.data().size();
        }
    }
    return sum;
}
template <class Look = blind>
[[nodiscard]] std::uint64_t walk(const effigy::p3d::animation& clip, Look look = {}) {
    std::uint64_t sum = clip.bones().size();
    for (const auto& phase : clip.phases()) {
        look(phase);
        sum += phase.bones().size();
    }
    return sum;
}

// One opened model.
class p3d_format {
public:
    static constexpr const char* name = "p3d (records: faces)";
    using input = bytes;

    [[nodiscard]] static bool is(effigy::file_kind kind) { return kind == effigy::file_kind::p3d_model; }
    [[nodiscard]] static auto open_view(bytes file) { return effigy::p3d::open(file); }
    // Uses the library's search.
    [[nodiscard]] static std::uint64_t raw_walk(bytes file) {
        return raw::walk_p3d(file, [](bytes rest) {
            const effigy::impl::nul_pair found = effigy::impl::find_nul_pair(rest);
            return raw::two_texts{found.first, found.second - found.first - 1};
        });
    }
    [[nodiscard]] static std::uint64_t raw_walk_by_memchr(bytes file) {
        return raw::walk_p3d(file, [](bytes rest) {
            const std::size_t first = raw::fixed_text(rest.data(), rest.size());
            const bytes after = rest.subspan(first + 1);
            return raw::two_texts{first, raw::fixed_text(after.data(), after.size())};
        });
    }

    [[nodiscard]] std::uint64_t walk() const { return bench::walk(view_); }

protected:
    [[nodiscard]] std::size_t count_records() const {
        std::size_t faces = 0;
        for (const auto& lod : view_.lods()) {
            faces += lod.faces().size();
        }
        return faces;
    }

    effigy::p3d::model view_;
};
using p3d_file = opened_file<p3d_format>;

} // namespace bench
