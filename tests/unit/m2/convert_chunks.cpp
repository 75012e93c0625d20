// Models in chunks, and with a .skel, that are converted to other versions.
#include "m2/converted.hpp"
#include "m2/opened.hpp"

#include <effigy/m2/check_target.hpp>
#include <effigy/m2/convert_version.hpp>
#include <effigy/m2/verify.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <map>

namespace {

using namespace converted_m2;

std::string_view some_path(std::uint32_t) { return "item/objectComponents/New.blp"; }
// With a path for each FileDataID.
m2::conversion_options with_paths(bool drop_unknown = true) {
    return {.path_of = some_path, .drop_unknown = drop_unknown};
}
// A model without other chunks.
fixtures::m2::model bare_in_chunks() {
    fixtures::m2::model out = small_in_chunks();
    out.chunks.clear();
    return out;
}
// Converts a model in chunks to version 264, and checks that the result is sound.
m2::owned_model without_chunks(const fixtures::m2::model& described, tellings& told,
                               const m2::conversion_options& options = with_paths()) {
    const opened from{described};
    auto out = convert_version(from.model, 264, told, options);
    INFO(to_string(out.error()));
    REQUIRE(out);
    CHECK_FALSE(out->is_chunked);
    const m2::written_files files = encode(*out).value();
    const auto table = files.table();
    const auto view = m2::open(files.model, std::span<const m2::companion>{table}).value();
    CHECK_FALSE(verify(view));
    CHECK(view.chunks().empty());
    return *std::move(out);
}

} // namespace

TEST_CASE("m2 convert: each chunk that is left out is told with its size") {
    const auto payload = [](byte_builder& to) { to.u32(7).zeros(8); };
    for (const char* const id : {"PFID", "SFID", "AFID", "BFID", "TXID", "TXAC", "EXPT", "EXP2", "PABC",
                                 "PADC", "PSBC", "PEDC", "LDV1", "RPID", "GPID", "WFV1", "WFV2", "WFV3",
                                 "PGD1", "PFDC", "EDGF", "NERF", "DETL", "DBOC", "AFRA", "DPIV", "PCOL"}) {
        CAPTURE(id);
        fixtures::m2::model described = bare_in_chunks();
        const bool is_list = id == std::string_view{"EXP2"} || id == std::string_view{"PGD1"};
        described.chunks = {{id, is_list ? [](byte_builder& to) { to.zeros(12); } : std::function{payload}}};
        const bool is_of_names = std::string_view{"SFID AFID TXID RPID GPID"}.find(id) != std::string_view::npos;
        const std::string line =
            std::string{is_of_names ? "note: convert-files: m2.chunks[1]: FileDataIDs; older versions "
                                      "find files by their names"
                                    : "warning: convert-chunk: m2.chunks[1]: a chunk, which older "
                                      "versions do not have; it is left out"} +
            ": \"" + id + ", 12 bytes\"";
        tellings told;
        static_cast<void>(without_chunks(described, told));
        CHECK(told.first == line);
        CHECK(told.codes["convert-files"] + told.codes["convert-chunk"] == 1);
    }
    tellings told;
    const auto all = without_chunks(small_in_chunks(), told);
    CHECK(told.codes["convert-files"] == 5);
    CHECK(told.codes["convert-chunk"] == 11);
    CHECK(told.places["m2.chunks[]"] == 16);
    CHECK(all.texture_files.empty());
    // check_target() finds what it finds in the same model that never had chunks.
    const auto found_in = [](const m2::owned_model& model) {
        tellings out;
        REQUIRE(check_target(model, 264, out));
        return out.codes;
    };
    CHECK(found_in(all) == found_in(converted(small(274), 264)));
}

TEST_CASE("m2 convert: chunks that effigy does not read are refused by name, or dropped") {
    for (const char* const id : {"LDV1", "ZZZZ", "SKB1"}) {
        CAPTURE(id);
        fixtures::m2::model described = bare_in_chunks();
        described.chunks = {u32_chunk("PFID", {1}), u32_chunk(id, {1})};
        const opened from{described};
        const error why = convert_version(from.model, 264, [](const finding&) {}, with_paths(false)).error();
        CHECK(to_string(why) ==
              "bad_value: m2.chunks[2] \"" + std::string{id} + "\": expected a chunk that effigy reads");
        tellings told;
        static_cast<void>(without_chunks(described, told));
        CHECK(told.codes["convert-chunk"] == 2);
    }
    fixtures::m2::model twice = bare_in_chunks();
    twice.chunks = {u32_chunk("TXID", {7}), u32_chunk("TXID", {8})};
    tellings told;
    static_cast<void>(without_chunks(twice, told, with_paths(false)));
    CHECK(told.codes["convert-files"] == 2);
}

TEST_CASE("m2 convert: a model that owns its data tells its chunks by name") {
    m2::owned_model own = decoded(small_in_chunks());
    own.get(own.textures)[0].name = {};
    check_refused(own, 264, errc::bad_value, "m2.textures[].name");
    std::string lines;
    const auto note = [&](const finding& found) { lines += found.name.empty() ? "" : std::string{found.name} + ' '; };
    REQUIRE(convert_version(own, 264, note, with_paths()));
    CHECK(lines == "PFID SFID AFID BFID TXID RPID GPID PABC EXP2 PGD1 ");
}

TEST_CASE("m2 convert: textures get the paths of their FileDataIDs") {
    fixtures::m2::model described = bare_in_chunks();
    described.textures = {{}, {.name = "Own.blp"}, {.type = 1}, {.name = "Stays.blp"}};
    described.chunks = {u32_chunk("TXID", {41, 42, 43})};
    std::vector<std::uint32_t> asked;
    const auto path_of = [&](std::uint32_t file) {
        asked.push_back(file);
        return file == 41 ? std::string_view{"a/B\\c.blp"} : std::string_view{};
    };
    tellings told;
    const auto made = without_chunks(described, told, {.path_of = path_of});
    CHECK(asked == std::vector<std::uint32_t>{41, 42}); // the game chooses the third
    const auto textures = made.get(made.textures);
    CHECK(made.get(static_cast<const pool_slice<char>&>(textures[0].name)) == std::string_view{"a\\B\\c.blp\0", 10});
    CHECK(made.get(textures[1].name) == "Own.blp");
    CHECK(made.get(textures[2].name).empty());
    CHECK(made.get(textures[3].name) == "Stays.blp");

    const opened from{described};
    const auto refusal = [&](const m2::conversion_options& how) {
        return to_string(convert_version(from.model, 264, [](const finding&) {}, how).error());
    };
    CHECK(refusal({}) == "bad_value: m2.textures[0].name: expected a path for this FileDataID, found 41");
    for (const std::string& path : {std::string(260, 'a'), std::string("a\0b", 3)}) {
        const auto wrong = [&](std::uint32_t) -> std::string_view { return path; };
        CHECK(
            refusal({.path_of = wrong}) ==
            "bad_value: m2.textures[0].name: expected a path of at most 259 characters for this FileDataID, found 41");
    }
}

TEST_CASE("m2 convert: emitted models get names, or are lost") {
    fixtures::m2::model described = bare_in_chunks();
    described.particles = {{}, {}, {.model = "own.m2"}};
    described.chunks = {u32_chunk("RPID", {51, 0, 0}), u32_chunk("GPID", {0, 61, 62})};
    tellings told;
    const auto named = without_chunks(described, told);
    CHECK(told.codes["convert-particle-model"] == 0);
    CHECK(named.get(named.get(named.particles)[0].recursion_model) == "item\\objectComponents\\New.blp");
    CHECK(named.get(named.get(named.particles)[0].model).empty());
    CHECK(named.get(named.get(named.particles)[1].model) == "item\\objectComponents\\New.blp");
    const auto nameless = without_chunks(described, told, {});
    CHECK(told.codes["convert-particle-model"] == 2);
    CHECK(told.places["m2.particles[].recursionModel"] == 1);
    CHECK(told.places["m2.particles[].model"] == 1);
    CHECK(nameless.get(nameless.get(nameless.particles)[2].model) == "own.m2");
}

// Apart from the test, whose stack is small.
static fixtures::m2::model with_extended_particles() {
    fixtures::m2::model described = bare_in_chunks();
    described.particles = {{}, {}, {}};
    described.particles[2].tracks[9] = {.lists = {{{0}, {3}}}}; // the z source
    described.chunks = {{"EXP2",
                         [](byte_builder& to) {
                             to.u32(3).u32(8).f32s({0, 1, 1}).zeros(16).f32s({0.5F, 2, 1}).zeros(16);
                             to.f32s({-1, 1, 0}).u32(1).u32(0x5C).u32(1).u32(0x5E).u16(0).u16(16);
                         }},
                        {"PGD1", [](byte_builder& to) { to.u32(2).u32(8).u16(0).u16(101); }}};
    return described;
}

TEST_CASE("m2 convert: of extended particles, the z source goes into the emitter") {
    tellings told;
    const auto made = without_chunks(with_extended_particles(), told);
    const auto heights_of = [&](std::size_t number) {
        return list(made, made.get(made.particles)[number].z_source.values);
    };
    CHECK(heights_of(0).empty());
    CHECK(heights_of(1) == std::vector<float>{0.5F});
    CHECK(heights_of(2) == std::vector<float>{-1});
    CHECK(told.places["m2.particleExtensions[].colorMultiplier"] == 1);
    CHECK(told.places["m2.particleExtensions[].alphaMultiplier"] == 1);
    CHECK(told.places["m2.particleExtensions[].cutoff"] == 1);
    CHECK(told.places["m2.particles[].zSource"] == 1);
    CHECK(told.places["m2.particleGeosets[]"] == 1);
    CHECK(told.codes["convert-particle"] == 5);
    const opened from{with_extended_particles()};
    const auto older = convert_version(from.model, 256, [](const finding&) {});
    REQUIRE(older);
    CHECK(list(*older, older->get(older->particles)[1].z_source.values) == std::vector<float>{0.5F});
}

TEST_CASE("m2 convert: what a .skel and its parent have is in the model") {
    tellings told;
    const auto whole = without_chunks(small_in_chunks(), told);
    for (const fixtures::m2::model& described : {small_with_skeleton(), small_with_parent()}) {
        told = {};
        const auto made = without_chunks(described, told);
        CHECK(made == whole);
    }
}

TEST_CASE("m2 convert: a .skel, or its parent, that is not at hand is refused") {
    const auto refusal = [](const fixtures::m2::model& described, m2::companion_kind missing) {
        const fixtures::m2::written files = write_all(described);
        std::vector<m2::companion> table = table_of(files.companions);
        std::erase_if(table, [&](const m2::companion& one) { return one.kind == missing; });
        const auto view = m2::open(files.file.span(), table).value();
        return to_string(convert_version(view, 264, [](const finding&) {}, with_paths()).error());
    };
    CHECK(refusal(small_with_skeleton(), m2::companion_kind::skeleton_file) ==
          "bad_value: m2.skeletonFile: expected the .skel to be at hand, found 900");
    CHECK(refusal(small_with_parent(), m2::companion_kind::parent_skeleton_file) ==
          "bad_value: m2.skeletons[0].parent: expected the parent's .skel to be at hand, found 901");
    fixtures::m2::model described = small_with_skeleton();
    described.skeleton_chunks.push_back(u32_chunk("ZZZZ", {1}));
    const opened strange{described};
    CHECK(to_string(convert_version(
                        strange.model, 264, [](const finding&) {}, with_paths(false))
                        .error())
              .starts_with("bad_value: m2.chunks["));
    tellings told;
    static_cast<void>(without_chunks(described, told));
    CHECK(told.places["skeleton.chunks[]"] == 3);
}

TEST_CASE("m2 convert: every model can be converted to every version, or is refused with a reason") {
    for (const fixtures::m2::model& described : every_small()) {
        const opened all{described};
        const m2::owned_model own = decode(all.model).value();
        for (const std::uint32_t version : {256U, 260U, 264U, 272U}) {
            CAPTURE(described.version);
            CAPTURE(version);
            tellings told;
            const auto made = convert_version(own, version, told, with_paths());
            INFO(to_string(made.error()));
            REQUIRE(made);
            CHECK(encode(*made));
        }
    }
}
