// Undoing what an exporter did to a whole scene or mesh, without changing what a person sees in the editor.
#pragma once

#include <effigy/scene/reconcile/state.hpp>

namespace effigy { inline namespace v0 { namespace impl {

template <class = when_used> class straightener {
public:
    straightener(const scene& changed, const scene& original, remark_sink tell, std::pmr::memory_resource* memory)
        : changed_(changed), original_(original), tell_(tell), memory_(memory) {}

    // Returns whether anything is to be undone; `to` is then a copy of the changed scene without it.
    bool run(scene& to) const {
        bool out = is_z_up();
        if (out) {
            to = changed_;
            turn(to);
            tell_(
                {remark_kind::guessed, "scene", changed_.name,
                 "its Z axis is up, as if exported without +Y Up: it is turned back; to turn the model, turn objects, "
                 "not their meshes"});
        }
        for (const scene::node& each : changed_.nodes) {
            if (each.mesh == npos || each.skin == npos || !is_inside_out(changed_.meshes[each.mesh])) {
                continue;
            }
            if (!out) {
                to = changed_;
                out = true;
            }
            scene::mesh& mesh = to.meshes[each.mesh];
            if (mesh.indices == changed_.meshes[each.mesh].indices) { // other nodes can have it, too
                for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
                    std::swap(mesh.indices[i + 1], mesh.indices[i + 2]);
                }
                tell_({remark_kind::changed, "mesh", mesh.name, "is mirrored, so its triangles are turned"});
            }
        }
        return out;
    }

private:
    // ---- the axis that is up ---------------------------------------------------------------------------------------

    // Of a scene, if y is up, and of the same one, if z is.
    [[nodiscard]] static vector3<double> with_z_up(const vector3<double>& of) noexcept { return {of.x, -of.z, of.y}; }
    template <class T> [[nodiscard]] static vector3<T> with_y_up(const vector3<T>& of) noexcept {
        return {of.x, of.z, -of.y};
    }
    // How many values are as before, as they would be with z up, and neither.
    struct tally {
        std::size_t as_before = 0, turned = 0, others = 0;

        void count(const vector3<double>& now, const vector3<double>& before, double most) noexcept {
            const bool is_same = is_near(now, before, most), is_turned = is_near(now, with_z_up(before), most);
            as_before += is_same && !is_turned ? 1U : 0U;
            turned += is_turned && !is_same ? 1U : 0U;
            others += is_turned || is_same ? 0U : 1U;
        }
        [[nodiscard]] bool is_before() const noexcept { return as_before > turned + others; }
        [[nodiscard]] bool is_turned() const noexcept { return turned > as_before + others; }
    };
    // By the places of most nodes, which a person does not turn by turning meshes; else by most normals of vertices, or
    // positions of a mesh without normals.
    [[nodiscard]] bool is_z_up() const {
        constexpr double moved = 1e-4; // of its distance
        tally nodes, vertices;
        part_matches matches{changed_.nodes.size(), original_.nodes.size(), memory_};
        match_by_names(matches, changed_.nodes, original_.nodes);
        pool<bool> is_joint(changed_.nodes.size(), memory_), is_below(changed_.nodes.size(), memory_);
        for (const scene::skin& skin : changed_.skins) {
            for (const std::uint32_t joint : skin.joints) {
                is_joint[joint] = true;
            }
        }
        for (std::uint32_t i = 0; i < changed_.nodes.size(); ++i) {
            const std::uint32_t parent = changed_.nodes[i].parent;
            is_below[i] = parent != npos && (is_joint[parent] || is_below[parent]); // bones keep their axes
            if (const std::uint32_t old = matches.old_of[i]; old != npos && !is_below[i]) {
                const vector3<double> before = to_real<double>(original_.nodes[old].local.position);
                nodes.count(to_real<double>(changed_.nodes[i].local.position), before, moved * length(before));
            }
        }
        if (nodes.is_before() || nodes.is_turned()) {
            return nodes.is_turned();
        }
        for (const scene::mesh& mesh : changed_.meshes) {
            for (std::uint32_t i = 0; i < mesh.origins.size(); ++i) {
                if (!is_known(mesh.origins[i], original_)) {
                    continue;
                }
                const scene::mesh& old = original_.meshes[mesh.origins[i].mesh];
                const bool has_normals = !mesh.normals.empty() && !old.normals.empty();
                const auto value_of = [&](const scene::mesh& in, std::uint32_t vertex) {
                    return normalized(to_real<double>(has_normals ? in.normals[vertex] : in.positions[vertex]));
                };
                vertices.count(value_of(mesh, i), value_of(old, mesh.origins[i].vertex), same_within::normal);
            }
        }
        return vertices.is_turned();
    }
    static void turn(vector3<float>& each) noexcept { each = with_y_up(each); }
    static void turn(scene& of) {
        for (scene::node& each : of.nodes) {
            turn(each.local.position);
            const quaternion<float> q = each.local.rotation;
            each.local.rotation = {q.x, q.z, -q.y, q.w};
            std::swap(each.local.scale.y, each.local.scale.z);
        }
        for (scene::mesh& mesh : of.meshes) {
            for (vector3<float>& each : mesh.positions) {
                turn(each);
            }
            for (vector3<float>& each : mesh.normals) {
                turn(each);
            }
            mesh.tangents.clear(); // the original's stay
            for (scene::morph_target& target : mesh.targets) {
                for (vector3<float>& each : target.positions) {
                    turn(each);
                }
            }
        }
        for (scene::skin& skin : of.skins) {
            for (matrix4x3<float>& m : skin.inverse_binds) {
                m = {with_y_up(m.x), with_y_up(m.z), with_y_up(-m.y), with_y_up(m.translation)};
            }
        }
        for (scene::clip& clip : of.clips) {
            for (scene::channel& each : clip.channels) {
                const std::size_t width = each.path <= scene::path::scale ? scene::value_count(each.path) : 0;
                const bool is_scale = each.path == scene::path::scale;
                for (std::size_t i = 0; width != 0 && i + width <= each.values.size(); i += width) {
                    const float y = each.values[i + 1];
                    each.values[i + 1] = each.values[i + 2];
                    each.values[i + 2] = is_scale ? y : -y;
                }
            }
        }
    }

    // ---- mirrored meshes -------------------------------------------------------------------------------------------

    // Whether most of the triangles face against their normals, other than in the original. In glTF, a node that
    // mirrors its mesh turns the triangles; but a skin is not in its node, and editors that move the vertices of a skin
    // through a matrix that mirrors leave the order of corners.
    [[nodiscard]] bool is_inside_out(const scene::mesh& mesh) const noexcept {
        const std::uint32_t from = main_origin_of(mesh, original_);
        constexpr double clearly = 0.5;
        return from != npos && facing(mesh) < -clearly && facing(original_.meshes[from]) > clearly;
    }
    // From -1 to 1: whether triangles face along their normals.
    [[nodiscard]] static double facing(const scene::mesh& of) noexcept {
        double along = 0, area = 0;
        for (std::size_t i = 0; !of.normals.empty() && i + 2 < of.indices.size(); i += 3) {
            const std::uint32_t a = of.indices[i], b = of.indices[i + 1], c = of.indices[i + 2];
            const auto at = [&](std::uint32_t vertex) { return to_real<double>(of.positions[vertex]); };
            const vector3<double> across = cross(at(b) - at(a), at(c) - at(a));
            const vector3<double> normal = normalized(to_real<double>(of.normals[a]) + to_real<double>(of.normals[b]) +
                                                      to_real<double>(of.normals[c]));
            along += dot(across, normal);
            area += length(across);
        }
        return area > 0 ? along / area : 0;
    }

    const scene& changed_;
    const scene& original_;
    remark_sink tell_;
    std::pmr::memory_resource* memory_;
};

}}} // namespace effigy::v0::impl
