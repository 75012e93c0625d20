// The values that facts consist of: rounded numbers, boxes, means, sums, checksums.
#pragma once

#include "verdict.hpp"

#include <effigy/core/array.hpp>
#include <effigy/core/math.hpp>
#include <effigy/regions.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace facts {

using vector = effigy::vector3<double>;
using quaternion = effigy::quaternion<double>;
using matrix = effigy::matrix4x3<double>;
using pose = effigy::pose<double>;

inline constexpr vector probe{1, 2, 3}; // transformed by matrices and rotations that are compared

// ---- values --------------------------------------------------------------------------------------------------------

// The list of f(element) for each element.
template <class Range, class Function> [[nodiscard]] json list_of(const Range& range, const Function& f) {
    json out = json::array();
    for (const auto& element : range) {
        out.push_back(f(element));
    }
    return out;
}

// Returns a number rounded to seven significant digits, or text if it is not finite.
[[nodiscard]] inline json rounded(double value) {
    if (std::isnan(value)) {
        return "nan";
    }
    if (std::isinf(value)) {
        return value > 0 ? "inf" : "-inf";
    }
    std::array<char, 32> digits{};
    static_cast<void>(std::snprintf(digits.data(), digits.size(), "%.7g", value));
    return std::strtod(digits.data(), nullptr) + 0.0; // -0 becomes 0
}

template <class Range> [[nodiscard]] json numbers(const Range& values) {
    return list_of(values, [](double value) { return rounded(value); });
}
[[nodiscard]] inline json numbers(std::initializer_list<double> values) {
    return numbers(std::span<const double>{values.begin(), values.size()});
}

[[nodiscard]] inline std::array<double, 3> elements(const vector& v) { return {v.x, v.y, v.z}; }
[[nodiscard]] inline json coordinates(const vector& v) { return numbers(elements(v)); }
[[nodiscard]] inline json coordinates(const effigy::vec3<>& v) { return coordinates(vector{v}); }
[[nodiscard]] inline json coordinates(const vector& a, const vector& b) {
    return numbers({a.x, a.y, a.z, b.x, b.y, b.z});
}
[[nodiscard]] inline std::array<double, 12> elements(const matrix& m) {
    return {m.x.x, m.x.y, m.x.z, m.y.x,           m.y.y,           m.y.z,
            m.z.x, m.z.y, m.z.z, m.translation.x, m.translation.y, m.translation.z};
}

// Converts bytes without a known encoding from Latin-1 to UTF-8.
[[nodiscard]] inline std::string latin1(std::string_view bytes) {
    std::string out;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            out += c;
        } else {
            out += static_cast<char>(0xC0U | (byte >> 6U));
            out += static_cast<char>(0x80U | (byte & 0x3FU));
        }
    }
    return out;
}

template <class Vectors> [[nodiscard]] std::vector<vector> vectors(const Vectors& stored) {
    std::vector<vector> out;
    for (const effigy::vec3<>& v : stored) {
        out.emplace_back(v);
    }
    return out;
}

// From axes with z up to those of glTF.
[[nodiscard]] inline vector y_up(const vector& v) { return {v.x, v.z, -v.y}; }

// ---- many values ---------------------------------------------------------------------------------------------------

// The lowest and the highest of many numbers. NaN is ignored; both are 0 without numbers.
class range {
public:
    void add(double value) {
        if (!std::isnan(value)) {
            lowest_ = empty_ ? value : std::min(lowest_, value);
            highest_ = empty_ ? value : std::max(highest_, value);
            empty_ = false;
        }
    }
    [[nodiscard]] double lowest() const { return lowest_; }
    [[nodiscard]] double highest() const { return highest_; }

private:
    double lowest_ = 0, highest_ = 0;
    bool empty_ = true;
};
[[nodiscard]] inline json numbers(const range& r) { return numbers({r.lowest(), r.highest()}); }

// The bounds of points with N components: all lowest values, then all highest.
template <std::size_t N> class box {
public:
    void add(const std::array<double, N>& point) {
        for (std::size_t i = 0; i < N; ++i) {
            axes_[i].add(point[i]);
        }
    }
    void add(std::span<const vector> points)
        requires(N == 3)
    {
        for (const vector& point : points) {
            add(elements(point));
        }
    }
    [[nodiscard]] std::array<double, 2 * N> corners() const {
        std::array<double, 2 * N> out{};
        for (std::size_t i = 0; i < N; ++i) {
            out[i] = axes_[i].lowest();
            out[N + i] = axes_[i].highest();
        }
        return out;
    }

private:
    std::array<range, N> axes_{};
};
template <std::size_t N> [[nodiscard]] json numbers(const box<N>& b) { return numbers(b.corners()); }

[[nodiscard]] inline box<3> box_of(std::span<const vector> points) {
    box<3> out;
    out.add(points);
    return out;
}
// Empty without points.
[[nodiscard]] inline json bounds(std::span<const vector> points) {
    return points.empty() ? json::array() : numbers(box_of(points));
}

// A sum of arrays, element by element.
template <std::size_t N> class sum {
public:
    void add(const std::array<double, N>& values) {
        for (std::size_t i = 0; i < N; ++i) {
            total_[i] += values[i];
        }
        ++count_;
    }
    [[nodiscard]] const std::array<double, N>& total() const { return total_; }
    [[nodiscard]] std::size_t count() const { return count_; }

private:
    std::array<double, N> total_{};
    std::size_t count_ = 0;
};
// An empty array for an empty sum.
template <std::size_t N> [[nodiscard]] json numbers(const sum<N>& s) {
    return s.count() != 0 ? numbers(s.total()) : json::array();
}

[[nodiscard]] inline json sum_of(std::span<const matrix> matrices) {
    sum<12> out;
    for (const matrix& m : matrices) {
        out.add(elements(m));
    }
    return numbers(out);
}

// Returns the mean of the finite points; an empty array if there are none.
[[nodiscard]] inline json mean_of(std::span<const vector> points) {
    sum<3> finite;
    for (const vector& point : points) {
        if (std::isfinite(point.x + point.y + point.z)) {
            finite.add(elements(point));
        }
    }
    const auto count = static_cast<double>(finite.count());
    const auto& [x, y, z] = finite.total();
    return finite.count() != 0 ? numbers({x / count, y / count, z / count}) : json::array();
}

// The number of occurrences of each value, in ascending order of the values.
template <class T> class tally {
public:
    void add(const T& value) { ++counts_[value]; }
    [[nodiscard]] json facts() const {
        return list_of(counts_, [](const auto& one) { return json::array({one.first, one.second}); });
    }
    // An object with the count of name(value).
    template <class Name> [[nodiscard]] json facts(const Name& name) const {
        json out = json::object();
        for (const auto& [value, count] : counts_) {
            out[name(value)] = count;
        }
        return out;
    }

private:
    std::map<T, std::uint64_t> counts_;
};

// Counts names that were added before.
class duplicates {
public:
    void add(std::string_view name) { count_ += seen_.insert(name).second ? 0U : 1U; }
    [[nodiscard]] std::uint32_t count() const { return count_; }

private:
    std::set<std::string_view> seen_;
    std::uint32_t count_ = 0;
};

// ---- bulk ----------------------------------------------------------------------------------------------------------

// The CRC-32 of zlib, over a file's bytes.
class checksum {
public:
    void add(std::span<const std::byte> bytes) {
        for (const std::byte byte : bytes) {
            state_ = table[(state_ ^ std::to_integer<std::uint32_t>(byte)) & 0xFFU] ^ (state_ >> 8U);
        }
    }
    [[nodiscard]] std::string hex() const {
        std::array<char, 9> digits{};
        static_cast<void>(std::snprintf(digits.data(), digits.size(), "%08x", ~state_));
        return digits.data();
    }

private:
    static constexpr std::array<std::uint32_t, 256> table = [] {
        std::array<std::uint32_t, 256> out{};
        for (std::uint32_t i = 0; i < out.size(); ++i) {
            out[i] = i;
            for (int bit = 0; bit < 8; ++bit) {
                out[i] = (out[i] >> 1U) ^ ((out[i] & 1U) != 0 ? 0xEDB8'8320U : 0U);
            }
        }
        return out;
    }();

    std::uint32_t state_ = 0xFFFF'FFFF;
};

template <class Records> void add_bytes(checksum& crc, const Records& records) {
    crc.add(std::as_bytes(std::span{records}));
}
template <class Records> [[nodiscard]] std::string crc_of(const Records& records) {
    checksum crc;
    add_bytes(crc, records);
    return crc.hex();
}

[[nodiscard]] inline json bulk(const checksum& crc, std::uint64_t count) { return {{"n", count}, {"crc", crc.hex()}}; }
// `count` is the format's own count.
template <class Records> [[nodiscard]] json bulk(const Records& records, std::uint64_t count) {
    return {{"n", count}, {"crc", crc_of(records)}};
}
template <class T> [[nodiscard]] json bulk_of(const effigy::array<T>& records) { return bulk(records, records.size()); }
template <class T> void add_bulk_of_some(json& out, const char* name, const effigy::array<T>& records) {
    if (!records.empty()) {
        out[name] = bulk_of(records);
    }
}

[[nodiscard]] inline bool is_zero(std::span<const std::byte> bytes) {
    return std::ranges::all_of(bytes, [](std::byte b) { return b == std::byte{}; });
}

// Sums over the regions of a file.
class byte_map {
public:
    template <class View> explicit byte_map(const View& view) {
        regions(view, [&](const effigy::region& one) {
            all_.add(one);
            if (one.role == effigy::role::gap) {
                gaps_.push_back(json::array({one.offset(), one.length}));
            }
            if (one.role == effigy::role::padding && one.where.depth != 0) {
                padding_[one.where.index[0]] += one.length;
            }
        });
    }
    [[nodiscard]] json coverage() const {
        return {{"claimed", all_.claimed}, {"padding", all_.padding}, {"unclaimed", all_.gap}, {"gaps", gaps_}};
    }
    // The padding in records with this number.
    [[nodiscard]] std::uint64_t padding_of(std::uint32_t number) const {
        const auto found = padding_.find(number);
        return found != padding_.end() ? found->second : 0;
    }

private:
    effigy::coverage all_;
    json gaps_ = json::array();
    std::map<std::uint32_t, std::uint64_t> padding_;
};

// ---- matrices ------------------------------------------------------------------------------------------------------

// Precondition: the determinant is a finite number other than 0.
[[nodiscard]] inline matrix inverse(const matrix& m) {
    const double scale = 1 / determinant(m);
    const vector x = cross(m.y, m.z) * scale;
    const vector y = cross(m.z, m.x) * scale;
    const vector z = cross(m.x, m.y) * scale;
    const matrix turned{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}, {}};
    return {turned.x, turned.y, turned.z, transform_vector(turned, m.translation) * -1.0};
}

} // namespace facts
