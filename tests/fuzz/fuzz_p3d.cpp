#include "fuzz/promises.hpp"
#include "p3d/walk.hpp"

#include <effigy/p3d/decode.hpp>
#include <effigy/p3d/lint.hpp>

#include <algorithm>

namespace fuzz {

namespace p3d = effigy::p3d;

template <std::endian E> void walk_view(sink& to, const p3d::basic_model<E>& model) {
    std::vector<p3d::lod_entry> memory(model.lod_count());
    without_allocating([&] { walk::add(to, model, memory); });
}

template <std::endian E> void walk_view(sink& to, const p3d::basic_animation<E>& clip) {
    without_allocating([&] {
        walk::add(to, clip);
        for (const float time : {0.0F, 0.3F, 1.0F, std::numeric_limits<float>::quiet_NaN()}) {
            const auto at = blend_at(clip, time);
            promise(at.first <= at.second, "a blend is of a phase and the next one");
            promise(at.second < std::max(clip.phase_count(), 1U), "a blend is of phases of the animation");
        }
    });
}

} // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const fuzz::bytes file = std::as_bytes(std::span{data, size});
    fuzz::read_and_spoil(file, [](fuzz::bytes all) { return fuzz::p3d::open(all); });
    fuzz::read_and_spoil(file, [](fuzz::bytes all) { return fuzz::p3d::open<std::endian::big>(all); });
    fuzz::read_and_spoil(file, [](fuzz::bytes all) { return fuzz::p3d::open_animation(all); });
    fuzz::read_and_spoil(file, [](fuzz::bytes all) { return fuzz::p3d::open_animation<std::endian::big>(all); });
    return 0;
}
