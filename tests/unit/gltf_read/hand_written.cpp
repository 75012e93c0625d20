#include "gltf_read/fixtures.hpp"

#include <gltf/read.hpp>

#include <effigy/gltf.hpp>
#include <effigy/report.hpp>
#include <effigy/scene.hpp>

#include <doctest/doctest.h>

#include <algorithm>

namespace {

using effigy::npos;
using effigy::quaternion;
using effigy::scene;
using effigy::vector2;
using effigy::vector3;
using lines = std::vector<std::string>;

struct outcome {
    scene made;
    std::string why;
    lines remarks; // "mesh body: what 3"
};

outcome read(std::span<const std::byte> file, const gltf_files::file_loader& load_file = {}) {
    outcome out;
    auto made = gltf_files::read(file, load_file, [&](const effigy::remark& each) {
        std::string line{each.part};
        line += (each.name.empty() ? "" : " ") + std::string{each.name} + ": " + std::string{each.what};
        out.remarks.push_back(each.count != 0 ? line + ' ' + std::to_string(each.count) : line);
    });
    out.why = to_string(made.error());
    if (made) {
        out.made = std::move(*made);
    }
    return out;
}
outcome read_text(std::string_view text, const gltf_files::file_loader& load_file = {}) {
    return read(std::as_bytes(std::span{text}), load_file);
}
// As GLB and as text: both are the same.
outcome read(const gltf_read::sample& from) {
    outcome out = read(gltf_read::glb_file(from.members, from.buffer));
    const outcome other = read_text(gltf_read::text_file(from.members, from.buffer));
    CHECK(out.why == "no error");
    CHECK(other.why == out.why);
    CHECK(other.made == out.made);
    CHECK(other.remarks == out.remarks);
    return out;
}
// Reads the sample after a text in it was replaced.
outcome read(gltf_read::sample from, std::string_view old, std::string_view by) {
    const std::size_t at = from.members.find(old);
    REQUIRE(at != std::string::npos);
    from.members.replace(at, old.size(), by);
    return read(gltf_read::glb_file(from.members, from.buffer));
}
std::vector<std::uint32_t> indices_of(const scene::mesh& mesh) { return {mesh.indices.begin(), mesh.indices.end()}; }

} // namespace

TEST_CASE("gltf_read: interleaved views, normalised integers, quantised files") {
    const outcome out = read(gltf_read::interleaved());
    CHECK(out.remarks == lines{"extension EXT_unheard_of: what it adds to glTF"});
    REQUIRE(out.made.meshes.size() == 1);
    const scene::mesh& mesh = out.made.meshes[0];
    CHECK(mesh.positions == scene::list<vector3<float>>{{0, 0, 0}, {1, 0, 1}, {2, 0, 4}});
    CHECK(mesh.normals == scene::list<vector3<float>>{{0, 1, 0}, {0, 1, 0}, {0, 1, 0}}); // of length 1 now
    CHECK(mesh.texcoords[0] == scene::list<vector2<float>>{{0, 1}, {-1, -1}, {16384.0F / 32767.0F, 1.0F / 32767.0F}});
    CHECK(indices_of(mesh) == std::vector<std::uint32_t>{2, 1, 0});
    CHECK(out.made.nodes[0].name == "holder");
}

TEST_CASE("gltf_read: sparse accessors, without a view") {
    const outcome out = read(gltf_read::sparse());
    CHECK(out.remarks == lines{"mesh: default weights of morph targets"});
    const scene::mesh& mesh = out.made.meshes[0];
    CHECK(mesh.positions == scene::list<vector3<float>>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
    REQUIRE(mesh.targets.size() == 2);
    CHECK(mesh.targets[0].name == "up");
    CHECK(mesh.targets[0].positions == scene::list<vector3<float>>{{0, 0, 0}, {0, 0, 0}, {0, 0, 5}});
    CHECK(mesh.targets[1].name == "target_1");
    CHECK(mesh.targets[1].positions == scene::list<vector3<float>>(3));
    CHECK(mesh.extras.empty());
}

TEST_CASE("gltf_read: strips and fans become triangles, points and lines are left out") {
    const outcome out = read(gltf_read::topologies());
    CHECK(out.remarks == lines{"mesh: primitives of points or lines 1", "mesh: indices that do not make a triangle 2",
                               "mesh points: primitives of points or lines 1",
                               "mesh points: a mesh without triangles"});
    REQUIRE(out.made.meshes.size() == 1);
    const scene::mesh& mesh = out.made.meshes[0];
    CHECK(mesh.positions.size() == 6);                                              // once for all primitives
    CHECK(indices_of(mesh) == std::vector<std::uint32_t>{0, 1, 2, 2, 4, 3,          // of 0 1 2 2 3 4: two have an area
                                                         0, 1, 2, 0, 2, 3, 0, 3, 4, // fan; one has none
                                                         0, 1, 2,                   // the rest is no triangle
                                                         0, 1, 2, 3, 4, 5});
    REQUIRE(mesh.primitives.size() == 4);
    CHECK(mesh.primitives[1] == scene::primitive{6, 9, npos});
    CHECK(out.made.nodes[1].mesh == npos);
}

TEST_CASE("gltf_read: nodes with skins become roots; what is below them stays") {
    const outcome out = read(gltf_read::skinned());
    CHECK(out.remarks == lines{"node: nodes that are not in the default scene 1",
                               "mesh body: vertices without weights follow the first joint of their skin 1",
                               "mesh body: weights for a node without a skin"});
    const scene& made = out.made;
    std::vector<std::string> names;
    for (const scene::node& each : made.nodes) {
        names.emplace_back(each.name);
    }
    CHECK(names == std::vector<std::string>{"armature", "body", "base", "tip", "hat", "statue", "body"});
    CHECK(made.nodes[1].mesh == npos);
    CHECK(made.nodes[1].local.position == vector3<float>{0, 0, 1});
    CHECK(made.nodes[4].parent == 1);
    CHECK(made.nodes[6].parent == npos);
    CHECK(made.nodes[6].mesh == 0);
    CHECK(made.nodes[6].skin == 0);
    CHECK(made.skins[0].joints == scene::list<std::uint32_t>{2, 3});
    CHECK(made.skins[0].inverse_binds == scene::list<effigy::matrix4x3<float>>(2));
    CHECK(made.nodes[5].mesh == 1);
    CHECK(made.meshes[1].joints.empty());
    const scene::mesh& mesh = made.meshes[0];
    CHECK(mesh.joints[0] == scene::list<scene::joints4>{{0, 1, 0, 0}, {1, 0, 0, 0}, {0, 0, 0, 0}});
    CHECK(mesh.weights[0][0][0] == doctest::Approx(0.2));
    CHECK(mesh.weights[0][0][1] == doctest::Approx(0.8));
    CHECK(mesh.weights[0][1] == scene::weights4{1, 0, 0, 0});
    CHECK(mesh.weights[0][2] == scene::weights4{1, 0, 0, 0});

    // Without the child, the node itself becomes a root.
    const outcome alone = read(gltf_read::skinned(), R"("children":[3],)", "");
    REQUIRE(alone.made.nodes.size() == 5);
    CHECK(alone.made.nodes[1].name == "body");
    CHECK(alone.made.nodes[1].parent == npos);
    CHECK(alone.made.nodes[1].local == effigy::pose<float>{});
}

TEST_CASE("gltf_read: clips, matrices, cameras, lights, the default scene") {
    const outcome out = read(gltf_read::animated());
    CHECK(out.remarks == lines{"scene second: other scenes than the default one 1",
                               "node: nodes that are not in the default scene 1", "camera: an orthographic camera",
                               "node sheared: the shear of its matrix", "clip clip: cubic keys became linear ones 3",
                               "clip clip: channels of what a scene does not have or move 2",
                               "clip empty: channels of what a scene does not have or move 1",
                               "clip empty: a clip without channels",
                               "scene second: extras that are mixed lists, lists of objects or nested too deeply 1"});
    const scene& made = out.made;
    CHECK(made.name == "second");
    REQUIRE(made.nodes.size() == 2);
    CHECK(made.nodes[0].camera == npos);
    CHECK(made.nodes[1].camera == 0);
    CHECK(made.nodes[1].light == 0);
    CHECK(made.nodes[1].local.scale == vector3<float>{2, 2, 2});
    CHECK(made.nodes[1].local.rotation.y == doctest::Approx(0.70710678));
    CHECK(made.lights[0].outer_cone_angle == 0.5F);
    CHECK(made.lights[0].inner_cone_angle < 0.5F);
    REQUIRE(made.clips.size() == 1);
    REQUIRE(made.clips[0].channels.size() == 2);
    const scene::clip& clip = made.clips[0];
    const scene::channel& moved = clip.channels[0];
    const scene::list<float>& times = clip.times[moved.times];
    REQUIRE(times.size() > 10);
    CHECK(times.front() == 0);
    CHECK(times.back() == 3);
    for (std::size_t i = 0; i < times.size(); ++i) { // x = 4t + 4t^2 up to 1 s: 2 (t^2)' = 4, (0, 4) to (8, 4)
        const double t = static_cast<double>(times[i]);
        const double expected =
            t <= 1 ? 8 * t * t * (3 - 2 * t) + 4 * (t * t * t - 2 * t * t + t) + 4 * (t * t * t - t * t) : 8;
        CHECK(static_cast<double>(moved.values[3 * i]) == doctest::Approx(expected).epsilon(1e-4));
    }
    CHECK(clip.times[clip.channels[1].times] == scene::list<float>{0, 1, 3});
    CHECK(!verify(made));
}

TEST_CASE("gltf_read: primitives with different attributes become one mesh, their vertices once") {
    const outcome out = read(gltf_read::mixed());
    CHECK(out.remarks == lines{"material a: colors above 1 or below 0",
                               "attribute _VECTOR: an attribute that is not one number a vertex",
                               "attribute COLOR_1: an attribute of a mesh",
                               "mesh: values of attributes above 1 or below 0 2",
                               "mesh: normals without a direction 4"});
    const scene::mesh& mesh = out.made.meshes[0];
    CHECK(mesh.positions.size() == 6);
    CHECK(indices_of(mesh) == std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5});
    CHECK(mesh.primitives == scene::list<scene::primitive>{{0, 3, 0}, {3, 3, 1}, {0, 3, 1}});
    CHECK(mesh.normals[0] == vector3<float>{0, 0, 1}); // that of its triangle
    CHECK(mesh.normals[4] == vector3<float>{0, 0, 1});
    CHECK(mesh.colors[0] == effigy::rgba8{});
    CHECK(mesh.colors[4] == effigy::rgba8{255, 0, 128, 255});
    REQUIRE(mesh.attributes.size() == 1);
    CHECK(mesh.attributes[0].name == "HEAT");
    CHECK(mesh.attributes[0].values == scene::list<std::uint8_t>{0, 0, 0, 128, 255, 0});
    CHECK(out.made.nodes[0].local.rotation == quaternion<float>{});
    const scene::material& material = out.made.materials[0];
    CHECK(material.alpha == scene::alpha_mode::mask);
    CHECK(material.is_unlit);
    REQUIRE(material.textures.size() == 1);
    CHECK(material.textures[0].name == "my wood.png");
    CHECK(material.textures[0].image == "my wood.png");
    CHECK(!material.textures[0].wraps_u);
    CHECK(material.textures[0].wraps_v);
}

TEST_CASE("gltf_read: images") {
    std::vector<std::string> asked;
    const gltf_files::file_loader load = [&](std::string_view path) -> std::optional<effigy::file_bytes> {
        asked.emplace_back(path);
        effigy::file_bytes out;
        out.append(std::as_bytes(std::span{std::string_view{"beside"}}));
        return out;
    };
    const std::string members =
        R"("bufferViews":[{"buffer":0,"byteOffset":1,"byteLength":2},{"buffer":0,"byteOffset":3,"byteLength":2}],"images":[
        {"name":"wood","bufferView":0},{"name":"wood","bufferView":1},{"name":"wood.001","bufferView":0},
        {"uri":"a%20b.png"},{"uri":"a%20b.png"},{"uri":"../up.png"},{"name":"text","uri":"data:image/png;base64,QUI="},
        {"name":"far","bufferView":9},{"bufferView":0},{"bufferView":1}])";
    const auto buffer = support::byte_builder{}.u8(0).u8(1).u8(2).u8(3).u8(4);
    const auto file = gltf_read::glb_file(members, buffer);
    std::vector<std::string> found;
    for (const gltf_files::stored_image& each : gltf_files::read_images(file, load)) {
        std::string bytes;
        for (const std::byte one : each.bytes) {
            const auto code = std::to_integer<unsigned>(one);
            bytes += code < 10 ? std::to_string(code) : std::string(1, static_cast<char>(code));
        }
        found.push_back(each.name + '|' + each.path + '|' + bytes);
    }
    CHECK(found == std::vector<std::string>{"wood||12", "wood.001||34", "wood.001.001||12", "a b.png|a b.png|beside",
                                            "../up.png||", "text||AB", "far||", "||12"});
    CHECK(asked == std::vector<std::string>{"a b.png"});
    CHECK(gltf_files::read_images({}, load).empty());
}

TEST_CASE("gltf_read: buffers in files beside a .gltf") {
    const gltf_read::sample from = gltf_read::interleaved();
    const auto text = [&](std::string_view uri) {
        return R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":91,"uri":")" + std::string{uri} + "\"}]," +
               from.members + "}";
    };
    std::string asked;
    const gltf_files::file_loader load = [&](std::string_view path) {
        asked = path;
        effigy::file_bytes out;
        out.append(from.buffer.span());
        return std::optional{std::move(out)};
    };
    CHECK(read_text(text("my%20data/a.bin"), load).made == read(from).made);
    CHECK(asked == "my data/a.bin");
    CHECK(read_text(text("a.bin")).why == "bad_value: buffers[0].uri: expected a file that can be read");
    asked.clear();
    for (const char* const each : {"../a.bin", "a/../../b", "a/..", "/etc/a.bin", "C:/a.bin", "http://a/b", "a\\\\b",
                                   "%2e%2e/a", "%2Fa", "a%00b", ""}) {
        CHECK(read_text(text(each), load).why ==
              "bad_value: buffers[0].uri: expected a data URI, or a path that stays in the "
              "folder of the file");
    }
    CHECK(asked.empty());
    CHECK(read_text(text("data:text/plain,abc"), load).why ==
          "bad_value: buffers[0].uri: expected base64 in a data URI");
}

TEST_CASE("gltf_read: GLB files with other chunks and paddings") {
    const gltf_read::sample from = gltf_read::interleaved();
    const std::vector<std::byte> file = gltf_read::glb_file(from.members, from.buffer);
    const std::uint32_t size =
        std::to_integer<std::uint32_t>(file[12]) + 256 * std::to_integer<std::uint32_t>(file[13]);
    support::byte_builder odd;
    odd.text("glTF").u32(2).u32(0);
    odd.u32(size + 3).text("JSON");
    for (std::size_t i = 20; i < 20 + size; ++i) {
        odd.u8(std::to_integer<std::uint8_t>(file[i]));
    }
    odd.zeros(3); // padding of NULs, to an odd length
    odd.u32(5).text("OTHR").zeros(5);
    odd.count(from.buffer.size()).text("BIN").u8(0).append(from.buffer);
    CHECK(read(odd.span()).made == read(file).made);
    CHECK(read(odd.span()).why == "no error");
}

TEST_CASE("gltf_read: texture coordinates that number vertices become origins, also after an editor") {
    scene from;
    scene::mesh& mesh = from.meshes.emplace_back();
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.texcoords = {{{0, 0}, {1, 0}, {0, 1}}};
    mesh.indices = {0, 1, 2};
    mesh.primitives = {{0, 3, 0}};
    from.materials.resize(1);
    from.materials[0].textures.resize(1);
    from.nodes.resize(1);
    from.nodes[0].mesh = 0;
    number_vertices(from);
    const auto read_back = [](const scene& written) {
        const auto file = effigy::to_glb(written);
        return read(std::span{*file}).made;
    };
    CHECK(read_back(from) == from);

    // The editor adds a vertex between two others, and a set that a texture uses.
    scene edited = from;
    edited.meshes[0].origins.clear();
    const vector2<float> first = effigy::texcoord_of(from.meshes[0].origins[0]),
                         last = effigy::texcoord_of(from.meshes[0].origins[1]);
    const vector2<float> between{(first.x + last.x) / 2, (first.y + last.y) / 2};
    edited.meshes[0].texcoords = {{{0, 0}, {1, 0}, {0, 1}}, {first, between, last}, {{5, 5}, {6, 5}, {5, 6}}};
    edited.materials[0].textures[0].texcoord = 2;
    const scene made = read_back(edited);
    CHECK(made.meshes[0].origins == scene::list<scene::origin>{{0, 0}, {}, {0, 1}});
    CHECK(made.meshes[0].origins[0].between == vector2<float>{});
    CHECK(made.meshes[0].origins[1].between == between);
    REQUIRE(made.meshes[0].texcoords.size() == 2);
    CHECK(made.meshes[0].texcoords[1][0] == vector2<float>{5, 5});
    CHECK(made.materials[0].textures[0].texcoord == 1);

    scene joined = edited; // with a mesh that had no texture coordinates, and so its numbers in the first set
    joined.meshes[0].texcoords = {{effigy::texcoord_of({3, 7, 99}), {1, 0}, {0, 1}}, {{0, 0}, between, last}};
    joined.materials[0].textures[0].texcoord = 0;
    const scene apart = read_back(joined);
    CHECK(apart.meshes[0].origins == scene::list<scene::origin>{{3, 7}, {}, {0, 1}});
    REQUIRE(apart.meshes[0].texcoords.size() == 1);
    CHECK(apart.meshes[0].texcoords[0] == scene::list<vector2<float>>{{0, 0}, {1, 0}, {0, 1}});

    edited.meshes[0].texcoords[1] = {between, between, between}; // ordinary texture coordinates
    CHECK(read_back(edited) == edited);
}

TEST_CASE("gltf_read: errors have the words of glTF") {
    const gltf_read::sample plain = gltf_read::interleaved();
    const auto why = [&](std::string_view old, std::string_view by) { return read(plain, old, by).why; };
    CHECK(why(R"("count":3,"type":"VEC3"})", R"("count":4,"type":"VEC3"})") ==
          "out_of_bounds: accessors[1].count: expected at most 3 (elements that fit into the buffer view), found 4");
    CHECK(why(R"("count":3,"type":"SCALAR")", R"("count":4294967295,"type":"SCALAR")") ==
          "bad_value: accessors[3].count: expected 1 to 4294967294, found 4294967295");
    CHECK(why(R"("byteLength":12)", R"("byteLength":1e300)") ==
          "bad_value: bufferViews[1].byteLength: expected a whole number of at least 0, found 9000000000000000000");
    CHECK(why(R"("bufferView":2,)", R"("bufferView":3,)") ==
          "out_of_bounds: accessors[3].bufferView: expected a number below 3, found 3");
    CHECK(why(R"("extensionsRequired":["KHR_mesh_quantization"])",
              R"("extensionsRequired":["KHR_draco_mesh_compression"])") ==
          "bad_value: extensionsRequired[0]: expected a file without KHR_draco_mesh_compression: export it without "
          "compression");
    CHECK(why(R"("extensionsRequired":["KHR_mesh_quantization"])", R"("extensionsRequired":["EXT_unheard_of"])") ==
          "bad_value: extensionsRequired[0] \"EXT_unheard_of\": expected an extension that effigy reads");
    CHECK(why(R"("mesh":0)", R"("mesh":0,"children":[0])") ==
          "cycle: nodes[0].children: expected parents that lead to a root, found record 0 among its own ancestors");
    CHECK(why(R"("nodes":[{"mesh":0)", R"("nodes":[{"children":[2]},{"children":[2]},{"mesh":0)") ==
          "bad_value: nodes[1].children[0]: expected a node without another parent, found 2");
    CHECK(why(R"("POSITION":0)", R"("POSITION":2)") ==
          "bad_value: meshes[0].primitives[0].attributes: expected VEC3 for POSITION");
    CHECK(why(R"("indices":3)", R"("indices":3,"mode":7)") ==
          "bad_value: meshes[0].primitives[0].mode: expected 0 to 6, found 7");
    CHECK(read(gltf_read::skinned(), R"("joints":[2,1])", R"("joints":[2])").why ==
          "out_of_bounds: skins[0].joints: expected a number below 1, found 1");
    CHECK(read(gltf_read::skinned(), R"("joints":[2,1])", R"("joints":[2,6])").why ==
          "bad_value: skins[0].joints[1]: expected nodes below one common root, found 6");
    gltf_read::sample late = gltf_read::animated();
    late.buffer.poke(4, 0.0F);
    CHECK(read(gltf_read::glb_file(late.members, late.buffer)).why ==
          "bad_value: animations[0].samplers[0].input[1]: expected times of at least 0 that increase");
    gltf_read::sample infinite = plain;
    infinite.buffer.poke(24, 0x7F80'0000U);
    CHECK(read(gltf_read::glb_file(infinite.members, infinite.buffer)).why ==
          "bad_value: meshes[0].primitives[0].attributes.POSITION[1]: expected finite numbers");
}

TEST_CASE("gltf_read: what is not glTF 2.0") {
    CHECK(read_text("").why ==
          "bad_magic: glTF at offset 0: expected glTF (GLB) or JSON, found \"\\x00\\x00\\x00\\x00\"");
    CHECK(read_text("solid stl").why == "bad_magic: glTF at offset 0: expected glTF (GLB) or JSON, found \"soli\"");
    CHECK(read_text(R"({"asset":{"version":"1.0"}})").why == "bad_value: asset.version: expected 2.0");
    CHECK(read_text(R"({"asset":{"version":"2.0","minVersion":"2.1"}})").why ==
          "bad_value: asset.minVersion: expected 2.0");
    CHECK(read_text(R"({"asset":{"version":"2.0"})")
              .why.starts_with("bad_value: JSON at offset 27: expected valid JSON"));
    CHECK(read_text("\xEF\xBB\xBF"
                    R"( {"asset":{"version":"2.0"}})")
              .why == "no error");
    CHECK(read_text(R"({"asset":{"version":"2.0","a":1e999}})").why.starts_with("bad_value: JSON at offset"));
    support::byte_builder old;
    old.text("glTF").u32(1).zeros(20);
    CHECK(read(old.span()).why == "bad_version: glb.version at offset 4: expected version 2, found 1");
    CHECK(read(old.first(12)).why ==
          "truncated: the file is cut off or damaged: glb at offset 0: expected 20 bytes, found 12");
}

TEST_CASE("gltf_read: deep and repeated data take neither stack nor memory") {
    const auto nested = [](std::size_t depth) {
        return R"({"asset":{"version":"2.0"},"scenes":[{"extras":)" + std::string(depth, '[') +
               std::string(depth, ']') + "}]}";
    };
    CHECK(read_text(nested(60)).remarks == lines{"scene: extras that are not an object"});
    CHECK(read_text(nested(1'000'000)).why == "bad_value: JSON: expected at most 64 nested values");

    std::string objects = R"({"asset":{"version":"2.0"},"scenes":[{"extras":)";
    for (int i = 0; i < 20; ++i) {
        objects += R"({"a":)";
    }
    objects += "1" + std::string(20, '}') + "}]}";
    CHECK(read_text(objects).remarks ==
          lines{"scene: extras that are mixed lists, lists of objects or nested too deeply 1"});

    // Elements without data: each target of each primitive has as many as the mesh has vertices.
    std::string targets;
    for (int i = 0; i < 1000; ++i) {
        targets += i == 0 ? "{}" : ",{}";
    }
    const std::string many = R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"targets":[)" + targets +
                             R"(]}]}],"accessors":[{"componentType":5126,"count":100000,"type":"VEC3"}])";
    CHECK(read(gltf_read::glb_file(many, support::byte_builder{}.zeros(4)))
              .why.starts_with("budget: glTF: expected at most"));
}
