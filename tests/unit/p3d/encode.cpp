#include "p3d/figure.hpp"
#include "support/counting_memory.hpp"
#include "support/round_trip.hpp"

#include <effigy/p3d/encode.hpp>
#include <effigy/p3d/regions.hpp>

namespace {

using namespace effigy;
using support::byte_builder;

constexpr std::uint32_t far_away = 0xFFFF'FFFF; // the start or the size of a list

const auto open_model = [](std::span<const std::byte> file) { return p3d::open(file); };
const auto open_clip = [](std::span<const std::byte> file) { return p3d::open_animation(file); };

fixtures::p3d::model all_formats() {
    return {{fixtures::p3d::everything("P3DM"), fixtures::p3d::everything("SP3X"), fixtures::p3d::everything("SP3D"),
             fixtures::p3d::triangle(1e13F)}};
}
fixtures::p3d::model one(std::string format, std::string container = "MLOD") {
    return {{fixtures::p3d::triangle(1, std::move(format))}, std::move(container)};
}
p3d::owned_model decoded(const fixtures::p3d::model& described) {
    return *decode(*p3d::open(fixtures::p3d::write(described).span()));
}
p3d::owned_animation decoded(const fixtures::p3d::clip& described) {
    return *decode(*p3d::open_animation(fixtures::p3d::write(described).span()));
}
// Writes junk after the NULs of some texts of the SP3X level.
byte_builder with_junk() {
    byte_builder file = fixtures::p3d::write(all_formats());
    file.poke_u8(file.at("p3d.lods[1].faces[0].texture") + 31, 7);    // the last byte of the field
    file.poke_u8(file.at("p3d.lods[1].faces[2].texture") + 1, 8);     // after an empty text
    file.poke(file.at("p3d.lods[1].tags[2].name") + 5, 0xFFFF'FFFFU); // after "moss"
    file.poke_u8(file.at("p3d.lods[2].tags[14].name") + 63, 9);       // in SP3D
    return file;
}

p3d::owned_lod& level(p3d::owned_model& of, std::size_t i = 0) { return of.all<p3d::owned_lod>()[i]; }
p3d::owned_face& face(p3d::owned_model& of) { return of.all<p3d::owned_face>()[0]; }
p3d::owned_tag& tag(p3d::owned_model& of) { return of.all<p3d::owned_tag>()[0]; }
template <class Pools> pool_slice<char> add_text(Pools& to, std::size_t count) {
    auto& chars = to.template all<char>();
    const auto first = static_cast<std::uint32_t>(chars.size());
    std::ranges::fill(chars.append(count), 'x');
    return {.first = first, .count = static_cast<std::uint32_t>(count)};
}

template <class Model> void check_refused(const Model& model, errc code, std::string_view path) {
    const error why = encode(model).error();
    INFO(to_string(why));
    CHECK(why.code == code);
    CHECK(std::string_view{why.path} == path);
}
// Makes an edit to a decoded model, and checks that it is refused.
template <class Described, class Edit>
void check_refused(const Described& described, errc code, std::string_view path, const Edit& edit) {
    auto model = decoded(described);
    REQUIRE(encode(model));
    edit(model);
    check_refused(model, code, path);
}

} // namespace

TEST_CASE("p3d encode: a decoded model is written back byte for byte") {
    for (const auto& described : {all_formats(), fixtures::p3d::figure::model(), {}}) {
        for (const char* const container : {"MLOD", "NLOD"}) {
            byte_builder file = fixtures::p3d::write({described.lods, container});
            support::check_round_trip(file.span(), open_model(file.span()), true);
            file.text("rest");
            support::check_round_trip(file.span(), open_model(file.span()), true);
        }
        for (const fixtures::p3d::lod& described_level : described.lods) {
            fixtures::p3d::lod bare = described_level;
            byte_builder file = fixtures::p3d::write({{bare}, ""});
            file.text("rest");
            support::check_round_trip(file.span(), open_model(file.span()), true);
            bare.has_tags = false;
            const byte_builder short_file = fixtures::p3d::write({{bare}, ""});
            support::check_round_trip(short_file.span(), open_model(short_file.span()), true);
        }
    }
}

TEST_CASE("p3d encode: a decoded animation is written back byte for byte") {
    for (fixtures::p3d::clip described : {fixtures::p3d::moves(), fixtures::p3d::figure::nod(), {}}) {
        for (const char* const magic : {"RTM_0101", "RTM_0100"}) {
            described.magic = magic;
            byte_builder file = fixtures::p3d::write(described);
            file.u32(0x12345678);
            if (!described.bones.empty()) {
                file.poke_u8(file.at("rtm.phaseCount") + 8 + 31, 7); // of the first bone's name
            }
            support::check_round_trip(file.span(), open_clip(file.span()), true);
        }
    }
}

TEST_CASE("p3d encode: the bytes after the NULs of texts of fixed size are those of the original") {
    const byte_builder file = with_junk();
    support::check_round_trip(file.span(), p3d::open(file.span()), false);
    auto model = *decode(*p3d::open(file.span()));
    CHECK(support::same_bytes(*encode(model), fixtures::p3d::write(all_formats()).span()));
    model.all<p3d::owned_point>()[5].position.x = 7; // any value may change
    const auto written = encode(model, file.span());
    REQUIRE(written);
    CHECK(written->kept_rest);
    CHECK(*decode(*p3d::open(written->bytes)) == model);
    CHECK(written->bytes[file.at("p3d.lods[1].faces[0].texture") + 31] == std::byte{7});
}

TEST_CASE("p3d encode: a text of fixed size may get another length in the original") {
    const byte_builder file = with_junk();
    auto model = *decode(*p3d::open(file.span()));
    p3d::owned_tag& moss = model.all<p3d::owned_tag>()[level(model, 1).tags.first + 2];
    REQUIRE(model.get(moss.name) == "moss");
    moss.name.count = 3;
    moss.kind = p3d::tag_kind::selection;
    const auto written = encode(model, file.span());
    REQUIRE(written);
    CHECK(written->kept_rest);
    CHECK(*encode(*decode(*p3d::open(written->bytes))) == *encode(model));
    CHECK(written->bytes[file.at("p3d.lods[1].tags[2].name") + 5] == std::byte{0xFF});
}

TEST_CASE("p3d encode: an original with other sizes gives nothing") {
    const byte_builder file = with_junk();
    const auto check = [](const p3d::owned_model& model, std::span<const std::byte> original) {
        const auto written = encode(model, original);
        REQUIRE(written);
        CHECK_FALSE(written->kept_rest);
        CHECK(support::same_bytes(written->bytes, *encode(model)));
    };
    const auto model = *decode(*p3d::open(file.span()));
    check(model, {});
    check(model, file.first(file.size() - 1));
    check(model, fixtures::p3d::write(one("SP3X")).span());
    auto edited = model;
    edited.lods.count -= 1;
    check(edited, file.span());
    edited = model;
    level(edited, 2).points.count -= 1; // and one normal more: in SP3D, the file has the same size
    level(edited, 2).normals.count += 1;
    const auto same_size = encode(edited);
    REQUIRE(same_size);
    REQUIRE(same_size->size() == file.size());
    check(edited, file.span());
}

TEST_CASE("p3d encode: a model and an animation made from nothing") {
    p3d::owned_model model;
    const auto empty = encode(model);
    REQUIRE(empty);
    CHECK(empty->size() == 12);
    CHECK(*decode(*p3d::open(*empty)) == model);
    model.version = 257;
    p3d::owned_lod made;
    made.resolution = 1;
    made.version = 256;
    p3d::owned_face face{};
    face.slots.count = made.corner_count = 3;
    model.set(face.texture, "stone.paa");
    for (std::uint32_t i = 0; i < 3; ++i) {
        const vec2<form::host> corner{i == 1 ? 1.0F : 0.0F, i == 2 ? 1.0F : 0.0F};
        p3d::owned_point point{};
        point.position = {corner.x, corner.y, 0};
        model.append(made.points, point);
        face.slots.corner[i].point = i;
        face.slots.corner[i].uv = corner;
    }
    model.append(made.normals, {0, 0, 1});
    model.append(made.faces, face);
    p3d::owned_tag end{};
    model.set(end.name, "#EndOfFile#");
    end.kind = p3d::tag_kind::end;
    end.active = 1;
    model.append(made.tags, end);
    model.append(model.lods, made);
    CHECK(support::same_bytes(*encode(model), fixtures::p3d::write({{fixtures::p3d::triangle(1)}}).span()));

    check_refused(p3d::owned_animation{}, errc::bad_magic, "rtm.magic");
    p3d::owned_animation clip;
    clip.version = 101;
    clip.motion = {1, 2, 3};
    text<32> name{};
    REQUIRE(name.assign("spine"));
    clip.append(clip.bone_names, name);
    p3d::owned_phase phase;
    phase.phase = 0.5F;
    clip.append(phase.bones, {name, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {4, 5, 6}});
    clip.append(clip.phases, phase);
    const fixtures::p3d::clip described{{"spine"}, {{0.5F, {{.position = {4, 5, 6}}}}}, {1, 2, 3}};
    CHECK(support::same_bytes(*encode(clip), fixtures::p3d::write(described).span()));
}

TEST_CASE("p3d encode: what a container does not store is an error") {
    const auto model = one("P3DM"), bare = one("P3DM", "");
    check_refused(model, errc::bad_version, "p3d.version", [](auto& of) { of.version = 512; });
    check_refused(model, errc::bad_value, "p3d.version", [](auto& of) { of.container = p3d::container::nlod; });
    check_refused(bare, errc::bad_value, "p3d.version", [](auto& of) { of.version = 257; });
    check_refused(bare, errc::bad_value, "p3d.lodCount", [](auto& of) { of.lods.count = 0; });
    check_refused(model, errc::bad_value, "p3d.magic", [](auto& of) { of.container = p3d::container{3}; });
    check_refused(model, errc::bad_value, "tags", [](auto& of) {
        level(of).has_tags = false;
        level(of).tags = {};
        level(of).resolution = 0;
    });
    auto short_level = bare;
    short_level.lods[0].has_tags = false;
    check_refused(short_level, errc::bad_value, "tags", [](auto& of) {
        level(of).tags.count = 0;
        level(of).has_tags = true;
    });
    check_refused(short_level, errc::bad_value, "resolution", [](auto& of) { level(of).resolution = -0.0F; });
    check_refused(bare, errc::bad_value, "tags", [](auto& of) {
        level(of).has_tags = false;
        level(of).resolution = 0;
    });
    check_refused(short_level, errc::bad_value, "p3d.trailing", [](auto& of) {
        of.template all<std::byte>().push_back(std::byte{1});
        of.trailing.count = 1;
    });
}

TEST_CASE("p3d encode: what a format of levels does not store is an error") {
    const auto p3dm = one("P3DM"), sp3x = one("SP3X"), sp3d = one("SP3D");
    check_refused(p3dm, errc::bad_magic, "magic", [](auto& of) { level(of).format = p3d::lod_format{3}; });
    check_refused(sp3x, errc::bad_value, "tags[].active", [](auto& of) { tag(of).active = 0; });
    check_refused(sp3x, errc::bad_value, "faces[].material",
                  [](auto& of) { face(of).material = {.first = 0, .count = 1}; });
    check_refused(sp3d, errc::bad_value, "faces[].flags", [](auto& of) { face(of).flags = 1; });
    check_refused(sp3d, errc::bad_value, "points[].flags",
                  [](auto& of) { of.template all<p3d::owned_point>()[2].flags = 1; });
    check_refused(sp3d, errc::bad_value, "header.version", [](auto& of) { level(of).version = 256; });
    check_refused(sp3d, errc::bad_value, "header.flags", [](auto& of) { level(of).flags = 1; });
    check_refused(sp3d, errc::bad_value, "header.size", [](auto& of) {
        of.template all<std::byte>().push_back(std::byte{1});
        level(of).extra_header.count = 1;
    });
}

TEST_CASE("p3d encode: texts that a file cannot hold are errors") {
    const auto p3dm = one("P3DM"), sp3x = one("SP3X");
    check_refused(p3dm, errc::bad_value, "faces[].texture", [](auto& of) {
        face(of).texture = add_text(of, 3);
        of.template all<char>()[face(of).texture.first + 1] = '\0';
    });
    check_refused(p3dm, errc::bad_value, "faces[].material", [](auto& of) {
        face(of).material = add_text(of, 1);
        of.template all<char>()[face(of).material.first] = '\0';
    });
    check_refused(p3dm, errc::bad_value, "tags[].name",
                  [](auto& of) { of.template all<char>()[tag(of).name.first] = '\0'; });
    check_refused(sp3x, errc::bad_value, "faces[].texture", [](auto& of) { face(of).texture = add_text(of, 33); });
    check_refused(sp3x, errc::bad_value, "tags[].name", [](auto& of) {
        tag(of).name = add_text(of, 65);
        tag(of).kind = p3d::tag_kind::selection;
    });
    auto model = decoded(sp3x);
    face(model).texture = add_text(model, 32);
    const auto file = encode(model);
    REQUIRE(file);
    CHECK((*(*p3d::open(*file)).lods().begin()).faces().begin()->texture() == std::string(32, 'x'));
}

TEST_CASE("p3d encode: derived fields must be right") {
    const auto model = one("P3DM");
    check_refused(model, errc::bad_value, "faces[].count", [](auto& of) { face(of).slots.count = 5; });
    check_refused(model, errc::bad_value, "cornerCount", [](auto& of) { face(of).slots.count = 4; });
    check_refused(model, errc::bad_value, "tags[].kind", [](auto& of) { tag(of).kind = p3d::tag_kind::unknown; });
    check_refused(model, errc::bad_value, "tags", [](auto& of) { level(of).tags.count = 0; });
    check_refused(model, errc::bad_value, "tags", [](auto& of) {
        of.template all<p3d::owned_tag>().push_back(tag(of));
        level(of).tags.count = 2;
    });
    const auto moves = fixtures::p3d::moves();
    check_refused(moves, errc::bad_value, "rtm.phases[].bones",
                  [](auto& of) { of.template all<p3d::owned_phase>()[1].bones.count = 1; });
    check_refused(moves, errc::bad_magic, "rtm.magic", [](auto& of) { of.version = 102; });
    check_refused(moves, errc::bad_value, "rtm.motion.x", [](auto& of) { of.version = 100; });
    auto old = moves;
    old.magic = "RTM_0100";
    check_refused(old, errc::bad_value, "rtm.motion.y", [](auto& of) { of.motion.y = -0.0F; });
}

TEST_CASE("p3d encode: a list outside of its pool is an error") {
    const auto model = one("P3DM");
    const auto check = [&](std::string_view path, const auto& edit) {
        check_refused(model, errc::out_of_bounds, path, edit);
    };
    check("p3d.lods", [](auto& of) { of.lods.count = 2; });
    check("p3d.trailing", [](auto& of) { of.trailing.count = 1; });
    check("points", [](auto& of) { level(of).points.first = 1; });
    check("normals", [](auto& of) { level(of).normals.count = far_away; });
    check("faces", [](auto& of) { level(of).faces.first = far_away; });
    check("tags", [](auto& of) { level(of).tags.count = 2; });
    check("header", [](auto& of) { level(of).extra_header.count = 1; });
    check("faces[].texture", [](auto& of) { face(of).texture.first = far_away; });
    check("faces[].material", [](auto& of) { face(of).material.count = far_away; });
    check("tags[].name", [](auto& of) { tag(of).name.first = far_away; });
    check("tags[].data", [](auto& of) { tag(of).data.count = 1; });
    const auto moves = fixtures::p3d::moves();
    const auto check_clip = [&](std::string_view path, const auto& edit) {
        check_refused(moves, errc::out_of_bounds, path, edit);
    };
    check_clip("rtm.boneNames", [](auto& of) { of.bone_names.count = 3; });
    check_clip("rtm.phases", [](auto& of) { of.phases.first = far_away; });
    check_clip("rtm.phases[].bones", [](auto& of) { of.template all<p3d::owned_phase>()[2].bones.first = 5; });
    check_clip("rtm.trailing", [](auto& of) { of.trailing.count = 1; });
}

TEST_CASE("p3d encode: an error says where the field would be") {
    fixtures::p3d::model described = all_formats();
    const byte_builder file = fixtures::p3d::write(described);
    auto model = decoded(described);
    model.all<p3d::owned_face>()[4].slots.count = 9; // of the second level
    const error why = encode(model).error();
    CHECK(to_string(static_cast<const location&>(why)) == "p3d.lods[1].faces[1].count");
    CHECK(why.offset == file.at("p3d.lods[1].faces[1].count"));
    CHECK(why.found == 9);
}

TEST_CASE("p3d encode: shared lists cannot make a file of any size") {
    auto model = decoded(one("P3DM"));
    face(model).texture = add_text(model, 100'000);
    auto& faces = model.all<p3d::owned_face>();
    for (std::size_t i = 0; i < 1'000; ++i) {
        faces.push_back(p3d::owned_face{faces[0]});
    }
    level(model).faces.count = static_cast<std::uint32_t>(faces.size());
    level(model).corner_count = 3 * level(model).faces.count;
    check_refused(model, errc::budget, "faces[].texture");
}

TEST_CASE("p3d encode: a model after random edits is written as it is, or refused") {
    const auto check = [&](const fixtures::p3d::model& described, std::size_t edits) {
        const byte_builder file = fixtures::p3d::write(described);
        support::check_random_edits(*decode(*p3d::open(file.span())), file.span(), open_model, edits);
    };
    for (const char* const container : {"MLOD", "NLOD", ""}) {
        for (const char* const format : {"P3DM", "SP3X", "SP3D"}) {
            check(one(format, container), 500);
            check({{fixtures::p3d::everything(format)}, container}, 250);
        }
    }
    const byte_builder file = with_junk();
    support::check_random_edits(*decode(*p3d::open(file.span())), file.span(), open_model, 1000);
    for (const char* const magic : {"RTM_0101", "RTM_0100"}) {
        auto described = fixtures::p3d::moves();
        described.magic = magic;
        const byte_builder clip = fixtures::p3d::write(described);
        support::check_random_edits(*decode(*p3d::open_animation(clip.span())), clip.span(), open_clip, 500);
    }
}

TEST_CASE("p3d encode: a UV set whose size leaves out its id is written as it was") {
    fixtures::p3d::model described = one("P3DM");
    described.lods[0].tags = {fixtures::p3d::uv_set_of_uncounted_id(0, {0, 1, 2, 3, 4, 5})};
    CHECK(support::same_bytes(*encode(decoded(described)), fixtures::p3d::write(described).span()));
    auto counted = decoded(described);
    tag(counted).counts_id = true;
    described.lods[0].tags = {fixtures::p3d::uv_set(0, {0, 1, 2, 3, 4, 5})};
    CHECK(support::same_bytes(*encode(counted), fixtures::p3d::write(described).span()));

    check_refused(described, errc::bad_value, "tags[].data", [](auto& of) {
        of.erase(tag(of).data, 0, 4); // without an id: it would be read as one whose size leaves out the id
    });
    check_refused(described, errc::bad_value, "tags[].data", [](auto& of) {
        tag(of).counts_id = false;
        of.erase(tag(of).data, 0, 8);
    });
    described.lods[0].tags = {fixtures::p3d::selection("arm", {1, 1, 1}, {1})};
    check_refused(described, errc::bad_value, "tags[].countsId", [](auto& of) { tag(of).counts_id = false; });
}

TEST_CASE("p3d encode: no more memory is taken than the largest file may have") {
    p3d::owned_model model = decoded(one("P3DM"));
    for (const std::size_t copies :
         {std::size_t{1}, std::size_t{3}, std::size_t{10}, std::size_t{100}}) { // share lists
        const std::vector<p3d::owned_lod> levels(copies, level(model));
        model.set(model.lods, levels);
        support::counting_memory memory;
        const auto file = encode(model, &memory);
        REQUIRE(file);
        CHECK(memory.most() <= 16 * model.size_in_bytes() + 65536);
        CHECK(memory.most() <= std::max<std::uint64_t>(2 * model.size_in_bytes(), file->size()));
        const auto read = p3d::open(*file);
        REQUIRE(read);
        CHECK(read->lods().size() == copies);
    }
    auto clip = decoded(fixtures::p3d::moves());
    clip.set(clip.phases, std::vector<p3d::owned_phase>(500, clip.all<p3d::owned_phase>()[0]));
    support::counting_memory memory;
    REQUIRE(encode(clip, &memory));
    CHECK(memory.most() <= 16 * clip.size_in_bytes() + 65536);
}
