// build_model: makes a Legend of Grimrock model from nothing.
#include <effigy/grimrock/edit.hpp>
#include <effigy/grimrock/encode.hpp>
#include <effigy/report.hpp>

#include <iostream>

namespace grimrock = effigy::grimrock;

namespace {

// A square on the ground, two units wide.
grimrock::owned_mesh square(grimrock::owned_model& model) {
    grimrock::owned_mesh mesh;
    mesh.vertex_count = 4;
    model.set_array<float>(mesh, grimrock::vertex_semantic::position, 3, {-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1});
    model.set_array<float>(mesh, grimrock::vertex_semantic::normal, 3, {0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0});
    model.set_array<float>(mesh, grimrock::vertex_semantic::texcoord0, 2, {0, 0, 1, 0, 1, 1, 0, 1});
    compute_bounds(model, mesh);
    model.set(mesh.indices, {0, 1, 2, 0, 2, 3});

    grimrock::owned_segment segment;
    model.set(segment.material, "dungeon_floor");
    segment.range.primitive_type = grimrock::triangle_list;
    segment.range.count = 2;
    model.append(mesh.segments, segment);
    return mesh;
}

grimrock::owned_model build() {
    grimrock::owned_model model;
    model.version = grimrock::grimrock_version;
    grimrock::owned_node node;
    node.local.x.x = node.local.y.y = node.local.z.z = 1;
    model.set(node.name, "floor");
    node.type = grimrock::mesh_node;
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
