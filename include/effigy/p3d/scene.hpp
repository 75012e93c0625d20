// A model's levels as a scene, with RTM animations that move its selections.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/p3d/scene/options.hpp>
#include <effigy/p3d/view.hpp>
#include <effigy/scene.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

// Returns the model as a scene in `memory`: one level or all levels. Each level is a node with a mesh; its child nodes
// are the proxies. The scene faces +z. A level without triangles is a node without a mesh. The scene takes at most 32
// times the size of all files plus 128 KiB. Errors: out_of_bounds, if the model does not have options.level, or its
// file is larger than 4 GiB; bad_value, if options.kind is not visual and no level has this kind and
// options.kind_number; budget, if the scene needs more memory.
EFFIGY_API [[nodiscard]] result<scene> to_scene(const model& from, const scene_options& options = {},
                                                std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}}} // namespace effigy::v0::p3d

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/p3d/scene/attributes.hpp>
#include <effigy/p3d/scene/clips.hpp>
#include <effigy/p3d/scene/extras.hpp>
#include <effigy/p3d/scene/points.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

namespace impl {

[[nodiscard]] inline error no_level(std::uint64_t count, std::int64_t found, const char* expected) noexcept {
    return {{"p3d.lods"}, errc::out_of_bounds, count, found, expected};
}

// Returns the index of the level to convert; npos if the model has no levels.
template <class = when_used> [[nodiscard]] result<std::uint32_t>
choose_level(const lod_index& all, const p3d::scene_options& options) noexcept {
    const auto count = static_cast<std::uint32_t>(all.size());
    if (options.level != npos) {
        return options.level < count
                   ? result<std::uint32_t>{options.level}
                   : no_level(count - std::uint64_t{count != 0}, options.level, "the index of the last level");
    }
    std::uint32_t finest = npos; // of the kind, with triangles
    std::uint32_t first = npos;  // of the kind
    std::uint32_t drawn = npos;  // the first of any kind with triangles
    float finest_resolution = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const lod level = all.at(i);
        const bool has_triangles = level.triangle_count() != 0;
        drawn = drawn == npos && has_triangles ? i : drawn;
        if (level.kind() != options.kind || level.number() != options.kind_number) {
            continue;
        }
        first = first == npos ? i : first;
        if (has_triangles && (finest == npos || level.resolution() < finest_resolution)) {
            finest = i;
            finest_resolution = level.resolution();
        }
    }
    if (options.kind != lod_kind::visual) {
        return first != npos ? result<std::uint32_t>{first}
                             : error{{"p3d.lods"}, errc::bad_value, 0, 0, "a level of the chosen kind"};
    }
    const std::uint32_t fallback = drawn != npos ? drawn : first;
    return finest != npos ? finest : fallback != npos || count == 0 ? fallback : 0U;
}

template <class = when_used> class scene_maker {
public:
    // `trace`: null if nobody asks where the parts of the scene come from.
    scene_maker(const model& from, const scene_options& options, std::pmr::memory_resource* memory,
                scene_trace* trace = nullptr)
        : from_(from), options_(options), trace_(trace), to_(memory, bytes_of(from, options.clips)), levels_(memory),
          materials_(to_), joints_(to_, from, options.clips), frames_(to_, options) {}

    // Before make(), a caller can lower the limit of the scene: it charges what the scene may not take.
    [[nodiscard]] auto& to() noexcept { return to_; }
    [[nodiscard]] result<scene> make() {
        pool<lod_entry> entries{to_.memory()};
        if (!to_.reserve(entries, from_.lods().size()) || !to_.reserve(levels_, from_.lods().size())) {
            return to_.why();
        }
        const lod_index all = from_.index(entries.append(from_.lods().size()));
        if (all.size() != entries.size()) {
            return no_level(0xFFFF'FFFF, static_cast<std::int64_t>(from_.file().size()),
                            "bytes, the largest file whose levels can be indexed");
        }
        if (const error why = choose(all)) {
            return why;
        }
        add_joints(all);
        for (const std::uint32_t number : levels_) {
            if (!to_.why()) {
                add_level(all.at(number), number);
            }
        }
        add_clips();
        if (trace_ != nullptr) {
            tell_joints();
        }
        to_.extras().add("format", "P3D").add("version", from_.version()).put_into(to_.made.extras);
        return to_.finish(options_.name);
    }

private:
    [[nodiscard]] error choose(const lod_index& all) {
        if (options_.include_all_levels) {
            for (std::uint32_t i = 0; i < all.size(); ++i) {
                levels_.push_back(i);
            }
            static_cast<void>(to_.reserve(to_.made.nodes, all.size()) && to_.reserve(to_.made.meshes, all.size()));
            return to_.why();
        }
        const result<std::uint32_t> chosen = choose_level(all, options_);
        if (chosen && *chosen != npos) {
            levels_.push_back(*chosen);
        }
        return chosen.error();
    }
    void add_joints(const lod_index& all) {
        if (options_.clips.empty()) {
            return;
        }
        for (const std::uint32_t number : levels_) {
            if (!joints_.find_bones(all.at(number), !options_.include_proxies)) {
                return;
            }
        }
        if (!joints_.empty() && joints_.find_groups() && join_bones(all)) {
            joints_.add_nodes();
        }
    }
    // Makes the joints that follow several bones.
    [[nodiscard]] bool join_bones(const lod_index& all) {
        if (joints_.group_count() == 1) {
            return true;
        }
        for (const std::uint32_t number : levels_) {
            const lod level = all.at(number);
            shared_points points{to_, joints_, level};
            if (!points.prepare()) {
                return false;
            }
            const strided<vec3<>> positions = level.points();
            points.for_each_moved([&](std::uint32_t point) {
                points.for_each_part([&](std::span<const std::uint16_t> followed, double) {
                    static_cast<void>(joints_.add(followed, vector3<double>{positions[point]}));
                });
            });
        }
        return !to_.why();
    }

    void add_level(const lod& level, std::uint32_t number) {
        scene::mesh made{to_.memory()};
        proxy_list proxies{to_.memory()};
        if (options_.include_proxies && !proxies.find(level, to_)) {
            return;
        }
        level_trace* const traced = trace_ != nullptr ? &trace_->levels.emplace_back() : nullptr;
        mesh_maker maker{to_, materials_, level, proxies, traced};
        if (!maker.make(made)) {
            return;
        }
        const bool has_mesh = !made.indices.empty();
        if (has_mesh) {
            maker.add_extras(made);
            if (!joints_.empty() && !influence_maker{to_, joints_, level, maker.vertices(), options_}.make(made)) {
                return;
            }
            if (options_.include_frames) {
                frames_.make(level, maker.vertices(), made, traced);
            }
        }
        if (has_mesh && options_.include_selection_attributes) {
            add_selection_attributes(to_, level, maker.vertices(), !options_.include_proxies, made);
        }
        std::array<char, 64> name_memory{};
        std::string name{options_.name};
        name += name.empty() ? "" : " ";
        name += name_of_level(level, name_memory);
        const std::uint32_t holder = to_.add_node(name, npos);
        if (holder == npos) {
            return;
        }
        level_extras{to_, level, to_.made.nodes[holder].extras}.add_level(number);
        if (options_.include_selections) {
            if (has_mesh) {
                level_extras{to_, level, made.extras}.add_selections(maker.vertices(), !options_.include_proxies);
            } else {
                level_extras{to_, level, to_.made.nodes[holder].extras}.add_points(!options_.include_proxies);
            }
        }
        if (has_mesh) {
            made.name = to_.text(name);
            to_.made.nodes[holder].mesh = static_cast<std::uint32_t>(to_.made.meshes.size());
            to_.made.nodes[holder].skin = made.joints.empty() ? npos : joints_.skin();
            to_.add(to_.made.meshes, std::move(made));
            frames_.add_channel(holder);
        }
        if (options_.include_empties) {
            proxies.add_nodes(to_, holder, traced);
        }
        if (options_.include_points && !has_mesh) {
            add_point_nodes(to_, level, !options_.include_proxies, holder, traced);
        }
        if (traced != nullptr) {
            traced->level = number;
            traced->node = holder;
            traced->mesh = has_mesh ? static_cast<std::uint32_t>(to_.made.meshes.size() - 1) : npos;
            proxies.tell_faces(*traced);
        }
    }

    void add_clips() {
        if (joints_.empty() || to_.why()) {
            return;
        }
        clip_maker maker{to_, joints_, options_};
        std::uint64_t shares = 0;
        for (std::size_t i = 0; i < options_.clips.size(); ++i) {
            shares += maker.share_of(i);
        }
        for (std::size_t i = 0; i < options_.clips.size(); ++i) {
            const std::uint64_t share = maker.share_of(i);
            const std::size_t made = to_.made.clips.size();
            maker.make(i, share, shares);
            if (trace_ != nullptr) {
                trace_->clips.push_back(to_.made.clips.size() != made ? static_cast<std::uint32_t>(made) : npos);
            }
            shares -= share;
        }
    }
    void tell_joints() {
        trace_->frame_clip = frames_.clip();
        trace_->skin = joints_.skin();
        trace_->model_size = joints_.model_size();
        for (std::size_t i = 0; i < joints_.size(); ++i) {
            const bone_joint& each = joints_[i];
            trace_->joints.push_back({each.name, each.outer, each.scaled, each.inner, each.middle(), each.radius()});
        }
    }

    const model& from_;
    const scene_options& options_;
    scene_trace* trace_;
    builder to_;
    pool<std::uint32_t> levels_;
    material_list<> materials_;
    joint_list<> joints_;
    frame_maker<> frames_;
};

} // namespace impl

EFFIGY_API_BODY result<scene> to_scene(const model& from, const scene_options& options,
                                       std::pmr::memory_resource* memory) {
    error why = verify(from);
    for (const named_clip& clip : options.clips) {
        why = why ? why : verify(clip.keys);
    }
    return why ? result<scene>{why} : impl::scene_maker<>{from, options, memory}.make();
}

}}} // namespace effigy::v0::p3d
#endif
