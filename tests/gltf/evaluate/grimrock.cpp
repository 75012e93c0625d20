// Models of Legend of Grimrock and the Shinobi engine: mirrored in x.
#include "subject.hpp"

#include <effigy/grimrock.hpp>

#include <functional>

namespace evaluation {

namespace {

namespace grimrock = effigy::grimrock;

[[nodiscard]] vector mirrored(const vector& v) { return {-v.x, v.y, v.z}; }
[[nodiscard]] points mirrored(const points& all) {
    return each_of(all, [](const vector& v) { return mirrored(v); });
}

struct clip_file {
    effigy::file bytes;
    grimrock::animation view;
};

class grimrock_subject final : public subject {
public:
    using mesh = grimrock::mesh;

    explicit grimrock_subject(const grimrock::model& of) : entries_(of.nodes().size()), nodes_(of.index(entries_)) {
        std::vector<matrix> world(nodes_.size());
        rest_poses(nodes_, world);
        local_to_world(nodes_, world);
        for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
            if (const mesh shape = nodes_.at(i).mesh()) {
                shapes_.push_back({i, shape});
                add(nodes_.name(i), shape, determinant(world[i]) < 0 && !is_skinned(shape));
            }
        }
    }
    void add_clip(const path& from, effigy::file bytes, const grimrock::animation& moves) {
        clips.push_back({stem(from), moves.duration()});
        moves_.push_back({std::move(bytes), moves});
    }

    [[nodiscard]] std::vector<points> place(std::optional<std::size_t> clip, double seconds) const override {
        std::vector<matrix> world(nodes_.size());
        rest_poses(nodes_, world);
        if (clip) {
            apply(moves_[*clip].view, seconds, nodes_, world);
        }
        local_to_world(nodes_, world);
        std::vector<points> out;
        for (const auto& [node, shape] : shapes_) {
            out.push_back(mirrored(place(shape, world, world[node])));
        }
        return out;
    }

private:
    struct shape_of_node {
        std::uint32_t node;
        mesh shape;
    };

    // `is_mirrored`: glTF turns the corners, the game does not.
    void add(std::string_view name, const mesh& shape, bool is_mirrored) {
        instance& out = instances.emplace_back();
        out.node = name;
        out.vertex_count = shape.vertex_count();
        out.is_skinned = is_skinned(shape);
        const points at = mirrored(vectors(shape.positions()));
        const points normals = mirrored(vectors(shape.normals()));
        const auto indices = shape.indices();
        triangle_counter stored{out.stored};
        triangle_counter shown{out.shown};
        for (const auto& segment : grimrock::repaired_segments{shape}) {
            const std::size_t first = segment.first_index();
            const std::size_t inside = (indices.size() - std::min(first, indices.size())) / 3;
            for (std::size_t i = 0; i < segment.triangle_count() && i < inside; ++i) {
                const auto corner = [&](std::size_t k) { return indices[first + 3 * i + k].get(); };
                const corners_of_triangle mirrored{corner(0), corner(2), corner(1)};
                const corners_of_triangle turned{corner(0), corner(1), corner(2)};
                stored.add(std::string{segment.material()}, mirrored, at, normals);
                shown.add(std::string{segment.material()}, is_mirrored ? turned : mirrored, at, normals);
            }
        }
    }

    [[nodiscard]] static bool is_skinned(const mesh& shape) {
        return !shape.bones().empty() && !shape.joints().empty() && !shape.weights().empty();
    }
    // Divides by the sum of a vertex's weights, because glTF requires a sum of 1. A vertex without weights follows the
    // mesh's own node.
    [[nodiscard]] static points place(const mesh& shape, const std::vector<matrix>& world, const matrix& own) {
        const points stored = vectors(shape.positions());
        points out(stored.size());
        if (is_skinned(shape)) {
            std::vector<matrix> bones(shape.bones().size());
            skin_matrices(shape, world, bones);
            skin_positions(shape, bones, out);
        }
        for (std::size_t i = 0; i < out.size(); ++i) {
            double sum = 0;
            for (std::size_t k = 0; k < 4 && is_skinned(shape); ++k) {
                sum += static_cast<double>(element(shape.weights()[i], k).get());
            }
            out[i] = sum > 0 ? out[i] * (1 / sum) : transform_point(own, stored[i]);
        }
        return out;
    }

    std::vector<effigy::tree_entry> entries_;
    grimrock::node_index nodes_;
    std::vector<shape_of_node> shapes_;
    std::vector<clip_file> moves_;
};

} // namespace

subject_ptr open_grimrock(const request& wanted) {
    const auto opened = grimrock::open(wanted.bytes);
    if (!opened) {
        return nullptr;
    }
    auto out = std::make_unique<grimrock_subject>(*opened);
    out->format = "grimrock";
    for (const path& from : wanted.clips) {
        if (auto bytes = effigy::file::open(from)) {
            if (const auto moves = grimrock::open_animation(bytes->bytes())) {
                out->add_clip(from, std::move(*bytes), *moves);
            }
        }
    }
    return out;
}

} // namespace evaluation
