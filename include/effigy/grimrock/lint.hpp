// What is odd about a readable file: the quirks that real files were found to have, reported one by one.
// Nothing here is an error; open() and verify() accept all of it.
#pragma once

#include <effigy/core/finding.hpp>
#include <effigy/core/measure.hpp>
#include <effigy/grimrock/sample.hpp>

#include <set>
#include <string_view>
#include <vector>

namespace effigy::inline v0::grimrock {

// In a tree, where each comparison is the new name's: however long and alike names are, the time is near that of
// reading them.
[[nodiscard]] inline bool has_repetition(const std::vector<std::string_view>& names) {
    return std::set<std::string_view>{names.begin(), names.end()}.size() != names.size();
}

// Reports the findings of one mesh. `world` has the world matrix of every node of its model.
template <class Grammar, class Sink> class mesh_linter {
public:
    static constexpr endian order = Grammar::order;

    mesh_linter(const basic_mesh<Grammar>& of, window file, std::uint32_t node_number, Sink& sink) noexcept
        : mesh_(of), file_(file), node_(node_number), sink_(sink) {}

    void all(std::span<const matrix4x3<double>> world) const {
        arrays();
        normals();
        tangents();
        bounds();
        segments();
        triangles();
        skin(world);
    }

private:
    void report(severity level, const char* code, const char* path, const void* inside, const char* message) const {
        sink_(finding{location{path, file_.offset_of(inside)}.within(node_), level, code, message});
    }
    void report_array(severity level, const char* code, vertex_semantic slot, const char* message) const {
        const location at{"mdl1.nodes[].mesh.vertexArrays[]", file_.offset_of(mesh_.array(slot).bytes.data())};
        sink_(finding{at.within(static_cast<std::uint32_t>(slot)).within(node_), level, code, message});
    }
    void report_bounds(const char* code, const char* message) const {
        report(severity::warning, code, "mdl1.nodes[].mesh.bounds", mesh_.bounds, message);
    }

    void arrays() const {
        for (std::uint8_t slot = 0; slot < vertex_array_count; ++slot) {
            const auto semantic = static_cast<vertex_semantic>(slot);
            const auto& array = mesh_.arrays[slot];
            if (!array.used()) {
                continue;
            }
            if (!has_usual_shape(semantic, array)) {
                report_array(severity::warning, "array-shape", semantic,
                             "other components than the games' own files have; the game reads them wrongly");
            }
            if (array.stride > array.dimension * size_of(array.component)) {
                report_array(severity::note, "array-padded", semantic, "bytes between the vertices");
            }
            if (semantic >= vertex_semantic::texcoord1 && semantic <= vertex_semantic::texcoord7) {
                report_array(severity::note, "array-reserved", semantic, "no game reads this array");
            }
            if (semantic == vertex_semantic::color) {
                report_array(severity::note, "colors-ignored", semantic, "the game does not read vertex colours");
            }
            if (array.component == component_type::float32 && semantic != vertex_semantic::normal &&
                semantic != vertex_semantic::tangent && semantic != vertex_semantic::bitangent && !all_finite(array)) {
                report_array(severity::warning, "array-not-finite", semantic, "NaN or infinite components");
            }
        }
        if (mesh_.vertex_count != 0 && mesh_.positions().empty()) {
            report(severity::warning, "no-positions", "mdl1.nodes[].mesh", mesh_.bounds, "vertices without a position");
        }
    }
    [[nodiscard]] static bool has_usual_shape(vertex_semantic semantic,
                                              const basic_vertex_array<order>& array) noexcept {
        switch (semantic) {
        case vertex_semantic::position:
        case vertex_semantic::normal:
        case vertex_semantic::tangent:
        case vertex_semantic::bitangent: return array.component == component_type::float32 && array.dimension == 3;
        case vertex_semantic::color: return array.component == component_type::byte && array.dimension == 4;
        case vertex_semantic::bone_index: return array.component == component_type::int32 && array.dimension == 4;
        case vertex_semantic::bone_weight: return array.component == component_type::float32 && array.dimension == 4;
        default: return array.component == component_type::float32 && array.dimension == 2;
        }
    }
    [[nodiscard]] static bool all_finite(const basic_vertex_array<order>& array) noexcept {
        for (std::uint32_t i = 0; i < array.vertex_count; ++i) {
            for (std::uint32_t k = 0; k < array.dimension; ++k) {
                if (!impl::finite(array.number(i, k))) {
                    return false;
                }
            }
        }
        return true;
    }

    void normals() const {
        const auto stored = mesh_.normals();
        if (stored.empty()) {
            if (mesh_.vertex_count != 0) {
                report(severity::note, "no-normals", "mdl1.nodes[].mesh", mesh_.bounds, "the mesh cannot be lit");
            }
            return;
        }
        bool broken = false;
        bool scaled = false;
        for (const auto& normal : stored) {
            const vector3<double> n{normal};
            broken = broken || !impl::finite(n);
            scaled = scaled || (impl::finite(n) && impl::distance(length(n), 1.0) > 0.01);
        }
        if (broken) {
            report_array(severity::warning, "normals-not-finite", vertex_semantic::normal,
                         "NaN normals, of triangles without area; take the face normal");
        }
        if (scaled) {
            report_array(severity::note, "normals-not-unit", vertex_semantic::normal, "normalise before use");
        }
    }

    void tangents() const {
        const bool has_tangents = mesh_.array(vertex_semantic::tangent).used();
        if (has_tangents != mesh_.array(vertex_semantic::bitangent).used()) {
            report_array(severity::note, "tangents-alone",
                         has_tangents ? vertex_semantic::tangent : vertex_semantic::bitangent,
                         "tangents and bitangents go together");
        }
        for (const auto semantic : {vertex_semantic::tangent, vertex_semantic::bitangent}) {
            for (const auto& stored : mesh_.template as<vec3<order>>(semantic)) {
                if (!impl::finite(vector3<double>{stored})) {
                    report_array(severity::warning, "tangents-not-finite", semantic, "NaN; compute them anew");
                    break;
                }
            }
        }
    }

    void bounds() const {
        const auto positions = mesh_.positions();
        if (positions.empty() || mesh_.bounds == nullptr) {
            return;
        }
        constexpr double tolerance = 1e-3;
        vector3<double> low{positions[0]};
        vector3<double> high = low;
        double radius = 0;
        const vector3<double> center{mesh_.bounds->center};
        for (const auto& stored : positions) {
            const vector3<double> p{stored};
            low = {p.x < low.x ? p.x : low.x, p.y < low.y ? p.y : low.y, p.z < low.z ? p.z : low.z};
            high = {p.x > high.x ? p.x : high.x, p.y > high.y ? p.y : high.y, p.z > high.z ? p.z : high.z};
            const double away = length(p - center);
            radius = away > radius ? away : radius;
        }
        if (!(radius <= static_cast<double>(mesh_.bounds->radius.get()) * (1 + tolerance) + tolerance)) {
            report_bounds("bounds-radius", "vertices lie outside the stored sphere; compute it anew");
        }
        const vector3<double> size = high - low;
        const double slack = tolerance * (1 + length(size));
        if (!(length(low - vector3<double>{mesh_.bounds->min}) <= slack) ||
            !(length(high - vector3<double>{mesh_.bounds->max}) <= slack)) {
            report_bounds("bounds-box", "the stored box is not that of the vertices; compute it anew");
        }
    }

    void segments() const {
        const repaired_segments<order> repaired{mesh_};
        std::uint64_t total = 0;
        bool lists = true;
        std::vector<std::string_view> materials;
        materials.reserve(mesh_.segments.size());
        std::uint32_t number = 0;
        for (const repaired_segment<order>& one : repaired) {
            const basic_segment_range<order>& range = *one.stored.range;
            const auto report_segment = [&](severity level, const char* code, const char* message) {
                const location at{"mdl1.nodes[].mesh.segments[]", file_.offset_of(&range)};
                sink_(finding{at.within(number).within(node_), level, code, message});
            };
            const std::int32_t count = range.count;
            total += 3 * static_cast<std::uint64_t>(count);
            lists = lists && range.primitive_type == 2;
            if (range.primitive_type != 2) {
                report_segment(severity::warning, "segment-primitive", "not a triangle list");
            }
            if (range.first_index != static_cast<std::int32_t>(one.first_index)) {
                report_segment(severity::warning, "segment-first-index",
                               "the stored first index is an exporter's slip; repaired_segments has the right one");
            } else if (one.first_index + 3 * static_cast<std::uint64_t>(count) > mesh_.indices.size()) {
                report_segment(severity::warning, "segment-outside", "reaches past the end of the index list");
            }
            if (count == 0) {
                report_segment(severity::note, "segment-empty", "no triangles");
            }
            materials.push_back(one.stored.material);
            ++number;
        }
        if (lists && total != mesh_.indices.size()) {
            report(severity::warning, "segment-counts", "mdl1.nodes[].mesh.segments", mesh_.indices.data(),
                   "the segments' triangles do not add up to the index list");
        }
        if (has_repetition(materials)) {
            report(severity::note, "segment-material", "mdl1.nodes[].mesh.segments", mesh_.bounds,
                   "several segments with one material; they can be drawn at once");
        }
        if (mesh_.indices.size() % 3 != 0) {
            report(severity::warning, "partial-triangle", "mdl1.nodes[].mesh.indices", mesh_.indices.data(),
                   "the number of indices is no multiple of 3");
        }
    }

    // Triangles turn clockwise, so that in stored numbers cross(b - a, c - a) points along the normals (measured).
    void triangles() const {
        const auto positions = mesh_.positions();
        const auto normals = mesh_.normals();
        double along = 0;
        double area = 0;
        for (std::size_t i = 0; i + 3 <= mesh_.indices.size(); i += 3) {
            vector3<double> corner[3];
            vector3<double> normal{};
            bool sound = true;
            for (std::size_t k = 0; k < 3; ++k) {
                const auto index = static_cast<std::uint32_t>(mesh_.indices[i + k].get());
                const auto* const p = positions.at(index);
                const auto* const n = normals.at(index);
                sound = sound && p != nullptr && n != nullptr;
                if (sound) {
                    corner[k] = vector3<double>{*p};
                    normal = normal + vector3<double>{*n};
                }
            }
            const vector3<double> face = cross(corner[1] - corner[0], corner[2] - corner[0]);
            if (sound && impl::finite(face) && impl::finite(normal)) {
                along += dot(face, normal);
                area += length(face) * length(normal);
            }
        }
        if (area > 0 && along < -0.5 * area) {
            report(severity::note, "winding-inverted", "mdl1.nodes[].mesh.indices", mesh_.indices.data(),
                   "triangles face against their normals: a sky seen from inside, or inside out");
        }
    }

    void skin(std::span<const matrix4x3<double>> world) const {
        const auto& indices = mesh_.array(vertex_semantic::bone_index);
        const auto& weights = mesh_.array(vertex_semantic::bone_weight);
        if (mesh_.bones.empty()) {
            if (indices.used() || weights.used()) {
                report_array(severity::note, "skin-unused",
                             indices.used() ? vertex_semantic::bone_index : vertex_semantic::bone_weight,
                             "bone indices or weights, but no bones: the mesh is not skinned");
            }
            return;
        }
        if (!indices.used() || !weights.used()) {
            report(severity::warning, "skin-missing", "mdl1.nodes[].mesh.bones", mesh_.bones.data(),
                   "bones, but no bone indices and weights");
        } else {
            weights_of(indices, weights);
        }
        rest_pose(world);
    }
    void weights_of(const basic_vertex_array<order>& indices, const basic_vertex_array<order>& weights) const {
        bool unweighted = false;
        bool uneven = false;
        bool idle = false;
        const double one = weights.component == component_type::float32 ? 1
                           : weights.component == component_type::byte  ? 255
                           : weights.component == component_type::int16 ? 32767
                                                                        : 2147483647;
        for (std::uint32_t i = 0; i < mesh_.vertex_count; ++i) {
            double sum = 0;
            for (std::uint32_t k = 0; k < 4; ++k) {
                const double weight = weights.number(i, k) / one;
                sum += weight;
                idle = idle || (weight == 0 && indices.number(i, k) != 0);
            }
            unweighted = unweighted || sum == 0;
            uneven = uneven || (sum != 0 && !(impl::distance(sum, 1.0) <= 0.005));
        }
        if (unweighted) {
            report_array(severity::warning, "weights-none", vertex_semantic::bone_weight,
                         "vertices without any weight; let them follow the mesh's node");
        }
        if (uneven) {
            report_array(severity::warning, "weights-sum", vertex_semantic::bone_weight,
                         "weights that do not add up to 1; divide by their sum");
        }
        if (idle) {
            report_array(severity::note, "weights-idle", vertex_semantic::bone_index,
                         "bone indices other than 0 beside a weight of 0; they mean nothing");
        }
    }
    void rest_pose(std::span<const matrix4x3<double>> world) const {
        std::vector<matrix4x3<double>> skin(mesh_.bones.size());
        if (node_ >= world.size() || skin_matrices(mesh_, world, std::span{skin}) == 0) {
            return;
        }
        double from_mesh = 0;
        double from_origin = 0;
        for (const matrix4x3<double>& matrix : skin) {
            const double a = impl::distance(matrix, world[node_]);
            const double b = impl::distance(matrix, matrix4x3<double>{});
            from_mesh = a > from_mesh ? a : from_mesh;
            from_origin = b > from_origin ? b : from_origin;
        }
        constexpr double tolerance = 1e-2;
        if (from_mesh > tolerance) {
            report(severity::note, from_origin > tolerance ? "rest-pose-other" : "rest-pose-origin",
                   "mdl1.nodes[].mesh.bones", mesh_.bones.data(),
                   from_origin > tolerance ? "the nodes are stored in another pose than the bind pose"
                                           : "the bind pose is meant from the origin, not from the mesh's node");
        }
    }

    const basic_mesh<Grammar>& mesh_;
    window file_;
    std::uint32_t node_;
    Sink& sink_;
};

// Calls sink(finding) for everything odd about a model. Allocates in proportion to nodes, segments and bones.
template <class Grammar, class Sink> void lint(const basic_model<Grammar>& from, Sink&& sink) {
    std::vector<tree_entry> entries(from.node_count());
    const auto nodes = from.index(entries);
    std::vector<matrix4x3<double>> world(nodes.size());
    local_matrices(nodes, std::span{world});
    std::vector<matrix4x3<double>> local = world;
    local_to_world(nodes, std::span{world});

    if (!from.trailing().empty()) {
        sink(finding{{"mdl1", from.file().offset_of(from.trailing().data())},
                     severity::warning,
                     "trailing-bytes",
                     "bytes behind the last node"});
    }
    std::uint32_t number = 0;
    for (const auto& one : from.nodes()) {
        const auto report = [&](severity level, const char* code, const char* path, const char* message) {
            sink(finding{location{path, from.file().offset_of(one.local)}.within(number), level, code, message});
        };
        if (one.parent < 0 && number > 0) {
            report(severity::note, "several-roots", "mdl1.nodes[].parent",
                   "no parent: the game hangs the node on node 0");
        }
        if (one.parent >= 0 && static_cast<std::uint32_t>(one.parent) > number) {
            report(severity::note, "parent-later", "mdl1.nodes[].parent", "the parent comes later in the file");
        }
        if (one.name.empty()) {
            report(severity::note, "name-empty", "mdl1.nodes[].name", "no clip can move the node");
        } else if (!nodes.empty() && nodes.find(one.name) != number) {
            report(severity::note, "name-repeated", "mdl1.nodes[].name", "clips move a later node of this name");
        }
        if (one.name.ends_with(' ')) {
            report(severity::note, "name-space", "mdl1.nodes[].name", "ends in a space, which counts");
        }
        if (number < local.size()) {
            const matrix4x3<double>& matrix = local[number];
            const double volume = determinant(matrix);
            if (!(volume != 0) || !impl::finite(volume)) {
                report(severity::warning, "node-singular", "mdl1.nodes[].transform", "flattens what hangs on it");
            } else if (volume < 0) {
                report(severity::note, "node-mirrored", "mdl1.nodes[].transform", "mirrors, so triangles turn round");
            } else if (impl::distance(length(matrix.x), 1.0) > 1e-3 || impl::distance(length(matrix.y), 1.0) > 1e-3 ||
                       impl::distance(length(matrix.z), 1.0) > 1e-3) {
                report(severity::note, "node-scaled", "mdl1.nodes[].transform", "scales what hangs on it");
            }
        }
        if (const auto* const carried = one.mesh()) {
            mesh_linter{*carried, from.file(), number, sink}.all(world);
        }
        ++number;
    }
}

// Calls sink(finding) for everything odd about an animation.
template <endian E, class Sink> void lint(const basic_animation<E>& clip, Sink&& sink) {
    const auto report_header = [&](severity level, const char* code, const char* path, const char* message) {
        sink(finding{{path, clip.file().base()}, level, code, message});
    };
    if (!clip.trailing().empty()) {
        sink(finding{{"anim", clip.file().offset_of(clip.trailing().data())},
                     severity::warning,
                     "trailing-bytes",
                     "bytes behind the last item"});
    }
    if (clip.frame_count == 0) {
        report_header(severity::warning, "no-frames", "anim.numFrames", "the clip has no effect");
    }
    if (!(clip.duration() > 0) && clip.frame_count != 0) {
        report_header(severity::warning, "frame-rate", "anim.framesPerSecond", "not a positive number");
    } else if (clip.frames_per_second != 24 && clip.frames_per_second != 30 && clip.frames_per_second != 60) {
        report_header(severity::note, "frame-rate-odd", "anim.framesPerSecond", "other than 24, 30 and 60");
    }
    std::vector<std::string_view> names;
    names.reserve(clip.items().size());
    std::uint32_t number = 0;
    for (const basic_item<E>& one : clip.items()) {
        const auto report = [&](severity level, const char* code, const char* path, const void* keys,
                                const char* message) {
            sink(finding{location{path, clip.file().offset_of(keys)}.within(number), level, code, message});
        };
        const auto count_keys = [&](const char* path, const auto& keys) {
            if (keys.size() != 1 && keys.size() != clip.frame_count) {
                report(keys.empty() ? severity::note : severity::warning, "key-count", path, keys.data(),
                       keys.empty() ? "a channel without keys is the identity"
                                    : "neither one key nor one a frame; the last one is repeated");
            }
        };
        count_keys("anim.items[].positionKeys", one.positions);
        count_keys("anim.items[].rotationKeys", one.rotations);
        count_keys("anim.items[].scaleKeys", one.scales);

        bool broken = false;
        for (const auto* const keys : {&one.positions, &one.scales}) {
            for (const auto& stored : *keys) {
                broken = broken || !impl::finite(vector3<double>{stored});
            }
        }
        bool flips = false;
        bool scaled = false;
        const quat<E>* before = nullptr;
        for (const quat<E>& stored : one.rotations) {
            const quaternion<double> q{stored};
            const double norm = dot(q, q);
            broken = broken || !impl::finite(norm);
            scaled = scaled || !(impl::distance(square_root(norm), 1.0) <= 1e-4);
            flips = flips || (before != nullptr && dot(quaternion<double>{*before}, q) < 0);
            before = &stored;
        }
        if (broken) {
            report(severity::warning, "keys-not-finite", "anim.items[]", one.positions.data(), "NaN or infinite keys");
        }
        if (scaled) {
            report(severity::note, "rotation-not-unit", "anim.items[].rotationKeys", one.rotations.data(),
                   "normalise after blending, as the game does");
        }
        if (flips) {
            report(severity::note, "rotation-flip", "anim.items[].rotationKeys", one.rotations.data(),
                   "neighbours on opposite arcs; blend with the sign turned, as the game does");
        }
        if (one.scales.size() == 1) {
            const vector3<double> scale{one.scales[0]};
            if (length(scale - vector3<double>{1, 1, 1}) > 1e-3) {
                report(severity::note, "constant-scale", "anim.items[].scaleKeys", one.scales.data(),
                       "a constant scale other than 1; it replaces the model's");
            }
        }
        names.push_back(one.node);
        ++number;
    }
    if (has_repetition(names)) {
        report_header(severity::warning, "item-repeated", "anim.items", "several items for one node");
    }
}

} // namespace effigy::inline v0::grimrock
