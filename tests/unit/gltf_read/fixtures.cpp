#include "gltf_read/fixtures.hpp"

namespace gltf_read {

namespace {

using support::byte_builder;

std::string base64(std::span<const std::byte> bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            bits = bits << 8U | (i + k < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0);
        }
        for (std::size_t k = 0; k < 4; ++k) {
            out += i + k <= bytes.size() ? digits[bits >> (18 - 6 * k) & 63U] : '=';
        }
    }
    return out;
}

std::string document(std::string_view members, std::string_view buffer) {
    return R"({"asset":{"version":"2.0","generator":"by hand"},"buffers":[{)" + std::string{buffer} + "}]," +
           std::string{members} + "}";
}

} // namespace

std::string text_file(std::string_view members, const byte_builder& buffer) {
    return document(members, R"("uri":"data:application/octet-stream;base64,)" + base64(buffer.span()) +
                                 R"(","byteLength":)" + std::to_string(buffer.size()));
}
std::vector<std::byte> glb_file(std::string_view members, const byte_builder& buffer) {
    std::string json = document(members, R"("byteLength":)" + std::to_string(buffer.size()));
    json.append(3 - (json.size() + 3) % 4, ' ');
    byte_builder out;
    out.text("glTF").u32(2).count(12 + 8 + json.size() + 8 + buffer.size());
    out.count(json.size()).text("JSON").text(json);
    out.count(buffer.size()).text("BIN").u8(0).append(buffer);
    return {out.span().begin(), out.span().end()};
}

sample interleaved() {
    byte_builder buffer;
    for (const float x : {0.0F, 1.0F, 2.0F}) {
        buffer.f32s({x, 0, x * x, 0, 2, 0}); // normals of length 2
    }
    buffer.i16(0).i16(32767).i16(-32768).i16(-32767).i16(16384).i16(1).zeros(4); // texture coordinates
    buffer.u8(2).u8(1).u8(0);
    return {"interleaved", R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"name":"holder"}],
"extensionsUsed":["KHR_mesh_quantization","EXT_unheard_of"],"extensionsRequired":["KHR_mesh_quantization"],
"meshes":[{"primitives":[{"attributes":{"POSITION":0,"NORMAL":1,"TEXCOORD_0":2},"indices":3}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[2,0,4]},
{"bufferView":0,"byteOffset":12,"componentType":5126,"count":3,"type":"VEC3"},
{"bufferView":1,"componentType":5122,"normalized":true,"count":3,"type":"VEC2"},
{"bufferView":2,"componentType":5121,"count":3,"type":"SCALAR"}],
"bufferViews":[{"buffer":0,"byteLength":72,"byteStride":24},{"buffer":0,"byteOffset":72,"byteLength":12},
{"buffer":0,"byteOffset":88,"byteLength":3}])",
            buffer};
}

sample sparse() {
    byte_builder buffer;
    buffer.u16(1).u16(2).f32s({1, 0, 0, 0, 1, 0}); // vertices 1 and 2
    buffer.u8(2).zeros(3).f32s({0, 0, 5});         // of the target: vertex 2
    return {"sparse", R"("nodes":[{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"targets":[{"POSITION":1},{}]}],"weights":[1,0],
"extras":{"targetNames":["up",""]}}],
"accessors":[{"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":2,
"indices":{"bufferView":0,"componentType":5123},"values":{"bufferView":1}}},
{"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":1,
"indices":{"bufferView":2,"componentType":5121},"values":{"bufferView":2,"byteOffset":4}}}],
"bufferViews":[{"buffer":0,"byteLength":4},{"buffer":0,"byteOffset":4,"byteLength":24},
{"buffer":0,"byteOffset":28,"byteLength":16}])",
            buffer};
}

sample topologies() {
    byte_builder buffer;
    for (int i = 0; i < 6; ++i) {
        buffer.f32s({static_cast<float>(i), static_cast<float>(i % 2), 0});
    }
    for (const std::uint32_t index : {0U, 1U, 2U, 2U, 3U, 4U}) {
        buffer.u32(index);
    }
    return {"topologies", R"("nodes":[{"mesh":0},{"mesh":1}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1,"mode":5},
{"attributes":{"POSITION":0},"indices":1,"mode":6},{"attributes":{"POSITION":0},"mode":0},
{"attributes":{"POSITION":0},"indices":2,"mode":4},{"attributes":{"POSITION":0}}]},
{"name":"points","primitives":[{"attributes":{"POSITION":0},"mode":0}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":6,"type":"VEC3"},
{"bufferView":1,"componentType":5125,"count":6,"type":"SCALAR"},
{"bufferView":1,"componentType":5125,"count":5,"type":"SCALAR"}],
"bufferViews":[{"buffer":0,"byteLength":72},{"buffer":0,"byteOffset":72,"byteLength":24}])",
            buffer};
}

sample skinned() {
    byte_builder buffer;
    buffer.f32s({0, 0, 0, 1, 0, 0, 0, 1, 0});
    buffer.u8(0).u8(1).u8(1).u8(7); // joints; the last one has the weight 0
    buffer.u8(1).u8(1).u8(0).u8(0);
    buffer.u8(1).u8(0).u8(0).u8(0);
    buffer.u8(51).u8(102).u8(102).u8(0); // weights: two of one joint
    buffer.u8(255).u8(255).u8(0).u8(0);
    buffer.zeros(4); // of a vertex that nothing moves
    return {"skinned", R"("scene":0,"scenes":[{"nodes":[4]}],
"nodes":[{"name":"body","mesh":0,"skin":0,"children":[3],"translation":[0,0,1]},{"name":"tip"},
{"name":"base","children":[1]},{"name":"hat"},{"name":"armature","children":[2,0,5],"scale":[2,2,2]},
{"name":"statue","mesh":0},{"name":"elsewhere"}],
"skins":[{"joints":[2,1]}],
"meshes":[{"name":"body","primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},
{"bufferView":0,"byteOffset":36,"componentType":5121,"count":3,"type":"VEC4"},
{"bufferView":0,"byteOffset":48,"componentType":5121,"normalized":true,"count":3,"type":"VEC4"}],
"bufferViews":[{"buffer":0,"byteLength":60}])",
            buffer};
}

sample animated() {
    byte_builder buffer;
    buffer.f32s({0, 1, 3});                   // times
    buffer.f32s({0, 0, 0, 0, 0, 0, 4, 0, 0}); // cubic: in, value, out
    buffer.f32s({4, 0, 0, 8, 0, 0, 0, 0, 0});
    buffer.f32s({0, 0, 0, 8, 0, 0, 0, 0, 0});
    buffer.i16(0).i16(0).i16(0).i16(32767);     // rotations
    buffer.i16(16384).i16(0).i16(0).i16(28377); // not quite of length 1
    buffer.i16(0).i16(0).i16(0).i16(-32767);
    return {"animated", R"("scene":1,"scenes":[{"nodes":[1]},{"name":"second","nodes":[0,2],
"extras":{"list":[1,"a"],"deep":{"flag":true}}}],
"extensionsUsed":["KHR_lights_punctual","KHR_animation_pointer"],
"extensions":{"KHR_lights_punctual":{"lights":[{"type":"spot","spot":{"innerConeAngle":0.5,"outerConeAngle":0.5}}]}},
"nodes":[{"name":"sheared","matrix":[1,0,0,0,1,1,0,0,0,0,1,0,1,2,3,1],"camera":0},{"name":"other"},
{"name":"moved","matrix":[0,0,-2,0,0,2,0,0,2,0,0,0,0,0,0,1],"camera":1,
"extensions":{"KHR_lights_punctual":{"light":0}}}],
"cameras":[{"type":"orthographic","orthographic":{"xmag":1,"ymag":1,"znear":0,"zfar":1}},
{"type":"perspective","perspective":{"yfov":1,"znear":0.5,"aspectRatio":2}}],
"animations":[{"name":"clip","samplers":[{"input":0,"output":1,"interpolation":"CUBICSPLINE"},
{"input":0,"output":2}],"channels":[{"sampler":0,"target":{"node":2,"path":"translation"}},
{"sampler":1,"target":{"node":2,"path":"rotation"}},{"sampler":1,"target":{"node":1,"path":"rotation"}},
{"sampler":0,"target":{"path":"pointer","extensions":{"KHR_animation_pointer":{"pointer":"/nodes/0/scale"}}}}]},
{"name":"empty","samplers":[{"input":0,"output":2}],"channels":[{"sampler":0,"target":{"node":1,"path":"rotation"}}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"SCALAR"},
{"bufferView":0,"byteOffset":12,"componentType":5126,"count":9,"type":"VEC3"},
{"bufferView":0,"byteOffset":120,"componentType":5122,"normalized":true,"count":3,"type":"VEC4"}],
"bufferViews":[{"buffer":0,"byteLength":144}])",
            buffer};
}

sample mixed() {
    byte_builder buffer;
    buffer.f32s({0, 0, 0, 1, 0, 0, 0, 1, 0});
    buffer.f32s({0, 0, 0, 0, 0, 2, 0, 0, 2});     // normals, the first without a direction
    buffer.u16(65535).u16(0).u16(32768).zeros(2); // colors
    buffer.u16(65535).u16(0).u16(32768).zeros(2);
    buffer.u16(65535).u16(0).u16(32768).zeros(2);
    buffer.f32s({0.5F, 2, -1}); // an attribute
    return {"mixed", R"("nodes":[{"mesh":0,"rotation":[0,0,0,1.01]}],"materials":[{"name":"a","alphaMode":"MASK",
"pbrMetallicRoughness":{"baseColorFactor":[1,2,1,1],"baseColorTexture":{"index":0,"texCoord":3}},
"emissiveFactor":[0,0,0.5],"extensions":{"KHR_materials_unlit":{}}},{"name":"b"}],
"textures":[{"source":0,"sampler":0}],"images":[{"uri":"my%20wood.png"}],"samplers":[{"wrapS":33071}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0,"NORMAL":1},"material":0},
{"attributes":{"POSITION":0,"COLOR_0":2,"_HEAT":3,"_VECTOR":0,"COLOR_1":2},"material":1},
{"attributes":{"NORMAL":1,"POSITION":0},"material":1}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},
{"bufferView":0,"byteOffset":36,"componentType":5126,"count":3,"type":"VEC3"},
{"bufferView":1,"componentType":5123,"normalized":true,"count":3,"type":"VEC3"},
{"bufferView":2,"componentType":5126,"count":3,"type":"SCALAR"}],
"bufferViews":[{"buffer":0,"byteLength":72},{"buffer":0,"byteOffset":72,"byteLength":24,"byteStride":8},
{"buffer":0,"byteOffset":96,"byteLength":12}])",
            buffer};
}

std::vector<sample> all_samples() { return {interleaved(), sparse(), topologies(), skinned(), animated(), mixed()}; }

} // namespace gltf_read
