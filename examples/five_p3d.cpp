// five_p3d MODEL RTM: five common tasks with a model. Each five_*.cpp does the same with its format.
#include <effigy/file.hpp>
#include <effigy/p3d.hpp>
#include <effigy/p3d/decode.hpp>
#include <effigy/report.hpp>

#include <iostream>
#include <vector>

namespace format = effigy::p3d;

namespace {

using vector = effigy::vector3<float>;

void print(const char* what, const effigy::box<float>& box) {
    std::cout << what << " from " << box.min.x << ' ' << box.min.y << ' ' << box.min.z << " to " << box.max.x << ' '
              << box.max.y << ' ' << box.max.z << '\n';
}

// LODs have no names. The kind distinguishes them, and the resolution distinguishes visual ones.
void print_name(const format::lod& lod) {
    std::cout << name_of(lod.kind());
    if (lod.kind() == format::lod_kind::visual) {
        std::cout << ' ' << lod.resolution();
    }
}

// 2. Walk: elements are read during the walk. LODs form a list, not a tree.
void print_lods(const format::model& model) {
    std::uint32_t number = 0;
    for (const auto& lod : model.lods()) {
        std::cout << number++ << ' ';
        print_name(lod);
        std::cout << '\n';
    }
}

// 3. Positions and triangles: views of the file's own bytes. Indices are not validated: at() returns null for wrong
// ones.
float area_of(const format::lod& lod) {
    const auto points = lod.points();
    float area = 0;
    for (const auto& triangle : lod.triangles()) {
        const auto* const a = points.at(triangle.corner[0].point);
        const auto* const b = points.at(triangle.corner[1].point);
        const auto* const c = points.at(triangle.corner[2].point);
        if (a != nullptr && b != nullptr && c != nullptr) {
            area += length(cross(vector{*b} - vector{*a}, vector{*c} - vector{*a})) / 2;
        }
    }
    return area;
}

// 4. The pose at a phase from 0 to 1. A point that is in no bone's selection does not move.
void print_pose(const format::model& model, const format::animation& clip, double phase) {
    for (const auto& lod : model.lods()) {
        std::vector<vector> moved(lod.points().size());
        skin_positions(lod, clip, phase, moved, effigy::playback::loop);
        std::cout << "  ";
        print_name(lod);
        print(":", effigy::box<float>::around(moved));
    }
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "five_p3d MODEL RTM\n";
        return 1;
    }
    // 1. Open: the caller owns the bytes, which must outlive the model.
    const auto file = effigy::file::open(argv[1]);
    const auto clip_file = effigy::file::open(argv[2]);
    if (!file || !clip_file) {
        std::cerr << to_string(file ? clip_file.error() : file.error()) << '\n';
        return 1;
    }
    const auto model = format::open(file->bytes());
    const auto clip = format::open_animation(clip_file->bytes());
    if (!model || !clip) {
        std::cerr << to_string(model ? clip.error() : model.error()) << '\n';
        return 1;
    }

    print_lods(*model);
    for (const auto& lod : model->lods()) {
        print_name(lod);
        std::cout << ": " << lod.points().size() << " points, " << lod.triangle_count() << " triangles, area "
                  << area_of(lod) << '\n';
        print("  at rest", effigy::box<float>::around(lod.points()));
    }
    for (const double phase : {0.0, 0.5, 1.25}) {
        std::cout << "at phase " << phase << '\n';
        print_pose(*model, *clip, phase);
    }

    // 5. Decode: a model that owns its data. The file's bytes are no longer needed.
    const auto own = decode(*model);
    if (!own) {
        std::cerr << to_string(own.error()) << '\n';
        return 1;
    }
    std::cout << "own: " << own->lods.size() << " LODs\n";
}
