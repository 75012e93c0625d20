#include "nwn/figure.hpp"

#include <effigy/nwn.hpp>
#include <effigy/nwn/regions.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

namespace {

using namespace effigy;
using support::byte_builder;

struct recorded {
    std::vector<region> all;
    coverage sums;

    [[nodiscard]] const region& at(std::uint64_t offset) const {
        for (const region& one : all) {
            if (one.offset() == offset) {
                return one;
            }
        }
        FAIL("no region begins there");
        return all.front();
    }
};

recorded regions_of(const nwn::model& model) {
    recorded out;
    nwn::regions(model, [&](const region& one) {
        out.all.push_back(one);
        out.sums.add(one);
    });
    return out;
}
recorded regions_of(const byte_builder& file) {
    const auto model = nwn::open(file.span());
    REQUIRE(model);
    return regions_of(*model);
}

// Checks that the regions are sorted and cover the whole file.
void check_coverage(const recorded& of, const byte_builder& file) {
    std::uint64_t end = 0;
    for (const region& one : of.all) {
        CHECK(one.offset() + one.overlap <= end + one.overlap);
        CHECK(one.offset() + one.overlap == (one.overlap != 0 ? std::min(end, one.offset() + one.length) : end));
        CHECK(one.length != 0);
        end = std::max(end, one.offset() + one.length);
    }
    CHECK(end == file.size());
    CHECK(of.sums.bytes == file.size());
    CHECK(of.sums.claimed + of.sums.gap == file.size());
}

std::string name_of(const region& one) {
    std::string out = to_string(one.where);
    for (const char* const name : one.fields) {
        out += name != nullptr ? std::string{"."} + name : "";
    }
    return out + ": " + std::to_string(one.count) + " " + one.type;
}

} // namespace

TEST_CASE("nwn regions: every byte belongs to a region") {
    for (const auto& described : {fixtures::nwn::bioware(), fixtures::nwn::enhanced(), fixtures::nwn::nwnmdlcomp(),
                                  fixtures::nwn::figure::model(fixtures::nwn::flavour::bioware),
                                  fixtures::nwn::figure::model(fixtures::nwn::flavour::enhanced)}) {
        const byte_builder file = fixtures::nwn::write(described);
        const recorded all = regions_of(file);
        check_coverage(all, file);
        CHECK(all.sums.gap == 0);
        CHECK(all.sums.shared == 0);
    }
}

TEST_CASE("nwn regions: names") {
    const byte_builder file = fixtures::nwn::write(fixtures::nwn::bioware());
    const recorded all = regions_of(file);
    const auto name_at = [&](const char* place) {
        CAPTURE(place);
        return name_of(all.at(file.at(place)));
    };
    CHECK(name_of(all.at(0)) == "nwn.file.zero: 1 u32");
    CHECK(name_at("nwn.model.root") == "nwn.model.geometry.root: 1 u32");
    CHECK(name_at("nwn.model.animationScale") == "nwn.model.animationScale: 1 f32");
    CHECK(name_at("*nwn.animations") == "nwn.animations: 1 u32");
    CHECK(name_at("*nwn.animations[0].events") == "nwn.animations[0].events: 2 event");
    CHECK(name_at("nwn.animations[0].nodes[1].children") == "nwn.animations[0].nodes[1].children: 3 u32");
    CHECK(name_at("*nwn.animations[0].nodes[1].controllers") ==
          "nwn.animations[0].nodes[1].controllers: 2 controllerKey");
    CHECK(name_at("*nwn.nodes[0].controllerData") == "nwn.nodes[0].controllerData: 9 f32");
    CHECK(name_at("*nwn.nodes[2].light.flareColorShifts") == "nwn.nodes[2].light.flareColorShifts: 2 vec3");
    CHECK(name_at("*nwn.nodes[2].light.flareTextures[1]") == "nwn.nodes[2].light.flareTextures[1]: 8 char");
    CHECK(name_at("*nwn.nodes[4].mesh.indexLists") == "nwn.nodes[4].mesh.indexLists: 1 u32");
    CHECK(name_at("*nwn.nodes[4].mesh.indexLists[0]") == "nwn.nodes[4].mesh.indexLists[0]: 6 u16");
    CHECK(name_at("*nwn.nodes[4].aabb") == "nwn.nodes[4].aabb: 3 box");
    CHECK(name_at("*nwn.nodes[5].mesh.texcoords[0]") == "nwn.nodes[5].mesh.texcoords[0]: 3 vec2");
    CHECK(name_at("*nwn.nodes[5].skin.boneRefs") == "nwn.nodes[5].skin.boneRefs: 3 joints");
    CHECK(name_at("nwn.nodes[5].skin.slotNodes") == "nwn.nodes[5].skin.slotNodes: 17 i16");
    const region& spare = all.at(file.at("nwn.nodes[5].skin.slotNodes") + 34);
    CHECK(spare.length == 2);
    CHECK(spare.role == role::padding);
    CHECK(all.at(file.at("nwn.nodes[0].name")).type == std::string{"char"});
    CHECK(all.at(file.at("nwn.nodes[0].name") + 5).role == role::padding); // after "root"
}

TEST_CASE("nwn regions: bodies in animations, merged meshes, samples") {
    const byte_builder waving = fixtures::nwn::write(fixtures::nwn::nwnmdlcomp());
    const recorded all = regions_of(waving);
    const region& body = all.at(waving.at("nwn.animations[0].nodes[0]") + 0x70);
    CHECK(body.role == role::garbage);
    CHECK(body.length == 0x200);
    CHECK(all.at(waving.at("*nwn.animations[0].nodes[1].animmesh.vertices")).count == 6);
    CHECK(all.at(waving.at("*nwn.nodes[1].dangly.constraints")).count == 3);
    const byte_builder merged = fixtures::nwn::write(fixtures::nwn::enhanced());
    const recorded enhanced = regions_of(merged);
    CHECK(enhanced.at(merged.at("*nwn.nodes[2].mesh.indexLists[0]")).where.path ==
          std::string{"nodes[].mesh.ownIndices"});
}

TEST_CASE("nwn regions: gaps, shared blocks and overlaps") {
    auto described = fixtures::nwn::bioware();
    described.trailing = "more";
    byte_builder file = fixtures::nwn::write(described);
    const recorded whole = regions_of(file);
    check_coverage(whole, file);
    CHECK(whole.all.back().role == role::gap);
    CHECK(whole.sums.gap == 4);
    CHECK(whole.sums.shared == 0);

    const std::size_t positions = file.at("nwn.nodes[5].mesh.vertices");
    byte_builder shared = file; // the normals share the bytes of the positions
    for (std::size_t i = 0; i < 4; ++i) {
        shared.poke_u8(file.at("nwn.nodes[5].mesh.normals") + i,
                       std::to_integer<std::uint8_t>(file.span()[positions + i]));
    }
    const recorded twice = regions_of(shared);
    check_coverage(twice, shared);
    CHECK(twice.at(file.at("*nwn.nodes[5].mesh.vertices")).further_owners == 1);
    CHECK(twice.sums.shared == 36);
    CHECK(twice.sums.overlap == 0);
    CHECK(twice.sums.gap == 4 + 36);

    const std::size_t pool = file.at("nwn.nodes[0].controllerData");
    byte_builder longer = file; // the pool is one float longer
    longer.poke(pool + 4, 10);
    const recorded overlapping = regions_of(longer);
    check_coverage(overlapping, longer);
    CHECK(overlapping.sums.overlap == 4);
    CHECK(overlapping.sums.shared == 4);
}
