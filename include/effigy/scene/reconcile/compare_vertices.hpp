// Comparing the vertices of a changed mesh with those of the original.
#pragma once

#include <effigy/scene/reconcile/skin_space.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// A mesh of the changed scene and the one of the original that it is.
struct mesh_pair {
    std::uint32_t new_mesh = npos, old_mesh = npos;
    std::uint32_t new_node = npos; // the first node with both
    std::uint32_t new_skin = npos, old_skin = npos;
    std::uint32_t target = npos; // the mesh of the result
    skin_rule rule = skin_rule::same_positions;
    bool is_grafted = false;      // the changed mesh is the original's, which an editor deleted: it shows no turns
    bool keeps_positions = false; // with that rule, most vertices of the skin are where they were
    pool<std::uint32_t> from;     // per vertex of the changed mesh: that of the original, or npos
};

// What of a vertex differs.
enum vertex_difference : std::uint32_t {
    differs_in_position = 1,
    differs_in_normal = 2,
    differs_in_texcoord = 4,
    differs_in_color = 8,
    differs_in_weights = 16,
    differs_in_offsets = 32,
    differs_in_attributes = 64,
};

[[nodiscard]] inline bool is_near(const vector2<float>& a, const vector2<float>& b) noexcept {
    const auto near_one = [](float p, float q) {
        const double x = static_cast<double>(p), y = static_cast<double>(q);
        return absolute(x - y) <= same_within::texcoord + same_within::texcoord_share * absolute(y);
    };
    return near_one(a.x, b.x) && near_one(a.y, b.y);
}
[[nodiscard]] inline bool is_near_byte(std::uint8_t a, std::uint8_t b) noexcept {
    return absolute(static_cast<double>(a) - static_cast<double>(b)) <= same_within::color;
}

template <class = when_used> class vertex_comparison {
public:
    // `old`: the original's mesh, or a copy with further attributes. `space` began with the meshes' skins.
    vertex_comparison(reconcile_state& of, skin_space<>& space, const scene::mesh& changed, const scene::mesh& old)
        : changed_(changed), old_(old), space_(space), targets_(changed.targets.size(), old.targets.size(), of.memory),
          attributes_(changed.attributes.size(), old.attributes.size(), of.memory), expected_(of.memory),
          to_changed_(of.memory), expected_normals_(of.memory), computed_(of.memory), news_(of.memory),
          olds_(of.memory) {
        match_by_names(targets_, changed.targets, old.targets);
        match_by_numbers(targets_);
        match_attributes(attributes_, changed.attributes, old.attributes);
        const bool is_same = space.is_same();
        for (std::uint32_t i = 0; i < old.positions.size(); ++i) {
            const matrix4x3<double> to = is_same ? matrix4x3<double>{} : space.for_old_vertex(old, i);
            expected_.push_back(transform_point(to, to_real<double>(old.positions[i])));
            const vector3<double>& at = expected_.back();
            extent_ = larger(extent_, larger(absolute(at.x), larger(absolute(at.y), absolute(at.z))));
            if (!is_same && !old.targets.empty()) {
                to_changed_.push_back(to);
            }
            if (!is_same && !old.normals.empty()) { // Blender does not use the inverse transpose
                expected_normals_.push_back(
                    to_real<float>(normalized(transform_vector(to, to_real<double>(old.normals[i])))));
            }
        }
        extent_ = extent_ > 0 && is_finite(extent_) ? extent_ : 1;
        for (const rgba8& each : changed.colors) {
            has_alpha_ = has_alpha_ || each.a != 255;
        }
    }

    [[nodiscard]] const scene::mesh& changed() const noexcept { return changed_; }
    [[nodiscard]] const scene::mesh& old() const noexcept { return old_; }
    [[nodiscard]] const part_matches& targets() const noexcept { return targets_; }
    [[nodiscard]] const part_matches& attributes() const noexcept { return attributes_; }
    [[nodiscard]] skin_space<>& space() noexcept { return space_; }
    // Where the changed mesh has the vertices of the original if nobody moved them.
    [[nodiscard]] const pool<vector3<double>>& expected() const noexcept { return expected_; }
    [[nodiscard]] double reach() const noexcept { return same_within::position * extent_; }

    [[nodiscard]] bool has_same_position(std::uint32_t vertex, std::uint32_t old) const {
        return is_near(to_real<double>(changed_.positions[vertex]), expected_[old], reach());
    }
    [[nodiscard]] bool has_same_texcoord(std::uint32_t vertex, std::uint32_t old) const {
        return !changed_.texcoords.empty() && !old_.texcoords.empty() &&
               is_near(changed_.texcoords[0][vertex], old_.texcoords[0][old]);
    }
    [[nodiscard]] std::uint32_t differences(std::uint32_t vertex, std::uint32_t old) {
        std::uint32_t out = has_same_position(vertex, old) ? 0U : std::uint32_t{differs_in_position};
        out |= has_same_normal(vertex, old) ? 0U : std::uint32_t{differs_in_normal};
        for (std::size_t i = 0; i < changed_.texcoords.size() && i < old_.texcoords.size(); ++i) {
            out |= is_near(changed_.texcoords[i][vertex], old_.texcoords[i][old]) ? 0U
                                                                                  : std::uint32_t{differs_in_texcoord};
        }
        if (!changed_.colors.empty() && !old_.colors.empty()) {
            const rgba8& a = changed_.colors[vertex];
            const rgba8& b = old_.colors[old];
            out |= is_near_byte(a.r, b.r) && is_near_byte(a.g, b.g) && is_near_byte(a.b, b.b) &&
                           (!has_alpha_ || is_near_byte(a.a, b.a))
                       ? 0U
                       : std::uint32_t{differs_in_color};
        }
        out |= has_same_weights(vertex, old) ? 0U : std::uint32_t{differs_in_weights};
        out |= has_same_offsets(vertex, old) ? 0U : std::uint32_t{differs_in_offsets};
        for (std::size_t i = 0; i < changed_.attributes.size(); ++i) {
            const std::uint32_t other = attributes_.old_of[i];
            if (other != npos &&
                !is_near_byte(changed_.attributes[i].values[vertex], old_.attributes[other].values[old])) {
                out |= std::uint32_t{differs_in_attributes};
            }
        }
        return out;
    }
    // How far the values of a vertex are from another's, to find the most similar one.
    [[nodiscard]] double distance(std::uint32_t vertex, std::uint32_t old) {
        const vector3<double> away = (to_real<double>(changed_.positions[vertex]) - expected_[old]) * (1 / reach());
        constexpr double rounding = 0.02; // what positions count that are within reach
        double out = dot(away, away) < 1 ? dot(away, away) * rounding : rounding;
        out += has_same_weights(vertex, old) ? 0 : 1;
        if (!changed_.normals.empty() && !old_.normals.empty()) {
            const vector3<double> apart = to_real<double>(changed_.normals[vertex]) - to_real<double>(normal_of(old));
            out += dot(apart, apart);
        }
        for (std::size_t i = 0; i < changed_.texcoords.size() && i < old_.texcoords.size(); ++i) {
            const vector2<float>& a = changed_.texcoords[i][vertex];
            const vector2<float>& b = old_.texcoords[i][old];
            const double x = static_cast<double>(a.x) - static_cast<double>(b.x);
            const double y = static_cast<double>(a.y) - static_cast<double>(b.y);
            out += 4 * (x * x + y * y);
        }
        if (!changed_.colors.empty() && !old_.colors.empty() && changed_.colors[vertex] != old_.colors[old]) {
            out += 1e-3;
        }
        return out;
    }

private:
    [[nodiscard]] const vector3<float>& normal_of(std::uint32_t old) const {
        return expected_normals_.empty() ? old_.normals[old] : expected_normals_[old];
    }
    [[nodiscard]] bool has_same_normal(std::uint32_t vertex, std::uint32_t old) {
        return changed_.normals.empty() || old_.normals.empty() ||
               has_normal_near(vertex, to_real<double>(normal_of(old))) || has_computed_normal(vertex);
    }
    [[nodiscard]] bool has_normal_near(std::uint32_t vertex, const vector3<double>& other) const {
        return is_near(to_real<double>(changed_.normals[vertex]), other, same_within::normal);
    }

    // Blender does not keep all normals of vertices with a triangle without area, which faces up there: these get the
    // mean of their triangles, or the opposite. Nor those of vertices whose triangles face opposite ways, so that these
    // cancel out: these get the direction of an edge, or face up. Of 799,170 vertices, they are 4,207 and 20; no others
    // [measured: 4.2, 5.0].
    [[nodiscard]] bool has_computed_normal(std::uint32_t vertex) {
        if (computed_.empty()) {
            compute_normals();
        }
        constexpr double cancelled = 1e-5; // a float rounds 1 by 6e-8
        const computed_normal& by = computed_[vertex];
        return (by.has_flat && is_along(vertex, normalized(by.sum))) ||
               ((by.is_along_edge || is_along(vertex, up)) && length(by.sum) <= cancelled * by.angles);
    }
    static constexpr vector3<double> up{0, 1, 0};
    [[nodiscard]] bool is_along(std::uint32_t vertex, const vector3<double>& way) const {
        return has_normal_near(vertex, way) || has_normal_near(vertex, way * -1);
    }
    void compute_normals() {
        computed_.append(changed_.positions.size(), {});
        for (std::size_t i = 0; i + 2 < changed_.indices.size(); i += 3) {
            const auto corner = [&](std::size_t k) { return changed_.indices[i + k % 3]; };
            const auto edge = [&](std::size_t from, std::size_t to) {
                return to_real<double>(changed_.positions[corner(to)]) -
                       to_real<double>(changed_.positions[corner(from)]);
            };
            const vector3<double> twice = cross(edge(0, 1), edge(0, 2));
            const double longest = larger(length(edge(0, 1)), larger(length(edge(1, 2)), length(edge(2, 0))));
            constexpr double flat = 1e-7, least_angle = 1e-9;
            const bool is_flat = length(twice) <= flat * longest * longest;
            const vector3<double> facing = is_flat ? up : normalized(twice);
            for (std::size_t k = 0; k < 3; ++k) {
                const vector3<double> next = normalized(edge(k, k + 1)), last = normalized(edge(k, k + 2));
                const double cosine = dot(next, last);
                const double sharp = arc_cosine(absolute(cosine) < 1 ? absolute(cosine) : 1);
                const double angle = larger(cosine < 0 ? 2 * half_pi - sharp : sharp, least_angle);
                computed_normal& by = computed_[corner(k)];
                by.sum = by.sum + facing * angle;
                by.angles += angle;
                by.has_flat = by.has_flat || is_flat;
                by.is_along_edge = by.is_along_edge || is_along(corner(k), next) || is_along(corner(k), last);
            }
        }
    }
    [[nodiscard]] bool has_same_offsets(std::uint32_t vertex, std::uint32_t old) const {
        for (std::size_t i = 0; i < changed_.targets.size(); ++i) {
            const std::uint32_t other = targets_.old_of[i];
            if (other == npos) {
                continue;
            }
            const vector3<double> offset = to_real<double>(old_.targets[other].positions[old]);
            const vector3<double> now = to_real<double>(changed_.targets[i].positions[vertex]);
            const double reach = same_within::offset * extent_;
            if (!is_near(now, offset, reach) && // editors move meshes into another space with the offsets or without
                (to_changed_.empty() || !is_near(now, transform_vector(to_changed_[old], offset), reach))) {
                return false;
            }
        }
        return true;
    }
    [[nodiscard]] bool has_same_weights(std::uint32_t vertex, std::uint32_t old) {
        if (changed_.joints.empty() || old_.joints.empty()) {
            return true;
        }
        collect(changed_, vertex, news_);
        for (joint_weight& each : news_) {
            each.joint = space_.joint_of(each.joint);
        }
        collect(old_, old, olds_);
        const std::size_t most = 4 * changed_.joints.size();
        if (olds_.size() > most) { // the editor kept the heaviest ones
            heap_sort(olds_, [](const joint_weight& a, const joint_weight& b) { return a.weight > b.weight; });
            double sum = 0;
            for (std::size_t i = 0; i < most; ++i) {
                sum += olds_[i].weight;
            }
            olds_.resize(most, {});
            for (joint_weight& each : olds_) {
                each.weight /= sum;
            }
        }
        const auto by_joint = [](const joint_weight& a, const joint_weight& b) { return a.joint < b.joint; };
        heap_sort(news_, by_joint);
        heap_sort(olds_, by_joint);
        for (std::size_t n = 0, o = 0; n < news_.size() || o < olds_.size();) {
            const std::uint32_t a = n < news_.size() ? news_[n].joint : npos;
            const std::uint32_t b = o < olds_.size() ? olds_[o].joint : npos;
            const double more = (a <= b ? news_[n].weight : 0) - (b <= a ? olds_[o].weight : 0);
            if (absolute(more) > same_within::weight) {
                return false;
            }
            n += a <= b ? 1U : 0U;
            o += b <= a ? 1U : 0U;
        }
        return true;
    }
    static void collect(const scene::mesh& from, std::uint32_t vertex, pool<joint_weight>& to) {
        to.clear();
        for (std::size_t set = 0; set < from.joints.size(); ++set) {
            for (std::size_t k = 0; k < 4; ++k) {
                if (const float weight = from.weights[set][vertex][k]; weight > 0) {
                    to.push_back({from.joints[set][vertex][k], static_cast<double>(weight)});
                }
            }
        }
    }

    const scene::mesh& changed_;
    const scene::mesh& old_;
    skin_space<>& space_;
    part_matches targets_, attributes_;
    pool<vector3<double>> expected_;
    pool<matrix4x3<double>> to_changed_;    // per vertex, if the meshes have other spaces and morph targets
    pool<vector3<float>> expected_normals_; // none if they are the original's
    struct computed_normal {
        vector3<double> sum; // of those of its triangles, by their angles there
        double angles = 0;
        bool has_flat = false, is_along_edge = false;
    };
    pool<computed_normal> computed_; // per vertex of the changed mesh, once one is needed
    pool<joint_weight> news_, olds_; // of one vertex
    bool has_alpha_ = false;         // editors drop alpha that no material uses
    double extent_ = 0;
};

}}} // namespace effigy::v0::impl
