// Which triangles of a changed mesh are triangles of the original one, or the other halves of its quads.
#pragma once

#include <effigy/core/impl/heap_sort.hpp>
#include <effigy/p3d/apply/vertices.hpp>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

// The vertices of a triangle, and the primitive's material.
struct drawn_triangle {
    std::array<std::uint32_t, 3> corners{};
    std::uint32_t material = npos;
};
// Returns the triangles of a mesh in the order of its primitives; each once, since primitives may overlap. Those of a
// mirrored mesh are turned.
template <class = when_used>
[[nodiscard]] pool<drawn_triangle> triangles_of(const scene::mesh& of, std::pmr::memory_resource* memory,
                                                bool is_mirrored = false) {
    pool<drawn_triangle> out{memory};
    pool<bool> is_taken(of.indices.size() / 3 + 1, memory);
    for (const scene::primitive& part : of.primitives) {
        for (std::size_t i = part.first_index; i + 2 < std::size_t{part.first_index} + part.index_count; i += 3) {
            if (i + 2 < of.indices.size() && !is_taken[i / 3]) {
                is_taken[i / 3] = true;
                const std::size_t second = is_mirrored ? i + 2 : i + 1, third = is_mirrored ? i + 1 : i + 2;
                out.push_back({{of.indices[i], of.indices[second], of.indices[third]}, part.material});
            }
        }
        if (out.size() == of.indices.size() / 3) {
            break; // what follows draws triangles again
        }
    }
    return out;
}

// A face of the original level in its mesh: one triangle, or the two of a quad.
struct face_halves {
    static constexpr std::size_t most = 4;

    std::uint32_t face = npos; // of the level
    std::uint32_t first = 0;   // its first triangle in the original mesh
    bool is_quad = false;
    // The changed triangles of its corners 0 1 2 and 0 2 3 or, along the other diagonal, 0 1 3 and 1 2 3.
    std::uint32_t now[most]{npos, npos, npos, npos};
    bool is_turned[most]{}; // the corners are in the reverse order
};
// The corners of the triangles of face_halves::now.
inline constexpr std::uint8_t corners_of_half[face_halves::most][3] = {{0, 1, 2}, {0, 2, 3}, {0, 1, 3}, {1, 2, 3}};

// Returns the faces of a level by their numbers. `triangles`: those of its mesh.
template <class = when_used>
[[nodiscard]] pool<face_halves> faces_of(const level_trace& level, const pool<drawn_triangle>& triangles,
                                         std::pmr::memory_resource* memory) {
    pool<face_halves> out{memory};
    for (std::uint32_t i = 0; i < triangles.size(); ++i) {
        const std::uint32_t face = level.faces[i];
        if (i != 0 && level.faces[i - 1] == face) {
            out.back().is_quad = true;
        } else {
            out.push_back({.face = face, .first = i});
        }
    }
    heap_sort(out, [](const face_halves& a, const face_halves& b) { return a.face < b.face; });
    return out;
}

// Returns the original vertex of a face's corner. `before`: the triangles of the original mesh.
[[nodiscard]] inline std::uint32_t corner_of(const pool<drawn_triangle>& before, const face_halves& face,
                                             std::size_t corner) noexcept {
    return corner < 3 ? before[face.first].corners[corner] : before[face.first + 1].corners[2];
}

// Finds the changed triangles of faces, first by their vertices, then by the points of these: an editor may give a
// corner another vertex. A triangle that was turned is the same.
template <class = when_used> class triangle_matcher {
public:
    triangle_matcher(pool<face_halves>& faces, const pool<drawn_triangle>& before, const pool<drawn_triangle>& now,
                     std::pmr::memory_resource* memory)
        : faces_(faces), before_(before), now_(now), known_(memory), wanted_(memory), is_taken_(now.size(), memory) {}

    // `name_before`, `name_now`: return the number that equal corners have, npos for none.
    template <class NameBefore, class NameNow>
    void match(const NameBefore& name_before, const NameNow& name_now) {
        for (const bool is_turned : {false, true}) {
            for (const std::size_t first_half : {std::size_t{0}, std::size_t{2}}) {
                match(name_before, name_now, first_half, is_turned);
            }
        }
    }
    [[nodiscard]] bool is_taken(std::uint32_t triangle) const noexcept { return is_taken_[triangle]; }
    void take(std::uint32_t triangle) { is_taken_[triangle] = true; }
    void release(std::uint32_t triangle) { is_taken_[triangle] = false; }

private:
    struct keyed_triangle {
        std::array<std::uint32_t, 3> corners; // the least first, in the order of the triangle
        std::uint32_t index;                  // of the triangle or the face
        std::uint8_t part;                    // of the face
    };
    [[nodiscard]] static bool less(const keyed_triangle& a, const keyed_triangle& b) noexcept {
        if (a.corners != b.corners) {
            return a.corners < b.corners;
        }
        return a.index != b.index ? a.index < b.index : a.part < b.part;
    }
    [[nodiscard]] static std::array<std::uint32_t, 3> rotated(std::array<std::uint32_t, 3> of) noexcept {
        const std::size_t least = of[0] <= of[1] && of[0] <= of[2] ? 0 : of[1] <= of[2] ? 1 : 2;
        return {of[least], of[(least + 1) % 3], of[(least + 2) % 3]};
    }

    template <class NameBefore, class NameNow>
    void match(const NameBefore& name_before, const NameNow& name_now, std::size_t first_half, bool is_turned) {
        known_.clear();
        wanted_.clear();
        for (std::uint32_t i = 0; i < faces_.size(); ++i) {
            add_halves(i, first_half, is_turned, name_before);
        }
        if (known_.empty()) {
            return;
        }
        for (std::uint32_t i = 0; i < now_.size(); ++i) {
            const auto& of = now_[i].corners;
            const std::array<std::uint32_t, 3> names{name_now(of[0]), name_now(of[1]), name_now(of[2])};
            if (!is_taken_[i] && names[0] != npos && names[1] != npos && names[2] != npos) {
                wanted_.push_back({rotated(names), i, 0});
            }
        }
        heap_sort(known_, less);
        heap_sort(wanted_, less);
        std::size_t next = 0;
        for (const keyed_triangle& each : known_) {
            while (next < wanted_.size() && wanted_[next].corners < each.corners) {
                ++next;
            }
            if (next < wanted_.size() && wanted_[next].corners == each.corners) {
                const std::uint32_t triangle = wanted_[next++].index;
                is_taken_[triangle] = true;
                faces_[each.index].now[each.part] = triangle;
                faces_[each.index].is_turned[each.part] = is_turned;
            }
        }
    }
    // Adds the halves of a face that are not found yet. The other diagonal counts if both halves of the first are
    // missing.
    template <class NameBefore>
    void add_halves(std::uint32_t number, std::size_t first_half, bool is_turned, const NameBefore& name_before) {
        const face_halves& face = faces_[number];
        const bool is_missing = face.now[0] == npos && face.now[1] == npos;
        if (first_half != 0 && !(face.is_quad && is_missing)) {
            return;
        }
        if (first_half == 0 && (face.now[2] != npos || face.now[3] != npos)) {
            return;
        }
        for (std::size_t half = first_half; half < first_half + (face.is_quad ? 2U : 1U); ++half) {
            if (face.now[half] != npos) {
                continue;
            }
            std::array<std::uint32_t, 3> names{};
            for (std::size_t i = 0; i < 3; ++i) {
                names[is_turned ? 2 - i : i] = name_before(corner_of(before_, face, corners_of_half[half][i]));
            }
            known_.push_back({rotated(names), number, static_cast<std::uint8_t>(half)});
        }
    }

public:
    // Returns the corner of a changed triangle that is a corner of a half. `name_before`, `name_now`: as for match().
    template <class NameBefore, class NameNow>
    [[nodiscard]] std::array<std::uint32_t, 3> aligned(const face_halves& face, std::size_t half,
                                                       const NameBefore& name_before, const NameNow& name_now) const {
        const std::array<std::uint32_t, 3>& of = now_[face.now[half]].corners;
        for (std::size_t turn = 0; turn < 3; ++turn) {
            std::array<std::uint32_t, 3> out{};
            bool fits = true;
            for (std::size_t i = 0; i < 3; ++i) {
                out[i] = of[(turn + (face.is_turned[half] ? 3 - i : i)) % 3];
                fits = fits && name_before(corner_of(before_, face, corners_of_half[half][i])) == name_now(out[i]);
            }
            if (fits) {
                return out;
            }
        }
        return {npos, npos, npos};
    }

private:
    pool<face_halves>& faces_;
    const pool<drawn_triangle>&before_, &now_;
    pool<keyed_triangle> known_, wanted_;
    pool<bool> is_taken_; // for each changed triangle
};

}}}} // namespace effigy::v0::p3d::impl
