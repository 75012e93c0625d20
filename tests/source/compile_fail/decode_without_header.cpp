// expect: include_effigy_grimrock_decode_hpp
#include <effigy/grimrock.hpp>
#ifdef EFFIGY_WELL_FORMED
#include <effigy/grimrock/decode.hpp>
#endif

bool can_be_copied(const effigy::grimrock::animation& from) {
    const auto own = decode(from);
    return own.has_value();
}
