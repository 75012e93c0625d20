// identify FILE...: the format of each file by its first bytes, and counts of its content.
#include <effigy/effigy.hpp>
#include <effigy/file.hpp>
#include <effigy/report.hpp>

#include <iostream>

namespace {

// Also for the Shinobi engine.
void summarize(const effigy::grimrock::model& model) {
    std::uint32_t meshes = 0;
    for (const auto& node : model.nodes()) {
        meshes += node.mesh() ? 1U : 0U;
    }
    std::cout << model.nodes().size() << " nodes, " << meshes << " meshes\n";
}
void summarize(const effigy::grimrock::animation& clip) {
    std::cout << clip.items().size() << " animated nodes, " << clip.duration() << " seconds\n";
}
// The views of every other format.
template <class View> void summarize(const View& /*view*/) { std::cout << "readable\n"; }

} // namespace

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        const auto file = effigy::file::open(argv[i]);
        if (!file) {
            std::cout << to_string(file.error(), argv[i]) << '\n';
            continue;
        }

        const effigy::error why = effigy::visit(file->bytes(), [&](const auto& view) {
            const effigy::identity is = effigy::identify(file->bytes());
            std::cout << argv[i] << ": " << is.name;
            if (is.version >= 0) { // not every format has a version
                std::cout << ", version " << is.version;
            }
            std::cout << ": ";
            summarize(view);
        });
        if (why) {
            std::cout << to_string(why, argv[i]) << '\n';
        }
    }
}
