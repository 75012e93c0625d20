// Findings in animations, bones and attachments.
#pragma once

#include <effigy/m2/lint/track.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {
using namespace effigy::impl;

// ---- lookups -------------------------------------------------------------------------------------------------------

// Returns the record to which an entry refers; null if there is none.
template <class Range, class Number> [[nodiscard]] const auto* record_at(const Range& records,
                                                                         const Number& entry) noexcept {
    return records.at(static_cast<std::uint64_t>(std::int64_t{entry.get()}));
}
// Reports entries that are not below `count`. -1 is allowed if may_be_none.
template <class T> void lint_lookup(const reporter<>& report, const location& at, const array<scalar<T>>& table,
                                    std::size_t count, bool may_be_none) {
    report.first(odd::lookup_outside, at, table, [&](const scalar<T>& entry, std::uint32_t) {
        const std::int64_t number = entry.get();
        return (number < 0 && !(number == -1 && may_be_none)) || number >= static_cast<std::int64_t>(count);
    });
}
// Reports entries that refer to a record whose id is not the entry's index.
template <class Range, class Id> void lint_lookup_by_id(const reporter<>& report, const location& at,
                                                        const array<scalar<std::int16_t>>& table, const Range& records,
                                                        const Id& id_of) {
    lint_lookup(report, at, table, records.size(), true);
    report.first(odd::lookup_wrong, at, table, [&](const scalar<std::int16_t>& entry, std::uint32_t id) {
        const auto* const found = record_at(records, entry);
        return found != nullptr && static_cast<std::int64_t>(id_of(*found)) != id;
    });
}

// ---- attached to bones ---------------------------------------------------------------------------------------------

template <class Record, class Name>
void lint_attached(const reporter<>& report, const location& at, const array<Record>& records, std::size_t bones,
                   bool may_be_none, const Name& name_of) {
    report.first(
        odd::bone_outside, at, records,
        [&](const Record& one, std::uint32_t) {
            const auto number = static_cast<std::int64_t>(one.bone.get());
            return !(number == -1 && may_be_none) && (number < 0 || number >= static_cast<std::int64_t>(bones));
        },
        name_of);
    report.first(
        odd::position_not_finite, at, records,
        [](const Record& one, std::uint32_t) { return !is_finite(one.position); }, name_of);
}

// ---- the skeleton --------------------------------------------------------------------------------------------------

[[nodiscard]] inline bool has_broken_bounds(const bounds& of) noexcept {
    return !is_finite(of.min) || !is_finite(of.max) || !is_finite(of.radius);
}

// Reports the findings of a skeleton. Of: a model, or a .skel alone.
template <class Of> class skeleton_linter {
public:
    // File: in_model if `in` is a model, in_skeleton if it is a .skel.
    template <class File> skeleton_linter(const reporter<>& report, const Of& in, File) noexcept
        : report_(report), in_(in), own_(File::name.data()), is_model_(std::is_same_v<File, in_model>) {}

    void animations() const {
        in_.animations().visit_records([&](const auto& all) {
            animation_bounds(all);
            animations(all);
            if (in_.animations().lookup().empty()) {
                no_lookup(all);
            } else if constexpr (requires { all.data()->duration; }) {
                hashed_lookup(all);
            } else {
                lookup(all);
            }
        });
    }
    void bones() const {
        in_.bones().visit_records([&](const auto& all) {
            bones(all);
            lint_lookup_by_id(report_, at(in_.key_bone_lookup().data(), "keyBoneLookup[]"), in_.key_bone_lookup(), all,
                              [](const auto& one) { return one.key_bone.get(); });
        });
    }
    void attachments() const {
        in_.attachments().visit_records([&](const auto& all) {
            lint_attached(report_, at(all.data(), "attachments[]"), all, in_.bones().size(), false,
                          [](const auto& one, std::uint32_t) { return attachment_name(one.id); });
            lint_lookup_by_id(report_, at(in_.attachment_lookup().data(), "attachmentLookup[]"),
                              in_.attachment_lookup(), all, [](const auto& one) { return one.id.get(); });
        });
    }
    // Reports the findings of tracks. Returns whether any bone or attachment has keys outside its file.
    bool tracks(key_places& places) const {
        const bool of_bones = tracks(in_.bones(), places);
        return tracks(in_.attachments(), places) || of_bones;
    }

private:
    using index = std::uint32_t;

    // The location of a list; `inside`: an address in it.
    [[nodiscard]] location at(const void* inside, const char* path) const noexcept {
        return place(report_.is_own(inside) ? own_ : in_skeleton::name.data(), path);
    }
    template <class List> bool tracks(const List& views, key_places& places) const {
        track_linter<> found{report_, access::context(views), places};
        views.visit_records([&](const auto& all) {
            const bool is_in_model = is_model_ && report_.is_own(all.data());
            index number = 0;
            for (const auto& one : all) {
                is_in_model ? found.template record<in_model>(one, number)
                            : found.template record<in_skeleton>(one, number);
                ++number;
            }
        });
        return found.has_keys_elsewhere();
    }

    // ---- animations ------------------------------------------------------------------------------------------------

    template <class Record> void animation_bounds(const array<Record>& all) const {
        constexpr std::size_t bounds_at = sizeof(Record) - 4 - sizeof(bounds); // two numbers follow the bounds
        report_.first(
            odd::bounds_not_finite, at(all.data(), "animations[].bounds"),
            strided{all}.template field<bounds>(bounds_at),
            [](const bounds& one, index) { return has_broken_bounds(one); },
            [&](const bounds&, index number) { return in_.animations().at(number).name(); });
    }
    template <class Record> void animations(const array<Record>& all) const {
        const auto first = [&](const oddity& what, const auto& is_odd) {
            report_.first(what, at(all.data(), "animations[]"), all, is_odd,
                          [](const Record& one, index) { return animation_name(one.id); });
        };
        if constexpr (requires { all.data()->start; }) {
            first(odd::animation_backwards, [](const Record& one, index) { return one.end < one.start; });
            first(odd::animation_order,
                  [&](const Record& one, index i) { return i != 0 && one.start < all[i - 1].end; });
        }
        first(odd::animation_speed, [](const Record& one, index) { return !is_finite(one.move_speed); });
        first(odd::variation_outside, [&](const Record& one, index) {
            return one.next_variation < -1 || one.next_variation >= static_cast<std::int64_t>(all.size());
        });
        first(odd::alias_lost, [&](const Record& one, index number) {
            return (one.flags & animation_is_alias) != 0 && in_.animations().resolve_alias(number) == npos;
        });
    }
    template <class Record> void no_lookup(const array<Record>& all) const {
        if (!all.empty()) {
            report_(odd::lookup_none, at(all.data(), "animations"), all.data());
        }
    }
    template <class Record, class Name> void outside_lookup(const array<Record>& all, const Name& name_of) const {
        report_.first(
            odd::animation_lookup_outside, at(in_.animations().lookup().data(), "animationLookup[]"),
            in_.animations().lookup(),
            [&](const i16<>& entry, index) { return entry < -1 || entry >= static_cast<std::int64_t>(all.size()); },
            name_of);
    }
    template <class Record> void lookup(const array<Record>& all) const {
        const auto table = in_.animations().lookup();
        const auto named = [](const i16<>&, index id) { return animation_name(id); };
        outside_lookup(all, named);
        report_.first(
            odd::animation_lookup_wrong, at(table.data(), "animationLookup[]"), table,
            [&](const i16<>& entry, index id) {
                const auto* const found = record_at(all, entry);
                return found != nullptr && found->id != id;
            },
            named);
        report_.first(
            odd::animation_unlisted, at(all.data(), "animations[]"), all,
            [&](const Record& one, index number) {
                const i16<>* const entry = table.at(one.id.get());
                return entry == nullptr || *entry < 0 || static_cast<index>(entry->get()) > number;
            },
            [](const Record& one, index) { return animation_name(one.id); });
    }
    template <class Record> void hashed_lookup(const array<Record>& all) const {
        // A search may visit the whole table. Measured: at most 154 * 322 steps.
        const std::uint64_t most_steps = in_.file().size();
        const auto listed = in_.animations();
        outside_lookup(all, nameless);
        if (std::uint64_t{all.size()} * listed.lookup().size() <= most_steps) {
            report_.first(
                odd::animation_unlisted, at(all.data(), "animations[]"), all,
                [&](const Record& one, index number) { return listed.find_listed(one.id) > number; },
                [](const Record& one, index) { return animation_name(one.id); });
        }
    }

    // ---- bones -----------------------------------------------------------------------------------------------------

    template <class Record> void bones(const array<Record>& all) const {
        report_.first(
            odd::parent_later, at(all.data(), "bones[].parent"), strided{all}.template field<i16<>>(0x08),
            [](const i16<>& parent, index number) { return parent >= static_cast<std::int64_t>(number); },
            [&](const i16<>&, index number) { return key_bone_name(all[number].key_bone); });
        report_.first(
            odd::pivot_not_finite, at(all.data(), "bones[].pivot"),
            strided{all}.template field<vec3<>>(sizeof(Record) - sizeof(vec3<>)), // the last field of a bone
            [](const vec3<>& one, index) { return !is_finite(one); },
            [&](const vec3<>&, index number) { return key_bone_name(all[number].key_bone); });
    }

    const reporter<>& report_;
    const Of& in_;
    const char* own_;
    bool is_model_;
};

}}}} // namespace effigy::v0::m2::impl
