// Conversion of models to scenes, in the space and units of glTF.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/nwn/scene/options.hpp>
#include <effigy/nwn/view.hpp>
#include <effigy/scene.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

// Converts a model to a scene in `memory`: the meshes that the game draws, at rest, with the animations of the model
// and of its supermodels as clips. The scene takes at most 32 times the bytes of all files plus 128 KiB. Errors: those
// of verify(); budget, if the scene would take more.
EFFIGY_API [[nodiscard]] result<scene> to_scene(const model& from, const scene_options& options = {},
                                                std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}}} // namespace effigy::v0::nwn

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/nwn/scene/clip.hpp>
#include <effigy/nwn/scene/mesh.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

namespace impl {

template <class = when_used> class scene_maker {
public:
    scene_maker(const model& from, const scene_options& options, std::pmr::memory_resource* memory)
        : from_(from), options_(options), to_(memory, bytes_of(from, options)), entries_(memory), meshes_(memory),
          materials_(memory) {}

    // Before make(), a caller can lower the limit of the scene: it charges what the scene may not take.
    [[nodiscard]] auto& to() noexcept { return to_; }
    [[nodiscard]] result<scene> make() {
        if (read_tree()) {
            find_alphas_at_rest();
            const auto wanted = wanted_animations(to_, from_, options_);
            for (const wanted_animation& each : wanted) {
                if (options_.animate_materials) {
                    find_changes(each.keys);
                }
            }
            add_nodes();
            for (std::uint32_t i = 0; i < nodes_.size() && !to_.why(); ++i) {
                add_part(i, nodes_[i]);
            }
            add_clips(wanted);
            add_extras();
            if (options_.front) {
                to_.turn({0, 1, 0, 0});
            }
        }
        return to_.finish(options_.name);
    }

private:
    [[nodiscard]] static std::uint64_t bytes_of(const model& from, const scene_options& options) noexcept {
        std::uint64_t out = from.file().size();
        for (const model& supermodel : options.supermodels) {
            out += supermodel.file().size();
        }
        return out;
    }

    [[nodiscard]] bool read_tree() {
        const std::uint32_t count = from_.nodes().size();
        if (!to_.resize(count, entries_, meshes_)) {
            return false;
        }
        nodes_ = from_.index(entries_);
        return true;
    }
    // Doors and placeables play "default" unless they do something else, creatures "pause1" (readers). Measured: one of
    // 212 texts, a door, hides a mesh by it.
    void find_alphas_at_rest() {
        for (const std::string_view name : {"default", "pause1"}) {
            for (const nwn::animation each : from_.animations()) {
                if (compare_any_case(each.name(), name) == 0) {
                    find_alphas(each);
                    return;
                }
            }
        }
    }
    void find_alphas(const nwn::animation& resting) {
        for (const node mover : resting.nodes()) {
            const std::uint32_t target = nodes_.find(mover.name());
            const controller keys = mover.controller(controls_alpha);
            if (target < meshes_.size() && meshes_[target].alpha < 0 && keys) {
                meshes_[target].alpha = fraction_of(sample<double>(keys, 0, 1));
            }
        }
    }
    // Finds the nodes whose materials an animation changes.
    void find_changes(const nwn::animation& keys_of) {
        for (const node mover : keys_of.nodes()) {
            const std::uint32_t target = nodes_.find(mover.name());
            if (target >= meshes_.size() || !nodes_[target].has(has_mesh)) {
                continue;
            }
            const auto changes = [&](std::int32_t id, float fallback, float at_rest = -1) {
                const controller keys = mover.controller(id);
                const controller rest = nodes_[target].controller(id);
                const float own = rest && !rest.values().empty() ? float{rest.values()[0]} : fallback;
                const float still = at_rest >= 0 ? at_rest : own;
                bool out = false;
                for (const f32<>& value : keys.values()) {
                    out = out || value != still;
                }
                return out;
            };
            shown_mesh& changed = meshes_[target];
            changed.fades = changed.fades || changes(controls_alpha, 1, changed.alpha);
            changed.glows = changed.glows || changes(controls_self_illumination, 0);
        }
    }
    // Adds one node to the scene per node of the model, with the same number. Counts the triangles that each shows, and
    // reserves the lists of the scene.
    void add_nodes() {
        to_.made.name = to_.text(from_.name());
        std::size_t meshes = 0, skins = 0, lights = 0;
        for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
            const node each = nodes_[i];
            meshes_[i].triangles = shown_triangles(each.mesh());
            meshes += meshes_[i].triangles != 0 ? 1U : 0U;
            skins += meshes_[i].triangles != 0 && each.skin() ? 1U : 0U;
            lights += each.light() != nullptr ? 1U : 0U;
        }
        if (!to_.reserve(to_.made.nodes, nodes_.size() + skins + 1) || !to_.reserve(to_.made.meshes, meshes) ||
            !to_.reserve(to_.made.skins, skins) || !to_.reserve(to_.made.lights, lights)) {
            return;
        }
        for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
            to_.add_node(nodes_.name(i), nodes_.parent(i), sample<double>(nodes_[i], 0));
        }
    }
    // Returns the number of triangles that the scene shows of a mesh.
    [[nodiscard]] std::size_t shown_triangles(const nwn::mesh& of) const noexcept {
        return (of.is_rendered() || options_.include_collision) && !of.positions().empty() ? drawn_triangles(of) : 0;
    }
    void add_part(std::uint32_t number, const node& from) {
        if (from.has(has_mesh)) {
            add_mesh(number, from);
        }
        scene::list<scene::extra>& extras = to_.made.nodes[number].extras;
        if (const auto* const light = from.light()) {
            add_light(to_, number, from, *light);
        }
        if (const auto* const emitter = from.emitter()) {
            add_emitter(to_, extras, *emitter);
        }
        if (const auto* const reference = from.reference()) {
            add_reference(to_, extras, *reference);
        }
        if (const nwn::dangly dangly = from.dangly()) {
            add_dangly(to_, extras, dangly);
        }
        if (const aabb_tree tree = from.aabb()) {
            add_aabb(to_, extras, tree);
        }
        add_controllers(to_, extras, from, [&](std::int32_t id) {
            return id == controls_position || id == controls_orientation || id == controls_scale ||
                   (from.has(has_mesh) && (id == controls_self_illumination || id == controls_alpha)) ||
                   (from.has(has_light) &&
                    (id == controls_color || id == controls_radius || id == controls_multiplier));
        });
    }

    void add_mesh(std::uint32_t number, const node& owner) {
        const nwn::mesh stored = owner.mesh();
        shown_mesh& shown = meshes_[number];
        if (shown.triangles == 0) {
            return;
        }
        const bool is_drawn = stored.is_rendered();
        material_key of = material_key_of(owner, stored);
        of.alpha = shown.alpha >= 0 ? shown.alpha : of.alpha;
        of.fades = shown.fades;
        of.glows = shown.glows;
        of.owner = is_drawn && (shown.fades || shown.glows) ? number : npos;
        const std::uint32_t material = is_drawn ? add_material(of) : to_.material_of_undrawn(owner.has(has_aabb));
        shown.material = of.owner != npos ? material : npos;
        const auto mesh_number = static_cast<std::uint32_t>(to_.made.meshes.size());
        scene::mesh* const added = to_.add(to_.made.meshes);
        if (added == nullptr) {
            return;
        }
        scene::mesh& made = *added;
        made.name = to_.text(owner.name());
        mesh_maker{to_, made, stored, options_.include_colors}.fill(shown.triangles, material);
        auto extras = to_.extras();
        extras.add_given("noShadow", stored.record()->shadow == 0U)
            .add_given("beaming", stored.record()->beaming.get());
        extras.put_into(made.extras);
        if (!owner.skin() || !add_skin(number, owner, mesh_number)) {
            to_.made.nodes[number].mesh = mesh_number;
            shown.holder = number;
        }
        if (shown.holder != npos) {
            auto what = to_.extras();
            what.add_given("notDrawn", !is_drawn).add_given("collision", owner.has(has_aabb));
            what.put_into(to_.made.nodes[shown.holder].extras);
        }
    }
    [[nodiscard]] std::uint32_t add_material(const material_key& of) {
        return to_.material_for(materials_, of, [&](scene::material& made) { fill_material(to_, made, of); });
    }
    [[nodiscard]] bool add_skin(std::uint32_t number, const node& owner, std::uint32_t mesh_number) {
        skin_maker skins{to_, number, static_cast<std::uint32_t>(nodes_.size()), owner.skin()};
        const std::uint32_t skin = skins.make(to_.made.meshes[mesh_number]);
        if (skin != npos) {
            to_.made.skins[skin].name = to_.text(owner.name());
            meshes_[number].holder = to_.add_skinned(owner.name(), mesh_number, skin);
        }
        return skin != npos;
    }

    void add_clips(const pool<wanted_animation>& wanted) {
        clip_maker clips{to_, nodes_, meshes_};
        bool samples_meshes = from_.samples_meshes();
        for (const model& supermodel : options_.supermodels) {
            samples_meshes = samples_meshes || supermodel.samples_meshes();
        }
        for (const wanted_animation& each : wanted) {
            if (samples_meshes) {
                clips.count_targets(each.keys);
            }
        }
        if (!to_.reserve(to_.made.clips, wanted.size())) {
            return;
        }
        for (const wanted_animation& each : wanted) {
            clips.add(each);
        }
    }
    void add_extras() {
        if (from_.record() == nullptr) {
            return;
        }
        auto extras = to_.extras();
        extras.add_given("format", "MDL").add_given("producer", name_of(from_.producer()));
        extras.add_given("classification", name_of(from_.record()->classification));
        extras.add_given("supermodel", from_.supermodel()).add_given("animationScale", from_.animation_scale());
        extras.put_into(to_.made.extras);
    }

    const model& from_;
    const scene_options& options_;
    builder to_;
    node_index nodes_;
    pool<tree_entry> entries_;
    pool<shown_mesh> meshes_; // by node
    numbers_by_key<material_key> materials_;
};

} // namespace impl

EFFIGY_API_BODY result<scene> to_scene(const model& from, const scene_options& options,
                                       std::pmr::memory_resource* memory) {
    const error why = verify(from);
    return why ? result<scene>{why} : impl::scene_maker<>{from, options, memory}.make();
}

}}} // namespace effigy::v0::nwn
#endif
