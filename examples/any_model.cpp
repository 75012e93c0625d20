// any_model FILE...: how much there is in a model or an animation, whatever its format. All formats have one interface,
// so this is written once; what a format has is asked of its types.
#include <effigy/effigy.hpp>
#include <effigy/file.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <iostream>
#include <vector>

namespace {

struct summary {
    std::uint64_t vertices = 0, triangles = 0;
    effigy::box<float> bounds; // at rest, in the file's own space
    double seconds = 0;        // of the longest animation
};

template <class Positions> void add_moved(effigy::box<float>& to, const Positions& positions,
                                          const effigy::matrix4x3<float>& by) {
    for (const auto& position : positions) {
        to.add(transform_point(by, effigy::vector3<float>{position}));
    }
}

// Meshes that nodes place.
template <class Model> void add_nodes(summary& to, const Model& model) {
    std::vector<effigy::tree_entry> memory(model.nodes().size());
    const auto nodes = model.index(memory);
    std::vector<typename Model::template node_pose<float>> poses(nodes.size());
    std::vector<effigy::matrix4x3<float>> world(nodes.size());
    rest_poses(nodes, poses);
    local_matrices(poses, world);
    local_to_world(nodes, world);
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        const auto mesh = nodes[i].mesh();
        to.vertices += mesh.vertex_count();
        to.triangles += mesh.triangle_count();
        add_moved(to.bounds, mesh.positions(), world[i]);
    }
}

template <class View> summary summarize(const View& view) {
    summary out;
    if constexpr (requires { view.nodes(); }) {
        add_nodes(out, view);
    } else if constexpr (requires { view.skin_profiles(); }) { // one mesh, cut for several devices
        out.vertices = view.vertex_count();
        out.triangles = view.skin_profiles().at(0).triangle_count();
        out.bounds = effigy::box<float>::around(view.positions());
    } else if constexpr (requires { view.lods(); }) { // the first level is the finest
        for (const auto& lod : view.lods()) {
            out.vertices = lod.points().size();
            out.triangles = lod.triangle_count();
            out.bounds = effigy::box<float>::around(lod.points());
            break;
        }
    }
    if constexpr (requires { view.animations(); }) {
        for (const auto& animation : view.animations()) {
            out.seconds = std::max(out.seconds, animation.duration());
        }
    } else if constexpr (requires { view.duration(); }) {
        out.seconds = view.duration();
    }
    return out;
}

void print(const summary& of) {
    std::cout << "  " << of.vertices << " vertices, " << of.triangles << " triangles, " << of.seconds << " seconds\n";
    if (const effigy::box<float>& box = of.bounds) {
        std::cout << "  from " << box.min.x << ' ' << box.min.y << ' ' << box.min.z << " to " << box.max.x << ' '
                  << box.max.y << ' ' << box.max.z << '\n';
    }
}

} // namespace

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        const auto file = effigy::file::open(argv[i]);
        if (!file) {
            std::cout << to_string(file.error(), argv[i]) << '\n';
            continue;
        }
        const effigy::error why = effigy::visit(file->bytes(), [&](const auto& view) {
            std::cout << argv[i] << ": " << effigy::identify(file->bytes()).name << '\n';
            print(summarize(view));
        });
        if (why) {
            std::cout << to_string(why, argv[i]) << '\n';
        }
    }
}
