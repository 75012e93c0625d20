// errors FILE: the errors of a Legend of Grimrock model that is cut short, changed, or taken for another format.
#include <effigy/file.hpp>
#include <effigy/grimrock.hpp>
#include <effigy/report.hpp>

#include <iostream>
#include <vector>

int main(int argc, char** argv) {
    // If this program uses effigy wrongly, effigy calls this and then ends the program.
    effigy::set_misuse_handler([](const char* what) noexcept { std::cerr << "misuse of effigy: " << what << '\n'; });

    const char* const path = argc > 1 ? argv[1] : "";
    const auto file = effigy::file::open(path);
    if (!file) {
        std::cerr << to_string(file.error(), path) << '\n';
        return 1;
    }
    const std::span<const std::byte> bytes = file->bytes();

    const auto cut = effigy::grimrock::open(bytes.first(20'000));
    if (!cut) {
        const effigy::error& why = cut.error(); // a value of plain numbers and static strings
        std::cout << to_string(why) << '\n';
        std::cout << "  code " << name_of(why.code) << ", offset " << why.offset << ", needed " << why.need
                  << ", found " << why.found << '\n';
        std::cout << "  " << why.path << " with node " << why.index[0] << ", array " << why.index[1] << '\n';
    }

    std::vector<std::byte> changed{bytes.begin(), bytes.end()};
    changed[8] = std::byte{9}; // the number of nodes
    std::cout << to_string(effigy::grimrock::open(changed).error()) << '\n';

    changed[4] = std::byte{3}; // the version
    std::cout << to_string(effigy::grimrock::open(changed).error()) << '\n';

    std::cout << to_string(effigy::grimrock::open_animation(bytes).error()) << '\n';
}
