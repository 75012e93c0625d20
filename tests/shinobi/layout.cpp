// The layout of the format document of the engine's author ("seed"). The other records are Grimrock's.
#include "support/layout.hpp"

#include <effigy/shinobi/fields.hpp>

namespace {

using effigy::form;

template <form F> void check_shinobi_layouts() {
    using R = effigy::shinobi::basic_transform<F>;
    support::check_layout<R>(F, 0x00, 0x3C,
                             {
                                 {0x00, "vec3", "position", &R::position},
                                 {0x0C, "vec3", "rotX", &R::x},
                                 {0x18, "vec3", "rotY", &R::y},
                                 {0x24, "vec3", "rotZ", &R::z},
                                 {0x30, "vec3", "scale", &R::scale},
                             });
}

TEST_CASE("shinobi: each field is where the specification says") {
    check_shinobi_layouts<form::little>();
    check_shinobi_layouts<form::big>();
}

} // namespace
