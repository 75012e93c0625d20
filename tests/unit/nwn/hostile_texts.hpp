// Malicious texts: short statements that cause a lot of work.
#pragma once

#include "nwn/text_samples.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace fixtures::nwn::hostile {

struct text {
    std::string_view name;
    std::string content;
};

inline std::string repeated(std::string_view what, std::uint32_t times) {
    std::string out;
    for (std::uint32_t i = 0; i < times; ++i) {
        out += what;
    }
    return out;
}

// Their size grows with `times`.
inline std::vector<text> texts(std::uint32_t times) {
    const std::string vertices = "verts 3\n0 0 0\n1 0 0\n0 1 0\n";
    const auto faces_alike = [&](std::string_view face) {
        return vertices + "faces " + std::to_string(4 * times) + '\n' + repeated(face, 4 * times);
    };
    std::string faces = "faces " + std::to_string(2 * times) + '\n';
    std::string texcoords = "tverts " + std::to_string(2 * times) + '\n';
    for (std::uint32_t i = 0; i < 2 * times; ++i) {
        const std::string texcoord = std::to_string(i) + ' ';
        faces += "0 1 2 1 " + texcoord + texcoord + texcoord + "0\n";
        texcoords += texcoord + "0 0\n";
    }
    const std::string samples = "animverts " + std::to_string(12 * times) + '\n' + repeated("0 0 0\n", 12 * times);
    return {
        {"counts", text_of_mesh("verts 4294967295\nfaces 99999999999999999999\nweights 4294967294\n" +
                                repeated("0 0 0\n", times))},
        {"edge", text_of_mesh(faces_alike("0 1 2 0 0 0 0 0\n"))},
        {"group", text_of_mesh(faces_alike("0 1 2 4294967295 0 0 0 0\n"))},
        {"samples", text_of_mesh(vertices + faces + texcoords + samples, "animmesh")}, // times vertices
        {"skins", text_with(repeated("node skin s\nparent m\nendnode\n", times))},     // times nodes
        {"meshes", text_with(repeated("node trimesh s\nparent m\nendnode\n", 2 * times))},
        {"deep_boxes", text_of_mesh("aabb\n" + repeated("0 0 0 1 1 1 -1\n", 4 * times), "aabb")},
        {"digits", text_of_mesh("position " + std::string(std::size_t{40} * times, '9') + " 1e-" +
                                std::string(std::size_t{20} * times, '0') + "1 0\n")},
        {"keys", text_of_mesh(repeated("positionkey 1\n1 2 3 4\n", 4 * times))},
        {"own_parent",
         text_with(repeated("node", 20 * times) + '\n' + repeated("node dummy x\nparent x\n", 2 * times))},
        {"zeros",
         "newmodel m\n" + std::string(std::size_t{60} * times, '\0') + '\n' + repeated("newanim a m\n", times)},
        {"flares", text_with("node light l\nparent m\ntexturenames\n" + repeated("a\n", 6 * times))},
        {"statements", text_of_mesh(repeated("bitmap x\n", 6 * times) + repeated("fancy 1\n2\n", 2 * times))},
    };
}

} // namespace fixtures::nwn::hostile
