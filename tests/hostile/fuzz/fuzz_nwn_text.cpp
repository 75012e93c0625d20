// Models in text form. Each text is read in linear memory; unchanged it is written back byte for byte, anew as the same
// model; its compiled form can be opened.
#include "hostile/fuzz/promises.hpp"

#include <effigy/nwn/compile.hpp>
#include <effigy/nwn/decompile.hpp>
#include <effigy/nwn/encode_text.hpp>
#include <effigy/nwn/lint_text.hpp>
#include <effigy/nwn/scene_text.hpp>
#include <effigy/nwn/verify.hpp>

#include <algorithm>

namespace {

namespace nwn = effigy::nwn;

void check_compiled(const nwn::text_model& text, nwn::producer by) {
    const auto tell = [](const effigy::finding& found) {
        fuzz::promise(found.is_text && found.line() != 0, "a finding of compile() has a line");
    };
    const auto file = nwn::compile(text, tell, {.by = by, .without_supermodel = true});
    fuzz::promise(file || file.error().code == effigy::errc::bad_value,
                  "a text has a compiled form, unless it has no nodes or a number is too large");
    if (!file) {
        return;
    }
    const auto compiled = nwn::open(*file);
    fuzz::promise(compiled && !nwn::verify(*compiled), "the compiled form is valid");
    const auto back = nwn::decompile(*compiled, [](const effigy::finding&) {});
    fuzz::promise(back || back.error().code == effigy::errc::budget, "the compiled form is a text again");
    const auto opened = back ? nwn::open_text(*back) : effigy::result<nwn::text_model>{back.error()};
    fuzz::promise(!back || (opened && nwn::compile(*opened, by)), "which has a compiled form");
    static_cast<void>(nwn::compile(text, tell, {.by = by, .is_strict = true}));
}
void check(const nwn::text_model& text, nwn::producer by) {
    const auto size = static_cast<std::size_t>(text.file().size());
    fuzz::limited_memory limited{256 * size + 1024 * 1024, "decode() of a text keeps its memory limit"};
    const auto own = nwn::decode(text, by, &limited);
    if (!own) {
        fuzz::promise(own.error().is_text && own.error().line() != 0, "an error of a text has a line");
        return;
    }
    limited.give_back_default();
    const auto unchanged = nwn::encode(*own, text, by);
    fuzz::promise(unchanged && std::ranges::equal(unchanged->bytes, text.file().bytes()),
                  "a model that did not change is its text");
    const effigy::file_bytes anew = nwn::rewrite_text(text);
    const auto opened = nwn::open_text(anew);
    const auto again = opened ? nwn::decode(*opened, by) : effigy::result<nwn::owned_model>{opened.error()};
    fuzz::promise(again && *again == *own, "a text that is written anew is the same model");
    check_compiled(text, by);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const fuzz::bytes file = std::as_bytes(std::span{data, size});
    const auto text = fuzz::without_allocating([&] { return nwn::open_text(file); });
    if (!text) {
        return 0;
    }
    check(*text, nwn::producer::enhanced_edition);
    check(*text, nwn::producer::nwnmdlcomp);
    check(*text, nwn::producer::bioware);
    nwn::lint(*text, [](const effigy::finding& found) {
        fuzz::promise(found.is_text && found.line() != 0, "a finding about a text has a line");
    });
    static_cast<void>(nwn::to_scene(*text));
    return 0;
}
