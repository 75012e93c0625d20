// Ranges keep their size if the file's bytes change: iteration yields size() elements, and access by number is safe.
#include "grimrock/walk.hpp"
#include "m2/fixtures.hpp"
#include "m2/walk.hpp"
#include "nwn/fixtures.hpp"
#include "nwn/walk.hpp"
#include "p3d/walk.hpp"
#include "support/guarded_memory.hpp"

#include <effigy/any.hpp>
#include <effigy/grimrock/repaired_segments.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <concepts>
#include <cstring>
#include <ranges>
#include <vector>

namespace {

using namespace effigy;
using support::byte_builder;

// ---- the ranges of each view ---------------------------------------------------------------------------------------

template <class T> inline constexpr bool is_vector = false;
template <template <class> class Vector, real R> inline constexpr bool is_vector<Vector<R>> = true;

template <class View>
concept has_members = !is_vector<View> && requires(const View& view, const walk::adder& f) { walk::members(view, f); };

// The numbers of nodes that the indexes of models and animations have.
std::size_t nodes_of(const grimrock::model& model) { return model.nodes().size(); }
std::size_t nodes_of(const nwn::model& model) { return model.nodes().size(); }
std::size_t nodes_of(const nwn::animation& clip) { return clip.count_nodes(); }
std::size_t nodes_of(const m2::model& model) { return model.bones().size(); }

// Calls f with each member of a view, and with its index.
template <class View, class Function> void for_each_member(const View& view, const Function& f) {
    walk::members(view, [&](const auto&... parts) { (f(parts), ...); });
    if constexpr (requires { nodes_of(view); }) {
        std::vector<tree_entry> memory(nodes_of(view));
        f(view.index(memory));
    }
    if constexpr (std::same_as<View, p3d::model>) {
        std::vector<p3d::lod_entry> memory(view.lods().size());
        f(view.index(memory));
    }
}

// ---- reading them --------------------------------------------------------------------------------------------------

template <class Range>
concept is_list = std::ranges::range<const Range> && !std::convertible_to<const Range&, std::string_view>;
template <class Range>
concept numbered_range = !std::convertible_to<const Range&, std::string_view> && requires(const Range& range) {
    range[0];
    range.at(0);
};

// Reads ranges, and the ranges of their elements, while the file may be corrupted.
class range_reader {
public:
    explicit range_reader(std::size_t file_size) : file_size_(file_size) {}

    // The functions that hold iterators are not inlined: together, their iterators would not fit on the small stack.
    template <class Range> [[gnu::noinline]] void operator()(const Range& range) {
        if constexpr (is_list<Range>) {
            between<Range>(range.begin(), range.end(), limit_of(range));
        }
        if constexpr (numbered_range<Range>) {
            by_number(range);
        }
        if constexpr (has_members<Range>) {
            for_each_member(range, [this](const auto& part) { (*this)(part); });
        }
    }

    // `limit` is the number of elements, or an upper limit if the range is not sized.
    template <class Range, class Iterator, class End>
    [[gnu::noinline]] void between(const Iterator& first, const End& end, std::size_t limit) {
        std::size_t count = 0;
        for (Iterator it = first; it != end && count <= limit; ++it, ++count) {
            const auto& element = *it;
            touch(element);
            (*this)(element);
        }
        if (std::ranges::sized_range<const Range> ? count != limit : count > limit) {
            FAIL("a range of elements of " << sizeof(std::ranges::range_value_t<const Range>) << " bytes yields "
                                           << count << " of " << limit);
        }
    }

    // Each element of a range that is not sized has at least one byte in the file.
    template <class Range> [[nodiscard]] std::size_t limit_of(const Range& range) const {
        if constexpr (std::ranges::sized_range<const Range>) {
            return std::size_t{range.size()};
        } else {
            return file_size_;
        }
    }

private:
    template <class Range> [[gnu::noinline]] void by_number(const Range& range) {
        const std::size_t size = range.size();
        for (std::size_t i = 0; i < size; ++i) {
            touch(range[i]);
            touch(range.at(i));
        }
        touch(range.at(size));
        touch(range.at(npos));
        touch(range.at(~std::uint64_t{0}));
    }

    // Views are not touched, since their members were read on construction.
    template <class T> void touch(const T& element) {
        if constexpr (std::is_pointer_v<T>) {
            if (element != nullptr) {
                touch(*element);
            }
        } else if constexpr (std::has_unique_object_representations_v<T>) {
            digest_.add(std::string_view{reinterpret_cast<const char*>(&element), sizeof(T)});
        }
    }

    std::size_t file_size_;
    support::digest digest_;
};

// ---- corrupting the file -------------------------------------------------------------------------------------------

// A file that ends at protected memory.
class corruptible_file {
public:
    explicit corruptible_file(const byte_builder& built)
        : whole_(built.span().begin(), built.span().end()), memory_(whole_.size()),
          file_(memory_.place(whole_, support::edge::back)) {}

    [[nodiscard]] std::span<const std::byte> bytes() const { return file_; }

    // Calls f once for each of several corruptions of the file, then restores the file.
    template <class Function> void for_each_corruption(const Function& f) {
        for (const std::byte filler : {std::byte{0}, std::byte{0xFF}}) {
            std::ranges::fill(file_, filler);
            f();
        }
        for (std::uint32_t round = 0; round < rounds; ++round) {
            std::ranges::copy(whole_, file_.begin());
            for (std::uint32_t i = 0; i <= round % 16; ++i) {
                overwrite_number();
            }
            f();
        }
        std::ranges::copy(whole_, file_.begin());
    }

private:
    static constexpr std::uint32_t rounds = 256;

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
};

// Obtains views and ranges from the valid file, and reads them while the file is corrupted.
class corrupted_reading {
public:
    explicit corrupted_reading(const byte_builder& built) : file_(built), read_(built.size()) {}

    [[nodiscard]] std::span<const std::byte> bytes() const { return file_.bytes(); }
    [[nodiscard]] std::size_t checked() const { return checked_; } // number of ranges that are not empty

    template <class View> [[gnu::noinline]] void check_view(const View& view) {
        if constexpr (has_members<View>) {
            file_.for_each_corruption([&] { read_(view); });
            for_each_member(view, [this](const auto& part) { this->check_part(part); });
        }
    }

    template <class Part> [[gnu::noinline]] void check_part(const Part& part) {
        if constexpr (is_list<Part> || numbered_range<Part>) {
            check_range(part);
        } else {
            check_view(part);
        }
    }
    template <class Range> [[gnu::noinline]] void check_range(const Range& range) {
        if (range.empty()) {
            return;
        }
        ++checked_;
        file_.for_each_corruption([&] { read_(range); });
        if constexpr (is_list<Range>) {
            check_iterators(range);
            for (const auto& element : range) {
                check_view(element);
            }
        }
        if constexpr (requires(std::span<std::uint32_t> memory) { range.index(memory); }) {
            std::vector<std::uint32_t> memory(range.size());
            check_range(range.index(memory));
        }
    }

private:
    // Not inlined, so that its iterators are not on the stack while elements are checked.
    template <class Range> [[gnu::noinline]] void check_iterators(const Range& range) {
        const auto first = range.begin();
        const auto end = range.end();
        const std::size_t limit = read_.limit_of(range);
        file_.for_each_corruption([&] { read_.template between<Range>(first, end, limit); });
    }

    corruptible_file file_;
    range_reader read_;
    std::size_t checked_ = 0;
};

// Returns how many ranges of the file were checked.
[[nodiscard]] std::size_t check_ranges(const byte_builder& built) {
    corrupted_reading reading{built};
    CHECK_FALSE(visit(reading.bytes(), [&](const auto& view) { reading.check_view(view); }));
    return reading.checked();
}

} // namespace

TEST_CASE("ranges of Grimrock and Shinobi: keep their size in corrupted files") {
    CHECK(check_ranges(fixtures::write(fixtures::everything(2), 2)) > 0);
    CHECK(check_ranges(fixtures::write(fixtures::everything(4), 4)) > 0);
    CHECK(check_ranges(fixtures::write(fixtures::moves(), 1)) > 0);
    CHECK(check_ranges(fixtures::write(fixtures::moves(), 2)) > 0);
    CHECK(check_ranges(fixtures::write(fixtures::moves(), 3)) > 0);
}

TEST_CASE("ranges of Neverwinter Nights: keep their size in corrupted files") {
    CHECK(check_ranges(fixtures::nwn::write(fixtures::nwn::bioware())) > 0);
    CHECK(check_ranges(fixtures::nwn::write(fixtures::nwn::enhanced())) > 0);
    CHECK(check_ranges(fixtures::nwn::write(fixtures::nwn::nwnmdlcomp())) > 0);
}

TEST_CASE("ranges of World of Warcraft: keep their size in corrupted files") {
    CHECK(check_ranges(fixtures::m2::write(fixtures::m2::small(256))) > 0);
    CHECK(check_ranges(fixtures::m2::write(fixtures::m2::small(260))) > 0);
}

TEST_CASE("ranges of Arma: keep their size in corrupted files") {
    for (const char* const format : {"P3DM", "SP3X", "SP3D"}) {
        const fixtures::p3d::model model{{fixtures::p3d::everything(format), fixtures::p3d::triangle(1, format)}};
        CHECK(check_ranges(fixtures::p3d::write(model)) > 0);
    }
    CHECK(check_ranges(fixtures::p3d::write(fixtures::p3d::moves())) > 0);
}
