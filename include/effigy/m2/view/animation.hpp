// Animations: their lengths, where their keys are, and how to find them.
#pragma once

#include <effigy/m2/names.hpp>
#include <effigy/m2/view/context.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// One animation. Variations are animations with the same id. Empty if there is none.
class animation : public impl::record_view<animation_versions> {
    using old = animation_record;
    using now = animation_record_264;
    using impl::record_view<animation_versions>::record_view;
    friend struct effigy::impl::access;

public:
    // A row of the game's table AnimationData: 0 stand, 4 walk, ..
    [[nodiscard]] constexpr std::uint16_t id() const noexcept { return this->get(&old::id, &now::id); }
    // "Walk" for the id 4; empty if the id has no name.
    [[nodiscard]] constexpr std::string_view name() const noexcept {
        return *this ? animation_name(id()) : std::string_view{};
    }
    [[nodiscard]] constexpr std::uint16_t variation() const noexcept {
        return this->get(&old::variation, &now::variation);
    }
    // Seconds; 0 if the animation ends before it starts.
    [[nodiscard]] constexpr double duration() const noexcept {
        const std::uint32_t start = start_ms();
        const std::uint32_t end = end_ms();
        return end > start ? (end - start) / 1000.0 : 0.0;
    }
    // Before version 264, the animation's start on the common time line. From 264 on, 0.
    [[nodiscard]] constexpr std::uint32_t start_ms() const noexcept { return this->get(&old::start); }
    [[nodiscard]] constexpr std::uint32_t end_ms() const noexcept { return this->get(&old::end, &now::duration); }
    // Where the animation's keys are. Before version 264: in the file.
    [[nodiscard]] m2::key_place key_place() const noexcept {
        return *this ? this->context().keys_of(this->record()).place : m2::key_place::missing;
    }
    // animation_flags.
    [[nodiscard]] constexpr std::uint32_t flags() const noexcept { return this->get(&old::flags, &now::flags); }
    // Yards per second.
    [[nodiscard]] constexpr float move_speed() const noexcept { return this->get(&old::move_speed, &now::move_speed); }
    // The sum over the variations of an id is 32767.
    [[nodiscard]] constexpr std::int16_t probability() const noexcept {
        return this->get(&old::probability, &now::probability);
    }
    [[nodiscard]] constexpr std::uint32_t replay_min() const noexcept {
        return this->get(&old::replay_min, &now::replay_min);
    }
    [[nodiscard]] constexpr std::uint32_t replay_max() const noexcept {
        return this->get(&old::replay_max, &now::replay_max);
    }
    // Seconds. Late versions have another time to blend out, and files of 272 that were made from them (readers).
    [[nodiscard]] constexpr double blend_time() const noexcept {
        return (this->get(&old::blend_time, &now::blend_time) & 0xFFFFU) / 1000.0;
    }
    // Seconds; 0 if the file has one time only.
    [[nodiscard]] constexpr double blend_out_time() const noexcept {
        return (this->get(&old::blend_time, &now::blend_time) >> 16U) / 1000.0;
    }
    [[nodiscard]] constexpr m2::bounds bounds() const noexcept { return this->get(&old::bounds, &now::bounds); }
    // The number of the next variation, or npos.
    [[nodiscard]] constexpr std::uint32_t next_variation() const noexcept {
        const std::int32_t next = *this ? this->get(&old::next_variation, &now::next_variation) : -1;
        return next >= 0 ? static_cast<std::uint32_t>(next) : npos;
    }
    // For an alias, the number of its target; npos if the animation is not an alias. The target may be an alias, too:
    // see resolve_alias().
    [[nodiscard]] constexpr std::uint32_t alias() const noexcept {
        const bool is_alias = (flags() & animation_is_alias) != 0;
        return is_alias ? std::uint32_t{this->get(&old::alias_next, &now::alias_next)} : npos;
    }
};

// The animations of a model, in file order.
class animation_list : public view_list<animation, animation_versions> {
    using base = view_list<animation, animation_versions>;

public:
    constexpr animation_list() = default;

    // Returns the number of an animation with this id; npos if there is none. If the lookup table's entry for the id is
    // an animation with this id, returns this one (true in every client file with a table); if not, the first one with
    // the id.
    template <class = when_used> [[nodiscard]] std::uint32_t find(std::uint32_t id) const noexcept {
        const std::uint32_t listed = find_listed(id);
        if (listed != npos) {
            return listed;
        }
        std::uint32_t number = 0;
        for (const animation one : *this) {
            if (one.id() == id) {
                return number;
            }
            ++number;
        }
        return npos;
    }
    // Returns the number of the animation with the game's name for its id, ignoring case: find("walk"); npos if there
    // is none.
    template <class = when_used> [[nodiscard]] std::uint32_t find(std::string_view name) const noexcept {
        const std::uint32_t id = animation_id(name);
        return id != npos ? find(id) : npos;
    }
    // Returns the number in the lookup table for an id; npos if there is none, or if that animation has another id.
    template <class = when_used> [[nodiscard]] std::uint32_t find_listed(std::uint32_t id) const noexcept {
        const bool is_hashed = this->source().context.version() >= first_version<animation_record_264>;
        const std::int32_t found = is_hashed ? entry_by_hash(id) : entry(id);
        return found >= 0 && has_id(found, id) ? static_cast<std::uint32_t>(found) : npos;
    }
    [[nodiscard]] constexpr array<i16<>> lookup() const noexcept { return lookup_; }

    // Returns the number of the animation at the end of a chain of aliases; `number` itself if it is not an alias; npos
    // if the aliases form a cycle or refer to a missing animation. To play an alias, use its own number: before version
    // 264 it has keys of its own, which may differ from those of its target (measured: 92 aliases, all in converted
    // files; 28 move differently).
    template <class = when_used> [[nodiscard]] std::uint32_t resolve_alias(std::uint32_t number) const noexcept {
        for (std::uint32_t steps = 0; steps < longest_alias_chain; ++steps) {
            const animation found = this->at(number);
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
    constexpr animation_list(const impl::context& context, const array<i16<>>& lookup) noexcept
        : base(context, context.animations()), lookup_(lookup) {}

    // Returns entry `i` of the lookup table; -1 if there is none.
    [[nodiscard]] std::int32_t entry(std::uint64_t i) const noexcept {
        const i16<>* const stored = lookup_.at(i);
        return stored != nullptr ? std::int32_t{*stored} : -1;
    }
    [[nodiscard]] bool has_id(std::int32_t number, std::uint32_t id) const noexcept {
        const animation found = this->at(static_cast<std::uint64_t>(std::int64_t{number}));
        return found && found.id() == id;
    }
    // From version 264 on, the table is a hash table: the first entry is the id modulo the size; the next ones follow
    // in steps of 1, 4, 9, .. (measured: 4 of 4 tables).
    [[nodiscard]] std::int32_t entry_by_hash(std::uint32_t id) const noexcept {
        const std::uint64_t size = lookup_.size();
        std::uint64_t slot = size != 0 ? id % size : 0;
        for (std::uint64_t step = 1; step <= size + 1; ++step) {
            const std::int32_t found = entry(slot);
            if (found < 0 || has_id(found, id)) {
                return found;
            }
            slot = (slot + step * step) % size;
        }
        return -1;
    }

    array<i16<>> lookup_;
};

}}} // namespace effigy::v0::m2
