// Converting a model of any format to a scene, with the files that lie beside it. Empty where the standard library has
// no file system.
#pragma once

#include <effigy/any_scene.hpp>
#include <effigy/m2/load.hpp>

#include <version>

#if defined(__cpp_lib_filesystem)
#include <filesystem>

namespace effigy { inline namespace v0 {

// Opens a file, and converts the model to a scene with the default options of its format. A model of World of Warcraft
// is opened with its companions, see m2::load(). Errors: those of file::open(), m2::load() and to_scene().
template <class = when_used> [[nodiscard]] result<scene>
load_scene(const std::filesystem::path& path, std::pmr::memory_resource* memory = std::pmr::get_default_resource());

template <class> result<scene> load_scene(const std::filesystem::path& path, std::pmr::memory_resource* memory) {
    const auto opened = file::open(path);
    if (!opened) {
        return opened.error();
    }
    if (identify(opened->bytes()).kind != file_kind::m2_model) {
        return to_scene(opened->bytes(), memory);
    }
    const auto model = m2::load(path);
    return model ? to_scene(**model, {}, memory) : result<scene>{model.error()};
}

}} // namespace effigy::v0
#endif
