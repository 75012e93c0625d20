// five_m2 MODEL ANIMATION: the five basic tasks with a model. Each five_*.cpp does the same for its format.
#include <effigy/file.hpp>
#include <effigy/m2.hpp>
#include <effigy/m2/decode.hpp>
#include <effigy/report.hpp>

#include <iostream>
#include <vector>

namespace format = effigy::m2;

namespace {

using effigy::npos;
using vector = effigy::vector3<float>;
using matrix = effigy::matrix4x3<float>;

void print(const char* what, const effigy::box<float>& box) {
    std::cout << what << " from " << box.min.x << ' ' << box.min.y << ' ' << box.min.z << " to " << box.max.x << ' '
              << box.max.y << ' ' << box.max.z << '\n';
}

// 2. Walk: views of elements are created on the way. Bones have ids instead of names.
void print_bones(const format::model& model) {
    std::uint32_t number = 0;
    for (const auto& bone : model.bones()) {
        std::cout << number++ << " id " << bone.id();
        if (bone.parent() != npos) {
            std::cout << " on " << bone.parent();
        }
        std::cout << '\n';
    }
}

// 3. Positions and triangles: views of the file's bytes. verify() validates indices; at() also works without it.
float area_of(const format::model& model, const format::skin_profile& profile) {
    const auto positions = model.positions();
    const auto indices = profile.indices();
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

// 4. The pose at a time: bones without keys stay at rest.
void print_pose(const format::model& model, std::uint32_t animation, double seconds) {
    std::vector<effigy::tree_entry> memory(model.bones().size()); // used by the index
    const auto nodes = model.index(memory);
    std::vector<format::node_pose<float>> poses(nodes.size());
    std::vector<matrix> world(nodes.size());

    rest_poses(nodes, poses);
    const format::animation_time when{.animation = animation, .seconds = seconds};
    apply(model, when, nodes, poses, effigy::playback::loop);
    local_matrices(poses, world);
    local_to_world(nodes, world);

    std::vector<vector> moved(model.positions().size());
    std::vector<matrix> bones(model.bones().size());
    if (skin_matrices(model, world, bones) != 0) { // only bones move the mesh
        skin_positions(model, bones, moved);
        print("  skin", effigy::box<float>::around(moved));
    }
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "five_m2 MODEL ANIMATION\n";
        return 1;
    }
    // 1. Open: you own the bytes; they must outlive the model.
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
    const auto animation = model->animations().find(argv[2]);
    if (animation == npos) {
        std::cerr << "no animation " << argv[2] << '\n';
        return 1;
    }

    print_bones(*model);
    const auto profile = model->skin_profiles().at(0);
    std::cout << model->name() << ": " << model->vertex_count() << " vertices, " << profile.triangle_count()
              << " triangles, area " << area_of(*model, profile) << '\n';
    print("  at rest", effigy::box<float>::around(model->positions()));
    for (const double seconds :
         {0.0, model->animations()[animation].duration() / 2, 1.25 * model->animations()[animation].duration()}) {
        std::cout << "after " << seconds << " s\n";
        print_pose(*model, animation, seconds);
    }

    // 5. Decode: a model that owns its data; the file's bytes are no longer needed.
    const auto own = decode(*model);
    if (!own) {
        std::cerr << to_string(own.error()) << '\n';
        return 1;
    }
    std::cout << "own: " << own->bones.size() << " bones\n";
}
