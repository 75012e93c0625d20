// lint_file FILE: verifies a Legend of Grimrock model and prints its findings.
#include <effigy/file.hpp>
#include <effigy/grimrock/lint.hpp>
#include <effigy/report.hpp>

#include <iostream>

int main(int argc, char** argv) {
    const char* const path = argc > 1 ? argv[1] : "";
    const auto file = effigy::file::open(path);
    if (!file) {
        std::cerr << to_string(file.error(), path) << '\n';
        return 1;
    }
    const auto model = effigy::grimrock::open(file->bytes());
    if (!model) {
        std::cerr << to_string(model.error(), path) << '\n';
        return 1;
    }

    if (const effigy::error why = verify(*model)) {
        std::cerr << to_string(why, path) << '\n';
        return 1;
    }
    lint(*model, [](const effigy::finding& found) { std::cout << to_string(found) << '\n'; });
}
