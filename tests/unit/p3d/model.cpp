#include "p3d/walk.hpp"
#include "support/refusals.hpp"

#include <algorithm>

namespace {

using namespace effigy;
using support::byte_builder;
using support::check_error;
using namespace std::string_literals;

const fixtures::p3d::model two_levels{{fixtures::p3d::everything("P3DM"), fixtures::p3d::triangle(1e13F)}};

p3d::lod first_lod(const byte_builder& file) { return *p3d::open(file.span())->lods().begin(); }

error refusal_of(const byte_builder& file) { return p3d::open(file.span()).error(); }

} // namespace

TEST_CASE("p3d: a view of a level shows the written values") {
    const byte_builder file = fixtures::p3d::write(two_levels);
    const auto model = p3d::open(file.span());
    REQUIRE(model);
    CHECK_FALSE(verify(*model));
    CHECK(model->container() == p3d::container::mlod);
    CHECK(model->version() == 257);
    CHECK(model->lods().size() == 2);
    CHECK(model->trailing().empty());

    const p3d::lod level = *model->lods().begin();
    CHECK(level.format() == p3d::lod_format::p3dm);
    CHECK(level.offset() == file.at("p3d.lods[0].magic"));
    CHECK(level.end_offset() == file.at("p3d.lods[1].magic"));
    CHECK(level.faces_offset() == file.at("p3d.lods[0].faces[0]"));
    CHECK(level.tags_offset() == file.at("p3d.lods[0].tags"));
    CHECK(level.header_size() == 31);
    CHECK(level.version() == 153);
    CHECK(level.flags() == 7);
    CHECK(level.extra_header().size() == 3);
    CHECK(level.resolution() == 1.5F);
    CHECK(level.has_tags());
    CHECK(level.tags().size() == 17);
    REQUIRE(level.point_records().size() == 4);
    CHECK(level.point_records()[1].flags == p3d::point_hidden);
    CHECK(level.point_records()[2].position.y == 2.0F);
    CHECK(level.points().size() == 4);
    CHECK(level.points()[2].x == 1.0F);
    REQUIRE(level.normals().size() == 2);
    CHECK(level.normals()[1].y == 1.0F);
}

TEST_CASE("p3d: faces with two, three and four corners") {
    const byte_builder file = fixtures::p3d::write(two_levels);
    const p3d::lod level = first_lod(file);
    REQUIRE(level.faces().size() == 3);
    CHECK(level.corner_count() == 9);
    auto face = level.faces().begin();
    REQUIRE(face->corners().size() == 3);
    CHECK(face->corners()[2].point == 2U);
    CHECK(face->corners()[1].normal == 1U);
    CHECK(face->corners()[1].uv.x == 1.0F);
    CHECK(face->flags() == p3d::face_no_shadow);
    CHECK(face->texture() == "rock\\moss.paa");
    CHECK(face->material() == "rock\\moss.rvmat");
    REQUIRE(face->unused().size() == 1); // stale: not an index of this level
    CHECK(face->unused()[0].point == 968U);
    CHECK(face->unused()[0].normal == 77U);

    ++face;
    CHECK(face->corners().size() == 4);
    CHECK(face->unused().empty());
    CHECK(face->texture() == "#(argb,8,8,3)color(1,0,0,1)");
    CHECK(face->material().empty());

    ++face;
    CHECK(face->corners().size() == 2);
    CHECK(face->unused().size() == 2);
    CHECK(face->texture().empty());
    CHECK(++face == level.faces().end());
}

TEST_CASE("p3d: faces of a level by index") {
    const byte_builder file = fixtures::p3d::write(two_levels);
    const p3d::lod level = first_lod(file);
    std::array<std::uint32_t, 3> memory{};
    const auto faces = level.faces().index(memory);
    REQUIRE(faces.size() == 3);
    CHECK(memory[1] == file.at("p3d.lods[0].faces[1]"));
    CHECK(faces[1].corners().size() == 4);
    CHECK_FALSE(faces.at(3));
}

TEST_CASE("p3d: corners of all faces") {
    for (const char* const format : {"P3DM", "SP3X", "SP3D"}) {
        CAPTURE(format);
        const byte_builder file = fixtures::p3d::write(fixtures::p3d::model{{fixtures::p3d::everything(format)}});
        const p3d::lod level = first_lod(file);
        CHECK_FALSE(level.corners().empty());
        CHECK(level.corners().size() == 9);
        std::vector<std::uint32_t> points;
        for (const p3d::corner& corner : level.corners()) {
            points.push_back(corner.point);
        }
        CHECK(points == std::vector<std::uint32_t>{0, 1, 2, 0, 1, 2, 3, 0, 1});
        auto corner = level.corners().begin();
        const auto first = corner++;
        CHECK(first->point == 0U);
        CHECK(corner->point == 1U);
        CHECK(first != corner);
        CHECK(std::ranges::distance(corner, level.corners().end()) == 8);
    }
}

TEST_CASE("p3d: faces are cut into triangles") {
    const byte_builder file = fixtures::p3d::write(two_levels);
    const p3d::lod level = first_lod(file); // faces: a triangle, a quad and a line
    CHECK(level.triangle_count() == 3);
    CHECK_FALSE(level.triangles().empty());
    CHECK(level.triangles().size() == 3);
    std::vector<std::array<std::uint32_t, 4>> found;
    for (const p3d::triangle& triangle : level.triangles()) {
        found.push_back({triangle.corner[0].point, triangle.corner[1].point, triangle.corner[2].point, triangle.face});
    }
    CHECK(found == std::vector<std::array<std::uint32_t, 4>>{{0, 1, 2, 0}, {0, 1, 2, 1}, {0, 2, 3, 1}});
    CHECK(level.triangles().begin()->corner[1].uv.x == 1.0F);
}

TEST_CASE("p3d: faces with fewer than three corners") {
    fixtures::p3d::lod level = fixtures::p3d::triangle(0);
    const fixtures::p3d::face whole = level.faces[0];
    level.faces = {{{}}, {{{1}}}, {{{1}, {2}}}};
    const byte_builder none = fixtures::p3d::write(fixtures::p3d::model{{level}});
    CHECK(first_lod(none).corner_count() == 3);
    CHECK(first_lod(none).triangle_count() == 0);
    CHECK(first_lod(none).triangles().empty());
    CHECK(first_lod(none).triangles().begin() == first_lod(none).triangles().end());
    CHECK(std::ranges::distance(first_lod(none).corners().begin(), first_lod(none).corners().end()) == 3);

    level.faces.push_back(whole);
    level.faces.push_back({});
    const byte_builder one = fixtures::p3d::write(fixtures::p3d::model{{level}});
    CHECK(first_lod(one).triangle_count() == 1);
    CHECK(std::ranges::distance(first_lod(one).triangles().begin(), first_lod(one).triangles().end()) == 1);
    CHECK(first_lod(one).triangles().begin()->face == 3);

    level.faces = {{}};
    const byte_builder nothing = fixtures::p3d::write(fixtures::p3d::model{{level}});
    CHECK(first_lod(nothing).corners().empty());
}

TEST_CASE("p3d: SP3X and SP3D have texts of fixed length") {
    for (const char* const format : {"SP3X", "SP3D"}) {
        CAPTURE(format);
        const byte_builder file = fixtures::p3d::write(fixtures::p3d::model{{fixtures::p3d::everything(format)}});
        const bool demo = format == "SP3D"s;
        const p3d::lod level = first_lod(file);
        CHECK(level.format() == (demo ? p3d::lod_format::sp3d : p3d::lod_format::sp3x));
        CHECK(level.header_size() == (demo ? 16 : 31));
        CHECK(level.version() == (demo ? 0 : 153));
        CHECK(level.points().size() == 4);
        CHECK(level.points()[2].y == 2.0F);
        CHECK(level.point_records().size() == (demo ? 0 : 4));
        CHECK(level.tags().size() == 17);
        CHECK(level.corner_count() == 9);
        const p3d::face face = *level.faces().begin();
        CHECK(face.texture() == "rock\\moss.paa");
        CHECK(face.material().empty());
        CHECK(face.flags() == (demo ? 0 : 0x10));
        CHECK(level.resolution() == 1.5F);
    }
}

TEST_CASE("p3d: a text that fills its field has no NUL") {
    fixtures::p3d::lod level = fixtures::p3d::triangle(0, "SP3X");
    level.faces[0].texture = std::string(32, 't');
    level.tags = {fixtures::p3d::selection(std::string(64, 'n'), {1, 1, 1}, {1})};
    const byte_builder file = fixtures::p3d::write(fixtures::p3d::model{{level}});
    const p3d::lod read = first_lod(file);
    CHECK(read.faces().begin()->texture() == std::string(32, 't'));
    CHECK(read.tags().begin()->name() == std::string(64, 'n'));
}

TEST_CASE("p3d: other containers") {
    fixtures::p3d::model all = two_levels;
    all.container = "NLOD";
    const byte_builder older = fixtures::p3d::write(all);
    CHECK(p3d::open(older.span())->container() == p3d::container::nlod);
    CHECK(p3d::open(older.span())->version() == 0);
    CHECK(p3d::open(older.span())->lods().size() == 2);

    for (const char* const format : {"P3DM", "SP3X", "SP3D"}) {
        CAPTURE(format);
        const byte_builder bare = fixtures::p3d::write(fixtures::p3d::model{{fixtures::p3d::everything(format)}, ""});
        const auto model = p3d::open(bare.span());
        REQUIRE(model);
        CHECK(model->container() == p3d::container::bare);
        CHECK(model->lods().size() == 1);
        CHECK(first_lod(bare).tags().size() == 17);
    }
}

TEST_CASE("p3d: a bare level can end after its faces") {
    fixtures::p3d::lod level = fixtures::p3d::triangle(0);
    level.has_tags = false;
    const byte_builder file = fixtures::p3d::write(fixtures::p3d::model{{level}, ""});
    const p3d::lod read = first_lod(file);
    CHECK_FALSE(read.has_tags());
    CHECK(read.tags().empty());
    CHECK(read.resolution() == 0);
    CHECK(read.end_offset() == file.size());
    CHECK(read.faces().size() == 1);
    check_error(refusal_of(fixtures::p3d::write(fixtures::p3d::model{{level}})), errc::truncated, "p3d.lods[0].tags",
                file.size() + 12, 4, 0);
}

TEST_CASE("p3d: models without levels, and levels without any content") {
    const byte_builder none = fixtures::p3d::write(fixtures::p3d::model{});
    CHECK(p3d::open(none.span())->lods().empty());
    const byte_builder empty = fixtures::p3d::write(fixtures::p3d::model{{fixtures::p3d::lod{}}});
    const p3d::lod read = first_lod(empty);
    CHECK(read.points().empty());
    CHECK(read.faces().empty());
    CHECK(read.tags().size() == 1);
}

TEST_CASE("p3d: bytes after the last level are accessible") {
    byte_builder file = fixtures::p3d::write(two_levels);
    file.text("rest");
    const auto model = p3d::open(file.span());
    REQUIRE(model);
    CHECK(model->trailing().size() == 4);
    CHECK(model->file().offset_of(model->trailing().data()) == file.at("end"));
}

TEST_CASE("p3d: the index has the same levels as the walk") {
    fixtures::p3d::lod bare = fixtures::p3d::everything("SP3D");
    bare.has_tags = false;
    for (const fixtures::p3d::model& all :
         {fixtures::p3d::model{{fixtures::p3d::everything("P3DM"), fixtures::p3d::everything("SP3X"),
                                fixtures::p3d::everything("SP3D"), fixtures::p3d::triangle(1e13F)}},
          fixtures::p3d::model{{bare}, ""}}) {
        const byte_builder file = fixtures::p3d::write(all);
        const auto model = p3d::open(file.span());
        REQUIRE(model);
        std::vector<p3d::lod_entry> memory(model->lods().size());
        const p3d::lod_index lods = model->index(memory);
        REQUIRE(lods.size() == model->lods().size());
        std::size_t i = 0;
        for (const p3d::lod& level : model->lods()) {
            support::digest walked, indexed;
            walk::add(walked, level);
            walk::add(indexed, lods[i++]);
            CHECK(walked.value() == indexed.value());
        }
        CHECK_FALSE(lods.at(i));
        CHECK(model->index(std::span{memory}.first(memory.size() - 1)).empty());
    }
}

TEST_CASE("p3d: levels by kind") {
    const auto at = [](float resolution) { return fixtures::p3d::triangle(resolution); };
    const byte_builder file =
        fixtures::p3d::write(fixtures::p3d::model{{at(0.5F), at(2), at(10000), at(10010), at(1e13F), at(-1)}});
    const auto model = *p3d::open(file.span());
    std::vector<p3d::lod_entry> memory(model.lods().size());
    const p3d::lod_index lods = model.index(memory);
    const auto offset = [&](p3d::lod_kind kind, std::uint32_t number = 0) {
        const p3d::lod walked = model.lod(kind, number);
        const p3d::lod indexed = lods.lod(kind, number);
        CHECK(walked.offset() == indexed.offset());
        CHECK(bool{walked} == bool{indexed});
        return walked.offset();
    };
    CHECK(offset(p3d::lod_kind::visual) == file.at("p3d.lods[0].magic")); // the finest
    CHECK(offset(p3d::lod_kind::shadow_volume) == file.at("p3d.lods[2].magic"));
    CHECK(offset(p3d::lod_kind::shadow_volume, 10) == file.at("p3d.lods[3].magic"));
    CHECK(offset(p3d::lod_kind::geometry) == file.at("p3d.lods[4].magic"));
    CHECK(offset(p3d::lod_kind::unknown) == file.at("p3d.lods[5].magic"));
    CHECK_FALSE(lods.lod(p3d::lod_kind::memory));
    CHECK_FALSE(lods.lod(p3d::lod_kind::shadow_volume, 1));
    CHECK(lods[3].kind() == p3d::lod_kind::shadow_volume);
    CHECK(lods[3].number() == 10);
    CHECK_FALSE(p3d::model{}.lod(p3d::lod_kind::visual));
}

TEST_CASE("p3d: the error of a wrong number has the field's name and offset") {
    support::check_wrong(fixtures::p3d::write(two_levels), refusal_of,
                         {{"p3d.version", 0x200, errc::bad_version, 511},
                          {"p3d.magic", 0x4C4F444F, errc::bad_magic},
                          {"p3d.lods[1].magic", 0x58443350, errc::bad_magic},
                          {"p3d.lods[0].tags", 0x53474154, errc::bad_magic, 0x47474154},
                          {"p3d.lods[1].header.size", 27, errc::bad_value},
                          {"p3d.lods[0].faces[1].count", 5, errc::bad_value},
                          {"p3d.lods[0].faces[2].count", 0x8000'0000, errc::bad_value},
                          {"p3d.lodCount", 3, errc::truncated, 2}}); // one level more than the file contains
    CHECK(to_string(refusal_of(byte_builder{}.text("P3DX"))) ==
          "bad_magic: p3d.magic at offset 0: expected MLOD, NLOD, or a level's P3DM, SP3X or SP3D, found \"P3DX\"");
}

TEST_CASE("p3d: the error for a truncated file names the field") {
    const auto check = [](const byte_builder& file, const std::string& location, std::size_t kept, std::uint64_t need) {
        check_error(p3d::open(file.first(file.at(location) + kept)).error(), errc::truncated, location,
                    file.at(location), need, static_cast<std::int64_t>(kept));
    };
    // A count is more than the rest of the file can hold.
    const auto check_count = [](const byte_builder& file, std::size_t size, const std::string& count,
                                std::uint64_t need, std::int64_t found) {
        check_error(p3d::open(file.first(size)).error(), errc::truncated, count, file.at(count), need, found);
    };
    const byte_builder file = fixtures::p3d::write(two_levels);
    const std::string level = "p3d.lods[0]";
    check(file, "p3d.magic", 0, 4);
    check(file, "p3d.magic", 3, 4);
    check(file, "p3d.version", 1, 4);
    check(file, "p3d.lodCount", 0, 4);
    check_count(file, file.at(level + ".header"), "p3d.lodCount", 0, 2);
    check_count(file, file.at("p3d.lods[1].magic") + 2, "p3d.lodCount", 1, 2);
    check(file, "p3d.lods[1].header", 23, 24);
    check(file, level + ".points", 63, 64);
    check(file, level + ".normals", 0, 24);
    check(file, level + ".faces[2]", 67, 68);
    check(file, level + ".faces[2].texture", 0, 1); // the NUL is missing
    check(file, level + ".faces[2].material", 0, 1);
    check(file, level + ".tags", 3, 4);
    check(file, level + ".tags[1].active", 0, 1);
    check(file, level + ".tags[1].name", 2, 3);
    check(file, level + ".tags[1].size", 2, 4);
    check(file, level + ".tags[1].data", 6, 7);
    check(file, level + ".resolution", 3, 4);

    const byte_builder older = fixtures::p3d::write(fixtures::p3d::model{{fixtures::p3d::everything("SP3X")}});
    check_count(older, older.at(level + ".faces[1].flags"), level + ".faceCount", 1, 3);
    check(older, level + ".tags[2].name", 63, 64);
    const fixtures::p3d::lod demo_level = fixtures::p3d::everything("SP3D");
    const byte_builder demo = fixtures::p3d::write(fixtures::p3d::model{{demo_level, demo_level}});
    check_count(demo, demo.at("p3d.lods[1].header") + 11, "p3d.lodCount", 1, 2);
    check(demo, level + ".points", 47, 48);
}
