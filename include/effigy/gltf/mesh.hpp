// The vertices and indices of meshes in the buffer of a glTF file.
#pragma once

#include <effigy/gltf/buffer.hpp>

#include <vector>

namespace effigy { inline namespace v0 { namespace impl {

// An attribute of a mesh, or of one of its morph targets.
struct stored_attribute {
    std::size_t name = 0, name_size = 0; // in stored_mesh::names
    std::uint32_t target = npos;
    accessor stored;                        // of all vertices
    std::uint32_t stride = 0;               // bytes
    elements<const vector3<float>> bounded; // positions, whose accessors have bounds; otherwise empty
};
struct vertex_range {
    std::uint32_t first = 0, count = 0;

    [[nodiscard]] friend bool operator==(const vertex_range&, const vertex_range&) = default;
};
// The attributes of a mesh, and the vertices that each primitive refers to.
struct stored_mesh {
    std::vector<stored_attribute> attributes; // first those of the mesh, then those of each target
    std::string names;
    std::size_t own_count = 0; // of the mesh
    std::size_t target_count = 0;
    std::vector<vertex_range> ranges; // by primitive; empty: all primitives refer to all vertices
    std::uint64_t size = 0;           // of the vertices, in bytes

    [[nodiscard]] elements<const stored_attribute> own() const noexcept { return {attributes.data(), own_count}; }
    [[nodiscard]] std::string_view name_of(const stored_attribute& of) const noexcept {
        return std::string_view{names}.substr(of.name, of.name_size);
    }
    // Returns about the number of characters that one primitive needs.
    [[nodiscard]] std::uint64_t text_size() const noexcept {
        constexpr std::uint64_t reference = 12; // besides the name
        constexpr std::uint64_t target = 36;
        std::uint64_t out = 80 + target * target_count;
        for (const stored_attribute& each : own()) {
            out += reference + each.name_size;
        }
        return out;
    }
    [[nodiscard]] std::uint64_t text_size_with_accessors() const noexcept {
        constexpr std::uint64_t accessor = 150;
        return text_size() + accessor * (1 + own_count + 2 * target_count);
    }
};

[[nodiscard]] inline elements<const std::uint32_t> indices_of(const scene::mesh& mesh,
                                                              const scene::primitive& drawn) noexcept {
    return elements{mesh.indices}.part(drawn.first_index, drawn.index_count);
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
    if (!is_apart) {
        out.clear();
    }
    return out;
}
[[nodiscard]] constexpr bool has_short_indices(const vertex_range& range) noexcept {
    return range.count <= 65535; // 65535 itself restarts primitives
}

// Adds meshes to a buffer.
template <class = when_used> class mesh_store {
public:
    explicit mesh_store(buffer_plan<>& to) : buffer_(&to) {}

    // Returns the offset in the current view.
    [[nodiscard]] std::uint64_t append_indices(elements<const std::uint32_t> indices, const vertex_range& range) {
        return buffer_->append(
            part_of(indices, has_short_indices(range) ? storage::short_indices : storage::indices, range.first));
    }
    // Adds all attributes and targets of a mesh to the buffer.
    [[nodiscard]] stored_mesh store_vertices(const scene::mesh& from) {
        const std::uint64_t before = buffer_->size();
        stored_mesh out;
        store_positions(out, from.positions);
        if (!from.normals.empty()) {
            store_floats(out, "NORMAL", part_of(from.normals, storage::floats), 3);
        }
        if (!from.tangents.empty()) {
            store_floats(out, "TANGENT", part_of(from.tangents, storage::floats), 4);
        }
        for (std::size_t set = 0; set < from.texcoords.size(); ++set) {
            store_floats(out, numbered("TEXCOORD_", set), part_of(from.texcoords[set], storage::floats), 2);
        }
        if (!from.origins.empty()) {
            store_floats(out, numbered("TEXCOORD_", from.texcoords.size()), part_of(from.origins, storage::origins), 2);
        }
        if (!from.colors.empty()) {
            store(out, "COLOR_0", part_of(from.colors, storage::bytes), 4, gl::unsigned_byte);
            out.attributes.back().stored.is_normalized = true;
        }
        for (std::size_t set = 0; set < from.joints.size(); ++set) {
            store_joints(out, numbered("JOINTS_", set), from.joints[set]);
            store_floats(out, numbered("WEIGHTS_", set), part_of(from.weights[set], storage::floats), 4);
        }
        json_keys names;
        for (const scene::attribute& each : from.attributes) {
            // Floats: an element of vertices takes at least 4 bytes, and Blender 4.2 cannot import normalised bytes.
            store_floats(out, names.take('_' + std::string{each.name}), part_of(each.values, storage::fractions), 1);
        }
        out.own_count = out.attributes.size();
        for (const scene::morph_target& each : from.targets) {
            store_positions(out, each.positions);
            out.attributes.back().target = static_cast<std::uint32_t>(out.target_count);
            if (!each.normals.empty()) {
                store_floats(out, "NORMAL", part_of(each.normals, storage::floats), 3);
                out.attributes.back().target = static_cast<std::uint32_t>(out.target_count);
            }
            ++out.target_count;
        }
        out.size = buffer_->size() - before;
        return out;
    }
    // Adds accessors to a range of vertices, and writes "attributes" and "targets" of a primitive.
    void write_vertices(json_text& to, const stored_mesh& from, const vertex_range& range) {
        to.open_object("attributes");
        for (const stored_attribute& each : from.own()) {
            write_attribute(to, from.name_of(each), each, range);
        }
        to.close_object();
        if (from.target_count == 0) {
            return;
        }
        to.open_array("targets");
        std::uint32_t target = npos;
        for (std::size_t i = from.own_count; i < from.attributes.size(); ++i) {
            const stored_attribute& each = from.attributes[i];
            if (each.target != target) {
                if (target != npos) {
                    to.close_object();
                }
                to.open_object();
                target = each.target;
            }
            write_attribute(to, from.name_of(each), each, range);
        }
        to.close_object();
        to.close_array();
    }

private:
    [[nodiscard]] static std::string numbered(const char* name, std::size_t set) { return name + std::to_string(set); }
    void store(stored_mesh& to, std::string_view name, const buffer_part& part, std::uint32_t components,
               gl component) {
        constexpr const char* types[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
        stored_attribute out;
        out.name = to.names.size();
        out.name_size = name.size();
        out.stored.view = buffer_->begin_view();
        out.stored.component = component;
        out.stored.type = types[components];
        out.stride = components * (component == gl::real ? 4U : component == gl::unsigned_short ? 2U : 1U);
        buffer_->append(part);
        buffer_->end_view(gl::array_buffer, out.stride);
        to.names += name;
        to.attributes.push_back(out);
    }
    void store_floats(stored_mesh& to, std::string_view name, const buffer_part& part, std::uint32_t components) {
        store(to, name, part, components, gl::real);
    }
    void store_positions(stored_mesh& to, const scene::list<vector3<float>>& positions) {
        store_floats(to, "POSITION", part_of(positions, storage::floats), 3);
        to.attributes.back().bounded = positions;
    }
    void store_joints(stored_mesh& to, std::string_view name, const scene::list<scene::joints4>& joints) {
        unsigned any = 0;
        for (const scene::joints4& each : joints) {
            for (const std::uint16_t joint : each) {
                any |= joint;
            }
        }
        const bool fits_byte = any < 256;
        store(to, name, part_of(joints, fits_byte ? storage::byte_joints : storage::shorts), 4,
              fits_byte ? gl::unsigned_byte : gl::unsigned_short);
    }
    void write_attribute(json_text& to, std::string_view name, const stored_attribute& from,
                         const vertex_range& range) {
        accessor added = from.stored;
        added.offset = std::uint64_t{range.first} * from.stride;
        added.count = range.count;
        box_of_floats box;
        if (!from.bounded.empty()) {
            box = bounds_of(from.bounded.part(range.first, range.count));
            added.min = box.min;
            added.max = box.max;
        }
        to.key_of(name);
        to.value(buffer_->add(added));
    }
    struct box_of_floats {
        std::array<float, 3> min{}, max{};
    };
    [[nodiscard]] static box_of_floats bounds_of(elements<const vector3<float>> positions) noexcept {
        box_of_floats out{floats_of(positions[0]), floats_of(positions[0])}; // verified: all finite
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

}}} // namespace effigy::v0::impl
