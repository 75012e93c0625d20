// What lint() reports: something unusual in a file that can be read.
#pragma once

#include <effigy/core/function_ref.hpp>
#include <effigy/core/result.hpp>

#include <string_view>

namespace effigy { inline namespace v0 {

enum class severity : std::uint8_t {
    note,    // unusual, but harmless to a reader that knows the format
    warning, // a reader that trusts the file will show something wrong
};

// A kind of finding. FORMAT/lint/oddities.hpp has those of a format.
struct oddity {
    severity level = severity::note;
    const char* code = "";    // static, stable: "segment-ranges"
    const char* message = ""; // static: what is unusual and what to do about it
};

struct finding : location, oddity {
    // The name, in the file, of the node, selection, texture or other part. Empty if the part has no name.
    std::string_view name{}; // NOLINT(readability-redundant-member-init): g++ warns if an aggregate leaves it out
};

// What lint() calls for each finding.
using finding_sink = function_ref<void(const finding&)>;

}} // namespace effigy::v0
