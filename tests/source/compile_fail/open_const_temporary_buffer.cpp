// expect: a temporary buffer: the view would dangle
#include <effigy/grimrock.hpp>

#include <string>

const std::string& cached();

effigy::result<effigy::grimrock::animation> open() {
#ifdef EFFIGY_WELL_FORMED
    return effigy::grimrock::open_animation(std::as_bytes(std::span{cached()}));
#else
    return effigy::grimrock::open_animation(static_cast<const std::string&&>(cached())); // a const temporary
#endif
}
