// A skin whose joints are the selections with the name of an animation's bone.
#pragma once

#include <effigy/core/box.hpp>
#include <effigy/p3d/sample.hpp>
#include <effigy/p3d/scene/mesh.hpp>
#include <effigy/p3d/scene/options.hpp>

namespace effigy::inline v0::p3d::impl {

// A bone that moves points. Its joint is at the middle of these points, so that small errors in its rotation move them
// little.
struct bone_joint {
    std::string_view name;
    box<double> around;         // bounds of its points, in glTF's space
    std::uint32_t outer = npos; // node; if matrices are sheared, the parent of `scaled`, which is the parent of `inner`
    std::uint32_t scaled = npos;
    std::uint32_t inner = npos;

    // Rounded to float, so that the inverse bind matrix is exact.
    [[nodiscard]] vector3<double> middle() const noexcept { return rounded_to_float((around.min + around.max) * 0.5); }
    [[nodiscard]] double radius() const noexcept { return length(around.max - around.min) / 2; }
};

// The joints of all converted levels. Joint 0 of the skin is their root: it moves the points that no bone moves.
template <class = when_used> class joint_list {
public:
    joint_list(builder& to, std::span<const named_clip> clips)
        : to_(&to), names_(to.memory()), all_(to.memory()), numbers_(to.memory()) {
        for (const named_clip& clip : clips) {
            for (const p3d::bone& bone : clip.keys.bones()) {
                if (bone.index() < most_bones && !names_.contains(bone.name()) && to.charge(names_.bytes_of_one)) {
                    names_.add(bone.name());
                }
            }
        }
    }

    [[nodiscard]] bool empty() const noexcept { return all_.empty(); }
    [[nodiscard]] std::size_t size() const noexcept { return all_.size(); }
    [[nodiscard]] bone_joint& operator[](std::size_t i) noexcept { return all_[i]; }
    [[nodiscard]] std::uint32_t skin() const noexcept { return skin_; }
    [[nodiscard]] double model_size() const noexcept { return length(around_.max - around_.min); }
    // Returns the joint's index in the skin; 0 if no joint has this name.
    [[nodiscard]] std::uint16_t find(std::string_view name) const {
        return static_cast<std::uint16_t>(numbers_.find(name) + 1); // npos + 1 is 0
    }

    // Adds the bones that move points of a level. Returns false if they exceed the memory limit of the scene.
    [[nodiscard]] bool find_bones(const lod& level) {
        const strided<vec3<>> points = level.points();
        for (const vec3<>& point : points) {
            around_.add(mirrored_z::point(vector3<double>{point}));
        }
        for (const p3d::selection& part : level.selections()) {
            if (find(part.name()) == 0 && names_.contains(part.name()) && has_points(part) && !add(part.name())) {
                return false;
            }
        }
        for (const p3d::selection& part : level.selections()) {
            const std::uint16_t joint = find(part.name());
            if (joint == 0) {
                continue;
            }
            for_each_point(part, [&](const selected_point& one) {
                if (const vec3<>* const stored = points.at(one.point)) {
                    all_[joint - 1U].around.add(mirrored_z::point(vector3<double>{*stored}));
                }
            });
        }
        return true;
    }

    // Makes the nodes and the skin.
    void add_nodes() {
        if (empty() || !to_->charge(all_.size() * 3 * sizeof(scene::node))) {
            return;
        }
        skin_ = to_->add_skin(all_.size() + 1);
        if (skin_ == npos) {
            return;
        }
        to_->made.skins[skin_].name = "bones";
        const std::uint32_t root = to_->add_node("bones", npos);
        to_->set_joint(skin_, 0, root);
        std::size_t number = 0;
        for (bone_joint& each : all_) {
            const vector3<double> middle = each.middle();
            each.outer = to_->add_node(each.name, root, pose<double>{mirrored_z::point(middle), {}, {1, 1, 1}});
            to_->set_joint(skin_, ++number, each.outer, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, -to_real<float>(middle)});
        }
    }
    // Adds a child node to a joint's node, and a child to this one. The skin uses the latter from then on.
    void add_inner_nodes(std::size_t i) {
        bone_joint& joint = all_[i];
        if (joint.inner == npos) {
            joint.scaled = to_->add_node(joint.name, joint.outer);
            joint.inner = to_->add_node(joint.name, joint.scaled);
            if (joint.inner != npos) {
                to_->made.skins[skin_].joints[i + 1] = joint.inner;
            }
        }
    }

private:
    [[nodiscard]] bool add(std::string_view name) {
        constexpr std::size_t most = 0xFFFE; // indices of joints have 16 bits
        if (all_.size() == most) {
            return true;
        }
        if (!to_->charge(numbers_.bytes_of_one + 3 * sizeof(bone_joint))) {
            return false;
        }
        numbers_.add(name, static_cast<std::uint32_t>(all_.size()));
        all_.push_back({name, {}, npos, npos, npos});
        return true;
    }

    static constexpr std::uint32_t most_bones = 1000; // as in bones_by_name

    builder* to_;
    numbers_by_key<std::string_view, compare_names> names_; // of the bones of all clips
    pool<bone_joint> all_;
    numbers_by_key<std::string_view, compare_names> numbers_;
    box<double> around_; // bounds of all points
    std::uint32_t skin_ = npos;
};

// ---- weights -------------------------------------------------------------------------------------------------------

// The largest number of sets of four influences per vertex. The root uses one of these influences.
inline constexpr std::size_t most_influence_sets = 4;

// Joints and weights of a level's vertices, from the selections of bones. All vertices of a point have its influences.
template <class = when_used> class influence_maker {
public:
    influence_maker(builder& to, const joint_list<>& joints, const lod& level, const point_vertices& vertices,
                    const scene_options& options) noexcept
        : to_(&to), joints_(&joints), level_(level), vertices_(&vertices),
          most_(options.include_all_weights ? 4 * most_influence_sets : 4) {}

    // Makes joints and weights; makes none if no bone moves a point of the level. Returns false if they exceed the
    // memory limit of the scene.
    [[nodiscard]] bool make(scene::mesh& out) {
        const std::size_t points = level_.points().size();
        if (!to_->charge(points)) {
            return false;
        }
        auto counts = to_->template list<std::uint8_t>(points);
        std::size_t most = 0;
        for_each_influence([&](const selected_point& one, std::uint16_t) {
            if (one.point < points && counts[one.point] < 0xFF) {
                most = std::max<std::size_t>(most, ++counts[one.point]);
            }
        });
        if (most == 0) {
            return true;
        }
        const std::size_t sets =
            std::min<std::size_t>(most / 4 + 1, most_influence_sets); // includes the root's influence
        const std::size_t count = vertices_->size();
        if (!to_->charge(sets * count * (sizeof(scene::joints4) + sizeof(scene::weights4)))) {
            return false;
        }
        out.joints.resize(sets);
        out.weights.resize(sets);
        for (std::size_t set = 0; set < sets; ++set) {
            out.joints[set].resize(count);
            out.weights[set].resize(count);
        }
        for_each_influence([&](const selected_point& one, std::uint16_t joint) {
            vertices_->for_each(one.point, [&](std::uint32_t vertex) { add(out, vertex, joint, one.weight); });
        });
        for (std::uint32_t vertex = 0; vertex < count; ++vertex) {
            finish(out, vertex);
        }
        const std::size_t kept = std::min<std::size_t>(sets, most_ / 4);
        out.joints.resize(kept);
        out.weights.resize(kept);
        if (cut_ != 0) {
            extras_of(out.extras).add("verticesWithLostWeights", cut_);
        }
        if (overweight_ != 0) { // occurs (measured); glTF's weights add up to 1, so these vertices move less
            extras_of(out.extras).add("weightsAboveOne", overweight_);
        }
        if (left_out_ != 0) {
            extras_of(out.extras).add("influencesLeftOut", left_out_);
        }
        return true;
    }

private:
    template <class Visit> void for_each_influence(const Visit& visit) const {
        for (const p3d::selection& part : level_.selections()) {
            if (const std::uint16_t joint = joints_->find(part.name()); joint != 0) {
                for_each_point(part, [&](const selected_point& one) { visit(one, joint); });
            }
        }
    }
    // Adds an influence. Weights of one joint are added. If there is no place left, the smallest weight is left out.
    void add(scene::mesh& to, std::uint32_t vertex, std::uint16_t joint, float weight) {
        const std::size_t places = 4 * to.joints.size() - 1; // the last one is kept for the root
        std::size_t least = 0;
        for (std::size_t i = 0; i < places; ++i) {
            float& known = to.weights[i / 4][vertex][i % 4];
            if (known == 0 || to.joints[i / 4][vertex][i % 4] == joint) {
                to.joints[i / 4][vertex][i % 4] = joint;
                known += weight;
                return;
            }
            least = known < to.weights[least / 4][vertex][least % 4] ? i : least;
        }
        ++left_out_;
        if (to.weights[least / 4][vertex][least % 4] < weight) {
            to.joints[least / 4][vertex][least % 4] = joint;
            to.weights[least / 4][vertex][least % 4] = weight;
        }
    }
    // Sorts influences by descending weight, and keeps the largest ones, with a sum of 1. The root gets the rest of the
    // weight of all, up to a sum of 1.
    void finish(scene::mesh& mesh, std::uint32_t vertex) {
        struct influence {
            float weight;
            std::uint16_t joint;
        };
        constexpr double rounding = 1e-6;
        std::array<influence, 4 * most_influence_sets> all{};
        std::size_t count = 0;
        double sum = 0;
        for (std::size_t i = 0; i < 4 * mesh.joints.size(); ++i) {
            if (const float weight = mesh.weights[i / 4][vertex][i % 4]; weight != 0) {
                all[count++] = {weight, mesh.joints[i / 4][vertex][i % 4]};
                sum += static_cast<double>(weight);
            }
        }
        if (sum < 1 - rounding) {
            all[count++] = {static_cast<float>(1 - sum), 0};
        }
        overweight_ += sum > 1 + rounding ? 1U : 0U;
        const auto is_before = [&](std::size_t a, std::size_t b) {
            return all[a].weight != all[b].weight ? all[a].weight > all[b].weight : all[a].joint < all[b].joint;
        };
        heap_sort(count, is_before, [&](std::size_t a, std::size_t b) { std::swap(all[a], all[b]); });
        double whole = sum < 1 - rounding ? 1 : sum;
        if (count > most_) {
            ++cut_;
            count = most_;
            whole = 0;
            for (std::size_t i = 0; i < count; ++i) {
                whole += static_cast<double>(all[i].weight);
            }
        }
        for (std::size_t i = 0; i < 4 * mesh.joints.size(); ++i) {
            mesh.joints[i / 4][vertex][i % 4] = i < count ? all[i].joint : std::uint16_t{0};
            mesh.weights[i / 4][vertex][i % 4] =
                i < count ? static_cast<float>(static_cast<double>(all[i].weight) / whole) : 0.0F;
        }
    }

    builder* to_;
    const joint_list<>* joints_;
    lod level_;
    const point_vertices* vertices_;
    std::size_t most_; // the number of influences that a vertex keeps
    std::uint64_t overweight_ = 0, left_out_ = 0, cut_ = 0;
};

} // namespace effigy::inline v0::p3d::impl
