// Edited scenes, whose parts are found by names, brought into models and animations that own their data.
#pragma once

#include <effigy/grimrock/apply.hpp>
#include <effigy/grimrock/encode.hpp>
#include <effigy/p3d/apply.hpp>
#include <effigy/p3d/encode.hpp>

#include <cstdint>
#include <string_view>
#include <utility>

namespace support {

struct grimrock_bringing {
    effigy::grimrock::scene_options made_with{};
    bool delete_missing = false, rewrite_all = false;
    std::uint32_t new_clip_version = 0;
    float new_clip_rate = 0;

    [[nodiscard]] effigy::grimrock::apply_options how() const {
        return {.delete_missing = delete_missing,
                .rewrite_all = rewrite_all,
                .new_clip_version = new_clip_version,
                .new_clip_rate = new_clip_rate};
    }
};
struct p3d_bringing {
    effigy::p3d::scene_options made_with{};
    bool delete_missing = false, rewrite_all = false;

    [[nodiscard]] effigy::p3d::apply_options how() const {
        return {.delete_missing = delete_missing, .rewrite_all = rewrite_all};
    }
};
inline constexpr auto tell_nothing = [](const effigy::remark&) {};

// A model that owns its data, as a file, and its session.
template <class Open, class Owned, class Options, class Session>
effigy::error begin(const Open& open, const Owned& of, const Options& made_with, effigy::file_bytes& file,
                    Session& out) {
    const auto memory = of.template all<char>().resource();
    auto written = encode(of, memory);
    if (!written) {
        return written.error();
    }
    file = *std::move(written);
    const auto view = open(file);
    auto made = view ? begin_edit(*view, made_with, memory) : effigy::result<Session>{view.error()};
    out = made ? *std::move(made) : Session{};
    return made.error();
}
// Sets a model to one as it is read back: without what is left of lists that changed.
template <class Open, class Owned> effigy::error take(const Open& open, const Owned& made, Owned& to) {
    const auto memory = made.template all<char>().resource();
    const auto file = encode(made, memory);
    if (!file) {
        return file.error();
    }
    const auto view = open(*file);
    auto read = view ? decode(*view, memory) : effigy::result<Owned>{view.error()};
    if (read) {
        to = *std::move(read);
    }
    return read.error();
}
// Brings the edits into the session's model.
template <class Owned, class Session, class Options>
effigy::error bring(const effigy::scene& changed, Session& in, Owned& to, effigy::remark_sink tell,
                    const Options& how) {
    const auto memory = to.template all<char>().resource();
    const auto edits = edits_by_names(changed, in.original(), tell, memory);
    if (!edits) {
        return edits.error();
    }
    auto made = apply(*edits, in, tell, how, memory);
    if (made) {
        to = *std::move(made);
    }
    return made.error();
}
// Brings a clip into an animation; without the clip, nothing changes.
template <class Owned, class Session, class Options>
effigy::error bring(const effigy::scene& changed, std::string_view clip, Session& in, Owned& to,
                    effigy::remark_sink tell, const Options& how, std::pmr::memory_resource* memory) {
    const auto edits = edits_by_names(changed, in.original(), tell, memory);
    if (!edits) {
        return edits.error();
    }
    for (std::uint32_t i = 0; i < edits->made.clips.size(); ++i) {
        if (edits->made.clips[i].name == clip) {
            auto made = apply(*edits, i, in, tell, how, memory);
            if (made && made->version != 0) { // it moves something
                to = *std::move(made);
            }
            return made.error();
        }
    }
    return {};
}

inline constexpr auto opens_grimrock = [](std::span<const std::byte> file) { return effigy::grimrock::open(file); };
inline constexpr auto opens_grimrock_clip = [](std::span<const std::byte> file) {
    return effigy::grimrock::open_animation(file);
};
inline constexpr auto opens_p3d = [](std::span<const std::byte> file) { return effigy::p3d::open(file); };

inline effigy::error bring_back(const effigy::scene& changed, effigy::grimrock::owned_model& to,
                                effigy::remark_sink tell, const grimrock_bringing& options = {}) {
    effigy::file_bytes file;
    effigy::grimrock::edit_session in;
    effigy::grimrock::owned_model made{to.all<char>().resource()};
    effigy::error why = begin(opens_grimrock, to, options.made_with, file, in);
    why = why ? why : bring(changed, in, made, tell, options.how());
    return why ? why : take(opens_grimrock, made, to);
}
// `of`: the model that has the edits.
inline effigy::error bring_back(const effigy::scene& changed, std::string_view clip,
                                const effigy::grimrock::owned_model& of, effigy::grimrock::owned_animation& to,
                                effigy::remark_sink tell, const grimrock_bringing& options = {}) {
    const auto memory = to.all<char>().resource();
    const auto keys = to.version != 0 ? encode(to, memory) : effigy::result<effigy::file_bytes>{effigy::file_bytes{}};
    effigy::grimrock::scene_options made_with = options.made_with;
    effigy::grimrock::named_clip only[1]{{clip, {}}};
    made_with.clips = {};
    if (to.version != 0) {
        const auto opened =
            keys ? effigy::grimrock::open_animation(*keys) : effigy::result<effigy::grimrock::animation>{keys.error()};
        if (!opened) {
            return opened.error();
        }
        only[0].keys = *opened;
        made_with.clips = only;
    }
    effigy::file_bytes file;
    effigy::grimrock::edit_session in;
    effigy::grimrock::owned_model model{memory};
    effigy::error why = begin(opens_grimrock, of, made_with, file, in);
    why = why ? why : bring(changed, in, model, tell_nothing, options.how());
    effigy::grimrock::owned_animation made{memory};
    why = why ? why : bring(changed, clip, in, made, tell, options.how(), memory);
    return why || made.version == 0 ? why : take(opens_grimrock_clip, made, to);
}

inline effigy::error bring_back(const effigy::scene& changed, effigy::p3d::owned_model& to, effigy::remark_sink tell,
                                const p3d_bringing& options = {}) {
    effigy::file_bytes file;
    effigy::p3d::edit_session in;
    const effigy::error why = begin(opens_p3d, to, options.made_with, file, in);
    return why ? why : bring(changed, in, to, tell, options.how());
}
// `of`: the model without the edits.
inline effigy::error bring_back(const effigy::scene& changed, std::string_view clip, const effigy::p3d::owned_model& of,
                                effigy::p3d::owned_animation& to, effigy::remark_sink tell,
                                const p3d_bringing& options = {}) {
    const auto memory = to.all<std::byte>().resource();
    const auto keys = to.version != 0 ? encode(to, memory) : effigy::result<effigy::file_bytes>{effigy::file_bytes{}};
    effigy::p3d::scene_options made_with = options.made_with;
    effigy::p3d::named_clip only[1]{{clip, {}}};
    made_with.clips = {};
    if (to.version != 0) {
        const auto opened =
            keys ? effigy::p3d::open_animation(*keys) : effigy::result<effigy::p3d::animation>{keys.error()};
        if (!opened) {
            return opened.error();
        }
        only[0].keys = *opened;
        made_with.clips = only;
    }
    effigy::file_bytes file;
    effigy::p3d::edit_session in;
    const effigy::error why = begin(opens_p3d, of, made_with, file, in);
    return why ? why : bring(changed, clip, in, to, tell, options.how(), memory);
}

} // namespace support
