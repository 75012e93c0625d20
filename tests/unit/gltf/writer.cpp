#include "gltf/fixtures.hpp"
#include "support/counting_memory.hpp"
#include "support/digest.hpp"
#include "support/glb_check.hpp"

#include <effigy/gltf.hpp>
#include <effigy/report.hpp>
#include <effigy/version.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstring>
#include <iterator>

namespace {

using effigy::npos;
using effigy::scene;
using written_bytes = std::vector<std::byte>;
using parsed_json = nlohmann::json;

// Checks that the file is valid.
written_bytes glb_of(const scene& from, const effigy::gltf_options& options = {}) {
    written_bytes out;
    const auto why = effigy::write_glb(
        from, [&](std::span<const std::byte> part) { out.insert(out.end(), part.begin(), part.end()); }, options);
    CHECK(to_string(why) == "no error");
    CHECK(support::check_glb(out) == "");
    return out;
}
parsed_json json_of_glb(const scene& from, const effigy::gltf_options& options = {}) {
    const written_bytes file = glb_of(from, options);
    return parsed_json::parse(support::split_glb(file).json, nullptr, false);
}
// Returns the JSON of one accessor of a primitive.
parsed_json accessor_of(const parsed_json& document, std::size_t mesh, std::size_t primitive, const char* attribute) {
    const parsed_json& drawn = document["meshes"][mesh]["primitives"][primitive];
    const std::string name = attribute;
    return document["accessors"][(name == "indices" ? drawn : drawn["attributes"])[name].get<std::size_t>()];
}

effigy::gltf_options with_images() {
    return {[](std::string_view name) {
        return effigy::gltf_image{name == "second" ? std::string{} : "images\\" + std::string{name} + ".png"};
    }};
}

} // namespace

TEST_CASE("gltf: the output is a valid GLB file") {
    for (const scene& each :
         {gltf::triangle(), gltf::everything(), gltf::large_mesh(), gltf::without_data(), scene{}}) {
        CHECK_FALSE(glb_of(each).empty());
        CHECK_FALSE(glb_of(each, with_images()).empty());
    }
}

TEST_CASE("gltf: the smallest mesh, byte by byte") {
    const written_bytes file = glb_of(gltf::triangle());
    const support::glb_parts parts = support::split_glb(file);
    const std::string version = std::to_string(effigy::version_major) + '.' + std::to_string(effigy::version_minor) +
                                '.' + std::to_string(effigy::version_patch);
    CHECK(
        std::string{parts.json} ==
        R"({"asset":{"version":"2.0","generator":"effigy )" + version +
            R"("},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],)"
            R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],)"
            R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},)"
            R"({"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}],)"
            R"("bufferViews":[{"buffer":0,"byteLength":36,"byteStride":12,"target":34962},)"
            R"({"buffer":0,"byteOffset":36,"byteLength":6,"target":34963}],"buffers":[{"byteLength":44}]}   )");
    REQUIRE(parts.bin.size() == 44);
    CHECK(parts.bin[12 + 2] == std::byte{0x80}); // 1.0F
    CHECK(parts.bin[12 + 3] == std::byte{0x3F});
    CHECK(parts.bin[36 + 2] == std::byte{1});
    CHECK(parts.bin[36 + 4] == std::byte{2});
}

TEST_CASE("gltf: an empty scene is a file without a buffer") {
    const parsed_json document = json_of_glb(scene{});
    CHECK(document.size() == 3);
    CHECK(document["scenes"] == parsed_json::parse("[{}]"));
    CHECK(!json_of_glb(gltf::without_data()).contains("buffers"));
}

TEST_CASE("gltf: nodes") {
    const parsed_json document = json_of_glb(gltf::everything());
    const parsed_json& nodes = document["nodes"];
    CHECK(document["scenes"][0]["nodes"] == parsed_json({0, 303, 304, 305}));
    CHECK(nodes[0]["children"] == parsed_json({1, 2, 306, 307, 308}));
    CHECK(nodes[0]["translation"] == parsed_json({1, 2, 3}));
    CHECK(nodes[0]["scale"][2].get<float>() == 0.1F);
    CHECK(nodes[1]["rotation"] == parsed_json({1, 0, 0, 0})); // limited to 1, from 1.00004
    CHECK(nodes[3].size() == 2);                              // the name and the children
    CHECK(nodes[303] == parsed_json::parse(R"({"name":"skinned","mesh":1,"skin":1})"));
    CHECK(nodes[306]["extensions"]["KHR_lights_punctual"]["light"] == 0);
    CHECK(nodes[307]["camera"] == 1);
}

TEST_CASE("gltf: meshes") {
    const parsed_json document = json_of_glb(gltf::everything());
    const parsed_json& square = document["meshes"][0];
    REQUIRE(square["primitives"].size() == 3); // without the empty primitive
    CHECK(square["primitives"][0]["attributes"] == square["primitives"][2]["attributes"]);
    CHECK(square["primitives"][0]["material"] == 0);
    CHECK(!square["primitives"][2].contains("material"));
    CHECK(accessor_of(document, 0, 2, "indices")["byteOffset"] == 6);
    CHECK(accessor_of(document, 0, 2, "indices")["count"] == 6);
    CHECK(accessor_of(document, 0, 0, "POSITION")["max"][2].get<float>() == 3e8F);
    CHECK(accessor_of(document, 0, 0, "COLOR_0")["normalized"] == true);
    CHECK(accessor_of(document, 0, 0, "COLOR_0")["componentType"] == 5121);
    CHECK(accessor_of(document, 0, 0, "TEXCOORD_1")["type"] == "VEC2");
    const parsed_json& heat = accessor_of(document, 0, 0, "_HEAT");
    CHECK(heat["componentType"] == 5126);
    CHECK(heat["type"] == "SCALAR");
    CHECK(document["bufferViews"][heat["bufferView"].get<std::size_t>()]["byteStride"] == 4);
    CHECK(square["primitives"][0]["attributes"].contains("_wind \xC3\xA9"));
    CHECK(square["primitives"][0]["attributes"].contains("_HEAT_2"));
    CHECK(accessor_of(document, 1, 0, "JOINTS_1")["componentType"] == 5121);
    CHECK(!accessor_of(document, 1, 0, "JOINTS_1").contains("normalized"));
    CHECK(accessor_of(document, 2, 0, "JOINTS_1")["componentType"] == 5123);
    CHECK(document["meshes"][3]["primitives"][0]["targets"].size() == 2);
    CHECK(document["meshes"][3]["extras"]["targetNames"] == parsed_json({"up", "away"}));
    scene unnamed = gltf::everything();
    unnamed.meshes[3].targets[0].name.clear();
    CHECK(!json_of_glb(unnamed)["meshes"][3]["extras"].contains("targetNames")); // Blender refuses an empty name
    CHECK(accessor_of(json_of_glb(gltf::large_mesh()), 0, 0, "indices")["componentType"] == 5125);

    scene smaller = gltf::large_mesh();
    smaller.meshes[0].positions.pop_back();
    smaller.meshes[0].indices = {0, 1, 65534};
    smaller.meshes[0].primitives = {{0, 3, effigy::npos}};
    CHECK(accessor_of(json_of_glb(smaller), 0, 0, "indices")["componentType"] == 5123);
}

TEST_CASE("gltf: origins are the last set of texture coordinates") {
    scene made = gltf::triangle();
    made.meshes[0].texcoords = {{{0, 0}, {1, 0}, {1, 1}}};
    effigy::number_vertices(made);
    made.meshes[0].origins[2] = {4, 16777215, 4095};
    const written_bytes file = glb_of(made);
    const support::glb_parts parts = support::split_glb(file);
    const auto document = parsed_json::parse(parts.json, nullptr, false);
    CHECK(accessor_of(document, 0, 0, "TEXCOORD_1")["type"] == "VEC2");
    const auto& stored =
        document["bufferViews"][accessor_of(document, 0, 0, "TEXCOORD_1")["bufferView"].get<std::size_t>()];
    std::array<effigy::f32<>, 6> numbers{};
    std::memcpy(numbers.data(), parts.bin.data() + stored["byteOffset"].get<std::size_t>(), sizeof(numbers));
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(effigy::origin_of({numbers[2 * i], numbers[2 * i + 1]}) == made.meshes[0].origins[i]);
    }
    CHECK(numbers[4].get() == 16777215);

    made.meshes[0].origins.pop_back();
    CHECK(to_string(effigy::verify(made)).find("meshes[0].origins") != std::string::npos);
}

TEST_CASE("gltf: a primitive refers to its own range of vertices") {
    scene two = gltf::large_mesh();
    scene::mesh& shape = two.meshes[0];
    const std::size_t count = shape.positions.size();
    shape.normals.resize(count, {0, 0, 1});
    shape.indices = {1, 2, 0, 65535, 65533, 65530};
    shape.primitives = {{0, 3, effigy::npos}, {3, 3, effigy::npos}, {3, 3, effigy::npos}};
    const written_bytes file = glb_of(two);
    const support::glb_parts parts = support::split_glb(file);
    const parsed_json document = parsed_json::parse(parts.json);
    const parsed_json& drawn = document["meshes"][0]["primitives"];
    const parsed_json& positions = accessor_of(document, 0, 1, "POSITION");
    CHECK(accessor_of(document, 0, 0, "POSITION")["count"] == 3);
    CHECK(positions["count"] == 6);
    CHECK(positions["byteOffset"] == 65530 * 12);
    CHECK(positions["min"] == parsed_json({250, 255, 0}));
    CHECK(positions["max"] == parsed_json({255, 255, 0}));
    CHECK(accessor_of(document, 0, 1, "NORMAL")["byteOffset"] == 65530 * 12);
    CHECK(accessor_of(document, 0, 1, "NORMAL")["bufferView"] == accessor_of(document, 0, 0, "NORMAL")["bufferView"]);
    CHECK(drawn[1]["attributes"] == drawn[2]["attributes"]);
    // The indices count from the first vertex of the range, so 16 bits are enough.
    const parsed_json& indices = accessor_of(document, 0, 2, "indices");
    CHECK(indices["componentType"] == 5123);
    const auto& view = document["bufferViews"][indices["bufferView"].get<std::size_t>()];
    CHECK(view["byteLength"] == 8 + 6); // the last two primitives share their indices
    const auto begin = view["byteOffset"].get<std::size_t>() + indices["byteOffset"].get<std::size_t>();
    const auto stored = std::span{parts.bin}.subspan(begin, 6);
    CHECK(std::to_integer<int>(stored[0]) == 5);
    CHECK(std::to_integer<int>(stored[2]) == 3);
    CHECK(std::to_integer<int>(stored[4]) == 0);

    // Ranges that overlap much save nothing: all primitives refer to all vertices.
    shape.indices.clear();
    shape.primitives.clear();
    for (std::uint32_t i = 0; i < 5; ++i) {
        shape.primitives.push_back({3 * i, 3, effigy::npos});
        shape.indices.append({0, 1, static_cast<std::uint32_t>(count - 1)});
    }
    const parsed_json overlapping = json_of_glb(two);
    CHECK(accessor_of(overlapping, 0, 4, "POSITION")["count"] == count);
    CHECK(overlapping["meshes"][0]["primitives"][0]["attributes"] ==
          overlapping["meshes"][0]["primitives"][4]["attributes"]);
    CHECK(accessor_of(overlapping, 0, 4, "indices")["byteOffset"] == 4 * 12);
}

TEST_CASE("gltf: skins, clips, cameras, lights") {
    const parsed_json document = json_of_glb(gltf::everything());
    CHECK(document["skins"][1]["joints"] == parsed_json({0, 1, 2}));
    CHECK(document["skins"][1]["name"] == "two");
    const parsed_json& wave = document["animations"][0];
    REQUIRE(wave["samplers"].size() == 4);
    CHECK(wave["samplers"][0]["input"] == wave["samplers"][3]["input"]);
    CHECK(wave["samplers"][0]["input"] != wave["samplers"][2]["input"]);
    CHECK(wave["samplers"][3]["interpolation"] == "STEP");
    CHECK(!wave["samplers"][0].contains("interpolation"));
    CHECK(wave["channels"][1]["target"] == parsed_json::parse(R"({"node":1,"path":"rotation"})"));
    const parsed_json& input = document["accessors"][wave["samplers"][0]["input"].get<std::size_t>()];
    CHECK(input["min"] == parsed_json::parse("[0]"));
    CHECK(input["max"] == parsed_json::parse("[0.25]"));
    CHECK(document["cameras"][0]["perspective"].contains("zfar") == false);
    CHECK(document["cameras"][1]["perspective"]["zfar"] == 100);
    const parsed_json& lights = document["extensions"]["KHR_lights_punctual"]["lights"];
    CHECK(lights[0]["range"] == 7);
    CHECK(!lights[1].contains("range"));
    CHECK(lights[2]["spot"]["outerConeAngle"].get<double>() == effigy::half_pi);
    CHECK(document["extensionsUsed"] == parsed_json({"KHR_lights_punctual", "KHR_materials_unlit"}));
}

TEST_CASE("gltf: channels of materials are pointers") {
    scene changing = gltf::everything();
    scene::clip& clip = changing.clips[0];
    clip.times.push_back(scene::list<float>{0, 1});
    for (const auto path : {scene::path::base_color, scene::path::emissive}) {
        scene::channel& added = clip.channels.emplace_back();
        added.path = path;
        added.material = 1;
        added.times = static_cast<std::uint32_t>(clip.times.size() - 1);
        added.values.resize(path == scene::path::emissive ? 6 : 8, 0.5F);
    }
    const parsed_json document = json_of_glb(changing);
    CHECK(document["extensionsUsed"][0] == "KHR_animation_pointer");
    const parsed_json& wave = document["animations"][0];
    CHECK(wave["channels"][4]["target"] ==
          parsed_json::parse(R"({"path":"pointer","extensions":{"KHR_animation_pointer":)"
                             R"({"pointer":"/materials/1/pbrMetallicRoughness/baseColorFactor"}}})"));
    CHECK(wave["channels"][5]["target"]["extensions"]["KHR_animation_pointer"]["pointer"] ==
          "/materials/1/emissiveFactor");
    const auto type_of = [&](std::size_t sampler) {
        return document["accessors"][wave["samplers"][sampler]["output"].get<std::size_t>()]["type"];
    };
    CHECK(type_of(4) == "VEC4");
    CHECK(type_of(5) == "VEC3");
}

TEST_CASE("gltf: materials without images name their textures") {
    const parsed_json document = json_of_glb(gltf::everything());
    const parsed_json& painted = document["materials"][0];
    CHECK(!document.contains("textures"));
    CHECK(!document.contains("images"));
    CHECK(painted["pbrMetallicRoughness"]["metallicFactor"] == 0);
    CHECK(painted["emissiveFactor"].size() == 3);
    CHECK(painted["extras"]["textures"][0] ==
          parsed_json::parse(R"({"name":"wood\\oak 1.tga","role":"baseColor","texCoord":0})"));
    CHECK(painted["extras"]["textures"].size() == 6);
    CHECK(painted["extras"]["textures_2"] == 1.5); // the scene's extra of this name
    CHECK(document["materials"][1] ==
          parsed_json::parse(R"({"pbrMetallicRoughness":{"metallicFactor":0,"roughnessFactor":1},"alphaMode":"BLEND",)"
                             R"("doubleSided":true,"extensions":{"KHR_materials_unlit":{}}})"));
    CHECK(document["materials"][2]["alphaMode"] == "MASK");
    CHECK(document["materials"][2]["alphaCutoff"].get<float>() == 0.3F);
}

TEST_CASE("gltf: materials with images") {
    const parsed_json document = json_of_glb(gltf::everything(), with_images());
    REQUIRE(document["materials"].size() == 4);
    const parsed_json& painted = document["materials"][0];
    CHECK(document["images"][0]["uri"] == "images/wood/oak%201.tga.png");
    CHECK(document["images"].size() == 4); // none for the role `other`
    CHECK(painted["pbrMetallicRoughness"]["baseColorTexture"] == parsed_json::parse(R"({"index":0})"));
    CHECK(painted["normalTexture"] == parsed_json::parse(R"({"index":1,"texCoord":1})"));
    CHECK(!document["textures"][0].contains("sampler"));
    CHECK(document["samplers"] == parsed_json::parse(R"([{"wrapS":33071},{"wrapS":33071,"wrapT":33071}])"));
    CHECK(document["textures"][painted["occlusionTexture"]["index"].get<std::size_t>()]["sampler"] == 1);
    // A mesh without texture coordinates uses a copy of the material without images.
    CHECK(document["meshes"][3]["primitives"][0]["material"] == 3);
    CHECK(document["materials"][3]["name"] == "painted without textures");
    CHECK(!document["materials"][3].contains("normalTexture"));

    scene twice = gltf::everything();
    twice.materials[1].textures = twice.materials[0].textures;
    const parsed_json shared = json_of_glb(twice, with_images());
    CHECK(shared["images"] == document["images"]);
    CHECK(shared["textures"] == document["textures"]);
    CHECK(shared["materials"][1]["normalTexture"] == shared["materials"][0]["normalTexture"]);
}

TEST_CASE("gltf: images in the file") {
    static constexpr std::array<std::byte, 5> wood{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4},
                                                   std::byte{5}};
    static constexpr std::array<std::byte, 4> dents{std::byte{6}, std::byte{7}, std::byte{8}, std::byte{9}};
    const effigy::gltf_options options{[&](std::string_view name) -> effigy::gltf_image {
        if (name == "dents") {
            return {.uri = {}, .bytes = dents, .media_type = "image/jpeg", .name = "w\xF6od"};
        }
        return name == "wood"   ? effigy::gltf_image{.uri = {}, .bytes = wood, .name = "w\xF6od"}
               : name == "pale" ? effigy::gltf_image{.uri = "pale.png"}
                                : effigy::gltf_image{};
    }};
    scene made = gltf::triangle();
    made.meshes[0].texcoords.push_back({{0, 0}, {1, 0}, {0, 1}});
    made.meshes[0].primitives[0].material = 0;
    made.materials.resize(2);
    const auto add = [&](std::size_t material, const char* name, const char* image, scene::texture_role role) {
        scene::texture& added = made.materials[material].textures.emplace_back();
        added.name = name;
        added.image = image;
        added.role = role;
    };
    add(0, "oak.tga", "wood", scene::texture_role::base_color);
    add(0, "dents", "", scene::texture_role::normal);
    add(0, "none", "", scene::texture_role::emissive);
    add(0, "pale", "", scene::texture_role::occlusion);
    add(1, "pine.tga", "wood", scene::texture_role::base_color);
    made.materials[1].textures[0].extras.push_back({"role", scene::text{"wall"}});

    const written_bytes file = glb_of(made, options);
    const support::glb_parts parts = support::split_glb(file);
    const parsed_json document = parsed_json::parse(parts.json, nullptr, false);
    REQUIRE(document["images"].size() == 3);
    CHECK(document["textures"].size() == 3);
    const auto content_of = [&](std::size_t image) {
        const parsed_json& view = document["bufferViews"][document["images"][image]["bufferView"].get<std::size_t>()];
        const auto part =
            parts.bin.subspan(view["byteOffset"].get<std::size_t>(), view["byteLength"].get<std::size_t>());
        return written_bytes{part.begin(), part.end()};
    };
    CHECK(content_of(0) == written_bytes{wood.begin(), wood.end()});
    CHECK(content_of(1) == written_bytes{dents.begin(), dents.end()});
    CHECK(document["images"][0]["mimeType"] == "image/png");
    CHECK(document["images"][1]["mimeType"] == "image/jpeg");
    CHECK(document["images"][0]["name"] == "w\xC3\xB6od");
    CHECK(document["images"][1]["name"] == "w\xC3\xB6od_2");
    CHECK(document["images"][2] == parsed_json::parse(R"({"uri":"pale.png"})"));
    CHECK(document["materials"][0]["normalTexture"]["index"] == 1);
    CHECK(!document["materials"][0].contains("emissiveTexture"));
    CHECK(document["materials"][1]["pbrMetallicRoughness"]["baseColorTexture"]["index"] == 0);
    CHECK(document["materials"][1]["extras"]["textures"][0] ==
          parsed_json::parse(R"({"name":"pine.tga","role":"baseColor","texCoord":0,"role_2":"wall"})"));

    made.meshes.clear();
    made.nodes[0].mesh = effigy::npos;
    const parsed_json images_alone = json_of_glb(made, options);
    CHECK(!images_alone.contains("accessors"));
    CHECK(images_alone["bufferViews"].size() == 2);
}

TEST_CASE("gltf: textures that move need an image") {
    scene made = gltf::triangle();
    made.meshes[0].texcoords.push_back({{0, 0}, {1, 0}, {0, 1}});
    made.meshes[0].primitives[0].material = 0;
    made.materials.resize(1);
    made.materials[0].textures.emplace_back().name = "oak";
    scene::clip& clip = made.clips.emplace_back();
    clip.times.push_back({0, 1});
    const auto add = [&](scene::path path, std::initializer_list<float> values) {
        scene::channel& added = clip.channels.emplace_back();
        added.material = 0;
        added.path = path;
        added.times = 0;
        added.values = values;
    };
    add(scene::path::texture_offset, {0, 0, 1, 0.5F});
    add(scene::path::texture_rotation, {0, 3});
    add(scene::path::texture_scale, {1, 1, 2, 2});

    const parsed_json plain = json_of_glb(made);
    CHECK(!plain.contains("animations"));
    CHECK(!plain.contains("extensionsUsed"));

    const parsed_json document = json_of_glb(made, with_images());
    CHECK(document["extensionsUsed"] == parsed_json({"KHR_animation_pointer", "KHR_texture_transform"}));
    CHECK(document["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]["extensions"] ==
          parsed_json::parse(R"({"KHR_texture_transform":{"offset":[0,0],"rotation":0,"scale":[1,1]}})"));
    const parsed_json& moved = document["animations"][0];
    REQUIRE(moved["channels"].size() == 3);
    const std::string start = "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/";
    const auto check = [&](std::size_t i, const std::string& name, const char* type) {
        const parsed_json& target = moved["channels"][i]["target"];
        CHECK(target["extensions"]["KHR_animation_pointer"]["pointer"] == start + name);
        const auto output = moved["samplers"][i]["output"].get<std::size_t>();
        CHECK(document["accessors"][output]["type"] == type);
        CHECK(document["accessors"][output]["count"] == 2);
    };
    check(0, "offset", "VEC2");
    check(1, "rotation", "SCALAR");
    check(2, "scale", "VEC2");

    made.clips[0].channels[1].values.push_back(0);
    CHECK(verify(made).code == effigy::errc::bad_value);
}

TEST_CASE("gltf: extras, and names with any bytes") {
    scene scene_with_bytes = gltf::everything();
    scene_with_bytes.nodes[0].name = scene::text{"a\"\\\x01\0b", 6};
    scene_with_bytes.nodes[1].name = "\xFF\xC3\xA9";
    scene_with_bytes.extras.push_back({"\xE9", scene::text{"\xE9"}});
    const parsed_json document = json_of_glb(scene_with_bytes);
    CHECK(document["nodes"][0]["name"] == std::string{"a\"\\\x01\0b", 6});
    CHECK(document["nodes"][1]["name"] == "\xC3\xBF\xC3\x83\xC2\xA9");
    CHECK(document["scenes"][0]["extras"] ==
          parsed_json::parse(
              R"({"flag":false,"number":0.1,"text":"\"quoted\" \\ \n","numbers":[1,-2.5e300,3],"texts":["","a"],)"
              R"("object":{"deep":true,"deep_2":{}},"flag_2":1,"\u00e9":"\u00e9"})"));
    CHECK(document["nodes"][2]["extras"]["object"]["deep"] == true);
    CHECK(document["animations"][0]["extras"]["events"] == parsed_json({"step", "stop"}));
}

TEST_CASE("gltf: the same bytes each time, and on every platform") {
    for (const scene& each : {gltf::triangle(), gltf::everything(), gltf::large_mesh(), gltf::without_data()}) {
        CHECK(glb_of(each) == glb_of(scene{each}));
    }
    const written_bytes file = glb_of(gltf::everything(), with_images());
    const support::glb_parts parts = support::split_glb(file);
    support::digest all; // of everything except the version of effigy
    all.add(parts.json.substr(parts.json.find(R"("extensionsUsed")")));
    for (const std::byte each : parts.bin) {
        all.add(std::to_integer<std::uint8_t>(each));
    }
    CHECK(all.value() == 0xD229C366BAA7E7E5);
}

TEST_CASE("gltf: to_glb allocates its result once, with the right size") {
    const scene from = gltf::everything();
    const written_bytes expected = glb_of(from);
    support::counting_memory memory;
    const auto file = effigy::to_glb(from, {}, &memory);
    REQUIRE(file);
    CHECK(std::equal(file->begin(), file->end(), expected.begin(), expected.end()));
    CHECK(file->capacity() == file->size());
    CHECK(memory.allocations() == 1);
}

TEST_CASE("gltf: two files") {
    std::string text;
    written_bytes bin;
    const auto json_sink = [&](std::span<const std::byte> part) {
        for (const std::byte each : part) {
            text += static_cast<char>(each);
        }
    };
    const auto bin_sink = [&](std::span<const std::byte> part) { bin.insert(bin.end(), part.begin(), part.end()); };
    CHECK(!effigy::write_gltf(gltf::everything(), json_sink, bin_sink, "my model.bin"));
    const written_bytes glb = glb_of(gltf::everything());
    const support::glb_parts parts = support::split_glb(glb);
    CHECK(std::equal(bin.begin(), bin.end(), parts.bin.begin(), parts.bin.end()));
    parsed_json document = parsed_json::parse(text, nullptr, false);
    CHECK(document["buffers"][0]["uri"] == "my%20model.bin");
    document["buffers"][0].erase("uri");
    CHECK(document == parsed_json::parse(parts.json, nullptr, false));

    text.clear();
    bin.clear();
    CHECK(!effigy::write_gltf(gltf::without_data(), json_sink, bin_sink, "none.bin"));
    CHECK(bin.empty());
    CHECK(!text.empty());
}

TEST_CASE("gltf: nothing is written for an invalid scene") {
    scene wrong = gltf::everything();
    wrong.nodes[2].parent = 7;
    const auto sink = [](std::span<const std::byte>) { FAIL("called"); };
    CHECK(to_string(effigy::write_glb(wrong, sink)) == to_string(verify(wrong)));
    CHECK(to_string(effigy::write_gltf(wrong, sink, sink, "a.bin")) == to_string(verify(wrong)));
    CHECK(to_string(effigy::to_glb(wrong).error()) == to_string(verify(wrong)));
}

TEST_CASE("gltf: many primitives with many targets do not take quadratic space") {
    scene hostile = gltf::triangle();
    scene::mesh& shape = hostile.meshes[0];
    shape.targets.resize(3000);
    for (scene::morph_target& each : shape.targets) {
        each.positions.resize(3);
    }
    shape.primitives.resize(3000, shape.primitives[0]);
    CHECK(!verify(hostile));
    const auto sink = [](std::span<const std::byte>) { FAIL("called"); };
    CHECK(effigy::write_glb(hostile, sink).code == effigy::errc::budget);
    CHECK(effigy::write_gltf(hostile, sink, sink, "a.bin").code == effigy::errc::budget);
    shape.primitives.resize(8);
    CHECK(!effigy::to_glb(hostile).error());

    shape.targets.clear();
    shape.attributes.resize(1);
    shape.attributes[0].name.assign(5000, 'x'); // each primitive contains the name
    shape.attributes[0].values.resize(3);
    CHECK(!effigy::to_glb(hostile).error());
    shape.primitives.resize(20);
    CHECK(effigy::write_glb(hostile, sink).code == effigy::errc::budget);
}

TEST_CASE("gltf: a file names the extensions that it uses") {
    const auto used = [](const auto& change) {
        scene made = gltf::triangle();
        made.materials.resize(1);
        change(made);
        const parsed_json document = json_of_glb(made);
        return document.contains("extensionsUsed") ? document["extensionsUsed"] : parsed_json{};
    };
    CHECK(used([](scene& s) { s.materials[0].is_double_sided = true; }) == parsed_json{});
    CHECK(used([](scene& s) { s.materials[0].is_unlit = true; }) == parsed_json({"KHR_materials_unlit"}));
    CHECK(used([](scene& s) { s.lights.resize(1); }) == parsed_json({"KHR_lights_punctual"}));
    const auto change_color = [](scene& s) {
        scene::clip& clip = s.clips.emplace_back();
        clip.times = {{0}};
        clip.channels.resize(1);
        clip.channels[0].path = scene::path::base_color;
        clip.channels[0].material = clip.channels[0].times = 0;
        clip.channels[0].values = {1, 1, 1, 1};
    };
    CHECK(used(change_color) == parsed_json({"KHR_animation_pointer"}));
    CHECK(used([&](scene& s) {
              change_color(s);
              s.materials[0].is_unlit = true;
              s.lights.resize(1);
          }) == parsed_json({"KHR_animation_pointer", "KHR_lights_punctual", "KHR_materials_unlit"}));
}

TEST_CASE("gltf: the transform of a texture that does not move") {
    scene made = gltf::triangle();
    made.meshes[0].texcoords = {{{0, 0}, {1, 0}, {0, 1}}};
    scene::texture& used = made.materials.emplace_back().textures.emplace_back();
    used.name = "wood";
    CHECK_FALSE(json_of_glb(made, with_images()).contains("extensionsUsed"));
    used.offset = {0.5F, 0.25F};
    used.scale = {0.25F, 0.125F};
    const parsed_json document = json_of_glb(made, with_images());
    CHECK(document["extensionsUsed"] == parsed_json({"KHR_texture_transform"}));
    CHECK(document["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]["extensions"] ==
          parsed_json::parse(R"({"KHR_texture_transform":{"offset":[0.5,0.25],"rotation":0,"scale":[0.25,0.125]}})"));
    CHECK_FALSE(json_of_glb(made).contains("extensionsUsed")); // no image
}

TEST_CASE("gltf: textures share a sampler for each way to repeat") {
    scene made = gltf::triangle();
    made.meshes[0].texcoords = {{{0, 0}, {1, 0}, {0, 1}}};
    for (std::uint32_t i = 0; i < 8; ++i) {
        scene::texture& used = made.materials.emplace_back().textures.emplace_back();
        used.name = i < 4 ? "wood" : "stone";
        used.wraps_u = i % 2 != 0;
        used.wraps_v = i % 4 > 1;
    }
    const parsed_json document = json_of_glb(made, with_images());
    CHECK(document["samplers"] ==
          parsed_json::parse(R"([{"wrapS":33071,"wrapT":33071},{"wrapT":33071},{"wrapS":33071}])"));
    REQUIRE(document["textures"].size() == 8);
    for (std::size_t i = 0; i < 8; ++i) {
        const parsed_json& texture = document["textures"][i];
        CHECK(texture["source"] == i / 4);
        CHECK((i % 4 == 3 ? !texture.contains("sampler") : texture["sampler"] == i % 4));
    }
}

TEST_CASE("gltf: joints take a byte up to 255, two above") {
    for (const auto& [joint, component] : {std::pair{255, 5121}, {256, 5123}}) {
        scene made = gltf::everything();
        made.meshes[2].joints[0][1][0] = static_cast<std::uint16_t>(joint);
        made.meshes[2].joints[0][0][1] = 3;
        CHECK(accessor_of(json_of_glb(made), 2, 0, "JOINTS_0")["componentType"] == component);
    }
}

TEST_CASE("gltf: positions have bounds, for each range of vertices and each target") {
    scene made = gltf::triangle();
    scene::mesh& mesh = made.meshes[0];
    mesh.positions = {{-3, 5, 1}, {2, -4, 0.5F}, {1, 1, -6}, {7, 8, 9}, {7, 8, 9}, {7, 8, 9}};
    mesh.targets.resize(1);
    mesh.targets[0].positions = {{1, 0, 0}, {0, -1, 0}, {0, 0, 2}, {}, {}, {}};
    mesh.indices = {0, 1, 2, 3, 4, 5};
    mesh.primitives = {{0, 3, npos}, {3, 3, npos}};
    const parsed_json document = json_of_glb(made);
    const auto bounds_of = [&](std::size_t primitive, bool of_target) {
        const parsed_json& drawn = document["meshes"][0]["primitives"][primitive];
        const parsed_json& attributes = of_target ? drawn["targets"][0] : drawn["attributes"];
        const parsed_json& found = document["accessors"][attributes["POSITION"].get<std::size_t>()];
        return parsed_json({found["min"], found["max"]});
    };
    CHECK(bounds_of(0, false) == parsed_json::parse("[[-3,-4,-6],[2,5,1]]"));
    CHECK(bounds_of(1, false) == parsed_json::parse("[[7,8,9],[7,8,9]]"));
    CHECK(bounds_of(0, true) == parsed_json::parse("[[0,-1,0],[1,0,2]]"));
    CHECK(bounds_of(1, true) == parsed_json::parse("[[0,0,0],[0,0,0]]"));
}
