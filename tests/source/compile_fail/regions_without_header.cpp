// expect: include_effigy_m2_regions_hpp
#include <effigy/m2.hpp>
#ifdef EFFIGY_WELL_FORMED
#include <effigy/m2/regions.hpp>
#endif

int count_regions(const effigy::m2::model& from) {
    int out = 0;
    regions(from, [&](const auto&) { ++out; });
    return out;
}
