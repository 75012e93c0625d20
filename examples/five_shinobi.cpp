// five_shinobi MODEL CLIP: five tasks with a model. Each five_*.cpp does the same tasks with its format.
#include <effigy/file.hpp>
#include <effigy/report.hpp>
#include <effigy/shinobi.hpp>
#include <effigy/shinobi/decode.hpp>

#include <iostream>
#include <vector>

namespace format = effigy::shinobi;

namespace {

using effigy::npos;
using vector = effigy::vector3<float>;
using matrix = effigy::matrix4x3<float>;

void print(const char* what, const effigy::box<float>& box) {
    std::cout << what << " from " << box.min.x << ' ' << box.min.y << ' ' << box.min.z << " to " << box.max.x << ' '
              << box.max.y << ' ' << box.max.z << '\n';
}

// 2. Walk: elements are read during the iteration.
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

// 3. Positions and triangles: views of the file's bytes. For a wrong index, at() returns null.
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

// 4. The pose at a time. Nodes that the clip does not move keep the model's pose.
void print_pose(const format::model& model, const format::animation& clip, double seconds) {
    std::vector<effigy::tree_entry> memory(model.nodes().size()); // used by the index
    const auto nodes = model.index(memory);
    std::vector<format::node_pose<float>> poses(nodes.size());
    std::vector<matrix> world(nodes.size());

    rest_poses(nodes, poses);
    apply(clip, seconds, nodes, poses, effigy::playback::loop);
    local_matrices(poses, world);
    local_to_world(nodes, world);

    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        const auto mesh = nodes[i].mesh();
        std::vector<vector> moved(mesh.positions().size());
        std::vector<matrix> bones(mesh.bones().size());
        if (skin_matrices(mesh, world, bones) != 0) { // the bones move a skinned mesh, its node does not
            skin_positions(mesh, bones, moved);
            print("  skin", effigy::box<float>::around(moved));
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "five_shinobi MODEL CLIP\n";
        return 1;
    }
    // 1. Open. The caller owns the bytes, which must outlive the model.
    const auto file = effigy::file::open(argv[1]);
    const auto clip_file = effigy::file::open(argv[2]);
    if (!file || !clip_file) {
        std::cerr << to_string(file ? clip_file.error() : file.error()) << '\n';
        return 1;
    }
    const auto model = format::open(file->bytes());
    const auto clip = format::open_animation(clip_file->bytes());
    if (!model || !clip) {
        std::cerr << to_string(model ? clip.error() : model.error()) << '\n';
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
    for (const double seconds : {0.0, clip->duration() / 2, 1.25 * clip->duration()}) {
        std::cout << "after " << seconds << " s\n";
        print_pose(*model, *clip, seconds);
    }

    // 5. Decode: a model that owns its data and does not need the file's bytes.
    const auto own = decode(*model);
    if (!own) {
        std::cerr << to_string(own.error()) << '\n';
        return 1;
    }
    std::cout << "own: " << own->nodes.size() << " nodes\n";
}
