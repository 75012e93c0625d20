// Conversion of models to scenes, in the space and units of glTF.
#pragma once

#include <effigy/core/api.hpp>
#include <effigy/nwn/scene/options.hpp>
#include <effigy/nwn/view.hpp>
#include <effigy/scene.hpp>

namespace effigy::inline v0::nwn {

// Converts a model to a scene in `memory`: the meshes that the game draws, at rest, with the animations of the model
// and of its supermodels as clips. The scene takes at most six times the bytes of all files plus 128 KiB. Errors: those
// of verify(); budget, if the scene would take more.
EFFIGY_API [[nodiscard]] result<scene> to_scene(const model& from, const scene_options& options = {},
                                                std::pmr::memory_resource* memory = std::pmr::get_default_resource());

} // namespace effigy::inline v0::nwn

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/nwn/scene/clip.hpp>
#include <effigy/nwn/scene/mesh.hpp>

#include <map>

namespace effigy::inline v0::nwn {

namespace impl {

template <class = when_used> class scene_builder_of {
public:
    scene_builder_of(const model& from, const scene_options& options, std::pmr::memory_resource* memory)
        : from_(from), options_(options), by_(memory, "nwn.scene", bytes_of_files(from, options)), entries_(memory),
          holders_(memory), changes_(memory), changing_(memory), materials_(memory) {}

    [[nodiscard]] result<scene> run() {
        const std::uint32_t count = from_.nodes().size();
        if (by_.pay(std::uint64_t{count} * (sizeof(tree_entry) + 2 * sizeof(std::uint32_t) + sizeof(node_changes)))) {
            entries_.resize(count);
            holders_.assign(count, npos);
            changes_.resize(count);
            changing_.assign(count, npos);
            if (options_.animate_materials) {
                find_changes();
            }
            add_nodes();
            add_parts();
            add_clips();
            add_extras();
            if (options_.front) {
                by_.turn({0, 1, 0, 0});
            }
        }
        return by_.finish(options_.name);
    }

private:
    [[nodiscard]] static std::uint64_t bytes_of_files(const model& from, const scene_options& options) noexcept {
        std::uint64_t out = from.file().size();
        for (const model& supermodel : options.supermodels) {
            out += supermodel.file().size();
        }
        return out;
    }

    [[nodiscard]] bool is_shown(const nwn::mesh& candidate) const noexcept {
        return candidate && (candidate.is_rendered() || options_.include_undrawn) && !candidate.positions().empty() &&
               drawn_triangles(candidate) != 0;
    }

    // What clips change of a node's material.
    struct node_changes {
        bool alpha = false, illumination = false;

        [[nodiscard]] bool any() const noexcept { return alpha || illumination; }
    };
    // Finds the nodes whose materials clips change.
    void find_changes() {
        const node_index index = from_.index(entries_);
        for_each_wanted(by_, from_, options_, [&](const nwn::animation& animation, std::string_view, float) {
            for (const node mover : animation.nodes()) {
                const std::uint32_t target = index.find(mover.name());
                const auto changes = [&](std::int32_t id, float fallback) {
                    const controller_list all = mover.controllers();
                    const controller keys = all.at(all.find(id));
                    const controller rest = index.at(target).controller(id);
                    const float still = rest && !rest.values().empty() ? float{rest.values()[0]} : fallback;
                    bool out = false;
                    for (const f32<>& value : keys.values()) {
                        out = out || value != still;
                    }
                    return out;
                };
                if (target < changes_.size() && index.at(target).has(has_mesh)) {
                    node_changes& known = changes_[target];
                    known.alpha = known.alpha || changes(controls_alpha, 1);
                    known.illumination = known.illumination || changes(controls_self_illumination, 0);
                }
            }
        });
    }
    // Adds one node to the scene per node of the model, with the same number.
    void add_nodes() {
        by_.made.name = from_.name();
        std::size_t meshes = 0;
        std::size_t skins = 0;
        std::size_t lights = 0;
        for (const node each : from_.nodes()) {
            const bool shows = each.has(has_mesh) && is_shown(each.mesh());
            meshes += shows ? 1U : 0U;
            skins += shows && each.skin() ? 1U : 0U;
            lights += each.light() != nullptr ? 1U : 0U;
        }
        by_.made.nodes.reserve(from_.nodes().size() + skins + 1);
        by_.made.meshes.reserve(meshes);
        by_.made.skins.reserve(skins);
        by_.made.lights.reserve(lights);
        for (const node each : from_.nodes()) {
            by_.add_node(each.name(), each.parent(), sample<double>(each, 0));
        }
    }
    void add_parts() {
        std::uint32_t number = 0;
        for (const node each : from_.nodes()) {
            if (by_.why() || number >= by_.made.nodes.size()) {
                return;
            }
            add_part(number, each);
            ++number;
        }
    }
    void add_part(std::uint32_t number, const node& from) {
        if (from.has(has_mesh)) {
            add_mesh(number, from);
        }
        scene::list<scene::extra>& extras = by_.made.nodes[number].extras;
        if (const auto* const light = from.light()) {
            add_light(by_, number, from, *light);
        }
        if (const auto* const emitter = from.emitter()) {
            add_emitter(by_, extras, *emitter);
        }
        if (const auto* const reference = from.reference()) {
            add_reference(by_, extras, *reference);
        }
        if (const nwn::dangly dangly = from.dangly()) {
            add_dangly(by_, extras, dangly);
        }
        if (const aabb_tree tree = from.aabb()) {
            add_aabb(by_, extras, tree);
        }
        add_controllers(by_, extras, from, [&](std::int32_t id) {
            return id == controls_position || id == controls_orientation || id == controls_scale ||
                   (from.has(has_mesh) && (id == controls_self_illumination || id == controls_alpha)) ||
                   (from.has(has_light) &&
                    (id == controls_color || id == controls_radius || id == controls_multiplier));
        });
    }

    void add_mesh(std::uint32_t number, const node& owner) {
        const nwn::mesh stored = owner.mesh();
        if (!is_shown(stored) || by_.made.meshes.size() == by_.made.meshes.capacity() ||
            !by_.pay(sizeof(scene::mesh) + owner.name().size() + 1)) {
            return;
        }
        look shown = look_of(owner, *stored.header());
        const node_changes& changes = changes_[number];
        shown.fades = changes.alpha;
        shown.glows = changes.illumination;
        shown.owner = changes.any() ? number : npos;
        const std::uint32_t material = add_material(shown);
        changing_[number] = changes.any() ? material : npos;
        const auto mesh_number = static_cast<std::uint32_t>(by_.made.meshes.size());
        scene::mesh& made = by_.made.meshes.emplace_back(by_.memory());
        made.name = owner.name();
        mesh_builder{by_, made, stored}.fill(drawn_triangles(stored), material);
        fields_builder extras{by_};
        extras.add_given("notDrawn", !stored.is_rendered()).add_given("collision", owner.has(has_aabb));
        extras.add_given("noShadow", stored.header()->shadow == 0U)
            .add_given("beaming", stored.header()->beaming.get());
        extras.put_into(made.extras);
        if (const nwn::skin skin = owner.skin(); skin && add_skin(number, skin, mesh_number)) {
            return;
        }
        by_.made.nodes[number].mesh = mesh_number;
        holders_[number] = number;
    }
    [[nodiscard]] std::uint32_t add_material(const look& of) {
        constexpr std::size_t bytes_of_entry = sizeof(look) + 64;
        if (!by_.pay(bytes_of_entry)) {
            return npos;
        }
        return by_.material_for(materials_, of, [&](scene::material& made) { fill_material(by_, made, of); });
    }
    [[nodiscard]] bool add_skin(std::uint32_t number, const nwn::skin& from, std::uint32_t mesh_number) {
        if (by_.made.skins.size() == by_.made.skins.capacity() ||
            !by_.pay(sizeof(scene::skin) + by_.made.nodes[number].name.size() + 1)) {
            return false;
        }
        scene::skin& made = by_.made.skins.emplace_back(by_.memory());
        made.name = by_.made.nodes[number].name;
        skin_builder skins{by_, number, from_.nodes().size(), from};
        if (!skins.fill(by_.made.meshes[mesh_number], made)) {
            by_.made.skins.pop_back();
            return false;
        }
        const auto skin_number = static_cast<std::uint32_t>(by_.made.skins.size() - 1);
        holders_[number] = by_.add_skinned(by_.made.nodes[number].name, mesh_number, skin_number);
        return true;
    }

    void add_clips() {
        const node_index index = from_.index(entries_);
        clip_builder_of clips{by_, {&index, holders_, changing_}};
        std::size_t count = 0;
        bool samples_meshes = from_.samples_meshes();
        for (const model& supermodel : options_.supermodels) {
            samples_meshes = samples_meshes || supermodel.samples_meshes();
        }
        for_each_wanted(by_, from_, options_, [&](const nwn::animation& animation, std::string_view, float) {
            ++count;
            if (samples_meshes) {
                clips.count_targets(animation);
            }
        });
        if (by_.why()) {
            return;
        }
        by_.made.clips.reserve(count);
        for_each_wanted(by_, from_, options_,
                        [&](const nwn::animation& animation, std::string_view supermodel, float scale) {
                            clips.add(animation, supermodel, scale);
                        });
    }
    void add_extras() {
        if (from_.header() == nullptr) {
            return;
        }
        fields_builder extras{by_};
        extras.add_given("format", "MDL").add_given("producer", producer_name(from_.producer()));
        extras.add_given("classification", classification_name(from_.header()->classification));
        extras.add_given("supermodel", from_.supermodel()).add_given("animationScale", from_.animation_scale());
        extras.put_into(by_.made.extras);
    }

    model from_;
    scene_options options_;
    builder by_;
    scene::list<tree_entry> entries_;
    scene::list<std::uint32_t> holders_; // the node that shows each node's mesh, or npos
    scene::list<node_changes> changes_;
    scene::list<std::uint32_t> changing_; // per node: its material if a clip changes it, or npos
    std::pmr::map<look, std::uint32_t> materials_;
};

} // namespace impl

EFFIGY_API_BODY result<scene> to_scene(const model& from, const scene_options& options,
                                       std::pmr::memory_resource* memory) {
    if (const error why = verify(from)) {
        return why;
    }
    return impl::scene_builder_of{from, options, memory}.run();
}

} // namespace effigy::inline v0::nwn
#endif
