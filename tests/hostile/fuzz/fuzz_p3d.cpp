#include "hostile/fuzz/promises.hpp"
#include "p3d/walk.hpp"

#include <effigy/p3d/encode.hpp>
#include <effigy/p3d/lint.hpp>

namespace fuzz {

namespace p3d = effigy::p3d;

void walk_view(sink& to, const p3d::model& model) {
    walk::memory<p3d::model> memory{model};
    without_allocating([&] {
        walk::walk_view(to, model, memory);
        promise(walk::tiled_by_regions(model), "the regions cover the whole file");
        for (const auto& lod : model.lods()) {
            std::size_t corners = 0;
            for ([[maybe_unused]] const auto& corner : lod.corners()) {
                ++corners;
            }
            std::size_t triangles = 0;
            for (const auto& triangle : lod.triangles()) {
                promise(triangle.face < lod.faces().size(), "a triangle belongs to a face");
                ++triangles;
            }
            promise(corners == lod.corner_count(), "corner_count() is the number of corners");
            promise(triangles == lod.triangle_count(), "triangle_count() is the number of triangles");
        }
    });
}

void walk_view(sink& to, const p3d::animation& clip) {
    const walk::memory<p3d::animation> memory{clip};
    without_allocating([&] {
        walk::walk_view(to, clip, memory);
        promise(walk::tiled_by_regions(clip), "the regions cover the whole file");
    });
}

} // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const fuzz::bytes file = std::as_bytes(std::span{data, size});
    fuzz::read_and_overwrite(file, [](fuzz::bytes all) { return fuzz::p3d::open(all); });
    fuzz::read_and_overwrite(file, [](fuzz::bytes all) { return fuzz::p3d::open_animation(all); });
    return 0;
}
