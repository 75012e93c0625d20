// expect: a view shows the bytes of a file
#include <effigy/p3d.hpp>

#ifdef EFFIGY_WELL_FORMED
constexpr effigy::form order = effigy::form::big;
#else
constexpr effigy::form order = effigy::form::host; // no file has this form
#endif

bool is_model(std::span<const std::byte> file) { return effigy::p3d::open<order>(file).has_value(); }
