// What is odd about a readable file: the quirks that real files were found to have, reported one by one.
// Nothing here is an error; open() and verify() accept all of it.
#pragma once

#include <effigy/core/finding.hpp>
#include <effigy/core/measure.hpp>
#include <effigy/nwn/sample.hpp>

#include <set>
#include <vector>

namespace effigy::inline v0::nwn {

// Reports findings about nodes of one tree.
template <endian E, class Sink> class node_linter {
public:
    node_linter(const basic_model<E>& of, const location& tree, Sink& sink) noexcept
        : model_(of), tree_(tree), sink_(sink) {}

    void header(const basic_node<E>& of, const basic_node_index<E>& nodes) const {
        if (of.name().size() == sizeof(of.header()->name)) {
            report(of, severity::warning, "name-long", "nodes[].name", of.header()->name.chars,
                   "32 characters or more: the game's client is said to crash");
        }
        if (nodes.find(of.name()) != of.number()) {
            report(of, severity::note, "name-repeated", "nodes[].name", of.header()->name.chars,
                   "an earlier node has this name; animations and bones mean that one");
        }
    }

    void controllers(const basic_node<E>& of) const {
        std::set<std::int32_t> ids;
        for (const basic_controller<E> one : of.controllers()) {
            const auto odd = [&](severity level, const char* code, const char* message) {
                report(of, level, code, "nodes[].controllers", one.key, message);
            };
            if (of.name_of(one).empty() && !of.in_animation()) {
                odd(severity::note, "controller-unknown", "no document names this id");
            }
            if (one.bezier) {
                odd(severity::note, "controller-bezier", "tangents; effigy blends linearly between the values");
            }
            if (!one.values.empty() && !ids.insert(one.id).second) {
                odd(severity::note, "controller-repeated", "the node has this controller twice; the first counts");
            }
            if (!rising(one.times)) {
                odd(severity::warning, "controller-times", "times do not rise");
            }
            if (!all_finite(one.values)) {
                odd(severity::warning, "controller-not-finite", "NaN or infinite values");
            } else if (one.id == controls_orientation && one.columns == 4) {
                orientation(one, odd);
            }
        }
    }

    void mesh(const basic_node<E>& of, const basic_mesh<E>& one) const {
        const basic_mesh_header<E>& header = *one.header();
        const auto odd = [&](severity level, const char* code, const char* message) {
            report(of, level, code, "nodes[].mesh", &header, message);
        };
        if (one.swallowed()) {
            odd(severity::warning, "mesh-swallowed",
                "the Enhanced Edition drew these faces with another mesh; find_merges tells which");
        } else if (one.index_list_count() > 1) {
            odd(severity::note, "mesh-index-lists", "more than one index list");
        } else if (!lists_its_faces(one)) {
            odd(severity::note, "mesh-index-list",
                "what is drawn is not the list of faces: a merge, or split tangents");
        }
        if (!one.authored_faces().empty() && header.triangle_mode != 3) {
            odd(severity::warning, "mesh-mode", "not a list of triangles");
        }
        std::uint32_t sets = 0;
        for (std::size_t set = 0; set < 4; ++set) {
            sets += one.texcoords(set).empty() ? 0U : 1U;
        }
        if (one.vertex_count() != 0 && sets != header.texture_count) {
            odd(severity::note, "mesh-texture-count", "counts other texture coordinates than there are");
        }
        bool finite_vertices = true;
        for (const vec3<E>& vertex : one.vertices()) {
            finite_vertices = finite_vertices && impl::finite(vector3<double>{vertex});
        }
        if (!finite_vertices) {
            odd(severity::warning, "mesh-not-finite", "NaN or infinite vertices");
        }
        bool handed = true;
        for (const f32<E>& sign : one.handedness()) {
            handed = handed && (sign == 1.0F || sign == -1.0F);
        }
        if (!handed) {
            odd(severity::warning, "mesh-handedness", "other than +1 and -1");
        }
        faces(of, one);
    }

    void skin(const basic_node<E>& of, const basic_skin<E>& one, std::span<const matrix4x3<double>> world) const {
        const auto odd = [&](severity level, const char* code, const char* message) {
            report(of, level, code, "nodes[].skin", one.header(), message);
        };
        const auto weights = one.weights();
        const auto refs = one.bone_refs();
        bool uneven = false;
        bool misled = false;
        for (std::size_t i = 0; i < weights.size() && i < refs.size(); ++i) {
            double sum = 0;
            for (std::size_t k = 0; k < 4; ++k) {
                const auto weight = static_cast<double>(element(weights[i], k).get());
                sum += weight;
                misled = misled || (weight != 0 && refs[i].slot[k] < 0);
            }
            uneven = uneven || !(impl::distance(sum, 1.0) <= 0.005);
        }
        if (uneven) {
            odd(severity::warning, "weights-sum", "weights that do not add up to 1; divide by their sum");
        }
        if (misled) {
            odd(severity::warning, "weights-boneless", "a weight without a bone");
        }
        std::vector<matrix4x3<double>> moved(one.slot_count());
        skin_matrices(one, world, std::span{moved});
        double residual = 0;
        for (const i16<E>& slot : one.node_to_slot()) {
            const auto bone = static_cast<std::uint32_t>(static_cast<std::int32_t>(read_once(slot)));
            const auto* const there = find_at(std::span<const matrix4x3<double>>{moved}, bone);
            const auto* const here = find_at(world, of.number());
            if (there != nullptr && here != nullptr) {
                const double away = impl::distance(*there, *here);
                residual = away > residual ? away : residual;
            }
        }
        if (!(residual <= 1e-2)) {
            odd(severity::warning, "bind-pose", "the stored inverse bind matrices are not those of the nodes at rest");
        }
    }

    void dangly(const basic_node<E>& of, const basic_dangly<E>& one, std::uint32_t vertices) const {
        if (one.constraints.size() != vertices) {
            report(of, severity::warning, "dangly-count", "nodes[].dangly", one.header,
                   "not one constraint for each vertex");
        }
    }

    void aabb(const basic_node<E>& of, const basic_aabb_tree<E>& tree, std::size_t faces) const {
        std::size_t boxes = 0;
        std::size_t leaves = 0;
        basic_aabb_walk<E> walk = tree.walk();
        while (const basic_aabb<E> box = walk.next()) {
            ++boxes;
            leaves += box.is_leaf() ? 1U : 0U;
            const bool childless = box.entry->left.offset == 0U && box.entry->right.offset == 0U;
            if (box.is_leaf() != childless) {
                report(of, severity::warning, "aabb-leaf", "nodes[].aabb", box.entry,
                       "a leaf with children, or a box without face and children");
            }
        }
        if (leaves != faces || (faces != 0 && boxes != 2 * faces - 1)) {
            report(of, severity::note, "aabb-faces", "nodes[].aabb", of.header(),
                   "the collision tree does not have each face once");
        }
    }

private:
    void report(const basic_node<E>& of, severity level, const char* code, const char* path, const void* inside,
                const char* message) const {
        location at = tree_;
        at.path = path;
        at.offset = model_.file().offset_of(inside);
        at.index[at.depth++] = of.number();
        sink_(finding{at, level, code, message});
    }

    [[nodiscard]] static bool rising(std::span<const f32<E>> times) noexcept {
        for (std::size_t i = 1; i < times.size(); ++i) {
            if (!(times[i - 1] <= times[i])) {
                return false;
            }
        }
        return true;
    }
    [[nodiscard]] static bool all_finite(std::span<const f32<E>> values) noexcept {
        for (const f32<E>& value : values) {
            if (!impl::finite(value.get())) {
                return false;
            }
        }
        return true;
    }
    template <class Odd> static void orientation(const basic_controller<E>& of, const Odd& odd) {
        bool stretched = false;
        bool flips = false;
        quaternion<double> before{0, 0, 0, 0};
        for (std::uint32_t i = 0; i < of.times.size(); ++i) {
            const auto row = of.row(i);
            if (row.size() < 4) {
                break;
            }
            const quaternion<double> q{static_cast<double>(row[0].get()), static_cast<double>(row[1].get()),
                                       static_cast<double>(row[2].get()), static_cast<double>(row[3].get())};
            stretched = stretched || !(impl::distance(dot(q, q), 1.0) <= 1e-3);
            flips = flips || dot(before, q) < 0;
            before = q;
        }
        if (stretched) {
            odd(severity::warning, "rotation-not-unit", "a quaternion whose length is not 1");
        }
        if (flips) {
            odd(severity::note, "rotation-flip", "neighbours on opposite arcs; take the shorter way");
        }
    }
    [[nodiscard]] static bool lists_its_faces(const basic_mesh<E>& one) noexcept {
        const auto list = one.render_indices();
        const auto faces = one.authored_faces();
        if (list.size() != 3 * faces.size()) {
            return false;
        }
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (list[i] != faces[i / 3].vertex[i % 3]) {
                return false;
            }
        }
        return true;
    }
    void faces(const basic_node<E>& of, const basic_mesh<E>& one) const {
        const auto vertices = one.vertices();
        bool degenerate = false;
        bool turned = false;
        for (const basic_face<E>& authored : one.authored_faces()) {
            const auto* const a = find_at(vertices, authored.vertex[0].get());
            const auto* const b = find_at(vertices, authored.vertex[1].get());
            const auto* const c = find_at(vertices, authored.vertex[2].get());
            if (a == nullptr || b == nullptr || c == nullptr) {
                continue;
            }
            const vector3<double> from{*a};
            const vector3<double> normal = cross(vector3<double>{*b} - from, vector3<double>{*c} - from);
            degenerate = degenerate || length(normal) <= 1e-6;
            turned = turned || (length(normal) > 1e-6 && dot(normal, vector3<double>{authored.normal}) < 0);
        }
        if (degenerate) {
            report(of, severity::note, "face-degenerate", "nodes[].mesh.faces", one.authored_faces().data(),
                   "faces without area");
        }
        if (turned) {
            report(of, severity::warning, "face-turned", "nodes[].mesh.faces", one.authored_faces().data(),
                   "faces clockwise seen from their normal");
        }
    }

    const basic_model<E>& model_;
    location tree_;
    Sink& sink_;
};

template <endian E, class Sink>
void lint_animation(const basic_model<E>& from, const basic_node_index<E>& nodes, const basic_animation<E>& clip,
                    std::uint32_t number, Sink& sink) {
    if (!clip) { // another process spoiled the bytes since open()
        return;
    }
    const auto report = [&](severity level, const char* code, const char* path, const void* inside,
                            const char* message) {
        sink(finding{location{path, from.file().offset_of(inside)}.within(number), level, code, message});
    };
    if (!(clip.length() > 0)) {
        report(severity::note, "animation-length", "nwn.animations[].length", clip.header(), "not longer than nothing");
    }
    for (const basic_event<E>& event : clip.events()) {
        if (!(event.time >= 0.0F && event.time <= clip.length())) {
            report(severity::note, "event-outside", "nwn.animations[].events", &event, "outside the animation");
        }
    }
    std::vector<tree_entry> entries(clip.nodes().count());
    const basic_node_index<E> moving = clip.nodes().index(entries);
    if (clip.header()->geometry.node_count != moving.size()) {
        report(severity::note, "node-count", "nwn.animations[].nodeCount", clip.header(),
               "the header counts other nodes than there are");
    }
    location tree;
    tree.path_prefix = "nwn.animations[].";
    const node_linter<E, Sink> linter{from, tree.within(number), sink};
    std::uint32_t strangers = 0;
    basic_tree_walk<E> walk = clip.nodes().walk();
    while (const basic_node<E> one = walk.next()) {
        linter.controllers(one);
        strangers += nodes.find(one.name()) == npos ? 1U : 0U;
    }
    if (strangers != 0 && from.supermodel().empty()) {
        report(severity::note, "animation-strangers", "nwn.animations[].nodes", clip.header(),
               "moves nodes that neither the model nor a supermodel has");
    }
}

template <endian E, class Sink>
void lint_header(const basic_model<E>& from, const basic_model_header<E>& header, std::size_t node_count, Sink& sink) {
    const auto report = [&](severity level, const char* code, const char* path, const void* inside,
                            const char* message) {
        sink(finding{{path, from.file().offset_of(inside)}, level, code, message});
    };
    if (!from.trailing().empty()) {
        report(severity::warning, "trailing-bytes", "nwn", from.trailing().data(), "bytes behind raw data");
    }
    if (from.producer() == producer::unknown) {
        report(severity::note, "producer-unknown", "nwn.model", &header,
               "written by no program that was measured; names of an emitter's middle controllers are a guess");
    }
    if (header.geometry.node_count != node_count) {
        report(severity::note, "node-count", "nwn.model.nodeCount", &header.geometry.node_count,
               from.supermodel().empty() ? "the header counts other nodes than there are"
                                         : "the header counts the supermodel's nodes too");
    }
    const vector3<double> size = vector3<double>{header.bounding_max} - vector3<double>{header.bounding_min};
    if (!(length(size) <= 1e6)) {
        report(severity::warning, "bounds-absurd", "nwn.model.boundingBox", &header.bounding_min,
               "a box larger than any area; compute it anew");
    }
    if (!(header.animation_scale > 0.0F && header.animation_scale <= 100.0F)) {
        report(severity::warning, "animation-scale", "nwn.model.animationScale", &header.animation_scale,
               "no scale to move anything by");
    }
}

template <endian E, class Sink> void lint_nodes(const basic_model<E>& from, const basic_node_index<E>& nodes,
                                                std::span<const matrix4x3<double>> world, Sink& sink) {
    location tree;
    tree.path_prefix = "nwn.";
    const node_linter<E, Sink> linter{from, tree, sink};
    basic_tree_walk<E> walk = from.nodes().walk();
    while (const basic_node<E> one = walk.next()) {
        linter.header(one, nodes);
        linter.controllers(one);
        const basic_mesh<E> surface = one.mesh();
        if (!surface) {
            continue;
        }
        linter.mesh(one, surface);
        if (const auto binding = one.skin()) {
            linter.skin(one, binding, world);
        }
        if (const auto trailing = one.dangly()) {
            linter.dangly(one, trailing, surface.vertex_count());
        }
        if (const auto boxes = one.aabb()) {
            linter.aabb(one, boxes, surface.authored_faces().size());
        }
    }
}

// Calls sink(finding) for everything odd about a model. Allocates in proportion to nodes, slots and controllers.
template <endian E, class Sink> void lint(const basic_model<E>& from, Sink&& sink) {
    if (from.header() == nullptr) {
        return;
    }
    std::vector<tree_entry> entries(from.node_count());
    const basic_node_index<E> nodes = from.index(entries);
    std::vector<pose<double>> poses(nodes.size());
    rest_poses(nodes, std::span{poses});
    std::vector<matrix4x3<double>> world(nodes.size());
    local_matrices(std::span<const pose<double>>{poses}, std::span{world});
    local_to_world(nodes, std::span{world});

    lint_header(from, *from.header(), nodes.size(), sink);
    lint_nodes(from, nodes, world, sink);
    std::uint32_t number = 0;
    for (const basic_animation<E> clip : from.animations()) {
        lint_animation(from, nodes, clip, number++, sink);
    }
}

} // namespace effigy::inline v0::nwn
