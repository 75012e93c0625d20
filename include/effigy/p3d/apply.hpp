// Bringing a scene that was edited back into the model that it was made from, and clips into animations.
// Experimental: the interface and what it decides may change in each version.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/p3d/apply/options.hpp>
#include <effigy/p3d/owned/model.hpp>
#include <effigy/scene/edits.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

// Returns a model with clips from other files, and their scene, which a program may edit. Errors: those of to_scene().
EFFIGY_API [[nodiscard]] result<edit_session>
begin_edit(const model& of, const scene_options& made_with = {},
           std::pmr::memory_resource* memory = std::pmr::get_default_resource());

// Returns the session's model with the edits of its scene, which reconcile() or edits_by_names() found: points,
// normals, texture coordinates, faces, frames, weights of selections, names of textures, proxies, levels. What is equal
// keeps its stored bits; without edits, the model is as it is. `tell` gets what changed, and what the format cannot
// hold. docs/p3d.md has the rules. Errors: those of verify(edits, in.original()); budget, if a level's tags would need
// more than 64 times the memory of the model and the scene, and 16 MiB.
EFFIGY_API [[nodiscard]] result<owned_model>
apply(const scene_edits& edits, edit_session& in, remark_sink tell, const apply_options& options = {},
      std::pmr::memory_resource* memory = std::pmr::get_default_resource());

// Returns the animation of a clip of edits.made: that of the session's file in.file_of(edits, clip), or a new one,
// which has the version 0 if the clip moves nothing that an animation has. Errors: those of verify(); out_of_bounds, if
// there is no such clip; those of the file; budget, if its poses would need more than 64 times the memory of the clip
// and the animation, and 1 MiB.
EFFIGY_API [[nodiscard]] result<owned_animation>
apply(const scene_edits& edits, std::uint32_t clip, const edit_session& in, remark_sink tell,
      const apply_options& options = {}, std::pmr::memory_resource* memory = std::pmr::get_default_resource());

// Whether a node that an editor made of the mesh of a level is a part of the level, for reconcile_options::is_part:
// its name is that of the level's node and a number, or is neither that of a level nor that of a proxy. `model`: the
// scene's name.
EFFIGY_API [[nodiscard]] bool is_part_of_level(std::string_view name, std::string_view level,
                                               std::string_view model) noexcept;

// The node of the level that new meshes are parts of, for reconcile_options::home: of those with a mesh the most
// detailed visual one, without any the first one. `of`: the original scene, with the name `model`. Empty: no level has
// a mesh.
EFFIGY_API [[nodiscard]] std::string_view level_of_new_meshes(const scene& of, std::string_view model) noexcept;

}}} // namespace effigy::v0::p3d

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/p3d/apply/clips.hpp>
#include <effigy/p3d/apply/frames.hpp>
#include <effigy/p3d/apply/nodes.hpp>
#include <effigy/p3d/decode.hpp>
#include <effigy/p3d/scene.hpp>
#include <effigy/scene/edited_names.hpp>

#include <iterator>

namespace effigy { inline namespace v0 { namespace p3d {

namespace impl {

// Returns the resolution that a level's name says, as to_scene() names levels: "visual 1.5", "view_cargo 2". Negative
// if it says none.
template <class = when_used> [[nodiscard]] float resolution_of(std::string_view name) noexcept {
    for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(lod_kind::unknown); ++i) {
        const auto kind = static_cast<lod_kind>(i);
        std::string_view rest = name;
        if (!rest.starts_with(name_of(kind))) {
            continue;
        }
        rest.remove_prefix(name_of(kind).size());
        if (!rest.empty() && rest.front() != ' ') {
            continue;
        }
        const bool has_number = !rest.empty();
        const taken_number number = take_number(rest);
        if (!rest.empty() || (has_number && !number.exists) || (kind == lod_kind::visual && !has_number)) {
            continue;
        }
        double out = kind == lod_kind::visual ? number.value : -1;
        for (const kind_family& each : low_families) {
            out = each.kind == kind ? each.base + each.step * number.value : out;
        }
        for (const kind_family& each : high_families) {
            out = each.kind == kind ? each.base + each.step * number.value : out;
        }
        for (const kind_resolution& each : single_kinds) {
            out = each.kind == kind && !has_number ? each.resolution : out;
        }
        const auto stored = static_cast<float>(out);
        if (meaning_of(stored).kind == kind) {
            return stored;
        }
    }
    return -1;
}

// Returns the name of a level's node without that of the model.
[[nodiscard]] inline std::string_view level_name(std::string_view name, std::string_view model) noexcept {
    const bool is_longer = !model.empty() && name.starts_with(model) && name.substr(model.size()).starts_with(' ');
    return is_longer ? name.substr(model.size() + 1) : name;
}

template <class = when_used> class model_applier {
public:
    // `to`: the model as it is, decoded.
    model_applier(const paired_scenes& scenes, owned_model& to)
        : scenes_(scenes), model_(to), materials_(scenes, to), children_(scenes.memory), firsts_(scenes.memory),
          is_handled_(scenes.now.nodes.size(), scenes.memory), lods_(scenes.memory) {}

    [[nodiscard]] error run() {
        index_children();
        know_materials();
        lods_.append(std::as_const(model_).get(model_.lods));
        const pool<owned_lod> olds{lods_, scenes_.memory};
        note_joints();
        for (const owned_lod& each : lods_) {
            ++count_of(each.resolution);
        }
        pool<bool> is_deleted(lods_.size(), scenes_.memory);
        const bool has_same_tree = !scenes_.rewrite_all && scenes_.now.nodes == scenes_.before.nodes &&
                                   scenes_.now.skins == scenes_.before.skins &&
                                   scenes_.now.materials == scenes_.before.materials;
        for (const level_trace& each : scenes_.trace.levels) {
            const std::uint32_t node = scenes_.nodes.now_of(each.node);
            if (node == npos) {
                is_deleted[each.level] = scenes_.delete_missing;
                count_of(lods_[each.level].resolution) -= is_deleted[each.level] ? 1U : 0U;
                continue;
            }
            if (has_same_tree && (each.mesh == npos || has_same_mesh(each.mesh))) {
                continue;
            }
            set_resolution(node, each);
            if (const error why = edit(lods_[each.level], node, &each, false)) {
                return why;
            }
        }
        std::size_t kept = 0;
        for (std::size_t i = 0; i < is_deleted.size(); ++i) {
            if (!is_deleted[i]) {
                lods_[kept++] = lods_[i];
            }
        }
        const owned_lod first = lods_.empty() ? owned_lod{} : lods_[0];
        lods_.resize(kept);
        if (const error why = add_levels(olds)) {
            return why;
        }
        materials_.note_unused();
        if (lods_.empty() && !is_deleted.empty()) {
            lods_.push_back(first);
            is_deleted[0] = false;
            for (const level_trace& each : scenes_.trace.levels) {
                if (each.level == 0) {
                    scenes_.say(remark_kind::left_out, "node", scenes_.before.nodes[each.node].name,
                                "a model has at least one level: the first one stays");
                }
            }
        }
        for (const level_trace& each : scenes_.trace.levels) {
            if (scenes_.nodes.now_of(each.node) == npos) {
                differs_ = differs_ || is_deleted[each.level];
                scenes_.say_gone("level", scenes_.before.nodes[each.node].name, is_deleted[each.level]);
            }
        }
        frame_comparison<>{scenes_}.run();
        if (differs_) {
            store();
        }
        return {};
    }

private:
    // Whether nothing differs but that vertices have their own numbers.
    [[nodiscard]] bool has_same_mesh(std::uint32_t number) const {
        const scene::mesh& a = scenes_.before.meshes[number];
        const scene::mesh& b = scenes_.now.meshes[number];
        bool out = a.name == b.name && a.positions == b.positions && a.normals == b.normals &&
                   a.tangents == b.tangents && a.texcoords == b.texcoords && a.colors == b.colors &&
                   a.joints == b.joints && a.weights == b.weights && a.attributes == b.attributes &&
                   a.targets == b.targets && a.indices == b.indices && a.primitives == b.primitives &&
                   a.extras == b.extras;
        for (std::uint32_t i = 0; out && i < b.origins.size(); ++i) {
            out = b.origins[i] == scene::origin{number, i};
        }
        return out;
    }
    [[nodiscard]] pool<std::uint32_t> children_of(std::uint32_t node) const {
        pool<std::uint32_t> out{scenes_.memory};
        for (std::uint32_t i = firsts_[node]; i < firsts_[node + 1]; ++i) {
            out.push_back(children_[i]);
        }
        return out;
    }
    void index_children() {
        const auto& nodes = scenes_.now.nodes;
        firsts_.assign(nodes.size() + 2, 0);
        for (const scene::node& each : nodes) {
            if (each.parent != npos) {
                ++firsts_[each.parent + 2];
            }
        }
        for (std::size_t i = 1; i < firsts_.size(); ++i) {
            firsts_[i] += firsts_[i - 1];
        }
        children_.resize(nodes.size());
        for (std::uint32_t i = 0; i < nodes.size(); ++i) {
            if (nodes[i].parent != npos) {
                children_[firsts_[nodes[i].parent + 1]++] = i;
            }
        }
    }
    void know_materials() {
        for (const level_trace& each : scenes_.trace.levels) {
            if (each.mesh == npos) {
                continue;
            }
            const std::span<const owned_face> faces =
                std::as_const(model_).get(std::as_const(model_).get(model_.lods)[each.level].faces);
            for (const scene::primitive& part : scenes_.before.meshes[each.mesh].primitives) {
                materials_.know(part.material, faces[each.faces[part.first_index / 3]]);
            }
        }
    }
    // `is_copy`: the level is new, and begins as a copy of the one that was traced.
    [[nodiscard]] error edit(owned_lod& level, std::uint32_t node, const level_trace* trace, bool is_copy) {
        level_editor editor{scenes_, model_, materials_, level, trace};
        editor.begin(node);
        const pool<std::uint32_t> children = children_of(node);
        is_handled_[node] = true;
        for (const std::uint32_t each : children) {
            is_handled_[each] = true;
        }
        node_editor{editor, trace, children, is_copy}.run();
        constexpr std::uint64_t times = 64;
        const std::uint64_t most = times * (model_.size_in_bytes() + bytes_of_scene()) + (std::uint64_t{16} << 20);
        if (const std::uint64_t found = editor.bytes_of_tags(); found > most) {
            return {{"p3d.lods[].tags"}, errc::budget, most, static_cast<std::int64_t>(found)};
        }
        differs_ = editor.finish(level) || differs_;
        return {};
    }
    [[nodiscard]] std::uint64_t bytes_of_scene() const noexcept {
        std::uint64_t out = scenes_.now.nodes.size() * sizeof(scene::node);
        for (const scene::mesh& each : scenes_.now.meshes) {
            const std::uint64_t floats =
                6 + 2 * each.texcoords.size() + 3 * each.targets.size() + 6 * each.joints.size();
            out += each.positions.size() * (floats * sizeof(float) + each.attributes.size()) +
                   each.indices.size() * sizeof(std::uint32_t);
        }
        return out;
    }

    // ---- levels ----------------------------------------------------------------------------------------------------

    // Returns the resolution that the name of a node says, or a negative number.
    [[nodiscard]] float resolution_of_node(const scene::node& of) const noexcept {
        return resolution_of(level_name(of.name, scenes_.made_with.name));
    }
    // Whether a level has the purpose of a resolution. Visual levels differ by it.
    [[nodiscard]] bool has_level(float resolution) const {
        const std::uint32_t known = purposes_.find(purpose_of(resolution));
        return known != npos && levels_of_purpose_[known] != 0;
    }
    using purpose = std::pair<lod_kind, std::uint32_t>;
    [[nodiscard]] static purpose purpose_of(float resolution) noexcept {
        const lod_meaning meant = meaning_of(resolution);
        const bool is_visual = meant.kind == lod_kind::visual || meant.kind == lod_kind::unknown;
        return {meant.kind, is_visual ? std::bit_cast<std::uint32_t>(resolution + 0.0F) : meant.number}; // -0 is 0
    }
    // Counts the levels of a resolution's purpose.
    [[nodiscard]] std::uint32_t& count_of(float resolution) {
        const purpose key = purpose_of(resolution);
        std::uint32_t known = purposes_.find(key);
        if (known == npos) {
            known = static_cast<std::uint32_t>(levels_of_purpose_.size());
            purposes_.add(key, known);
            levels_of_purpose_.push_back(0);
        }
        return levels_of_purpose_[known];
    }
    // The new name of a level's node says another purpose.
    void set_resolution(std::uint32_t node, const level_trace& trace) {
        const std::string_view name = scenes_.now.nodes[node].name;
        if (name == scenes_.before.nodes[trace.node].name) {
            return;
        }
        const float resolution = resolution_of_node(scenes_.now.nodes[node]);
        if (resolution < 0 || has_level(resolution)) {
            scenes_.say(remark_kind::left_out, "node", scenes_.before.nodes[trace.node].name,
                        "a level's name says its kind, as no other level's does");
            return;
        }
        --count_of(lods_[trace.level].resolution);
        ++count_of(resolution);
        lods_[trace.level].resolution = resolution;
        differs_ = true;
        scenes_.say(remark_kind::changed, "node", name, "the resolution of a level");
    }
    // Returns the level that a mesh is a copy of; null: it is none.
    [[nodiscard]] const level_trace* source_of(const scene::mesh& mesh) const noexcept {
        const std::uint32_t origin = main_origin_of(mesh);
        for (const level_trace& each : scenes_.trace.levels) {
            if (origin != npos && each.mesh == origin) {
                return &each;
            }
        }
        return nullptr;
    }
    [[nodiscard]] bool is_part(const scene::node& node, const level_trace& of) const noexcept {
        return is_part_of_level(node.name, scenes_.before.nodes[of.node].name, scenes_.made_with.name);
    }
    // Nodes below the copied level are not below its copy, so that this has no proxies of it.
    [[nodiscard]] owned_lod copied_level(const owned_lod& of, float resolution) {
        owned_lod out = of;
        out.resolution = resolution;
        const lod_kind kind = meaning_of(resolution).kind;
        const bool has_mass =
            kind == lod_kind::geometry || kind == lod_kind::geometry_physx || kind == lod_kind::geometry_physx_old;
        pool<owned_tag> tags{scenes_.memory};
        for (const owned_tag& each : std::as_const(model_).get(of.tags)) {
            const bool is_proxy = each.kind == tag_kind::selection && proxy_of(std::as_const(model_).get(each.name));
            if (!is_proxy && (has_mass || each.kind != tag_kind::mass)) {
                tags.push_back(each);
            }
        }
        model_.set(out.tags, tags);
        return out;
    }
    // Adds a level for each new node with a mesh and the name of a level. `olds`: the levels before.
    [[nodiscard]] error add_levels(const pool<owned_lod>& olds) {
        pool<bool> is_joint(scenes_.now.nodes.size(), scenes_.memory);
        for (const scene::skin& skin : scenes_.now.skins) {
            for (const std::uint32_t each : skin.joints) {
                is_joint[each] = true;
            }
        }
        for (std::uint32_t i = 0; i < scenes_.now.nodes.size(); ++i) {
            const scene::node& node = scenes_.now.nodes[i];
            if (is_handled_[i] || scenes_.nodes.before_of(i) != npos || is_joint[i]) {
                continue;
            }
            const float resolution = resolution_of_node(node);
            const level_trace* const source = node.mesh != npos ? source_of(scenes_.now.meshes[node.mesh]) : nullptr;
            if (node.mesh == npos || resolution < 0 || has_level(resolution) ||
                (source != nullptr && is_part(node, *source))) {
                scenes_.say_no_part(node, "neither a part of a level nor, by its name and its mesh, a new level");
                continue;
            }
            owned_lod made =
                source != nullptr ? copied_level(olds[source->level], resolution) : empty_level(resolution);
            if (const error why = edit(made, i, source, source != nullptr)) {
                return why;
            }
            differs_ = true;
            const std::size_t place = count_before_resolution(resolution);
            lods_.insert(std::next(lods_.begin(), static_cast<std::ptrdiff_t>(place)), made);
            ++count_of(resolution);
            scenes_.say(remark_kind::changed, "node", node.name,
                        source != nullptr ? "a new level, a copy of another" : "a new level");
        }
        return {};
    }
    [[nodiscard]] std::size_t count_before_resolution(float resolution) const noexcept {
        std::size_t out = 0;
        while (out < lods_.size() && lods_[out].resolution < resolution) {
            ++out;
        }
        return out;
    }
    [[nodiscard]] owned_lod empty_level(float resolution) {
        owned_lod out;
        out.format = lods_.empty() ? lod_format::p3dm : lods_[0].format;
        out.version = lods_.empty() ? 256 : lods_[0].version;
        out.resolution = resolution;
        owned_tag set, end;
        set.kind = tag_kind::uv_set;
        model_.set(set.name, "#UVSet#");
        const u32<> first = u32<>::of(0);
        model_.set(set.data, std::as_bytes(std::span{&first, 1}));
        end.kind = tag_kind::end;
        model_.set(end.name, "#EndOfFile#");
        model_.set(out.tags, {set, end});
        return out;
    }
    // Joints are made of selections and of where their points are: one that moves without these says nothing.
    void note_joints() const {
        const pool<bool> is_bound = bound_joints(scenes_.now, scenes_.world_now, scenes_.trace.model_size);
        for (const joint_trace& each : scenes_.trace.joints) {
            for (const std::uint32_t old : {each.outer, each.scaled, each.inner}) {
                const std::uint32_t number = scenes_.nodes.now_of(old);
                if (number == npos) {
                    continue;
                }
                const scene::node &now = scenes_.now.nodes[number], &before = scenes_.before.nodes[old];
                if (now.name != before.name) {
                    scenes_.say(remark_kind::left_out, "node", now.name, "the new name of a bone: it is a selection's");
                }
                if (!(now.local == before.local) && is_bound[number]) {
                    scenes_.say(remark_kind::left_out, "node", now.name, "the place of a bone: a model has none");
                }
            }
        }
    }
    void store() {
        const std::span<owned_lod> known = model_.get(model_.lods);
        if (known.size() != lods_.size()) {
            model_.set(model_.lods, lods_);
            return;
        }
        for (std::size_t i = 0; i < known.size(); ++i) {
            known[i] = lods_[i];
        }
    }

    const paired_scenes& scenes_;
    owned_model& model_;
    material_names<> materials_;
    pool<std::uint32_t> children_, firsts_; // of each node of the changed scene
    pool<bool> is_handled_;                 // whether a node is a level or below one
    pool<owned_lod> lods_;
    numbers_by_key<purpose> purposes_{scenes_.memory};
    pool<std::uint32_t> levels_of_purpose_{scenes_.memory};
    bool differs_ = false;
};

} // namespace impl

EFFIGY_API_BODY bool is_part_of_level(std::string_view name, std::string_view level, std::string_view model) noexcept {
    using namespace effigy::impl;
    if (is_numbered(name, level)) {
        return true;
    }
    const std::string_view rest = impl::level_name(name, model);
    bool is_level = impl::resolution_of(rest) >= 0;
    constexpr std::size_t of_character = 4;
    if (rest.size() != name.size() && name.size() + of_character > most_of_name) { // the editor may have cut it
        for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(lod_kind::unknown); ++i) {
            is_level = is_level || name_of(static_cast<lod_kind>(i)).starts_with(rest);
        }
    }
    return !is_level && !proxy_of(name);
}

EFFIGY_API_BODY std::string_view level_of_new_meshes(const scene& of, std::string_view model) noexcept {
    std::string_view out;
    float best = -1;
    for (const scene::node& each : of.nodes) {
        if (each.mesh == npos) {
            continue;
        }
        const float resolution = impl::resolution_of(impl::level_name(each.name, model));
        const bool is_visual = resolution >= 0 && meaning_of(resolution).kind == lod_kind::visual;
        if (out.empty() || (is_visual && (best < 0 || resolution < best))) {
            out = each.name;
            best = is_visual ? resolution : best;
        }
    }
    return out;
}

EFFIGY_API_BODY result<edit_session> begin_edit(const model& of, const scene_options& made_with,
                                                std::pmr::memory_resource* memory) {
    memory = memory != nullptr ? memory : std::pmr::get_default_resource();
    error why = verify(of);
    for (const named_clip& clip : made_with.clips) {
        why = why ? why : verify(clip.keys);
    }
    if (why) {
        return why;
    }
    const auto make = [&](const model& view, const scene_options& options, impl::scene_trace& trace) {
        return impl::scene_maker<>{view, options, memory, &trace}.make();
    };
    return impl::session_access::begin<edit_session>(of, made_with, make, memory);
}

EFFIGY_API_BODY result<owned_model> apply(const scene_edits& edits, edit_session& in, remark_sink tell,
                                          const apply_options& options, std::pmr::memory_resource* memory) {
    memory = memory != nullptr ? memory : std::pmr::get_default_resource();
    if (const error why = verify(edits, in.original())) {
        return why;
    }
    result<owned_model> out = decode(in.view(), memory);
    if (!out) {
        return out;
    }
    const impl::paired_scenes scenes{edits, in, tell, options, memory};
    const error why = impl::model_applier<>{scenes, *out}.run();
    return why ? result<owned_model>{why} : std::move(out);
}

EFFIGY_API_BODY result<owned_animation> apply(const scene_edits& edits, std::uint32_t clip, const edit_session& in,
                                              remark_sink tell, const apply_options& options,
                                              std::pmr::memory_resource* memory) {
    memory = memory != nullptr ? memory : std::pmr::get_default_resource();
    if (const error why = effigy::impl::verify(edits, clip, in.original())) {
        return why;
    }
    const std::uint32_t file = in.file_of(edits, clip), number = edits.clips.before_of(clip);
    const animation old = file != npos ? in.clips()[file].keys : animation{};
    result<owned_animation> out = file != npos ? decode(old, memory) : owned_animation{memory};
    if (!out) {
        return out;
    }
    const scene::clip* const before = file != npos && number != npos ? &in.original().clips[number] : nullptr;
    const impl::paired_scenes scenes{edits, in, tell, options, memory};
    const error why = impl::clip_applier<>{scenes, edits.made.clips[clip], before, old, *out}.run();
    return why ? result<owned_animation>{why} : std::move(out);
}

}}} // namespace effigy::v0::p3d
#endif
