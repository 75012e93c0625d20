// The facts of Neverwinter Nights' binary models.
#pragma once

#include "nwn/model.hpp"

#include <effigy/any.hpp>

namespace facts::nwn {

[[nodiscard]] inline verdict judge(const input& file) {
    if (effigy::identify(file.bytes).kind == effigy::file_kind::nwn_ascii_model) {
        return effigy::error{{"the file"}, effigy::errc::unsupported};
    }
    const effigy::result<format::model> opened = format::open(file.bytes);
    if (!opened) {
        return opened.error();
    }
    if (const effigy::error why = verify(*opened)) {
        return why;
    }
    return model_facts(*opened);
}

} // namespace facts::nwn
