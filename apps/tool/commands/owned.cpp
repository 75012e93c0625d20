#include "owned.hpp"

#include <tool/system/judge.hpp>

#include <effigy/nwn/decode_text.hpp>

#include <utility>

namespace tool {

void owned_file::refuse(const effigy::error& why) {
    if (why) {
        judged.why = why;
        judged.companion.clear();
        judged.status = why.code == effigy::errc::unsupported ? status::skipped : status::error;
    }
}

owned_file read_owned(const std::filesystem::path& path, model_cache& models) {
    owned_file out;
    lasting_error failure;
    out.judged = judge(path, models, [&](const auto& view, const judgement& judged) {
        if (judged.status != status::ok) {
            return;
        }
        if constexpr (requires { decode(view); }) {
            auto own = decode(view);
            failure = own.error();
            if (own) {
                out.content = *std::move(own);
            }
        } else {
            failure = {{judged.is->name}, effigy::errc::unsupported, 0, -1, "read with its .m2"};
        }
    });
    out.refuse(failure);
    return out;
}

} // namespace tool
