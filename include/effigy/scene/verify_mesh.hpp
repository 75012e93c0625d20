// Checking a mesh of a scene against the rules that parts.hpp and docs/gltf.md state, and rules for lists of numbers.
#pragma once

#include <effigy/core/result.hpp>
#include <effigy/scene/numbers.hpp>
#include <effigy/scene/parts.hpp>

namespace effigy::inline v0::impl {

[[nodiscard]] inline error broken(const char* path, const char* expected, std::int64_t found) noexcept {
    return {{path}, errc::bad_value, 0, found, expected};
}
[[nodiscard]] inline error no_such(const char* path, std::size_t count, std::uint32_t found) noexcept {
    return {{path}, errc::out_of_bounds, count, found};
}

// Returns the first error of `test(part, number)`, with the number in its location.
template <class Parts, class Test> [[nodiscard]] error first_error(const Parts& parts, Test&& test) {
    std::uint32_t number = 0;
    for (const auto& part : parts) {
        if (const error why = test(part, number)) {
            return why.within(number);
        }
        ++number;
    }
    return {};
}

// ---- numbers -------------------------------------------------------------------------------------------------------

// Returns v * scale, rounded, or the nearest representable number.
[[nodiscard]] constexpr std::int64_t scaled(double v, double scale) noexcept {
    constexpr double most = 9e18;
    const double out = v * scale;
    return out >= most    ? static_cast<std::int64_t>(most)
           : out <= -most ? static_cast<std::int64_t>(-most)
           : out == out   ? static_cast<std::int64_t>(out < 0 ? out - 0.5 : out + 0.5)
                          : 0;
}

// Rules. breaks(value) tells whether the value breaks the rule; why(path, value) returns the error of a value that
// breaks it.
struct finite_values {
    [[nodiscard]] static constexpr outcome breaks(const auto& value) noexcept { return is_not_finite(value); }
    [[nodiscard]] static error why(const char* path, const auto& value) noexcept {
        std::int64_t finite = 0;
        for (const float number : floats_of(value)) {
            finite += is_not_finite(number) ? 0 : 1;
        }
        constexpr std::size_t width = floats_of(std::remove_cvref_t<decltype(value)>{}).size();
        return broken(path,
                      width == 1   ? "1 finite number"
                      : width == 2 ? "2 finite numbers"
                      : width == 3 ? "3 finite numbers"
                      : width == 4 ? "4 finite numbers"
                                   : "12 finite numbers",
                      finite);
    }
};

[[nodiscard]] inline error wrong_length(const char* path, const auto& value, double square) noexcept {
    return !finite_values::breaks(value)
               ? broken(path, "a length of 1000 thousandths", scaled(square_root(square), 1000))
               : finite_values::why(path, value);
}
struct unit_vectors { // normals, and the first three numbers of tangents
    [[nodiscard]] static constexpr outcome breaks(const vector3<float>& v) noexcept {
        constexpr float tolerance = 1e-3F; // of the square; half of this for the length
        return exceeds(v.x * v.x + v.y * v.y + v.z * v.z - 1, tolerance);
    }
    [[nodiscard]] static error why(const char* path, const vector3<float>& v) noexcept {
        return wrong_length(path, v, static_cast<double>(dot(v, v)));
    }
};
struct unit_rotations {
    [[nodiscard]] static constexpr outcome breaks(const quaternion<float>& q) noexcept {
        constexpr float tolerance = 2e-4F;
        return exceeds(dot(q, q) - 1, tolerance);
    }
    [[nodiscard]] static error why(const char* path, const quaternion<float>& q) noexcept {
        return wrong_length(path, q, static_cast<double>(dot(q, q)));
    }
};
struct tangent_values {
    [[nodiscard]] static constexpr outcome breaks(const vector4<float>& t) noexcept {
        return unit_vectors::breaks({t.x, t.y, t.z}) | exceeds(t.w * t.w - 1, 0); // only 1 and -1 have the square 1
    }
    [[nodiscard]] static error why(const char* path, const vector4<float>& t) noexcept {
        const vector3<float> direction{t.x, t.y, t.z};
        return !unit_vectors::breaks(direction)
                   ? broken(path, "a w of 1000 or -1000 thousandths", scaled(static_cast<double>(t.w), 1000))
                   : unit_vectors::why(path, direction);
    }
};
struct fractions {
    [[nodiscard]] static constexpr outcome breaks(const auto& value) noexcept {
        outcome any;
        for (const float number : floats_of(value)) {
            any |= outcome::of(!(number >= 0 && number <= 1));
        }
        return any;
    }
    [[nodiscard]] static error why(const char* path, const auto& value) noexcept {
        for (const float number : floats_of(value)) {
            if (!is_not_finite(number) && (number < 0 || number > 1)) {
                return broken(path, "0 to 1, in thousandths", scaled(static_cast<double>(number), 1000));
            }
        }
        return finite_values::why(path, value);
    }
};

template <class T, class Rule> [[nodiscard]] error verify_value(const char* path, const T& value, Rule) {
    return Rule::breaks(value) ? Rule::why(path, value) : error{};
}
// Checks a rule for all values in one pass without branches. Returns the error of the first bad value; searches for
// that value only if there is one.
template <class T, class Rule>
[[nodiscard]] error verify_values(const char* path, const scene::list<T>& values, Rule rule) {
    outcome any;
    for (const T& value : values) {
        any |= Rule::breaks(value);
    }
    if (!any) {
        return {};
    }
    return first_error(values, [&](const T& value, std::uint32_t) { return verify_value(path, value, rule); });
}
// Returns an error if the value is not finite or `is_valid` is false.
[[nodiscard]] inline error verify_number(const char* path, float value, bool is_valid, const char* expected) noexcept {
    return is_not_finite(value) ? finite_values::why(path, value)
           : is_valid           ? error{}
                                : broken(path, expected, scaled(static_cast<double>(value), 1000));
}

// ---- joints and weights --------------------------------------------------------------------------------------------

// The rule of the Khronos validator for the sum of weights: it differs from 1 by at most 2e-7 per weight that is not 0.
// The sum is computed in float: it adds the first weights of all sets, then the second weights, and so on.
[[nodiscard]] constexpr bool is_one(float sum, int weights) noexcept {
    return absolute(static_cast<double>(sum) - 1) <= 2e-7 * weights;
}

template <class = when_used> class weights_test {
public:
    explicit weights_test(const scene::mesh& tested) : mesh_(tested) {}

    [[nodiscard]] error operator()() {
        if (mesh_.joints.size() == 1) {
            const scene::list<scene::joints4>& joints = mesh_.joints[0];
            const scene::list<scene::weights4>& weights = mesh_.weights[0];
            bool all_valid = true;
            for (std::size_t i = 0; i < joints.size(); ++i) {
                all_valid &= are_valid(joints[i], weights[i]);
            }
            if (all_valid) {
                return {};
            }
        }
        last_vertices_.assign(std::size_t{0xFFFF} + 1, npos);
        return first_error(mesh_.positions, [&](const auto&, std::uint32_t vertex) { return test(vertex); });
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

    [[nodiscard]] error test(std::uint32_t vertex) {
        float sum = 0;
        int count = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            for (std::size_t set = 0; set < mesh_.joints.size(); ++set) {
                const float weight = mesh_.weights[set][vertex][k];
                const std::uint16_t joint = mesh_.joints[set][vertex][k];
                if (const error why = verify_number("scene.meshes[].vertices[].weights", weight, weight >= 0,
                                                    "weights of at least 0, in thousandths")) {
                    return why;
                }
                if (weight == 0) {
                    if (joint != 0) {
                        return broken("scene.meshes[].vertices[].joints", "joint 0 for a weight of 0", joint);
                    }
                    continue;
                }
                if (last_vertices_[joint] == vertex) {
                    return broken("scene.meshes[].vertices[].joints", "no joint more than once per vertex", joint);
                }
                last_vertices_[joint] = vertex;
                sum += weight;
                ++count;
            }
        }
        return is_one(sum, count) ? error{}
                                  : broken("scene.meshes[].vertices[].weights", "a sum of 1000000 millionths",
                                           scaled(static_cast<double>(sum), 1e6));
    }

    const scene::mesh& mesh_;
    std::vector<std::uint32_t> last_vertices_; // per joint: the last vertex with a weight for it
};

// ---- meshes --------------------------------------------------------------------------------------------------------

// Checks meshes. Stores the highest joint of each mesh in `highest_joints`.
template <class = when_used> class mesh_test {
public:
    mesh_test(const scene& model, std::vector<std::uint32_t>& highest_joints)
        : highest_joints_(highest_joints), sets_of_(model.materials.size()) {
        for (std::size_t i = 0; i < model.materials.size(); ++i) {
            for (const scene::texture& each : model.materials[i].textures) {
                const std::uint64_t sets = std::uint64_t{each.texcoord} + 1;
                sets_of_[i] = sets > sets_of_[i] ? sets : sets_of_[i];
            }
        }
    }

    [[nodiscard]] error operator()(const scene::mesh& tested, std::uint32_t number) {
        error why = verify_attributes(tested);
        why = why ? why : verify_joints(tested, highest_joints_[number]);
        why = why ? why : verify_further_attributes(tested);
        why = why ? why : verify_triangles(tested);
        return why ? why : first_error(tested.targets, [&](const scene::morph_target& target, std::uint32_t) {
            return verify_target(tested, target);
        });
    }

private:
    [[nodiscard]] static error verify_count(const char* path, std::size_t found, const scene::mesh& tested) noexcept {
        return found == tested.positions.size()
                   ? error{}
                   : broken(path, "one value per vertex", static_cast<std::int64_t>(found));
    }
    // Checks a list with one value per vertex, or none at all.
    template <class T, class Rule>
    [[nodiscard]] static error verify_optional(const char* path, const char* path_of_one, const scene::list<T>& values,
                                               const scene::mesh& tested, Rule rule) {
        if (values.empty()) {
            return {};
        }
        const error why = verify_count(path, values.size(), tested);
        return why ? why : verify_values(path_of_one, values, rule);
    }

    [[nodiscard]] static error verify_attributes(const scene::mesh& tested) {
        const std::size_t count = tested.positions.size();
        if (count == 0 || count >= npos) {
            return broken("scene.meshes[].positions", "at least one vertex, and fewer than 2^32 - 1",
                          static_cast<std::int64_t>(count));
        }
        error why = verify_values("scene.meshes[].positions[]", tested.positions, finite_values{});
        why = why ? why
                  : verify_optional("scene.meshes[].normals", "scene.meshes[].normals[]", tested.normals, tested,
                                    unit_vectors{});
        why = why ? why
                  : verify_optional("scene.meshes[].tangents", "scene.meshes[].tangents[]", tested.tangents, tested,
                                    tangent_values{});
        if (!why && tested.normals.empty() && !tested.tangents.empty()) {
            why = broken("scene.meshes[].tangents", "no tangents without normals",
                         static_cast<std::int64_t>(tested.tangents.size()));
        }
        if (!why && !tested.colors.empty()) {
            why = verify_count("scene.meshes[].colors", tested.colors.size(), tested);
        }
        return why ? why : first_error(tested.texcoords, [&](const auto& set, std::uint32_t) {
            const error found = verify_count("scene.meshes[].texcoords[]", set.size(), tested);
            return found ? found : verify_values("scene.meshes[].texcoords[][]", set, finite_values{});
        });
    }

    [[nodiscard]] static error verify_joints(const scene::mesh& tested, std::uint32_t& highest_joint) {
        if (tested.weights.size() != tested.joints.size()) {
            return broken("scene.meshes[].weights", "the same number of sets as in joints",
                          static_cast<std::int64_t>(tested.weights.size()));
        }
        error why = first_error(tested.joints, [&](const auto& set, std::uint32_t) {
            return verify_count("scene.meshes[].joints[]", set.size(), tested);
        });
        why = why ? why : first_error(tested.weights, [&](const auto& set, std::uint32_t) {
            return verify_count("scene.meshes[].weights[]", set.size(), tested);
        });
        if (why || tested.joints.empty()) {
            return why;
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
        return weights_test{tested}();
    }

    [[nodiscard]] static error verify_further_attributes(const scene::mesh& tested) {
        return first_error(tested.attributes, [&](const scene::attribute& each, std::uint32_t) {
            return verify_count("scene.meshes[].attributes[].values", each.values.size(), tested);
        });
    }

    [[nodiscard]] error verify_triangles(const scene::mesh& tested) const {
        const auto count = static_cast<std::uint32_t>(tested.positions.size());
        std::uint32_t highest = 0;
        for (const std::uint32_t index : tested.indices) {
            highest = index > highest ? index : highest;
        }
        if (highest >= count) {
            return first_error(tested.indices, [&](std::uint32_t index, std::uint32_t) {
                return index >= count ? no_such("scene.meshes[].indices[]", count, index) : error{};
            });
        }
        bool draws_any = false;
        const auto verify_primitive = [&](const scene::primitive& drawn, std::uint32_t) -> error {
            draws_any |= drawn.index_count != 0;
            if (drawn.index_count % 3 != 0) {
                return broken("scene.meshes[].primitives[].index_count", "a multiple of 3", drawn.index_count);
            }
            if (const std::uint64_t end = std::uint64_t{drawn.first_index} + drawn.index_count;
                end > tested.indices.size()) {
                return {{"scene.meshes[].primitives[]"},
                        errc::out_of_bounds,
                        tested.indices.size(),
                        static_cast<std::int64_t>(end),
                        "where the indices end"};
            }
            if (drawn.material != npos && drawn.material >= sets_of_.size()) {
                return no_such("scene.meshes[].primitives[].material", sets_of_.size(), drawn.material);
            }
            if (drawn.material != npos && !tested.texcoords.empty() &&
                sets_of_[drawn.material] > tested.texcoords.size()) {
                return {{"scene.meshes[].primitives[].material.textures.texcoord"},
                        errc::out_of_bounds,
                        tested.texcoords.size(),
                        static_cast<std::int64_t>(sets_of_[drawn.material]) - 1};
            }
            return {};
        };
        const error why = first_error(tested.primitives, verify_primitive);
        return why || draws_any ? why : broken("scene.meshes[].primitives", "at least one triangle", 0);
    }

    [[nodiscard]] static error verify_target(const scene::mesh& tested, const scene::morph_target& target) {
        error why = verify_count("scene.meshes[].targets[].positions", target.positions.size(), tested);
        why = why ? why : verify_values("scene.meshes[].targets[].positions[]", target.positions, finite_values{});
        if (!why && tested.normals.empty() && !target.normals.empty()) {
            why = broken("scene.meshes[].targets[].normals", "no normals, since the mesh has none",
                         static_cast<std::int64_t>(target.normals.size()));
        }
        return why ? why
                   : verify_optional("scene.meshes[].targets[].normals", "scene.meshes[].targets[].normals[]",
                                     target.normals, tested, finite_values{});
    }

    std::vector<std::uint32_t>& highest_joints_;
    std::vector<std::uint64_t> sets_of_; // per material: the number of texcoord sets that its textures need
};

} // namespace effigy::inline v0::impl
