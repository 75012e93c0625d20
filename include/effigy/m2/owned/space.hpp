// The bytes that offsets count from, while they are written.
#pragma once

#include <effigy/core/impl/placed_bytes.hpp>
#include <effigy/m2/view/companion.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {
using namespace effigy::impl;

// A file, or the content of a chunk: a part of an original, whose places all lists keep, or new and growing.
class space {
public:
    // Starts with a record of this size.
    space(std::uint64_t root, std::pmr::memory_resource* memory) : made_(memory) { add_zeros(root); }
    // Takes memory for a file of this size.
    void reserve(std::uint64_t size) { made_.reserve(to_size(size)); }
    // `places` is a part of a file, whose bytes `file` replaces.
    space(placed_bytes& file, byte_view places) : file_(&file), places_(places) {}

    [[nodiscard]] bool is_new() const noexcept { return file_ == nullptr; }
    [[nodiscard]] const byte_view& places() const noexcept { return places_; }
    [[nodiscard]] std::uint64_t size() const noexcept { return is_new() ? made_.size() : places_.size(); }

    // Returns the place of a list in a new space: all known client files align them (48 of 48 models, 12 of 12 .skin
    // and 48 of 48 .anim).
    std::uint64_t append(std::uint64_t size) {
        const std::size_t before = gap();
        const auto added = made_.append(before + to_size(size));
        for (std::size_t i = 0; i < before; ++i) {
            added[i] = {};
        }
        return made_.size() - size;
    }
    std::uint64_t append_zeros(std::uint64_t size) {
        add_zeros(gap() + size);
        return made_.size() - size;
    }
    void align() { add_zeros(gap()); }
    // Puts records, in the form T. Returns false if they do not fit, or if other bytes were put there.
    template <wire T, class Host> [[nodiscard]] bool put(std::uint64_t at, std::span<const Host> records) {
        if (!is_new()) {
            return file_->template put<T>(places_.base() + at, records);
        }
        const std::uint64_t bytes = records.size() * std::uint64_t{sizeof(T)};
        if (at > made_.size() || bytes > made_.size() - at) {
            return false;
        }
        const std::span<std::byte> to = std::span{made_}.subspan(to_size(at), to_size(bytes));
        if constexpr (std::is_same_v<Host, T>) {
            convert_block(std::as_bytes(records), to);
        } else if (!records.empty()) {
            convert_block(records.data(), overlay<T>(to.data()), records.size());
        }
        return true;
    }
    // Sets bytes of a new space to 0. Precondition: they are inside.
    void clear(std::uint64_t at, std::uint64_t size) noexcept {
        for (std::byte& each : std::span{made_}.subspan(to_size(at), to_size(size))) {
            each = {};
        }
    }
    // Returns a record that was put into a new space; null if it is outside.
    template <wire T> [[nodiscard]] const T* find(std::uint64_t at) const noexcept {
        return byte_view{std::span<const std::byte>{made_}}.record_at<T>(at);
    }
    [[nodiscard]] const file_bytes& bytes() const noexcept { return made_; }
    [[nodiscard]] file_bytes take() noexcept { return std::move(made_); }

private:
    [[nodiscard]] std::size_t gap() const noexcept {
        constexpr std::size_t alignment = 16;
        return (alignment - made_.size() % alignment) % alignment;
    }
    void add_zeros(std::uint64_t size) { made_.append(to_size(size), std::byte{}); }

    file_bytes made_;
    placed_bytes* file_ = nullptr;
    byte_view places_;
};

}}}} // namespace effigy::v0::m2::impl
