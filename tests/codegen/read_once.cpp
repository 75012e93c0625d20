// A field is loaded once with read_once(), although it is tested and then used. The file may change in between.
#include <effigy/core/window.hpp>

using number = effigy::u32<effigy::form::little>;

extern "C" {

std::uint32_t choose(const number& type, const number* fields) {
    switch (const std::uint32_t once = effigy::read_once(type)) {
    case 0: return fields[0];
    case 1: return fields[2] * 3;
    case 2: return fields[1] + 5;
    case 3: return fields[4] ^ 7;
    case 4: return fields[3] - 9;
    default: return once;
    }
}

std::uint32_t look_up(const number& index, std::span<const number> numbers) {
    const number* const found = effigy::find_at(numbers, effigy::read_once(index));
    return found != nullptr ? found->get() : 0;
}
}
