// Bringing a scene that was edited back into the model that it was made from, and clips into animations.
// Experimental: the interface and what it decides may change in each version.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/grimrock/owned/model.hpp>
#include <effigy/grimrock/scene/options.hpp>
#include <effigy/scene.hpp>
#include <effigy/scene/remark.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

struct apply_options {
    scene_options made_with{};   // what to_scene() got for the scene that was edited; its clips are not needed
    bool delete_missing = false; // what the scene lacks is deleted, not kept
    bool rewrite_all = false;    // also what is equal, as if it had changed
    // For a clip that starts from an empty animation. 0: what is usual for the model, which is version 2 with 30 frames
    // per second (measured: 23 of 40 clips, 24 in 16), in Shinobi version 3 with 60 (seed). Grimrock 1 reads version 1.
    std::uint32_t new_clip_version = 0;
    float new_clip_rate = 0;
};

// Brings the differences between a scene and the scene of `to` into the model. Nodes, meshes and materials are found by
// their names, vertices by their origins, or by number if there are as many as before. What is equal keeps its stored
// bits; equal scenes leave the model as it is. What follows from a change is computed: bounds, segments, tangents.
// `tell` gets what changed, and what the format cannot hold. docs/grimrock.md has the rules.
// Errors, and then the model is unchanged: those of encode(to), of to_scene() and of verify(changed); budget, if nodes
// that share meshes would need more than 64 times the vertices, indices and bones of the scene plus 2^22, or 2^27.
EFFIGY_API [[nodiscard]] error apply(const scene& changed, owned_model& to, remark_sink tell,
                                     const apply_options& options = {});

// Brings the clip of this name into an animation, which may be empty. `of`: the model after the scene was applied. Keys
// of channels that changed are taken from the scene at the times of the animation's frames; the others stay as they
// are, and so do items for nodes that the model lacks. Without the clip, `tell` gets a remark, and nothing changes.
// Errors, and then the animation is unchanged: the same; budget, if the clip has more than 65,536 frames, or its keys
// take more than 64 times the memory of the scene's plus 16 MiB.
EFFIGY_API [[nodiscard]] error apply(const scene& changed, std::string_view clip, const owned_model& of,
                                     owned_animation& to, remark_sink tell, const apply_options& options = {});

}}} // namespace effigy::v0::grimrock

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/grimrock/apply/clip.hpp>
#include <effigy/grimrock/apply/model.hpp>
#include <effigy/grimrock/encode.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

namespace impl {

// A model as a file and as a scene. The scene refers to the file.
struct model_as_is {
    result<file_bytes> bytes;
    model view;
    result<scene> shown = scene{};
    scene_trace trace;

    model_as_is(const owned_model& of, const scene_options& options, std::pmr::memory_resource* memory)
        : bytes(encode(of, memory)), trace(memory) {
        if (!bytes) {
            shown = bytes.error();
            return;
        }
        const result<model> opened = open_model(std::span<const std::byte>{*bytes}, versions_of_models);
        const error why = opened ? verify(*opened) : opened.error();
        if (why) {
            shown = why;
            return;
        }
        view = *opened;
        shown = scene_maker<>{view, options, memory, &trace}.make();
    }
};

// Replaces a model by one that was edited, as it is read back: without lists that nothing refers to.
template <class Owned, class Open> [[nodiscard]] error take(Owned& to, const Owned& edited, const Open& open) {
    std::pmr::memory_resource* const memory = to.template all<char>().resource();
    const result<file_bytes> file = encode(edited, memory);
    if (!file) {
        return file.error();
    }
    const auto opened = open(std::span<const std::byte>{*file});
    if (!opened) {
        return opened.error();
    }
    result<Owned> made = decode(*opened, memory);
    if (!made) {
        return made.error();
    }
    to = std::move(*made);
    return {};
}

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

EFFIGY_API_BODY error apply(const scene& changed, owned_model& to, remark_sink tell, const apply_options& options) {
    std::pmr::memory_resource* const memory = to.all<char>().resource();
    if (const error why = verify(changed)) {
        return why;
    }
    if (const error why = impl::check_size(changed)) {
        return why;
    }
    scene_options without_clips = options.made_with;
    without_clips.clips = {};
    impl::model_as_is before{to, without_clips, memory};
    if (!before.shown) {
        return before.shown.error();
    }
    result<owned_model> edited = decode(before.view, memory);
    if (!edited) {
        return edited.error();
    }
    pool<tree_entry> entries(before.view.nodes().size(), memory);
    const node_index tree = before.view.index(entries);
    const impl::paired_scenes scenes{
        changed, *before.shown,          before.trace,       static_cast<std::uint32_t>(tree.size()),
        tell,    options.delete_missing, options.rewrite_all};
    if (!impl::model_changer<>{scenes, *edited, tree}.run()) {
        return {};
    }
    return impl::take(to, *edited,
                      [](std::span<const std::byte> file) { return impl::open_model(file, impl::versions_of_models); });
}

EFFIGY_API_BODY error apply(const scene& changed, std::string_view clip, const owned_model& of, owned_animation& to,
                            remark_sink tell, const apply_options& options) {
    std::pmr::memory_resource* const memory = to.all<char>().resource();
    if (const error why = verify(changed)) {
        return why;
    }
    const scene::clip* const now = impl::find_clip(changed, clip, tell);
    if (now == nullptr) {
        return {};
    }
    owned_animation start{memory};
    start.version = options.new_clip_version != 0                                ? options.new_clip_version
                    : of.version == static_cast<std::uint32_t>(grimrock_version) ? 2
                                                                                 : 3;
    start.frames_per_second = options.new_clip_rate > 0 ? options.new_clip_rate : start.version == 3 ? 60.0F : 30.0F;
    const bool is_new = to.version == 0;
    const result<file_bytes> bytes = encode(is_new ? start : to, memory);
    if (!bytes) {
        return bytes.error();
    }
    const result<animation> opened =
        impl::open_animation(std::span<const std::byte>{*bytes}, impl::versions_of_animations);
    if (!opened) {
        return opened.error();
    }
    result<owned_animation> edited = decode(*opened, memory);
    if (!edited) {
        return edited.error();
    }
    const named_clip only[] = {{clip, *opened}};
    scene_options with_clip = options.made_with;
    with_clip.clips = only;
    impl::model_as_is before{of, with_clip, memory};
    if (!before.shown) {
        return before.shown.error();
    }
    const std::uint32_t nodes = before.view.nodes().size();
    const impl::paired_scenes scenes{changed, *before.shown,          before.trace,       nodes,
                                     tell,    options.delete_missing, options.rewrite_all};
    impl::clip_changer<> changer{scenes, *now, before.view, *edited, options.made_with.mode, is_new};
    if (const error why = changer.run()) {
        return why;
    }
    if (!changer.has_changed()) {
        return {};
    }
    return impl::take(to, *edited, [](std::span<const std::byte> file) {
        return impl::open_animation(file, impl::versions_of_animations);
    });
}

}}} // namespace effigy::v0::grimrock
#endif
