// Findings in chunks.
#pragma once

#include <effigy/m2/lint/report.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {
using namespace effigy::impl;

// Reports a chunk with the same id as an earlier one, among those that find_chunk() searches.
template <class = when_used>
void lint_chunks(const reporter<>& report, const char* file, const chunk_list& all) {
    std::string_view seen[most_searched_chunks];
    std::uint32_t count = 0;
    for (const m2::chunk one : all) {
        if (count == most_searched_chunks) {
            return;
        }
        for (std::uint32_t i = 0; i < count; ++i) {
            if (seen[i] == one.id()) {
                report(odd::chunk_twice, place(file, "chunks[]").element(count), one.id().data(), one.id());
                return;
            }
        }
        seen[count++] = one.id();
    }
}

// Reports entries of AFID for animations that do not exist.
template <class = when_used>
void lint_animation_files(const reporter<>& report, const char* file, const array<animation_file_record>& files,
                          const animation_list& animations, std::uint64_t most_steps) {
    if (animations.empty() || std::uint64_t{files.size()} * animations.size() > most_steps) {
        return;
    }
    animations.visit_records([&](const auto& all) {
        report.first(
            odd::animation_file, place(file, "chunks.AFID[]"), files,
            [&](const animation_file_record& one, std::uint32_t) {
                for (const auto& record : all) {
                    if (record.id == one.id && record.variation == one.variation) {
                        return false;
                    }
                }
                return true;
            },
            [](const animation_file_record& one, std::uint32_t) { return animation_name(one.id); });
    });
}

}}}} // namespace effigy::v0::m2::impl
