// Which files a model wants beside it, for whoever finds them.
#pragma once

#include <effigy/m2/view.hpp>

namespace effigy::inline v0::m2 {

struct wanted_companion {
    companion_kind kind = companion_kind::skin_file;
    std::uint16_t id = 0, variation = 0; // as of a companion
    std::uint32_t file = 0;              // FileDataID; 0: the game finds it by its name
};

// How a companion's name ends that begins like its model's: "00.skin", "0004-01.anim", ".skel". Games look names up
// without regard to case (measured: one folder mixes both). A parent's skeleton has no name, only an id.
class companion_suffix {
public:
    constexpr explicit companion_suffix(const wanted_companion& of) noexcept {
        switch (of.kind) {
        case companion_kind::skin_file:
            digits(of.id, 2);
            text(".skin");
            break;
        case companion_kind::animation_file:
            digits(of.id, 4);
            text("-");
            digits(of.variation, 2);
            text(".anim");
            break;
        case companion_kind::skeleton_file: text(".skel"); break;
        case companion_kind::parent_skeleton_file: break;
        }
    }
    [[nodiscard]] constexpr std::string_view view() const noexcept { return {chars_, size_}; }

private:
    constexpr void text(std::string_view more) noexcept {
        for (const char c : more) {
            chars_[size_++] = c;
        }
    }
    // At least `least` of them.
    constexpr void digits(std::uint32_t number, std::uint32_t least) noexcept {
        std::uint32_t unit = 1;
        for (std::uint32_t count = 1; count < least || number / unit > 9; ++count) {
            unit *= 10;
        }
        for (; unit != 0; unit /= 10) {
            chars_[size_++] = static_cast<char>('0' + number / unit % 10);
        }
    }

    char chars_[20]{};
    std::size_t size_ = 0;
};

namespace impl {
using namespace effigy::impl;

// Looks animations up in a list that is in no order, each from where the one before was found, since both lists may
// have the same one. A hostile list would take the square of its size.
template <form F> class animation_file_search {
public:
    constexpr explicit animation_file_search(const array<basic_animation_file<F>>& files) noexcept
        : files_(files), steps_left_((std::uint64_t{1} << 16U) + 64 * files.size()) {}

    // Its FileDataID; 0 where the list has none, or took too long already.
    [[nodiscard]] std::uint32_t find(std::uint32_t id, std::uint32_t variation) noexcept {
        for (std::size_t searched = 0; searched < files_.size() && steps_left_ != 0; ++searched, --steps_left_) {
            const basic_animation_file<F>& one = files_[next_];
            next_ = next_ + 1 < files_.size() ? next_ + 1 : 0;
            if (one.id == id && one.variation == variation) {
                return one.file;
            }
        }
        return 0;
    }

private:
    array<basic_animation_file<F>> files_;
    std::size_t next_ = 0;
    std::uint64_t steps_left_;
};

} // namespace impl

// Calls visit(wanted_companion) for each file that holds a part of a model, joined or not. Which animations there are
// tells the skeleton, where there is one: join it, and its parent, and ask again. An animation's file is asked for once
// for each animation that is no alias.
template <form F, class Visit> void for_each_wanted_companion(const basic_model<F>& from, Visit&& visit) {
    if (const std::uint32_t file = from.skeleton_file(); file != 0) {
        visit(wanted_companion{companion_kind::skeleton_file, 0, 0, file});
    }
    if (const std::uint32_t file = from.skeleton().parent_file(); file != 0) {
        visit(wanted_companion{companion_kind::parent_skeleton_file, 0, 0, file});
    }
    if (from.version() < first_version<basic_header_264<F>>) {
        return;
    }
    constexpr std::uint32_t most_skins = 4; // numbers beyond these are levels of detail, which have other names
    for (std::uint16_t i = 0; i < from.skin_profile_count() && i < most_skins; ++i) {
        const u32<F>* const file = from.skin_files().at(i);
        visit(wanted_companion{companion_kind::skin_file, i, 0, file != nullptr ? file->get() : 0});
    }
    impl::animation_file_search<F> files{from.animation_files()};
    for (const basic_animation<F> one : from.animations()) {
        if (one.alias() == npos && one.key_place() != key_place::file) {
            visit(wanted_companion{companion_kind::animation_file, one.id(), one.variation(),
                                   files.find(one.id(), one.variation())});
        }
    }
}

} // namespace effigy::inline v0::m2
