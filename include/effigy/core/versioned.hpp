// Records whose declaration depends on the version of the format.
#pragma once

#include <effigy/core/byte_view.hpp>

namespace effigy { inline namespace v0 {

// One record, or none. The owner knows which of the declarations applies.
template <wire... Records> class versioned_record {
public:
    constexpr versioned_record() = default;
    template <class Record>
        requires(std::same_as<Record, Records> || ...)
    explicit versioned_record(const Record* record) noexcept : at_(reinterpret_cast<const std::byte*>(record)) {}

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return at_ != nullptr; }
    [[nodiscard]] constexpr const std::byte* data() const noexcept { return at_; } // null if there is no record

    // Whether there is a record, and it is an `Of`: declaration number `which` is Of or derives from it.
    template <class Of> [[nodiscard]] EFFIGY_INLINE constexpr bool is(std::size_t which) const noexcept {
        constexpr std::size_t fitting = set_of<Of>();
        static_assert(fitting != 0, "the record has no such declaration");
        return at_ != nullptr && (fitting >> which & 1U) != 0;
    }
    // Returns the record as an `Of`. Precondition: is<Of>(which).
    template <class Of> [[nodiscard]] EFFIGY_INLINE constexpr const Of& get() const noexcept {
        return *impl::overlay<Of>(at_);
    }
    // Returns the record as an `Of`; null if it is none.
    template <class Of> [[nodiscard]] EFFIGY_INLINE constexpr const Of* as(std::size_t which) const noexcept {
        return is<Of>(which) ? &get<Of>() : nullptr;
    }

    // Calls use(record) with the record as declaration number `which`. Precondition: there is a record.
    // NOLINTNEXTLINE(modernize-use-nodiscard)
    template <class Use> EFFIGY_INLINE constexpr auto visit(std::size_t which, const Use& use) const {
        return visit_as<Records...>(which, use);
    }

private:
    template <wire... R> friend class versioned_array;
    constexpr explicit versioned_record(const std::byte* at) noexcept : at_(at) {}

    // The declarations that are an Of or derive from it: bit `which` of the result. A base begins where the record
    // does.
    template <class Of> [[nodiscard]] static consteval std::size_t set_of() {
        std::size_t set = 0, bit = 1;
        ((set |= __is_base_of(Of, Records) ? bit : 0, bit *= 2), ...);
        return set;
    }

    template <class First, class... Rest, class Use>
    // NOLINTNEXTLINE(modernize-use-nodiscard)
    EFFIGY_INLINE constexpr auto visit_as(std::size_t which, const Use& use) const {
        if constexpr (sizeof...(Rest) != 0) {
            if (which != 0) {
                return visit_as<Rest...>(which - 1, use);
            }
        }
        return use(*impl::overlay<First>(at_));
    }

    const std::byte* at_ = nullptr;
};

// Contiguous records that all have the same declaration.
template <wire... Records> class versioned_array {
public:
    constexpr versioned_array() = default;
    // The `count` records at `offset`, with declaration number `which`. Empty if they do not fit in the file.
    versioned_array(byte_view file, std::uint64_t offset, std::uint32_t count, std::size_t which) noexcept {
        const std::uint64_t n = count;
        const std::span<const std::byte> bytes = file.bytes_at(offset, n * record_size(which));
        first_ = bytes.data();
        count_ = bytes.empty() ? 0 : impl::to_size(n);
    }

    [[nodiscard]] constexpr std::size_t size() const noexcept { return count_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return count_ == 0; }
    // No record if i >= size().
    [[nodiscard]] constexpr versioned_record<Records...> at(std::uint64_t i, std::size_t which) const noexcept {
        return i < count_ ? versioned_record<Records...>{first_ + impl::to_size(i) * record_size(which)}
                          : versioned_record<Records...>{};
    }
    // Calls use(array<Record>) with the records as declaration number `which`.
    // NOLINTNEXTLINE(modernize-use-nodiscard)
    template <class Use> constexpr auto visit(std::size_t which, const Use& use) const {
        return visit_as<Records...>(which, use);
    }

    [[nodiscard]] static constexpr std::size_t record_size(std::size_t which) noexcept {
        return sizes[which < sizeof...(Records) ? which : sizeof...(Records) - 1];
    }

private:
    static constexpr std::size_t sizes[sizeof...(Records)] = {sizeof(Records)...};

    template <class First, class... Rest, class Use>
    // NOLINTNEXTLINE(modernize-use-nodiscard)
    constexpr auto visit_as(std::size_t which, const Use& use) const {
        if constexpr (sizeof...(Rest) != 0) {
            if (which != 0) {
                return visit_as<Rest...>(which - 1, use);
            }
        }
        return use(count_ != 0 ? array<First>{impl::overlay<First>(first_), count_} : array<First>{});
    }

    const std::byte* first_ = nullptr;
    std::size_t count_ = 0;
};

// The declarations that a record has had, the oldest first.
template <wire... Records> struct record_versions {
    using record = versioned_record<Records...>;
    using array = versioned_array<Records...>;
};

}} // namespace effigy::v0
