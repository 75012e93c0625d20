#include "hostile/fuzz/parts.hpp"
#include "hostile/fuzz/random_scene.hpp"
#include "hostile/fuzz/watched_memory.hpp"
#include "support/counting_memory.hpp"
#include "support/glb_check.hpp"

#include <effigy/any_scene.hpp>
#include <effigy/gltf.hpp>
#include <effigy/report.hpp>

namespace fuzz {

// A scene that verify() accepts is written as a correct file, the same in both byte orders, or exceeds the budget.
// Other scenes are rejected.
void check_scene(const scene& checked) {
    const effigy::error why = verify(checked);
    promise(!effigy::to_string(why).empty(), "an error has a text");
    const effigy::gltf_options with_images{[](std::string_view name) -> effigy::gltf_image {
        if (name.size() % 2 == 0) {
            return {.uri = std::string{name}};
        }
        return {.uri = {}, .bytes = std::as_bytes(std::span{name})};
    }};
    for (const effigy::gltf_options& options : {effigy::gltf_options{}, with_images}) {
        std::vector<std::byte> file;
        const effigy::error refused = effigy::write_glb(
            checked, [&](std::span<const std::byte> part) { file.insert(file.end(), part.begin(), part.end()); },
            options);
        promise(!why || refused.code == why.code, "an invalid scene is an error");
        promise(!refused == !file.empty(), "a file or an error");
        promise(why || !refused || refused.code == effigy::errc::budget, "a valid scene is written");
        if (refused) {
            continue;
        }
        const std::string problem = support::check_glb(file);
        promise(problem.empty(), problem.c_str());
        std::vector<std::byte> again;
        effigy::impl::glb_plan{checked, options}.write<effigy::form::big>(
            [&](std::span<const std::byte> part) { again.insert(again.end(), part.begin(), part.end()); });
        promise(file == again, "the same bytes on a big-endian host");
    }
}

// A converted model takes limited memory and is a valid scene.
template <class Make> void check_conversion(std::uint64_t size_of_files, const Make& make) {
    limited_memory limited{support::most_for_scene(static_cast<std::size_t>(size_of_files)),
                           "to_scene() takes at most 32 times the files' size plus 128 KiB"};
    const effigy::result<scene> converted = make(&limited);
    limited.give_back_default();
    if (converted) {
        const effigy::error why = verify(*converted);
        promise(!why, effigy::to_string(why).c_str());
        check_scene(*converted);
    } else {
        promise(!effigy::to_string(converted.error()).empty(), "an error has a text");
    }
}

// Returns the files that accompany a model and that open() accepts.
template <class File, class Open>
[[nodiscard]] std::vector<File> opened_of(const parts& files, std::uint64_t& size, const Open& open) {
    std::vector<File> out;
    for (const effigy::m2::companion& companion : files.companions()) {
        if (const auto opened = open(companion.bytes)) {
            size += opened->file().size();
            out.push_back(*opened);
        }
    }
    return out;
}

// Chooses options by the bits of the input's size.
[[nodiscard]] bool is_chosen(std::uint64_t size, unsigned option) { return (size >> option & 1U) != 0; }

void check_with_clips(const effigy::grimrock::model& model, const parts& files) {
    namespace engine = effigy::grimrock;
    std::uint64_t size = model.file().size();
    std::vector<engine::named_clip> clips;
    for (const auto& keys :
         opened_of<engine::animation>(files, size, [](bytes file) { return engine::open_animation(file); })) {
        clips.push_back({"clip", keys});
    }
    const engine::scene_options options{.clips = clips,
                                        .mode = is_chosen(size, 0) ? effigy::playback::loop : effigy::playback::once,
                                        .include_colors = is_chosen(size, 1)};
    check_conversion(size, [&](std::pmr::memory_resource* memory) { return to_scene(model, options, memory); });
}

void check_with_clips(const effigy::p3d::model& model, const parts& files) {
    namespace p3d = effigy::p3d;
    std::uint64_t size = model.file().size();
    std::vector<p3d::named_clip> clips;
    for (const p3d::animation& keys :
         opened_of<p3d::animation>(files, size, [](bytes file) { return p3d::open_animation(file); })) {
        clips.push_back({"clip", keys});
    }
    p3d::scene_options options;
    options.clips = clips;
    options.include_all_levels = is_chosen(size, 0);
    options.include_proxies = !is_chosen(size, 1);
    check_conversion(size, [&](std::pmr::memory_resource* memory) { return to_scene(model, options, memory); });
}

// The model is also its own supermodel.
void check_with_clips(const effigy::nwn::model& model, const parts& files) {
    namespace nwn = effigy::nwn;
    std::uint64_t size = 2 * model.file().size();
    std::vector<nwn::model> supermodels =
        opened_of<nwn::model>(files, size, [](bytes file) { return nwn::open(file); });
    supermodels.push_back(model);
    nwn::scene_options options;
    options.supermodels = supermodels;
    options.include_collision = is_chosen(size, 0);
    check_conversion(size, [&](std::pmr::memory_resource* memory) { return to_scene(model, options, memory); });
}

void check_with_clips(const effigy::m2::model& alone, const parts& files) {
    namespace m2 = effigy::m2;
    const auto joined = m2::open(files.model, files.companions());
    const m2::model& model = joined ? *joined : alone;
    m2::scene_options options;
    options.include_layers = is_chosen(files.size(), 0);
    options.include_collision = is_chosen(files.size(), 1);
    check_conversion(files.size(), [&](std::pmr::memory_resource* memory) { return to_scene(model, options, memory); });
}

void check_file(bytes input) {
    check_conversion(input.size(), [&](std::pmr::memory_resource* memory) { return effigy::to_scene(input, memory); });
    const parts files = split(input);
    static_cast<void>(effigy::visit(files.model, [&](const auto& opened) {
        if constexpr (requires { check_with_clips(opened, files); }) {
            check_with_clips(opened, files);
        }
    }));
}

} // namespace fuzz

// The input is a file of some format with accompanying files; any other input is the description of a scene.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const fuzz::bytes input = std::as_bytes(std::span{data, size});
    if (effigy::identify(input).kind == effigy::file_kind::unknown) {
        fuzz::check_scene(fuzz::scene_maker{input}.make());
    } else {
        fuzz::check_file(input);
    }
    return 0;
}
