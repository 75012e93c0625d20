// seeds_m2 FOLDER: writes inputs for fuzz_m2: models of every version, each with its companion files.
#include "hostile/fuzz/parts.hpp"
#include "m2/figure.hpp"
#include "m2/odd.hpp"
#include "m2/opened.hpp"
#include "support/write_file.hpp"

#include <cstdio>

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("seeds_m2 FOLDER: writes inputs for fuzz_m2 to FOLDER\n", stderr);
        return 2;
    }
    bool is_written = true;
    int number = 0;
    const auto write = [&](fuzz::bytes file, std::span<const effigy::m2::companion> companions) {
        const std::string path = std::string{argv[1]} + "/m2-" + std::to_string(number++);
        is_written = is_written && support::write_file(path, fuzz::joined(file, companions));
    };
    std::vector<fixtures::m2::model> models = fixtures::m2::every_small();
    models.push_back(fixtures::m2::figure::model(264));
    for (const fixtures::m2::model& described : models) {
        const fixtures::m2::written all = fixtures::m2::write_all(described);
        write(all.file.span(), fixtures::m2::table_of(all.companions));
    }
    for (const std::uint32_t version : {256U, 260U}) {
        write(fixtures::m2::odd::valid_file(version).span(), {});
    }
    return is_written ? 0 : 1;
}
