// Which vertex of a changed mesh is which vertex of the original.
#pragma once

#include <effigy/scene/reconcile/compare_vertices.hpp>
#include <effigy/scene/reconcile/old_triangles.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// Finds points that are near another one, in logarithmic time.
template <class = when_used> class point_grid {
    struct cell_point {
        std::uint64_t cell;
        std::uint32_t point;
    };
    static constexpr std::size_t most_compared = 64; // of a cell

public:
    point_grid(const pool<vector3<double>>& points, double reach, std::pmr::memory_resource* memory)
        : entries_(memory), reach_(reach) {
        entries_.reserve(points.size());
        for (std::uint32_t i = 0; i < points.size(); ++i) {
            entries_.push_back({cell_of(points[i]), i});
        }
        heap_sort(entries_, [](const cell_point& a, const cell_point& b) {
            return a.cell != b.cell ? a.cell < b.cell : a.point < b.point;
        });
    }
    // Calls visit(number) for the points in the cells around a point.
    template <class Visit> void for_each_around(const vector3<double>& at, const Visit& visit) const {
        std::array<std::uint64_t, 8> cells{};
        std::size_t count = 0;
        for (std::uint32_t corner = 0; corner < 8; ++corner) {
            const auto shift = [&](std::uint32_t bit) { return (corner & bit) != 0 ? reach_ : -reach_; };
            const std::uint64_t cell = cell_of(at + vector3<double>{shift(1), shift(2), shift(4)});
            std::size_t known = 0;
            while (known < count && cells[known] != cell) {
                ++known;
            }
            if (known < count) {
                continue;
            }
            cells[count++] = cell;
            const std::size_t first = count_before(entries_, [&](const cell_point& each) { return each.cell < cell; });
            for (std::size_t i = first; i < entries_.size() && entries_[i].cell == cell && i - first < most_compared;
                 ++i) {
                visit(entries_[i].point);
            }
        }
    }

private:
    [[nodiscard]] std::uint64_t cell_of(const vector3<double>& at) const noexcept {
        std::uint64_t out = 0;
        for (const double each : {at.x, at.y, at.z}) {
            constexpr double most = 4e18;
            const double cell = each / (4 * reach_);
            const double limited = cell > most ? most : cell > -most ? cell : -most;
            const auto whole = static_cast<std::int64_t>(limited);
            const std::int64_t floor = static_cast<double>(whole) > limited ? whole - 1 : whole;
            out = (out ^ static_cast<std::uint64_t>(floor)) * 0x9E37'79B9'7F4A'7C15U;
            out ^= out >> 29U;
        }
        return out;
    }

    pool<cell_point> entries_;
    double reach_;
};

// Fills mesh_pair::from.
template <class = when_used> class vertex_matcher {
public:
    vertex_matcher(reconcile_state& of, skin_space<>& space, mesh_pair& pair)
        : of_(of), space_(space), pair_(pair), changed_(of.changed.meshes[pair.new_mesh]),
          old_(of.original.meshes[pair.old_mesh]) {}

    // Returns how many vertices are where a rule expects them.
    [[nodiscard]] std::size_t fits(skin_rule rule) {
        space_.begin(pair_.new_node, pair_.new_skin, pair_.old_skin, rule);
        return matches();
    }
    // Precondition: mesh_pair::rule is chosen.
    void run() {
        space_.begin(pair_.new_node, pair_.new_skin, pair_.old_skin, pair_.rule);
        if (!pair_.is_grafted) {
            space_.settle(pair_.rule, pair_.keeps_positions);
        }
        pair_.from = pool<std::uint32_t>(changed_.positions.size(), npos, of_.memory);
        if (!changed_.origins.empty()) {
            match_origins();
        } else {
            vertex_comparison<> compare{of_, space_, changed_, old_};
            match_positions(compare);
            match_in_order(compare);
            match_by_triangles(compare);
        }
    }

private:
    [[nodiscard]] std::size_t matches() {
        const vertex_comparison<> compare{of_, space_, changed_, old_};
        std::size_t out = 0;
        if (!changed_.origins.empty()) {
            for (std::uint32_t i = 0; i < changed_.origins.size(); ++i) {
                const std::uint32_t old = origin_of(i);
                out += old != npos && compare.has_same_position(i, old) ? 1U : 0U;
            }
            return out;
        }
        const point_grid<> grid{compare.expected(), compare.reach(), of_.memory};
        for (std::uint32_t i = 0; i < changed_.positions.size(); ++i) {
            bool is_found = false;
            grid.for_each_around(to_real<double>(changed_.positions[i]),
                                 [&](std::uint32_t old) { is_found = is_found || compare.has_same_position(i, old); });
            out += is_found ? 1U : 0U;
        }
        return out;
    }
    [[nodiscard]] std::uint32_t origin_of(std::uint32_t vertex) const {
        const scene::origin& from = changed_.origins[vertex];
        return from.mesh == pair_.old_mesh && from.vertex < old_.positions.size() ? from.vertex : npos;
    }
    void match_origins() {
        std::uint64_t joined = 0;
        std::uint32_t other = npos;
        const vertex_comparison<> compare{of_, space_, changed_, old_};
        mixture_finder<> finder{of_.original, of_.memory};
        for (std::uint32_t i = 0; i < changed_.origins.size(); ++i) {
            const std::uint32_t old = origin_of(i);
            const bool is_there = old == npos || compare.has_same_position(i, old);
            pair_.from[i] = !is_there && is_made_between(i, finder) ? npos : old;
            const std::uint32_t mesh = changed_.origins[i].mesh;
            if (mesh != pair_.old_mesh && mesh < of_.original.meshes.size()) {
                other = mesh;
                ++joined;
            }
        }
        if (joined != 0) {
            of_.say(remark_kind::changed, "mesh", of_.original.meshes[other].name, "vertices joined another mesh",
                    joined);
        }
    }

    // Whether a vertex is exactly where an editor would have made it between others, and got this number by chance.
    [[nodiscard]] bool is_made_between(std::uint32_t vertex, mixture_finder<>& finder) const {
        const scene::origin& claimed = changed_.origins[vertex];
        if (claimed.proof == 0) {
            return false;
        }
        const vector3<float> at =
            space_.is_same() ? changed_.positions[vertex]
                             : to_real<float>(transform_point(inverse(space_.for_new_vertex(changed_, vertex)).matrix,
                                                              to_real<double>(changed_.positions[vertex])));
        constexpr double exact = 1e-3;
        const mixture found = finder.find(texcoord_of(claimed), at);
        bool out = found && found.agrees && found.distance < exact;
        for (const std::uint32_t each : found.vertices) {
            out = out && each != claimed.vertex;
        }
        return out;
    }

    void match_positions(vertex_comparison<>& compare) {
        const point_grid<> grid{compare.expected(), compare.reach(), of_.memory};
        for (std::uint32_t i = 0; i < changed_.positions.size(); ++i) {
            double least = 0;
            std::uint32_t& found = pair_.from[i];
            grid.for_each_around(to_real<double>(changed_.positions[i]), [&](std::uint32_t old) {
                if (compare.has_same_position(i, old)) {
                    const double away = compare.distance(i, old);
                    if (found == npos || away < least) {
                        found = old;
                        least = away;
                    }
                }
            });
        }
    }

    // Most editors keep the order of triangles. If at least half of the corners match in order, the others do, too.
    void match_in_order(vertex_comparison<>& compare) {
        const std::size_t count = changed_.indices.size();
        if (count != old_.indices.size() || count == 0) {
            return;
        }
        std::size_t same = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t vertex = changed_.indices[i], old = old_.indices[i];
            same += compare.has_same_position(vertex, old) || compare.has_same_texcoord(vertex, old) ? 1U : 0U;
        }
        std::uint64_t guessed = 0;
        for (std::size_t i = 0; i < count && same * 2 >= count; ++i) {
            std::uint32_t& found = pair_.from[changed_.indices[i]];
            guessed += found == npos ? 1U : 0U;
            found = found == npos ? old_.indices[i] : found;
        }
        say_guessed(guessed, "vertices, by the order of triangles");
    }

    struct edge {
        std::uint32_t begin, end, third;

        [[nodiscard]] friend bool operator<(const edge& a, const edge& b) noexcept {
            return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
        }
    };
    // A triangle with two vertices that are known has a third one: that of the original's triangle with these two.
    void match_by_triangles(vertex_comparison<>& compare) {
        bool has_unknown = false;
        pool<bool> is_taken(old_.positions.size(), of_.memory);
        for (const std::uint32_t old : pair_.from) {
            has_unknown = has_unknown || old == npos;
            if (old != npos) {
                is_taken[old] = true;
            }
        }
        if (!has_unknown) {
            return;
        }
        pool<std::uint32_t> place_of{of_.memory}; // the first vertex with the same position
        first_with_same_position(place_of, compare);
        pool<edge> edges{of_.memory};
        for (std::size_t i = 0; i + 2 < old_.indices.size(); i += 3) {
            for (std::size_t k = 0; k < 3; ++k) {
                const auto at = [&](std::size_t corner) { return old_.indices[i + (k + corner) % 3]; };
                if (!is_taken[at(2)]) {
                    edges.push_back({place_of[at(0)], place_of[at(1)], at(2)});
                }
            }
        }
        heap_sort(edges);
        pool<std::uint32_t> first{of_.memory}, uses{of_.memory}; // the triangles of each vertex
        list_triangles(first, uses);
        pool<std::uint32_t> waiting{of_.memory}; // triangles
        for (std::uint32_t i = 0; i < changed_.indices.size() / 3; ++i) {
            waiting.push_back(i);
        }
        std::uint64_t guessed = 0;
        for (std::size_t next = 0; next < waiting.size(); ++next) {
            for (std::size_t k = 0; k < 3; ++k) {
                const auto corner = [&](std::size_t i) {
                    return changed_.indices[std::size_t{waiting[next]} * 3 + (k + i) % 3];
                };
                const std::uint32_t a = pair_.from[corner(0)], b = pair_.from[corner(1)], third = corner(2);
                if (a == npos || b == npos || pair_.from[third] != npos) {
                    continue;
                }
                const std::uint32_t old = third_of(edges, {place_of[a], place_of[b], 0}, is_taken, third, compare);
                if (old != npos) {
                    pair_.from[third] = old;
                    is_taken[old] = true;
                    ++guessed;
                    for (std::uint32_t i = first[third]; i < first[third + 1]; ++i) {
                        waiting.push_back(uses[i]);
                    }
                }
            }
        }
        say_guessed(guessed, "vertices, by their triangles");
    }
    [[nodiscard]] std::uint32_t third_of(const pool<edge>& edges, const edge& wanted, const pool<bool>& is_taken,
                                         std::uint32_t vertex, vertex_comparison<>& compare) const {
        constexpr std::size_t most_compared = 64;
        const std::size_t begin = count_before(edges, [&](const edge& each) { return each < wanted; });
        std::uint32_t out = npos;
        double least = 0;
        for (std::size_t i = begin; i < edges.size() && !(wanted < edges[i]) && i - begin < most_compared; ++i) {
            if (!is_taken[edges[i].third]) {
                const double away = compare.distance(vertex, edges[i].third);
                if (out == npos || away < least) {
                    out = edges[i].third;
                    least = away;
                }
            }
        }
        return out;
    }
    void first_with_same_position(pool<std::uint32_t>& out, const vertex_comparison<>& compare) const {
        const point_grid<> grid{compare.expected(), compare.reach(), of_.memory};
        for (std::uint32_t i = 0; i < old_.positions.size(); ++i) {
            std::uint32_t place = i;
            grid.for_each_around(compare.expected()[i], [&](std::uint32_t other) {
                place = other < place && old_.positions[other] == old_.positions[i] ? other : place;
            });
            out.push_back(place);
        }
    }
    void list_triangles(pool<std::uint32_t>& first, pool<std::uint32_t>& uses) const {
        first.resize(changed_.positions.size() + 1);
        for (const std::uint32_t vertex : changed_.indices) {
            ++first[vertex];
        }
        std::uint32_t sum = 0;
        for (std::uint32_t& each : first) {
            sum += each;
            each = sum;
        }
        uses.resize(changed_.indices.size());
        for (std::size_t i = changed_.indices.size(); i-- > 0;) {
            uses[--first[changed_.indices[i]]] = static_cast<std::uint32_t>(i / 3);
        }
    }
    void say_guessed(std::uint64_t count, std::string_view what) const {
        if (count != 0) {
            of_.say(remark_kind::guessed, "mesh", old_.name, what, count);
        }
    }

    reconcile_state& of_;
    skin_space<>& space_;
    mesh_pair& pair_;
    const scene::mesh& changed_;
    const scene::mesh& old_;
};

}}} // namespace effigy::v0::impl
