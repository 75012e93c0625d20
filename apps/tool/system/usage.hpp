// Wrong usage of a command.
#pragma once

#include <iostream>
#include <string>
#include <string_view>

namespace tool {

// Says what is wrong, and where help is. `command`: empty if there is none. Returns the exit status.
inline int wrong_usage(std::string_view command, std::string_view why) {
    std::cerr << "effigy: " << why << "\nSee effigy " << command << (command.empty() ? "" : " ") << "--help.\n";
    return 2;
}

} // namespace tool
