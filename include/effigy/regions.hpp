// What each byte of a file is: the whole file as a list of regions.
#pragma once

#include <effigy/core/cursor.hpp>
#include <effigy/core/fields.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <vector>

namespace effigy::inline v0 {

// `count` elements of a type that lie one behind the other. A record that stands alone is told field by field, many of
// them as one region.
struct region {
    location where;             // of the first byte; `path` may end in a field of a record
    const char* fields[2] = {}; // what stands behind the path, if anything: "geometry", "name"
    const char* type = "";      // of an element: "u16", "vec3", "char" or a record's name; static
    std::uint64_t count = 0;
    std::uint64_t length = 0; // in bytes
    role what = role::value;
    std::uint32_t further_owners = 0; // how many other references lead to exactly these bytes
    std::uint64_t overlap = 0;        // how many of its bytes belong to regions before it too

    [[nodiscard]] constexpr std::uint64_t offset() const noexcept { return where.offset; }
};

// "nwn.animations[2].geometry.name"; empty for a gap.
[[nodiscard]] inline std::string path_of(const region& one) {
    std::string out = to_string(one.where);
    for (const char* const name : one.fields) {
        if (name != nullptr) {
            out += out.empty() || out.back() == '.' ? "" : ".";
            out += name;
        }
    }
    return out;
}

// Sums over the regions of a file, of bytes.
struct coverage {
    std::uint64_t bytes = 0;   // of the file
    std::uint64_t claimed = 0; // that belong to something
    std::uint64_t padding = 0; // of these, those that carry nothing
    std::uint64_t shared = 0;  // claimed once more, by the same references or by overlaps, as often as that happens
    std::uint64_t overlap = 0; // of these, by overlaps
    std::uint64_t gap = 0;     // that belong to nothing

    constexpr void add(const region& one) noexcept {
        bytes += one.length - one.overlap;
        gap += one.what == role::gap ? one.length : 0;
        claimed += one.what == role::gap ? 0 : one.length - one.overlap;
        padding += one.what == role::padding ? one.length - one.overlap : 0;
        shared += one.length * one.further_owners + one.overlap;
        overlap += one.overlap;
    }
};

namespace impl {

// Whether it is told as a whole: a number, a vector, a matrix, a text, a reference.
template <class T>
inline constexpr bool is_leaf =
    !described<T> || reference_to_records<T> || std::same_as<T, rgba8> ||
    requires(const T& vector) { requires !described<std::remove_cvref_t<decltype(vector.x)>>; };

// Tells a text of fixed size: up to its NUL, and what is behind that.
template <std::size_t N, class Sink> void tell_field(window file, region one, const text<N>& value, Sink&& sink) {
    const std::size_t length = value.view().size();
    one.where.offset = file.offset_of(&value);
    one.type = type_name<char>;
    one.count = length < N ? length + 1 : length;
    one.length = one.count;
    sink(std::as_const(one));
    if (one.length < N) {
        one.where.offset += one.length;
        one.count = N - one.count;
        one.length = one.count;
        one.what = role::padding;
        sink(std::as_const(one));
    }
}
// Tells anything else as a whole.
template <class T, class Sink> void tell_field(window file, region one, const T& value, Sink&& sink) {
    using element = std::remove_all_extents_t<T>;
    if constexpr (std::is_array_v<T> && is_text<element>) {
        for (const element& each : value) {
            tell_field(file, one, each, sink);
        }
    } else {
        constexpr bool refers = reference_to_records<element>;
        one.where.offset = file.offset_of(&value);
        one.type = type_name<T>;
        one.count = sizeof(T) / (refers ? sizeof(std::uint32_t) : sizeof(element));
        one.length = sizeof(T);
        one.what = refers && one.what == role::value ? role::reference : one.what;
        sink(std::as_const(one));
    }
}

// Tells a record of a file field by field. `shape` has its path and, from `depth` on, room for names of fields.
template <class Record, class Sink>
void tell_fields(window file, const region& shape, std::size_t depth, const Record& record, Sink&& sink) {
    for_each_field(record, [&](const field& of, const auto& value) {
        region one = shape;
        one.fields[depth] = of.name;
        one.what = of.what;
        if constexpr (!is_leaf<std::remove_cvref_t<decltype(value)>>) {
            if (depth == 0) {
                tell_fields(file, one, 1, value, sink);
                return;
            }
        }
        tell_field(file, one, value, sink);
    });
}

// Collects what references lead to, in any order, and tells it in order.
class claims {
public:
    explicit claims(window file) : file_(file) {}

    void add(const region& one) {
        if (one.length != 0) {
            all_.push_back({one, all_.size()});
        }
    }
    // An array of records.
    template <class T> void add(const location& path, const array<T>& records, role what = role::value) {
        add_block(path, type_name<T>, records.size(), records.data(), records.size() * sizeof(T), what);
    }
    template <class T> void add(const location& path, const strided<T>& records, role what = role::value) {
        add_block(path, type_name<T>, records.size(), records.data(), records.size() * records.stride(), what);
    }
    // Text with its NUL; what is behind that carries nothing.
    void add_text(const location& path, std::span<const std::byte> chars) {
        const auto nul = std::find(chars.begin(), chars.end(), std::byte{});
        const auto used = static_cast<std::size_t>(nul - chars.begin()) + (nul != chars.end() ? 1U : 0U);
        add_block(path, "char", used, chars.data(), used, role::value);
        const auto rest = chars.subspan(used);
        add_block(path, "char", rest.size(), rest.data(), rest.size(), role::padding);
    }
    // One record, field by field.
    template <described Record> void add_record(const location& path, const Record& record) {
        region shape;
        shape.where = path;
        tell_fields(file_, shape, 0, record, [&](const region& one) { add(one); });
    }

    // The regions in the order of their offsets, gaps included. Time O(n log n).
    template <class Sink> void tell(Sink&& sink) {
        std::sort(all_.begin(), all_.end(), [](const claim& a, const claim& b) {
            return a.offset() != b.offset() ? a.offset() < b.offset()
                   : a.length != b.length   ? a.length > b.length
                                            : a.number < b.number;
        });
        std::uint64_t end = 0;
        for (std::size_t i = 0; i < all_.size();) {
            region one = all_[i];
            for (++i; i < all_.size() && all_[i].offset() == one.offset() && all_[i].length == one.length; ++i) {
                ++one.further_owners;
            }
            tell_gap(end, one.offset(), sink);
            const std::uint64_t one_end = one.offset() + one.length;
            one.overlap = end > one.offset() ? (end < one_end ? end : one_end) - one.offset() : 0;
            end = end < one_end ? one_end : end;
            sink(std::as_const(one));
        }
        tell_gap(end, file_.size(), sink);
    }

private:
    struct claim : region {
        std::size_t number; // of the call that made it
    };

    void add_block(const location& path, const char* type, std::uint64_t count, const void* first, std::uint64_t length,
                   role what) {
        region one;
        one.where = path;
        if (length != 0) {
            one.where.offset = file_.offset_of(first);
        }
        one.type = type;
        one.count = count;
        one.length = length;
        one.what = what;
        add(one);
    }
    template <class Sink> static void tell_gap(std::uint64_t begin, std::uint64_t end, Sink&& sink) {
        if (begin < end) {
            region gap;
            gap.where.offset = begin;
            gap.type = "u8";
            gap.count = end - begin;
            gap.length = end - begin;
            gap.what = role::gap;
            sink(std::as_const(gap));
        }
    }

    window file_;
    std::vector<claim> all_;
};

// A cursor that tells everything it takes, in the order of the file: what reads with a cursor of any type thereby is
// its own description. Ends with finish().
template <class Sink> class recording_cursor : public cursor {
public:
    recording_cursor(window bytes, Sink& sink, std::uint64_t at = 0)
        : cursor(bytes, at), sink_(&sink), told_(bytes.base() + offset()) {}

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
    void was(role what) noexcept { last_.what = ok() ? what : last_.what; }
    void spare(std::uint64_t length) {
        if (!ok()) {
            return;
        }
        length = length < last_.length ? length : last_.length;
        if (length == 0) {
            return;
        }
        const std::uint64_t size = last_.length / last_.count;
        region behind = last_;
        last_.length -= length;
        last_.count = last_.length / size;
        behind.where.offset += last_.length;
        behind.length = length;
        behind.count = length / size;
        behind.what = role::padding;
        push(behind);
    }
    // Goes back to before what was taken last, which is not told: it is read again in more detail.
    void take_back() noexcept {
        static_cast<cursor&>(*this) = cursor{bytes(), offset() - last_.length};
        told_ -= last_.length;
        last_ = {};
    }
    // Tells the rest of the window, if any, as a gap: also what was refused.
    void finish() {
        region rest;
        rest.where.offset = told_;
        rest.type = "u8";
        rest.count = bytes().base() + bytes().size() - told_;
        rest.length = rest.count;
        rest.what = role::gap;
        push(rest);
        push({});
    }

    template <wire_word T> [[nodiscard]] T value(const char* path) {
        const T out = cursor::value<T>(path);
        tell(path, type_name<T>, elements<T>, sizeof(T));
        return out;
    }
    template <wire T> [[nodiscard]] const T* record(const char* path) {
        const T* const out = cursor::record<T>(path);
        if constexpr (is_leaf<T>) {
            tell(path, type_name<T>, elements<T>, sizeof(T));
        } else if (out != nullptr) {
            tell_fields(bytes(), at(path), 0, *out, [&](const region& one) { push(one); });
        }
        return out;
    }
    template <wire T> [[nodiscard]] effigy::array<T> array(std::uint32_t count, const char* path) {
        const effigy::array<T> out = cursor::array<T>(count, path);
        tell(path, type_name<T>, out.size() * elements<T>, out.size() * sizeof(T));
        return out;
    }
    [[nodiscard]] std::span<const std::byte> take(std::uint64_t length, const char* path) {
        const std::span<const std::byte> out = cursor::take(length, path);
        tell(path, "u8", out.size(), out.size());
        return out;
    }
    [[nodiscard]] std::string_view text(std::uint64_t length, const char* path) {
        const std::string_view out = cursor::text(length, path);
        tell(path, "char", out.size(), out.size());
        return out;
    }
    [[nodiscard]] std::string_view text_until_nul(const char* path) {
        const std::string_view out = cursor::text_until_nul(path);
        tell(path, "char", out.size() + 1, out.size() + 1);
        return out;
    }
    template <class Search>
    [[nodiscard]] std::pair<std::string_view, std::string_view> text_pair(Search&, const char* path,
                                                                          const char* path_of_second) {
        const std::string_view first = text_until_nul(path);
        return {first, text_until_nul(path_of_second)};
    }
    void skip(std::uint64_t length, const char* path) { static_cast<void>(take(length, path)); }
    template <wire_word T> [[nodiscard]] std::uint32_t count(const char* path) {
        const std::uint32_t out = cursor::count<T>(path);
        tell(path, type_name<T>, 1, sizeof(T), role::reference);
        return out;
    }
    void magic(const char (&expected)[5], const char* path) {
        cursor::magic(expected, path);
        tell(path, "char", 4, 4, role::constant);
    }

private:
    template <class T> static constexpr std::uint64_t elements = is_text<T> ? sizeof(T) : 1; // texts are of characters

    // Of what begins `back` bytes before here.
    [[nodiscard]] region at(const char* path, std::uint64_t back = 0) const noexcept {
        region one;
        one.where.path = path;
        one.where.offset = bytes().base() + offset() - back;
        one.where.depth = depth_ < location::max_depth ? depth_ : location::max_depth;
        std::copy_n(index_, one.where.depth, one.where.index);
        return one;
    }
    // What ends here.
    void tell(const char* path, const char* type, std::uint64_t count, std::uint64_t length, role what = role::value) {
        if (ok()) {
            region one = at(path, length);
            one.type = type;
            one.count = count;
            one.length = length;
            one.what = what;
            push(one);
        }
    }
    // The last one waits, since its end may be spare.
    void push(const region& one) {
        if (last_.length != 0) {
            (*sink_)(std::as_const(last_));
        }
        last_ = one;
        told_ = one.length != 0 ? one.offset() + one.length : told_;
    }

    Sink* sink_;
    std::uint64_t told_; // offset in the file of what is not told yet
    region last_;
    std::uint32_t index_[location::max_depth]{};
    std::uint8_t depth_ = 0;
};

} // namespace impl

} // namespace effigy::inline v0
