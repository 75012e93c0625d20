// Arma: the kinds of findings that lint() reports about a model or an animation.
#pragma once

#include <effigy/core/finding.hpp>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl { namespace odd {

using enum severity;

inline constexpr oddity resolution{warning, "resolution", "the resolution matches no kind of LOD"},
    header_longer{note, "header-longer", "the LOD header has bytes after its known fields"},
    position_not_finite{warning, "position-not-finite", "points have NaN or infinite positions"},
    normals_zero{note, "normals-zero", "normals have length 0"},
    normals_not_unit{note, "normals-not-unit", "normals have a length other than 0 or 1, or are not finite"},
    normals_contradict{warning, "normals-contradict",
                       "less than 70 % of the normals agree with their triangles; shading is wrong"},
    face_point{warning, "face-point", "faces use points that do not exist"},
    face_normal_of_none{note, "face-normal", "faces use normals that do not exist"},
    face_normal{warning, "face-normal", "faces use normals that do not exist"},
    face_repeated_point{note, "face-repeated-point", "faces use a point twice"},
    face_line{note, "face-line", "faces have fewer than three corners"},
    uv_not_finite{warning, "uv-not-finite", "texture coordinates are NaN or infinite"},
    texture_drive{warning, "texture-drive", "the path begins with a drive; the game does not find the file"},
    name_not_ascii{note, "name-not-ascii", "a name has characters outside of ASCII"},
    text_cut{warning, "text-cut", "the text fills its field; a longer one was cut"},
    shadow_detailed{warning, "shadow-detailed",
                    "no shadow volume, and the LOD that casts the shadow has 2,000 faces or more; there is no shadow"},
    frames_keyframe{warning, "frames-keyframe", "the LOD has frames but no property keyframe; the game warns"},
    shadow_open{warning, "shadow-open", "the shadow volume is not closed; its shadow is broken"},
    tag_size{warning, "tag-size", "the size of the tag does not fit its kind; its content cannot be used"},
    uv_set_size{warning, "uv-set-size", "the stored size of the UV set leaves out the 4 bytes of its id"},
    tag_inactive{note, "tag-inactive", "the tag is inactive; readers differ in how they treat it"},
    uv_set_second{warning, "uv-set-second", "the LOD has a second UV set but needs only one"},
    tag_unknown{note, "tag-unknown", "the name of the tag is not known; only its bytes are accessible"},
    selection_ignored{note, "selection-ignored", "the engine ignores selections whose name begins with - or ."},
    proxy_face{warning, "proxy-face", "the proxy must select exactly one face, which places it"},
    proxy_number{note, "proxy-number", "the name of the proxy has no number at its end"},
    edge_degenerate{note, "edge-degenerate", "sharp edges join a point with itself"},
    edge_point{warning, "edge-point", "sharp edges use points that do not exist"},
    mass_negative{warning, "mass-negative", "masses are negative or NaN"},
    mass_zero{note, "mass-zero", "all masses are 0"},
    property_space{warning, "property-space", "the name begins or ends with a space; the engine does not recognise it"},
    property_spelling{warning, "property-spelling",
                      "the name looks like a misspelt known property; the engine ignores it"},
    selection_repeated{warning, "selection-repeated",
                       "selections have the same name, apart from case; the engine treats them as one"},
    property_repeated{warning, "property-repeated", "the LOD has a property twice"},
    resolution_repeated{note, "resolution-repeated", "the previous LOD has the same resolution"},
    resolution_order{note, "resolution-order", "the resolution is not above that of the previous LOD"},
    trailing_bytes{warning, "trailing-bytes", "bytes follow the last LOD"},
    trailing_bytes_of_clip{warning, "trailing-bytes", "bytes follow the last phase"},
    phase_order{warning, "phase-order", "the times of the phases decrease"},
    bone_renamed{warning, "bone-renamed", "phases name a bone differently from the header"},
    bone_scaled{note, "bone-scaled", "bones scale or flatten the points that they move"};

}}}}} // namespace effigy::v0::p3d::impl::odd
