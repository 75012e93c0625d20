// The facts of Neverwinter Nights' models.
#pragma once

#include "nwn/model.hpp"
#include "nwn/text.hpp"

#include <effigy/any.hpp>

namespace facts::nwn {

[[nodiscard]] inline verdict judge(const input& file) {
    if (effigy::identify(file.bytes).kind == effigy::file_kind::nwn_ascii_model) {
        const auto text = format::open_text(file.bytes);
        return text ? verdict{text_facts(*text)} : verdict{text.error()};
    }
    return judge_view(format::open(file.bytes), model_facts);
}

} // namespace facts::nwn
