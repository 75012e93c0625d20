// Collecting the regions of a file: from its records, or from what a cursor reads.
#pragma once

#include <effigy/core/cursor.hpp>
#include <effigy/core/fields.hpp>
#include <effigy/core/impl/validation.hpp>
#include <effigy/regions.hpp>

#include <algorithm>
#include <vector>

namespace effigy { inline namespace v0 { namespace impl {

// Whether a T is reported as one region: a number, a vector, a matrix, a text or a reference.
template <class T>
inline constexpr bool is_leaf =
    !described<T> || reference_to_records<T> || std::same_as<T, rgba8> ||
    requires(const T& vector) { requires !described<std::remove_cvref_t<decltype(vector.x)>>; };

// Reports a text of fixed size as two regions: the characters with the NUL, and the padding after it.
template <std::size_t N> void report_field(byte_view file, region out, const text<N>& value, region_sink sink) {
    const std::size_t length = value.view().size();
    out.where.offset = file.offset_of(&value);
    out.type = type_name<char>;
    out.count = length < N ? length + 1 : length;
    out.length = out.count;
    sink(out);
    if (out.length < N) {
        out.where.offset += out.length;
        out.count = N - out.count;
        out.length = out.count;
        out.role = role::padding;
        sink(out);
    }
}
// Reports any other field as one region.
template <class T> void report_field(byte_view file, region out, const T& value, region_sink sink) {
    using element = std::remove_all_extents_t<T>;
    if constexpr (std::is_array_v<T> && is_text<element>) {
        for (const element& each : value) {
            report_field(file, out, each, sink);
        }
    } else {
        constexpr bool refers = reference_to_records<element>;
        out.where.offset = file.offset_of(&value);
        out.type = type_name<T>;
        out.count = sizeof(T) / (refers ? sizeof(std::uint32_t) : sizeof(element));
        out.length = sizeof(T);
        out.role = refers && out.role == role::value ? role::reference : out.role;
        sink(out);
    }
}

// Reports a record of a file, one region per field. Each region is a copy of `shape`, which has the path of the record.
// The field's name is stored in `fields` of the copy, at index `depth`.
template <class Record>
void report_fields(byte_view file, const region& shape, std::size_t depth, const Record& record, region_sink sink) {
    for_each_field(record, [&](const field& described_field, const auto& value) {
        region out = shape;
        out.fields[depth] = described_field.name;
        out.role = described_field.role;
        if constexpr (!is_leaf<std::remove_cvref_t<decltype(value)>>) {
            if (depth == 0) {
                report_fields(file, out, 1, value, sink);
                return;
            }
        }
        report_field(file, out, value, sink);
    });
}

// Collects the targets of references, in any order, and reports them in the order of their offsets. Leaves out what is
// above the budget of open(), so that the memory has a limit even if the bytes changed since then. One more file is
// added to that budget, for the headers and chunks that open() does not charge.
class region_collector {
public:
    explicit region_collector(byte_view file, std::uint64_t companion_bytes = 0)
        : file_(file), budget_(file, file.size() + companion_bytes) {}

    void add(const region& claimed) {
        if (claimed.length != 0 && budget_.charge(claimed.length)) {
            all_.push_back({claimed, all_.size()});
        }
    }
    // Adds an array of records.
    template <class T> void add(const location& path, const array<T>& records, role what = role::value) {
        add_block(path, type_name<T>, records.size(), records.data(), records.size() * sizeof(T), what);
    }
    template <class T> void add(const location& path, const strided<T>& records, role what = role::value) {
        add_block(path, type_name<T>, records.size(), records.data(), records.size() * records.stride(), what);
    }
    // Adds a text with its NUL; the bytes after the NUL are padding.
    void add_text(const location& path, std::span<const std::byte> chars) {
        const auto nul = std::find(chars.begin(), chars.end(), std::byte{});
        const auto used = static_cast<std::size_t>(nul - chars.begin()) + (nul != chars.end() ? 1U : 0U);
        add_block(path, "char", used, chars.data(), used, role::value);
        const auto rest = chars.subspan(used);
        add_block(path, "char", rest.size(), rest.data(), rest.size(), role::padding);
    }
    // Adds one record, one region per field.
    template <described Record> void add_record(const location& path, const Record& record) {
        region shape;
        shape.where = path;
        report_fields(file_, shape, 0, record, [&](const region& of_field) { add(of_field); });
    }

    // Calls `sink` with the regions in the order of their offsets, gaps included. Takes time O(n log n).
    void report(region_sink sink) {
        std::sort(all_.begin(), all_.end(), [](const claim& a, const claim& b) {
            return a.offset() != b.offset() ? a.offset() < b.offset()
                   : a.length != b.length   ? a.length > b.length
                                            : a.number < b.number;
        });
        std::uint64_t end = 0;
        for (std::size_t i = 0; i < all_.size();) {
            region out = all_[i];
            for (++i; i < all_.size() && all_[i].offset() == out.offset() && all_[i].length == out.length; ++i) {
                ++out.further_owners;
            }
            report_gap(end, out.offset(), sink);
            const std::uint64_t out_end = out.offset() + out.length;
            out.overlap = end > out.offset() ? (end < out_end ? end : out_end) - out.offset() : 0;
            end = end < out_end ? out_end : end;
            sink(out);
        }
        report_gap(end, file_.size(), sink);
    }

private:
    struct claim : region {
        std::size_t number; // of the call to add()
    };

    void add_block(const location& path, const char* type, std::uint64_t count, const void* first, std::uint64_t length,
                   role what) {
        region block;
        block.where = path;
        if (length != 0) {
            block.where.offset = file_.offset_of(first);
        }
        block.type = type;
        block.count = count;
        block.length = length;
        block.role = what;
        add(block);
    }
    static void report_gap(std::uint64_t begin, std::uint64_t end, region_sink sink) {
        if (begin < end) {
            region gap;
            gap.where.offset = begin;
            gap.type = "u8";
            gap.count = end - begin;
            gap.length = end - begin;
            gap.role = role::gap;
            sink(gap);
        }
    }

    byte_view file_;
    validation budget_;
    std::vector<claim> all_;
};

// A cursor that reports everything it reads as regions, in file order. A function that takes a cursor of any type thus
// also reports the regions of what it reads. Call finish() at the end.
class recording_cursor : public cursor {
public:
    recording_cursor(byte_view bytes, region_sink sink, std::uint64_t at = 0)
        : cursor(bytes, at), sink_(sink), end_of_last_(bytes.base() + offset()) {}

    void enter(std::uint32_t i) noexcept {
        if (depth_ < location::max_depth) {
            index_[depth_] = i;
        }
        ++depth_;
    }
    void within(std::uint32_t i) noexcept {
        --depth_;
        cursor::within(i);
    }
    void was(role what) noexcept { last_.role = ok() ? what : last_.role; }
    void spare(std::uint64_t length) {
        if (!ok()) {
            return;
        }
        length = length < last_.length ? length : last_.length;
        if (length == 0) {
            return;
        }
        const std::uint64_t size = last_.length / last_.count;
        region padding = last_;
        last_.length -= length;
        last_.count = last_.length / size;
        padding.where.offset += last_.length;
        padding.length = length;
        padding.count = length / size;
        padding.role = role::padding;
        push(padding);
    }
    // Moves back to the beginning of what was read last and drops its region. The caller then reads it in more detail.
    void take_back() noexcept {
        static_cast<cursor&>(*this) = cursor{bytes(), offset() - last_.length};
        end_of_last_ -= last_.length;
        last_ = {};
    }
    // Reports the rest of the byte_view, if any, as a gap. This includes bytes that could not be read because of an
    // error.
    void finish() {
        region rest;
        rest.where.offset = end_of_last_;
        rest.type = "u8";
        rest.count = bytes().base() + bytes().size() - end_of_last_;
        rest.length = rest.count;
        rest.role = role::gap;
        push(rest);
        push({});
    }

    template <wire_word T> [[nodiscard]] T value(const char* path) {
        const T out = cursor::value<T>(path);
        record_region(path, type_name<T>, elements<T>, sizeof(T));
        return out;
    }
    template <wire T> [[nodiscard]] const T* record(const char* path) {
        const T* const out = cursor::record<T>(path);
        if constexpr (is_leaf<T>) {
            record_region(path, type_name<T>, elements<T>, sizeof(T));
        } else if (out != nullptr) {
            report_fields(bytes(), at(path), 0, *out, [&](const region& of_field) { push(of_field); });
        }
        return out;
    }
    template <wire T> [[nodiscard]] effigy::array<T> array(std::uint32_t count, const char* path) {
        const effigy::array<T> out = cursor::array<T>(count, path);
        record_region(path, type_name<T>, out.size() * elements<T>, out.size() * sizeof(T));
        return out;
    }
    [[nodiscard]] std::span<const std::byte> take(std::uint64_t length, const char* path) {
        const std::span<const std::byte> out = cursor::take(length, path);
        record_region(path, "u8", out.size(), out.size());
        return out;
    }
    [[nodiscard]] std::string_view text(std::uint64_t length, const char* path) {
        const std::string_view out = cursor::text(length, path);
        record_region(path, "char", out.size(), out.size());
        return out;
    }
    [[nodiscard]] std::string_view text_until_nul(const char* path) {
        const std::string_view out = cursor::text_until_nul(path);
        record_region(path, "char", out.size() + 1, out.size() + 1);
        return out;
    }
    template <class Search>
    void text_pair(Search&, std::string_view& first, std::string_view& second, const char* path,
                   const char* path_of_second) {
        first = text_until_nul(path);
        second = text_until_nul(path_of_second);
    }
    void skip(std::uint64_t length, const char* path) { static_cast<void>(take(length, path)); }
    template <wire_word T> [[nodiscard]] std::uint32_t count(const char* path) {
        const std::uint32_t out = cursor::count<T>(path);
        record_region(path, type_name<T>, 1, sizeof(T), role::reference);
        return out;
    }
    void magic(const char (&expected)[5], const char* path) {
        cursor::magic(expected, path);
        record_region(path, "char", 4, 4, role::constant);
    }

private:
    // Number of elements in a T: the elements of a text are its characters.
    template <class T> static constexpr std::uint64_t elements = is_text<T> ? sizeof(T) : 1;

    // Returns a region that begins `back` bytes before the cursor.
    [[nodiscard]] region at(const char* path, std::uint64_t back = 0) const noexcept {
        region out;
        out.where.path = path;
        out.where.offset = bytes().base() + offset() - back;
        out.where.depth = depth_ < location::max_depth ? depth_ : location::max_depth;
        std::copy_n(index_, out.where.depth, out.where.index);
        return out;
    }
    // Records the region of `length` bytes that ends at the cursor.
    void record_region(const char* path, const char* type, std::uint64_t count, std::uint64_t length,
                       role what = role::value) {
        if (ok()) {
            region out = at(path, length);
            out.type = type;
            out.count = count;
            out.length = length;
            out.role = what;
            push(out);
        }
    }
    // Reports the previous region and keeps this one, since spare() or was() may still change it.
    void push(const region& latest) {
        if (last_.length != 0) {
            sink_(last_);
        }
        last_ = latest;
        end_of_last_ = latest.length != 0 ? latest.offset() + latest.length : end_of_last_;
    }

    region_sink sink_;
    std::uint64_t end_of_last_; // offset in the file of the end of the last region
    region last_;
    std::uint32_t index_[location::max_depth]{};
    std::uint8_t depth_ = 0;
};

}}} // namespace effigy::v0::impl
