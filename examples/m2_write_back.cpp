// m2_write_back FILE: encodes a World of Warcraft model and the files beside it, unchanged and with one change.
#include <effigy/m2/encode.hpp>
#include <effigy/m2/load.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <iostream>

namespace m2 = effigy::m2;

namespace {

effigy::error write_back(const m2::model& model) {
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
    const effigy::error why = write_back(**loaded);
    std::cout << "as version 256: " << effigy::to_string(why) << '\n';
    return why ? 0 : 1;
}
