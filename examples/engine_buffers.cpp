// engine_buffers FILE: the meshes of a model of any format, each as an interleaved vertex buffer and an index buffer.
#include <effigy/any_scene.hpp>
#include <effigy/file.hpp>
#include <effigy/report.hpp>

#include <cstdint>
#include <iostream>
#include <vector>

struct vertex { // a type of the engine
    float position[3], normal[3], texcoord[2];
    std::uint8_t color[4];
};

int main(int argc, char** argv) {
    const char* const path = argc > 1 ? argv[1] : "";
    const auto file = effigy::file::open(path);
    if (!file) {
        std::cerr << to_string(file.error(), path) << '\n';
        return 1;
    }
    const auto scene = effigy::to_scene(file->bytes());
    if (!scene) {
        std::cerr << to_string(scene.error(), path) << '\n';
        return 1;
    }

    for (const effigy::scene::mesh& mesh : scene->meshes) {
        std::vector<vertex> vertices(mesh.positions.size());
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            const auto& p = mesh.positions[i]; // the other arrays have one value per vertex or are empty
            const auto n = mesh.normals.empty() ? effigy::vector3<float>{} : mesh.normals[i];
            const auto uv = mesh.texcoords.empty() ? effigy::vector2<float>{} : mesh.texcoords[0][i];
            const auto c = mesh.colors.empty() ? effigy::rgba8{} : mesh.colors[i];
            vertices[i] = {{p.x, p.y, p.z}, {n.x, n.y, n.z}, {uv.x, uv.y}, {c.r, c.g, c.b, c.a}};
        }
        std::cout << mesh.name << ": " << vertices.size() << " vertices of " << sizeof(vertex) << " bytes, ";

        if (vertices.size() <= 0xFFFF) { // the index 0xFFFF restarts strips in some graphics APIs
            const std::vector<std::uint16_t> indices(mesh.indices.begin(), mesh.indices.end());
            std::cout << indices.size() << " indices of 16 bits\n";
        } else {
            std::cout << mesh.indices.size() << " indices of 32 bits\n"; // mesh.indices itself
        }
        for (const effigy::scene::primitive& draw : mesh.primitives) { // one draw call per primitive
            std::cout << "  draw " << draw.index_count << " indices from " << draw.first_index;
            if (draw.material != effigy::npos) {
                std::cout << " with " << scene->materials[draw.material].name;
            }
            std::cout << '\n';
        }
    }
}
