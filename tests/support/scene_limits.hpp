// The memory that conversions to scenes take, with less and more of it.
#pragma once

#include <effigy/report.hpp>
#include <effigy/scene.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory_resource>

namespace support {

// Counts the bytes that it provides.
class summing_memory : public std::pmr::memory_resource {
public:
    std::uint64_t now = 0, most = 0;

private:
    void* do_allocate(std::size_t size, std::size_t alignment) override {
        now += size;
        most = std::max(most, now);
        return std::pmr::new_delete_resource()->allocate(size, alignment);
    }
    void do_deallocate(void* at, std::size_t size, std::size_t alignment) override {
        now -= size;
        std::pmr::new_delete_resource()->deallocate(at, size, alignment);
    }
    [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

template <class Maker> [[nodiscard]] auto& builder_of(Maker& maker) {
    if constexpr (requires { maker.to(); }) {
        return maker.to();
    } else {
        return maker.to;
    }
}

// Converts with ever more memory, each time with what the last refusal lacked, so that almost each list and text is
// once the first that does not fit. Checks the errors, and that no conversion takes a byte more than it may.
// `maker_in(memory)`: a scene_maker.
template <class MakerIn> void check_every_limit(const MakerIn& maker_in) {
    std::map<std::uint64_t, std::uint64_t> refused; // how often, by the bytes that lacked
    for (std::uint64_t allowed = 0;;) {
        CAPTURE(allowed);
        summing_memory memory;
        auto maker = maker_in(&memory);
        auto& to = builder_of(maker);
        const std::uint64_t before = memory.most = memory.now; // what the maker has taken
        REQUIRE(to.left() > allowed);                          // if not, the model is too large for the test
        REQUIRE(to.charge(to.left() - allowed));
        const effigy::result<effigy::scene> made = maker.make();
        CHECK(memory.most <= before + allowed);
        if (made) {
            break;
        }
        const effigy::error& why = made.error();
        REQUIRE(why.code == effigy::errc::budget);
        CHECK(std::string_view{why.path} == "scene");
        REQUIRE(why.found > static_cast<std::int64_t>(why.need));
        const std::uint64_t lacked = static_cast<std::uint64_t>(why.found) - why.need;
        // Larger steps where equal refusals follow each other.
        allowed += std::max<std::uint64_t>(lacked * std::clamp<std::uint64_t>(++refused[lacked], 2, 40) / 2, 128);
    }
}

} // namespace support
