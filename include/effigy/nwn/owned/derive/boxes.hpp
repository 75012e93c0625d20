// Collision trees: their planes and boxes, and new ones.
#pragma once

#include <effigy/core/impl/heap_sort.hpp>
#include <effigy/nwn/owned/derive/vertices.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// Returns the plane that divides two boxes: +x, +y, +z are 1, 2, 4; -x, -y, -z 8, 16, 32 (measured: 2,986 of 2,986
// planes).
[[nodiscard]] constexpr std::uint32_t plane_between(const owned_aabb& left, const owned_aabb& right) noexcept {
    const vector3<float> d =
        (vector3<float>{right.min} + vector3<float>{right.max}) - (vector3<float>{left.min} + vector3<float>{left.max});
    const bool along_x = absolute(d.x) > absolute(d.y) && absolute(d.x) > absolute(d.z);
    const bool along_y = !along_x && absolute(d.y) > absolute(d.z);
    const std::uint32_t axis = along_x ? 1 : along_y ? 2 : 4;
    const float step = along_x ? d.x : along_y ? d.y : d.z;
    return step > 0 ? axis : 8 * axis;
}

// Computes the collision tree of a mesh.
template <class = when_used> class box_builder {
public:
    box_builder(owned_model& model, owned_node& node, const owned_mesh& mesh)
        : model_(model), node_(node), positions_(std::as_const(model).get<vec3<form::host>>(mesh.positions)),
          faces_(std::as_const(model).get(mesh.faces)), boxes_(model.all<char>().resource()),
          order_(boxes_.resource()) {}

    void run() {
        boxes_.append(std::as_const(model_).get(node_.aabb));
        move_numbers(boxes_, 0 - node_.aabb.first);
        if (!has_all_faces()) {
            build();
        }
        fit();
        model_.set(node_.aabb, boxes_);
        move_numbers(model_.get(node_.aabb), node_.aabb.first);
    }

private:
    // The numbers of boxes count those of the whole pool; here, those of this tree.
    static void move_numbers(std::span<owned_aabb> boxes, std::uint32_t by) noexcept {
        for (owned_aabb& each : boxes) {
            for (pool_handle<owned_aabb>* const below : {&each.left, &each.right}) {
                below->number += *below ? by : 0;
            }
        }
    }
    // Whether each face is in one leaf, boxes come before those inside, and each of these is in one other.
    [[nodiscard]] bool has_all_faces() {
        pool<std::uint8_t> seen(faces_.size() + boxes_.size(), boxes_.resource());
        std::size_t leaves = 0;
        for (std::uint32_t i = 0; i < boxes_.size(); ++i) {
            const owned_aabb& here = boxes_[i];
            const bool is_leaf = !here.left && !here.right;
            const auto mark = [&](std::size_t number) { return number < seen.size() && seen[number]++ == 0; };
            const auto is_below = [&](std::uint32_t number) {
                return number > i && number < boxes_.size() && mark(faces_.size() + number);
            };
            if (is_leaf ? here.face < 0 || static_cast<std::size_t>(here.face) >= faces_.size() ||
                              !mark(static_cast<std::size_t>(here.face))
                        : !is_below(here.left.number) || !is_below(here.right.number)) {
                return false;
            }
            leaves += is_leaf ? 1U : 0U;
        }
        return leaves == faces_.size() && boxes_.size() + 1 == 2 * leaves;
    }
    // Halves the faces along the longest side of the box around their centers, again and again.
    void build() {
        boxes_.clear();
        order_.clear();
        for (std::uint32_t i = 0; i < faces_.size(); ++i) {
            order_.push_back(i);
        }
        struct face_range {
            std::uint32_t begin, end, above;
        };
        pool<face_range> open{boxes_.resource()};
        if (!faces_.empty()) {
            open.push_back({0, static_cast<std::uint32_t>(faces_.size()), npos});
        }
        while (!open.empty()) {
            const face_range here = open.back();
            open.pop_back();
            const auto number = static_cast<std::uint32_t>(boxes_.size());
            const bool is_leaf = here.end - here.begin == 1;
            boxes_.emplace_back().face = is_leaf ? static_cast<std::int32_t>(order_[here.begin]) : -1;
            if (here.above != npos) {
                owned_aabb& above = boxes_[here.above];
                (above.left ? above.right : above.left).number = number;
            }
            if (is_leaf) {
                continue;
            }
            sort(here.begin, here.end);
            const std::uint32_t middle = here.begin + (here.end - here.begin + 1) / 2;
            open.push_back({middle, here.end, number}); // the left one comes first
            open.push_back({here.begin, middle, number});
        }
    }
    void sort(std::uint32_t begin, std::uint32_t end) {
        box<double> around;
        for (std::uint32_t i = begin; i < end; ++i) {
            around.add(center(order_[i]));
        }
        const vector3<double> size = around ? around.max - around.min : vector3<double>{};
        const auto along = [&](std::uint32_t face) {
            const vector3<double> at = center(face);
            return size.x >= size.y && size.x >= size.z ? at.x : size.y >= size.z ? at.y : at.z;
        };
        heap_sort(
            end - begin,
            [&](std::size_t i, std::size_t k) {
                const std::uint32_t a = order_[begin + i], b = order_[begin + k];
                const double x = along(a), y = along(b);
                return x != y && is_finite(x) && is_finite(y) ? x < y : a < b;
            },
            [&](std::size_t i, std::size_t k) { std::swap(order_[begin + i], order_[begin + k]); });
    }
    [[nodiscard]] vector3<double> corner(std::uint32_t face, std::size_t i) const noexcept {
        const std::uint16_t vertex = faces_[face].vertex[i];
        return vertex < positions_.size() ? widened(positions_[vertex]) : vector3<double>{};
    }
    [[nodiscard]] vector3<double> center(std::uint32_t face) const noexcept {
        return (corner(face, 0) + corner(face, 1) + corner(face, 2)) * (1.0 / 3);
    }
    // Boxes are the bounds of their faces (measured: 5,836 of 6,018 boxes; the others are within 0.005).
    void fit() {
        for (std::size_t i = boxes_.size(); i-- > 0;) {
            owned_aabb& here = boxes_[i];
            box<double> around;
            if (!here.left) {
                for (std::size_t k = 0; k < 3; ++k) {
                    around.add(corner(static_cast<std::uint32_t>(here.face), k));
                }
                here.plane = 0;
            } else {
                const owned_aabb &left = boxes_[here.left.number], &right = boxes_[here.right.number];
                for (const vec3<form::host>* const each : {&left.min, &left.max, &right.min, &right.max}) {
                    around.add(widened(*each));
                }
                here.plane = plane_between(left, right);
            }
            if (around) {
                here.min = narrowed(around.min);
                here.max = narrowed(around.max);
            }
        }
    }

    owned_model& model_;
    owned_node& node_;
    std::span<const vec3<form::host>> positions_;
    std::span<const owned_face> faces_;
    pool<owned_aabb> boxes_;
    pool<std::uint32_t> order_; // of faces
};

}}}} // namespace effigy::v0::nwn::impl
