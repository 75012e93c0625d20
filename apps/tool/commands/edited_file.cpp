#include "model_edits.hpp"
#include <tool/system/judge.hpp>

#include <effigy/content.hpp>
#include <effigy/grimrock/encode.hpp>
#include <effigy/m2/encode.hpp>
#include <effigy/nwn/encode_text.hpp>
#include <effigy/nwn/lint.hpp>
#include <effigy/nwn/lint_text.hpp>
#include <effigy/p3d/encode.hpp>

#include <algorithm>
#include <set>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

namespace tool {

namespace fs = std::filesystem;

namespace {

using effigy::m2::written_files;

effigy::result<written_files> as_files(effigy::result<written_files> made) { return made; }
effigy::result<written_files> as_files(effigy::result<effigy::written_file> made) {
    return made ? written_files{std::move(made->bytes), {}, made->kept_rest}
                : effigy::result<written_files>{made.error()};
}
effigy::result<written_files> as_files(effigy::result<effigy::file_bytes> made) {
    return made ? written_files{*std::move(made), {}, true} : effigy::result<written_files>{made.error()};
}

// Opens files of the type of `View` and decodes them.
template <class View> auto read_back(const written_files& files) -> decltype(decode(std::declval<const View&>())) {
    using result = decltype(decode(std::declval<const View&>()));
    result out{effigy::error{{"the new file"}, effigy::errc::bad_magic}};
    const auto read = [&](const auto& view) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(view)>, View>) {
            const effigy::error why = verify(view);
            out = why ? result{why} : decode(view);
        }
    };
    if constexpr (std::is_same_v<View, effigy::m2::model>) {
        const auto table = files.table();
        const auto opened = effigy::m2::open(files.model, std::span<const effigy::m2::companion>{table});
        if (!opened) {
            return opened.error();
        }
        read(*opened);
    } else if (const effigy::error refusal = effigy::visit(files.model, read)) {
        return refusal;
    }
    return out;
}

// Returns the files with the changes of a model that was decoded from them.
template <class View, class Owned> effigy::result<written_files> write_back(const View& view, const Owned& model) {
    return as_files(encode(model, view.file().bytes()));
}
effigy::result<written_files> write_back(const effigy::nwn::text_model& view, const effigy::nwn::owned_model& model) {
    return as_files(encode(model, view));
}
effigy::result<written_files> write_back(const effigy::m2::model& view, const effigy::m2::owned_model& model) {
    return encode(model, view.file().bytes(), view.companions());
}

bool are_same(const written_files& made, std::span<const std::byte> model,
              std::span<const effigy::m2::companion> companions) {
    return std::ranges::equal(made.model, model) &&
           std::ranges::equal(made.table(), companions, [](const auto& a, const auto& b) {
               return a.kind == b.kind && a.id == b.id && a.variation == b.variation &&
                      std::ranges::equal(effigy::byte_view{a.bytes}.bytes(), effigy::byte_view{b.bytes}.bytes());
           });
}
// Whether they are the files that the view shows.
template <class View> bool are_of(const written_files& made, const View& view) {
    if constexpr (std::is_same_v<View, effigy::m2::model>) {
        return are_same(made, view.file().bytes(), view.companions());
    } else {
        return are_same(made, view.file().bytes(), {});
    }
}

// In new files, all lists have new places. The .skin files of a model do not depend on them: they stay as they were, if
// the model says the same with them. (Places in an .anim are in the model.)
void keep_skins(const effigy::m2::model& view, const effigy::m2::owned_model& model, written_files& made) {
    written_files kept = made;
    for (effigy::m2::written_companion& one : kept.companions) {
        const auto old = std::ranges::find_if(view.companions(), [&](const effigy::m2::companion& each) {
            return each.kind == one.kind && each.id == one.id;
        });
        if (one.kind == effigy::m2::companion_kind::skin_file && old != view.companions().end()) {
            one.bytes.clear();
            one.bytes.append(effigy::byte_view{old->bytes}.bytes());
        }
    }
    const auto read = read_back<effigy::m2::model>(kept);
    if (read && effigy::equal_content(*read, model)) {
        made = std::move(kept);
    }
}

// Returns the companions of a model that its new files do not have, such as the .anim of an animation that is removed.
std::vector<effigy::m2::wanted_companion> unused_companions(const effigy::m2::model& view, const written_files& made) {
    std::vector<effigy::m2::wanted_companion> out;
    const auto table = made.table();
    const auto opened = effigy::m2::open(made.model, std::span<const effigy::m2::companion>{table});
    if (!opened) { // read_back() has opened it
        return out;
    }
    std::set<std::tuple<effigy::m2::companion_kind, std::uint16_t, std::uint16_t>> wanted;
    for_each_wanted_companion(
        *opened, [&](const effigy::m2::wanted_companion& one) { wanted.insert({one.kind, one.id, one.variation}); });
    for (const effigy::m2::companion& old : view.companions()) {
        if (!wanted.contains({old.kind, old.id, old.variation})) {
            out.push_back({old.kind, old.id, old.variation});
        }
    }
    return out;
}

// Neverwinter Nights: tells names of files that are too long for the game.
template <class View> void find_long_names(const written_files& made, const effigy::finding_sink& tell) {
    if constexpr (nwn_model<View>) {
        static_cast<void>(effigy::visit(made.model, [&](const auto& view) {
            if constexpr (nwn_model<std::remove_cvref_t<decltype(view)>>) {
                lint(view, [&](const effigy::finding& found) {
                    if (found.code == std::string_view{"resource-name-long"}) {
                        tell(found);
                    }
                });
            }
        }));
    }
}

// Edits a file in memory. The result is opened and decoded again. It must say what the edited model says, and differ
// from the old file only in what was asked.
template <class View>
void edit(const View& view, const model_edits& edits, const fs::path& path, const effigy::finding_sink& tell,
          edited_file& out) {
    auto original = decode(view);
    if (!original) {
        out.why = original.error();
        return;
    }
    auto model = *original;
    constexpr bool is_text = std::is_same_v<View, effigy::nwn::text_model>;
    const asked_edits asked = edits(model, path, is_text, out.remark);
    if (asked.why || asked.count == 0) {
        out.why = asked.why;
        return;
    }
    auto written = write_back(view, model);
    if (written && !written->kept_rest) {
        const auto canonical = as_files(encode(*original)); // without bytes that have no meaning, like the new file
        const bool had_none = canonical && are_of(*canonical, view);
        out.remark += had_none ? "" : "\tbytes without a meaning are not kept";
        original = canonical ? read_back<View>(*canonical) : decltype(original){canonical.error()};
    }
    const auto read = written ? read_back<View>(*written) : decltype(original){written.error()};
    if (!read || !original) {
        out.why = read ? original.error() : read.error();
        return;
    }
    bool is_explained = true;
    const auto check = [&](const effigy::difference& found) {
        out.changes.add(found, property_change_in(*original, found));
        is_explained = is_explained && edits.explains(found, out.remark);
    };
    out.why = differences(*original, *read, check, effigy::record_pairs::by_place);
    const auto again = write_back(view, *read);
    if (!out.why && !(is_explained && again && are_same(*again, written->model, written->table()))) {
        out.why = {{"the new file", effigy::location::nowhere},
                   effigy::errc::bad_value,
                   0,
                   0,
                   "only the changes that were asked for"};
    }
    if constexpr (std::is_same_v<View, effigy::m2::model>) {
        if (!out.why && !written->kept_rest) {
            keep_skins(view, *read, *written);
        }
        out.unused = out.why ? out.unused : unused_companions(view, *written);
    }
    if (!out.why && out.changes.count() != 0) {
        if (edits.changes_files_named()) {
            find_long_names<View>(*written, tell);
        }
        out.files = *std::move(written);
    }
}

bool are_keys(const fs::path& path) {
    const std::string name = name_of_file(path);
    if (!lower_case(name).ends_with(key_file_extension)) {
        return false;
    }
    const auto file = read_input(path);
    return file && may_be_keys(name, effigy::identify(file->bytes()));
}

} // namespace

edited_file edit_in_memory(const fs::path& path, const model_edits& edits, model_cache& models,
                           const effigy::finding_sink& tell) {
    edited_file out;
    out.changes = difference_lines{edits.as_json()};
    if (are_keys(path)) { // not judged with a model that may be written at the same time
        out.why = {{"World of Warcraft M2 animation keys"}, effigy::errc::unsupported, 0, -1, "written with their .m2"};
        return out;
    }
    judgement judged = judge(path, models, [&](const auto& view, const judgement& so_far) {
        if (so_far.status != status::ok) {
            return;
        }
        if constexpr (requires { encode(*decode(view)); }) {
            edit(view, edits, path, tell, out);
        } else {
            out.why = {{so_far.is->name}, effigy::errc::unsupported, 0, -1, "written with its .m2"};
        }
    });
    out.judged = std::move(judged);
    return out;
}

} // namespace tool
