// The triangles of a changed mesh in the order of the original.
#pragma once

#include <effigy/scene/reconcile/compare_vertices.hpp>

namespace effigy { inline namespace v0 { namespace impl {

using triangle_corners = std::array<std::uint32_t, 3>;

// Finds the triangles of the original in the changed mesh. Vertices of the result are those of the original, and new
// ones behind them: vertices of the changed mesh become `id_of`, and `origin_of` says which vertex an id was, or npos.
template <class = when_used> class triangle_merger {
    struct face {
        triangle_corners corners; // ids; of the changed mesh: its vertices
        std::uint32_t primitive, material;
        bool is_kept = false;
    };
    struct material_run {
        std::uint32_t material, primitive, first_face, face_count;
    };
    struct keyed_face {
        triangle_corners places;
        std::uint32_t material, face;

        [[nodiscard]] friend bool operator<(const keyed_face& a, const keyed_face& b) noexcept {
            return a.material != b.material ? a.material < b.material : a.places < b.places;
        }
    };

public:
    triangle_merger(reconcile_state& of, vertex_comparison<>& compare, const pool<std::uint32_t>& id_of,
                    const pool<std::uint32_t>& origin_of)
        : of_(of), compare_(compare), id_of_(id_of), origin_of_(origin_of), faces_(of.memory), sorted_(of.memory),
          starts_(of.memory), place_of_(of.memory), home_of_(compare.old().positions.size(), npos, of.memory),
          news_(of.memory), added_(of.memory) {}

    void run() {
        list_faces();
        keep_materials();
        if (match_in_order() != news_.size()) {
            find_places();
            sort_old();
            match();
        }
        keep_what_editors_drop();
    }

    [[nodiscard]] std::uint64_t added() const noexcept { return added_.size(); }
    [[nodiscard]] std::uint64_t removed() const noexcept { return removed_; }
    // Triangles that lack a material in the changed mesh, and keep that of the original.
    [[nodiscard]] std::uint64_t without_material() const noexcept { return without_material_; }
    [[nodiscard]] bool is_changed() const noexcept { return added() + removed() + recornered_ != 0; }

    // Calls use(id) for each corner of the result.
    template <class Use> void for_each_corner(const Use& use) const {
        for (const face& each : faces_) {
            for (std::size_t k = 0; each.is_kept && k < 3; ++k) {
                use(each.corners[k]);
            }
        }
        for (const face& each : added_) {
            for (const std::uint32_t id : each.corners) {
                use(id);
            }
        }
    }
    // Writes the runs of triangles. Primitives that have lost all triangles are left out.
    void write(scene::mesh& to) {
        sort_added();
        const scene::list<scene::primitive> old{compare_.old().primitives, of_.memory}; // may be those of `to`
        to.indices.clear();
        to.primitives.clear();
        std::size_t next = 0, next_added = 0;
        for (std::uint32_t p = 0; p < old.size(); ++p) {
            const std::size_t first = to.indices.size();
            for (; next < faces_.size() && faces_[next].primitive == p; ++next) {
                if (faces_[next].is_kept) {
                    to.indices.append(faces_[next].corners);
                }
            }
            for (; next_added < added_.size() && added_[next_added].primitive == p; ++next_added) {
                to.indices.append(added_[next_added].corners);
            }
            add_run(to, first, old[p].material, old[p].index_count == 0);
        }
        while (next_added < added_.size()) { // of materials that this mesh did not have
            const std::uint32_t material = added_[next_added].material;
            const std::size_t first = to.indices.size();
            for (; next_added < added_.size() && added_[next_added].material == material; ++next_added) {
                to.indices.append(added_[next_added].corners);
            }
            add_run(to, first, material, false);
        }
    }

private:
    static void add_run(scene::mesh& to, std::size_t first, std::uint32_t material, bool also_empty) {
        if (const std::size_t count = to.indices.size() - first; count != 0 || also_empty) {
            to.primitives.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count), material});
        }
    }
    // Numbers of the first vertex with the same position: editors may exchange such vertices.
    void find_places() {
        const scene::list<vector3<float>>& positions = compare_.old().positions;
        pool<std::uint32_t> order{of_.memory};
        for (std::uint32_t i = 0; i < positions.size(); ++i) {
            order.push_back(i);
        }
        const auto is_before = [&](std::uint32_t a, std::uint32_t b) {
            const vector3<float>& p = positions[a];
            const vector3<float>& q = positions[b];
            return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z < q.z;
        };
        heap_sort(order,
                  [&](std::uint32_t a, std::uint32_t b) { return is_before(a, b) || (!is_before(b, a) && a < b); });
        place_of_.append(positions.size(), npos);
        for (std::size_t i = 0; i < order.size(); ++i) {
            const bool is_same = i != 0 && positions[order[i - 1]] == positions[order[i]];
            place_of_[order[i]] = is_same ? place_of_[order[i - 1]] : order[i];
        }
    }
    // Rotated so that the smallest number is first.
    [[nodiscard]] static triangle_corners rotated(const triangle_corners& of, std::size_t by) noexcept {
        return {of[by % 3], of[(by + 1) % 3], of[(by + 2) % 3]};
    }
    [[nodiscard]] static triangle_corners canonical(const triangle_corners& of) noexcept {
        triangle_corners out = of;
        for (std::size_t by = 1; by < 3; ++by) {
            const triangle_corners other = rotated(of, by);
            out = other < out ? other : out;
        }
        return out;
    }
    // Returns the primitives of a mesh, sorted by material.
    template <class MaterialOf>
    [[nodiscard]] pool<material_run> list(const scene::mesh& of, const MaterialOf& material_of, pool<face>& to) const {
        pool<material_run> out{of_.memory};
        for (std::uint32_t p = 0; p < of.primitives.size(); ++p) {
            const scene::primitive& drawn = of.primitives[p];
            const std::uint32_t material = drawn.material != npos ? material_of(drawn.material) : npos;
            out.push_back({material, p, static_cast<std::uint32_t>(to.size()), drawn.index_count / 3});
            for (std::uint32_t i = 0; i < drawn.index_count; i += 3) {
                const auto at = [&](std::uint32_t k) { return of.indices[std::size_t{drawn.first_index} + i + k]; };
                to.push_back({{at(0), at(1), at(2)}, p, material});
            }
        }
        heap_sort(out, [](const material_run& a, const material_run& b) {
            return a.material != b.material ? a.material < b.material : a.primitive < b.primitive;
        });
        return out;
    }
    void list_faces() {
        materials_ = list(compare_.old(), [](std::uint32_t material) { return material; }, faces_);
        for (const face& each : faces_) {
            for (const std::uint32_t id : each.corners) {
                home_of_[id] = each.primitive;
            }
        }
        new_materials_ =
            list(compare_.changed(), [&](std::uint32_t material) { return of_.material_of[material]; }, news_);
    }
    // A triangle without a material, such as all of those whose material was deleted, keeps the one that it had: that
    // of the original triangle with these vertices or, if there is none, of a triangle at one of them.
    void keep_materials() {
        struct known_face {
            triangle_corners corners;
            std::uint32_t material;
        };
        pool<known_face> known{of_.memory};
        bool is_sorted = false;
        for (face& each : news_) {
            if (each.material != npos) {
                continue;
            }
            if (!is_sorted) {
                for (const face& old : faces_) {
                    known.push_back({canonical(old.corners), old.material});
                }
                heap_sort(known, [](const known_face& a, const known_face& b) { return a.corners < b.corners; });
                is_sorted = true;
            }
            triangle_corners was{};
            std::uint32_t home = npos;
            for (std::size_t k = 0; k < 3; ++k) {
                was[k] = origin_of_[id_of_[each.corners[k]]];
                home = home == npos && was[k] != npos ? home_of_[was[k]] : home;
            }
            was = canonical(was);
            const std::size_t at = count_before(known, [&](const known_face& old) { return old.corners < was; });
            each.material = at < known.size() && known[at].corners == was ? known[at].material
                            : home != npos                                ? compare_.old().primitives[home].material
                                                                          : npos;
            without_material_ += each.material != npos ? 1U : 0U;
        }
    }
    // Most triangles have the same corners and the same order as in the original: these need no search. Returns how
    // many.
    [[nodiscard]] std::size_t match_in_order() {
        constexpr std::size_t most_skipped = 8;
        const auto in_order = [&](const pool<material_run>& runs) {
            pool<std::uint32_t> out{of_.memory};
            for (const material_run& each : runs) {
                for (std::uint32_t i = 0; i < each.face_count; ++i) {
                    out.push_back(each.first_face + i);
                }
            }
            return out;
        };
        const pool<std::uint32_t> olds = in_order(materials_);
        std::size_t next = 0, kept = 0;
        for (const std::uint32_t number : in_order(new_materials_)) {
            face& wanted = news_[number];
            const std::size_t end = olds.size() - next > most_skipped ? next + most_skipped : olds.size();
            std::size_t at = next;
            while (at < end && !(faces_[olds[at]].material == wanted.material &&
                                 are_same(wanted.corners, faces_[olds[at]].corners))) {
                ++at;
            }
            if (at < end) {
                faces_[olds[at]].is_kept = wanted.is_kept = true;
                next = at + 1;
                ++kept;
            }
        }
        return kept;
    }
    void sort_old() {
        for (std::uint32_t i = 0; i < faces_.size(); ++i) {
            const triangle_corners& ids = faces_[i].corners;
            if (!faces_[i].is_kept) {
                sorted_.push_back(
                    {canonical({place_of_[ids[0]], place_of_[ids[1]], place_of_[ids[2]]}), faces_[i].material, i});
            }
        }
        heap_sort(sorted_,
                  [](const keyed_face& a, const keyed_face& b) { return a < b || (!(b < a) && a.face < b.face); });
        for (std::uint32_t i = 0; i < sorted_.size(); ++i) {
            starts_.push_back(i);
        }
    }

    // How well the corners of a triangle of the changed mesh are those of one of the original: 3 per corner that is the
    // same vertex, 2 if it has the same values, 1 if it was the same vertex; 0 if a corner is none of these.
    [[nodiscard]] int fit(const triangle_corners& vertices, const triangle_corners& ids) {
        int out = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t id = id_of_[vertices[k]];
            const int here = id == ids[k]                                     ? 3
                             : compare_.differences(vertices[k], ids[k]) == 0 ? 2
                             : origin_of_[id] == ids[k]                       ? 1
                                                                              : 0;
            if (here == 0) {
                return 0;
            }
            out += here;
        }
        return out;
    }
    static constexpr int best_fit = 9;

    void match() {
        for (const int least : {best_fit, 1}) {
            for (face& each : news_) {
                each.is_kept = each.is_kept || find(each, least);
            }
        }
        for (const face& each : news_) {
            if (!each.is_kept) {
                add(each);
            }
        }
    }
    [[nodiscard]] bool find(const face& wanted, int least) {
        triangle_corners places{};
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t origin = origin_of_[id_of_[wanted.corners[k]]];
            if (origin == npos) {
                return false;
            }
            places[k] = place_of_[origin];
        }
        const keyed_face key{canonical(places), wanted.material, 0};
        const std::size_t group = count_before(sorted_, [&](const keyed_face& each) { return each < key; });
        if (group == sorted_.size()) {
            return false;
        }
        const auto is_in_group = [&](std::size_t i) { return i < sorted_.size() && !(key < sorted_[i]); };
        std::uint32_t& start = starts_[group]; // behind what is matched already
        while (is_in_group(start) && faces_[sorted_[start].face].is_kept) {
            ++start;
        }
        constexpr std::size_t most_compared = 64;
        int best = 0;
        std::uint32_t found = npos;
        std::size_t turn = 0;
        for (std::size_t i = start; is_in_group(i) && i - start < most_compared && best < best_fit; ++i) {
            const face& old = faces_[sorted_[i].face];
            for (std::size_t by = 0; by < 3 && !old.is_kept && best < best_fit; ++by) {
                const triangle_corners vertices = rotated(wanted.corners, by);
                const int here = least == best_fit && !are_same(vertices, old.corners) ? 0 : fit(vertices, old.corners);
                if (here > best) {
                    best = here;
                    found = sorted_[i].face;
                    turn = by;
                }
            }
        }
        if (best < least) {
            return false;
        }
        keep(faces_[found], rotated(wanted.corners, turn));
        return true;
    }
    [[nodiscard]] bool are_same(const triangle_corners& vertices, const triangle_corners& ids) const {
        return id_of_[vertices[0]] == ids[0] && id_of_[vertices[1]] == ids[1] && id_of_[vertices[2]] == ids[2];
    }
    void keep(face& old, const triangle_corners& vertices) {
        old.is_kept = true;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t id = id_of_[vertices[k]];
            if (id != old.corners[k] && compare_.differences(vertices[k], old.corners[k]) != 0) {
                old.corners[k] = id;
                ++recornered_;
            }
        }
    }
    // A new triangle comes after those of its material: in the primitive of a neighbour, or in the last one.
    void add(const face& from) {
        const scene::list<scene::primitive>& old = compare_.old().primitives;
        face made{{id_of_[from.corners[0]], id_of_[from.corners[1]], id_of_[from.corners[2]]}, npos, from.material};
        for (const std::uint32_t id : made.corners) {
            const std::uint32_t home = origin_of_[id] != npos ? home_of_[origin_of_[id]] : npos;
            if (made.primitive == npos && home != npos && old[home].material == from.material) {
                made.primitive = home;
            }
        }
        if (made.primitive == npos) {
            made.primitive = last_with(from.material);
        }
        added_.push_back(made);
    }
    [[nodiscard]] std::uint32_t last_with(std::uint32_t material) const {
        const std::size_t after =
            count_before(materials_, [&](const material_run& each) { return each.material <= material; });
        return after != 0 && materials_[after - 1].material == material ? materials_[after - 1].primitive : npos;
    }
    void sort_added() {
        pool<std::uint32_t> order{of_.memory};
        for (std::uint32_t i = 0; i < added_.size(); ++i) {
            order.push_back(i);
        }
        heap_sort(order, [&](std::uint32_t a, std::uint32_t b) {
            const face& p = added_[a];
            const face& q = added_[b];
            return p.primitive != q.primitive                        ? p.primitive < q.primitive
                   : p.primitive == npos && p.material != q.material ? p.material < q.material
                                                                     : a < b;
        });
        pool<face> sorted{of_.memory};
        sorted.reserve(order.size());
        for (const std::uint32_t i : order) {
            sorted.push_back(added_[i]);
        }
        added_.swap(sorted);
    }

    // Blender drops triangles with two equal corners, and all but one of those with the same vertices in any order.
    void keep_what_editors_drop() {
        const auto in_order = [](triangle_corners ids) {
            const auto sort_two = [&](std::size_t a, std::size_t b) {
                if (ids[b] < ids[a]) {
                    std::swap(ids[a], ids[b]);
                }
            };
            sort_two(0, 1);
            sort_two(1, 2);
            sort_two(0, 1);
            return ids;
        };
        const auto is_degenerate = [](const triangle_corners& ids) {
            return ids[0] == ids[1] || ids[1] == ids[2] || ids[2] == ids[0];
        };
        bool is_all_kept = true;
        for (const face& old : faces_) {
            is_all_kept = is_all_kept && old.is_kept;
        }
        if (is_all_kept) {
            return;
        }
        pool<triangle_corners> known{of_.memory};
        const std::size_t count = compare_.old().positions.size();
        pool<bool> was_used(count, of_.memory), is_used(count, of_.memory);
        for (const face& old : faces_) {
            for (const std::uint32_t id : old.corners) {
                if (id < count && !is_degenerate(old.corners)) {
                    was_used[id] = true;
                    is_used[id] = is_used[id] || old.is_kept;
                }
            }
            if (old.is_kept) {
                known.push_back(in_order(old.corners));
            }
        }
        heap_sort(known);
        for (face& old : faces_) {
            if (old.is_kept) {
                continue;
            }
            const triangle_corners ids = in_order(old.corners);
            const std::size_t at = count_before(known, [&](const triangle_corners& each) { return each < ids; });
            old.is_kept = at < known.size() && known[at] == ids;
            if (is_degenerate(ids)) {
                bool is_left = true;
                for (const std::uint32_t id : ids) {
                    is_left = is_left && (!was_used[id] || is_used[id]);
                }
                old.is_kept = is_left;
            }
            removed_ += old.is_kept ? 0U : 1U;
        }
    }

    reconcile_state& of_;
    vertex_comparison<>& compare_;
    const pool<std::uint32_t>& id_of_;
    const pool<std::uint32_t>& origin_of_;
    pool<face> faces_;           // of the original
    pool<keyed_face> sorted_;    // those that are not in order
    pool<std::uint32_t> starts_; // per element of sorted_ that is the first of its key
    pool<std::uint32_t> place_of_;
    pool<std::uint32_t> home_of_; // per vertex: the last primitive that uses it
    pool<face> news_;             // of the changed mesh
    pool<face> added_;            // the corners are ids
    std::uint64_t removed_ = 0, recornered_ = 0, without_material_ = 0;
    pool<material_run> materials_{of_.memory}, new_materials_{of_.memory}; // of the primitives, sorted
};

}}} // namespace effigy::v0::impl
