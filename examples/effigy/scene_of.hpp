// Models of all formats as scenes, with what the command line says about them.
#pragma once

#include "joined_model.hpp"

#include <effigy/any.hpp>
#include <effigy/file.hpp>
#include <effigy/scene.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace tool {

// Files that join the models of their family.
class clip_files {
public:
    template <class View> struct named {
        std::string name; // of the file, without its ending
        View view;
    };

    // Opens and verifies them all; where one cannot join a model, failure() tells which, and why.
    explicit clip_files(const std::vector<std::filesystem::path>& paths);

    [[nodiscard]] const std::string& failure() const { return failure_; } // empty: none

    std::vector<named<effigy::grimrock::animation>> animations; // also of the Shinobi engine
    std::vector<named<effigy::p3d::animation>> motions;
    std::vector<named<effigy::nwn::model>> supermodels;

private:
    [[nodiscard]] effigy::error add(const std::filesystem::path& path);

    std::vector<effigy::file> files_;
    std::string failure_;
};

struct scene_wishes {
    const clip_files& clips;
    const std::string& lod; // number or kind; empty: the most detailed one that is drawn
    bool loops = false;
};

[[nodiscard]] effigy::result<effigy::scene> scene_of(const effigy::grimrock::model& from, const scene_wishes& wishes);
[[nodiscard]] effigy::result<effigy::scene> scene_of(const effigy::shinobi::model& from, const scene_wishes& wishes);
[[nodiscard]] effigy::result<effigy::scene> scene_of(const effigy::nwn::model& from, const scene_wishes& wishes);
[[nodiscard]] effigy::result<effigy::scene> scene_of(const effigy::m2::model& from, const scene_wishes& wishes);
[[nodiscard]] effigy::result<effigy::scene> scene_of(const effigy::p3d::model& from, const scene_wishes& wishes);

// A model, in contrast to clips and parts of models.
template <class View>
concept scene_source = requires(const View& view, const scene_wishes& wishes) { scene_of(view, wishes); };

} // namespace tool
