#include "support/torture.hpp"
#include "nwn/figure.hpp"
#include "nwn/walk.hpp"

#include <effigy/nwn/decode.hpp>
#include <effigy/nwn/regions.hpp>

namespace {

using bytes = std::span<const std::byte>;
namespace nwn = effigy::nwn;

const auto bioware = [](effigy::form order) { return fixtures::nwn::write(fixtures::nwn::bioware(), order); };
const auto enhanced = [](effigy::form order) { return fixtures::nwn::write(fixtures::nwn::enhanced(), order); };
const auto nwnmdlcomp = [](effigy::form order) { return fixtures::nwn::write(fixtures::nwn::nwnmdlcomp(), order); };

const auto open = [](bytes file) { return nwn::open(file); };
const auto digest_of = [](const auto& opened) { return walk::digest_of(opened); };
// What is told of a file, which is all of it, and what is decoded.
const auto tell = []<effigy::form F>(const nwn::basic_model<F>& model) {
    support::digest out;
    std::uint64_t end = 0;
    bool is_whole = true;
    nwn::regions(model, [&](const effigy::region& one) {
        is_whole = is_whole && one.offset() <= end;
        end = std::max(end, one.offset() + one.length);
        out.add(one.length);
    });
    CHECK((is_whole && end == model.file().size()));
    const auto owned = decode(model);
    out.add(owned ? owned->template all<nwn::owned_node>().size() : 0);
    return out.value();
};
const auto touch_and_tell = []<effigy::form F = effigy::form::little>(bytes file) {
    const auto opened = nwn::open<F>(file);
    return opened ? tell(*opened) : 0;
};
const auto touch = []<effigy::form F = effigy::form::little>(bytes file) { return digest_of(nwn::open<F>(file)); };

} // namespace

TEST_CASE("nwn: a model by BioWare's compiler survives torture") {
    support::standard_torture("BioWare", bioware, touch);
}

TEST_CASE("nwn: a model of the Enhanced Edition survives torture") {
    support::standard_torture("Enhanced Edition", enhanced, touch);
}

TEST_CASE("nwn: a model by nwnmdlcomp survives torture") { support::standard_torture("nwnmdlcomp", nwnmdlcomp, touch); }

TEST_CASE("nwn: what is told of files and decoded survives torture") {
    support::standard_torture("BioWare", bioware, touch_and_tell);
    support::standard_torture("Enhanced Edition", enhanced, touch_and_tell);
    support::standard_torture("nwnmdlcomp", nwnmdlcomp, touch_and_tell);
    support::torture_after_opening("BioWare", bioware, open, tell);
    support::torture_after_opening("Enhanced Edition", enhanced, open, tell);
}

TEST_CASE("nwn: opened models survive every change of their files") {
    support::torture_after_opening("BioWare", bioware, open, digest_of);
    support::torture_after_opening("Enhanced Edition", enhanced, open, digest_of);
    support::torture_after_opening("nwnmdlcomp", nwnmdlcomp, open, digest_of);
}
