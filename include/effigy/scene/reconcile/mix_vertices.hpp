// What new vertices have of the values that a changed mesh lacks.
#pragma once

#include <effigy/scene/reconcile/old_triangles.hpp>
#include <effigy/scene/reconcile/skinning.hpp>
#include <effigy/scene/reconcile/state.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// Gives new vertices the mean of the vertices that an editor made them between: of the lists that the changed mesh
// lacks, and of weights and attributes if the editor made none for them. Blender's modifier Boolean does not.
template <class = when_used> class vertex_mixer {
public:
    // `to`: the mesh `number` of the original, with new vertices behind its own. `targets`: those of the two meshes.
    vertex_mixer(reconcile_state& of, std::uint32_t number, const scene::mesh& changed, const part_matches& targets,
                 scene::mesh& to)
        : of_(of), changed_(changed), targets_(targets), to_(to), number_(number), finder_(of.original, of.memory),
          influences_(of.memory), lacks_colors_(changed.colors.empty() && !to.colors.empty()),
          lacks_joints_(changed.joints.empty() && !to.joints.empty()),
          is_asked_(lacks_colors_ || lacks_joints_ || changed.texcoords.size() < to.texcoords.size()) {
        for (std::uint32_t i = 0; i < to.targets.size(); ++i) {
            is_asked_ = is_asked_ || targets.new_of[i] == npos;
        }
    }

    // `between`: see scene::origin. A vertex about which it says nothing keeps what it has, which is that of another.
    void mix(std::uint32_t vertex, const vector2<float>& between, bool lacks_weights) {
        bool lacks_values = !changed_.attributes.empty();
        for (const scene::attribute& each : to_.attributes) {
            lacks_values = lacks_values && each.values[vertex] == 0;
        }
        unweighted_ += lacks_weights ? 1U : 0U;
        if (!is_asked_ && !lacks_weights && !lacks_values && to_.tangents.empty()) {
            return;
        }
        const mixture from = finder_.find(between, to_.positions[vertex]);
        if (from.mesh != number_) {
            unknown_ += is_asked_ || lacks_weights ? 1U : 0U;
            return;
        }
        bool has_value = false;
        for (std::size_t i = 0; i < to_.attributes.size() && lacks_values; ++i) {
            scene::list<std::uint8_t>& values = to_.attributes[i].values;
            values[vertex] = static_cast<std::uint8_t>(
                from.sum([&](std::uint32_t old) { return static_cast<double>(values[old]); }) + 0.5);
            has_value = has_value || values[vertex] != 0;
        }
        without_values_ += has_value ? 1U : 0U;
        if (!to_.tangents.empty()) {
            const auto along = [&](std::uint32_t i) {
                const vector4<float>& each = to_.tangents[i];
                return to_real<double>(vector3<float>{each.x, each.y, each.z});
            };
            const vector3<float> mean = to_real<float>(normalized(from.sum(along)));
            if (dot(mean, mean) > 0.5F) {
                to_.tangents[vertex] = {mean.x, mean.y, mean.z, to_.tangents[from.vertices[0]].w};
            }
        }
        if (lacks_colors_) {
            const auto mean = [&](std::uint8_t rgba8::* part) {
                return static_cast<std::uint8_t>(
                    from.sum([&](std::uint32_t i) { return static_cast<double>(to_.colors[i].*part); }) + 0.5);
            };
            to_.colors[vertex] = {mean(&rgba8::r), mean(&rgba8::g), mean(&rgba8::b), mean(&rgba8::a)};
        }
        for (std::size_t set = changed_.texcoords.size(); set < to_.texcoords.size(); ++set) {
            const auto mean = [&](float vector2<float>::* part) {
                return static_cast<float>(
                    from.sum([&](std::uint32_t i) { return static_cast<double>(to_.texcoords[set][i].*part); }));
            };
            to_.texcoords[set][vertex] = {mean(&vector2<float>::x), mean(&vector2<float>::y)};
        }
        for (std::uint32_t i = 0; i < to_.targets.size(); ++i) {
            scene::morph_target& target = to_.targets[i];
            for (scene::list<vector3<float>>* const list : {&target.positions, &target.normals}) {
                if (!list->empty() && (list == &target.normals || targets_.new_of[i] == npos)) {
                    (*list)[vertex] =
                        to_real<float>(from.sum([&](std::uint32_t old) { return to_real<double>((*list)[old]); }));
                }
            }
        }
        if (lacks_joints_ || lacks_weights) {
            mix_joints(vertex, from);
        }
    }
    void say() const {
        const auto tell = [&](std::uint64_t count, std::string_view what) {
            if (count != 0) {
                of_.say(remark_kind::guessed, "mesh", of_.original.meshes[number_].name, what, count);
            }
        };
        tell(unweighted_, "vertices added without weights: they have those of the vertices around them");
        tell(without_values_, "vertices added without attributes: they have those of the vertices around them");
        tell(unknown_, "vertices added: what the changed scene lacks is as in the nearest ones along edges");
    }

private:
    // The heaviest ones, as many as there is room for.
    void mix_joints(std::uint32_t vertex, const mixture& from) {
        influences_.clear();
        for (std::size_t corner = 0; corner < from.vertices.size(); ++corner) {
            for (std::size_t i = 0; i < 4 * to_.joints.size(); ++i) {
                const double weight = static_cast<double>(to_.weights[i / 4][from.vertices[corner]][i % 4]);
                if (weight * from.shares[corner] > 0) {
                    influences_.push_back(
                        {to_.joints[i / 4][from.vertices[corner]][i % 4], weight * from.shares[corner]});
                }
            }
        }
        heap_sort(influences_, [](const joint_weight& a, const joint_weight& b) { return a.joint < b.joint; });
        std::size_t count = 0;
        for (const joint_weight& each : influences_) {
            if (count != 0 && influences_[count - 1].joint == each.joint) {
                influences_[count - 1].weight += each.weight;
            } else {
                influences_[count++] = each;
            }
        }
        influences_.resize(count, {});
        heap_sort(influences_, [](const joint_weight& a, const joint_weight& b) { return a.weight > b.weight; });
        count = influences_.size() < 4 * to_.joints.size() ? influences_.size() : 4 * to_.joints.size();
        double sum = 0;
        for (std::size_t i = 0; i < count; ++i) {
            sum += influences_[i].weight;
        }
        for (std::size_t i = 0; i < 4 * to_.joints.size() && count != 0; ++i) {
            const bool is_used = i < count;
            to_.joints[i / 4][vertex][i % 4] =
                is_used ? static_cast<std::uint16_t>(influences_[i].joint) : std::uint16_t{0};
            to_.weights[i / 4][vertex][i % 4] = is_used ? static_cast<float>(influences_[i].weight / sum) : 0.0F;
        }
    }

    reconcile_state& of_;
    const scene::mesh& changed_;
    const part_matches& targets_;
    scene::mesh& to_;
    std::uint32_t number_;
    mixture_finder<> finder_;
    pool<joint_weight> influences_;
    std::uint64_t unweighted_ = 0, without_values_ = 0, unknown_ = 0;
    bool lacks_colors_, lacks_joints_, is_asked_;
};

}}} // namespace effigy::v0::impl
