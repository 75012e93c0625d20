// The variables that tests/source/debug/run shows with gdb. Prints the lines that gdb must show for errors and
// findings.
#include <effigy/core/pool.hpp>
#include <effigy/core/pool_slice.hpp>
#include <effigy/core/sequence.hpp>
#include <effigy/core/versioned.hpp>
#include <effigy/grimrock.hpp>
#include <effigy/report.hpp>
#include <effigy/scene/parts.hpp>

#include <cstdio>

namespace {

using namespace effigy;

enum class color : std::uint16_t { red, green = 0x102 };
enum flags : std::uint32_t { flag_a = 1, flag_b = 4 };

struct record {
    u16<form::little> id;
    vec3<form::little> at;
};

// Stands for views that are made on access, and for records of variable length.
struct doubles {
    [[nodiscard]] int get(std::size_t i) const noexcept { return 2 * static_cast<int>(i); }
};
struct line {
    template <class Cursor, class Context> static line read(Cursor& c, Context&) noexcept {
        return {c.template count<u32<form::little>>("number")};
    }
    std::uint32_t number = 0;
};

constexpr unsigned char lines[] = {7, 0, 0, 0, 8, 0, 0, 0};

void stop() { std::puts("stopped"); }

} // namespace

int main() {
    const auto u16_little = u16<form::little>::of(513);
    const auto u16_big = u16<form::big>::of(513);
    const auto i32_big = i32<form::big>::of(-5);
    const auto f32_little = f32<form::little>::of(0.1F);
    const auto f32_big = f32<form::big>::of(-2.5F);
    const auto f64_big = scalar<double, form::big>::of(0.1);
    const auto enum_little = scalar<color, form::little>::of(color::green);
    const auto enum_big = scalar<color, form::big>::of(color::green);
    const auto flags_big = scalar<flags, form::big>::of(static_cast<flags>(flag_a | flag_b));

    const vector3<float> direction{0.1F, -2, 1e20F};
    const vector3<double> far_away{0.1, -2, 1e300};
    const vector2<float> corner{0.5F, 1};
    const vector4<float> tangent{1, 0, 0, -1};
    const quaternion<float> rotation{0, 0, 0.5F, 0.25F};
    const auto stored = vec3<form::little>::of(direction);
    const auto stored_big = vec3<form::big>::of(direction);
    const vec3<form::host> own = direction;
    const auto stored_rotation = quat<form::big>::of(rotation);
    const vec2<form::little> uv{f32<form::little>::of(0.25F), f32<form::little>::of(0.75F)};
    const matrix4x3<float> matrix{{1, 0, 0}, {0, 2, 0}, {0, 0, 3}, {4, 5, 6}};
    const grimrock::mat4x3 stored_matrix{.x = stored, .y = {}, .z = {}, .translation = {}};
    const pose<double> rest;
    const rgba8 color_of_file{255, 128, 0, 64};

    const text<8> name{{'h', 'e', 'a', 'd', '\0', 'x', 'y', 'z'}};
    const text<4> full{{'M', '"', '\xE9', '\n'}};

    const record records[] = {{u16<form::little>::of(1), stored}, {u16<form::little>::of(2), stored}};
    const array<record> both{records, 2};
    const array<record> none;
    const strided<vec3<form::little>> places = strided{both}.field<vec3<form::little>>(2);
    const auto counted = impl::access::make<lazy_range<doubles>>(doubles{}, std::size_t{3});
    const byte_view file{std::as_bytes(std::span{lines}), 100};
    cursor c{file, 0};
    const auto sequenced = impl::read_sequence<line>(c, {"lines", 0, 2, 4});
    std::uint32_t memory[2];
    const auto by_number = sequenced.index(memory);
    const versioned_record<record> either{records};
    const versioned_record<record> neither;
    pool<int> owned;
    owned.push_back(4);
    owned.push_back(5);
    const pool_slice<int> part{1, 7};
    const pool_handle<int> one{3};
    const pool_handle<int> no_part;

    const error errors[] = {
        {},
        {location{"mdl1.nodes[].mesh.arrays[].data", 99}.within(4).within(17), errc::truncated, 1, 0},
        {{"mdl1.numNodes", 8}, errc::truncated, 3, 1000, "what the rest of the file can hold"},
        {location{"m2.vertices[].joints[]", 340}.within(3).within(2), errc::out_of_bounds, 5, 9},
        {{"m2.bones", 52}, errc::out_of_bounds, 540, 648, "where the file ends"},
        {{"anim.magic", 0}, errc::bad_magic, 0x4D494E41, 0x01F14C4D},
        {{"the file", 0}, errc::bad_magic, 0, 0x6564616D, "a model of a format that effigy knows"},
        {{"mdl1.version", 4}, errc::bad_version, 2, 4, "2 (Legend of Grimrock)"},
        {{"m2.bones[].parent", 440, {1}, 1}, errc::bad_value, 0, 7, "-1 or the number of a bone"},
        {{"m2.bones[].parent", 332, {0}, 1}, errc::cycle, 0, 0},
        {{"nodes[]", 332, {1, 6}, 2, false, "nwn.animations[]."}, errc::cycle, 0, 6, "nodes in order"},
        {{"m2.bones", 332}, errc::budget, 4096, 4097},
        {{"Arma ODOL model"}, errc::unsupported, 0, 73, "binarised"},
        {{"FBX model"}, errc::unsupported, 0, -1, "foreign"},
        {{"open"}, errc::io, 0, 2},
        {location{"nodes[].name", location::nowhere}.within(3), errc::bad_value, 3, 0, "a name that is not empty",
         "arm"},
        {{"model.supermodel", location::nowhere}, errc::bad_value, 3, 70, "at most 63 characters", "a \xE9"},
    };
    for (const error& why : errors) {
        std::puts(to_string(why).c_str());
    }
    const finding findings[] = {
        {location{"mdl1.nodes[].transform", 26980}.within(7), {severity::note, "node-scaled", "scales"}, "plin\xE9th"},
        {location{"mdl1", 5}, {severity::warning, "trailing-bytes", "bytes at the end"}},
    };
    for (const finding& found : findings) {
        std::puts(to_string(found).c_str());
    }
    const result<int> good = 42;
    const result<int> bad = errors[2];
    const result<vector3<float>> good_vector = direction;
    const auto failed = grimrock::open(lines);
    const location place = findings[0];

    stop();

    const void* const all[] = {&u16_little, &u16_big,     &i32_big,       &f32_little,  &f32_big,
                               &f64_big,    &enum_little, &enum_big,      &flags_big,   &far_away,
                               &corner,     &tangent,     &stored_big,    &own,         &stored_rotation,
                               &uv,         &matrix,      &stored_matrix, &rest,        &color_of_file,
                               &name,       &full,        &none,          &places,      &counted,
                               &by_number,  &either,      &neither,       &part,        &one,
                               &no_part,    &good,        &bad,           &good_vector, &failed,
                               &place};
    return all[0] == nullptr ? 1 : 0;
}
