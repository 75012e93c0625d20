// Bringing a scene that was edited back into the model that it was made from, and clips into animations.
// Experimental: the interface and what it decides may change in each version.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/grimrock/apply/options.hpp>
#include <effigy/grimrock/owned/model.hpp>
#include <effigy/scene/edits.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

// Returns a model with clips from other files, and their scene, which a program may edit. Errors: those of to_scene().
EFFIGY_API [[nodiscard]] result<edit_session>
begin_edit(const model& of, const scene_options& made_with = {},
           std::pmr::memory_resource* memory = std::pmr::get_default_resource());

// Returns the session's model with the edits of its scene, which reconcile() or edits_by_names() found. What is equal
// keeps its stored bits; without edits, the model is as it is. What follows from a change is computed: bounds,
// segments, tangents. `tell` gets what changed, and what the format cannot hold. docs/grimrock.md has the rules. The
// clips of the session follow what became of the nodes. Errors: those of verify(edits, in.original()); budget, if nodes
// that share meshes would need more than 64 times the vertices, indices and bones of the scene plus 2^22, or 2^27.
EFFIGY_API [[nodiscard]] result<owned_model>
apply(const scene_edits& edits, edit_session& in, remark_sink tell, const apply_options& options = {},
      std::pmr::memory_resource* memory = std::pmr::get_default_resource());

// Returns the animation of a clip of edits.made: that of the session's file in.file_of(edits, clip), or a new one. Keys
// of channels that changed are taken from the scene at the times of the animation's frames; the others stay as they
// are, and so do items for nodes that the model lacks. Errors: those of verify() and of the file; bad_value, if the
// function above was not called with the edits before, since keys follow nodes; out_of_bounds, if there is no such
// clip; budget, if it has more than 65,536 frames, or its keys take more than 64 times the memory of the scene's plus
// 16 MiB.
EFFIGY_API [[nodiscard]] result<owned_animation>
apply(const scene_edits& edits, std::uint32_t clip, const edit_session& in, remark_sink tell,
      const apply_options& options = {}, std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}}} // namespace effigy::v0::grimrock

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/grimrock/apply/clip.hpp>
#include <effigy/grimrock/apply/model.hpp>
#include <effigy/grimrock/decode.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

namespace impl {

// A pool has fewer than 2^32 elements, and lists that change are added to their pools. A mesh of several nodes is
// stored several times, with its bones: that is limited by what the scene itself has.
template <class = when_used> [[nodiscard]] error check_size(const scene& of) {
    std::uint64_t known = of.nodes.size(), found = 0;
    const auto size_of = [](const scene::mesh& mesh) { return mesh.positions.size() + mesh.indices.size(); };
    for (const scene::mesh& each : of.meshes) {
        known += size_of(each);
    }
    for (const scene::skin& each : of.skins) {
        known += each.joints.size();
    }
    for (const scene::node& each : of.nodes) {
        found += each.mesh != npos ? size_of(of.meshes[each.mesh]) : 0;
        found += each.skin != npos ? of.skins[each.skin].joints.size() : 0;
    }
    constexpr std::uint64_t limit = 1U << 27U, least = 1U << 22U;
    const std::uint64_t most = 64 * known + least < limit ? 64 * known + least : limit;
    return found <= most ? error{}
                         : error{{"scene.meshes[]", location::nowhere},
                                 errc::budget,
                                 most,
                                 static_cast<std::int64_t>(found),
                                 "vertices, indices and bones of all nodes"};
}

} // namespace impl

EFFIGY_API_BODY result<edit_session> begin_edit(const model& of, const scene_options& made_with,
                                                std::pmr::memory_resource* memory) {
    memory = memory != nullptr ? memory : std::pmr::get_default_resource();
    if (const error why = verify(of)) {
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
    error why = verify(edits, in.original());
    why = why ? why : impl::check_size(edits.made);
    if (why) {
        return why;
    }
    result<owned_model> out = decode(in.view(), memory);
    if (!out) {
        return out;
    }
    pool<tree_entry> entries(in.view().nodes().size(), memory);
    const node_index tree = in.view().index(entries);
    const impl::paired_scenes scenes{edits, in, static_cast<std::uint32_t>(tree.size()), tell, options, memory};
    impl::model_changer<> changer{scenes, *out, tree};
    static_cast<void>(changer.run());
    impl::session_access::trace(in).applied = changer.applied();
    return out;
}

EFFIGY_API_BODY result<owned_animation> apply(const scene_edits& edits, std::uint32_t clip, const edit_session& in,
                                              remark_sink tell, const apply_options& options,
                                              std::pmr::memory_resource* memory) {
    memory = memory != nullptr ? memory : std::pmr::get_default_resource();
    if (const error why = effigy::impl::verify(edits, clip, in.original())) {
        return why;
    }
    const pool<impl::applied_node>& applied = impl::session_access::trace(in).applied;
    if (applied.size() != edits.made.nodes.size()) {
        return error{{"edits", location::nowhere}, errc::bad_value, 0, 0, "edits that the model has got"};
    }
    const std::uint32_t file = in.file_of(edits, clip), before = edits.clips.before_of(clip);
    result<owned_animation> out = file != npos ? decode(in.clips()[file].keys, memory) : owned_animation{memory};
    if (!out) {
        return out;
    }
    if (file == npos) {
        const bool is_old = in.view().version() == static_cast<std::uint32_t>(grimrock_version);
        out->version = options.new_clip_version != 0 ? options.new_clip_version
                       : !in.clips().empty()         ? in.clips().front().keys.version()
                       : is_old                      ? 2
                                                     : 3;
        out->frames_per_second = options.new_clip_rate > 0 ? options.new_clip_rate : out->version == 3 ? 60.0F : 30.0F;
    }
    const impl::paired_scenes scenes{edits, in, in.view().nodes().size(), tell, options, memory};
    const scene::clip* const was = before != npos ? &in.original().clips[before] : nullptr;
    const playback mode = impl::session_access::options(in).mode;
    impl::clip_changer<> changer{scenes, applied, edits.made.clips[clip], was, file, *out, mode};
    const error why = changer.run();
    return why ? result<owned_animation>{why} : std::move(out);
}

}}} // namespace effigy::v0::grimrock
#endif
