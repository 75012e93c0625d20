#include "fuzz/promises.hpp"
#include "m2/walk.hpp"

#include <effigy/m2/decode.hpp>
#include <effigy/m2/lint.hpp>

namespace fuzz {

namespace m2 = effigy::m2;

template <std::endian E> struct m2_view : m2::basic_model<E> {};

// Lists that overlap may take more than those of other formats.
template <std::endian E> void decode(const m2_view<E>& model, std::pmr::memory_resource*) {
    limited_memory limited{6 * static_cast<std::size_t>(model.file().size()) + 80 * 1024};
    static_cast<void>(m2::decode<E>(model, &limited));
}

template <class Track> void check_blends(const Track& track) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const std::size_t keys = track.key_count();
    for (const std::uint32_t sequence : {0U, 3U, m2::no_sequence}) {
        for (const double time : {0.0, 1000.5, 5000.0, 1e300, -1e300, nan}) {
            const auto check = [&](const auto& at) {
                promise(keys == 0 || (at.first < keys && at.second < keys), "a blend is of keys of the track");
                promise(at.weight >= 0 && at.weight <= 1, "a blend takes part of a key");
            };
            check(m2::blend_at<double>(track, keys, {sequence, time, time}));
            check(m2::blend_at<float>(track, keys, {sequence, time, time}));
        }
    }
}

template <std::endian E> void check_moments(const m2::basic_model<E>& model) {
    for (const auto& bone : model.bones()) {
        check_blends(bone.translation());
        check_blends(bone.rotation().full);
        check_blends(bone.rotation().packed);
        check_blends(bone.scale());
    }
    for (const auto& weight : model.weights()) {
        check_blends(model.get(weight));
    }
    for (const auto& event : model.events()) {
        for (std::uint32_t sequence = 0; sequence < 4; ++sequence) {
            std::size_t fired = 0;
            m2::for_each_firing(model, event, sequence, -1e9, 1e9, [&](double) { ++fired; });
            promise(fired <= event.times.times.count, "an event fires once a key");
        }
    }
}

template <std::endian E> void walk_view(sink& to, const m2_view<E>& model) {
    walk::m2_memory memory = walk::memory_for(model);
    without_allocating([&] {
        check_moments(model);
        walk::walk_view(to, model, memory);
    });
}

template <std::endian E> [[nodiscard]] effigy::result<m2_view<E>> open_m2(bytes file) {
    const auto opened = m2::open<E>(file);
    if (!opened) {
        return opened.error();
    }
    return m2_view<E>{*opened};
}

} // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const fuzz::bytes file = std::as_bytes(std::span{data, size});
    fuzz::read_and_spoil(file, fuzz::open_m2<std::endian::little>);
    fuzz::read_and_spoil(file, fuzz::open_m2<std::endian::big>);
    return 0;
}
