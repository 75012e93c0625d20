// m2_pose FILE ANIMATION: how far a World of Warcraft model reaches while an animation plays, and what happens in it.
#include <effigy/file.hpp>
#include <effigy/m2.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <limits>
#include <vector>

namespace m2 = effigy::m2;
using matrix = effigy::matrix4x3<float>;
using vector = effigy::vector3<float>;

namespace {

// The highest and the lowest of the vertices, as the bones move them.
std::pair<float, float> heights(const m2::model& model, std::span<const matrix> bones) {
    std::pair<float, float> out{1e9F, -1e9F};
    for (const m2::vertex& vertex : model.vertices()) {
        const vector moved = skinned_position(vertex, bones);
        out = {std::min(out.first, moved.z), std::max(out.second, moved.z)};
    }
    return out;
}

} // namespace

int main(int argc, char** argv) {
    const auto file = effigy::file::open(argc > 2 ? argv[1] : "");
    if (!file) {
        std::cerr << to_string(file.error()) << '\n';
        return 1;
    }
    const auto model = m2::open(file->bytes());
    if (!model) {
        std::cerr << to_string(model.error()) << '\n';
        return 1;
    }
    if (const effigy::error why = verify(*model)) {
        std::cerr << to_string(why, argv[1]) << '\n';
        return 1;
    }
    const auto id = static_cast<std::uint16_t>(std::atoi(argv[2])); // a row of AnimationData.dbc: 0 is standing
    const std::uint32_t number = model->find_sequence(id);
    if (number == m2::no_sequence) {
        std::cerr << "no such animation\n";
        return 1;
    }
    const m2::sequence& sequence = model->sequences()[number];

    std::vector<effigy::tree_entry> memory(model->bones().size());
    const effigy::tree_links links = model->index(memory);
    std::vector<matrix> bones(links.size());

    std::cout << std::fixed << std::setprecision(3);
    for (std::uint32_t quarter = 0; quarter <= 4; ++quarter) {
        const std::uint32_t time = m2::duration(sequence) * quarter / 4;
        // Global sequences run by themselves: here as long as the sequence does.
        const m2::moment when = moment_in(*model, number, time, time);
        local_matrices(*model, when, bones);
        local_to_world(links, bones);

        const auto [lowest, highest] = heights(*model, bones);
        std::cout << time << " ms: from " << lowest << " to " << highest << '\n';
    }
    constexpr double forever = std::numeric_limits<double>::infinity(); // what happens at the very end counts, too
    for (const m2::event& event : model->events()) {
        for_each_firing(*model, event, number, 0, forever, [&](double time) {
            std::cout << event.id.view() << " at " << time << " ms on bone " << event.bone << '\n';
        });
    }
}
