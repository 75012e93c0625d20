// expect: a temporary buffer: the view would dangle
#include <effigy/grimrock.hpp>

#include <vector>

std::vector<std::byte> download();

std::uint32_t count_nodes() {
#ifdef EFFIGY_WELL_FORMED
    const std::vector<std::byte> bytes = download();
    return effigy::grimrock::open(bytes)->nodes().size();
#else
    return effigy::grimrock::open(download())->nodes().size(); // the view would dangle
#endif
}
