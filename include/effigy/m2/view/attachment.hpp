// Attachment points and events.
#pragma once

#include <effigy/m2/view/track.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// A place where the game attaches another model, see attachment_name(); empty if there is none.
class attachment : public impl::record_view<attachment_versions> {
    using old = attachment_record;
    using now = attachment_record_264;
    using impl::record_view<attachment_versions>::record_view;
    friend struct effigy::impl::access;

public:
    [[nodiscard]] constexpr std::uint32_t id() const noexcept { return this->get(&old::id, &now::id); }
    [[nodiscard]] constexpr std::uint32_t bone() const noexcept { return this->get(&old::bone, &now::bone); }
    [[nodiscard]] constexpr vector3<float> position() const noexcept {
        return this->get(&old::position, &now::position);
    }
    [[nodiscard]] constexpr auto visible() const noexcept { return this->get(&old::visible, &now::visible); }
};

// An event: something that the game does at certain times, such as footsteps, hits and sounds. for_each_firing() visits
// the times. Empty if there is none.
class event : public impl::record_view<event_versions> {
    using old = event_record;
    using now = event_record_264;
    using impl::record_view<event_versions>::record_view;
    friend struct effigy::impl::access;

public:
    // "$CAH", "$HIT", "$DTH", .., see event_meaning().
    [[nodiscard]] constexpr std::string_view id() const noexcept { return this->get(&old::id, &now::id); }
    // For example the number of a sound.
    [[nodiscard]] constexpr std::uint32_t data() const noexcept { return this->get(&old::data, &now::data); }
    [[nodiscard]] constexpr std::uint32_t bone() const noexcept { return this->get(&old::bone, &now::bone); }
    [[nodiscard]] constexpr vector3<float> position() const noexcept {
        return this->get(&old::position, &now::position);
    }
    [[nodiscard]] constexpr auto times() const noexcept { return this->get(&old::times, &now::times); }
};

// The attachments of a model, and its events, in file order.
using attachment_list = view_list<attachment, attachment_versions>;
using event_list = view_list<event, event_versions>;

}}} // namespace effigy::v0::m2
