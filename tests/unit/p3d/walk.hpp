// Adds all that a view of an Arma model or animation shows to a digest.
#pragma once

#include "p3d/fixtures.hpp"
#include "support/walk.hpp"

#include <effigy/core/fields.hpp>
#include <effigy/p3d.hpp>
#include <effigy/p3d/regions.hpp>

#include <vector>

namespace walk {

namespace p3d = effigy::p3d;

// ---- the members of views ------------------------------------------------------------------------------------------

template <class Function> void members(const p3d::face& face, const Function& f) {
    f(bool{face}, face.corners(), face.unused(), face.flags(), face.texture(), face.material());
}
template <class Function> void members(const p3d::selected_point& one, const Function& f) { f(one.point, one.weight); }
template <class Function> void members(const p3d::selection& selected, const Function& f) {
    const p3d::proxy_name proxy = p3d::proxy_of(selected.name());
    f(bool{selected}, selected.name(), selected.points(), selected.faces());
    f(selected.point_bytes(), selected.face_bytes(), bool{proxy}, proxy.path, proxy.number);
}
template <class Function> void members(const p3d::property& property, const Function& f) {
    f(bool{property}, property.name(), property.value());
}
template <class Function> void members(const p3d::uv_set& set, const Function& f) { f(bool{set}, set.id(), set.uvs()); }
template <class Function> void members(const p3d::morph_frame& frame, const Function& f) {
    f(bool{frame}, frame.time(), frame.positions());
}
template <class Function> void members(const p3d::tag& tag, const Function& f) {
    f(bool{tag}, tag.name(), tag.kind(), name_of(tag.kind()), tag.active(), tag.data().size(), tag.has_right_size());
    f(tag.counts_id(), tag.selection(), tag.edges(), tag.masses(), tag.property(), tag.uv_set(), tag.morph_frame());
    f(tag.material_index());
}
template <class Function> void members(const p3d::triangle& one, const Function& f) {
    f(one.corner[0], one.corner[1], one.corner[2], one.face);
}
template <class Function> void members(const p3d::lod& lod, const Function& f) {
    f(bool{lod}, name_of(lod.format()), lod.offset(), lod.end_offset(), lod.header_size(), lod.version(), lod.flags());
    f(lod.extra_header(), lod.corner_count(), lod.triangle_count(), lod.has_tags(), lod.faces_offset());
    f(lod.tags_offset(), lod.resolution(), lod.number(), name_of(lod.kind()), is_geometry_only(lod.kind()));
    f(lod.points(), lod.point_records(), lod.normals(), lod.faces(), lod.corners(), lod.triangles());
    f(lod.tags(), lod.selections(), lod.properties(), lod.uv_sets(), lod.morph_frames(), lod.masses());
    for (const auto& part : lod.selections()) {
        f(lod.selection(part.name()).point_bytes().size());
    }
    for (const auto& property : lod.properties()) {
        f(lod.property(property.name()));
    }
}
template <class Function> void members(const p3d::bone& bone, const Function& f) {
    f(bone.name(), bone.index(), bone.phases());
}
template <class Function> void members(const p3d::phase& phase, const Function& f) {
    f(bool{phase}, phase.time(), phase.bones());
}
template <class Function> void members(const p3d::model& model, const Function& f) {
    f(name_of(model.container()), model.version(), model.lods(), model.trailing());
}
template <class Function> void members(const p3d::animation& clip, const Function& f) {
    f(clip.version(), clip.motion(), clip.trailing(), clip.bones(), clip.phases());
    f(clip.phases().at(clip.phases().size()));
    for (const auto& bone : clip.bones()) {
        f(clip.bones().find(bone.name()));
    }
}

// ---- everything ----------------------------------------------------------------------------------------------------

// Adds the positions that morph_positions() computes, at several times.
template <effigy::real R> void add_morphs(digest& to, const p3d::lod& lod) {
    std::array<effigy::vector3<R>, 8> out{};
    for (const double time : {-1.0, 0.0, 0.5, 1e30, not_a_number}) {
        to.add(morph_positions(lod, time, out));
        add(to, out);
    }
}
inline void add_bases(digest& to, const p3d::lod& lod) {
    for (const auto& [corner, face] : lod.triangles()) {
        std::array<effigy::vector3<double>, 3> position{};
        for (std::size_t k = 0; k < 3; ++k) {
            const auto* const found = lod.points().at(corner[k].point.get());
            position[k] = found != nullptr ? effigy::vector3<double>{*found} : effigy::vector3<double>{};
        }
        const auto basis = p3d::basis_of(position[0], position[1], position[2]);
        adder{to}(basis.origin, basis.direction, basis.up);
    }
}

template <> struct memory<p3d::model> {
    std::vector<p3d::lod_entry> entries; // one per level

    explicit memory(const p3d::model& model) : entries(model.lods().size()) {}
};
inline void walk_view(digest& to, const p3d::model& model, memory<p3d::model>& given) {
    to.add(verify(model).code);
    to.add(add_regions(to, model));
    add(to, model);
    for (const auto& lod : model.lods()) {
        add_bases(to, lod);
        add_morphs<float>(to, lod);
        add_morphs<double>(to, lod);
    }
    const auto lods = model.index(given.entries);
    for (std::size_t i = 0; i <= lods.size(); ++i) {
        add(to, lods.at(i));
    }
    for (const auto kind : {p3d::lod_kind::visual, p3d::lod_kind::geometry}) {
        for (const p3d::lod& lod : {model.lod(kind), lods.lod(kind), lods.lod(kind, 1)}) {
            adder{to}(bool{lod}, lod.offset(), lod.end_offset(), lod.resolution());
        }
    }
}

// A level of four points with selections for the bones of moves(). Its file is static.
[[nodiscard]] inline p3d::lod movable() {
    static const auto file = [] {
        fixtures::p3d::lod level = fixtures::p3d::everything("P3DM");
        level.tags.push_back(fixtures::p3d::selection("Spine", {1, 2, 0, 0}, {0, 0, 0}));
        level.tags.push_back(fixtures::p3d::selection("a bone whose name has 32 letters", {0, 200, 1, 0}, {0, 0, 0}));
        return fixtures::p3d::write(fixtures::p3d::model{{level}});
    }();
    return *p3d::open(file.span())->lods().begin();
}

template <effigy::real R> void add_samples(digest& to, const p3d::animation& clip, const p3d::lod& level) {
    const auto bones = clip.bones();
    std::array<effigy::vector3<R>, 8> out{};
    for (const double phase : {-1.0, 0.0, 0.125, 1.0, 1e30, not_a_number}) {
        for (std::size_t bone = 0; bone <= bones.size(); ++bone) {
            add(to, p3d::sample<R>(bones.at(bone), phase));
            add(to, p3d::sample<R>(bones.at(bone), phase, {}, effigy::playback::loop));
        }
        to.add(skin_positions(level, clip, phase, out));
        add(to, out);
    }
}

template <> struct memory<p3d::animation> {
    p3d::lod level = movable();

    explicit memory(const p3d::animation&) {}
};
inline void walk_view(digest& to, const p3d::animation& clip, const memory<p3d::animation>& given) {
    to.add(verify(clip).code);
    to.add(add_regions(to, clip));
    add(to, clip);
    add_samples<float>(to, clip, given.level);
    add_samples<double>(to, clip, given.level);
}

} // namespace walk
