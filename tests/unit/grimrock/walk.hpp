// Computes a digest of everything that can be read from a model or clip of the Grimrock and Shinobi engines.
#pragma once

#include "grimrock/fixtures.hpp"
#include "support/walk.hpp"

#include <effigy/core/fields.hpp>
#include <effigy/grimrock.hpp>
#include <effigy/grimrock/regions.hpp>

#include <algorithm>
#include <span>

namespace walk {

namespace grimrock = effigy::grimrock;

// ---- the members of views ------------------------------------------------------------------------------------------

template <class Function> void members(const grimrock::segment& segment, const Function& f) {
    f(segment.material(), segment.first_index(), segment.triangle_count(), segment.primitive_type(), segment.record());
}
template <class Function> void members(const grimrock::vertex_array& array, const Function& f) {
    f(array.component(), array.dimension(), array.stride(), array.bytes());
    for (std::uint32_t vertex = 0; array && vertex < array.vertex_count(); ++vertex) {
        for (std::uint32_t i = 0; i <= array.dimension(); ++i) {
            f(array.number(vertex, i));
        }
    }
}
template <class Function> void members(const grimrock::bone& bone, const Function& f) {
    f(bone.node(), bone.inverse_bind());
}
template <class Function> void members(const grimrock::mesh& mesh, const Function& f) {
    f(mesh.vertex_count(), mesh.positions(), mesh.normals(), mesh.tangents(), mesh.bitangents(), mesh.colors());
    f(mesh.joints(), mesh.weights(), mesh.triangle_count(), mesh.indices(), mesh.segments(), mesh.bounds());
    f(mesh.bones(), mesh.emissive(), mesh.cast_shadow());
    for (const auto& array : mesh.arrays()) {
        f(array.component(), array.bytes().size());
    }
    for (std::uint8_t slot = 0; slot <= grimrock::vertex_array_count; ++slot) {
        f(mesh.array(static_cast<grimrock::vertex_semantic>(slot)));
    }
    for (std::uint32_t set = 0; set <= 8; ++set) {
        f(mesh.texcoords(set), mesh.texcoords(set).packed().size());
    }
    f(mesh.positions().packed().size(), mesh.colors().packed().size(), mesh.weights().packed().size());
    const grimrock::repaired_segments repaired{mesh};
    f(repaired.differ(), repaired);
}
template <class Function> void members(const grimrock::node& node, const Function& f) {
    f(node.name(), node.parent(), node.parent_as_stored(), node.type(), node.light(), node.mesh());
}
template <class Function> void members(const grimrock::item& item, const Function& f) {
    f(item.name(), item.frames_per_second(), item.frame_count());
    f(item.keys(), item.positions(), item.rotations(), item.scales());
}
template <class Function> void members(const grimrock::key& key, const Function& f) {
    f(key.position, key.rotation, key.scale);
}
template <class Function> void members(const grimrock::model& model, const Function& f) {
    f(model.version(), model.nodes(), model.trailing());
}
template <class Function> void members(const grimrock::animation& clip, const Function& f) {
    f(clip.name(), clip.version(), clip.frames_per_second(), clip.frame_count(), clip.duration(), clip.trailing());
    f(clip.items());
}

// ---- everything ----------------------------------------------------------------------------------------------------

// Memory for the matrices of a model's nodes and bones and for the vertices of one mesh.
template <effigy::real R> struct scratch {
    std::vector<effigy::matrix4x3<R>> poses, world, skin;
    std::vector<effigy::vector3<R>> vertices;

    explicit scratch(const grimrock::model& model) : poses(model.nodes().size()), world(model.nodes().size()) {
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
template <> struct memory<grimrock::model> {
    std::vector<effigy::tree_entry> entries;
    scratch<float> floats;
    scratch<double> doubles;

    explicit memory(const grimrock::model& model) : entries(model.nodes().size()), floats(model), doubles(model) {}
};

template <class T> void add_first(digest& to, const std::vector<T>& values, std::size_t count) {
    add(to, std::span(values).first(std::min(count, values.size())));
}
template <effigy::real R> void add_matrices(digest& to, const grimrock::node_index& nodes, scratch<R>& given) {
    to.add(rest_poses(nodes, given.poses));
    to.add(local_matrices(given.poses, given.world));
    local_to_world(nodes, given.world);
    add(to, given.world);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (const auto mesh = nodes.at(i).mesh()) {
            add_first(to, given.skin, skin_matrices(mesh, given.world, given.skin));
            add_first(to, given.vertices, skin_positions(mesh, given.skin, given.vertices));
            add_first(to, given.vertices, skin_normals(mesh, given.skin, given.vertices));
        }
    }
}
inline void walk_view(digest& to, const grimrock::model& model, memory<grimrock::model>& given) {
    to.add(add_regions(to, model));
    to.add(verify(model).code);
    add(to, model);
    const auto nodes = model.index(given.entries);
    add(to, nodes);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        add(to, nodes[i]);
        to.add(nodes.find_last(nodes.name(i)));
    }
    add_matrices(to, nodes, given.floats);
    add_matrices(to, nodes, given.doubles);
}

// The model that clips are applied to.
struct clip_target {
    support::byte_builder file = fixtures::write(fixtures::everything(2), 2);
    grimrock::model model = *grimrock::open(file.span());
    std::vector<effigy::tree_entry> entries{model.nodes().size()};
    grimrock::node_index nodes = model.index(entries);
};
template <> struct memory<grimrock::animation> {
    const clip_target& target;
    std::vector<effigy::matrix4x3<float>> floats, bound_floats;
    std::vector<effigy::matrix4x3<double>> doubles, bound_doubles;
    std::vector<grimrock::bound_item> items;

    explicit memory(const grimrock::animation& clip)
        : target(shared_target()), floats(target.nodes.size()), bound_floats(floats.size()), doubles(floats.size()),
          bound_doubles(floats.size()), items(clip.items().size()) {}

    [[nodiscard]] static const clip_target& shared_target() {
        static const clip_target out;
        return out;
    }
};

template <effigy::real R> void add_samples(digest& to, const grimrock::animation& clip, const clip_target& target,
                                           std::vector<effigy::matrix4x3<R>>& poses,
                                           const grimrock::bound_animation& bound,
                                           std::vector<effigy::matrix4x3<R>>& of_bound) {
    using limits = std::numeric_limits<double>;
    for (const auto mode : {effigy::playback::once, effigy::playback::loop}) {
        for (const double seconds :
             {-3.0, 0.0, 1.0 / 60, clip.duration(), limits::max(), -limits::infinity(), not_a_number}) {
            for (const auto& item : clip.items()) {
                add(to, sample<R>(item, seconds, {{1, 2, 3}, {}, {4, 5, 6}}, mode));
            }
            rest_poses(target.nodes, poses);
            rest_poses(target.nodes, of_bound);
            const std::size_t count = apply(clip, seconds, target.nodes, poses, mode);
            to.add(count);
            add(to, poses);
            if (has_same_bits && (count != apply(bound, seconds, of_bound, mode) || !same(poses, of_bound))) {
                effigy::trap("a bound clip has other poses");
            }
        }
    }
}
inline void walk_view(digest& to, const grimrock::animation& clip, memory<grimrock::animation>& given) {
    to.add(add_regions(to, clip));
    to.add(verify(clip).code);
    add(to, clip);
    const grimrock::bound_animation bound{clip, given.target.nodes, given.items};
    add_samples(to, clip, given.target, given.floats, bound, given.bound_floats);
    add_samples(to, clip, given.target, given.doubles, bound, given.bound_doubles);
}

} // namespace walk
