#include "clips.hpp"

#include "text.hpp"

#include <materials/texts.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace tool {

namespace nwn = effigy::nwn;
namespace p3d = effigy::p3d;
using effigy::scene;
using materials::lower_case;

// ---- clips of other files ------------------------------------------------------------------------------------------

bool has_animation(const nwn::model& in, std::string_view name) {
    return std::ranges::any_of(in.animations(),
                               [&](const auto& each) { return materials::equal_any_case(each.name(), name); });
}
bool has_animation(const nwn::text_model& in, std::string_view name) {
    return std::ranges::any_of(in.statements(), [&](const nwn::statement& each) {
        return each.kind() == nwn::statement_kind::animation && materials::equal_any_case(each.word(0).text, name);
    });
}

effigy::error clips::add(std::string clip_name, effigy::borrowed_bytes bytes) {
    effigy::error why;
    const effigy::error refusal = effigy::visit(bytes, [&](const auto& view) {
        using type = std::remove_cvref_t<decltype(view)>;
        const std::string_view name = names_.emplace_back(std::move(clip_name));
        why = verify(view);
        if (why) {
            return;
        }
        if constexpr (std::is_same_v<type, effigy::grimrock::animation>) {
            animations_.push_back({name, view});
        } else if constexpr (std::is_same_v<type, p3d::animation>) {
            motions_.push_back({name, view});
        } else if constexpr (std::is_same_v<type, nwn::model>) {
            add_supermodel(name, view);
        } else if constexpr (std::is_same_v<type, nwn::text_model>) {
            auto compiled = nwn::compile(view);
            why = compiled.error();
            if (compiled) {
                add_supermodel(name, *nwn::open(compiled_.emplace_back(*std::move(compiled))));
            }
        } else {
            why = {{"not a clip"},
                   effigy::errc::unsupported,
                   0,
                   -1,
                   "expected an .animation, an .rtm or a supermodel of Neverwinter Nights"};
        }
    });
    return refusal ? refusal : why;
}

void clips::add_supermodel(std::string_view file, const nwn::model& model) {
    supermodels_.emplace(lower_case(model.name()), model);
    files_.emplace(lower_case(model.name()), file);
}

std::vector<nwn::model> clips::supermodels_from(std::string_view wanted) const {
    std::vector<nwn::model> out;
    while (out.size() < supermodels_.size()) { // a longer chain would contain a model twice
        const auto found = supermodels_.find(lower_case(wanted));
        if (found == supermodels_.end()) {
            break;
        }
        out.push_back(found->second);
        wanted = found->second.supermodel();
    }
    return out;
}

std::string_view clips::wanted_supermodel(std::string_view supermodel) const {
    const std::vector<nwn::model> chain = supermodels_from(supermodel);
    const std::string_view wanted = chain.empty() ? supermodel : chain.back().supermodel();
    return materials::equal_any_case(wanted, "null") || supermodels_.contains(lower_case(wanted)) ? std::string_view{}
                                                                                                  : wanted;
}

// ---- the clips of a model ------------------------------------------------------------------------------------------

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
