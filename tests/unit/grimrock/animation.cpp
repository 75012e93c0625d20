#include "grimrock/figure.hpp"

#include <effigy/grimrock.hpp>

#include <doctest/doctest.h>

#include <limits>

namespace {

using namespace effigy;
using support::byte_builder;

std::vector<grimrock::item> items_of(const grimrock::animation& clip) {
    std::vector<grimrock::item> out;
    for (const grimrock::item& item : clip.items()) {
        out.push_back(item);
    }
    return out;
}

} // namespace

TEST_CASE("animation: version 2 has separate positions, rotations and scales") {
    const byte_builder file = fixtures::write(fixtures::moves(), 2);
    const auto clip = grimrock::open_animation(file.span());
    REQUIRE(clip);
    CHECK(clip->version() == 2);
    CHECK(clip->name() == "moves");
    CHECK(clip->frames_per_second() == 30);
    CHECK(clip->frame_count() == 4);
    CHECK(clip->trailing().empty());
    const auto items = items_of(*clip);
    REQUIRE(items.size() == 3);
    CHECK(items[0].name() == "arm");
    CHECK(items[0].positions().size() == 4);
    CHECK(items[0].positions()[2].y.get() == 8);
    CHECK(items[0].positions().packed().size() == 4);
    CHECK(items[0].rotations().size() == 1);
    CHECK(items[1].rotations()[2].x.get() == -1);
    CHECK(items[2].scales()[3].z.get() == 4);
    CHECK(items[0].keys().empty());
    CHECK(clip->file().offset_of(items[1].rotations().data()) == file.at("anim.items[1].rotationKeys"));
}

TEST_CASE("animation: version 1 has all three channels in each key") {
    const byte_builder file = fixtures::write(fixtures::moves(), 1);
    const auto clip = grimrock::open_animation(file.span());
    REQUIRE(clip);
    CHECK(clip->version() == 1);
    const auto items = items_of(*clip);
    REQUIRE(items.size() == 3);
    CHECK(items[0].keys().size() == 4);
    CHECK(items[0].keys()[3].position.y.get() == 8);
    CHECK(items[0].positions().size() == 4);
    CHECK(items[0].positions().stride() == 40);
    CHECK(items[0].positions().packed().empty());
    CHECK(items[0].positions()[2].x.get() == 4);
    CHECK(items[1].rotations()[2].x.get() == -1);
    CHECK(items[1].scales()[3].z.get() == 3);
}

TEST_CASE("animation: items without keys, and bytes after the last item") {
    for (const int version : {1, 2}) {
        byte_builder file = byte_builder{}.text("ANIM").i32(version).string("").f32(24).i32(0).i32(1).string("x");
        file.zeros(version == 1 ? 4 : 12).text("rest");
        const auto clip = grimrock::open_animation(file.span());
        REQUIRE(clip);
        CHECK(clip->trailing().size() == 4);
        const auto item = *clip->items().begin();
        CHECK(item.name() == "x");
        CHECK(item.positions().empty());
        CHECK(item.rotations().empty());
        CHECK(item.scales().empty());
    }
}

TEST_CASE("animation: duration in seconds") {
    const auto duration = [](float rate, std::int32_t frames) {
        const byte_builder file = fixtures::write(fixtures::clip{rate, frames, {}, ""}, 2);
        return grimrock::open_animation(file.span())->duration();
    };
    CHECK(duration(10.5F, 21) == 2);
    CHECK(duration(30, 0) == 0);
    CHECK(duration(0, 9) == 0);
    CHECK(duration(-1, 9) == 0);
    CHECK(duration(std::numeric_limits<float>::infinity(), 9) == 0);
    CHECK(duration(std::numeric_limits<float>::quiet_NaN(), 9) == 0);
    CHECK(duration(std::numeric_limits<float>::max(), 9) > 0);
}

TEST_CASE("animation: the sample clip has the same poses in both versions") {
    const byte_builder first = fixtures::write(fixtures::figure::idle(), 1);
    const byte_builder second = fixtures::write(fixtures::figure::idle(), 2);
    const auto old_items = items_of(*grimrock::open_animation(first.span()));
    const auto new_items = items_of(*grimrock::open_animation(second.span()));
    REQUIRE(old_items.size() == 5);
    REQUIRE(new_items.size() == 5);
    CHECK(new_items[0].positions().size() == 1);
    CHECK(new_items[1].positions().size() == 90);
    CHECK(new_items[2].rotations().size() == 90);
    for (std::size_t i = 0; i < old_items.size(); ++i) {
        for (const double frame : {0.0, 0.25, 44.5, 89.5}) {
            const auto a = grimrock::sample<double>(old_items[i], frame / 30, {}, effigy::playback::loop);
            const auto b = grimrock::sample<double>(new_items[i], frame / 30, {}, effigy::playback::loop);
            CHECK(a.position == b.position);
            CHECK(a.rotation == b.rotation);
            CHECK(a.scale == b.scale);
        }
    }
}
