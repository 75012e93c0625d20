#pragma once

namespace bench {

// Compares reading and mapping files of several sizes, with the files in the system's cache.
void compare_read_and_map();

} // namespace bench
