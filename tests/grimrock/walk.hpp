// Reads all that can be reached from a model or clip of the Grimrock and Shinobi engines, into a digest.
#pragma once

#include "grimrock/fixtures.hpp"
#include "support/digest.hpp"

#include <effigy/report.hpp>
#include <effigy/shinobi.hpp>

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
template <std::endian E> void add(digest& to, const effigy::vec2<E>& v) {
    to.add(v.x.get());
    to.add(v.y.get());
}
template <std::endian E> void add(digest& to, const effigy::vec3<E>& v) { add(to, effigy::vector3<float>{v}); }
template <std::endian E> void add(digest& to, const effigy::vec4<E>& v) {
    for (std::size_t i = 0; i < 4; ++i) {
        to.add(effigy::element(v, i).get());
    }
}
template <std::endian E> void add(digest& to, const effigy::quat<E>& q) {
    to.add(effigy::dot(effigy::quaternion<float>{q}, effigy::quaternion<float>{1, 2, 3, 4}));
}
template <std::endian E> void add(digest& to, const effigy::grimrock::basic_joints<E>& joints) {
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

template <class Grammar> void add(digest& to, const effigy::grimrock::basic_mesh<Grammar>& mesh) {
    to.add(mesh.vertex_count);
    for (const auto& array : mesh.arrays) {
        to.add(array.component);
        to.add(array.bytes.size());
        for (std::uint32_t vertex = 0; array.used() && vertex < array.vertex_count; ++vertex) {
            for (std::uint32_t i = 0; i <= array.dimension; ++i) {
                to.add(array.number(vertex, i));
            }
        }
    }
    add_all(to, mesh.positions());
    add_all(to, mesh.normals());
    add_all(to, mesh.tangents());
    add_all(to, mesh.bitangents());
    add_all(to, mesh.colors());
    add_all(to, mesh.texcoords());
    add_all(to, mesh.bone_indices());
    add_all(to, mesh.bone_weights());
    for (const auto& index : mesh.indices) {
        to.add(index.get());
    }
    for (const auto& segment : mesh.segments) {
        to.add(segment.material);
        to.add(segment.range->primitive_type.get());
        to.add(segment.range->count.get());
    }
    const effigy::grimrock::repaired_segments repaired{mesh};
    to.add(repaired.differ());
    for (const auto& segment : repaired) {
        to.add(segment.stored.material);
        to.add(segment.first_index);
    }
    if (mesh.bounds != nullptr) {
        add(to, mesh.bounds->center);
        to.add(mesh.bounds->radius.get());
    }
    for (const auto& bone : mesh.bones) {
        to.add(bone.node.get());
    }
    if (mesh.emissive != nullptr) {
        add(to, *mesh.emissive);
    }
    to.add(mesh.cast_shadow);
}

template <class Grammar> void add(digest& to, const effigy::grimrock::basic_node<Grammar>& node) {
    to.add(node.name);
    to.add(node.parent);
    to.add(node.type);
    if (node.light != nullptr) {
        add(to, node.light->color);
        to.add(node.light->cast_shadow);
    }
    if (const auto* const mesh = node.mesh()) {
        add(to, *mesh);
    }
}

template <effigy::real R, class Grammar>
void add_matrices(digest& to, const effigy::grimrock::basic_node_index<Grammar>& nodes) {
    std::vector<effigy::matrix4x3<R>> world(nodes.size());
    to.add(local_matrices(nodes, std::span{world}));
    local_to_world(nodes, std::span{world});
    for (const auto& matrix : world) {
        add(to, matrix);
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto node = nodes[i];
        if (const auto* const mesh = node.mesh()) {
            std::vector<effigy::matrix4x3<R>> skin(mesh->bones.size());
            to.add(skin_matrices(*mesh, std::span<const effigy::matrix4x3<R>>{world}, std::span{skin}));
            for (const auto& matrix : skin) {
                add(to, matrix);
            }
        }
    }
}

template <class Grammar> [[nodiscard]] std::uint64_t digest_of(const effigy::grimrock::basic_model<Grammar>& model) {
    digest out;
    add(out, verify(model));
    out.add(model.node_count());
    out.add(model.trailing().size());
    for (const auto& node : model.nodes()) {
        add(out, node);
    }
    std::vector<effigy::tree_entry> memory(model.node_count());
    const auto nodes = model.index(memory);
    for (std::size_t i = 0; i <= nodes.size(); ++i) {
        add(out, nodes[i]);
        out.add(nodes.name(i));
        out.add(nodes.parent(i));
        out.add(nodes.preorder(i));
        out.add(nodes.find(nodes.name(i)));
        for (const std::uint32_t child : nodes.children(i)) {
            out.add(child);
        }
    }
    add_matrices<float>(out, nodes);
    add_matrices<double>(out, nodes);
    return out.value();
}

// The model that clips are applied to.
struct puppet {
    support::byte_builder file = fixtures::write(fixtures::everything(2), 2);
    effigy::grimrock::model model = *effigy::grimrock::open(file.span());
    std::vector<effigy::tree_entry> memory{model.node_count()};
    effigy::grimrock::node_index nodes = model.index(memory);
};

template <effigy::real R, std::endian E>
void add_samples(digest& to, const effigy::grimrock::basic_animation<E>& clip) {
    using effigy::playback;
    static const puppet target;
    std::vector<effigy::matrix4x3<R>> local(target.nodes.size());
    for (const playback mode : {playback::once, playback::loop}) {
        for (const R seconds : {R{-1}, R{0}, R(1) / 60, static_cast<R>(clip.duration()), R(1e30)}) {
            const auto at = effigy::grimrock::blend_at(clip, seconds, mode);
            for (const auto& item : clip.items()) {
                add(to, effigy::grimrock::sample<R>(item, at));
            }
            to.add(effigy::grimrock::apply(clip, seconds, mode, target.nodes, std::span{local}));
            for (const auto& matrix : local) {
                add(to, matrix);
            }
        }
    }
}

template <std::endian E> [[nodiscard]] std::uint64_t digest_of(const effigy::grimrock::basic_animation<E>& clip) {
    digest out;
    out.add(clip.name);
    out.add(clip.version());
    out.add(clip.frames_per_second);
    out.add(clip.frame_count);
    out.add(clip.trailing().size());
    for (const auto& item : clip.items()) {
        out.add(item.node);
        for (const auto& key : item.keys) {
            add(out, key.position);
        }
        for (const auto& key : item.positions) {
            add(out, key);
        }
        for (const auto& key : item.rotations) {
            add(out, key);
        }
        for (const auto& key : item.scales) {
            add(out, key);
        }
    }
    add_samples<float>(out, clip);
    add_samples<double>(out, clip);
    return out.value();
}

// Of what was opened, or of why it was not.
template <class View> [[nodiscard]] std::uint64_t digest_of(const effigy::result<View>& opened) {
    if (opened) {
        return digest_of(*opened);
    }
    digest out;
    add(out, opened.error());
    return out.value();
}

} // namespace walk
