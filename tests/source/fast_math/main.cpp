// effigy_fast_math MODEL: compiled with -ffast-math, which engines use. Writes numbers that are NaN, infinite and huge
// into a model of Grimrock, at one place after the other. What is written as glTF must be finite.
#include <effigy/core/impl/decimal_text.hpp>
#include <effigy/file.hpp>
#include <effigy/gltf.hpp>
#include <effigy/grimrock/scene.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace {

bool is_finite(std::span<const effigy::vector3<float>> of) {
    std::vector<std::uint32_t> bits(3 * of.size());
    if (!of.empty()) {
        std::memcpy(bits.data(), of.data(), of.size_bytes());
    }
    return std::ranges::all_of(bits, [](std::uint32_t each) { return (each & 0x7F80'0000U) != 0x7F80'0000U; });
}

// "": nothing is wrong.
const char* fault_of(std::span<const std::byte> bytes) {
    const auto model = effigy::grimrock::open(bytes);
    const auto scene = model ? to_scene(*model) : effigy::result<effigy::scene>{model.error()};
    const auto glb = scene ? to_glb(*scene) : effigy::result<effigy::file_bytes>{scene.error()};
    if (!glb) {
        return "";
    }
    for (const auto& mesh : scene->meshes) {
        if (!is_finite(mesh.positions) || !is_finite(mesh.normals)) {
            return "an array of the scene";
        }
    }
    const std::string_view text{reinterpret_cast<const char*>(glb->data()), glb->size()};
    const std::string_view json = text.substr(0, text.find("BIN"));
    return json.find("nan") != json.npos || json.find("inf") != json.npos ? "the JSON of the GLB" : "";
}

} // namespace

int main(int argc, char** argv) {
    const auto file = effigy::file::open(argc > 1 ? argv[1] : "");
    if (!file) {
        return 2;
    }
    std::vector<std::byte> bytes{file->bytes().begin(), file->bytes().end()};
    std::size_t places = 0, faults = 0;
    for (const std::uint32_t bits : {0x7FC0'0000U, 0xFF80'0000U, 0x7F7F'FFFFU, 0x7F00'0000U}) {
        const auto number = std::bit_cast<float>(bits);
        if (effigy::impl::is_finite(number) != (bits < 0x7F80'0000U) ||
            (effigy::impl::decimal_text{number}.view().find('#') == std::string_view::npos) != (bits < 0x7F80'0000U)) {
            std::printf("%08X: a number that is not finite is taken for one that is, or the reverse\n", bits);
            ++faults;
        }
        for (std::size_t at = 0; at + 4 <= bytes.size(); at += 7) { // numbers of this format are not aligned
            std::uint32_t kept = 0;
            std::memcpy(&kept, bytes.data() + at, 4);
            std::memcpy(bytes.data() + at, &bits, 4);
            if (const char* const fault = fault_of(bytes); *fault != '\0') {
                std::printf("%08X at offset %zu: not finite: %s\n", bits, at, fault);
                ++faults;
            }
            std::memcpy(bytes.data() + at, &kept, 4);
            ++places;
        }
    }
    std::printf("%zu places, %zu faults\n", places, faults);
    return faults == 0 ? 0 : 1;
}
