#include "begun_change.hpp"

#include "folders.hpp"
#include "output.hpp"
#include "standard_streams.hpp"
#include <tool/answers/text.hpp>

#include <effigy/report.hpp>

#include <string_view>
#include <utility>

namespace tool {

namespace fs = std::filesystem;

namespace {

// Whether a file may be a companion of a model.
bool may_be_companion(std::string_view name) {
    const std::string low = lower_case(name);
    return low.ends_with(".skin") || low.ends_with(".anim") || low.ends_with(".skel");
}
std::string names_in(const effigy::begun_files& found) {
    std::string out;
    for (const fs::path& name : found.names) {
        out += (out.empty() ? "" : ", ") + printable(name_of_file(name));
    }
    return out;
}
std::string journal_of(const fs::path& model) {
    return ".effigy-" + printable(name_of_file(model.filename())) + ".files";
}

// What to do if the files cannot be finished.
std::string advice_of(const fs::path& model, const effigy::error& why) {
    if (why.code == effigy::errc::io && why.path == std::string_view{"lock"}) {
        return "another program is writing the model";
    }
    const auto found = effigy::find_begun_files(model);
    const bool is_file = found && why.depth != 0 && why.index[0] < found->names.size();
    return "what an interrupted run began cannot be finished" +
           (is_file ? ", because of " + printable(name_of_file(found->names[why.index[0]])) : std::string{}) + ": " +
           (why.code == effigy::errc::io ? effigy::to_string(why)
                                         : "delete " + journal_of(model) + " to keep the files as they are");
}

} // namespace

std::string words_of_begun(const fs::path& model) {
    const auto found = effigy::find_begun_files(model);
    if (!found) {
        return advice_of(model, found.error());
    }
    return found->names.empty() ? ""
                                : "effigy has begun to write " + names_in(*found) +
                                      "; if it was interrupted, the next `effigy set` on this model finishes it";
}

finished_change finish_begun(const fs::path& model, bool only_looks) {
    const auto found = only_looks ? effigy::find_begun_files(model) : finish_at_once(model, may_be_companion);
    if (!found) {
        return {{}, false, found.error(), advice_of(model, found.error())};
    }
    return {names_in(*found), found->is_complete};
}

effigy::error write_model(std::span<const effigy::file_to_write> files, fs::path& culprit) {
    culprit = files[0].path;
    if (files.size() == 1) {
        new_file file{culprit};
        file.write(files[0].bytes);
        file.flush();
        return file.keep();
    }
    if (is_standard(culprit)) {
        return {{"standard output", effigy::location::nowhere},
                effigy::errc::bad_value,
                0,
                0,
                "a model without files beside it; -o FOLDER writes all"};
    }
    effigy::error why = write_at_once(files);
    if (why.depth != 0 && why.index[0] < files.size()) {
        culprit = files[why.index[0]].path;
    }
    why.path_prefix = "";
    return why;
}

} // namespace tool
