#include "judge.hpp"

#include <effigy/report.hpp>

#include <iostream>

namespace tool {

std::string_view name_of(effigy::kind kind) {
    switch (kind) {
    case effigy::kind::unknown: return "unknown";
    case effigy::kind::empty: return "empty";
    case effigy::kind::grimrock_model: return "grimrock_model";
    case effigy::kind::grimrock_animation: return "grimrock_animation";
    case effigy::kind::shinobi_model: return "shinobi_model";
    case effigy::kind::shinobi_animation: return "shinobi_animation";
    case effigy::kind::nwn_model: return "nwn_model";
    case effigy::kind::nwn_ascii_model: return "nwn_ascii_model";
    case effigy::kind::m2_model: return "m2_model";
    case effigy::kind::m2_skin: return "m2_skin";
    case effigy::kind::m2_animation: return "m2_animation";
    case effigy::kind::m2_skeleton: return "m2_skeleton";
    case effigy::kind::m2_chunks: return "m2_chunks";
    case effigy::kind::p3d_model: return "p3d_model";
    case effigy::kind::p3d_animation: return "p3d_animation";
    case effigy::kind::unsupported: return "other";
    }
    return "unknown";
}

std::string_view name_of(tool::status status) {
    switch (status) {
    case status::ok: return "ok";
    case status::skipped: return "skipped";
    case status::error: return "error";
    }
    return "error";
}

std::string reason(const judgement& judged) {
    return judged.companion.empty() ? effigy::to_string(judged.why)
                                    : effigy::to_string(judged.why, printable(judged.companion));
}

std::string complaint_line(const style& paint, const std::filesystem::path& path, const judgement& judged) {
    const std::string word{name_of(judged.status)};
    return printable(path.string()) + '\t' +
           (judged.status == status::skipped ? paint.warning(word) : paint.bad(word)) + '\t' + reason(judged) + '\n';
}

bool may_be_keys(const std::filesystem::path& path, const effigy::identity& is) {
    return (is.what == effigy::kind::unknown || is.what == effigy::kind::empty) &&
           lower_case(name_of_file(path)).ends_with(key_file_extension);
}

int show_each(const std::vector<std::filesystem::path>& arguments,
              const std::function<judgement(const std::filesystem::path&)>& show) {
    bool all_sound = true;
    const found_files found = files_of(arguments);
    report_empty_folders(found);
    for (const std::filesystem::path& path : found.files) {
        const judgement judged = show(path);
        if (judged.status != status::ok) {
            std::cout.flush(); // keeps the order of the two streams on a terminal
            std::cerr << printable(path.string()) << ": " << reason(judged) << '\n';
            all_sound = false;
        }
        if (!std::cout) { // the reader of the output has closed it
            break;
        }
    }
    std::cout.flush();
    return all_sound ? 0 : 1;
}

} // namespace tool
