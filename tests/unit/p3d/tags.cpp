#include "p3d/fixtures.hpp"

#include <effigy/p3d.hpp>

#include <doctest/doctest.h>

namespace {

using namespace effigy;
using support::byte_builder;

const byte_builder every_tag = fixtures::p3d::write(fixtures::p3d::model{{fixtures::p3d::everything("P3DM")}});

// Tag `number` of the first level.
p3d::tag tag_of(const byte_builder& model_file, std::size_t number) {
    const p3d::lod level = *p3d::open(model_file.span())->lods().begin();
    auto found = level.tags().begin();
    for (std::size_t i = 0; i < number; ++i) {
        ++found;
    }
    return *found;
}

// Writes a model of one triangle with this tag to `memory`. Returns the tag in `memory`.
p3d::tag tag_of_triangle(byte_builder& memory, fixtures::p3d::tag described) {
    fixtures::p3d::lod level = fixtures::p3d::triangle(1);
    level.tags = {std::move(described)};
    memory = fixtures::p3d::write(fixtures::p3d::model{{level}});
    return tag_of(memory, 0);
}

bool shows_nothing(const p3d::tag& one) {
    return !one.selection() && one.edges().empty() && one.masses().empty() && !one.property() && !one.uv_set() &&
           one.uv_set().id() == 0 && !one.morph_frame() && one.morph_frame().time() == 0 &&
           one.material_index().empty();
}

} // namespace

TEST_CASE("p3d: kinds of tags") {
    using p3d::tag_kind;
    const std::pair<std::string_view, tag_kind> kinds[] = {
        {"", tag_kind::selection},
        {"camo", tag_kind::selection},
        {"Selected", tag_kind::selection},
        {"#Selected#", tag_kind::selected},
        {"#LOCK#", tag_kind::lock},
        {"#hide#", tag_kind::hide},
        {"#SharpEdges#", tag_kind::sharp_edges},
        {"#Mass#", tag_kind::mass},
        {"#Property#", tag_kind::property},
        {"#UVSet#", tag_kind::uv_set},
        {"#Animation#", tag_kind::morph_frame},
        {"#MaterialIndex#", tag_kind::material_index},
        {"#EndOfFile#", tag_kind::end},
        {"#endoffile#", tag_kind::end},
        {"#EndOfFile", tag_kind::unknown},
        {"#", tag_kind::unknown},
    };
    for (const auto& known : kinds) {
        CAPTURE(known.first);
        CHECK(p3d::kind_of_tag(known.first) == known.second);
    }
}

TEST_CASE("p3d: tags in file order") {
    const char* const names[] = {"#SharpEdges#", "#Selected#", "moss",    "proxy:rock\\bird.007", "#Property#",
                                 "#Mass#",       "#Hide#",     "#lock#",  "#Animation#",          "#Animation#",
                                 "#Animation#",  "#UVSet#",    "#UVSet#", "#MaterialIndex#",      "#Strange#",
                                 "#Mass#",       "#EndOfFile#"};
    const p3d::lod level = *p3d::open(every_tag.span())->lods().begin();
    std::size_t i = 0;
    for (const p3d::tag& tag : level.tags()) {
        CHECK(tag.name() == names[i]);
        CHECK(tag.active() == (tag.name() == "#Strange#" ? 7 : 1));
        CHECK(tag.has_right_size() == (i != 15));
        ++i;
    }
    CHECK(i == std::size(names));
}

TEST_CASE("p3d: selections") {
    const p3d::selection selected = tag_of(every_tag, 2).selection();
    REQUIRE(selected.point_bytes().size() == 4);
    CHECK(selected.point_bytes()[3] == 255);
    REQUIRE(selected.face_bytes().size() == 3);
    CHECK(selected.face_bytes()[2] == 200);
    CHECK(tag_of(every_tag, 1).selection().point_bytes()[3] == 1);
    CHECK(tag_of(every_tag, 6).selection().face_bytes()[2] == 1);
    CHECK(tag_of(every_tag, 7).selection().point_bytes()[1] == 1);
}

TEST_CASE("p3d: content of the other kinds of tags") {
    const auto edges = tag_of(every_tag, 0).edges();
    REQUIRE(edges.size() == 2);
    CHECK(edges[0].point[1] == 1U);
    CHECK(edges[1].point[0] == 2U);

    const p3d::tag property_tag = tag_of(every_tag, 4);
    REQUIRE(property_tag.property());
    CHECK(property_tag.property().name() == "lodnoshadow");
    CHECK(property_tag.property().value() == "1");

    const auto masses = tag_of(every_tag, 5).masses();
    REQUIRE(masses.size() == 4);
    CHECK(masses[2] == 0.5F);

    const auto frame = tag_of(every_tag, 10).morph_frame();
    CHECK(frame.time() == 0.75F);
    REQUIRE(frame.positions().size() == 4);
    CHECK(frame.positions()[3].z == -8.0F);

    const auto set = tag_of(every_tag, 12).uv_set();
    CHECK(set.id() == 1);
    REQUIRE(set.uvs().size() == 9);
    CHECK(set.uvs()[8].y == 0.5F);
    const auto of_third_corner = tag_of(every_tag, 11).uv_set().uvs()[2];
    CHECK(of_third_corner.x == 1.0F);
    CHECK(of_third_corner.y == 0.0F); // 1, if the id were taken for the first number

    const auto words = tag_of(every_tag, 13).material_index();
    REQUIRE(words.size() == 4);
    CHECK(words[3] == 4U);

    const p3d::tag strange = tag_of(every_tag, 14);
    CHECK(strange.kind() == p3d::tag_kind::unknown);
    CHECK(strange.data().size() == 5);
    CHECK(strange.data()[4] == std::byte{5});
    CHECK(shows_nothing(strange));
    CHECK(tag_of(every_tag, 16).data().empty());
}

TEST_CASE("p3d: ranges of one kind of tag") {
    const p3d::lod level = *p3d::open(every_tag.span())->lods().begin();
    std::vector<std::string_view> names;
    for (const p3d::selection& one : level.selections()) {
        names.push_back(one.name());
    }
    CHECK(names == std::vector<std::string_view>{"moss", "proxy:rock\\bird.007"});
    CHECK(level.properties().begin()->value() == "1");
    CHECK(std::ranges::distance(level.properties()) == 1);
    std::vector<float> times;
    for (const p3d::morph_frame& one : level.morph_frames()) {
        times.push_back(one.time());
    }
    CHECK(times == std::vector<float>{0, 0.25F, 0.75F});
    std::uint32_t sets = 0;
    for (const p3d::uv_set& one : level.uv_sets()) {
        CHECK(one.id() == sets++);
        CHECK(one.uvs().size() == level.corner_count());
    }
    CHECK(sets == 2);
    CHECK(level.masses().size() == 4); // the other tag of masses has a wrong size
}

TEST_CASE("p3d: selections and properties by name, without regard to case") {
    const p3d::lod level = *p3d::open(every_tag.span())->lods().begin();
    REQUIRE(level.selection("MOSS"));
    CHECK(level.selection("MOSS").name() == "moss");
    CHECK(level.selection("moss").point_bytes()[3] == 255);
    CHECK_FALSE(level.selection("mos"));
    CHECK_FALSE(level.selection("#Hide#")); // not a named selection
    CHECK(level.property("LodNoShadow").value() == "1");
    CHECK_FALSE(level.property("class"));

    fixtures::p3d::lod twice = fixtures::p3d::triangle(1);
    twice.tags = {fixtures::p3d::selection("a", {0, 0, 9}, {0}), fixtures::p3d::selection("A", {0, 0, 7}, {0})};
    const byte_builder file = fixtures::p3d::write(fixtures::p3d::model{{twice}});
    CHECK(p3d::open(file.span())->lods().begin()->selection("A").point_bytes()[2] == 9); // the first
}

TEST_CASE("p3d: the range of a kind is empty if no tag of the kind has the right size") {
    fixtures::p3d::lod level = fixtures::p3d::triangle(1);
    level.tags = {{"camo", {1}}, {"#Property#", {1}}, {"#UVSet#", {1}}, {"#Animation#", {1}}, {"#Mass#", {1}}};
    const byte_builder file = fixtures::p3d::write(fixtures::p3d::model{{level}});
    for (const p3d::lod& read : {*p3d::open(file.span())->lods().begin(), p3d::lod{}}) {
        CHECK(read.selections().empty());
        CHECK(read.selections().begin() == read.selections().end());
        CHECK(read.properties().empty());
        CHECK(read.uv_sets().empty());
        CHECK(read.morph_frames().empty());
        CHECK(read.masses().empty());
        CHECK_FALSE(read.selection("camo"));
    }
    const fixtures::p3d::lod nothing{.tags = {{"", {}}, {"#Animation#", {0, 0, 0, 0}}}}; // no points and no faces
    const byte_builder small = fixtures::p3d::write(fixtures::p3d::model{{nothing}});
    const p3d::lod read = *p3d::open(small.span())->lods().begin();
    CHECK(std::ranges::distance(read.selections()) == 1);
    CHECK(std::ranges::distance(read.morph_frames()) == 1);
}

TEST_CASE("p3d: a tag has content of its own kind only") {
    for (std::size_t i = 0; i < 17; ++i) {
        CAPTURE(i);
        const p3d::tag one = tag_of(every_tag, i);
        int contents = 0;
        contents += one.selection().point_bytes().empty() ? 0 : 1;
        contents += one.edges().empty() ? 0 : 1;
        contents += one.masses().empty() ? 0 : 1;
        contents += one.property() ? 1 : 0;
        contents += one.uv_set().uvs().empty() ? 0 : 1;
        contents += one.morph_frame().positions().empty() ? 0 : 1;
        contents += one.material_index().empty() ? 0 : 1;
        CHECK(contents == (i >= 14 ? 0 : 1));
    }
}

TEST_CASE("p3d: tags of a wrong size show only their bytes") {
    byte_builder memory;
    const std::pair<const char*, std::size_t> right[] = {
        {"camo", 4},         {"#Selected#", 4},       {"#Lock#", 4},       {"#Hide#", 4},
        {"#SharpEdges#", 8}, {"#Mass#", 12},          {"#Property#", 128}, {"#UVSet#", 28},
        {"#Animation#", 40}, {"#MaterialIndex#", 16}, {"#EndOfFile#", 0},
    };
    for (const auto& known : right) {
        const auto [name, size] = known;
        CAPTURE(known.first);
        CHECK(tag_of_triangle(memory, {name, std::vector<std::uint8_t>(size, 1)}).has_right_size());
        for (const std::size_t wrong : {size + 1, size - 1}) {
            if (wrong > 1000) {
                continue;
            }
            const p3d::tag one = tag_of_triangle(memory, {name, std::vector<std::uint8_t>(wrong, 1)});
            CHECK_FALSE(one.has_right_size());
            CHECK(one.data().size() == wrong);
            CHECK(shows_nothing(one));
        }
    }
}

TEST_CASE("p3d: texts of a property can fill their fields") {
    byte_builder memory;
    const p3d::tag one = tag_of_triangle(memory, {"#Property#", std::vector<std::uint8_t>(128, 'x')});
    REQUIRE(one.property());
    CHECK(one.property().name() == std::string(64, 'x'));
    CHECK(one.property().value() == std::string(64, 'x'));
}

TEST_CASE("p3d: a UV set whose size leaves out its id") {
    for (const std::string format : {"P3DM", "SP3X", "SP3D"}) {
        fixtures::p3d::lod level = fixtures::p3d::triangle(1, format);
        level.tags = {fixtures::p3d::uv_set_of_uncounted_id(3, {0, 1, 2, 3, 4, 5}), {"after", {1, 2, 3, 1}}};
        fixtures::p3d::lod empty = level; // without corners, only the id is left
        empty.faces.clear();
        empty.tags = {fixtures::p3d::uv_set_of_uncounted_id(0, {}), {"after", {1, 2, 3}}};
        const byte_builder file = fixtures::p3d::write(fixtures::p3d::model{{level, empty}});
        const auto opened = p3d::open(file.span());
        REQUIRE(opened);
        CHECK(opened->trailing().empty());
        const p3d::tag set = tag_of(file, 0);
        CHECK_FALSE(set.counts_id());
        CHECK(set.has_right_size());
        CHECK(set.data().size() == 28);
        CHECK(set.uv_set().id() == 3);
        REQUIRE(set.uv_set().uvs().size() == 3);
        CHECK(set.uv_set().uvs()[2].y == 5.0F);
        CHECK(tag_of(file, 1).counts_id());
        CHECK(tag_of(file, 1).selection());
        for (const p3d::lod& each : opened->lods()) {
            CHECK(each.selection("after"));
        }
    }
    fixtures::p3d::lod cut = fixtures::p3d::triangle(1);
    cut.tags = {fixtures::p3d::uv_set_of_uncounted_id(3, {0, 1, 2, 3, 4, 5})};
    const byte_builder file = fixtures::p3d::write(fixtures::p3d::model{{cut}});
    const auto why = p3d::open(file.span().first(file.at("p3d.lods[0].tags[0].data") + 25)).error();
    CHECK(why.code == errc::truncated);
    CHECK(why.offset == file.at("p3d.lods[0].tags[0].data"));
}
