// compare_models FILE: moves a node of a model, and lists what differs from the file.
#include <effigy/content.hpp>
#include <effigy/file.hpp>
#include <effigy/grimrock/decode.hpp>
#include <effigy/report.hpp>

#include <iostream>

namespace grimrock = effigy::grimrock;

int main(int argc, char** argv) {
    const char* const path = argc > 1 ? argv[1] : "";
    const auto file = effigy::file::open(path);
    if (!file) {
        std::cerr << to_string(file.error(), path) << '\n';
        return 1;
    }
    const auto view = grimrock::open(file->bytes());
    const auto before = view ? decode(*view) : effigy::result<grimrock::owned_model>{view.error()};
    if (!before || before->nodes.empty()) {
        std::cerr << to_string(before.error(), path) << '\n';
        return 1;
    }

    std::size_t fields = 0;
    effigy::error why = visit_content(*before, [&](const effigy::content_field& shown) {
        if (shown.value.is_text()) {
            std::cout << shown.path.text() << ": " << shown.value.text() << '\n';
        }
        ++fields;
    });
    std::cout << fields << " fields\n";

    grimrock::owned_model after = *before;
    after.all<grimrock::owned_node>()[0].local.translation.y += 1;
    why = differences(*before, after, [](const effigy::difference& found) {
        std::cout << found.path.text() << ": y " << found.before.real(0, 1) << " -> " << found.after.real(0, 1) << '\n';
    });
    return why ? 1 : 0;
}
