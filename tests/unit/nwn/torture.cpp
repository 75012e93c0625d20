#include "support/torture.hpp"
#include "nwn/fixtures.hpp"
#include "nwn/walk.hpp"

#include <effigy/nwn/decode.hpp>

namespace {

// A digest of all that a view shows, of the file's regions, which must cover the whole file, and of the decoded model.
const auto digest_of_nwn = []<class Opened>(const Opened& opened) {
    support::digest out;
    out.add(walk::digest_of(opened));
    if constexpr (requires { opened.nodes(); }) {
        std::uint64_t end = 0;
        bool is_whole = true;
        regions(opened, [&](const effigy::region& region) {
            is_whole = is_whole && region.offset() <= end;
            end = std::max(end, region.offset() + region.length);
            out.add(region.length);
        });
        CHECK((is_whole && end == opened.file().size()));
        const auto owned = decode(opened);
        out.add(owned ? owned->template all<effigy::nwn::owned_node>().size() : 0);
    }
    return out.value();
};

void torture_nwn(const char* name, const fixtures::nwn::model& described) {
    const auto make = [&] { return fixtures::nwn::write(described); };
    const auto open = [](std::span<const std::byte> file) { return effigy::nwn::open(file); };
    support::standard_torture(name, make, [&](std::span<const std::byte> file) {
        const auto opened = open(file);
        return opened ? digest_of_nwn(*opened) : digest_of_nwn(opened.error());
    });
    support::torture_after_opening(name, make, open, digest_of_nwn);
}

} // namespace

TEST_CASE("nwn: a model by BioWare's compiler survives torture") { torture_nwn("BioWare", fixtures::nwn::bioware()); }

TEST_CASE("nwn: a model of the Enhanced Edition survives torture") {
    torture_nwn("Enhanced Edition", fixtures::nwn::enhanced());
}

TEST_CASE("nwn: a model by nwnmdlcomp survives torture") { torture_nwn("nwnmdlcomp", fixtures::nwn::nwnmdlcomp()); }
