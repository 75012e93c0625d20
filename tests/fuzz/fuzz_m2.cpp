#include "fuzz/promises.hpp"
#include "m2/mapped.hpp"
#include "m2/walk.hpp"

#include <effigy/m2/decode.hpp>
#include <effigy/m2/lint.hpp>

namespace fuzz {

namespace m2 = effigy::m2;

template <effigy::form F> struct m2_view : m2::basic_model<F> {};

// Lists that overlap may take more than those of other formats.
template <effigy::form F> void decode(const m2_view<F>& model, std::pmr::memory_resource*) {
    limited_memory limited{6 * static_cast<std::size_t>(model.file().size()) + 80 * 1024};
    static_cast<void>(m2::decode<F>(model, &limited));
}

// The lists of a record have 8 bytes each, and open() lets pass four times the file's size.
template <effigy::form F> void check_regions(const m2_view<F>& model) {
    std::uint64_t count = 0;
    m2::regions<F>(model, [&](const effigy::region&) { ++count; });
    promise(count <= 8 * model.file().size() + 8192, "there are no more regions than references pay for");
    promise(mapped::digest_of<F>(model) != 0, "regions are the whole file");
}

template <class Track> void check_keys(const Track& track) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const std::size_t all = track.key_count();
    for (const std::uint32_t animation : {0U, 3U, effigy::npos}) {
        const auto keys = track.keys(animation);
        const std::size_t count = keys.times.size();
        promise(count <= all, "an animation has some of a track's keys");
        promise(keys.values.size() == count || keys.values.size() == 3 * count, "one value a key, or three");
        for (const double time : {0.0, 1.0005, 5.0, 1e297, -1e297, nan}) {
            const auto check = [&](const auto& at) {
                promise(count == 0 || (at.first < count && at.second < count), "a blend is of keys of the track");
                promise(at.weight >= 0 && at.weight <= 1, "a blend takes part of a key");
            };
            check(m2::impl::blend_at<double>(keys.times, count, time, track.interpolation()));
            check(m2::impl::blend_at<float>(keys.times, count, time, track.interpolation()));
        }
    }
}

template <effigy::form F> void check_times(const m2::basic_model<F>& model) {
    for (const auto& bone : model.bones()) {
        check_keys(bone.translation());
        check_keys(bone.rotation());
        check_keys(bone.scale());
    }
    for (const auto& weight : model.texture_weights()) {
        check_keys(weight);
    }
    for (const auto& event : model.events()) {
        for (std::uint32_t animation = 0; animation < 4; ++animation) {
            std::size_t fired = 0;
            m2::for_each_firing(model, event, animation, -1e9, 1e9, [&](double) { ++fired; });
            promise(fired <= event.times().key_count(), "an event fires once a key");
        }
    }
}

template <effigy::form F> void walk_view(sink& to, const m2_view<F>& model) {
    walk::m2_memory memory = walk::memory_for(model);
    without_allocating([&] {
        check_times(model);
        walk::walk_view(to, model, memory);
    });
    check_regions(model);
}

template <effigy::form F> [[nodiscard]] effigy::result<m2_view<F>> open_m2(bytes file) {
    const auto opened = m2::open<F>(file);
    if (!opened) {
        return opened.error();
    }
    return m2_view<F>{*opened};
}

} // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const fuzz::bytes file = std::as_bytes(std::span{data, size});
    fuzz::read_and_spoil(file, fuzz::open_m2<effigy::form::little>);
    fuzz::read_and_spoil(file, fuzz::open_m2<effigy::form::big>);
    return 0;
}
