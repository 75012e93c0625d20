#include "grimrock/walk.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace {

using namespace effigy;
using support::byte_builder;

// A region with its path as text.
struct region_text {
    std::string path;
    std::uint64_t offset, length, count;
    std::string type;
    effigy::role role;
};

template <class View> std::vector<region_text> regions_of(const View& view) {
    std::vector<region_text> out;
    coverage sums;
    regions(view, [&](const region& one) {
        const std::string field = one.fields[0] != nullptr ? std::string(".") + one.fields[0] : "";
        out.push_back({to_string(one.where) + field, one.offset(), one.length, one.count, one.type, one.role});
        sums.add(one);
    });
    CHECK(walk::tiled_by_regions(view));
    CHECK(sums.bytes == view.file().size());
    CHECK(sums.gap == view.trailing().size());
    CHECK(sums.claimed == sums.bytes - sums.gap);
    CHECK(sums.padding + sums.shared + sums.overlap == 0);
    return out;
}

const region_text& find(const std::vector<region_text>& all, std::string_view path, std::size_t skip = 0) {
    static const region_text none{"none", 0, 0, 0, "", role::value};
    for (const region_text& found : all) {
        if (found.path == path && skip-- == 0) {
            return found;
        }
    }
    return none;
}

void check(const region_text& found, const byte_builder& file, std::string_view location, std::uint64_t count,
           const char* type, role what = role::value) {
    CAPTURE(location);
    CHECK(found.offset == file.at(location));
    CHECK(found.count == count);
    CHECK(found.type == type);
    CHECK(found.role == what);
}

} // namespace

TEST_CASE("grimrock regions: every byte of a model has a path") {
    const byte_builder file = fixtures::write(fixtures::everything(2), 2).text("more");
    const auto all = regions_of(*grimrock::open(file.span()));
    check(find(all, "mdl1.magic"), file, "mdl1.magic", 4, "char", role::constant);
    check(find(all, "mdl1.numNodes"), file, "mdl1.numNodes", 1, "i32", role::reference);
    check(find(all, "mdl1.nodes[2].name"), file, "mdl1.nodes[2].name", 1, "i32", role::reference);
    CHECK(find(all, "mdl1.nodes[2].name", 1).length == 3);
    CHECK(find(all, "mdl1.nodes[2].name", 1).type == "char");
    check(find(all, "mdl1.nodes[2].transform.baseX"), file, "mdl1.nodes[2].transform", 1, "vec3");
    CHECK(find(all, "mdl1.nodes[2].transform.translation").length == 12);

    const std::string body = "mdl1.nodes[4].mesh";
    const auto field = [&](const char* name, std::uint64_t count, const char* type, role what = role::value) {
        check(find(all, body + name), file, body + name, count, type, what);
    };
    field(".numVertices", 1, "i32", role::reference);
    field(".vertexArrays[13].dataType", 1, "i32");
    field(".vertexArrays[13].stride", 1, "i32");
    field(".vertexArrays[13].rawVertexData", 3 * 16, "u8");
    CHECK(find(all, body + ".vertexArrays[6].rawVertexData").path == "none");
    field(".indices", 3, "i32");
    field(".segments[0].material", 1, "i32", role::reference);
    field(".segments[0].firstIndex", 1, "i32");
    check(find(all, body + ".bounds.boundCenter"), file, body + ".bounds", 1, "vec3");
    field(".bones", 2, "bone_record");
    field(".castShadow", 1, "u8");
    CHECK(find(all, body + ".emissiveColor").length == 12);
    check(find(all, "mdl1.nodes[6].light.lightType"), file, "mdl1.nodes[6].light", 1, "i32");

    CHECK(all.back().path.empty());
    CHECK(all.back().length == 4);
    CHECK(all.back().role == role::gap);
}

TEST_CASE("grimrock regions: the Shinobi engine's models have other transforms") {
    const byte_builder file = fixtures::write(fixtures::everything(4), 4);
    const auto all = regions_of(*shinobi::open(file.span()));
    check(find(all, "mdl1.nodes[2].transform.position"), file, "mdl1.nodes[2].transform", 1, "vec3");
    CHECK(find(all, "mdl1.nodes[2].transform.scale").length == 12);
    CHECK(find(all, "mdl1.nodes[4].mesh.emissiveColor").path == "none");
    CHECK(all.back().path == "mdl1.nodes[5].mesh.castShadow");
}

TEST_CASE("grimrock regions: animations of every version") {
    const byte_builder first = fixtures::write(fixtures::moves(), 1);
    const auto keys = regions_of(*grimrock::open_animation(first.span()));
    check(find(keys, "anim.items[1].numKeys"), first, "anim.items[1].numKeys", 1, "i32", role::reference);
    CHECK(find(keys, "anim.items[1].keys").type == "key");
    CHECK(find(keys, "anim.items[1].keys").length == 4 * 40);

    const byte_builder second = fixtures::write(fixtures::moves(), 2);
    const auto channels = regions_of(*grimrock::open_animation(second.span()));
    CHECK(find(channels, "anim.items[0].rotationKeys").type == "quat");
    CHECK(find(channels, "anim.name").offset == second.at("anim.name"));

    const byte_builder third = fixtures::write(fixtures::moves(), 3);
    const auto nameless = regions_of(*shinobi::open_animation(third.span()));
    CHECK(find(nameless, "anim.name").path == "none");
    CHECK(find(nameless, "anim.framesPerSecond").type == "f32");
}

TEST_CASE("grimrock regions: bytes that changed and cannot be read are a gap") {
    byte_builder file = fixtures::write(fixtures::everything(2), 2);
    const auto model = *grimrock::open(file.span());
    const std::size_t at = file.at("mdl1.nodes[3].name");
    file.poke(at, -1);
    std::vector<region> all;
    regions(model, [&](const region& one) { all.push_back(one); });
    CHECK(walk::tiled_by_regions(model));
    CHECK(all.back().role == role::gap);
    CHECK(all.back().offset() == at);
    CHECK(all.back().length == file.size() - at);
}
