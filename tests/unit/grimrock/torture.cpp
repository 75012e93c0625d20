#include "grimrock/torture.hpp"

TEST_CASE("grimrock: a model survives corruption") {
    walk::torture("MDL1 2", fixtures::write(fixtures::everything(2), 2),
                  [](std::span<const std::byte> file) { return effigy::grimrock::open(file); });
}

TEST_CASE("grimrock: animations survive corruption") {
    for (const int version : {1, 2}) {
        walk::torture("ANIM", fixtures::write(fixtures::moves(), version),
                      [](std::span<const std::byte> file) { return effigy::grimrock::open_animation(file); });
    }
}
