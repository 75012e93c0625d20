// Joints of scenes that were edited, and their clips, brought back into models and animations.
#include "p3d/applied.hpp"
#include "p3d/figure.hpp"

#include <effigy/scene/reconcile/tolerances.hpp>

#include <cmath>

namespace {

using namespace applied_p3d;

} // namespace

TEST_CASE("p3d apply: joints that are elsewhere at rest move their points, once, and so does the clip") {
    const model_with_clips with{{described::figure::nod()}};
    brought to{described::figure::model(), with.options()};
    for (const float size : {1.0F, 2.0F}) {
        scene changed = to.shown;
        const std::uint32_t root = changed.skins[0].joints[0];
        REQUIRE(changed.nodes[root].parent == npos);
        const pose<double> move{{1, 2, 3}, {0, 0, 0.6, 0.8}, {size, size, size}};
        changed.nodes[root].local = impl::to_real<float>(
            decompose(move.matrix() * impl::to_real<double>(changed.nodes[root].local).matrix()).pose);
        static_cast<void>(to(changed));
        const scene made = to.made(to.model);
        const scene::mesh &now = made.meshes[0], &before = to.shown.meshes[0];
        REQUIRE(now.positions.size() == before.positions.size());
        for (std::size_t i = 0; i < now.positions.size(); ++i) {
            const vector3<double> there = transform_point(move.matrix(), impl::to_real<double>(before.positions[i]));
            CHECK(length(impl::to_real<double>(now.positions[i]) - there) < 1e-5);
        }
        p3d::owned_animation clip = *decode(with.clips[0].keys);
        const p3d::owned_animation old = clip;
        REQUIRE_FALSE(support::bring_back(changed, "nod", to.before, clip, [](const remark&) {}, to.how));
        const auto matrix_of = [](const p3d::owned_bone_pose& of) {
            const auto real = [](const auto& v) { return impl::to_real<double>(vector3<float>{v.x, v.y, v.z}); };
            return impl::mirrored_z::matrix(matrix4x3<double>{real(of.x), real(of.y), real(of.z), real(of.position)});
        };
        REQUIRE(clip.phases.count == old.phases.count);
        for (std::size_t i = 0; i < clip.phases.count; ++i) {
            const auto poses = std::as_const(clip).get(std::as_const(clip).get(clip.phases)[i].bones);
            const auto olds = old.get(old.get(old.phases)[i].bones);
            for (std::size_t k = 0; k < poses.size(); ++k) {
                CHECK(
                    impl::is_near(matrix_of(poses[k]) * move.matrix(), move.matrix() * matrix_of(olds[k]), 1e-5, 1e-5));
            }
        }
    }
}

TEST_CASE("p3d apply: a clip's keys are poses of bones") {
    const model_with_clips with{{described::figure::nod()}};
    brought to{described::figure::model(), with.options()};
    const p3d::owned_animation before = *decode(with.clips[0].keys);
    const auto bring = [&](const scene& changed, p3d::owned_animation clip, support::p3d_bringing how) {
        const error why = support::bring_back(changed, "nod", to.before, clip, [](const remark&) {}, how);
        INFO(to_string(why));
        CHECK_FALSE(why);
        return clip;
    };
    CHECK(bring(to.shown, before, to.how) == before);

    scene changed = to.shown;
    scene::clip& clip = clip_in(changed);
    scene::channel* moved = nullptr;
    for (scene::channel& each : clip.channels) {
        moved = moved == nullptr && each.path == scene::path::translation && each.values.size() > 3 ? &each : moved;
    }
    REQUIRE(moved != nullptr);
    moved->values[4] += 0.5F; // y of the second key
    const p3d::owned_animation made = bring(changed, before, to.how);
    CHECK(made.phases.count == before.phases.count);
    std::size_t others = 0;
    for (std::size_t i = 0; i < made.all<p3d::owned_bone_pose>().size(); ++i) {
        others += equal(made.all<p3d::owned_bone_pose>()[i], before.all<p3d::owned_bone_pose>()[i]) ? 0U : 1U;
    }
    CHECK(others == 1);
    CHECK(made.motion == before.motion);

    // A channel that the scene lacks is kept; or its bone is at rest.
    scene without = to.shown;
    scene::list<scene::channel>& channels = clip_in(without).channels;
    channels.erase(channels.begin() + (moved - clip.channels.begin()));
    CHECK(bring(without, before, to.how) == before);
    support::p3d_bringing deletes = to.how;
    deletes.delete_missing = true;
    CHECK_FALSE(bring(without, before, deletes) == before);

    // The clip of the new file is the changed one.
    const auto file = encode(made);
    const p3d::named_clip again[] = {{"nod", *p3d::open_animation(*file)}};
    support::p3d_bringing how;
    how.made_with.clips = again;
    const auto view_file = encode(to.before);
    const auto view = p3d::open(*view_file);
    const auto shown = to_scene(*view, how.made_with);
    REQUIRE(shown);
    for (double t = 0; t <= 1; t += 0.125) {
        std::vector<pose<double>> a(shown->nodes.size()), b(changed.nodes.size());
        play(*shown, clip_in(*shown), t, a);
        play(changed, clip, t, b);
        for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
            CHECK(length(a[i].position - b[i].position) < 1e-4);
        }
    }

    // A key between two phases that no blend reaches is a new phase, in which the other bones are blends.
    scene more = to.shown;
    scene::channel* const key = &clip_in(more).channels[static_cast<std::size_t>(moved - clip.channels.begin())];
    scene::list<float> times = clip_in(more).times[key->times];
    times.insert(times.begin() + 1, (times[0] + times[1]) / 2);
    clip_in(more).times.push_back(times);
    key->times = static_cast<std::uint32_t>(clip_in(more).times.size() - 1);
    for (const float each : {key->values[2], key->values[1] + 1, key->values[0]}) {
        key->values.insert(key->values.begin() + 3, each);
    }
    const p3d::owned_animation longer = bring(more, before, to.how);
    CHECK(longer.phases.count > before.phases.count);
    const auto longer_file = encode(longer);
    const auto longer_view = p3d::open_animation(*longer_file);
    const double middle = static_cast<double>(times[1]);
    bool is_phase = false;
    for (const p3d::phase& each : longer_view->phases()) {
        is_phase = is_phase || std::abs(static_cast<double>(each.time()) - middle) < 1e-6;
    }
    CHECK(is_phase);
    std::size_t moved_bones = 0;
    for (const p3d::bone& bone : longer_view->bones()) {
        const p3d::bone old = with.clips[0].keys.bones().at(bone.index());
        const auto a = p3d::sample<double>(bone, middle), b = p3d::sample<double>(old, middle);
        moved_bones += length(a.translation - b.translation) > 1e-4 ? 1U : 0U;
        CHECK(length(p3d::sample<double>(bone, 1).translation - p3d::sample<double>(old, 1).translation) < 1e-9);
    }
    CHECK(moved_bones == 1);

    // A new file has the bones that move, and a phase for each key.
    p3d::owned_animation fresh;
    fresh = bring(to.shown, p3d::owned_animation{}, to.how);
    CHECK(fresh.version == 101);
    CHECK(fresh.bone_names.count != 0);
    CHECK(fresh.motion == before.motion);
    CHECK(encode(fresh));
}

TEST_CASE("p3d apply: a clip of another length has the phases of its keys") {
    const model_with_clips with{{described::figure::nod()}};
    brought to{described::figure::model(), with.options()};
    p3d::owned_animation clip = *decode(with.clips[0].keys);
    scene changed = to.shown;
    for (auto& times : clip_in(changed).times) {
        for (float& each : times) {
            each *= 2;
        }
    }
    std::string said;
    CHECK_FALSE(support::bring_back(
        changed, "nod", to.before, clip, [&](const remark& each) { said += std::string{each.what} + '\n'; }, to.how));
    CHECK(said.find("its length is 1") != std::string::npos);
    const auto phases = clip.get(clip.phases);
    CHECK(phases.front().phase == 0);
    CHECK(phases.back().phase == 1);
    CHECK(encode(clip));
}

TEST_CASE("p3d apply: points of a model with joints move without new weights") {
    const model_with_clips with{{described::figure::nod()}};
    brought to{described::figure::model(), with.options()};
    scene changed = to.shown;
    const vector3<float> at = changed.meshes[0].positions[0];
    for (vector3<float>& each : changed.meshes[0].positions) {
        each.y += each == at ? 1.0F : 0.0F;
    }
    static_cast<void>(to(changed));
    CHECK(to.says("positions of vertices"));
    CHECK_FALSE(to.says("weights of vertices"));
    CHECK(to.level().tags.count == to.before.get(to.before.lods)[0].tags.count);
}

TEST_CASE("p3d apply: a new joint that a clip moves is a bone, from where its first skin binds it") {
    struct expectation {
        std::string name;
        bool is_bone;
    };
    const std::vector<described::clip> clips{described::figure::nod()};
    const expectation all[] = {{"tail", true},
                               {std::string(31, 't'), true},
                               {std::string(32, 't'), false},
                               {"", false},
                               {clips[0].bones[0], false}}; // a bone has this name
    const model_with_clips with{clips};
    brought to{described::figure::model(), with.options()};
    const p3d::owned_animation before = *decode(with.clips[0].keys);
    for (const bool is_joint : {true, false}) {
        for (const expectation& each : all) {
            CAPTURE(each.name);
            CAPTURE(is_joint);
            scene changed = to.shown;
            const auto node = static_cast<std::uint32_t>(changed.nodes.size());
            scene::node& added = changed.nodes.emplace_back();
            added.name = each.name;
            added.parent = changed.skins[0].joints[0];
            added.local.position = {1, 0, 0};
            if (is_joint) {
                changed.skins[0].joints.push_back(node);
                changed.skins[0].inverse_binds.emplace_back().translation = {-1, 0, 0};
                changed.skins.push_back(changed.skins[0]);
                changed.skins.back().inverse_binds.back().translation = {-9, 0, 0};
            }
            scene::clip& clip = clip_in(changed);
            scene::channel& channel = clip.channels.emplace_back();
            channel.node = node;
            channel.path = scene::path::translation;
            channel.times = static_cast<std::uint32_t>(clip.times.size());
            clip.times.push_back({0, 1});
            channel.values = {5, 6, 7, 5, 6, 7};
            p3d::owned_animation made = before;
            REQUIRE_FALSE(support::bring_back(changed, "nod", to.before, made, [](const remark&) {}, to.how));
            if (!is_joint || !each.is_bone) {
                CHECK(made == before);
                continue;
            }
            REQUIRE(made.bone_names.count == before.bone_names.count + 1);
            CHECK(made.get(made.bone_names).back().view() == each.name);
            for (const p3d::owned_phase& phase : made.get(made.phases)) {
                CHECK(made.get(phase.bones).back().position == vector3<float>{4, 6, -7});
                CHECK(made.get(phase.bones).back().x == vector3<float>{1, 0, 0});
            }
        }
    }
}

TEST_CASE("p3d apply: a clip without keys of nodes makes no new file") {
    brought to{described::figure::model()};
    scene::clip& clip = to.shown.clips.emplace_back();
    clip.name = "still";
    clip.times.push_back({0});
    scene::channel& channel = clip.channels.emplace_back();
    channel.path = scene::path::texture_rotation;
    channel.material = channel.times = 0;
    channel.values = {1};
    p3d::owned_animation made;
    CHECK_FALSE(support::bring_back(to.shown, "still", to.before, made, [](const remark&) {}, to.how));
    CHECK(made == p3d::owned_animation{});
}
