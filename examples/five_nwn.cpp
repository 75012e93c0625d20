// five_nwn MODEL ANIMATION: the five common tasks with a model. Each five_*.cpp does the same tasks for its format.
#include <effigy/file.hpp>
#include <effigy/nwn.hpp>
#include <effigy/nwn/decode.hpp>
#include <effigy/report.hpp>

#include <iostream>
#include <vector>

namespace format = effigy::nwn;

namespace {

using effigy::npos;
using vector = effigy::vector3<float>;
using matrix = effigy::matrix4x3<float>;

void print(const char* what, const effigy::box<float>& box) {
    std::cout << what << " from " << box.min.x << ' ' << box.min.y << ' ' << box.min.z << " to " << box.max.x << ' '
              << box.max.y << ' ' << box.max.z << '\n';
}

// 2. Walk: each step of the loop makes a node, by value.
void print_nodes(const format::model& model) {
    std::uint32_t number = 0;
    for (const auto& node : model.nodes()) {
        std::cout << number++ << ' ' << node.name();
        if (node.parent() != npos) {
            std::cout << " on " << node.parent();
        }
        std::cout << '\n';
    }
}

// 3. Positions and triangles: views of the file's bytes. at() checks each index, so verify() is not needed here.
float area_of(const format::mesh& mesh) {
    const auto positions = mesh.positions();
    const auto indices = mesh.indices();
    float area = 0;
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
        const auto* const a = positions.at(indices[i]);
        const auto* const b = positions.at(indices[i + 1]);
        const auto* const c = positions.at(indices[i + 2]);
        if (a != nullptr && b != nullptr && c != nullptr) {
            area += length(cross(vector{*b} - vector{*a}, vector{*c} - vector{*a})) / 2;
        }
    }
    return area;
}

// 4. The pose at a time. The animation has its own tree of nodes; nodes that it does not move stay at rest.
void print_pose(const format::model& model, const format::animation& animation, double seconds) {
    std::vector<effigy::tree_entry> memory(model.nodes().size()); // the index uses this memory
    const auto nodes = model.index(memory);
    std::vector<effigy::tree_entry> memory_of_clip(animation.count_nodes());
    const auto clip = animation.index(memory_of_clip);
    std::vector<format::node_pose<float>> poses(nodes.size());
    std::vector<matrix> world(nodes.size());

    rest_poses(nodes, poses);
    apply(clip, seconds, nodes, poses, effigy::playback::loop);
    local_matrices(poses, world);
    local_to_world(nodes, world);

    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        const auto skin = nodes[i].skin();
        std::vector<vector> moved(skin.mesh().positions().size());
        std::vector<matrix> bones(skin.bones().size());
        if (skin_matrices(skin, world, bones) != 0) { // the bones move a skin, its node does not
            skin_positions(skin, bones, moved);
            print("  skin", effigy::box<float>::around(moved));
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "five_nwn MODEL ANIMATION\n";
        return 1;
    }
    // 1. Open: the caller owns the bytes, which must outlive the model.
    const auto file = effigy::file::open(argv[1]);
    if (!file) {
        std::cerr << to_string(file.error()) << '\n';
        return 1;
    }
    const auto model = format::open(file->bytes());
    if (!model) {
        std::cerr << to_string(model.error()) << '\n';
        return 1;
    }
    const auto animation = model->animation(argv[2]);
    if (!animation) {
        std::cerr << "no animation " << argv[2] << '\n';
        return 1;
    }

    print_nodes(*model);
    for (const auto& node : model->nodes()) {
        if (const auto mesh = node.mesh()) {
            std::cout << node.name() << ": " << mesh.vertex_count() << " vertices, " << mesh.triangle_count()
                      << " triangles, area " << area_of(mesh) << '\n';
            print("  at rest", effigy::box<float>::around(mesh.positions()));
        }
    }
    for (const double seconds : {0.0, animation.duration() / 2, 1.25 * animation.duration()}) {
        std::cout << "after " << seconds << " s\n";
        print_pose(*model, animation, seconds);
    }

    // 5. Decode: a model that owns its data; the file's bytes are not needed any more.
    const auto own = decode(*model);
    if (!own) {
        std::cerr << to_string(own.error()) << '\n';
        return 1;
    }
    std::cout << "own: " << own->nodes.size() << " nodes\n";
}
