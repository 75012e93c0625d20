#include "grimrock/fixtures.hpp"
#include "support/region_list.hpp"

#include <effigy/grimrock.hpp>
#include <effigy/grimrock/regions.hpp>

namespace {

using namespace effigy;
using support::byte_builder;

// The regions of a view, which do not overlap.
template <class View> support::region_list regions_of(const View& view) {
    support::region_list out{view};
    CHECK(out.sums.gap == view.trailing().size());
    CHECK(out.sums.padding + out.sums.shared + out.sums.overlap == 0);
    return out;
}
using lines = std::vector<std::string>;

} // namespace

TEST_CASE("grimrock regions: every byte of a model has a path") {
    const byte_builder file = fixtures::write(fixtures::everything(2), 2).text("more");
    const auto all = regions_of(*grimrock::open(file.span()));
    // A place of the file, what its path has more than the place, and the region that begins there.
    const auto check = [&](const std::string& place, const std::string& more, const std::string& what) {
        CHECK(all.text_at(file.at(place)) == place + more + ": " + what);
    };
    const std::string body = "mdl1.nodes[4].mesh", name = "mdl1.nodes[2].name";
    check("mdl1.magic", "", "4 char constant");
    check("mdl1.numNodes", "", "1 i32 reference");
    check(name, "", "1 i32 reference");
    CHECK(all.of(name).at(1) == std::to_string(file.at(name) + 4) + ": 3 char");
    check("mdl1.nodes[2].transform", ".baseX", "1 vec3");
    CHECK(all.of("mdl1.nodes[2].transform.translation").size() == 1);
    check(body + ".numVertices", "", "1 i32 reference");
    check(body + ".vertexArrays[13].dataType", "", "1 i32");
    check(body + ".vertexArrays[13].stride", "", "1 i32");
    CHECK(all.of(body + ".vertexArrays[13].rawVertexData") ==
          lines{std::to_string(file.at(body + ".vertexArrays[13].rawVertexData")) + ": 48 u8"});
    CHECK(all.of(body + ".vertexArrays[6].rawVertexData").empty());
    check(body + ".indices", "", "3 i32");
    check(body + ".segments[0].material", "", "1 i32 reference");
    check(body + ".segments[0].firstIndex", "", "1 i32");
    check(body + ".bounds", ".boundCenter", "1 vec3");
    check(body + ".bones", "", "2 bone_record");
    check(body + ".castShadow", "", "1 u8");
    check(body + ".emissiveColor", "", "1 vec3");
    check("mdl1.nodes[6].light", ".lightType", "1 i32");
    CHECK(all.text_at(file.at("end")) == ": 4 u8 gap");
}

TEST_CASE("grimrock regions: the Shinobi engine's models have other transforms") {
    const byte_builder file = fixtures::write(fixtures::everything(4), 4);
    const auto all = regions_of(*grimrock::open(file.span()));
    CHECK(all.text_at(file.at("mdl1.nodes[2].transform")) == "mdl1.nodes[2].transform.position: 1 vec3");
    CHECK(all.of("mdl1.nodes[2].transform.scale").size() == 1);
    CHECK(all.of("mdl1.nodes[4].mesh.emissiveColor").empty());
    CHECK(all.text_at(file.size() - 1) == "mdl1.nodes[5].mesh.castShadow: 1 u8");
}

TEST_CASE("grimrock regions: animations of every version") {
    const byte_builder first = fixtures::write(fixtures::moves(), 1);
    const auto keys = regions_of(*grimrock::open_animation(first.span()));
    CHECK(keys.text_at(first.at("anim.items[1].numKeys")) == "anim.items[1].numKeys: 1 i32 reference");
    CHECK(keys.text_at(first.at("anim.items[1].keys")) == "anim.items[1].keys: 4 key");
    const byte_builder second = fixtures::write(fixtures::moves(), 2);
    const auto channels = regions_of(*grimrock::open_animation(second.span()));
    CHECK(channels.text_at(second.at("anim.items[0].rotationKeys")) == "anim.items[0].rotationKeys: 1 quat");
    CHECK(channels.text_at(second.at("anim.name")) == "anim.name: 1 i32 reference");
    const byte_builder third = fixtures::write(fixtures::moves(), 3);
    const auto nameless = regions_of(*grimrock::open_animation(third.span()));
    CHECK(nameless.of("anim.name").empty());
    CHECK(nameless.of("anim.framesPerSecond") == lines{"8: 1 f32"});
}

TEST_CASE("grimrock regions: bytes that changed and cannot be read are a gap") {
    byte_builder file = fixtures::write(fixtures::everything(2), 2);
    const auto model = *grimrock::open(file.span());
    const std::size_t at = file.at("mdl1.nodes[3].name");
    file.poke(at, -1);
    const support::region_list all{model};
    CHECK(all.text_at(at) == ": " + std::to_string(file.size() - at) + " u8 gap");
}
