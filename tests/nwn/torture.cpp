#include "support/torture.hpp"
#include "nwn/figure.hpp"
#include "nwn/walk.hpp"

namespace {

using bytes = std::span<const std::byte>;
namespace nwn = effigy::nwn;

const auto bioware = [](effigy::form order) { return fixtures::nwn::write(fixtures::nwn::bioware(), order); };
const auto enhanced = [](effigy::form order) { return fixtures::nwn::write(fixtures::nwn::enhanced(), order); };
const auto nwnmdlcomp = [](effigy::form order) { return fixtures::nwn::write(fixtures::nwn::nwnmdlcomp(), order); };

const auto open = [](bytes file) { return nwn::open(file); };
const auto digest_of = [](const auto& opened) { return walk::digest_of(opened); };
const auto touch = []<effigy::form F = effigy::form::little>(bytes file) { return digest_of(nwn::open<F>(file)); };

} // namespace

TEST_CASE("nwn: a model by BioWare's compiler survives torture") {
    support::standard_torture("BioWare", bioware, touch);
}

TEST_CASE("nwn: a model of the Enhanced Edition survives torture") {
    support::standard_torture("Enhanced Edition", enhanced, touch);
}

TEST_CASE("nwn: a model by nwnmdlcomp survives torture") { support::standard_torture("nwnmdlcomp", nwnmdlcomp, touch); }

TEST_CASE("nwn: opened models survive every change of their files") {
    support::torture_after_opening("BioWare", bioware, open, digest_of);
    support::torture_after_opening("Enhanced Edition", enhanced, open, digest_of);
    support::torture_after_opening("nwnmdlcomp", nwnmdlcomp, open, digest_of);
}
