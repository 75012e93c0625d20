// Checking a mesh of a scene against the rules that parts.hpp and docs/gltf.md state, and rules for lists of numbers.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/core/result.hpp>
#include <effigy/scene/numbers.hpp>
#include <effigy/scene/parts.hpp>

#include <vector>

namespace effigy { inline namespace v0 {
namespace impl {

// The first violation of a rule. Its functions return false, as does a test that found it: `return found.broken(..)`.
class violation {
public:
    [[nodiscard]] const error& why() const noexcept { return why_; }

    EFFIGY_NOINLINE bool broken(const char* path, const char* expected, std::int64_t value) noexcept {
        why_ = {{path}, errc::bad_value, 0, value, expected};
        return false;
    }
    EFFIGY_NOINLINE bool out_of_bounds(const char* path, std::uint64_t count, std::uint64_t value,
                                       const char* what = "") noexcept {
        why_ = {{path}, errc::out_of_bounds, count, static_cast<std::int64_t>(value), what};
        return false;
    }
    // Adds the number of the part that was tested.
    EFFIGY_NOINLINE bool within(std::size_t number) noexcept {
        why_ = why_.within(static_cast<std::uint32_t>(number));
        return false;
    }

private:
    error why_;
};

// ---- numbers -------------------------------------------------------------------------------------------------------

// Returns v * scale, rounded, or the nearest representable number.
[[nodiscard]] constexpr std::int64_t scaled(double v, double scale) noexcept {
    constexpr double most = 9e18;
    const double out = v * scale;
    return out >= most      ? static_cast<std::int64_t>(most)
           : out <= -most   ? static_cast<std::int64_t>(-most)
           : is_finite(out) ? static_cast<std::int64_t>(out < 0 ? out - 0.5 : out + 0.5)
                            : 0;
}

// Rules. breaks(value) tells whether the value breaks the rule; refuse(found, path, value) reports a value that does.
struct finite_values {
    [[nodiscard]] static constexpr outcome breaks(const auto& value) noexcept { return is_not_finite(value); }
    static bool refuse(violation& found, const char* path, const auto& value) noexcept {
        std::int64_t finite = 0;
        for (const float number : floats_of(value)) {
            finite += is_not_finite(number) ? 0 : 1;
        }
        constexpr std::size_t width = floats_of(std::remove_cvref_t<decltype(value)>{}).size();
        return found.broken(path,
                            width == 1   ? "1 finite number"
                            : width == 2 ? "2 finite numbers"
                            : width == 3 ? "3 finite numbers"
                            : width == 4 ? "4 finite numbers"
                                         : "12 finite numbers",
                            finite);
    }
};

inline bool refuse_length(violation& found, const char* path, const auto& value, double square) noexcept {
    return !finite_values::breaks(value)
               ? found.broken(path, "1000 (a length of 1, in thousandths)", scaled(square_root(square), 1000))
               : finite_values::refuse(found, path, value);
}
struct unit_vectors { // normals, and the first three numbers of tangents
    [[nodiscard]] static constexpr outcome breaks(const vector3<float>& v) noexcept {
        constexpr float tolerance = 1e-3F; // of the square; half of this for the length
        return exceeds(v.x * v.x + v.y * v.y + v.z * v.z - 1, tolerance);
    }
    static bool refuse(violation& found, const char* path, const vector3<float>& v) noexcept {
        return refuse_length(found, path, v, static_cast<double>(dot(v, v)));
    }
};
struct unit_rotations {
    [[nodiscard]] static constexpr outcome breaks(const quaternion<float>& q) noexcept {
        constexpr float tolerance = 2e-4F;
        return exceeds(dot(q, q) - 1, tolerance);
    }
    static bool refuse(violation& found, const char* path, const quaternion<float>& q) noexcept {
        return refuse_length(found, path, q, static_cast<double>(dot(q, q)));
    }
};
struct tangent_values {
    [[nodiscard]] static constexpr outcome breaks(const vector4<float>& t) noexcept {
        return unit_vectors::breaks({t.x, t.y, t.z}) | exceeds(t.w * t.w - 1, 0); // only 1 and -1 have the square 1
    }
    static bool refuse(violation& found, const char* path, const vector4<float>& t) noexcept {
        const vector3<float> direction{t.x, t.y, t.z};
        return !unit_vectors::breaks(direction) ? found.broken(path, "1000 or -1000 (a w of 1 or -1, in thousandths)",
                                                               scaled(static_cast<double>(t.w), 1000))
                                                : unit_vectors::refuse(found, path, direction);
    }
};
struct fractions {
    [[nodiscard]] static constexpr outcome breaks(const auto& value) noexcept {
        outcome any;
        for (const float number : floats_of(value)) {
            any |= exceeds(number, 1) | outcome::of(number < 0);
        }
        return any;
    }
    static bool refuse(violation& found, const char* path, const auto& value) noexcept {
        for (const float number : floats_of(value)) {
            if (!is_not_finite(number) && (number < 0 || number > 1)) {
                return found.broken(path, "0 to 1, in thousandths", scaled(static_cast<double>(number), 1000));
            }
        }
        return finite_values::refuse(found, path, value);
    }
};

template <class T, class Rule> [[nodiscard]] bool verify_value(violation& found, const char* path, const T& value,
                                                               Rule) {
    return !Rule::breaks(value) || Rule::refuse(found, path, value);
}
// Checks a rule for all values in one pass without branches. Searches for the first bad value only if there is one.
template <class T, class Rule>
[[nodiscard]] bool verify_values(violation& found, const char* path, const scene::list<T>& values, Rule) {
    outcome any;
    for (const T& value : values) {
        any |= Rule::breaks(value);
    }
    for (std::size_t i = 0; any && i < values.size(); ++i) {
        if (Rule::breaks(values[i])) {
            Rule::refuse(found, path, values[i]);
            return found.within(i);
        }
    }
    return true;
}
// Whether the value is finite and `is_valid`.
[[nodiscard]] inline bool verify_number(violation& found, const char* path, float value, bool is_valid,
                                        const char* expected) noexcept {
    return is_not_finite(value) ? finite_values::refuse(found, path, value)
                                : is_valid || found.broken(path, expected, scaled(static_cast<double>(value), 1000));
}

// ---- joints and weights --------------------------------------------------------------------------------------------

// The rule of the Khronos validator for the sum of weights: it differs from 1 by at most 2e-7 per weight that is not 0.
// The sum is computed in float: it adds the first weights of all sets, then the second weights, and so on.
[[nodiscard]] constexpr bool is_one(float sum, int weights) noexcept {
    return is_finite(sum) && absolute(static_cast<double>(sum) - 1) <= 2e-7 * weights;
}

template <class = when_used> class weights_test {
public:
    weights_test(const scene::mesh& tested, violation& found) : mesh_(tested), found_(found) {}

    [[nodiscard]] bool run() {
        if (mesh_.joints.size() == 1) {
            const scene::list<scene::joints4>& joints = mesh_.joints[0];
            const scene::list<scene::weights4>& weights = mesh_.weights[0];
            bool all_valid = true;
            for (std::size_t i = 0; i < joints.size(); ++i) {
                all_valid &= are_valid(joints[i], weights[i]);
            }
            if (all_valid) {
                return true;
            }
        }
        last_vertices_.assign(std::size_t{0xFFFF} + 1, npos);
        for (std::uint32_t vertex = 0; vertex < mesh_.positions.size(); ++vertex) {
            if (!test(vertex)) {
                return found_.within(vertex);
            }
        }
        return true;
    }

private:
    [[nodiscard]] static constexpr bool are_valid(const scene::joints4& j, const scene::weights4& w) noexcept {
        bool valid = true;
        int count = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            valid &= w[k] > 0 || (w[k] == 0 && j[k] == 0);
            count += w[k] != 0 ? 1 : 0;
            for (std::size_t other = 0; other < k; ++other) {
                valid &= j[k] != j[other] || w[k] == 0 || w[other] == 0;
            }
        }
        return valid && is_one(w[0] + w[1] + w[2] + w[3], count);
    }

    [[nodiscard]] bool test(std::uint32_t vertex) {
        float sum = 0;
        int count = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            for (std::size_t set = 0; set < mesh_.joints.size(); ++set) {
                const float weight = mesh_.weights[set][vertex][k];
                const std::uint16_t joint = mesh_.joints[set][vertex][k];
                if (!verify_number(found_, "scene.meshes[].vertices[].weights", weight, weight >= 0,
                                   "weights of at least 0, in thousandths")) {
                    return false;
                }
                if (weight == 0) {
                    if (joint != 0) {
                        return found_.broken("scene.meshes[].vertices[].joints", "joint 0 for a weight of 0", joint);
                    }
                    continue;
                }
                if (last_vertices_[joint] == vertex) {
                    return found_.broken("scene.meshes[].vertices[].joints", "no joint more than once per vertex",
                                         joint);
                }
                last_vertices_[joint] = vertex;
                sum += weight;
                ++count;
            }
        }
        return is_one(sum, count) ||
               found_.broken("scene.meshes[].vertices[].weights", "1000000 (a sum of 1, in millionths)",
                             scaled(static_cast<double>(sum), 1e6));
    }

    const scene::mesh& mesh_;
    violation& found_;
    std::vector<std::uint32_t> last_vertices_; // per joint: the last vertex with a weight for it
};

// ---- meshes --------------------------------------------------------------------------------------------------------

// Checks meshes.
template <class = when_used> class mesh_test {
public:
    mesh_test(const scene& model, violation& found) : found_(found), sets_of_(model.materials.size()) {
        for (std::size_t i = 0; i < model.materials.size(); ++i) {
            for (const scene::texture& each : model.materials[i].textures) {
                const std::uint64_t sets = std::uint64_t{each.texcoord} + 1;
                sets_of_[i] = sets > sets_of_[i] ? sets : sets_of_[i];
            }
        }
    }

    // Stores the highest joint in `highest_joint`.
    [[nodiscard]] bool verify(const scene::mesh& tested, std::uint32_t& highest_joint) {
        vertex_count_ = tested.positions.size();
        return verify_attributes(tested) && verify_joints(tested, highest_joint) && verify_further_attributes(tested) &&
               verify_triangles(tested) && verify_targets(tested);
    }

private:
    [[nodiscard]] bool verify_count(const char* path, std::size_t count) noexcept {
        return count == vertex_count_ || found_.broken(path, "one value per vertex", static_cast<std::int64_t>(count));
    }
    // Checks a list with one value per vertex, or none at all.
    template <class T, class Rule>
    [[nodiscard]] bool verify_optional(const char* path, const char* path_of_one, const scene::list<T>& values,
                                       Rule rule) {
        return values.empty() ||
               (verify_count(path, values.size()) && verify_values(found_, path_of_one, values, rule));
    }

    [[nodiscard]] bool verify_attributes(const scene::mesh& tested) {
        if (vertex_count_ == 0 || vertex_count_ >= npos) {
            return found_.broken("scene.meshes[].positions", "at least one vertex, and fewer than 2^32 - 1",
                                 static_cast<std::int64_t>(vertex_count_));
        }
        if (!verify_values(found_, "scene.meshes[].positions[]", tested.positions, finite_values{}) ||
            !verify_optional("scene.meshes[].normals", "scene.meshes[].normals[]", tested.normals, unit_vectors{}) ||
            !verify_optional("scene.meshes[].tangents", "scene.meshes[].tangents[]", tested.tangents,
                             tangent_values{})) {
            return false;
        }
        if (tested.normals.empty() && !tested.tangents.empty()) {
            return found_.broken("scene.meshes[].tangents", "no tangents without normals",
                                 static_cast<std::int64_t>(tested.tangents.size()));
        }
        if (!tested.colors.empty() && !verify_count("scene.meshes[].colors", tested.colors.size())) {
            return false;
        }
        for (std::size_t i = 0; i < tested.texcoords.size(); ++i) {
            if (!verify_count("scene.meshes[].texcoords[]", tested.texcoords[i].size()) ||
                !verify_values(found_, "scene.meshes[].texcoords[][]", tested.texcoords[i], finite_values{})) {
                return found_.within(i);
            }
        }
        return true;
    }

    [[nodiscard]] bool verify_joints(const scene::mesh& tested, std::uint32_t& highest_joint) {
        const std::size_t sets = tested.joints.size();
        if (tested.weights.size() != sets) {
            return found_.broken("scene.meshes[].weights", "the same number of sets as in joints",
                                 static_cast<std::int64_t>(tested.weights.size()));
        }
        for (std::size_t i = 0; i < sets; ++i) {
            if (!verify_count("scene.meshes[].joints[]", tested.joints[i].size())) {
                return found_.within(i);
            }
        }
        for (std::size_t i = 0; i < sets; ++i) {
            if (!verify_count("scene.meshes[].weights[]", tested.weights[i].size())) {
                return found_.within(i);
            }
        }
        if (sets == 0) {
            return true;
        }
        std::uint16_t highest = 0;
        for (const auto& set : tested.joints) {
            for (const scene::joints4& joints : set) {
                for (const std::uint16_t joint : joints) {
                    highest = joint > highest ? joint : highest;
                }
            }
        }
        highest_joint = highest;
        return weights_test{tested, found_}.run();
    }

    [[nodiscard]] bool verify_further_attributes(const scene::mesh& tested) {
        for (std::size_t i = 0; i < tested.attributes.size(); ++i) {
            if (!verify_count("scene.meshes[].attributes[].values", tested.attributes[i].values.size())) {
                return found_.within(i);
            }
        }
        return tested.origins.empty() || verify_count("scene.meshes[].origins", tested.origins.size());
    }

    [[nodiscard]] bool verify_triangles(const scene::mesh& tested) {
        std::uint32_t highest = 0;
        for (const std::uint32_t index : tested.indices) {
            highest = index > highest ? index : highest;
        }
        for (std::size_t i = 0; highest >= vertex_count_ && i < tested.indices.size(); ++i) {
            if (tested.indices[i] >= vertex_count_) {
                found_.out_of_bounds("scene.meshes[].indices[]", vertex_count_, tested.indices[i]);
                return found_.within(i);
            }
        }
        bool draws_any = false;
        for (std::size_t i = 0; i < tested.primitives.size(); ++i) {
            draws_any |= tested.primitives[i].index_count != 0;
            if (!verify_primitive(tested, tested.primitives[i])) {
                return found_.within(i);
            }
        }
        return draws_any || found_.broken("scene.meshes[].primitives", "at least one triangle", 0);
    }
    [[nodiscard]] bool verify_primitive(const scene::mesh& tested, const scene::primitive& drawn) {
        if (drawn.index_count % 3 != 0) {
            return found_.broken("scene.meshes[].primitives[].index_count", "a multiple of 3", drawn.index_count);
        }
        if (const std::uint64_t end = std::uint64_t{drawn.first_index} + drawn.index_count;
            end > tested.indices.size()) {
            return found_.out_of_bounds("scene.meshes[].primitives[]", tested.indices.size(), end,
                                        "where the indices end");
        }
        if (drawn.material == npos) {
            return true;
        }
        if (drawn.material >= sets_of_.size()) {
            return found_.out_of_bounds("scene.meshes[].primitives[].material", sets_of_.size(), drawn.material);
        }
        const std::uint64_t sets = sets_of_[drawn.material];
        return tested.texcoords.empty() || sets <= tested.texcoords.size() ||
               found_.out_of_bounds("scene.meshes[].primitives[].material.textures.texcoord", tested.texcoords.size(),
                                    sets - 1);
    }

    [[nodiscard]] bool verify_targets(const scene::mesh& tested) {
        for (std::size_t i = 0; i < tested.targets.size(); ++i) {
            if (!verify_target(tested, tested.targets[i])) {
                return found_.within(i);
            }
        }
        return true;
    }
    [[nodiscard]] bool verify_target(const scene::mesh& tested, const scene::morph_target& target) {
        if (!verify_count("scene.meshes[].targets[].positions", target.positions.size()) ||
            !verify_values(found_, "scene.meshes[].targets[].positions[]", target.positions, finite_values{})) {
            return false;
        }
        if (tested.normals.empty() && !target.normals.empty()) {
            return found_.broken("scene.meshes[].targets[].normals", "no normals, since the mesh has none",
                                 static_cast<std::int64_t>(target.normals.size()));
        }
        return verify_optional("scene.meshes[].targets[].normals", "scene.meshes[].targets[].normals[]", target.normals,
                               finite_values{});
    }

    violation& found_;
    std::vector<std::uint64_t> sets_of_; // per material: the number of texcoord sets that its textures need
    std::size_t vertex_count_ = 0;       // of the mesh that is tested
};

} // namespace impl

// Whether a vector or a rotation has length 1, as precisely as verify() wants it.
[[nodiscard]] constexpr bool is_unit(const vector3<float>& v) noexcept { return !impl::unit_vectors::breaks(v); }
[[nodiscard]] constexpr bool is_unit(const quaternion<float>& q) noexcept { return !impl::unit_rotations::breaks(q); }

}} // namespace effigy::v0
