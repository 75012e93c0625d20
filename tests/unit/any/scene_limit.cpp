// The limit of to_scene() refuses files whose records share data. Here are files of thousands of the smallest records
// of each kind, none of which share anything that a game would not share: all are converted.
#include "grimrock/fixtures.hpp"
#include "m2/opened.hpp"
#include "nwn/fixtures.hpp"
#include "p3d/fixtures.hpp"

#include <effigy/any_scene.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <string>

namespace { namespace scene_limits {

constexpr int many = 2000;

std::string name_of(int number) {
    std::string out;
    do {
        out += static_cast<char>('a' + number % 26);
        number /= 26;
    } while (number != 0);
    return out;
}

template <class Model> std::string converted(const Model& from) { return to_string(to_scene(from).error()); }

std::string converted(const fixtures::model& described) {
    const auto file = fixtures::write(described, 2);
    return converted(effigy::grimrock::open(file.span()).value());
}
std::string converted(const fixtures::nwn::model& described) {
    const auto file = fixtures::nwn::write(described);
    return converted(effigy::nwn::open(file.span()).value());
}
std::string converted(const fixtures::p3d::lod& described) {
    const auto file = fixtures::p3d::write(fixtures::p3d::model{{described}});
    return converted(effigy::p3d::open(file.span()).value());
}
std::string converted(const fixtures::m2::model& described) { return converted(fixtures::m2::opened{described}.model); }

}} // namespace ::scene_limits

TEST_CASE("any scene: Grimrock files of many small records are converted") {
    fixtures::model nodes{{"root"}};
    fixtures::model lights{{"root"}};
    fixtures::mesh shape = fixtures::triangle();
    shape.segments.clear();
    for (int i = 0; i < scene_limits::many; ++i) {
        nodes.push_back({scene_limits::name_of(i), 0});
        lights.push_back({scene_limits::name_of(i), 0, {}, {}, fixtures::light{}});
        shape.segments.push_back({scene_limits::name_of(i), 0, 1});
    }
    for (const fixtures::model& each : {nodes, lights, fixtures::model{{"only", -1, {}, shape}}}) {
        CHECK(scene_limits::converted(each) == "no error");
    }
}

TEST_CASE("any scene: Neverwinter Nights files of many small records are converted") {
    const fixtures::nwn::model root{.nodes = {{"effigy"}}};
    fixtures::nwn::model nodes = root;
    fixtures::nwn::model lights = root;
    fixtures::nwn::model emitters = root;
    fixtures::nwn::model clips = root;
    fixtures::nwn::model events = root;
    events.clips = {{"clip", 1, {}, {{"effigy"}}}};
    for (int i = 0; i < scene_limits::many; ++i) {
        const std::string name = scene_limits::name_of(i);
        nodes.nodes.push_back({name, 0});
        lights.nodes.push_back({.name = name, .parent = 0, .light = fixtures::nwn::light{}});
        emitters.nodes.push_back({.name = name, .parent = 0, .emitter = fixtures::nwn::emitter{}});
        clips.clips.push_back({name, 1, {}, {{"effigy"}}});
        events.clips[0].events.push_back({0, name});
    }
    for (const fixtures::nwn::model& each : {nodes, lights, emitters, clips, events}) {
        CHECK(scene_limits::converted(each) == "no error");
    }
}

TEST_CASE("any scene: Arma files of many small records are converted") {
    const fixtures::p3d::lod one = fixtures::p3d::triangle(1);
    fixtures::p3d::lod textures = one;
    fixtures::p3d::lod properties = one;
    for (int i = 0; i < scene_limits::many; ++i) {
        textures.faces.push_back(one.faces[0]);
        textures.faces.back().texture = scene_limits::name_of(i);
        properties.tags.push_back(fixtures::p3d::property(scene_limits::name_of(i), "value"));
    }
    for (const fixtures::p3d::lod& each : {textures, properties}) {
        CHECK(scene_limits::converted(each) == "no error");
    }
}

TEST_CASE("any scene: World of Warcraft files of many small records are converted") {
    for (const std::uint32_t version : {256U, 264U}) {
        CAPTURE(version);
        const fixtures::m2::model small = fixtures::m2::small(version);
        fixtures::m2::model bare = small;
        bare.animations.resize(1);
        bare.animations[0].next = -1;
        const auto clear = [](auto&... lists) { (lists.clear(), ...); };
        clear(bare.attachments, bare.events, bare.lights, bare.cameras, bare.ribbons, bare.particles,
              bare.attachment_lookup, bare.camera_lookup, bare.animation_lookup, bare.hashed_lookup,
              bare.playable_lookup);
        for (fixtures::m2::bone& each : bare.bones) {
            each.translation = each.rotation = each.scale = {};
        }
        const auto check = [&](auto list, const auto& record) {
            fixtures::m2::model described = bare;
            (described.*list).assign(scene_limits::many, record);
            CHECK(scene_limits::converted(described) == "no error");
        };
        check(&fixtures::m2::model::animations, bare.animations[0]);
        check(&fixtures::m2::model::attachments, fixtures::m2::attachment{11, 1, {1, 2, 3}});
        check(&fixtures::m2::model::events, fixtures::m2::event{"$HIT", 6801, 1, {3, 2, 1}});
        check(&fixtures::m2::model::lights, fixtures::m2::light{1, 1, {1, 1, 1}});
        check(&fixtures::m2::model::cameras, fixtures::m2::camera{});
        check(&fixtures::m2::model::ribbons, fixtures::m2::ribbon{});
        check(&fixtures::m2::model::particles, fixtures::m2::particle{});
        fixtures::m2::model layers = bare; // of one submesh
        std::vector<fixtures::m2::batch>& batches = layers.skin_profiles[0].batches;
        batches.assign(scene_limits::many, batches[0]);
        for (std::size_t i = 0; i < batches.size(); ++i) {
            batches[i].layer = static_cast<std::uint16_t>(i);
        }
        CHECK(scene_limits::converted(layers) == "no error");
        // A helmet with every animation of a character, in which bones with one key hold it.
        fixtures::m2::model helmet = bare;
        helmet.animations.assign(105, bare.animations[0]);
        helmet.bones.assign(4, {-1, {1, 2, 3}});
        for (fixtures::m2::bone& each : helmet.bones) {
            each.translation = {fixtures::m2::linear, -1, {}, {5}, {1, 2, 3}};
            each.rotation = {fixtures::m2::linear, -1, {}, {5}, {0, 0.6F, 0, 0.8F}};
        }
        CHECK(scene_limits::converted(helmet) == "no error");
    }
}
