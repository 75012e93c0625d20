// What follows from other values of a model. If memory runs out, a model may have changed in part.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/p3d/owned/model.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

// Computes the normals of a level from its faces: at a point, the faces between two sharp edges share a normal, the sum
// of theirs by area. Corners refer to as many normals as there are.
EFFIGY_API void compute_normals(owned_model& model, owned_lod& level);

// Gives each point of a level the same part of a mass, as the game's tools do. Adds the masses if the level has none,
// after its selections and properties. Error: bad_value, if the mass is negative or not finite, or if the level has no
// points or no tags at all; nothing is changed.
EFFIGY_API [[nodiscard]] error compute_mass(owned_model& model, owned_lod& level, double total);

}}} // namespace effigy::v0::p3d

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/core/impl/heap_sort.hpp>
#include <effigy/owned/editing.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

namespace impl {

// Computes the normals of faces. Corners at one point are joined if an edge that is not sharp lies between their faces.
template <class = when_used> class normal_maker {
public:
    normal_maker(owned_model& model, owned_lod& level)
        : model_(model), level_(level), edges_(memory()), sharp_(memory()), joined_(memory()), sums_(memory()) {}

    void run() {
        model_.set(level_.faces, std::as_const(model_).get(level_.faces)); // a copied level has the same faces
        read_faces();
        read_sharp_edges();
        join();
        store();
    }

private:
    struct edge_of_face {
        std::uint32_t low, high; // points
        std::uint32_t corner_of_low, corner_of_high;
    };
    using edge_points = std::pair<std::uint32_t, std::uint32_t>;

    [[nodiscard]] std::pmr::memory_resource* memory() const noexcept {
        return std::as_const(model_).template all<char>().resource();
    }
    // A corner's number counts the used corners of all faces.
    void read_faces() {
        const std::span<const owned_point> points = std::as_const(model_).get(level_.points);
        for (const owned_face& face : std::as_const(model_).get(level_.faces)) {
            const std::span<const owned_corner> corners = face.corners();
            const auto first = static_cast<std::uint32_t>(joined_.size());
            vector3<double> normal;
            const auto at = [&](std::size_t i) {
                const owned_point* const point = find_at(points, corners[i].point);
                return point != nullptr ? vector3<double>{point->position} : vector3<double>{};
            };
            for (std::size_t j = 2; j < corners.size(); ++j) {
                normal += cross(at(j - 1) - at(0), at(j) - at(0));
            }
            for (std::uint32_t i = 0; i < corners.size(); ++i) {
                joined_.push_back(first + i);
                sums_.push_back(normal);
                const auto next = static_cast<std::uint32_t>((i + 1) % corners.size());
                const std::uint32_t a = corners[i].point, b = corners[next].point;
                edges_.push_back(a < b ? edge_of_face{a, b, first + i, first + next}
                                       : edge_of_face{b, a, first + next, first + i});
            }
        }
        heap_sort(edges_, [](const edge_of_face& x, const edge_of_face& y) {
            return edge_points{x.low, x.high} < edge_points{y.low, y.high};
        });
    }
    void read_sharp_edges() {
        for (std::size_t i = 0; i < level_.tags.count; ++i) {
            for (const edge& each : model_.tag(level_, i).edges()) {
                const std::uint32_t a = each.point[0], b = each.point[1];
                sharp_.push_back(a < b ? edge_points{a, b} : edge_points{b, a});
            }
        }
        heap_sort(sharp_);
    }
    void join() {
        std::size_t next_sharp = 0;
        for (std::size_t i = 1; i < edges_.size(); ++i) {
            const edge_of_face &before = edges_[i - 1], &here = edges_[i];
            const edge_points points{here.low, here.high};
            while (next_sharp < sharp_.size() && sharp_[next_sharp] < points) {
                ++next_sharp;
            }
            const bool is_sharp = next_sharp < sharp_.size() && sharp_[next_sharp] == points;
            if (before.low == here.low && before.high == here.high && !is_sharp) {
                join(before.corner_of_low, here.corner_of_low);
                join(before.corner_of_high, here.corner_of_high);
            }
        }
    }
    [[nodiscard]] std::uint32_t root_of(std::uint32_t corner) noexcept {
        while (joined_[corner] != corner) {
            corner = joined_[corner] = joined_[joined_[corner]];
        }
        return corner;
    }
    void join(std::uint32_t a, std::uint32_t b) noexcept {
        a = root_of(a);
        b = root_of(b);
        (a < b ? joined_[b] : joined_[a]) = a < b ? a : b;
    }
    void store() {
        for (std::uint32_t corner = 0; corner < joined_.size(); ++corner) {
            if (const std::uint32_t root = root_of(corner); root != corner) {
                sums_[root] += sums_[corner];
            }
        }
        pool<vec3<form::host>> normals{memory()};
        pool<std::uint32_t> numbers{memory()}; // of the roots' normals
        numbers.resize(joined_.size());
        std::uint32_t corner = 0;
        for (owned_face& face : model_.get(level_.faces)) {
            for (std::size_t i = 0; i < face.corners().size(); ++i, ++corner) {
                const std::uint32_t root = root_of(corner); // the first corner of those that are joined
                if (root == corner) {
                    const vector3<double> unit = normalized(sums_[root]);
                    numbers[root] = static_cast<std::uint32_t>(normals.size());
                    normals.push_back(
                        {static_cast<float>(unit.x), static_cast<float>(unit.y), static_cast<float>(unit.z)});
                }
                face.slots.corner[i].normal = numbers[root];
            }
        }
        model_.set(level_.normals, normals);
    }

    owned_model& model_;
    owned_lod& level_;
    pool<edge_of_face> edges_;
    pool<edge_points> sharp_;
    pool<std::uint32_t> joined_; // for each corner, itself or one before it
    pool<vector3<double>> sums_; // of the normals of faces, for each corner
};

// Returns where a tag that a level lacks is inserted: behind the last tag of these kinds.
template <class = when_used>
[[nodiscard]] std::size_t place_of_tag(const owned_model& model, const owned_lod& level,
                                       std::initializer_list<tag_kind> after) noexcept {
    const std::span<const owned_tag> tags = model.get(level.tags);
    std::size_t out = 0;
    for (std::size_t i = 0; i < tags.size(); ++i) {
        for (const tag_kind kind : after) {
            out = tags[i].kind == kind ? i + 1 : out;
        }
    }
    return out;
}

} // namespace impl

EFFIGY_API_BODY void compute_normals(owned_model& model, owned_lod& level) { impl::normal_maker<>{model, level}.run(); }

EFFIGY_API_BODY error compute_mass(owned_model& model, owned_lod& level, double total) {
    const std::size_t count = level.points.count;
    if (!(total >= 0 && impl::is_finite(static_cast<float>(total))) || count == 0 || !level.has_tags) {
        return impl::refusal("lods[].tags[].mass", "a mass that is not negative, and a level with points and tags");
    }
    const auto share = static_cast<float>(total / static_cast<double>(count));
    const pool<f32<>> masses{count, f32<>::of(share), model.all<char>().resource()};
    const auto bytes = std::as_bytes(std::span<const f32<>>{masses});
    model.set(level.tags, model.get(level.tags)); // a copied level has the same tags as the other
    for (owned_tag& each : model.get(level.tags)) {
        if (each.kind == tag_kind::mass) {
            model.set(each.data, bytes);
            return {};
        }
    }
    owned_tag added;
    added.kind = tag_kind::mass;
    model.set(added.name, "#Mass#");
    model.set(added.data, bytes);
    model.insert(
        level.tags,
        impl::place_of_tag(model, level,
                           {tag_kind::selection, tag_kind::selected, tag_kind::property, tag_kind::sharp_edges}),
        added);
    return {};
}

}}} // namespace effigy::v0::p3d
#endif
