#include "grimrock/figure.hpp"
#include "support/round_trip.hpp"

#include <effigy/grimrock/encode.hpp>
#include <effigy/shinobi/encode.hpp>
#include <effigy/shinobi/view.hpp>

namespace {

using namespace effigy;
using support::byte_builder;
using bytes = std::span<const std::byte>;

const auto open_model = [](bytes file) {
    const auto opened = grimrock::open(file);
    return opened ? opened : shinobi::open(file);
};
const auto open_clip = [](bytes file) {
    const auto opened = grimrock::open_animation(file);
    return opened ? opened : shinobi::open_animation(file);
};

grimrock::owned_model everything(int version) {
    const byte_builder file = fixtures::write(fixtures::everything(version), version);
    return *decode(*open_model(file.span()));
}
grimrock::owned_animation moves(int version) {
    const byte_builder file = fixtures::write(fixtures::moves(), version);
    return *decode(*open_clip(file.span()));
}
grimrock::owned_node& node(grimrock::owned_model& of, std::size_t i) { return of.all<grimrock::owned_node>()[i]; }
grimrock::owned_mesh& mesh(grimrock::owned_model& of, std::size_t i = 0) { return of.all<grimrock::owned_mesh>()[i]; }

template <class Model> void check_refused(const Model& model, errc code, std::string_view path) {
    const error why = encode(model).error();
    CHECK(why.code == code);
    CHECK(std::string_view{why.path} == path);
}

} // namespace

TEST_CASE("grimrock encode: a decoded model is written back byte for byte") {
    for (const int version : {2, 4}) {
        for (const fixtures::model& described : {fixtures::everything(version), fixtures::figure::model(), {}}) {
            const byte_builder file = fixtures::write(described, version);
            support::check_round_trip(file.span(), open_model(file.span()), true);
        }
    }
    for (const int version : {1, 2, 3}) {
        for (const fixtures::clip& described : {fixtures::moves(), fixtures::figure::idle(), {}}) {
            const byte_builder file = fixtures::write(described, version);
            support::check_round_trip(file.span(), open_clip(file.span()), true);
        }
    }
}

TEST_CASE("grimrock encode: bytes after the last node or item are written") {
    byte_builder file = fixtures::write(fixtures::everything(2), 2);
    file.u32(0x12345678);
    support::check_round_trip(file.span(), open_model(file.span()), true);
    byte_builder clip = fixtures::write(fixtures::moves(), 1);
    clip.u32(0x12345678);
    support::check_round_trip(clip.span(), open_clip(clip.span()), true);
}

TEST_CASE("grimrock encode: an empty model is an error") {
    check_refused(grimrock::owned_model{}, errc::bad_version, "mdl1.version");
    check_refused(grimrock::owned_animation{}, errc::bad_version, "anim.version");
    auto model = everything(2);
    model.version = 3;
    check_refused(model, errc::bad_version, "mdl1.version");
}

TEST_CASE("grimrock encode: a model that breaks a rule of open() has its error") {
    auto model = everything(2);
    node(model, 1).parent = 7;
    check_refused(model, errc::out_of_bounds, "mdl1.nodes[].parent");
    node(model, 1).parent = 2;
    node(model, 2).parent = 1;
    check_refused(model, errc::cycle, "mdl1.nodes[].parent");
    model = everything(2);
    node(model, 0).type = 2;
    check_refused(model, errc::bad_value, "mdl1.nodes[].type");
    model = everything(2);
    model.all<grimrock::owned_segment>()[0].range.count = -1;
    const error why = encode(model).error();
    CHECK(to_string(why).find("mdl1.nodes[4].mesh.segments[0].count at offset ") != std::string::npos);
    model = everything(2);
    model.all<grimrock::owned_vertex_array>()[0].dimension = 5;
    check_refused(model, errc::bad_value, "mdl1.nodes[].mesh.vertexArrays[].dim");
}

TEST_CASE("grimrock encode: a reference that leads nowhere is an error") {
    auto model = everything(2);
    node(model, 3).name.first = 0xFFFF'FFFF;
    check_refused(model, errc::out_of_bounds, "mdl1.nodes[].name");
    model = everything(2);
    node(model, 4).mesh.number = 2;
    check_refused(model, errc::out_of_bounds, "mdl1.nodes[].mesh");
    node(model, 4).mesh = {};
    check_refused(model, errc::out_of_bounds, "mdl1.nodes[].mesh");
    model = everything(2);
    node(model, 6).light = {};
    check_refused(model, errc::out_of_bounds, "mdl1.nodes[].light");
    auto clip = moves(2);
    clip.all<grimrock::owned_item>()[0].rotations.count = 1000;
    check_refused(clip, errc::out_of_bounds, "anim.items[].rotationKeys");
}

TEST_CASE("grimrock encode: what the file would not store is an error") {
    auto model = everything(2);
    node(model, 0).transform.scale.x = 1;
    check_refused(model, errc::bad_value, "mdl1.nodes[].transform");
    model = everything(2);
    node(model, 0).mesh.number = 0;
    check_refused(model, errc::bad_value, "mdl1.nodes[].mesh");
    model = everything(2);
    node(model, 0).light.number = 0;
    check_refused(model, errc::bad_value, "mdl1.nodes[].light");
    model = everything(4);
    node(model, 0).local.x.x = 1;
    check_refused(model, errc::bad_value, "mdl1.nodes[].localToParent");
    model = everything(4);
    mesh(model).emissive.x = 1;
    check_refused(model, errc::bad_value, "mdl1.nodes[].mesh.emissiveColor");
    model = everything(2);
    mesh(model).vertex_count = 4;
    check_refused(model, errc::bad_value, "mdl1.nodes[].mesh.vertexArrays[].rawVertexData");
    model = everything(2);
    model.all<grimrock::owned_vertex_array>()[1].semantic = grimrock::vertex_semantic::position;
    check_refused(model, errc::bad_value, "mdl1.nodes[].mesh.vertexArrays[]");
    model = everything(2);
    model.all<grimrock::owned_vertex_array>()[0].padding.count = 1;
    CHECK_FALSE(encode(model));
    auto clip = moves(1);
    clip.all<grimrock::owned_item>()[0].rotations.count = 1;
    check_refused(clip, errc::bad_value, "anim.items[].keys");
    clip = moves(2);
    clip.version = 3;
    clip.name.count = 1;
    check_refused(clip, errc::bad_value, "anim.name");
}

TEST_CASE("grimrock encode: nodes that share a mesh cannot make a file of any size") {
    auto model = everything(2);
    constexpr std::size_t copies = 100'000;
    const grimrock::owned_node shared = node(model, 4);
    auto& nodes = model.all<grimrock::owned_node>();
    model.nodes = {.first = 0, .count = static_cast<std::uint32_t>(nodes.size())};
    for (std::size_t i = 0; i < copies; ++i) {
        nodes.push_back(shared);
    }
    grimrock::owned_node& large = nodes[4];
    static_cast<void>(model.all<char>().append(1'000'000));
    std::ranges::fill(model.all<char>(), 'x');
    large.name = {.first = 0, .count = 1'000'000};
    for (std::size_t i = 7; i < nodes.size(); ++i) {
        nodes[i].name = large.name;
    }
    model.nodes.count = static_cast<std::uint32_t>(nodes.size());
    check_refused(model, errc::budget, "mdl1.nodes[].name");
}

TEST_CASE("grimrock encode: a layout of another size is refused") {
    const byte_builder file = fixtures::write(fixtures::everything(2), 2);
    layout where;
    auto model = *decode(*grimrock::open(file.span()), &where);
    CHECK(where.file_size == file.size());
    model.nodes.count -= 1;
    const error smaller = encode(model, where).error();
    CHECK(smaller.code == errc::bad_value);
    CHECK(std::string_view{smaller.path} == "layout.fileSize");
    model.nodes.count += 1;
    CHECK(encode(model, where));
    where.file_size -= 1;
    CHECK(std::string_view{encode(model, where).error().path} == "layout.fileSize");
}

TEST_CASE("grimrock encode: a model after random edits is written as it is, or refused") {
    layout where;
    for (const int version : {2, 4}) {
        const byte_builder file = fixtures::write(fixtures::everything(version), version);
        const auto own = *decode(*open_model(file.span()), &where);
        support::check_random_edits(own, where, open_model, 3000);
    }
    for (const int version : {1, 2, 3}) {
        const byte_builder file = fixtures::write(fixtures::moves(), version);
        const auto own = *decode(*open_clip(file.span()), &where);
        support::check_random_edits(own, where, open_clip, 1000);
    }
}
