// Names for the parts of a scene. Importers need a name for each, and some merge parts of the same name.
#pragma once

#include <effigy/core/function_ref.hpp>
#include <effigy/core/heap_sort.hpp>
#include <effigy/core/pool.hpp>
#include <effigy/core/when_used.hpp>
#include <effigy/scene/parts.hpp>

#include <string>
#include <utility>

namespace effigy::inline v0::impl {

// Returns the last part of a path, without extension: "Frog" for "Creature\Frog\Frog.blp".
[[nodiscard]] constexpr std::string_view stem_of(std::string_view path) noexcept {
    path = path.substr(path.find_last_of("/\\") + 1); // npos + 1 is 0
    return path.substr(0, path.rfind('.'));
}

// Gives a name to each part that has none, and appends _2, _3 .. to a name that a part before has. So all names of a
// kind are different, and equal in each run. `charge`: that of the scene_builder.
template <class = when_used> class part_namer {
public:
    part_namer(scene& of, function_ref<bool(std::uint64_t)> charge) : scene_(of), charge_(charge) {}

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
        const auto always = [](std::string_view name) { return [name](const auto&) { return name; }; };
        bool fits = complete(scene_.meshes, always(model)) && complete(scene_.materials, texture_of) &&
                    complete(scene_.cameras, always("camera")) && complete(scene_.lights, always("light")) &&
                    complete(scene_.nodes, content_of) && complete(scene_.skins, always(model)) &&
                    complete(scene_.clips, always("clip"));
        for (scene::mesh& mesh : scene_.meshes) {
            fits = fits && complete(mesh.targets, always("frame"));
        }
        return fits;
    }

private:
    template <class Part, class Fallback>
    [[nodiscard]] bool complete(scene::list<Part>& parts, const Fallback& fallback) {
        const std::size_t count = parts.size();
        if (count == 0 || !charge_(count * (sizeof(scene::text*) + 2 * sizeof(std::uint32_t)))) {
            return count == 0;
        }
        pool<scene::text*> names{scene_.nodes.resource()};
        names.reserve(count);
        for (Part& each : parts) {
            if (each.name.empty() && !rename(each.name, std::string{fallback(each)})) {
                return false;
            }
            names.push_back(&each.name);
        }
        return make_different(names);
    }
    // Not a template: programs compile faster.
    [[nodiscard]] bool make_different(const pool<scene::text*>& names) {
        const std::size_t count = names.size();
        std::pmr::memory_resource* const memory = scene_.nodes.resource();
        pool<std::uint32_t> order(count, memory); // by name; equal names by number
        for (std::size_t i = 0; i < count; ++i) {
            order[i] = static_cast<std::uint32_t>(i);
        }
        const auto name_of = [&](std::uint32_t part) { return std::string_view{*names[part]}; };
        heap_sort(order, [&](std::uint32_t a, std::uint32_t b) {
            const int difference = name_of(a).compare(name_of(b));
            return difference != 0 ? difference < 0 : a < b;
        });
        const auto is_taken = [&](std::string_view name) {
            const std::size_t place = count_before(order, [&](std::uint32_t part) { return name_of(part) < name; });
            return place < count && name_of(order[place]) == name;
        };
        pool<std::uint32_t> suffixes(count, memory); // by position in `order`; 0: none
        std::uint32_t suffix = 1;
        for (std::size_t i = 1; i < count; ++i) {
            const std::string_view name = name_of(order[i]);
            if (name != name_of(order[i - 1])) {
                suffix = 1;
                continue;
            }
            do {
                ++suffix;
            } while (is_taken(with_suffix(name, suffix)));
            suffixes[i] = suffix;
        }
        for (std::size_t i = 0; i < count; ++i) { // at the end, since the search reads the names
            if (suffixes[i] != 0 && !rename(*names[order[i]], with_suffix(name_of(order[i]), suffixes[i]))) {
                return false;
            }
        }
        return true;
    }
    [[nodiscard]] static std::string with_suffix(std::string_view name, std::uint32_t suffix) {
        return std::string{name} + '_' + std::to_string(suffix);
    }
    [[nodiscard]] bool rename(scene::text& name, const std::string& to) {
        const bool fits = charge_(to.size() + 1);
        if (fits) {
            name = scene::text{to, name.get_allocator()};
        }
        return fits;
    }

    scene& scene_;
    function_ref<bool(std::uint64_t)> charge_;
};

} // namespace effigy::inline v0::impl
