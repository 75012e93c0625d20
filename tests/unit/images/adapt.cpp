#include <images/adapt.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

namespace {

using images::alpha_kind;
using images::alpha_use;
using images::image;
using bytes = std::vector<std::uint8_t>;

image one(const bytes& rgba, alpha_kind alpha = alpha_kind::none) { return {1, 1, rgba, alpha}; }

// A grey and opaque image.
image grey(std::uint32_t width, std::uint32_t height, const bytes& values) {
    image out{width, height, {}, alpha_kind::none};
    for (const std::uint8_t value : values) {
        out.rgba.insert(out.rgba.end(), {value, value, value, 255});
    }
    return out;
}
bytes reds(const image& of) {
    bytes out;
    for (std::size_t at = 0; at < of.rgba.size(); at += 4) {
        out.push_back(of.rgba[at]);
    }
    return out;
}

// 1,000 pixels, some of which have these values of alpha.
image with_alpha(std::size_t clear, std::size_t partial) {
    image out{1000, 1, bytes(4000, 255), alpha_kind::graded};
    for (std::size_t i = 0; i < clear + partial; ++i) {
        out.rgba[4 * i + 3] = i < clear ? 0 : i % 2 == 0 ? 1 : 254;
    }
    return out;
}

} // namespace

TEST_CASE("adapt: green of a normal map") {
    image normals = one({1, 2, 3, 4});
    images::invert_green(normals);
    CHECK(normals.rgba == bytes{1, 253, 3, 4});
    images::invert_green(normals);
    CHECK(normals.rgba == bytes{1, 2, 3, 4});
}

TEST_CASE("adapt: Z of every X and Y") {
    image all{256, 256, bytes(std::size_t{4} * 256 * 256), alpha_kind::none};
    for (std::size_t i = 0; i < 256 * 256; ++i) {
        all.rgba[4 * i] = static_cast<std::uint8_t>(i % 256);
        all.rgba[4 * i + 1] = static_cast<std::uint8_t>(i / 256);
    }
    images::rebuild_z(all);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < 256 * 256; ++i) {
        const double x = all.rgba[4 * i] / 127.5 - 1;
        const double y = all.rgba[4 * i + 1] / 127.5 - 1;
        const double z = all.rgba[4 * i + 2] / 127.5 - 1;
        const double expected = std::sqrt(std::max(0.0, 1 - x * x - y * y));
        wrong += std::abs(z - expected) > 0.5001 / 127.5 ? 1U : 0U;
    }
    CHECK(wrong == 0);
    image up = one({128, 128, 0, 9});
    images::rebuild_z(up);
    CHECK(up.rgba == bytes{128, 128, 255, 9});
}

TEST_CASE("adapt: X in alpha and Y in green") {
    image packed = one({0, 128, 15, 200}, alpha_kind::graded);
    CHECK(images::is_packed_normal(packed));
    CHECK_FALSE(images::is_packed_normal(one({16, 128, 0, 200}, alpha_kind::graded)));
    CHECK_FALSE(images::is_packed_normal(one({0, 128, 16, 200}, alpha_kind::graded)));
    CHECK_FALSE(images::is_packed_normal(one({0, 128, 0, 255})));
    images::unpack_normal(packed);
    CHECK(packed.rgba == bytes{200, 128, 232, 255});
    CHECK(packed.alpha == alpha_kind::none);
}

TEST_CASE("adapt: halves of even and odd sides") {
    image even = grey(4, 2, {0, 10, 20, 30, 40, 50, 60, 71});
    images::halve(even);
    CHECK(even.width == 2);
    CHECK(even.height == 1);
    CHECK(reds(even) == bytes{25, 45});
    CHECK(even.rgba[3] == 255);

    image odd = grey(3, 3, {0, 2, 10, 4, 6, 20, 100, 102, 200});
    images::halve(odd);
    CHECK(odd.width == 2);
    CHECK(odd.height == 2);
    CHECK(reds(odd) == bytes{3, 15, 101, 200});

    image line = grey(1, 2, {10, 20});
    images::halve(line);
    CHECK(reds(line) == bytes{15});
    images::halve(line);
    CHECK(reds(line) == bytes{15});
}

TEST_CASE("adapt: transparent pixels do not change the color of others") {
    const bytes rgba{200, 100, 0, 255, 0, 0, 250, 0, 100, 0, 0, 85, 0, 0, 250, 0};
    image weighted{2, 2, rgba, alpha_kind::graded};
    images::halve(weighted);
    CHECK(weighted.rgba == bytes{175, 75, 0, 85});
    image plain{2, 2, rgba, alpha_kind::none};
    images::halve(plain);
    CHECK(plain.rgba == bytes{75, 25, 125, 85});
    image clear{2, 1, {10, 20, 30, 0, 30, 20, 10, 0}, alpha_kind::one_bit};
    images::halve(clear);
    CHECK(clear.rgba == bytes{20, 20, 20, 0});
}

TEST_CASE("adapt: an image that fits") {
    image picture = grey(5, 300, bytes(1500, 7));
    images::fit(picture, 300);
    CHECK(picture.width == 5);
    images::fit(picture, 75);
    CHECK(picture.width == 2);
    CHECK(picture.height == 75);
    CHECK(reds(picture) == bytes(150, 7));
    images::fit(picture, 1);
    CHECK(picture.width == 1);
    CHECK(picture.height == 1);
    CHECK(picture.rgba.size() == 4);
}

TEST_CASE("adapt: how alpha is drawn") {
    CHECK(classify_alpha(with_alpha(0, 0)) == alpha_use::opaque);
    CHECK(classify_alpha(with_alpha(1, 0)) == alpha_use::mask);
    CHECK(classify_alpha(with_alpha(0, 1)) == alpha_use::mask);
    CHECK(classify_alpha(with_alpha(900, 49)) == alpha_use::mask);
    CHECK(classify_alpha(with_alpha(0, 50)) == alpha_use::blend);
    CHECK(classify_alpha(with_alpha(1000, 0)) == alpha_use::mask);
    CHECK(classify_alpha(image{}) == alpha_use::opaque);
}

TEST_CASE("adapt: alpha that looks like a reflection has many levels and hardly a hole") {
    const auto is_like = [](std::size_t invisible, std::size_t levels) { // of 1,000 pixels
        image picture = with_alpha(0, 0);
        for (std::size_t i = 0; i < picture.rgba.size() / 4; ++i) {
            const std::size_t level = i < invisible ? 51 : 255 - i % levels;
            picture.rgba[4 * i + 3] = static_cast<std::uint8_t>(level);
        }
        return images::is_like_reflection(picture);
    };
    CHECK(is_like(0, 16));
    CHECK_FALSE(is_like(0, 15));
    CHECK(is_like(49, 15)); // with 51
    CHECK_FALSE(is_like(50, 16));
    CHECK_FALSE(images::is_like_reflection(image{}));
}
