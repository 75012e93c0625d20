// expect: the host form of a number is the number itself
#include <effigy/nwn.hpp>

#ifdef EFFIGY_WELL_FORMED
constexpr auto order = effigy::form::big;
#else
constexpr auto order = effigy::form::host; // no file has this form
#endif

auto read(effigy::borrowed_bytes bytes) { return effigy::nwn::open<order>(bytes); }
