// A model: its levels of detail.
#pragma once

#include <effigy/core/numbered.hpp>
#include <effigy/p3d/view/lod.hpp>

namespace effigy::inline v0::p3d {

enum class container : std::uint8_t { mlod, nlod, bare };

// Totals over all levels, counted by open(). With them, decode() allocates its memory at once.
struct model_totals {
    std::uint64_t points = 0, normals = 0, faces = 0, tags = 0;
    std::uint64_t tag_bytes = 0;   // without names
    std::uint64_t extra_bytes = 0; // of headers, after the known fields
};

namespace impl {

using namespace effigy::impl;

template <form F> struct lod_source {
    window file;
    std::span<const lod_entry> entries;

    [[nodiscard]] basic_lod<F> get(std::uint64_t i) const noexcept {
        const lod_entry* const entry = find_at(entries, i);
        if (entry == nullptr) {
            return {};
        }
        cursor c{file, entry->offset};
        const auto out = access::read<basic_lod<F>>(c, *entry);
        return c.ok() ? out : basic_lod<F>{};
    }
};

// The first level with this kind and number; empty if there is none.
template <class Levels>
[[nodiscard]] typename Levels::value_type find_kind(const Levels& all, lod_kind kind, std::uint32_t number) noexcept {
    for (const auto& candidate : all) {
        if (candidate && candidate.kind() == kind && candidate.number() == number) {
            return candidate;
        }
    }
    return {};
}

} // namespace impl

// Access to levels by index, without a walk through the levels before them. The caller owns the entries and the file's
// bytes.
template <form F> class basic_lod_index : public numbered<impl::lod_source<F>> {
public:
    constexpr basic_lod_index() = default;

    // The first level with this kind and number; empty if there is none. The first visual level is the finest
    // (measured: levels are in the order of increasing resolution).
    [[nodiscard]] basic_lod<F> lod(lod_kind kind, std::uint32_t number = 0) const noexcept {
        return impl::find_kind(*this, kind, number);
    }

private:
    friend struct impl::access;
    constexpr basic_lod_index(window file, std::span<const lod_entry> entries) noexcept
        : numbered<impl::lod_source<F>>({file, entries}, entries.size()) {}
};

// A model whose structure open() validated. Small to copy; the caller owns the bytes.
template <form F> class basic_model {
    static_assert(F != form::host, "a view shows the bytes of a file");

public:
    static constexpr form order = F;
    using lod_type = basic_lod<F>;
    using lod_range = sequence<lod_type, lod_context>;

    constexpr basic_model() = default;

    [[nodiscard]] constexpr window file() const noexcept { return file_; }
    [[nodiscard]] constexpr p3d::container container() const noexcept { return container_; }
    [[nodiscard]] constexpr std::uint32_t version() const noexcept { return version_; } // 257; 0 in NLOD and bare files
    // Bytes after the last level; none in any file measured.
    [[nodiscard]] constexpr std::span<const std::byte> trailing() const noexcept {
        return file_.bytes_at(end_, file_.size() - end_);
    }
    // The levels in file order, which is that of increasing resolution (measured). Advancing to the next level walks
    // through the faces and tags of the current one.
    [[nodiscard]] constexpr lod_range lods() const noexcept { return lods_; }
    [[nodiscard]] constexpr const model_totals& totals() const noexcept { return totals_; }
    // Like basic_lod_index::lod(), but walks through all levels before the one that it returns.
    [[nodiscard]] lod_type lod(lod_kind kind, std::uint32_t number = 0) const noexcept {
        return impl::find_kind(lods_, kind, number);
    }

    // Returns the levels by index. Uses the caller's memory: lods().size() entries, which must outlive the index. Empty
    // if the memory is too small or the file is larger than 4 GiB.
    [[nodiscard]] basic_lod_index<F> index(std::span<lod_entry> memory) const noexcept {
        if (memory.size() < lods_.size() || file_.size() > 0xFFFF'FFFF) {
            return {};
        }
        std::size_t count = 0;
        for (const lod_type& level : lods_) {
            if (!level) {
                return {};
            }
            memory[count++] = level.entry();
        }
        return impl::access::make<basic_lod_index<F>>(file_, memory.first(count));
    }

private:
    friend struct impl::access;
    constexpr basic_model(window file, p3d::container what, std::uint32_t version, const lod_range& lods,
                          const model_totals& totals, std::uint64_t end) noexcept
        : file_(file), end_(end), version_(version), container_(what), lods_(lods), totals_(totals) {}

    window file_;
    std::uint64_t end_ = 0;
    std::uint32_t version_ = 0;
    p3d::container container_ = container::mlod;
    lod_range lods_;
    model_totals totals_;
};

} // namespace effigy::inline v0::p3d
