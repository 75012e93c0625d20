#include "p3d/applied.hpp"
#include "p3d/figure.hpp"
#include "support/edited.hpp"

#include <effigy/p3d.hpp>
#include <effigy/p3d/edit.hpp>
#include <effigy/p3d/encode.hpp>

#include <limits>

namespace {

using namespace effigy;

const auto open_model_to_edit = [](std::span<const std::byte> file) { return p3d::open(file); };
const auto open_clip_to_edit = [](std::span<const std::byte> file) { return p3d::open_animation(file); };

p3d::owned_model model_of(const fixtures::p3d::model& described) {
    return *decode(*p3d::open(fixtures::p3d::write(described).span()));
}
p3d::owned_model model_to_edit(const char* format = "P3DM") {
    return model_of({{fixtures::p3d::everything(format), fixtures::p3d::triangle(1e13F)}});
}
p3d::owned_animation clip_to_edit() {
    return *decode(*p3d::open_animation(fixtures::p3d::write(fixtures::p3d::moves()).span()));
}
p3d::owned_lod& level_of(p3d::owned_model& of, std::size_t i = 0) { return of.get(of.lods)[i]; }
std::string_view texture(const p3d::owned_model& of, std::size_t face, std::size_t level = 0) {
    return of.get(of.get(of.get(of.lods)[level].faces)[face].texture);
}
std::string_view tag_name(const p3d::owned_model& of, std::size_t i) {
    return of.get(of.get(of.get(of.lods)[0].tags)[i].name);
}
p3d::tag tag_of(const p3d::owned_model& of, std::size_t i, std::size_t level = 0) {
    return of.tag(of.get(of.lods)[level], i);
}
template <class Rename>
void check_unchanged(p3d::owned_model model, const Rename& rename, std::string_view path = "lods[0].tags[") {
    const p3d::owned_model before = model;
    const error why = rename(model);
    INFO(to_string(why));
    CHECK(why.code == errc::bad_value);
    CHECK(to_string(why).find(path) != std::string::npos);
    CHECK(to_string(why).find("offset") == std::string::npos); // an edit has none
    CHECK(model == before);
}

} // namespace

TEST_CASE("p3d edit: rename_textures() renames textures, materials and the models of proxies") {
    for (const char* const format : {"P3DM", "SP3X", "SP3D"}) {
        const auto before = model_to_edit(format);
        auto model = before;
        const bool has_materials = std::string_view{format} == "P3DM";
        // Two textures, two materials and a proxy.
        CHECK(support::textures_renamed(model, {{"ROCK/*", "sand/*"}}) == (has_materials ? 4 : 2));
        CHECK(texture(model, 0) == "sand\\moss.paa");
        CHECK(texture(model, 1) == "#(argb,8,8,3)color(1,0,0,1)");
        CHECK(texture(model, 2).empty());
        CHECK(tag_name(model, 3) == "proxy:sand\\bird.007");
        const auto again = support::written(model, open_model_to_edit);
        CHECK(support::changed_fields(before, again) ==
              (has_materials ? "lods[].faces[].material lods[].faces[].texture lods[].tags[].name"
                             : "lods[].faces[].texture lods[].tags[].name"));
        CHECK(support::textures_renamed(model, {{"sand\\*", "rock\\*"}}) == (has_materials ? 4 : 2));
        CHECK(support::same_file(model, before));
    }
}

TEST_CASE("p3d edit: rules may be written in braces") {
    auto model = model_to_edit("P3DM");
    CHECK(support::counted(rename_textures(model, {{"ROCK/*", "sand/*"}})) == 4);
    CHECK(support::counted(rename_nodes(model, {})) == 0);
    p3d::owned_animation clip;
    CHECK(support::counted(rename_nodes(clip, {{"spine", "x"}})) == 0);
}

TEST_CASE("p3d edit: paths are compared in any case and with either slash, and one at the beginning stays") {
    fixtures::p3d::lod level = fixtures::p3d::triangle(1);
    for (const char* const name : {"\\a\\b.paa", "A/B.PAA", "a\\bc.paa", "ab.paa", "\\", ""}) {
        level.faces.push_back(level.faces[0]);
        level.faces.back().texture = name;
    }
    const auto renamed = [&](std::string_view from, std::string_view to) {
        auto model = model_of({{level}});
        std::string out = std::to_string(support::textures_renamed(model, {{from, to}}));
        for (std::size_t i = 1; i < 7; ++i) {
            out += ' ' + std::string{texture(model, i)};
        }
        static_cast<void>(support::written(model, open_model_to_edit));
        return out;
    };
    CHECK(renamed("a\\b.paa", "x.paa") == "2 \\x.paa x.paa a\\bc.paa ab.paa \\ ");
    CHECK(renamed("a\\b.paa", "/x.paa") == "2 \\x.paa /x.paa a\\bc.paa ab.paa \\ "); // not two slashes
    CHECK(renamed("/a/b.paa", "x.paa") == "2 x.paa x.paa a\\bc.paa ab.paa \\ ");
    level.faces[6].texture = "#(argb)";
    CHECK(renamed("#(argb)", "x.paa").starts_with("1 "));
    CHECK(renamed("*", "").starts_with("5 "));
    level.faces[6].texture = "";
    CHECK(renamed("a\\*", "x\\*") == "3 \\x\\b.paa x/B.PAA x\\bc.paa ab.paa \\ ");
    CHECK(renamed("*", "x\\*") == "5 \\x\\a\\b.paa x/A/B.PAA x\\a\\bc.paa x\\ab.paa \\ ");
}

TEST_CASE("p3d edit: faces and levels that share are renamed once, unused ones not at all") {
    auto model = model_to_edit();
    const p3d::owned_lod copy = level_of(model, 0);
    model.append(model.lods, copy);
    model.erase(model.lods, 1);
    CHECK(support::textures_renamed(model, {{"*", "a\\*"}}) == 5);
    CHECK(texture(model, 0) == "a\\rock\\moss.paa");
    CHECK(texture(model, 0, 1) == "a\\rock\\moss.paa");
    CHECK(tag_name(model, 3) == "proxy:a\\rock\\bird.007");
    static_cast<void>(support::written(model, open_model_to_edit));
}

TEST_CASE("p3d edit: names that a level cannot store are refused") {
    const std::string of_32 = "a name of 32 letters, as textures", of_64 = of_32 + of_32;
    const auto textures = [](std::string_view from, std::string_view to) {
        return [=](p3d::owned_model& model) { return rename_textures(model, std::array{renaming{from, to}}).error(); };
    };
    const auto nodes = [](std::string_view from, std::string_view to) {
        return [=](p3d::owned_model& model) { return rename_nodes(model, std::array{renaming{from, to}}).error(); };
    };
    check_unchanged(model_to_edit("SP3X"), textures("*", of_32), "lods[0].faces[0].texture");
    check_unchanged(model_to_edit("SP3X"), textures("rock\\bird", of_64));
    check_unchanged(model_to_edit(), textures("*", std::string_view{"a\0b", 3}));
    check_unchanged(model_to_edit("SP3D"), nodes("moss", of_64), "lods[0].tags[2].name");
    check_unchanged(model_to_edit(), nodes("moss", "#Mass#"), "lods[0].tags[2].name");
    check_unchanged(model_to_edit(), nodes("moss", "#new"));
    check_unchanged(model_to_edit(), nodes("moss", std::string_view{"a\0b", 3}));
    check_unchanged(model_to_edit(), nodes("moss", "PROXY:rock\\bird.007"));
    auto model = model_to_edit();
    CHECK(support::textures_renamed(model, {{"*", of_64}}) == 5);
    CHECK(support::nodes_renamed(model, {{"moss", of_64}}) == 1);
    CHECK(tag_name(support::written(model, open_model_to_edit), 2) == of_64);
}

TEST_CASE("p3d edit: proxies with one name are refused") {
    fixtures::p3d::lod level = fixtures::p3d::triangle(1);
    for (const char* const name : {"proxy:a.1", "proxy:b.1", "proxy:b.2"}) {
        level.tags.push_back(fixtures::p3d::selection(name, {1, 1, 1}, {1}));
    }
    check_unchanged(model_of({{level}}), [](p3d::owned_model& model) {
        return rename_textures(model, std::array{renaming{"a", "B"}}).error();
    });
    // In levels of their own they may have one name.
    fixtures::p3d::lod other = level;
    level.tags.erase(level.tags.begin());
    other.tags.resize(1);
    auto model = model_of({{level, other}});
    CHECK(support::textures_renamed(model, {{"a", "b"}}) == 1);
}

TEST_CASE("p3d edit: rename_nodes() renames selections and bones") {
    const auto before = model_to_edit();
    auto model = before;
    CHECK(support::nodes_renamed(model, {{"MOSS", "grass"}, {"#*", "x*"}}) == 1);
    CHECK(tag_name(model, 2) == "grass");
    CHECK(support::changed_fields(before, support::written(model, open_model_to_edit)) == "lods[].tags[].name");
    CHECK(support::nodes_renamed(model, {{"grass", "moss"}}) == 1);
    CHECK(support::same_file(model, before));

    auto clip = clip_to_edit();
    CHECK(support::nodes_renamed(clip, {{"Spine", "back"}, {"a *", "tail"}}) == 2);
    const auto again = support::written(clip, open_clip_to_edit);
    const auto names = again.get(again.bone_names);
    CHECK(names[0] == "back");
    CHECK(names[1] == "tail");
    for (const p3d::owned_phase& phase : again.get(again.phases)) {
        CHECK(again.get(phase.bones)[0].bone == "back");
    }
    CHECK(again.get(again.get(again.phases)[1].bones)[1].bone == "another"); // has another name in the file
}

TEST_CASE("p3d edit: bones' names that clash or do not fit are refused") {
    for (const char* const name : {"a name that has more than 31 letters", "A bone whose name has 32 letters"}) {
        auto clip = clip_to_edit();
        const error why = rename_nodes(clip, std::array{renaming{"spine", name}}).error();
        CHECK(why.code == errc::bad_value);
        CHECK(std::string_view{why.path} == "rtm.boneNames[]");
        CHECK(clip == clip_to_edit());
    }
    auto clashing = clip_to_edit();
    CHECK(rename_nodes(clashing, std::array{renaming{"*", "same"}}).error().code == errc::bad_value);
    CHECK(clashing == clip_to_edit());
    auto unnamed = clip_to_edit();
    const error why = rename_nodes(unnamed, std::array{renaming{"spine", ""}}).error();
    CHECK(why.code == errc::bad_value);
    CHECK(why.found == 0);
    CHECK(unnamed == clip_to_edit());
    // Junk behind the NUL of a name stays if the length stays.
    auto clip = clip_to_edit();
    clip.get(clip.bone_names)[0].chars[31] = 'x';
    CHECK(support::nodes_renamed(clip, {{"spine", "chest"}}) == 1);
    CHECK(clip.get(clip.bone_names)[0].chars[31] == 'x');
    CHECK(support::nodes_renamed(clip, {{"chest", "back"}}) == 1);
    CHECK(clip.get(clip.bone_names)[0].chars[31] == '\0');
}

TEST_CASE("p3d edit: scale() multiplies points, point caches and translations") {
    for (const char* const format : {"P3DM", "SP3X", "SP3D"}) {
        const auto before = model_to_edit(format);
        auto model = before;
        CHECK_FALSE(scale(model, 2.5F));
        const auto after = support::written(model, open_model_to_edit);
        CHECK(support::changed_fields(before, after) == "lods[].points[].position lods[].tags[].data");
        CHECK(support::is_multiplied(before, after, 2.5F, {"lods[].tags[].data"}));
        for (std::size_t i = 0; i < after.get(after.get(after.lods)[0].tags).size(); ++i) {
            const p3d::tag old = tag_of(before, i), now = tag_of(after, i);
            const p3d::morph_frame frame = old.morph_frame();
            CHECK(std::ranges::equal(old.data(), now.data()) == !frame);
            if (frame) {
                CHECK(now.morph_frame().time() == frame.time());
                CHECK(std::ranges::equal(now.morph_frame().positions(), frame.positions(),
                                         [](const auto& scaled, const auto& position) {
                                             return scaled.x == 2.5F * position.x && scaled.y == 2.5F * position.y &&
                                                    scaled.z == 2.5F * position.z;
                                         }));
            }
        }
    }
    const auto before = clip_to_edit();
    auto clip = before;
    CHECK_FALSE(scale(clip, 2.5F));
    const auto after = support::written(clip, open_clip_to_edit);
    CHECK(support::changed_fields(before, after) == "motion phases[].bones[].position");
    CHECK(support::is_multiplied(before, after, 2.5F));
    for (const float factor : {0.0F, -1.0F, std::numeric_limits<float>::infinity()}) {
        auto model = model_to_edit();
        CHECK(scale(model, factor).code == errc::bad_value);
        CHECK(model == model_to_edit());
        CHECK(scale(clip, factor).code == errc::bad_value);
    }
}

TEST_CASE("p3d edit: a copied level is scaled once") {
    auto model = model_to_edit();
    const p3d::owned_lod copy = level_of(model);
    model.append(model.lods, copy);
    CHECK_FALSE(scale(model, 2));
    auto expected = model_to_edit();
    CHECK_FALSE(scale(expected, 2));
    const p3d::owned_lod other = level_of(expected);
    expected.append(expected.lods, other);
    CHECK(support::same_file(model, expected));
}

TEST_CASE("p3d edit: set_property() sets or adds a property") {
    const auto before = model_to_edit();
    auto model = before;
    CHECK_FALSE(set_property(model, level_of(model), "LodNoShadow", "0"));
    CHECK(tag_of(model, 4).property().name() == "lodnoshadow"); // the name stays
    CHECK(tag_of(model, 4).property().value() == "0");
    CHECK(support::changed_fields(before, support::written(model, open_model_to_edit)) == "lods[].tags[].data");
    CHECK_FALSE(set_property(model, level_of(model), "map", "hide"));
    CHECK(tag_of(model, 5).property().value() == "hide"); // after the other one, before the masses
    CHECK(tag_of(model, 6).kind() == p3d::tag_kind::mass);
    CHECK_FALSE(set_property(model, level_of(model, 1), "class", "house"));
    const auto again = support::written(model, open_model_to_edit);
    CHECK(tag_of(again, 0, 1).property().value() == "house"); // before the end
    CHECK(tag_of(again, 1, 1).kind() == p3d::tag_kind::end);
    CHECK_FALSE(set_property(model, level_of(model, 1), "class", ""));
    CHECK(tag_of(support::written(model, open_model_to_edit), 0, 1).property().value().empty());
}

TEST_CASE("p3d edit: arguments may be texts of the edited model") {
    auto model = model_to_edit();
    CHECK_FALSE(set_property(model, level_of(model), "map", "hide"));
    for (int round = 0; round < 10; ++round) { // the pool of bytes moves several times
        CHECK_FALSE(set_property(model, level_of(model), "lodnoshadow", tag_of(model, 5).property().value()));
        CHECK(tag_of(model, 4).property().value() == "hide");
    }
    CHECK_FALSE(set_property(model, level_of(model), tag_of(model, 5).property().value(), tag_name(model, 2)));
    CHECK(tag_of(model, 6).property().name() == "hide");
    CHECK(tag_of(model, 6).property().value() == "moss");
    CHECK(support::counted(rename_textures(model, {{texture(model, 0), tag_name(model, 2)}})) >= 1);
    CHECK(texture(model, 0) == "moss");
    CHECK(support::counted(rename_nodes(model, {{tag_name(model, 2), "x"}, {tag_name(model, 4), "y"}})) == 1);
    CHECK(tag_name(model, 2) == "x");

    auto clip = clip_to_edit();
    const std::string old{clip.all<p3d::owned_bone_pose>()[0].bone.view()};
    CHECK(support::counted(rename_nodes(clip, {{clip.all<p3d::owned_bone_pose>()[0].bone.view(), "chest"}})) == 1);
    for (const p3d::owned_bone_pose& pose : clip.all<p3d::owned_bone_pose>()) {
        CHECK(pose.bone.view() != old);
    }
}

TEST_CASE("p3d edit: set_property() leaves a copied level as it is") {
    auto model = model_to_edit();
    const p3d::owned_lod copy = level_of(model);
    model.append(model.lods, copy);
    CHECK_FALSE(set_property(model, level_of(model, 2), "lodnoshadow", "0"));
    CHECK_FALSE(set_property(model, level_of(model, 2), "map", "hide"));
    CHECK(tag_of(model, 4).property().value() == "1");
    CHECK(tag_of(model, 5).kind() == p3d::tag_kind::mass);
    CHECK(tag_of(model, 4, 2).property().value() == "0");
    CHECK(tag_of(model, 5, 2).property().name() == "map");
}

TEST_CASE("p3d edit: a property that cannot be stored is refused") {
    const std::string of_64(64, 'x'), of_63(63, 'x');
    const auto set = [](std::string_view name, std::string_view value) {
        return [=](p3d::owned_model& model) { return set_property(model, level_of(model), name, value); };
    };
    check_unchanged(model_to_edit(), set(of_64, "1"), "lods[].tags[].property.name \"xxx");
    check_unchanged(model_to_edit(), set("a", of_64),
                    "lods[].tags[].property.value \"a\": expected at most 63 characters, without NUL, found 64");
    check_unchanged(model_to_edit(), set("a", std::string_view{"1\0", 2}), "lods[].tags[].property.value");
    check_unchanged(model_to_edit(), set("", "1"), "a name that is not empty");
    fixtures::p3d::lod bare = fixtures::p3d::triangle(0);
    bare.has_tags = false;
    check_unchanged(model_of({{bare}, ""}), set("a", "1"), "lods[].tags");
    auto model = model_to_edit();
    CHECK_FALSE(set_property(model, level_of(model), of_63, of_63));
    CHECK(tag_of(support::written(model, open_model_to_edit), 5).property().value() == of_63);
}

TEST_CASE("p3d edit: an empty model is left empty") {
    p3d::owned_model model;
    CHECK(support::textures_renamed(model, {{"*", "x"}}) == 0);
    CHECK(support::nodes_renamed(model, {{"*", "x"}}) == 0);
    CHECK_FALSE(scale(model, 2));
    CHECK(model == p3d::owned_model{});
    p3d::owned_animation clip;
    CHECK(support::nodes_renamed(clip, {{"*", "x"}}) == 0);
    CHECK_FALSE(scale(clip, 2));
    CHECK(clip == p3d::owned_animation{});
}

TEST_CASE("p3d edit: renaming selections leaves proxies, unless a rule begins with proxy:") {
    auto model = model_to_edit();
    CHECK(support::nodes_renamed(model, {{"*", "x_*"}}) == 1);
    CHECK(tag_name(model, 2) == "x_moss");
    CHECK(tag_name(model, 3) == "proxy:rock\\bird.007");
    CHECK(support::nodes_renamed(model, {{"*", "y_*"}, {"PROXY:rock\\*", "proxy:sand\\*"}}) == 2);
    CHECK(tag_name(model, 2) == "y_x_moss");
    CHECK(tag_name(model, 3) == "proxy:sand\\bird.007");
}

TEST_CASE("p3d edit: slashes of new names are those of the old ones, so names can be renamed back") {
    fixtures::p3d::lod level = fixtures::p3d::triangle(1);
    level.faces[0].texture = "a\\b\\c.paa";
    level.faces[0].material = "a/b/c.rvmat";
    const auto before = model_of({{level}});
    for (const auto& [there, back] : {std::pair{renaming{"a/*", "x/y/*"}, renaming{"x\\y\\*", "a\\*"}},
                                      std::pair{renaming{"a\\b/c.*", "x.*"}, renaming{"x.*", "a/b/c.*"}}}) {
        auto model = before;
        CHECK(support::counted(rename_textures(model, std::array{there})) == 2);
        if (there.to == "x.*") { // without slashes, they are as given
            CHECK(support::counted(rename_textures(
                      model, std::array{renaming{"x.rvmat", "a/b/c.rvmat"}, renaming{"x.paa", "a\\b\\c.paa"}})) == 2);
        } else {
            CHECK(texture(model, 0) == "x\\y\\b\\c.paa");
            CHECK(model.get(model.all<p3d::owned_face>()[0].material) == "x/y/b/c.rvmat");
            CHECK(support::counted(rename_textures(model, std::array{back})) == 2);
        }
        CHECK(support::same_file(model, before));
    }
}

TEST_CASE("p3d edit: a factor that would make a length infinite or 0 is refused") {
    for (const float factor : {1e-45F, 1e38F}) {
        const auto by = [&](auto& of) { return scale(of, factor); };
        check_unchanged(model_to_edit(), by, "factor");
        auto clip = clip_to_edit();
        CHECK(by(clip).code == errc::bad_value);
        CHECK(clip == clip_to_edit());
    }
    auto model = model_to_edit();
    CHECK_FALSE(scale(model, 1e-30F)); // small, but all are there
    fixtures::p3d::lod rounded = fixtures::p3d::triangle(1);
    rounded.points[0].position.x = 1e-37F; // a rounding error, which may become 0
    auto other = model_of({{rounded}});
    CHECK_FALSE(scale(other, 1e-3F));
}

TEST_CASE("p3d edit: new names that are equal share their text, and too many are refused") {
    std::vector<fixtures::p3d::lod> levels;
    for (std::uint32_t i = 0; i < 50; ++i) {
        levels.push_back(fixtures::p3d::triangle(static_cast<float>(i)));
        levels.back().tags = {fixtures::p3d::selection("part", {1, 1, 1}, {1})};
    }
    auto model = model_of({levels});
    const std::size_t before = model.all<char>().size();
    CHECK(support::nodes_renamed(model, {{"part", "another"}}) == 50);
    CHECK(model.all<char>().size() == before + 7);
    const std::string large(1'000'000, 'x');
    const auto unchanged = model;
    const error why = rename_nodes(model, std::array{renaming{"*", large}}).error();
    CHECK(why.code == errc::budget);
    CHECK(std::string_view{why.path} == "lods[].tags[].name");
    CHECK(model == unchanged);
}

// ---- normals
// ---------------------------------------------------------------------------------------------------------

namespace {

// A box with the number of the point as the index of each normal, as ArmAToolbox wrote.
fixtures::p3d::lod box_of_wrong_normals(std::vector<std::uint32_t> sharp_edges) {
    fixtures::p3d::lod out = fixtures::p3d::inward_box();
    for (fixtures::p3d::face& face : out.faces) {
        for (fixtures::p3d::corner& corner : face.corners) {
            corner.normal = corner.point % 6;
        }
    }
    out.tags = {fixtures::p3d::sharp_edges(std::move(sharp_edges))};
    return out;
}
// The normal of a corner of the first level.
vector3<float> normal_of(const p3d::owned_model& of, std::size_t face, std::size_t corner) {
    const p3d::owned_lod& level = of.get(of.lods)[0];
    return vector3<float>{of.get(level.normals)[of.get(level.faces)[face].slots.corner[corner].normal]};
}

} // namespace

TEST_CASE("p3d edit: repair() computes normals that contradict the faces") {
    std::vector<std::uint32_t> all_edges;
    for (const fixtures::p3d::face& face : fixtures::p3d::inward_box().faces) {
        for (std::size_t i = 0; i < 4; ++i) {
            all_edges.insert(all_edges.end(), {face.corners[i].point, face.corners[(i + 1) % 4].point});
        }
    }
    auto flat = model_of({{box_of_wrong_normals(all_edges), fixtures::p3d::triangle(1e13F)}});
    CHECK(p3d::repair(flat) == 1);
    const auto again = support::written(flat, open_model_to_edit);
    const fixtures::p3d::lod right = fixtures::p3d::inward_box();
    for (std::size_t face = 0; face < 6; ++face) {
        for (std::size_t corner = 0; corner < 4; ++corner) {
            const fixtures::p3d::vec3& expected = right.normals[right.faces[face].corners[corner].normal];
            CHECK(normal_of(again, face, corner) == vector3<float>{expected.x, expected.y, expected.z});
        }
    }
    CHECK(again.get(again.get(again.lods)[0].normals).size() == 24);
    CHECK(p3d::repair(flat) == 0); // now they agree

    auto smooth = model_of({{box_of_wrong_normals({})}});
    CHECK(p3d::repair(smooth) == 1);
    CHECK(smooth.get(level_of(smooth).normals).size() == 8);
    CHECK(normal_of(smooth, 0, 0) == normal_of(smooth, 2, 0)); // both of point 0

    // Point 0 has three faces. With two of its edges sharp, the faces at the third edge share a normal.
    auto mixed = model_of({{box_of_wrong_normals({0, 1, 2, 0})}});
    CHECK(p3d::repair(mixed) == 1);
    CHECK(normal_of(mixed, 0, 0) == normal_of(mixed, 2, 0));
    CHECK(normal_of(mixed, 4, 0) == vector3<float>{0, 0, 1});

    auto right_model = model_of({{right}});
    const auto before = right_model;
    CHECK(p3d::repair(right_model) == 0);
    CHECK(right_model == before);
    const p3d::owned_lod copy = level_of(flat);
    flat.append(flat.lods, copy);
    compute_normals(flat, level_of(flat, 2));
    CHECK(normal_of(flat, 0, 0) == normal_of(again, 0, 0)); // the other level's faces are as they were
}

TEST_CASE("p3d edit: normals of faces that have no area, or points that do not exist") {
    fixtures::p3d::lod level = box_of_wrong_normals({0, 99});
    level.faces[0].corners[1].point = 99;
    level.faces[1].corners = {{0, 0, 0, 0}, {0, 0, 0, 0}};
    level.faces.push_back({.corners = {{1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}}});
    auto model = model_of({{level}});
    compute_normals(model, level_of(model));
    static_cast<void>(support::written(model, open_model_to_edit));
    auto empty = p3d::owned_model{};
    CHECK(p3d::repair(empty) == 0);
}

TEST_CASE("p3d edit: compute_mass() gives each point the same part") {
    using namespace applied_p3d;
    brought to{quad_and_triangle()};
    p3d::owned_lod& level = to.model.get(to.model.lods)[0];
    CHECK_FALSE(compute_mass(to.model, level, 10));
    for (const auto& each : to.tag("#Mass#").masses()) {
        CHECK(each == 2);
    }
    described::lod none = described::inward_box();
    brought other{none};
    CHECK_FALSE(compute_mass(other.model, other.model.get(other.model.lods)[0], 8));
    CHECK(other.tag("#Mass#").masses().size() == other.points().size());
    CHECK(encode(other.model));
    const auto before = other.model;
    CHECK(compute_mass(other.model, other.model.get(other.model.lods)[0], -1).code == errc::bad_value);
    CHECK(other.model == before);
}
