// Models of Arma, mirrored in z. Each corner of a triangle is a separate vertex, because scenes may share vertices in
// different ways. The corners are sorted by material.
#include "subject.hpp"

#include <effigy/p3d.hpp>

namespace evaluation {

namespace {

namespace p3d = effigy::p3d;

[[nodiscard]] vector flipped(const vector& v) { return {v.x, v.y, -v.z}; }

// The finest visual level that has triangles; if there is none, the first level that has triangles.
[[nodiscard]] p3d::lod best_of(const p3d::model& model) {
    p3d::lod out;
    for (const p3d::lod& level : model.lods()) {
        const bool is_drawn = level.kind() == p3d::lod_kind::visual;
        const bool has_drawn = out && out.kind() == p3d::lod_kind::visual;
        if (level.triangle_count() != 0 &&
            (!out || (is_drawn && (!has_drawn || level.resolution() < out.resolution())))) {
            out = level;
        }
    }
    return out;
}

class p3d_subject final : public subject {
public:
    explicit p3d_subject(const p3d::lod& level) : level_(level) {
        format = "p3d";
        add_corners();
        weigh_selections();
    }
    void add_clip(const path& from, effigy::file bytes, const p3d::animation& moves) {
        clips.push_back({stem(from), 1});
        moves_.push_back(moves);
        files_.push_back(std::move(bytes));
    }
    // Adds the level's own frames as the last clip. Their times count as seconds.
    void add_frames() {
        double last = -1;
        for (const p3d::morph_frame& frame : level_.morph_frames()) {
            last = std::max(last, static_cast<double>(frame.time()));
        }
        if (last >= 0) {
            clips.push_back({"frames", last});
        }
    }

    [[nodiscard]] std::vector<points> place(std::optional<std::size_t> clip, double seconds) const override {
        const points rest = vectors(level_.points());
        points moved = rest;
        if (clip && *clip == moves_.size()) {
            morph_positions(level_, seconds, moved);
        } else if (clip) {
            move(moves_[*clip], seconds, rest, moved);
        }
        points out;
        for (const std::uint32_t point : corners_) {
            out.push_back(flipped(moved[point]));
        }
        return {std::move(out)};
    }

private:
    // A point has at most four bones, those with the largest weights, which are divided by their sum.
    void move(const p3d::animation& moves, double seconds, const points& rest, points& moved) const {
        std::vector<std::multimap<double, p3d::bone, std::greater<>>> bones(rest.size()); // by weight
        std::set<std::uint32_t> known;
        for (const auto& [name, weights] : selections_) {
            const std::uint32_t number = moves.bones().find(name);
            if (number != effigy::npos && known.insert(number).second) {
                for (const auto& [point, weight] : weights) {
                    bones[point].emplace(weight, moves.bones().at(number));
                }
            }
        }
        for (std::size_t i = 0; i < rest.size(); ++i) {
            vector sum;
            double whole = 0;
            int left = 4;
            for (const auto& [weight, bone] : bones[i]) {
                if (left-- == 0) {
                    break;
                }
                sum += transform_point(sample<double>(bone, seconds), rest[i]) * weight;
                whole += weight;
            }
            moved[i] = bones[i].empty() ? rest[i] : sum * (1 / whole);
        }
    }
    void weigh_selections() {
        for (const p3d::selection& one : level_.selections()) {
            auto& weights = selections_.emplace_back(std::string{one.name()}, weights_of_points{}).second;
            for (const p3d::selected_point& selected : one.points()) {
                if (selected.point < level_.points().size()) {
                    weights.emplace_back(selected.point, static_cast<double>(selected.weight));
                }
            }
        }
    }

    // The faces that place other models: the first selected face of each proxy.
    [[nodiscard]] std::set<std::uint32_t> proxy_faces() const {
        std::set<std::uint32_t> out;
        for (const p3d::selection& one : level_.selections()) {
            const auto faces = one.faces();
            if (facts::lower_case(std::string{one.name()}).starts_with("proxy:") && faces.begin() != faces.end()) {
                out.insert(*faces.begin());
            }
        }
        return out;
    }
    void add_corners() {
        instance& out = instances.emplace_back();
        const std::set<std::uint32_t> proxies = proxy_faces();
        points at = vectors(level_.points());
        for (vector& v : at) {
            v = flipped(v);
        }
        triangle_counter shown{out.shown};
        triangle_counter stored{out.stored};
        std::map<std::string, std::vector<std::uint32_t>> of_parts;
        std::uint32_t number = 0;
        for (const p3d::face& face : level_.faces()) {
            const bool is_shown = !proxies.contains(number++);
            const auto corners = face.corners();
            const bool is_whole = std::ranges::all_of(
                corners, [&](const p3d::corner& one) { return level_.points().at(one.point.get()) != nullptr; });
            const std::string material = std::string{face.texture()} + '\n' + std::string{face.material()};
            for (std::size_t k = 2; k < corners.size() && is_whole; ++k) {
                vector along;
                std::array<std::uint32_t, 3> p{};
                for (std::size_t i = 0; i < 3; ++i) {
                    const p3d::corner& corner = corners[i == 0 ? 0 : k - 2 + i];
                    const auto* const normal = level_.normals().at(corner.normal.get());
                    p[i] = corner.point;
                    along += normal != nullptr ? unit(flipped(vector{*normal}) * -1.0) : vector{};
                }
                stored.add(material, 1);
                out.stored.sums.add(at[p[0]], at[p[1]], at[p[2]], along);
                if (is_shown) {
                    of_parts[material].insert(of_parts[material].end(), p.begin(), p.end());
                    shown.add(material, 1);
                    out.shown.sums.add(at[p[0]], at[p[1]], at[p[2]], along);
                }
            }
        }
        for (const part& one : out.shown.parts) {
            const auto& more = of_parts[one.material];
            corners_.insert(corners_.end(), more.begin(), more.end());
        }
        out.vertex_count = static_cast<std::uint32_t>(corners_.size());
    }

    using weights_of_points = std::vector<std::pair<std::uint32_t, double>>;

    p3d::lod level_;
    std::vector<std::uint32_t> corners_; // points
    std::vector<std::pair<std::string, weights_of_points>> selections_;
    std::vector<p3d::animation> moves_;
    std::vector<effigy::file> files_;
};

} // namespace

subject_ptr open_p3d(const request& wanted) {
    const auto opened = p3d::open(wanted.bytes);
    if (!opened || opened->lods().size() == 0) {
        return nullptr;
    }
    auto out = std::make_unique<p3d_subject>(best_of(*opened));
    for (const path& from : wanted.clips) {
        if (auto bytes = effigy::file::open(from)) {
            if (const auto moves = p3d::open_animation(bytes->bytes())) {
                out->add_clip(from, std::move(*bytes), *moves);
            }
        }
    }
    out->add_frames();
    return out;
}

} // namespace evaluation
