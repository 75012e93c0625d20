// Scenes that may take less memory than they need.
#include "support/scene_limits.hpp"
#include "m2/opened.hpp"

#include <effigy/m2/scene.hpp>

#include <functional>
#include <numeric>

namespace {

using namespace effigy;
namespace described = fixtures::m2;

constexpr std::uint32_t copies = 64;

// A mesh and a bone, one animation, and nothing else.
described::model bare() {
    described::model out = described::small(256);
    out.animations.resize(1);
    out.animations[0].next = -1;
    out.bones.resize(1);
    for (described::vertex& each : out.vertices) {
        each.bones = {};
    }
    const auto clear = [](auto&... lists) { (lists.clear(), ...); };
    clear(out.attachments, out.events, out.lights, out.cameras, out.ribbons, out.particles, out.attachment_lookup,
          out.camera_lookup, out.animation_lookup, out.playable_lookup, out.global_sequences, out.collision_triangles,
          out.collision_vertices, out.collision_normals);
    return out;
}
using change = std::function<void(described::model&)>;

described::model with(const change& use) {
    described::model out = bare();
    use(out);
    return out;
}
// Many copies of the first record of small().
template <class T> change many_of(std::vector<T> described::model::* list) {
    return [list](described::model& all) { (all.*list).assign(copies, (described::small(256).*list)[0]); };
}
void wide_mesh(described::model& all) {
    all.vertices.resize(500, all.vertices[0]);
    described::skin_profile& profile = all.skin_profiles[0];
    profile.indices.resize(500);
    std::iota(profile.indices.begin(), profile.indices.end(), std::uint16_t{0});
    profile.properties.resize(500);
    profile.triangles = profile.indices;
    profile.triangles.resize(498);
    profile.submeshes[0].vertex_count = 500;
    profile.submeshes[0].index_count = 498;
}
// A track that moves in the animation of bare(), with `keys` keys of `width` numbers.
described::track moving(std::uint32_t keys, std::size_t width) {
    described::track out{described::linear, -1, {{0, keys - 1}}, {}, {}};
    for (std::uint32_t i = 0; i < keys; ++i) {
        out.times.push_back(1000 + 1000 * i / keys);
        out.values.insert(out.values.end(), width, static_cast<float>(i % 3) / 2);
    }
    return out;
}

// Adds many records of each kind, layers, and tracks of all kinds that move.
described::model widened(described::model out) {
    const auto repeat = [](auto&... lists) { (lists.resize(lists.size() + 12, lists.back()), ...); };
    repeat(out.animations, out.attachments, out.events, out.lights, out.cameras, out.ribbons, out.particles);
    wide_mesh(out);
    std::vector<described::batch>& batches = out.skin_profiles[0].batches;
    for (std::uint16_t i = 1; i < 12; ++i) {
        batches.push_back(batches[0]);
        batches.back().layer = i;
    }
    described::bone moved = out.bones[1];
    moved.translation = moving(40, 3);
    moved.rotation = {};
    moved.flags |= 7U; // ignores its parent
    out.bones.resize(20, moved);
    out.colors[0] = {moving(4, 3), moving(4, 1)};
    out.transforms[0] = {moving(40, 3), {}, moving(40, 3)};
    return out;
}

// Calls use(maker_in) with a function that makes the scene_maker of a model.
template <class Use> void with_maker(const described::model& all, const Use& use) {
    const described::opened opened{all};
    const m2::scene_options options{.animate_materials = true, .include_layers = true, .include_collision = true};
    use([&](std::pmr::memory_resource* memory) { return m2::impl::scene_maker<>{opened.model, options, memory}; });
}

} // namespace

TEST_CASE("m2 scene: with less memory than a scene needs, it is refused, and takes no more than it may") {
    for (const std::uint32_t version : {256U, 264U}) {
        const described::model all = described::small(version);
        with_maker(all, [](const auto& maker_in) { support::check_every_limit(maker_in); });
        with_maker(widened(all), [](const auto& maker_in) { support::check_every_limit(maker_in); });
    }
}

TEST_CASE("m2 scene: each vertex of a mesh, each key and each bone of a clip is a step, of which there is a limit") {
    const auto moving_bones = [](described::model& all) {
        all.bones[0].translation = moving(2, 3);
        all.bones.resize(copies, all.bones[0]);
    };
    struct part {
        change make;
        std::uint64_t steps; // at least
    };
    const part parts[] = {
        {wide_mesh, 500},
        {[](described::model& all) { all.bones[0].translation = moving(256, 3); }, 256},
        {moving_bones, 3 * copies},
        {many_of(&described::model::events), 2 * copies},
    };
    for (const part& each : parts) {
        for (const std::uint64_t left : {each.steps - 1, each.steps + 20}) {
            CAPTURE(left);
            with_maker(with(each.make), [&](const auto& maker_in) {
                auto maker = maker_in(std::pmr::get_default_resource());
                const std::uint64_t most = (std::uint64_t{1} << 20U) + 4 * m2::impl::bytes_of(maker.from);
                REQUIRE(maker.charge_steps(most - left));
                const error why = maker.make().error();
                CHECK(why.code == (left < each.steps ? errc::budget : errc::none));
                CHECK((!why || (why.need == most && why.found > static_cast<std::int64_t>(most))));
                CHECK(
                    (!why || std::string_view{why.expected} == "keys and vertices to visit, in all clips and meshes"));
            });
        }
    }
}
