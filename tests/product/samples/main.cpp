// effigy_samples FOLDER: writes the models and clips of examples/models.
#include "every_sample.hpp" // fixtures.cmake makes it
#include "support/write_file.hpp"

#include <cstdio>

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("effigy_samples FOLDER: writes the sample models and clips to FOLDER\n", stderr);
        return 2;
    }
    for (const auto& [name, file] : samples::all()) {
        if (!support::write_file(std::string{argv[1]} + '/' + name, file.span())) {
            return 1;
        }
    }
    return 0;
}
