// Reads all that can be reached from an Arma model or animation, into a digest.
#pragma once

#include "grimrock/walk.hpp"
#include "p3d/fixtures.hpp"

#include <effigy/p3d.hpp>

namespace walk {

template <std::endian E> void add(digest& to, const effigy::p3d::basic_edge<E>& edge) {
    to.add(edge.point[0].get());
    to.add(edge.point[1].get());
}
template <std::endian E> void add(digest& to, const effigy::p3d::basic_corner<E>& corner) {
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

template <std::endian E> void add(digest& to, const effigy::p3d::basic_face<E>& face) {
    add_each(to, face.corners);
    add_each(to, face.unused);
    to.add(face.flags);
    to.add(face.texture);
    to.add(face.material);
}

inline void add(digest& to, const effigy::p3d::selection& selected) {
    add_each(to, selected.points);
    add_each(to, selected.faces);
    for (const auto& [point, weight] : points_of(selected)) {
        to.add(point);
        to.add(weight);
    }
    for (const std::uint32_t face : faces_of(selected)) {
        to.add(face);
    }
}

template <std::endian E> void add(digest& to, const effigy::p3d::basic_tag<E>& tag) {
    to.add(tag.name);
    to.add(tag.kind);
    to.add(tag.active);
    to.add(tag.data.size());
    to.add(tag.has_right_size());
    add(to, tag.selection());
    add_each(to, tag.edges());
    add_each(to, tag.masses());
    if (const auto* const property = tag.property()) {
        to.add(property->name.view());
        to.add(property->value.view());
    }
    to.add(tag.uv_set().id);
    add_each(to, tag.uv_set().uvs);
    to.add(tag.frame().time);
    add_each(to, tag.frame().positions);
    add_each(to, tag.material_index());
    to.add(effigy::p3d::proxy_of(tag.name).is_proxy);
    to.add(effigy::p3d::proxy_of(tag.name).path);
    to.add(effigy::p3d::proxy_of(tag.name).number);
}

template <effigy::real R, std::endian E> void add_frames(digest& to, const effigy::p3d::basic_lod<E>& lod) {
    for (const R time : {R{-1}, R{0}, R(0.5), R(1e30), std::numeric_limits<R>::quiet_NaN()}) {
        const auto frames = frames_at(lod, time);
        to.add(frames.weight);
        add(to, frames.position(0));
        add(to, frames.position(lod.positions.size()));
    }
}

template <std::endian E> void add(digest& to, const effigy::p3d::basic_lod<E>& lod) {
    to.add(lod.format);
    to.add(lod.offset);
    to.add(lod.end);
    to.add(lod.header_size);
    to.add(lod.version);
    to.add(lod.flags);
    to.add(lod.skipped.size());
    to.add(lod.corner_count);
    to.add(lod.has_tags);
    to.add(lod.faces_offset);
    to.add(lod.tags_offset);
    to.add(lod.resolution);
    const effigy::p3d::lod_meaning meaning = effigy::p3d::lod_kind_of(lod.resolution);
    to.add(meaning.number);
    to.add(name_of(meaning.kind));
    to.add(is_geometry_only(meaning.kind));
    add_each(to, lod.positions);
    for (const auto& point : lod.points) {
        to.add(point.flags.get());
    }
    add_each(to, lod.normals);
    for (const auto& face : lod.faces) {
        add(to, face);
        if (face.corners.size() >= 3) {
            const auto position = [&](std::size_t i) {
                const auto* const found = lod.positions.at(face.corners[i].point);
                return found != nullptr ? effigy::vector3<double>{*found} : effigy::vector3<double>{};
            };
            const auto frame = effigy::p3d::frame_of(position(0), position(1), position(2));
            add(to, frame.origin);
            add(to, frame.direction);
            add(to, frame.up);
        }
    }
    for (const auto& tag : lod.tags) {
        add(to, tag);
    }
    add_frames<float>(to, lod);
    add_frames<double>(to, lod);
}

// `memory` is for one entry a level.
template <std::endian E>
void add(digest& to, const effigy::p3d::basic_model<E>& model, std::span<effigy::p3d::lod_entry> memory) {
    to.add(verify(model).code);
    to.add(model.container());
    to.add(model.version());
    to.add(model.lod_count());
    to.add(model.trailing().size());
    for (const auto& lod : model.lods()) {
        add(to, lod);
    }
    const auto lods = model.index(memory);
    for (std::size_t i = 0; i <= lods.size(); ++i) {
        add(to, lods[i]);
    }
}

template <effigy::real R, std::endian E> void add_samples(digest& to, const effigy::p3d::basic_animation<E>& clip) {
    for (const R time : {R{-1}, R{0}, R(0.125), R{1}, R(1e30), std::numeric_limits<R>::quiet_NaN()}) {
        const auto at = blend_at(clip, time);
        to.add(at.first);
        to.add(at.second);
        to.add(at.weight);
        for (std::size_t bone = 0; bone <= clip.bone_names.size(); ++bone) {
            add(to, effigy::p3d::sample(clip, bone, at));
        }
    }
}

template <std::endian E> void add(digest& to, const effigy::p3d::basic_animation<E>& clip) {
    to.add(verify(clip).code);
    to.add(clip.version());
    add(to, clip.motion);
    to.add(clip.trailing().size());
    for (const auto& name : clip.bone_names) {
        to.add(name.view());
    }
    for (std::uint32_t i = 0; i <= clip.phase_count(); ++i) {
        const auto phase = clip.phase(i);
        to.add(phase.time);
        for (const auto& bone : phase.bones) {
            to.add(bone.bone.view());
            for (const auto& column : {bone.x, bone.y, bone.z, bone.position}) {
                add(to, column);
            }
        }
    }
    add_samples<float>(to, clip);
    add_samples<double>(to, clip);
}

template <std::endian E> [[nodiscard]] std::uint64_t digest_of(const effigy::p3d::basic_model<E>& model) {
    std::vector<effigy::p3d::lod_entry> memory(model.lod_count());
    digest out;
    add(out, model, memory);
    return out.value();
}
template <std::endian E> [[nodiscard]] std::uint64_t digest_of(const effigy::p3d::basic_animation<E>& clip) {
    digest out;
    add(out, clip);
    return out.value();
}

[[nodiscard]] inline std::uint64_t digest_of(const effigy::error& why) {
    digest out;
    add(out, why);
    return out.value();
}
template <std::endian E>
[[nodiscard]] std::uint64_t digest_of(const effigy::result<effigy::p3d::basic_model<E>>& opened) {
    return opened ? digest_of(*opened) : digest_of(opened.error());
}
template <std::endian E>
[[nodiscard]] std::uint64_t digest_of(const effigy::result<effigy::p3d::basic_animation<E>>& opened) {
    return opened ? digest_of(*opened) : digest_of(opened.error());
}

} // namespace walk
