// Points, normals and bytes of the files. glTF's z points in the opposite direction; stored normals point inward.
#pragma once

#include "../numbers.hpp"

#include <effigy/p3d.hpp>
#include <effigy/p3d/regions.hpp>

#include <map>

namespace facts::p3d {

namespace format = effigy::p3d;

using stored_uv = effigy::vec2<>;

// ---- space ---------------------------------------------------------------------------------------------------------

[[nodiscard]] inline vector gltf_point(const vector& v) { return {v.x, v.y, -v.z}; }
[[nodiscard]] inline vector gltf_normal(const vector& v) { return {-v.x, -v.y, v.z}; } // mirrored, then turned outward
[[nodiscard]] inline matrix gltf(const matrix& m) {                                    // mirror * m * mirror
    return {gltf_point(m.x), gltf_point(m.y), gltf_point(m.z) * -1.0, gltf_point(m.translation)};
}

template <class Vectors> [[nodiscard]] std::vector<vector> gltf_points(const Vectors& stored) {
    std::vector<vector> out;
    for (const effigy::vec3<>& v : stored) {
        out.push_back(gltf_point(vector{v}));
    }
    return out;
}
template <class Vectors> [[nodiscard]] std::vector<vector> gltf_normals(const Vectors& stored) {
    std::vector<vector> out;
    for (const effigy::vec3<>& v : stored) {
        out.push_back(gltf_normal(vector{v}));
    }
    return out;
}

[[nodiscard]] inline bool is_finite(const vector& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

// ---- numbers -------------------------------------------------------------------------------------------------------

[[nodiscard]] inline std::string hex(std::uint32_t value, int digits = 1) {
    std::array<char, 11> out{};
    static_cast<void>(std::snprintf(out.data(), out.size(), "0x%0*x", digits, value));
    return out.data();
}
[[nodiscard]] inline std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

// The sum and the bounds of values. Values with a number that is not finite are only counted.
template <std::size_t N> class finite_values {
public:
    void add(const std::array<double, N>& value) {
        if (std::ranges::all_of(value, [](double x) { return std::isfinite(x); })) {
            sum_.add(value);
            box_.add(value);
        } else {
            ++others_;
        }
    }
    [[nodiscard]] std::uint64_t others() const { return others_; }
    [[nodiscard]] json total() const { return numbers(sum_.total()); }
    [[nodiscard]] json bounds() const { return sum_.count() != 0 ? numbers(box_) : json::array(); }

private:
    sum<N> sum_;
    box<N> box_;
    std::uint64_t others_ = 0;
};

[[nodiscard]] inline finite_values<3> finite(std::span<const vector> points) {
    finite_values<3> out;
    for (const vector& point : points) {
        out.add(elements(point));
    }
    return out;
}
[[nodiscard]] inline finite_values<2> finite(std::span<const stored_uv> uvs) {
    finite_values<2> out;
    for (const stored_uv& uv : uvs) {
        out.add({uv.x, uv.y});
    }
    return out;
}

// Counts how often each value of flags occurs.
class flag_tally {
public:
    void add(std::uint32_t flags) { ++counts_[flags]; }
    [[nodiscard]] json facts() const {
        json out = json::object();
        for (const auto& [flags, count] : counts_) {
            out[hex(flags)] = count;
        }
        return out;
    }

private:
    std::map<std::uint32_t, std::uint64_t> counts_;
};

// ---- bytes ---------------------------------------------------------------------------------------------------------

template <class Records> void add_bytes(checksum& crc, const Records& records) {
    crc.add(std::as_bytes(std::span{records}));
}
template <class Records> [[nodiscard]] std::string crc_of(const Records& records) {
    checksum crc;
    add_bytes(crc, records);
    return crc.hex();
}

[[nodiscard]] inline bool has_nonzero(std::span<const std::byte> bytes) {
    return std::ranges::any_of(bytes, [](std::byte b) { return b != std::byte{}; });
}

// Counts text fields that have a non-zero byte after their NUL.
class junk_count {
public:
    void add(std::string_view text, std::span<const std::byte> field) {
        junk_ += text.size() < field.size() && has_nonzero(field.subspan(text.size())) ? 1U : 0U;
    }
    template <std::size_t N> void add(const effigy::text<N>& field) {
        add(field.view(), std::as_bytes(std::span{field.chars}));
    }
    [[nodiscard]] std::uint64_t count() const { return junk_; }

private:
    std::uint64_t junk_ = 0;
};

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
    [[nodiscard]] std::uint64_t padding_of(std::uint32_t level) const {
        const auto found = padding_.find(level);
        return found != padding_.end() ? found->second : 0;
    }

private:
    effigy::coverage all_;
    json gaps_ = json::array();
    std::map<std::uint32_t, std::uint64_t> padding_; // of each level
};

} // namespace facts::p3d
