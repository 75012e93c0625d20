#include "p3d/figure.hpp"
#include "p3d/hostile.hpp"

#include <effigy/p3d/regions.hpp>
#include <effigy/p3d/view.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

namespace {

using namespace effigy;
using support::byte_builder;

// All regions of a view.
struct region_list {
    std::vector<region> all;
    coverage sums;

    template <class View> explicit region_list(const View& view) {
        regions(view, [&](const region& found) {
            all.push_back(found);
            sums.add(found);
        });
        std::uint64_t end = 0;
        for (const region& one : all) {
            CHECK(one.offset() == end);
            CHECK(one.length != 0);
            CHECK(one.overlap == 0);
            end += one.length;
        }
        CHECK(end == view.file().size());
        CHECK(sums.bytes == view.file().size());
        CHECK(sums.gap == view.trailing().size());
    }
    // Each region at a path: "offset length type x count", and the role if it is not value.
    [[nodiscard]] std::vector<std::string> at(std::string_view path) const {
        constexpr const char* roles[] = {"", " reference", " padding", " garbage", " constant", " gap"};
        std::vector<std::string> out;
        for (const region& one : all) {
            std::string here = to_string(one.where);
            for (const char* const name : one.fields) {
                here += name != nullptr ? "." + std::string(name) : std::string{};
            }
            if (here == path) {
                out.push_back(std::to_string(one.offset()) + " " + std::to_string(one.length) + " " + one.type + " x " +
                              std::to_string(one.count) + roles[static_cast<std::size_t>(one.role)]);
            }
        }
        return out;
    }
};

using lines = std::vector<std::string>;

byte_builder everything(const char* format) {
    return fixtures::p3d::write(
        fixtures::p3d::model{{fixtures::p3d::everything(format), fixtures::p3d::triangle(1e13F, format)}});
}

std::string at(const byte_builder& file, const std::string& path, std::size_t distance = 0) {
    return std::to_string(file.at(path) + distance) + " ";
}

} // namespace

TEST_CASE("p3d: the regions of a model cover every byte") {
    byte_builder file = everything("P3DM");
    file.text("rest");
    const region_list out{*p3d::open(file.span())};
    CHECK(out.at("p3d.magic") == lines{"0 4 char x 4 constant"});
    CHECK(out.at("p3d.lodCount") == lines{"8 4 u32 x 1 reference"});
    CHECK(out.at("p3d.lods[0].header.pointCount") == lines{at(file, "p3d.lods[0].pointCount") + "4 u32 x 1 reference"});
    CHECK(out.at("p3d.lods[0].header") == lines{"40 3 u8 x 3 padding"}); // after its known fields
    CHECK(out.at("p3d.lods[0].points") == lines{"43 64 point x 4"});
    CHECK(out.at("p3d.lods[0].normals") == lines{"107 24 vec3 x 2"});
    CHECK(out.at("p3d.lods[0].faces[0].corners") ==
          lines{at(file, "p3d.lods[0].faces[0].count", 4) + "48 corner x 3",
                at(file, "p3d.lods[0].faces[0].count", 52) + "16 corner x 1 padding"});
    CHECK(out.at("p3d.lods[0].faces[1].corners") == lines{at(file, "p3d.lods[0].faces[1].count", 4) + "64 corner x 4"});
    CHECK(out.at("p3d.lods[0].tags") == lines{at(file, "p3d.lods[0].tags") + "4 char x 4 constant"});
    CHECK(out.at("p3d.lods[1].resolution") == lines{std::to_string(file.size() - 8) + " 4 f32 x 1"});
    CHECK(out.at("") == lines{std::to_string(file.size() - 4) + " 4 u8 x 4 gap"});
    CHECK(out.all.back().role == role::gap);
}

TEST_CASE("p3d: the regions of a tag have the types of its kind") {
    const byte_builder file = everything("P3DM");
    const region_list out{*p3d::open(file.span())};
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
        CHECK(out.at(path + ".size").at(0).ends_with(" 4 u32 x 1 reference"));
        if (tag.property()) {
            CHECK(out.at(path + ".value").size() == (tag.property().value().size() < 63 ? 2 : 1));
        } else if (!tag.has_right_size()) {
            CHECK(out.at(path + ".data").size() == (tag.data().empty() ? 0 : 1));
        }
    }
}

TEST_CASE("p3d: bytes after the NUL of a text field are padding") {
    const byte_builder file = everything("SP3X");
    const region_list out{*p3d::open(file.span())};
    const p3d::face face = *p3d::open(file.span())->lods().begin()->faces().begin();
    const std::size_t length = face.texture().size() + 1;
    CHECK(out.at("p3d.lods[0].faces[0].texture") ==
          lines{at(file, "p3d.lods[0].faces[0]") + std::to_string(length) + " char x " + std::to_string(length),
                at(file, "p3d.lods[0].faces[0]", length) + std::to_string(32 - length) + " char x " +
                    std::to_string(32 - length) + " padding"});
    CHECK(out.sums.padding != 0);
}

TEST_CASE("p3d: the regions of a model in other containers") {
    const byte_builder figure = fixtures::p3d::write(fixtures::p3d::figure::model());
    CHECK(region_list{*p3d::open(figure.span())}.sums.gap == 0);
    fixtures::p3d::lod bare = fixtures::p3d::everything("P3DM");
    bare.has_tags = false;
    const byte_builder one = fixtures::p3d::write(fixtures::p3d::model{{bare}, ""});
    const region_list bare_regions{*p3d::open(one.span())};
    CHECK(bare_regions.at("p3d.lods[0].magic") == lines{"0 4 char x 4 constant"});
    CHECK(bare_regions.at("p3d.lods[0].tags").empty());
}

TEST_CASE("p3d: bytes that changed since open() and are no longer readable are a gap") {
    byte_builder file = everything("P3DM");
    const auto model = *p3d::open(file.span());
    const std::size_t face = file.at("p3d.lods[0].faces[1].count");
    file.poke(face, 9U);
    std::uint64_t end = 0;
    regions(model, [&](const region& one) {
        CHECK(one.offset() == end);
        end += one.length;
    });
    CHECK(end == file.size());
}

TEST_CASE("rtm: the regions of an animation cover every byte") {
    byte_builder file = fixtures::p3d::write(fixtures::p3d::moves());
    file.text("rest");
    const auto clip = *p3d::open_animation(file.span());
    const region_list out{clip};
    CHECK(out.at("rtm.magic") == lines{"0 8 char x 8 constant"});
    CHECK(out.at("rtm.motion.x") == lines{"8 4 f32 x 1"});
    CHECK(out.at("rtm.motion.z") == lines{"16 4 f32 x 1"});
    CHECK(out.at("rtm.phaseCount") == lines{"20 4 u32 x 1 reference"});
    CHECK(out.at("rtm.boneCount") == lines{"24 4 u32 x 1 reference"});
    CHECK(out.at("rtm.boneNames[1]") == lines{at(file, "rtm.boneNames", 32) + "32 char x 32"}); // fills its field
    CHECK(out.at("rtm.boneNames[0]").size() == 2);
    CHECK(out.at("rtm.phases[2].phase") == lines{at(file, "rtm.phases[2]") + "4 f32 x 1"});
    CHECK(out.at("rtm.phases[2].bones[1].position") == lines{at(file, "rtm.phases[2].bones[1]", 68) + "12 vec3 x 1"});
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
