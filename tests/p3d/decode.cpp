#include "p3d/figure.hpp"
#include "p3d/walk.hpp"
#include "support/counting_memory.hpp"

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

bool same_bits(float a, float b) { return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b); }
template <effigy::form F> bool same_bits(const vector3<float>& a, const vec3<F>& b) {
    return same_bits(a.x, b.x) && same_bits(a.y, b.y) && same_bits(a.z, b.z);
}

template <effigy::form F> void compare(const p3d::owned_lod& mine, const p3d::owned_face& face,
                                       const p3d::basic_face<F>& stored) {
    CHECK(face.flags == stored.flags());
    CHECK(mine.texts.at(face.texture) == stored.texture());
    CHECK(mine.texts.at(face.material) == stored.material());
    CHECK(face.corners().size() == stored.corners().size());
    for (std::size_t i = 0; i < face.slots.size(); ++i) {
        const std::size_t used = stored.corners().size();
        const p3d::basic_corner<F>& slot = i < used ? stored.corners()[i] : stored.unused()[i - used];
        CHECK(face.slots[i].point == slot.point);
        CHECK(face.slots[i].normal == slot.normal);
        CHECK(same_bits(face.slots[i].u, slot.uv.x));
        CHECK(same_bits(face.slots[i].v, slot.uv.y));
    }
}

template <effigy::form F> [[nodiscard]] std::uint64_t digest_of(const p3d::basic_tag<F>& one) {
    support::digest out;
    walk::add(out, one);
    return out.value();
}

template <effigy::form F> void compare(const p3d::owned_lod& mine, const p3d::basic_lod<F>& stored) {
    CHECK(mine.format == stored.format());
    CHECK(mine.has_tags == stored.has_tags());
    CHECK(mine.version == stored.version());
    CHECK(mine.flags == stored.flags());
    CHECK(mine.corner_count == stored.corner_count());
    CHECK(same_bits(mine.resolution, stored.resolution()));
    CHECK(std::equal(mine.extra_header.begin(), mine.extra_header.end(), stored.extra_header().begin(),
                     stored.extra_header().end()));
    REQUIRE(mine.points.size() == stored.points().size());
    for (std::size_t i = 0; i < mine.points.size(); ++i) {
        CHECK(same_bits(mine.points[i].position, stored.points()[i]));
        CHECK(mine.points[i].flags == (stored.point_records().empty() ? 0 : stored.point_records()[i].flags.get()));
    }
    REQUIRE(mine.normals.size() == stored.normals().size());
    for (std::size_t i = 0; i < mine.normals.size(); ++i) {
        CHECK(same_bits(mine.normals[i], stored.normals()[i]));
    }
    REQUIRE(mine.faces.size() == stored.faces().size());
    std::size_t number = 0;
    for (const auto& face : stored.faces()) {
        compare(mine, mine.faces[number++], face);
    }
    REQUIRE(mine.tags.size() == stored.tags().size());
    number = 0;
    for (const auto& one : stored.tags()) {
        const p3d::tag copy = mine.tag(number++); // whatever the host's byte order
        CHECK(digest_of(copy) == digest_of(one));
        if (F == effigy::form::little || one.selection() || !one.has_right_size()) {
            CHECK(std::equal(copy.data().begin(), copy.data().end(), one.data().begin(), one.data().end()));
        }
    }
    CHECK_FALSE(mine.tag(number));
}

template <effigy::form F> void compare(const p3d::owned_model& mine, const p3d::basic_model<F>& stored) {
    CHECK(mine.container == stored.container());
    CHECK(mine.version == stored.version());
    CHECK(mine.trailing.size() == stored.trailing().size());
    REQUIRE(mine.lods.size() == stored.lods().size());
    std::size_t number = 0;
    for (const auto& level : stored.lods()) {
        compare(mine.lods[number++], level);
    }
}

template <effigy::form F> void compare(const p3d::owned_animation& mine, const p3d::basic_animation<F>& stored) {
    CHECK(mine.version == stored.version());
    CHECK(mine.motion == stored.motion());
    CHECK(mine.trailing.size() == stored.trailing().size());
    REQUIRE(mine.bone_names.size() == stored.bones().size());
    REQUIRE(mine.phases.size() == stored.phases().size());
    for (std::size_t i = 0; i < mine.bone_names.size(); ++i) {
        CHECK(mine.bone_names[i] == stored.bones()[i].name());
    }
    auto other = mine.other_names.begin();
    for (std::uint32_t i = 0; i < stored.phases().size(); ++i) {
        const auto here = stored.phases()[i];
        CHECK(same_bits(mine.phases[i], here.phase()));
        REQUIRE(mine.bones(i).size() == here.bones().size());
        for (std::uint32_t bone = 0; bone < here.bones().size(); ++bone) {
            const matrix4x3<float>& matrix = mine.bones(i)[bone];
            CHECK(same_bits(matrix.x, here.bones()[bone].x));
            CHECK(same_bits(matrix.y, here.bones()[bone].y));
            CHECK(same_bits(matrix.z, here.bones()[bone].z));
            CHECK(same_bits(matrix.translation, here.bones()[bone].position));
            const bool renamed = other != mine.other_names.end() && other->phase == i && other->bone == bone;
            CHECK(here.bones()[bone].bone == (renamed ? other->name : mine.bone_names[bone]));
            other += renamed ? 1 : 0;
        }
    }
    CHECK(other == mine.other_names.end());
    CHECK(mine.bones(mine.phases.size()).empty());
}

fixtures::p3d::model everything() {
    return {{fixtures::p3d::everything("P3DM"), fixtures::p3d::everything("SP3X"), fixtures::p3d::everything("SP3D"),
             fixtures::p3d::triangle(1e13F)}};
}

} // namespace

TEST_CASE("p3d: an owned model has all that the view shows") {
    byte_builder file = fixtures::p3d::write(everything());
    file.text("rest");
    const auto model = *p3d::open(file.span());
    const auto [memory, mine] = owned(model);
    compare(mine, model);
    CHECK(mine.trailing.size() == 4);
    CHECK(mine.lods[0].texts.size() == 4); // of the six that are stored
    CHECK(mine.lods[0].faces[0].material == mine.lods[0].faces[2].material);
    CHECK(mine.lods[0].tag(2).name() == "moss");
    CHECK(mine.lods[0].tag(10).morph_frame().positions()[3].z == -8.0F);
}

TEST_CASE("p3d: an owned model outlives the file, and has the host's byte order") {
    byte_builder file = fixtures::p3d::write(everything());
    byte_builder twin = fixtures::p3d::write(everything(), effigy::form::big);
    const p3d::owned_model mine = *decode(*p3d::open(file.span()));
    const p3d::owned_model other = *decode(*p3d::open<effigy::form::big>(twin.span()));
    twin = byte_builder{};
    compare(other, *p3d::open(file.span()));
    for (std::size_t i = 0; i < mine.lods.size(); ++i) {
        CHECK(std::ranges::equal(mine.lods[i].tag_bytes, other.lods[i].tag_bytes));
    }
}

TEST_CASE("p3d: other containers are owned alike") {
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

TEST_CASE("p3d: the figure is owned whole") {
    const byte_builder file = fixtures::p3d::write(fixtures::p3d::figure::model());
    const auto model = *p3d::open(file.span());
    const auto [memory, mine] = owned(model);
    compare(mine, model);
    CHECK(mine.lods[0].texts.size() == 4); // two textures, a material, and none
}

TEST_CASE("p3d: tiny records take no more than six times their bytes") {
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
}

TEST_CASE("rtm: an owned animation has all that the view shows") {
    fixtures::p3d::clip strangers{std::vector<std::string>(100, "a bone of sixteen"), {}};
    for (int i = 0; i < 20; ++i) {
        strangers.phases.push_back({0, std::vector<fixtures::p3d::bone_pose>(100, {.name = "another bone of 18."})});
    }
    for (const fixtures::p3d::clip& all : {fixtures::p3d::moves(), fixtures::p3d::figure::nod(), strangers,
                                           fixtures::p3d::clip{{}, std::vector<fixtures::p3d::phase>(3000)}}) {
        byte_builder file = fixtures::p3d::write(all);
        file.text("rest");
        const auto clip = *p3d::open_animation(file.span());
        const byte_builder twin = fixtures::p3d::write(all, effigy::form::big);
        const p3d::owned_animation other = *decode(*p3d::open_animation<effigy::form::big>(twin.span()));
        const auto [memory, mine] = owned(clip);
        CHECK(mine.matrices == other.matrices);
        compare(mine, clip);
    }
}
