#include "p3d/figure.hpp"
#include "p3d/hostile.hpp"
#include "p3d/walk.hpp"
#include "support/counting_memory.hpp"
#include "support/pages.hpp"

#include <effigy/p3d/decode.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>

namespace {

using namespace effigy;
using support::byte_builder;
using support::counting_memory;

template <class View> [[nodiscard]] auto owned(const View& view) {
    auto memory = std::make_unique<counting_memory>();
    auto out = *decode(view, memory.get());
    CHECK(memory->most() <= 6 * view.file().size() + std::size_t{80} * 1024);
    return std::pair{std::move(memory), std::move(out)};
}

template <class Own, class Stored> [[nodiscard]] bool all_equal(std::span<const Own> mine, const Stored& stored) {
    std::size_t i = 0;
    for (const auto& value : stored) {
        if (i == mine.size() || !equal(mine[i++], value)) {
            return false;
        }
    }
    return i == mine.size();
}

void compare(const p3d::owned_model& mine, const p3d::owned_face& face, const p3d::face& stored) {
    CHECK(face.flags == stored.flags());
    CHECK(mine.get(face.texture) == stored.texture());
    CHECK(mine.get(face.material) == stored.material());
    CHECK(all_equal(face.corners(), stored.corners()));
    CHECK(all_equal(std::span<const p3d::owned_corner>{face.slots.corner}, stored.slots()));
}

[[nodiscard]] std::uint64_t digest_of(const p3d::tag& tag) {
    support::digest out;
    walk::add(out, tag);
    return out.value();
}

void compare(const p3d::owned_model& mine, const p3d::owned_lod& level, const p3d::lod& stored) {
    CHECK(level.format == stored.format());
    CHECK(level.has_tags == stored.has_tags());
    CHECK(level.version == stored.version());
    CHECK(level.flags == stored.flags());
    CHECK(level.corner_count == stored.corner_count());
    CHECK(equal(level.resolution, stored.resolution()));
    CHECK(std::ranges::equal(mine.get(level.extra_header), stored.extra_header()));
    const auto points = mine.get(level.points);
    REQUIRE(points.size() == stored.points().size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        CHECK(equal(points[i].position, stored.points()[i]));
        CHECK(points[i].flags == (stored.point_records().empty() ? 0 : stored.point_records()[i].flags.get()));
    }
    CHECK(all_equal(mine.get(level.normals), stored.normals()));
    const auto faces = mine.get(level.faces);
    REQUIRE(faces.size() == stored.faces().size());
    std::size_t number = 0;
    for (const auto& face : stored.faces()) {
        compare(mine, faces[number++], face);
    }
    REQUIRE(level.tags.size() == stored.tags().size());
    number = 0;
    for (const auto& tag : stored.tags()) {
        const p3d::tag copy = mine.tag(level, number++); // the same in any byte order of the host
        CHECK(digest_of(copy) == digest_of(tag));
        CHECK(std::ranges::equal(copy.data(), tag.data()));
    }
    CHECK_FALSE(mine.tag(level, number));
}

void compare(const p3d::owned_model& mine, const p3d::model& stored) {
    CHECK(mine.container == stored.container());
    CHECK(mine.version == stored.version());
    CHECK(std::ranges::equal(mine.get(mine.trailing), stored.trailing()));
    REQUIRE(mine.lods.size() == stored.lods().size());
    std::size_t number = 0;
    for (const auto& level : stored.lods()) {
        compare(mine, mine.get(mine.lods)[number++], level);
    }
}

void compare(const p3d::owned_animation& mine, const p3d::animation& stored) {
    CHECK(mine.version == stored.version());
    CHECK(mine.motion == stored.motion());
    CHECK(std::ranges::equal(mine.get(mine.trailing), stored.trailing()));
    CHECK(all_equal(mine.get(mine.bone_names), stored.bone_names()));
    const auto phases = mine.get(mine.phases);
    REQUIRE(phases.size() == stored.phases().size());
    for (std::size_t i = 0; i < phases.size(); ++i) {
        CHECK(equal(phases[i].phase, stored.phases()[i].time()));
        CHECK(all_equal(mine.get(phases[i].bones), stored.phases()[i].bones()));
    }
}

fixtures::p3d::model everything() {
    return {{fixtures::p3d::everything("P3DM"), fixtures::p3d::everything("SP3X"), fixtures::p3d::everything("SP3D"),
             fixtures::p3d::triangle(1e13F)}};
}

} // namespace

TEST_CASE("p3d: an owned model contains all that the view shows") {
    byte_builder file = fixtures::p3d::write(everything());
    file.text("rest");
    const auto model = *p3d::open(file.span());
    const auto [memory, mine] = owned(model);
    compare(mine, model);
    CHECK(mine.trailing.size() == 4);
    const p3d::owned_lod& level = mine.get(mine.lods)[0];
    const auto faces = mine.get(level.faces);
    CHECK(equal(faces[0].material, faces[2].material)); // stored once for both faces
    CHECK_FALSE(equal(faces[0].material, faces[0].texture));
    CHECK(mine.tag(level, 2).name() == "moss");
    CHECK(mine.tag(level, 10).morph_frame().positions()[3].z == -8.0F);
}

TEST_CASE("p3d: an owned model outlives the file and is equal to its copies") {
    byte_builder file = fixtures::p3d::write(everything());
    const p3d::owned_model mine = *decode(*p3d::open(file.span()));
    p3d::owned_model other = mine;
    file = byte_builder{};
    compare(mine, *p3d::open(fixtures::p3d::write(everything()).span()));
    CHECK(mine == other);
    other.all<p3d::owned_face>()[4].slots.corner[1].uv.y += 1;
    CHECK_FALSE(mine == other);
    p3d::owned_model third = mine;
    CHECK(mine == third);
    third.container = p3d::container::nlod;
    CHECK_FALSE(mine == third);
}

TEST_CASE("p3d: an owned model keeps only the memory of its pools") {
    const byte_builder file = fixtures::p3d::write(everything());
    const auto [memory, mine] = owned(*p3d::open(file.span()));
    const auto size_of = [&]<class... T>(const owned_pools<T...>& pools) {
        return (std::size_t{0} + ... + (pools.template all<T>().size() * sizeof(T)));
    };
    CHECK(memory->taken() == size_of(mine));
}

TEST_CASE("p3d: models of other containers can be owned, too") {
    fixtures::p3d::lod level = fixtures::p3d::everything("P3DM");
    level.has_tags = false;
    for (const fixtures::p3d::model& all : {fixtures::p3d::model{{level}, ""}, fixtures::p3d::model{{}, "NLOD"},
                                            fixtures::p3d::model{{fixtures::p3d::lod{}}}}) {
        const byte_builder file = fixtures::p3d::write(all);
        const auto model = *p3d::open(file.span());
        const auto [memory, mine] = owned(model);
        compare(mine, model);
    }
}

TEST_CASE("p3d: an empty view becomes an empty model") {
    const p3d::owned_model none = decode(p3d::model{}).value();
    CHECK(none.get(none.lods).empty());
    CHECK(none.get(none.trailing).empty());
    CHECK(none == p3d::owned_model{});
    const p3d::owned_animation still = decode(p3d::animation{}).value();
    CHECK(still.version == 0);
    CHECK(still.get(still.phases).empty());
    CHECK(still == p3d::owned_animation{});
}

TEST_CASE("p3d: the figure is owned completely") {
    const byte_builder file = fixtures::p3d::write(fixtures::p3d::figure::model());
    const auto model = *p3d::open(file.span());
    const auto [memory, mine] = owned(model);
    compare(mine, model);
}

TEST_CASE("p3d: a decoded model of tiny records takes at most six times the size of the file, plus 80 KiB") {
    fixtures::p3d::model levels;
    levels.lods.resize(500);
    fixtures::p3d::lod tags;
    tags.tags.resize(5000);
    fixtures::p3d::lod faces;
    for (int i = 0; i < 3000; ++i) {
        faces.faces.push_back({{}, "t" + std::to_string(i), "m" + std::to_string(i)});
    }
    fixtures::p3d::lod long_texts;
    for (int i = 0; i < 500; ++i) {
        long_texts.faces.push_back(
            {{}, "a texture of 16." + std::to_string(i), "a material of 18." + std::to_string(i)});
    }
    fixtures::p3d::lod demo{.format = "SP3D"};
    demo.points.resize(1000);
    for (const fixtures::p3d::model& all : {levels, fixtures::p3d::model{{tags}}, fixtures::p3d::model{{faces}},
                                            fixtures::p3d::model{{long_texts}}, fixtures::p3d::model{{demo}}}) {
        const byte_builder file = fixtures::p3d::write(all);
        const auto model = *p3d::open(file.span());
        const auto [memory, mine] = owned(model);
        compare(mine, model);
    }
    for (const byte_builder& file : {fixtures::p3d::hostile::levels(2000), fixtures::p3d::hostile::textures(20'000, 1),
                                     fixtures::p3d::hostile::textures(2000, 1000)}) {
        CHECK(owned(*p3d::open(file.span())).second.lods.size() != 0);
    }
}

TEST_CASE("p3d: equal texts are stored once, in any order") {
    fixtures::p3d::lod level;
    for (int i = 0; i < 300; ++i) {
        level.faces.push_back({{}, "t" + std::to_string(i % 3), i % 2 == 0 ? "" : "t1"});
    }
    const byte_builder file = fixtures::p3d::write(fixtures::p3d::model{{level, level}});
    const auto model = *p3d::open(file.span());
    const auto [memory, mine] = owned(model);
    compare(mine, model);
    CHECK(mine.all<char>().size() == std::string_view{"t0t1t2#EndOfFile##EndOfFile#"}.size());
}

TEST_CASE("p3d: decode() returns an error if bytes changed since open() and are no longer readable") {
    byte_builder file = fixtures::p3d::write(everything());
    const auto model = *p3d::open(file.span());
    file.poke(file.at("p3d.lods[1].faces[1].count"), 9U);
    CHECK(to_string(decode(model).error()) == "bad_value: p3d.lods[1].faces[1].count at offset " +
                                                  std::to_string(file.at("p3d.lods[1].faces[1].count")) +
                                                  ": expected at most 4 corners, found 9");
    file.poke(file.at("p3d.lods[1].faces[1].count"), 4U);
    file.poke(file.at("p3d.lods[0].pointCount"),
              0U); // the bytes of normals are read as other parts, with more faces than the level has
    CHECK_FALSE(decode(model));
}

TEST_CASE("p3d: decode() refuses a file of 4 GiB") {
    if constexpr (sizeof(std::size_t) > 4) {
        const byte_builder model = fixtures::p3d::write(everything());
        const support::pages memory{std::size_t{1} << 32U};
        std::ranges::copy(model.span(), memory.all().begin());
        const auto opened = p3d::open(memory.all());
        REQUIRE(opened);
        CHECK(to_string(decode(*opened).error()) ==
              "budget: p3d at offset 0: expected at most 4294967295, found 4294967296");
        CHECK(decode(*p3d::open(memory.all().first(model.size()))));
    }
}

TEST_CASE("rtm: an owned animation contains all that the view shows") {
    fixtures::p3d::clip renamed_bones{std::vector<std::string>(100, "a bone of sixteen"), {}};
    for (int i = 0; i < 20; ++i) {
        renamed_bones.phases.push_back(
            {0, std::vector<fixtures::p3d::bone_pose>(100, {.name = "another bone of 18."})});
    }
    for (const fixtures::p3d::clip& all : {fixtures::p3d::moves(), fixtures::p3d::figure::nod(), renamed_bones,
                                           fixtures::p3d::clip{{}, std::vector<fixtures::p3d::phase>(3000)}}) {
        byte_builder file = fixtures::p3d::write(all);
        file.text("rest");
        const auto clip = *p3d::open_animation(file.span());
        const auto [memory, mine] = owned(clip);
        CHECK(memory->allocations() <= 4);
        compare(mine, clip);
    }
}

TEST_CASE("rtm: owned animations are unequal if a matrix differs") {
    const byte_builder file = fixtures::p3d::write(fixtures::p3d::moves());
    const p3d::owned_animation mine = *decode(*p3d::open_animation(file.span()));
    p3d::owned_animation other = mine;
    CHECK(mine == other);
    other.all<p3d::owned_bone_pose>()[1].position.z += 1;
    CHECK_FALSE(mine == other);
}
