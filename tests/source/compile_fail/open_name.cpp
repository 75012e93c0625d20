// expect: file::open() reads a file by its name
#include <effigy/p3d.hpp>

bool is_model() {
#ifdef EFFIGY_WELL_FORMED
    return effigy::p3d::open(std::string_view{"MLOD"}).has_value();
#else
    return effigy::p3d::open("house.p3d").has_value();
#endif
}
