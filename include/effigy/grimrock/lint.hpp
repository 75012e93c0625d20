// Findings about readable files. None is an error: open() and verify() accept all of these files.
#pragma once

#include <effigy/core/finding.hpp>
#include <effigy/core/impl/platform.hpp>
#include <effigy/grimrock/view.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

// Calls sink(finding) for each finding about a model. Allocates memory in proportion to the number of nodes, segments
// and bones.
EFFIGY_API void lint(const model& from, finding_sink sink);

// Calls sink(finding) for each finding about an animation.
EFFIGY_API void lint(const animation& clip, finding_sink sink);

}}} // namespace effigy::v0::grimrock

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/core/impl/finite.hpp>
#include <effigy/core/impl/reporter.hpp>
#include <effigy/grimrock/lint/oddities.hpp>
#include <effigy/grimrock/sample.hpp>
#include <effigy/grimrock/view/repaired_segments.hpp>
#include <set>
#include <string_view>
#include <vector>

namespace effigy { inline namespace v0 { namespace grimrock {

namespace impl {

// Whether a name occurs more than once. The sorted tree keeps the time close to that of reading the names, even if they
// are long and similar.
template <class = when_used> [[nodiscard]] bool has_repetition(const std::vector<std::string_view>& names) {
    return std::set<std::string_view>{names.begin(), names.end()}.size() != names.size();
}

// Reports the findings of one mesh, with its node's name.
template <class = when_used> class mesh_linter {
public:
    mesh_linter(const node& owner, byte_view file, std::uint32_t number, const reporter& report) noexcept
        : mesh_(owner.mesh()), bounds_(mesh_.bounds()), indices_(mesh_.indices()), file_(file), node_(number),
          report_(report) {}

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
    void report_array(const oddity& what, vertex_semantic slot) const {
        const auto bytes = mesh_.array(slot).bytes();
        const void* const inside = bytes.data() != nullptr ? static_cast<const void*>(bytes.data()) : bounds_;
        report_(what, "mdl1.nodes[].mesh.vertexArrays[]", inside, static_cast<std::uint32_t>(slot));
    }

    void arrays() const {
        for (std::uint8_t slot = 0; slot < vertex_array_count; ++slot) {
            const auto semantic = static_cast<vertex_semantic>(slot);
            if (const auto array = mesh_.array(semantic)) {
                one_array(semantic, array);
            }
        }
        if (mesh_.vertex_count() != 0 && mesh_.positions().empty()) {
            report_(odd::no_positions, "mdl1.nodes[].mesh", bounds_);
        }
    }
    void one_array(vertex_semantic semantic, const vertex_array& array) const {
        if (!has_expected_type(semantic, array)) {
            report_array(odd::array_shape, semantic);
        }
        if (array.stride() > array.dimension() * size_of(array.component())) {
            report_array(odd::array_padded, semantic);
        }
        if (semantic >= vertex_semantic::texcoord1 && semantic <= vertex_semantic::texcoord7) {
            report_array(odd::array_reserved, semantic);
        }
        if (semantic == vertex_semantic::color) {
            report_array(odd::colors_ignored, semantic);
        }
        const bool has_its_own_finding = semantic == vertex_semantic::normal || semantic == vertex_semantic::tangent ||
                                         semantic == vertex_semantic::bitangent;
        if (array.component() == component_type::float32 && !has_its_own_finding && !has_finite_numbers(array)) {
            if (semantic == vertex_semantic::position) {
                report_array(odd::position_not_finite, semantic);
            } else {
                report_array(odd::array_not_finite, semantic);
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
                report_(odd::no_normals, "mdl1.nodes[].mesh", bounds_);
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
            report_array(odd::normals_not_finite, vertex_semantic::normal);
        }
        if (scaled) {
            report_array(odd::normals_not_unit, vertex_semantic::normal);
        }
    }

    void tangents() const {
        const bool has_tangents{mesh_.array(vertex_semantic::tangent)};
        const bool has_bitangents{mesh_.array(vertex_semantic::bitangent)};
        if (has_tangents != has_bitangents) {
            report_array(odd::tangents_alone, has_tangents ? vertex_semantic::tangent : vertex_semantic::bitangent);
        }
        for (const auto semantic : {vertex_semantic::tangent, vertex_semantic::bitangent}) {
            if (!all_finite(mesh_.as<vec3<>>(semantic))) {
                report_array(odd::tangents_not_finite, semantic);
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
            radius = larger(radius, length(p - center));
        }
        if (!(radius <= static_cast<double>(bounds_->radius.get()) * (1 + tolerance) + tolerance)) {
            report_(odd::bounds_radius, "mdl1.nodes[].mesh.bounds", bounds_);
        }
        const vector3<double> size = high - low;
        const double slack = tolerance * (1 + length(size));
        if (!(length(low - vector3<double>{bounds_->min}) <= slack) ||
            !(length(high - vector3<double>{bounds_->max}) <= slack)) {
            report_(odd::bounds_box, "mdl1.nodes[].mesh.bounds", bounds_);
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
            are_lists = are_lists && repaired.primitive_type() == triangle_list;
            materials.push_back(repaired.material());
        }
        if (are_lists && total != indices_.size()) {
            report_(odd::segment_counts, "mdl1.nodes[].mesh.segments", segments_offset());
        }
        if (has_repetition(materials)) {
            report_(odd::segment_material, "mdl1.nodes[].mesh.segments", segments_offset());
        }
        if (indices_.size() % 3 != 0) {
            report_(odd::partial_triangle, "mdl1.nodes[].mesh.indices", indices_.data());
        }
    }
    // Returns where the first segment begins; without segments, where their number is.
    [[nodiscard]] std::uint64_t segments_offset() const {
        for (const segment& first : mesh_.segments()) {
            return file_.offset_of(first.record()) - first.material().size() - sizeof(i32<>);
        }
        return file_.offset_of(indices_.data()) + indices_.size() * sizeof(u32<>);
    }
    // Reports the findings of one segment, with its material's name.
    void one_segment(const segment& repaired, std::uint32_t number) const {
        const auto* const range = repaired.record();
        const auto report_segment = [&](const oddity& what) {
            report_.inside(number, repaired.material())(what, "mdl1.nodes[].mesh.segments[]", range);
        };
        if (repaired.primitive_type() != triangle_list) {
            report_segment(odd::segment_primitive);
        }
        if (static_cast<std::uint32_t>(range->first_index.get()) != repaired.first_index()) {
            report_segment(odd::segment_first_index);
        } else if (repaired.first_index() + 3 * std::uint64_t{repaired.triangle_count()} > indices_.size()) {
            report_segment(odd::segment_outside);
        }
        if (repaired.triangle_count() == 0) {
            report_segment(odd::segment_empty);
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
            report_(odd::winding_inverted, "mdl1.nodes[].mesh.indices", indices_.data());
        }
    }

    void skin(std::span<const matrix4x3<double>> world) const {
        const auto joints = mesh_.array(vertex_semantic::bone_index);
        const auto weights = mesh_.array(vertex_semantic::bone_weight);
        const auto bones = mesh_.bones();
        if (bones.empty()) {
            if (joints || weights) {
                report_array(odd::skin_unused, joints ? vertex_semantic::bone_index : vertex_semantic::bone_weight);
            }
            return;
        }
        if (!joints || !weights) {
            report_(odd::skin_missing, "mdl1.nodes[].mesh.bones", bones.records().data());
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
            report_array(odd::weights_none, vertex_semantic::bone_weight);
        }
        if (uneven) {
            report_array(odd::weights_sum, vertex_semantic::bone_weight);
        }
        if (idle) {
            report_array(odd::weights_idle, vertex_semantic::bone_index);
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
            from_mesh = larger(from_mesh, largest_difference(matrix, world[node_]));
            from_origin = larger(from_origin, largest_difference(matrix, matrix4x3<double>{}));
        }
        constexpr double tolerance = 1e-2;
        if (from_mesh <= tolerance) {
            return;
        }
        if (from_origin > tolerance) {
            report_(odd::rest_pose_other, "mdl1.nodes[].mesh.bones", bones.records().data());
        } else {
            report_(odd::rest_pose_origin, "mdl1.nodes[].mesh.bones", bones.records().data());
        }
    }

    mesh mesh_;
    const grimrock::bounds* bounds_; // the offset of findings that concern the whole mesh
    array<u32<>> indices_;
    byte_view file_;
    std::uint32_t node_;
    const reporter& report_;
};

// Reports the findings of a model's nodes.
template <class = when_used> class node_linter {
public:
    // `nodes` may be empty. `local`: the matrices of all nodes in it.
    node_linter(const node_index& nodes, std::span<const matrix4x3<double>> local, byte_view file) noexcept
        : nodes_(nodes), local_(local), file_(file) {}

    void all(const node& stored, std::uint32_t number, const reporter& report) const {
        // A node: the length of its name, the name, the transform, the parent.
        const std::uint64_t transform_at =
            file_.offset_of(stored.local() != nullptr ? static_cast<const void*>(stored.local()) : stored.transform());
        const std::uint64_t size = stored.local() != nullptr ? sizeof(*stored.local()) : sizeof(*stored.transform());
        const auto report_at = [&report](std::uint64_t offset) {
            return [&report, offset](const oddity& what, const char* path) { report(what, path, offset); };
        };
        parent(stored, number, report_at(transform_at + size));
        name(stored, number, report_at(transform_at - stored.name().size() - sizeof(i32<>)));
        if (number < local_.size()) {
            transform(local_[number], report_at(transform_at));
        }
    }

private:
    template <class Report>
    void parent(const node& stored, std::uint32_t number, const Report& report) const {
        if (stored.parent() == npos && number > 0) {
            report(odd::several_roots, "mdl1.nodes[].parent");
        }
        if (stored.parent() != npos && stored.parent() > number) {
            report(odd::parent_later, "mdl1.nodes[].parent");
        }
    }
    template <class Report>
    void name(const node& stored, std::uint32_t number, const Report& report) const {
        if (stored.name().empty()) {
            report(odd::name_empty, "mdl1.nodes[].name");
        } else if (!nodes_.empty() && nodes_.find_last(stored.name()) != number) {
            report(odd::name_repeated, "mdl1.nodes[].name");
        }
        if (stored.name().ends_with(' ')) {
            report(odd::name_space, "mdl1.nodes[].name");
        }
    }
    template <class Report> void transform(const matrix4x3<double>& matrix, const Report& report) const {
        const double volume = determinant(matrix);
        const auto is_scaled = [](const vector3<double>& axis) { return absolute(length(axis) - 1.0) > 1e-3; };
        if (!(volume != 0) || !is_finite(volume)) {
            report(odd::node_singular, "mdl1.nodes[].transform");
        } else if (volume < 0) {
            report(odd::node_mirrored, "mdl1.nodes[].transform");
        } else if (is_scaled(matrix.x) || is_scaled(matrix.y) || is_scaled(matrix.z)) {
            report(odd::node_scaled, "mdl1.nodes[].transform");
        }
    }

    node_index nodes_;
    std::span<const matrix4x3<double>> local_;
    byte_view file_;
};

// Reports the findings of a clip's items.
template <class = when_used> class item_linter {
public:
    explicit item_linter(std::uint32_t frame_count) noexcept : frame_count_(frame_count) {}

    void all(const item& stored, const reporter& report) const {
        const auto positions = stored.positions();
        const auto rotations = stored.rotations();
        const auto scales = stored.scales();
        key_count("anim.items[].positionKeys", positions, report);
        key_count("anim.items[].rotationKeys", rotations, report);
        key_count("anim.items[].scaleKeys", scales, report);
        if (!all_finite(positions) || !all_finite(scales) || !all_finite(rotations)) {
            report(odd::keys_not_finite, "anim.items[]", positions.data());
        }
        rotation(rotations, report);
        if (const auto* const constant = scales.size() == 1 ? scales.at(0) : nullptr) {
            if (length(vector3<double>{*constant} - vector3<double>{1, 1, 1}) > 1e-3) {
                report(odd::constant_scale, "anim.items[].scaleKeys", scales.data());
            }
        }
    }

private:
    template <class Keys> void key_count(const char* path, const Keys& keys, const reporter& report) const {
        if (keys.empty()) {
            report(odd::no_keys, path, keys.data());
        } else if (keys.size() != 1 && keys.size() != frame_count_) {
            report(odd::key_count, path, keys.data());
        }
    }
    static void rotation(const strided<quat<>>& keys, const reporter& report) {
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
            report(odd::rotation_not_unit, "anim.items[].rotationKeys", keys.data());
        }
        if (flips) {
            report(odd::rotation_flip, "anim.items[].rotationKeys", keys.data());
        }
    }

    std::uint32_t frame_count_;
};

} // namespace impl

EFFIGY_API_BODY void lint(const model& from, finding_sink sink) {
    std::vector<tree_entry> entries(from.nodes().size());
    const auto nodes = from.index(entries);
    std::vector<matrix4x3<double>> local(nodes.size());
    rest_poses(nodes, local);
    std::vector<matrix4x3<double>> world = local;
    local_to_world(nodes, world);

    const impl::reporter report{from.file(), sink};
    if (!from.trailing().empty()) {
        report(impl::odd::trailing_bytes, "mdl1", from.trailing().data());
    }
    const impl::node_linter<> linter{nodes, local, from.file()};
    std::uint32_t number = 0;
    for (const node& stored : from.nodes()) {
        const impl::reporter report_node = report.inside(number, stored.name());
        linter.all(stored, number, report_node);
        if (stored.mesh()) {
            impl::mesh_linter<>{stored, from.file(), number, report_node}.all(world);
        }
        ++number;
    }
}

EFFIGY_API_BODY void lint(const animation& clip, finding_sink sink) {
    // After magic and version: the name, except in version 3, the rate, the number of frames and that of items, the
    // items.
    const std::uint64_t rate_at =
        clip.file().base() + 2 * sizeof(i32<>) + (clip.version() < 3 ? sizeof(i32<>) + clip.name().size() : 0);
    const impl::reporter report{clip.file(), sink};
    const impl::reporter report_header = report.named(clip.name());
    if (!clip.trailing().empty()) {
        report(impl::odd::trailing_bytes_of_clip, "anim", clip.trailing().data());
    }
    if (clip.frame_count() == 0) {
        report_header(impl::odd::no_frames, "anim.numFrames", rate_at + sizeof(f32<>));
    }
    const float rate = clip.frames_per_second();
    if (!(clip.duration() > 0) && clip.frame_count() != 0) {
        report_header(impl::odd::frame_rate, "anim.framesPerSecond", rate_at);
    } else if (rate != 24 && rate != 30 && rate != 60) {
        report_header(impl::odd::frame_rate_odd, "anim.framesPerSecond", rate_at);
    }
    std::vector<std::string_view> names;
    names.reserve(clip.items().size());
    std::uint32_t number = 0;
    const impl::item_linter<> linter{clip.frame_count()};
    for (const item& stored : clip.items()) {
        linter.all(stored, report.inside(number++, stored.name()));
        names.push_back(stored.name());
    }
    if (impl::has_repetition(names)) {
        report_header(impl::odd::item_repeated, "anim.items", rate_at + sizeof(f32<>) + 2 * sizeof(i32<>));
    }
}

}}} // namespace effigy::v0::grimrock
#endif
