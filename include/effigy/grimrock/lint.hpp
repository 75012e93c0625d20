// Findings about readable files. None is an error: open() and verify() accept all of these files.
#pragma once

#include <effigy/core/api.hpp>
#include <effigy/core/finding.hpp>
#include <effigy/grimrock/view.hpp>

namespace effigy::inline v0::grimrock {

// Calls sink(finding) for each finding about a model. Allocates memory in proportion to the number of nodes, segments
// and bones.
EFFIGY_API void lint(const model& from, finding_sink sink);

// Calls sink(finding) for each finding about an animation.
EFFIGY_API void lint(const animation& clip, finding_sink sink);

} // namespace effigy::inline v0::grimrock

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/core/finite.hpp>
#include <effigy/grimrock/repaired_segments.hpp>
#include <effigy/grimrock/sample.hpp>
#include <set>
#include <string_view>
#include <vector>

namespace effigy::inline v0::grimrock {

namespace impl {

// Whether a name occurs more than once. The sorted tree keeps the time close to that of reading the names, even if they
// are long and similar.
template <class = when_used> [[nodiscard]] bool has_repetition(const std::vector<std::string_view>& names) {
    return std::set<std::string_view>{names.begin(), names.end()}.size() != names.size();
}

// Reports the findings of one mesh, with its node's name.
template <class = when_used> class mesh_linter {
public:
    mesh_linter(const node& owner, window file, std::uint32_t number, finding_sink sink) noexcept
        : mesh_(owner.mesh()), bounds_(mesh_.bounds()), indices_(mesh_.indices()), name_(owner.name()), file_(file),
          node_(number), sink_(sink) {}

    // `world`: the world matrix of every node of the model.
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
        sink_(finding{location{path, file_.offset_of(inside)}.within(node_), level, code, message, name_});
    }
    void report_array(severity level, const char* code, vertex_semantic slot, const char* message) const {
        const auto bytes = mesh_.array(slot).bytes();
        const void* const inside = bytes.data() != nullptr ? static_cast<const void*>(bytes.data()) : bounds_;
        const location at{"mdl1.nodes[].mesh.vertexArrays[]", file_.offset_of(inside)};
        sink_(finding{at.within(static_cast<std::uint32_t>(slot)).within(node_), level, code, message, name_});
    }
    void report_bounds(const char* code, const char* message) const {
        report(severity::warning, code, "mdl1.nodes[].mesh.bounds", bounds_, message);
    }

    void arrays() const {
        for (std::uint8_t slot = 0; slot < vertex_array_count; ++slot) {
            const auto semantic = static_cast<vertex_semantic>(slot);
            if (const auto array = mesh_.array(semantic)) {
                one_array(semantic, array);
            }
        }
        if (mesh_.vertex_count() != 0 && mesh_.positions().empty()) {
            report(severity::warning, "no-positions", "mdl1.nodes[].mesh", bounds_,
                   "the mesh has vertices but no positions of float32 x 3");
        }
    }
    void one_array(vertex_semantic semantic, const vertex_array& array) const {
        if (!has_expected_type(semantic, array)) {
            report_array(severity::warning, "array-shape", semantic,
                         "not the type and number of components that the game reads");
        }
        if (array.stride() > array.dimension() * size_of(array.component())) {
            report_array(severity::note, "array-padded", semantic, "there are unused bytes between the vertices");
        }
        if (semantic >= vertex_semantic::texcoord1 && semantic <= vertex_semantic::texcoord7) {
            report_array(severity::note, "array-reserved", semantic,
                         "no game reads this array: texture coordinates 1 to 7");
        }
        if (semantic == vertex_semantic::color) {
            report_array(severity::note, "colors-ignored", semantic, "the game does not read vertex colours");
        }
        const bool has_its_own_finding = semantic == vertex_semantic::normal || semantic == vertex_semantic::tangent ||
                                         semantic == vertex_semantic::bitangent;
        if (array.component() == component_type::float32 && !has_its_own_finding && !has_finite_numbers(array)) {
            if (semantic == vertex_semantic::position) {
                report_array(severity::warning, "position-not-finite", semantic, "NaN or infinite positions");
            } else {
                report_array(severity::warning, "array-not-finite", semantic, "NaN or infinite components");
            }
        }
    }
    [[nodiscard]] static bool has_expected_type(vertex_semantic semantic, const vertex_array& array) noexcept {
        const auto is = [&](component_type component, std::uint8_t dimension) {
            return array.component() == component && array.dimension() == dimension;
        };
        switch (semantic) {
        case vertex_semantic::position:
        case vertex_semantic::normal:
        case vertex_semantic::tangent:
        case vertex_semantic::bitangent: return is(component_type::float32, 3);
        case vertex_semantic::color: return is(component_type::byte, 4);
        case vertex_semantic::bone_index: return is(component_type::int32, 4);
        case vertex_semantic::bone_weight: return is(component_type::float32, 4);
        default: return is(component_type::float32, 2);
        }
    }
    [[nodiscard]] static bool has_finite_numbers(const vertex_array& array) noexcept {
        for (std::uint32_t i = 0; i < array.vertex_count(); ++i) {
            for (std::uint32_t k = 0; k < array.dimension(); ++k) {
                if (!is_finite(array.number(i, k))) {
                    return false;
                }
            }
        }
        return true;
    }

    void normals() const {
        const auto stored = mesh_.normals();
        if (stored.empty()) {
            if (mesh_.vertex_count() != 0) {
                report(severity::note, "no-normals", "mdl1.nodes[].mesh", bounds_,
                       "the mesh has no normals; compute them from the faces");
            }
            return;
        }
        bool broken = false;
        bool scaled = false;
        for (const auto& normal : stored) {
            const vector3<double> n{normal};
            broken = broken || !is_finite(n);
            scaled = scaled || (is_finite(n) && absolute(length(n) - 1.0) > 0.01);
        }
        if (broken) {
            report_array(severity::warning, "normals-not-finite", vertex_semantic::normal,
                         "normals that are NaN or infinite, mostly of triangles without area; use the face's normal");
        }
        if (scaled) {
            report_array(severity::note, "normals-not-unit", vertex_semantic::normal,
                         "normals whose length differs from 1 by more than 0.01; normalise them");
        }
    }

    void tangents() const {
        const bool has_tangents{mesh_.array(vertex_semantic::tangent)};
        const bool has_bitangents{mesh_.array(vertex_semantic::bitangent)};
        if (has_tangents != has_bitangents) {
            report_array(severity::note, "tangents-alone",
                         has_tangents ? vertex_semantic::tangent : vertex_semantic::bitangent,
                         "tangents without bitangents, or bitangents without tangents");
        }
        for (const auto semantic : {vertex_semantic::tangent, vertex_semantic::bitangent}) {
            if (!all_finite(mesh_.as<vec3<>>(semantic))) {
                report_array(severity::warning, "tangents-not-finite", semantic,
                             "NaN or infinite components; compute the array again");
            }
        }
    }

    void bounds() const {
        const auto positions = mesh_.positions();
        if (positions.empty() || bounds_ == nullptr) {
            return;
        }
        constexpr double tolerance = 1e-3;
        const auto* const first = positions.at(0);
        vector3<double> low{*first};
        vector3<double> high = low;
        double radius = 0;
        const vector3<double> center{bounds_->center};
        for (const auto& stored : positions) {
            const vector3<double> p{stored};
            low = {p.x < low.x ? p.x : low.x, p.y < low.y ? p.y : low.y, p.z < low.z ? p.z : low.z};
            high = {p.x > high.x ? p.x : high.x, p.y > high.y ? p.y : high.y, p.z > high.z ? p.z : high.z};
            const double away = length(p - center);
            radius = away > radius ? away : radius;
        }
        if (!(radius <= static_cast<double>(bounds_->radius.get()) * (1 + tolerance) + tolerance)) {
            report_bounds("bounds-radius", "vertices are outside the stored sphere; compute it from the vertices");
        }
        const vector3<double> size = high - low;
        const double slack = tolerance * (1 + length(size));
        if (!(length(low - vector3<double>{bounds_->min}) <= slack) ||
            !(length(high - vector3<double>{bounds_->max}) <= slack)) {
            report_bounds("bounds-box",
                          "the stored box differs from the box of the vertices; compute it from the vertices");
        }
    }

    void segments() const {
        std::uint64_t total = 0;
        bool are_lists = true;
        std::vector<std::string_view> materials;
        materials.reserve(mesh_.segments().size());
        std::uint32_t number = 0;
        for (const segment& repaired : repaired_segments{mesh_}) {
            one_segment(repaired, number++);
            total += 3 * std::uint64_t{repaired.triangle_count()};
            are_lists = are_lists && repaired.primitive_type() == 2;
            materials.push_back(repaired.material());
        }
        if (are_lists && total != indices_.size()) {
            report(severity::warning, "segment-counts", "mdl1.nodes[].mesh.segments", indices_.data(),
                   "the segments' triangles do not add up to the index list");
        }
        if (has_repetition(materials)) {
            report(severity::note, "segment-material", "mdl1.nodes[].mesh.segments", bounds_,
                   "several segments have the same material; they can be drawn together");
        }
        if (indices_.size() % 3 != 0) {
            report(severity::warning, "partial-triangle", "mdl1.nodes[].mesh.indices", indices_.data(),
                   "the number of indices is not a multiple of 3");
        }
    }
    // Reports the findings of one segment, with its material's name.
    void one_segment(const segment& repaired, std::uint32_t number) const {
        const auto* const range = repaired.range();
        if (range == nullptr) { // another process changed the bytes since open()
            return;
        }
        const auto report_segment = [&](severity level, const char* code, const char* message) {
            const location at{"mdl1.nodes[].mesh.segments[]", file_.offset_of(range)};
            sink_(finding{at.within(number).within(node_), level, code, message, repaired.material()});
        };
        if (repaired.primitive_type() != 2) {
            report_segment(severity::warning, "segment-primitive", "the primitive type is not 2, a list of triangles");
        }
        if (static_cast<std::uint32_t>(range->first_index.get()) != repaired.first_index()) {
            report_segment(severity::warning, "segment-first-index",
                           "the stored first index is wrong: an exporter's error; repaired_segments has the right one");
        } else if (repaired.first_index() + 3 * std::uint64_t{repaired.triangle_count()} > indices_.size()) {
            report_segment(severity::warning, "segment-outside", "the segment reaches past the end of the index list");
        }
        if (repaired.triangle_count() == 0) {
            report_segment(severity::note, "segment-empty", "the segment has no triangles");
        }
    }

    // Front faces are clockwise: in stored numbers, cross(b - a, c - a) points along the normals (measured).
    void triangles() const {
        const auto positions = mesh_.positions();
        const auto normals = mesh_.normals();
        double along = 0;
        double area = 0;
        for (std::size_t i = 0; i + 3 <= indices_.size(); i += 3) {
            vector3<double> corner[3];
            vector3<double> normal{};
            bool is_complete = true;
            for (std::size_t k = 0; k < 3; ++k) {
                const auto index = indices_[i + k].get();
                const auto* const p = positions.at(index);
                const auto* const n = normals.at(index);
                is_complete = is_complete && p != nullptr && n != nullptr;
                if (is_complete) {
                    corner[k] = vector3<double>{*p};
                    normal += vector3<double>{*n};
                }
            }
            const vector3<double> face = cross(corner[1] - corner[0], corner[2] - corner[0]);
            if (is_complete && is_finite(face) && is_finite(normal)) {
                along += dot(face, normal);
                area += length(face) * length(normal);
            }
        }
        if (area > 0 && along < -0.5 * area) {
            report(
                severity::note, "winding-inverted", "mdl1.nodes[].mesh.indices", indices_.data(),
                "triangles face against their normals: a sky that is seen from inside, or a mesh that is inside out");
        }
    }

    void skin(std::span<const matrix4x3<double>> world) const {
        const auto joints = mesh_.array(vertex_semantic::bone_index);
        const auto weights = mesh_.array(vertex_semantic::bone_weight);
        const auto bones = mesh_.bones();
        if (bones.empty()) {
            if (joints || weights) {
                report_array(severity::note, "skin-unused",
                             joints ? vertex_semantic::bone_index : vertex_semantic::bone_weight,
                             "the mesh has bone indices or weights but no bones, so it is not skinned");
            }
            return;
        }
        if (!joints || !weights) {
            report(severity::warning, "skin-missing", "mdl1.nodes[].mesh.bones", bones.records().data(),
                   "the mesh has bones but no bone indices or no weights");
        } else {
            weights_of(joints, weights);
        }
        rest_pose(bones, world);
    }
    void weights_of(const vertex_array& joints, const vertex_array& weights) const {
        bool unweighted = false;
        bool uneven = false;
        bool idle = false;
        const double one = weights.component() == component_type::float32 ? 1
                           : weights.component() == component_type::byte  ? 255
                           : weights.component() == component_type::int16 ? 32767
                                                                          : 2147483647;
        for (std::uint32_t i = 0; i < mesh_.vertex_count(); ++i) {
            double sum = 0;
            for (std::uint32_t k = 0; k < 4; ++k) {
                const double weight = weights.number(i, k) / one;
                sum += weight;
                idle = idle || (weight == 0 && joints.number(i, k) != 0);
            }
            unweighted = unweighted || sum == 0;
            uneven = uneven || (sum != 0 && !(absolute(sum - 1.0) <= 0.005));
        }
        if (unweighted) {
            report_array(severity::warning, "weights-none", vertex_semantic::bone_weight,
                         "vertices without any weight; let them follow the mesh's own node");
        }
        if (uneven) {
            report_array(severity::warning, "weights-sum", vertex_semantic::bone_weight,
                         "weights that do not add up to 1; divide them by their sum");
        }
        if (idle) {
            report_array(severity::note, "weights-idle", vertex_semantic::bone_index,
                         "bone indices other than 0 whose weight is 0; they have no meaning");
        }
    }
    void rest_pose(const bone_list& bones, std::span<const matrix4x3<double>> world) const {
        std::vector<matrix4x3<double>> skin(bones.size());
        if (node_ >= world.size() || skin_matrices(mesh_, world, skin) == 0) {
            return;
        }
        double from_mesh = 0;
        double from_origin = 0;
        for (const matrix4x3<double>& matrix : skin) {
            const double a = largest_difference(matrix, world[node_]);
            const double b = largest_difference(matrix, matrix4x3<double>{});
            from_mesh = a > from_mesh ? a : from_mesh;
            from_origin = b > from_origin ? b : from_origin;
        }
        constexpr double tolerance = 1e-2;
        if (from_mesh <= tolerance) {
            return;
        }
        if (from_origin > tolerance) {
            report(severity::note, "rest-pose-other", "mdl1.nodes[].mesh.bones", bones.records().data(),
                   "the nodes are stored in a pose that is not the bind pose");
        } else {
            report(severity::note, "rest-pose-origin", "mdl1.nodes[].mesh.bones", bones.records().data(),
                   "the bind pose is relative to the origin of the world, not to the mesh's node");
        }
    }

    mesh mesh_;
    const grimrock::bounds* bounds_; // the offset of findings that concern the whole mesh
    array<u32<>> indices_;
    std::string_view name_;
    window file_;
    std::uint32_t node_;
    finding_sink sink_;
};

// Reports the findings of a model's nodes.
template <class = when_used> class node_linter {
public:
    // `nodes` may be empty. `local`: the matrices of all nodes in it.
    node_linter(const node_index& nodes, std::span<const matrix4x3<double>> local, window file,
                finding_sink sink) noexcept
        : nodes_(nodes), local_(local), file_(file), sink_(sink) {}

    void all(const node& stored, std::uint32_t number) const {
        const auto report = [&](severity level, const char* code, const char* path, const char* message) {
            const void* const local =
                stored.local() != nullptr ? static_cast<const void*>(stored.local()) : stored.transform();
            const location at{path, file_.offset_of(local)};
            sink_(finding{at.within(number), level, code, message, stored.name()});
        };
        parent(stored, number, report);
        name(stored, number, report);
        if (number < local_.size()) {
            transform(local_[number], report);
        }
    }

private:
    template <class Report>
    void parent(const node& stored, std::uint32_t number, const Report& report) const {
        if (stored.parent() == npos && number > 0) {
            report(severity::note, "several-roots", "mdl1.nodes[].parent",
                   "the node has no parent; in the game it is a child of node 0");
        }
        if (stored.parent() != npos && stored.parent() > number) {
            report(severity::note, "parent-later", "mdl1.nodes[].parent", "the parent comes later in the file");
        }
    }
    template <class Report>
    void name(const node& stored, std::uint32_t number, const Report& report) const {
        if (stored.name().empty()) {
            report(severity::note, "name-empty", "mdl1.nodes[].name", "the node has no name, so no clip can move it");
        } else if (!nodes_.empty() && nodes_.find_last(stored.name()) != number) {
            report(severity::note, "name-repeated", "mdl1.nodes[].name",
                   "several nodes have this name; clips move only the last of them");
        }
        if (stored.name().ends_with(' ')) {
            report(severity::note, "name-space", "mdl1.nodes[].name", "the name ends in a space, which is part of it");
        }
    }
    template <class Report> void transform(const matrix4x3<double>& matrix, const Report& report) const {
        const double volume = determinant(matrix);
        const auto is_scaled = [](const vector3<double>& axis) { return absolute(length(axis) - 1.0) > 1e-3; };
        if (!(volume != 0) || !is_finite(volume)) {
            report(severity::warning, "node-singular", "mdl1.nodes[].transform",
                   "the matrix has no inverse: it flattens the node and its children, or is not finite");
        } else if (volume < 0) {
            report(severity::note, "node-mirrored", "mdl1.nodes[].transform",
                   "the node mirrors itself and its children, which reverses the winding of their triangles");
        } else if (is_scaled(matrix.x) || is_scaled(matrix.y) || is_scaled(matrix.z)) {
            report(severity::note, "node-scaled", "mdl1.nodes[].transform", "the node scales itself and its children");
        }
    }

    node_index nodes_;
    std::span<const matrix4x3<double>> local_;
    window file_;
    finding_sink sink_;
};

// Reports the findings of a clip's items.
template <class = when_used> class item_linter {
public:
    item_linter(window file, std::uint32_t frame_count, finding_sink sink) noexcept
        : file_(file), frame_count_(frame_count), sink_(sink) {}

    void all(const item& stored, std::uint32_t number) const {
        const auto report = [&](severity level, const char* code, const char* path, const void* keys,
                                const char* message) {
            const location at{path, file_.offset_of(keys)};
            sink_(finding{at.within(number), level, code, message, stored.name()});
        };
        const auto positions = stored.positions();
        const auto rotations = stored.rotations();
        const auto scales = stored.scales();
        key_count("anim.items[].positionKeys", positions, report);
        key_count("anim.items[].rotationKeys", rotations, report);
        key_count("anim.items[].scaleKeys", scales, report);
        if (!all_finite(positions) || !all_finite(scales) || !all_finite(rotations)) {
            report(severity::warning, "keys-not-finite", "anim.items[]", positions.data(),
                   "keys that are NaN or infinite");
        }
        rotation(rotations, report);
        if (const auto* const constant = scales.size() == 1 ? scales.at(0) : nullptr) {
            if (length(vector3<double>{*constant} - vector3<double>{1, 1, 1}) > 1e-3) {
                report(severity::note, "constant-scale", "anim.items[].scaleKeys", scales.data(),
                       "a constant scale other than 1; it replaces the scale in the model");
            }
        }
    }

private:
    template <class Keys, class Report>
    void key_count(const char* path, const Keys& keys, const Report& report) const {
        if (keys.empty()) {
            report(severity::note, "no-keys", path, keys.data(), "the channel has no keys; the game uses the identity");
        } else if (keys.size() != 1 && keys.size() != frame_count_) {
            report(severity::warning, "key-count", path, keys.data(),
                   "the channel has neither one key nor one per frame; its last key is repeated");
        }
    }
    template <class Report> void rotation(const strided<quat<>>& keys, const Report& report) const {
        bool flips = false;
        bool scaled = false;
        const quat<>* before = nullptr;
        for (const quat<>& stored : keys) {
            const quaternion<double> q{stored};
            scaled = scaled || !(absolute(square_root(dot(q, q)) - 1.0) <= 1e-4);
            flips = flips || (before != nullptr && dot(quaternion<double>{*before}, q) < 0);
            before = &stored;
        }
        if (scaled) {
            report(severity::warning, "rotation-not-unit", "anim.items[].rotationKeys", keys.data(),
                   "rotations whose length differs from 1 by more than 0.0001; normalise them after blending");
        }
        if (flips) {
            report(severity::note, "rotation-flip", "anim.items[].rotationKeys", keys.data(),
                   "neighbouring keys whose dot product is negative; change the sign of one when blending");
        }
    }

    window file_;
    std::uint32_t frame_count_;
    finding_sink sink_;
};

} // namespace impl

EFFIGY_API_BODY void lint(const model& from, finding_sink sink) {
    std::vector<tree_entry> entries(from.nodes().size());
    const auto nodes = from.index(entries);
    std::vector<matrix4x3<double>> local(nodes.size());
    rest_poses(nodes, local);
    std::vector<matrix4x3<double>> world = local;
    local_to_world(nodes, world);

    if (!from.trailing().empty()) {
        sink(finding{{"mdl1", from.file().offset_of(from.trailing().data())},
                     severity::warning,
                     "trailing-bytes",
                     "there are bytes after the last node"});
    }
    const impl::node_linter<> linter{nodes, local, from.file(), sink};
    std::uint32_t number = 0;
    for (const node& stored : from.nodes()) {
        if (stored) { // false if another process changed the bytes since open()
            linter.all(stored, number);
        }
        if (stored.mesh()) {
            impl::mesh_linter<>{stored, from.file(), number, sink}.all(world);
        }
        ++number;
    }
}

EFFIGY_API_BODY void lint(const animation& clip, finding_sink sink) {
    const auto report_header = [&](severity level, const char* code, const char* path, const char* message) {
        sink(finding{{path, clip.file().base()}, level, code, message, clip.name()});
    };
    if (!clip.trailing().empty()) {
        sink(finding{{"anim", clip.file().offset_of(clip.trailing().data())},
                     severity::warning,
                     "trailing-bytes",
                     "there are bytes after the last item"});
    }
    if (clip.frame_count() == 0) {
        report_header(severity::warning, "no-frames", "anim.numFrames", "the clip has no frames, so it has no effect");
    }
    const float rate = clip.frames_per_second();
    if (!(clip.duration() > 0) && clip.frame_count() != 0) {
        report_header(severity::warning, "frame-rate", "anim.framesPerSecond",
                      "the frame rate is not a finite number above 0");
    } else if (rate != 24 && rate != 30 && rate != 60) {
        report_header(severity::note, "frame-rate-odd", "anim.framesPerSecond", "the frame rate is not 24, 30 or 60");
    }
    std::vector<std::string_view> names;
    names.reserve(clip.items().size());
    std::uint32_t number = 0;
    const impl::item_linter<> linter{clip.file(), clip.frame_count(), sink};
    for (const item& stored : clip.items()) {
        if (stored) { // false if another process changed the bytes since open()
            linter.all(stored, number);
            names.push_back(stored.name());
        }
        ++number;
    }
    if (impl::has_repetition(names)) {
        report_header(severity::warning, "item-repeated", "anim.items",
                      "several items have the same name; the game averages them");
    }
}

} // namespace effigy::inline v0::grimrock
#endif
