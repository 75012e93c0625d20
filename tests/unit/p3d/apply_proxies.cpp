// Proxies of scenes that were edited, brought back into models.
#include "p3d/applied.hpp"

#include <effigy/scene/extras.hpp>
#include <effigy/scene/reconcile/tolerances.hpp>

#include <cmath>

namespace {

using namespace applied_p3d;

} // namespace

TEST_CASE("p3d apply: a moved proxy moves its triangle and keeps its size") {
    brought to{described::everything("P3DM")};
    scene changed = to.shown;
    REQUIRE(changed.nodes.size() == 2);
    changed.nodes[1].local.position.x += 2;
    // The triangle's points are those of the quad: it gets its own.
    CHECK(to(changed));
    CHECK(to.shapes() == "456 0123 01");
    CHECK(to.points()[4].position == vector3<float>{2, 0, 0});
    CHECK(to.points()[5].flags == 0x0100'0000);
    CHECK(to.weights("moss") == std::vector{0, 1, 2, 255, 0, 1, 2});

    changed = to.shown;
    changed.nodes[1].local.rotation = {0, 1, 0, 0};
    static_cast<void>(to(changed));
    const auto turned = to.made(to.model).nodes[1].local;
    CHECK(std::abs(dot(turned.rotation, changed.nodes[1].local.rotation)) == doctest::Approx(1));
    const auto side = [&](std::size_t a, std::size_t b) {
        return length(to.points()[to.faces()[0].corners()[a].point].position -
                      to.points()[to.faces()[0].corners()[b].point].position);
    };
    CHECK(side(0, 1) == doctest::Approx(1));
    CHECK(side(1, 2) == doctest::Approx(2));

    changed = to.shown;
    changed.nodes[1].extras[0].value = scene::text{"rock\\cat"};
    static_cast<void>(to(changed));
    CHECK(to.tag("proxy:rock\\cat.007"));
    to.how.delete_missing = true;
    changed = to.shown;
    changed.nodes.resize(1);
    CHECK(to(changed));
    CHECK_FALSE(to.tag("proxy:rock\\bird.007"));
    CHECK(to.shapes() == "0123 01");
}

TEST_CASE("p3d apply: a proxy goes where its node is, once, also with the node of its level") {
    brought to{described::everything("P3DM")};
    scene changed = to.shown;
    changed.nodes[0].local = {{1, 2, 3}, {0, 0.6F, 0, 0.8F}, {1, 1, 1}};
    const auto proxies = [&](const scene& of) {
        std::vector<matrix4x3<double>> world(of.nodes.size());
        world_matrices(of, world);
        return world[1];
    };
    static_cast<void>(to(changed));
    CHECK(impl::is_near(proxies(to.made(to.model)), proxies(changed), 1e-5, 1e-5));
    const pose<double> level = impl::to_real<double>(changed.nodes[0].local),
                       below = impl::to_real<double>(to.shown.nodes[1].local);
    changed.nodes[1].local = // it stays
        impl::to_real<float>(decompose(inverse(level.matrix()).matrix * below.matrix()).pose);
    static_cast<void>(to(changed));
    CHECK(impl::is_near(proxies(to.made(to.model)), proxies(to.shown), 1e-5, 1e-5));
}

TEST_CASE("p3d apply: a proxy's path and number are those of its node's extras") {
    struct expectation {
        const char *name, *path;
        double id; // 0.5: as it was
        const char* made;
    };
    constexpr expectation all[] = {
        {"proxy:a\\b.007", "c", 0.5, "proxy:c.007"},
        {"proxy:a\\b.000", "c", 0.5, "proxy:c.000"},
        {"proxy:a\\b.12", "c", 0.5, "proxy:c.12"},
        {"proxy:a\\b.007", "a\\b", 0, "proxy:a\\b.000"},
        {"proxy:a\\b.007", "a\\b", 42, "proxy:a\\b.042"},
        {"proxy:a\\b.007", "c", 123, "proxy:c.123"},
        {"proxy:a\\b.007", "c", 1234, "proxy:c.1234"},
        {"proxy:a\\b.007", "a\\b", 999'999'999, "proxy:a\\b.999999999"},
        {"proxy:a\\b.007", "c", -1, "proxy:c.007"},
        {"proxy:a\\b.007", "c", 1e9, "proxy:c.007"},
    };
    for (const expectation& each : all) {
        CAPTURE(each.made);
        described::lod of = quad_and_triangle();
        of.tags[1] = described::selection(each.name, {0, 1, 1, 0, 1}, {0, 1});
        brought to{of};
        scene changed = to.shown;
        REQUIRE(changed.nodes.size() == 2);
        for (scene::extra& extra : changed.nodes[1].extras) {
            if (extra.key == "proxy") {
                extra.value = scene::text{each.path};
            } else if (extra.key == "id" && each.id != 0.5) {
                extra.value = each.id;
            }
        }
        static_cast<void>(to(changed));
        CHECK(to.tag(each.made));
        CHECK(to.said == std::vector{std::string{"changed selection "} + each.made + ": the name"});
    }
}

TEST_CASE("p3d apply: new proxies, by their extras or their name") {
    brought to{described::everything("P3DM")};
    scene changed = to.shown;
    scene::node added{};
    added.parent = 0;
    added.name = "proxy:rock\\bird";
    added.local.position = {5, 6, 7};
    added.local.rotation = {0, 0.6F, 0, 0.8F};
    changed.nodes.push_back(added);
    added.name = "wheel";
    extras_of(added.extras).add("proxy", "a\\wheel").add("id", 3);
    changed.nodes.push_back(added);
    static_cast<void>(to(changed));
    CHECK(to.tag("proxy:rock\\bird.008"));
    CHECK(to.tag("proxy:a\\wheel.003"));
    const scene again = to.made(to.model);
    REQUIRE(again.nodes.size() == 4);
    for (const std::size_t i : {std::size_t{2}, std::size_t{3}}) {
        CHECK(length(again.nodes[i].local.position - vector3<float>{5, 6, 7}) < 1e-5F);
        CHECK(std::abs(dot(again.nodes[i].local.rotation, added.local.rotation)) == doctest::Approx(1));
    }
    CHECK(again.meshes[0].indices.size() == to.shown.meshes[0].indices.size());
}

TEST_CASE("p3d apply: a proxy has no scale, along any axis") {
    for (const vector3<float>& scale :
         {vector3<float>{1.01F, 1, 1}, {1, 0.99F, 1}, {1, 1, 1.01F}, {1.00005F, 0.99995F, 1}}) {
        brought to{described::everything("P3DM")};
        scene changed = to.shown;
        changed.nodes[1].local.scale = scale;
        static_cast<void>(to(changed));
        CHECK(to.says("left_out node " + std::string{changed.nodes[1].name} + ": the scale of a proxy") ==
              (length(scale - vector3<float>{1, 1, 1}) > 1e-3F));
    }
}
TEST_CASE("p3d apply: a proxy turns from any direction to any other one, about its own origin") {
    brought to{described::everything("P3DM")};
    const quaternion<float> directions[] = {
        {0.1F, 0.5F, 0.7F, 0.5F}, {0.7F, 0.1F, -0.5F, 0.5F}, {-0.5F, 0.5F, 0.1F, 0.7F}, {0, 0, 0, 1}};
    for (const quaternion<float>& direction : directions) {
        scene changed = to.shown;
        changed.nodes[1].local.rotation = normalized(direction);
        changed.nodes[1].local.position = {1, 2, 3};
        static_cast<void>(to(changed));
        to.before = to.model;
        to.shown = to.made(to.before);
        CHECK(std::abs(dot(to.shown.nodes[1].local.rotation, normalized(direction))) == doctest::Approx(1));
        CHECK(length(to.shown.nodes[1].local.position - vector3<float>{1, 2, 3}) < 1e-5F);
    }
}
TEST_CASE("p3d apply: a new proxy is a triangle whose points and face alone are selected") {
    brought to{quad_and_triangle()};
    const char* const paths[] = {"b\\car", "b\\car", "b\\car", "b\\bus"};
    const std::string names[] = {"proxy:b\\car.001", "proxy:b\\car.005", "proxy:b\\car.006", "proxy:b\\bus.001"};
    scene changed = to.shown;
    for (std::size_t i = 0; i < 4; ++i) {
        scene::node& node = changed.nodes.emplace_back();
        node.name = std::string{"proxy:"} + paths[i] + (i == 1 ? ".005" : i == 2 ? ".001" : "");
        node.parent = 0;
        node.local = {{static_cast<float>(i), 2, 3}, {0, 0.6F, 0, 0.8F}, {1, 1, 1}};
    }
    static_cast<void>(to(changed));
    REQUIRE(to.faces().size() == 6);
    for (std::size_t i = 0; i < 4; ++i) {
        CAPTURE(names[i]);
        std::vector<int> points(to.points().size()), faces(6);
        const auto corners = to.faces()[2 + i].corners();
        for (const p3d::owned_corner& corner : corners) {
            points[corner.point] = 1;
        }
        faces[2 + i] = 1;
        CHECK(to.weights(names[i]) == points);
        CHECK(to.selected_faces(names[i]) == faces);
        const auto at = [&](std::size_t k) { return to.points()[corners[k].point].position; };
        CHECK(length(at(0) - vector3<float>{static_cast<float>(i), 2, -3}) < 1e-5F);
        CHECK(length(at(1) - at(0) - vector3<float>{-0.96F, 0, 0.28F}) < 1e-5F);
        CHECK(length(at(2) - at(0) - vector3<float>{0, 2, 0}) < 1e-5F);
    }
}

TEST_CASE("p3d apply: a new proxy does not take the number that an old one gets") {
    described::lod of = quad_and_triangle();
    of.tags[1] = described::selection("proxy:b\\car.001", {0, 1, 1, 0, 1}, {0, 1});
    brought to{of};
    scene changed = to.shown;
    REQUIRE(changed.nodes.size() == 2);
    for (scene::extra& extra : changed.nodes[1].extras) {
        extra.value = extra.key == "id" ? scene::extra_value{2.0} : extra.value;
    }
    for (const double id : {2, 1}) {
        scene::node& node = changed.nodes.emplace_back();
        node.name = "another";
        node.parent = 0;
        extras_of(node.extras).add("proxy", "b\\car").add("id", id);
    }
    static_cast<void>(to(changed));
    CHECK(to.weights("proxy:b\\car.002") == std::vector{0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0});
    CHECK(to.weights("proxy:b\\car.003") == std::vector{0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0});
    CHECK(to.weights("proxy:b\\car.004") == std::vector{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1}); // 1 was taken before
}
