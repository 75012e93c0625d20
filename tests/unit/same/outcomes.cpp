// What effigy says about corrupted fixtures, and which scenes it makes of them. effigy_outcomes prints the lines, to
// compare them with those of another commit.
#include "facts/outcomes/outcomes.hpp"
#include "same/digests.hpp"

#include <effigy/grimrock/scene.hpp>
#include <effigy/m2/scene.hpp>
#include <effigy/nwn/scene.hpp>
#include <effigy/p3d/scene.hpp>

#include <doctest/doctest.h>

namespace { namespace same_outcomes {

using namespace effigy;
using outcomes::fixture;

// At most `most` numbers of each file are corrupted.
same::digest digest_of_lines(const std::vector<fixture>& all, std::size_t most) {
    same::digest sum;
    for (const fixture& each : all) {
        const std::string lines = outcomes::lines_of(each, most);
        sum.add(lines);
        sum.append(lines);
    }
    return sum;
}

void add_scene(same::digest& to, std::span<const std::byte> file, std::span<const m2::companion> companions) {
    const error refused = outcomes::open(file, companions, [&](const auto& view) {
        if constexpr (requires { to_scene(view); }) {
            const result<scene> made = to_scene(view);
            same::add(to, made.error());
            if (made) {
                same::add(to, *made);
            }
        }
    });
    same::add(to, refused);
}
same::digest digest_of_scenes(const std::vector<fixture>& all, std::size_t most) {
    same::digest sum;
    for (const fixture& each : all) {
        auto companions = fixtures::m2::table_of(each.files.companions);
        const std::span<const std::byte> file = each.files.file.span();
        outcomes::for_each_corruption(file, most, [&](const std::string& kind, outcomes::bytes corrupted) {
            sum.begin(each.name + ' ' + kind);
            add_scene(sum, corrupted, companions);
        });
        for (m2::companion& companion : companions) {
            const std::span<const std::byte> whole = companion.bytes;
            outcomes::for_each_corruption(whole, most, [&](const std::string& kind, outcomes::bytes corrupted) {
                sum.begin(each.name + " with a companion " + kind);
                companion.bytes = corrupted;
                add_scene(sum, file, companions);
            });
            companion.bytes = whole;
        }
    }
    return sum;
}

}} // namespace ::same_outcomes

TEST_CASE("corrupted files of Grimrock: the same errors, findings and scenes") {
    const auto all = outcomes::grimrock_fixtures();
    CHECK(same_outcomes::digest_of_lines(all, 150).difference(0xE282'6B41'9B3F'9CCF) == "");
    CHECK(same_outcomes::digest_of_scenes(all, 50).difference(0x1B49'D684'3B1C'EC44) == "");
}
TEST_CASE("corrupted files of Neverwinter Nights: the same errors, findings and scenes") {
    const auto all = outcomes::nwn_fixtures();
    CHECK(same_outcomes::digest_of_lines(all, 150).difference(0x5B8F'EF2E'3502'B7C6) == "");
    CHECK(same_outcomes::digest_of_scenes(all, 50).difference(0xD810'0C49'DF5F'7B1E) == "");
}
TEST_CASE("corrupted files of World of Warcraft: the same errors and findings") {
    CHECK(same_outcomes::digest_of_lines(outcomes::m2_fixtures(), 30).difference(0x6403'AD25'C374'E4E8) == "");
}
TEST_CASE("corrupted files of World of Warcraft: the same scenes") {
    CHECK(same_outcomes::digest_of_scenes(outcomes::m2_fixtures(), 5).difference(0xBCAC'E988'28E0'9D50) == "");
}
TEST_CASE("corrupted files of Arma: the same errors, findings and scenes") {
    const auto all = outcomes::p3d_fixtures();
    CHECK(same_outcomes::digest_of_lines(all, 150).difference(0xF3EE'71CC'7CA5'5BE4) == "");
    CHECK(same_outcomes::digest_of_scenes(all, 50).difference(0xC078'AC22'E8E6'7905) == "");
}
