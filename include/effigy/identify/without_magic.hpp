// Recognising files without a magic that are found next to models: textures, archives and texts. Only headers whose
// numbers agree with each other, and with the size of the file, are accepted.
#pragma once

#include <effigy/nwn/order/signature.hpp>

#include <bit>

namespace effigy { inline namespace v0 { namespace impl {

// A Truevision TGA (its published document). The pixels fit in the file, and what follows them is short.
[[nodiscard]] inline bool is_tga(byte_view file) noexcept {
    constexpr std::uint64_t header_size = 18;
    constexpr std::uint64_t most_trailing = 1024; // extension area and footer
    const auto byte = [&](std::uint64_t at) { return std::uint64_t{file.value_at<u8>(at)}; };
    const auto word = [&](std::uint64_t at) { return std::uint64_t{file.value_at<u16<form::little>>(at).get()}; };
    const std::uint64_t map_type = byte(1), type = byte(2), kind = type & 7U, bits = byte(16), descriptor = byte(17);
    const std::uint64_t pixels = word(12) * word(14);
    const bool is_layout =
        kind == 2 ? bits == 15 || bits == 16 || bits == 24 || bits == 32 : bits == 8 || (kind == 3 && bits == 16);
    if (!file.fits(0, header_size) || map_type > 1 || (type & ~8U) != kind || kind < 1 || kind > 3 || !is_layout ||
        (kind == 1 && map_type == 0) || (descriptor & 0xD0U) != 0 || pixels == 0) {
        return false;
    }
    const std::uint64_t start = header_size + byte(0) + (map_type != 0 ? word(5) * ((byte(7) + 7) / 8) : 0);
    const std::uint64_t pixel = (bits + 7) / 8;
    constexpr std::uint64_t longest_run = 128;
    const bool has_runs = (type & 8U) != 0;
    const std::uint64_t least = has_runs ? (pixels + longest_run - 1) / longest_run * (1 + pixel) : pixels * pixel;
    const std::uint64_t most = has_runs ? pixels * (1 + pixel) : pixels * pixel;
    return file.fits(start, least) && file.size() - start <= most + most_trailing;
}

// Arma's PAA: a type of pixels, then the first tag (measured: 99 of 104 files) or an empty palette and the first mip. A
// file without a type has a palette and begins with a tag.
[[nodiscard]] inline bool is_paa(byte_view file) noexcept {
    constexpr std::string_view tag = "GGAT"; // letters are stored in reverse
    const auto word = [&](std::uint64_t at) { return std::uint32_t{file.value_at<u16<form::little>>(at).get()}; };
    switch (word(0)) {
    case 0xFF01:
    case 0xFF02:
    case 0xFF03:
    case 0xFF04:
    case 0xFF05:
    case 0x1555:
    case 0x4444:
    case 0x8080:
    case 0x8888: break;
    default: return file.text_at(0, tag.size()) == tag;
    }
    constexpr std::uint64_t pixels_at = 11;
    constexpr std::uint32_t is_packed = 0x8000; // in the width
    const std::uint64_t length = word(8) | std::uint32_t{file.value_at<u8>(10)} << 16U;
    return file.text_at(2, tag.size()) == tag ||
           (word(2) == 0 && std::has_single_bit(word(4) & ~is_packed) && std::has_single_bit(word(6)) && length != 0 &&
            file.fits(pixels_at, length));
}

// Neverwinter Nights' own DDS: width, height, 3 channels (DXT1) or 4 (DXT5), and the size of the first mip.
[[nodiscard]] inline bool is_bioware_dds(byte_view file) noexcept {
    constexpr std::uint64_t header_size = 20;
    constexpr std::uint32_t block = 4; // texels
    const auto word = [&](std::uint64_t at) { return file.value_at<u32<form::little>>(at).get(); };
    const std::uint32_t width = word(0), height = word(4), channels = word(8);
    if (!std::has_single_bit(width) || !std::has_single_bit(height) || (channels != 3 && channels != 4)) {
        return false;
    }
    const auto blocks = [](std::uint32_t texels) { return std::uint64_t{texels < block ? 1 : texels / block}; };
    const std::uint64_t size_of_block = channels == 3 ? 8 : 16;
    const std::uint64_t blocks_of_row = blocks(width);
    return blocks_of_row <= file.size() / size_of_block / blocks(height) &&
           file.fits(header_size, blocks_of_row * blocks(height) * size_of_block);
}

// Knights of the Old Republic's MDL: 0, the size of what follows the header of 12 bytes, the size of the .mdx; then two
// addresses, a name of 32 bytes, and at 0x4C the type of the geometry, which is that of a model (readers).
[[nodiscard]] inline bool is_kotor_model(byte_view file) noexcept {
    constexpr std::uint64_t header = 12, type_at = 0x4C;
    constexpr std::uint8_t model = 2;
    return file.size() > header && file.value_at<u32<form::little>>(0) == 0U &&
           file.value_at<u32<form::little>>(4) == file.size() - header &&
           (file.value_at<u8>(header + type_at) & 0x7FU) == model;
}

// World of Warcraft's local index of CASC: a header of 16 bytes, version 7, sizes of the fields of an entry (readers).
[[nodiscard]] inline bool is_casc_index(byte_view file) noexcept {
    return file.value_at<u32<form::little>>(0) == 16U && file.value_at<u16<form::little>>(8) == 7U &&
           file.text_at(12, 4) == "\x04\x05\x09\x1E";
}

// World of Warcraft's archive of CASC, data.000 and so on: the first file follows a header of 30 bytes (readers).
[[nodiscard]] inline bool is_casc_archive(byte_view file) noexcept {
    constexpr std::uint64_t header_size = 30;
    return file.text_at(header_size, 4) == "BLTE";
}

// Wavefront OBJ: the first word is one of its keywords, and there is a vertex.
[[nodiscard]] constexpr bool begins_obj(std::string_view start) noexcept {
    const std::string_view word = nwn::impl::first_word(start);
    return word == "mtllib" || ((word == "v" || word == "o" || word == "g") &&
                                (start.starts_with("v ") || start.find("\nv ") != std::string_view::npos));
}

}}} // namespace effigy::v0::impl
