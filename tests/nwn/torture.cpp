#include "support/torture.hpp"
#include "nwn/figure.hpp"
#include "nwn/walk.hpp"

#include <effigy/nwn/decode.hpp>
#include <effigy/nwn/regions.hpp>

namespace {

using bytes = std::span<const std::byte>;
namespace nwn = effigy::nwn;

const auto bioware = [] { return fixtures::nwn::write(fixtures::nwn::bioware()); };
const auto enhanced = [] { return fixtures::nwn::write(fixtures::nwn::enhanced()); };
const auto nwnmdlcomp = [] { return fixtures::nwn::write(fixtures::nwn::nwnmdlcomp()); };

const auto open = [](bytes file) { return nwn::open(file); };
const auto digest_of = [](const auto& opened) { return walk::digest_of(opened); };
// A digest of a file's regions, which must cover the whole file, and of the decoded model.
const auto digest_of_regions = [](const nwn::model& model) {
    support::digest out;
    std::uint64_t end = 0;
    bool is_whole = true;
    nwn::regions(model, [&](const effigy::region& region) {
        is_whole = is_whole && region.offset() <= end;
        end = std::max(end, region.offset() + region.length);
        out.add(region.length);
    });
    CHECK((is_whole && end == model.file().size()));
    const auto owned = decode(model);
    out.add(owned ? owned->template all<nwn::owned_node>().size() : 0);
    return out.value();
};
const auto open_and_digest_regions = [](bytes file) {
    const auto opened = nwn::open(file);
    return opened ? digest_of_regions(*opened) : 0;
};
const auto touch = [](bytes file) { return digest_of(nwn::open(file)); };

} // namespace

TEST_CASE("nwn: a model by BioWare's compiler survives torture") {
    support::standard_torture("BioWare", bioware, touch);
}

TEST_CASE("nwn: a model of the Enhanced Edition survives torture") {
    support::standard_torture("Enhanced Edition", enhanced, touch);
}

TEST_CASE("nwn: a model by nwnmdlcomp survives torture") { support::standard_torture("nwnmdlcomp", nwnmdlcomp, touch); }

TEST_CASE("nwn: regions() and decode() survive torture") {
    support::standard_torture("BioWare", bioware, open_and_digest_regions);
    support::standard_torture("Enhanced Edition", enhanced, open_and_digest_regions);
    support::standard_torture("nwnmdlcomp", nwnmdlcomp, open_and_digest_regions);
    support::torture_after_opening("BioWare", bioware, open, digest_of_regions);
    support::torture_after_opening("Enhanced Edition", enhanced, open, digest_of_regions);
}

TEST_CASE("nwn: opened models survive every change of their files") {
    support::torture_after_opening("BioWare", bioware, open, digest_of);
    support::torture_after_opening("Enhanced Edition", enhanced, open, digest_of);
    support::torture_after_opening("nwnmdlcomp", nwnmdlcomp, open, digest_of);
}
