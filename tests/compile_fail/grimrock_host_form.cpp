// expect: a view shows the bytes of a file
#include <effigy/grimrock.hpp>

std::uint32_t count_nodes(std::span<const std::byte> bytes) {
#ifdef EFFIGY_WELL_FORMED
    return effigy::grimrock::open<effigy::form::big>(bytes)->nodes().size();
#else
    return effigy::grimrock::open<effigy::form::host>(bytes)->nodes().size();
#endif
}
