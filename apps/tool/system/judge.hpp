// Decides whether a file is sound, in the same way for every command.
#pragma once

#include "companions.hpp"
#include "files.hpp"
#include "output.hpp"
#include <tool/answers/judgement.hpp>
#include <tool/answers/text.hpp>

#include <effigy/core/finding.hpp>
#include <effigy/file.hpp>
#include <materials/file_tree.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

namespace tool {

// "FILE<TAB>skipped<TAB>WHY\n", or with "error".
std::string complaint_line(const style& paint, const std::filesystem::path& path, const judgement& judged);

// "FILE<TAB>note<TAB>CODE: PLACE: MESSAGE\n", or with "warning". `file`: as it is shown.
std::string finding_line(const style& paint, const std::string& file, const effigy::finding& found);

namespace impl {

template <class Show>
void judge_model(const std::filesystem::path& path, model_cache& models, const Show& show, judgement& out) {
    out.words = words_of_begun(path);
    if (!out.words.empty()) { // the files may not fit together
        out.why = io_error("open", std::errc::device_or_resource_busy);
        return;
    }
    const std::shared_ptr<const joined_model> joined = models.of(path);
    out.why = joined->why;
    out.companion = materials::last_part(joined->where);
    out.joined = joined;
    out.missing = joined->companions.missing(name_of_file(path.stem()));
    if (joined->model) {
        out.status = joined->is_sound() ? status::ok : status::error;
        show(*joined->model, out);
    } else {
        out.status = status_of(name_of_file(path), *out.is, out.why);
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
    const auto file = read_input(path);
    if (!file) {
        out.why = file.error();
        out.words = words_of_begun(path); // it may be a new file
        return out;
    }
    const auto bytes = file->bytes();
    out.is = effigy::identify(bytes);
    out.bytes = bytes.size();
    if (out.is->kind == effigy::file_kind::m2_model) {
        impl::judge_model(path, models, show, out);
    } else if (may_be_keys(name_of_file(path), *out.is)) {
        impl::judge_keys(path, bytes, models, show, out);
    } else {
        judge_by_itself(name_of_file(path), bytes, show, out);
    }
    return out;
}

// Calls show(path), which returns a judgement, for each file of the arguments. Writes to standard error why a file is
// not valid. Returns 0 if all are valid, 1 if not. Shows the progress unless `quiet` is set or the output of show()
// goes to a terminal, too.
int show_each(const std::vector<std::filesystem::path>& arguments, bool quiet,
              const std::function<judgement(const std::filesystem::path&)>& show);

} // namespace tool
