// effigy_samples FOLDER [moves]: writes the models and clips of examples/models, or models whose clips are compared
// with the formats' own evaluation.
#include "every_sample.hpp" // fixtures.cmake makes it
#include "support/write_file.hpp"

#include <cstdio>
#include <string_view>

int main(int argc, char** argv) {
    const bool moves = argc == 3 && std::string_view{argv[2]} == "moves";
    if (argc != 2 && !moves) {
        std::fputs("effigy_samples FOLDER [moves]: writes the sample models and clips, or moving models, to FOLDER\n",
                   stderr);
        return 2;
    }
    for (const auto& [name, file] : moves ? samples::moves() : samples::all()) {
        if (!support::write_file(std::string{argv[1]} + '/' + name, file.span())) {
            return 1;
        }
    }
    return 0;
}
