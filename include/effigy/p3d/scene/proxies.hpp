// Proxies as nodes.
#pragma once

#include <effigy/core/impl/heap_sort.hpp>
#include <effigy/p3d/scene/materials.hpp>
#include <effigy/p3d/scene/trace.hpp>
#include <effigy/p3d/view/lod.hpp>
#include <effigy/p3d/view/proxy.hpp>
#include <effigy/p3d/view/selected.hpp>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

// A proxy, and the triangle that places it: the first face that its selection selects.
struct proxy_place {
    std::string_view name;    // of the selection
    std::uint32_t number = 0; // among the proxies, in file order
    std::uint32_t face = npos;
    bool is_placed = false;
    vector3<double> corner[3]; // as stored
};

template <class = when_used> class proxy_list {
public:
    explicit proxy_list(std::pmr::memory_resource* memory) : all_(memory) {}

    // Finds the proxies of a level. Returns false if they exceed the memory limit of the scene.
    [[nodiscard]] bool find(const p3d::lod& level, builder& to) {
        for (const p3d::selection& part : level.selections()) {
            if (!proxy_of(part.name())) {
                continue;
            }
            const auto number = static_cast<std::uint32_t>(all_.size());
            if (to.add(all_, proxy_place{part.name(), number, first_face(part), false, {}}) == nullptr) {
                return false;
            }
        }
        heap_sort(all_, [](const proxy_place& a, const proxy_place& b) {
            return a.face != b.face ? a.face < b.face : a.number < b.number;
        });
        return true;
    }
    [[nodiscard]] std::size_t size() const noexcept { return all_.size(); }

    // Places the proxies of a face. Returns whether there are any; a face with a proxy is not part of the mesh. Calls
    // must be in the order of face indices.
    [[nodiscard]] bool takes(std::uint32_t face, const array<p3d::corner>& corners,
                             const strided<vec3<>>& points) noexcept {
        bool out = false;
        for (; next_ < all_.size() && all_[next_].face <= face; ++next_) {
            out = out || all_[next_].face == face;
            if (all_[next_].face == face && corners.size() == 3) {
                place(all_[next_], corners, points);
            }
        }
        return out;
    }

    void tell_faces(level_trace& to) const {
        to.proxy_faces.assign(all_.size(), npos);
        for (const proxy_place& each : all_) {
            to.proxy_faces[each.number] = each.face;
        }
    }
    // Makes a node of each proxy at its triangle, or at the parent's origin if the triangle is unusable.
    void add_nodes(builder& to, std::uint32_t parent, level_trace* trace) const {
        for (const proxy_place& each : all_) {
            const proxy_name parts = proxy_of(each.name);
            const std::uint32_t made = to.add_node(stem_of(parts.path), parent, pose_of(each));
            if (made == npos) {
                return;
            }
            auto extras = to.extras();
            extras.add("proxy", parts.path).add("id", parts.number);
            if (!each.is_placed) {
                extras.add("placed", false);
            }
            extras.put_into(to.made.nodes[made].extras);
            if (trace != nullptr) {
                trace->proxies.push_back({made, each.number});
            }
        }
    }

private:
    static void place(proxy_place& at, const array<p3d::corner>& corners, const strided<vec3<>>& points) noexcept {
        for (std::size_t k = 0; k < 3; ++k) {
            const vec3<>* const found = points.at(corners[k].point);
            if (found == nullptr) {
                return;
            }
            at.corner[k] = vector3<double>{*found};
        }
        at.is_placed = is_finite(at.corner[0]) && is_finite(at.corner[1]) && is_finite(at.corner[2]);
    }
    // Returns the pose of a proxy in the file's space: +z of the other model points exactly along the direction, +y as
    // near to `up` as possible.
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

    pool<proxy_place> all_; // sorted by face
    std::size_t next_ = 0;  // the first proxy whose face comes later
};

}}}} // namespace effigy::v0::p3d::impl
