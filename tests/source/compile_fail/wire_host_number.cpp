// expect: constraints not satisfied
#include <effigy/core/cursor.hpp>

#ifdef EFFIGY_WELL_FORMED
using number = effigy::f32<effigy::form::little>;
#else
using number = float; // without a defined byte order
#endif

const number* next(effigy::cursor& from) { return from.record<number>("number"); }
