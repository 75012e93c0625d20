// effigy_derived FOLDER: computes values of World of Warcraft models that follow from others, and counts how often they
// are those of the file. Then edits the models, and counts what is right. It fails if the counts are not the known
// ones.
#include "facts/derived/edits.hpp"
#include "facts/derived/rules.hpp"
#include "facts/files.hpp"

#include <effigy/m2/load.hpp>

#include <iostream>

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: effigy_derived FOLDER\n";
        return 2;
    }
    const facts::path root{argv[1]};
    derived::rules all;
    derived::edits edited;
    for (const facts::path& path : facts::files_below(root)) {
        const std::string name = facts::name_below(root, path);
        if (!facts::lower_case(name).ends_with(".m2")) {
            continue;
        }
        const auto loaded = effigy::m2::load(path);
        if (const auto own = loaded ? decode(**loaded) : effigy::result<effigy::m2::owned_model>{loaded.error()}) {
            edited.run(name, **loaded, *own);
            all.compare(name, *own); // facts.m2 tells which files are refused
        }
    }
    const bool are_edits_known = edited.print(std::cout);
    return all.print(std::cout) && are_edits_known ? 0 : 1;
}
