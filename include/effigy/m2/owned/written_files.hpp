// What encode() returns.
#pragma once

#include <effigy/core/pool.hpp>
#include <effigy/m2/view/companion.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// A file beside the model, see companion.
struct written_companion {
    companion_kind kind = companion_kind::skin_file;
    std::uint16_t id = 0;
    std::uint16_t variation = 0;
    file_bytes bytes;
};

// The files of a model.
struct written_files {
    file_bytes model;
    pool<written_companion> companions; // those of the original in their order, or sorted by comes_before
    // Whether all that no field of the model holds is that of the original: bytes without meaning, and where the parts
    // are. If not, the files are those of encode(model), with the chunks of the original that effigy does not know.
    bool kept_rest = false;

    // Returns the companions as open() takes them; they refer to the bytes of this object.
    [[nodiscard]] pool<companion> table() const {
        pool<companion> out{companions.resource()};
        out.reserve(companions.size());
        for (const written_companion& one : companions) {
            out.push_back({one.kind, one.id, one.variation, one.bytes});
        }
        return out;
    }
};

}}} // namespace effigy::v0::m2
