// Models that own their data, of any format.
#pragma once

#include "judge.hpp"

#include <effigy/grimrock/decode.hpp>
#include <effigy/m2/decode.hpp>
#include <effigy/nwn/decode_text.hpp>
#include <effigy/p3d/decode.hpp>

namespace tool {

// Like judge(), but calls show(owned model, judgement), only if the file is valid. Files that decode() does not read by
// themselves are skipped.
template <class Show> judgement judge_owned(const std::filesystem::path& path, model_cache& models, const Show& show) {
    effigy::error failure;
    judgement out = judge(path, models, [&](const auto& view, const judgement& judged) {
        if (judged.status != status::ok) {
            return;
        }
        if constexpr (requires { decode(view); }) {
            const auto own = decode(view);
            failure = own ? show(*own, judged) : own.error();
        } else {
            failure = {{judged.is->name}, effigy::errc::unsupported, 0, -1, "read with its .m2"};
        }
    });
    if (failure) {
        out.why = failure;
        out.companion.clear();
        out.status = failure.code == effigy::errc::unsupported ? status::skipped : status::error;
    }
    return out;
}

} // namespace tool
