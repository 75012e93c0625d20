// A model: its levels of detail.
#pragma once

#include <effigy/p3d/view/lod.hpp>

namespace effigy::inline v0::p3d {

enum class container : std::uint8_t { mlod, nlod, bare };

// The levels by number, without walking through those before. The caller owns the entries and the file's bytes.
template <endian E> class basic_lod_index {
public:
    constexpr basic_lod_index() = default;
    constexpr basic_lod_index(window file, std::span<const lod_entry> entries) noexcept
        : file_(file), entries_(entries) {}

    [[nodiscard]] constexpr std::size_t size() const noexcept { return entries_.size(); }
    [[nodiscard]] constexpr bool empty() const noexcept { return entries_.empty(); }

    // An empty level when there is no such number.
    [[nodiscard]] basic_lod<E> operator[](std::uint64_t i) const noexcept {
        const lod_entry* const entry = find_at(entries_, i);
        if (entry == nullptr) {
            return {};
        }
        impl::cursor c{file_, entry->offset};
        basic_lod<E> out = basic_lod<E>::read(c, *entry);
        return c.ok() ? out : basic_lod<E>{};
    }

private:
    window file_;
    std::span<const lod_entry> entries_;
};

// A model whose structure open() proved. A few words; the caller owns the bytes.
template <endian E> class basic_model {
public:
    static constexpr endian order = E;
    using lod_type = basic_lod<E>;
    using lods_type = sequence<lod_type, lod_context>;

    constexpr basic_model() = default;

    [[nodiscard]] constexpr window file() const noexcept { return file_; }
    [[nodiscard]] constexpr p3d::container container() const noexcept { return container_; }
    [[nodiscard]] constexpr std::uint32_t version() const noexcept { return version_; } // 257; 0 where there is none
    [[nodiscard]] constexpr std::uint32_t lod_count() const noexcept { return lods_.size(); }
    // Bytes after the last LOD; none in any file measured.
    [[nodiscard]] constexpr std::span<const std::byte> trailing() const noexcept {
        return file_.part(end_, file_.size() - end_).bytes();
    }
    // In file order, which is by rising resolution (measured). Going to the next one walks through the faces and tags
    // of this one.
    [[nodiscard]] constexpr lods_type lods() const noexcept { return lods_; }

    // Access by number in the caller's memory: lod_count() entries that outlive what is returned. Empty when the
    // memory is too small or the file larger than 4 GiB.
    [[nodiscard]] basic_lod_index<E> index(std::span<lod_entry> memory) const noexcept {
        if (memory.size() < lod_count() || file_.size() > 0xFFFF'FFFF) {
            return {};
        }
        std::size_t count = 0;
        for (const lod_type& one : lods_) {
            const auto narrow = [](std::uint64_t offset) { return static_cast<std::uint32_t>(offset); };
            memory[count++] = {narrow(one.offset), narrow(one.tags_offset), one.tags.size(), one.corner_count,
                               narrow(one.end)};
        }
        return count == lod_count() ? basic_lod_index<E>{file_, memory.first(count)} : basic_lod_index<E>{};
    }

    [[nodiscard]] static result<basic_model> open(std::span<const std::byte> bytes) noexcept {
        impl::cursor c{window{bytes}};
        basic_model out;
        out.file_ = c.bytes();
        const text<4> magic = out.file_.template value_at<text<4>>(0);
        impl::record_count count{.number = 1, .smallest = 0};
        if (magic == "MLOD" || magic == "NLOD") {
            c.skip(sizeof(magic), "p3d.magic");
            out.container_ = magic == "MLOD" ? container::mlod : container::nlod;
            if (out.container_ == container::mlod) {
                out.version_ = c.value<u32<E>>("p3d.version");
                constexpr std::uint32_t newest = 0x1FF; // the engine refuses a major version above 1
                if (out.version_ > newest) {
                    c.fail(errc::bad_version, "p3d.version", sizeof(u32<E>), out.version_, newest, "257, at most 511");
                }
            }
            const std::uint64_t count_at = c.offset();
            count = {.path = "p3d.lodCount",
                     .offset = count_at,
                     .number = c.value<u32<E>>("p3d.lodCount"),
                     .smallest = lod_type::smallest};
        } else if (magic == "P3DM" || magic == "SP3X" || magic == "SP3D") {
            out.container_ = container::bare;
        } else {
            constexpr const char* expected = "MLOD, NLOD, or a level's P3DM, SP3X or SP3D";
            const auto found = c.value<u32<endian::little>>("p3d.magic");
            if (c.ok()) {
                c.fail(errc::bad_magic, "p3d.magic", sizeof(magic), found, 0, expected);
            }
        }
        if (c.ok()) {
            out.lods_ = impl::read_sequence<lod_type, lod_context>(c, count, {out.container_ == container::bare});
        }
        out.end_ = c.offset();
        if (!c.ok()) {
            error why = c.error();
            why.path_prefix = why.depth != 0 ? "p3d.lods[]." : "";
            return why;
        }
        return out;
    }

private:
    window file_;
    std::uint64_t end_ = 0;
    std::uint32_t version_ = 0;
    p3d::container container_ = container::mlod;
    lods_type lods_;
};

} // namespace effigy::inline v0::p3d
