// Converts meshes of MDL1 to meshes of a scene.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/grimrock/scene/trace.hpp>
#include <effigy/grimrock/view/repaired_segments.hpp>
#include <effigy/scene/builder.hpp>
#include <effigy/scene/vertices.hpp>

namespace effigy { inline namespace v0 { namespace grimrock { namespace impl {

// The indices of a list of quads, as indices of two triangles per quad.
template <class Indices> struct cut_quads {
    Indices quads;

    [[nodiscard]] constexpr std::size_t size() const noexcept { return quads.size() / 4 * 6; }
    [[nodiscard]] constexpr auto operator[](std::size_t i) const noexcept {
        constexpr std::uint8_t corners[] = {0, 1, 2, 0, 2, 3};
        return quads[i / 6 * 4 + corners[i % 6]];
    }
};

// Fills meshes: vertices, triangles, materials, joints and weights.
template <class = when_used> class mesh_maker {
public:
    mesh_maker(scene_builder<mirrored_x>& to, bool colors, scene_trace* trace)
        : to_(to), known_(to.memory()), colors_(colors), trace_(trace) {}

    // All 15 arrays, read once: mesh::array() reads the headers of all arrays before the one it returns.
    using stored_arrays = vertex_array[vertex_array_count];

    static void read(const grimrock::mesh& from, stored_arrays& to) {
        std::size_t slot = 0;
        for (const auto& each : from.arrays()) {
            to[slot++] = each;
        }
    }
    [[nodiscard]] static const vertex_array& at(const stored_arrays& arrays, vertex_semantic semantic) {
        return arrays[static_cast<std::uint8_t>(semantic)];
    }

    // Returns false if the scene needs too much memory. A mesh without triangles gets no primitives and no attributes.
    // `is_mirrored`: whether glTF reverses the winding, because the determinant of the node's world matrix is negative.
    // The engine does not look at the determinant, so the corners are turned: front faces stay those of the game.
    [[nodiscard]] bool fill(const grimrock::mesh& stored, const stored_arrays& arrays, bool is_mirrored,
                            scene::mesh& to) {
        turns_ = mirrored_x::turns_triangles != is_mirrored;
        if (!to_.fill(to.positions, at(arrays, vertex_semantic::position).as<vec3<>>()) ||
            !add_primitives(stored, to)) {
            return false;
        }
        return to.primitives.empty() || fill_attributes(arrays, to);
    }

private:
    static constexpr std::uint8_t triangle_list = 2, quad_list = 3;

    [[nodiscard]] bool fill_attributes(const stored_arrays& arrays, scene::mesh& to) {
        constexpr auto first = static_cast<std::uint8_t>(vertex_semantic::texcoord0);
        std::array<std::uint8_t, 8> slots{};
        std::size_t sets = 0;
        for (std::uint8_t i = 0; i < 8; ++i) {
            if (!arrays[first + i].as<vec2<>>().empty()) {
                slots[sets++] = i;
            }
        }
        if (trace_ != nullptr) {
            trace_->meshes.back().texcoords = slots;
        }
        if (!to_.resize(sets, to.texcoords)) {
            return false;
        }
        for (std::size_t set = 0; set < sets; ++set) {
            if (!to_.fill(to.texcoords[set], arrays[first + slots[set]].as<vec2<>>())) {
                return false;
            }
        }
        if (sets != 0 && slots[sets - 1] >= sets) { // glTF numbers the sets without gaps
            to_.extras().add_numbers("texcoordSlots", std::span{slots}.first(sets)).put_into(to.extras);
        }
        const auto colors = at(arrays, vertex_semantic::color).as<rgba8>();
        if (!colors.empty() && !colors_) {
            to_.extras().add("hasColors", true).put_into(to.extras);
        } else if (!to_.fill(to.colors, colors, [](const rgba8& color) { return color; })) {
            return false;
        }
        if (!to_.fill(to.normals, at(arrays, vertex_semantic::normal).as<vec3<>>())) {
            return false;
        }
        repair_vertices(to_, to);
        return fill_tangents(at(arrays, vertex_semantic::tangent).as<vec3<>>(),
                             at(arrays, vertex_semantic::bitangent).as<vec3<>>(), to);
    }
    // Precondition: to.normals are complete. glTF does not allow tangents without normals.
    [[nodiscard]] bool fill_tangents(const strided<vec3<>>& stored_tangents, const strided<vec3<>>& stored_bitangents,
                                     scene::mesh& to) {
        if (to.normals.size() != stored_tangents.size() || stored_tangents.empty()) {
            return true;
        }
        const elements<vector4<float>> made = to_.append(to.tangents, stored_tangents.size());
        if (made.empty()) {
            return false;
        }
        const elements<const vector3<float>> normals{to.normals};
        const auto fill_from = [&](const auto& tangents, const auto& bitangents) {
            auto bitangent = bitangents.begin();
            std::size_t i = 0;
            for (const auto& stored : tangents) {
                const vector3<float> tangent = mirrored_x::point(vector3<float>{stored});
                const float side = dot(cross(normals[i], tangent), mirrored_x::point(vector3<float>{*bitangent}));
                made[i] = {tangent.x, tangent.y, tangent.z, side < 0 ? -1.0F : 1.0F};
                ++i;
                ++bitangent;
            }
        };
        const bool has_bitangents = stored_bitangents.size() == stored_tangents.size();
        const auto& bitangents = has_bitangents ? stored_bitangents : stored_tangents; // w is 1 without bitangents
        if (stored_tangents.packed().empty() || bitangents.packed().empty()) {
            fill_from(stored_tangents, bitangents);
        } else {
            fill_from(stored_tangents.packed(), bitangents.packed());
        }
        to_.extras().add_given("repairedTangents", repair_tangents(to)).put_into(to.extras);
        return true;
    }

    // ---- primitives ------------------------------------------------------------------------------------------------

    [[nodiscard]] bool add_primitives(const grimrock::mesh& stored, scene::mesh& to) {
        const auto indices = stored.indices();
        const repaired_segments segments{stored};
        if (segments.empty()) {
            if (!to_.resize(1, to.primitives) || !to_.allocate_triangles(to, indices.size() / 3)) {
                return false;
            }
            std::size_t end = 0;
            to.primitives[0] = to_.add_triangles(to, end, indices, 0, indices.size() / 3, npos, turns_);
            to.indices.resize(end);
            to.primitives.resize(end != 0 ? 1 : 0);
            note_segment(npos, end != 0);
            return !to_.why();
        }
        std::uint64_t triangles = 0;
        for (const auto& each : segments) {
            triangles += triangles_of(each, indices.size());
        }
        if (!to_.allocate_triangles(to, triangles) || !to_.resize(segments.size(), to.primitives)) {
            return false;
        }
        std::size_t left_out = 0, end = 0, primitives = 0;
        std::uint32_t number = 0;
        for (const auto& each : segments) {
            const std::uint32_t segment = number++;
            const std::uint64_t count = triangles_of(each, indices.size());
            left_out += each.primitive_type() != triangle_list && each.primitive_type() != quad_list ? 1U : 0U;
            if (count == 0) {
                continue;
            }
            const std::uint32_t material = material_of(each.material());
            scene::primitive& drawn = to.primitives[primitives];
            if (each.primitive_type() == triangle_list) {
                drawn = to_.add_triangles(to, end, indices, each.first_index(), to_size(count), material, turns_);
            } else {
                const auto part = indices.part(each.first_index(), 2 * count);
                drawn =
                    to_.add_triangles(to, end, cut_quads<decltype(part)>{part}, 0, to_size(count), material, turns_);
            }
            primitives += drawn.index_count != 0 ? 1U : 0U;
            note_segment(segment, drawn.index_count != 0);
            if (to_.why()) {
                return false;
            }
        }
        to.indices.resize(end);
        to.primitives.resize(primitives);
        auto extras = to_.extras();
        extras.add_given("segmentsOfNoTriangles", left_out).add_given("segmentsRepaired", segments.differ());
        extras.put_into(to.extras);
        return !to_.why();
    }
    // Returns the number of triangles that are wholly inside the index list. In a segment of quads, the count is the
    // number of quads (assumed).
    [[nodiscard]] static std::uint64_t triangles_of(const segment& drawn, std::uint64_t index_count) {
        const std::uint64_t left = drawn.first_index() < index_count ? index_count - drawn.first_index() : 0;
        const auto at_most = [&](std::uint64_t known) {
            return drawn.triangle_count() < known ? drawn.triangle_count() : known;
        };
        switch (drawn.primitive_type()) {
        case triangle_list: return at_most(left / 3);
        case quad_list: return 2 * at_most(left / 4);
        default: return 0;
        }
    }
    [[nodiscard]] std::uint32_t material_of(std::string_view name) {
        return to_.material_for(known_, name, [&](scene::material& made) {
            made.name = to_.text(name);
            if (trace_ != nullptr) {
                trace_->materials.push_back(name);
            }
        });
    }

    void note_segment(std::uint32_t number, bool is_drawn) {
        if (trace_ != nullptr && is_drawn) {
            trace_->segments.push_back(number);
        }
    }

    scene_builder<mirrored_x>& to_;
    numbers_by_key<std::string_view> known_; // materials by name
    bool colors_;
    scene_trace* trace_;
    bool turns_ = true; // whether the winding of the current mesh is reversed
};

}}}} // namespace effigy::v0::grimrock::impl
