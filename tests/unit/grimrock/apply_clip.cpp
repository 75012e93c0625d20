#include "grimrock/applied.hpp"
#include "grimrock/figure.hpp"

namespace applied {

namespace {

struct moved_model {
    grimrock::owned_model model;
    grimrock::owned_animation clip;
    playback mode = playback::once;

    moved_model(int version_of_clip, playback how)
        : model(decoded(fixtures::everything(2), 2)), clip(decoded(fixtures::moves(), version_of_clip)), mode(how) {}

    [[nodiscard]] scene show() const { return shown(model, &clip, {.mode = mode}); }
    remarks bring(const scene& changed, support::grimrock_bringing options = {}) {
        options.made_with.mode = mode;
        remarks said;
        const error why = support::bring_back(changed, "clip", model, clip, said, options);
        INFO(to_string(why));
        REQUIRE_FALSE(why);
        CHECK(support::written(clip, opens_clip) == clip);
        return said;
    }
    [[nodiscard]] std::string sizes() const {
        std::string out;
        for (const auto& item : clip.get(clip.items)) {
            out += std::string{clip.get(item.name)} + ' ' + std::to_string(item.positions.size()) + ' ' +
                   std::to_string(item.rotations.size()) + ' ' + std::to_string(item.scales.size()) + ", ";
        }
        return out;
    }
};

scene::channel& channel_of(scene& of, std::string_view node, scene::path path) {
    for (scene::channel& each : of.clips[0].channels) {
        if (of.nodes[each.node].name == node && each.path == path) {
            return each;
        }
    }
    FAIL(node);
    return of.clips[0].channels[0];
}
// Gives a channel its own times and values.
void set_keys(scene& of, std::string_view node, scene::path path, std::vector<float> times, std::vector<float> values) {
    scene::channel& channel = channel_of(of, node, path);
    of.clips[0].times.push_back(scene::list<float>{});
    of.clips[0].times.back().append(times);
    channel.times = static_cast<std::uint32_t>(of.clips[0].times.size() - 1);
    channel.values.clear();
    channel.values.append(values);
}

} // namespace

TEST_CASE("grimrock apply: an equal clip changes nothing, to the bit") {
    for (const int version : {1, 2, 3}) {
        for (const playback mode : {playback::once, playback::loop}) {
            moved_model all{version, mode};
            const grimrock::owned_animation before = all.clip;
            CHECK(all.bring(all.show()).text() == "");
            CHECK(all.bring(all.show(), {.delete_missing = true}).text() == "");
            CHECK(all.clip == before);
            all.model = decoded(fixtures::figure::model(), 2);
            all.clip = decoded(fixtures::figure::idle(), version);
            const grimrock::owned_animation idle = all.clip;
            CHECK(all.bring(all.show()).text() == "");
            CHECK(all.clip == idle);
        }
    }
}

TEST_CASE("grimrock apply: a changed key is one of its frame, and the others keep their bits") {
    for (const int version : {1, 2, 3}) {
        for (const playback mode : {playback::once, playback::loop}) {
            moved_model all{version, mode};
            const grimrock::owned_animation before = all.clip;
            scene edited = all.show();
            scene::channel& moves = channel_of(edited, "arm", scene::path::translation);
            moves.values[3 * 1 + 1] = 5; // frame 1
            const remarks said = all.bring(edited);
            CHECK(said.text() == "changed clip arm: position keys (4); ");
            const auto keys = all.clip.get(all.clip.get(all.clip.items)[0].positions);
            CHECK(keys[1] == vector3<float>{4, 5, 0});
            CHECK(support::changed_fields(before, all.clip) == "items[].positionKeys");
            CHECK(all.bring(all.show()).text() == "");
            const scene is = all.show();
            CHECK(is.clips[0].channels.size() == edited.clips[0].channels.size());
            CHECK(is.clips[0].channels[0].values == edited.clips[0].channels[0].values);
            CHECK(is.clips[0].times == edited.clips[0].times);
        }
    }
}

TEST_CASE("grimrock apply: keys at other times are taken at the frames") {
    moved_model all{2, playback::once};
    scene edited = all.show();
    set_keys(edited, "arm", scene::path::translation, {0, 0.1F}, {0, 0, 0, -3, 0, 6}); // to frame 3
    all.bring(edited);
    const auto keys = all.clip.get(all.clip.get(all.clip.items)[0].positions);
    REQUIRE(keys.size() == 4);
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(keys[i].x == doctest::Approx(static_cast<double>(i)));
        CHECK(keys[i].z == doctest::Approx(2.0 * static_cast<double>(i)));
    }
    // Stored quaternions are near those before; others are on the shorter arc.
    edited = all.show();
    set_keys(edited, "hand", scene::path::rotation, {0, 0.1F}, {0, 0, 0, 1, 0, 1, 0, 0});
    all.bring(edited);
    const auto rotations = all.clip.get(all.clip.get(all.clip.items)[1].rotations);
    CHECK(rotations[0].w == doctest::Approx(1));
    CHECK(rotations[3].y * rotations[3].y == doctest::Approx(1));
    CHECK(dot(quaternion<float>{rotations[1]}, quaternion<float>{0, -0.5F, 0, 0.8660254F}) ==
          doctest::Approx(rotations[1].w > 0 ? 1 : -1));
}

TEST_CASE("grimrock apply: constant channels, and those that become so") {
    for (const int version : {1, 2, 3}) {
        moved_model all{version, playback::once};
        scene edited = all.show();
        set_keys(edited, "arm", scene::path::scale, {0}, {2, 2, 2});
        set_keys(edited, "hand", scene::path::translation, {0, 0.1F}, {0, 0, 0, 1, 2, 3});
        all.bring(edited);
        CHECK(all.sizes() ==
              (version == 1 ? "arm 4 4 4, hand 4 4 4, tail 4 4 4, " : "arm 4 1 1, hand 4 4 1, tail 1 1 4, "));
        CHECK(all.clip.get(all.clip.get(all.clip.items)[0].scales)[0] == vector3<float>{2, 2, 2});
    }
}

TEST_CASE("grimrock apply: channels that the scene lacks are kept or deleted") {
    moved_model all{2, playback::once};
    const grimrock::owned_animation before = all.clip;
    scene edited = all.show();
    scene::list<scene::channel> channels;
    for (const scene::channel& each : edited.clips[0].channels) {
        if (edited.nodes[each.node].name != "hand") {
            channels.push_back(each);
        }
    }
    edited.clips[0].channels = std::move(channels);
    CHECK(all.bring(edited).has("kept keys hand: the scene lacks it"));
    CHECK(all.clip == before);
    CHECK(all.bring(edited, {.delete_missing = true}).has("changed keys hand: deleted"));
    CHECK(all.sizes() == "arm 4 1 1, tail 1 1 4, "); // the model has no tail, so the scene does not say anything
}

TEST_CASE("grimrock apply: a node that begins to move gets an item, at rest where no channel moves it") {
    for (const int version : {1, 2, 3}) {
        moved_model all{version, playback::once};
        const auto count_of = [&](const scene& in) { return in.clips[0].channels.size(); };
        for (const auto path : {scene::path::translation, scene::path::rotation}) { // any path is enough
            moved_model other = all;
            scene edited = other.show();
            scene::channel only;
            only.node = number_of(edited, "root");
            only.path = path;
            edited.clips[0].times.push_back(scene::list<float>{});
            edited.clips[0].times.back().append({0, 0.1F});
            only.times = static_cast<std::uint32_t>(edited.clips[0].times.size() - 1);
            path == scene::path::rotation ? only.values.append({0, 0, 0, 1, 0, 1, 0, 0})
                                          : only.values.append({0, 0, 0, 4, 5, 6});
            edited.clips[0].channels.push_back(std::move(only));
            other.bring(edited);
            CHECK(other.clip.get(other.clip.get(other.clip.items).back().name) == "root");
            CHECK(count_of(other.show()) > count_of(all.show()));
        }
        scene edited = all.show();
        scene::channel made;
        made.node = number_of(edited, "root");
        made.path = scene::path::scale;
        edited.clips[0].times.push_back(scene::list<float>{});
        edited.clips[0].times.back().append({0, 0.1F});
        made.times = static_cast<std::uint32_t>(edited.clips[0].times.size() - 1);
        made.values.append({1, 1, 1, 4, 4, 4});
        edited.clips[0].channels.push_back(std::move(made));
        all.bring(edited);
        const auto& item = all.clip.get(all.clip.items).back();
        CHECK(all.clip.get(item.name) == "root");
        CHECK(all.clip.get(item.positions)[0] == vector3<float>{1, 2, 3});
        CHECK(all.clip.get(item.scales)[3].x == doctest::Approx(4));
        CHECK(item.rotations.size() == (version == 1 ? 4 : 1));
    }
}

TEST_CASE("grimrock apply: a node that was renamed gets an item with its new name, with the model after that") {
    moved_model all{2, playback::once};
    scene edited = all.show();
    node_of(edited, "hand").name = "fist";
    CHECK(bring(edited, all.model).has("guessed node fist"));
    CHECK(all.bring(edited).has("changed clip fist: rotation keys"));
    CHECK(all.clip.get(all.clip.get(all.clip.items).back().name) == "fist");
}

TEST_CASE("grimrock apply: a clip of another length has other frames") {
    for (const playback mode : {playback::once, playback::loop}) {
        for (const int version : {1, 2, 3}) {
            moved_model all{version, mode};
            scene edited = all.show();
            const float last = mode == playback::loop ? 0.2F : 5.0F / 30;
            set_keys(edited, "arm", scene::path::translation, {0, 0.1F, last},
                     {0, 0, 0, 1, 0, 0, mode == playback::loop ? 0.0F : 2.0F, 0, 0});
            CHECK(all.bring(edited).has("changed clip clip: number of frames (6)"));
            CHECK(all.clip.frame_count == 6);
            CHECK(all.sizes() ==
                  (version == 1 ? "arm 6 6 6, hand 6 6 6, tail 6 6 6, " : "arm 6 1 1, hand 1 6 1, tail 1 1 6, "));
            CHECK(all.clip.get(all.clip.get(all.clip.items)[2].scales)[5] == vector3<float>{4, 4, 4});
        }
    }
}

TEST_CASE("grimrock apply: a new clip has the version and the rate of the model's game, or others") {
    moved_model all{2, playback::once};
    const scene edited = all.show();
    all.clip = grimrock::owned_animation{};
    CHECK_FALSE(all.bring(edited).has("number of frames"));
    CHECK(all.clip.version == 2);
    CHECK(all.clip.frames_per_second == 30);
    CHECK(all.clip.frame_count == 4);
    CHECK(all.sizes() == "hand 1 4 1, arm 4 1 1, "); // in the order of the nodes
    all.clip = grimrock::owned_animation{};
    all.bring(edited, {.new_clip_version = 1, .new_clip_rate = 60});
    CHECK(all.clip.version == 1);
    CHECK(all.clip.frame_count == 8);
    all.model = decoded(fixtures::figure::model(), 4);
    all.clip = decoded(fixtures::figure::idle(), 3);
    const scene idle = all.show();
    all.clip = grimrock::owned_animation{};
    all.bring(idle);
    CHECK(all.clip.version == 3);
    CHECK(all.clip.frames_per_second == 60);
}

TEST_CASE("grimrock apply: what a clip of the game cannot hold is said") {
    moved_model all{2, playback::loop};
    scene edited = all.show();
    set_keys(edited, "arm", scene::path::translation, {0, 4.0F / 30}, {0, 0, 0, 1, 0, 0});
    CHECK(all.bring(edited).has("left out clip arm: the end of a loop: it is the first frame"));
    edited = all.show();
    scene::node made;
    made.name = "new";
    edited.nodes.push_back(std::move(made));
    channel_of(edited, "arm", scene::path::scale).node = static_cast<std::uint32_t>(edited.nodes.size() - 1);
    all.bring(edited); // as the model has the node then, the clip has it
    CHECK(all.sizes() == "arm 4 1 1, hand 1 4 1, tail 1 1 4, new 1 1 1, ");
}
TEST_CASE("grimrock apply: keys need the nodes that the model got") {
    moved_model all{2, playback::once};
    file_bytes file;
    grimrock::edit_session session;
    const auto keys = encode(all.clip);
    const grimrock::named_clip clips[] = {{"clip", *grimrock::open_animation(*keys)}};
    REQUIRE_FALSE(support::begin(opens_model, all.model, grimrock::scene_options{.clips = clips}, file, session));
    scene edited = session.original();
    edited.nodes.emplace_back().name = "new";
    remarks said;
    const auto edits = edits_by_names(edited, session.original(), said);
    REQUIRE(edits);
    CHECK(apply(*edits, 0, session, said).error().code == errc::bad_value);
    REQUIRE(apply(*edits, session, said));
    CHECK(apply(*edits, 0, session, said));
    CHECK(apply(*edits, 1, session, said).error().code == errc::out_of_bounds);
}

TEST_CASE("grimrock apply: keys between frames are told, if the blend of the frames misses them") {
    moved_model all{2, playback::once};
    scene edited = all.show();
    const float between = 1.5F / 30;
    set_keys(edited, "arm", scene::path::translation, {0, between, 0.1F}, {0, 0, 0, 1.5F, 0, 0, 3, 0, 0});
    CHECK_FALSE(all.bring(edited).has("keys between frames"));
    set_keys(edited, "arm", scene::path::translation, {0, between, 0.1F}, {0, 0, 0, 2, 0, 0, 3, 0, 0});
    CHECK(all.bring(edited).has("left out clip arm: keys between frames: the game has only frames (1)"));
    edited = all.show();
    set_keys(edited, "arm", scene::path::rotation, {0, between, 0.1F}, {0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1});
    CHECK(all.bring(edited).has("left out clip arm: keys between frames: the game has only frames (1)"));
}

TEST_CASE("grimrock apply: keys of a node with another parent are moved into the parent that it has in the model") {
    moved_model all{2, playback::once};
    scene edited = all.show();
    scene::node root; // as Blender may write it
    node_of(edited, "arm").parent = npos;
    node_of(edited, "arm").local = {{1, 4, 3}, {}, {2, 2, 2}};
    set_keys(edited, "arm", scene::path::translation, {0, 0.1F}, {-1, 2, 3, -1, 4, 3});
    all.bring(edited);
    const auto keys = all.clip.get(all.clip.get(all.clip.items)[0].positions);
    CHECK(length(keys[0]) < 1e-5F);         // the place of the root
    CHECK(keys[3].y == doctest::Approx(1)); // its scale is 2
}

TEST_CASE("grimrock apply: keys of a node whose parent has another pose stay") {
    moved_model all{2, playback::once};
    const grimrock::owned_animation before = all.clip;
    scene edited = all.show();
    node_of(edited, "root").local.position = {7, 8, 9};
    node_of(edited, "root").local.scale = {2, 2, 2};
    all.bring(edited);
    CHECK(all.clip == before);
}

TEST_CASE("grimrock apply: all keys taken as changed are the same up to rounding") {
    for (const int version : {1, 2, 3}) {
        for (const playback mode : {playback::once, playback::loop}) {
            moved_model all{version, mode};
            const grimrock::owned_animation before = all.clip;
            all.bring(all.show(), {.rewrite_all = true});
            CHECK_FALSE(differences(before, all.clip, [&](const effigy::difference& each) {
                INFO(each.path.text());
                CHECK(each.largest < 1e-5);
            }));
        }
    }
}

TEST_CASE("grimrock apply: the keys of each path are told, and only their list changes") {
    const struct {
        const char* node;
        scene::path path;
        std::vector<float> values; // at frame 0 and 3
        const char* told;
        const char* sizes;
    } cases[] = {
        {"arm",
         scene::path::translation,
         {0, 0, 0, 3, 0, 0},
         "changed clip arm: position keys (4); ",
         "arm 4 1 1, hand 1 4 1, tail 1 1 4, "},
        {"arm",
         scene::path::scale,
         {1, 1, 1, 2, 2, 2},
         "changed clip arm: scale keys (4); ",
         "arm 4 1 4, hand 1 4 1, tail 1 1 4, "},
        {"arm",
         scene::path::rotation,
         {0, 0, 0, 1, 0, 1, 0, 0},
         "changed clip arm: rotation keys (4); ",
         "arm 4 4 1, hand 1 4 1, tail 1 1 4, "},
        {"hand",
         scene::path::translation,
         {5, 6, 7, 5, 6, 7},
         "changed clip hand: position keys (1); ",
         "arm 4 1 1, hand 1 4 1, tail 1 1 4, "},
    };
    for (const auto& each : cases) {
        moved_model all{2, playback::once};
        scene edited = all.show();
        set_keys(edited, each.node, each.path, {0, 0.1F}, each.values);
        CHECK(all.bring(edited).text() == each.told);
        CHECK(all.sizes() == each.sizes);
        const scene is = all.show();
        for (const double at : {0.0, 1.0 / 30, 0.1}) {
            std::vector<pose<double>> a(edited.nodes.size()), b(is.nodes.size());
            play(edited, edited.clips[0], at, a);
            play(is, is.clips[0], at, b);
            for (std::size_t i = 0; i < a.size(); ++i) {
                CHECK(length(a[i].position - b[i].position) < 1e-5);
                CHECK(length(a[i].scale - b[i].scale) < 1e-5);
                CHECK(std::abs(dot(a[i].rotation, b[i].rotation)) > 1 - 1e-5);
            }
        }
    }
}

TEST_CASE("grimrock apply: a last key that repeats another one ends the clip, and is no frame") {
    const float frame = 1.0F / 30;
    const struct {
        playback mode;
        std::vector<float> frames, values; // of the arm, along x
        std::uint32_t count;
    } cases[] = {
        {playback::once, {0, 5}, {0, 1}, 6},
        {playback::once, {0, 4, 5}, {0, 1, 1}, 5}, // the frame before
        {playback::once, {0, 4, 5}, {0, 1, 1.000009F}, 5},
        {playback::once, {0, 4, 5}, {0, 1, 1.000012F}, 6},
        {playback::once, {0, 4, 5}, {0, 1, 0}, 6}, // the first one says nothing
        {playback::once, {0, 1}, {0, 0}, 1},
        {playback::loop, {0, 5}, {0, 1}, 6},
        {playback::loop, {0, 4, 5}, {0, 1, 0}, 5}, // the first one
        {playback::loop, {0, 4, 5}, {0, 1, 0.000012F}, 6},
        {playback::loop, {0, 4, 5}, {0, 1, 1}, 6},
        {playback::once, {0}, {3}, 1},
        {playback::once, {0, 5.4F}, {0, 1}, 6}, // rounded
        {playback::once, {0, 5.6F}, {0, 1}, 7},
    };
    for (const auto& each : cases) {
        CAPTURE(each.count);
        moved_model all{2, each.mode};
        scene edited = all.show();
        std::vector<float> times, values;
        for (std::size_t i = 0; i < each.frames.size(); ++i) {
            times.push_back(each.frames[i] * frame);
            values.insert(values.end(), {each.values[i], 0, 0});
        }
        set_keys(edited, "arm", scene::path::translation, times, values);
        const scene::channel arm = channel_of(edited, "arm", scene::path::translation);
        edited.clips[0].channels = {arm};
        const std::string text = all.bring(edited).text();
        CHECK(all.clip.frame_count == each.count);
        CHECK(text.find("changed clip clip: number of frames (" + std::to_string(each.count) + ")") !=
              std::string::npos);
    }
    // Another channel that does not repeat makes it a frame; of a rotation, the sign says nothing.
    for (const float sign : {1.0F, -1.0F}) {
        for (const bool repeats : {true, false}) {
            moved_model all{2, playback::once};
            scene edited = all.show();
            set_keys(edited, "arm", scene::path::translation, {0, 4 * frame, 5 * frame}, {0, 0, 0, 1, 0, 0, 1, 0, 0});
            set_keys(edited, "hand", scene::path::rotation, {0, 4 * frame, 5 * frame},
                     {0, 0, 0, 1, 0, 0.6F, 0, 0.8F, 0, repeats ? 0.6F * sign : 0.0F, repeats ? 0.0F : 0.6F * sign,
                      0.8F * sign});
            all.bring(edited);
            CHECK(all.clip.frame_count == (repeats ? 5 : 6));
        }
    }
}

TEST_CASE("grimrock apply: a clip without a rate has 30 frames a second when it changes") {
    constexpr float inf = std::numeric_limits<float>::infinity();
    for (const float rate : {0.0F, -5.0F, inf, 0.5F, 60.0F}) {
        moved_model all{2, playback::once};
        fixtures::clip described = fixtures::moves();
        described.frames_per_second = rate;
        all.clip = decoded(described, 2);
        const grimrock::owned_animation before = all.clip;
        CHECK(all.bring(all.show()).text() == "");
        CHECK(all.clip == before);
        scene edited = all.show();
        channel_of(edited, "arm", scene::path::translation).values[1] += 1;
        all.bring(edited);
        const bool has_rate = rate > 0 && rate < inf;
        CHECK(all.clip.frames_per_second == (has_rate ? rate : 30));
        CHECK(all.clip.get(all.clip.get(all.clip.items)[0].positions)[0].y == 1);
    }
}

TEST_CASE("grimrock apply: keys between those of the clip that say the same change nothing") {
    for (const std::size_t stored : {4U, 6U}) { // keys; there are four frames
        moved_model all{2, playback::once};
        fixtures::clip described = fixtures::moves();
        described.items[0].positions.resize(stored, {9, 9, 9});
        all.clip = decoded(described, 2);
        const grimrock::owned_animation before = all.clip;
        scene edited = all.show();
        scene::channel& moved = channel_of(edited, "arm", scene::path::translation);
        const scene::list<float> times = edited.clips[0].times[moved.times];
        std::vector<float> more(times.begin(), times.end()), values(moved.values.begin(), moved.values.end());
        more.insert(more.begin() + 1, (times[0] + times[1]) / 2);
        for (std::size_t k = 0; k < 3; ++k) {
            values.insert(values.begin() + 3 + static_cast<std::ptrdiff_t>(k),
                          (moved.values[k] + moved.values[3 + k]) / 2);
        }
        set_keys(edited, "arm", scene::path::translation, more, values);
        const std::string text = all.bring(edited).text();
        CHECK((all.clip == before) == (stored == 4));
        CHECK(text == (stored == 4 ? "" : "changed clip arm: position keys (4); "));
        CHECK(all.sizes() == "arm 4 1 1, hand 1 4 1, tail 1 1 4, ");
    }
}

TEST_CASE("grimrock apply: a path that the scene lacks keeps its keys, or is at rest if that is wanted") {
    for (const auto path : {scene::path::translation, scene::path::rotation, scene::path::scale}) {
        moved_model all{2, playback::once};
        const grimrock::owned_animation before = all.clip;
        scene edited = all.show();
        scene::channel* const lost = &channel_of(edited, "arm", path);
        edited.clips[0].channels.erase(lost);
        CHECK(all.bring(edited).text() == "");
        CHECK(all.clip == before);
        all.bring(edited, {.delete_missing = true});
        const scene is = all.show();
        std::vector<pose<double>> poses(is.nodes.size());
        play(is, is.clips[0], 2.0 / 30, poses);
        const pose<double>& made = poses[number_of(is, "arm")];
        const pose<double> rest = effigy::impl::rest_pose<double>(edited.nodes[number_of(edited, "arm")]);
        CHECK((path != scene::path::translation || length(made.position - rest.position) < 1e-5));
        CHECK((path != scene::path::rotation || std::abs(dot(made.rotation, rest.rotation)) > 1 - 1e-5));
        CHECK((path != scene::path::scale || length(made.scale - rest.scale) < 1e-5));
        CHECK((path == scene::path::translation || length(made.position - rest.position) > 1));
    }
}

TEST_CASE("grimrock apply: weights of morph targets have no keys") {
    moved_model all{2, playback::once};
    const grimrock::owned_animation before = all.clip;
    scene edited = all.show();
    std::uint32_t holder = 0;
    while (edited.nodes[holder].mesh == npos) {
        ++holder;
    }
    scene::mesh& mesh = edited.meshes[edited.nodes[holder].mesh];
    mesh.targets.emplace_back().positions.resize(mesh.positions.size());
    scene::channel weights;
    weights.node = holder;
    weights.path = scene::path::weights;
    weights.times = 0;
    weights.values.resize(edited.clips[0].times[0].size());
    edited.clips[0].channels.push_back(weights);
    CHECK(all.bring(edited).text() == "left out clip clip: a channel of materials or morph targets; ");
    CHECK(all.clip == before);
}

TEST_CASE("grimrock apply: clips that are too long are errors, and change nothing") {
    moved_model all{2, playback::once};
    const grimrock::owned_animation before = all.clip;
    scene edited = all.show();
    set_keys(edited, "arm", scene::path::translation, {0, 1e9F}, {0, 0, 0, 1, 0, 0});
    const auto silent = [](const remark&) {};
    CHECK(support::bring_back(edited, "clip", all.model, all.clip, silent).code == errc::budget);
    edited = all.show();
    edited.meshes[0].indices[0] = 99;
    CHECK(support::bring_back(edited, "clip", all.model, all.clip, silent).code == errc::out_of_bounds);
    edited = all.show();
    const auto& mesh = *all.model.get(all.model.get(all.model.nodes)[4].mesh);
    all.model.get(mesh.indices)[0] = 99;
    CHECK(support::bring_back(edited, "clip", all.model, all.clip, silent).code == errc::out_of_bounds);
    CHECK(all.clip == before);
}

} // namespace applied
