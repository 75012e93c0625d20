#include "clips.hpp"

#include <utility>

namespace tool {

namespace nwn = effigy::nwn;
namespace p3d = effigy::p3d;
using materials::lower_case;

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
            supermodels_.emplace(lower_case(view.name()), view);
            files_.emplace(lower_case(view.name()), name);
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

std::vector<nwn::model> clips::supermodels_of(const nwn::model& model) const {
    std::vector<nwn::model> out;
    std::string_view wanted = model.supermodel();
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

std::string_view clips::wanted_supermodel(const nwn::model& model) const {
    const std::vector<nwn::model> chain = supermodels_of(model);
    const std::string_view wanted = chain.empty() ? model.supermodel() : chain.back().supermodel();
    return materials::equal_any_case(wanted, "null") || supermodels_.contains(lower_case(wanted)) ? std::string_view{}
                                                                                                  : wanted;
}

} // namespace tool
