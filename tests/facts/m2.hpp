// The facts of World of Warcraft's models of the versions 256 .. 263.
#pragma once

#include "m2/model.hpp"

namespace facts::m2 {

// Indices beyond their tables are no errors of these facts, so verify() has no say.
[[nodiscard]] inline verdict judge(const input& file) {
    if (file.order != order) {
        return effigy::error{{"the file"}, effigy::errc::unsupported};
    }
    const effigy::result<format::model> opened = format::open(file.bytes);
    if (!opened) {
        return opened.error();
    }
    return model_facts(*opened);
}

} // namespace facts::m2
