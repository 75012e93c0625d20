// Points, poses and bytes of the files. glTF is right-handed too, but y is up.
#pragma once

#include "../numbers.hpp"

#include <effigy/nwn.hpp>
#include <effigy/nwn/regions.hpp>

#include <map>

namespace facts::nwn {

namespace format = effigy::nwn;
using pose = effigy::pose<double>;

inline constexpr vector probe{1, 2, 3};

// ---- space ---------------------------------------------------------------------------------------------------------

[[nodiscard]] inline vector gltf(const vector& v) { return {v.x, v.z, -v.y}; }

[[nodiscard]] inline vector rotated(const quaternion& q, const vector& v) {
    return transform_vector(compose(vector{}, q, vector{1, 1, 1}), v);
}
// The largest absolute value of the components.
[[nodiscard]] inline double largest(const vector& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

// The world matrices of nodes.
[[nodiscard]] inline std::vector<matrix> world_matrices(const format::node_index& nodes, std::span<const pose> poses) {
    std::vector<matrix> out(nodes.size());
    format::local_matrices(poses, out);
    local_to_world(nodes, std::span{out});
    return out;
}

// ---- numbers -------------------------------------------------------------------------------------------------------

[[nodiscard]] inline json numbers(const vector& a, const vector& b) {
    return facts::numbers({a.x, a.y, a.z, b.x, b.y, b.z});
}
template <class Points> [[nodiscard]] std::vector<vector> vectors(const Points& stored) {
    std::vector<vector> out;
    for (const effigy::vec3<>& v : stored) {
        out.emplace_back(v);
    }
    return out;
}

// Empty without points.
template <std::size_t N> [[nodiscard]] json bounds(std::span<const std::array<double, N>> points) {
    box<N> out;
    std::for_each(points.begin(), points.end(), [&](const auto& point) { out.add(point); });
    return points.empty() ? json::array() : facts::numbers(out);
}
[[nodiscard]] inline json bounds(std::span<const vector> points) {
    return points.empty() ? json::array() : facts::numbers(box_of(points));
}

// The number of occurrences of each value, in ascending order of the values.
template <class T> class tally {
public:
    void add(const T& value) { ++counts_[value]; }
    [[nodiscard]] json facts() const {
        json out = json::array();
        for (const auto& [value, count] : counts_) {
            out.push_back(json::array({value, count}));
        }
        return out;
    }

private:
    std::map<T, std::uint64_t> counts_;
};

// ---- bytes ---------------------------------------------------------------------------------------------------------

template <class T> void add_bytes(checksum& crc, std::span<const T> records) { crc.add(std::as_bytes(records)); }
template <class T> void add_bytes(checksum& crc, const effigy::array<T>& records) {
    add_bytes(crc, std::span<const T>{records});
}
template <class T> [[nodiscard]] std::string crc_of(std::span<const T> records) {
    checksum crc;
    add_bytes(crc, records);
    return crc.hex();
}
// Null if the array is empty.
template <class T> [[nodiscard]] json bulk(const effigy::array<T>& records) {
    return records.empty() ? json{} : json{{"n", records.size()}, {"crc", crc_of(std::span<const T>{records})}};
}
template <class T> void add_bulk_of_some(json& out, const char* name, const effigy::array<T>& records) {
    if (!records.empty()) {
        out[name] = bulk(records);
    }
}

using format::impl::sections;

// Model data and raw data.
[[nodiscard]] inline sections sections_of(const format::model& model) {
    using header = format::file_header;
    const header& head = *model.file().record_at<header>(0);
    return {model.file().part(sizeof(header), head.model_size),
            model.file().part(sizeof(header) + head.model_size, head.raw_size), model.producer()};
}
[[nodiscard]] inline std::span<const std::byte> bytes_of(const format::model& model, const format::node& node) {
    return sections_of(model).model().bytes_at(node.offset(), node.size());
}

} // namespace facts::nwn
