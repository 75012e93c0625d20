// Which parts of a scene that was made in code are those of the original.
#pragma once

#include <effigy/scene/reconcile/matching.hpp>
#include <effigy/scene/remark.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// Fills scene_edits whose scene is set.
template <class Edits> class name_matcher {
public:
    name_matcher(Edits& to, const scene& before, remark_sink tell)
        : to_(to), now_(to.made), before_(before), tell_(tell), memory_(to.nodes.old_of.resource()) {}

    void run() {
        const auto match = [&](part_matches& to, const auto& news, const auto& olds) {
            to = part_matches{news.size(), olds.size(), memory_};
            match_by_numbers(to, [&](std::uint32_t i) { return news[i].name == olds[i].name; }, [](std::uint32_t) {});
            match_by_names(to, news, olds);
        };
        match(to_.nodes, now_.nodes, before_.nodes);
        match(to_.meshes, now_.meshes, before_.meshes);
        match(to_.materials, now_.materials, before_.materials);
        match(to_.clips, now_.clips, before_.clips);
        match_meshes();
        match_by_numbers(to_.materials);
        match_by_numbers(
            to_.nodes,
            [&](std::uint32_t i) {
                const scene::node &a = now_.nodes[i], &b = before_.nodes[i];
                return to_.meshes.before_of(a.mesh) == b.mesh && (a.mesh == npos) == (b.mesh == npos) &&
                       (a.light == npos) == (b.light == npos) && (a.camera == npos) == (b.camera == npos);
            },
            [&](std::uint32_t i) { say_renamed("node", now_.nodes[i].name); });
        number_vertices();
    }

private:
    void match_meshes() {
        for (std::uint32_t i = 0; i < now_.meshes.size(); ++i) {
            for (std::size_t k = 0; to_.meshes.old_of[i] == npos && k < now_.meshes[i].origins.size(); ++k) {
                const std::uint32_t found = now_.meshes[i].origins[k].mesh;
                if (found < before_.meshes.size() && to_.meshes.new_of[found] == npos) {
                    to_.meshes.add(i, found);
                    say_renamed("mesh", now_.meshes[i].name);
                }
            }
        }
        match_by_numbers(
            to_.meshes, [&](std::uint32_t i) { return now_.meshes[i].origins.empty(); },
            [&](std::uint32_t i) { say_renamed("mesh", now_.meshes[i].name); });
    }
    void say_renamed(const char* part, std::string_view name) const {
        tell_({.kind = remark_kind::guessed, .part = part, .name = name, .what = "it has another name in the model"});
    }
    // Without origins, vertices have their numbers if there are as many as before.
    void number_vertices() {
        for (std::uint32_t i = 0; i < now_.meshes.size(); ++i) {
            scene::mesh& mesh = to_.made.meshes[i];
            const std::uint32_t number = to_.meshes.old_of[i];
            if (!mesh.origins.empty() || number == npos) {
                continue;
            }
            const std::size_t count = mesh.positions.size();
            if (count != before_.meshes[number].positions.size()) {
                tell_({.kind = remark_kind::guessed,
                       .part = "mesh",
                       .name = mesh.name,
                       .what = "vertices without origins: all are new",
                       .count = count});
                continue;
            }
            for (std::uint32_t vertex = 0; vertex < count; ++vertex) {
                mesh.origins.push_back({number, vertex});
            }
        }
    }

    Edits& to_;
    const scene &now_, &before_;
    remark_sink tell_;
    std::pmr::memory_resource* memory_;
};

}}} // namespace effigy::v0::impl
