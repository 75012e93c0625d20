#include "hostile/fuzz/engine.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    namespace grimrock = effigy::grimrock;
    const fuzz::bytes file = std::as_bytes(std::span{data, size});
    fuzz::read_and_overwrite(file, [](fuzz::bytes all) { return grimrock::open(all); });
    fuzz::read_and_overwrite(file, [](fuzz::bytes all) { return grimrock::open_animation(all); });
    return 0;
}
