// The two address spaces of a binary MDL, and who wrote it.
#pragma once

#include <effigy/core/window.hpp>
#include <effigy/nwn/records.hpp>

namespace effigy::inline v0::nwn {

// The program that wrote the file, told by its fingerprint (measured: 608 of 608 files).
enum class producer : std::uint8_t { unknown, bioware, nwnmdlcomp, enhanced_edition };

template <endian E> [[nodiscard]] constexpr producer producer_of(const basic_geometry_header<E>& model) noexcept {
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

// Follows references. What is null, or no longer lies in its section, is null or empty.
template <endian E> class basic_sections {
public:
    constexpr basic_sections() = default;
    constexpr basic_sections(window model, window raw, nwn::producer wrote) noexcept
        : model_(model), raw_(raw), producer_(wrote) {}

    [[nodiscard]] constexpr window model() const noexcept { return model_; }
    [[nodiscard]] constexpr window raw() const noexcept { return raw_; }
    [[nodiscard]] constexpr nwn::producer producer() const noexcept { return producer_; }

    template <class T> [[nodiscard]] const T* get(const ptr<T, E>& to) const noexcept {
        const std::uint32_t offset = read_once(to.offset);
        return offset != 0 ? model_.record_at<T>(offset) : nullptr;
    }
    template <class T>
    [[nodiscard]] std::span<const T> get(const ptr<T, E>& to, std::uint32_t count) const noexcept {
        const std::uint32_t offset = read_once(to.offset);
        return offset != 0 ? model_.array_at<T>(offset, count) : std::span<const T>{};
    }
    template <class T> [[nodiscard]] std::span<const T> get(const list<T, E>& of) const noexcept {
        const std::uint32_t offset = read_once(of.offset);
        return offset != 0 ? model_.array_at<T>(offset, of.used) : std::span<const T>{};
    }
    template <class T>
    [[nodiscard]] std::span<const T> get(const raw_ptr<T, E>& to, std::uint32_t count) const noexcept {
        constexpr std::uint32_t none = 0xFFFF'FFFF;
        const std::uint32_t offset = read_once(to.offset);
        return offset != none ? raw_.array_at<T>(offset, count) : std::span<const T>{};
    }

private:
    window model_;
    window raw_;
    nwn::producer producer_ = producer::unknown;
};

} // namespace effigy::inline v0::nwn
