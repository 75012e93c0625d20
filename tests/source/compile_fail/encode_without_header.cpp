// expect: include_effigy_p3d_encode_hpp
#include <effigy/p3d/decode.hpp>
#ifdef EFFIGY_WELL_FORMED
#include <effigy/p3d/encode.hpp>
#endif

bool can_be_written(const effigy::p3d::owned_model& from) {
    const auto file = encode(from);
    return file.has_value();
}
