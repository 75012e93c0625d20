// any_model FILE...: counts the content of a model or an animation of any format, without copies or allocations.
#include <effigy/any.hpp>
#include <effigy/file.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <iostream>

namespace {

// All formats have one interface. `requires` tests whether a format has a function with this name.
template <class View> void print(const View& view) {
    std::uint64_t vertices = 0, triangles = 0;
    if constexpr (requires { view.nodes().begin()->mesh(); }) { // meshes of nodes
        for (const auto& node : view.nodes()) {
            vertices += node.mesh().vertex_count();
            triangles += node.mesh().triangle_count();
        }
    } else if constexpr (requires { view.skin_profiles(); }) { // one mesh; the first profile is the one to show
        vertices = view.vertex_count();
        triangles = view.skin_profiles().at(0).triangle_count();
    } else if constexpr (requires { view.lods(); }) { // levels of detail; the first is the finest
        for (const auto& lod : view.lods()) {
            vertices = lod.points().size();
            triangles = lod.triangle_count();
            break;
        }
    }
    double seconds = 0; // of the longest animation
    if constexpr (requires { view.animations(); }) {
        for (const auto& animation : view.animations()) {
            seconds = std::max(seconds, animation.duration());
        }
    } else if constexpr (requires { view.duration(); }) {
        seconds = view.duration();
    }
    std::cout << "  " << vertices << " vertices, " << triangles << " triangles, " << seconds << " seconds\n";
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
            print(view);
        });
        if (why) {
            std::cout << to_string(why, argv[i]) << '\n';
        }
    }
}
