// effigy_hostile FOLDER: writes the hostile files of the tests, so that programs can be run on them.
#include "hostile/files.hpp"
#include "support/write_file.hpp"

#include <cstdio>

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("effigy_hostile FOLDER: writes hostile models and clips to FOLDER\n", stderr);
        return 2;
    }
    for (const hostile::file& file : hostile::all()) {
        if (!support::write_file(std::string{argv[1]} + '/' + file.name, file.make().span())) {
            return 1;
        }
    }
    return 0;
}
