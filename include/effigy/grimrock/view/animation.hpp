// Animations: ANIM versions 1 and 2 (Legend of Grimrock 1 and 2) and 3 (Shinobi engine).
#pragma once

#include <effigy/grimrock/view/mesh.hpp>

namespace effigy::inline v0::grimrock {

// One animated node: its channels have as many keys as the clip has frames, or one when nothing moves (measured).
template <endian E> struct basic_item {
    std::string_view node; // name of the node to move; may be one that the model lacks
    strided<vec3<E>> positions;
    strided<quat<E>> rotations; // neighbours may lie on opposite arcs, see sample.hpp
    strided<vec3<E>> scales;
    std::span<const basic_key<E>> keys; // version 1, where one key holds all three channels; else empty

    // In bytes: the length of the name and the numbers of keys.
    [[nodiscard]] static constexpr std::uint32_t smallest(std::int32_t version) noexcept {
        return (version == 1 ? 2 : 4) * sizeof(i32<E>);
    }
    [[nodiscard]] static basic_item read(impl::cursor& c, struct animation_context& context) noexcept;
};

struct animation_context {
    std::int32_t version = 0;
};

// The versions that an engine reads.
struct animation_versions {
    std::int32_t oldest, newest;
    const char* expected;        // names them
    const char* reader_of_other; // the same, and who reads the other engine's
};

// An animation whose structure open_animation() proved. A few words; the caller owns the bytes.
template <endian E> class basic_animation {
public:
    static constexpr endian order = E;
    using item_type = basic_item<E>;

    std::string_view name;         // empty in every file measured; version 3 has none
    float frames_per_second = 0;   // as stored: 10.5, 24, 30, 60
    std::uint32_t frame_count = 0; // 0: the clip has no effect (engine)

    // Seconds; 0 when the rate is not a positive number.
    [[nodiscard]] constexpr double duration() const noexcept {
        const bool sound = frames_per_second > 0 && frames_per_second - frames_per_second == 0; // not infinite
        return sound ? frame_count / static_cast<double>(frames_per_second) : 0;
    }
    [[nodiscard]] constexpr std::int32_t version() const noexcept { return context_.version; }
    [[nodiscard]] constexpr window file() const noexcept { return file_; }
    [[nodiscard]] constexpr std::span<const std::byte> trailing() const noexcept { // bytes after the last item; none in
        return file_.part(end_, file_.size() - end_).bytes();                      // any file measured
    }
    [[nodiscard]] constexpr sequence<item_type, animation_context> items() const noexcept { return items_; }

    [[nodiscard]] static result<basic_animation> open(std::span<const std::byte> bytes,
                                                      const animation_versions& wanted) noexcept;

private:
    animation_context context_;
    window file_;
    std::uint64_t end_ = 0;
    sequence<item_type, animation_context> items_;
};

template <endian E> basic_item<E> basic_item<E>::read(impl::cursor& c, animation_context& context) noexcept {
    basic_item out;
    out.node = read_string<E>(c, "anim.items[].node");
    if (context.version == 1) {
        out.keys = c.array<basic_key<E>>(c.count<i32<E>>("anim.items[].numKeys"), "anim.items[].keys");
        const strided<basic_key<E>> keys{out.keys};
        out.positions = keys.template field<vec3<E>>(0);
        out.rotations = keys.template field<quat<E>>(12);
        out.scales = keys.template field<vec3<E>>(28);
    } else {
        const std::uint32_t positions = c.count<i32<E>>("anim.items[].numPositionKeys");
        out.positions = strided{c.array<vec3<E>>(positions, "anim.items[].positionKeys")};
        const std::uint32_t rotations = c.count<i32<E>>("anim.items[].numRotationKeys");
        out.rotations = strided{c.array<quat<E>>(rotations, "anim.items[].rotationKeys")};
        const std::uint32_t scales = c.count<i32<E>>("anim.items[].numScaleKeys");
        out.scales = strided{c.array<vec3<E>>(scales, "anim.items[].scaleKeys")};
    }
    return out;
}

template <endian E>
result<basic_animation<E>> basic_animation<E>::open(std::span<const std::byte> bytes,
                                                    const animation_versions& wanted) noexcept {
    impl::cursor c{window{bytes}};
    c.magic("ANIM", "anim.magic");
    const std::int32_t version = c.value<i32<E>>("anim.version");
    if (c.ok() && (version < wanted.oldest || version > wanted.newest)) {
        const bool other = version >= 1 && version <= 3;
        c.fail(errc::bad_version, "anim.version", 4, version, static_cast<std::uint64_t>(wanted.newest),
               other ? wanted.reader_of_other : wanted.expected);
    }
    basic_animation out;
    out.context_.version = version;
    out.file_ = c.bytes();
    if (version < 3) {
        out.name = read_string<E>(c, "anim.name");
    }
    out.frames_per_second = c.value<f32<E>>("anim.framesPerSecond");
    out.frame_count = c.count<i32<E>>("anim.numFrames");
    const auto items = impl::record_count::read<i32<E>>(c, "anim.numItems", item_type::smallest(version));
    out.items_ = impl::read_sequence<item_type>(c, items, out.context_);
    out.end_ = c.offset();
    if (!c.ok()) {
        return c.error();
    }
    return out;
}

} // namespace effigy::inline v0::grimrock
