// What vertices that joined a level's mesh from another level bring along: faces and selections.
#pragma once

#include <effigy/p3d/apply/triangles.hpp>
#include <effigy/p3d/view/proxy.hpp>

#include <algorithm>
#include <optional>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

// A face of another level, and the changed vertices of its corners.
struct joined_face {
    std::uint32_t face, material; // of the other level, of the original scene
    std::uint32_t count;
    std::array<std::uint32_t, 4> vertices;
    std::array<std::uint32_t, 2> triangles; // changed ones
};

// Finds the faces of another level all of whose triangles joined a mesh.
template <class = when_used> class joined_faces {
public:
    // `before`: the other level's mesh; `now`: the triangles of the changed mesh.
    joined_faces(const level_mesh<>& mesh, const level_trace& level, const scene::mesh& before,
                 const pool<drawn_triangle>& now, std::pmr::memory_resource* memory)
        : mesh_(mesh), level_(level), before_(triangles_of(before, memory)), now_(now),
          faces_(faces_of(level, before_, memory)), matcher_(faces_, before_, now, memory) {
        matcher_.match(same, [&](std::uint32_t vertex) { return joined(vertex); });
    }
    // Calls use(joined_face) for each. `are_one`: whether two changed vertices can be one corner.
    template <class AreOne, class Use> void for_each(const AreOne& are_one, const Use& use) const {
        for (const face_halves& each : faces_) {
            const std::size_t last = each.is_quad ? 1 : 0;
            const std::uint32_t a = each.now[0], b = each.now[last];
            if (a == npos || b == npos || now_[a].material != now_[b].material ||
                each.is_turned[0] != each.is_turned[last]) {
                continue;
            }
            joined_face made{
                each.face, before_[each.first].material, each.is_quad ? 4U : 3U, {npos, npos, npos, npos}, {a, b}};
            bool agree = true;
            for (std::size_t half = 0; half <= last; ++half) {
                const auto found =
                    matcher_.aligned(each, half, same, [&](std::uint32_t vertex) { return joined(vertex); });
                for (std::size_t k = 0; k < 3; ++k) {
                    const std::size_t corner = corners_of_half[half][k];
                    std::uint32_t& vertex =
                        made.vertices[each.is_turned[0] ? (made.count - corner) % made.count : corner];
                    agree = agree && (vertex == npos || are_one(vertex, found[k]));
                    vertex = found[k];
                }
            }
            if (agree) {
                use(made);
            }
        }
    }

private:
    static constexpr auto same = [](std::uint32_t vertex) { return vertex; };
    [[nodiscard]] std::uint32_t joined(std::uint32_t vertex) const noexcept {
        const joined_vertex from = mesh_.joined(vertex);
        return from.level == &level_ ? from.vertex : npos;
    }

    const level_mesh<>& mesh_;
    const level_trace& level_;
    pool<drawn_triangle> before_;
    const pool<drawn_triangle>& now_;
    pool<face_halves> faces_;
    triangle_matcher<> matcher_;
};

// Weights in 255 steps, as attributes have them, and as a file stores them.
[[nodiscard]] inline std::uint8_t share_of(u8 stored) noexcept { return static_cast<std::uint8_t>(0U - stored); }
[[nodiscard]] inline u8 stored_share(std::uint8_t share) noexcept { return static_cast<u8>(0U - share); }

inline constexpr std::uint8_t whole_share = 254; // up to rounding

// What a new face needs at each point to be in a selection that has faces: the least weight that one of these has at
// all of its points. So the faces around a selection of whole points stay outside after a subdivision, where new points
// between have fractions. 0: the selection has no faces.
template <class = when_used>
[[nodiscard]] std::uint8_t least_share(const p3d::selection& of, std::span<const owned_face> faces) {
    const array<u8> points = of.point_bytes(), selected = of.face_bytes();
    std::uint8_t out = 0;
    for (std::size_t i = 0; i < faces.size() && i < selected.size(); ++i) {
        if (selected[i] == 0) {
            continue;
        }
        std::uint8_t least = whole_share;
        for (const owned_corner& each : faces[i].corners()) {
            least = each.point < points.size() ? std::min<std::uint8_t>(least, share_of(points[each.point]))
                                               : std::uint8_t{0};
        }
        out = out == 0 ? whole_share : out;
        out = least != 0 ? std::min<std::uint8_t>(out, least) : out; // some faces are in it without their points
    }
    return out;
}

// The selections of other levels that vertices were in, by name.
template <class = when_used> class joined_selections {
public:
    joined_selections(const owned_model& model, std::pmr::memory_resource* memory)
        : model_(model), all_(memory), names_(memory) {}

    // `id_of(name, true)` returns the id of a selection; it may keep the name.
    template <class IdOf>
    void find(const pool<const level_trace*>& levels, const pool<joined_vertex>& joined, const IdOf& id_of) {
        std::size_t most = 0;
        for (const level_trace* const each : levels) {
            most += lod(*each).tags.count;
        }
        names_.reserve(most);
        for (const level_trace* const each : levels) {
            find(*each, joined, id_of);
        }
        heap_sort(all_, [](const joined_tag& a, const joined_tag& b) { return a.id < b.id; });
    }
    // Returns the byte that a vertex had in the selection of its level that has an id here.
    [[nodiscard]] u8 weight(const joined_vertex& of, std::uint32_t id) const {
        u8 out{0};
        for_each(id, [&](const joined_tag& each) {
            if (each.level == of.level) {
                const array<u8> points = model_.tag(lod(*each.level), each.tag).selection().point_bytes();
                out = of.point() < points.size() ? points[of.point()] : out;
            }
        });
        return out;
    }
    // Returns what least_share() does, of all of these; none if there are none.
    [[nodiscard]] std::optional<std::uint8_t> least(std::uint32_t id) const {
        std::optional<std::uint8_t> out;
        for_each(id, [&](const joined_tag& each) {
            out = out && *out != 0 && (each.least == 0 || *out < each.least) ? *out : each.least;
        });
        return out;
    }

private:
    struct joined_tag {
        std::uint32_t id;
        const level_trace* level;
        std::uint32_t tag;
        std::uint8_t least;
    };

    // The levels are in the model as they were.
    [[nodiscard]] const owned_lod& lod(const level_trace& of) const noexcept {
        return model_.get(model_.lods)[of.level];
    }
    template <class Use> void for_each(std::uint32_t id, const Use& use) const {
        const auto is_before = [&](const joined_tag& each) { return each.id < id; };
        for (std::size_t i = count_before(all_, is_before); i < all_.size() && all_[i].id == id; ++i) {
            use(all_[i]);
        }
    }
    template <class IdOf>
    void find(const level_trace& level, const pool<joined_vertex>& joined, const IdOf& id_of) {
        for (std::uint32_t i = 0; i < lod(level).tags.count; ++i) {
            const p3d::tag tag = model_.tag(lod(level), i);
            const p3d::selection part = tag.kind() == tag_kind::selection ? tag.selection() : p3d::selection{};
            if (part.name().empty() || proxy_of(part.name())) {
                continue;
            }
            const array<u8> points = part.point_bytes();
            bool has_any = false;
            for (std::size_t k = 0; k < joined.size() && !has_any; ++k) {
                has_any =
                    joined[k].level == &level && joined[k].point() < points.size() && points[joined[k].point()] != 0;
            }
            if (!has_any) {
                continue;
            }
            const std::uint8_t least = least_share(part, model_.get(lod(level).faces));
            const scene::text& name = names_.emplace_back(part.name()); // the model's own texts move
            all_.push_back({id_of(name, true), &level, i, least});
        }
    }

    const owned_model& model_;
    pool<joined_tag> all_;    // by id
    pool<scene::text> names_; // reserved, since they are referred to
};

}}}} // namespace effigy::v0::p3d::impl
