// The results of the measured conversions: the sizes of a scene and of its GLB.
#pragma once

#include <effigy/gltf.hpp>
#include <effigy/scene.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

namespace bench {

[[nodiscard]] inline std::uint64_t size_of(const effigy::result<effigy::scene>& converted) {
    return converted ? effigy::count(*converted).vertices + converted->nodes.size() : 0;
}
// Writes through a buffer, like a program that writes a file.
[[nodiscard]] inline std::uint64_t glb_size_of(const effigy::result<effigy::scene>& converted) {
    if (!converted) {
        return 0;
    }
    static std::array<std::byte, std::size_t{64} * 1024> buffer;
    std::uint64_t size = 0;
    const auto sink = [&](std::span<const std::byte> written) {
        for (size += written.size(); !written.empty();) {
            const std::span<const std::byte> part = written.first(std::min(written.size(), buffer.size()));
            std::memcpy(buffer.data(), part.data(), part.size());
            written = written.subspan(part.size());
        }
    };
    return effigy::write_glb(*converted, sink) ? 0 : size;
}

} // namespace bench
