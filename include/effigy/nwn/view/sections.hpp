// The two address spaces of a binary MDL, and the program that wrote it.
#pragma once

#include <effigy/core/impl/access.hpp>
#include <effigy/core/text.hpp>
#include <effigy/nwn/records.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

// The program that wrote the file. The two words of `functions` in the model header identify it (measured: 608 of 608
// files).
enum class producer : std::uint8_t { unknown, bioware, nwnmdlcomp, enhanced_edition };

namespace impl {

using namespace effigy::impl;

[[nodiscard]] constexpr producer producer_of(const geometry_header& model) noexcept {
    const std::uint32_t first = model.functions[0];
    const std::uint32_t second = model.functions[1];
    if (first == 0x40BBC0 && second == 0x40BBD0) {
        return producer::bioware;
    }
    if (first == 0x46AB0C && second == 0x46AB1C) {
        return producer::nwnmdlcomp;
    }
    return first == 4 && second == 0 ? producer::enhanced_edition : producer::unknown;
}

// Returns the name of another file; empty for "" and "null", which mean none. Ignores the case of A to Z.
template <std::size_t N> [[nodiscard]] constexpr std::string_view name_in(const text<N>& field) noexcept {
    const std::string_view stored = field.view();
    return compare_any_case(stored, "null") == 0 ? std::string_view{} : stored;
}

inline constexpr std::uint32_t no_raw_offset = 0xFFFF'FFFF; // in a raw_ptr: no array; 0 is a valid offset

// Follows references. The result is null or empty if the reference is null or refers to bytes outside of its section.
class sections {
public:
    constexpr sections() = default;
    constexpr sections(byte_view model, byte_view raw, nwn::producer producer) noexcept
        : model_(model), raw_(raw), producer_(producer) {}

    [[nodiscard]] constexpr byte_view model() const noexcept { return model_; }
    [[nodiscard]] constexpr byte_view raw() const noexcept { return raw_; }
    [[nodiscard]] constexpr nwn::producer producer() const noexcept { return producer_; }

    template <class T> [[nodiscard]] const T* get(const ptr<T>& to) const noexcept {
        return to.offset != 0U ? model_.record_at<T>(to.offset) : nullptr;
    }
    template <class T> [[nodiscard]] array<T> get(const array_ptr<T>& to, std::uint32_t count) const noexcept {
        return to.offset != 0U ? model_.array_at<T>(to.offset, count) : array<T>{};
    }
    template <class T> [[nodiscard]] array<T> get(const list<T>& items) const noexcept {
        return items.offset != 0U ? model_.array_at<T>(items.offset, items.used) : array<T>{};
    }
    template <class T> [[nodiscard]] array<T> get(const raw_ptr<T>& to, std::uint32_t count) const noexcept {
        return to.offset != no_raw_offset ? raw_.array_at<T>(to.offset, count) : array<T>{};
    }

    // Returns the characters up to a NUL. data() is null if the reference is null or there is no NUL.
    [[nodiscard]] std::string_view get(const array_ptr<char>& to) const noexcept {
        return to.offset != 0U ? model_.text_until_nul(to.offset) : std::string_view{};
    }

private:
    byte_view model_;
    byte_view raw_;
    nwn::producer producer_ = producer::unknown;
};

} // namespace impl

}}} // namespace effigy::v0::nwn
