// Models in text form as the game loads them: the binary form.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/nwn/decode_text.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

// Returns the binary form of a model in text form: what encode() makes of decode(). `by`: as for decode(). Errors:
// those of both.
EFFIGY_API [[nodiscard]] result<file_bytes>
compile(const text_model& from, producer by = producer::enhanced_edition,
        std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}}} // namespace effigy::v0::nwn

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/nwn/encode.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

EFFIGY_API_BODY result<file_bytes> compile(const text_model& from, producer by, std::pmr::memory_resource* memory) {
    const auto own = decode(from, by, memory);
    return own ? encode(*own, memory) : result<file_bytes>{own.error()};
}

}}} // namespace effigy::v0::nwn
#endif
