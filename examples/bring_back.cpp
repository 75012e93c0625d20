// bring_back FILE OUT: edits the scene of a Grimrock model, as a program that reads glTF files does, and brings the
// scene back into the model.
#include <effigy/file.hpp>
#include <effigy/grimrock/apply.hpp>
#include <effigy/grimrock/encode.hpp>
#include <effigy/report.hpp>
#include <effigy/write_file.hpp>

#include <iostream>
#include <utility>

namespace grimrock = effigy::grimrock;

namespace {

// Moves a vertex, and the node of the head.
void edit(effigy::scene& model) {
    for (effigy::scene::node& node : model.nodes) {
        if (node.name == "head") {
            node.local.position.y += 0.25F;
        }
    }
    if (!model.meshes.empty()) {
        model.meshes[0].positions[0].y += 0.25F;
    }
}

effigy::error run(std::span<const std::byte> file, const char* out) {
    const auto view = grimrock::open(file);
    if (!view) {
        return view.error();
    }
    auto session = begin_edit(*view);
    if (!session) {
        return session.error();
    }
    effigy::scene edited = session->original();
    edit(edited); // a program may add, remove and reorder vertices: they have numbers
    const auto tell = [](const effigy::remark& each) { std::cout << each.name << ": " << each.what << '\n'; };
    const auto edits = edits_by_names(std::move(edited), session->original(), tell);
    if (!edits) {
        return edits.error();
    }
    const auto model = apply(*edits, *session, tell);
    if (!model) {
        return model.error();
    }
    const auto written = encode(*model);
    return written ? effigy::write_file(out, *written) : written.error();
}

} // namespace

int main(int argc, char** argv) {
    const char* const path = argc > 2 ? argv[1] : "";
    const auto file = effigy::file::open(path);
    const effigy::error why = file ? run(file->bytes(), argv[2]) : file.error();
    if (why) {
        std::cerr << to_string(why, path) << '\n';
        return 1;
    }
}
