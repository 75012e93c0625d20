// Controllers: the properties of a node that change with time.
#pragma once

#include <effigy/core/lazy_range.hpp>
#include <effigy/nwn/view/sections.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

// One controller: rows of numbers, and one time per row. A controller whose key has a number of columns that its id
// does not have is left out: it has no times and no values, see controller_key::has_valid_columns().
class controller {
public:
    constexpr controller() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return record_ != nullptr; }
    [[nodiscard]] constexpr const controller_key* record() const noexcept { return record_; } // null when empty
    // The id of the property that the controller changes: see controller_name().
    [[nodiscard]] constexpr std::int32_t id() const noexcept { return id_; }
    // Numbers per row, without tangents; 0 for an event without values ("detonate"), and if the key is left out.
    [[nodiscard]] constexpr std::uint32_t columns() const noexcept { return columns_; }
    // Whether each row has three groups of columns() numbers: value, incoming tangent, outgoing tangent.
    [[nodiscard]] constexpr bool is_bezier() const noexcept { return is_bezier_; }
    // Numbers per row, with tangents.
    [[nodiscard]] constexpr std::uint32_t width() const noexcept { return columns_ * (is_bezier_ ? 3 : 1); }

    // The times of the rows, in seconds. They rise in every measured file; open() does not check this. Empty for an
    // event without times.
    [[nodiscard]] constexpr array<f32<>> times() const noexcept { return times_; }
    // All rows, one after the other.
    [[nodiscard]] constexpr array<f32<>> values() const noexcept { return values_; }
    // Returns the numbers of row `i`. Empty if there is no row `i` or it has no numbers.
    [[nodiscard]] constexpr array<f32<>> row(std::size_t i) const noexcept {
        return i < times_.size() ? values_.part(std::uint64_t{i} * width(), width()) : array<f32<>>{};
    }

private:
    friend struct impl::access;
    // `pool`: the node's controller_data. If the times are not all in the pool, times() is empty; the same applies to
    // values().
    controller(const controller_key& key, const array<f32<>>& pool) noexcept : record_(&key), id_(key.id) {
        const controller_key read = key; // once: its bytes may change
        if (!read.has_valid_columns()) {
            return;
        }
        is_bezier_ = read.is_bezier();
        columns_ = read.value_width();
        const std::int16_t stored = read.rows;
        const std::size_t rows = stored > 0 ? static_cast<std::size_t>(stored) : 0;
        times_ = pool.part(read.time_index, rows);
        values_ = pool.part(read.value_index, rows * width());
    }

    const controller_key* record_ = nullptr;
    std::int32_t id_ = 0;
    std::uint32_t columns_ = 0;
    array<f32<>> times_;
    array<f32<>> values_;
    bool is_bezier_ = false;
};

namespace impl {

struct controller_source {
    array<controller_key> keys;
    array<f32<>> pool;

    [[nodiscard]] controller get(std::size_t i) const noexcept { return access::make<controller>(keys[i], pool); }
};

} // namespace impl

// The controllers of a node, in file order.
class controller_list : public lazy_range<impl::controller_source> {
public:
    constexpr controller_list() = default;

    // Returns the number of the first controller with this id and with values; npos if there is none.
    [[nodiscard]] std::uint32_t find(std::int32_t id) const noexcept {
        const impl::controller_source& source = this->source();
        for (std::size_t i = 0; i < source.keys.size(); ++i) {
            if (source.keys[i].id == id && !source.get(i).values().empty()) {
                return static_cast<std::uint32_t>(i);
            }
        }
        return npos;
    }

private:
    friend struct impl::access;
    constexpr explicit controller_list(const impl::controller_source& source) noexcept
        : lazy_range<impl::controller_source>(source, source.keys.size()) {}
};

}}} // namespace effigy::v0::nwn
