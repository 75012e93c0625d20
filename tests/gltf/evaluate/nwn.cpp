// Models of Neverwinter Nights, rotated so that y is up.
#include "subject.hpp"

#include <effigy/nwn.hpp>
#include <effigy/nwn/compile.hpp>

namespace evaluation {

namespace {

namespace nwn = effigy::nwn;

// An animation of the model or of a supermodel. Positions of a supermodel's keys are multiplied by the scales
// of the models that inherit it.
struct moves {
    nwn::animation view;
    double position_scale = 1;
};

class nwn_subject final : public subject {
public:
    // `compiled`: the bytes of the model, if they are not those of a file.
    nwn_subject(const nwn::model& model, effigy::file_bytes compiled)
        : compiled_(std::move(compiled)), entries_(model.nodes().size()), nodes_(model.index(entries_)) {
        format = "nwn";
        for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
            if (const nwn::mesh shape = nodes_.at(i).mesh(); shape && shape.vertex_count() != 0) {
                shapes_.push_back(i);
                add(nodes_.name(i), shape, static_cast<bool>(nodes_.at(i).skin()));
            }
        }
        add_clips(model, 1);
    }
    // Returns the supermodel's own scale.
    double add_supermodel(effigy::file bytes, double position_scale) {
        const auto opened = nwn::open(bytes.bytes());
        if (!opened) {
            return 1;
        }
        add_clips(*opened, position_scale);
        files_.push_back(std::move(bytes));
        return static_cast<double>(opened->animation_scale());
    }

    [[nodiscard]] std::vector<points> place(std::optional<std::size_t> clip, double seconds) const override {
        std::vector<transform> poses(nodes_.size());
        rest_poses(nodes_, poses);
        std::vector<points> stored(nodes_.size());
        for (const std::uint32_t node : shapes_) {
            stored[node] = vectors(nodes_.at(node).mesh().positions());
        }
        if (clip) {
            const auto& [view, position_scale] = moves_[*clip];
            std::vector<effigy::tree_entry> entries(view.count_nodes());
            const auto moving = view.index(entries);
            apply(moving, seconds, nodes_, poses, effigy::playback::once, position_scale);
            play_samples(moving, seconds, stored);
        }
        std::vector<matrix> world(nodes_.size());
        local_matrices(poses, world);
        local_to_world(nodes_, world);
        std::vector<points> out;
        for (const std::uint32_t node : shapes_) {
            out.push_back(turned(place(nodes_.at(node), stored[node], world, world[node])));
        }
        return out;
    }

private:
    void add(std::string_view name, const nwn::mesh& shape, bool is_skinned) {
        instance& out = instances.emplace_back();
        out.node = name;
        out.vertex_count = shape.vertex_count();
        out.is_drawn = shape.is_rendered();
        out.is_skinned = is_skinned;
        const points at = turned(vectors(shape.positions()));
        const points normals = turned(vectors(shape.normals()));
        const auto indices = shape.indices();
        const std::string texture = facts::lower_case(std::string{shape.record()->textures[0].view()});
        triangle_counter count{out.shown};
        std::set<std::uint32_t> used;
        for (std::size_t i = 0; i + 3 <= indices.size(); i += 3) {
            const corners_of_triangle corners{indices[i], indices[i + 1], indices[i + 2]};
            if (*std::ranges::max_element(corners) < at.size()) {
                count.add(texture, corners, at, normals);
                used.insert(corners.begin(), corners.end());
            }
        }
        out.boxed.assign(used.begin(), used.end());
        out.stored = out.shown;
    }
    // Ignores an animation if a model earlier in the chain of supermodels has an animation of that name.
    void add_clips(const nwn::model& from, double position_scale) {
        const std::size_t known = clips.size();
        for (const nwn::animation& animation : from.animations()) {
            const auto has_name = [&](const clip& other) {
                return facts::lower_case(other.name) == facts::lower_case(std::string{animation.name()});
            };
            if (std::none_of(clips.begin(), clips.begin() + static_cast<std::ptrdiff_t>(known), has_name)) {
                clips.push_back({std::string{animation.name()}, animation.duration()});
                moves_.push_back({animation, position_scale});
            }
        }
    }

    // Vertices that an animation samples replace those of the mesh. Between samples they are blended linearly; after
    // the last sample they stay (the game's method is unknown).
    void play_samples(const nwn::animation_index& moving, double seconds, std::vector<points>& stored) const {
        for (std::uint32_t i = 0; i < moving.size(); ++i) {
            const nwn::animmesh samples = moving.at(i).animmesh();
            const std::uint32_t target = nodes_.find(moving.at(i).name());
            const std::uint32_t sets = samples.position_set_count();
            if (sets == 0 || target >= nodes_.size() || moving.find(moving.at(i).name()) != i ||
                samples.positions(0).size() != stored[target].size()) {
                continue;
            }
            const auto period = static_cast<double>(samples.record()->sample_period.get());
            const double at = period > 0 ? std::clamp(seconds / period, 0.0, sets - 1.0) : 0;
            const auto first = static_cast<std::uint32_t>(at);
            const points from = vectors(samples.positions(first));
            const points to = vectors(samples.positions(std::min(first + 1, sets - 1)));
            for (std::size_t v = 0; v < from.size(); ++v) {
                stored[target][v] = lerp(from[v], to[v], at - first);
            }
        }
    }

    // A vertex without weights follows the mesh's own node.
    [[nodiscard]] static points place(const nwn::node& node, const points& stored, const std::vector<matrix>& world,
                                      const matrix& own) {
        points out(stored.size());
        const nwn::skin binding = node.skin();
        if (binding) {
            std::vector<matrix> movers(binding.bones().size());
            skin_matrices(binding, world, movers);
            skin_positions(binding, movers, out);
        }
        for (std::size_t i = 0; i < out.size(); ++i) {
            double sum = 0;
            if (const auto* const weights = binding.weights().at(i); weights != nullptr) {
                for (std::size_t k = 0; k < 4; ++k) {
                    sum += static_cast<double>(element(*weights, k).get());
                }
            }
            out[i] = sum > 0 ? out[i] * (1 / sum) : transform_point(own, stored[i]);
        }
        return out;
    }

    effigy::file_bytes compiled_;
    std::vector<effigy::tree_entry> entries_;
    nwn::node_index nodes_;
    std::vector<std::uint32_t> shapes_; // numbers of the nodes with a mesh
    std::vector<moves> moves_;
    std::vector<effigy::file> files_;
};

} // namespace

subject_ptr open_nwn(const request& wanted) {
    const auto text = nwn::open_text(wanted.bytes);
    auto compiled = text ? nwn::compile(*text) : effigy::result<effigy::file_bytes>{text.error()};
    const std::span<const std::byte> stored = compiled ? std::span<const std::byte>{*compiled} : wanted.bytes;
    const auto opened = nwn::open(stored);
    if (!opened) {
        return nullptr;
    }
    auto out = std::make_unique<nwn_subject>(*opened, compiled ? *std::move(compiled) : effigy::file_bytes{});
    auto scale = static_cast<double>(opened->animation_scale());
    for (const path& from : wanted.clips) {
        if (auto bytes = effigy::file::open(from)) {
            scale *= out->add_supermodel(std::move(*bytes), scale);
        }
    }
    return out;
}

} // namespace evaluation
