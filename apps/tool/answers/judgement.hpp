// What a command finds out about a file. Knows no file system.
#pragma once

#include "lasting_error.hpp"

#include <effigy/any.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

struct joined_model;

enum class status : std::uint8_t {
    ok,
    skipped, // effigy does not read files of this kind
    error,   // broken, or cannot be opened
};

struct judgement {
    tool::status status = status::error;
    std::optional<effigy::identity> is; // none if the file cannot be read
    std::uint64_t bytes = 0;
    lasting_error why;     // none if ok
    std::string words;     // why the options do not fit the file, or what to do about `why`; empty: `why` says all
    std::string companion; // the name of the companion that `why` is about; empty if it is about the file itself
    std::shared_ptr<const joined_model> joined; // World of Warcraft only: the model and its companions
    std::vector<std::string> missing;           // the names of companions that are not there
};

// "truncated: the file is cut off or damaged: .. at offset 20: ..", after the name of the companion if the error is
// about one.
std::string reason(const judgement& judged);

// "without supermodel pmh0.mdl (its animations)"; empty if `file` is.
std::string without_supermodel(const std::string& file);

std::string_view name_of(tool::status status);

// Returns whether a file with this name must be in a format that effigy identifies and reads. False for .anim, since
// the file may consist of keys alone.
bool has_read_extension(std::string_view name);

// The status of a file that cannot be opened. A file that is empty or has no known format is an error if its extension
// is that of a format that effigy reads; with any other extension it is skipped.
tool::status status_of(std::string_view name, const effigy::identity& is, const effigy::error& why);

inline constexpr std::string_view key_file_extension = ".anim"; // in upper or lower case

// Whether the file may be an .anim without chunks, whose bytes do not identify it.
bool may_be_keys(std::string_view name, const effigy::identity& is);

// Why the content of a file that can be opened is not sound.
template <class View> [[nodiscard]] effigy::error defect_of(const View& view) { return verify(view); }
[[nodiscard]] effigy::error defect_of(const effigy::nwn::text_model& text); // why it cannot be compiled

// Why a file with this name must not have the content.
template <class View> [[nodiscard]] effigy::error defect_of_name(const View&, std::string_view) { return {}; }
[[nodiscard]] effigy::error defect_of_name(const effigy::nwn::text_model& text, std::string_view name);

// Opens and verifies a file without companions. Calls show(view, judgement) if it can be opened. `out.is` must be set.
template <class Show>
void judge_by_itself(std::string_view name, effigy::borrowed_bytes bytes, const Show& show, judgement& out) {
    bool opened = false;
    const effigy::error refusal = effigy::visit(bytes, [&](const auto& view) {
        opened = true;
        out.why = defect_of_name(view, name);
        if (!out.why) {
            out.why = defect_of(view);
        }
        out.status = out.why ? status::error : status::ok;
        show(view, out);
    });
    if (!opened) {
        out.why = refusal;
        out.status = status_of(name, *out.is, refusal);
    }
}

} // namespace tool
