// Meshes: from the lists of a text to the vertices and faces of the binary form.
#pragma once

#include <effigy/nwn/owned/text/boxes.hpp>
#include <effigy/nwn/owned/text/splitting.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

template <class = when_used> class mesh_builder {
public:
    mesh_builder(text_pools<>& to, const text_lists<>& from, const statement& at, producer by)
        : to_(to), from_(from), at_(at), by_(by), vertices_(to.made.all<char>().resource()) {}

    // Fills the mesh of a node and what depends on its vertices. `vertices()` then has the text's vertex of each.
    void run(node_parts& out) {
        owned_mesh& mesh = out.mesh;
        const std::uint32_t flags = out.node.flags;
        mesh.unused_strips[0] = no_raw_offset;
        for (std::uint32_t& each : mesh.unused_animation) {
            each = no_raw_offset;
        }
        mesh.unused_animation_4 = no_raw_offset;
        set_bounds(mesh, from_.positions, rounding{by_});
        extend_box(mesh, from_.samples);
        vertex_splitter<> split{from_, flags, by_, vertices_.resource()};
        split.run();
        const std::size_t count = split.vertices().size();
        constexpr std::size_t most_vertices = 0xFFFF;
        if (count > most_vertices) {
            to_.refuse(error{at_.at("nodes[].mesh.vertices"), errc::out_of_bounds, most_vertices,
                             static_cast<std::int64_t>(count), "vertices of a mesh in the binary form"});
        }
        if (to_.why) {
            return;
        }
        if (split.collapsed_faces() != 0) {
            to_.tell(odd::text_face_collapsed, at_, "nodes[].mesh.faces", at_.word(1).text);
        }
        put_faces(mesh, split, has_area(flags));
        const auto corner_of = [&](std::size_t i) { return split.vertices()[i]; };
        mesh.vertex_count = static_cast<std::uint16_t>(count);
        mesh.positions =
            to_.template put<vec3<form::host>>(count, at_, [&](std::size_t i) { return split.position(corner_of(i)); });
        mesh.normals =
            to_.template put<vec3<form::host>>(count, at_, [&](std::size_t i) { return split.normal(corner_of(i)); });
        for (std::size_t set = 0; set < 4; ++set) {
            if (!from_.texcoords[set].empty() && count != 0) {
                ++mesh.texture_count;
                mesh.texcoords[set] = to_.template put<vec2<form::host>>(count, at_, [&](std::size_t i) {
                    const vector3<float> at = split.texcoord(corner_of(i), set);
                    return vec2<form::host>{at.x, at.y};
                });
            }
        }
        // The compilers before the Enhanced Edition have colors of trimeshes and walk meshes only, but of all of them.
        if (is_before_enhanced_edition(by_) ? !shares_all_vertices(flags) : split.uses_colors()) {
            mesh.colors = to_.template put<rgba8>(count, at_, [&](std::size_t i) {
                const vector3<float> color = split.color(corner_of(i));
                return rgba8{byte_of(color.x), byte_of(color.y), byte_of(color.z), 255};
            });
        }
        if (split.uses_tangents()) {
            const auto tangent = [&](std::size_t i) { return from_.tangents[split.position_of(corner_of(i))]; };
            mesh.tangents = to_.template put<vec3<form::host>>(
                count, at_, [&](std::size_t i) { return vector3<float>{tangent(i).x, tangent(i).y, tangent(i).z}; });
            mesh.handedness = to_.template put<float>(count, at_, [&](std::size_t i) { return tangent(i).w; });
        }
        if ((flags & has_dangly) != 0) {
            out.dangly.constraints =
                to_.template put<float>(count, at_, [&](std::size_t i) { return split.constraint(corner_of(i)); });
        }
        if ((flags & has_animmesh) != 0) {
            put_samples(out, split);
        }
        if ((flags & has_aabb) != 0) {
            out.node.aabb = put_boxes(to_, from_.boxes, [&](std::int64_t face) { return number_of(split, face); });
        }
        if ((flags & has_skin) != 0) {
            vertices_.reserve(count);
            for (const std::uint32_t corner : split.vertices()) {
                vertices_.push_back(split.position_of(corner));
            }
        }
    }
    [[nodiscard]] pool<std::uint32_t>& vertices() noexcept { return vertices_; }

private:
    [[nodiscard]] static constexpr std::uint8_t byte_of(float fraction) noexcept {
        const float scaled = fraction * 255 + 0.5F;
        return scaled >= 0 && scaled < 256 ? static_cast<std::uint8_t>(scaled)
               : scaled < 0                ? std::uint8_t{0}
                                           : std::uint8_t{255};
    }
    void put_faces(owned_mesh& mesh, const vertex_splitter<>& split, bool has_one) {
        const pool<std::uint32_t>& triangles = split.triangles();
        double area = 0;
        mesh.faces = to_.template put<owned_face>(split.faces().size(), at_, [&](std::size_t i) {
            const std::uint32_t number = split.faces()[i];
            owned_face out{};
            const vector3<double> across = split.face_normal(number);
            if (has_one) {
                rounding{by_}.add_area(area, split.position(3 * number), split.position(3 * number + 1),
                                       split.position(3 * number + 2));
            }
            set_plane(out, across, split.position(3 * number), by_);
            out.surface = from_.faces[number].surface;
            for (std::size_t k = 0; k < 3; ++k) {
                out.vertex[k] = static_cast<std::uint16_t>(triangles[3 * i + k]);
            }
            return out;
        });
        mesh.normal_sum_half = static_cast<float>(area);
        join_faces(
            to_.made.get(mesh.faces), from_.positions.size(),
            [&](std::uint32_t face, std::uint32_t i) { return split.position_of(3 * split.faces()[face] + i); },
            vertices_.resource());
        if (!triangles.empty()) {
            mesh.triangle_mode = list_of_triangles;
            const auto count = static_cast<std::uint32_t>(triangles.size());
            mesh.index_counts = to_.template put<std::uint32_t>(1, at_, [&](std::size_t) { return count; });
            const owned_index_list list = to_.template put<std::uint16_t>(
                count, at_, [&](std::size_t i) { return static_cast<std::uint16_t>(triangles[i]); });
            mesh.index_lists = to_.template put<owned_index_list>(1, at_, [&](std::size_t) { return list; });
        }
    }
    // All sets of vertex 0, then all of vertex 1.
    void put_samples(node_parts& out, const vertex_splitter<>& split) {
        const std::size_t count = split.vertices().size();
        const auto sets_of = [&](const pool<vector3<float>>& all, std::size_t per_set) {
            return per_set != 0 && count != 0 ? static_cast<std::uint32_t>(all.size() / per_set) : 0;
        };
        const std::uint32_t sets = sets_of(from_.samples, from_.positions.size());
        const std::uint32_t texcoord_sets = sets_of(from_.texcoord_samples, from_.texcoords[0].size());
        out.animmesh.position_set_count = sets;
        out.animmesh.texcoord_set_count = texcoord_sets;
        if (sets != 0) {
            out.animmesh.position_samples =
                to_.template put<vec3<form::host>>(count * std::size_t{sets}, at_, [&](std::size_t i) {
                    const std::uint32_t vertex = split.position_of(split.vertices()[i / sets]);
                    return from_.samples[i % sets * from_.positions.size() + vertex];
                });
        }
        if (texcoord_sets != 0) {
            out.animmesh.texcoord_samples =
                to_.template put<vec2<form::host>>(count * std::size_t{texcoord_sets}, at_, [&](std::size_t i) {
                    const std::uint32_t number = split.texcoord_of(split.vertices()[i / texcoord_sets], 0);
                    const vector3<float> at =
                        number != npos ? from_.texcoord_samples[i % texcoord_sets * from_.texcoords[0].size() + number]
                                       : vector3<float>{};
                    return vec2<form::host>{at.x, at.y};
                });
        }
    }
    // Returns the number of a face of the text among those that are left; -1 for others.
    [[nodiscard]] static std::int32_t number_of(const vertex_splitter<>& split, std::int64_t face) noexcept {
        const pool<std::uint32_t>& faces = split.faces();
        const std::size_t found = count_before(faces, [&](std::uint32_t each) { return std::int64_t{each} < face; });
        return found < faces.size() && faces[found] == face ? static_cast<std::int32_t>(found) : -1;
    }

    text_pools<>& to_;
    const text_lists<>& from_;
    const statement& at_;
    producer by_;
    pool<std::uint32_t> vertices_;
};

}}}} // namespace effigy::v0::nwn::impl
