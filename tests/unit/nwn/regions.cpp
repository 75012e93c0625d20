#include "nwn/figure.hpp"
#include "support/region_list.hpp"

#include <effigy/nwn.hpp>
#include <effigy/nwn/regions.hpp>

namespace {

using namespace effigy;
using support::byte_builder;

support::region_list regions_of(const byte_builder& file) {
    return support::region_list{nwn::open(file.span()).value()};
}

} // namespace

TEST_CASE("nwn regions: every byte belongs to a region") {
    for (const auto& described : {fixtures::nwn::bioware(), fixtures::nwn::enhanced(), fixtures::nwn::nwnmdlcomp(),
                                  fixtures::nwn::figure::model(fixtures::nwn::flavour::bioware),
                                  fixtures::nwn::figure::model(fixtures::nwn::flavour::enhanced)}) {
        const auto all = regions_of(fixtures::nwn::write(described));
        CHECK(all.sums.gap == 0);
        CHECK(all.sums.shared == 0);
    }
}

TEST_CASE("nwn regions: names") {
    const byte_builder file = fixtures::nwn::write(fixtures::nwn::bioware());
    const auto all = regions_of(file);
    for (const auto& [place, text] :
         {std::pair{"nwn.model.root", "nwn.model.geometry.root: 1 u32 reference"},
          std::pair{"nwn.model.animationScale", "nwn.model.animationScale: 1 f32"},
          std::pair{"*nwn.animations", "nwn.animations: 1 u32 reference"},
          std::pair{"*nwn.animations[0].events", "nwn.animations[0].events: 2 event"},
          std::pair{"nwn.animations[0].nodes[1].children", "nwn.animations[0].nodes[1].children: 3 u32 reference"},
          std::pair{"*nwn.animations[0].nodes[1].controllers",
                    "nwn.animations[0].nodes[1].controllers: 2 controllerKey"},
          std::pair{"*nwn.nodes[0].controllerData", "nwn.nodes[0].controllerData: 9 f32"},
          std::pair{"*nwn.nodes[2].light.flareColorShifts", "nwn.nodes[2].light.flareColorShifts: 2 vec3"},
          std::pair{"*nwn.nodes[2].light.flareTextures[1]", "nwn.nodes[2].light.flareTextures[1]: 8 char"},
          std::pair{"*nwn.nodes[4].mesh.indexLists", "nwn.nodes[4].mesh.indexLists: 1 u32 reference"},
          std::pair{"*nwn.nodes[4].mesh.indexLists[0]", "nwn.nodes[4].mesh.indexLists[0]: 6 u16"},
          std::pair{"*nwn.nodes[4].aabb", "nwn.nodes[4].aabb: 3 box"},
          std::pair{"*nwn.nodes[5].mesh.texcoords[0]", "nwn.nodes[5].mesh.texcoords[0]: 3 vec2"},
          std::pair{"*nwn.nodes[5].skin.boneRefs", "nwn.nodes[5].skin.boneRefs: 3 joints"},
          std::pair{"nwn.nodes[5].skin.slotNodes", "nwn.nodes[5].skin.slotNodes: 18 i16"}}) {
        CHECK(all.text_at(file.at(place)) == text);
    }
    CHECK(all.text_at(0) == "nwn.file.zero: 1 u32 constant");
    CHECK(all.at(file.at("nwn.nodes[0].name")).type == std::string{"char"});
    CHECK(all.at(file.at("nwn.nodes[0].name") + 5).role == role::padding); // after "root"
}

TEST_CASE("nwn regions: bodies in animations, merged meshes, samples") {
    const byte_builder waving = fixtures::nwn::write(fixtures::nwn::nwnmdlcomp());
    const auto all = regions_of(waving);
    const region& body = all.at(waving.at("nwn.animations[0].nodes[0]") + 0x70);
    CHECK(body.role == role::garbage);
    CHECK(body.length == 0x200);
    CHECK(all.at(waving.at("*nwn.animations[0].nodes[1].animmesh.vertices")).count == 6);
    CHECK(all.at(waving.at("*nwn.nodes[1].dangly.constraints")).count == 3);
    const byte_builder merged = fixtures::nwn::write(fixtures::nwn::enhanced());
    const auto enhanced = regions_of(merged);
    CHECK(enhanced.at(merged.at("*nwn.nodes[2].mesh.indexLists[0]")).where.path ==
          std::string{"nodes[].mesh.ownIndices"});
}

TEST_CASE("nwn regions: gaps, shared blocks and overlaps") {
    auto described = fixtures::nwn::bioware();
    described.trailing = "more";
    byte_builder file = fixtures::nwn::write(described);
    const auto whole = regions_of(file);
    CHECK(whole.all.back().role == role::gap);
    CHECK(whole.sums.gap == 4);
    CHECK(whole.sums.shared == 0);

    const std::size_t positions = file.at("nwn.nodes[5].mesh.vertices");
    byte_builder shared = file; // the normals share the bytes of the positions
    for (std::size_t i = 0; i < 4; ++i) {
        shared.poke_u8(file.at("nwn.nodes[5].mesh.normals") + i,
                       std::to_integer<std::uint8_t>(file.span()[positions + i]));
    }
    const auto twice = regions_of(shared);
    CHECK(twice.at(file.at("*nwn.nodes[5].mesh.vertices")).further_owners == 1);
    CHECK(twice.sums.shared == 36);
    CHECK(twice.sums.overlap == 0);
    CHECK(twice.sums.gap == 4 + 36);

    const std::size_t pool = file.at("nwn.nodes[0].controllerData");
    byte_builder longer = file; // the pool is one float longer
    longer.poke(pool + 4, 10);
    const auto overlapping = regions_of(longer);
    CHECK(overlapping.sums.overlap == 4);
    CHECK(overlapping.sums.shared == 4);
}
