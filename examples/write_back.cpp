// write_back FILE OUT: writes a Legend of Grimrock model back, unchanged and with one change.
#include <effigy/file.hpp>
#include <effigy/grimrock.hpp>
#include <effigy/grimrock/encode.hpp>
#include <effigy/report.hpp>
#include <effigy/write_file.hpp>

#include <algorithm>
#include <iostream>

namespace grimrock = effigy::grimrock;

namespace {

// Moves the first node up by one unit.
effigy::error raise(std::span<const std::byte> file, const char* out) {
    const auto view = grimrock::open(file);
    if (!view) {
        return view.error();
    }
    auto model = decode(*view);
    if (!model) {
        return model.error();
    }

    const auto same = encode(*model, file);
    if (!same) {
        return same.error();
    }
    const auto differ = [&](const effigy::file_bytes& other) {
        return std::ranges::mismatch(file, other).in1 - file.begin();
    };
    std::cout << "unchanged: " << same->bytes.size() << " bytes, " << differ(same->bytes) << " are equal\n";

    model->all<grimrock::owned_node>()[0].local.translation.y += 1;
    const auto changed = encode(*model, file);
    if (!changed) {
        return changed.error();
    }
    std::cout << "raised: " << changed->bytes.size() << " bytes, the first other one at " << differ(changed->bytes)
              << '\n';
    if (const effigy::error why = effigy::write_file(out, changed->bytes)) {
        return why;
    }

    model->all<grimrock::owned_node>()[1].parent = 99;
    return encode(*model, file).error();
}

} // namespace

int main(int argc, char** argv) {
    const char* const path = argc > 2 ? argv[1] : "";
    const auto file = effigy::file::open(path);
    if (!file) {
        std::cerr << to_string(file.error(), path) << '\n';
        return 1;
    }
    const effigy::error why = raise(file->bytes(), argv[2]);
    std::cout << "broken: " << to_string(why) << '\n';
}
