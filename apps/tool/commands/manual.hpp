// The manual page and the completions of shells, made of the commands and options.
#pragma once

#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace tool {

// `version`: "effigy 0.1.0". `kind`: man, bash, zsh or fish.
[[nodiscard]] std::string manual_of(const CLI::App& app, std::string_view version, std::string_view kind);

} // namespace tool
