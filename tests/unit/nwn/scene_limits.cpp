// Scenes that may take less memory than they need.
#include "support/scene_limits.hpp"
#include "nwn/opened.hpp"

#include <effigy/nwn/scene.hpp>

namespace {

namespace described = fixtures::nwn;

// Adds many nodes, meshes, materials, lights, clips and events to a model.
described::model widened(described::model out) {
    const std::size_t count = out.nodes.size();
    described::clip moved{"a clip with a long name", 1, {}, {{"root"}}};
    for (std::uint32_t i = 0; i < 20; ++i) {
        for (std::size_t from = 1; from < count; ++from) {
            if (!out.nodes[from].skin) {
                out.nodes.push_back(out.nodes[from]);
                out.nodes.back().name += std::to_string(i);
                out.nodes.back().parent = 0;
            }
        }
        if (auto& mesh = out.nodes.back().mesh) {
            mesh->textures[0] = "a texture with a long name" + std::to_string(i);
        }
        described::key keys{8, 3};
        for (std::uint32_t k = 0; k < 20; ++k) {
            keys.times.push_back(static_cast<float>(k) / 20);
            keys.values.insert(keys.values.end(), {static_cast<float>(k), 0, 0});
        }
        moved.nodes.push_back({.name = out.nodes.back().name, .parent = 0, .keys = {keys}});
        moved.events.push_back({0, "an event with a long name"});
    }
    for (int i = 0; i < 5; ++i) {
        out.clips.push_back(moved);
    }
    return out;
}

} // namespace

TEST_CASE("nwn scene: with less memory than a scene needs, it is refused, and takes no more than it may") {
    using namespace effigy;
    for (const described::model& each : {described::bioware(), described::enhanced(), described::nwnmdlcomp()}) {
        for (const described::model& all : {each, widened(each)}) {
            const described::opened opened{all};
            const nwn::scene_options options{.supermodels = {&opened.model, 1},
                                             .include_collision = true,
                                             .include_colors = true,
                                             .animate_materials = true};
            support::check_every_limit([&](std::pmr::memory_resource* memory) {
                return nwn::impl::scene_maker<>{opened.model, options, memory};
            });
        }
    }
}
