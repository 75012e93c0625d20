#include "p3d/figure.hpp"
#include "p3d/hostile.hpp"
#include "support/content_at.hpp"
#include "support/counting_memory.hpp"
#include "support/pages.hpp"
#include "support/round_trip.hpp"

#include <effigy/p3d/encode.hpp>

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

fixtures::p3d::model everything() {
    return {{fixtures::p3d::everything("P3DM"), fixtures::p3d::everything("SP3X"), fixtures::p3d::everything("SP3D"),
             fixtures::p3d::triangle(1e13F)}};
}

} // namespace

TEST_CASE("p3d: an owned model and its tags") {
    byte_builder file = fixtures::p3d::write(everything());
    file.text("rest");
    const auto model = *p3d::open(file.span());
    const auto [memory, mine] = owned(model);
    CHECK(support::check_content(mine, file, "p3d.") > 80);
    CHECK(mine.trailing.size() == 4);
    const p3d::owned_lod& level = mine.get(mine.lods)[0];
    const auto faces = mine.get(level.faces);
    CHECK(equal(faces[0].material, faces[2].material)); // stored once for both faces
    CHECK_FALSE(equal(faces[0].material, faces[0].texture));
    CHECK(mine.tag(level, 2).name() == "moss");
    CHECK(mine.tag(level, 10).morph_frame().positions()[3].z == -8.0F);
    CHECK_FALSE(mine.tag(level, level.tags.count));
}

TEST_CASE("p3d: an owned model outlives the file and is equal to its copies") {
    byte_builder file = fixtures::p3d::write(everything());
    const p3d::owned_model mine = *decode(*p3d::open(file.span()));
    p3d::owned_model other = mine;
    file = byte_builder{};
    CHECK(mine == *decode(*p3d::open(fixtures::p3d::write(everything()).span())));
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
        CHECK(owned(*p3d::open(file.span())).second.lods.size() != 0);
        support::check_round_trip(file.span(), p3d::open(file.span()), true);
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
    const p3d::owned_model mine = *decode(*p3d::open(file.span()));
    CHECK(mine.all<char>().size() == std::string_view{"t0t1t2#EndOfFile##EndOfFile#"}.size());
    support::check_round_trip(file.span(), p3d::open(file.span()), true);
}

TEST_CASE("p3d: decode() returns an error if bytes changed since open() and are no longer readable") {
    byte_builder file = fixtures::p3d::write(everything());
    const auto model = *p3d::open(file.span());
    file.poke(file.at("p3d.lods[1].faces[1].count"), 9U);
    const error why = decode(model).error();
    CHECK(why.code == errc::bad_value);
    CHECK(why.offset == file.at("p3d.lods[1].faces[1].count"));
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
        CHECK(decode(*opened).error().code == errc::budget);
        CHECK(decode(*p3d::open(memory.all().first(model.size()))));
    }
}

TEST_CASE("rtm: an owned animation takes as little memory as its pools") {
    fixtures::p3d::clip renamed_bones{std::vector<std::string>(100, "a bone of sixteen"), {}};
    for (int i = 0; i < 20; ++i) {
        renamed_bones.phases.push_back(
            {0, std::vector<fixtures::p3d::bone_pose>(100, {.name = "another bone of 18."})});
    }
    for (const fixtures::p3d::clip& all : {fixtures::p3d::moves(), fixtures::p3d::figure::nod(), renamed_bones,
                                           fixtures::p3d::clip{{}, std::vector<fixtures::p3d::phase>(3000)}}) {
        byte_builder file = fixtures::p3d::write(all);
        file.text("rest");
        CHECK(owned(*p3d::open_animation(file.span())).first->allocations() <= 4);
        support::check_round_trip(file.span(), p3d::open_animation(file.span()), true);
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
