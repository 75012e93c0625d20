#include "judge.hpp"

#include "batch.hpp"

#include <effigy/report.hpp>

#include <iostream>

namespace tool {

std::string complaint_line(const style& paint, const std::filesystem::path& path, const judgement& judged) {
    const std::string word{name_of(judged.status)};
    return printable(path.string()) + '\t' +
           (judged.status == status::skipped ? paint.warning(word) : paint.bad(word)) + '\t' + reason(judged) + '\n';
}

std::string finding_line(const style& paint, const std::string& file, const effigy::finding& found) {
    const std::string level{effigy::name_of(found.level)};
    const bool is_mild = found.level == effigy::severity::note;
    return file + '\t' + (is_mild ? paint.faint(level) : paint.warning(level)) + '\t' +
           effigy::to_string(found).substr(level.size() + 2) + '\n';
}

int show_each(const std::vector<std::filesystem::path>& arguments, bool quiet,
              const std::function<judgement(const std::filesystem::path&)>& show) {
    bool all_sound = true;
    const found_files found = files_of(arguments);
    report_empty_folders(found);
    progress shown{found.files.size(), quiet || is_terminal(stdout), [&](std::size_t i) { return found.files[i]; }};
    for (std::size_t i = 0; i < found.files.size(); ++i) {
        const std::filesystem::path& path = found.files[i];
        shown.show(i);
        const judgement judged = show(path);
        if (judged.status != status::ok) {
            shown.clear();
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
