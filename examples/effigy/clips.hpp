// Clips of other files than the model. Knows no file system.
#pragma once

#include <effigy/any_scene.hpp>

#include <list>
#include <map>
#include <span>
#include <string>
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

private:
    std::list<std::string> names_;                         // clips refer to them
    std::vector<effigy::grimrock::named_clip> animations_; // also of the Shinobi engine
    std::vector<effigy::p3d::named_clip> motions_;
    std::map<std::string, effigy::nwn::model> supermodels_; // by name in lower case
};

} // namespace tool
