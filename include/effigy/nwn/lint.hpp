// Findings about a readable file: oddities that were found in real files, and probable mistakes of exporters.
// None of them is an error; open() and verify() accept all of them.
#pragma once

#include <effigy/core/finding.hpp>
#include <effigy/core/impl/platform.hpp>
#include <effigy/nwn/view.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

// Calls sink(finding) for each finding about a model. Allocates memory in proportion to the number of nodes, slots and
// controllers.
EFFIGY_API void lint(const nwn::model& from, finding_sink sink);

// Reports if the model's name is not that of its file, nor the end of it, as in a copy with a prefix. `file_name`:
// without folder and extension.
EFFIGY_API void lint_file_name(const nwn::model& from, std::string_view file_name, finding_sink sink);

}}} // namespace effigy::v0::nwn

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/core/impl/finite.hpp>
#include <effigy/core/impl/reporter.hpp>
#include <effigy/nwn/lint/oddities.hpp>
#include <effigy/nwn/lint/walk_mesh.hpp>
#include <effigy/nwn/names.hpp>
#include <effigy/nwn/sample.hpp>

#include <limits>
#include <set>
#include <vector>

namespace effigy { inline namespace v0 { namespace nwn {

namespace impl {

using namespace effigy::impl;

template <class = when_used> [[nodiscard]] bool rising(const array<scalar<float>>& times) noexcept {
    for (std::size_t i = 1; i < times.size(); ++i) {
        if (!(times[i - 1] <= times[i])) {
            return false;
        }
    }
    return true;
}
template <class = when_used> [[nodiscard]] bool lists_its_faces(const nwn::mesh& surface) noexcept {
    const auto list = surface.indices();
    const auto faces = surface.faces();
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

inline constexpr std::size_t longest_resource = 16; // characters in the name of a file that the game looks for

// Reports findings about one node.
template <class = when_used> class node_linter {
public:
    // `tree`: for the model or the animation.
    node_linter(const reporter& tree, const nwn::node& owner) noexcept
        : report_(tree.inside(owner.number(), owner.name())), node_(owner) {}

    void header(const node_index& nodes) const {
        const node_header& header = *node_.record();
        if (node_.name().size() == sizeof(header.name)) {
            report_(odd::name_long, "nodes[].name", header.name.chars);
        }
        if (nodes.find(node_.name()) != node_.number()) {
            report_(odd::name_repeated, "nodes[].name", header.name.chars);
        }
    }

    // `end`: that of the animation, in seconds.
    void controllers(double end = std::numeric_limits<double>::infinity()) const {
        std::set<std::int32_t> ids;
        std::uint32_t number = 0;
        for (const nwn::controller keys : node_.controllers()) {
            controller(keys, number++, keys.values().empty() || ids.insert(keys.id()).second, end);
        }
    }

    // The names of other files.
    void resources() const {
        const auto check = [this](const char* path, const auto& name, std::uint32_t i = npos) {
            if (name.view().size() > longest_resource) {
                report_(odd::resource_name_long, path, name.chars, i);
            }
        };
        if (const auto* const emitter = node_.emitter()) {
            check("nodes[].emitter.texture", emitter->texture);
        }
        if (const auto* const reference = node_.reference()) {
            check("nodes[].reference.model", reference->model);
        }
        if (const nwn::mesh surface = node_.mesh()) {
            for (std::uint32_t i = 0; i < std::size(surface.record()->textures); ++i) {
                check("nodes[].mesh.textures[]", surface.record()->textures[i], i);
            }
            check("nodes[].mesh.material", surface.record()->material);
        }
        if (const auto* const light = node_.light()) {
            std::uint32_t i = 0;
            for (const auto& pointer : node_.get(light->flare_textures)) {
                if (const std::string_view name = node_.flare_texture(pointer); name.size() > longest_resource) {
                    report_(odd::resource_name_long, "nodes[].light.flareTextures[]", &name.front(), i);
                }
                ++i;
            }
        }
    }

    void parts(std::span<const matrix4x3<double>> world) const {
        const nwn::mesh surface = node_.mesh();
        if (!surface) {
            return;
        }
        mesh(surface);
        faces(surface);
        if (const nwn::skin binding = node_.skin()) {
            weights(binding);
            bones(binding);
            bind_pose(binding, world);
        }
        if (const nwn::dangly danglymesh = node_.dangly();
            danglymesh && danglymesh.constraints().size() != surface.vertex_count()) {
            report_(odd::dangly_count, "nodes[].dangly.constraints", &danglymesh.record()->constraints);
        }
        if (const aabb_tree boxes = node_.aabb()) {
            aabb(boxes, surface.faces().size());
        }
    }

private:
    static constexpr std::size_t most_faces = 10922; // an index list of as many has 32,766 elements

    // ---- controllers -----------------------------------------------------------------------------------------------

    void controller(const nwn::controller& keys, std::uint32_t number, bool is_first, double end) const {
        const controller_key& key = *keys.record();
        const auto report_columns = [&](const oddity& what) {
            report_(what, "nodes[].controllers[].columns", &key.columns, number);
        };
        const auto report_keys = [&](const oddity& what) { report_(what, "nodes[].controllers[]", &key, number); };
        if (controller_name(node_, keys).empty() && !node_.in_animation()) {
            report_(odd::controller_unknown, "nodes[].controllers[].id", &key.id, number);
        }
        if (!key.has_valid_columns()) {
            report_columns(odd::controller_columns);
        }
        if (keys.is_bezier()) {
            report_columns(odd::controller_bezier);
        }
        if (keys.is_bezier() && key.stores_width()) {
            report_columns(odd::controller_bezier_width);
        }
        if (!is_first) {
            report_(odd::controller_repeated, "nodes[].controllers[].id", &key.id, number);
        }
        if (!rising(keys.times())) {
            report_keys(odd::controller_times);
        }
        if (const auto times = keys.times();
            !times.empty() && static_cast<double>(times[times.size() - 1].get()) > end) {
            report_keys(odd::controller_past_end);
        }
        if (!all_finite(keys.values())) {
            report_keys(odd::controller_not_finite);
        } else if (keys.id() == controls_orientation && keys.columns() == 4) {
            orientation(keys, report_keys);
        }
    }
    template <class Report> static void orientation(const nwn::controller& keys, const Report& report_keys) {
        bool stretched = false;
        bool flips = false;
        quaternion<double> before{0, 0, 0, 0};
        for (std::uint32_t i = 0; i < keys.times().size(); ++i) {
            const auto row = keys.row(i);
            if (row.size() < 4) {
                break;
            }
            const quaternion<double> q{static_cast<double>(row[0].get()), static_cast<double>(row[1].get()),
                                       static_cast<double>(row[2].get()), static_cast<double>(row[3].get())};
            stretched = stretched || !(absolute(dot(q, q) - 1.0) <= 1e-3);
            flips = flips || dot(before, q) < 0;
            before = q;
        }
        if (stretched) {
            report_keys(odd::rotation_not_unit);
        }
        if (flips) {
            report_keys(odd::rotation_flip);
        }
    }

    // ---- meshes ----------------------------------------------------------------------------------------------------

    void mesh(const nwn::mesh& surface) const {
        const mesh_header& header = *surface.record();
        const auto report_lists = [&](const oddity& what) {
            report_(what, "nodes[].mesh.indexLists", &header.index_lists);
        };
        if (surface.merged_away()) {
            report_(odd::mesh_merged_away, "nodes[].mesh", &header);
        } else if (surface.index_list_count() > 1) {
            report_lists(odd::mesh_index_lists);
        } else if (!lists_its_faces(surface)) {
            report_lists(odd::mesh_index_list);
        }
        if (!surface.faces().empty() && header.triangle_mode != 3) {
            report_(odd::mesh_mode, "nodes[].mesh.triangleMode", &header.triangle_mode);
        }
        if (surface.faces().size() > most_faces) {
            report_(odd::mesh_faces, "nodes[].mesh.faces", &header.faces);
        }
        std::uint32_t sets = 0;
        for (std::uint32_t set = 0; set < 4; ++set) {
            sets += surface.texcoords(set).empty() ? 0U : 1U;
        }
        if (surface.vertex_count() != 0 && sets != header.texture_count) {
            report_(odd::mesh_texture_count, "nodes[].mesh.textureCount", &header.texture_count);
        }
        if (!all_finite(surface.positions())) {
            report_(odd::position_not_finite, "nodes[].mesh.vertices", surface.positions().data());
        }
        bool handed = true;
        for (const f32<>& sign : surface.handedness()) {
            handed = handed && (sign == 1.0F || sign == -1.0F);
        }
        if (!handed) {
            report_(odd::mesh_handedness, "nodes[].mesh.handedness", surface.handedness().data());
        }
    }
    void faces(const nwn::mesh& surface) const {
        const auto positions = surface.positions();
        bool degenerate = false;
        bool turned = false;
        for (const nwn::face& authored : surface.faces()) {
            const auto* const a = positions.at(authored.vertex[0].get());
            const auto* const b = positions.at(authored.vertex[1].get());
            const auto* const c = positions.at(authored.vertex[2].get());
            if (a == nullptr || b == nullptr || c == nullptr) {
                continue;
            }
            const vector3<double> from{*a};
            const vector3<double> normal = cross(vector3<double>{*b} - from, vector3<double>{*c} - from);
            degenerate = degenerate || length(normal) <= 1e-6;
            turned = turned || (length(normal) > 1e-6 && dot(normal, vector3<double>{authored.normal}) < 0);
        }
        if (degenerate) {
            report_(odd::face_degenerate, "nodes[].mesh.faces", surface.faces().data());
        }
        if (turned) {
            report_(odd::face_turned, "nodes[].mesh.faces", surface.faces().data());
        }
    }

    // ---- parts of meshes --------------------------------------------------------------------------------------------

    void weights(const nwn::skin& binding) const {
        const auto weights = binding.weights();
        const auto joints = binding.joints();
        bool uneven = false;
        bool boneless = false;
        for (std::size_t i = 0; i < weights.size() && i < joints.size(); ++i) {
            double sum = 0;
            for (std::size_t k = 0; k < 4; ++k) {
                const auto weight = static_cast<double>(element(weights[i], k).get());
                sum += weight;
                boneless = boneless || (weight != 0 && joints[i].bone[k] < 0);
            }
            uneven = uneven || !(absolute(sum - 1.0) <= 0.005);
        }
        if (uneven) {
            report_(odd::weights_sum, "nodes[].skin.weights", weights.data());
        }
        if (boneless) {
            report_(odd::weights_boneless, "nodes[].skin.boneRefs", joints.data());
        }
    }
    void bones(const nwn::skin& binding) const {
        std::set<std::int16_t> slots;
        for (const i16<>& slot : binding.node_to_slot()) {
            if (slot >= 0) {
                slots.insert(slot);
            }
        }
        if (slots.size() > enhanced_slots) {
            report_(odd::skin_bones, "nodes[].skin.nodeToSlot", binding.node_to_slot().data());
        }
    }
    void bind_pose(const nwn::skin& binding, std::span<const matrix4x3<double>> world) const {
        std::vector<matrix4x3<double>> moved(binding.bones().size());
        skin_matrices(binding, world, moved);
        const auto* const here = find_at(world, node_.number());
        double residual = 0;
        for (const i16<>& slot : binding.node_to_slot()) {
            const auto number = static_cast<std::uint32_t>(static_cast<std::int32_t>(slot));
            const auto* const there = find_at(moved, number);
            if (there != nullptr && here != nullptr) {
                residual = larger(residual, largest_difference(*there, *here));
            }
        }
        if (!(residual <= 1e-2)) {
            report_(odd::bind_pose, "nodes[].skin.QBoneRefInv", &binding.record()->inverse_rotations);
        }
    }
    void aabb(const aabb_tree& tree, std::size_t face_count) const {
        std::size_t boxes = 0;
        std::size_t leaves = 0;
        const void* first = node_.record();
        for (const nwn::aabb box : tree) {
            first = boxes == 0 ? box.record() : first;
            ++boxes;
            leaves += box.is_leaf() ? 1U : 0U;
            const bool is_childless = box.record()->left.offset == 0U && box.record()->right.offset == 0U;
            if (box.is_leaf() != is_childless) {
                report_(odd::aabb_leaf, "nodes[].aabb", box.record());
            }
        }
        if (leaves != face_count || (face_count != 0 && boxes != 2 * face_count - 1)) {
            report_(odd::aabb_faces, "nodes[].aabb", first);
        }
    }

    reporter report_;
    const nwn::node& node_;
};

template <class = when_used>
void lint_header(const nwn::model& from, const model_header& header, std::size_t node_count, finding_sink sink) {
    const reporter report{from.file(), sink};
    if (!from.trailing().empty()) {
        report(odd::trailing_bytes, "nwn", from.trailing().data());
    }
    if (from.producer() == producer::unknown) {
        report(odd::producer_unknown, "nwn.model", &header);
    }
    if (header.geometry.node_count != node_count) {
        report(from.supermodel().empty() ? odd::node_count : odd::node_count_with_supermodel,
               "nwn.model.geometry.nodeCount", &header.geometry.node_count);
    }
    const auto check_name = [&](const char* path, const text<64>& name) {
        if (name.view().size() > longest_resource) {
            report.named(name.view())(odd::resource_name_long, path, name.chars);
        }
    };
    check_name("nwn.model.name", header.geometry.name);
    check_name("nwn.model.supermodel", header.supermodel);
    const vector3<double> size = vector3<double>{header.bounding_max} - vector3<double>{header.bounding_min};
    if (!(length(size) <= 1e6)) {
        report(odd::bounds_absurd, "nwn.model.boundingMin", &header.bounding_min);
    }
    if (!(header.animation_scale > 0.0F && header.animation_scale <= 100.0F)) {
        report(odd::animation_scale, "nwn.model.animationScale", &header.animation_scale);
    }
}

template <class = when_used>
void lint_animation_header(const nwn::animation& clip, std::size_t node_count, const reporter& report) {
    if (!(clip.duration() > 0)) {
        report(odd::animation_length, "nwn.animations[].length", &clip.record()->length);
    }
    std::uint32_t event_number = 0;
    for (const nwn::event& event : clip.events()) {
        if (!(event.time >= 0.0F && static_cast<double>(event.time.get()) <= clip.duration())) {
            const reporter report_event = report.inside(event_number, event.name.view());
            report_event(odd::event_outside, "nwn.animations[].events[].time", &event.time);
        }
        ++event_number;
    }
    if (clip.record()->geometry.node_count != node_count) {
        report(odd::node_count, "nwn.animations[].geometry.nodeCount", &clip.record()->geometry.node_count);
    }
}

template <class = when_used>
void lint_animation(const nwn::model& from, const node_index& nodes, const nwn::animation& clip, std::uint32_t number,
                    finding_sink sink) {
    const reporter report = reporter{from.file(), sink}.inside(number, clip.name());
    lint_animation_header(clip, clip.count_nodes(), report);
    location tree;
    tree.path_prefix = "nwn.animations[].";
    const reporter report_nodes{from.file(), sink, tree.element(number)};
    constexpr double endless = std::numeric_limits<double>::infinity();
    nwn::node unknown; // the first that the model does not have
    for (const nwn::node moving : clip.nodes()) {
        node_linter<>{report_nodes, moving}.controllers(clip.duration() > 0 ? clip.duration() : endless);
        unknown = !unknown && nodes.find(moving.name()) == npos ? moving : unknown;
    }
    if (unknown && from.supermodel().empty()) {
        report(odd::animation_unknown_nodes, "nwn.animations[].nodes[].name", unknown.record()->name.chars,
               unknown.number());
    }
}

} // namespace impl

EFFIGY_API_BODY void lint(const nwn::model& from, finding_sink sink) {
    if (from.record() == nullptr) {
        return;
    }
    std::vector<tree_entry> entries(from.nodes().size());
    const node_index nodes = from.index(entries);
    std::vector<pose<double>> poses(nodes.size());
    rest_poses(nodes, poses);
    std::vector<matrix4x3<double>> world(nodes.size());
    local_matrices(poses, world);
    local_to_world(nodes, world);

    impl::lint_header(from, *from.record(), from.nodes().size(), sink);
    location tree;
    tree.path_prefix = "nwn.";
    const impl::reporter report_nodes{from.file(), sink, tree};
    impl::walk_mesh_linter<> walk_meshes{report_nodes};
    for (const nwn::node part : from.nodes()) {
        if (from.record()->classification == classification::tile) {
            walk_meshes.node(part, world);
        }
        const impl::node_linter<> linter{report_nodes, part};
        linter.header(nodes);
        linter.controllers();
        linter.resources();
        linter.parts(world);
    }
    std::uint32_t number = 0;
    for (const nwn::animation clip : from.animations()) {
        if (clip) {
            impl::lint_animation(from, nodes, clip, number, sink);
        }
        ++number;
    }
}

EFFIGY_API_BODY void lint_file_name(const nwn::model& from, std::string_view file_name, finding_sink sink) {
    const std::size_t size = from.name().size();
    const std::string_view end = file_name.substr(file_name.size() < size ? 0 : file_name.size() - size);
    if (from.record() != nullptr && compare_any_case(from.name(), end) != 0) {
        const impl::reporter report{from.file(), sink, location{}, from.name()};
        report(impl::odd::name_of_file, "nwn.model.name", from.record()->geometry.name.chars);
    }
}

}}} // namespace effigy::v0::nwn
#endif
