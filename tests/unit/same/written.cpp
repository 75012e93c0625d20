// Files that are written after edits, in other versions and as texts, and what is said about them.
#include "grimrock/applied.hpp"
#include "grimrock/figure.hpp"
#include "m2/figure.hpp"
#include "m2/odd.hpp"
#include "m2/opened.hpp"
#include "nwn/figure.hpp"
#include "nwn/opened.hpp"
#include "nwn/text_samples.hpp"
#include "p3d/figure.hpp"
#include "same/digests.hpp"
#include "support/random_edits_m2.hpp"

#include <effigy/grimrock/edit.hpp>
#include <effigy/m2/check_target.hpp>
#include <effigy/m2/convert_version.hpp>
#include <effigy/m2/edit.hpp>
#include <effigy/nwn/compile.hpp>
#include <effigy/nwn/decompile.hpp>
#include <effigy/nwn/edit.hpp>
#include <effigy/nwn/encode_text.hpp>
#include <effigy/nwn/lint_text.hpp>
#include <effigy/p3d/edit.hpp>
#include <effigy/p3d/encode.hpp>

#include <doctest/doctest.h>

namespace { namespace same_written {

using namespace effigy;
using same::add;

void add(same::digest& to, const result<m2::written_files>& files) {
    add(to, files.error());
    if (files) {
        add(to, std::span<const std::byte>{files->model});
        for (const m2::written_companion& each : files->companions) {
            add(to, std::span<const std::byte>{each.bytes});
        }
    }
}
// A sink that adds findings.
auto findings_to(same::digest& to) {
    return [&to](const finding& each) {
        to.add(std::string_view{each.code});
        to.add(to_string(each));
        to.tell(to_string(each));
    };
}

// What encode() says and writes of copies of a model, each after some edits of any of its values.
template <class Model> void add_edited(same::digest& to, const Model& own, std::uint64_t edits) {
    for (std::uint64_t seed = 0; seed < edits; ++seed) {
        CAPTURE(seed);
        to.begin("edit " + std::to_string(seed));
        support::editor editor{seed};
        Model edited = own;
        for (std::size_t i = 0, count = 1 + editor.below(2); i < count; ++i) {
            editor.edit(edited);
        }
        add(to, encode(edited));
    }
}
// What edits with a purpose make of a model.
template <class Model> void add_scaled_and_renamed(same::digest& to, const Model& own) {
    for (const float factor : {0.5F, -1.0F, 3.3F, 1e30F}) {
        to.begin("scaled by " + std::to_string(factor));
        Model scaled = own;
        add(to, scale(scaled, factor));
        add(to, encode(scaled));
    }
    const renaming rules[] = {{"*e*", "new_*_*"}, {"*", "b"}, {"*", "*.longer.and.longer.and.longer.and.longer.name"}};
    for (const renaming& rule : rules) {
        to.begin("renamed to " + std::string{rule.to});
        const renamings one{std::span{&rule, 1}};
        Model renamed = own;
        const auto textures = rename_textures(renamed, one);
        add(to, textures.error());
        add(to, textures ? *textures : 0);
        if constexpr (requires { rename_nodes(renamed, one); }) {
            const auto nodes = rename_nodes(renamed, one);
            add(to, nodes.error());
            add(to, nodes ? *nodes : 0);
        }
        add(to, encode(renamed));
    }
}

same::digest digest_of(const fixtures::nwn::model& described) {
    same::digest sum;
    const fixtures::nwn::opened all{described};
    const nwn::owned_model own = *decode(all.model);
    add_edited(sum, own, 250);
    add_scaled_and_renamed(sum, own);
    nwn::owned_model separate = own;
    const auto count = unmerge(separate);
    sum.begin("unmerged");
    add(sum, count ? *count : 0);
    add(sum, encode(separate));
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        nwn::owned_model edited = own;
        support::editor{seed}.edit(edited);
        sum.begin("decompiled edit " + std::to_string(seed));
        add(sum, decompile(seed == 0 ? own : edited, findings_to(sum)));
    }
    return sum;
}

// Texts with one word replaced, removed or repeated: what is said of them, their models, and the models as texts.
same::digest digest_of_text(std::string_view text, std::uint64_t edits) {
    constexpr std::string_view words[] = {"0", "-1.5", "3", "trimesh", "endnode", "parent", "\n", "1e9", "all", "NULL"};
    constexpr nwn::producer programs[] = {nwn::producer::bioware, nwn::producer::nwnmdlcomp,
                                          nwn::producer::enhanced_edition};
    same::digest sum;
    for (std::uint64_t seed = 0; seed < edits; ++seed) {
        CAPTURE(seed);
        sum.begin("edit " + std::to_string(seed));
        support::editor random{seed};
        std::string edited{text};
        const std::size_t begin = edited.find_first_not_of(" \n", random.below(edited.size() - 2));
        const std::size_t end = std::min(edited.find_first_of(" \n", begin), edited.size());
        if (begin != edited.npos && seed != 0) {
            const std::string word{random.below(3) == 0 ? "" : words[random.below(std::size(words))]};
            edited.replace(begin, end - begin,
                           random.below(4) == 0 ? edited.substr(begin, end - begin) + ' ' + word : word);
        }
        const auto opened = nwn::open_text(edited);
        add(sum, opened.error());
        if (!opened) {
            continue;
        }
        lint(*opened, findings_to(sum));
        nwn::compile_options options{.by = programs[seed % 3]};
        options.without_supermodel = seed % 2 == 0;
        options.is_strict = seed % 5 == 0;
        add(sum, compile(*opened, findings_to(sum), options));
        const auto own = decode(*opened, options.by);
        add(sum, own.error());
        if (own) {
            nwn::owned_model changed = *own;
            random.edit(changed);
            const auto written = encode(changed, *opened, options.by);
            add(sum, written ? result<file_bytes>{written->bytes} : written.error());
        }
        add(sum, result<file_bytes>{rewrite_text(*opened)});
    }
    return sum;
}

void add_other_versions(same::digest& to, const m2::owned_model& own) {
    for (const std::uint32_t version : {256U, 260U, 264U, 272U}) {
        to.begin("as version " + std::to_string(version));
        add(to, check_target(own, version, findings_to(to)).error());
        const auto other = convert_version(own, version, findings_to(to));
        add(to, other.error());
        if (other) {
            add(to, encode(*other));
        }
    }
}
template <class Edit> void add_after(same::digest& to, const m2::owned_model& own, const Edit& edit) {
    for (std::uint32_t number = 0; number < 3; ++number) {
        to.begin("edit of part " + std::to_string(number));
        m2::owned_model edited = own;
        add(to, edit(edited, number));
        add(to, encode(edited));
    }
}
same::digest digest_of(const fixtures::m2::model& described) {
    same::digest sum;
    const fixtures::m2::opened all{described};
    const m2::owned_model own = *decode(all.model);
    add_edited(sum, own, 80);
    add_scaled_and_renamed(sum, own);
    add_other_versions(sum, own);
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        m2::owned_model edited = own;
        support::editor{seed}.edit(edited);
        add_other_versions(sum, edited);
    }
    add_after(sum, own, [](m2::owned_model& of, std::uint32_t number) { return drop_animation(of, number); });
    add_after(sum, own, [](m2::owned_model& of, std::uint32_t number) { return drop_submesh(of, number); });
    add_after(sum, own, [](m2::owned_model& of, std::uint32_t number) { return drop_batch(of, number); });
    add_after(sum, own,
              [&](m2::owned_model& of, std::uint32_t number) { return append_animation(of, own, number).error(); });
    return sum;
}

same::digest digest_of(const fixtures::p3d::model& described) {
    same::digest sum;
    const auto file = write(described);
    const p3d::owned_model own = *decode(*p3d::open(file.span()));
    add_edited(sum, own, 250);
    add_scaled_and_renamed(sum, own);
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        p3d::owned_model repaired = own;
        support::editor{seed}.edit(repaired);
        sum.begin("repaired edit " + std::to_string(seed));
        add(sum, repair(repaired));
        add(sum, encode(repaired));
    }
    return sum;
}

}} // namespace ::same_written

TEST_CASE("files of Grimrock and Druidstone are written in the same way") {
    same::digest sum;
    for (const int version : {2, 4}) {
        for (const fixtures::model& described : {fixtures::everything(version), fixtures::figure::model()}) {
            const effigy::grimrock::owned_model own = applied::decoded(described, version);
            same_written::add_edited(sum, own, 250);
            same_written::add_scaled_and_renamed(sum, own);
        }
        same_written::add_edited(sum, applied::decoded(fixtures::moves(), version / 2), 250);
    }
    CHECK(sum.difference(0x1DA2'81A8'0E1F'91FE) == "");
}
TEST_CASE("files of Neverwinter Nights are written in the same way") {
    using namespace fixtures::nwn;
    CHECK(same_written::digest_of(bioware()).difference(0x2EA8'C7D3'E14B'56BB) == "");
    CHECK(same_written::digest_of(enhanced()).difference(0xA4F8'2A61'9930'0A7D) == "");
    CHECK(same_written::digest_of(nwnmdlcomp()).difference(0xA23F'4907'BB37'1470) == "");
    CHECK(same_written::digest_of(figure::model(flavour::enhanced)).difference(0x7C73'154E'D1BC'A9F1) == "");
}
TEST_CASE("texts of Neverwinter Nights are compiled and written in the same way") {
    CHECK(same_written::digest_of_text(fixtures::nwn::text_of_all_types(), 150).difference(0xE454'1B9A'CF65'8668) ==
          "");
}
TEST_CASE("texts of decompiled models are compiled and written in the same way") {
    const fixtures::nwn::opened all{fixtures::nwn::figure::model(fixtures::nwn::flavour::bioware)};
    const auto text = decompile(all.model, [](const effigy::finding&) {});
    std::string said;
    for (const std::byte each : *text) {
        said += std::to_integer<char>(each);
    }
    CHECK(same_written::digest_of_text(said, 60).difference(0x7455'6D7B'7B13'7CFB) == "");
}
TEST_CASE("files of World of Warcraft are written in the same way") {
    using namespace fixtures::m2;
    same::digest sum;
    for (const fixtures::m2::model& described : every_small()) {
        CAPTURE(described.version);
        const same::digest part = same_written::digest_of(described);
        sum.add(part.value());
        sum.append(part.lines());
    }
    CHECK(sum.difference(0x40A7'4AE7'B199'7047) == "");
    CHECK(same_written::digest_of(figure::model(256)).difference(0xB05D'A394'57C4'ADCF) == "");
    CHECK(same_written::digest_of(figure::model(264)).difference(0xDC07'5659'E8D6'DBBA) == "");
}
TEST_CASE("files of Arma are written in the same way") {
    using namespace fixtures::p3d;
    CHECK(same_written::digest_of({{everything("P3DM"), triangle(1)}}).difference(0x591D'258B'8F87'CF04) == "");
    CHECK(same_written::digest_of({{everything("SP3X")}}).difference(0x5813'0575'6E1D'D508) == "");
    CHECK(same_written::digest_of({{everything("SP3D"), inward_box()}}).difference(0xEA15'0338'60FB'5D9B) == "");
    CHECK(same_written::digest_of(figure::model()).difference(0xB429'A609'EE17'4437) == "");
}
