// Models of World of Warcraft: turned so that y is up.
#include "subject.hpp"

#include "../../facts/m2/joined.hpp"

#include <effigy/m2/names.hpp>

namespace proof {

namespace {

namespace m2 = effigy::m2;

[[nodiscard]] vector gltf(const vector& v) { return {v.x, v.z, -v.y}; }
[[nodiscard]] points gltf(points all) {
    for (vector& v : all) {
        v = gltf(v);
    }
    return all;
}

[[nodiscard]] std::string name_of(const m2::animation& one) {
    const std::string_view name = m2::animation_name(one.id());
    return name.empty() ? std::to_string(one.id()) : std::string{name};
}

class m2_subject final : public subject {
public:
    m2_subject(const m2::model& of, facts::m2::companions files)
        : files_(std::move(files)), model_(of), entries_(model_.bones().size()), bones_(model_.index(entries_)) {
        format = "m2";
        for (const m2::animation& one : model_.animations()) {
            clips.push_back({name_of(one), one.duration()});
        }
        if (model_.vertex_count() != 0) {
            add_mesh();
        }
    }

    [[nodiscard]] std::vector<points> place(std::optional<std::size_t> clip, double seconds) const override {
        if (instances.empty()) {
            return {};
        }
        std::vector<transform> poses(bones_.size());
        rest_poses(bones_, poses);
        if (clip) {
            const m2::animation_time when{static_cast<std::uint32_t>(*clip), seconds, seconds};
            apply(model_, when, bones_, poses);
        }
        std::vector<matrix> matrices(bones_.size());
        local_matrices(poses, matrices);
        local_to_world(bones_, matrices);
        skin_matrices(model_, matrices, matrices);
        points out(model_.vertex_count());
        skin_positions(model_, matrices, out);
        for (std::size_t i = 0; i < out.size(); ++i) {
            const m2::vertex& vertex = model_.vertices()[i];
            double sum = 0;
            for (std::size_t k = 0; k < 4; ++k) {
                sum += vertex.joints[k] < bones_.size() ? vertex.weights[k] / 255.0 : 0.0;
            }
            out[i] = sum > 0 ? out[i] * (1 / sum) : vector{vertex.position};
        }
        return {gltf(std::move(out))};
    }

private:
    // Submeshes are drawn by any number of batches: parts are the materials of these, the surface that of the former.
    void add_mesh() {
        instance& out = instances.emplace_back();
        out.node = model_.name();
        out.vertex_count = model_.vertex_count();
        out.is_skinned = !model_.bones().empty();
        const points at = gltf(vectors(model_.positions()));
        const points normals = gltf(vectors(model_.normals()));
        const auto profile = model_.skin_profiles().at(0);
        std::vector<std::uint64_t> drawn;
        triangle_counter count{out};
        for (const m2::submesh& one : profile.submeshes()) {
            const auto corners = profile.indices(one);
            drawn.push_back(0);
            for (std::size_t i = 0; i + 3 <= corners.size(); i += 3) {
                const triangle all{corners[i], corners[i + 1], corners[i + 2]};
                if (*std::ranges::max_element(all) < at.size()) {
                    count.add("", all, at, normals);
                    ++drawn.back();
                }
            }
        }
        out.parts.clear();
        triangle_counter of_batches{out};
        for (const m2::batch& one : profile.batches()) {
            of_batches.add(std::to_string(one.material), one.submesh < drawn.size() ? drawn[one.submesh] : 0);
        }
    }

    facts::m2::companions files_;
    m2::model model_;
    std::vector<effigy::tree_entry> entries_;
    m2::bone_index bones_;
};

} // namespace

subject_ptr open_m2(const request& wanted) {
    const auto alone = m2::open(wanted.bytes);
    if (!alone) {
        return nullptr;
    }
    facts::m2::companions files{*alone, wanted.model};
    const auto joined = m2::open(wanted.bytes, files.table());
    return joined ? std::make_unique<m2_subject>(*joined, std::move(files)) : nullptr;
}

} // namespace proof
