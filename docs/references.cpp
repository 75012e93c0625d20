// Prints the errors that docs/references writes into docs/errors.md. The inputs are small and made up; each has one
// defect. Prints one line per input: the name of the enumerator, a tab, the error.
#include <effigy/any.hpp>
#include <effigy/file.hpp>
#include <effigy/nwn/decode_text.hpp>
#include <effigy/report.hpp>

#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using bytes = std::vector<unsigned char>;

void put(bytes& file, std::size_t offset, std::uint32_t number) {
    for (std::size_t i = 0; i < 4; ++i) {
        file.at(offset + i) = static_cast<unsigned char>(number >> 8 * i);
    }
}
bytes padded(std::string_view text, std::size_t size) {
    bytes out{text.begin(), text.end()};
    out.resize(size);
    return out;
}

// A World of Warcraft model of version 256 with `count` records of one kind after the header. All their bytes are 0.
constexpr std::size_t header_size = sizeof(effigy::m2::model_header);
constexpr std::size_t bones_at = 0x34, vertices_at = 0x44;
constexpr std::size_t bone_size = sizeof(effigy::m2::bone_record), bone_parent_at = 8;
constexpr std::size_t vertex_size = sizeof(effigy::m2::vertex), vertex_joint_at = 16;

bytes m2_model(std::size_t list_at, std::uint32_t count, std::size_t record_size) {
    bytes out = padded("MD20", header_size + count * record_size);
    put(out, 4, 256);
    put(out, list_at, count);
    put(out, list_at + 4, header_size);
    return out;
}
bytes bones_with_parents(std::uint32_t first, std::uint32_t second) {
    bytes out = m2_model(bones_at, 2, bone_size);
    put(out, header_size + bone_parent_at, first);
    put(out, header_size + bone_size + bone_parent_at, second);
    return out;
}

void print(const effigy::error& why) { std::cout << name_of(why.code) << '\t' << to_string(why) << '\n'; }
void print_of_model(const bytes& file) { print(effigy::m2::open(file).error()); }
void print_of_any(const bytes& file) {
    print(effigy::visit(file, [](const auto&) {}));
}

} // namespace

int main() {
    constexpr std::uint32_t no_parent = 0xFFFF;

    bytes cut = padded("MDL1", 10);
    put(cut, 4, 2);
    print(effigy::grimrock::open(cut).error());
    bytes overcounted = padded("MDL1", 200);
    put(overcounted, 4, 2);
    put(overcounted, 8, 1000);
    print(effigy::grimrock::open(overcounted).error());

    bytes list_outside = m2_model(bones_at, 2, bone_size);
    put(list_outside, bones_at, 3);
    print_of_model(list_outside);
    bytes wrong_joint = m2_model(vertices_at, 1, vertex_size);
    wrong_joint.at(header_size + vertex_joint_at - 4) = 255; // the weight of the joint
    wrong_joint.at(header_size + vertex_joint_at) = 9;
    print(verify(effigy::m2::open(wrong_joint).value()));

    print(effigy::grimrock::open_animation(cut).error());
    print_of_any(padded("made-up", 7));

    bytes of_no_game = padded("MDL1", 12);
    put(of_no_game, 4, 3);
    print(effigy::grimrock::open(of_no_game).error());

    print_of_model(bones_with_parents(no_parent, 7));
    print_of_model(bones_with_parents(1, 0));
    print_of_model(m2_model(bones_at, 4097, bone_size));

    std::string deep = "newmodel deep\nnode dummy 0\nparent NULL\nendnode\n";
    for (int i = 1; i < 300; ++i) {
        deep += "node dummy " + std::to_string(i) + "\nparent " + std::to_string(i - 1) + "\nendnode\n";
    }
    print(effigy::nwn::decode(*effigy::nwn::open_text(deep)).error());

    bytes binarised = padded("ODOL", 8);
    put(binarised, 4, 73);
    print_of_any(binarised);
    print_of_any(padded("Kaydara FBX", 20));

    print(effigy::file::open("missing.model").error());
}
