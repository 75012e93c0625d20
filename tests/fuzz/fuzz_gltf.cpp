#include "fuzz/random_scene.hpp"
#include "fuzz/watched_memory.hpp"
#include "support/glb_check.hpp"

#include <effigy/gltf.hpp>
#include <effigy/report.hpp>

namespace fuzz {

// What verify() lets pass is written as a correct file, the same by every way; nothing else is written.
void judge(const scene& made) {
    const effigy::error why = verify(made);
    promise(!effigy::to_string(why).empty(), "an error has a text");
    const effigy::gltf_options with_images{[](std::string_view name) { return std::string{name}; }};
    for (const effigy::gltf_options& options : {effigy::gltf_options{}, with_images}) {
        std::vector<std::byte> file;
        const effigy::error refused = effigy::write_glb(
            made, [&](std::span<const std::byte> part) { file.insert(file.end(), part.begin(), part.end()); }, options);
        promise(!why || refused.code == why.code, "what breaks a rule is refused");
        promise(!refused == !file.empty(), "a file or an error");
        promise(why || !refused || refused.code == effigy::errc::budget, "the rest is written");
        if (refused) {
            continue;
        }
        const std::string problem = support::check_glb(file);
        promise(problem.empty(), problem.c_str());
        std::vector<std::byte> again;
        effigy::impl::glb_plan{made, options}.write<effigy::form::big>(
            [&](std::span<const std::byte> part) { again.insert(again.end(), part.begin(), part.end()); });
        promise(file == again, "the same bytes on a host of the other byte order");
    }
}

} // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span<const std::byte> file = std::as_bytes(std::span{data, size});
    fuzz::judge(fuzz::scene_maker{file}.make());
    return 0;
}
