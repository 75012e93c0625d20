// Findings in vertices and skin profiles.
#pragma once

#include <effigy/m2/lint/report.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {
using namespace effigy::impl;

template <class = when_used> void lint_vertices(const reporter<>& report, const model& in) {
    const auto vertices = in.vertices();
    const auto first = [&](const oddity& what, const auto& is_odd) {
        report.first(what, location{"m2.vertices[]"}, vertices,
                     [&](const m2::vertex& one, std::uint32_t) { return is_odd(one); });
    };
    const auto sum = [](const m2::vertex& one) {
        return one.weights[0] + one.weights[1] + one.weights[2] + one.weights[3];
    };
    const auto normal_length = [](const m2::vertex& one) { return length(vector3<double>{one.normal}); };
    first(odd::position_not_finite, [](const m2::vertex& one) { return !is_finite(one.position); });
    first(odd::normals_not_finite, [](const m2::vertex& one) { return !is_finite(one.normal); });
    first(odd::uv_not_finite, [](const m2::vertex& one) { return !all_finite(one.texcoords); });
    first(odd::weights_sum, [&](const m2::vertex& one) { return sum(one) != 255; });
    first(odd::weights_idle, [](const m2::vertex& one) {
        bool is_idle = false;
        for (std::size_t i = 0; i < 4; ++i) {
            is_idle = is_idle || (one.weights[i] == 0 && one.joints[i] != 0);
        }
        return is_idle;
    });
    first(odd::normals_zero, [&](const m2::vertex& one) { return normal_length(one) == 0; });
    first(odd::normals_not_unit, [&](const m2::vertex& one) {
        const double norm = normal_length(one);
        return is_finite(norm) && norm != 0 && absolute(norm - 1.0) > 0.01;
    });
}

// Reports the findings of one skin profile without its model.
template <class = when_used> class profile_linter {
public:
    // `at`: the location of the profile; its prefix precedes all paths.
    profile_linter(const reporter<>& report, const skin_profile& of, const location& at) noexcept
        : report_(report), profile_(of), at_(at), lookup_(of.vertex_lookup()), corners_(of.triangles_as_stored()),
          palettes_(of.palette_joints()) {}

    void all() const {
        profile_.visit_record([&](const auto& header) { lists(header); });
        submesh_ranges();
        first_new_submesh(odd::submesh_foreign, [&](const m2::submesh& one) { return has_foreign_corner(one); });
        const auto submeshes = profile_.submeshes();
        first_batch(odd::batch_submesh, [&](const batch& one) { return one.submesh >= submeshes.size(); });
        first_batch(odd::batch_textureless, [](const batch& one) { return one.texture_count == 0; });
        first_shadow(odd::shadow_submesh, [&](const shadow_batch& one) { return one.submesh >= submeshes.size(); });
    }

protected:
    [[nodiscard]] const skin_profile& profile() const noexcept { return profile_; }
    [[nodiscard]] const array<u16<>>& vertex_lookup() const noexcept { return lookup_; }
    [[nodiscard]] const array<palette_joints>& palettes() const noexcept { return palettes_; }

    template <class Test> void first_submesh(const oddity& what, const Test& is_odd) const {
        report_.first(what, at("submeshes[]"), profile_.submeshes(), is_odd);
    }
    template <class Test> void first_batch(const oddity& what, const Test& is_odd) const {
        report_.first(what, at("batches[]"), profile_.batches(),
                      [&](const batch& one, std::uint32_t) { return is_odd(one); });
    }
    template <class Test> void first_shadow(const oddity& what, const Test& is_odd) const {
        report_.first(what, at("shadowBatches[]"), profile_.shadow_batches(),
                      [&](const shadow_batch& one, std::uint32_t) { return is_odd(one); });
    }
    [[nodiscard]] static std::size_t first_vertex(const m2::submesh& of) noexcept { return of.first_vertex; }
    [[nodiscard]] static std::size_t end_vertex(const m2::submesh& of) noexcept {
        return first_vertex(of) + of.vertex_count;
    }
    // Skips submeshes that are not inside the profile or overlap earlier ones, so that each vertex and corner is
    // visited at most once (measured: none is skipped).
    template <class Test> void first_new_submesh(const oddity& what, const Test& is_odd) const {
        std::size_t vertices = 0;
        std::size_t corners = 0;
        first_submesh(what, [&](const m2::submesh& one, std::uint32_t) {
            if (first_vertex(one) < vertices || first_corner(one) < corners || end_vertex(one) > lookup_.size() ||
                end_corner(one) > corners_.size()) {
                return false;
            }
            vertices = end_vertex(one);
            corners = end_corner(one);
            return is_odd(one);
        });
    }

private:
    [[nodiscard]] location at(const char* path) const noexcept {
        location out = at_;
        out.path = path;
        return out;
    }

    void lists(const skin_profile_header& header) const {
        if (palettes_.size() != lookup_.size()) {
            report_(odd::palette_joints_count, at("paletteJoints"), &header.palette_joints);
        }
        if (corners_.size() % 3 != 0) {
            report_(odd::partial_triangle, at("triangles"), &header.triangles);
        }
    }
    [[nodiscard]] static std::size_t first_corner(const m2::submesh& of) noexcept {
        return of.first_index + (std::size_t{of.level} << 16U);
    }
    [[nodiscard]] static std::size_t end_corner(const m2::submesh& of) noexcept {
        return first_corner(of) + of.index_count;
    }

    void submesh_ranges() const {
        first_submesh(odd::submesh_vertices,
                      [&](const m2::submesh& one, std::uint32_t) { return end_vertex(one) > lookup_.size(); });
        first_submesh(odd::submesh_triangles, [&](const m2::submesh& one, std::uint32_t) {
            return end_corner(one) > corners_.size() || one.index_count % 3 != 0;
        });
        const std::uint32_t limit = profile_.bone_limit();
        first_submesh(odd::palette_long,
                      [&](const m2::submesh& one, std::uint32_t) { return limit != 0 && one.bone_count > limit; });
        std::size_t vertices = 0;
        std::size_t corners = 0;
        first_submesh(odd::submesh_order, [&](const m2::submesh& one, std::uint32_t) {
            const bool follows = first_vertex(one) == vertices && first_corner(one) == corners;
            vertices = end_vertex(one);
            corners = end_corner(one);
            return !follows;
        });
    }
    [[nodiscard]] bool has_foreign_corner(const m2::submesh& of) const noexcept {
        for (const u16<>& corner : profile_.triangles_as_stored(of)) {
            if (corner < first_vertex(of) || corner >= end_vertex(of)) {
                return true;
            }
        }
        return false;
    }

    const reporter<>& report_;
    const skin_profile& profile_;
    location at_;
    array<u16<>> lookup_, corners_;
    array<palette_joints> palettes_;
};

// Reports the findings of one skin profile with its model.
template <class = when_used> class drawn_profile_linter : profile_linter<> {
    using base = profile_linter<>;
    using base::end_vertex;
    using base::first_batch;
    using base::first_new_submesh;
    using base::first_shadow;
    using base::first_submesh;
    using base::first_vertex;

public:
    drawn_profile_linter(const reporter<>& report, const model& in, const skin_profile& of, const location& at) noexcept
        : base(report, of, at), in_(in), vertices_(in.vertices()) {}

    void all() const {
        base::all();
        submeshes();
        batches();
        stages();
        combiners();
    }

private:
    // ---- submeshes -------------------------------------------------------------------------------------------------

    void submeshes() const {
        const std::size_t bones = bones_of(in_);
        const std::size_t entries = in_.bone_lookup().size();
        first_submesh(odd::palette_outside, [&](const m2::submesh& one, std::uint32_t) {
            return std::size_t{one.first_palette_bone} + one.bone_count > entries;
        });
        first_submesh(odd::center_bone,
                      [&](const m2::submesh& one, std::uint32_t) { return one.center_bone >= bones; });
        first_new_submesh(odd::palette_mismatch, [&](const m2::submesh& one) { return has_other_bone(one); });
        first_new_submesh(odd::influences_few, [&](const m2::submesh& one) { return has_more_influences(one); });
    }
    // Whether test(vertex, its palette entries or null) is true for any vertex of a submesh.
    template <class Test> [[nodiscard]] bool any_vertex(const m2::submesh& of, const Test& test) const {
        const auto& lookup = this->vertex_lookup();
        const auto& palettes = this->palettes();
        for (std::size_t i = first_vertex(of); i < end_vertex(of) && i < lookup.size(); ++i) {
            const auto* const one = vertices_.at(lookup[i].get());
            if (one != nullptr && test(*one, palettes.at(i))) {
                return true;
            }
        }
        return false;
    }
    [[nodiscard]] bool has_other_bone(const m2::submesh& of) const {
        const auto lookup = in_.bone_lookup();
        return any_vertex(of, [&](const m2::vertex& one, const palette_joints* entries) {
            bool differs = false;
            for (std::size_t k = 0; k < 4 && entries != nullptr; ++k) {
                const auto* const palette_bone = lookup.at(std::uint64_t{of.first_palette_bone} + entries->entries[k]);
                differs =
                    differs || (one.weights[k] != 0 && (palette_bone == nullptr || *palette_bone != one.joints[k]));
            }
            return differs;
        });
    }
    [[nodiscard]] bool has_more_influences(const m2::submesh& of) const {
        return any_vertex(of, [&](const m2::vertex& one, const palette_joints*) {
            std::uint32_t count = 0;
            for (const u8 weight : one.weights) {
                count += weight != 0 ? 1U : 0U;
            }
            return count > of.influence_count;
        });
    }

    // ---- batches ---------------------------------------------------------------------------------------------------

    void batches() const {
        first_batch(odd::batch_material, [&](const batch& one) { return one.material >= in_.materials().size(); });
        first_batch(odd::batch_color, [&](const batch& one) {
            return one.color < -1 || one.color >= static_cast<std::int64_t>(in_.colors().size());
        });
        first_shadow(odd::shadow_texture,
                     [&](const shadow_batch& one) { return one.texture >= in_.textures().size(); });
    }
    template <class Table>
    [[nodiscard]] static bool is_outside(const u16<>& combo, std::uint32_t count, const Table& table) noexcept {
        return std::size_t{combo} + count > table.size();
    }
    // Checks the entries of the combiner combos. The shader of a batch is the number of its first entry, unless the
    // highest bit of the shader is set (readers).
    void combiners() const {
        const array<u16<>> combos = in_.texture_combiner_combos();
        if (!combos.empty()) {
            first_batch(odd::batch_combiner, [&](const batch& one) {
                return one.shader < 0x8000 && is_outside(one.shader, one.texture_count, combos);
            });
        }
    }
    // Checks the entries of the lookups to which a batch refers.
    void stages() const {
        first_batch(odd::batch_texture, [&](const batch& one) {
            return is_outside(one.texture_combo, one.texture_count, in_.texture_lookup());
        });
        // From version 272 on, shaders say it (4 of 4 models of the game).
        const bool needs_units =
            in_.version() < first_version<particle_record_272> || !in_.texture_unit_lookup().empty();
        first_batch(odd::batch_texture_unit, [&](const batch& one) {
            return needs_units && is_outside(one.texture_unit_combo, one.texture_count, in_.texture_unit_lookup());
        });
        first_batch(odd::batch_transform, [&](const batch& one) {
            return is_outside(one.transform_combo, one.texture_count, in_.texture_transform_lookup());
        });
        first_batch(odd::batch_weight, [&](const batch& one) {
            return one.texture_count != 0 && is_outside(one.weight_combo, 1, in_.texture_weight_lookup());
        });
        first_batch(odd::batch_weight_second, [&](const batch& one) {
            return one.texture_count > 1 && !is_outside(one.weight_combo, 1, in_.texture_weight_lookup()) &&
                   is_outside(one.weight_combo, one.texture_count, in_.texture_weight_lookup());
        });
    }

    const model& in_;
    array<m2::vertex> vertices_;
};

}}}} // namespace effigy::v0::m2::impl
