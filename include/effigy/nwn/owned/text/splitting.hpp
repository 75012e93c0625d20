// Splitting the vertices of a text: those of the game have one normal, one color and one texture coordinate of each
// set. The rules are those of the compilers (measured: vertices and triangles of 59 of 59 pairs of a text and the
// binary that nwnmdlcomp makes of it; the third one also of 943 of 943 meshes of BioWare and the Enhanced Edition).
#pragma once

#include <effigy/core/impl/numbers_by_key.hpp>
#include <effigy/nwn/owned/text/lists.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// What makes the vertex of a corner: two corners can share a vertex only if all of it is equal.
struct corner_key {
    static constexpr std::size_t size = 3 + 3 + 4 * 3 + 3 + 1 + 4;

    std::array<float, size> values{}; // without negative zeros
    std::uint64_t hash = 0;

    [[nodiscard]] static constexpr int compare(const corner_key& a, const corner_key& b) noexcept {
        if (a.hash != b.hash) {
            return a.hash < b.hash ? -1 : 1;
        }
        for (std::size_t i = 0; i < size; ++i) {
            const auto x = std::bit_cast<std::uint32_t>(a.values[i]), y = std::bit_cast<std::uint32_t>(b.values[i]);
            if (x != y) {
                return x < y ? -1 : 1;
            }
        }
        return 0;
    }
};

// A vertex of the mesh that the game gets, and the corner that it comes from.
struct built_vertex {
    std::uint32_t corner = 0; // 3 * face + corner
};

// Makes the vertices and triangles of one mesh.
template <class = when_used> class vertex_splitter {
public:
    // nwnmdlcomp ignores the text's own normals and tangents, and all faces if one of them is not valid.
    vertex_splitter(const text_lists<>& from, std::uint32_t flags, bool as_nwnmdlcomp, bool with_colors,
                    std::pmr::memory_resource* memory)
        : from_(from), flags_(flags), uses_normals_(!as_nwnmdlcomp && from.normals.size() == from.positions.size()),
          uses_tangents_(!as_nwnmdlcomp && from.tangents.size() == from.positions.size()), uses_colors_(with_colors),
          uses_faces_(!as_nwnmdlcomp || has_only_valid_faces()), normals_(memory), normal_of_corner_(memory),
          classes_(memory), corners_(memory), corner_of_vertex_(memory), class_of_corner_(memory), vertices_(memory),
          triangles_(memory), faces_(memory), tree_(memory), first_faces_(memory), edges_(memory) {}

    void run() {
        if (!uses_normals_) {
            smooth();
        }
        corner_of_vertex_.assign(from_.positions.size(), npos);
        for (std::uint32_t corner = 0; corner < 3 * from_.faces.size(); ++corner) {
            class_of_corner_.push_back(is_valid(corner / 3) ? class_of(corner) : npos);
        }
        const bool shares_all = (flags_ & (has_skin | has_animmesh | has_dangly)) != 0;
        if (shares_all) {
            share_all();
        } else {
            share_along_edges();
        }
    }

    // Whether the vertices of a face exist. Other faces are left out.
    [[nodiscard]] bool is_valid(std::size_t face) const noexcept {
        bool out = uses_faces_;
        for (const std::int32_t vertex : from_.faces[face].vertex) {
            out = out && vertex >= 0 && static_cast<std::size_t>(vertex) < from_.positions.size();
        }
        return out;
    }
    [[nodiscard]] const pool<built_vertex>& vertices() const noexcept { return vertices_; }
    [[nodiscard]] const pool<std::uint32_t>& triangles() const noexcept { return triangles_; } // three vertices each
    [[nodiscard]] const pool<std::uint32_t>& faces() const noexcept { return faces_; } // the face of each triangle
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
        return uses_normals_ ? from_.normals[position_of(corner)] : normals_[normal_of_corner_[corner]];
    }
    [[nodiscard]] bool uses_tangents() const noexcept { return uses_tangents_; }
    // White, if the list has fewer.
    [[nodiscard]] vector3<float> color(std::uint32_t corner) const noexcept {
        const std::uint32_t vertex = position_of(corner);
        return uses_colors_ && vertex < from_.colors.size() ? from_.colors[vertex] : vector3<float>{1, 1, 1};
    }
    [[nodiscard]] float constraint(std::uint32_t corner) const noexcept {
        const std::uint32_t vertex = position_of(corner);
        return vertex < from_.constraints.size() ? from_.constraints[vertex] : 0;
    }
    // Returns the normal of a face, not at length 1.
    [[nodiscard]] vector3<double> face_normal(std::size_t face) const noexcept {
        const auto at = [&](std::size_t corner) {
            return widened(from_.positions[static_cast<std::size_t>(from_.faces[face].vertex[corner])]);
        };
        return cross(at(1) - at(0), at(2) - at(1));
    }

private:
    static constexpr std::uint32_t none = npos;

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

    // ---- normals ---------------------------------------------------------------------------------------------------

    // Gives each corner a normal: a corner without one opens a new one, which is the sum of the faces' normals,
    // weighted by area, at this and all later corners of its vertex that have none and whose smoothing groups share a
    // bit with its own. Without smoothing groups, a face is flat. x and y of the sum are rounded to float, as in
    // nwnmdlcomp: else faces in one plane would get normals that differ in the last bit in other places, and be split
    // there.
    void smooth() {
        const std::size_t corners = 3 * from_.faces.size();
        pool<std::uint32_t> ends{normals_.resource()}, by_vertex{normals_.resource()};
        ends.assign(from_.positions.size() + 1, 0);
        for_each_corner([&](std::uint32_t corner) { ++ends[position_of(corner) + 1]; });
        for (std::size_t i = 1; i < ends.size(); ++i) {
            ends[i] += ends[i - 1];
        }
        by_vertex.assign(corners, 0);
        pool<std::uint32_t> next{normals_.resource()};
        next.append(ends);
        for_each_corner([&](std::uint32_t corner) { by_vertex[next[position_of(corner)]++] = corner; });
        normal_of_corner_.assign(corners, none);
        for_each_corner([&](std::uint32_t corner) {
            if (normal_of_corner_[corner] != none) {
                return;
            }
            const std::uint32_t vertex = position_of(corner);
            const std::uint32_t smoothing = from_.faces[corner / 3].smoothing;
            vector3<double> sum;
            // Corners before this one have normals. Each further normal of the vertex has none of the groups before,
            // so there are at most 32 with groups; without groups, only this face is visited.
            std::uint32_t& first = next[vertex];
            first = first == ends[vertex + 1] ? ends[vertex] : first;
            while (normal_of_corner_[by_vertex[first]] != none) {
                ++first;
            }
            for (std::uint32_t i = first; i < ends[vertex + 1]; ++i) {
                const std::uint32_t other = by_vertex[i];
                const bool is_own = other / 3 == corner / 3;
                if (smoothing == 0 && !is_own) {
                    break;
                }
                if (normal_of_corner_[other] == none &&
                    (is_own || (smoothing & from_.faces[other / 3].smoothing) != 0)) {
                    sum = sum + face_normal(other / 3);
                    sum.x = static_cast<double>(static_cast<float>(sum.x));
                    sum.y = static_cast<double>(static_cast<float>(sum.y));
                    normal_of_corner_[other] = static_cast<std::uint32_t>(normals_.size());
                }
            }
            normals_.push_back(narrowed(normalized(sum)));
        });
    }
    template <class Use> void for_each_corner(const Use& use) const {
        for (std::uint32_t corner = 0; corner < 3 * from_.faces.size(); ++corner) {
            if (is_valid(corner / 3)) {
                use(corner);
            }
        }
    }

    // ---- corners ---------------------------------------------------------------------------------------------------

    [[nodiscard]] corner_key key_of(std::uint32_t corner) const noexcept {
        corner_key out;
        std::size_t at = 0;
        const auto add = [&](float value) {
            out.values[at++] = value + 0.0F; // -0 becomes 0
            constexpr std::uint64_t prime = 0x9E37'79B9'7F4A'7C15;
            out.hash = (out.hash ^ std::bit_cast<std::uint32_t>(out.values[at - 1])) * prime;
            out.hash ^= out.hash >> 29U;
        };
        const auto add_all = [&](const vector3<float>& v) {
            add(v.x);
            add(v.y);
            add(v.z);
        };
        add_all(from_.positions[position_of(corner)]);
        add_all(normal(corner));
        for (std::size_t set = 0; set < 4; ++set) {
            add_all(texcoord(corner, set));
        }
        add_all(color(corner));
        add((flags_ & has_dangly) != 0 ? constraint(corner) : 0);
        if (uses_tangents_) {
            const vector4<float>& tangent = from_.tangents[position_of(corner)];
            add(tangent.x);
            add(tangent.y);
            add(tangent.z);
            add(tangent.w);
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
        wanted.normal = uses_normals_ ? 0 : normal_of_corner_[corner];
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
        wanted.number = class_by_value(corner);
        wanted.next = first;
        first = static_cast<std::uint32_t>(corners_.size());
        corners_.push_back(wanted);
        return wanted.number;
    }
    // Returns the number of the key: that of the first corner with an equal one, among different ones.
    [[nodiscard]] std::uint32_t class_by_value(std::uint32_t corner) {
        const corner_key wanted = key_of(corner);
        const auto compare = [&](std::uint32_t i) {
            const class_entry& other = classes_[i];
            return wanted.hash != other.hash ? (wanted.hash < other.hash ? -1 : 1)
                                             : corner_key::compare(wanted, key_of(other.corner));
        };
        const std::uint32_t found = tree_.find(compare);
        if (found == npos) {
            tree_.add(compare);
            classes_.push_back({wanted.hash, corner});
            return static_cast<std::uint32_t>(classes_.size() - 1);
        }
        return found;
    }

    // ---- vertices --------------------------------------------------------------------------------------------------

    [[nodiscard]] std::uint32_t add_vertex(std::uint32_t corner) {
        vertices_.push_back({corner});
        return static_cast<std::uint32_t>(vertices_.size() - 1);
    }
    // Skins, danglymeshes, animmeshes: each corner takes the first equal vertex.
    void share_all() {
        pool<std::uint32_t> vertex_of_class{classes_.resource()};
        vertex_of_class.assign(classes_.size(), none);
        for (std::uint32_t face = 0; face < from_.faces.size(); ++face) {
            if (!is_valid(face)) {
                continue;
            }
            for (std::uint32_t corner = 3 * face; corner < 3 * face + 3; ++corner) {
                std::uint32_t& vertex = vertex_of_class[class_of_corner_[corner]];
                vertex = vertex != none ? vertex : add_vertex(corner);
                triangles_.push_back(vertex);
            }
            faces_.push_back(face);
        }
    }
    // Other meshes: a face shares vertices only with the first face before it that has at least two equal corners.
    // Faces of which two vertices are one are left out.
    void share_along_edges() {
        first_faces_.assign(classes_.size(), none);
        for (std::uint32_t face = 0; face < from_.faces.size(); ++face) {
            if (!is_valid(face)) {
                continue;
            }
            const std::size_t corner = 3 * std::size_t{face};
            const std::uint32_t of[3] = {class_of_corner_[corner], class_of_corner_[corner + 1],
                                         class_of_corner_[corner + 2]};
            std::uint32_t neighbor = none;
            bool is_new[3]{}; // edges
            for (std::size_t i = 0; i < 3; ++i) {
                const std::uint32_t found = first_with(of[i], of[(i + 1) % 3]);
                neighbor = found < neighbor ? found : neighbor;
                is_new[i] = found == none;
            }
            const bool has_equal = of[0] == of[1] || of[0] == of[2] || of[1] == of[2];
            std::uint32_t vertex[3]{};
            for (std::uint32_t i = 0; i < 3; ++i) {
                std::uint32_t found = none;
                for (std::size_t k = 0; neighbor != none && k < 3 && found == none; ++k) {
                    const std::uint32_t candidate = triangles_[3 * std::size_t{neighbor} + k];
                    found = class_of_corner_[vertices_[candidate].corner] == of[i] ? candidate : none;
                }
                vertex[i] = found != none ? found : add_vertex(3 * face + i);
            }
            if (vertex[0] == vertex[1] || vertex[0] == vertex[2] || vertex[1] == vertex[2]) {
                continue;
            }
            const auto triangle = static_cast<std::uint32_t>(faces_.size());
            triangles_.append(vertex);
            faces_.push_back(face);
            for (std::size_t i = 0; i < 3; ++i) {
                first_faces_[of[i]] = first_faces_[of[i]] != none ? first_faces_[of[i]] : triangle;
                if (is_new[i] && of[i] != of[(i + 1) % 3] &&
                    !(has_equal && edges_.contains(edge(of[i], of[(i + 1) % 3])))) {
                    edges_.add(edge(of[i], of[(i + 1) % 3]), triangle);
                }
            }
        }
    }
    // Returns the first triangle with corners of both classes.
    [[nodiscard]] std::uint32_t first_with(std::uint32_t a, std::uint32_t b) const {
        return a == b ? first_faces_[a] : edges_.find(edge(a, b));
    }
    [[nodiscard]] static constexpr std::uint64_t edge(std::uint32_t a, std::uint32_t b) noexcept {
        return a < b ? std::uint64_t{a} << 32U | b : std::uint64_t{b} << 32U | a;
    }

    struct class_entry {
        std::uint64_t hash;
        std::uint32_t corner;
    };

    const text_lists<>& from_;
    std::uint32_t flags_;
    bool uses_normals_, uses_tangents_, uses_colors_;
    bool uses_faces_ = true;
    pool<vector3<float>> normals_;
    pool<std::uint32_t> normal_of_corner_;
    pool<class_entry> classes_;
    pool<numbered_corner> corners_;
    pool<std::uint32_t> corner_of_vertex_;
    pool<std::uint32_t> class_of_corner_;
    pool<built_vertex> vertices_;
    pool<std::uint32_t> triangles_, faces_;
    key_tree tree_;
    pool<std::uint32_t> first_faces_; // the first triangle with a corner of the class
    numbers_by_key<std::uint64_t> edges_;
};

}}}} // namespace effigy::v0::nwn::impl
