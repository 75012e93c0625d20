// The console of Windows, and outputs that are closed.
#pragma once

namespace tool {

// From here on, the program goes on if the reader of its output closes it, as `effigy set .. | head` does.
void ignore_closed_output();

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

} // namespace tool
