// What `effigy set` changes only in models of World of Warcraft.
#pragma once

#include "commands.hpp"
#include <tool/answers/lasting_error.hpp>

#include <effigy/content.hpp>
#include <effigy/m2/edit.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tool {

struct asked_edits {
    std::size_t count = 0; // of fields or records that were asked to change
    lasting_error why;     // the first error; edits behind it may have moved the name in the model

    void add(const effigy::result<std::size_t>& changed) {
        if (changed) {
            count += *changed;
        } else if (!why) {
            why = changed.error();
        }
    }
};

// Which of the values of an option fit something in a file.
class fitting {
public:
    explicit fitting(std::size_t count) : fits_(count) {}
    void note(std::size_t i) { fits_[i] = true; } // never false again: another file may have set it meanwhile
    [[nodiscard]] bool operator[](std::size_t i) const { return fits_[i]; }

private:
    std::deque<std::atomic<bool>> fits_; // several threads edit
};

// Animations of a model: "4", "Walk" (all variations), "4-1", or "#12", their number in the file.
struct animation_choice {
    bool is_number = false;
    std::uint32_t id = 0; // or the number
    std::optional<std::uint32_t> variation{};

    [[nodiscard]] static std::optional<animation_choice> of(std::string_view text);
    [[nodiscard]] std::vector<std::uint32_t> in(const effigy::m2::owned_model& model) const;
};

// The edits that one command asks for.
class m2_edits {
public:
    // Reads the models of --add-animation at once: a command may change them later.
    m2_edits(const set_options& options, model_cache& models);

    // What is wrong with the options, or why a model of --add-animation cannot be used; empty if nothing is.
    [[nodiscard]] const std::string& complaint() const { return complaint_; }

    // Edits a model. Adds what a person should know to `remark`. `renamed`: the pairs of --texture, of which those that
    // begin with the number or the FileDataID of a texture are used and noted here.
    [[nodiscard]] asked_edits operator()(effigy::m2::owned_model& model, std::span<const effigy::renaming> renamed,
                                         fitting& fits, std::string& remark) const;

    // Returns what the options name that no file has, each as a line. `is_other_game`: of all files.
    [[nodiscard]] std::string idle_options(bool is_other_game) const;
    // Whether a difference between the old and the new file is one that was asked for.
    [[nodiscard]] bool explains(const effigy::difference& found) const;

private:
    template <class Value> struct option {
        const char* name;
        const std::vector<std::string>& texts;
        std::vector<Value> values{};
        mutable fitting fits{texts.size()};
    };
    struct submesh_choice {
        bool is_number = false;
        std::uint32_t id = 0; // or the number in the first profile
    };
    struct added_animation {
        effigy::m2::owned_model from;
        std::vector<std::uint32_t> numbers;
    };
    struct texture_choice {
        std::uint32_t number = 0;
        effigy::m2::texture_type type{};
    };
    struct attachment_choice {
        std::uint32_t id = 0, bone = 0;
        std::optional<effigy::vector3<float>> position{}; // none: the bone's pivot
    };

    [[nodiscard]] static std::optional<submesh_choice> submesh_of(std::string_view text);
    [[nodiscard]] static std::optional<texture_choice> texture_of(std::string_view text);
    [[nodiscard]] static std::optional<attachment_choice> attachment_of(std::string_view text);
    [[nodiscard]] std::string add_from(std::string_view text, model_cache& models);
    template <class Value, class Read> void read(option<Value>& to, const char* expected, const Read& read_one);
    template <class Go> void each_option(const Go& go) const {
        go(submeshes_), go(removed_), go(added_), go(types_), go(attachments_);
    }

    [[nodiscard]] effigy::result<std::size_t>
    set_textures(effigy::m2::owned_model& model, std::span<const effigy::renaming> renamed, fitting& fits) const;
    [[nodiscard]] effigy::result<std::size_t> set_types(effigy::m2::owned_model& model) const;
    [[nodiscard]] effigy::result<std::size_t> remove_submeshes(effigy::m2::owned_model& model,
                                                               std::string& remark) const;
    [[nodiscard]] effigy::result<std::size_t> remove_animations(effigy::m2::owned_model& model,
                                                                std::string& remark) const;
    [[nodiscard]] effigy::result<std::size_t> add_animations(effigy::m2::owned_model& model, std::string& remark) const;
    [[nodiscard]] effigy::result<std::size_t> set_attachments(effigy::m2::owned_model& model) const;

    option<submesh_choice> submeshes_;
    option<animation_choice> removed_;
    option<added_animation> added_;
    option<texture_choice> types_;
    option<attachment_choice> attachments_;
    std::string complaint_;
};

} // namespace tool
