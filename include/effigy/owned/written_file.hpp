// What encode() returns.
#pragma once

#include <effigy/core/pool.hpp>
#include <effigy/core/result.hpp>

namespace effigy { inline namespace v0 {

// A file that FORMAT::encode(model, original) wrote.
struct written_file {
    file_bytes bytes;
    // Whether all that no field of the model holds is that of the original: bytes without meaning, and where the parts
    // are. If not, the file is that of encode(model).
    bool kept_rest = false;
};

namespace impl {

[[nodiscard]] inline result<written_file> written(result<file_bytes> file, bool kept_rest) {
    if (!file) {
        return file.error();
    }
    return written_file{*std::move(file), kept_rest};
}

} // namespace impl

}} // namespace effigy::v0
