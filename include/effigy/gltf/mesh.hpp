// The vertices and indices of meshes in the buffer of a glTF file.
#pragma once

#include <effigy/gltf/buffer.hpp>

namespace effigy::inline v0::impl {

// An attribute of a mesh, or of one of its morph targets.
struct stored_attribute {
    std::string name;
    accessor stored;                         // of all vertices
    std::uint32_t stride = 0;                // bytes
    std::span<const vector3<float>> bounded; // positions, whose accessors have bounds; otherwise empty
};
struct vertex_range {
    std::uint32_t first = 0, count = 0;

    [[nodiscard]] friend bool operator==(const vertex_range&, const vertex_range&) = default;
};
// The attributes of a mesh, and the vertices that each primitive refers to.
struct stored_mesh {
    std::vector<stored_attribute> attributes;
    std::vector<std::vector<stored_attribute>> targets;
    std::vector<vertex_range> ranges; // by primitive; empty: all primitives refer to all vertices
    std::uint64_t size = 0;           // of the vertices, in bytes

    // Returns about the number of characters that one primitive needs.
    [[nodiscard]] std::uint64_t text_size() const noexcept {
        constexpr std::uint64_t reference = 12; // besides the name
        constexpr std::uint64_t target = 36;
        std::uint64_t out = 80 + target * targets.size();
        for (const stored_attribute& each : attributes) {
            out += reference + each.name.size();
        }
        return out;
    }
    [[nodiscard]] std::uint64_t text_size_with_accessors() const noexcept {
        constexpr std::uint64_t accessor = 150;
        return text_size() + accessor * (1 + attributes.size() + 2 * targets.size());
    }
};

[[nodiscard]] inline std::span<const std::uint32_t> indices_of(const scene::mesh& mesh,
                                                               const scene::primitive& drawn) noexcept {
    return std::span{mesh.indices}.subspan(drawn.first_index, drawn.index_count);
}
[[nodiscard]] inline bool draws_the_same(const scene::primitive& a, const scene::primitive& b) noexcept {
    return a.first_index == b.first_index && a.index_count == b.index_count;
}
// Returns the vertices of each primitive: importers copy all vertices that a primitive refers to. Returns none if
// the ranges overlap much.
template <class = when_used> [[nodiscard]] std::vector<vertex_range> ranges_of(const scene::mesh& mesh) {
    std::vector<vertex_range> out(mesh.primitives.size());
    std::uint64_t vertices = 0;
    std::uint64_t indices = 0;
    for (std::size_t i = 0; i < out.size() && indices <= mesh.indices.size(); ++i) {
        const scene::primitive& drawn = mesh.primitives[i];
        if (i != 0 && draws_the_same(drawn, mesh.primitives[i - 1])) {
            out[i] = out[i - 1];
            continue;
        }
        std::uint32_t least = npos;
        std::uint32_t most = 0;
        for (const std::uint32_t index : indices_of(mesh, drawn)) {
            least = index < least ? index : least;
            most = index > most ? index : most;
        }
        out[i] = drawn.index_count != 0 ? vertex_range{least, most - least + 1} : vertex_range{};
        vertices += out[i].count;
        indices += drawn.index_count;
    }
    const bool is_apart = indices <= mesh.indices.size() && vertices <= 4 * std::uint64_t{mesh.positions.size()};
    return is_apart ? out : std::vector<vertex_range>{};
}
[[nodiscard]] constexpr bool has_short_indices(const vertex_range& range) noexcept {
    return range.count <= 65535; // 65535 itself restarts primitives
}

// Adds meshes to a buffer.
template <class = when_used> class mesh_store {
public:
    explicit mesh_store(buffer_plan<>& to) : buffer_(&to) {}

    // Returns the offset in the current view.
    [[nodiscard]] std::uint64_t append_indices(std::span<const std::uint32_t> indices, const vertex_range& range) {
        return has_short_indices(range) ? buffer_->append(vertex_indices<std::uint16_t>{indices, range.first})
                                        : buffer_->append(vertex_indices<std::uint32_t>{indices, range.first});
    }
    // Adds all attributes and targets of a mesh to the buffer.
    [[nodiscard]] stored_mesh store_vertices(const scene::mesh& from) {
        const std::uint64_t before = buffer_->size();
        stored_mesh out;
        std::vector<stored_attribute>& all = out.attributes;
        all.push_back(store_positions(from.positions));
        if (!from.normals.empty()) {
            all.push_back(store_normals(from.normals));
        }
        if (!from.tangents.empty()) {
            all.push_back(store("TANGENT", scene_array<vector4<float>>{from.tangents}, "VEC4"));
        }
        for (std::size_t set = 0; set < from.texcoords.size(); ++set) {
            all.push_back(
                store("TEXCOORD_" + std::to_string(set), scene_array<vector2<float>>{from.texcoords[set]}, "VEC2"));
        }
        if (!from.colors.empty()) {
            all.push_back(store("COLOR_0", scene_array<rgba8>{from.colors}, "VEC4", gl::unsigned_byte));
            all.back().stored.is_normalized = true;
        }
        for (std::size_t set = 0; set < from.joints.size(); ++set) {
            all.push_back(store_joints("JOINTS_" + std::to_string(set), from.joints[set]));
            all.push_back(
                store("WEIGHTS_" + std::to_string(set), scene_array<scene::weights4>{from.weights[set]}, "VEC4"));
        }
        json_keys names;
        for (const scene::attribute& each : from.attributes) {
            // Floats: an element of vertices takes at least 4 bytes, and Blender 4.2 cannot import normalised bytes.
            all.push_back(store(names.take('_' + std::string{each.name}), byte_fractions{each.values}, "SCALAR"));
        }
        for (const scene::morph_target& each : from.targets) {
            std::vector<stored_attribute>& target = out.targets.emplace_back();
            target.push_back(store_positions(each.positions));
            if (!each.normals.empty()) {
                target.push_back(store_normals(each.normals));
            }
        }
        out.size = buffer_->size() - before;
        return out;
    }
    // Adds accessors to a range of vertices, and writes "attributes" and "targets" of a primitive.
    void write_vertices(json_text& to, const stored_mesh& from, const vertex_range& range) {
        to.open_object("attributes");
        write_attributes(to, from.attributes, range);
        to.close_object();
        if (from.targets.empty()) {
            return;
        }
        to.open_array("targets");
        for (const std::vector<stored_attribute>& each : from.targets) {
            to.open_object();
            write_attributes(to, each, range);
            to.close_object();
        }
        to.close_array();
    }

private:
    template <class Part> [[nodiscard]] stored_attribute store(std::string name, const Part& part, const char* type,
                                                               gl component = gl::real) {
        stored_attribute out{std::move(name),
                             {.view = buffer_->begin_view(), .component = component, .type = type},
                             static_cast<std::uint32_t>(Part::stored_size),
                             {}};
        buffer_->append(part);
        buffer_->end_view(gl::array_buffer, out.stride);
        return out;
    }
    [[nodiscard]] stored_attribute store_positions(const scene::list<vector3<float>>& positions) {
        stored_attribute out = store("POSITION", scene_array<vector3<float>>{positions}, "VEC3");
        out.bounded = positions;
        return out;
    }
    [[nodiscard]] stored_attribute store_normals(const scene::list<vector3<float>>& normals) {
        return store("NORMAL", scene_array<vector3<float>>{normals}, "VEC3");
    }
    [[nodiscard]] stored_attribute store_joints(std::string name, const scene::list<scene::joints4>& joints) {
        unsigned any = 0;
        for (const scene::joints4& each : joints) {
            for (const std::uint16_t joint : each) {
                any |= joint;
            }
        }
        return any < 256 ? store(std::move(name), byte_joints{joints}, "VEC4", gl::unsigned_byte)
                         : store(std::move(name), scene_array<scene::joints4>{joints}, "VEC4", gl::unsigned_short);
    }
    void write_attributes(json_text& to, const std::vector<stored_attribute>& all, const vertex_range& range) {
        for (const stored_attribute& each : all) {
            accessor added = each.stored;
            added.offset = std::uint64_t{range.first} * each.stride;
            added.count = range.count;
            box_of_floats box;
            if (!each.bounded.empty()) {
                box = bounds_of(each.bounded.subspan(range.first, range.count));
                added.min = box.min;
                added.max = box.max;
            }
            to.key_of(each.name);
            to.value(buffer_->add(added));
        }
    }
    struct box_of_floats {
        std::array<float, 3> min{}, max{};
    };
    [[nodiscard]] static box_of_floats bounds_of(std::span<const vector3<float>> positions) noexcept {
        box_of_floats out{floats_of(positions.front()), floats_of(positions.front())}; // verified: all finite
        for (const vector3<float>& position : positions) {
            const std::array<float, 3> at = floats_of(position);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                out.min[axis] = at[axis] < out.min[axis] ? at[axis] : out.min[axis];
                out.max[axis] = at[axis] > out.max[axis] ? at[axis] : out.max[axis];
            }
        }
        return out;
    }

    buffer_plan<>* buffer_;
};

} // namespace effigy::inline v0::impl
