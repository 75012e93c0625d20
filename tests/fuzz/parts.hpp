// A model and the files beside it as one input.
#pragma once

#include <effigy/m2.hpp>

#include <algorithm>
#include <array>
#include <vector>

namespace fuzz {

using bytes = std::span<const std::byte>;

// An input that ends with the mark and a number has a table of so many entries before it; one without is a model alone.
// An entry: the kind, the variation, two bytes of the id, four of the size. The files lie before the table in its
// order, behind the model: sizes count from there, so that a model that grows moves no other file, and what does not
// fit is cut. Numbers are little-endian in every input.
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
        for (const effigy::m2::companion& one : companions()) {
            sum += effigy::window{one.bytes}.size();
        }
        return sum;
    }
};

[[nodiscard]] inline std::size_t number_at(bytes in, std::size_t at, std::size_t size) {
    std::size_t number = 0;
    for (std::size_t i = size; i > 0; --i) {
        number = number << 8U | std::to_integer<std::size_t>(in[at + i - 1]);
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
    const effigy::window last{end};
    if (end.size() <= parts::mark.size() || last.text_at(0, parts::mark.size()) != parts::mark) {
        return {.model = input};
    }
    out.count = std::min({number_at(end, parts::mark.size(), 1), parts::most, out.model.size() / parts::entry_size});
    const bytes entries = take_end(out.model, out.count * parts::entry_size);
    for (std::size_t i = out.count; i > 0; --i) {
        const bytes entry = entries.subspan((i - 1) * parts::entry_size, parts::entry_size);
        effigy::m2::companion& one = out.table[i - 1];
        one.kind = static_cast<effigy::m2::companion_kind>(number_at(entry, 0, 1) % 4);
        one.variation = static_cast<std::uint16_t>(number_at(entry, 1, 1));
        one.id = static_cast<std::uint16_t>(number_at(entry, 2, 2));
        one.bytes = take_end(out.model, number_at(entry, 4, 4));
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
    for (const effigy::m2::companion& one : companions) {
        const bytes more = one.bytes;
        out.insert(out.end(), more.begin(), more.end());
    }
    for (const effigy::m2::companion& one : companions) {
        add(static_cast<std::size_t>(one.kind), 1);
        add(one.variation, 1);
        add(one.id, 2);
        add(effigy::window{one.bytes}.size(), 4);
    }
    for (const char letter : parts::mark) {
        add(static_cast<unsigned char>(letter), 1);
    }
    add(companions.size(), 1);
    return out;
}

} // namespace fuzz
