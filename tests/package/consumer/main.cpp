#include <effigy/grimrock.hpp>

#include <span>

// Nothing is no model: open() must say so.
int main() {
    const std::span<const std::byte> nothing;
    return effigy::grimrock::open(nothing) ? 1 : 0;
}
