// A model: its levels of detail.
#pragma once

#include <effigy/core/lazy_range.hpp>
#include <effigy/p3d/order/model.hpp>
#include <effigy/p3d/view/lod.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

// Totals over all levels, counted by open(). With them, decode() allocates its memory at once.
struct model_totals {
    std::uint64_t points = 0, normals = 0, faces = 0, tags = 0;
    std::uint64_t tag_bytes = 0;   // without names
    std::uint64_t extra_bytes = 0; // of headers, after the known fields
};

namespace impl {

using namespace effigy::impl;

struct lod_source {
    byte_view file;
    array<lod_entry> entries;

    [[nodiscard]] p3d::lod get(std::uint64_t i) const noexcept {
        const lod_entry* const entry = entries.at(i);
        if (entry == nullptr) {
            return {};
        }
        cursor c{file, entry->offset};
        const auto out = access::read<p3d::lod>(c, *entry);
        return c.ok() ? out : p3d::lod{};
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
class lod_index : public lazy_range<impl::lod_source> {
public:
    constexpr lod_index() = default;

    // The first level with this kind and number; empty if there is none. The first visual level is the finest
    // (measured: levels are in the order of increasing resolution).
    [[nodiscard]] p3d::lod lod(lod_kind kind, std::uint32_t number = 0) const noexcept {
        return impl::find_kind(*this, kind, number);
    }

private:
    friend struct impl::access;
    constexpr lod_index(byte_view file, const array<lod_entry>& entries) noexcept
        : lazy_range<impl::lod_source>({file, entries}, entries.size()) {}
};

// A model whose structure open() validated. Small to copy; the caller owns the bytes.
class model {
public:
    using lod_type = p3d::lod;
    using lod_range = sequence<lod_type, lod_context>;

    constexpr model() = default;

    [[nodiscard]] constexpr byte_view file() const noexcept { return file_; }
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
    // Like lod_index::lod(), but walks through all levels before the one that it returns.
    template <class = when_used> [[nodiscard]] lod_type lod(lod_kind kind, std::uint32_t number = 0) const noexcept {
        return impl::find_kind(lods_, kind, number);
    }

    // Returns the levels by index. Uses the caller's memory: lods().size() entries, which must outlive the index. Empty
    // if the memory is too small or the file is larger than 4 GiB.
    template <class = when_used> [[nodiscard]] lod_index index(std::span<lod_entry> memory) const noexcept {
        if (memory.size() < lods_.size() || file_.size() > 0xFFFF'FFFF) {
            return {};
        }
        std::size_t count = 0;
        for (const lod_type& level : lods_) {
            memory[count++] = level.entry();
        }
        return impl::access::make<lod_index>(file_, array<lod_entry>{memory.data(), count});
    }

private:
    friend struct impl::access;
    constexpr model(byte_view file, p3d::container what, std::uint32_t version, const lod_range& lods,
                    const model_totals& totals, std::uint64_t end) noexcept
        : file_(file), end_(end), version_(version), container_(what), lods_(lods), totals_(totals) {}

    byte_view file_;
    std::uint64_t end_ = 0;
    std::uint32_t version_ = 0;
    p3d::container container_ = container::mlod;
    lod_range lods_;
    model_totals totals_;
};

}}} // namespace effigy::v0::p3d
