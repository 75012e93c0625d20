// m2_companions FILE: opens a World of Warcraft model of version 264 or later together with the files beside it.
#include <effigy/m2/load.hpp>
#include <effigy/report.hpp>

#include <iostream>

namespace m2 = effigy::m2;

int main(int argc, char** argv) {
    const auto loaded = m2::load(argc > 1 ? argv[1] : "");
    if (!loaded) {
        std::cerr << effigy::to_string(loaded.error()) << '\n';
        return 1;
    }
    for (const std::string& name : loaded->missing()) {
        std::cout << name << " is missing\n";
    }
    const m2::model& model = **loaded; // valid as long as `loaded`, which owns the bytes of all files

    for (const m2::skin_profile profile : model.skin_profiles()) {
        std::cout << "skin profile " << profile.number() << ": " << profile.triangle_count() << " triangles\n";
    }
    constexpr const char* places[] = {"in the model", "in a file of its own", "missing"};
    for (const m2::animation animation : model.animations()) {
        std::cout << animation.name() << ": keys " << places[static_cast<int>(animation.key_place())] << '\n';
    }
}
