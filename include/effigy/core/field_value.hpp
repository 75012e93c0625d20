// The values of a field, without their type, for programs that handle all fields alike.
#pragma once

#include <effigy/core/fields.hpp>
#include <effigy/core/result.hpp>

#include <cstring>
#include <span>

namespace effigy { inline namespace v0 {

enum class number_kind : std::uint8_t {
    none,
    uint8,
    int8,
    uint16,
    int16,
    uint32,
    int32,
    int64,
    float32,
    boolean,
    character,
    byte
};

namespace impl {

template <class T> [[nodiscard]] consteval number_kind kind_of_number() {
    if constexpr (std::is_enum_v<T> && !std::same_as<T, std::byte>) {
        return kind_of_number<std::underlying_type_t<T>>();
    } else if constexpr (std::same_as<T, float>) {
        return number_kind::float32;
    } else if constexpr (std::same_as<T, bool>) {
        return number_kind::boolean;
    } else if constexpr (std::same_as<T, char>) {
        return number_kind::character;
    } else if constexpr (std::same_as<T, std::byte>) {
        return number_kind::byte;
    } else if constexpr (std::is_integral_v<T>) {
        constexpr bool is_signed = std::is_signed_v<T>;
        switch (sizeof(T)) {
        case 1: return is_signed ? number_kind::int8 : number_kind::uint8;
        case 2: return is_signed ? number_kind::int16 : number_kind::uint16;
        case 4: return is_signed ? number_kind::int32 : number_kind::uint32;
        default: return is_signed ? number_kind::int64 : number_kind::none;
        }
    }
    return number_kind::none;
}

[[nodiscard]] constexpr std::size_t size_of(number_kind kind) noexcept {
    switch (kind) {
    case number_kind::none: return 0;
    case number_kind::uint16:
    case number_kind::int16: return 2;
    case number_kind::uint32:
    case number_kind::int32:
    case number_kind::float32: return 4;
    case number_kind::int64: return 8;
    default: return 1;
    }
}

// The numbers of a vector: a record of numbers of one type, which are named by one letter each. Otherwise none.
template <class T> [[nodiscard]] consteval number_kind kind_of_vector() {
    number_kind kind = number_kind::none;
    bool is_vector = true;
    T::template fields<T>([&]<class Number, class Holder>(const field& described_field, Number Holder::*) {
        const number_kind next = kind_of_number<Number>();
        is_vector = is_vector && *described_field.name != '\0' && described_field.name[1] == '\0' &&
                    next != number_kind::none && (kind == number_kind::none || kind == next);
        kind = next;
    });
    return is_vector ? kind : number_kind::none;
}
template <class T> [[nodiscard]] consteval number_kind kind_of_value() {
    if constexpr (described<T>) {
        return kind_of_vector<T>();
    } else {
        return kind_of_number<T>();
    }
}

// The numbers and vectors, which a field_value shows.
template <class T>
concept shown_as_numbers = kind_of_value<T>() != number_kind::none;

// How many numbers a number or vector has.
template <shown_as_numbers T>
inline constexpr std::size_t width_of_value = sizeof(T) / size_of(kind_of_value<T>());

// The same field of records that follow each other in memory.
template <class T> class column {
public:
    explicit column(std::span<const T> records) noexcept : column(records.data(), sizeof(T), records.size()) {}
    explicit column(const T& record) noexcept : column(&record, sizeof(T), 1) {}

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t stride() const noexcept { return stride_; }
    // Precondition: i < size().
    [[nodiscard]] const T& operator[](std::size_t i) const noexcept {
        return *reinterpret_cast<const T*>(reinterpret_cast<const unsigned char*>(first_) + i * stride_);
    }
    [[nodiscard]] column first(std::size_t count) const noexcept { return {first_, stride_, count}; }
    [[nodiscard]] column row(std::size_t i) const noexcept { return {&(*this)[i], stride_, 1}; }
    // Precondition: size() != 0.
    template <class Number, class Holder> [[nodiscard]] column<Number> of(Number Holder::* member) const noexcept {
        return {&(first_->*member), stride_, size_};
    }
    [[nodiscard]] auto element(std::size_t i) const noexcept {
        return column<std::remove_extent_t<T>>{&(*first_)[i], stride_, size_};
    }

private:
    template <class> friend class column;

    column(const T* first, std::size_t stride, std::size_t size) noexcept
        : first_(first), stride_(stride), size_(size) {}

    const T* first_;
    std::size_t stride_, size_;
};

} // namespace impl

// One or several elements, each of which is a number, a vector or a fixed array of these; or a text; or only the number
// of records in a list. Refers to the model's memory.
class field_value {
public:
    constexpr field_value() = default;
    // Elements of type T, or of Width times T.
    template <impl::shown_as_numbers T>
    field_value(const T* first, std::size_t size, std::size_t stride = sizeof(T), std::size_t width = 1) noexcept
        : first_(first), type_(type_name<T>), size_(size), stride_(stride), width_(width * impl::width_of_value<T>),
          kind_(impl::kind_of_value<T>()) {}
    explicit field_value(std::string_view text) noexcept
        : first_(text.data()), type_("char"), size_(1), stride_(text.size()), width_(text.size()),
          kind_(number_kind::character) {}
    // The number of records of a list, or of a part that may be absent.
    [[nodiscard]] static constexpr field_value records(const char* type, std::size_t size) noexcept {
        field_value out;
        out.type_ = type;
        out.size_ = size;
        return out;
    }

    // The type of the elements as in type_name<T>: "f32", "vec3", "char", the name of a record.
    [[nodiscard]] constexpr const char* type() const noexcept { return type_; }
    [[nodiscard]] constexpr number_kind kind() const noexcept { return kind_; } // none: a number of records
    [[nodiscard]] constexpr bool is_text() const noexcept { return kind_ == number_kind::character; }
    // The number of elements.
    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
    // How many numbers an element has: 3 in a vec3. Of a text, its length.
    [[nodiscard]] constexpr std::size_t width() const noexcept { return width_; }

    // The other functions have the precondition i < size() and k < width(); checked in every build.
    [[nodiscard]] field_value element(std::size_t i) const noexcept {
        field_value out = *this;
        out.first_ = at(i, 0);
        out.size_ = 1;
        return out;
    }
    // Element 0 of a text; of other numbers, the bytes.
    [[nodiscard]] std::string_view text() const noexcept {
        return {static_cast<const char*>(first_), size_ != 0 ? width_ : 0};
    }
    // Number k of element i. Precondition: kind() is float32.
    [[nodiscard]] float real(std::size_t i, std::size_t k) const noexcept { return read<float>(i, k); }
    // Number k of element i of any other kind.
    [[nodiscard]] std::int64_t integer(std::size_t i, std::size_t k) const noexcept {
        switch (kind_) {
        case number_kind::int8: return read<std::int8_t>(i, k);
        case number_kind::uint16: return read<std::uint16_t>(i, k);
        case number_kind::int16: return read<std::int16_t>(i, k);
        case number_kind::uint32: return read<std::uint32_t>(i, k);
        case number_kind::int32: return read<std::int32_t>(i, k);
        case number_kind::int64: return read<std::int64_t>(i, k);
        case number_kind::none:
        case number_kind::float32: return 0;
        default: return read<std::uint8_t>(i, k);
        }
    }
    // Whether element i has the same bits as element i of another value.
    [[nodiscard]] bool has_same_bits(const field_value& other, std::size_t i) const noexcept {
        const std::size_t bytes = width_ * impl::size_of(kind_);
        return kind_ == other.kind_ && width_ == other.width_ &&
               (bytes == 0 || std::memcmp(at(i, 0), other.at(i, 0), bytes) == 0);
    }

private:
    [[nodiscard]] const unsigned char* at(std::size_t i, std::size_t k) const noexcept {
        if (i >= size_ || k > width_) {
            trap("element or component not below its count");
        }
        return static_cast<const unsigned char*>(first_) + i * stride_ + k * impl::size_of(kind_);
    }
    template <class T> [[nodiscard]] T read(std::size_t i, std::size_t k) const noexcept {
        if (k >= width_ || sizeof(T) != impl::size_of(kind_)) {
            trap("component not below its count, or read as another type");
        }
        T out;
        std::memcpy(&out, at(i, k), sizeof(T));
        return out;
    }

    const void* first_ = nullptr;
    const char* type_ = "";
    std::size_t size_ = 0, stride_ = 0, width_ = 0;
    number_kind kind_ = number_kind::none;
};

}} // namespace effigy::v0
