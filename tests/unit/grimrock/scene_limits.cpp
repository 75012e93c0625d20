// Scenes that may take less memory than they need.
#include "support/scene_limits.hpp"
#include "grimrock/fixtures.hpp"

#include <effigy/grimrock/scene.hpp>

#include <functional>

namespace {

using namespace effigy;
using support::byte_builder;

// A mesh with one of many things: `vertices` vertices, triangles, segments or bones.
fixtures::mesh wide_mesh(std::int32_t vertices, std::int32_t triangles, std::int32_t segments, std::int32_t bones) {
    fixtures::mesh out = bones != 0 ? fixtures::skinned_triangle(0, 0) : fixtures::triangle();
    for (fixtures::vertex_array& each : out.arrays) { // the first vertex, many times
        const std::vector<double> first(each.numbers.begin(),
                                        each.numbers.begin() + (each.numbers.empty() ? 0 : each.dimension));
        for (std::int32_t i = out.vertex_count; i < vertices; ++i) {
            each.numbers.insert(each.numbers.end(), first.begin(), first.end());
        }
    }
    out.vertex_count = vertices;
    for (std::int32_t i = 1; i < triangles; ++i) {
        out.indices.insert(out.indices.end(), {0, 1, 2});
    }
    out.segments[0].count = triangles;
    for (std::int32_t i = 1; i < segments; ++i) {
        out.segments.push_back({"stone" + std::to_string(i), 0, 1});
    }
    out.bones.resize(static_cast<std::size_t>(bones));
    return out;
}
fixtures::clip wide_clip(std::int32_t frames, int items) {
    fixtures::clip out{.frame_count = frames, .items = {}};
    for (int i = 0; i < items; ++i) {
        fixtures::item& made = out.items.emplace_back();
        made.node = "node" + std::to_string(i);
        for (std::int32_t frame = 0; frame < frames; ++frame) {
            const auto x = static_cast<float>(frame);
            made.positions.push_back({x, x * x, 0});
            made.rotations.push_back(frame % 2 == 0 ? fixtures::quat{} : fixtures::quat{0, 0, 0.0199987F, 0.9998F});
            made.scales.push_back({1, 1 + x * x, 1});
        }
    }
    return out;
}
fixtures::model nodes(int count) {
    fixtures::model out;
    for (int i = 0; i < count; ++i) {
        out.push_back({"node" + std::to_string(i), i - 1});
    }
    return out;
}
fixtures::model with(fixtures::model all, const std::function<void(fixtures::node&, std::size_t)>& change) {
    for (std::size_t i = 0; i < all.size(); ++i) {
        change(all[i], i);
    }
    return all;
}
fixtures::model one(const fixtures::mesh& of) { return {{"node0", -1, {}, of}}; }

// Calls use(maker_in) with a function that makes the scene_maker of a model.
template <class Use> void with_maker(const fixtures::model& described, const std::vector<fixtures::clip>& motions,
                                     const Use& use) {
    const byte_builder file = fixtures::write(described, 2);
    const auto model = grimrock::open(file.span()).value();
    std::vector<byte_builder> files;
    for (const fixtures::clip& each : motions) {
        files.push_back(fixtures::write(each, 2));
    }
    std::vector<grimrock::named_clip> clips;
    for (const byte_builder& each : files) {
        clips.push_back({"clip", grimrock::open_animation(each.span()).value()});
    }
    const grimrock::scene_options options{.clips = clips, .include_colors = true};
    use([&](std::pmr::memory_resource* memory) { return grimrock::impl::scene_maker<>{model, options, memory}; });
}

} // namespace

TEST_CASE("grimrock scene: what a scene takes is charged before") {
    const auto sheared = [](fixtures::node& each, std::size_t) { each.local.x = {1, 0.5F, 0}; };
    const auto lamp = [](fixtures::node& each, std::size_t i) {
        each.light = fixtures::light{.type = static_cast<std::int32_t>(i % 4), .color = {1, 1, 1}};
    };
    const auto body = [](fixtures::node& each, std::size_t) { each.mesh = wide_mesh(3, 1, 1, 0); };
    const auto skin = [](fixtures::node& each, std::size_t) { each.mesh = wide_mesh(3, 1, 1, 8); };
    const auto empty = [](fixtures::node& each, std::size_t) { each.mesh = wide_mesh(0, 0, 1, 0); };
    struct part {
        const char* name;
        fixtures::model model;
        std::vector<fixtures::clip> clips{};
        support::charged covers = support::charged::ever;
    };
    const part parts[] = {
        {"nodes", nodes(100)},
        {"sheared nodes", with(nodes(50), sheared)},
        {"lights", with(nodes(50), lamp), {}, support::charged::at_once},
        {"meshes", with(nodes(50), body)},
        {"skins", with(nodes(20), skin)},
        {"meshes without triangles", with(nodes(50), empty)},
        {"vertices", one(wide_mesh(200, 1, 1, 0))},
        {"triangles", one(wide_mesh(3, 500, 1, 0))},
        {"segments", one(wide_mesh(3, 1, 128, 0))},
        {"bones", one(wide_mesh(3, 1, 1, 100))},
        {"influences", one(wide_mesh(200, 1, 1, 2))},
        {"clips", nodes(1), std::vector<fixtures::clip>(50, wide_clip(1, 1))},
        {"clips without effect", nodes(1), std::vector<fixtures::clip>(64, fixtures::clip{})},
        {"items", nodes(64), {wide_clip(1, 64)}},
        {"items without node", nodes(1), {wide_clip(1, 300)}},
        {"frames", nodes(1), {wide_clip(200, 1)}, support::charged::at_once},
    };
    for (const part& each : parts) {
        CAPTURE(each.name);
        with_maker(each.model, each.clips,
                   [&](const auto& maker_in) { support::check_charges(maker_in, each.covers); });
    }
}

TEST_CASE("grimrock scene: with less memory than a scene needs, it is refused, and takes no more than it may") {
    with_maker(fixtures::everything(2), {fixtures::moves(), fixtures::clip{}},
               [](const auto& maker_in) { support::check_every_limit(maker_in); });
}
