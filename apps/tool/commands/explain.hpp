// What findings mean and what to do about them, as docs/findings.md says.
#pragma once

#include <string>
#include <string_view>

namespace tool {

// Returns the texts of a code, for each format that has it; empty if there is no such code.
[[nodiscard]] std::string explanation_of(std::string_view code);

// A line for each code of each format, with tabs between the columns: format, severity, code, message.
[[nodiscard]] std::string list_of_codes();

// "no finding has the code foo; similar ones are: ..", for a code that does not exist.
[[nodiscard]] std::string no_finding(std::string_view code);

} // namespace tool
