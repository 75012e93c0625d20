// Random edits of World of Warcraft models that own their data, and of the files that they come from.
#pragma once

#include "support/random_edits.hpp"

#include <effigy/content.hpp>
#include <effigy/m2/encode.hpp>

namespace support {

[[nodiscard]] inline bool same_bytes(const effigy::m2::written_files& a, const effigy::m2::written_files& b) {
    bool same = same_bytes(a.model, b.model) && a.companions.size() == b.companions.size();
    for (std::size_t i = 0; same && i < a.companions.size(); ++i) {
        same = same_bytes(a.companions[i].bytes, b.companions[i].bytes);
    }
    return same;
}
// Opens and decodes files that encode() wrote.
[[nodiscard]] inline effigy::result<effigy::m2::owned_model> read_back(const effigy::m2::written_files& files) {
    const auto table = files.table();
    const auto opened = effigy::m2::open(files.model, std::span<const effigy::m2::companion>{table});
    return opened ? decode(*opened) : effigy::result<effigy::m2::owned_model>{opened.error()};
}

// Edits a copy of a model, and sometimes one of the files that it was decoded from, and encodes it. Each encode() must
// return an error, or files that are read back as the edited model. The original must not make an error. Returns what
// is wrong, or nothing. Adds the models to `written`.
[[nodiscard]] inline const char* try_m2_edits(const effigy::m2::owned_model& original, std::span<const std::byte> file,
                                              std::span<const effigy::m2::companion> companions, std::uint64_t seed,
                                              std::size_t& written) {
    namespace m2 = effigy::m2;
    editor random{seed};
    m2::owned_model edited = original;
    for (std::size_t i = 0, count = 1 + random.below(3); i < count; ++i) {
        random.edit(edited);
    }
    std::vector<std::byte> model{file.begin(), file.end()};
    std::vector<m2::companion> table{companions.begin(), companions.end()};
    std::vector<std::byte> changed;
    if (random.below(2) == 0) {
        const std::size_t which = random.below(table.size() + 1);
        if (which == table.size()) {
            random.edit(model);
        } else {
            const std::span<const std::byte> bytes = table[which].bytes;
            changed.assign(bytes.begin(), bytes.end());
            random.edit(changed);
            table[which].bytes = std::span<const std::byte>{changed};
        }
    }
    const auto plain = encode(edited);
    const auto in_places = encode(edited, std::span<const std::byte>{model}, table);
    // Only an original has the elements of flipbooks, whose size is unknown.
    if (plain ? !in_places : in_places && (edited.flipbooks.count == 0 || !in_places->kept_rest)) {
        return "an original makes no error";
    }
    if (!in_places) {
        return plain.error().path[0] == '\0' ? "an error has a path" : "";
    }
    const bool has_chunks = edited.is_chunked || edited.skeletons.count != 0; // unknown ones are kept
    if (!in_places->kept_rest && !has_chunks && !same_bytes(*in_places, *plain)) {
        return "without the rest of the original, the order is canonical";
    }
    for (const auto* const files : {plain ? &*plain : nullptr, &*in_places}) {
        if (files == nullptr) {
            continue;
        }
        ++written;
        const auto read = read_back(*files);
        if (!read) {
            return read.error().code == effigy::errc::budget ? "" : "what is written can be read";
        }
        bool is_same = true;
        const effigy::error why = differences(*read, edited, [&](const effigy::difference&) { is_same = false; });
        if (!is_same && !why) {
            return "what is written is read as the edited model";
        }
        const auto again = encode(*read);
        if (plain && (!again || !same_bytes(*again, *plain))) {
            return "what is read is what was written";
        }
    }
    return "";
}

} // namespace support
