// Computes a digest of everything that can be read from a model or clip of the Grimrock and Shinobi engines.
#pragma once

#include "grimrock/fixtures.hpp"
#include "support/digest.hpp"

#include <effigy/report.hpp>
#include <effigy/shinobi.hpp>
#include <effigy/shinobi/regions.hpp>

#include <algorithm>

namespace walk {

using support::digest;

template <effigy::real R> void add(digest& to, const effigy::vector3<R>& v) {
    to.add(v.x);
    to.add(v.y);
    to.add(v.z);
}
template <effigy::real R> void add(digest& to, const effigy::matrix4x3<R>& m) {
    for (const auto& column : {m.x, m.y, m.z, m.translation}) {
        add(to, column);
    }
}
template <effigy::real R> void add(digest& to, const effigy::pose<R>& p) {
    add(to, p.position);
    to.add(effigy::dot(p.rotation, effigy::quaternion<R>{1, 2, 3, 4}));
    add(to, p.scale);
}
inline void add(digest& to, const effigy::vec2<>& v) {
    to.add(v.x.get());
    to.add(v.y.get());
}
inline void add(digest& to, const effigy::vec3<>& v) { add(to, effigy::vector3<float>{v}); }
inline void add(digest& to, const effigy::vec4<>& v) {
    for (std::size_t i = 0; i < 4; ++i) {
        to.add(effigy::element(v, i).get());
    }
}
inline void add(digest& to, const effigy::quat<>& q) {
    to.add(effigy::dot(effigy::quaternion<float>{q}, effigy::quaternion<float>{1, 2, 3, 4}));
}
inline void add(digest& to, const effigy::grimrock::joints& joints) {
    for (const auto& bone : joints.bone) {
        to.add(bone.get());
    }
}
inline void add(digest& to, const effigy::rgba8& c) { to.add(c.r << 24 | c.g << 16 | c.b << 8 | c.a); }

template <class Range> void add_all(digest& to, const Range& values) {
    std::size_t count = 0;
    for (const auto& value : values) {
        add(to, value);
        ++count;
    }
    to.add(count);
    to.add(values.packed().size());
}

inline void add(digest& to, const effigy::error& why) { to.add(effigy::to_string(why)); }

inline void add_segment(digest& to, const effigy::grimrock::segment& segment) {
    to.add(segment.material());
    to.add(segment.first_index());
    to.add(segment.triangle_count());
    to.add(segment.primitive_type());
    to.add(segment.range() != nullptr ? segment.range()->first_index.get() : -1);
}

inline void add(digest& to, const effigy::grimrock::mesh& mesh) {
    to.add(mesh.vertex_count());
    for (std::uint8_t slot = 0; slot <= effigy::grimrock::vertex_array_count; ++slot) {
        const auto array = mesh.array(static_cast<effigy::grimrock::vertex_semantic>(slot));
        to.add(array.component());
        to.add(array.bytes().size());
        for (std::uint32_t vertex = 0; array && vertex < array.vertex_count(); ++vertex) {
            for (std::uint32_t i = 0; i <= array.dimension(); ++i) {
                to.add(array.number(vertex, i));
            }
        }
    }
    for (const auto& array : mesh.arrays()) {
        to.add(array.component());
        to.add(array.bytes().size());
    }
    add_all(to, mesh.positions());
    add_all(to, mesh.normals());
    add_all(to, mesh.tangents());
    add_all(to, mesh.bitangents());
    add_all(to, mesh.colors());
    for (std::uint32_t set = 0; set <= 8; ++set) {
        add_all(to, mesh.texcoords(set));
    }
    add_all(to, mesh.joints());
    add_all(to, mesh.weights());
    to.add(mesh.triangle_count());
    for (const auto& index : mesh.indices()) {
        to.add(index.get());
    }
    for (const auto& segment : mesh.segments()) {
        add_segment(to, segment);
    }
    const effigy::grimrock::repaired_segments repaired{mesh};
    to.add(repaired.differ());
    to.add(repaired.size());
    for (const auto& segment : repaired) {
        add_segment(to, segment);
    }
    if (const auto* const bounds = mesh.bounds()) {
        add(to, bounds->center);
        to.add(bounds->radius.get());
    }
    for (const auto& bone : mesh.bones()) {
        to.add(bone.node());
    }
    if (const auto* const emissive = mesh.emissive()) {
        add(to, *emissive);
    }
    to.add(mesh.cast_shadow());
}

inline void add(digest& to, const effigy::grimrock::node& node) {
    to.add(node.name());
    to.add(node.parent());
    to.add(node.parent_as_stored());
    to.add(node.type());
    if (const auto* const light = node.light()) {
        add(to, light->color);
        to.add(light->cast_shadow);
    }
    if (const auto mesh = node.mesh()) {
        add(to, mesh);
    }
}

// Memory for the matrices of a model's nodes and bones and for the vertices of one mesh.
template <effigy::real R> struct scratch {
    std::vector<effigy::matrix4x3<R>> poses, world, skin;
    std::vector<effigy::vector3<R>> vertices;

    explicit scratch(const effigy::grimrock::model& model) : poses(model.nodes().size()), world(model.nodes().size()) {
        std::size_t bones = 0;
        std::size_t positions = 0;
        for (const auto& node : model.nodes()) {
            bones = std::max(bones, node.mesh().bones().size());
            positions = std::max(positions, node.mesh().positions().size());
        }
        skin.resize(bones);
        vertices.resize(positions);
    }
};
template <class Range> void add_values(digest& to, const Range& values, std::size_t count) {
    to.add(count);
    for (std::size_t i = 0; i < count && i < values.size(); ++i) {
        add(to, values[i]);
    }
}
template <effigy::real R>
void add_matrices(digest& to, const effigy::grimrock::node_index& nodes, scratch<R>& memory) {
    to.add(rest_poses(nodes, memory.poses));
    to.add(local_matrices(memory.poses, memory.world));
    local_to_world(nodes, memory.world);
    add_values(to, memory.world, memory.world.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (const auto mesh = nodes.at(i).mesh()) {
            add_values(to, memory.skin, skin_matrices(mesh, memory.world, memory.skin));
            add_values(to, memory.vertices, skin_positions(mesh, memory.skin, memory.vertices));
            add_values(to, memory.vertices, skin_normals(mesh, memory.skin, memory.vertices));
        }
    }
}

inline void add_index(digest& to, const effigy::grimrock::node_index& nodes) {
    for (std::size_t i = 0; i <= nodes.size(); ++i) {
        to.add(nodes.name(i));
        to.add(nodes.parent(i));
        to.add(nodes.preorder(i));
        to.add(nodes.find(nodes.name(i)));
        to.add(nodes.find_last(nodes.name(i)));
        for (const std::uint32_t child : nodes.children(i)) {
            to.add(child);
        }
    }
}

// Whether each region begins where the previous one ends, from the first byte of the file to the last.
template <class View> [[nodiscard]] bool tiled_by_regions(const View& view) {
    std::uint64_t end = 0;
    bool tiled = true;
    regions(view, [&](const effigy::region& one) {
        tiled = tiled && one.offset() == end && one.length != 0;
        end += one.length;
    });
    return tiled && end == view.file().size();
}
template <class View> [[nodiscard]] bool tiled_by_regions(const effigy::result<View>& opened) {
    return !opened || tiled_by_regions(*opened);
}
template <class View> void add_regions(digest& to, const View& view) {
    to.add(tiled_by_regions(view));
    regions(view, [&](const effigy::region& one) {
        to.add(effigy::to_string(one.where));
        to.add(one.fields[0] != nullptr ? one.fields[0] : "");
        to.add(one.type);
        to.add(one.count);
        to.add(one.length);
        to.add(one.what);
    });
}

[[nodiscard]] inline std::uint64_t digest_of(const effigy::grimrock::model& model) {
    digest out;
    add_regions(out, model);
    add(out, verify(model));
    out.add(model.nodes().size());
    out.add(model.trailing().size());
    for (const auto& node : model.nodes()) {
        add(out, node);
    }
    std::vector<effigy::tree_entry> memory(model.nodes().size());
    const auto nodes = model.index(memory);
    add_index(out, nodes);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        add(out, nodes[i]);
    }
    scratch<float> floats{model};
    scratch<double> doubles{model};
    add_matrices(out, nodes, floats);
    add_matrices(out, nodes, doubles);
    return out.value();
}

// The model that clips are applied to.
struct clip_target {
    support::byte_builder file = fixtures::write(fixtures::everything(2), 2);
    effigy::grimrock::model model = *effigy::grimrock::open(file.span());
    std::vector<effigy::tree_entry> memory{model.nodes().size()};
    effigy::grimrock::node_index nodes = model.index(memory);
};

template <effigy::real R>
void add_samples(digest& to, const effigy::grimrock::animation& clip, const clip_target& target,
                 std::vector<effigy::matrix4x3<R>>& poses, std::span<const double> times) {
    for (const auto mode : {effigy::playback::once, effigy::playback::loop}) {
        for (const double seconds : times) {
            for (const auto& item : clip.items()) {
                add(to, sample<R>(item, seconds, {{1, 2, 3}, {}, {4, 5, 6}}, mode));
            }
            to.add(apply(clip, seconds, target.nodes, poses, mode));
            add_values(to, poses, poses.size());
        }
    }
}

inline void add_items(digest& to, const effigy::grimrock::animation& clip) {
    to.add(clip.name());
    to.add(clip.version());
    to.add(clip.frames_per_second());
    to.add(clip.frame_count());
    to.add(clip.duration());
    to.add(clip.trailing().size());
    for (const auto& item : clip.items()) {
        to.add(item.name());
        to.add(item.frames_per_second());
        to.add(item.frame_count());
        for (const auto& key : item.keys()) {
            add(to, key.position);
        }
        for (const auto& key : item.positions()) {
            add(to, key);
        }
        for (const auto& key : item.rotations()) {
            add(to, key);
        }
        for (const auto& key : item.scales()) {
            add(to, key);
        }
    }
}

[[nodiscard]] inline std::uint64_t digest_of(const effigy::grimrock::animation& clip) {
    static const clip_target target;
    const double times[] = {-1, 0, 1.0 / 60, clip.duration(), 1e30};
    digest out;
    add_regions(out, clip);
    add_items(out, clip);
    std::vector<effigy::matrix4x3<float>> floats(target.nodes.size());
    std::vector<effigy::matrix4x3<double>> doubles(target.nodes.size());
    add_samples(out, clip, target, floats, times);
    add_samples(out, clip, target, doubles, times);
    return out.value();
}

// A digest of the opened view, or of the error.
template <class View> [[nodiscard]] std::uint64_t digest_of(const effigy::result<View>& opened) {
    if (opened) {
        return digest_of(*opened);
    }
    digest out;
    add(out, opened.error());
    return out.value();
}

} // namespace walk
