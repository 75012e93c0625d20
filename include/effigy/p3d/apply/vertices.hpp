// What differs between the vertices of a changed mesh and those of the original one.
#pragma once

#include <effigy/p3d/apply/pairs.hpp>
#include <effigy/scene/reconcile/matching.hpp>
#include <effigy/scene/reconcile/skinning.hpp>

#include <array>
#include <utility>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

// Positions and normals of glTF's space as a file stores them.
[[nodiscard]] inline vector3<float> stored_point(const vector3<float>& of) noexcept { return mirrored_z::point(of); }
[[nodiscard]] inline vector3<float> stored_normal(const vector3<float>& of) noexcept { return -mirrored_z::point(of); }

// Returns the name of the selection whose weights an attribute has; empty if it has something else.
[[nodiscard]] inline std::string_view selection_of_attribute(std::string_view name) noexcept {
    constexpr std::string_view prefix = "SELECTION_";
    return name.starts_with(prefix) ? name.substr(prefix.size()) : std::string_view{};
}
// A vertex of another level that joined a mesh.
struct joined_vertex {
    const level_trace* level = nullptr; // null: it is none
    std::uint32_t vertex = npos;        // of that level's mesh

    [[nodiscard]] std::uint32_t point() const noexcept { return level != nullptr ? level->points[vertex] : npos; }
};

// A mesh that a level became, and the mesh that an editor made of it.
template <class = when_used> class level_mesh {
public:
    // `node`: of the changed mesh. `level`: null if the level is new.
    level_mesh(const paired_scenes& scenes, std::uint32_t node, const level_trace* level)
        : scenes_(scenes), now_(scenes.now.meshes[scenes.now.nodes[node].mesh]),
          before_(level != nullptr && level->mesh != npos ? &scenes.before.meshes[level->mesh] : nullptr),
          origins_(now_.positions.size(), npos, scenes.memory), frames_(now_.targets.size(), 0, scenes.memory),
          joints_(scenes.memory), attributes_(now_.attributes.size(), 0, scenes.memory),
          space_(scenes.now, scenes.world_now, node, scenes.memory), is_skinned_(scenes.now.nodes[node].skin != npos),
          rewrites_(scenes.rewrite_all) {
        find_matrix();
        find_origins(level);
        find_joined(level);
        if (before_ != nullptr) {
            frames_ = part_matches{now_.targets.size(), before_->targets.size(), scenes.memory};
            match_by_names(frames_, now_.targets, before_->targets);
            match_by_numbers(frames_);
            attributes_ = part_matches{now_.attributes.size(), before_->attributes.size(), scenes.memory};
            match_attributes(attributes_, now_.attributes, before_->attributes);
        }
        find_joints(node, level);
        kept_values_ = count_values_of_twins();
    }

    [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(now_.positions.size()); }
    [[nodiscard]] const scene::mesh& now() const noexcept { return now_; }
    // Null: the level is new, or had no triangles.
    [[nodiscard]] const scene::mesh* before() const noexcept { return before_; }
    // The original vertex; npos: it is new.
    [[nodiscard]] std::uint32_t origin(std::uint32_t vertex) const noexcept { return origins_[vertex]; }
    [[nodiscard]] joined_vertex joined(std::uint32_t vertex) const noexcept {
        return joined_.empty() ? joined_vertex{} : joined_[vertex];
    }
    // The levels that vertices joined from.
    [[nodiscard]] const pool<const level_trace*>& sources() const noexcept { return sources_; }
    // The changed target of an original one, and the reverse; npos: there is none.
    [[nodiscard]] const part_matches& frames() const noexcept { return frames_; }
    [[nodiscard]] const part_matches& attributes() const noexcept { return attributes_; }
    // Where the node of the mesh, or all joints at rest, are, so that all of the level moves.
    [[nodiscard]] const matrix4x3<double>& matrix() const noexcept { return matrix_; }
    [[nodiscard]] bool is_mirrored() const noexcept { return !is_skinned_ && determinant(matrix_) < 0; }

    // ---- what a file stores ----------------------------------------------------------------------------------------

    [[nodiscard]] vector3<float> position(std::uint32_t vertex) const noexcept {
        return moved(vertex, now_.positions[vertex]);
    }
    // In the frame that a target is.
    [[nodiscard]] vector3<float> position(std::uint32_t vertex, std::uint32_t target) const noexcept {
        const scene::list<vector3<float>>& offsets = now_.targets[target].positions;
        return moved(vertex, now_.positions[vertex] + (vertex < offsets.size() ? offsets[vertex] : vector3<float>{}));
    }
    [[nodiscard]] vector3<float> normal(std::uint32_t vertex) const noexcept {
        const vector3<float>& of = now_.normals[vertex];
        return stored_normal(
            is_moved_ ? to_real<float>(transform_normal(space_.of_vertex(now_, vertex), to_real<double>(of))) : of);
    }

    // ---- what differs ----------------------------------------------------------------------------------------------

    [[nodiscard]] bool has_new_position(std::uint32_t vertex) const noexcept {
        const std::uint32_t origin = origins_[vertex];
        return rewrites_ || is_moved_ || origin == npos || now_.positions[vertex] != before_->positions[origin];
    }
    [[nodiscard]] bool has_new_normal(std::uint32_t vertex) const noexcept {
        const std::uint32_t origin = origins_[vertex];
        return !now_.normals.empty() &&
               (rewrites_ || is_moved_ || origin == npos || now_.normals[vertex] != before_->normals[origin]);
    }
    [[nodiscard]] bool has_new_texcoord(std::uint32_t vertex, std::size_t set) const noexcept {
        const std::uint32_t origin = origins_[vertex];
        return set < now_.texcoords.size() && (rewrites_ || origin == npos || set >= before_->texcoords.size() ||
                                               now_.texcoords[set][vertex] != before_->texcoords[set][origin]);
    }
    // Whether the offset of an original target differs.
    [[nodiscard]] bool has_new_offset(std::uint32_t vertex, std::uint32_t target) const noexcept {
        const std::uint32_t origin = origins_[vertex], changed = frames_.now_of(target);
        return changed != npos && (rewrites_ || origin == npos ||
                                   offset(now_.targets[changed], vertex) != offset(before_->targets[target], origin));
    }
    [[nodiscard]] bool has_new_influences(std::uint32_t vertex) const noexcept {
        const std::uint32_t origin = origins_[vertex];
        if (joints_.empty() || now_.joints.empty()) {
            return false;
        }
        if (rewrites_ || origin == npos) {
            return true;
        }
        const auto weight_of = [](const scene::mesh& of, std::size_t set, std::uint32_t number, std::size_t k) {
            return set < of.weights.size() ? of.weights[set][number][k] : 0.0F;
        };
        for (std::size_t set = 0; set < now_.joints.size() || set < before_->joints.size(); ++set) {
            for (std::size_t k = 0; k < 4; ++k) {
                const float weight = weight_of(now_, set, vertex, k);
                if (weight != weight_of(*before_, set, origin, k) ||
                    (weight != 0 && joint(now_.joints[set][vertex][k]).number != before_->joints[set][origin][k])) {
                    return true;
                }
            }
        }
        return false;
    }
    [[nodiscard]] bool is_new_attribute(std::uint32_t attribute) const noexcept {
        return attributes_.before_of(attribute) == npos;
    }
    // Of a changed attribute.
    [[nodiscard]] bool has_new_value(std::uint32_t vertex, std::uint32_t attribute) const noexcept {
        const std::uint32_t origin = origins_[vertex], original = attributes_.before_of(attribute);
        return rewrites_ || origin == npos || original == npos ||
               (kept_values_ == 0 &&
                now_.attributes[attribute].values[vertex] != before_->attributes[original].values[origin]);
    }
    // How many vertices merged with others at their places, so that attributes say nothing about their selections.
    [[nodiscard]] std::size_t kept_values() const noexcept { return kept_values_; }
    // Whether anything differs that a point has but its selections.
    [[nodiscard]] bool is_new_point(std::uint32_t vertex) const noexcept {
        bool out = has_new_position(vertex) || has_new_influences(vertex);
        for (std::uint32_t i = 0; i < frames_.new_of.size() && !out; ++i) {
            out = has_new_offset(vertex, i);
        }
        return out || has_frame_more();
    }
    // Whether two vertices agree in all that a point has but its selections.
    [[nodiscard]] bool are_one_point(std::uint32_t a, std::uint32_t b) const noexcept {
        bool out = now_.positions[a] == now_.positions[b];
        for (std::size_t i = 0; i < now_.targets.size() && out; ++i) {
            out = offset(now_.targets[i], a) == offset(now_.targets[i], b);
        }
        for (std::size_t set = 0; set < now_.joints.size() && out; ++set) {
            out = now_.joints[set][a] == now_.joints[set][b] && now_.weights[set][a] == now_.weights[set][b];
        }
        return out;
    }
    // Whether they agree in all that a corner of a face has but its point.
    [[nodiscard]] bool are_one_corner(std::uint32_t a, std::uint32_t b) const noexcept {
        bool out = now_.normals.empty() || now_.normals[a] == now_.normals[b];
        for (std::size_t set = 0; set < now_.texcoords.size() && out; ++set) {
            out = now_.texcoords[set][a] == now_.texcoords[set][b];
        }
        return out;
    }

    // ---- bones -----------------------------------------------------------------------------------------------------

    struct joint_name {
        std::uint32_t number;  // of the original skin's joints; npos: it is new
        std::string_view name; // of the selection; empty for the root
    };
    [[nodiscard]] const pool<joint_name>& joints() const noexcept { return joints_; }
    // Calls visit(joint of the changed skin, weight).
    template <class Visit> void for_each_influence(std::uint32_t vertex, const Visit& visit) const {
        for (std::size_t set = 0; set < now_.joints.size(); ++set) {
            for (std::size_t k = 0; k < 4; ++k) {
                if (now_.weights[set][vertex][k] != 0) {
                    visit(std::uint32_t{now_.joints[set][vertex][k]}, now_.weights[set][vertex][k]);
                }
            }
        }
    }

private:
    // Of a skinned mesh, the joints can be elsewhere than they are bound.
    void find_matrix() {
        const double most = is_skinned_ ? same_within::rest : 0;
        const auto are_near = [&](const matrix4x3<double>& a, const matrix4x3<double>& b) {
            return is_near(a, b, most, most * scenes_.trace.model_size);
        };
        const matrix4x3<double>& first = space_.of_joint(0);
        bool is_whole = true;
        for (std::uint32_t i = 0; i < space_.joint_count(); ++i) {
            is_moved_ = is_moved_ || !are_near(space_.of_joint(i), {});
            is_whole = is_whole && are_near(space_.of_joint(i), first);
        }
        matrix_ = is_moved_ && is_whole ? first : matrix_;
    }
    [[nodiscard]] vector3<float> moved(std::uint32_t vertex, const vector3<float>& of) const noexcept {
        return stored_point(
            is_moved_ ? to_real<float>(transform_point(space_.of_vertex(now_, vertex), to_real<double>(of))) : of);
    }
    [[nodiscard]] static vector3<float> offset(const scene::morph_target& of, std::uint32_t vertex) noexcept {
        return vertex < of.positions.size() ? of.positions[vertex] : vector3<float>{};
    }
    [[nodiscard]] joint_name joint(std::uint32_t number) const noexcept {
        return number < joints_.size() ? joints_[number] : joint_name{npos, {}};
    }
    // A target that the original has not makes a frame, in which each point has a position.
    [[nodiscard]] bool has_frame_more() const noexcept { return now_.targets.size() > frames_.new_of.size(); }

    void find_origins(const level_trace* level) {
        if (before_ == nullptr) {
            return;
        }
        for (std::uint32_t i = 0; i < origins_.size(); ++i) {
            const scene::origin from = scenes_.origin_of(now_, i);
            origins_[i] = from.mesh == level->mesh ? from.vertex : npos;
        }
    }
    void find_joined(const level_trace* level) {
        pool<const level_trace*> levels{scenes_.before.meshes.size(), nullptr, scenes_.memory};
        for (const level_trace& each : scenes_.trace.levels) {
            if (each.mesh != npos && (level == nullptr || each.mesh != level->mesh)) {
                levels[each.mesh] = &each;
            }
        }
        pool<bool> is_source(levels.size(), scenes_.memory);
        for (std::uint32_t i = 0; i < now_.origins.size(); ++i) {
            const auto [mesh, vertex, proof, between] = scenes_.origin_of(now_, i);
            if (mesh == npos || levels[mesh] == nullptr) {
                continue;
            }
            joined_.resize(now_.origins.size());
            joined_[i] = {levels[mesh], vertex};
            if (!is_source[mesh]) {
                is_source[mesh] = true;
                sources_.push_back(levels[mesh]);
            }
        }
    }
    // Returns how many vertices have other values of attributes than before, if these are all values that another
    // vertex had at the same place, within about a millimetre: *Merge by Distance* gave several vertices those of one,
    // and nobody edited a selection. Else 0.
    [[nodiscard]] std::size_t count_values_of_twins() const {
        if (before_ == nullptr || rewrites_ || now_.attributes.empty()) {
            return 0;
        }
        const auto is_as = [&](std::uint32_t vertex, std::uint32_t old) {
            for (std::uint32_t i = 0; i < now_.attributes.size(); ++i) {
                const std::uint32_t original = attributes_.before_of(i);
                if (now_.attributes[i].values[vertex] !=
                    (original != npos ? before_->attributes[original].values[old] : 0)) {
                    return false;
                }
            }
            return true;
        };
        pool<std::uint32_t> differing{scenes_.memory};
        for (std::uint32_t v = 0; v < now_.positions.size(); ++v) {
            if (origins_[v] != npos && !is_as(v, origins_[v])) {
                differing.push_back(v);
            }
        }
        if (differing.empty()) {
            return 0;
        }
        using key = std::array<std::int64_t, 3>;
        const auto key_of = [&](std::uint32_t old) {
            const auto rounded = [](float x) {
                constexpr double per_metre = 1024, most = 1e15;
                const double cells = static_cast<double>(x) * per_metre;
                return absolute(cells) < most ? static_cast<std::int64_t>(cells + (cells < 0 ? -0.5 : 0.5))
                                              : std::int64_t{0};
            };
            const vector3<float>& at = before_->positions[old];
            return key{rounded(at.x), rounded(at.y), rounded(at.z)};
        };
        numbers_by_key<key> lasts{scenes_.memory};                                   // at each place
        pool<std::uint32_t> others{before_->positions.size(), npos, scenes_.memory}; // the next one there
        for (std::uint32_t old = 0; old < others.size(); ++old) {
            const std::uint32_t known = lasts.find(key_of(old));
            if (known == npos) {
                lasts.add(key_of(old), old);
            } else {
                others[old] = std::exchange(others[known], old);
            }
        }
        constexpr int most_compared = 64;
        for (const std::uint32_t v : differing) {
            int left = most_compared;
            bool has_twin = false;
            for (std::uint32_t at = lasts.find(key_of(origins_[v])); at != npos && left != 0 && !has_twin; --left) {
                has_twin = is_as(v, at);
                at = others[at];
            }
            if (!has_twin) {
                return 0;
            }
        }
        return differing.size();
    }
    // The joints of the changed skin, by their nodes.
    void find_joints(std::uint32_t node, const level_trace* level) {
        const std::uint32_t skin = scenes_.now.nodes[node].skin;
        if (skin == npos || level == nullptr || now_.joints.empty()) {
            return;
        }
        pool<joint_name> of_nodes{scenes_.before.nodes.size(), joint_name{npos, {}}, scenes_.memory};
        if (scenes_.trace.skin != npos) {
            of_nodes[scenes_.before.skins[scenes_.trace.skin].joints[0]] = {0, {}};
        }
        for (std::uint32_t i = 0; i < scenes_.trace.joints.size(); ++i) {
            const joint_trace& each = scenes_.trace.joints[i];
            for (const std::uint32_t part : {each.outer, each.scaled, each.inner}) {
                if (part != npos) {
                    of_nodes[part] = {i + 1, each.bone};
                }
            }
        }
        for (const std::uint32_t each : scenes_.now.skins[skin].joints) {
            const std::uint32_t original = scenes_.nodes.before_of(each);
            const bool is_known = original != npos && of_nodes[original].number != npos;
            joints_.push_back(is_known ? of_nodes[original] : joint_name{npos, scenes_.now.nodes[each].name});
        }
    }

    const paired_scenes& scenes_;
    const scene::mesh& now_;
    const scene::mesh* before_;
    pool<std::uint32_t> origins_;
    pool<joined_vertex> joined_{scenes_.memory}; // empty: none
    pool<const level_trace*> sources_{scenes_.memory};
    part_matches frames_;
    pool<joint_name> joints_; // of the changed skin; empty if influences say nothing
    part_matches attributes_;
    rest_space<> space_;
    matrix4x3<double> matrix_;
    bool is_moved_ = false, is_skinned_, rewrites_;
    std::size_t kept_values_ = 0;
};

}}}} // namespace effigy::v0::p3d::impl
