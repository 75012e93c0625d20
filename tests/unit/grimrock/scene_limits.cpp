// Scenes that may take less memory than they need.
#include "support/scene_limits.hpp"
#include "grimrock/fixtures.hpp"

#include <effigy/grimrock/scene.hpp>

namespace {

using support::byte_builder;

// All kinds of nodes, meshes and lights. Nodes share names.
fixtures::model everything() {
    fixtures::model out = fixtures::everything(2);
    for (std::int32_t i = 0; i < 4; ++i) {
        out.push_back({"a light with a long name", 0, {}, {}, fixtures::light{.type = i, .color = {1, 1, 1}}});
        out.push_back({"a sheared node with a long name", 0});
        out.back().local.x = {1, 0.5F, 0};
    }
    out.back().mesh = fixtures::skinned_triangle(0, 0); // one node is two joints
    fixtures::mesh parts = fixtures::triangle();
    for (int i = 0; i < 20; ++i) {
        parts.segments.push_back({"a material with a long name" + std::to_string(i), 0, 1});
    }
    out.push_back({"parts", 0, {}, parts});
    fixtures::mesh whole = fixtures::triangle();
    whole.segments.clear();
    out.push_back({"whole", 0, {}, whole});
    fixtures::mesh empty = fixtures::triangle();
    empty.indices.clear();
    out.push_back({"empty", 0, {}, empty});
    return out;
}
// Moves the nodes of everything(), and as many that do not exist.
fixtures::clip wide_clip() {
    fixtures::clip out{.frame_count = 20, .items = {}};
    for (const fixtures::node& each : everything()) {
        for (const std::string& name : {each.name, each.name + " of another model"}) {
            fixtures::item& made = out.items.emplace_back();
            made.node = name;
            for (int frame = 0; frame < out.frame_count; ++frame) {
                const auto x = static_cast<float>(frame);
                made.positions.push_back({x, x * x, 0});
                made.rotations.push_back(frame % 2 == 0 ? fixtures::quat{} : fixtures::quat{0, 0, 0.0199987F, 0.9998F});
                made.scales.push_back({1, 1 + x * x, 1});
            }
        }
    }
    return out;
}

} // namespace

TEST_CASE("grimrock scene: with less memory than a scene needs, it is refused, and takes no more than it may") {
    using namespace effigy;
    const byte_builder file = fixtures::write(everything(), 2);
    const auto model = grimrock::open(file.span()).value();
    const byte_builder files[] = {fixtures::write(fixtures::moves(), 2), fixtures::write(fixtures::clip{}, 2),
                                  fixtures::write(wide_clip(), 2), fixtures::write(fixtures::clip{}, 2)};
    std::vector<grimrock::named_clip> clips;
    for (const byte_builder& each : files) {
        clips.push_back({"a clip with a long name", grimrock::open_animation(each.span()).value()});
    }
    for (const playback mode : {playback::once, playback::loop}) {
        const grimrock::scene_options options{
            .clips = clips, .mode = mode, .include_colors = true, .name = "a scene with a long name"};
        support::check_every_limit(
            [&](std::pmr::memory_resource* memory) { return grimrock::impl::scene_maker<>{model, options, memory}; });
    }
}
