// Proxies as nodes.
#pragma once

#include <effigy/core/heap_sort.hpp>
#include <effigy/p3d/proxy.hpp>
#include <effigy/p3d/scene/materials.hpp>
#include <effigy/p3d/scene/selected.hpp>
#include <effigy/p3d/view/lod.hpp>

namespace effigy::inline v0::p3d::impl {

// A selection that stands for another model, and the triangle that places it: the first face that it selects.
struct proxy_place {
    std::string_view name;    // of the selection
    std::uint32_t number = 0; // in file order
    std::uint32_t face = npos;
    bool is_placed = false;
    vector3<double> corner[3]; // as stored
};

class proxy_list {
public:
    explicit proxy_list(std::pmr::memory_resource* memory) : all_(memory) {}

    // Those of a level; false when they do not fit.
    template <form F> [[nodiscard]] bool find(const basic_lod<F>& level, builder& to) {
        for (const p3d::selection& part : level.selections()) {
            if (!proxy_of(part.name())) {
                continue;
            }
            if (!to.pay(3 * sizeof(proxy_place))) { // as the list grows
                return false;
            }
            all_.push_back({part.name(), static_cast<std::uint32_t>(all_.size()), first_face(part), false, {}});
        }
        const auto is_before = [&](std::size_t a, std::size_t b) {
            return all_[a].face != all_[b].face ? all_[a].face < all_[b].face : all_[a].number < all_[b].number;
        };
        heap_sort(all_.size(), is_before, [&](std::size_t a, std::size_t b) { std::swap(all_[a], all_[b]); });
        return true;
    }
    [[nodiscard]] std::size_t size() const noexcept { return all_.size(); }

    // Faces must come by rising number. Whether this one only places proxies, which it then does.
    template <form F>
    [[nodiscard]] bool takes(std::uint32_t face, const array<basic_corner<F>>& corners,
                             const strided<vec3<F>>& points) noexcept {
        bool out = false;
        for (; next_ < all_.size() && all_[next_].face <= face; ++next_) {
            out = out || all_[next_].face == face;
            if (all_[next_].face == face && corners.size() == 3) {
                place(all_[next_], corners, points);
            }
        }
        return out;
    }

    // Makes a node of each, in the place of its triangle; without a sound one at the parent's origin.
    void add_nodes(builder& to, std::uint32_t parent) const {
        for (const proxy_place& each : all_) {
            const proxy_name parts = proxy_of(each.name);
            // Of the list of nodes thrice, as it grows.
            if (!to.pay(2 * sizeof(scene::node) + 3 * sizeof(scene::extra) + parts.path.size())) {
                return;
            }
            const std::uint32_t made = to.add_node(stem_of(parts.path), parent, pose_of(each));
            if (made == npos) {
                return;
            }
            auto& extras = to.made.nodes[made].extras;
            extras.reserve(3);
            extras_of(extras).add("proxy", parts.path).add("id", parts.number);
            if (!each.is_placed) {
                extras_of(extras).add("placed", false);
            }
        }
    }

private:
    template <form F> static void place(proxy_place& at, const array<basic_corner<F>>& corners,
                                        const strided<vec3<F>>& points) noexcept {
        for (std::size_t k = 0; k < 3; ++k) {
            const vec3<F>* const found = points.at(corners[k].point);
            if (found == nullptr) {
                return;
            }
            at.corner[k] = vector3<double>{*found};
        }
        at.is_placed = is_finite(at.corner[0]) && is_finite(at.corner[1]) && is_finite(at.corner[2]);
    }
    // In the file's space: +z of the other model points along the direction, +y as far as that leaves it up.
    [[nodiscard]] static pose<double> pose_of(const proxy_place& each) noexcept {
        if (!each.is_placed) {
            return {};
        }
        const proxy_basis<double> basis = basis_of(each.corner[0], each.corner[1], each.corner[2]);
        const vector3<double> z = normalized(basis.direction);
        const vector3<double> x = normalized(cross(basis.up, z));
        if (!(dot(x, x) > 0.5 && dot(z, z) > 0.5)) {
            return {basis.origin, {}, {1, 1, 1}};
        }
        return {basis.origin, rotation_of(x, cross(z, x), z), {1, 1, 1}};
    }

    scene::list<proxy_place> all_; // by face
    std::size_t next_ = 0;         // whose face has not come yet
};

} // namespace effigy::inline v0::p3d::impl
