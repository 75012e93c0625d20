#include "console.hpp"

#if defined(_WIN32)

#include "text.hpp"

#include <iostream>

#include <conio.h>
#include <windows.h>

#if defined(__MINGW32__)
extern "C" {
int _dowildcard = -1; // the C library replaces *.model by names of files; the shells of Windows do not
}
#endif

namespace tool {

void ignore_closed_output() {} // writing fails

console::console() : code_page_(GetConsoleOutputCP()) { SetConsoleOutputCP(CP_UTF8); }

console::~console() {
    DWORD process = 0;
    if (GetConsoleProcessList(&process, 1) == 1 && is_terminal(stdout)) {
        std::cout << "\nPress a key to close this window." << std::flush;
        _getwch();
    }
    std::cout.flush();
    SetConsoleOutputCP(code_page_);
}

} // namespace tool

#else

#include <csignal>

namespace tool {

void ignore_closed_output() { static_cast<void>(std::signal(SIGPIPE, SIG_IGN)); }

console::console() = default;
console::~console() = default;

} // namespace tool

#endif
