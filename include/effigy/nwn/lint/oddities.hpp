// Neverwinter Nights: the kinds of findings that lint() reports about a model.
#pragma once

#include <effigy/core/finding.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl { namespace odd {

using enum severity;

inline constexpr oddity name_long{warning, "name-long",
                                  "a name of 32 characters or more; the game's client is said to crash"},
    name_of_file{note, "name-of-file", "the model has another name than its file; the game looks for the file"},
    resource_name_long{warning, "resource-name-long",
                       "a name of more than 16 characters; the game does not find files with such names"},
    name_repeated{note, "name-repeated", "an earlier node has this name; animations move that node only"},
    dangly_count{warning, "dangly-count", "the number of constraints is not the number of vertices"},
    controller_unknown{note, "controller-unknown", "a controller whose id is not documented"},
    controller_columns{warning, "controller-columns",
                       "a number of columns that its id does not have; the controller is left out"},
    controller_bezier{note, "controller-bezier", "bezier keys; effigy ignores the tangents and blends linearly"},
    controller_bezier_width{note, "controller-bezier-width",
                            "bezier keys with the width of a row in place of the columns, as nwnmdlcomp writes them"},
    controller_past_end{note, "controller-past-end", "keys after the end of the animation; they are not played"},
    controller_repeated{note, "controller-repeated", "the node has this controller twice; only the first one is used"},
    controller_times{warning, "controller-times", "key times that do not increase"},
    controller_not_finite{warning, "controller-not-finite", "NaN or infinite values of keys"},
    rotation_not_unit{warning, "rotation-not-unit", "a quaternion whose length is not 1; normalise it"},
    rotation_flip{note, "rotation-flip",
                  "neighbouring quaternions with a negative dot product; blend on the shorter arc"},
    mesh_merged_away{warning, "mesh-merged-away",
                     "the Enhanced Edition merged this mesh into another one, which draws it in its place"},
    mesh_index_lists{note, "mesh-index-lists", "more than one index list"},
    mesh_index_list{note, "mesh-index-list", "the drawn triangles differ from the faces: a merge, or split tangents"},
    mesh_mode{warning, "mesh-mode", "a triangle mode other than 3, a list of triangles"},
    mesh_texture_count{note, "mesh-texture-count",
                       "the texture count is not the number of sets of texture coordinates"},
    mesh_faces{warning, "mesh-faces", "more than 10,922 faces; the game is said to take no more"},
    position_not_finite{warning, "position-not-finite",
                        "NaN or infinite positions; leave them out when computing bounds"},
    mesh_handedness{warning, "mesh-handedness", "a handedness other than +1 and -1"},
    face_degenerate{note, "face-degenerate", "faces without area"},
    face_turned{warning, "face-turned", "faces that are clockwise when seen from the side of their normal"},
    weights_sum{warning, "weights-sum", "weights that do not add up to 1; divide them by their sum"},
    weights_boneless{warning, "weights-boneless", "a weight without a bone"},
    skin_bones{warning, "skin-bones", "more than 64 bones; the Enhanced Edition is said to take no more"},
    bind_pose{warning, "bind-pose", "the stored inverse bind matrices are not those of the nodes at rest"},
    aabb_leaf{warning, "aabb-leaf", "a leaf with children, or a box with neither a face nor children"},
    aabb_faces{note, "aabb-faces", "the collision tree does not contain each face exactly once"},
    trailing_bytes{warning, "trailing-bytes", "bytes after raw data"},
    producer_unknown{note, "producer-unknown",
                     "an unknown program wrote the file; the names of seven emitter controllers are a guess"},
    node_count{note, "node-count", "the header's count is not the number of nodes"},
    node_count_with_supermodel{note, "node-count", "the header's count includes the supermodel's nodes"},
    bounds_absurd{warning, "bounds-absurd",
                  "a bounding box larger than any area of the game; compute it from the vertices"},
    animation_scale{warning, "animation-scale",
                    "an animation scale not above 0, or above 100; animations of the supermodel cannot use it"},
    animation_length{note, "animation-length", "an animation whose length is not above 0"},
    event_outside{note, "event-outside", "an event before the start or after the end of the animation"},
    animation_unknown_nodes{note, "animation-unknown-nodes",
                            "the animation moves nodes that the model does not have, and the model has no supermodel"};

}}}}} // namespace effigy::v0::nwn::impl::odd
