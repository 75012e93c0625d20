// Clips of other files than the model. Knows no file system.
#pragma once

#include <effigy/any_scene.hpp>
#include <materials/texts.hpp>

#include <list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tool {

// Each clip is added to the models of its format family.
class clips {
public:
    // Adds an animation, a motion or a supermodel. The caller owns the bytes. `name`: of the clip. Returns why the file
    // is left out.
    [[nodiscard]] effigy::error add(std::string name, effigy::borrowed_bytes bytes);

    [[nodiscard]] std::span<const effigy::grimrock::named_clip> animations() const { return animations_; }
    [[nodiscard]] std::span<const effigy::p3d::named_clip> motions() const { return motions_; }
    // Returns the chain of supermodels, the model's own supermodel first.
    [[nodiscard]] std::vector<effigy::nwn::model> supermodels_of(const effigy::nwn::model& model) const;
    // Returns the name of the next supermodel, which was not added; empty if there is none.
    [[nodiscard]] std::string_view wanted_supermodel(const effigy::nwn::model& model) const;

    [[nodiscard]] const std::list<std::string>& names() const { return names_; }
    // Calls f(name) for each clip that is in the scene of a model.
    template <class Model, class Function> void for_each_used(const Model& from, const effigy::scene& made,
                                                              const Function& f) const {
        if constexpr (std::is_same_v<Model, effigy::nwn::model>) {
            for (const effigy::nwn::model& each : supermodels_of(from)) {
                f(files_.at(materials::lower_case(each.name())));
            }
        } else {
            for (const effigy::scene::clip& each : made.clips) {
                f(std::string_view{each.name});
            }
        }
    }

private:
    std::list<std::string> names_;                         // clips refer to them
    std::vector<effigy::grimrock::named_clip> animations_; // also of the Shinobi engine
    std::vector<effigy::p3d::named_clip> motions_;
    std::map<std::string, effigy::nwn::model> supermodels_; // by name in lower case
    std::map<std::string, std::string_view> files_;         // the names of their clips, by the same
};

} // namespace tool
