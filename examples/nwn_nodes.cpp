// nwn_nodes FILE: the nodes of a Neverwinter Nights model and their parts.
#include <effigy/file.hpp>
#include <effigy/nwn.hpp>
#include <effigy/report.hpp>

#include <iostream>

namespace nwn = effigy::nwn;

namespace {

void print(const nwn::node& node) {
    std::cout << node.number() << ' ' << node.name();
    if (node.parent() != effigy::npos) {
        std::cout << " on " << node.parent();
    }
    std::cout << '\n';

    if (const nwn::mesh mesh = node.mesh()) { // by value, and empty when the node has none
        std::cout << "  mesh: " << mesh.vertex_count() << " vertices, draws " << mesh.triangle_count()
                  << " triangles, has " << mesh.faces().size() << " faces, texture " << mesh.texture() << '\n';
    }
    if (const nwn::skin skin = node.skin()) {
        std::cout << "  skin: slots for " << skin.bones().size() << " bones\n";
    }
    if (const auto* const light = node.light()) { // a record of the file, or null
        for (const auto& name : node.get(light->flare_textures)) {
            std::cout << "  light with the flare " << node.flare_texture(name) << '\n';
        }
    }
    if (const auto* const emitter = node.emitter()) {
        std::cout << "  emitter: " << emitter->update.view() << " of " << emitter->texture.view() << '\n';
    }
    for (const nwn::aabb box : node.aabb()) {
        std::cout << "  box, level " << box.depth()
                  << (box.is_leaf() ? ": one face\n" : ": divided\n"); // box.record() is the record
    }
}

} // namespace

int main(int argc, char** argv) {
    const char* const path = argc > 1 ? argv[1] : "";
    const auto file = effigy::file::open(path);
    if (!file) {
        std::cerr << to_string(file.error(), path) << '\n';
        return 1;
    }
    const auto model = nwn::open(file->bytes());
    if (!model) {
        std::cerr << to_string(model.error(), path) << '\n';
        return 1;
    }

    for (const nwn::node node : model->nodes()) { // parents before their children
        print(node);
    }
}
