// Names of selections, and of the attributes of vertices that are their weights.
#pragma once

#include <effigy/p3d/apply/vertices.hpp>

#include <algorithm>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

[[nodiscard]] inline bool has_any(const scene::attribute& of) noexcept {
    bool out = false;
    for (const std::uint8_t each : of.values) {
        out = out || each != 0;
    }
    return out;
}

template <class = when_used> class selection_names {
public:
    selection_names(const paired_scenes& scenes, const owned_model& model)
        : scenes_(scenes), model_(model), made_(scenes.memory) {}

    // Before `count` calls of usual(), whose results stay.
    void reserve(std::size_t count) { made_.reserve(count); }
    // Returns the name of a new selection: a name that Blender wrote in upper case as another level has it or, if none
    // does, as selections are usually called.
    [[nodiscard]] std::string_view usual(std::string_view name, bool is_used) {
        const bool is_lower = std::any_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
        const bool is_upper = std::any_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
        if (is_lower || !is_upper) {
            return name;
        }
        scene::text& made = made_.emplace_back(name);
        if (const std::string_view found = in_levels(name); !found.empty()) {
            made = found;
            return made;
        }
        std::transform(made.begin(), made.end(), made.begin(), lower);
        if (is_used) {
            scenes_.say(remark_kind::guessed, "selection", made,
                        "its name, in lower case: the scene has it in capitals");
        }
        return made;
    }
    // Calls use(name) for selections whose attributes are gone while the mesh has others, and says so. Says also which
    // values of attributes say nothing.
    template <class Use> void for_each_lost(const level_mesh<>& mesh, const Use& use) const {
        if (mesh.kept_values() != 0) {
            scenes_.say(remark_kind::kept, "selections", mesh.now().name,
                        "vertices have values of others at their places, as if merged: theirs stay",
                        mesh.kept_values());
        }
        if (mesh.before() == nullptr || mesh.now().attributes.empty()) {
            return;
        }
        for (std::uint32_t i = 0; i < mesh.before()->attributes.size(); ++i) {
            const std::string_view name = selection_of_attribute(mesh.before()->attributes[i].name);
            if (mesh.attributes().now_of(i) == npos && !name.empty()) {
                use(name);
                scenes_.say_missing("selection", name);
            }
        }
    }

private:
    [[nodiscard]] std::string_view in_levels(std::string_view name) const {
        for (const owned_lod& level : model_.get(model_.lods)) {
            for (std::uint32_t i = 0; i < level.tags.count; ++i) {
                const p3d::selection found = model_.tag(level, i).selection();
                if (found && compare_any_case(found.name(), name) == 0) {
                    return found.name();
                }
            }
        }
        return {};
    }

    const paired_scenes& scenes_;
    const owned_model& model_;
    pool<scene::text> made_; // reserved, since they are referred to
};

}}}} // namespace effigy::v0::p3d::impl
