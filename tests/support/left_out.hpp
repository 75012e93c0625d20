// Reports what the tests leave out on systems that do not support it. `tests/platforms` shows these lines.
#pragma once

namespace support {

// Prints "left out: WHAT: WHY" on the first call with this text.
void left_out(const char* what, const char* why);

} // namespace support
