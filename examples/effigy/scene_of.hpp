// Models of all formats as scenes, with what the command line says about them.
#pragma once

#include "joined_model.hpp"

#include <effigy/any.hpp>
#include <effigy/file.hpp>
#include <effigy/grimrock/scene.hpp>
#include <effigy/p3d/scene.hpp>
#include <effigy/scene.hpp>

#include <cstdint>
#include <filesystem>
#include <list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

// Files that join the models of their family, open.
class clip_files {
public:
    // Where one cannot join any model, failure() tells which, and why.
    explicit clip_files(const std::vector<std::filesystem::path>& paths);

    [[nodiscard]] const std::string& failure() const { return failure_; } // empty: none

    // Their names are those of the files, without endings.
    [[nodiscard]] std::span<const effigy::grimrock::named_clip> animations() const { return animations_; }
    [[nodiscard]] std::span<const effigy::p3d::named_clip> motions() const { return motions_; }
    // Those that the model refers to, itself or through others, the nearest first.
    [[nodiscard]] std::vector<effigy::nwn::model> supermodels_of(const effigy::nwn::model& model) const;

private:
    [[nodiscard]] effigy::error add(const std::filesystem::path& path);

    std::vector<effigy::file> files_;
    std::list<std::string> names_;                         // which clips refer to
    std::vector<effigy::grimrock::named_clip> animations_; // also of the Shinobi engine
    std::vector<effigy::p3d::named_clip> motions_;
    std::map<std::string, effigy::nwn::model> supermodels_; // by names in lower case
    std::string failure_;
};

// Which level of detail; without anything the most detailed one that is drawn.
struct lod_wish {
    std::uint32_t number = effigy::npos; // in the file, of a level or a skin profile
    effigy::p3d::lod_kind kind = effigy::p3d::lod_kind::visual;
    bool all = false; // levels

    // Of "2", "view_pilot" or "all"; none where it is something else.
    [[nodiscard]] static std::optional<lod_wish> of(std::string_view text);
};

struct scene_wishes {
    const clip_files& clips;
    lod_wish lod;
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
