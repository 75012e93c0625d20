// expect: include <effigy/shinobi/regions.hpp>
#include <effigy/grimrock/regions.hpp>
#include <effigy/shinobi/view.hpp>

#ifdef EFFIGY_WELL_FORMED
#include <effigy/shinobi/regions.hpp>
#endif

void count(const effigy::shinobi::model& model, unsigned& all) {
    effigy::grimrock::regions(model, [&](const effigy::region&) { ++all; });
}
