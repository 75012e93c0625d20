// Names of the fields of the Shinobi engine's records, see grimrock/fields.hpp.
#pragma once

#include <effigy/grimrock/fields.hpp>
#include <effigy/shinobi/records.hpp>

namespace effigy::inline v0 {

template <form F> struct description<shinobi::basic_transform<F>> {
    static constexpr const char* name = "transform";
    template <class... R> static constexpr void fields(auto&& visit) {
        visit("position", &R::position...);
        visit("rotX", &R::x...);
        visit("rotY", &R::y...);
        visit("rotZ", &R::z...);
        visit("scale", &R::scale...);
    }
};

} // namespace effigy::inline v0
