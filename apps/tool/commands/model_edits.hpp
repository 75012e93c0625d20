// What `effigy set` changes in a model that owns its data, and what it makes of the file.
#pragma once

#include "commands.hpp"
#include "m2_edits.hpp"
#include "model_files.hpp"
#include <tool/answers/scene_of.hpp>

#include <effigy/content.hpp>
#include <effigy/grimrock/edit.hpp>
#include <effigy/nwn/edit.hpp>
#include <effigy/p3d/edit.hpp>

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tool {

// The pairs of an option, and which of them fit something in a file.
class option_pairs {
public:
    explicit option_pairs(const std::vector<std::string>& texts);

    [[nodiscard]] const std::vector<effigy::renaming>& all() const { return all_; }

    // Notes which pairs rename something by themselves: calls rename(copy of the model, pair).
    template <class Owned, class Rename> void note(const Owned& model, const Rename& rename) {
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (!fits_[i]) {
                Owned copy = model;
                const effigy::result<std::size_t> count = rename(copy, std::span{&all_[i], 1});
                if (!count || *count != 0) {
                    note(i);
                }
            }
        }
    }
    void note(std::size_t i) { fits_.note(i); }
    [[nodiscard]] fitting& fits() { return fits_; }
    // Returns the pairs that fit nothing: "wolf=bear".
    [[nodiscard]] std::vector<std::string> idle() const;

private:
    std::vector<effigy::renaming> all_;
    fitting fits_;
};

class model_edits {
public:
    // `inputs`: all files that the command changes, behind symbolic links.
    model_edits(const set_options& options, const std::set<std::filesystem::path>& inputs, model_cache& models)
        : options_(options), inputs_(inputs), textures_(options.textures), names_(options.names),
          properties_(options.properties), lod_(lod_choice::of(options.lod).value_or(lod_choice{})),
          of_m2_(options, models), models_(models) {}

    // What is wrong with the options; empty if nothing is.
    [[nodiscard]] const std::string& complaint() const { return of_m2_.complaint(); }

    // Edits a model or clip. `is_text`: its file has no numbers of nodes. Adds what a person should know to `remark`.
    template <class Owned>
    asked_edits operator()(Owned& model, const std::filesystem::path& path, bool is_text, std::string& remark) const {
        note_what_fits(model);
        [[maybe_unused]] const std::size_t merged = merged_meshes(model);
        asked_edits out;
        const auto add = [&](const effigy::result<std::size_t>& changed) { out.add(changed); };
        if constexpr (std::is_same_v<Owned, effigy::m2::owned_model>) {
            out = of_m2_(model, textures_.all(), textures_.fits(), remark);
        } else if constexpr (requires { rename_textures(model, textures_.all()); }) {
            add(rename_textures(model, textures_.all()));
            remark += merged_meshes(model) != merged ? merges_are_undone : "";
        }
        if constexpr (std::is_same_v<Owned, effigy::nwn::owned_model>) {
            add(is_text ? rename_nodes(model, names_.all()) : rename_with_supermodel(model, path, remark));
            add(set_supermodel(model, path, is_text));
        } else if constexpr (requires { rename_nodes(model, names_.all()); }) {
            add(rename_nodes(model, names_.all()));
        }
        if constexpr (std::is_same_v<Owned, effigy::p3d::owned_model>) {
            add(set_properties(model));
            add(options_.repair ? repair(model) : std::size_t{0});
        }
        if (options_.scale && *options_.scale != 1) {
            const effigy::error failure = scale(model, *options_.scale);
            out.why = out.why ? out.why : failure;
            ++out.count;
        }
        return out;
    }

    // Whether any file could be opened.
    [[nodiscard]] bool has_read() const { return seen_any_; }
    // Returns what the options name that no file has, each as a line.
    [[nodiscard]] std::string idle_options() const;

    // Whether the names of other files may change.
    [[nodiscard]] bool changes_files_named() const { return !textures_.all().empty() || options_.supermodel; }
    [[nodiscard]] bool as_json() const { return options_.json; }
    // Whether a difference between the old and the new file is one that was asked for.
    [[nodiscard]] bool explains(const effigy::difference& found, std::string_view remark) const;

private:
    static constexpr std::string_view merges_are_undone = "\tmerges of meshes are undone";

    template <class Owned> void note_what_fits(const Owned& model) const {
        if constexpr (requires(Owned& copy) { rename_textures(copy, textures_.all()); }) {
            textures_.note(model, [](Owned& copy, auto pair) { return rename_textures(copy, pair); });
        }
        if constexpr (requires(Owned& copy) { rename_nodes(copy, names_.all()); }) {
            names_.note(model, [](Owned& copy, auto pair) { return rename_nodes(copy, pair); });
        }
        seen_any_ = true;
        seen_nwn_ = seen_nwn_ || std::is_same_v<Owned, effigy::nwn::owned_model>;
        seen_p3d_ = seen_p3d_ || std::is_same_v<Owned, effigy::p3d::owned_model>;
        seen_m2_ = seen_m2_ || std::is_same_v<Owned, effigy::m2::owned_model>;
    }
    template <class Owned> static std::size_t merged_meshes(const Owned& model) {
        std::size_t count = 0;
        if constexpr (std::is_same_v<Owned, effigy::nwn::owned_model>) {
            for (const effigy::nwn::owned_mesh& mesh : model.template all<effigy::nwn::owned_mesh>()) {
                count += mesh.own_indices.empty() ? 0U : 1U;
            }
        }
        return count;
    }
    // Returns the file of a supermodel, beside the model's; empty if it does not exist.
    [[nodiscard]] std::filesystem::path file_of(std::string_view supermodel, const std::filesystem::path& path) const;
    effigy::result<std::size_t> rename_with_supermodel(effigy::nwn::owned_model& model,
                                                       const std::filesystem::path& path, std::string& remark) const;
    effigy::result<std::size_t> set_supermodel(effigy::nwn::owned_model& model, const std::filesystem::path& path,
                                               bool is_text) const;
    // Sets properties in the levels that have them, and in those that --lod chooses.
    effigy::result<std::size_t> set_properties(effigy::p3d::owned_model& model) const;

    const set_options& options_;
    const std::set<std::filesystem::path>& inputs_;
    mutable option_pairs textures_, names_;
    mutable option_pairs properties_; // fit what has or gets them
    lod_choice lod_;
    m2_edits of_m2_;
    model_cache& models_;
    // Models that were edited. Never false again: another thread may have set it.
    mutable std::atomic<bool> seen_any_ = false, seen_nwn_ = false, seen_p3d_ = false, seen_m2_ = false;
};

// Edits a file in memory. It is closed then, so that it can be replaced on Windows. Tells names that the game does not
// find.
[[nodiscard]] edited_file edit_in_memory(const std::filesystem::path& path, const model_edits& edits,
                                         model_cache& models, const effigy::finding_sink& tell);

} // namespace tool
