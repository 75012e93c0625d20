// expect: constraints not satisfied
#include <effigy/grimrock.hpp>

#ifdef EFFIGY_WELL_FORMED
using item = effigy::grimrock::bone_record;
#else
using item = effigy::grimrock::node; // a view is not stored in files
#endif

const item* first(effigy::byte_view file) { return file.record_at<item>(0); }
