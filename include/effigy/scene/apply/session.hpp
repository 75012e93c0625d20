// A model while its scene is edited.
#pragma once

#include <effigy/scene/edits.hpp>
#include <effigy/scene/origins.hpp>

namespace effigy { inline namespace v0 {

namespace impl {
struct session_access;
}

// A model and its clips, the scene that to_scene() makes of them, and what each part of that was made of. begin_edit()
// of a format makes it once; apply() brings the edits of the scene back. The files, and the texts of the options and of
// their clips, stay while it is used.
template <class Model, class Clip, class Options, class Trace> class edit_session_of {
public:
    explicit edit_session_of(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
        : clips_(memory), original_(memory), trace_(memory) {}

    [[nodiscard]] const Model& view() const noexcept { return view_; }
    [[nodiscard]] std::span<const Clip> clips() const noexcept { return {clips_.data(), clips_.size()}; }
    // With all clips. Its vertices are numbered, see number_vertices().
    [[nodiscard]] const scene& original() const noexcept { return original_; }
    // Returns the number in clips() of the file that a clip of an edited scene is for. npos: it is new or, if the
    // original has it, one that the model itself has.
    [[nodiscard]] std::uint32_t file_of(const scene_edits& edits, std::uint32_t clip) const noexcept {
        const std::uint32_t before = edits.clips.before_of(clip);
        for (std::uint32_t i = 0; i < trace_.clips.size(); ++i) {
            const bool moves_nothing = trace_.clips[i] == npos; // in the original: an editor gave it keys
            const bool is_new = before == npos && clip < edits.made.clips.size();
            if (moves_nothing ? is_new && edits.made.clips[clip].name == clips_[i].name : trace_.clips[i] == before) {
                return i;
            }
        }
        return npos;
    }

private:
    friend impl::session_access;

    Model view_{};
    pool<Clip> clips_;
    Options options_{}; // without clips
    scene original_;
    Trace trace_;
};

namespace impl {

struct session_access {
    // `make(view, options, trace)` returns the scene.
    template <class Session, class Model, class Options, class Make>
    [[nodiscard]] static result<Session> begin(const Model& of, const Options& options, const Make& make,
                                               std::pmr::memory_resource* memory) {
        Session out{memory};
        out.view_ = of;
        for (const auto& each : options.clips) {
            out.clips_.push_back(each);
        }
        out.options_ = options;
        out.options_.clips = {};
        result<scene> made = make(out.view_, session_access::options(out), out.trace_);
        if (!made) {
            return made.error();
        }
        out.original_ = *std::move(made);
        number_vertices(out.original_);
        return out;
    }
    template <class Session> [[nodiscard]] static auto options(const Session& of) noexcept {
        auto out = of.options_;
        out.clips = of.clips();
        return out;
    }
    template <class Session> [[nodiscard]] static auto& trace(Session& of) noexcept { return of.trace_; }
};

} // namespace impl

}} // namespace effigy::v0
