// Tables from ids to numbers of records.
#pragma once

#include <effigy/core/impl/heap_sort.hpp>
#include <effigy/core/pool.hpp>
#include <effigy/m2/owned/model.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {
using namespace effigy::impl;

inline constexpr std::int64_t most_ids = 0x10000; // those of animations have 16 bits; others are below 100 in all files
inline constexpr std::size_t most_numbered = 0x8000;

// The rules of a table in which the place of a number is the id.
struct lookup_rule {
    bool is_last = false;  // of several records with an id, the last one
    std::size_t least = 0; // entries
};

// Sets a table of the numbers of records: id_of(record) is the id; negative ids are in no table.
template <class Record, class Id>
[[nodiscard]] error set_lookup(owned_model& model, pool_slice<std::int16_t>& table, const pool_slice<Record>& of,
                               const char* path, const lookup_rule& rule, const Id& id_of) {
    const std::span<const Record> records = std::as_const(model).get<Record>(of);
    pool<std::int16_t> numbers{rule.least, -1, model.all<char>().resource()};
    for (std::uint32_t i = 0; i < records.size(); ++i) {
        const std::int64_t id = id_of(records[i]);
        if (id >= most_ids || i >= most_numbered) {
            return error{
                {path, location::nowhere}, errc::bad_value, 0, id, "an id below 65,536 of a record below 32,768"}
                .within(i);
        }
        if (id >= 0) {
            const std::size_t place = to_size(static_cast<std::uint64_t>(id));
            numbers.resize(place < numbers.size() ? numbers.size() : place + 1, -1);
            if (rule.is_last || numbers[place] < 0) {
                numbers[place] = static_cast<std::int16_t>(i);
            }
        }
    }
    model.set<std::int16_t>(table, numbers);
    return {};
}

[[nodiscard]] constexpr bool is_prime(std::size_t number) noexcept {
    for (std::size_t i = 2; i <= number / i; ++i) {
        if (number % i == 0) {
            return false;
        }
    }
    return number > 1;
}

// Fills the table of version 264 and later, which finds an id as animation_list::find_listed() does. Returns false if
// an id has no place.
template <class = when_used>
[[nodiscard]] bool fill_hash(std::span<const owned_animation> all, pool<std::int16_t>& table) noexcept {
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        std::size_t slot = all[i].id % table.size();
        const auto number_at = [&] { return static_cast<std::size_t>(table[slot]); };
        for (std::uint64_t step = 1; table[slot] >= 0 && all[number_at()].id != all[i].id; ++step) {
            if (step > table.size()) {
                return false;
            }
            slot = to_size((slot + step * step) % table.size());
        }
        table[slot] = table[slot] < 0 ? static_cast<std::int16_t>(i) : table[slot];
    }
    return true;
}
template <class = when_used>
[[nodiscard]] error set_hash(owned_model& model) {
    constexpr std::size_t most_without_table = 5; // a file with 5 ids has no table, one with 7 has; 6 do not occur
    const std::span<const owned_animation> all = std::as_const(model).get(model.animations);
    if (all.size() > most_numbered) {
        return error{{"m2.animations", location::nowhere},
                     errc::bad_value,
                     most_numbered,
                     static_cast<std::int64_t>(all.size()),
                     "at most 32,768 animations"};
    }
    pool<std::uint16_t> ids{model.all<char>().resource()};
    for (const owned_animation& one : all) {
        ids.push_back(one.id);
    }
    heap_sort(ids);
    std::size_t distinct = 0;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        distinct += i == 0 || ids[i] != ids[i - 1] ? 1U : 0U;
    }
    pool<std::int16_t> table{model.all<char>().resource()};
    if (distinct > most_without_table) {
        std::size_t size = 2 * distinct;
        do {
            for (++size; !is_prime(size); ++size) {
            }
            table.assign(size, -1);
        } while (!fill_hash(all, table));
    }
    model.set<std::int16_t>(model.animation_lookup, table);
    return {};
}

// What compute_probabilities() does, for several ids. `is_id`: by id, whether it is one of them.
template <class = when_used> void share_probabilities(owned_model& model, const pool<std::uint8_t>& is_id) {
    constexpr std::int64_t whole = 32767;
    pool<std::int64_t> sums{is_id.size(), model.all<char>().resource()};
    const auto for_each = [&](const auto& change) {
        for (owned_animation& one : model.get(model.animations)) {
            if (is_id[one.id] != 0 && one.probability > 0) {
                change(one.probability, sums[one.id]);
            }
        }
    };
    for_each([](std::int16_t part, std::int64_t& sum) { sum += part; });
    for_each([](std::int16_t& part, std::int64_t sum) { part = static_cast<std::int16_t>(part * whole / sum); });
}

}}}} // namespace effigy::v0::m2::impl
