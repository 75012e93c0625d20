// expect: a file is a contiguous range of std::byte, unsigned char or char
#include <effigy/m2.hpp>

#include <vector>

#ifdef EFFIGY_WELL_FORMED
using element = unsigned char;
#else
using element = std::uint32_t;
#endif

bool is_model(const std::vector<element>& file) { return effigy::m2::open(file).has_value(); }
