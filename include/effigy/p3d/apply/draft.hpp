// A level while it changes: lists in which each element says which old one it was.
#pragma once

#include <effigy/p3d/apply/vertices.hpp>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

struct draft_point {
    owned_point value;
    std::uint32_t from = npos;   // old point whose weights, masses and frames it has
    std::uint32_t vertex = npos; // of the changed mesh, which says what differs from these
    bool is_moved = false;       // in all frames, by as much as from the old position to `value`
    bool is_deleted = false;
    std::uint32_t first = npos; // of the vertices of the changed mesh that are this point; see level_draft::next
};
struct draft_face {
    owned_face value;                                     // of points of the draft
    std::uint32_t from = npos;                            // old face whose selections it has
    std::uint32_t vertices[4] = {npos, npos, npos, npos}; // of the changed mesh
    std::uint32_t corners[4] = {npos, npos, npos, npos};  // old corners whose texture coordinates they have
    bool is_deleted = false;
};
// Points and a face that a selection has from now on.
struct draft_selection {
    std::uint32_t tag = npos; // npos: it is new
    scene::text name;         // of a new one
    std::uint32_t point = npos, face = npos;

    explicit draft_selection(std::pmr::memory_resource* memory) : name(memory) {}
};
struct draft_tag {
    std::uint32_t tag;
    scene::text name; // its new name; empty: it is deleted

    draft_tag(std::uint32_t number, std::string_view renamed, std::pmr::memory_resource* memory)
        : tag(number), name(renamed, memory) {}
};

struct level_draft {
    pool<draft_point> points; // first the old ones
    pool<draft_face> faces;
    pool<draft_selection> selections;
    pool<draft_tag> tags;     // those that change their name, or go
    pool<std::uint32_t> next; // for each vertex of the changed mesh: the next one of its point, or npos

    explicit level_draft(std::pmr::memory_resource* memory) noexcept
        : points(memory), faces(memory), selections(memory), tags(memory), next(memory) {}

    // Adds a copy of a point, or a new one.
    std::uint32_t add_point(std::uint32_t from, std::uint32_t vertex) {
        draft_point made;
        if (from != npos) {
            made = points[from];
            made.first = npos;
            made.is_deleted = false;
        }
        made.vertex = vertex;
        points.push_back(made);
        return static_cast<std::uint32_t>(points.size() - 1);
    }
};

// The points of a changed mesh's vertices. Vertices of an old point that agree in all that a point has stay its
// vertices: if any of them is as before, these stay; else the first one that is where it was, or the first one and
// those that agree with it. The others get points of their own, copies of the old one. New vertices get the point at
// their position, or a new one.
template <class = when_used> class point_assigner {
public:
    point_assigner(const level_mesh<>& mesh, std::span<const owned_point> old, const pool<std::uint32_t>* old_points,
                   level_draft& draft, std::pmr::memory_resource* memory)
        : mesh_(mesh), old_(old), old_points_(old_points), draft_(draft), old_count_(draft.points.size()),
          memory_(memory), stays_(draft.points.size(), memory), next_(memory), points_(memory) {}

    // Returns the number of each vertex's point in the draft.
    [[nodiscard]] pool<std::uint32_t> assign() {
        points_.assign(mesh_.size(), npos);
        next_.assign(old_count_, npos);
        for (std::uint32_t v = 0; v < mesh_.size(); ++v) {
            if (const std::uint32_t point = old_point(v); point != npos && !mesh_.is_new_point(v)) {
                stays_[point] = true;
                points_[v] = point;
            }
        }
        bool has_new = false;
        for (const bool is_moved : {false, true}) {
            for (std::uint32_t v = 0; v < mesh_.size(); ++v) {
                if (points_[v] != npos || mesh_.has_new_position(v) != is_moved) {
                    continue;
                }
                if (const std::uint32_t point = old_point(v); point != npos) {
                    points_[v] = differing(point, v);
                } else {
                    has_new = true;
                }
            }
        }
        if (has_new) {
            add_new();
        }
        return std::move(points_);
    }

private:
    static constexpr int most_compared = 64; // points that one old point becomes

    [[nodiscard]] std::uint32_t old_point(std::uint32_t vertex) const noexcept {
        const std::uint32_t origin = mesh_.origin(vertex);
        const std::uint32_t out = origin != npos && old_points_ != nullptr ? (*old_points_)[origin] : npos;
        return out < old_count_ ? out : npos;
    }
    // Returns the point of a vertex that differs from its old point.
    [[nodiscard]] std::uint32_t differing(std::uint32_t point, std::uint32_t vertex) {
        if (!stays_[point] && draft_.points[point].vertex == npos) {
            draft_.points[point].vertex = vertex;
            place(point);
            return point;
        }
        int left = most_compared;
        std::uint32_t last = point;
        for (std::uint32_t at = point; at != npos && left != 0; at = next_[at], --left) {
            if (const std::uint32_t other = draft_.points[at].vertex;
                other != npos && mesh_.are_one_point(other, vertex)) {
                return at;
            }
            last = at;
        }
        const std::uint32_t out = draft_.add_point(point, vertex);
        draft_.points[out].value = old_[point];
        next_.push_back(next_[last]);
        next_[last] = out;
        place(out);
        return out;
    }
    void place(std::uint32_t point) {
        draft_point& of = draft_.points[point];
        if (mesh_.has_new_position(of.vertex)) {
            const vector3<float> made = mesh_.position(of.vertex);
            of.value.position = of.value.position == made ? vector3<float>{of.value.position} : made; // -0 stays
        }
    }
    // Vertices that joined from another level are one point if they were.
    void add_new() {
        using key = std::array<std::uint32_t, 5>;
        numbers_by_key<key> known{memory_};
        const auto key_of = [&](std::uint32_t v) {
            const vector3<float>& at = mesh_.now().positions[v];
            const joined_vertex from = mesh_.joined(v);
            return key{std::bit_cast<std::uint32_t>(at.x + 0.0F), std::bit_cast<std::uint32_t>(at.y + 0.0F),
                       std::bit_cast<std::uint32_t>(at.z + 0.0F), // -0 is 0
                       from.level != nullptr ? from.level->level : npos, from.point()};
        };
        for (std::uint32_t v = 0; v < mesh_.size(); ++v) {
            const key at = key_of(v);
            if (points_[v] != npos && !known.contains(at)) {
                known.add(at, v);
            }
        }
        for (std::uint32_t v = 0; v < mesh_.size(); ++v) {
            if (points_[v] != npos) {
                continue;
            }
            const key at = key_of(v);
            const std::uint32_t other = known.find(at);
            if (other != npos && mesh_.are_one_point(other, v)) {
                points_[v] = points_[other];
                continue;
            }
            points_[v] = draft_.add_point(npos, v);
            place(points_[v]);
            if (other == npos) {
                known.add(at, v);
            }
        }
    }

    const level_mesh<>& mesh_;
    std::span<const owned_point> old_;
    const pool<std::uint32_t>* old_points_; // of the original vertices; null: the level is new
    level_draft& draft_;
    std::size_t old_count_;
    std::pmr::memory_resource* memory_;
    pool<bool> stays_;           // whether an old point has a vertex that is as before
    pool<std::uint32_t> next_;   // for each point: the next point that was the same
    pool<std::uint32_t> points_; // of vertices
};

// The masses of a draft's points. The points that one point became share its mass. A new point has none, unless all are
// new: these share the whole (`is_spread`).
[[nodiscard]] inline pool<f32<>> masses_of(const level_draft& of, const array<f32<>>& old, bool& is_spread,
                                           std::pmr::memory_resource* memory) {
    pool<std::uint32_t> copies{old.size(), memory};
    bool are_new = true;
    for (const draft_point& each : of.points) {
        if (each.from != npos) {
            ++copies[each.from];
            are_new = false;
        }
    }
    float part = 0;
    for (std::size_t i = 0; i < old.size() && are_new; ++i) {
        part += old[i].get() / static_cast<float>(of.points.size());
    }
    is_spread = part != 0;
    pool<f32<>> out{memory};
    for (const draft_point& each : of.points) {
        const bool is_old = each.from != npos; // or a copy
        out.push_back(f32<>::of(is_old ? old[each.from].get() / static_cast<float>(copies[each.from]) : part));
    }
    return out;
}

}}}} // namespace effigy::v0::p3d::impl
