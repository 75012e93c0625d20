// effigy_hostile FOLDER TIMES: writes the hostile files of the tests, so that programs can be run on them. TIMES: the
// size of the files that exist in two sizes; with 2, the larger ones have up to some megabytes.
#include "hostile/files.hpp"
#include "support/write_file.hpp"

#include <cstdio>

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fputs("effigy_hostile FOLDER TIMES: writes hostile models and clips to FOLDER\n", stderr);
        return 2;
    }
    for (const hostile::file& file : hostile::all(static_cast<std::uint32_t>(std::stoul(argv[2])))) {
        if (!support::write_file(std::string{argv[1]} + '/' + file.name, file.make().span())) {
            return 1;
        }
    }
    return 0;
}
