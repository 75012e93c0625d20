#include "grimrock/fixtures.hpp"

#include <effigy/grimrock.hpp>

#include <doctest/doctest.h>

#include <limits>

namespace {

using namespace effigy;
using effigy::playback;
using grimrock::blend_at;

constexpr auto once = playback::once;
constexpr auto loop = playback::loop;

template <real R> bool is(const effigy::key_blend<R>& at, std::uint32_t first, std::uint32_t second, double part) {
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

// Where the segments of a mesh of `index_count` indices begin, once repaired.
ranges repaired(const std::vector<fixtures::segment>& segments, std::size_t index_count) {
    fixtures::mesh mesh = fixtures::triangle();
    mesh.indices.assign(index_count, 0);
    mesh.segments = segments;
    const auto file = fixtures::write(fixtures::model{{"only", -1, {}, mesh}}, 2);
    const auto model = *grimrock::open(file.span());
    const auto node = *model.nodes().begin();
    const grimrock::repaired_segments all{*node.mesh()};
    CHECK(all.size() == segments.size());
    ranges out{{}, all.differ()};
    for (const auto& segment : all) {
        out.first.push_back(segment.first_index);
    }
    return out;
}

// A model with its index and matrices, and a clip.
struct stage {
    explicit stage(const fixtures::model& nodes_, const fixtures::clip& clip_ = fixtures::moves(), int version = 2)
        : model_file(fixtures::write(nodes_, 2)), clip_file(fixtures::write(clip_, version)) {}

    support::byte_builder model_file, clip_file;
    grimrock::model model = *grimrock::open(model_file.span());
    grimrock::animation clip = *grimrock::open_animation(clip_file.span());
    std::vector<tree_entry> memory{model.node_count()};
    grimrock::node_index nodes = model.index(memory);
    std::vector<matrix4x3<double>> matrices = std::vector<matrix4x3<double>>(nodes.size());
};

effigy::pose<double> pose_of(const fixtures::item& item, double frame, std::uint32_t frames, playback mode) {
    const auto file = fixtures::write(fixtures::clip{30, static_cast<std::int32_t>(frames), {item}, ""}, 2);
    const auto clip = *grimrock::open_animation(file.span());
    const auto channels = *clip.items().begin();
    return grimrock::sample<double>(channels, blend_at(frame, frames, mode));
}

} // namespace

TEST_CASE("segments: the exporter's mistake is undone") {
    // 3 * k * count[k - 1] in place of the running sum
    const std::vector<fixtures::segment> stored{{"a", 0, 40}, {"b", 120, 8}, {"c", 48, 8},
                                                {"d", 72, 8}, {"e", 96, 8},  {"f", 120, 8}};
    CHECK(repaired(stored, 240) == ranges{{0, 120, 144, 168, 192, 216}, true});
}

TEST_CASE("segments: sound ones stay as they are") {
    CHECK(repaired({{"a", 0, 2}, {"b", 6, 1}}, 9) == ranges{{0, 6}, false});
    CHECK(repaired({}, 0) == ranges{{}, false});
}

TEST_CASE("segments: nothing is repaired that does not add up") {
    CHECK(repaired({{"a", 0, 2}, {"b", 3, 1}}, 12) == ranges{{0, 3}, false});
    CHECK(repaired({{"a", 3, 2, 3}, {"b", 0, 1}}, 9) == ranges{{3, 0}, false}); // quads
    CHECK(repaired({{"a", 0, 0x7FFF'FFFF}, {"b", 9, 0x7FFF'FFFF}}, 9) == ranges{{0, 9}, false});
}

TEST_CASE("matrices: parents after their children, several roots") {
    stage all{fixtures::everything(2)};
    REQUIRE(local_matrices(all.nodes, std::span{all.matrices}) == 7);
    check_close(all.matrices[1].translation, 0, 1, 0);
    local_to_world(all.nodes, std::span{all.matrices});
    // root: (1, 2, 3), twice as large, its x axis along -z and its z axis along x
    check_close(all.matrices[0].x, 0, 0, -2);
    check_close(all.matrices[2].translation, 1, 4, 3);
    check_close(all.matrices[1].translation, 1, 6, 3);
    check_close(all.matrices[3].translation, 1, 2, 1); // without a parent: hangs on node 0
    check_close(all.matrices[5].z, 8, 0, 0);
}

TEST_CASE("matrices: too little room is refused or left out") {
    stage all{fixtures::everything(2)};
    const auto few = std::span{all.matrices}.first(6);
    CHECK(local_matrices(all.nodes, few) == 0);
    local_to_world(all.nodes, few);
    CHECK(all.matrices[6] == matrix4x3<double>{});
}

TEST_CASE("matrices: of a skin") {
    stage all{fixtures::everything(2)};
    local_matrices(all.nodes, std::span{all.matrices});
    local_to_world(all.nodes, std::span{all.matrices});
    const auto body = all.nodes[4];
    std::vector<matrix4x3<double>> skin(2);
    const std::span<const matrix4x3<double>> world{all.matrices};
    CHECK(skin_matrices(*body.mesh(), world, std::span{skin}.first(1)) == 0);
    REQUIRE(skin_matrices(*body.mesh(), world, std::span{skin}) == 2);
    CHECK(skin[0] == all.matrices[2]);         // the arm, at rest in the mesh's space
    check_close(skin[1].translation, 1, 2, 3); // the hand at (1, 6, 3), moved back by 2 of its own units
    check_close(skin[1].x, 0, 0, -2);
    CHECK(skin_matrices(*body.mesh(), world.first(1), std::span{skin}) == 2); // bones of nodes that are not there
    check_close(skin[1].translation, 0, -2, 0);
}

TEST_CASE_TEMPLATE("frames: once holds both ends", Real, float, double) {
    CHECK(blend_at(Real(0), 4, once).first == 0);
    CHECK(blend_at(Real(0), 4, once).weight == 0);
    CHECK(is(blend_at(Real(0.25), 4, once), 0, 1, 0.25));
    CHECK(is(blend_at(Real(2.75), 4, once), 2, 3, 0.75));
    CHECK(is(blend_at(Real(3), 4, once), 3, 3, 0));
    CHECK(is(blend_at(Real(99), 4, once), 3, 3, 0));
    CHECK(blend_at(Real(-1), 4, once).first == 0);
    CHECK(blend_at(Real(-1), 4, once).weight == 0);
    CHECK(is(blend_at(Real(0.5), 1, once), 0, 0, 0));
}

TEST_CASE_TEMPLATE("frames: a loop blends the last into the first", Real, float, double) {
    CHECK(is(blend_at(Real(3.5), 4, loop), 3, 0, 0.5));
    CHECK(is(blend_at(Real(4), 4, loop), 0, 1, 0));
    CHECK(is(blend_at(Real(9.25), 4, loop), 1, 2, 0.25));
    CHECK(is(blend_at(Real(-0.25), 4, loop), 3, 0, 0.75));
    CHECK(is(blend_at(Real(-4), 4, loop), 0, 1, 0));
    CHECK(is(blend_at(Real(7.5), 1, loop), 0, 0, 0.5));
}

TEST_CASE_TEMPLATE("frames: no time is out of range", Real, float, double) {
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
            CHECK(is(blend_at(frame, 0, mode), 0, 0, 0));
        }
    }
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

TEST_CASE("sample: rotations take the nearer arc") {
    const fixtures::item hand = fixtures::moves().items[1];
    // from a quarter turn about x to a half turn that is stored with the other sign
    const auto between = pose_of(hand, 1.5, 4, once).rotation;
    CHECK(between.x == doctest::Approx(0.92387953));
    CHECK(between.w == doctest::Approx(0.38268343));
    // from there to three quarters, with the sign of the first
    const auto behind = pose_of(hand, 2.5, 4, once).rotation;
    CHECK(behind.x == doctest::Approx(-0.92387953));
    CHECK(behind.w == doctest::Approx(0.38268343));
}

TEST_CASE("sample: short channels repeat their last key, empty ones are the identity") {
    const fixtures::item item{"x", {{1, 0, 0}, {3, 0, 0}}, {}, {}};
    check_close(pose_of(item, 0.5, 9, once).position, 2, 0, 0);
    check_close(pose_of(item, 1.5, 9, once).position, 3, 0, 0);
    check_close(pose_of(item, 8.5, 9, loop).position, 2, 0, 0);
    CHECK(pose_of(item, 0.5, 9, once).rotation == quaternion<double>{});
    CHECK(pose_of(item, 0.5, 9, once).scale == vector3<double>{1, 1, 1});
}

TEST_CASE("apply: a clip moves the nodes it names") {
    for (const int version : {1, 2}) {
        stage all{fixtures::everything(2), fixtures::moves(), version};
        local_matrices(all.nodes, std::span{all.matrices});
        const auto before = all.matrices;
        CHECK(apply(all.clip, 1.0 / 24, once, all.nodes, std::span{all.matrices}) == 2); // nobody has a tail
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

TEST_CASE("apply: a clip without frames does nothing") {
    stage all{fixtures::everything(2), {30, 0, fixtures::moves().items, ""}};
    local_matrices(all.nodes, std::span{all.matrices});
    const auto before = all.matrices;
    CHECK(apply(all.clip, 0.5, loop, all.nodes, std::span{all.matrices}) == 0);
    CHECK(all.matrices == before);
}

TEST_CASE("apply: of several nodes of one name the last moves") {
    stage all{fixtures::model{{"arm", -1}, {"arm", 0}, {"other", 0}}};
    CHECK(apply(all.clip, 0.0, loop, all.nodes, std::span{all.matrices}) == 1);
    CHECK(all.matrices[0] == matrix4x3<double>{});
    check_close(all.matrices[1].x, 0, 1, 0);
}

TEST_CASE("pose: translation * rotation * scale") {
    const effigy::pose<double> pose{{1, 2, 3}, {0, 1, 0, 0}, {2, 3, 4}};
    CHECK(pose.matrix() == matrix4x3<double>{{-2, 0, 0}, {0, 3, 0}, {0, 0, -4}, {1, 2, 3}});
    CHECK(effigy::pose<float>{}.matrix() == matrix4x3<float>{});
}
