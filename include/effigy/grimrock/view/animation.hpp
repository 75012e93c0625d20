// Animations: ANIM versions 1 and 2 (Legend of Grimrock 1 and 2) and 3 (Shinobi engine).
#pragma once

#include <effigy/core/math.hpp>
#include <effigy/core/sequence.hpp>
#include <effigy/grimrock/order/animation.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

// The fields of the animation that its items need.
struct animation_context {
    std::int32_t version = 0;
    float frames_per_second = 0;
    std::uint32_t frame_count = 0;
};

// The keys of one node. Each channel has one key per frame of the clip, or one key if it is constant (measured). False
// if its bytes changed since open_animation() and cannot be read.
class item {
public:
    constexpr item() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return fields_.name.data() != nullptr; }
    // The name of the node to move. Not every model has a node of this name.
    [[nodiscard]] constexpr std::string_view name() const noexcept { return fields_.name; }
    [[nodiscard]] strided<vec3<>> positions() const noexcept { return channel(fields_.positions, position_in_key); }
    // Neighbouring rotations can have a negative dot product; sample() then blends along the shorter arc.
    [[nodiscard]] strided<quat<>> rotations() const noexcept { return channel(fields_.rotations, rotation_in_key); }
    [[nodiscard]] strided<vec3<>> scales() const noexcept { return channel(fields_.scales, scale_in_key); }
    // The keys of version 1, each with all three channels. Empty in other versions.
    [[nodiscard]] constexpr array<key> keys() const noexcept { return fields_.keys; }

    // These are the same for all items of a clip.
    [[nodiscard]] constexpr float frames_per_second() const noexcept { return frames_per_second_; }
    [[nodiscard]] constexpr std::uint32_t frame_count() const noexcept { return frame_count_; }

private:
    friend struct effigy::impl::access;

    [[nodiscard]] static item read(cursor& c, const animation_context& context) noexcept {
        item out;
        out.frames_per_second_ = context.frames_per_second;
        out.frame_count_ = context.frame_count;
        impl::transfer_item(c, out.fields_, context.version);
        return out;
    }
    template <class T> [[nodiscard]] strided<T> channel(const array<T>& packed, std::size_t in_key) const noexcept {
        const bool in_keys = fields_.keys.data() != nullptr; // version 1, even without keys
        return in_keys ? strided<key>{fields_.keys}.template field<T>(in_key) : strided<T>{packed};
    }

    static constexpr std::size_t position_in_key = 0, rotation_in_key = sizeof(vec3<>),
                                 scale_in_key = sizeof(vec3<>) + sizeof(quat<>);

    impl::item_fields fields_;
    float frames_per_second_ = 0;
    std::uint32_t frame_count_ = 0;
};

// An animation whose structure open_animation() validated. Small to copy; the caller owns the bytes.
class animation {
public:
    constexpr animation() = default;

    [[nodiscard]] constexpr std::uint32_t version() const noexcept {
        return static_cast<std::uint32_t>(context_.version);
    }
    [[nodiscard]] constexpr byte_view file() const noexcept { return file_; }
    // Bytes after the last item; none in any file (measured).
    [[nodiscard]] constexpr std::span<const std::byte> trailing() const noexcept {
        return file_.part(end_, file_.size() - end_).bytes();
    }
    // Empty in every file (measured). Version 3 has no name.
    [[nodiscard]] constexpr std::string_view name() const noexcept { return name_; }
    // As stored: 10.5, 24 or 30 (measured); 30 or 60 in version 3 (seed).
    [[nodiscard]] constexpr float frames_per_second() const noexcept { return context_.frames_per_second; }
    // If 0, the clip has no effect (engine).
    [[nodiscard]] constexpr std::uint32_t frame_count() const noexcept { return context_.frame_count; }
    // In seconds; 0 if the rate is not a finite number above 0.
    [[nodiscard]] constexpr double duration() const noexcept {
        const float rate = frames_per_second();
        return rate > 0 && impl::is_finite(rate) ? frame_count() / static_cast<double>(rate) : 0;
    }
    [[nodiscard]] constexpr sequence<item, animation_context> items() const noexcept { return items_; }

private:
    friend struct effigy::impl::access;
    constexpr animation(byte_view file, std::uint64_t end, std::string_view name, const animation_context& context,
                        const sequence<item, animation_context>& items) noexcept
        : file_(file), end_(end), name_(name), context_(context), items_(items) {}

    byte_view file_;
    std::uint64_t end_ = 0;
    std::string_view name_;
    animation_context context_;
    sequence<item, animation_context> items_;
};

}}} // namespace effigy::v0::grimrock
