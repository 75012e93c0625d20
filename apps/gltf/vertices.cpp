#include "vertices.hpp"

#include <effigy/scene/origins.hpp>
#include <effigy/scene/verify_mesh.hpp>
#include <effigy/scene/vertices.hpp>

#include <algorithm>
#include <map>

namespace gltf_files {

namespace {

using effigy::vector2;
using effigy::vector3;
using effigy::vector4;

[[nodiscard]] std::uint8_t byte_of(double fraction) {
    return static_cast<std::uint8_t>(fraction > 0 ? std::min(fraction, 1.0) * 255 + 0.5 : 0);
}
// A number as the fraction that it means if it is normalised.
[[nodiscard]] double fraction_of(float number) { return static_cast<double>(number); }
template <std::integral T> [[nodiscard]] double fraction_of(T number) {
    return static_cast<double>(number) / static_cast<double>(std::numeric_limits<T>::max());
}

class vertex_filler {
public:
    vertex_filler(source& from, const std::vector<block>& blocks, std::uint32_t targets, scene::mesh& to)
        : from_(from), blocks_(blocks), to_(to), count_(blocks.back().begin + blocks.back().count),
          target_count_(targets) {}

    bool run() {
        if (!make_lists()) {
            return false;
        }
        for (const block& each : blocks_) {
            for (std::size_t k = 0; k < each.accessors.size(); ++k) {
                fill(each.from->attributes[k], each.accessors[k], each.begin, each.count);
            }
            if (!are_positions_finite(each)) {
                return false;
            }
        }
        if (clamped_ != 0) {
            from_.left_out("mesh", to_.name, "values of attributes above 1 or below 0", clamped_);
        }
        return true;
    }

private:
    // Makes each list that an attribute of any block needs.
    bool make_lists() {
        std::uint32_t texcoords = 0;
        std::uint32_t joints = 0;
        std::uint32_t weights = 0;
        std::size_t tangents = 0;
        bool has_normals = false;
        bool has_colors = false;
        std::vector<bool> bends(target_count_); // the target has normals
        for (const block& each : blocks_) {
            bool has_tangents = false;
            for (const attribute& one : each.from->attributes) {
                texcoords = one.of == semantic::texcoord ? std::max(texcoords, one.set + 1) : texcoords;
                joints = one.of == semantic::joints ? std::max(joints, one.set + 1) : joints;
                weights = one.of == semantic::weights ? std::max(weights, one.set + 1) : weights;
                has_tangents = has_tangents || one.of == semantic::tangent;
                has_normals = has_normals || (one.of == semantic::normal && one.target == npos);
                has_colors = has_colors || one.of == semantic::color;
                if (one.of == semantic::normal && one.target != npos) {
                    bends[one.target] = true;
                }
                if (one.of == semantic::other && !make_attribute(one.name)) {
                    return false;
                }
            }
            tangents += has_tangents ? 1U : 0U;
        }
        const bool has_tangents = tangents == blocks_.size() && has_normals;
        if (tangents != 0 && !has_tangents) {
            from_.left_out("mesh", to_.name, "tangents, since not all primitives have tangents and normals");
        }
        if (joints != weights) {
            return from_.bad(at("meshes[].primitives", blocks_[0].from->mesh), "as many sets of WEIGHTS as of JOINTS",
                             weights);
        }
        if (!from_.resize(to_.positions, count_) || (has_normals && !from_.resize(to_.normals, count_)) ||
            (has_tangents && !from_.resize(to_.tangents, count_)) ||
            (has_colors && !from_.resize(to_.colors, count_)) || !make_sets(to_.texcoords, texcoords) ||
            !make_sets(to_.joints, joints) || !make_sets(to_.weights, weights)) {
            return false;
        }
        to_.targets.reserve(from_.charge(target_count_, sizeof(scene::morph_target)) ? target_count_ : 0);
        for (std::uint32_t i = 0; i < target_count_; ++i) {
            if (from_.why() || !from_.resize(to_.targets.emplace_back().positions, count_) ||
                (bends[i] && has_normals && !from_.resize(to_.targets[i].normals, count_))) {
                return false;
            }
        }
        return true;
    }
    template <class Lists> bool make_sets(Lists& lists, std::uint32_t count) {
        for (std::uint32_t i = 0; i < count; ++i) {
            if (!from_.resize(lists.emplace_back(), count_)) {
                return false;
            }
        }
        return true;
    }
    bool make_attribute(std::string_view name) {
        const auto [found, is_new] = numbers_.emplace(name, to_.attributes.size());
        if (!is_new) {
            return true;
        }
        scene::attribute& made = to_.attributes.emplace_back();
        made.name = name.substr(1);
        return from_.charge(name.size() + 3 * sizeof(scene::attribute), 1) && from_.resize(made.values, count_);
    }

    void fill(const attribute& of, const accessor& stored, std::uint64_t begin, std::uint64_t count) {
        const auto read = [&](auto& list) {
            if (!list.empty()) {
                read_floats(stored, 0, count, list, begin);
            }
        };
        switch (of.of) {
        case semantic::position: read(of.target == npos ? to_.positions : to_.targets[of.target].positions); break;
        case semantic::normal: read(of.target == npos ? to_.normals : to_.targets[of.target].normals); break;
        case semantic::tangent: read(to_.tangents); break;
        case semantic::texcoord: read(to_.texcoords[of.set]); break;
        case semantic::weights: read(to_.weights[of.set]); break;
        case semantic::color:
            visit_numbers(stored, 0, count, [&](std::uint64_t i, std::uint32_t c, auto number) {
                effigy::rgba8& color = to_.colors[to_size(begin + i)];
                (c == 0 ? color.r : c == 1 ? color.g : c == 2 ? color.b : color.a) = byte_of(fraction_of(number));
            });
            break;
        case semantic::joints:
            visit_numbers(stored, 0, count, [&](std::uint64_t i, std::uint32_t c, auto number) {
                to_.joints[of.set][to_size(begin + i)][c] = static_cast<std::uint16_t>(number);
            });
            break;
        case semantic::other: {
            auto& values = to_.attributes[numbers_.find(of.name)->second].values;
            visit_numbers(stored, 0, count, [&](std::uint64_t i, std::uint32_t, auto number) {
                const double fraction = stored.is_normalized ? fraction_of(number) : static_cast<double>(number);
                clamped_ += fraction >= 0 && fraction <= 1 ? 0U : 1U;
                values[to_size(begin + i)] = byte_of(fraction);
            });
            break;
        }
        }
    }

    bool are_positions_finite(const block& tested) {
        const drawn& of = *tested.from;
        const auto find_bad = [&](const scene::list<vector3<float>>& all) {
            const auto part = std::span{all}.subspan(to_size(tested.begin), to_size(tested.count));
            const auto bad = std::find_if_not(part.begin(), part.end(), is_finite);
            return bad != part.end() ? bad - part.begin() : -1;
        };
        if (const auto bad = find_bad(to_.positions); bad >= 0) {
            return from_.bad(
                at("meshes[].primitives[].attributes.POSITION[]", of.mesh, of.number, static_cast<std::uint64_t>(bad)),
                "finite numbers");
        }
        for (std::uint32_t i = 0; i < target_count_; ++i) {
            if (find_bad(to_.targets[i].positions) >= 0) {
                return from_.bad(at("meshes[].primitives[].targets[].POSITION", of.mesh, of.number, i),
                                 "finite numbers");
            }
        }
        return true;
    }

    source& from_;
    const std::vector<block>& blocks_;
    scene::mesh& to_;
    std::uint64_t count_;
    std::uint32_t target_count_;
    std::map<std::string_view, std::size_t> numbers_; // of attributes
    std::uint64_t clamped_ = 0;
};

// ---- repairs -------------------------------------------------------------------------------------------------------

// Makes values 0 and returns how many there were.
template <class Value, class Test> std::size_t clear_if(scene::list<Value>& values, const Test& is_bad) {
    std::size_t out = 0;
    for (Value& each : values) {
        if (is_bad(each)) {
            each = {};
            ++out;
        }
    }
    return out;
}

// Only what verify() refuses is changed, so that what effigy wrote stays as it is.
void repair_normals(source& from, scene::mesh& mesh) {
    std::size_t bad = 0;
    for (vector3<float>& normal : mesh.normals) {
        if (!effigy::is_unit(normal)) {
            const vector3<float> unit = normal * (1 / length(normal));
            normal = effigy::is_unit(unit) ? unit : normalized(normal); // very short and very long ones
            if (!effigy::is_unit(normal)) {
                normal = {};
                ++bad;
            }
        }
    }
    if (bad != 0) {
        static_cast<void>(effigy::repair_normals(mesh));
        from.remark(effigy::remark_kind::guessed, "mesh", mesh.name, "normals without a direction", bad);
    }
}
void repair_tangents(source& from, scene::mesh& mesh) {
    const auto is_valid = [](const vector4<float>& t) {
        return effigy::is_unit(vector3<float>{t.x, t.y, t.z}) && t.w * t.w == 1;
    };
    if (!std::ranges::all_of(mesh.tangents, is_valid)) {
        if (const std::size_t bad = effigy::repair_tangents(mesh); bad != 0) {
            from.remark(effigy::remark_kind::guessed, "mesh", mesh.name, "tangents without a direction", bad);
        }
    }
}

} // namespace

bool fill_vertices(source& from, const std::vector<block>& blocks, std::uint32_t target_count, scene::mesh& to) {
    return vertex_filler{from, blocks, target_count, to}.run();
}

// In the order of verify(): the first weights of all sets, then the second ones ..
template <class Visit> void influence_repair::for_each(scene::mesh& of, std::size_t vertex, const Visit& visit) {
    for (std::size_t k = 0; k < 4; ++k) {
        for (std::size_t set = 0; set < of.joints.size(); ++set) {
            visit(of.joints[set][vertex][k], of.weights[set][vertex][k]);
        }
    }
}
bool influence_repair::is_valid(scene::mesh& tested, std::size_t vertex) {
    bool out = true;
    float sum = 0;
    int count = 0;
    ++stamp_;
    for_each(tested, vertex, [&](std::uint16_t joint, float weight) {
        if (weight == 0) {
            out = out && joint == 0;
            return;
        }
        out = out && weight > 0 && joints_[joint].stamp != stamp_;
        joints_[joint].stamp = stamp_;
        sum += weight;
        ++count;
    });
    constexpr double most = 2e-7; // off 1 for each weight, as the Khronos validator has it
    return out && std::abs(static_cast<double>(sum) - 1) <= most * count;
}
bool influence_repair::repair(scene::mesh& to, std::size_t vertex) {
    double sum = 0;
    for_each(to, vertex, [&](std::uint16_t, float& weight) {
        weight = weight > 0 && std::isfinite(weight) ? weight : 0;
        sum += static_cast<double>(weight);
    });
    if (!(sum > 0)) {
        for_each(to, vertex, [](std::uint16_t& joint, float) { joint = 0; });
        to.weights[0][vertex][0] = 1;
        return false;
    }
    ++stamp_;
    for_each(to, vertex, [&](std::uint16_t& joint, float& weight) {
        weight = static_cast<float>(static_cast<double>(weight) / sum);
        if (weight == 0) {
            joint = 0;
        } else if (joints_[joint].stamp != stamp_) {
            joints_[joint] = {stamp_, &weight};
        } else {
            *joints_[joint].first += std::exchange(weight, 0.0F);
            joint = 0;
        }
    });
    return true;
}
std::size_t influence_repair::run(scene::mesh& to) {
    joints_.resize(65536);
    std::size_t out = 0;
    for (std::size_t vertex = 0; vertex < to.positions.size(); ++vertex) {
        if (!is_valid(to, vertex)) {
            out += repair(to, vertex) ? 0U : 1U;
        }
    }
    return out;
}

void repair_vertices(source& from, influence_repair& influences, scene::mesh& to) {
    for (scene::morph_target& each : to.targets) {
        if (const std::size_t bad = clear_if(each.normals, [](const auto& v) { return !is_finite(v); }); bad != 0) {
            from.left_out("mesh", to.name, "normals of morph targets that are not finite", bad);
        }
    }
    std::size_t texcoords = 0;
    for (scene::list<vector2<float>>& set : to.texcoords) {
        texcoords += clear_if(set, [](const auto& v) { return !std::isfinite(v.x) || !std::isfinite(v.y); });
    }
    if (texcoords != 0) {
        from.left_out("mesh", to.name, "texture coordinates that are not finite", texcoords);
    }
    repair_normals(from, to);
    repair_tangents(from, to);
    if (!to.joints.empty()) {
        if (const std::size_t bad = influences.run(to); bad != 0) {
            from.remark(effigy::remark_kind::guessed, "mesh", to.name,
                        "vertices without weights follow the first joint of their skin", bad);
        }
    }
}

// ---- origins -------------------------------------------------------------------------------------------------------

// Meshes that an editor joined can have them in different sets: a vertex has that of the last set in which it has one.
std::uint32_t take_origins(source& from, scene::mesh& of) {
    std::size_t out = npos;
    for (std::size_t set = of.texcoords.size(); set-- > 0;) {
        scene::list<vector2<float>>& tested = of.texcoords[set];
        std::size_t found = 0;
        for (std::size_t i = 0; i < tested.size(); ++i) {
            const bool is_known = out != npos && of.origins[i].vertex != npos;
            found += !is_known && effigy::origin_of(tested[i]).vertex != npos ? 1U : 0U;
        }
        constexpr std::size_t most_new = 64; // vertices for each that has an origin; other coordinates have none
        if (found <= tested.size() / most_new) {
            continue;
        }
        if (out == npos && !from.resize(of.origins, tested.size())) {
            return npos;
        }
        out = out == npos ? set : out;
        for (std::size_t i = 0; i < tested.size(); ++i) {
            if (const scene::origin origin = effigy::origin_of(tested[i]);
                of.origins[i].vertex == npos && (origin.vertex != npos || of.origins[i].between.y == 0)) {
                of.origins[i] = origin;
                tested[i] = origin.vertex != npos ? vector2<float>{} : tested[i];
            }
        }
    }
    if (out == npos) {
        return npos;
    }
    of.texcoords.erase(of.texcoords.begin() + out);
    return static_cast<std::uint32_t>(out);
}

} // namespace gltf_files
