// What is unusual in walk meshes.
#pragma once

#include <effigy/core/impl/reporter.hpp>
#include <effigy/nwn/lint/oddities.hpp>
#include <effigy/nwn/view.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

using namespace effigy::impl;

// What the game looks for in the files of placeables and doors, by the ends of the names of nodes: the use points 01
// and 02 of placeables (nwn.wiki PWK), and these nodes of doors (nwn.wiki DWK).
class walk_mesh_parts {
public:
    void note(std::string_view name, std::uint32_t flags) noexcept {
        is_of_tile_ = is_of_tile_ || (flags & has_aabb) != 0;
        std::uint32_t bit = 1;
        for (const walk_part& each : parts) {
            const std::size_t begin = name.size() < each.end.size() ? 0 : name.size() - each.end.size();
            const bool is_it =
                compare_any_case(name.substr(begin), each.end) == 0 && (!each.is_mesh || (flags & has_mesh) != 0);
            found_ |= is_it ? bit : 0;
            bit <<= 1U;
        }
    }
    // Calls tell(oddity, end of a name) for what is not there. `is_bare`: see text_model; another walk mesh may be that
    // of a tile.
    template <class Tell> void report(bool is_bare, const Tell& tell) const {
        if (is_of_tile_ || (!is_bare && found_ == 0)) {
            return;
        }
        constexpr std::uint32_t of_placeable = 1;
        const bool is_door = (found_ & ~of_placeable) != 0;
        std::uint32_t bit = 1;
        for (const walk_part& each : parts) {
            if ((bit != of_placeable) == is_door && (found_ & bit) == 0) {
                tell(each.stops ? odd::walk_mesh_closed : odd::walk_mesh_part, each.end);
            }
            bit <<= 1U;
        }
    }

private:
    struct walk_part {
        std::string_view end;
        bool is_mesh;
        bool stops; // everybody, when the door is closed
    };
    static constexpr walk_part parts[] = {
        {"use01", false, false},       {"wg_closed", true, true},      {"wg_open1", true, false},
        {"wg_open2", true, false},     {"dp_closed_01", false, false}, {"dp_open1_01", false, false},
        {"dp_open2_01", false, false},
    };

    std::uint32_t found_ = 0; // a bit for each of `parts`
    bool is_of_tile_ = false;
};

// Whether a row of the game's surfacemat.2da defines a surface. Haks may define others, up to row 63 (nwn.wiki).
[[nodiscard]] constexpr bool is_surface_of_game(std::int32_t surface) noexcept {
    constexpr std::int32_t last = 22, trigger = 30;
    return (surface >= 0 && surface <= last) || surface == trigger;
}

// The heights of the walk mesh at the corners of a tile of 10 m.
class tile_corners {
public:
    void add(const vector3<double>& at) noexcept {
        constexpr double half = 5, tolerance = 0.05;
        if (absolute(absolute(at.x) - half) < tolerance && absolute(absolute(at.y) - half) < tolerance) {
            double& lowest = lowest_[(at.x < 0 ? 1U : 0U) + (at.y < 0 ? 2U : 0U)];
            lowest = at.z < lowest ? at.z : lowest;
        }
    }
    // Whether there are four, and two of them differ by less than a step of a tileset: of 22 tiles at hand, corners are
    // within 8 mm or at least 3 m apart (measured).
    [[nodiscard]] bool are_uneven() const noexcept {
        constexpr double same = 0.01, step = 1;
        bool out = false;
        for (const double a : lowest_) {
            for (const double b : lowest_) {
                out = out || (b - a > same && b - a < step);
            }
        }
        for (const double each : lowest_) {
            out = out && each < none;
        }
        return out;
    }

private:
    static constexpr double none = 1e30;
    double lowest_[4] = {none, none, none, none};
};

// Reports findings about the walk mesh of a tile.
template <class = when_used> class walk_mesh_linter {
public:
    // `tree`: for the model.
    explicit walk_mesh_linter(const reporter& tree) noexcept : tree_(tree) {}

    void node(const nwn::node& owner, std::span<const matrix4x3<double>> world) {
        const nwn::mesh surface = owner.mesh();
        const auto* const place = find_at(world, owner.number());
        if ((owner.flags() & has_aabb) == 0 || surface.faces().empty() || place == nullptr) {
            return; // some tiles have empty ones besides (5 of 14)
        }
        const reporter report = tree_.inside(owner.number(), owner.name());
        if (++count_ == 2) {
            report(odd::walk_meshes_many, "nodes[]", owner.record());
        }
        check_place(*place, report, owner);
        check_surfaces(surface, report);
        tile_corners corners;
        for (const vec3<>& position : surface.positions()) {
            corners.add(transform_point(*place, vector3<double>{position}));
        }
        if (corners.are_uneven()) {
            report(odd::walk_mesh_corners, "nodes[].mesh.vertices", surface.positions().data());
        }
    }

private:
    static void check_place(const matrix4x3<double>& place, const reporter& report, const nwn::node& owner) {
        constexpr double moved = 1e-3, turned = 1e-3;
        const vector3<double> at = transform_point(place, {});
        const auto is_along = [&](const vector3<double>& axis) {
            return length(transform_point(place, axis) - at - axis) <= turned;
        };
        if (!(absolute(at.x) <= moved && absolute(at.y) <= moved)) {
            report(odd::walk_mesh_moved, "nodes[]", owner.record());
        }
        if (!(is_along({1, 0, 0}) && is_along({0, 1, 0}) && is_along({0, 0, 1}))) {
            report(odd::walk_mesh_turned, "nodes[]", owner.record());
        }
    }
    static void check_surfaces(const nwn::mesh& surface, const reporter& report) {
        constexpr std::int32_t most = 63;
        bool is_absent = false, is_custom = false;
        for (const nwn::face& each : surface.faces()) {
            const std::int32_t of = each.surface;
            is_absent = is_absent || of < 0 || of > most;
            is_custom = is_custom || (of <= most && !is_surface_of_game(of));
        }
        if (is_absent) {
            report(odd::surface_absent, "nodes[].mesh.faces[].surface", surface.faces().data());
        } else if (is_custom) {
            report(odd::surface_custom, "nodes[].mesh.faces[].surface", surface.faces().data());
        }
    }

    reporter tree_;
    std::uint32_t count_ = 0;
};

}}}} // namespace effigy::v0::nwn::impl
