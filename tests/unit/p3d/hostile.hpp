// Models and animations that no program writes: small files with large counts.
#pragma once

#include "p3d/fixtures.hpp"

namespace fixtures::p3d::hostile {

// The start of an MLOD with one P3DM level of geometry, up to its points.
[[nodiscard]] inline byte_builder begin_level(std::uint32_t points, std::uint32_t normals, std::uint32_t faces) {
    byte_builder file;
    file.text("MLOD").u32(257).u32(1).text("P3DM").u32(28).u32(256).u32(points).u32(normals).u32(faces).u32(0);
    return file;
}
inline void write_tag(byte_builder& file, std::string_view name, std::string_view data) {
    file.u8(1).text(name).u8(0).count(data.size()).text(data);
}
inline void end_level(byte_builder& file) {
    write_tag(file, "#EndOfFile#", {});
    file.f32(1e13F);
}

// A model with `count` as the number of LODs, points, normals and faces.
[[nodiscard]] inline byte_builder claims(std::uint32_t count) {
    byte_builder file;
    file.text("MLOD").u32(257).u32(count).text("P3DM").u32(28).u32(256).u32(count).u32(count).u32(count).u32(0);
    return std::move(file.zeros(5000));
}

// `count` properties, each with its own name.
[[nodiscard]] inline byte_builder properties(std::uint32_t count) {
    byte_builder file = begin_level(0, 0, 0);
    file.text("TAGG");
    for (std::uint32_t i = 0; i < count; ++i) {
        std::string data = "property" + std::to_string(i);
        data.resize(128);
        write_tag(file, "#Property#", data);
    }
    end_level(file);
    return file;
}

// `count` empty selections and proxies. The first `length` characters of their names are equal.
[[nodiscard]] inline byte_builder selections(std::uint32_t count, std::size_t length) {
    byte_builder file = begin_level(0, 0, 0);
    file.text("TAGG");
    for (std::uint32_t i = 0; i < count; ++i) {
        write_tag(file, (i % 2 == 0 ? "proxy:" : "") + std::string(length, 'n') + '.' + std::to_string(i), {});
    }
    end_level(file);
    return file;
}

// `count` triangles, each with its own texture. The first `length` characters of the textures are equal.
[[nodiscard]] inline byte_builder textures(std::uint32_t count, std::size_t length) {
    byte_builder file = begin_level(3, 1, count);
    file.zeros(3 * 16 + 12);
    for (std::uint32_t i = 0; i < count; ++i) {
        file.u32(3);
        for (const std::uint32_t point : {0U, 1U, 2U, 0U}) {
            file.u32(point).u32(0).u32(0).u32(0);
        }
        file.u32(0).text(std::string(length, 't') + std::to_string(i)).u8(0).text("m").u8(0);
    }
    file.text("TAGG");
    end_level(file);
    return file;
}

// `count` levels in the format SP3D, without points.
[[nodiscard]] inline byte_builder levels(std::uint32_t count) {
    byte_builder file;
    file.text("MLOD").u32(257).u32(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        file.text("SP3D").u32(0).u32(0).u32(0).text("TAGG").text("#EndOfFile#").zeros(64 - 11).u32(0).f32(1);
    }
    return file;
}

// A model whose last tag has a name without a NUL: `length` characters, up to the end of the file.
[[nodiscard]] inline byte_builder endless_name(std::size_t length) {
    byte_builder file = begin_level(0, 0, 0);
    file.text("TAGG").u8(1).fill(length, 'n');
    return file;
}

// `count` phases without bones.
[[nodiscard]] inline byte_builder boneless_phases(std::uint32_t count) {
    byte_builder file;
    file.text("RTM_0101").zeros(12).u32(count).u32(0);
    return std::move(file.zeros(4 * std::size_t{count}));
}

// `count` bones without phases.
[[nodiscard]] inline byte_builder motionless_bones(std::uint32_t count) {
    byte_builder file;
    file.text("RTM_0101").zeros(12).u32(0).u32(count);
    return std::move(file.fill(32 * std::size_t{count}, 'b'));
}

} // namespace fixtures::p3d::hostile
