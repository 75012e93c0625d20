// The console of Windows. On other systems, nothing is to be done.
#pragma once

namespace tool {

// While it lives, the console shows UTF-8. At the end, a window that was opened for this program alone stays until a
// key is pressed: the program was started in the Explorer, where its output would vanish.
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
