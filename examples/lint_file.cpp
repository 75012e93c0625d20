// lint_file FILE: verifies a Legend of Grimrock model and prints its findings.
#include <effigy/file.hpp>
#include <effigy/grimrock/lint.hpp>
#include <effigy/report.hpp>

#include <iostream>

int main(int argc, char** argv) {
    const auto file = effigy::file::open(argc > 1 ? argv[1] : "");
    if (!file) {
        std::cerr << to_string(file.error()) << '\n';
        return 1;
    }
    const auto model = effigy::grimrock::open(file->bytes());
    if (!model) {
        std::cerr << to_string(model.error()) << '\n';
        return 1;
    }

    if (const effigy::error why = verify(*model)) {
        std::cerr << to_string(why, argv[1]) << '\n';
        return 1;
    }
    lint(*model, [](const effigy::finding& found) { std::cout << to_string(found) << '\n'; });
}
