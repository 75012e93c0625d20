# Makes explanations.hpp of docs/findings.md: a text for each heading and each row of its tables.
#   cmake -D FROM=docs/findings.md -D TO=explanations.hpp -P explanations.hpp.cmake
file(READ ${FROM} page)
string(REGEX REPLACE "\n(## |\\| `)([^\n]*)" "\n\t    R\"row(\\1\\2)row\"," page "\n${page}")
string(REGEX REPLACE "\n[^\t\n][^\n]*" "" page "${page}") # all other lines
string(REGEX REPLACE "\n+\t?" "\n" page "${page}")
file(WRITE ${TO} "// Made of docs/findings.md.
#pragma once

#include <string_view>

inline constexpr std::string_view explanations[] = {${page}};
")
