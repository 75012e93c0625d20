// expect: non-const lvalue reference
#include <effigy/grimrock.hpp>

std::uint32_t count_nodes(std::span<const std::byte> bytes) {
#ifdef EFFIGY_WELL_FORMED
    const auto& model = *effigy::grimrock::open(bytes); // a value whose lifetime is extended
#else
    auto& model = *effigy::grimrock::open(bytes);
#endif
    return model.nodes().size();
}
