// Numbers that tell whether a part of a scene is still what it was.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/scene/parts.hpp>

#include <bit>
#include <string_view>

namespace effigy { inline namespace v0 {

namespace impl {

class digest_maker {
public:
    void add(std::uint64_t number) noexcept {
        made_ = (made_ ^ number) * 0x9E37'79B9'7F4A'7C15U;
        made_ ^= made_ >> 29U;
    }
    void add_float(float number) noexcept { add(std::bit_cast<std::uint32_t>(number)); }
    [[nodiscard]] std::uint64_t digest() const noexcept { return made_; }

private:
    std::uint64_t made_ = 0xCBF2'9CE4'8422'2325U;
};

} // namespace impl

// Returns a number that depends on the positions of a mesh, its triangles, and the order of both. Equal on all
// platforms. No protection against a person who wants two meshes to have the same one.
[[nodiscard]] inline std::uint64_t digest(const scene::mesh& of) noexcept {
    impl::digest_maker out;
    out.add(of.positions.size());
    for (const vector3<float>& each : of.positions) {
        out.add_float(each.x);
        out.add_float(each.y);
        out.add_float(each.z);
    }
    for (const std::uint32_t each : of.indices) {
        out.add(each);
    }
    return out.digest();
}
// The same for the name of a clip, and the nodes, paths, times and values of its channels. Precondition: `of` is a clip
// of a scene that verify() accepts.
[[nodiscard]] inline std::uint64_t digest(const scene::clip& of) noexcept {
    impl::digest_maker out;
    for (const char each : std::string_view{of.name}) {
        out.add(static_cast<std::uint64_t>(static_cast<unsigned char>(each)));
    }
    for (const scene::channel& each : of.channels) {
        out.add(each.node);
        out.add(static_cast<std::uint64_t>(each.path));
        for (const float time : of.times[each.times]) {
            out.add_float(time);
        }
        for (const float value : each.values) {
            out.add_float(value);
        }
    }
    return out.digest();
}

}} // namespace effigy::v0
