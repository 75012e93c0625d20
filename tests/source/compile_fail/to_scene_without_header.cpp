// expect: include_effigy_nwn_scene_hpp
#include <effigy/nwn.hpp>
#ifdef EFFIGY_WELL_FORMED
#include <effigy/nwn/scene.hpp>
#endif

bool is_drawn(const effigy::nwn::model& from) {
    const auto scene = to_scene(from);
    return scene && !scene->meshes.empty();
}
