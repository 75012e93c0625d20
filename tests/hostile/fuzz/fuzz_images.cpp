// The first byte chooses the extension of the name; the rest is an image file.
#include <images/adapt.hpp>
#include <images/decode.hpp>
#include <images/png.hpp>

#include <cstdint>
#include <cstdlib>

namespace {

void promise(bool is_kept) {
    if (!is_kept) {
        std::abort();
    }
}

void use(images::image picture) {
    promise(picture.width - 1 < images::most_pixels_of_a_side && picture.height - 1 < images::most_pixels_of_a_side);
    promise(picture.rgba.size() == std::size_t{4} * picture.width * picture.height);
    if (picture.rgba.size() > 65'536) {
        return;
    }
    promise(images::to_png(picture, picture.alpha != images::alpha_kind::none).has_value());
    promise(images::classify_alpha(picture) <= images::alpha_use::blend);
    images::invert_green(picture);
    images::rebuild_z(picture);
    images::fit(picture, 5);
    if (images::is_packed_normal(picture)) {
        images::unpack_normal(picture);
    }
    promise(picture.width - 1 < 5 && picture.height - 1 < 5);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr const char* names[]{"x", "x.dds", "x.paa", "x.tga"};
    if (size == 0) {
        return 0;
    }
    const auto file = std::as_bytes(std::span{data, size}.subspan(1));
    images::decode_options options;
    options.palette = [&](std::string_view name) {
        return name == "pal_skin01" ? std::vector<std::byte>{file.begin(), file.end()} : std::vector<std::byte>{};
    };
    auto decoded = images::decode(file, names[data[0] % 4], options);
    promise(decoded || decoded.error().offset <= file.size());
    if (decoded) {
        use(std::move(*decoded));
    }
    return 0;
}
