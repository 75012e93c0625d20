// Views, ranges and iterators that a program holds stay safe to read if the file's bytes change between calls.
#include "grimrock/walk.hpp"
#include "m2/fixtures.hpp"
#include "m2/walk.hpp"
#include "nwn/fixtures.hpp"
#include "nwn/walk.hpp"
#include "p3d/walk.hpp"
#include "support/guarded_memory.hpp"

#include <effigy/any.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <ranges>
#include <vector>

namespace {

using namespace effigy;
using support::byte_builder;

template <class T> inline constexpr bool is_vector = false;
template <template <class> class Vector, real R> inline constexpr bool is_vector<Vector<R>> = true;

template <class View>
concept has_members = !is_vector<View> && requires(const View& view, const walk::adder& f) { walk::members(view, f); };
template <class Range>
concept is_list = std::ranges::range<const Range> && !std::convertible_to<const Range&, std::string_view>;

// Obtains views and ranges from a valid file, which ends at protected memory, and reads them while bytes are wrong.
class held_parts {
public:
    explicit held_parts(const byte_builder& built)
        : whole_(built.span().begin(), built.span().end()), memory_(whole_.size()),
          file_(memory_.place(whole_, support::edge::back)) {}

    [[nodiscard]] std::span<const std::byte> bytes() const { return file_; }
    [[nodiscard]] std::size_t checked() const { return checked_; } // number of ranges that are not empty

    // Not inlined, so that one iterator at a time is on the small stack.
    template <class Part> [[gnu::noinline]] void check(const Part& part) {
        if constexpr (is_list<Part>) {
            check_list(part);
        } else if constexpr (has_members<Part>) {
            for_each_corruption([&] { walk::add(read_, part); });
            walk::members(part, [&](const auto&... parts) { (check(parts), ...); });
        }
    }

private:
    template <class Range> [[gnu::noinline]] void check_list(const Range& range) {
        if (range.empty()) {
            return;
        }
        ++checked_;
        for_each_corruption([&] { walk::add(read_, range); });
        check_iterators(range);
        for (const auto& element : range) {
            check(element);
        }
    }
    template <class Range> [[gnu::noinline]] void check_iterators(const Range& range) {
        const auto first = range.begin();
        const auto end = range.end();
        for_each_corruption([&] {
            std::size_t count = 0;
            for (auto it = first; it != end; ++it, ++count) {
                walk::add(read_, *it);
            }
            if constexpr (std::ranges::sized_range<const Range>) {
                if (count > range.size()) {
                    FAIL("a range yields " << count << " elements of " << range.size());
                }
            }
        });
    }

    // Calls f once for each of several corruptions of the file, then restores the file.
    template <class Function> void for_each_corruption(const Function& f) {
        for (const std::byte filler : {std::byte{0}, std::byte{0xFF}}) {
            std::ranges::fill(file_, filler);
            f();
        }
        for (std::uint32_t round = 0; round < 256; ++round) {
            std::ranges::copy(whole_, file_.begin());
            for (std::uint32_t i = 0; i <= round % 16; ++i) {
                overwrite_number();
            }
            f();
        }
        std::ranges::copy(whole_, file_.begin());
    }
    // Writes a random number at a random offset. Half of the numbers are small, like counts.
    void overwrite_number() {
        std::uint32_t number = random();
        if (random() % 2 == 0) {
            number %= 64;
        }
        std::memcpy(&file_[random() % (file_.size() - sizeof(number) + 1)], &number, sizeof(number));
    }
    [[nodiscard]] std::uint32_t random() {
        state_ = state_ * 6'364'136'223'846'793'005 + 1'442'695'040'888'963'407;
        return static_cast<std::uint32_t>(state_ >> 33);
    }

    std::vector<std::byte> whole_;
    support::guarded_memory memory_;
    std::span<std::byte> file_;
    std::uint64_t state_ = 1;
    std::size_t checked_ = 0;
    support::digest read_;
};

// Returns how many ranges of the file were checked.
[[nodiscard]] std::size_t check_ranges(const byte_builder& built) {
    held_parts parts{built};
    CHECK_FALSE(visit(parts.bytes(), [&](const auto& view) { parts.check(view); }));
    return parts.checked();
}

} // namespace

TEST_CASE("ranges of Grimrock and Shinobi: stay safe in corrupted files") {
    CHECK(check_ranges(fixtures::write(fixtures::everything(2), 2)) > 0);
    CHECK(check_ranges(fixtures::write(fixtures::everything(4), 4)) > 0);
    CHECK(check_ranges(fixtures::write(fixtures::moves(), 1)) > 0);
    CHECK(check_ranges(fixtures::write(fixtures::moves(), 2)) > 0);
    CHECK(check_ranges(fixtures::write(fixtures::moves(), 3)) > 0);
}

TEST_CASE("ranges of Neverwinter Nights: stay safe in corrupted files") {
    CHECK(check_ranges(fixtures::nwn::write(fixtures::nwn::bioware())) > 0);
    CHECK(check_ranges(fixtures::nwn::write(fixtures::nwn::enhanced())) > 0);
    CHECK(check_ranges(fixtures::nwn::write(fixtures::nwn::nwnmdlcomp())) > 0);
}

TEST_CASE("ranges of World of Warcraft: stay safe in corrupted files") {
    CHECK(check_ranges(fixtures::m2::write(fixtures::m2::small(256))) > 0);
    CHECK(check_ranges(fixtures::m2::write(fixtures::m2::small(260))) > 0);
}

TEST_CASE("ranges of Arma: stay safe in corrupted files") {
    for (const char* const format : {"P3DM", "SP3X", "SP3D"}) {
        const fixtures::p3d::model model{{fixtures::p3d::everything(format), fixtures::p3d::triangle(1, format)}};
        CHECK(check_ranges(fixtures::p3d::write(model)) > 0);
    }
    CHECK(check_ranges(fixtures::p3d::write(fixtures::p3d::moves())) > 0);
}
