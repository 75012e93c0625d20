// m2_companions FILE: opens a World of Warcraft model of version 264 or later together with the files beside it.
#include <effigy/file.hpp>
#include <effigy/m2.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <list>
#include <vector>

namespace fs = std::filesystem;
namespace m2 = effigy::m2;

int main(int argc, char** argv) {
    const fs::path path = argc > 1 ? argv[1] : "";
    const auto file = effigy::file::open(path);
    if (!file) {
        std::cerr << to_string(file.error()) << '\n';
        return 1;
    }
    const auto alone = m2::open(file->bytes());
    if (!alone) {
        std::cerr << to_string(alone.error()) << '\n';
        return 1;
    }

    // The caller owns the files and the table. The game ignores the case of names; this program does not.
    std::list<effigy::file> files;
    std::vector<m2::companion> companions;
    for_each_wanted_companion(*alone, [&](const m2::wanted_companion& wanted) {
        fs::path name = path;
        name.replace_extension().concat(m2::companion_suffix(wanted).view());
        if (auto found = effigy::file::open(name)) {
            files.push_back(*std::move(found));
            companions.push_back({wanted.kind, wanted.id, wanted.variation, files.back().bytes()});
        }
    });
    std::ranges::sort(companions, m2::comes_before); // allows binary searches
    const auto model = m2::open(file->bytes(), companions);
    if (!model) {
        std::cerr << to_string(model.error()) << '\n';
        return 1;
    }

    for (const m2::skin_profile profile : model->skin_profiles()) {
        std::cout << "skin profile " << profile.number() << ": " << profile.triangle_count() << " triangles\n";
    }
    constexpr const char* places[] = {"in the model", "in a file of its own", "missing"};
    for (const m2::animation animation : model->animations()) {
        std::cout << animation.name() << ": keys " << places[static_cast<int>(animation.key_place())] << '\n';
    }
}
