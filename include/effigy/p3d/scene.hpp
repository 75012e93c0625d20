// A model's levels as a scene, with RTM animations that move its selections.
#pragma once

#include <effigy/p3d/scene/clips.hpp>
#include <effigy/p3d/scene/extras.hpp>
#include <effigy/p3d/verify.hpp>

namespace effigy::inline v0::p3d {

namespace impl {

template <form F> class scene_maker {
public:
    scene_maker(const basic_model<F>& model, const basic_scene_options<F>& options, std::pmr::memory_resource* memory)
        : to_(memory, "p3d", size_of_files(model, options)), options_(options), levels_(memory), materials_(to_),
          joints_(to_, options.clips), frames_(to_, options) {}

    [[nodiscard]] result<scene> make(const basic_model<F>& model) {
        auto entries = to_.template list<lod_entry>();
        if (!to_.pay(model.lods().size() * (sizeof(lod_entry) + sizeof(std::uint32_t)))) {
            return to_.why();
        }
        entries.resize(model.lods().size());
        const basic_lod_index<F> all = model.index(entries);
        if (all.size() != entries.size()) {
            return no_level(0xFFFF'FFFF, static_cast<std::int64_t>(model.file().size()),
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
        extras_of{to_.made.extras}.add("format", "P3D").add("version", model.version());
        return to_.finish();
    }

private:
    [[nodiscard]] static std::uint64_t size_of_files(const basic_model<F>& model,
                                                     const basic_scene_options<F>& options) noexcept {
        std::uint64_t out = model.file().size();
        for (const basic_named_clip<F>& clip : options.clips) {
            out += clip.keys.file().size();
        }
        return out;
    }
    [[nodiscard]] error choose(const basic_lod_index<F>& all) {
        if (options_.include_all_levels) {
            levels_.resize(all.size());
            for (std::uint32_t i = 0; i < levels_.size(); ++i) {
                levels_[i] = i;
            }
            // One or two nodes for each level; the lists are allocated at once.
            if (to_.pay(levels_.size() * 2 * (sizeof(scene::node) + sizeof(scene::mesh)))) {
                to_.made.nodes.reserve(levels_.size());
                to_.made.meshes.reserve(levels_.size());
            }
            return to_.why();
        }
        const result<std::uint32_t> chosen = choose_level(all, options_);
        if (chosen && *chosen != npos) {
            levels_.push_back(*chosen);
        }
        return chosen.error();
    }
    void add_joints(const basic_lod_index<F>& all) {
        if (options_.clips.empty()) {
            return;
        }
        for (const std::uint32_t number : levels_) {
            if (!joints_.find_bones(all.at(number))) {
                return;
            }
        }
        joints_.add_nodes();
    }

    void add_level(const basic_lod<F>& level, std::uint32_t number) {
        scene::mesh made{to_.memory()};
        proxy_list proxies{to_.memory()};
        if (options_.include_proxies && !proxies.find(level, to_)) {
            return;
        }
        mesh_maker<F> maker{to_, materials_, level, proxies};
        if (!maker.make(made)) {
            return;
        }
        const bool has_mesh = !made.indices.empty();
        if (has_mesh) {
            maker.add_extras(made);
            if (!joints_.empty() && !influence_maker<F>{to_, joints_, level, maker.vertices()}.make(made)) {
                return;
            }
            if (options_.include_frames) {
                frames_.make(level, maker.vertices(), made);
            }
        }
        std::array<char, 64> name_memory{};
        const std::string_view name = name_of_level(level, name_memory);
        const std::uint32_t holder = to_.add_node(name, npos);
        if (holder == npos || !to_.pay(24 * sizeof(scene::extra))) {
            return;
        }
        level_extras<F>{to_, level, to_.made.nodes[holder].extras}.add_level(number);
        if (options_.include_selections) {
            if (has_mesh) {
                level_extras<F>{to_, level, made.extras}.add_selections(maker.vertices(), !options_.include_proxies);
            } else {
                level_extras<F>{to_, level, to_.made.nodes[holder].extras}.add_points(!options_.include_proxies);
            }
        }
        if (has_mesh) {
            made.name = name;
            to_.made.nodes[holder].mesh = static_cast<std::uint32_t>(to_.made.meshes.size());
            to_.made.nodes[holder].skin = made.joints.empty() ? npos : joints_.skin();
            to_.made.meshes.push_back(std::move(made));
            frames_.add_channel(holder);
        }
        proxies.add_nodes(to_, holder);
    }

    void add_clips() {
        if (joints_.empty() || to_.why()) {
            return;
        }
        clip_maker<F> maker{to_, joints_, options_};
        std::size_t left = options_.clips.size();
        for (const basic_named_clip<F>& clip : options_.clips) {
            maker.make(clip, left--);
        }
    }

    builder to_;
    const basic_scene_options<F>& options_;
    scene::list<std::uint32_t> levels_;
    material_list materials_;
    joint_list<F> joints_;
    frame_maker<F> frames_;
};

} // namespace impl

// Returns the model as a scene in `memory`: one level or all levels. Each level is a node with a mesh; its child nodes
// are the proxies. The scene faces +z. A level without triangles is a node without a mesh. The scene takes at most six
// times the size of all files plus 128 KiB. Errors: out_of_bounds, if the model does not have options.level, or its
// file is larger than 4 GiB; bad_value, if options.kind is not visual and no level has this kind and
// options.kind_number; budget, if the scene needs more memory.
template <form F>
[[nodiscard]] result<scene> to_scene(const basic_model<F>& source,
                                     const std::type_identity_t<basic_scene_options<F>>& options = {},
                                     std::pmr::memory_resource* memory = std::pmr::get_default_resource()) {
    if (const error why = verify(source)) {
        return why;
    }
    for (const basic_named_clip<F>& clip : options.clips) {
        if (const error why = verify(clip.keys)) {
            return why;
        }
    }
    return impl::scene_maker<F>{source, options, memory}.make(source);
}

} // namespace effigy::inline v0::p3d
