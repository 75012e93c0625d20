// The names of controllers, producers and classifications, for display and for look-ups. No rule of the format depends
// on them.
#pragma once

#include <effigy/nwn/view/node.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

namespace names {

struct controller {
    std::int32_t id;
    const char* name;
};

inline constexpr controller any_node[] = {
    {controls_position, "position"},
    {controls_orientation, "orientation"},
    {controls_scale, "scale"},
    {20004, "wirecolor"},
};
inline constexpr controller light[] = {
    {76, "color"}, {88, "radius"}, {96, "shadowradius"}, {100, "verticaldisplacement"}, {140, "multiplier"},
};
inline constexpr controller mesh[] = {{100, "selfillumcolor"}, {128, "alpha"}};
inline constexpr controller emitter[] = {
    {80, "alphaend"},
    {84, "alphastart"},
    {88, "birthrate"},
    {92, "bounce_co"},
    {96, "colorend"},
    {108, "colorstart"},
    {120, "combinetime"},
    {124, "drag"},
    {128, "fps"},
    {132, "frameend"},
    {136, "framestart"},
    {140, "grav"},
    {144, "lifeexp"},
    {148, "mass"},
    {152, "p2p_bezier2"},
    {156, "p2p_bezier3"},
    {160, "particlerot"},
    {164, "randvel"},
    {168, "sizestart"},
    {172, "sizeend"},
    {176, "sizestart_y"},
    {180, "sizeend_y"},
    {184, "spread"},
    {188, "threshold"},
    {192, "velocity"},
    {196, "xsize"},
    {200, "ysize"},
    {204, "blurlength"},
    {208, "lightningdelay"},
    {212, "lightningradius"},
    {216, "lightningscale"},
    {220, "lightningsubdiv"},
    {228, "detonate"},
};
inline constexpr controller emitter_middle[] = {
    {448, "alphamid"},   {452, "colormid"}, {464, "percentstart"}, {465, "percentmid"},
    {466, "percentend"}, {468, "sizemid"},  {472, "sizemid_y"},
};
inline constexpr controller emitter_middle_nwnmdlcomp[] = {
    {464, "alphamid"},   {468, "colormid"}, {480, "percentstart"}, {481, "percentmid"},
    {482, "percentend"}, {484, "sizemid"},  {488, "sizemid_y"},
};

} // namespace names

// Returns the name of a controller's id in a node with these flags; empty for an unknown id. Lights, emitters and
// meshes use some of the same ids. For some controllers of emitters, nwnmdlcomp uses other ids than BioWare and the
// Enhanced Edition (document, readers).
[[nodiscard]] constexpr std::string_view controller_name(std::int32_t id, std::uint32_t flags,
                                                         nwn::producer producer) noexcept {
    std::string_view found;
    const auto look_in = [&](bool applies, const auto& table) {
        for (const names::controller& candidate : table) {
            if (applies && candidate.id == id) {
                found = candidate.name; // the last table that has the id is used
            }
        }
    };
    const bool by_nwnmdlcomp = producer == nwn::producer::nwnmdlcomp;
    look_in(true, names::any_node);
    look_in((flags & has_light) != 0, names::light);
    look_in((flags & has_emitter) != 0, names::emitter);
    look_in((flags & has_emitter) != 0 && !by_nwnmdlcomp, names::emitter_middle);
    look_in((flags & has_emitter) != 0 && by_nwnmdlcomp, names::emitter_middle_nwnmdlcomp);
    look_in((flags & has_mesh) != 0, names::mesh);
    return found;
}
// Returns the name of a controller. `owner`: the node that has the controller.
[[nodiscard]] constexpr std::string_view controller_name(const nwn::node& owner, const nwn::controller& keys) noexcept {
    return controller_name(keys.id(), owner.flags(), owner.producer());
}

[[nodiscard]] constexpr std::string_view name_of(nwn::producer producer) noexcept {
    switch (producer) {
    case nwn::producer::bioware: return "BioWare";
    case nwn::producer::nwnmdlcomp: return "nwnmdlcomp";
    case nwn::producer::enhanced_edition: return "Enhanced Edition";
    case nwn::producer::unknown: break;
    }
    return "unknown";
}

// Returns the name of a classification as written in ASCII MDL. Empty for an unknown value.
[[nodiscard]] constexpr std::string_view name_of(nwn::classification classification) noexcept {
    switch (classification) {
    case nwn::classification::none: return "none";
    case nwn::classification::effect: return "effect";
    case nwn::classification::tile: return "tile";
    case nwn::classification::character: return "character";
    case nwn::classification::door: return "door";
    }
    return {};
}

}}} // namespace effigy::v0::nwn
