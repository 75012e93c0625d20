// Models in text form.
#pragma once

#include "bench/benchmark.hpp"

#include <effigy/core/impl/decimal.hpp>
#include <effigy/nwn/decode_text.hpp>

#include <charconv>
#include <string_view>

namespace bench {

struct text_file {
    using input = bytes;

    static bool is(effigy::file_kind kind) { return kind == effigy::file_kind::nwn_ascii_model; }
};

namespace raw {

// Splits words and reads those that begin like a number; without lines, comments or lists.
[[nodiscard]] inline std::uint64_t read_words(bytes file) {
    const auto* at = reinterpret_cast<const char*>(file.data());
    const char* const end = at + file.size();
    const auto is_blank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
    double sum = 0;
    std::uint64_t words = 0;
    while (at != end) {
        const char* const begin = at;
        while (at != end && !is_blank(*at)) {
            ++at;
        }
        if (at != begin) {
            ++words;
            const char first = *begin;
            if (first == '-' || first == '.' || (first >= '0' && first <= '9')) {
                double number = 0;
                std::from_chars(begin, at, number);
                sum += number;
            }
        }
        at += at != end ? 1 : 0;
    }
    return words + static_cast<std::uint64_t>(sum > 0);
}

} // namespace raw

// The same words and numbers by the statements of a text.
[[nodiscard]] inline std::uint64_t read_statements(bytes file) {
    float sum = 0;
    std::uint64_t words = 0;
    const auto read = [&](const effigy::text_words& of) {
        for (const effigy::text_word& word : of) {
            ++words;
            float number = 0;
            sum += effigy::impl::read_number(word.text, number) ? number : 0;
        }
    };
    for (const effigy::nwn::statement& each : effigy::nwn::open_text(file)->statements()) {
        read(each.words());
        for (const effigy::text_words& row : each.rows()) {
            read(row);
        }
    }
    return words + static_cast<std::uint64_t>(sum > 0);
}

inline void compare_texts(const corpus& all) {
    const std::vector<bytes> files = all.select<text_file>();
    double size = 0;
    for (const bytes& file : files) {
        size += static_cast<double>(file.size());
    }
    std::printf("Neverwinter Nights text: %zu files of %.1f MB\n", files.size(), size / 1e6);
    if (files.empty()) {
        return;
    }
    const auto words = [&](std::size_t i) { return raw::read_words(files[i]); };
    const auto measure = [&](const char* what, const auto& reading) {
        const comparison found = compare(files.size(), 1, reading, words);
        print(what, found);
        std::printf("  %52s %10.0f %10.0f MB/s\n", "", size / found.first.median * 1e3,
                    size / found.second.median * 1e3);
    };
    measure("open_text : splitting words, reading numbers",
            [&](std::size_t i) { return effigy::nwn::open_text(files[i])->node_count(); });
    measure("all statements and numbers : the same", [&](std::size_t i) { return read_statements(files[i]); });
    measure("decode : the same", [&](std::size_t i) {
        const auto own = effigy::nwn::decode(*effigy::nwn::open_text(files[i]));
        return std::uint64_t{own ? own->nodes.count : 0};
    });
    std::printf("\n");
}

} // namespace bench
