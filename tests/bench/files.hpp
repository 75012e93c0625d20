#pragma once

namespace bench {

// Prints for which sizes reading a file is cheaper than mapping it, with the file in the system's cache.
void compare_read_and_map();

} // namespace bench
