// Following references, and tracks: values that change with time.
#pragma once

#include <effigy/core/window.hpp>
#include <effigy/m2/records.hpp>

namespace effigy::inline v0::m2 {

// When a track's keys are. An event track is nothing else.
template <endian E> struct basic_timeline {
    m2::interpolation interpolation = m2::interpolation::step; // as stored
    std::int32_t global_sequence = -1;                         // -1: it follows the sequences
    std::uint32_t loop = 0;                                    // milliseconds, of a global sequence
    std::span<const basic_key_range<E>> ranges;                // by sequence; none: all keys are every sequence's
    std::span<const u32<E>> times;                             // milliseconds
};

// Values of one type, one a key; three where tangents come with them.
template <class T, endian E> struct basic_track : basic_timeline<E> {
    using stored_type = T;

    std::span<const T> values;

    [[nodiscard]] constexpr bool empty() const noexcept { return key_count() == 0; }
    // Value, tangent in and tangent out of each key (readers; no file has any but of cameras, see spline_key).
    [[nodiscard]] constexpr bool has_tangents() const noexcept {
        return this->interpolation >= interpolation::hermite && values.size() == 3 * this->times.size();
    }
    [[nodiscard]] constexpr std::size_t key_count() const noexcept {
        const std::size_t count = has_tangents() ? values.size() / 3 : values.size();
        return count < this->times.size() ? count : this->times.size();
    }
};

// A bone's rotations: one of the two, the other is empty.
template <endian E> struct basic_rotation_track {
    basic_track<quat<E>, E> full;                // up to version 259
    basic_track<basic_packed_quat<E>, E> packed; // from version 260 on
    bool is_packed = false;                      // which of the two, also where it has no keys

    [[nodiscard]] constexpr bool empty() const noexcept { return key_count() == 0; }
    [[nodiscard]] constexpr std::size_t key_count() const noexcept {
        return is_packed ? packed.key_count() : full.key_count();
    }
    [[nodiscard]] constexpr const basic_timeline<E>& timeline() const noexcept {
        return is_packed ? static_cast<const basic_timeline<E>&>(packed) : full;
    }
};

// Follows references. What no longer lies in the file is empty.
template <endian E> class basic_references {
public:
    constexpr basic_references() = default;
    constexpr basic_references(window file, std::span<const u32<E>> loops) noexcept : file_(file), loops_(loops) {}

    [[nodiscard]] constexpr window file() const noexcept { return file_; }
    [[nodiscard]] constexpr std::span<const u32<E>> global_sequences() const noexcept { return loops_; }

    template <class T> [[nodiscard]] std::span<const T> get(const array_ref<T, E>& of) const noexcept {
        return file_.template array_at<T>(of.offset, of.count);
    }
    // Up to the first NUL.
    [[nodiscard]] std::string_view get(const array_ref<char, E>& of) const noexcept {
        const std::string_view all = file_.text_at(of.offset, of.count);
        return all.substr(0, all.find('\0'));
    }
    [[nodiscard]] basic_timeline<E> get(const basic_event_track_header<E>& of) const noexcept {
        const std::int32_t global = read_once(of.global_sequence);
        const auto* const loop = find_at(loops_, static_cast<std::uint64_t>(std::int64_t{global}));
        return {read_once(of.interpolation), global, loop != nullptr ? loop->get() : 0U, get(of.ranges), get(of.times)};
    }
    template <class T> [[nodiscard]] basic_track<T, E> get(const basic_track_header<T, E>& of) const noexcept {
        return {get(of.timeline), get(of.values)};
    }

private:
    window file_;
    std::span<const u32<E>> loops_;
};

} // namespace effigy::inline v0::m2
