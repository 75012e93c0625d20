// What the tests leave out on a system that cannot do it. `tests/platforms` shows these lines.
#pragma once

namespace support {

// Prints "left out: WHAT: WHY", the first time.
void left_out(const char* what, const char* why);

} // namespace support
