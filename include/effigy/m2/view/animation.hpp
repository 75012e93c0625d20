// Animations: where each lies on the file's time line, and how they are found.
#pragma once

#include <effigy/m2/names.hpp>
#include <effigy/m2/view/context.hpp>

namespace effigy::inline v0::m2 {

// Longer chains of aliases are not followed (measured: at most 2).
inline constexpr std::uint32_t longest_alias_chain = 64;

// One animation, or one variation of it; empty when there is none.
template <form F> class basic_animation : public impl::record_view<basic_animation_record<F>, F> {
    using raw = basic_animation_record<F>;
    using impl::record_view<raw, F>::record_view;
    friend struct effigy::impl::access;

public:
    // Of AnimationData.dbc: 0 stand, 4 walk, ..
    [[nodiscard]] constexpr std::uint16_t id() const noexcept { return this->number(&raw::id); }
    // "Walk" of 4; empty where the id has no name.
    [[nodiscard]] constexpr std::string_view name() const noexcept {
        return *this ? animation_name(id()) : std::string_view{};
    }
    [[nodiscard]] constexpr std::uint16_t variation() const noexcept { return this->number(&raw::variation); }
    // Seconds; 0 where it ends before it starts.
    [[nodiscard]] constexpr double duration() const noexcept {
        const std::uint32_t start = this->number(&raw::start);
        const std::uint32_t end = this->number(&raw::end);
        return end > start ? (end - start) / 1000.0 : 0.0;
    }
    [[nodiscard]] constexpr std::uint32_t flags() const noexcept {
        return this->number(&raw::flags);
    } // animation_flags
    [[nodiscard]] constexpr float move_speed() const noexcept {
        return this->number(&raw::move_speed);
    } // yards a second
    // Adds up to 32767 over the variations of an id.
    [[nodiscard]] constexpr std::int16_t probability() const noexcept { return this->number(&raw::probability); }
    [[nodiscard]] constexpr std::uint32_t replay_min() const noexcept { return this->number(&raw::replay_min); }
    [[nodiscard]] constexpr std::uint32_t replay_max() const noexcept { return this->number(&raw::replay_max); }
    // Seconds.
    [[nodiscard]] constexpr double blend_time() const noexcept { return this->number(&raw::blend_time) / 1000.0; }
    [[nodiscard]] constexpr basic_bounds<F> bounds() const noexcept {
        return *this ? this->record()->bounds : basic_bounds<F>{};
    }
    // The number of the next variation, or npos.
    [[nodiscard]] constexpr std::uint32_t next_variation() const noexcept {
        const std::int32_t next = read_once(this->number(&raw::next_variation, std::int16_t{-1}));
        return next >= 0 ? static_cast<std::uint32_t>(next) : npos;
    }
    // The number of the animation that it is an alias of, which may be one itself, see resolve_alias(); npos: it
    // is none.
    [[nodiscard]] constexpr std::uint32_t alias() const noexcept {
        return (read_once(flags()) & animation_is_alias) != 0 ? std::uint32_t{this->number(&raw::alias_next)} : npos;
    }
};

// The animations of a model, in file order.
template <form F> class basic_animations : public view_list<basic_animation<F>, basic_animation_record<F>, F> {
    using base = view_list<basic_animation<F>, basic_animation_record<F>, F>;

public:
    constexpr basic_animations() = default;

    // The number of the animation of this id that the lookup table names, if it has that id (it does in every client
    // file); else the first that has. npos when there is none.
    [[nodiscard]] std::uint32_t find(std::uint32_t id) const noexcept {
        const array<basic_animation_record<F>> all = this->records();
        if (const i16<F>* const entry = this->source().context.list(&basic_header<F>::animation_lookup).at(id)) {
            const std::int32_t number = read_once(*entry);
            const auto* const listed = all.at(static_cast<std::uint64_t>(std::int64_t{number}));
            if (listed != nullptr && listed->id == id) {
                return static_cast<std::uint32_t>(number);
            }
        }
        for (std::uint32_t i = 0; i < all.size(); ++i) {
            if (all[i].id == id) {
                return i;
            }
        }
        return npos;
    }
    // By the game's name for its id, in any case: find("walk").
    [[nodiscard]] std::uint32_t find(std::string_view name) const noexcept {
        const std::uint32_t id = animation_id(name);
        return id != npos ? find(id) : npos;
    }
    // The animation that an alias stands for; of another animation itself. npos when aliases lead in a circle or to one
    // that is not there. To play an alias take its own number: its keys are there as well, and not always the same ones
    // (measured: 91 aliases, all in converted files; 28 of them move otherwise).
    [[nodiscard]] std::uint32_t resolve_alias(std::uint32_t number) const noexcept {
        for (std::uint32_t steps = 0; steps < longest_alias_chain; ++steps) {
            const basic_animation<F> found = this->at(number);
            const std::uint32_t next = found.alias();
            if (!found || next == npos) {
                return found ? number : npos;
            }
            number = next;
        }
        return npos;
    }

private:
    friend struct effigy::impl::access;
    using base::base;
};

} // namespace effigy::inline v0::m2
