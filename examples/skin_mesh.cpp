// skin_mesh MODEL ANIMATION: how high the skinned meshes of a Legend of Grimrock model reach while a clip plays.
#include <effigy/file.hpp>
#include <effigy/grimrock.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <vector>

namespace grimrock = effigy::grimrock;
using matrix = effigy::matrix4x3<double>;
using vector = effigy::vector3<double>;

namespace {

// A vertex without any weight follows the mesh's own node.
vector skinned(const vector& position, const grimrock::joints& joints,
               const effigy::vec4<effigy::endian::little>& weights, std::span<const matrix> bones,
               const matrix& mesh_to_world) {
    vector sum;
    double total = 0;
    for (std::size_t k = 0; k < 4; ++k) {
        const double weight = element(weights, k);
        const auto* bone = effigy::find_at(bones, static_cast<std::uint32_t>(joints.bone[k].get()));
        if (weight != 0 && bone != nullptr) {
            sum = sum + transform_point(*bone, position) * weight;
            total += weight;
        }
    }
    return total > 0 ? sum * (1 / total) : transform_point(mesh_to_world, position);
}

double height_of(const grimrock::mesh& mesh, std::span<const matrix> world, const matrix& mesh_to_world) {
    std::vector<matrix> bones(mesh.bones.size());
    skin_matrices(mesh, world, bones); // mesh space -> world, one a bone

    double highest = 0;
    auto joints = mesh.bone_indices().begin();
    auto weights = mesh.bone_weights().begin();
    for (const auto& position : mesh.positions()) {
        highest = std::max(highest, skinned(vector{position}, *joints++, *weights++, bones, mesh_to_world).y);
    }
    return highest;
}

} // namespace

int main(int argc, char** argv) {
    const auto model_file = effigy::file::open(argc > 2 ? argv[1] : "");
    const auto clip_file = effigy::file::open(argc > 2 ? argv[2] : "");
    if (!model_file || !clip_file) {
        std::cerr << to_string(model_file ? clip_file.error() : model_file.error()) << '\n';
        return 1;
    }
    const auto model = grimrock::open(model_file->bytes());
    const auto clip = grimrock::open_animation(clip_file->bytes());
    if (!model || !clip) {
        std::cerr << to_string(model ? clip.error() : model.error()) << '\n';
        return 1;
    }

    std::vector<effigy::tree_entry> memory(model->node_count());
    const auto nodes = model->index(memory);
    std::vector<matrix> world(nodes.size());
    std::cout << std::fixed << std::setprecision(4);
    for (const double seconds : {0.0, 1.5}) {
        local_matrices(nodes, world);
        apply(*clip, seconds, effigy::playback::loop, nodes, world);
        local_to_world(nodes, world);

        std::uint32_t number = 0;
        for (const auto& node : model->nodes()) {
            const auto* mesh = node.mesh();
            if (mesh != nullptr && !mesh->bones.empty() && mesh->bone_indices().size() == mesh->vertex_count &&
                mesh->bone_weights().size() == mesh->vertex_count) {
                std::cout << seconds << " s: " << node.name << " reaches up to "
                          << height_of(*mesh, world, world[number]) << '\n';
            }
            ++number;
        }
    }
}
