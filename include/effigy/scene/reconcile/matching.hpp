// Which parts of two scenes are the same: by keys, by names, by numbers.
#pragma once

#include <effigy/core/impl/heap_sort.hpp>
#include <effigy/core/text.hpp>
#include <effigy/scene/edited_names.hpp>
#include <effigy/scene/part_matches.hpp>
#include <effigy/scene/parts.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// Matches parts that have no match yet and whose keys are equal. Equal keys are matched in the order of the parts.
// `key_of_new(i, key)`, `key_of_old(i, key)`: store the key of a part; false: it has none. Calls use(new, old).
template <class Key, class KeyOfNew, class KeyOfOld, class Use>
void match_by(part_matches& to, const KeyOfNew& key_of_new, const KeyOfOld& key_of_old, const Use& use) {
    struct keyed_part {
        Key key;
        std::uint32_t part;
    };
    const auto sorted = [](const pool<std::uint32_t>& matches, const auto& key_of) {
        pool<keyed_part> out{matches.resource()};
        for (std::uint32_t i = 0; i < matches.size(); ++i) {
            if (keyed_part each{Key{}, i}; matches[i] == npos && key_of(i, each.key)) {
                out.push_back(each);
            }
        }
        heap_sort(out, [](const keyed_part& a, const keyed_part& b) {
            return a.key < b.key || (!(b.key < a.key) && a.part < b.part);
        });
        return out;
    };
    const pool<keyed_part> news = sorted(to.old_of, key_of_new);
    const pool<keyed_part> olds = sorted(to.new_of, key_of_old);
    for (std::size_t n = 0, o = 0; n < news.size() && o < olds.size();) {
        if (news[n].key < olds[o].key) {
            ++n;
        } else if (olds[o].key < news[n].key) {
            ++o;
        } else {
            to.add(news[n].part, olds[o].part);
            use(news[n].part, olds[o].part);
            ++n;
            ++o;
        }
    }
}

// Matches parts by name: the same name first, then one that the editor cut off or to which it appended a number.
template <class Parts> void match_by_names(part_matches& to, const Parts& news, const Parts& olds) {
    for (const edited_name how : edited_names) {
        match_by<std::string_view>(
            to,
            [&](std::uint32_t i, std::string_view& key) {
                return !(key = new_name_as(how, news[i].name)).empty() || how == edited_name::same;
            },
            [&](std::uint32_t i, std::string_view& key) {
                return !(key = old_name_as(how, olds[i].name)).empty() || how == edited_name::same;
            },
            [](std::uint32_t, std::uint32_t) {});
    }
}

// Matches attributes by name: Blender writes names in upper case.
inline void match_attributes(part_matches& to, const scene::list<scene::attribute>& news,
                             const scene::list<scene::attribute>& olds) {
    struct any_case {
        std::string_view name;

        [[nodiscard]] bool operator<(const any_case& other) const noexcept {
            return compare_any_case(name, other.name) < 0;
        }
    };
    match_by_names(to, news, olds);
    match_by<any_case>(
        to, [&](std::uint32_t i, any_case& key) { return !(key.name = news[i].name).empty(); },
        [&](std::uint32_t i, any_case& key) { return !(key.name = olds[i].name).empty(); },
        [](std::uint32_t, std::uint32_t) {});
}

// Matches parts without a match whose numbers are equal. can_be(number): whether the two may be one. Calls use(number).
template <class CanBe, class Use> void match_by_numbers(part_matches& of, const CanBe& can_be, const Use& use) {
    for (std::uint32_t i = 0; i < of.old_of.size() && i < of.new_of.size(); ++i) {
        if (of.old_of[i] == npos && of.new_of[i] == npos && can_be(i)) {
            of.add(i, i);
            use(i);
        }
    }
}
inline void match_by_numbers(part_matches& of) {
    match_by_numbers(of, [](std::uint32_t) { return true; }, [](std::uint32_t) {});
}

}}} // namespace effigy::v0::impl
