#include "grimrock/fixtures.hpp"
#include "m2/fixtures.hpp"
#include "nwn/fixtures.hpp"

#include <effigy/any.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

namespace {

using namespace effigy;
using support::byte_builder;

struct which {
    template <class View> std::string operator()(const View&) const { return "another view"; }
    std::string operator()(const grimrock::model& model) const {
        return "grimrock model " + std::to_string(model.version());
    }
    std::string operator()(const nwn::text_model& text) const { return "text of " + std::string{text.name()}; }
    std::string operator()(const m2::model& model) const { return "m2 model " + std::to_string(model.version()); }
    std::string operator()(const m2::skin_file&) const { return "m2 skin"; }
    std::string operator()(const m2::skeleton&) const { return "m2 skeleton"; }
    std::string operator()(const m2::chunked_file& file) const { return "m2 chunks " + std::to_string(file.version()); }
    std::string operator()(const grimrock::animation& clip) const {
        return "animation " + std::to_string(clip.version());
    }
};

std::string called_with(const byte_builder& file) {
    std::string out = "nothing";
    CHECK_FALSE(visit(file.span(), [&](const auto& view) { out = which{}(view); }));
    return out;
}

} // namespace

TEST_CASE("visit: calls the function with the right view") {
    CHECK(called_with(fixtures::write(fixtures::everything(2), 2)) == "grimrock model 2");
    CHECK(called_with(fixtures::write(fixtures::everything(4), 4)) == "grimrock model 4");
    CHECK(called_with(fixtures::write(fixtures::moves(), 1)) == "animation 1");
    CHECK(called_with(fixtures::write(fixtures::moves(), 2)) == "animation 2");
    CHECK(called_with(fixtures::write(fixtures::moves(), 3)) == "animation 3");
    CHECK(called_with(fixtures::m2::write(fixtures::m2::model{})) == "m2 model 260");
    CHECK(called_with(byte_builder{}.text("newmodel chest\n")) == "text of chest");
    CHECK(called_with(byte_builder{}.u32(1).text("BIDA").u32(4).u32(7)) == "m2 chunks 1");
}

TEST_CASE("visit: an M2 model, and each of its companion files") {
    const auto whole = fixtures::m2::write_all(fixtures::m2::small_with_skeleton());
    CHECK(called_with(whole.file) == "m2 model 274");
    std::string all;
    for (const fixtures::m2::companion_file& one : whole.companions) {
        all += called_with(one.file) + ", ";
    }
    CHECK(all == "m2 skin, m2 skeleton, m2 chunks 0, ");
}

TEST_CASE("visit: returns why the function was not called") {
    const auto refused = [](const byte_builder& file) {
        return visit(file.span(), [](const auto&) { FAIL("was opened"); });
    };
    CHECK(to_string(refused(fixtures::write(fixtures::model{}, 7))) ==
          "bad_version: mdl1.version at offset 4: expected version 2 (Legend of Grimrock) or 4 "
          "(Shinobi engine), found 7");
    CHECK(to_string(refused(byte_builder{}.text("ODOL").i32(73))) ==
          "unsupported: Arma ODOL model version 73 (binarised; ask its author for the unbinarised MLOD, "
          "which effigy reads)");
    CHECK(refused(byte_builder{}.text("MDL1").i32(4)).code == errc::truncated);
    CHECK(refused(byte_builder{}.text("MD20").i32(264)).code == errc::truncated);
    CHECK(refused(byte_builder{}.text("MD20").i32(275)).code == errc::bad_version);
    for (const std::string_view start : {"PTCH", "<?xml", "", "{\"asset\": {}}"}) {
        CAPTURE(start);
        CHECK(refused(byte_builder{}.text(start)).code == errc::unsupported);
    }
    CHECK(refused(byte_builder{}.text("?")).code == errc::truncated);
    CHECK(refused(byte_builder{}.text("???")).code == errc::truncated);
    const error unknown = refused(byte_builder{}.text("what?"));
    CHECK(unknown.code == errc::bad_magic);
    CHECK(std::string_view{unknown.path} == "the file");
}

TEST_CASE("open: accepts any contiguous range of bytes") {
    const byte_builder file = fixtures::nwn::write(fixtures::nwn::bioware());
    std::vector<char> chars;
    for (const std::byte one : file.span()) {
        chars.push_back(static_cast<char>(one));
    }
    const std::vector<unsigned char> numbers{chars.begin(), chars.end()};
    CHECK(nwn::open(chars)->nodes().size() == 6);
    CHECK(nwn::open(numbers)->nodes().size() == 6);
    CHECK(nwn::open(std::string_view{chars.data(), chars.size()})->nodes().size() == 6);
    CHECK(nwn::open(chars)->file().bytes().data() == std::as_bytes(std::span{chars}).data()); // no copy
    CHECK(identify(chars).kind == file_kind::nwn_model);
    CHECK_FALSE(visit(numbers, [](const auto&) {}));
}
