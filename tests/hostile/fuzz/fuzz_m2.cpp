#include "hostile/fuzz/parts.hpp"
#include "hostile/fuzz/promises.hpp"
#include "m2/mapped.hpp"
#include "m2/walk.hpp"
#include "support/random_edits_m2.hpp"

#include <effigy/m2/encode.hpp>
#include <effigy/m2/lint.hpp>

namespace fuzz {

namespace m2 = effigy::m2;

// A model with the total size of its files.
struct m2_view : m2::model {
    std::uint64_t size_of_files = 0;
};
[[nodiscard]] std::uint64_t size_of_files(const m2_view& model) { return model.size_of_files; }
// A skin, a skeleton or a chunked file without its model.
template <class View> struct alone : View {};

// Overlapping lists may take more memory than in other formats.
void decode(const m2_view& model, std::pmr::memory_resource*) {
    limited_memory limited{6 * static_cast<std::size_t>(model.size_of_files) + 80 * 1024, decode_is_small};
    static_cast<void>(m2::decode(model, &limited));
}
template <class View> void decode(const alone<View>&, std::pmr::memory_resource*) {} // these have no decode()

// A record has 8 bytes for each list that it refers to, and open() allows references to four times the files' size.
template <class Map> void check_map(std::uint64_t size_of_files, std::uint64_t size, const Map& map) {
    std::uint64_t count = 0;
    map([&](const effigy::region&) { ++count; });
    promise(count <= 8 * size_of_files + 8192, "the number of regions is limited like that of references");
    promise(size == 0 || mapped::digest_of_regions(size, map) != 0, "the regions cover the whole file");
}
template <class View> void check_map(const View& view) {
    check_map(size_of_files(view), view.file().size(), [&](auto&& to) { m2::regions(view, to); });
}

// Checks each companion file that holds keys of animations, once.
void check_key_maps(const m2_view& model) {
    std::array<bool, parts::most> is_mapped{};
    const auto animations = model.animations();
    for (std::uint32_t i = 0; i < animations.size(); ++i) {
        if (animations[i].key_place() != m2::key_place::companion) {
            continue;
        }
        const auto keys = animations[animations.resolve_alias(i)];
        std::size_t at = model.companions().size();
        const auto has_keys = [&](const m2::companion& file) {
            return file.kind == m2::companion_kind::animation_file && file.id == keys.id() &&
                   file.variation == keys.variation();
        };
        while (at > 0 && !has_keys(model.companions()[at - 1])) {
            --at;
        }
        promise(at > 0, "keys in a companion are in one of the given companions");
        if (!is_mapped[at - 1]) {
            is_mapped[at - 1] = true;
            check_map(model.size_of_files, effigy::byte_view{model.companions()[at - 1].bytes}.size(),
                      [&](auto&& to) { m2::regions(model, i, to); });
        }
    }
}

template <class Track> void check_keys(std::uint32_t version, const Track& track) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const std::size_t all = track.key_count();
    for (const std::uint32_t animation : {0U, 3U, effigy::npos}) {
        const auto keys = track.keys(animation);
        const std::size_t count = keys.times.size();
        promise(count <= all, "an animation has a part of a track's keys");
        promise(version >= 264 || (count != 0) == (all != 0),
                "in a timeline, every animation has keys if the track has keys");
        promise(keys.values.size() == count || keys.values.size() == 3 * count, "one or three values per key");
        for (const double time : {0.0, 1.0005, 5.0, 1e297, -1e297, nan}) {
            const auto check = [&](const auto& at) {
                promise(count == 0 || (at.first < count && at.second < count), "a blend refers to keys of the track");
                promise(at.weight >= 0 && at.weight <= 1, "the weight of a blend is 0 to 1");
            };
            check(m2::impl::blend_at<double>(keys.times, count, time, track.interpolation()));
            check(m2::impl::blend_at<float>(keys.times, count, time, track.interpolation()));
        }
    }
}

void check_times(const m2::model& model) {
    for (const auto& bone : model.bones()) {
        check_keys(model.version(), bone.translation());
        check_keys(model.version(), bone.rotation());
        check_keys(model.version(), bone.scale());
    }
    for (const auto& weight : model.texture_weights()) {
        check_keys(model.version(), weight);
    }
    for (const auto& event : model.events()) {
        for (std::uint32_t animation = 0; animation < 4; ++animation) {
            std::size_t fired = 0;
            m2::for_each_firing(model, event, animation, -1e9, 1e9, [&](double) { ++fired; });
            promise(fired <= event.times().key_count(), "an event fires at most once per key");
        }
    }
}

void check_wanted(const m2::model& model) {
    std::size_t wanted = 0;
    m2::for_each_wanted_companion(model, [&](const m2::wanted_companion&) { ++wanted; });
    promise(wanted <= 2 + 4 + model.animations().size(), "wanted: skeletons, skins and one file per animation");
}

void walk_view(sink& to, const m2_view& model) {
    walk::memory<m2::model> memory{model};
    without_allocating([&] {
        check_times(model);
        check_wanted(model);
        walk::walk_view(to, model, memory);
    });
    check_map(model);
    check_key_maps(model);
}
template <class View> void walk_view(sink& to, const alone<View>& view) {
    without_allocating([&] {
        to.add(verify(view).code);
        walk::add(to, static_cast<const View&>(view));
    });
    check_map(view);
}

template <class View> [[nodiscard]] effigy::result<alone<View>> by_itself(const effigy::result<View>& opened) {
    if (!opened) {
        return opened.error();
    }
    return alone<View>{*opened};
}
[[nodiscard]] effigy::result<m2_view> open_m2(const parts& files) {
    const auto opened = m2::open(files.model, files.companions());
    if (!opened) {
        return opened.error();
    }
    return m2_view{*opened, files.size()};
}

void read_alone(bytes file) {
    read_and_overwrite(file, [](bytes copied) { return by_itself(m2::open_skin(copied)); });
    read_and_overwrite(file, [](bytes copied) { return by_itself(m2::open_skeleton(copied)); });
    read_and_overwrite(file, [](bytes copied) { return by_itself(m2::open_chunks(copied)); });
}
// Writes a model and its companions back: into themselves byte for byte, without them so that they can be opened, and
// after random edits.
void write_back(const parts& files) {
    const auto opened = m2::open(files.model, files.companions());
    const auto own = opened ? m2::decode(*opened) : effigy::result<m2::owned_model>{opened.error()};
    if (!own) {
        return;
    }
    const auto again = encode(*own, files.model, files.companions());
    promise(again && again->kept_rest && support::same_bytes(again->model, files.model),
            "a model is written back byte for byte");
    for (std::size_t i = 0; i < files.count; ++i) {
        promise(support::same_bytes(again->companions[i].bytes, files.table[i].bytes),
                "a companion is written back byte for byte");
    }
    const auto canonical = encode(*own);
    const bool is_refused =
        canonical.error().code == effigy::errc::budget || own->flipbooks.count != 0; // of elements of unknown size
    promise(canonical || is_refused, "a model is written without an original");
    std::uint64_t seed = files.size();
    for (const std::byte byte : files.model) {
        seed = seed * 31 + std::to_integer<std::uint64_t>(byte);
    }
    for (std::uint64_t i = 0; i < 4; ++i) {
        std::size_t written = 0;
        const char* const problem = support::try_m2_edits(*own, files.model, files.companions(), seed + i, written);
        promise(*problem == '\0', problem);
    }
}

void read_all(bytes input) {
    parts files;
    read_and_overwrite(input, [&](bytes copied) {
        files = split(copied);
        return open_m2(files);
    });
    files = split(input);
    write_back(files);
    read_alone(files.model);
    for (const m2::companion& companion : files.companions()) {
        read_alone(companion.bytes);
    }
}

} // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const fuzz::bytes input = std::as_bytes(std::span{data, size});
    fuzz::read_all(input);
    return 0;
}
