// effigy_play GLB [CLIP SECONDS]...: reads a GLB file as a scene and plays it: at rest, then each clip, by its number,
// at a time, in a loop. For each of these poses, writes the positions of the corners of all triangles as little-endian
// doubles: node by node, and of each primitive every nth corner, so that they are at most 3,000.
#include <gltf/read.hpp>

#include <effigy/file.hpp>
#include <effigy/report.hpp>
#include <effigy/scene.hpp>

#include <bit>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <vector>

#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#endif

namespace {

using effigy::scene;

constexpr std::size_t most_corners = 3000;

void write(const effigy::vector3<double>& point) {
    static_assert(std::endian::native == std::endian::little, "the output is little-endian");
    const double numbers[] = {point.x, point.y, point.z};
    std::fwrite(numbers, sizeof(double), 3, stdout);
}

void write_corners(const scene::mesh& shape, const std::vector<effigy::vector3<double>>& points) {
    for (const scene::primitive& each : shape.primitives) {
        const std::size_t step = (each.index_count + most_corners - 1) / most_corners;
        for (std::size_t i = 0; i < each.index_count; i += step) {
            write(points[shape.indices[each.first_index + i]]);
        }
    }
}

void write_pose(const scene& model, const scene::clip* clip, double seconds) {
    std::vector<effigy::pose<double>> poses(model.nodes.size());
    std::vector<effigy::matrix4x3<double>> world(model.nodes.size());
    if (clip != nullptr) {
        play(model, *clip, seconds, poses, effigy::playback::loop);
    } else {
        rest_poses(model, poses);
    }
    world_matrices(model, poses, world);
    for (std::uint32_t i = 0; i < model.nodes.size(); ++i) {
        const scene::node& node = model.nodes[i];
        if (node.mesh == effigy::npos) {
            continue;
        }
        const scene::mesh& shape = model.meshes[node.mesh];
        std::vector<effigy::matrix4x3<double>> movers{world[i]};
        if (node.skin != effigy::npos) {
            movers.resize(model.skins[node.skin].joints.size());
            skin_matrices(model.skins[node.skin], world, movers);
        }
        std::vector<double> weights(shape.targets.size());
        if (clip != nullptr) {
            play_weights(model, *clip, i, seconds, weights, effigy::playback::loop);
        }
        std::vector<effigy::vector3<double>> points(shape.positions.size());
        posed_positions(shape, weights, movers, points);
        write_corners(shape, points);
    }
}

} // namespace

int main(int count, char** arguments) {
    const auto file = effigy::file::open(count > 1 ? arguments[1] : "");
    if (!file) {
        std::fprintf(stderr, "effigy_play GLB [CLIP SECONDS]...: %s\n", to_string(file.error()).c_str());
        return 2;
    }
    const auto model =
        gltf_files::read(file->bytes(), [](std::string_view) { return std::nullopt; }, [](const effigy::remark&) {});
    if (!model) {
        std::fprintf(stderr, "%s\n", to_string(model.error(), arguments[1]).c_str());
        return 1;
    }
#if defined(_WIN32)
    _setmode(_fileno(stdout), _O_BINARY);
#endif
    write_pose(*model, nullptr, 0);
    for (int i = 2; i + 1 < count; i += 2) {
        const std::size_t clip = std::strtoul(arguments[i], nullptr, 10);
        write_pose(*model, &model->clips[clip], std::strtod(arguments[i + 1], nullptr));
    }
}
