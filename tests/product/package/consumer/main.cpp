#include <effigy/grimrock.hpp>

#include <span>

// Succeeds if open() rejects an empty file.
int main() {
    const std::span<const std::byte> nothing;
    return effigy::grimrock::open(nothing) ? 1 : 0;
}
