// Attachment points and events.
#pragma once

#include <effigy/m2/view/track.hpp>

namespace effigy::inline v0::m2 {

// A place where the game attaches another model, see attachment_name(); empty if there is none.
template <form F> class basic_attachment
    : public impl::record_view<F, basic_attachment_record<F>, basic_attachment_record<F, keying::by_animation>> {
    using raw = basic_attachment_record<F>;
    using raw_264 = basic_attachment_record<F, keying::by_animation>;
    using impl::record_view<F, raw, raw_264>::record_view;
    friend struct effigy::impl::access;

public:
    [[nodiscard]] constexpr std::uint32_t id() const noexcept { return this->get(&raw::id, &raw_264::id); }
    [[nodiscard]] constexpr std::uint32_t bone() const noexcept { return this->get(&raw::bone, &raw_264::bone); }
    [[nodiscard]] constexpr vector3<float> position() const noexcept {
        return this->get(&raw::position, &raw_264::position);
    }
    [[nodiscard]] constexpr auto visible() const noexcept { return this->get(&raw::visible, &raw_264::visible); }
};

// An event: something that the game does at certain times, such as footsteps, hits and sounds. for_each_firing() visits
// the times. Empty if there is none.
template <form F> class basic_event
    : public impl::record_view<F, basic_event_record<F>, basic_event_record<F, keying::by_animation>> {
    using raw = basic_event_record<F>;
    using raw_264 = basic_event_record<F, keying::by_animation>;
    using impl::record_view<F, raw, raw_264>::record_view;
    friend struct effigy::impl::access;

public:
    // "$CAH", "$HIT", "$DTH", .., see event_meaning().
    [[nodiscard]] constexpr std::string_view id() const noexcept { return this->get(&raw::id, &raw_264::id); }
    // For example the number of a sound.
    [[nodiscard]] constexpr std::uint32_t data() const noexcept { return this->get(&raw::data, &raw_264::data); }
    [[nodiscard]] constexpr std::uint32_t bone() const noexcept { return this->get(&raw::bone, &raw_264::bone); }
    [[nodiscard]] constexpr vector3<float> position() const noexcept {
        return this->get(&raw::position, &raw_264::position);
    }
    [[nodiscard]] constexpr auto times() const noexcept { return this->get(&raw::times, &raw_264::times); }
};

// The attachments of a model, and its events, in file order.
template <form F>
using basic_attachments =
    view_list<basic_attachment<F>, F, basic_attachment_record<F>, basic_attachment_record<F, keying::by_animation>>;
template <form F>
using basic_events = view_list<basic_event<F>, F, basic_event_record<F>, basic_event_record<F, keying::by_animation>>;

} // namespace effigy::inline v0::m2
