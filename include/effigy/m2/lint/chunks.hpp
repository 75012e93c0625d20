// Findings in chunks.
#pragma once

#include <effigy/m2/lint/report.hpp>

namespace effigy::inline v0::m2::impl {
using namespace effigy::impl;

// Reports a chunk with the same id as an earlier one, among those that find_chunk() searches.
template <form F, class Sink>
void lint_chunks(const reporter<Sink>& report, const char* file, const basic_chunks<F>& all) {
    std::string_view seen[most_searched_chunks];
    std::uint32_t count = 0;
    for (const basic_chunk<F> one : all) {
        if (count == most_searched_chunks || !one) { // empty if the bytes changed
            return;
        }
        for (std::uint32_t i = 0; i < count; ++i) {
            if (seen[i] == one.id()) {
                report(
                    {severity::warning, "chunk-twice", "an earlier chunk has the same id; only the first one is used"},
                    report.inner(place(file, "chunks[]"), count), one.id().data(), one.id());
                return;
            }
        }
        seen[count++] = one.id();
    }
}

// Reports entries of AFID for animations that do not exist.
template <form F, class Sink>
void lint_animation_files(const reporter<Sink>& report, const char* file, const array<basic_animation_file<F>>& files,
                          const basic_animations<F>& animations, std::uint64_t most_steps) {
    if (animations.empty() || std::uint64_t{files.size()} * animations.size() > most_steps) {
        return;
    }
    animations.visit_records([&](const auto& all) {
        report.first(
            {severity::note, "animation-file", "an entry for an animation that does not exist"},
            place(file, "chunks.AFID[]"), files,
            [&](const basic_animation_file<F>& one, std::uint32_t) {
                for (const auto& record : all) {
                    if (record.id == one.id && record.variation == one.variation) {
                        return false;
                    }
                }
                return true;
            },
            [](const basic_animation_file<F>& one, std::uint32_t) { return animation_name(one.id); });
    });
}

} // namespace effigy::inline v0::m2::impl
