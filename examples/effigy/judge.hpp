// Whether a file is sound: the same verdict in every command.
#pragma once

#include "walk.hpp"

#include <effigy/any.hpp>
#include <effigy/file.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

namespace tool {

enum class status : std::uint8_t {
    ok,
    skipped, // effigy does not read files of this kind
    error,   // a file that effigy reads, and that is broken; or one that the system does not open
};

struct judgement {
    tool::status status = status::error;
    std::optional<effigy::identity> is; // none: the file could not be read
    std::uint64_t bytes = 0;
    effigy::error why; // unless ok
};

// A refusal as the system would give it; `what` is static.
inline effigy::error io_error(const char* what, std::errc number) {
    return {{what}, effigy::errc::io, 0, static_cast<std::int64_t>(number)};
}

// "grimrock_model"
std::string_view name_of(effigy::kind kind);
std::string_view name_of(tool::status status);

// A file that could not be opened as what it is. The ending of a format that effigy reads is a claim: without bytes, or
// with bytes of no known format, the file is broken. Without that ending it may be anything.
inline tool::status status_of(const std::filesystem::path& path, const effigy::identity& is, const effigy::error& why) {
    switch (is.what) {
    case effigy::kind::unknown:
    case effigy::kind::empty: return has_read_ending(path) ? status::error : status::skipped;
    default: return why.code == effigy::errc::unsupported ? status::skipped : status::error;
    }
}

// A named pipe or device, also behind a symbolic link: opening it may wait for ever.
inline bool is_special(const std::filesystem::path& path) {
    std::error_code failure;
    return std::filesystem::is_other(path, failure) && !failure;
}

// Opens and verifies a file. Calls show(view, judgement) if it can be opened, also where verification fails.
template <class Show> judgement judge(const std::filesystem::path& path, const Show& show) {
    judgement out;
    if (is_special(path)) {
        out.why = io_error("not a regular file", std::errc::invalid_argument);
        return out;
    }
    const auto file = effigy::file::open(path);
    if (!file) {
        out.why = file.error();
        return out;
    }
    const auto bytes = file->bytes();
    out.is = effigy::identify(bytes);
    out.bytes = bytes.size();
    bool opened = false;
    const effigy::error refusal = effigy::visit(bytes, [&](const auto& view) {
        opened = true;
        out.why = verify(view);
        out.status = out.why ? status::error : status::ok;
        show(view, out);
    });
    if (!opened) {
        out.why = refusal;
        out.status = status_of(path, *out.is, refusal);
    }
    return out;
}

// Shows each file that the arguments mean: show(path) gives its judgement. Why one is not sound goes to standard error.
// 0 when all are, else 1.
int show_each(const std::vector<std::filesystem::path>& arguments,
              const std::function<judgement(const std::filesystem::path&)>& show);

} // namespace tool
