#include "scene_of.hpp"

#include "text.hpp"

#include <effigy/grimrock/scene.hpp>
#include <effigy/m2/scene.hpp>
#include <effigy/nwn/scene.hpp>
#include <effigy/p3d/scene.hpp>
#include <effigy/report.hpp>
#include <effigy/shinobi/scene.hpp>

#include <type_traits>
#include <utility>

namespace tool {

namespace fs = std::filesystem;

clip_files::clip_files(const std::vector<fs::path>& paths) {
    for (const fs::path& path : paths) {
        if (const effigy::error why = add(path)) {
            failure_ = effigy::to_string(why, printable(path.string()));
            return;
        }
    }
}

effigy::error clip_files::add(const fs::path& path) {
    auto opened = open_regular(path);
    if (!opened) {
        return opened.error();
    }
    files_.push_back(*std::move(opened));
    effigy::error why;
    const effigy::error refusal = effigy::visit(files_.back().bytes(), [&](const auto& view) {
        using type = std::remove_cvref_t<decltype(view)>;
        const std::string name = name_of_file(path.stem());
        why = verify(view);
        if constexpr (std::is_same_v<type, effigy::grimrock::animation>) {
            animations.push_back({name, view});
        } else if constexpr (std::is_same_v<type, effigy::p3d::animation>) {
            motions.push_back({name, view});
        } else if constexpr (std::is_same_v<type, effigy::nwn::model>) {
            supermodels.push_back({name, view});
        } else {
            why = {{"no clip that joins a model"},
                   effigy::errc::unsupported,
                   0,
                   -1,
                   "an .animation, an .rtm or, of Neverwinter Nights, a supermodel"};
        }
    });
    return refusal ? refusal : why;
}

effigy::result<effigy::scene> scene_of(const effigy::grimrock::model& from, const scene_wishes& wishes) {
    effigy::grimrock::scene_options options;
    (void)wishes;
    return to_scene(from, options);
}

effigy::result<effigy::scene> scene_of(const effigy::shinobi::model& from, const scene_wishes& wishes) {
    effigy::shinobi::scene_options options;
    (void)wishes;
    return to_scene(from, options);
}

effigy::result<effigy::scene> scene_of(const effigy::nwn::model& from, const scene_wishes& wishes) {
    effigy::nwn::scene_options options;
    (void)wishes;
    return to_scene(from, options);
}

effigy::result<effigy::scene> scene_of(const effigy::m2::model& from, const scene_wishes& wishes) {
    effigy::m2::scene_options options;
    (void)wishes;
    return to_scene(from, options);
}

effigy::result<effigy::scene> scene_of(const effigy::p3d::model& from, const scene_wishes& wishes) {
    effigy::p3d::scene_options options;
    (void)wishes;
    return to_scene(from, options);
}

} // namespace tool
