// A model and its accompanying files as one input.
#pragma once

#include <effigy/m2.hpp>

#include <algorithm>
#include <array>
#include <vector>

namespace fuzz {

using bytes = std::span<const std::byte>;

// The layout of an input: the model, the files, a table of entries, the mark, the number of entries (1 byte). An input
// without the mark is a model alone. An entry of the table: kind (1 byte), variation (1), id (2), size (4), all
// little-endian. Files are in the order of the table. They are located from the end of the input, so that a change of
// the model's length moves no other file. Files that do not fit are truncated.
struct parts {
    static constexpr std::size_t most = 16;
    static constexpr std::size_t entry_size = 8;
    static constexpr std::string_view mark = "beside:";

    bytes model;
    std::array<effigy::m2::companion, most> table{};
    std::size_t count = 0;

    [[nodiscard]] std::span<const effigy::m2::companion> companions() const { return std::span{table}.first(count); }
    [[nodiscard]] std::uint64_t size() const {
        std::uint64_t sum = model.size();
        for (const effigy::m2::companion& companion : companions()) {
            sum += effigy::byte_view{companion.bytes}.size();
        }
        return sum;
    }
};

[[nodiscard]] inline std::size_t number_at(bytes from, std::size_t at, std::size_t size) {
    std::size_t number = 0;
    for (std::size_t i = size; i > 0; --i) {
        number = number << 8U | std::to_integer<std::size_t>(from[at + i - 1]);
    }
    return number;
}
[[nodiscard]] inline bytes take_end(bytes& from, std::size_t size) {
    const bytes end = from.last(std::min(size, from.size()));
    from = from.first(from.size() - end.size());
    return end;
}

[[nodiscard]] inline parts split(bytes input) {
    parts out{.model = input};
    const bytes end = take_end(out.model, parts::mark.size() + 1);
    const effigy::byte_view last{end};
    if (end.size() <= parts::mark.size() || last.text_at(0, parts::mark.size()) != parts::mark) {
        return {.model = input};
    }
    out.count = std::min({number_at(end, parts::mark.size(), 1), parts::most, out.model.size() / parts::entry_size});
    const bytes entries = take_end(out.model, out.count * parts::entry_size);
    for (std::size_t i = out.count; i > 0; --i) {
        const bytes entry = entries.subspan((i - 1) * parts::entry_size, parts::entry_size);
        effigy::m2::companion& companion = out.table[i - 1];
        companion.kind = static_cast<effigy::m2::companion_kind>(number_at(entry, 0, 1) % 4);
        companion.variation = static_cast<std::uint16_t>(number_at(entry, 1, 1));
        companion.id = static_cast<std::uint16_t>(number_at(entry, 2, 2));
        companion.bytes = take_end(out.model, number_at(entry, 4, 4));
    }
    return out;
}

[[nodiscard]] inline std::vector<std::byte> joined(bytes file, std::span<const effigy::m2::companion> companions) {
    std::vector<std::byte> out{file.begin(), file.end()};
    const auto add = [&](std::size_t number, std::size_t size) {
        for (std::size_t i = 0; i < size; ++i) {
            out.push_back(static_cast<std::byte>(number >> 8 * i & 0xFFU));
        }
    };
    for (const effigy::m2::companion& companion : companions) {
        const bytes more = companion.bytes;
        out.insert(out.end(), more.begin(), more.end());
    }
    for (const effigy::m2::companion& companion : companions) {
        add(static_cast<std::size_t>(companion.kind), 1);
        add(companion.variation, 1);
        add(companion.id, 2);
        add(effigy::byte_view{companion.bytes}.size(), 4);
    }
    for (const char letter : parts::mark) {
        add(static_cast<unsigned char>(letter), 1);
    }
    add(companions.size(), 1);
    return out;
}

} // namespace fuzz
