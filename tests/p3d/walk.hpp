// Adds all that a view of an Arma model or animation shows to a digest.
#pragma once

#include "grimrock/walk.hpp"
#include "p3d/fixtures.hpp"

#include <effigy/p3d.hpp>
#include <effigy/p3d/regions.hpp>

namespace walk {

inline void add(digest& to, const effigy::p3d::edge& edge) {
    to.add(edge.point[0].get());
    to.add(edge.point[1].get());
}
inline void add(digest& to, const effigy::p3d::corner& corner) {
    to.add(corner.point.get());
    to.add(corner.normal.get());
    add(to, corner.uv);
}
template <class Range> void add_each(digest& to, const Range& values) {
    for (const auto& value : values) {
        if constexpr (requires { add(to, value); }) {
            add(to, value);
        } else if constexpr (requires { value.get(); }) {
            to.add(value.get());
        } else {
            to.add(value);
        }
    }
    to.add(std::size(values));
}

inline void add(digest& to, const effigy::p3d::face& face) {
    to.add(bool{face});
    add_each(to, face.corners());
    add_each(to, face.unused());
    to.add(face.flags());
    to.add(face.texture());
    to.add(face.material());
}

inline void add(digest& to, const effigy::p3d::selection& selected) {
    to.add(bool{selected});
    to.add(selected.name());
    add_each(to, selected.point_bytes());
    add_each(to, selected.face_bytes());
    for (const auto& [point, weight] : selected.points()) {
        to.add(point);
        to.add(weight);
    }
    for (const std::uint32_t face : selected.faces()) {
        to.add(face);
    }
    const effigy::p3d::proxy_name proxy = effigy::p3d::proxy_of(selected.name());
    to.add(bool{proxy});
    to.add(proxy.path);
    to.add(proxy.number);
}
inline void add(digest& to, const effigy::p3d::property& property) {
    to.add(bool{property});
    to.add(property.name());
    to.add(property.value());
}
inline void add(digest& to, const effigy::p3d::uv_set& set) {
    to.add(bool{set});
    to.add(set.id());
    add_each(to, set.uvs());
}
inline void add(digest& to, const effigy::p3d::morph_frame& frame) {
    to.add(bool{frame});
    to.add(frame.time());
    add_each(to, frame.positions());
}

inline void add(digest& to, const effigy::p3d::tag& tag) {
    to.add(bool{tag});
    to.add(tag.name());
    to.add(tag.kind());
    to.add(name_of(tag.kind()));
    to.add(tag.active());
    to.add(tag.data().size());
    to.add(tag.has_right_size());
    add(to, tag.selection());
    add_each(to, tag.edges());
    add_each(to, tag.masses());
    add(to, tag.property());
    add(to, tag.uv_set());
    add(to, tag.morph_frame());
    add_each(to, tag.material_index());
}

// Adds the positions that morph_positions() computes, at several times.
template <effigy::real R> void add_morphs(digest& to, const effigy::p3d::lod& lod) {
    std::array<effigy::vector3<R>, 8> out{};
    for (const double time : {-1.0, 0.0, 0.5, 1e30, std::numeric_limits<double>::quiet_NaN()}) {
        to.add(morph_positions(lod, time, out));
        add_each(to, out);
    }
}

inline void add_header(digest& to, const effigy::p3d::lod& lod) {
    to.add(bool{lod});
    to.add(name_of(lod.format()));
    to.add(lod.offset());
    to.add(lod.end_offset());
    to.add(lod.header_size());
    to.add(lod.version());
    to.add(lod.flags());
    to.add(lod.extra_header().size());
    to.add(lod.corner_count());
    to.add(lod.triangle_count());
    to.add(lod.has_tags());
    to.add(lod.faces_offset());
    to.add(lod.tags_offset());
    to.add(lod.resolution());
    to.add(lod.number());
    to.add(name_of(lod.kind()));
    to.add(is_geometry_only(lod.kind()));
}
inline void add_faces(digest& to, const effigy::p3d::lod& lod) {
    for (const auto& face : lod.faces()) {
        add(to, face);
    }
    for (const auto& corner : lod.corners()) {
        add(to, corner);
    }
    for (const auto& [corner, face] : lod.triangles()) {
        std::array<effigy::vector3<double>, 3> position{};
        for (std::size_t k = 0; k < 3; ++k) {
            const auto* const found = lod.points().at(corner[k].point.get());
            position[k] = found != nullptr ? effigy::vector3<double>{*found} : effigy::vector3<double>{};
        }
        const auto basis = effigy::p3d::basis_of(position[0], position[1], position[2]);
        to.add(face);
        add(to, basis.origin);
        add(to, basis.direction);
        add(to, basis.up);
    }
}

inline void add(digest& to, const effigy::p3d::lod& lod) {
    add_header(to, lod);
    add_each(to, lod.points());
    for (const auto& point : lod.point_records()) {
        to.add(point.flags.get());
    }
    add_each(to, lod.normals());
    add_faces(to, lod);
    for (const auto& tag : lod.tags()) {
        add(to, tag);
    }
    for (const auto& part : lod.selections()) {
        add(to, part);
        to.add(lod.selection(part.name()).point_bytes().size());
    }
    for (const auto& property : lod.properties()) {
        add(to, property);
        add(to, lod.property(property.name()));
    }
    for (const auto& set : lod.uv_sets()) {
        add(to, set);
    }
    for (const auto& frame : lod.morph_frames()) {
        add(to, frame);
    }
    add_each(to, lod.masses());
    add_morphs<float>(to, lod);
    add_morphs<double>(to, lod);
}

// Adds the regions of the file. Returns whether they cover the whole file without gaps or overlaps.
template <class View> [[nodiscard]] bool add_map(digest& to, const View& view) {
    std::uint64_t end = 0;
    bool is_whole = true;
    regions(view, [&](const effigy::region& one) {
        is_whole = is_whole && one.offset() == end && one.length != 0;
        end += one.length;
        to.add(std::string_view{one.where.path});
        to.add(one.where.depth);
        to.add(one.length);
        to.add(one.count);
        to.add(one.what);
    });
    return is_whole && end == view.file().size();
}

// `memory` has one entry per level.
inline void add(digest& to, const effigy::p3d::model& model, std::span<effigy::p3d::lod_entry> memory) {
    to.add(verify(model).code);
    to.add(name_of(model.container()));
    to.add(model.version());
    to.add(model.lods().size());
    to.add(model.trailing().size());
    to.add(add_map(to, model));
    for (const auto& lod : model.lods()) {
        add(to, lod);
    }
    const auto lods = model.index(memory);
    for (std::size_t i = 0; i <= lods.size(); ++i) {
        add(to, lods.at(i));
    }
    for (const auto kind : {effigy::p3d::lod_kind::visual, effigy::p3d::lod_kind::geometry}) {
        add_header(to, model.lod(kind));
        add_header(to, lods.lod(kind));
        add_header(to, lods.lod(kind, 1));
    }
}

// A level of four points with selections for the bones of moves(). Its file is static.
[[nodiscard]] inline effigy::p3d::lod movable() {
    static const auto file = [] {
        fixtures::p3d::lod level = fixtures::p3d::everything("P3DM");
        level.tags.push_back(fixtures::p3d::selection("Spine", {1, 2, 0, 0}, {0, 0, 0}));
        level.tags.push_back(fixtures::p3d::selection("a bone whose name has 32 letters", {0, 200, 1, 0}, {0, 0, 0}));
        return fixtures::p3d::write(fixtures::p3d::model{{level}});
    }();
    return *effigy::p3d::open(file.span())->lods().begin();
}

template <effigy::real R>
void add_samples(digest& to, const effigy::p3d::animation& clip, const effigy::p3d::lod& level) {
    const auto bones = clip.bones();
    std::array<effigy::vector3<R>, 8> out{};
    for (const double phase : {-1.0, 0.0, 0.125, 1.0, 1e30, std::numeric_limits<double>::quiet_NaN()}) {
        for (std::size_t bone = 0; bone <= bones.size(); ++bone) {
            add(to, effigy::p3d::sample<R>(bones.at(bone), phase));
            add(to, effigy::p3d::sample<R>(bones.at(bone), phase, {}, effigy::playback::loop));
        }
        to.add(skin_positions(level, clip, phase, out));
        add_each(to, out);
    }
}

inline void add(digest& to, const effigy::p3d::phase& phase) {
    to.add(bool{phase});
    to.add(phase.time());
    for (const auto& bone : phase.bones()) {
        to.add(bone.bone.view());
        for (const auto& column : {bone.x, bone.y, bone.z, bone.position}) {
            add(to, column);
        }
    }
}

inline void add(digest& to, const effigy::p3d::animation& clip, const effigy::p3d::lod& level) {
    to.add(verify(clip).code);
    to.add(clip.version());
    add(to, clip.motion());
    to.add(clip.trailing().size());
    to.add(add_map(to, clip));
    for (const auto& bone : clip.bones()) {
        to.add(bone.name());
        to.add(bone.index());
        to.add(clip.bones().find(bone.name()));
    }
    for (const auto& phase : clip.phases()) {
        add(to, phase);
    }
    add(to, clip.phases().at(clip.phases().size()));
    add_samples<float>(to, clip, level);
    add_samples<double>(to, clip, level);
}

[[nodiscard]] inline std::uint64_t digest_of(const effigy::p3d::model& model) {
    std::vector<effigy::p3d::lod_entry> memory(model.lods().size());
    digest out;
    add(out, model, memory);
    return out.value();
}
[[nodiscard]] inline std::uint64_t digest_of(const effigy::p3d::animation& clip) {
    digest out;
    add(out, clip, movable());
    return out.value();
}

[[nodiscard]] inline std::uint64_t digest_of(const effigy::error& why) {
    digest out;
    add(out, why);
    return out.value();
}
[[nodiscard]] inline std::uint64_t digest_of(const effigy::result<effigy::p3d::model>& opened) {
    return opened ? digest_of(*opened) : digest_of(opened.error());
}
[[nodiscard]] inline std::uint64_t digest_of(const effigy::result<effigy::p3d::animation>& opened) {
    return opened ? digest_of(*opened) : digest_of(opened.error());
}

} // namespace walk
