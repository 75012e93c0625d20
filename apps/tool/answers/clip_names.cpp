#include "clip_names.hpp"

#include "text.hpp"

#include <materials/texts.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace tool {

using effigy::scene;

const scene::clip* clip_of(const scene& made, std::string_view name) {
    const scene::clip* out = nullptr;
    std::size_t count = 0;
    for (const scene::clip& each : made.clips) {
        if (each.name == name) {
            return &each;
        }
        if (materials::equal_any_case(each.name, name)) {
            out = &each;
            ++count;
        }
    }
    return count == 1 ? out : nullptr;
}

std::string clips_like(const scene& made, std::string_view wanted) {
    std::vector<std::string> names;
    for (const scene::clip& each : made.clips) {
        names.push_back(printable(each.name));
    }
    return names.empty() ? "the model has none" : "the clips are: " + listed(by_likeness(std::move(names), wanted));
}

double end_of(const scene::clip& of) {
    double out = 0;
    for (const auto& times : of.times) {
        out = times.empty() ? out : std::max(out, static_cast<double>(times.back()));
    }
    for (const scene::extra& each : of.extras) {
        if (const double* const duration = std::get_if<double>(&each.value);
            duration != nullptr && std::string_view{each.key} == "duration") {
            out = std::max(out, *duration);
        }
    }
    return out;
}

void keep_chosen(scene& made, const clip_choice& chosen, const std::function<bool(std::string_view)>& is_own) {
    if (!chosen.is_made) {
        return;
    }
    std::set<const scene::clip*> kept;
    for (const std::string& name : chosen.names) {
        kept.insert(clip_of(made, name));
    }
    decltype(made.clips) out{made.clips.resource()};
    for (scene::clip& each : made.clips) {
        if (kept.contains(&each) || !is_own(each.name)) {
            out.push_back(std::move(each));
        }
    }
    made.clips = std::move(out);
}

} // namespace tool
