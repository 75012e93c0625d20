// Decides whether a file is sound, in the same way for every command.
#pragma once

#include "animation_keys.hpp"
#include "text.hpp"
#include "walk.hpp"

#include <effigy/any.hpp>
#include <effigy/file.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace tool {

enum class status : std::uint8_t {
    ok,
    skipped, // effigy does not read files of this kind
    error,   // broken, or cannot be opened
};

struct judgement {
    tool::status status = status::error;
    std::optional<effigy::identity> is; // none if the file cannot be read
    std::uint64_t bytes = 0;
    effigy::error why;     // none if ok
    std::string companion; // the name of the companion that `why` is about; empty if it is about the file itself
    std::shared_ptr<const joined_model> joined; // World of Warcraft only: the model and its companions
};

// "truncated: .. at offset 20: ..", after the name of the companion if the error is about one.
std::string reason(const judgement& judged);

// "FILE<TAB>skipped<TAB>WHY\n", or with "error".
std::string complaint_line(const style& paint, const std::filesystem::path& path, const judgement& judged);

// Returns an error with this error number of the system. The error refers to `what`, which must be a string literal.
inline effigy::error io_error(const char* what, std::errc number) {
    return {{what}, effigy::errc::io, 0, static_cast<std::int64_t>(number)};
}

std::string_view name_of(tool::status status);

// The status of a file that cannot be opened. A file that is empty or has no known format is an error if its extension
// is that of a format that effigy reads; with any other extension it is skipped.
inline tool::status status_of(const std::filesystem::path& path, const effigy::identity& is, const effigy::error& why) {
    switch (is.kind) {
    case effigy::file_kind::unknown:
    case effigy::file_kind::empty: return has_read_extension(path) ? status::error : status::skipped;
    default: return why.code == effigy::errc::unsupported ? status::skipped : status::error;
    }
}

// Whether the file may be an .anim without chunks, whose bytes do not identify it.
bool may_be_keys(const std::filesystem::path& path, const effigy::identity& is);

namespace impl {

template <class Show> void judge_by_itself(const std::filesystem::path& path, effigy::borrowed_bytes bytes,
                                           const Show& show, judgement& out) {
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
}

template <class Show>
void judge_model(const std::filesystem::path& path, model_cache& models, const Show& show, judgement& out) {
    const std::shared_ptr<const joined_model> joined = models.of(path);
    out.why = joined->why;
    out.companion = name_of_file(joined->where);
    out.joined = joined;
    if (joined->model) {
        out.status = joined->is_sound() ? status::ok : status::error;
        show(*joined->model, out);
    } else {
        out.status = status_of(path, *out.is, out.why);
    }
}

template <class Show> void judge_keys(const std::filesystem::path& path, effigy::borrowed_bytes bytes,
                                      model_cache& models, const Show& show, judgement& out) {
    const paired_keys keys = pair_keys(path, bytes, models);
    out.why = keys.why;
    if (out.why.code == effigy::errc::unsupported) {
        out.status = status::skipped;
        return;
    }
    out.status = out.why ? status::error : status::ok;
    out.is = effigy::identity{effigy::file_kind::m2_animation, "World of Warcraft M2 animation keys"};
    if (keys.joined != nullptr) {
        show(animation_keys{*keys.joined->model, keys.animation, effigy::byte_view{bytes}}, out);
    }
}

} // namespace impl

// Opens and verifies a file; opens a World of Warcraft model with its companions. Calls show(view, judgement) if the
// file can be opened, even if verification fails.
template <class Show> judgement judge(const std::filesystem::path& path, model_cache& models, const Show& show) {
    judgement out;
    const auto file = read_regular(path);
    if (!file) {
        out.why = file.error();
        return out;
    }
    const auto bytes = file->bytes();
    out.is = effigy::identify(bytes);
    out.bytes = bytes.size();
    if (out.is->kind == effigy::file_kind::m2_model) {
        impl::judge_model(path, models, show, out);
    } else if (may_be_keys(path, *out.is)) {
        impl::judge_keys(path, bytes, models, show, out);
    } else {
        impl::judge_by_itself(path, bytes, show, out);
    }
    return out;
}

// Calls show(path), which returns a judgement, for each file of the arguments. Writes to standard error why a file is
// not valid. Returns 0 if all are valid, 1 if not. Shows the progress unless `quiet` is set or the output of show()
// goes to a terminal, too.
int show_each(const std::vector<std::filesystem::path>& arguments, bool quiet,
              const std::function<judgement(const std::filesystem::path&)>& show);

} // namespace tool
