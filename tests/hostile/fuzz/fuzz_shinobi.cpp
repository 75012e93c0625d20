#include "hostile/fuzz/engine.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    namespace shinobi = effigy::shinobi;
    const fuzz::bytes file = std::as_bytes(std::span{data, size});
    fuzz::read_and_overwrite(file, [](fuzz::bytes all) { return shinobi::open(all); });
    fuzz::read_and_overwrite(file, [](fuzz::bytes all) { return shinobi::open_animation(all); });
    return 0;
}
