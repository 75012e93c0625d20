// effigy_image_facts FILE: a JSON line with the size of the image and its alpha, or with the error; then the pixels, 4
// bytes each. compare_images compares them with an independent reader's.
#include <effigy/report.hpp>
#include <images/decode.hpp>

#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

namespace {

std::vector<std::byte> bytes_of(const char* path) {
    std::ifstream file{path, std::ios::binary};
    const std::string content{std::istreambuf_iterator<char>{file}, {}};
    const auto bytes = std::as_bytes(std::span{content});
    return {bytes.begin(), bytes.end()};
}

void print(const char* path) {
    const auto decoded = images::decode(bytes_of(path), path);
    if (!decoded) {
        std::cout << R"({"error":")" << effigy::name_of(decoded.error().code) << R"(","reason":")"
                  << decoded.error().path << "\"}\n";
        return;
    }
    constexpr const char* alphas[]{"none", "one_bit", "graded"};
    std::cout << R"({"width":)" << decoded->width << R"(,"height":)" << decoded->height << R"(,"alpha":")"
              << alphas[static_cast<std::size_t>(decoded->alpha)] << "\"}\n";
    std::cout.write(reinterpret_cast<const char*>(decoded->rgba.data()),
                    static_cast<std::streamsize>(decoded->rgba.size()));
}

} // namespace

int main(int count, char** arguments) {
    if (count != 2) {
        std::cerr << "usage: effigy_image_facts FILE\n";
        return 2;
    }
    print(arguments[1]);
}
