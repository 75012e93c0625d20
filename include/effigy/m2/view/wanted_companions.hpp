// The names and ids of the files that belong to a model, for callers that read them.
#pragma once

#include <effigy/m2/view.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

struct wanted_companion {
    companion_kind kind = companion_kind::skin_file;
    std::uint16_t id = 0, variation = 0; // as in companion
    std::uint32_t file = 0;              // FileDataID; 0: the game finds the file by its name
};

// The end of a companion's file name: "00.skin", "0004-01.anim", ".skel". The part before it is the model's file name
// without its extension. The game ignores the case of names (measured: one folder mixes upper and lower case). Empty
// for a parent skeleton, which has only an id.
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
    // Appends a number of at least `least` digits.
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

// Looks up animations in an unsorted list. Each search begins where the last one ended, because the animations are
// often looked up in the order of the list. The number of steps is limited: with a hostile list, the searches would
// take quadratic time.
class animation_file_search {
public:
    constexpr explicit animation_file_search(const array<animation_file_record>& files) noexcept
        : files_(files), steps_left_((std::uint64_t{1} << 16U) + 64 * files.size()) {}

    // Returns the FileDataID; 0 if the list has none, or if the limit of steps is reached.
    [[nodiscard]] std::uint32_t find(std::uint32_t id, std::uint32_t variation) noexcept {
        for (std::size_t searched = 0; searched < files_.size() && steps_left_ != 0; ++searched, --steps_left_) {
            const animation_file_record& one = files_[next_];
            next_ = next_ + 1 < files_.size() ? next_ + 1 : 0;
            if (one.id == id && one.variation == variation) {
                return one.file;
            }
        }
        return 0;
    }

private:
    array<animation_file_record> files_;
    std::size_t next_ = 0;
    std::uint64_t steps_left_;
};

} // namespace impl

// Calls visit(wanted_companion) for each companion of a model, whether the caller passed it to open() or not. If the
// model has a .skel, the model's animations are known only if open() got the .skel and the parent of the .skel: open
// the model again with both, then call this function again. Visits an .anim once for each animation with external keys
// that is not an alias.
template <class Visit> void for_each_wanted_companion(const model& from, Visit&& visit) {
    if (const std::uint32_t file = from.skeleton_file(); file != 0) {
        visit(wanted_companion{companion_kind::skeleton_file, 0, 0, file});
    }
    if (const std::uint32_t file = from.skeleton().parent_file(); file != 0) {
        visit(wanted_companion{companion_kind::parent_skeleton_file, 0, 0, file});
    }
    if (from.version() < first_version<model_header_264>) {
        return;
    }
    constexpr std::uint32_t most_skins = 4; // higher numbers are levels of detail, whose files have other names
    for (std::uint16_t i = 0; i < from.skin_profile_count() && i < most_skins; ++i) {
        const u32<>* const file = from.skin_files().at(i);
        visit(wanted_companion{companion_kind::skin_file, i, 0, file != nullptr ? file->get() : 0});
    }
    impl::animation_file_search files{from.animation_files()};
    for (const animation one : from.animations()) {
        if (one.alias() == npos && one.key_place() != key_place::file) {
            visit(wanted_companion{companion_kind::animation_file, one.id(), one.variation(),
                                   files.find(one.id(), one.variation())});
        }
    }
}

}}} // namespace effigy::v0::m2
