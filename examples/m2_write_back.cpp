// m2_write_back FILE OUT: encodes a World of Warcraft model and the files beside it, unchanged and with one change, and
// writes the changed ones.
#include <effigy/m2/encode.hpp>
#include <effigy/m2/load.hpp>
#include <effigy/report.hpp>
#include <effigy/write_files.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace m2 = effigy::m2;

namespace {

// Writes a model and its companions, which are called after it.
effigy::error write(const m2::written_files& made, const std::filesystem::path& out) {
    const auto is_companion = [](std::string_view name) { return name.ends_with(".skin") || name.ends_with(".anim"); };
    if (const auto begun = effigy::finish_files(out, is_companion); !begun) {
        return begun.error();
    }
    std::vector<effigy::file_to_write> files{{out, made.model}};
    for (const m2::written_companion& one : made.companions) {
        const std::string name = m2::name_of({one.kind, one.id, one.variation}, out.stem().string());
        files.push_back({out.parent_path() / name, one.bytes});
    }
    return effigy::write_files(files);
}

effigy::error write_back(const m2::model& model, const std::filesystem::path& out) {
    auto own = decode(model);
    if (!own) {
        return own.error();
    }

    const auto same = encode(*own, model.file().bytes(), model.companions());
    if (!same) {
        return same.error();
    }
    std::cout << "model: " << (std::ranges::equal(same->model, model.file().bytes()) ? "the same" : "other")
              << " bytes\n";
    for (std::size_t i = 0; i < same->companions.size(); ++i) {
        const std::span<const std::byte> before = model.companions()[i].bytes;
        const bool is_same = std::ranges::equal(same->companions[i].bytes, before);
        std::cout << "companion " << i << ": " << (is_same ? "the same" : "other") << " bytes\n";
    }

    own->all<m2::owned_vertex>()[0].position.z += 1;
    const auto raised = encode(*own, model.file().bytes(), model.companions());
    if (!raised) {
        return raised.error();
    }
    const auto at = std::ranges::mismatch(raised->model, model.file().bytes()).in1 - raised->model.begin();
    std::cout << "raised: " << raised->model.size() << " bytes, the first other one at " << at << '\n';
    if (const effigy::error why = write(*raised, out)) {
        return why;
    }

    own->version = 256; // which has no files beside the model
    return encode(*own).error();
}

} // namespace

int main(int argc, char** argv) {
    const auto loaded = m2::load(argc > 1 ? argv[1] : "");
    if (!loaded) {
        std::cerr << effigy::to_string(loaded.error()) << '\n';
        return 1;
    }
    const effigy::error why = write_back(**loaded, argc > 2 ? argv[2] : "");
    std::cout << "as version 256: " << effigy::to_string(why) << '\n';
    return why ? 0 : 1;
}
