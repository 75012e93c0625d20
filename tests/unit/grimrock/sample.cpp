#include "grimrock/figure.hpp"

#include <effigy/grimrock.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace {

using namespace effigy;
using effigy::playback;

constexpr auto once = playback::once;
constexpr auto loop = playback::loop;

// The keys before and after `frame` in a clip with one frame per second, and the weight of the second key.
template <real R> effigy::key_blend<R> blend_at(R frame, std::uint32_t frame_count, playback mode) {
    return grimrock::impl::blend_at<R>(static_cast<double>(frame), 1, frame_count, mode);
}

template <real R> bool is_blend(const effigy::key_blend<R>& at, std::uint32_t first, std::uint32_t second,
                                double part) {
    return at.first == first && at.second == second && static_cast<double>(at.weight) == doctest::Approx(part);
}

template <real R> void check_close(const vector3<R>& v, double x, double y, double z) {
    CHECK(static_cast<double>(v.x) == doctest::Approx(x).epsilon(1e-5));
    CHECK(static_cast<double>(v.y) == doctest::Approx(y).epsilon(1e-5));
    CHECK(static_cast<double>(v.z) == doctest::Approx(z).epsilon(1e-5));
}

struct ranges {
    std::vector<std::uint32_t> first;
    bool differ = false;
    bool operator==(const ranges&) const = default;
};

// The repaired first indices of the segments of a mesh with `index_count` indices.
ranges repaired(const std::vector<fixtures::segment>& segments, std::size_t index_count) {
    fixtures::mesh mesh = fixtures::triangle();
    mesh.indices.assign(index_count, 0);
    mesh.segments = segments;
    const auto file = fixtures::write(fixtures::model{{"only", -1, {}, mesh}}, 2);
    const auto model = *grimrock::open(file.span());
    const grimrock::repaired_segments all{model.nodes().begin()->mesh()};
    CHECK(all.size() == segments.size());
    ranges out{{}, all.differ()};
    for (const grimrock::segment& segment : all) {
        CHECK(segment.record()->first_index.get() == segments.at(out.first.size()).first_index);
        out.first.push_back(segment.first_index());
    }
    return out;
}

// A model with its index and matrices, and a clip.
struct posed_model {
    explicit posed_model(const fixtures::model& nodes_, const fixtures::clip& clip_ = fixtures::moves(),
                         int version = 2)
        : model_file(fixtures::write(nodes_, 2)), clip_file(fixtures::write(clip_, version)) {}

    support::byte_builder model_file, clip_file;
    grimrock::model model = *grimrock::open(model_file.span());
    grimrock::animation clip = *grimrock::open_animation(clip_file.span());
    std::vector<tree_entry> memory{model.nodes().size()};
    grimrock::node_index nodes = model.index(memory);
    std::vector<matrix4x3<double>> matrices = std::vector<matrix4x3<double>>(nodes.size());
};

effigy::pose<double> pose_of(const fixtures::item& item, double frame, std::uint32_t frames, playback mode) {
    const auto file = fixtures::write(fixtures::clip{30, static_cast<std::int32_t>(frames), {item}, ""}, 2);
    const auto clip = *grimrock::open_animation(file.span());
    return grimrock::sample<double>(*clip.items().begin(), frame / 30, {}, mode);
}

} // namespace

TEST_CASE("segments: the exporter's error is corrected") {
    // The exporter stores 3 * k * count[k - 1]. Correct is 3 * the sum of the earlier counts.
    const std::vector<fixtures::segment> stored{{"a", 0, 40}, {"b", 120, 8}, {"c", 48, 8},
                                                {"d", 72, 8}, {"e", 96, 8},  {"f", 120, 8}};
    CHECK(repaired(stored, 240) == ranges{{0, 120, 144, 168, 192, 216}, true});
}

TEST_CASE("segments: correct first indices are kept") {
    CHECK(repaired({{"a", 0, 2}, {"b", 6, 1}}, 9) == ranges{{0, 6}, false});
    CHECK(repaired({}, 0) == ranges{{}, false});
}

TEST_CASE("segments: first indices are kept if the counts do not add up") {
    CHECK(repaired({{"a", 0, 2}, {"b", 3, 1}}, 12) == ranges{{0, 3}, false});
    CHECK(repaired({{"a", 3, 2, 3}, {"b", 0, 1}}, 9) == ranges{{3, 0}, false}); // quads
    CHECK(repaired({{"a", 0, 0x7FFF'FFFF}, {"b", 9, 0x7FFF'FFFF}}, 9) == ranges{{0, 9}, false});
}

TEST_CASE("matrices: parents after their children, several roots") {
    posed_model all{fixtures::everything(2)};
    REQUIRE(rest_poses(all.nodes, all.matrices) == 7);
    check_close(all.matrices[1].translation, 0, 1, 0);
    local_to_world(all.nodes, all.matrices);
    // root: (1, 2, 3), scaled by 2, its x axis along -z and its z axis along x
    check_close(all.matrices[0].x, 0, 0, -2);
    check_close(all.matrices[2].translation, 1, 4, 3);
    check_close(all.matrices[1].translation, 1, 6, 3);
    check_close(all.matrices[3].translation, 1, 2, 1); // stored without a parent, so it is a child of node 0
    check_close(all.matrices[5].z, 8, 0, 0);
}

TEST_CASE("matrices: if the output is too small, nothing is written beyond its end") {
    posed_model all{fixtures::everything(2)};
    const auto few = std::span{all.matrices}.first(6);
    CHECK(rest_poses(all.nodes, few) == 0);
    CHECK(local_matrices(all.matrices, few) == 0);
    local_to_world(all.nodes, few);
    CHECK(all.matrices[6] == matrix4x3<double>{});
}

TEST_CASE("matrices: one per bone of a skin") {
    posed_model all{fixtures::everything(2)};
    rest_poses(all.nodes, all.matrices);
    local_to_world(all.nodes, all.matrices);
    const auto body = all.nodes[4].mesh();
    std::vector<matrix4x3<double>> skin(2);
    const std::span<const matrix4x3<double>> world{all.matrices};
    CHECK(skin_matrices(body, world, std::span{skin}.first(1)) == 0);
    REQUIRE(skin_matrices(body, world, skin) == 2);
    CHECK(skin[0] == all.matrices[2]);         // the arm, at rest in the mesh's space
    check_close(skin[1].translation, 1, 2, 3); // the hand at (1, 6, 3), moved back by 2 of its own units
    check_close(skin[1].x, 0, 0, -2);
    CHECK(skin_matrices(body, world.first(2), skin) == 2); // no matrix for the arm
    CHECK(skin[0] == matrix4x3<double>{});
    check_close(skin[1].translation, 1, 2, 3);
    CHECK(skin_matrices(body, world.first(1), skin) == 2); // no matrix for the hand
    CHECK(skin[1] == matrix4x3<double>{});
}

TEST_CASE("matrices: poses that no clip moves keep the stored bits") {
    fixtures::model nodes{{"sheared", -1}};
    nodes[0].local.x = {1, 0.1F, 0};
    nodes[0].local.y = {0.3F, 1, 0};
    posed_model all{nodes};
    std::vector<grimrock::node_pose<float>> poses(1);
    std::vector<matrix4x3<float>> locals(1);
    REQUIRE(rest_poses(all.nodes, poses) == 1);
    REQUIRE(local_matrices(poses, locals) == 1);
    CHECK(locals[0].x == vector3<float>{1, 0.1F, 0});
    CHECK(locals[0].y == vector3<float>{0.3F, 1, 0});
}

TEST_CASE("skin: a mesh in its bind pose keeps its shape") {
    const auto file = fixtures::write(fixtures::figure::model(), 2);
    const auto model = *grimrock::open(file.span());
    std::vector<tree_entry> memory(model.nodes().size());
    const auto nodes = model.index(memory);
    std::vector<matrix4x3<float>> world(nodes.size());
    rest_poses(nodes, world);
    local_to_world(nodes, world);
    const auto body = nodes.at(nodes.find("body")).mesh();
    std::vector<matrix4x3<float>> skin(body.bones().size());
    REQUIRE(skin_matrices(body, world, skin) == 6);
    std::vector<vector3<float>> positions(body.vertex_count());
    std::vector<vector3<float>> normals(body.vertex_count());
    REQUIRE(skin_positions(body, skin, positions) == body.vertex_count());
    REQUIRE(skin_normals(body, skin, normals) == body.vertex_count());
    const auto to_world = world[nodes.find("body")];
    const auto stored = body.positions();
    const auto stored_normals = body.normals();
    for (std::size_t i = 0; i < stored.size(); ++i) {
        REQUIRE(length(positions[i] - transform_point(to_world, vector3<float>{stored[i]})) < 1e-5F);
        REQUIRE(length(normals[i] - vector3<float>{stored_normals[i]}) < 1e-5F);
    }
    CHECK(skin_positions(body, skin, std::span{positions}.first(9)) == 0);
    CHECK(skin_positions(nodes.at(nodes.find("plinth")).mesh(), skin, positions) == 0); // has no bones
}

TEST_CASE("skin: each vertex is moved by its bones in proportion to their weights") {
    posed_model all{fixtures::everything(2)};
    const auto body = all.nodes[4].mesh();
    const std::vector<matrix4x3<double>> skin{{.translation = {8, 0, 0}}, {.translation = {0, 16, 0}}};
    std::vector<vector3<double>> moved(3);
    REQUIRE(skin_positions(body, skin, moved) == 3);
    check_close(moved[0], 8, 0, 0);
    check_close(moved[1], 3, 12, 0); // (1, 0, 0), moved by 0.75 of the second bone and 0.25 of the first
    check_close(moved[2], 0, 17, 0);
    const auto foreign = all.nodes[5].mesh(); // the game does not read the types of its joints and weights
    REQUIRE_FALSE(foreign.bones().empty());
    CHECK(skin_positions(foreign, skin, moved) == 0);
}

TEST_CASE_TEMPLATE("frames: a clip that plays once holds its first and last frame", Real, float, double) {
    CHECK(blend_at(Real(0), 4, once).first == 0);
    CHECK(blend_at(Real(0), 4, once).weight == 0);
    CHECK(is_blend(blend_at(Real(0.25), 4, once), 0, 1, 0.25));
    CHECK(is_blend(blend_at(Real(2.75), 4, once), 2, 3, 0.75));
    CHECK(is_blend(blend_at(Real(3), 4, once), 3, 3, 0));
    CHECK(is_blend(blend_at(Real(99), 4, once), 3, 3, 0));
    CHECK(blend_at(Real(-1), 4, once).first == 0);
    CHECK(blend_at(Real(-1), 4, once).weight == 0);
    CHECK(is_blend(blend_at(Real(0.5), 1, once), 0, 0, 0));
}

TEST_CASE_TEMPLATE("frames: a loop blends the last frame into the first", Real, float, double) {
    CHECK(is_blend(blend_at(Real(3.5), 4, loop), 3, 0, 0.5));
    CHECK(is_blend(blend_at(Real(4), 4, loop), 0, 1, 0));
    CHECK(is_blend(blend_at(Real(9.25), 4, loop), 1, 2, 0.25));
    CHECK(is_blend(blend_at(Real(-0.25), 4, loop), 3, 0, 0.75));
    CHECK(is_blend(blend_at(Real(-4), 4, loop), 0, 1, 0));
    CHECK(is_blend(blend_at(Real(7.5), 1, loop), 0, 0, 0.5));
}

TEST_CASE_TEMPLATE("frames: every time selects frames inside the clip", Real, float, double) {
    using limits = std::numeric_limits<Real>;
    for (const playback mode : {once, loop}) {
        for (const Real frame : {limits::max(), limits::lowest(), limits::infinity(), -limits::infinity(),
                                 limits::quiet_NaN(), Real(1e15), Real(-1e15), -limits::denorm_min()}) {
            for (const std::uint32_t count : {1U, 2U, 0x7FFF'FFFFU, 0xFFFF'FFFFU}) {
                const auto at = blend_at(frame, count, mode);
                CHECK(at.first < count);
                CHECK(at.second < count);
                CHECK(at.weight >= 0);
                CHECK(at.weight <= 1);
            }
            CHECK(is_blend(blend_at(frame, 0, mode), 0, 0, 0));
        }
    }
}

TEST_CASE_TEMPLATE("frames: the time of a key is exactly its frame", Real, float, double) {
    for (const float stored : {24.0F, 30.0F, 60.0F, 10.5F, 23.976F}) {
        const double rate = static_cast<double>(stored);
        for (std::uint32_t key = 0; key < 2000; ++key) {
            for (const playback mode : {once, loop}) {
                const auto at = grimrock::impl::blend_at<Real>(key / rate, rate, 2000, mode);
                REQUIRE(at.first == key);
                REQUIRE(at.weight == 0);
            }
        }
    }
}

TEST_CASE("sample: returns the fallback for a clip without frames, or an item without keys") {
    const effigy::pose<double> fallback{{1, 2, 3}, {1, 0, 0, 0}, {4, 5, 6}};
    const auto sampled = [&](std::int32_t frames, const fixtures::item& item) {
        const auto file = fixtures::write(fixtures::clip{30, frames, {item}, ""}, 2);
        return grimrock::sample(*grimrock::open_animation(file.span())->items().begin(), 0.5, fallback);
    };
    const fixtures::item still{"x", {{7, 8, 9}}, {}, {}};
    CHECK(sampled(0, still).position == fallback.position);
    CHECK(sampled(1, still).position == vector3<double>{7, 8, 9});
    CHECK(sampled(1, still).rotation == fallback.rotation);
    CHECK(sampled(1, still).scale == fallback.scale);
}

TEST_CASE("sample: between two keys") {
    const fixtures::clip moves = fixtures::moves();
    const auto arm = pose_of(moves.items[0], 1.25, 4, once);
    check_close(arm.position, 4, 2, 0);
    CHECK(arm.rotation.z == doctest::Approx(0.70710678)); // constant, and of unit length
    check_close(arm.scale, 1, 1, 1);
    check_close(pose_of(moves.items[0], 3.5, 4, loop).position, 0, 4, 0);
    check_close(pose_of(moves.items[0], 3.5, 4, once).position, 0, 8, 0);
}

TEST_CASE("sample: at the time of a key, returns the key as stored, whatever its neighbours are") {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    const fixtures::item item{
        "x", {{-0.0F, 2, 3}, {nan, nan, nan}}, {{0, 0, 3, 4}, {nan, nan, nan, nan}}, {{1, 2, 3}, {nan, nan, nan}}};
    for (const playback mode : {once, loop}) {
        const auto key = pose_of(item, 0, 2, mode);
        CHECK(key.position == vector3<double>{0, 2, 3});
        CHECK(std::signbit(key.position.x));
        CHECK(key.rotation == quaternion<double>{0, 0, 3, 4}); // its length is 5
        CHECK(key.scale == vector3<double>{1, 2, 3});
        CHECK(std::isnan(pose_of(item, 0.5, 2, mode).position.y));
    }
    const fixtures::item last{"x", {{nan, nan, nan}, {1, 2, 3}}, {{nan, nan, nan, nan}, {0, 0, 3, 4}}, {}};
    for (const playback mode : {once, loop}) {
        CHECK(pose_of(last, 1, 2, mode).position == vector3<double>{1, 2, 3});
        CHECK(pose_of(last, 1, 2, mode).rotation == quaternion<double>{0, 0, 3, 4});
    }
}

TEST_CASE("sample: rotations are blended along the shorter arc") {
    const fixtures::item hand = fixtures::moves().items[1];
    // from a quarter turn about x to a half turn that is stored with the other sign
    const auto between = pose_of(hand, 1.5, 4, once).rotation;
    CHECK(between.x == doctest::Approx(0.92387953));
    CHECK(between.w == doctest::Approx(0.38268343));
    // from that key to three quarters of a turn, which is stored with the sign of the first key
    const auto later = pose_of(hand, 2.5, 4, once).rotation;
    CHECK(later.x == doctest::Approx(-0.92387953));
    CHECK(later.w == doctest::Approx(0.38268343));
}

TEST_CASE("sample: short channels repeat their last key, empty channels are the identity") {
    const fixtures::item item{"x", {{1, 0, 0}, {3, 0, 0}}, {}, {}};
    check_close(pose_of(item, 0.5, 9, once).position, 2, 0, 0);
    check_close(pose_of(item, 1.5, 9, once).position, 3, 0, 0);
    check_close(pose_of(item, 8.5, 9, loop).position, 2, 0, 0);
    CHECK(pose_of(item, 0.5, 9, once).rotation == quaternion<double>{});
    CHECK(pose_of(item, 0.5, 9, once).scale == vector3<double>{1, 1, 1});
}

TEST_CASE("apply: a clip moves the nodes of its items") {
    for (const int version : {1, 2}) {
        posed_model all{fixtures::everything(2), fixtures::moves(), version};
        rest_poses(all.nodes, all.matrices);
        const auto before = all.matrices;
        CHECK(apply(all.clip, 1.0 / 24, all.nodes, all.matrices) == 2); // no node is named tail
        check_close(all.matrices[2].translation, 4, 2, 0);
        check_close(all.matrices[2].x, 0, 1, 0); // a quarter turn about z
        check_close(all.matrices[2].y, -1, 0, 0);
        check_close(all.matrices[1].translation, 1, 2, 3);
        CHECK(length(all.matrices[1].z) == doctest::Approx(3));
        for (const std::size_t still : {0U, 3U, 4U, 5U, 6U}) {
            CHECK(all.matrices[still] == before[still]);
        }
    }
}

TEST_CASE("apply: a clip without frames changes nothing") {
    posed_model all{fixtures::everything(2), {30, 0, fixtures::moves().items, ""}};
    rest_poses(all.nodes, all.matrices);
    const auto before = all.matrices;
    CHECK(apply(all.clip, 0.5, all.nodes, all.matrices, loop) == 0);
    CHECK(all.matrices == before);
}

TEST_CASE("apply: an output that is too small is not written") {
    posed_model all{fixtures::everything(2)};
    const auto few = std::span{all.matrices}.first(6);
    CHECK(apply(all.clip, 0.5, all.nodes, few) == 0);
    CHECK(std::ranges::count(all.matrices, matrix4x3<double>{}) == 7);
}

TEST_CASE("bound_animation: moves the same nodes to the same bits") {
    for (const int version : {1, 2}) {
        posed_model all{fixtures::everything(2), fixtures::moves(), version};
        std::vector<grimrock::bound_item> items(all.clip.items().size());
        const grimrock::bound_animation bound{all.clip, all.nodes, items};
        CHECK(bound.size() == 2); // no node is named tail
        for (const double seconds : {0.0, 1.0 / 24, 0.03, -0.5, 9.0}) {
            for (const playback mode : {once, loop}) {
                rest_poses(all.nodes, all.matrices);
                auto plain = all.matrices;
                CHECK(apply(all.clip, seconds, all.nodes, plain, mode) == 2);
                CHECK(apply(bound, seconds, all.matrices, mode) == 2);
                CHECK(all.matrices == plain);
            }
        }
        const auto few = std::span{all.matrices}.first(6);
        CHECK(apply(bound, 0.5, few) == 0);
        CHECK(grimrock::bound_animation{all.clip, all.nodes, std::span{items}.first(2)}.size() == 0);
        CHECK(apply(grimrock::bound_animation{}, 0.5, all.matrices) == 0);
    }
    const posed_model still{fixtures::everything(2), {30, 0, fixtures::moves().items, ""}};
    std::vector<grimrock::bound_item> items(still.clip.items().size());
    auto poses = still.matrices;
    CHECK(apply(grimrock::bound_animation{still.clip, still.nodes, items}, 0.5, poses, loop) == 0); // no frames
    CHECK(poses == still.matrices);
}

TEST_CASE("apply: moves only the last of several nodes with the same name") {
    posed_model all{fixtures::model{{"arm", -1}, {"arm", 0}, {"other", 0}}};
    CHECK(apply(all.clip, 0, all.nodes, all.matrices, loop) == 1);
    CHECK(all.matrices[0] == matrix4x3<double>{});
    check_close(all.matrices[1].x, 0, 1, 0);
}

TEST_CASE("pose: translation * rotation * scale") {
    const effigy::pose<double> pose{{1, 2, 3}, {0, 1, 0, 0}, {2, 3, 4}};
    CHECK(pose.matrix() == matrix4x3<double>{{-2, 0, 0}, {0, 3, 0}, {0, 0, -4}, {1, 2, 3}});
    CHECK(effigy::pose<float>{}.matrix() == matrix4x3<float>{});
}
