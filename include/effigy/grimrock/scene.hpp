// Converts models and clips to scenes, which are in glTF's coordinates.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/grimrock/scene/options.hpp>
#include <effigy/grimrock/view.hpp>
#include <effigy/scene.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

// Converts a model, and clips from other files, to a scene. The scene takes at most 32 times the size of all these
// files plus 128 KiB. Errors: those of verify(from); budget, if the scene needs more memory. docs/grimrock.md describes
// how data that glTF has no field for is converted.
EFFIGY_API [[nodiscard]] result<scene> to_scene(const model& from, const scene_options& options = {},
                                                std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}}} // namespace effigy::v0::grimrock

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/grimrock/scene/clip.hpp>
#include <effigy/grimrock/scene/mesh.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

namespace impl {

template <class = when_used> class scene_maker {
public:
    // `trace`: is filled, unless it is null.
    scene_maker(const model& from, const scene_options& options, std::pmr::memory_resource* memory,
                scene_trace* trace = nullptr)
        : from_(from), options_(options), to_(memory, bytes_of(from, options.clips)), trace_(trace), entries_(memory),
          places_(memory), signs_(memory), stamps_(memory), meshes_(to_, options.include_colors, trace) {}

    // Before make(), a caller can lower the limit of the scene: it charges what the scene may not take.
    [[nodiscard]] auto& to() noexcept { return to_; }
    [[nodiscard]] result<scene> make() {
        if (read_tree() && reserve_parts()) {
            add_nodes();
            add_entities();
            add_clips();
            to_.extras().add("format", "MDL1").add("version", from_.version()).put_into(to_.made.extras);
        }
        return to_.finish(options_.name);
    }

private:
    using builder = scene_builder<mirrored_x>;
    using stored_arrays = mesh_maker<>::stored_arrays;

    static constexpr std::uint32_t most_bones = 0xFFFE; // one more joint may be needed; joint numbers have 16 bits

    // ---- nodes -----------------------------------------------------------------------------------------------------

    [[nodiscard]] bool read_tree() {
        const std::size_t count = from_.nodes().size();
        if (!to_.resize(count, entries_, places_, signs_, stamps_)) {
            return false;
        }
        nodes_ = from_.index(entries_);
        if (nodes_.size() != count) {
            to_.refuse({{"mdl1.nodes"},
                        errc::budget,
                        0xFFFF'FFFF,
                        static_cast<std::int64_t>(from_.file().size()),
                        "bytes, the largest file whose nodes can be indexed"});
            return false;
        }
        return true;
    }
    // Reserves the lists of the scene: a list that grows takes more than twice the memory of its elements.
    [[nodiscard]] bool reserve_parts() {
        std::uint64_t nodes = 1, meshes = 0, skins = 0, lights = 0; // 1: a root above several roots
        std::uint32_t number = 0;
        for (const auto& each : from_.nodes()) {
            nodes += builder::is_sheared(each.local_matrix<double>()) ? 2U : 1U;
            if (const auto* const light = each.light()) {
                lights += 1;
                nodes += is_turned(light->type) ? 1U : 0U;
            } else if (const auto mesh = each.mesh()) {
                const auto bones = mesh.bones();
                meshes += 1;
                skins += bones.empty() ? 0U : 1U;
                nodes += bones.empty() ? 0U : 1 + repeated_joints(bones, number);
            }
            ++number;
        }
        return to_.reserve(to_.made.nodes, nodes) && to_.reserve(to_.made.meshes, meshes) &&
               to_.reserve(to_.made.skins, skins) && to_.reserve(to_.made.lights, lights);
    }
    [[nodiscard]] std::uint64_t repeated_joints(const bone_list& bones, std::uint32_t own_node) {
        std::uint64_t out = 0;
        ++stamp_;
        for (const auto& each : bones) {
            out += mark_joint(node_of(each, own_node)) ? 1U : 0U;
        }
        return out + (mark_joint(own_node) ? 1U : 0U);
    }
    // Returns the node of a bone; `otherwise`, if it does not exist.
    [[nodiscard]] std::uint32_t node_of(const bone& moved, std::uint32_t otherwise) const {
        const std::uint32_t out = moved.node();
        return out < places_.size() ? out : otherwise;
    }
    // Marks a node as a joint of the current skin, which stamp_ identifies. Returns whether it was one before.
    [[nodiscard]] bool mark_joint(std::uint32_t number) {
        const bool out = stamps_[number] == stamp_;
        stamps_[number] = stamp_;
        return out;
    }
    // Adds the nodes of the engine's tree, in which nodes without a parent are children of node 0. If node 0 has a
    // parent, several roots can remain; a new node becomes their parent, because the joints of a skin must have a
    // common root.
    void add_nodes() {
        std::size_t roots = 0;
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            roots += nodes_.parent(i) == npos ? 1U : 0U;
        }
        const std::uint32_t above = roots > 1 ? to_.add_node("", npos) : npos;
        note(above, npos, node_role::above);
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            const std::uint32_t number = nodes_.preorder(i);
            const std::uint32_t parent = nodes_.parent(number);
            places_[number] = to_.add_node(nodes_.name(number), parent == npos ? above : places_[parent].inner,
                                           nodes_.local_matrix<double>(number));
            const bool is_sheared = places_[number].inner != places_[number].outer;
            note(places_[number].outer, number, is_sheared ? node_role::outer : node_role::node);
            note(is_sheared ? places_[number].inner : npos, number, node_role::inner);
            signs_[number] = to_.why() ? std::int8_t{0} : sign_of(number, parent);
        }
    }
    // Returns the sign of the determinant of a node's world matrix at rest, as glTF computes it: the product of all
    // scales. Precondition: the sign of the parent is known.
    [[nodiscard]] std::int8_t sign_of(std::uint32_t number, std::uint32_t parent) const {
        int out = parent == npos ? 1 : signs_[parent];
        const vector3<float>& scale = to_.made.nodes[places_[number].outer].local.scale; // that of an inner node is 1
        for (const float each : {scale.x, scale.y, scale.z}) {
            out *= each < 0 ? -1 : each > 0 ? 1 : 0;
        }
        return static_cast<std::int8_t>(out);
    }
    void add_entities() {
        std::uint32_t number = 0;
        for (const auto& each : from_.nodes()) {
            if (to_.why()) {
                return;
            }
            if (const auto mesh = each.mesh()) {
                add_mesh(mesh, each.name(), number);
            } else if (const auto* const light = each.light()) {
                add_light(*light, number);
            }
            ++number;
        }
    }
    [[nodiscard]] scene::node& holder_of(std::uint32_t number) { return to_.made.nodes[places_[number].inner]; }
    void note(std::uint32_t in_scene, std::uint32_t number, node_role role) {
        if (trace_ != nullptr) {
            trace_->add_node(in_scene, number, role);
        }
    }

    // ---- meshes ----------------------------------------------------------------------------------------------------

    void add_mesh(const grimrock::mesh& stored, std::string_view name, std::uint32_t number) {
        stored_arrays arrays;
        meshes_.read(stored, arrays);
        const bool is_mirrored = signs_[number] < 0 && !is_skinned(stored, arrays); // a skin is on a root of its own
        scene::mesh* const added = to_.add(to_.made.meshes);
        if (added == nullptr) {
            return;
        }
        scene::mesh& made = *added;
        made.name = to_.text(name);
        if (trace_ != nullptr) {
            trace_->meshes.emplace_back() = {.node = number,
                                             .holder = places_[number].inner,
                                             .first_segment = static_cast<std::uint32_t>(trace_->segments.size()),
                                             .is_mirrored = is_mirrored};
        }
        if (!meshes_.fill(stored, arrays, is_mirrored, made)) {
            return;
        }
        if (made.primitives.empty()) { // glTF does not allow a mesh without primitives
            to_.made.meshes.pop_back();
            if (trace_ != nullptr) {
                trace_->meshes.pop_back();
            }
            to_.extras().add("meshWithoutTriangles", true).put_into(holder_of(number).extras);
            return;
        }
        auto extras = to_.extras();
        const auto* const emissive = stored.emissive();
        if (emissive != nullptr && vector3<float>{*emissive} != vector3<float>{}) {
            extras.add("emissive", vector3<float>{*emissive});
        }
        extras.add("castShadow", stored.cast_shadow() != 0).put_into(made.extras);
        const auto mesh_number = static_cast<std::uint32_t>(to_.made.meshes.size() - 1);
        if (!add_skinned(stored, arrays, mesh_number, number)) {
            holder_of(number).mesh = mesh_number;
        }
    }

    // ---- skins -----------------------------------------------------------------------------------------------------

    // Whether a mesh gets a skin: the game does not read joints and weights of other types.
    [[nodiscard]] static bool is_skinned(const grimrock::mesh& stored, const stored_arrays& arrays) {
        const auto bones = stored.bones();
        return !bones.empty() && bones.size() <= most_bones &&
               !mesh_maker<>::at(arrays, vertex_semantic::bone_index).as<grimrock::joints>().empty() &&
               !mesh_maker<>::at(arrays, vertex_semantic::bone_weight).as<vec4<>>().empty();
    }
    // Adds the skin and the root node of a skinned mesh. Returns false if the mesh stays on its own node, as a mesh
    // without bones does.
    [[nodiscard]] bool add_skinned(const grimrock::mesh& stored, const stored_arrays& arrays, std::uint32_t mesh_number,
                                   std::uint32_t number) {
        scene::mesh& made = to_.made.meshes[mesh_number];
        const auto bones = stored.bones();
        if (bones.empty()) {
            return false;
        }
        if (!is_skinned(stored, arrays)) {
            to_.extras().add("skinLeftOut", true).put_into(made.extras);
            return false;
        }
        const auto joints = meshes_.at(arrays, vertex_semantic::bone_index).as<grimrock::joints>();
        const auto weights = meshes_.at(arrays, vertex_semantic::bone_weight).as<vec4<>>();
        const auto bone_count = static_cast<std::uint32_t>(bones.size());
        if (!reserve_influences(to_, made, joints.size())) {
            return true;
        }
        // Vertices without weights follow the mesh's own node, whose joint comes after those of the bones.
        const std::size_t unweighted =
            fill_influences(made, joints, weights, static_cast<std::uint16_t>(bone_count), [&](std::int32_t bone) {
                const auto out = static_cast<std::uint16_t>(bone);
                return out < bone_count ? out : npos;
            });
        to_.extras().add_given("verticesWithoutWeights", unweighted).put_into(made.extras);
        const std::uint32_t skin = to_.add_skin(bones.size() + (unweighted != 0 ? 1 : 0));
        if (skin == npos) {
            return true;
        }
        ++stamp_;
        std::size_t joint = 0;
        for (const auto& each : bones) {
            to_.set_joint(skin, joint++, joint_for(node_of(each, number)), mirrored_x::matrix(each.inverse_bind()));
        }
        if (unweighted != 0) {
            to_.set_joint(skin, joint, joint_for(number));
        }
        const std::uint32_t holder = to_.add_skinned(nodes_.name(number), mesh_number, skin);
        if (trace_ != nullptr) {
            note(holder, number, node_role::holder);
            trace_->meshes.back().holder = holder;
            trace_->meshes.back().has_own_joint = unweighted != 0;
        }
        return true;
    }
    // Returns the joint for a bone of this node. A node can be only one joint of a skin, so a second bone of the same
    // node gets a new child of the node.
    [[nodiscard]] std::uint32_t joint_for(std::uint32_t number) {
        const std::uint32_t moved = places_[number].inner;
        if (!mark_joint(number)) {
            return moved;
        }
        const std::uint32_t out = to_.add_node("", moved);
        note(out, number, node_role::joint);
        return out;
    }

    // ---- lights ----------------------------------------------------------------------------------------------------

    static constexpr std::int32_t directional = 1, point = 2, spot = 3; // 0: ambient (engine)

    [[nodiscard]] static constexpr bool is_turned(std::int32_t type) { return type == directional || type == spot; }
    // Assumed, because none of 322 models has lights: they point along +z, and the angle is that of the whole cone, in
    // degrees.
    void add_light(const light& stored, std::uint32_t number) {
        const std::int32_t type = stored.type;
        const auto positive = [](float v) { return v > 0 && is_finite(v) ? v : 0; };
        const vector3<float> color{positive(stored.color.x), positive(stored.color.y), positive(stored.color.z)};
        if (type != point && !is_turned(type)) { // glTF has no such light
            to_.extras().add("ambientLight", color).put_into(holder_of(number).extras);
            return;
        }
        constexpr pose<double> half_turn{{}, {0, 1, 0, 0}, {1, 1, 1}};
        const std::uint32_t moved = places_[number].inner;
        const std::uint32_t holder = is_turned(type) ? to_.add_node("", moved, half_turn) : moved;
        note(is_turned(type) ? holder : npos, number, node_role::light);
        scene::light* const added = holder != npos ? to_.add(to_.made.lights) : nullptr;
        if (added == nullptr) {
            return;
        }
        to_.made.nodes[holder].light = static_cast<std::uint32_t>(to_.made.lights.size() - 1);
        scene::light& made = *added;
        made.type = type == directional ? scene::light_type::directional
                    : type == spot      ? scene::light_type::spot
                                        : scene::light_type::point;
        const float brightest = larger(larger(color.x, color.y), color.z);
        made.intensity = larger(brightest, 1.0F);
        made.color = color * (1 / made.intensity);
        made.range = positive(stored.range);
        if (type == spot) {
            constexpr double radians = half_pi / 90, narrowest = 1e-3, sharpest = 0.99;
            const double outer = static_cast<double>(positive(stored.spot_angle)) / 2 * radians;
            const auto sharpness = static_cast<double>(positive(stored.spot_sharpness));
            made.outer_cone_angle = static_cast<float>(outer > narrowest && outer < half_pi ? outer : half_pi);
            made.inner_cone_angle =
                made.outer_cone_angle * static_cast<float>(sharpness < sharpest ? sharpness : sharpest);
        }
        to_.extras().add("castShadow", stored.cast_shadow != 0).put_into(made.extras);
    }

    // ---- clips -----------------------------------------------------------------------------------------------------

    void add_clips() {
        if (options_.clips.empty() || !to_.reserve(to_.made.clips, options_.clips.size())) {
            return;
        }
        clip_maker<> making{to_, nodes_, places_, stamps_, stamp_, options_.mode, trace_};
        auto without_effect = to_.list<scene::text>();
        for (const auto& each : options_.clips) {
            const std::string_view name = each.name.empty() ? each.keys.name() : each.name;
            scene::clip* const added = to_.add(to_.made.clips);
            if (added == nullptr) {
                return;
            }
            scene::clip& made = *added;
            made.name = to_.text(name);
            making.add_channels(each.keys, made);
            if (trace_ != nullptr) {
                trace_->clips.push_back(made.channels.empty() ? npos
                                                              : static_cast<std::uint32_t>(to_.made.clips.size() - 1));
            }
            // glTF does not allow a clip without channels.
            if (made.channels.empty()) {
                to_.add(without_effect, to_.text(name));
                to_.made.clips.pop_back();
            }
        }
        to_.extras().add_given("clipsWithoutEffect", std::move(without_effect)).put_into(to_.made.extras);
    }

    const model& from_;
    const scene_options& options_;
    builder to_;
    scene_trace* trace_;
    pool<tree_entry> entries_;
    pool<placed_node> places_;   // of each node of the file
    pool<std::int8_t> signs_;    // per node of the file: the sign of the determinant of its world matrix
    pool<std::uint64_t> stamps_; // per node: the last skin that has it as a joint; later, the last item that moves it
    std::uint64_t stamp_ = 0;
    node_index nodes_;
    mesh_maker<> meshes_;
};

} // namespace impl

EFFIGY_API_BODY result<scene> to_scene(const model& from, const scene_options& options,
                                       std::pmr::memory_resource* memory) {
    const error why = verify(from);
    return why ? result<scene>{why} : impl::scene_maker<>{from, options, memory}.make();
}

}}} // namespace effigy::v0::grimrock
#endif
