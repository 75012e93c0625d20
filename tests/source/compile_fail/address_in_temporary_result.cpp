// expect: address of
#include <effigy/grimrock.hpp>

std::uint32_t count_nodes(std::span<const std::byte> bytes) {
#ifdef EFFIGY_WELL_FORMED
    const auto opened = effigy::grimrock::open(bytes);
    const auto* const model = &opened.value();
#else
    const auto* const model = &effigy::grimrock::open(bytes).value();
#endif
    return model->nodes().size();
}
