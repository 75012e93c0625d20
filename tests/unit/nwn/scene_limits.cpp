// Scenes that may take less memory than they need.
#include "support/scene_limits.hpp"
#include "nwn/opened.hpp"

#include <effigy/nwn/scene.hpp>

#include <functional>

namespace {

using namespace effigy;
namespace described = fixtures::nwn;

constexpr std::uint32_t many = 64;

// A root with `count` children.
template <class Change> described::model with_nodes(std::uint32_t count, const Change& change) {
    described::model out{.nodes = {{"effigy"}}};
    for (std::uint32_t i = 0; i < count; ++i) {
        out.nodes.push_back({.name = "node" + std::to_string(i), .parent = 0});
        change(out.nodes.back(), i);
    }
    return out;
}
// A mesh of `vertices` vertices of all attributes, and of `triangles` triangles.
described::mesh wide_mesh(std::uint32_t vertices, std::uint32_t triangles, bool has_normals = true) {
    described::mesh out = described::triangle();
    const std::uint16_t last = static_cast<std::uint16_t>(vertices - 1);
    out.vertices.resize(vertices);
    out.normals.assign(has_normals ? vertices : 0, {0, 0, 1});
    out.texcoords.fill(std::vector<described::vec2>(vertices));
    out.colors.resize(vertices);
    out.faces.resize(triangles);
    out.index_lists = {{}};
    for (std::uint32_t i = 0; i < triangles; ++i) {
        out.index_lists[0].insert(out.index_lists[0].end(), {0, 1, last});
    }
    return out;
}
described::clip clip_of(std::string name, std::uint32_t nodes, std::uint32_t keys) {
    described::clip out{std::move(name), 1, {}, {{"effigy"}}};
    for (std::uint32_t i = 0; i < nodes; ++i) {
        described::key moves{8, 3};
        for (std::uint32_t k = 0; k < keys; ++k) {
            moves.times.push_back(static_cast<float>(k) / static_cast<float>(keys));
            moves.values.insert(moves.values.end(), {static_cast<float>(k), 0, 0});
        }
        out.nodes.push_back({.name = "node" + std::to_string(i), .parent = 0, .keys = {moves}});
    }
    return out;
}
described::model moved(std::uint32_t nodes, std::uint32_t clips, std::uint32_t keys) {
    described::model out = with_nodes(nodes, [](described::node&, std::uint32_t) {});
    for (std::uint32_t i = 0; i < clips; ++i) {
        out.clips.push_back(clip_of("clip" + std::to_string(i), nodes, keys));
    }
    return out;
}
described::model one(const described::mesh& of) {
    return with_nodes(1, [&](described::node& each, std::uint32_t) { each.mesh = of; });
}

// Calls use(maker_in) with a function that makes the scene_maker of a model.
template <class Use> void with_maker(const described::model& all, const Use& use) {
    const described::opened opened{all};
    const nwn::scene_options options{.include_collision = true, .animate_materials = true};
    use([&](std::pmr::memory_resource* memory) { return nwn::impl::scene_maker<>{opened.model, options, memory}; });
}

} // namespace

TEST_CASE("nwn scene: what a scene takes is charged before") {
    const auto nothing = [](described::node&, std::uint32_t) {};
    const auto lamp = [](described::node& each, std::uint32_t) {
        each.light = described::light{.flare_sizes = {1, 2},
                                      .flare_positions = {1, 2},
                                      .flare_textures = {"flare", "another flare, whose name is long"}};
    };
    const auto spark = [](described::node& each, std::uint32_t) { each.emitter = described::emitter{}; };
    const auto link = [](described::node& each, std::uint32_t) { each.reference = "another"; };
    const auto body = [](described::node& each, std::uint32_t i) {
        each.mesh = described::triangle();
        each.mesh->textures[0] = "a texture with a long name" + std::to_string(i);
    };
    const auto skin = [](described::node& each, std::uint32_t) {
        each.mesh = described::triangle();
        each.skin = described::binding(21, 0, {}, 1, {}, 18);
    };
    described::model events = moved(1, 1, 1);
    events.clips[0].events.assign(many, {0, "an event with a long name"});
    described::model samples = one(wide_mesh(60, 1));
    samples.clips = {clip_of("samples", 1, 1)};
    samples.clips[0].nodes[1].animmesh = described::animmesh{0.0625F, 16, 0, std::vector<described::vec3>(16 * 60), {}};
    samples.clips[0].nodes[1].mesh = wide_mesh(60, 1);
    using enum support::charged;
    struct part {
        const char* name;
        described::model model;
        support::charged covers = ever;
    };
    const part parts[] = {
        {"nodes", with_nodes(2 * many, nothing), at_once},
        {"lights", with_nodes(many, lamp), at_once},
        {"emitters", with_nodes(many, spark), at_once},
        {"references", with_nodes(many, link), at_once},
        {"meshes and materials", with_nodes(many, body), at_once},
        {"skins", with_nodes(20, skin)},
        {"vertices", one(wide_mesh(200, 1))},
        {"normals", one(wide_mesh(200, 1, false))},
        {"triangles", one(wide_mesh(3, 500))},
        {"clips", moved(1, many, 1)},
        {"channels", moved(many, 1, 1)},
        {"keys", moved(1, 1, 100), at_once},
        {"events", events},
        {"samples", samples},
    };
    for (const part& each : parts) {
        CAPTURE(each.name);
        with_maker(each.model, [&](const auto& maker_in) { support::check_charges(maker_in, each.covers); });
    }
}

TEST_CASE("nwn scene: with less memory than a scene needs, it is refused, and takes no more than it may") {
    for (const described::model& each : {described::bioware(), described::enhanced(), described::nwnmdlcomp()}) {
        with_maker(each, [](const auto& maker_in) { support::check_every_limit(maker_in); });
    }
}
