#include "p3d/figure.hpp"
#include "p3d/hostile.hpp"
#include "support/region_list.hpp"

#include <effigy/p3d/regions.hpp>
#include <effigy/p3d/view.hpp>

#include <map>

namespace {

using namespace effigy;
using support::byte_builder;

// The regions of a view, which do not overlap.
template <class View> support::region_list regions_of_file(const View& view) {
    support::region_list out{view};
    CHECK(out.sums.overlap == 0);
    CHECK(out.sums.gap == view.trailing().size());
    return out;
}

using lines = std::vector<std::string>;

byte_builder everything(const char* format) {
    return fixtures::p3d::write(
        fixtures::p3d::model{{fixtures::p3d::everything(format), fixtures::p3d::triangle(1e13F, format)}});
}

std::string at(const byte_builder& file, const std::string& path, std::size_t distance = 0) {
    return std::to_string(file.at(path) + distance) + ": ";
}

} // namespace

TEST_CASE("p3d: the regions of a model cover every byte") {
    byte_builder file = everything("P3DM");
    file.text("rest");
    const auto out = regions_of_file(*p3d::open(file.span()));
    CHECK(out.of("p3d.magic") == lines{"0: 4 char constant"});
    CHECK(out.of("p3d.lodCount") == lines{"8: 1 u32 reference"});
    CHECK(out.of("p3d.lods[0].header.pointCount") == lines{at(file, "p3d.lods[0].pointCount") + "1 u32 reference"});
    CHECK(out.of("p3d.lods[0].header") == lines{"40: 3 u8 padding"}); // after its known fields
    CHECK(out.of("p3d.lods[0].points") == lines{"43: 4 point"});
    CHECK(out.of("p3d.lods[0].normals") == lines{"107: 2 vec3"});
    CHECK(out.of("p3d.lods[0].faces[0].corners") ==
          lines{at(file, "p3d.lods[0].faces[0].count", 4) + "3 corner",
                at(file, "p3d.lods[0].faces[0].count", 52) + "1 corner padding"});
    CHECK(out.of("p3d.lods[0].faces[1].corners") == lines{at(file, "p3d.lods[0].faces[1].count", 4) + "4 corner"});
    CHECK(out.of("p3d.lods[0].tags") == lines{at(file, "p3d.lods[0].tags") + "4 char constant"});
    CHECK(out.of("p3d.lods[1].resolution") == lines{std::to_string(file.size() - 8) + ": 1 f32"});
    CHECK(out.of("") == lines{std::to_string(file.size() - 4) + ": 4 u8 gap"});
    CHECK(out.all.back().role == role::gap);
}

TEST_CASE("p3d: the regions of a tag have the types of its kind") {
    const byte_builder file = everything("P3DM");
    const auto out = regions_of_file(*p3d::open(file.span()));
    std::map<std::string, std::size_t> of_path;
    for (const region& one : out.all) {
        ++of_path[one.where.path];
    }
    for (const char* const path : {"tags[].points", "tags[].faces", "tags[].edges", "tags[].masses", "tags[].id",
                                   "tags[].uvs", "tags[].time", "tags[].positions", "tags[].materialIndex"}) {
        CAPTURE(path);
        CHECK(of_path[path] != 0);
    }
    std::size_t number = 0;
    for (const p3d::tag& tag : p3d::open(file.span())->lods().begin()->tags()) {
        const std::string path = "p3d.lods[0].tags[" + std::to_string(number++) + "]";
        CAPTURE(path);
        CHECK(out.of(path + ".size").at(0).ends_with(": 1 u32 reference"));
        if (tag.property()) {
            CHECK(out.of(path + ".value").size() == (tag.property().value().size() < 63 ? 2 : 1));
        } else if (!tag.has_right_size()) {
            CHECK(out.of(path + ".data").size() == (tag.data().empty() ? 0 : 1));
        }
    }
}

TEST_CASE("p3d: bytes after the NUL of a text field are padding") {
    const byte_builder file = everything("SP3X");
    const auto out = regions_of_file(*p3d::open(file.span()));
    const p3d::face face = *p3d::open(file.span())->lods().begin()->faces().begin();
    const std::size_t length = face.texture().size() + 1;
    CHECK(out.of("p3d.lods[0].faces[0].texture") ==
          lines{at(file, "p3d.lods[0].faces[0]") + std::to_string(length) + " char",
                at(file, "p3d.lods[0].faces[0]", length) + std::to_string(32 - length) + " char padding"});
    CHECK(out.sums.padding != 0);
}

TEST_CASE("p3d: the regions of a model in other containers") {
    const byte_builder figure = fixtures::p3d::write(fixtures::p3d::figure::model());
    CHECK(regions_of_file(*p3d::open(figure.span())).sums.gap == 0);
    fixtures::p3d::lod bare = fixtures::p3d::everything("P3DM");
    bare.has_tags = false;
    const byte_builder one = fixtures::p3d::write(fixtures::p3d::model{{bare}, ""});
    const auto bare_regions = regions_of_file(*p3d::open(one.span()));
    CHECK(bare_regions.of("p3d.lods[0].magic") == lines{"0: 4 char constant"});
    CHECK(bare_regions.of("p3d.lods[0].tags").empty());
}

TEST_CASE("p3d: bytes that changed since open() and are no longer readable are a gap") {
    byte_builder file = everything("P3DM");
    const auto model = *p3d::open(file.span());
    const std::size_t face = file.at("p3d.lods[0].faces[1].count");
    file.poke(face, 9U);
    const support::region_list out{model};
    CHECK(out.all.back().role == role::gap);
}

TEST_CASE("rtm: the regions of an animation cover every byte") {
    byte_builder file = fixtures::p3d::write(fixtures::p3d::moves());
    file.text("rest");
    const auto clip = *p3d::open_animation(file.span());
    const auto out = regions_of_file(clip);
    CHECK(out.of("rtm.magic") == lines{"0: 8 char constant"});
    CHECK(out.of("rtm.motion.x") == lines{"8: 1 f32"});
    CHECK(out.of("rtm.motion.z") == lines{"16: 1 f32"});
    CHECK(out.of("rtm.phaseCount") == lines{"20: 1 u32 reference"});
    CHECK(out.of("rtm.boneCount") == lines{"24: 1 u32 reference"});
    CHECK(out.of("rtm.boneNames[1]") == lines{at(file, "rtm.boneNames", 32) + "32 char"}); // fills its field
    CHECK(out.of("rtm.boneNames[0]").size() == 2);
    CHECK(out.of("rtm.phases[2].phase") == lines{at(file, "rtm.phases[2]") + "1 f32"});
    CHECK(out.of("rtm.phases[2].bones[1].position") == lines{at(file, "rtm.phases[2].bones[1]", 68) + "1 vec3"});
    const std::size_t padding = 31 - clip.bones()[0].name().size();
    std::uint64_t of_poses = 0;
    for (const p3d::phase& phase : clip.phases()) {
        for (const p3d::bone_pose& pose : phase.bones()) {
            const std::size_t length = pose.bone.view().size();
            of_poses += length < 32 ? 31 - length : 0;
        }
    }
    CHECK(out.sums.padding == padding + of_poses);
}

TEST_CASE("p3d: the regions of a UV set whose size leaves out its id") {
    fixtures::p3d::lod level = fixtures::p3d::triangle(1);
    level.tags = {fixtures::p3d::uv_set_of_uncounted_id(0, {0, 1, 2, 3, 4, 5})};
    const byte_builder file = fixtures::p3d::write(fixtures::p3d::model{{level}});
    const auto out = regions_of_file(*p3d::open(file.span()));
    CHECK(out.of("p3d.lods[0].tags[0].id").size() == 1);
    CHECK(out.of("p3d.lods[0].tags[0].uvs") == lines{at(file, "p3d.lods[0].tags[0].data", 4) + "3 vec2"});
}
