#include "judgement.hpp"

#include "text.hpp"

#include <effigy/nwn/decode_text.hpp>
#include <effigy/report.hpp>
#include <materials/texts.hpp>

#include <algorithm>
#include <iterator>

namespace tool {

std::string reason(const judgement& judged) {
    const std::string file = printable(judged.companion);
    return judged.words.empty() ? effigy::to_string(judged.why, file)
                                : file + (file.empty() ? "" : ": ") + judged.words;
}

effigy::error defect_of(const effigy::nwn::text_model& text) { return decode(text).error(); }

// The game takes nodes with nothing around them for a walk mesh, and not for a model.
effigy::error defect_of_name(const effigy::nwn::text_model& text, std::string_view name) {
    if (!text.is_bare() || !materials::lower_case(name).ends_with(".mdl")) {
        return {};
    }
    const effigy::nwn::statement first = *text.statements().begin();
    return {first.at("text"), effigy::errc::bad_magic, 0, text.file().value_at<effigy::u32<>>(0).get(),
            "a line \"newmodel NAME\"; without it, nodes are a walk mesh: .pwk, .dwk or .wok"};
}

std::string without_supermodel(const std::string& file) {
    return file.empty() ? "" : "without supermodel " + printable(file) + " (its animations)";
}

std::string_view name_of(tool::status status) {
    switch (status) {
    case status::ok: return "ok";
    case status::skipped: return "skipped";
    case status::error: return "error";
    }
    return "error";
}

bool has_read_extension(std::string_view name) {
    const std::size_t dot = name.rfind('.');
    return dot != std::string_view::npos && dot != 0 &&
           std::ranges::find(effigy::extensions, materials::lower_case(name.substr(dot))) !=
               std::end(effigy::extensions);
}

tool::status status_of(std::string_view name, const effigy::identity& is, const effigy::error& why) {
    switch (is.kind) {
    case effigy::file_kind::unknown:
    case effigy::file_kind::empty: return has_read_extension(name) ? status::error : status::skipped;
    default: return why.code == effigy::errc::unsupported ? status::skipped : status::error;
    }
}

bool may_be_keys(std::string_view name, const effigy::identity& is) {
    return (is.kind == effigy::file_kind::unknown || is.kind == effigy::file_kind::empty) &&
           materials::lower_case(name).ends_with(key_file_extension);
}

} // namespace tool
