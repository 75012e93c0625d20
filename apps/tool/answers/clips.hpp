// Clips of other files than the model, and clips of a model by their names. Knows no file system.
#pragma once

#include <effigy/any_scene.hpp>
#include <effigy/nwn/compile.hpp>
#include <effigy/scene.hpp>
#include <materials/texts.hpp>

#include <functional>
#include <list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tool {

// ---- clips of other files ------------------------------------------------------------------------------------------

// Neverwinter Nights, in either form.
template <class Model>
concept nwn_model = std::is_same_v<Model, effigy::nwn::model> || std::is_same_v<Model, effigy::nwn::text_model>;

// Whether a model has an animation of this name itself; the case of letters is ignored.
[[nodiscard]] bool has_animation(const effigy::nwn::model& in, std::string_view name);
[[nodiscard]] bool has_animation(const effigy::nwn::text_model& in, std::string_view name);

// Each clip is added to the models of its format family.
class clips {
public:
    // Adds an animation, a motion or a supermodel. The caller owns the bytes. `name`: of the clip. Returns why the file
    // is left out.
    [[nodiscard]] effigy::error add(std::string name, effigy::borrowed_bytes bytes);

    [[nodiscard]] std::span<const effigy::grimrock::named_clip> animations() const { return animations_; }
    [[nodiscard]] std::span<const effigy::p3d::named_clip> motions() const { return motions_; }
    // Returns the chain of supermodels, from the one of this name.
    [[nodiscard]] std::vector<effigy::nwn::model> supermodels_from(std::string_view supermodel) const;
    // Returns the name of the next supermodel of this chain, which was not added; empty if there is none.
    [[nodiscard]] std::string_view wanted_supermodel(std::string_view supermodel) const;

    [[nodiscard]] const std::list<std::string>& names() const { return names_; }
    // Calls f(name) for each clip that is in the scene of a model.
    template <class Model, class Function> void for_each_used(const Model& from, const effigy::scene& made,
                                                              const Function& f) const {
        if constexpr (nwn_model<Model>) {
            for (const effigy::nwn::model& each : supermodels_from(from.supermodel())) {
                f(files_.at(materials::lower_case(each.name())));
            }
        } else {
            for (const effigy::scene::clip& each : made.clips) {
                f(std::string_view{each.name});
            }
        }
    }

private:
    void add_supermodel(std::string_view file, const effigy::nwn::model& model);

    std::list<std::string> names_;                         // clips refer to them
    std::list<effigy::file_bytes> compiled_;               // of supermodels in text form
    std::vector<effigy::grimrock::named_clip> animations_; // also of the Shinobi engine
    std::vector<effigy::p3d::named_clip> motions_;
    std::map<std::string, effigy::nwn::model> supermodels_; // by name in lower case
    std::map<std::string, std::string_view> files_;         // the names of their clips, by the same
};

// ---- the clips of a model ------------------------------------------------------------------------------------------

// Which of its own clips a model keeps. By default, all.
struct clip_choice {
    bool is_made = false;           // also without names: none
    std::vector<std::string> names; // in any case
};

// Returns the clip with this name. Case does not matter if only one clip has the name then. Null if there is none.
[[nodiscard]] const effigy::scene::clip* clip_of(const effigy::scene& made, std::string_view name);

// "the clips are: walk, jump"; those whose names are most like `wanted` come first.
[[nodiscard]] std::string clips_like(const effigy::scene& made, std::string_view wanted);

// Returns when the clip ends, in seconds.
[[nodiscard]] double end_of(const effigy::scene::clip& of);

// Removes the clips that are the model's own, as is_own(name) says, and not among the chosen ones.
void keep_chosen(effigy::scene& made, const clip_choice& chosen, const std::function<bool(std::string_view)>& is_own);

} // namespace tool
