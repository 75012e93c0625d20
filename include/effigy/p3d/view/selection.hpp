// Selections: points with weights, and faces.
#pragma once

#include <effigy/core/impl/access.hpp>
#include <effigy/core/impl/walk_iterator.hpp>
#include <effigy/core/math.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

// Returns the weight of a point's byte as the engine reads it: 0 -> 0, 1 -> 1, 2 -> 254/255, .. 255 -> 1/255.
template <real Real = float> [[nodiscard]] constexpr Real decode_weight(std::uint8_t stored) noexcept {
    return static_cast<Real>(static_cast<std::uint8_t>(0U - stored)) / 255;
}
// Returns the byte whose weight is nearest. Decoding and encoding again returns the same byte, for all 256 bytes.
template <real Real> [[nodiscard]] constexpr std::uint8_t encode_weight(Real weight) noexcept {
    const Real clamped = weight > 1 ? 1 : weight > 0 ? weight : 0;
    return static_cast<std::uint8_t>(0U - static_cast<std::uint8_t>(clamped * 255 + static_cast<Real>(0.5)));
}

struct selected_point {
    std::uint32_t point = 0;
    float weight = 0; // above 0, at most 1
};

namespace impl {
using namespace effigy::impl;

// Walks through the bytes that are not 0.
template <class Value> class selected_walk {
public:
    constexpr selected_walk() = default;
    constexpr explicit selected_walk(const array<u8>& bytes) noexcept : bytes_(bytes) { find(); }

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return i_ < bytes_.size(); }
    [[nodiscard]] constexpr std::size_t position() const noexcept { return i_; }
    [[nodiscard]] constexpr Value get() const noexcept {
        if constexpr (std::same_as<Value, selected_point>) {
            return {static_cast<std::uint32_t>(i_), decode_weight(byte_)};
        } else {
            return static_cast<Value>(i_);
        }
    }
    constexpr void advance() noexcept {
        ++i_;
        find();
    }

private:
    constexpr void find() noexcept {
        for (byte_ = 0; i_ < bytes_.size(); ++i_) {
            byte_ = bytes_[i_];
            if (byte_ != 0) {
                return;
            }
        }
    }

    array<u8> bytes_;
    std::size_t i_ = 0;
    u8 byte_ = 0;
};

} // namespace impl

// The selected points or faces: each stored byte that is not 0, as a Value (a selected_point, or the index of a face).
// The file does not store their number.
template <class Value> class selected {
public:
    using borrows_file = void;
    using value_type = Value;
    using iterator = walk_iterator<impl::selected_walk<Value>>;

    constexpr selected() = default;

    // empty() and begin() read the bytes up to the first that is not 0: all bytes, if nothing is selected.
    [[nodiscard]] constexpr bool empty() const noexcept { return begin() == end(); }
    [[nodiscard]] constexpr iterator begin() const noexcept { return iterator{impl::selected_walk<Value>{bytes_}}; }
    [[nodiscard]] constexpr end_of_range end() const noexcept { return {}; }

private:
    friend struct impl::access;
    constexpr explicit selected(const array<u8>& bytes) noexcept : bytes_(bytes) {}

    array<u8> bytes_;
};

// Points and faces under a name; also the content of #Selected#, #Lock# and #Hide#. Converts to false if there is no
// selection.
class selection {
public:
    constexpr selection() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return name_.data() != nullptr; }
    [[nodiscard]] constexpr std::string_view name() const noexcept { return name_; }
    // Indices of points, with their weights.
    [[nodiscard]] constexpr selected<selected_point> points() const noexcept {
        return impl::access::make<selected<selected_point>>(point_bytes_);
    }
    // Indices of faces.
    [[nodiscard]] constexpr selected<std::uint32_t> faces() const noexcept {
        return impl::access::make<selected<std::uint32_t>>(face_bytes_);
    }

    // The stored bytes. A point's byte encodes its weight, see decode_weight(). A face is selected unless its byte is
    // 0.
    [[nodiscard]] constexpr array<u8> point_bytes() const noexcept { return point_bytes_; } // one per point
    [[nodiscard]] constexpr array<u8> face_bytes() const noexcept { return face_bytes_; }   // one per face

private:
    friend struct impl::access;
    constexpr selection(std::string_view name, const array<u8>& points, const array<u8>& faces) noexcept
        : name_(name), point_bytes_(points), face_bytes_(faces) {}

    std::string_view name_;
    array<u8> point_bytes_, face_bytes_;
};

}}} // namespace effigy::v0::p3d
