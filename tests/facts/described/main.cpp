// effigy_described FOLDER: writes M2 models of every version with their companion files, for independent readers.
#include "m2/figure.hpp"
#include "m2/fixtures.hpp"
#include "support/write_file.hpp"

#include <cstdio>
#include <string>

namespace {

using namespace fixtures::m2;

bool write_files(const std::string& stem, const fixtures::m2::model& described) {
    const written files = write_all(described);
    bool all_written = support::write_file(stem + ".m2", files.file.span());
    for (const companion_file& companion : files.companions) {
        all_written = all_written && support::write_file(stem + suffix_of(companion), companion.file.span());
    }
    return all_written;
}

// A model with one of everything, including a list that exists only if a flag is set.
fixtures::m2::model combined(std::uint32_t version) {
    fixtures::m2::model out = small(version);
    out.flags |= combined_textures;
    out.combiner_combos = {1, 2, 3};
    return out;
}

// The independent reader does not read .anim files that consist of chunks.
fixtures::m2::model in_chunks(std::uint32_t version) {
    fixtures::m2::model out = small_in_chunks(version);
    out.chunked_animations = false;
    return out;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("effigy_described FOLDER: writes models of every version to FOLDER\n", stderr);
        return 2;
    }
    const std::string folder = std::string{argv[1]} + '/';
    constexpr std::uint32_t oldest = 256, first_with_companions = 264, newest = 274;
    bool all = true;
    for (std::uint32_t version = oldest; version <= newest; ++version) {
        const std::string number = std::to_string(version);
        all = all && write_files(folder + "small" + number, small(version)) &&
              write_files(folder + "combined" + number, combined(version)) &&
              write_files(folder + "figure" + number, figure::model(version));
        if (version >= first_with_companions) {
            all = all && write_files(folder + "chunks" + number, in_chunks(version));
        }
    }
    return all ? 0 : 1;
}
