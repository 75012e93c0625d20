// Names for the parts of a scene. Importers need a name for each, and some merge parts of the same name.
#pragma once

#include <effigy/core/impl/heap_sort.hpp>
#include <effigy/core/impl/platform.hpp>
#include <effigy/core/pool.hpp>
#include <effigy/scene/budget.hpp>
#include <effigy/scene/parts.hpp>

#include <string>
#include <utility>

namespace effigy { inline namespace v0 { namespace impl {

// Returns the last part of a path, without extension: "Frog" for "Creature\Frog\Frog.blp".
[[nodiscard]] constexpr std::string_view stem_of(std::string_view path) noexcept {
    path = path.substr(path.find_last_of("/\\") + 1); // npos + 1 is 0
    return path.substr(0, path.rfind('.'));
}

// Gives a name to each part that has none, and appends _2, _3 .. to a name that a part before has. So all names of a
// kind are different, and equal in each run.
template <class = when_used> class part_namer {
public:
    part_namer(scene& of, scene_budget& from)
        : scene_(of), from_(from), names_(from.memory()), order_(from.memory()), suffixes_(from.memory()) {}

    // Returns false if the names do not fit the limit.
    [[nodiscard]] bool run() {
        const std::string_view model = scene_.name.empty() ? "model" : std::string_view{scene_.name};
        const auto texture_of = [](const scene::material& one) {
            const std::string_view stem = one.textures.empty() ? "" : stem_of(one.textures.front().name);
            return stem.empty() ? std::string_view{"material"} : stem;
        };
        const auto content_of = [&](const scene::node& one) {
            return one.mesh != npos     ? std::string_view{scene_.meshes[one.mesh].name}
                   : one.camera != npos ? std::string_view{scene_.cameras[one.camera].name}
                   : one.light != npos  ? std::string_view{scene_.lights[one.light].name}
                   : one.parent == npos ? model
                                        : "node";
        };
        bool fits = complete(scene_.meshes, model) && complete(scene_.materials, texture_of) &&
                    complete(scene_.cameras, "camera") && complete(scene_.lights, "light") &&
                    complete(scene_.nodes, content_of) && complete(scene_.skins, model) &&
                    complete(scene_.clips, "clip");
        for (scene::mesh& mesh : scene_.meshes) {
            fits = fits && complete(mesh.targets, "frame");
        }
        return fits;
    }

private:
    // `fallback`: the name of parts that have none, or a function that returns that of a part.
    template <class Part, class Fallback>
    [[nodiscard]] bool complete(scene::list<Part>& parts, const Fallback& fallback) {
        if (!begin(parts.size())) {
            return false;
        }
        for (Part& each : parts) {
            if constexpr (std::is_convertible_v<const Fallback&, std::string_view>) {
                add(each.name, fallback);
            } else {
                add(each.name, fallback(each));
            }
        }
        return make_different();
    }
    // What follows is not a template for each kind of parts: programs compile faster.
    [[nodiscard]] bool begin(std::size_t count) {
        names_.clear();
        order_.clear();
        suffixes_.clear();
        return from_.reserve(names_, count) && from_.reserve(order_, count) && from_.resize(count, suffixes_);
    }
    void add(scene::text& name, std::string_view fallback) {
        names_.push_back(&name);
        if (name.empty()) {
            rename(name, fallback);
        }
    }
    [[nodiscard]] bool make_different() {
        const auto count = static_cast<std::uint32_t>(names_.size());
        for (std::uint32_t i = 0; i < count; ++i) {
            order_.push_back(i);
        }
        const auto name_of = [&](std::uint32_t part) { return std::string_view{*names_[part]}; };
        heap_sort(order_, [&](std::uint32_t a, std::uint32_t b) {
            const int difference = name_of(a).compare(name_of(b));
            return difference != 0 ? difference < 0 : a < b;
        });
        const auto is_taken = [&](std::string_view name) {
            const std::size_t place = count_before(order_, [&](std::uint32_t part) { return name_of(part) < name; });
            return place < count && name_of(order_[place]) == name;
        };
        std::uint32_t suffix = 1;
        for (std::uint32_t i = 1; i < count; ++i) {
            const std::string_view name = name_of(order_[i]);
            if (name != name_of(order_[i - 1])) {
                suffix = 1;
                continue;
            }
            do {
                ++suffix;
            } while (is_taken(with_suffix(name, suffix)));
            suffixes_[i] = suffix;
        }
        for (std::uint32_t i = 0; i < count; ++i) { // at the end, since the search reads the names
            if (suffixes_[i] != 0) {
                rename(*names_[order_[i]], with_suffix(name_of(order_[i]), suffixes_[i]));
            }
        }
        return !from_.why();
    }
    [[nodiscard]] EFFIGY_NOINLINE static std::string with_suffix(std::string_view name, std::uint32_t suffix) {
        std::string out{name};
        out += '_';
        out += std::to_string(suffix);
        return out;
    }
    // Precondition: `to` is not a part of `name`.
    EFFIGY_NOINLINE void rename(scene::text& name, std::string_view to) { name = from_.text(to); }

    scene& scene_;
    scene_budget& from_;
    pool<scene::text*> names_;     // of the parts of one kind
    pool<std::uint32_t> order_;    // by name; equal names by number
    pool<std::uint32_t> suffixes_; // by position in `order_`; 0: none
};

}}} // namespace effigy::v0::impl
