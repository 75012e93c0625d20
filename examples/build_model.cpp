// build_model: makes a Legend of Grimrock model from nothing.
#include <effigy/grimrock/encode.hpp>
#include <effigy/report.hpp>

#include <array>
#include <iostream>

namespace grimrock = effigy::grimrock;

namespace {

// One array of a mesh: `numbers` has `dimension` numbers per vertex.
void add(grimrock::owned_model& model, grimrock::owned_mesh& mesh, grimrock::vertex_semantic semantic,
         std::uint8_t dimension, std::span<const float> numbers) {
    effigy::pool_slice<float> stored;
    model.set(stored, numbers);
    grimrock::owned_vertex_array array;
    array.semantic = semantic;
    array.component = grimrock::component_type::float32;
    array.dimension = dimension;
    array.stride = dimension * std::uint32_t{sizeof(float)};
    array.first = stored.first;
    array.count = stored.count;
    model.append(mesh.arrays, array);
}

// A square on the ground, two units wide.
grimrock::owned_mesh square(grimrock::owned_model& model) {
    grimrock::owned_mesh mesh;
    mesh.vertex_count = 4;
    add(model, mesh, grimrock::vertex_semantic::position, 3,
        std::array<float, 12>{-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1});
    add(model, mesh, grimrock::vertex_semantic::normal, 3, std::array<float, 12>{0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0});
    add(model, mesh, grimrock::vertex_semantic::texcoord0, 2, std::array<float, 8>{0, 0, 1, 0, 1, 1, 0, 1});
    model.set(mesh.indices, std::array<std::uint32_t, 6>{0, 1, 2, 0, 2, 3});

    grimrock::owned_segment segment{};
    model.set(segment.material, "dungeon_floor");
    segment.range.primitive_type = 2; // triangles
    segment.range.count = 2;
    model.append(mesh.segments, segment);

    mesh.bounds.radius = 1.4142135F;
    mesh.bounds.min = {-1, 0, -1};
    mesh.bounds.max = {1, 0, 1};
    return mesh;
}

grimrock::owned_model build() {
    grimrock::owned_model model;
    model.version = 2;
    grimrock::owned_node node;
    node.local.x.x = node.local.y.y = node.local.z.z = 1;
    model.set(node.name, "floor");
    node.type = 0; // has a mesh
    node.mesh = model.add(square(model));
    model.append(model.nodes, node);
    return model;
}

} // namespace

int main() {
    const auto file = encode(build());
    const auto model = file ? effigy::grimrock::open(*file) : file.error();
    const effigy::error why = model ? verify(*model) : model.error();
    if (why) {
        std::cerr << to_string(why) << '\n';
        return 1;
    }
    std::cout << file->size() << " bytes\n";
    for (const auto& node : model->nodes()) {
        std::cout << node.name() << ": " << node.mesh().vertex_count() << " vertices\n";
        for (const auto& segment : node.mesh().segments()) {
            std::cout << "  " << segment.triangle_count() << " triangles of " << segment.material() << '\n';
        }
    }
}
