// own_record: reads records of a format of one's own, in big-endian order.
#include <effigy/core/byte_view.hpp>
#include <effigy/core/vector.hpp>

#include <iostream>

namespace {

using effigy::form;

// Two sprites; big-endian, as on most consoles.
constexpr unsigned char file[] = {'S',  'P',  'R',  'T',  0, 2,                //
                                  0x01, 0x00, 0x3F, 0xC0, 0, 0, 0x40, 0, 0, 0, //
                                  0x01, 0x01, 0xC0, 0x80, 0, 0, 0,    0, 0, 0};

struct header {
    effigy::text<4> magic;
    effigy::u16<form::big> count;
};
struct sprite {
    effigy::u16<form::big> image;
    effigy::vec2<form::big> position;
};
static_assert(effigy::wire<sprite> && sizeof(sprite) == 10);

} // namespace

int main() {
    const effigy::byte_view bytes{std::as_bytes(std::span{file})};
    const header* const head = bytes.record_at<header>(0); // null if it does not fit
    if (head == nullptr || head->magic != "SPRT") {
        std::cerr << "not a list of sprites\n";
        return 1;
    }
    // Empty if the file does not have that many.
    for (const sprite& one : bytes.array_at<sprite>(sizeof(header), head->count)) {
        std::cout << "image " << one.image << " at " << one.position.x << ' ' << one.position.y << '\n';
    }
    return 0;
}
