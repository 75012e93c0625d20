// What is fixed to bones without being drawn: attachment points, and events.
#pragma once

#include <effigy/m2/view/track.hpp>

namespace effigy::inline v0::m2 {

// Where the game hangs something, see attachment_name(); empty when there is none.
template <form F> class basic_attachment : public impl::record_view<basic_attachment_record<F>, F> {
    using raw = basic_attachment_record<F>;
    using impl::record_view<raw, F>::record_view;
    friend struct effigy::impl::access;

public:
    [[nodiscard]] constexpr std::uint32_t id() const noexcept { return this->number(&raw::id); }
    [[nodiscard]] constexpr std::uint32_t bone() const noexcept { return this->number(&raw::bone); }
    [[nodiscard]] constexpr vector3<float> position() const noexcept { return this->vector(&raw::position); }
    [[nodiscard]] constexpr auto visible() const noexcept {
        return this->template track<basic_track<u8, F>>(&raw::visible);
    }
};

// Something that the game does at a time: footsteps, hits, sounds. for_each_firing() tells when; empty when there is
// none.
template <form F> class basic_event : public impl::record_view<basic_event_record<F>, F> {
    using raw = basic_event_record<F>;
    using impl::record_view<raw, F>::record_view;
    friend struct effigy::impl::access;

public:
    // "$CAH", "$HIT", "$DTH", .., see event_meaning().
    [[nodiscard]] constexpr std::string_view id() const noexcept {
        return *this ? this->record()->id.view() : std::string_view{};
    }
    [[nodiscard]] constexpr std::uint32_t data() const noexcept { return this->number(&raw::data); } // a sound, for one
    [[nodiscard]] constexpr std::uint32_t bone() const noexcept { return this->number(&raw::bone); }
    [[nodiscard]] constexpr vector3<float> position() const noexcept { return this->vector(&raw::position); }
    [[nodiscard]] constexpr auto times() const noexcept {
        return this->template track<basic_event_track<F>>(&raw::times);
    }
};

} // namespace effigy::inline v0::m2
