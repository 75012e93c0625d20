// effigy_cases FOLDER: writes models whose scenes once differed from the formats' evaluation, each with its clips in a
// folder of its own.
#include "p3d/fixtures.hpp"
#include "support/write_file.hpp"

#include <filesystem>

namespace {

struct case_of_test {
    std::string name;
    std::vector<std::pair<std::string, support::byte_builder>> files;
};

// A point that has one bone of a weight below 1, and two weights whose sum is above 1.
case_of_test p3d_weights() {
    namespace p3d = fixtures::p3d;
    p3d::lod level = p3d::inward_box();
    const std::vector<std::uint8_t> none(6);
    level.tags = {
        p3d::selection("a", {128, 1, 0, 0, 1, 1, 255, 3}, none), p3d::selection("b", {0, 1, 200, 1, 1, 1, 0, 3}, none),
        p3d::selection("c", {0, 128, 0, 0, 1, 1, 0, 0}, none), p3d::selection("d", {0, 0, 0, 0, 1, 100, 0, 0}, none),
        p3d::selection("e", {0, 0, 0, 0, 2, 1, 0, 0}, none)};
    return {"p3d_weights",
            {{"weights.p3d", p3d::write(p3d::model{{level}})}, {"all.rtm", p3d::write(p3d::clips_of_some_bones()[0])}}};
}

// Clips that have different bones.
case_of_test p3d_clips() {
    namespace p3d = fixtures::p3d;
    case_of_test out{"p3d_clips", {{"shared.p3d", p3d::write(p3d::model{{p3d::box_of_shared_points()}})}}};
    for (const p3d::clip& motion : p3d::clips_of_some_bones()) {
        out.files.emplace_back("clip" + std::to_string(out.files.size()) + ".rtm", p3d::write(motion));
    }
    return out;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("effigy_cases FOLDER: writes models and clips to FOLDER\n", stderr);
        return 2;
    }
    for (const case_of_test& each : {p3d_weights(), p3d_clips()}) {
        const std::filesystem::path folder = std::filesystem::path{argv[1]} / each.name;
        std::filesystem::create_directories(folder);
        for (const auto& [name, bytes] : each.files) {
            if (!support::write_file((folder / name).string(), bytes.span())) {
                return 1;
            }
        }
    }
    return 0;
}
