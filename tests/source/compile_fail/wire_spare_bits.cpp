// expect: constraints not satisfied
#include <effigy/core/byte_view.hpp>

struct flags {
#ifdef EFFIGY_WELL_FORMED
    effigy::u8 all;
#else
    effigy::u8 visible : 1; // the layout of bit-fields depends on the compiler
#endif
};

std::span<const flags> first(effigy::byte_view file) { return file.array_at<flags>(0, 16); }
