#include "console.hpp"

#if defined(_WIN32)

#include <tool/answers/text.hpp>

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

namespace {

void (*at_interruption)() = nullptr;

BOOL WINAPI interrupted(DWORD) {
    at_interruption();
    return FALSE; // the next handler ends the program
}

} // namespace

void clean_up_if_interrupted(void (*clean_up)()) {
    at_interruption = clean_up;
    SetConsoleCtrlHandler(interrupted, TRUE);
}

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
#include <system_error>
#include <thread>

namespace tool {

void ignore_closed_output() { static_cast<void>(std::signal(SIGPIPE, SIG_IGN)); }

// A thread waits for the signals, which are blocked in all threads: clean_up() may do more than a signal handler may.
void clean_up_if_interrupted(void (*clean_up)()) {
    sigset_t awaited;
    sigset_t before;
    sigemptyset(&awaited);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction current{};
        if (sigaction(number, nullptr, &current) == 0 && current.sa_handler != SIG_IGN) { // nohup ignores SIGHUP
            sigaddset(&awaited, number);
        }
    }
    pthread_sigmask(SIG_BLOCK, &awaited, &before);
    try {
        std::thread{[awaited, clean_up] {
            int number = 0;
            if (sigwait(&awaited, &number) == 0) {
                clean_up();
                pthread_sigmask(SIG_UNBLOCK, &awaited, nullptr);
                raise(number);
            }
        }}.detach();
    } catch (const std::system_error&) { // the system starts no thread
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
    }
}

console::console() = default;
console::~console() = default;

} // namespace tool

#endif
