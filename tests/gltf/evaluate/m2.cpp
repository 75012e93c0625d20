// World of Warcraft models, rotated so that y is up.
#include "subject.hpp"

#include "../../facts/m2/joined.hpp"
#include "m2/move_in_loop.hpp"

#include <effigy/m2/names.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace evaluation {

namespace {

namespace m2 = effigy::m2;

class m2_subject final : public subject {
public:
    m2_subject(const m2::model& model, facts::m2::companions files)
        : files_(std::move(files)), model_(model), entries_(model_.bones().size()), bones_(model_.index(entries_)) {
        format = "m2";
        find_loops();
        add_clips();
        for (const auto& [number, seconds] : loops_) {
            clips.push_back({"global_" + std::to_string(number), seconds, seconds, true});
            played_.push_back({none, number});
        }
        add_meshes();
        add_collision();
    }

    [[nodiscard]] std::vector<points> place(std::optional<std::size_t> clip, double seconds) const override {
        std::vector<transform> poses(bones_.size());
        rest_poses(bones_, poses);
        // At its end a loop shows its last value; at the same age of the model, the next loop begins.
        const bool is_end = clip && seconds > 0 && seconds == clips[*clip].duration;
        const double age = is_end ? seconds - 1e-6 : seconds;
        if (clip && played_[*clip].loop != none) {
            support::move_in_loop(bones_, played_[*clip].loop, age, poses);
        } else if (clip) {
            const m2::animation_time when{played_[*clip].animation, seconds, age};
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
        std::vector<points> placed;
        for (const std::vector<std::uint32_t>& chosen : vertices_) {
            points& of_mesh = placed.emplace_back();
            for (const std::uint32_t vertex : chosen) {
                of_mesh.push_back(turned(out[vertex]));
            }
        }
        placed.push_back(turned(vectors(model_.collision_vertices())));
        return placed;
    }

private:
    static constexpr std::uint32_t none = effigy::npos;

    // Calls use(track) for the tracks that move nodes of a scene: those of bones and cameras.
    template <class Use> void for_each_track(const Use& use) const {
        for (const m2::bone one : model_.bones()) {
            use(one.translation());
            use(one.rotation());
            use(one.scale());
        }
        for (const m2::camera one : model_.cameras()) {
            use(one.position());
            use(one.target());
            use(one.roll());
        }
    }
    // Finds the global sequences that move something.
    void find_loops() {
        for_each_track([&](const auto& track) {
            const auto keys = track.keys(0);
            bool moves = false;
            for (std::size_t i = 0; i < keys.times.size(); ++i) {
                moves = moves || !(m2::key_at<double>(keys, i).value == m2::key_at<double>(keys, 0).value);
            }
            if (moves && track.global_duration() > 0) {
                loops_[track.global_sequence()] = track.global_duration();
            }
        });
    }
    // Whether an animation moves something without global sequences: the values of a track differ at the start, the end
    // and the keys in between.
    [[nodiscard]] bool moves(std::uint32_t animation) const {
        const double duration = model_.animations().at(animation).duration();
        bool out = false;
        for_each_track([&](const auto& track) {
            const auto keys = track.keys(animation);
            if (track.is_global() || keys.times.empty() || out) {
                return;
            }
            const auto at = [&](double seconds) { return m2::sample<double>(track, {animation, seconds, 0}); };
            const auto first = at(0);
            out = !(at(duration) == first);
            for (const double time : keys.times) {
                out = out || !(at(std::clamp(time, 0.0, duration)) == first);
            }
        });
        return out;
    }
    // Returns how long the clip of an animation is. One that moves nothing by itself is as long as its loops: up to
    // four times the longest of at most a minute, if that is a multiple of all of them.
    [[nodiscard]] double length_of(std::uint32_t animation) const {
        const double duration = model_.animations().at(animation).duration();
        if (loops_.empty() || moves(animation)) {
            return duration;
        }
        std::vector<double> lengths;
        double longest_of_all = 0;
        for (const auto& [number, seconds] : loops_) {
            longest_of_all = std::max(longest_of_all, seconds);
            if (seconds <= 60) {
                lengths.push_back(seconds);
            }
        }
        if (lengths.empty()) {
            return std::min(duration, longest_of_all);
        }
        const double longest = *std::ranges::max_element(lengths);
        for (const int times : {1, 2, 3, 4}) {
            const double length = times * longest;
            const bool fits = std::ranges::all_of(lengths, [&](double one) {
                const double count = std::round(length / one);
                return std::abs(length - count * one) <= 0.0005 * (count + times);
            });
            if (fits && length <= 60) {
                return length;
            }
        }
        return longest;
    }
    // Adds all animations whose keys are known. From version 264 on, an alias has no keys of its own. In earlier
    // versions, some aliases have keys (measured).
    void add_clips() {
        std::map<std::string, int> known;
        for (std::uint32_t i = 0; i < model_.animations().size(); ++i) {
            const m2::animation one = model_.animations().at(i);
            const std::string_view id = m2::animation_name(one.id());
            std::string name = id.empty() ? "animation_" + std::to_string(one.id()) : std::string{id};
            name += one.variation() != 0 ? "_" + std::to_string(one.variation()) : "";
            if (known[name]++ != 0) {
                name += " (" + std::to_string(i) + ")";
            }
            const bool is_alias = model_.version() >= 264 && model_.animations().resolve_alias(i) != i;
            if (!is_alias && one.key_place() != m2::key_place::missing) {
                clips.push_back({name, length_of(i), one.duration()});
                played_.push_back({i, none});
            }
        }
    }
    // A scene has the triangles of each submesh once, as the batch with the lowest layer draws them. A character has a
    // mesh for each submesh id, if it has several. A mesh has the vertices that it draws, in the file's order.
    void add_meshes() {
        const auto profile = model_.skin_profiles().at(0);
        const auto submeshes = profile.submeshes();
        std::set<std::uint32_t> ids;
        for (const m2::batch& one : profile.batches()) {
            if (const m2::submesh* const drawn = submeshes.at(one.submesh);
                drawn != nullptr && !profile.indices(*drawn).empty()) {
                ids.insert(drawn->id);
            }
        }
        const bool is_character = std::ranges::any_of(
            model_.textures(), [](const m2::texture& one) { return one.type.get() == m2::texture_type::body; });
        if (is_character && ids.size() > 1) {
            for (const std::uint32_t id : ids) {
                add_mesh(std::string{m2::part_name{id}}, profile, [&](const m2::submesh& one) { return one.id == id; });
            }
        } else {
            add_mesh("mesh", profile, [](const m2::submesh&) { return true; });
        }
        add_unused_vertices();
    }
    // Vertices that no mesh draws count for the bounds.
    void add_unused_vertices() {
        std::vector<bool> is_used(model_.vertex_count());
        for (const std::vector<std::uint32_t>& chosen : vertices_) {
            for (const std::uint32_t vertex : chosen) {
                is_used[vertex] = true;
            }
        }
        std::vector<std::uint32_t>& unused = vertices_.emplace_back();
        for (std::uint32_t vertex = 0; vertex < is_used.size(); ++vertex) {
            if (!is_used[vertex]) {
                unused.push_back(vertex);
            }
        }
        instance& out = instances.emplace_back();
        out.node = "unused vertices";
        out.vertex_count = static_cast<std::uint32_t>(unused.size());
    }
    template <class Accept>
    void add_mesh(const std::string& node, const m2::skin_profile& profile, const Accept& accepts) {
        instance& out = instances.emplace_back();
        out.node = node;
        out.is_skinned = !model_.bones().empty();
        const auto submeshes = profile.submeshes();
        std::vector<triangles> of_submeshes;
        for (const m2::submesh& one : submeshes) {
            of_submeshes.push_back(accepts(one) ? triangles_of(profile.indices(one)) : triangles{});
            out.stored.sums.add(of_submeshes.back().sums);
        }
        triangle_counter stored{out.stored};
        triangle_counter shown{out.shown};
        struct lowest {
            std::uint32_t layer, material;
            std::uint64_t triangles;
        };
        std::map<std::array<std::uint32_t, 3>, lowest> runs; // of triangles
        std::set<std::uint32_t> vertices;
        for (const m2::batch& one : profile.batches()) {
            const m2::submesh* const drawn = submeshes.at(one.submesh);
            const triangles of_batch = drawn != nullptr ? of_submeshes[one.submesh] : triangles{};
            const std::uint64_t count = of_batch.parts.empty() ? 0 : of_batch.parts[0].triangles;
            stored.add(std::to_string(one.material), count);
            if (count == 0) {
                continue;
            }
            for (const std::uint32_t vertex : profile.indices(*drawn)) {
                vertices.insert(vertex < model_.vertex_count() ? vertex : 0);
            }
            const lowest found{one.layer, one.material, count};
            const auto [run, is_new] = runs.insert({{drawn->level, drawn->first_index, drawn->index_count}, found});
            if (is_new) {
                out.shown.sums.add(of_batch.sums);
            } else if (found.layer < run->second.layer) {
                run->second = found;
            }
        }
        for (const auto& [run, drawn] : runs) {
            shown.add(std::to_string(drawn.material), drawn.triangles);
        }
        out.vertex_count = static_cast<std::uint32_t>(vertices.size());
        vertices_.emplace_back(vertices.begin(), vertices.end());
    }
    template <class Corners> [[nodiscard]] triangles triangles_of(const Corners& corners) const {
        const points at = turned(vectors(model_.positions()));
        const points normals = turned(vectors(model_.normals()));
        triangles out;
        triangle_counter count{out};
        for (std::size_t i = 0; i + 3 <= corners.size(); i += 3) {
            const corners_of_triangle vertices{corners[i], corners[i + 1], corners[i + 2]};
            if (*std::ranges::max_element(vertices) < at.size()) {
                count.add("", vertices, at, normals);
            }
        }
        return out;
    }
    void add_collision() {
        instance& out = instances.emplace_back();
        out.node = "collision";
        out.is_drawn = false;
        const points at = turned(vectors(model_.collision_vertices()));
        out.vertex_count = static_cast<std::uint32_t>(at.size());
        const auto corners = model_.collision_triangles();
        triangle_counter count{out.shown};
        for (std::size_t i = 0; i + 3 <= corners.size(); i += 3) {
            const corners_of_triangle vertices{corners[i], corners[i + 1], corners[i + 2]};
            if (*std::ranges::max_element(vertices) < at.size()) {
                count.add("", vertices, at, {});
            }
        }
        out.stored = out.shown;
    }

    facts::m2::companions files_;
    m2::model model_;
    std::vector<effigy::tree_entry> entries_;
    m2::bone_index bones_;
    std::vector<std::vector<std::uint32_t>> vertices_; // of each mesh
    struct played {
        std::uint32_t animation, loop; // the number of one of them
    };
    std::vector<played> played_;            // by clip
    std::map<std::uint32_t, double> loops_; // seconds, by global sequence
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

} // namespace evaluation
