// check_uploads FILE...: accepts or refuses uploads that are in memory, as a server does.
#include <effigy/any_scene.hpp>
#include <effigy/grimrock/lint.hpp>
#include <effigy/m2/lint.hpp>
#include <effigy/nwn/lint.hpp>
#include <effigy/p3d/lint.hpp>
#include <effigy/report.hpp>

#include <fstream>
#include <iostream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

template <class View> std::string judge(const View& view) {
    if constexpr (requires { to_scene(view); }) {
        if (const effigy::error why = verify(view)) {
            return "refused: " + to_string(why);
        }
        const auto scene = to_scene(view); // takes at most about 32 times the upload's size
        if (!scene) {
            return "refused: " + to_string(scene.error());
        }
        const std::uint64_t triangles = count(*scene).triangles;
        if (triangles > 100'000) {
            return "refused: " + std::to_string(triangles) + " triangles";
        }
        int warnings = 0;
        const auto tally = [&](const effigy::finding& odd) {
            warnings += odd.level == effigy::severity::warning ? 1 : 0;
        };
        if constexpr (requires { lint(view, tally); }) {
            lint(view, tally);
        }
        return "accepted: " + std::to_string(triangles) + " triangles, " + std::to_string(warnings) + " warnings";
    } else {
        return "refused: a clip or a part of a model";
    }
}

std::string answer(std::span<const char> upload) {
    if (upload.size() > 16'000'000) {
        return "refused: too large";
    }
    std::string out = effigy::identify(upload).name; // by the first bytes, since a file name can be wrong
    const effigy::error why = effigy::visit(upload, [&](const auto& view) { out += ", " + judge(view); });
    return why ? out + ", refused: " + to_string(why) : out;
}

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        std::ifstream in(argv[i], std::ios::binary);
        const std::vector<char> upload(std::istreambuf_iterator<char>{in}, {});
        std::cout << argv[i] << ": " << answer(upload) << '\n';
        std::cout << "  its first half: " << answer(std::span{upload}.first(upload.size() / 2)) << '\n';
    }
}
