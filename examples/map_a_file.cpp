// map_a_file FILE: which bytes of a World of Warcraft model belong to nothing.
#include <effigy/file.hpp>
#include <effigy/m2/regions.hpp>
#include <effigy/report.hpp>

#include <iostream>

int main(int count, char** arguments) {
    if (count != 2) {
        std::cerr << "usage: map_a_file FILE.m2\n";
        return 2;
    }
    const auto file = effigy::file::open(arguments[1]);
    if (!file) {
        std::cerr << to_string(file.error(), arguments[1]) << '\n';
        return 1;
    }
    const auto model = effigy::m2::open(file->bytes());
    if (!model) {
        std::cerr << to_string(model.error(), arguments[1]) << '\n';
        return 1;
    }
    effigy::coverage sums;
    regions(*model, [&](const effigy::region& one) {
        sums.add(one);
        if (one.role == effigy::role::gap) {
            std::cout << one.length << " bytes at " << one.offset() << " belong to nothing\n";
        }
    });
    std::cout << sums.claimed << " of " << sums.bytes << " bytes are known\n";
}
