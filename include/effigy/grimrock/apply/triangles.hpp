// Bringing triangles and their materials back.
#pragma once

#include <effigy/grimrock/apply/arrays.hpp>

namespace effigy { inline namespace v0 { namespace grimrock { namespace impl {

// Indices and segments of a mesh. They stay as stored, with wrong first indices, if no triangle changes. Otherwise they
// are written anew, primitive by primitive.
template <class = when_used> class triangle_carrier {
public:
    // `is_mirrored`: whether the scene turns the corners, because the mesh's node mirrors.
    triangle_carrier(mesh_target& to, bool is_mirrored)
        : to_(to), scenes_(to.scenes), now_(to.now), was_(to.before(to.number)),
          turns_(mirrored_x::turns_triangles != is_mirrored),
          was_turned_(was_ != nullptr && scenes_.trace.meshes[to.number].is_mirrored == is_mirrored),
          indices_(scenes_.memory), segments_(scenes_.memory), after_(scenes_.memory) {}

    void run() {
        const bool has_same_corners = was_ != nullptr && was_turned_ && to_.keeps_vertices &&
                                      now_.indices == was_->indices && !scenes_.rewrite_all;
        bool is_same = has_same_corners && now_.primitives.size() == was_->primitives.size();
        for (std::size_t i = 0; is_same && i < now_.primitives.size(); ++i) {
            const scene::primitive &a = now_.primitives[i], &b = was_->primitives[i];
            is_same = a.first_index == b.first_index && a.index_count == b.index_count &&
                      material_name(i) == old_material_name(i);
        }
        if (is_same) {
            return;
        }
        to_.has_new_shape |= !has_same_corners;
        to_.has_changed = true;
        write();
        to_.model.set<std::uint32_t>(to_.mesh.indices, std::span<const std::uint32_t>{indices_});
        to_.model.set<owned_segment>(to_.mesh.segments, std::span<const owned_segment>{segments_});
        scenes_.say(remark_kind::changed, "mesh", now_.name, "triangles and their materials", indices_.size() / 3);
    }

private:
    static constexpr std::int32_t line_list = 1, quad_list = 3;

    // The name that a segment stores.
    [[nodiscard]] std::string_view material_name(std::size_t primitive) const {
        const std::uint32_t number = now_.primitives[primitive].material;
        if (number == npos) {
            return {};
        }
        const std::string_view name = scenes_.now.materials[number].name;
        const std::uint32_t before = scenes_.materials.before_of(number);
        return before != npos && scenes_.before.materials[before].name == name ? scenes_.trace.materials[before] : name;
    }
    [[nodiscard]] std::string_view old_material_name(std::size_t primitive) const {
        const std::uint32_t number = was_->primitives[primitive].material;
        return number != npos ? scenes_.trace.materials[number] : std::string_view{};
    }
    // The segment of a primitive of `before`; npos if the mesh has no segments.
    [[nodiscard]] std::uint32_t segment_of(std::size_t primitive) const {
        return scenes_.trace.segments[scenes_.trace.meshes[to_.number].first_segment + primitive];
    }

    void write() {
        const std::span<const owned_segment> old = was_ != nullptr
                                                       ? std::as_const(to_.model).get(to_.stored[to_.number].segments)
                                                       : std::span<const owned_segment>{};
        indices_.reserve(now_.indices.size());
        const std::size_t count = now_.primitives.size(), old_count = was_ != nullptr ? was_->primitives.size() : 0;
        if (was_ != nullptr && old.empty() && count == 1 && now_.primitives[0].material == npos) {
            add_triangles(now_.primitives[0]); // the mesh has no segments, as before
            return;
        }
        const pool<owned_segment> kept = copied(old); // the model's pool moves
        std::size_t next = 0;                         // primitive of `now`
        std::size_t drawn = 0;                        // primitive of `before`
        for (std::uint32_t i = 0; i < kept.size(); ++i) {
            if (drawn == old_count || segment_of(drawn) != i) {
                keep_undrawn(kept[i]);
                continue;
            }
            // In order; if there are fewer or more, of the same material.
            if (next < count && (count == old_count || material_name(next) == old_material_name(drawn))) {
                add_segment(next++, kept[i], drawn);
            }
            ++drawn;
        }
        for (; next < count; ++next) {
            add_segment(next, owned_segment{.material = {}, .range = {.primitive_type = triangle_list}}, npos);
        }
    }
    [[nodiscard]] pool<owned_segment> copied(std::span<const owned_segment> from) const {
        pool<owned_segment> out{scenes_.memory};
        out.append(from);
        return out;
    }
    void add_triangles(const scene::primitive& drawn) {
        for (std::size_t i = drawn.first_index; i + 2 < std::size_t{drawn.first_index} + drawn.index_count; i += 3) {
            indices_.append({now_.indices[i], now_.indices[i + (turns_ ? 2 : 1)], now_.indices[i + (turns_ ? 1 : 2)]});
        }
    }
    // A segment names a material of the game. Triangles without one get the first of the model.
    [[nodiscard]] std::string_view segment_name(std::size_t primitive) {
        if (now_.primitives[primitive].material != npos) {
            return material_name(primitive);
        }
        const std::uint64_t count = now_.primitives[primitive].index_count / 3;
        if (scenes_.trace.materials.empty()) {
            scenes_.say(remark_kind::left_out, "mesh", now_.name, "triangles without a material: the model has none",
                        count);
            return {};
        }
        std::string what{"triangles without a material get "};
        what += scenes_.trace.materials[0];
        scenes_.say(remark_kind::guessed, "mesh", now_.name, what, count);
        return scenes_.trace.materials[0];
    }
    // `drawn`: the primitive of `before` that `old` was drawn as.
    void add_segment(std::size_t primitive, owned_segment old, std::size_t drawn) {
        const std::string_view name = segment_name(primitive);
        if (std::as_const(to_.model).get(old.material) != name) {
            scenes_.check_name("material", name);
            to_.model.set(old.material, name);
        }
        if (old.range.primitive_type == quad_list && has_same_triangles(primitive, drawn)) {
            copy_run(old);
            return;
        }
        const auto first = static_cast<std::int32_t>(indices_.size());
        add_triangles(now_.primitives[primitive]);
        old.range = {.primitive_type = triangle_list,
                     .first_index = first,
                     .count = static_cast<std::int32_t>(now_.primitives[primitive].index_count / 3)};
        segments_.push_back(old);
    }
    [[nodiscard]] bool has_same_triangles(std::size_t primitive, std::size_t drawn) {
        const scene::primitive &a = now_.primitives[primitive], &b = was_->primitives[drawn];
        bool out = was_turned_ && a.index_count == b.index_count;
        for (std::uint32_t i = 0; out && i < a.index_count; ++i) {
            out = now_.indices[a.first_index + i] == after(was_->indices[b.first_index + i]);
        }
        return out;
    }
    // The vertex that a stored vertex became; npos if it is gone.
    [[nodiscard]] std::uint32_t after(std::uint32_t vertex) {
        if (after_.empty()) {
            after_.assign(std::size_t{to_.stored[to_.number].vertex_count} + 1, npos);
            for (std::uint32_t i = 0; i < to_.origins.size(); ++i) {
                const scene::origin& origin = to_.origins[i];
                if (origin.mesh == to_.number && after_[origin.vertex] == npos) {
                    after_[origin.vertex] = i;
                }
            }
        }
        return vertex < after_.size() ? after_[vertex] : npos;
    }
    // Segments that are no part of the scene: of other things than triangles, or without a whole triangle.
    void keep_undrawn(const owned_segment& old) {
        if (old.range.primitive_type == triangle_list || old.range.primitive_type == quad_list) {
            segments_.push_back({.material = old.material,
                                 .range = {.primitive_type = old.range.primitive_type,
                                           .first_index = static_cast<std::int32_t>(indices_.size()),
                                           .count = 0}});
        } else if (!copy_run(old)) {
            scenes_.say(remark_kind::left_out, "mesh", now_.name, "a segment of lines whose vertices are gone",
                        static_cast<std::uint64_t>(old.range.count));
        }
    }
    // Copies the indices of a segment of lines or quads. Returns false if a vertex is gone.
    bool copy_run(owned_segment segment) {
        const std::span<const std::uint32_t> all = to_.model.get(to_.stored[to_.number].indices);
        const std::uint64_t corners = segment.range.primitive_type == quad_list   ? 4
                                      : segment.range.primitive_type == line_list ? 2
                                                                                  : 1;
        const auto first = static_cast<std::uint64_t>(segment.range.first_index);
        const std::uint64_t known = first < all.size() ? all.size() - first : 0;
        const std::uint64_t wanted = corners * static_cast<std::uint64_t>(segment.range.count);
        const std::size_t count = to_size((wanted < known ? wanted : known) / corners * corners);
        const std::size_t begin = indices_.size();
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t vertex = after(all[to_size(first) + i]);
            if (vertex == npos || indices_.size() > now_.indices.size() + 4 * all.size()) { // runs may overlap
                indices_.resize(begin);
                return false;
            }
            indices_.push_back(vertex);
        }
        segment.range.first_index = static_cast<std::int32_t>(begin);
        segment.range.count = static_cast<std::int32_t>(count / corners);
        segments_.push_back(segment);
        return true;
    }
    mesh_target& to_;
    const paired_scenes& scenes_;
    const scene::mesh& now_;
    const scene::mesh* was_;
    bool turns_, was_turned_; // was_turned_: as now
    pool<std::uint32_t> indices_;
    pool<owned_segment> segments_;
    pool<std::uint32_t> after_; // per stored vertex
};

}}}} // namespace effigy::v0::grimrock::impl
