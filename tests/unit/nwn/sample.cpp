#include "nwn/figure.hpp"
#include "nwn/opened.hpp"

#include <doctest/doctest.h>

#include <limits>

namespace {

using namespace effigy;
using fixtures::nwn::flavour;
using fixtures::nwn::half;
using fixtures::nwn::key;
using fixtures::nwn::opened;

// A model with one node that has these controllers.
struct controlled : opened {
    explicit controlled(std::vector<key> keys, std::uint32_t flags = 0, flavour by = flavour::bioware)
        : opened({.by = by, .nodes = {{.name = "only", .keys = std::move(keys), .more_flags = flags}}}) {}

    nwn::node node = nodes[0];
    nwn::controller first = *node.controllers().begin();
};

using numbers = std::vector<float>;

float number_at(const nwn::controller& keys, double seconds) { return sample(keys, seconds, -99.0F); }
numbers numbers_at(const nwn::controller& keys, std::initializer_list<double> times) {
    numbers out;
    for (const double seconds : times) {
        out.push_back(number_at(keys, seconds));
    }
    return out;
}
vector3<double> vector_at(const nwn::controller& keys, double seconds) {
    return sample(keys, seconds, vector3<double>{-99, -99, -99});
}

void check_same(const vector3<double>& a, const vector3<double>& b) {
    CHECK(a.x == doctest::Approx(b.x).epsilon(1e-5));
    CHECK(a.y == doctest::Approx(b.y).epsilon(1e-5));
    CHECK(a.z == doctest::Approx(b.z).epsilon(1e-5));
}
void check_same(const matrix4x3<double>& a, const matrix4x3<double>& b) {
    check_same(a.x, b.x);
    check_same(a.y, b.y);
    check_same(a.z, b.z);
    check_same(a.translation, b.translation);
}

// World matrices of a model, at rest or in an animation.
std::vector<matrix4x3<double>> world_of(const opened& all, const char* animation = nullptr, double seconds = 0) {
    std::vector<pose<double>> poses(all.nodes.size());
    CHECK(rest_poses(all.nodes, poses) == poses.size());
    std::vector<tree_entry> entries;
    if (animation != nullptr) {
        const nwn::animation clip = all.model.animation(animation);
        entries.resize(clip.count_nodes());
        static_cast<void>(apply(clip.index(entries), seconds, all.nodes, poses));
    }
    std::vector<matrix4x3<double>> out(poses.size());
    CHECK(local_matrices(poses, out) == out.size());
    local_to_world(all.nodes, out);
    return out;
}

} // namespace

TEST_CASE("nwn sample: between keys, before the first and after the last") {
    const controlled all{{{8, 3, {1, 2, 4}, {0, 0, 0, 10, 20, 30, 50, 20, 30}}}};
    CHECK(numbers_at(all.first, {-5, 1, 1.5, 2, 3, 4, 1e30}) == numbers{0, 0, 5, 10, 30, 50, 50});
    CHECK(vector_at(all.first, 1.5) == vector3<double>{5, 10, 15});
    CHECK(sample<double>(all.first, 1.5) == 5);
    CHECK(sample(all.first, 2, quaternion<float>{-99, -99, -99, -99}) == quaternion<float>{10, 20, 30, -99});
}

TEST_CASE("nwn sample: times that are NaN or equal") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const controlled all{{{36, 1, {1, 2, 2, 3}, {10, 20, 30, 40}}, {100, 1, {nan, 1, nan}, {1, 2, 3}}}};
    CHECK(numbers_at(all.first, {nan, 2, 1.5}) == numbers{10, 30, 15}); // at 2 the second of two keys at the same time
    const nwn::controller with_nan = all.node.controller(100);
    CHECK(number_at(with_nan, 0.5) == 1);
    for (const double seconds : {0.0, 1.0, 7.0}) {
        CHECK(number_at(with_nan, seconds) >= 1);
        CHECK(number_at(with_nan, seconds) <= 3);
    }
}

TEST_CASE("nwn sample: rotations take the shorter arc") {
    const controlled all{{{20, 4, {0, 1, 2}, {0, 0, 0, 1, 0, 0, half, half, 0, 0, 0, -1}}}};
    const auto at = [&](double seconds) { return sample(all.first, seconds, quaternion<double>{}); };
    CHECK(at(0) == quaternion<double>{0, 0, 0, 1});
    const quaternion<double> eighth = at(0.5); // an eighth of a full turn: half of the 90 degrees
    CHECK(eighth.z == doctest::Approx(0.38268343));
    CHECK(eighth.w == doctest::Approx(0.92387953));
    const quaternion<double> back = at(1.5); // the same again: the last key is the first one, negated
    CHECK(back.z == doctest::Approx(0.38268343));
    CHECK(back.w == doctest::Approx(0.92387953));
    CHECK(at(1) == quaternion<double>{0, 0, half, half}); // keys as stored
    CHECK(at(2) == quaternion<double>{0, 0, 0, -1});
}

TEST_CASE("nwn sample: only the values of bezier rows are used") {
    const controlled all{{{8, 0x13, {0, 2}, {1, 2, 3, 9, 9, 9, 9, 9, 9, 5, 6, 7, 8, 8, 8, 8, 8, 8}}}};
    CHECK(all.first.is_bezier());
    CHECK(all.first.columns() == 3);
    CHECK(all.first.width() == 9);
    CHECK(all.first.row(1).size() == 9);
    CHECK(vector_at(all.first, 1) == vector3<double>{3, 4, 5});
    CHECK(sample(all.first, 0, quaternion<double>{0, 0, 0, -99}).w == -99); // not a tangent
}

TEST_CASE("nwn sample: nwnmdlcomp stores the width of bezier rows in place of the columns") {
    const numbers rows{1, 2, 3, 9, 9, 9, 9, 9, 9, 5, 6, 7, 8, 8, 8, 8, 8, 8};
    const controlled position{{{8, 0x19, {0, 2}, rows}}};
    CHECK(position.first.columns() == 3);
    CHECK(position.first.width() == 9);
    CHECK(vector_at(position.first, 1) == vector3<double>{3, 4, 5});
    const controlled scale{{{36, 0x13, {0, 1}, {1, 9, 9, 3, 9, 9}}}};
    CHECK(numbers_at(scale.first, {0, 0.5, 1}) == numbers{1, 2, 3});
    const controlled alpha{{{128, 0x13, {0, 1}, {1, 9, 9, 0, 9, 9}}}};
    CHECK(alpha.first.columns() == 1);
    CHECK(numbers_at(alpha.first, {0, 0.5, 1}) == numbers{1, 0.5F, 0});
    const controlled turn{{{20, 0x1C, {0}, {0, 0, 1, 0, 9, 9, 9, 9, 9, 9, 9, 9}}}};
    CHECK(sample(turn.first, 0, quaternion<double>{}) == quaternion<double>{0, 0, 1, 0});
    const controlled columns{{{80, 0x12, {0}, {1, 2, 9, 9, 9, 9}}}};
    CHECK(columns.first.columns() == 2); // not a multiple of three
    CHECK(columns.first.width() == 6);
}

TEST_CASE("nwn sample: a controller whose id has other columns is left out") {
    for (const key& wrong : {key{20, 5, {0, 1}, {0, 0, 0, 1, 2, 0, 0, 1, 0, 2}}, key{8, 2, {0}, {1, 2}},
                             key{36, 3, {0}, {1, 2, 3}}, key{8, 0x14, {0}, numbers(12)}, key{128, 0x21, {0}, {1}}}) {
        CAPTURE(wrong.id);
        const controlled all{{wrong, {8, 3, {0}, {1, 2, 3}}}};
        CHECK(all.first.record()->id == wrong.id);
        CHECK(all.first.columns() == 0);
        CHECK(all.first.times().empty());
        CHECK(all.first.values().empty());
        CHECK_FALSE(all.node.controllers().at(0).record()->has_valid_columns());
        CHECK((!all.node.controller(wrong.id) || wrong.id == 8));
        CHECK(sample(all.node, 0, pose<double>{}) == pose<double>{{1, 2, 3}, {}, {1, 1, 1}}); // the other one counts
    }
}

TEST_CASE("nwn sample: events have no values") {
    const controlled all{{{228, 0xFF, {0.5F}, {}}, {228, 0, {0.75F}, {}}, {8, 3, {}, {}}}};
    CHECK(all.first.times().size() == 1);
    CHECK(all.first.times()[0].get() == 0.5F);
    CHECK(all.first.columns() == 0);
    CHECK(all.first.values().empty());
    CHECK(all.first.row(0).empty());
    CHECK(number_at(all.first, 0.5) == -99);
    CHECK_FALSE(all.node.controller(228));
    CHECK_FALSE(all.node.controller(8));
    CHECK(all.node.controllers().size() == 3);
    CHECK(all.node.controllers()[2].record() != nullptr);
    CHECK_FALSE(all.node.controllers().at(3));
    CHECK(number_at(nwn::controller{}, 1) == -99);
}

TEST_CASE("nwn sample: the first of two controllers with the same id") {
    const controlled all{{{36, 1, {0}, {3}}, {36, 1, {0}, {4}}}};
    CHECK(all.node.controller(36).values()[0].get() == 3);
    CHECK(sample(all.node, 0).scale == vector3<float>{3, 3, 3});
}

TEST_CASE("nwn sample: values without a controller are taken from the fallback") {
    const controlled all{{{8, 3, {0}, {1, 2, 3}}}};
    const pose<float> fallback{{9, 9, 9}, {1, 0, 0, 0}, {1, 2, 3}};
    const pose<float> made = sample(all.node, 0, fallback);
    CHECK(made.position == vector3<float>{1, 2, 3});
    CHECK(made.rotation == fallback.rotation);
    CHECK(made.scale == fallback.scale);
}

TEST_CASE("nwn sample: names of controller ids depend on the node and the producer") {
    const auto name = [](std::int32_t id, std::uint32_t flags, nwn::producer wrote = nwn::producer::bioware) {
        return nwn::controller_name(id, flags, wrote);
    };
    CHECK(name(8, 0x01) == "position");
    CHECK(name(100, 0x21) == "selfillumcolor");
    CHECK(name(100, 0x03) == "verticaldisplacement");
    CHECK(name(100, 0x05).empty());
    CHECK(name(88, 0x03) == "radius");
    CHECK(name(88, 0x05) == "birthrate");
    CHECK(name(464, 0x05) == "percentstart");
    CHECK(name(464, 0x05, nwn::producer::nwnmdlcomp) == "alphamid");
    CHECK(name(468, 0x05, nwn::producer::unknown) == "sizemid");
    CHECK(name(468, 0x05, nwn::producer::nwnmdlcomp) == "colormid");
    CHECK(name(448, 0x05, nwn::producer::nwnmdlcomp).empty());
    CHECK(name(-1, 0xFFFF).empty());
    CHECK(nwn::name_of(nwn::producer::enhanced_edition) == "Enhanced Edition");
    CHECK(nwn::name_of(nwn::producer::unknown) == "unknown");
    CHECK(nwn::name_of(nwn::classification::door) == "door");
    CHECK(nwn::name_of(nwn::classification{16}).empty());
    const controlled all{{{464, 1, {0}, {1}}}, 0, flavour::nwnmdlcomp};
    CHECK(controller_name(all.node, all.first).empty()); // the node is a dummy
}

TEST_CASE("nwn sample: poses and world matrices") {
    const opened all{fixtures::nwn::bioware()};
    const auto world = world_of(all);
    CHECK(world[0].translation == vector3<double>{1, 2, 3});
    check_same(world[0].x, {0, 1, 0});
    check_same(world[1].translation, {1, 2, 4});
    const opened scaled{fixtures::nwn::nwnmdlcomp()};
    check_same(world_of(scaled)[1].x, {2, 0, 0}); // children inherit a parent's scale
}

TEST_CASE("nwn sample: an animation moves the nodes with the same names") {
    const opened all{fixtures::nwn::bioware()};
    check_same(world_of(all, "nod", 1)[1].translation, {1, 2, 5}); // (0, 0, 2) above the root
    check_same(world_of(all, "nod", 2)[1].translation, {1, 2, 6});
    const opened uppercase{fixtures::nwn::enhanced()}; // "ARM" moves "arm"
    std::vector<pose<float>> poses(5);
    std::vector<tree_entry> entries(2);
    const auto moving = uppercase.model.animations()[0].index(entries);
    CHECK(apply(moving, 0, uppercase.nodes, poses) == 2);
}

TEST_CASE("nwn sample: an animation stops at its end or starts again") {
    const opened all{fixtures::nwn::bioware()}; // "nod" lasts two seconds
    std::vector<tree_entry> entries(2);
    const nwn::animation_index clip = all.model.animations()[0].index(entries);
    CHECK(clip.duration() == 2);
    const auto height_at = [&](double seconds, playback mode) {
        std::vector<pose<double>> poses(all.nodes.size());
        rest_poses(all.nodes, poses);
        apply(clip, seconds, all.nodes, poses, mode);
        return poses[1].position.z;
    };
    CHECK(height_at(1, playback::once) == 2);
    CHECK(height_at(5, playback::once) == 3);
    CHECK(height_at(5, playback::loop) == 2);
    CHECK(height_at(-1, playback::once) == 1);
    CHECK(height_at(-1, playback::loop) == 2);
}

TEST_CASE("nwn sample: an animation ends at its length, even if keys follow") {
    const auto moved = [](float length, double seconds) {
        const opened all{
            {.nodes = {{"root"}},
             .clips = {{"go", length, {}, {{"root", -1, {{8, 3, {-1, 1, 5}, {0, 0, 0, 2, 0, 0, 10, 0, 0}}}}}}}}};
        std::vector<tree_entry> entries(1);
        std::vector<pose<double>> poses(1);
        CHECK(apply(all.model.animations()[0].index(entries), seconds, all.nodes, poses) == 1);
        return poses[0].position.x;
    };
    CHECK(moved(2, 1.5) == 3);
    for (const double after : {2.0, 3.0, 10.0, std::numeric_limits<double>::infinity()}) {
        CHECK(moved(2, after) == 4);
    }
    for (const double before : {0.0, -0.5, -10.0, std::numeric_limits<double>::quiet_NaN()}) {
        CHECK(moved(2, before) == 1);
    }
    CHECK(moved(0, 3) == 6); // without a length all keys are played
    CHECK(moved(-1, -0.5) == 0.5);
}

TEST_CASE("nwn sample: an animation of the supermodel is played with a scale") {
    fixtures::nwn::model small;
    small.nodes = {{"root", -1}, {"ARM", 0, {fixtures::nwn::position_key({0, 0, 0.5F})}}, {"tail", 0}};
    small.supermodel = "effigy";
    small.animation_scale = 0.5F;
    const opened borrower{small};
    const opened lender{fixtures::nwn::bioware()};
    std::vector<tree_entry> entries(2);
    const nwn::animation_index clip = lender.model.animation("nod").index(entries);
    std::vector<pose<float>> poses(3);
    rest_poses(borrower.nodes, poses);
    CHECK(apply(clip, 1, borrower.nodes, poses, playback::once, borrower.model.animation_scale()) == 2);
    CHECK(poses[1].position == vector3<float>{0, 0, 1}); // half of (0, 0, 2)
    CHECK(poses[1].scale == vector3<float>{1, 1, 1});
    CHECK(poses[2].position == vector3<float>{}); // not in the animation

    fixtures::nwn::model still = fixtures::nwn::bioware(); // without positions there is nothing to scale
    for (auto& node : still.clips[0].nodes) {
        std::erase_if(node.keys, [](const key& one) { return one.id == nwn::controls_position; });
    }
    const opened turning{still};
    poses[1].position = {0, 0, 7};
    CHECK(apply(turning.model.animations()[0].index(entries), 1, borrower.nodes, poses, playback::once, 0.5F) == 2);
    CHECK(poses[1].position == vector3<float>{0, 0, 7});
}

TEST_CASE("nwn sample: the first of several nodes with the same name") {
    fixtures::nwn::model described;
    described.nodes = {{"root", -1}, {"twin", 0}, {"Twin", 0}};
    described.clips = {{"move",
                        1,
                        {},
                        {{"root", -1},
                         {"TWIN", 0, {fixtures::nwn::position_key({1, 0, 0})}},
                         {"twin", 0, {fixtures::nwn::position_key({2, 0, 0})}},
                         {"unknown", 0, {fixtures::nwn::position_key({3, 0, 0})}}}}};
    const opened all{described};
    const auto world = world_of(all, "move");
    CHECK(world[1].translation.x == 1);
    CHECK(world[2].translation.x == 0);
}

TEST_CASE("nwn sample: a bound animation moves the same nodes to the same bits") {
    const opened all{fixtures::nwn::bioware()};
    std::vector<tree_entry> entries(2);
    const auto clip = all.model.animation("nod").index(entries);
    std::vector<nwn::bound_node> memory(2);
    const nwn::bound_animation bound{clip, all.nodes, memory};
    CHECK(bound.size() == 2);
    for (const double seconds : {0.0, 0.7, 1.3, 5.0, -1.0, 0.2}) {
        for (const playback mode : {playback::once, playback::loop}) {
            for (const float scale : {1.0F, 0.5F}) {
                std::vector<pose<float>> plain(all.nodes.size()), poses(plain);
                rest_poses(all.nodes, plain);
                rest_poses(all.nodes, poses);
                CHECK(apply(clip, seconds, all.nodes, plain, mode, scale) == 2);
                CHECK(apply(bound, seconds, poses, mode, scale) == 2);
                CHECK(poses == plain);
            }
        }
    }
    std::vector<pose<float>> few(5, {{7, 7, 7}});
    const auto before = few;
    CHECK(apply(bound, 1, few) == 0);
    CHECK(few == before);
    CHECK(nwn::bound_animation{clip, all.nodes, std::span{memory}.first(1)}.size() == 0);
}

TEST_CASE("nwn sample: nothing is written if the memory is too small") {
    const opened all{fixtures::nwn::bioware()};
    std::vector<pose<float>> few(5);
    CHECK(rest_poses(all.nodes, few) == 0);
    std::vector<tree_entry> entries(2);
    few[0].position = few[1].position = {7, 7, 7};
    CHECK(apply(all.model.animation("nod").index(entries), 1, all.nodes, few) ==
          0); // although the animation moves only the first two
    CHECK(few[0].position == vector3<float>{7, 7, 7});
    CHECK(few[1].position == vector3<float>{7, 7, 7});
    std::vector<matrix4x3<float>> none;
    CHECK(local_matrices(few, none) == 0);
    CHECK(skin_matrices(all.nodes[5].skin(), none, none) == 0);
    std::vector<vector3<float>> two(2); // for three vertices
    CHECK(skin_positions(all.nodes[5].skin(), none, two) == 0);
    CHECK(skin_normals(all.nodes[5].skin(), none, two) == 0);
    std::vector<nwn::merged_mesh> merges(5);
    CHECK(nwn::find_merges(all.nodes, merges) == 0);
}

TEST_CASE("nwn sample: at rest, the bones of a skin move its vertices to the skin's node") {
    const auto check = [](const fixtures::nwn::model& described, std::uint32_t number, std::size_t slots,
                          std::size_t used) {
        const opened all{described};
        const auto world = world_of(all);
        const nwn::skin skin = all.nodes[number].skin();
        std::vector<matrix4x3<double>> moved(slots);
        REQUIRE(skin_matrices(skin, world, moved) == slots);
        CHECK(skin.bones().size() == slots);
        for (std::size_t slot = 0; slot < used; ++slot) {
            check_same(moved[slot], world[number]);
            const nwn::bone bone = skin.bones()[slot];
            REQUIRE(bone.node() < world.size());
            CHECK(world[bone.node()] * bone.inverse_bind<double>() == moved[slot]);
        }
        CHECK(moved[used] == matrix4x3<double>{}); // no node has this slot
        CHECK_FALSE(skin.bones()[used]);
        CHECK(skin.bones()[used].inverse_bind() == matrix4x3<float>{});
    };
    check(fixtures::nwn::bioware(), 5, 18, 2);
    check(fixtures::nwn::enhanced(), 4, 64, 2);
    namespace figure = fixtures::nwn::figure;
    check(figure::model(flavour::bioware), figure::body, 18, 6);
    check(figure::model(flavour::enhanced), figure::body, 64, 6);
}

TEST_CASE("nwn sample: the first of two nodes with the same slot") {
    fixtures::nwn::model described = fixtures::nwn::bioware();
    described.nodes[5].skin->node_to_slot[4] = 0; // the root has it too
    const opened all{described};
    const nwn::skin skin = all.nodes[5].skin();
    CHECK(skin.bones()[0].node() == 0);
    const auto world = world_of(all);
    std::vector<matrix4x3<double>> moved(18);
    skin_matrices(skin, world, moved);
    CHECK(moved[0] == world[0] * skin.bones()[0].inverse_bind<double>());
    CHECK_FALSE(skin.bones().at(18));
}

TEST_CASE("nwn sample: a missing inverse bind transform") {
    fixtures::nwn::model described = fixtures::nwn::bioware();
    described.nodes[5].skin->inverse_translations.resize(1);
    const opened all{described};
    CHECK(all.nodes[5].skin().bones()[1].node() == 1);
    CHECK(all.nodes[5].skin().bones()[1].inverse_bind() == matrix4x3<float>{});
}

TEST_CASE("nwn sample: bones move the vertices of a skin") {
    const opened all{fixtures::nwn::bioware()};
    const nwn::skin skin = all.nodes[5].skin();
    std::vector<matrix4x3<double>> matrices(18);
    matrices[0].translation = {0, 0, 8};
    matrices[1] = {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}, {}}; // a quarter turn about z
    std::vector<vector3<double>> out(3);
    REQUIRE(skin_positions(skin, matrices, out) == 3);
    check_same(out[0], {0, 0, 8});
    check_same(out[1], {0.75, 0.25, 6}); // weights 0.75 and 0.25
    REQUIRE(skin_normals(skin, matrices, out) == 3);
    check_same(out[1], {0, 0, 1});
}

TEST_CASE("nwn sample: the idol bows its head") {
    const opened all{fixtures::nwn::figure::model(flavour::bioware)};
    const auto rest = world_of(all);
    const auto bowed = world_of(all, "pause1", 2.5);
    check_same(rest[fixtures::nwn::figure::head].translation, {0, 0, 1.38});
    CHECK(bowed[fixtures::nwn::figure::eyes].y.z < rest[fixtures::nwn::figure::eyes].y.z - 0.1); // it looks down
    check_same(world_of(all, "pause1", 1)[fixtures::nwn::figure::head].y, rest[fixtures::nwn::figure::head].y);
    check_same(world_of(all, "pause1", 3)[fixtures::nwn::figure::head],
               world_of(all, "pause1", 0)[fixtures::nwn::figure::head]);
}

// ---- merges --------------------------------------------------------------------------------------------------------

TEST_CASE("nwn merges: one target and one mesh that was merged away") {
    const opened all{fixtures::nwn::enhanced()};
    std::vector<nwn::merged_mesh> merges(5);
    REQUIRE(nwn::find_merges(all.nodes, merges) == 1);
    CHECK_FALSE(merges[0]);
    CHECK(merges[1].merge_target == 1);
    CHECK(merges[1].first_vertex == 0);
    CHECK(merges[1].vertex_count == 3);
    CHECK(merges[1].index_count == 3);
    CHECK(merges[2].merge_target == 1); // "STONE" and "stone"
    CHECK(merges[2].first_vertex == 3);
    CHECK(merges[2].vertex_count == 3);
    CHECK(merges[2].first_index == 3);
    CHECK(merges[2].index_count == 3);
    CHECK_FALSE(merges[4]);
}

TEST_CASE("nwn merges: merged vertices keep their positions in the world") {
    const opened all{fixtures::nwn::figure::model(flavour::enhanced)};
    const auto world = world_of(all);
    std::vector<nwn::merged_mesh> merges(all.nodes.size());
    REQUIRE(nwn::find_merges(all.nodes, merges) == 1);
    namespace figure = fixtures::nwn::figure;
    const nwn::merged_mesh& lost = merges[figure::step];
    REQUIRE(lost.merge_target == figure::plinth);
    const auto merged = all.nodes[figure::plinth].mesh();
    const auto own = all.nodes[figure::step].mesh();
    REQUIRE(lost.vertex_count == own.positions().size());
    for (std::size_t i = 0; i < lost.vertex_count; ++i) {
        check_same(transform_point(world[figure::plinth], vector3<double>{merged.positions()[lost.first_vertex + i]}),
                   transform_point(world[figure::step], vector3<double>{own.positions()[i]}));
    }
    const auto own_indices = own.own_indices();
    REQUIRE(lost.index_count == own_indices.size());
    for (std::size_t i = 0; i < lost.index_count; ++i) {
        CHECK(merged.indices()[lost.first_index + i] == lost.first_vertex + own_indices[i]);
    }
}

TEST_CASE("nwn merges: several targets with different textures") {
    const auto lost = [](const char* texture) {
        fixtures::nwn::mesh out = fixtures::nwn::triangle();
        out.merged_away = true;
        out.textures[0] = texture;
        return out;
    };
    const auto target = [](const char* texture, std::uint16_t members) {
        fixtures::nwn::mesh out = fixtures::nwn::triangle();
        out.textures[0] = texture;
        for (std::uint16_t i = 0; i < members; ++i) {
            out.vertices.insert(out.vertices.end(), {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
            for (const int corner : {3, 4, 5}) {
                out.index_lists[0].push_back(static_cast<std::uint16_t>(3 * i + corner));
            }
        }
        out.normals = {};
        out.texcoords = {};
        return out;
    };
    fixtures::nwn::model described{.by = flavour::enhanced};
    described.nodes = {
        {"root", -1},
        {"a", 0, {}, target("Moss", 2)},
        {"b", 0, {}, target("rock", 1)},
        {"c", 0, {}, lost("moss")},
        {"d", 0, {}, lost("ROCK")},
        {"e", 0, {}, fixtures::nwn::triangle()},
        {"f", 0, {}, lost("MOSS")},
        {"g", 0, {}, lost("lonely")},
        {"h", 0, {}, target("moss", 0)},
    };
    const opened all{described};
    std::vector<nwn::merged_mesh> merges(9);
    CHECK(nwn::find_merges(all.nodes, merges) == 2);
    CHECK(merges[1].merge_target == 1);
    CHECK(merges[3].merge_target == 1);
    CHECK(merges[3].first_vertex == 3);
    CHECK(merges[6].merge_target == 1);
    CHECK(merges[6].first_vertex == 6);
    CHECK(merges[6].first_index == 6);
    CHECK(merges[2].merge_target == 2);
    CHECK(merges[4].merge_target == 2);
    for (const std::size_t alone : {0U, 5U, 7U, 8U}) {
        CHECK_FALSE(merges[alone]);
    }
}

TEST_CASE("nwn merges: a mesh that draws only its own faces is no target") {
    fixtures::nwn::model described = fixtures::nwn::enhanced();
    described.nodes[1].mesh->index_lists[0].resize(3);
    const opened all{described};
    std::vector<nwn::merged_mesh> merges(5);
    CHECK(nwn::find_merges(all.nodes, merges) == 0);
}

TEST_CASE("nwn merges: more vertices merged away than the target has") {
    fixtures::nwn::model described = fixtures::nwn::enhanced();
    fixtures::nwn::mesh& lost = *described.nodes[2].mesh;
    lost.normals = {};
    lost.texcoords = {};
    for (const std::size_t vertices : {6U, 7U}) { // the target has 6
        lost.vertices.resize(vertices);
        const opened all{described};
        std::vector<nwn::merged_mesh> merges(5);
        CHECK(nwn::find_merges(all.nodes, merges) == (vertices == 6 ? 1 : 0));
        CHECK(bool{merges[2]} == (vertices == 6));
    }
}
