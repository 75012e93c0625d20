// Findings in versions from 264 on and in companions.
#include "m2/opened.hpp"
#include "support/allocations.hpp"

#include <effigy/m2/lint.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

namespace {

using namespace effigy;
namespace described = fixtures::m2;
using codes = std::vector<std::string>;
using support::byte_builder;

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

// Returns `out`, a variant of small(), with everything that it refers to. The result has no findings.
described::model valid(described::model out) {
    out.key_bone_lookup = {-1, -1, -1, -1, -1, 1};
    out.attachment_lookup = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0};
    out.replaceable_lookup = {0};
    out.texture_lookup = {0, 0};
    out.weight_lookup = {0, 0};
    out.skin_profiles[0].batches[0].shader = 0;
    out.ribbons[0].textures = {0, 0};
    out.ribbons[0].materials = {0};
    out.particles[0].texture = 0;
    for (std::vector<described::chunk>* const chunks : {&out.chunks, &out.skeleton_chunks}) {
        for (described::chunk& one : *chunks) {
            if (one.id == "AFID") {
                one.payload = [](byte_builder& to) { to.u16(4).u16(1).u32(1020); };
            }
        }
    }
    return out;
}
described::model valid(std::uint32_t version = 264) { return valid(described::small(version)); }
described::model valid_in_chunks() { return valid(described::small_in_chunks()); }
described::model valid_with_skeleton() { return valid(described::small_with_skeleton()); }

// The findings without their messages: severity, code, path, offset and name.
template <class Opened> codes findings_of(const Opened& model) {
    codes out;
    REQUIRE(model);
    lint(*model, [&](const finding& found) {
        out.push_back(std::string{name_of(found.level)} + ": " + found.code + ": " +
                      to_string(static_cast<const location&>(found)) + " at " + std::to_string(found.offset) +
                      (found.name.empty() ? "" : " of ") + std::string{found.name});
    });
    return out;
}
std::string at(const byte_builder& file, const char* location, std::size_t more = 0) {
    return " at " + std::to_string(file.at(location) + more);
}
template <class Opened> codes codes_of(const Opened& model) {
    codes out;
    REQUIRE(model);
    lint(*model, [&](const finding& found) { out.emplace_back(found.code); });
    return out;
}
codes findings_of(const described::written& files) {
    const auto companions = table_of(files.companions);
    return findings_of(m2::open(files.file.span(), companions));
}
codes codes_of(const described::written& files) {
    const auto companions = table_of(files.companions);
    return codes_of(m2::open(files.file.span(), companions));
}
// The codes of the findings after `change` of a description.
template <class Change> codes codes_when(const Change& change, described::model model = valid()) {
    change(model);
    return codes_of(write_all(model));
}
// The codes of the findings after `change` of the model's file.
template <class Change> codes codes_of_changed(const Change& change) {
    described::written files = write_all(valid());
    change(files.file);
    return codes_of(files);
}
// The codes for these keys of the arm's translation, one list for each of the four animations: the first lasts 1 s and
// has its keys in the model, the second lasts 0.5 s and has its keys in an .anim, and the others are aliases of both.
codes codes_of_keys(std::vector<described::key_list> lists) {
    return codes_when([&](auto& model) { model.bones[1].translation.lists = std::move(lists); });
}
} // namespace

TEST_CASE("m2 lint later: regular models have no findings, alone or with companions") {
    for (const described::model& model : {valid(264), valid(272), valid_in_chunks(), valid_with_skeleton()}) {
        CAPTURE(model.version);
        const described::written files = write_all(model);
        CHECK(findings_of(files).empty());
        CHECK(findings_of(m2::open(files.file.span())).empty());
        for (const described::companion_file& one : files.companions) {
            switch (one.kind) {
            case described::companion_kind::skin: CHECK(findings_of(m2::open_skin(one.file.span())).empty()); break;
            case described::companion_kind::animation:
                if (model.chunked_animations) {
                    CHECK(findings_of(m2::open_chunks(one.file.span())).empty());
                }
                break;
            default: CHECK(findings_of(m2::open_skeleton(one.file.span())).empty()); break;
            }
        }
    }
    lint(m2::skin_file{}, [](const finding&) { CHECK(false); });
    lint(m2::skeleton{}, [](const finding&) { CHECK(false); });
    lint(m2::chunked_file{}, [](const finding&) { CHECK(false); });
}

TEST_CASE("m2 lint later: makes no allocations") {
    described::model model = valid_with_skeleton();
    model.bones[1].translation.lists = {{{9, 0}, {1, 2, not_a_number, 4, 5, 6}}, {{1}, {1, 2, not_a_number}}};
    model.global_sequences[0] = 7;
    const described::written files = write_all(model);
    const auto companions = table_of(files.companions);
    std::size_t count = 0;
    const auto counted = [&](const finding&) { ++count; };
    CHECK(support::allocations_of([&] { lint(*m2::open(files.file.span(), companions), counted); }) == 0);
    CHECK(count == 4);
}

TEST_CASE("m2 lint later: keys by animation") {
    CHECK(
        codes_of_keys({{{0, 500, 1000}, {0, 0, 0, 0, 0, 1, 0, 0, 3}}, {{0, 500}, {0, 0, 0, 1, 1, 1}}, {}, {}}).empty());
    CHECK(codes_of_keys({{{0, 500}, {0, 0, 0}}, {}, {}, {}}) == codes{"key-count"});
    CHECK(codes_of_keys({{}, {{0}, {0, 0, 0, 1, 1, 1}}, {}, {}}) == codes{"key-count"});
    CHECK(codes_of_keys({{}, {{}, {0, 0, 0}}, {}, {}}) == codes{"key-count"});
    CHECK(codes_of_keys({{{500, 0}, {0, 0, 0, 1, 1, 1}}, {}, {}, {}}) == codes{"key-order"});
    CHECK(codes_of_keys({{}, {{500, 0}, {0, 0, 0, 1, 1, 1}}, {}, {}}) == codes{"key-order"});
    CHECK(codes_of_keys({{}, {{7, 7}, {0, 0, 0, 1, 1, 1}}, {}, {}}) == codes{"key-repeated"});
    CHECK(codes_of_keys({{{1001}, {0, 0, 0}}, {}, {}, {}}) == codes{"key-late"});
    CHECK(codes_of_keys({{}, {{501}, {0, 0, 0}}, {}, {}}) == codes{"key-late"});
    CHECK(codes_of_keys({{{0}, {0, not_a_number, 0}}, {}, {}, {}}) == codes{"values-not-finite"});
    CHECK(codes_of_keys({{}, {{0}, {0, not_a_number, 0}}, {}, {}}) == codes{"values-not-finite"});
    CHECK(codes_when([](auto& model) { model.bones[1].rotation.lists = {{}, {{0}, {0, 0, 0.5F, 0.5F}}, {}, {}}; }) ==
          codes{"rotation-not-unit"});
    CHECK(codes_when([](auto& model) { model.colors[0].alpha.lists = {{{0}, {-1}}}; }) == codes{"opacity-negative"});
    CHECK(codes_when([](auto& model) { model.events[0].times.lists = {{}, {{9, 3}}, {}, {}}; }) == codes{"key-order"});
    CHECK(codes_when([](auto& model) { model.events[0].times.lists = {{{1001}}, {}, {}, {}}; }) == codes{"key-late"});
    CHECK(codes_when([](auto& model) { model.bones[1].translation.interpolation = 4; }) ==
          codes{"interpolation-unknown"});
    // tangents are not excess values
    CHECK(codes_when([](auto& model) {
              model.bones[1].translation.interpolation = described::hermite;
              model.bones[1].translation.lists = {{{0}, {0, 0, 0, 1, 1, 1, 2, 2, 2}}, {}, {}, {}};
          }).empty());
}

TEST_CASE("m2 lint later: a key of an alias may be as late as its target allows") {
    described::model longer = valid();
    longer.animations[2].end = longer.animations[2].start + 100; // the target takes 500 ms
    const auto with_key = [&](std::uint32_t time) {
        described::model model = longer;
        model.bones[1].translation.lists = {{}, {}, {{time}, {0, 0, 0}}, {}};
        return codes_of(write_all(model));
    };
    CHECK(with_key(500).empty());
    CHECK(with_key(501) == codes{"key-late"});
}

TEST_CASE("m2 lint later: lists of keys") {
    CHECK(codes_of_keys({{{1001}, {0, 0, 0}}}).empty()); // one list for all animations has no limit
    CHECK(codes_of_keys({{}, {}, {}}) == codes{"lists-number"});
    CHECK(codes_of_keys({{}, {}, {}, {}, {}}) == codes{"lists-number"});
    CHECK(codes_of_changed([](byte_builder& file) { file.poke(file.at("m2.bones[1].scale.values"), 0U); }) ==
          codes{"lists-uneven"});
    CHECK(codes_of_changed([](byte_builder& file) { file.poke(file.at("m2.events[0].times"), 3U); }) ==
          codes{"lists-number"});
}

TEST_CASE("m2 lint later: global sequences") {
    const auto scale = [](const auto& change) {
        return codes_when([&](auto& model) { change(model.bones[1].scale); });
    };
    CHECK(scale([](auto& track) { track.times[1] = 499; }) == codes{"loop-end"});
    CHECK(scale([](auto& track) { track.global = 1; }) == codes{"loop-empty"});
    CHECK(scale([](auto& track) { track.global = 2; }) == codes{"global-outside"});
    // converters write one list per animation; only the first is used
    CHECK(scale([](auto& track) { track.lists = {{{0, 500}, {1, 1, 1, 2, 2, 2}}, {{3}, {1, 1, 1}}, {}, {}}; }).empty());
}

TEST_CASE("m2 lint later: locations of keys, and their files") {
    described::model model = valid();
    model.bones[1].translation.lists = {
        {{0, 1}, {0, 0, 0, not_a_number, 0, 0}}, {{0, 501}, {0, 0, 0, 1, 1, 1}}, {}, {}};
    const described::written files = write_all(model);
    const byte_builder& animation = files.companions.back().file;
    const codes found = findings_of(files);
    REQUIRE(found.size() == 2);
    CHECK(found[0].starts_with("warning: values-not-finite: m2.bones[1].translation.values[0][1] at "));
    CHECK(found[0].ends_with(" of Stand"));
    CHECK(found[1] == "warning: key-late: m2.bones[1].translation.times[1].anim[1]" +
                          at(animation, "m2.bones[1].translation.times[1]", 4) + " of Walk");
}

TEST_CASE("m2 lint later: animations") {
    CHECK(codes_when([](auto& model) { model.animations[3].alias = 3; }) == codes{"alias-lost"});
    CHECK(codes_when([](auto& model) { model.animations[3].alias = 9; }) == codes{"alias-lost"});
    CHECK(codes_when([](auto& model) { model.animations[0].alias = 9; }).empty()); // the flag is not set
    CHECK(codes_when([](auto& model) { model.hashed_lookup.clear(); }) == codes{"lookup-none"});
    CHECK(codes_when([](auto& model) { model.hashed_lookup.assign(5, -1); }) == codes{"animation-unlisted"});
    CHECK(codes_when([](auto& model) { model.hashed_lookup.assign(5, 4); }) ==
          codes{"lookup-outside", "animation-unlisted"});
    CHECK(codes_when([](auto& model) {
              model.animations[3].id = 0; // the table must contain the first animation of an id
              model.hashed_lookup = hashed(model.animations, 5);
          }).empty());
}

TEST_CASE("m2 lint later: missing keys") {
    described::model model = valid();
    described::animation other = model.animations[1];
    other.id = 9;
    model.animations.push_back(other);
    model.hashed_lookup = described::hashed(model.animations, 7);
    described::written files = write_all(model);
    CHECK(findings_of(files).empty());
    REQUIRE(files.companions.back().kind == described::companion_kind::animation);
    files.companions.pop_back();
    CHECK(findings_of(files) == codes{"note: keys-missing: m2.animations[4]" + at(files.file, "m2.animations[4]") +
                                      " of " + std::string(m2::animation_name(9))});
    files.companions.pop_back(); // without any companion, nothing is reported as missing
    CHECK(findings_of(files).empty());

    described::model still; // no track has keys that could be in an .anim
    still.version = 264;
    still.animations = {{4, 0, 0, 500}};
    still.hashed_lookup = described::hashed(still.animations, 1);
    still.weights = {described::constant({1})};
    still.weights[0].lists = {{}};
    CHECK(codes_of(write_all(still)) == codes{"keys-none"});
    still.weights[0].lists = {{{0}, {1}}};
    CHECK(codes_of(write_all(still)).empty());
}

TEST_CASE("m2 lint later: skins") {
    described::model two = valid();
    two.skin_profiles.push_back(two.skin_profiles[0]);
    two.skin_profiles[1].submeshes[0].level = 1;
    described::written files = write_all(two);
    const std::string place = "m2.skinProfiles[1].submeshes[0]" + at(files.companions[1].file, "skin.submeshes[0]");
    CHECK(findings_of(files) == codes{"warning: submesh-triangles: " + place, "note: submesh-order: " + place});
    CHECK(codes_of(m2::open_skin(files.companions[1].file.span())) == codes{"submesh-triangles", "submesh-order"});
    files.companions.erase(files.companions.begin() + 1);
    CHECK(codes_of(files) == codes{"skin-missing"});

    for (const std::uint16_t shader : std::initializer_list<std::uint16_t>{1, 0x7FFF}) {
        CHECK(codes_when([&](auto& model) { model.skin_profiles[0].batches[0].shader = shader; }) ==
              codes{"batch-combiner"});
    }
    for (const std::uint16_t shader : std::initializer_list<std::uint16_t>{0x8000, 0x8001}) {
        CHECK(codes_when([&](auto& model) { model.skin_profiles[0].batches[0].shader = shader; }).empty());
    }
    CHECK(codes_when([](auto& model) { model.skin_profiles[0].batches[0].weight = 1; }) ==
          codes{"batch-weight-second"}); // of the last entry and of none
    CHECK(codes_when([](auto& model) {
              model.flags = 3; // no combiners: the number of the shader has another meaning
              model.skin_profiles[0].batches[0].shader = 1;
          }).empty());
}

TEST_CASE("m2 lint later: shadows") {
    const auto shadow = [](const auto& change) {
        return codes_when([&](auto& model) { change(model.skin_profiles[0].shadow_batches[0]); }, valid(272));
    };
    CHECK(shadow([](auto& batch) { batch.submesh = 1; }) == codes{"shadow-submesh"});
    CHECK(shadow([](auto& batch) { batch.texture = 1; }) == codes{"shadow-texture"});
}

TEST_CASE("m2 lint later: a .skin alone") {
    const auto alone = [](const auto& change) {
        described::model model = valid(272);
        change(model.skin_profiles[0]);
        return findings_of(m2::open_skin(write_all(model).companions[0].file.span()));
    };
    const auto found_when = [&](const auto& change) {
        const codes found = alone(change);
        return found.size() == 1 ? found[0].substr(0, found[0].find(" at ")) : std::to_string(found.size());
    };
    CHECK(found_when([](auto& skin) { skin.properties.pop_back(); }) ==
          "warning: palette-joints-count: skin.paletteJoints");
    CHECK(found_when([](auto& skin) { skin.submeshes[0].vertex_count = 4; }) ==
          "warning: submesh-vertices: skin.submeshes[0]");
    CHECK(found_when([](auto& skin) { skin.submeshes[0].vertex_count = 2; }) ==
          "note: submesh-foreign: skin.submeshes[0]");
    CHECK(found_when([](auto& skin) { skin.bone_limit = 1; }) == "warning: palette-long: skin.submeshes[0]");
    CHECK(found_when([](auto& skin) { skin.batches[0].submesh = 1; }) == "warning: batch-submesh: skin.batches[0]");
    CHECK(found_when([](auto& skin) { skin.batches[0].texture_count = 0; }) ==
          "note: batch-textureless: skin.batches[0]");
    CHECK(found_when([](auto& skin) { skin.shadow_batches[0].submesh = 1; }) ==
          "warning: shadow-submesh: skin.shadowBatches[0]");
    CHECK(alone([](auto& skin) {
              skin.batches[0].material = 9;
          }).empty()); // only the model contains the number of materials
}

TEST_CASE("m2 lint later: cameras and particles") {
    CHECK(codes_when([](auto& model) { model.cameras[0].diagonal = not_a_number; }) == codes{"camera-not-finite"});
    CHECK(codes_when([](auto& model) { model.cameras[0].diagonal = 0; }) == codes{"camera-angle"});
    CHECK(codes_when([](auto& model) { model.cameras[0].field_of_view.lists = {{}}; }, valid(272)) ==
          codes{"camera-angle"});
    CHECK(codes_when([](auto& model) { model.cameras[0].field_of_view = described::held({not_a_number, 1, 2}); },
                     valid(272)) == codes{"values-not-finite"});
    const auto codes_of_particle = [](const auto& change) {
        return codes_when([&](auto& model) { change(model.particles[0]); });
    };
    CHECK(codes_of_particle([](auto& particle) { particle.texture = 1; }) == codes{"particle-texture"});
    CHECK(codes_of_particle([](auto& particle) {
              particle.flags |= m2::particle_has_textures;
              particle.texture = 1U << 10U;
          }) == codes{"particle-texture"});
    CHECK(codes_of_particle([](auto& particle) { particle.texture = 1U << 10U; }) == codes{"particle-texture"});
    CHECK(codes_of_particle([](auto& particle) { particle.color = {{0, 32767}, {1, 1, 1}}; }) == codes{"key-count"});
    CHECK(codes_of_particle([](auto& particle) { particle.tail_cells = {{9, 8}, {1, 2}}; }) == codes{"age-order"});
    CHECK(codes_of_particle([](auto& particle) { particle.tail_cells = {{9, 0xFFFF}, {1, 2}}; }) ==
          codes{"age-outside"});
    CHECK(codes_of_particle([](auto& particle) { particle.scale = {{0}, {1, not_a_number}}; }) ==
          codes{"values-not-finite"});
    CHECK(codes_of_particle([](auto& particle) { particle.alpha = {{0}, {-1}}; }) == codes{"opacity-negative"});
    CHECK(codes_of_particle([](auto& particle) { particle.bone = 2; }) == codes{"bone-outside"});
    CHECK(codes_of_particle([](auto& particle) { particle.blend = 0xFF; }).empty());
}

TEST_CASE("m2 lint later: collision lists inside keys") {
    const auto moved_to = [](const char* location) {
        return codes_of_changed([&](byte_builder& file) {
            file.poke(file.at("m2.collisionNormals") + 4, static_cast<std::uint32_t>(file.at(location)));
        });
    };
    const auto moved_to_list = [](const char* pair) { // to the list that the pair refers to
        return codes_of_changed([&](byte_builder& file) {
            const std::span<const std::byte> bytes = file.span().subspan(file.at(pair) + 4, 4);
            for (std::size_t i = 0; i < bytes.size(); ++i) {
                file.poke_u8(file.at("m2.collisionNormals") + 4 + i, std::to_integer<std::uint8_t>(bytes[i]));
            }
        });
    };
    CHECK(moved_to("m2.bones[0]") == codes{"collision-stale"});
    CHECK(moved_to_list("m2.bones[1].translation.times") == codes{"collision-stale"});
    CHECK(moved_to_list("m2.bones[1].translation.values[0]") == codes{"collision-stale"});
    CHECK(moved_to_list("m2.particles[0].scale.values") == codes{"collision-stale"});
}

TEST_CASE("m2 lint later: chunks") {
    const auto chunks = [](const auto& change) {
        return codes_when([&](auto& model) { change(model.chunks); }, valid_in_chunks());
    };
    const auto replaced = [&](const char* id, const described::chunk& by) {
        return chunks([&](std::vector<described::chunk>& of) {
            const auto found = std::find_if(of.begin(), of.end(), [&](const auto& one) { return one.id == id; });
            REQUIRE(found != of.end());
            *found = by;
        });
    };
    using list = std::vector<described::chunk>;
    CHECK(chunks([](list& of) { of.push_back(of[0]); }) == codes{"chunk-twice"});
    CHECK(chunks([](list& of) { of.push_back(described::u32_chunk("MD21", {})); }) == codes{"chunk-twice"});
    CHECK(replaced("TXID", described::u32_chunk("TXID", {1, 2})) == codes{"texture-files"});
    CHECK(replaced("TXID", described::u32_chunk("TXID", {})) == codes{"texture-files"});
    CHECK(replaced("SFID", described::u32_chunk("SFID", {})) == codes{"skin-files"});
    CHECK(replaced("AFID", {"AFID", [](byte_builder& to) { to.u16(4).u16(2).u32(1); }}) == codes{"animation-file"});
    // a texture needs a name or a file
    const auto nameless = [](std::uint32_t file) {
        described::model model = valid_in_chunks();
        model.textures[0].name = "";
        for (described::chunk& one : model.chunks) {
            one = one.id == "TXID" ? described::u32_chunk("TXID", {file}) : one;
        }
        return codes_of(write_all(model));
    };
    CHECK(nameless(1).empty());
    CHECK(nameless(0) == codes{"texture-nameless"});

    const described::written files = write_all([] {
        described::model model = valid_in_chunks();
        model.materials[0].flags = 0;
        model.vertices[1].normal = {0, 0, 2};
        return model;
    }());
    CHECK(findings_of(files) == codes{"note: normals-not-unit: m2.vertices[1]" + at(files.file, "m2.vertices[1]")});
}

TEST_CASE("m2 lint later: a .skel with its model, and alone") {
    described::model model = valid_with_skeleton();
    model.animations[0].move_speed = not_a_number;
    model.bones[1].pivot[0] = not_a_number;
    model.bones[1].translation.lists = {{{0}, {0, 0, not_a_number}}, {{1, 0}, {0, 0, 0, 1, 1, 1}}, {}, {}};
    model.attachments[0].bone = 2;
    model.skeleton_chunks.push_back(described::u32_chunk("BFID", {1}));
    model.skeleton_chunks.push_back({"AFID", [](byte_builder& to) { to.u16(9).u16(9).u32(1); }});
    for (const std::uint32_t parent : {0U, 901U}) {
        model.parent_skeleton_id = parent;
        const described::written files = write_all(model);
        const auto skeleton = std::find_if(files.companions.begin(), files.companions.end(), [&](const auto& one) {
            return one.kind ==
                   (parent != 0 ? described::companion_kind::parent_skeleton : described::companion_kind::skeleton);
        });
        const codes expected{
            "warning: animation-speed: skel.animations[0]" + at(skeleton->file, "skeleton.animations[0]"),
            "warning: pivot-not-finite: skel.bones[1].pivot at ",
            "warning: bone-outside: skel.attachments[0]" + at(skeleton->file, "skeleton.attachments[0]"),
            "warning: values-not-finite: skel.bones[1].translation.values[0][0] at ",
            "warning: key-order: skel.bones[1].translation.times[1].anim[1] at ",
            "warning: chunk-twice: skel.chunks[",
        };
        const codes found = findings_of(files);
        REQUIRE(found.size() == expected.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            CAPTURE(found[i]);
            CHECK(found[i].starts_with(expected[i]));
        }
        // alone it has no .anim
        const codes alone = codes_of(m2::open_skeleton(skeleton->file.span()));
        const codes own{"animation-speed", "pivot-not-finite", "bone-outside", "values-not-finite"};
        REQUIRE(alone.size() == own.size() + (parent != 0 ? 0 : 1));
        CHECK(std::equal(own.begin(), own.end(), alone.begin()));
    }
}

TEST_CASE("m2 lint later: a model without its .skel") {
    described::written files = write_all(valid_with_skeleton());
    std::erase_if(files.companions, [](const auto& one) { return one.kind != described::companion_kind::skin; });
    CHECK(codes_of(files) == codes{"skel-missing"}); // bones and animations are unknown
    std::vector<std::byte> bytes{files.file.span().begin(), files.file.span().end()};
    const auto companions = table_of(files.companions);
    const auto opened = m2::open(bytes, companions);
    REQUIRE(opened);
    const auto id = std::as_bytes(std::span{"SKID", 4});
    *std::search(bytes.begin(), bytes.end(), id.begin(), id.end()) = std::byte{'X'}; // a mapped file can change
    CHECK(codes_of(opened) == codes{});
}

TEST_CASE("m2 lint later: a file of chunks alone") {
    byte_builder twice;
    twice.text("AFM2").u32(0).text("AFSB").u32(4).u32(7).text("AFM2").u32(0);
    CHECK(findings_of(m2::open_chunks(twice.span())) == codes{"warning: chunk-twice: chunks[2] at 20 of AFM2"});
}
