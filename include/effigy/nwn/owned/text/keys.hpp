// Controllers in text form.
#pragma once

#include <effigy/core/impl/decimal.hpp>
#include <effigy/nwn/owned/derive/vertices.hpp>
#include <effigy/nwn/owned/text/lists.hpp>
#include <effigy/nwn/owned/text/patches.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// Returns the angle with this sine, which is not negative, and cosine.
[[nodiscard]] inline double half_angle(double sine_of, double cosine_of) noexcept {
    const double cosine_size = absolute(cosine_of);
    double out = arc_cosine(cosine_size < 1 ? cosine_size : 1);
    if (sine_of < cosine_size) { // one step of Newton's method: the cosine says little of a small angle
        out = half_pi - arc_cosine(sine_of);
        out -= (sine(out) - sine_of) / cosine_size;
    }
    return cosine_of < 0 ? 2 * half_pi - out : out;
}
// Writes the statement of a controller; one without a name is named by its id. `keyword`: what follows the name; empty,
// if there is no time. Four values are an axis and an angle, whatever they mean, but not of a controller without a
// name.
template <class = when_used>
void write_controller(text_line<>& to, std::int32_t id, std::uint32_t flags, producer by, std::string_view keyword,
                      std::span<const float> times, std::span<const float> values, std::string_view end_of_line) {
    const std::size_t width = times.empty() ? 0 : values.size() / times.size();
    const std::string_view name = controller_name(id, flags, by);
    const bool is_named = controller_of(name, flags, by).id == id;
    to << "  ";
    if (is_named) {
        to << name << keyword;
    } else {
        to << controller_by_id << std::int64_t{id} << keyword;
    }
    if (!keyword.empty()) {
        to << " " << static_cast<std::int64_t>(times.size());
    }
    for (std::size_t row = 0; row < times.size(); ++row) {
        if (!keyword.empty()) {
            to << end_of_line << "    " << times[row];
        }
        const std::span<const float> of_row = values.subspan(row * width, width);
        if (width == 4 && is_named) {
            const vector3<double> axis = widened({of_row[0], of_row[1], of_row[2]});
            const double size = length(axis), real = static_cast<double>(of_row[3]);
            const double norm = square_root(size * size + real * real);
            const double angle = norm != 0 ? 2 * half_angle(size / norm, real / norm) : 0;
            const vector3<float> along = narrowed(size != 0 ? axis * (1 / size) : axis);
            to << " " << along.x << " " << along.y << " " << along.z << " " << static_cast<float>(angle);
        } else {
            for (const float value : of_row) {
                to << " " << value;
            }
        }
    }
}

inline constexpr std::int32_t controls_detonation = 228; // keys without a value: only a time matters
[[nodiscard]] constexpr bool is_detonation(const statement& keys, const controller_statement& of) noexcept {
    return of.has_rows && keys.rows().empty() && of.id == controls_detonation && keys.stated_count() == 1;
}

// The controllers of one node, and the pool of their numbers.
template <class = when_used> class text_keys {
public:
    text_keys(bool as_nwnmdlcomp, std::pmr::memory_resource* memory)
        : keys_(memory), numbers_(memory), as_nwnmdlcomp_(as_nwnmdlcomp) {}

    void clear() noexcept {
        keys_.clear();
        numbers_.clear();
    }
    [[nodiscard]] const pool<owned_key>& keys() const noexcept { return keys_; }
    [[nodiscard]] const pool<float>& numbers() const noexcept { return numbers_; }

    // Reads a statement. An error, if the binary form has no room for it.
    [[nodiscard]] error read(const statement& each, const controller_statement& of) {
        constexpr std::size_t most_values = 10; // as nwnmdlcomp
        const std::size_t most = of.is_bezier || of.is_raw ? key_row::most : most_values;
        owned_key key{};
        key.id = of.id;
        std::size_t rows = of.has_rows ? each.rows().size() : 1;
        const bool is_empty = is_detonation(each, of);
        rows = is_empty ? 1 : rows;
        if (rows == 0) {
            return {};
        }
        constexpr std::size_t most_rows = 0x7FFF, most_numbers = 0xFFFF;
        if (rows > most_rows || numbers_.size() + rows > most_numbers) {
            return error{each.at("nodes[].controllers[].rows"), errc::out_of_bounds,
                         rows > most_rows ? most_rows : most_numbers,
                         static_cast<std::int64_t>(rows > most_rows ? rows : numbers_.size() + rows),
                         "keys of a controller, and numbers of a node, in the binary form"};
        }
        key.rows = static_cast<std::int16_t>(rows);
        key.time_index = static_cast<std::uint16_t>(numbers_.size());
        key.value_index = static_cast<std::uint16_t>(numbers_.size() + rows);
        const std::size_t times = numbers_.size();
        numbers_.resize(numbers_.size() + rows);
        std::size_t width = 0, number = 0;
        const auto add = [&](const key_row& row) {
            width = number == 0 && row.count != 0 ? row.count - 1 : width;
            numbers_[times + number++] = row.numbers[0];
            for (std::size_t i = 0; i < width; ++i) {
                numbers_.push_back(row.numbers[i + 1]);
            }
        };
        bool has_values = true;
        if (is_empty) {
            add({});
            has_values = false;
        } else if (of.has_rows) {
            for (const text_words& row : each.rows()) {
                add(row_of(row, 0, most, 0, of.is_raw));
            }
        } else {
            text_words words = each.words();
            add(row_of(words, 1, most, 1, of.is_raw));
        }
        constexpr std::uint8_t is_bezier = 0x10, no_values = 0xFF;
        // nwnmdlcomp writes the width of a row in place of the columns of a value.
        const bool stores_width = as_nwnmdlcomp_ || width % 3 != 0;
        key.columns = !has_values    ? no_values
                      : of.is_bezier ? static_cast<std::uint8_t>((stores_width ? width : width / 3) | is_bezier)
                                     : static_cast<std::uint8_t>(width);
        keys_.push_back(key);
        return {};
    }

private:
    // A time and values, of a row of keys or of a statement without time.
    struct key_row {
        static constexpr std::size_t most = 13; // a time, and a quaternion with two tangents
        std::array<float, most> numbers{};
        std::size_t count = 0;
    };

    // Reads the numbers of a row behind `skipped` words. `first`: where they go; the time before them is 0. Four values
    // are an axis and an angle, unless they are `raw`.
    [[nodiscard]] static key_row row_of(const text_words& words, std::size_t skipped, std::size_t most,
                                        std::size_t first, bool raw) noexcept {
        key_row out;
        out.count = first;
        for (const text_word& word : words) {
            if (skipped != 0) {
                --skipped;
            } else if (out.count == most || !read_number(word.text, out.numbers[out.count])) {
                break;
            } else {
                ++out.count;
            }
        }
        constexpr std::size_t of_axis_and_angle = 5;
        if (out.count == of_axis_and_angle && !raw) {
            const quaternion<float> q = rotation_of({out.numbers[1], out.numbers[2], out.numbers[3]}, out.numbers[4]);
            out.numbers[1] = q.x;
            out.numbers[2] = q.y;
            out.numbers[3] = q.z;
            out.numbers[4] = q.w;
        }
        return out;
    }
    // Returns the rotation about an axis, which need not have the length 1. Roundings to float are those of nwnmdlcomp.
    [[nodiscard]] static quaternion<float> rotation_of(const vector3<float>& axis, float angle) noexcept {
        const auto rounded = [](double of) { return static_cast<double>(static_cast<float>(of)); };
        vector3<double> along = widened(axis);
        if (const double size = square_root(dot(along, along)); size != 0) {
            along = {rounded(along.x / size), rounded(along.y / size), rounded(along.z / size)};
        }
        // Beyond a million turns, an angle of single precision says nothing.
        constexpr double most = 1e6;
        const double half = static_cast<double>(angle) / 2;
        double reduced = half > -most && half < most ? half : 0;
        const auto turns = static_cast<std::int64_t>(reduced / (2 * half_pi) + (reduced < 0 ? -0.5 : 0.5));
        constexpr double half_pi_rest = 6.123233995736766e-17;
        reduced = reduced - static_cast<double>(turns) * (2 * half_pi) - static_cast<double>(turns) * 2 * half_pi_rest;
        const double sign = turns % 2 != 0 ? -1 : 1;
        const double sine_of = rounded(sign * sine(reduced));
        const double cosine_of = sign * sine(half_pi - absolute(reduced) + half_pi_rest);
        return {static_cast<float>(along.x * sine_of), static_cast<float>(along.y * sine_of),
                static_cast<float>(along.z * sine_of), static_cast<float>(cosine_of)};
    }

    pool<owned_key> keys_;
    pool<float> numbers_;
    bool as_nwnmdlcomp_;
};

}}}} // namespace effigy::v0::nwn::impl
