// Meshes: from the lists of a text to the vertices and faces of the binary form.
#pragma once

#include <effigy/core/impl/heap_sort.hpp>
#include <effigy/nwn/owned/text/boxes.hpp>
#include <effigy/nwn/owned/text/splitting.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

template <class = when_used> class mesh_builder {
public:
    mesh_builder(text_pools<>& to, const text_lists<>& from, const statement& at, producer by)
        : to_(to), from_(from), at_(at), by_nwnmdlcomp_(by == producer::nwnmdlcomp),
          vertices_(to.made.all<char>().resource()) {}

    // Fills the mesh of a node and what depends on its vertices. `vertices()` then has the text's vertex of each.
    void run(node_parts& out) {
        owned_mesh& mesh = out.mesh;
        const std::uint32_t flags = out.node.flags;
        mesh.unused_strips[0] = no_raw_offset;
        for (std::uint32_t& each : mesh.unused_animation) {
            each = no_raw_offset;
        }
        mesh.unused_animation_4 = no_raw_offset;
        set_bounds(mesh);
        const bool is_plain = (flags & (has_skin | has_animmesh | has_dangly)) == 0;
        // nwnmdlcomp has colors of trimeshes only, but of all of them.
        const bool uses_colors = !from_.colors.empty() && (!by_nwnmdlcomp_ || (flags & (has_skin | has_dangly)) == 0);
        vertex_splitter<> split{from_, flags, by_nwnmdlcomp_, uses_colors, vertices_.resource()};
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
        put_faces(mesh, split, is_plain);
        const auto corner_of = [&](std::size_t i) { return split.vertices()[i].corner; };
        mesh.vertex_count = static_cast<std::uint16_t>(count);
        mesh.positions = to_.template put<vec3<form::host>>(
            count, at_, [&](std::size_t i) { return from_.positions[split.position_of(corner_of(i))]; });
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
        if (by_nwnmdlcomp_ ? is_plain : uses_colors) {
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
            for (const built_vertex& each : split.vertices()) {
                vertices_.push_back(split.position_of(each.corner));
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
    // The box of all vertices of the text and the origin; their mean; the largest distance from it (measured: 1,611 of
    // 1,613 boxes).
    void set_bounds(owned_mesh& mesh) const noexcept {
        const auto extend = [&](const pool<vector3<float>>& by) {
            for (const vector3<float>& p : by) {
                mesh.bounding_min = vector3<float>{smaller(mesh.bounding_min.x, p.x), smaller(mesh.bounding_min.y, p.y),
                                                   smaller(mesh.bounding_min.z, p.z)};
                mesh.bounding_max = vector3<float>{larger(mesh.bounding_max.x, p.x), larger(mesh.bounding_max.y, p.y),
                                                   larger(mesh.bounding_max.z, p.z)};
            }
        };
        extend(from_.positions);
        extend(from_.samples);
        if (from_.positions.empty()) {
            return;
        }
        vector3<double> sum;
        for (const vector3<float>& p : from_.positions) {
            sum = sum + widened(p);
        }
        mesh.average = narrowed(sum * (1 / static_cast<double>(from_.positions.size())));
        double square = 0;
        for (const vector3<float>& p : from_.positions) {
            const vector3<double> d = widened(p) - widened(mesh.average);
            square = larger(square, dot(d, d));
        }
        mesh.radius = static_cast<float>(square_root(square));
    }
    [[nodiscard]] static constexpr float smaller(float a, float b) noexcept { return b < a ? b : a; }

    // Only trimeshes and walk meshes have an area (measured: 1,296 of 1,296 meshes).
    void put_faces(owned_mesh& mesh, const vertex_splitter<>& split, bool has_area) {
        const pool<std::uint32_t>& triangles = split.triangles();
        double area = 0;
        mesh.faces = to_.template put<owned_face>(split.faces().size(), at_, [&](std::size_t i) {
            const std::uint32_t number = split.faces()[i];
            const text_face& from = from_.faces[number];
            owned_face out{};
            const vector3<double> across = split.face_normal(number);
            const vector3<double> normal = normalized(across);
            area += has_area ? length(across) / 2 : 0;
            out.normal = narrowed(normal);
            out.distance =
                static_cast<float>(-dot(normal, widened(from_.positions[static_cast<std::size_t>(from.vertex[0])])));
            out.surface = from.surface;
            for (std::size_t k = 0; k < 3; ++k) {
                out.adjacent[k] = -1;
                out.vertex[k] = static_cast<std::uint16_t>(triangles[3 * i + k]);
            }
            return out;
        });
        mesh.normal_sum_half = static_cast<float>(area);
        join_faces(to_.made.get(mesh.faces), split);
        if (!triangles.empty()) {
            constexpr std::uint8_t list_of_triangles = 3;
            mesh.triangle_mode = list_of_triangles;
            const auto count = static_cast<std::uint32_t>(triangles.size());
            mesh.index_counts = to_.template put<std::uint32_t>(1, at_, [&](std::size_t) { return count; });
            const owned_index_list list = to_.template put<std::uint16_t>(
                count, at_, [&](std::size_t i) { return static_cast<std::uint16_t>(triangles[i]); });
            mesh.index_lists = to_.template put<owned_index_list>(1, at_, [&](std::size_t) { return list; });
        }
    }
    // Across an edge is the first other face with the same two vertices of the text (measured: 27,871 of 27,871 faces).
    void join_faces(std::span<owned_face> faces, const vertex_splitter<>& split) const {
        struct edge {
            std::uint64_t vertices;
            std::uint32_t face, number;
        };
        const auto each_edge = [&](const auto& use) {
            for (std::uint32_t i = 0; i < faces.size(); ++i) {
                for (std::uint32_t k = 0; k < 3; ++k) {
                    const std::uint32_t a = split.position_of(3 * split.faces()[i] + k);
                    const std::uint32_t b = split.position_of(3 * split.faces()[i] + (k + 1) % 3);
                    const std::uint32_t low = a < b ? a : b;
                    use(low, edge{std::uint64_t{low} << 32U | (a < b ? b : a), i, k});
                }
            }
        };
        // The edges are placed by their lower vertex, and then sorted: few edges have the same.
        pool<std::uint32_t> ends{vertices_.resource()};
        pool<edge> edges{vertices_.resource()};
        ends.assign(from_.positions.size() + 1, 0);
        edges.resize(3 * faces.size());
        each_edge([&](std::uint32_t low, const edge&) { ++ends[low + 1]; });
        for (std::size_t i = 1; i < ends.size(); ++i) {
            ends[i] += ends[i - 1];
        }
        each_edge([&](std::uint32_t low, const edge& each) { edges[ends[low]++] = each; });
        for (std::size_t low = 0, first = 0; low + 1 < ends.size(); first = ends[low++]) { // ends[low] is the end now
            heap_sort(
                ends[low] - first,
                [&](std::size_t i, std::size_t k) {
                    const edge &a = edges[first + i], &b = edges[first + k];
                    return a.vertices != b.vertices ? a.vertices < b.vertices : a.face < b.face;
                },
                [&](std::size_t i, std::size_t k) { std::swap(edges[first + i], edges[first + k]); });
        }
        constexpr std::uint32_t most = 0x7FFF;
        for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
            std::uint32_t second = npos; // of the faces at this edge
            for (end = begin; end < edges.size() && edges[end].vertices == edges[begin].vertices; ++end) {
                second = second == npos && edges[end].face != edges[begin].face ? edges[end].face : second;
            }
            for (std::size_t i = begin; i < end; ++i) {
                const std::uint32_t other = edges[i].face != edges[begin].face ? edges[begin].face : second;
                faces[edges[i].face].adjacent[edges[i].number] =
                    other <= most ? static_cast<std::int16_t>(other) : std::int16_t{-1};
            }
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
                    const std::uint32_t vertex = split.position_of(split.vertices()[i / sets].corner);
                    return from_.samples[i % sets * from_.positions.size() + vertex];
                });
        }
        if (texcoord_sets != 0) {
            out.animmesh.texcoord_samples =
                to_.template put<vec2<form::host>>(count * std::size_t{texcoord_sets}, at_, [&](std::size_t i) {
                    const std::uint32_t number = split.texcoord_of(split.vertices()[i / texcoord_sets].corner, 0);
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
    bool by_nwnmdlcomp_;
    pool<std::uint32_t> vertices_;
};

}}}} // namespace effigy::v0::nwn::impl
