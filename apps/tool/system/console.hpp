// The console of Windows, outputs that are closed, interruptions, and what is said of wrong usage.
#pragma once

#include <iostream>
#include <string>
#include <string_view>

namespace tool {

// From here on, the program goes on if the reader of its output closes it, as `effigy set .. | head` does.
void ignore_closed_output();

// From here on, Ctrl-C, SIGTERM, SIGHUP and the closing of the window call clean_up() on another thread before they end
// the program. Call this before other threads start. What the program was started to ignore stays ignored.
void clean_up_if_interrupted(void (*clean_up)());

// On Windows, while it lives, the console shows UTF-8. At the end, a window that was opened for this program alone
// stays until a key is pressed: the program was started in the Explorer, where its output would vanish.
class console {
public:
    console();
    console(const console&) = delete;
    console& operator=(const console&) = delete;
    ~console();

#if defined(_WIN32)
private:
    unsigned code_page_; // before
#endif
};

// Says what is wrong, and where help is. `command`: empty if there is none. Returns the exit status.
inline int wrong_usage(std::string_view command, std::string_view why) {
    std::cerr << "effigy: " << why << "\nSee effigy " << command << (command.empty() ? "" : " ") << "--help.\n";
    return 2;
}

} // namespace tool
