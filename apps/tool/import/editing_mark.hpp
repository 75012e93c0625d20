// What `convert --for-editing` tells `import` about the scene that it made: of which meshes and clips, and how. It is
// the name of a node, as programs keep little else: "effigy 1b2c3d4e 2-5f60718a lod3 t0.5s -ls". Knows no file system.
#pragma once

#include <tool/answers/scene_of.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

struct editing_mark {
    std::uint32_t meshes = 0;     // a digest of all
    std::uint32_t clips = 0;      // likewise; their order does not matter
    std::uint32_t clip_count = 0; // those of files and those of the model
    std::uint32_t level = effigy::npos;
    bool all_levels = false;
    scene_choices choices; // but for_editing
    // From the extras of the node, which many programs drop; then empty, as in of().
    std::vector<std::string> clip_names;

    // The text of at most 63 bytes, since Blender 4.2 cuts longer names.
    [[nodiscard]] std::string text() const;
    // Reads what text() returned, also with a number that an editor appended; none for another text.
    [[nodiscard]] static std::optional<editing_mark> of(std::string_view text);
};

// Digests of all meshes, and of all clips, as in a mark. The second is folded_digest() of the sum of the clips'.
[[nodiscard]] std::uint32_t folded_digest(std::uint64_t digest);
[[nodiscard]] std::uint32_t digest_of_meshes(const effigy::scene& in);
[[nodiscard]] std::uint32_t digest_of_clips(const effigy::scene& in);

// The mark of a scene that scene_of() made of a model.
template <scene_source View>
[[nodiscard]] editing_mark mark_of(const effigy::scene& made, const View& from, const scene_settings& settings) {
    editing_mark out;
    out.meshes = digest_of_meshes(made);
    out.clips = digest_of_clips(made);
    out.clip_count = static_cast<std::uint32_t>(made.clips.size());
    for (const effigy::scene::clip& each : made.clips) {
        out.clip_names.emplace_back(each.name);
    }
    out.choices = settings.choices;
    if constexpr (requires { options_of(from, settings).include_all_levels; }) {
        out.choices.selections = options_of(from, settings).include_selection_attributes;
        out.level = options_of(from, settings).level;
        out.all_levels = settings.lod.all;
    }
    return out;
}

// Adds the node that has the mark, with a copy of it in its extras, and the names of the clips there.
void add_mark(effigy::scene& to, const editing_mark& mark);

// Removes the nodes that have a mark, and returns the marks: more than one if a person joined scenes.
[[nodiscard]] std::vector<editing_mark> take_marks(effigy::scene& from);

} // namespace tool
