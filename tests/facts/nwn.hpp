// The facts of Neverwinter Nights' binary models.
#pragma once

#include "nwn/model.hpp"

#include <effigy/any.hpp>

namespace facts::nwn {

[[nodiscard]] inline verdict judge(const input& file) {
    if (effigy::identify(file.bytes).kind == effigy::file_kind::nwn_ascii_model) {
        return effigy::error{{"the file"}, effigy::errc::unsupported};
    }
    return judge_view(format::open(file.bytes), model_facts);
}

} // namespace facts::nwn
