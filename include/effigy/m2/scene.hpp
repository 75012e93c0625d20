// Converts a model of any version to a scene: nodes, mesh, materials and clips as in glTF.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/m2/scene/options.hpp>
#include <effigy/m2/view.hpp>
#include <effigy/scene.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// Returns the model as a scene in `memory`. The scene takes at most 32 times the size of the model's files plus 128
// KiB. Errors: those of verify(from); budget, if the scene would be larger. Data of missing companions is left out, and
// extras report it: clips whose keys are unknown, a mesh without a skin profile.
EFFIGY_API [[nodiscard]] result<scene> to_scene(const model& from, const scene_options& options = {},
                                                std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}}} // namespace effigy::v0::m2

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/m2/scene/attached.hpp>
#include <effigy/m2/scene/clips.hpp>
#include <effigy/m2/scene/mesh.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

namespace impl {

template <class = when_used> void add_bounds(scene_maker<>& maker, std::string_view name, const m2::bounds& of) {
    const vector3<float> min = z_up::point(vector3<float>{of.min});
    const vector3<float> max = z_up::point(vector3<float>{of.max});
    auto box = maker.to.extras();
    box.add_numbers("min", std::array{min.x, min.y, max.z}).add_numbers("max", std::array{max.x, max.y, min.z});
    box.add("radius", of.radius.get()).put_into(maker.to.made.extras, name);
}

template <class Used> result<scene> scene_maker<Used>::make() {
    add_all();
    if (options.metres) {
        constexpr float metres_per_yard = 0.9144F;
        scale_lengths(to.made, metres_per_yard);
    }
    if (options.front) {
        constexpr float half = 0.70710678F; // cosine of 45 degrees
        to.turn({0, -half, 0, half});
    }
    return to.finish(options.name);
}
template <class Used> void scene_maker<Used>::add_all() {
    const std::string_view name = from.name();
    const skin_profile profile = profile_for(*this);
    mesh_maker<> meshes{*this, profile};
    const std::uint64_t nodes = 2 + meshes.size() + std::uint64_t{from.bones().size()} + from.attachments().size() +
                                from.events().size() + from.lights().size() + from.cameras().size() +
                                from.ribbons().size() + from.particles().size();
    if (!to.reserve(to.made.nodes, nodes)) {
        return;
    }
    to.made.name = to.text(name);
    root = to.add_node(name, npos);
    {
        auto extras = to.extras();
        extras.add("version", from.version());
        extras.add_given("flags", from.flags());
        if (profile) {
            extras.add("skinProfile", profile.number());
        } else {
            extras.add("missingSkinProfile", true);
        }
        extras.add_given("missingSkeleton", from.is_skeleton_missing());
        extras.put_into(to.made.extras);
    }
    add_bounds(*this, "bounds", from.bounds());
    add_bounds(*this, "collisionBounds", from.collision_bounds());
    add_bones(*this);
    if (to.why()) {
        return;
    }
    meshes.add();
    if (options.include_collision) {
        add_collision(*this);
    }
    if (options.include_empties) {
        add_attachments(*this);
        add_events(*this);
    }
    add_lights(*this);
    if (options.include_empties) {
        add_ribbons(*this);
        add_particles(*this);
    }
    add_cameras(*this);
    if (options.include_clips && !to.why()) {
        add_clips(*this);
    }
}

} // namespace impl

EFFIGY_API_BODY result<scene> to_scene(const model& from, const scene_options& options,
                                       std::pmr::memory_resource* memory) {
    const error why = verify(from);
    return why ? result<scene>{why} : impl::scene_maker<>{from, options, memory}.make();
}

}}} // namespace effigy::v0::m2
#endif
