// From the lists of a text to vertices: those of the game have one normal, one color and one texture coordinate of each
// set.
#pragma once

#include <effigy/nwn/owned/derive/faces.hpp>
#include <effigy/nwn/owned/text/lists.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// Makes the vertices and triangles of one mesh.
template <class = when_used> class vertex_splitter {
public:
    // The compilers before the Enhanced Edition ignore the text's own normals and tangents. nwnmdlcomp ignores all
    // faces if one of them is not valid.
    vertex_splitter(const text_lists<>& from, std::uint32_t flags, producer by, std::pmr::memory_resource* memory)
        : from_(from), flags_(flags),
          uses_normals_(!is_before_enhanced_edition(by) && from.normals.size() == from.positions.size()),
          uses_tangents_(!is_before_enhanced_edition(by) && from.tangents.size() == from.positions.size()),
          uses_colors_(!from.colors.empty() &&
                       (!is_before_enhanced_edition(by) || (flags & (has_skin | has_dangly)) == 0)),
          uses_faces_(by != producer::nwnmdlcomp || has_only_valid_faces()), as_(by), normals_(as_, memory),
          classes_(memory), corners_(memory), corner_of_vertex_(memory), class_of_corner_(memory), shared_(memory) {}

    void run() {
        const auto corners = static_cast<std::uint32_t>(3 * from_.faces.size());
        if (!uses_normals_) {
            for (std::uint32_t corner = 0; corner < corners; ++corner) {
                class_of_corner_.push_back(is_valid(corner / 3) ? position_of(corner) : npos);
            }
            normals_.run(
                class_of_corner_, from_.positions.size(),
                [&](std::uint32_t face) { return from_.faces[face].smoothing; },
                [&](std::uint32_t face) { return face_normal(face); });
        }
        class_of_corner_.clear();
        corner_of_vertex_.assign(from_.positions.size(), npos);
        for (std::uint32_t corner = 0; corner < corners; ++corner) {
            class_of_corner_.push_back(is_valid(corner / 3) ? class_of(corner) : npos);
        }
        shared_.run(class_of_corner_, classes_.size(), shares_all_vertices(flags_));
    }

    // Whether the vertices of a face exist. Other faces are left out.
    [[nodiscard]] bool is_valid(std::size_t face) const noexcept {
        bool out = uses_faces_;
        for (const std::int32_t vertex : from_.faces[face].vertex) {
            out = out && vertex >= 0 && static_cast<std::size_t>(vertex) < from_.positions.size();
        }
        return out;
    }
    [[nodiscard]] const pool<std::uint32_t>& vertices() const noexcept { return shared_.vertices(); }
    [[nodiscard]] const pool<std::uint32_t>& triangles() const noexcept { return shared_.triangles(); }
    [[nodiscard]] const pool<std::uint32_t>& faces() const noexcept { return shared_.faces(); }
    [[nodiscard]] std::uint32_t collapsed_faces() const noexcept { return shared_.collapsed(); }
    [[nodiscard]] std::uint32_t position_of(std::uint32_t corner) const noexcept {
        return static_cast<std::uint32_t>(from_.faces[corner / 3].vertex[corner % 3]);
    }
    // Returns the number of a corner's texture coordinate; npos if it has none in this set.
    [[nodiscard]] std::uint32_t texcoord_of(std::uint32_t corner, std::size_t set) const noexcept {
        const std::size_t face = corner / 3;
        const auto& other = set != 0 ? from_.texcoord_indices[set - 1] : from_.texcoord_indices[0];
        const std::int32_t number =
            set != 0 && face < other.size() ? other[face].of[corner % 3] : from_.faces[face].texcoord[corner % 3];
        const auto out = static_cast<std::uint32_t>(number);
        return number >= 0 && out < from_.texcoords[set].size() ? out : npos;
    }
    [[nodiscard]] vector3<float> texcoord(std::uint32_t corner, std::size_t set) const noexcept {
        const std::uint32_t number = texcoord_of(corner, set);
        return number != npos ? from_.texcoords[set][number] : vector3<float>{};
    }
    [[nodiscard]] vector3<float> normal(std::uint32_t corner) const noexcept {
        return uses_normals_ ? from_.normals[position_of(corner)] : normals_[corner];
    }
    [[nodiscard]] bool uses_tangents() const noexcept { return uses_tangents_; }
    [[nodiscard]] bool uses_colors() const noexcept { return uses_colors_; }
    // White, if the list has fewer.
    [[nodiscard]] vector3<float> color(std::uint32_t corner) const noexcept {
        const std::uint32_t vertex = position_of(corner);
        return uses_colors_ && vertex < from_.colors.size() ? from_.colors[vertex] : vector3<float>{1, 1, 1};
    }
    [[nodiscard]] float constraint(std::uint32_t corner) const noexcept {
        const std::uint32_t vertex = position_of(corner);
        return vertex < from_.constraints.size() ? from_.constraints[vertex] : 0;
    }
    [[nodiscard]] const vector3<float>& position(std::uint32_t corner) const noexcept {
        return from_.positions[position_of(corner)];
    }
    // Returns the normal of a face, not at length 1.
    [[nodiscard]] vector3<double> face_normal(std::uint32_t face) const noexcept {
        return as_.across(position(3 * face), position(3 * face + 1), position(3 * face + 2));
    }

private:
    [[nodiscard]] bool has_only_valid_faces() const noexcept {
        const auto fits = [](std::int32_t index, std::size_t size) {
            return index >= 0 && static_cast<std::size_t>(index) <= size; // one too many
        };
        bool out = true;
        for (const text_face& face : from_.faces) {
            for (std::size_t i = 0; i < 3; ++i) {
                out = out && fits(face.vertex[i], from_.positions.size()) &&
                      fits(face.texcoord[i], from_.texcoords[0].size());
            }
        }
        return out;
    }
    [[nodiscard]] corner_key key_of(std::uint32_t corner) const noexcept {
        corner_key out;
        out.add(position(corner));
        out.add(normal(corner));
        for (std::size_t set = 0; set < 4; ++set) {
            out.add(texcoord(corner, set));
        }
        out.add(color(corner));
        out.add((flags_ & has_dangly) != 0 ? constraint(corner) : 0);
        if (uses_tangents_) {
            const vector4<float>& tangent = from_.tangents[position_of(corner)];
            out.add({tangent.x, tangent.y, tangent.z});
            out.add(tangent.w);
        }
        return out;
    }
    // A corner by its numbers in the text: corners with the same ones are equal, and found faster than by value.
    struct numbered_corner {
        std::uint32_t normal = npos;
        std::array<std::uint32_t, 4> texcoords{};
        std::uint32_t number = npos; // of its class
        std::uint32_t next = npos;   // at the same vertex of the text

        [[nodiscard]] bool is_same(const numbered_corner& other) const noexcept {
            return normal == other.normal && texcoords == other.texcoords;
        }
    };
    [[nodiscard]] std::uint32_t class_of(std::uint32_t corner) {
        numbered_corner wanted;
        wanted.normal = uses_normals_ ? 0 : normals_.number_of(corner);
        for (std::size_t set = 0; set < wanted.texcoords.size(); ++set) {
            wanted.texcoords[set] = from_.texcoords[set].empty() ? npos : texcoord_of(corner, set);
        }
        std::uint32_t& first = corner_of_vertex_[position_of(corner)];
        std::size_t steps = 8; // most vertices have fewer
        for (std::uint32_t i = first; i != npos && steps != 0; i = corners_[i].next, --steps) {
            if (corners_[i].is_same(wanted)) {
                return corners_[i].number;
            }
        }
        wanted.number = classes_.number_of(corner, [&](std::uint32_t of) { return key_of(of); });
        wanted.next = first;
        first = static_cast<std::uint32_t>(corners_.size());
        corners_.push_back(wanted);
        return wanted.number;
    }

    const text_lists<>& from_;
    std::uint32_t flags_;
    bool uses_normals_, uses_tangents_, uses_colors_;
    bool uses_faces_ = true;
    rounding as_;
    smoothed_normals<> normals_;
    corner_classes<> classes_;
    pool<numbered_corner> corners_;
    pool<std::uint32_t> corner_of_vertex_;
    pool<std::uint32_t> class_of_corner_;
    vertex_sharing<> shared_;
};

}}}} // namespace effigy::v0::nwn::impl
