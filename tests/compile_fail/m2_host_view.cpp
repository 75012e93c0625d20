// expect: constraints not satisfied
#include <effigy/m2.hpp>

#ifdef EFFIGY_WELL_FORMED
constexpr effigy::form order = effigy::form::big;
#else
constexpr effigy::form order = effigy::form::host; // no file has this form
#endif

bool is_model(std::span<const std::byte> file) { return effigy::m2::open<order>(file).has_value(); }
