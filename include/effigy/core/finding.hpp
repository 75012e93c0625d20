// What lint() reports: odd, but readable.
#pragma once

#include <effigy/core/result.hpp>

#include <string_view>

namespace effigy::inline v0 {

enum class severity : std::uint8_t {
    note,    // unusual; harmless to whoever knows the format
    warning, // a reader that trusts the file shows something wrong
};

struct finding : location {
    severity level = severity::note;
    const char* code = "";    // static, stable: "segment-ranges"
    const char* message = ""; // static: what it is and what to do about it
    // Of the node, selection, texture or the like, in the file; empty where it has none.
    std::string_view name{}; // NOLINT(readability-redundant-member-init): g++ wants it of those who leave it out
};

} // namespace effigy::inline v0
