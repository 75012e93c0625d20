#include "p3d/hostile.hpp"

#include "p3d/figure.hpp"
#include "p3d/walk.hpp"
#include "support/allocations.hpp"
#include "support/pages.hpp"
#include "support/refusals.hpp"
#include "support/torture.hpp"

#include <effigy/any.hpp>
#include <effigy/p3d/decode.hpp>

namespace {

using support::allocations_of;
using support::byte_builder;
using support::check_error;
using namespace effigy;

byte_builder model_of(const char* format) {
    return fixtures::p3d::write(
        fixtures::p3d::model{{fixtures::p3d::everything(format), fixtures::p3d::triangle(1e13F, format)}});
}
byte_builder clip() { return fixtures::p3d::write(fixtures::p3d::moves()); }

// A digest of all that a view shows, and of the regions of the file. Also compares a decoded copy with itself.
template <class View> std::uint64_t digest_of_view(const View& view) {
    support::digest out;
    out.add(walk::digest_of(view));
    CHECK(walk::add_regions(out, view));
    const auto own = decode(view);
    out.add(own && *own == *own);
    return out.value();
}
template <class Open> void torture_p3d(const char* name, const byte_builder& file, const Open& open) {
    const auto make = [&] { return file; };
    support::standard_torture(name, make, [&](std::span<const std::byte> corrupted) {
        const auto opened = open(corrupted);
        return opened ? digest_of_view(*opened) : walk::digest_of(opened.error());
    });
    support::torture_after_opening(name, make, open, [](const auto& opened) { return digest_of_view(opened); });
}

// The error of a file. Refusing a file allocates nothing.
error error_of(const byte_builder& file) {
    error why;
    CHECK(allocations_of([&] { why = p3d::open(file.span()).error(); }) == 0);
    return why;
}

volatile std::uint64_t seen = 0; // keeps the compiler from removing reads

} // namespace

TEST_CASE("p3d: models survive torture, before and after they are opened") {
    for (const char* const format : {"P3DM", "SP3X", "SP3D"}) {
        torture_p3d(format, model_of(format), [](auto file) { return p3d::open(file); });
    }
}

TEST_CASE("rtm: an animation survives torture, before and after it is opened") {
    torture_p3d("RTM", clip(), [](auto file) { return p3d::open_animation(file); });
}

TEST_CASE("p3d: ranges do not grow when their bytes change, and their elements stay safe") {
    const byte_builder whole = model_of("P3DM");
    const byte_builder clip_file = clip();
    support::guarded_memory memory{whole.size()};
    const std::span<std::byte> file = memory.place(whole.span(), support::edge::back);
    const auto opened = *p3d::open(file);
    const auto moving = *p3d::open_animation(clip_file.span());
    const p3d::lod level = *opened.lods().begin();
    std::array<p3d::lod_entry, 2> lod_memory{};
    std::array<std::uint32_t, 3> face_memory{};
    const p3d::lod_index lods = opened.index(lod_memory);
    const auto faces = level.faces().index(face_memory);
    std::array<vector3<float>, 4> out{};
    support::digest read;
    bool sizes_hold = lods.size() == 2 && faces.size() == 3;
    const auto count = [](const auto& range) {
        std::size_t number = 0;
        for ([[maybe_unused]] const auto& element : range) {
            ++number;
        }
        return number;
    };
    support::for_each_corruption(file, [&] {
        for (std::size_t i = 0; i < lods.size(); ++i) {
            walk::add(read, lods[i]);
        }
        for (std::size_t i = 0; i < faces.size(); ++i) {
            walk::add(read, faces[i]);
        }
        sizes_hold = sizes_hold && count(opened.lods()) <= 2 && count(level.faces()) <= 3 &&
                     count(level.tags()) <= 17 && count(level.corners()) <= 9 && count(level.triangles()) <= 3;
        walk::add(read, level);
        read.add(skin_positions(level, moving, 0.3, out));
    });
    CHECK(sizes_hold);
    seen = read.value();
}

TEST_CASE("p3d: corners and triangles end before a face that is no longer readable") {
    byte_builder file = model_of("P3DM");
    const p3d::lod level = *p3d::open(file.span())->lods().begin(); // faces: a triangle, a quad and a line
    file.poke(file.at("p3d.lods[0].faces[1].count"), 9U);
    std::vector<std::array<std::uint32_t, 3>> corners;
    for (const auto& [corner, face] : level.triangles()) {
        corners.push_back({face, corner[1].point, corner[2].point});
    }
    CHECK(corners == std::vector<std::array<std::uint32_t, 3>>{{0, 1, 2}});
    std::vector<std::uint32_t> points;
    for (const p3d::corner& corner : level.corners()) {
        points.push_back(corner.point);
    }
    CHECK(points == std::vector<std::uint32_t>{0, 1, 2});
    file.poke(file.at("p3d.lods[0].faces[1].count"), 0U); // fewer corners than open() counted
    CHECK(std::ranges::distance(level.triangles().begin(), level.triangles().end()) == 1);
    CHECK(std::ranges::distance(level.corners().begin(), level.corners().end()) == 5);
}

// The time to look up all names of two files grows with the sum of their sizes, not with the product.
TEST_CASE("p3d: many selections and many bones with similar names") {
    constexpr std::uint32_t selections = 100'000;
    byte_builder model_file = fixtures::p3d::hostile::begin_level(1, 0, 0);
    model_file.zeros(16).text("TAGG");
    for (std::uint32_t i = 0; i < selections; ++i) {
        fixtures::p3d::hostile::write_tag(model_file, "a name with a long beginning" + std::to_string(i % 1000),
                                          i % 1000 == 999 ? "\1" : "\2");
    }
    fixtures::p3d::hostile::end_level(model_file);
    fixtures::p3d::clip many{{}, {{0, {}}}};
    for (std::uint32_t i = 0; i < 60'000; ++i) {
        many.bones.push_back("a name with a long beginning" + std::to_string(i % 1000));
    }
    many.phases[0].bones.resize(many.bones.size());
    many.phases[0].bones[999].position = {1, 0, 0};
    const byte_builder clip_file = fixtures::p3d::write(many);
    const p3d::lod level = *p3d::open(model_file.span())->lods().begin();
    const auto animation = *p3d::open_animation(clip_file.span());
    std::array<vector3<double>, 1> out{};
    const auto begin = std::chrono::steady_clock::now();
    CHECK(skin_positions(level, animation, 0, out) == 1);
    CHECK(out[0].x > 0.25); // of the four bones with the largest weights, the one that moves
    CHECK(out[0].x < 0.251);
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds{20});
}

TEST_CASE("p3d: reading models and animations allocates nothing") {
    const byte_builder model_file = fixtures::p3d::write(fixtures::p3d::figure::model());
    const byte_builder clip_file = fixtures::p3d::write(fixtures::p3d::figure::nod());
    walk::memory<p3d::model> for_model{*p3d::open(model_file.span())};
    const walk::memory<p3d::animation> for_clip{*p3d::open_animation(clip_file.span())};
    support::digest read;
    CHECK(allocations_of([&] {
              walk::walk_view(read, *p3d::open(model_file.span()), for_model);
              walk::walk_view(read, *p3d::open_animation(clip_file.span()), for_clip);
          }) == 0);
    seen = read.value();
}

TEST_CASE("p3d: a small file with large counts is refused at once") {
    check_error(error_of(byte_builder{}.text("MLOD").u32(257).u32(0x7FFF'FFFF).zeros(12)), errc::truncated,
                "p3d.lodCount", 8, 0, 0x7FFF'FFFF);
    check_error(error_of(byte_builder{}.text("MLOD").u32(257).u32(1).zeros(24)), errc::bad_magic, "p3d.lods[0].magic",
                12);

    const std::string level = "p3d.lods[0].";
    const byte_builder whole = fixtures::p3d::write(fixtures::p3d::model{{fixtures::p3d::everything("P3DM")}});
    for (const std::uint32_t number : {0x7FFF'FFFFU, 0x8000'0000U, 0xFFFF'FFFFU}) {
        // A wrong count, and the part that does not fit then, with the bytes that it would take.
        const auto check = [&](const std::string& count, const std::string& part, std::size_t at, std::uint64_t need) {
            byte_builder file = whole;
            file.poke(file.at(level + count), number);
            check_error(error_of(file), errc::truncated, level + part, at, need,
                        static_cast<std::int64_t>(file.size() - at));
        };
        check("pointCount", "points", 43, std::uint64_t{number} * 16);
        check("normalCount", "normals", 107, std::uint64_t{number} * 12);
        check("header.size", "header", 40, std::uint64_t{number} - 28);
        check("tags[2].size", "tags[2].data", whole.at(level + "tags[2].data"), number);
        support::check_wrong(
            whole, error_of,
            {{level + "faceCount", number, errc::truncated, (whole.size() - whole.at(level + "faces[0]")) / 74}});
    }
}

TEST_CASE("p3d: tags without #EndOfFile#") {
    fixtures::p3d::lod level = fixtures::p3d::everything("P3DM");
    level.has_end = false;
    const byte_builder file = fixtures::p3d::write(fixtures::p3d::model{{level}});
    // The resolution, 1.5, is read as one more tag.
    check_error(error_of(file), errc::truncated, "p3d.lods[0].tags[16].size", file.size() - 2, 4, 2);
    level.tags.resize(1);
    level.format = "SP3X";
    const byte_builder older = fixtures::p3d::write(fixtures::p3d::model{{level}});
    check_error(error_of(older), errc::truncated, "p3d.lods[0].tags[1].name", older.size() - 4, 64, 4);
}

TEST_CASE("p3d: names of any length") {
    fixtures::p3d::lod level = fixtures::p3d::triangle(1);
    const std::string name(700, 'n');
    level.faces[0].material = std::string(70'000, 'm');
    level.tags = {fixtures::p3d::selection(name, {1, 1, 1}, {1})};
    byte_builder file = fixtures::p3d::write(fixtures::p3d::model{{level}});
    const p3d::lod read = *p3d::open(file.span())->lods().begin();
    CHECK((*read.tags().begin()).name() == name);
    CHECK((*read.faces().begin()).material().size() == 70'000);

    const std::size_t at = file.at("p3d.lods[0].tags[0].name"); // from here on, no NUL follows
    byte_builder endless;
    for (const std::byte byte : file.first(at)) {
        endless.u8(std::to_integer<std::uint8_t>(byte));
    }
    endless.fill(100'000, 'n');
    check_error(error_of(endless), errc::truncated, "p3d.lods[0].tags[0].name", at, 100'001, 100'000);
}

TEST_CASE("rtm: a small file with large counts is refused at once") {
    for (const std::uint32_t number : {0x7FFF'FFFFU, 0xFFFF'FFFFU}) {
        byte_builder file = fixtures::p3d::write(fixtures::p3d::moves());
        file.poke(file.at("rtm.phaseCount"), number);
        CHECK(p3d::open_animation(file.span()).error().code == errc::truncated);
        file.poke(file.at("rtm.boneCount"), number);
        const error why = p3d::open_animation(file.span()).error();
        CHECK(why.code == errc::truncated);
        CHECK(why.need == std::uint64_t{number} * 32);
        file.poke(file.at("rtm.phaseCount"), 0U);
        file.poke(file.at("rtm.boneCount"), 0U);
        CHECK(p3d::open_animation(file.span()).has_value());
        file.poke(file.at("rtm.phaseCount"), number); // phases of four bytes each
        CHECK(p3d::open_animation(file.span()).error().code == errc::truncated);
    }
}

TEST_CASE("p3d: files of other formats are refused, and visit() names the format") {
    const auto visited = [](const byte_builder& file) {
        const error why = visit(file.span(), [](const auto&) {});
        CHECK(why.code == errc::unsupported);
        return std::string{why.path};
    };
    CHECK(visited(byte_builder{}.text("ODOL").u32(49)) == "Arma ODOL model");
    CHECK(visited(byte_builder{}.text("BMTR").u32(3)) == "Arma BMTR animation");
    CHECK(visited(byte_builder{}.text("RTM_MDAT")).starts_with("Arma RTM animation with motion data"));
    CHECK(visited(byte_builder{}.text("version https://git-lfs")).starts_with("Git LFS pointer"));
}

namespace {

// A point cache of 200 MB in memory that contains only headers: reading a position faults.
class point_cache {
public:
    static constexpr std::uint32_t points = 5600, frames = 3000;

    point_cache() {
        put(0, head());
        put(first_tag_ - 4, byte_builder{}.text("TAGG"));
        for (std::uint32_t i = 0; i < frames; ++i) {
            put(first_tag_ + i * step_, frame_head(i));
            file_.close(positions_of(i));
        }
        put(file_.all().size() - tail().size(), tail());
    }

    [[nodiscard]] std::span<const std::byte> file() const { return file_.all(); }

    // Makes a frame readable, and writes its first and last position.
    void reveal(std::uint32_t number, float x) {
        file_.reopen(positions_of(number));
        put(first_ + number * step_, byte_builder{}.f32(x));
        put(first_ + number * step_ + positions_size - 12, byte_builder{}.f32(-x));
    }

private:
    static constexpr std::size_t positions_size = std::size_t{points} * 12;

    [[nodiscard]] static byte_builder head() {
        return byte_builder{}.text("MLOD").u32(257).u32(1).text("P3DM").u32(28).u32(256).u32(points).zeros(12);
    }
    [[nodiscard]] static byte_builder tail() { return byte_builder{}.u8(1).text("#EndOfFile#").u8(0).u32(0).f32(1); }
    [[nodiscard]] static byte_builder frame_head(std::uint32_t number) {
        const float time = static_cast<float>(number) / frames;
        return byte_builder{}.u8(1).text("#Animation#").u8(0).count(4 + positions_size).f32(time);
    }
    void put(std::size_t at, const byte_builder& part) {
        std::copy(part.span().begin(), part.span().end(), file_.all().subspan(at).begin());
    }
    // The pages that contain only positions of this frame.
    [[nodiscard]] std::span<std::byte> positions_of(std::uint32_t number) const {
        const std::size_t page = support::pages::size_of_one();
        const std::size_t begin = (first_ + number * step_ + page - 1) / page * page;
        const std::size_t end = (first_ + number * step_ + positions_size) / page * page;
        REQUIRE(begin < end);
        return file_.all().subspan(begin, end - begin);
    }

    std::size_t first_tag_ = head().size() + std::size_t{points} * 16 + 4;
    std::size_t first_ = first_tag_ + frame_head(0).size();    // offset of the positions of frame 0
    std::size_t step_ = frame_head(0).size() + positions_size; // distance between two frames
    support::pages file_{first_tag_ + frames * step_ + tail().size()};
};

} // namespace

TEST_CASE("p3d: open() does not touch the frames of a point cache") {
    point_cache cache;
    const auto opened = p3d::open(cache.file());
    REQUIRE(opened);
    const p3d::lod level = *opened->lods().begin();
    CHECK(level.tags().size() == point_cache::frames + 1);
    CHECK(level.resolution() == 1);
    std::uint32_t count = 0;
    for (const p3d::tag& tag : level.tags()) {
        count += tag.morph_frame().positions().size() == point_cache::points ? 1U : 0U;
    }
    CHECK(count == point_cache::frames);

    constexpr std::uint32_t number = 2345;
    cache.reveal(number, 7);
    cache.reveal(number + 1, 9);
    std::vector<vector3<float>> out(point_cache::points);
    CHECK(morph_positions(level, (number + 0.5) / point_cache::frames, out) == out.size());
    CHECK(out.front().x == doctest::Approx(8).epsilon(0.01));
    CHECK(out.back().x == doctest::Approx(-8).epsilon(0.01));
}
