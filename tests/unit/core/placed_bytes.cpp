#include <effigy/core/impl/placed_bytes.hpp>

#include <doctest/doctest.h>

#include <array>
#include <random>
#include <vector>

namespace {

using effigy::impl::placed_bytes;

std::vector<std::byte> random_bytes(std::mt19937& random, std::size_t count) {
    std::vector<std::byte> out;
    for (std::size_t i = 0; i < count; ++i) {
        out.push_back(static_cast<std::byte>(random()));
    }
    return out;
}
effigy::file_bytes copy_of(const std::vector<std::byte>& bytes) {
    effigy::file_bytes out;
    out.append(bytes);
    return out;
}

} // namespace

TEST_CASE("placed bytes: parts replace those of the file, in any order, whatever the file's size") {
    std::mt19937 random{7};
    for (std::size_t size = 0; size < 300; ++size) {
        const auto original = random_bytes(random, size);
        auto expected = original;
        placed_bytes copied{copy_of(original)};
        placed_bytes beside{original, std::pmr::get_default_resource()};
        std::vector<bool> is_put(size);
        for (std::size_t i = 0; i < size / 8; ++i) {
            const std::size_t at = random() % size, length = random() % (i % 4 == 0 ? size - at + 1 : 5);
            const auto part = random_bytes(random, length);
            bool fits = at + length <= size;
            bool is_new = true;
            for (std::size_t k = at; fits && k < at + length; ++k) {
                is_new = is_new && !is_put[k];
            }
            fits = fits && is_new;
            if (!fits) { // other bytes are there, or it is too long; the copies may now have a part of it
                continue;
            }
            CHECK(copied.put(at, part));
            CHECK(beside.put(at, part));
            for (std::size_t k = 0; k < length; ++k) {
                expected[at + k] = part[k];
                is_put[at + k] = true;
            }
        }
        const auto one = copied.take(), other = beside.take();
        CHECK(std::vector<std::byte>(one.begin(), one.end()) == expected);
        CHECK(std::vector<std::byte>(other.begin(), other.end()) == expected);
    }
}

TEST_CASE("placed bytes: what is put twice must be the same") {
    constexpr std::array<std::byte, 3> first{std::byte{1}, std::byte{2}, std::byte{3}};
    constexpr std::array<std::byte, 2> same{std::byte{3}, std::byte{4}}, other{std::byte{2}, std::byte{4}};
    const std::vector<std::byte> original(70);
    placed_bytes file{original, std::pmr::get_default_resource()};
    CHECK(file.put(62, first));
    CHECK(file.put(64, same)); // overlaps its last byte, in the next word
    CHECK_FALSE(file.put(64, other));
    CHECK_FALSE(file.put(69, same)); // too long
    CHECK_FALSE(file.put(71, std::span{same}.first(1)));
    CHECK(file.put(71, {})); // nothing fits anywhere
    const auto bytes = file.take();
    CHECK(bytes[62] == std::byte{1});
    CHECK(bytes[61] == std::byte{0});
    CHECK(bytes[64] == std::byte{3});
    CHECK(bytes[66] == std::byte{0});
}
