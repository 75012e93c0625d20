// Points, poses and bytes of the files. glTF is right-handed too, but y is up.
#pragma once

#include "../numbers.hpp"

#include <effigy/nwn.hpp>
#include <effigy/nwn/regions.hpp>

namespace facts::nwn {

namespace format = effigy::nwn;
using facts::bounds;

// ---- space ---------------------------------------------------------------------------------------------------------

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

// ---- bytes ---------------------------------------------------------------------------------------------------------

// Null if the array is empty.
template <class T> [[nodiscard]] json bulk(const effigy::array<T>& records) {
    return records.empty() ? json{} : bulk_of(records);
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
