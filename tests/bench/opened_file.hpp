// The operations of the benchmark on a file. `Format` defines how a file is opened and walked, and what its records
// are.
#pragma once

#include "bench/scene.hpp"

#include <effigy/any.hpp>

#include <cstdint>

namespace bench {

namespace impl {

// Outside of the class, whose functions have the same names.
template <class View> [[nodiscard]] std::uint64_t decoded(const View& view) { return decode(view).has_value() ? 1 : 0; }
template <class View> [[nodiscard]] auto scene_of(const View& view) { return to_scene(view); }
template <class View> [[nodiscard]] std::uint64_t verified(const View& view) {
    return static_cast<std::uint64_t>(verify(view).code);
}

} // namespace impl

template <class Format> class opened_file : public Format {
public:
    using input = typename Format::input;

    [[nodiscard]] static std::uint64_t open(const input& file) {
        const auto opened = Format::open_view(file);
        return opened ? opened->version() + opened->trailing().size() : 0;
    }
    [[nodiscard]] static std::uint64_t decode(const input& file) { return impl::decoded(*Format::open_view(file)); }
    [[nodiscard]] static std::uint64_t to_scene(const input& file) {
        return size_of(impl::scene_of(*Format::open_view(file)));
    }
    [[nodiscard]] static std::uint64_t to_glb(const input& file) {
        return glb_size_of(impl::scene_of(*Format::open_view(file)));
    }

    explicit opened_file(const input& file) {
        const auto opened = Format::open_view(file);
        sound_ = opened.has_value();
        if (sound_) {
            this->view_ = *opened;
            records_ = this->count_records();
        }
    }
    [[nodiscard]] bool is_valid() const { return sound_; }
    [[nodiscard]] std::size_t records() const { return records_; }
    [[nodiscard]] std::uint64_t verify() const { return impl::verified(this->view_); }

private:
    bool sound_ = false;
    std::size_t records_ = 0;
};

} // namespace bench
