// effigy_samples FOLDER: writes the models and clips of examples/models.
#include "samples/samples.hpp"

#include <cstdio>
#include <fstream>

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("effigy_samples FOLDER: writes the sample models and clips there\n", stderr);
        return 2;
    }
    for (const auto& [name, file] : samples::all()) {
        const auto path = std::string{argv[1]} + '/' + name;
        std::ofstream out{path, std::ios::binary};
        for (const std::byte one : file.span()) {
            out.put(static_cast<char>(one));
        }
        if (!out.flush()) {
            std::fprintf(stderr, "cannot write %s\n", path.c_str());
            return 1;
        }
    }
    return 0;
}
