#include "grimrock/figure.hpp"

#include "grimrock/sculptor.hpp"

namespace fixtures::figure {

namespace {

transform arm_at(const vec3& at, float sine) { return {at, {arm_cosine, sine, 0}, {-sine, arm_cosine, 0}, {0, 0, 1}}; }

} // namespace

fixtures::model model() {
    fixtures::model out{
        {"effigy", -1},
        {"pelvis", root, {.position = {0, 0.86F, 0}}},
        {"spine", pelvis, {.position = {0, 0.1F, 0}}},
        {"head", spine, {.position = {0, 0.42F, 0}}},
        {"arm_left", spine, arm_at({-0.29F, 0.36F, 0}, -arm_sine)},
        {"arm_right", spine, arm_at({0.29F, 0.36F, 0}, arm_sine)},
        {"body", root, {.position = {0, 0.3F, 0}}},
        {"plinth", root, {.position = {0, 0.15F, 0}, .scale = {0.45F, 0.15F, 0.45F}}},
    };

    std::array<matrix, body> to_mesh{}; // from each bone's space to the mesh's space, in the bind pose
    for (std::size_t i = 0; i < to_mesh.size(); ++i) {
        const transform& t = out[i].local;
        const matrix local{t.x, t.y, t.z, t.position};
        to_mesh[i] = i == root ? matrix{.translation = vec3{} - out[body].local.position}
                               : to_mesh[static_cast<std::size_t>(out[i].parent)] * local;
    }
    const vec3 stone{176, 168, 156};
    const vec3 ember{255, 176, 48};
    const block stones[] = {
        {pelvis, {}, {0.2F, 0.1F, 0.13F}, 0.9F},
        {pelvis, {-0.11F, -0.31F, 0}, {0.095F, 0.25F, 0.12F}, 0.85F},
        {pelvis, {0.11F, -0.31F, 0}, {0.095F, 0.25F, 0.12F}, 0.85F},
        {spine, {0, 0.2F, 0}, {0.19F, 0.22F, 0.13F}, 1.25F, pelvis, 0.5F},
        {head, {0, 0.02F, 0}, {0.07F, 0.06F, 0.07F}, 1, spine, 0.75F},
        {head, {0, 0.2F, 0.01F}, {0.16F, 0.17F, 0.15F}, 0.8F},
        {head, {0, 0.15F, 0.15F}, {0.035F, 0.07F, 0.04F}, 0.6F},
        {arm_left, {0, -0.2F, 0}, {0.06F, 0.26F, 0.075F}, 1.2F},
        {arm_right, {0, -0.2F, 0}, {0.06F, 0.26F, 0.075F}, 1.2F},
    };
    const block eyes[] = {
        {head, {-0.065F, 0.24F, 0.14F}, {0.032F, 0.016F, 0.012F}, 0.8F},
        {head, {0.065F, 0.24F, 0.14F}, {0.032F, 0.016F, 0.012F}, 0.8F},
    };
    const auto at = [&](const block& part) { return to_mesh[static_cast<std::size_t>(part.bone)]; };
    sculptor idol;
    for (const block& part : stones) {
        idol.add(part, at(part), stone);
    }
    const std::int32_t stone_indices = idol.index_count();
    for (const block& part : eyes) {
        idol.add(part, at(part), ember);
    }
    out[body].mesh = idol.finish(true);
    out[body].mesh->segments = {{"effigy_stone", 0, stone_indices / 3},
                                {"effigy_eyes", stone_indices, (idol.index_count() - stone_indices) / 3}};
    for (std::int32_t i = root; i < body; ++i) {
        out[body].mesh->bones.push_back({i, inverse(to_mesh[static_cast<std::size_t>(i)])});
    }

    sculptor base;
    base.add({.half = {1, 1, 1}, .taper = 0.85F}, {}, stone);
    out[plinth].mesh = base.finish(false);
    out[plinth].mesh->segments = {{"effigy_plinth", 0, base.index_count() / 3}};
    return out;
}

float swell(float t) { return 16 * t * t * (1 - t) * (1 - t); }

clip idle() {
    constexpr std::int32_t frames = 90;
    clip out{30, frames, {}, ""};
    item waist{"pelvis", {{0, 0.86F, 0}}, {{}}, {{1, 1, 1}}};
    item chest{"spine", {}, {{}}, {}};
    item face{"head", {{0, 0.42F, 0}}, {}, {{1, 1, 1}}};
    item left{"arm_left", {{-0.29F, 0.36F, 0}}, {}, {{1, 1, 1}}};
    item right{"arm_right", {{0.29F, 0.36F, 0}}, {}, {{1, 1, 1}}};
    for (std::int32_t frame = 0; frame < frames; ++frame) {
        const float breath = swell(static_cast<float>(frame) / frames);
        chest.positions.push_back({0, 0.1F + 0.01F * breath, 0});
        chest.scales.push_back({1 + 0.03F * breath, 1 + 0.02F * breath, 1 + 0.06F * breath});

        const float bow = 0.14F * swell(static_cast<float>((frame + 60) % frames) / frames);
        face.rotations.push_back({bow, 0, 0, std::sqrt(1 - bow * bow)});

        const float lift = std::sqrt((1 - arm_cosine) / 2) + 0.025F * breath;
        right.rotations.push_back({0, 0, lift, std::sqrt(1 - lift * lift)});
        left.rotations.push_back({0, 0, -lift, std::sqrt(1 - lift * lift)});
    }
    out.items = {waist, chest, face, left, right};
    return out;
}

} // namespace fixtures::figure
