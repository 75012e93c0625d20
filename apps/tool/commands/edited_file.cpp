#include "edited_file.hpp"

#include <effigy/content.hpp>
#include <effigy/grimrock/encode.hpp>
#include <effigy/nwn/encode_text.hpp>
#include <effigy/p3d/encode.hpp>

#include <algorithm>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tool {

namespace fs = std::filesystem;

namespace {

// Opens a file of the type of `View` and decodes it.
template <class View> auto read_back(std::span<const std::byte> file) -> decltype(decode(std::declval<const View&>())) {
    using result = decltype(decode(std::declval<const View&>()));
    result out{effigy::error{{"the new file"}, effigy::errc::bad_magic}};
    const effigy::error refusal = effigy::visit(file, [&](const auto& view) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(view)>, View>) {
            const effigy::error why = verify(view);
            out = why ? result{why} : decode(view);
        }
    });
    return refusal ? result{refusal} : out;
}

// Returns the file with the changes of a model that was decoded from it.
template <class View, class Owned> auto write_back(const View& view, const Owned& model) {
    return encode(model, view.file().bytes());
}
effigy::result<effigy::written_file> write_back(const effigy::nwn::text_model& view,
                                                const effigy::nwn::owned_model& model) {
    auto text = encode_text(view, model);
    return text ? effigy::written_file{*std::move(text), true} : effigy::result<effigy::written_file>{text.error()};
}

// Edits a file in memory. The result is opened and decoded again. It must say what the edited model says, and differ
// from the old file only in what was asked.
template <class View> void edit(const View& view, const model_edits& edits, const fs::path& path, edited_file& out) {
    auto original = decode(view);
    if (!original) {
        out.why = original.error();
        return;
    }
    auto model = *original;
    constexpr bool is_text = std::is_same_v<View, effigy::nwn::text_model>;
    const effigy::result<std::size_t> count = edits(model, path, is_text, out.remark);
    if (!count || *count == 0) {
        out.why = count.error();
        if (out.why.name != nullptr) {
            const std::string_view name{out.why.name, effigy::impl::to_size(out.why.need)};
            out.name.assign(name.begin(), name.end());
            out.why.name = out.name.data();
        }
        return;
    }
    auto written = write_back(view, model);
    if (written && !written->kept_rest) {
        const auto canonical = encode(*original); // without bytes that have no meaning, like the new file
        const bool had_none = canonical && std::ranges::equal(*canonical, view.file().bytes());
        out.remark += had_none ? "" : "\tbytes without a meaning are not kept";
        original = canonical ? read_back<View>(*canonical) : decltype(original){canonical.error()};
    }
    const auto read = written ? read_back<View>(written->bytes) : decltype(original){written.error()};
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
    if (!out.why && !(is_explained && again && std::ranges::equal(again->bytes, written->bytes))) {
        out.why = {{"the new file", effigy::location::nowhere},
                   effigy::errc::bad_value,
                   0,
                   0,
                   "only the changes that were asked for"};
    }
    if (!out.why && out.changes.count() != 0) {
        out.bytes = std::move(written->bytes);
    }
}

} // namespace

edited_file edit_in_memory(const fs::path& path, const model_edits& edits, model_cache& models) {
    edited_file out;
    judgement judged = judge(path, models, [&](const auto& view, const judgement& so_far) {
        if (so_far.status != status::ok) {
            return;
        }
        if constexpr (requires { encode(*decode(view)); }) {
            edit(view, edits, path, out);
        } else {
            out.why = {{so_far.is->name}, effigy::errc::unsupported, 0, -1, "effigy does not write it"};
        }
    });
    out.judged = std::move(judged);
    return out;
}

} // namespace tool
