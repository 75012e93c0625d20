// world_positions FILE: the world positions of the nodes of a Legend of Grimrock model, and the height of its meshes.
#include <effigy/file.hpp>
#include <effigy/grimrock.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <vector>

int main(int argc, char** argv) {
    const char* const path = argc > 1 ? argv[1] : "";
    const auto file = effigy::file::open(path);
    if (!file) {
        std::cerr << to_string(file.error(), path) << '\n';
        return 1;
    }
    const auto model = effigy::grimrock::open(file->bytes());
    if (!model) {
        std::cerr << to_string(model.error(), path) << '\n';
        return 1;
    }

    // The memory of the index is the caller's and must live as long as the index.
    std::vector<effigy::tree_entry> memory(model->nodes().size());
    const auto nodes = model->index(memory);

    std::vector<effigy::matrix4x3<float>> world(nodes.size());
    rest_poses(nodes, world); // a node's pose is the matrix that the file stores
    local_to_world(nodes, world);

    std::cout << std::fixed << std::setprecision(3);
    for (std::size_t i = 0; i < nodes.size(); ++i) { // parents before their children
        const std::uint32_t number = nodes.preorder(i);
        const auto node = nodes.at(number);
        const auto& origin = world[number].translation;
        std::cout << node.name() << " at " << origin.x << ' ' << origin.y << ' ' << origin.z << '\n';

        for (const std::uint32_t child : nodes.children(number)) {
            std::cout << "  is the parent of " << nodes.name(child) << '\n';
        }
        if (const auto mesh = node.mesh()) {
            float highest = origin.y;
            for (const auto& position : mesh.positions()) {
                highest = std::max(highest, transform_point(world[number], effigy::vector3<float>{position}).y);
            }
            std::cout << "  reaches up to " << highest << '\n';
        }
    }

    const std::uint32_t head = nodes.find("head");
    if (head != effigy::npos) {
        std::cout << "the head is node " << head << " on node " << nodes.parent(head) << '\n';
    }
}
