// Vertex arrays of MDL1: up to four components per vertex, of one of four types.
#pragma once

#include <effigy/core/impl/access.hpp>
#include <effigy/core/strided.hpp>
#include <effigy/grimrock/order/mesh.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

namespace impl {

// The type and number of components that T has.
struct vertex_shape {
    component_type component;
    std::uint8_t dimension;
};
template <class T> inline constexpr vertex_shape shape_of{};
template <> inline constexpr vertex_shape shape_of<vec2<>>{component_type::float32, 2};
template <> inline constexpr vertex_shape shape_of<vec3<>>{component_type::float32, 3};
template <> inline constexpr vertex_shape shape_of<vec4<>>{component_type::float32, 4};
template <> inline constexpr vertex_shape shape_of<joints>{component_type::int32, 4};
template <> inline constexpr vertex_shape shape_of<rgba8>{component_type::byte, 4};

} // namespace impl

// One of a mesh's 15 vertex arrays. False if the mesh does not use it.
class vertex_array {
public:
    constexpr vertex_array() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return stride_ != 0; }
    [[nodiscard]] constexpr std::span<const std::byte> bytes() const noexcept { return bytes_; } // all vertices
    [[nodiscard]] constexpr std::uint32_t vertex_count() const noexcept { return vertex_count_; }
    [[nodiscard]] constexpr std::uint32_t stride() const noexcept { return stride_; } // in bytes
    [[nodiscard]] constexpr component_type component() const noexcept { return component_; }
    // Components per vertex, 0 .. 4.
    [[nodiscard]] constexpr std::uint8_t dimension() const noexcept { return dimension_; }

    // Returns the components of each vertex as T (vec2, vec3, vec4, joints, rgba8). Empty if the components have a
    // different type from those of T, or if there are fewer. If there are no bytes between the vertices (every file:
    // measured), packed() of the result returns all of them.
    template <wire T> [[nodiscard]] strided<T> as() const noexcept {
        constexpr impl::vertex_shape shape = impl::shape_of<T>;
        static_assert(shape.dimension != 0, "a vertex array reads as vec2, vec3, vec4, joints or rgba8");
        if (component_ != shape.component || dimension_ < shape.dimension) {
            return {};
        }
        return byte_view{bytes_}.strided_at<T>(0, vertex_count_, stride_);
    }
    // Returns component i of a vertex, whatever the stored type; 0 if the component does not exist.
    [[nodiscard]] double number(std::uint32_t vertex, std::uint32_t i) const noexcept {
        if (i >= dimension_) {
            return 0;
        }
        const byte_view all{bytes_};
        const std::uint64_t offset = std::uint64_t{vertex} * stride_ + std::uint64_t{i} * size_of(component_);
        switch (component_) {
        case component_type::byte: return all.value_at<scalar<std::uint8_t>>(offset);
        case component_type::int16: return all.value_at<i16<>>(offset);
        case component_type::int32: return all.value_at<i32<>>(offset);
        case component_type::float32: return static_cast<double>(all.value_at<f32<>>(offset).get());
        }
        return 0;
    }

private:
    friend struct effigy::impl::access;
    constexpr vertex_array(std::span<const std::byte> bytes, std::uint32_t vertex_count, std::uint32_t stride,
                           component_type component, std::uint8_t dimension) noexcept
        : bytes_(bytes), vertex_count_(vertex_count), stride_(stride), component_(component), dimension_(dimension) {}

    [[nodiscard]] EFFIGY_INLINE static vertex_array read(cursor& c, std::uint32_t vertex_count) noexcept {
        impl::array_header header{};
        if (!impl::transfer_array_header(c, header)) {
            return {};
        }
        const auto stride = static_cast<std::uint32_t>(header.stride);
        return {c.take(std::uint64_t{vertex_count} * stride, impl::vertex_data_path), vertex_count, stride,
                static_cast<component_type>(header.component), static_cast<std::uint8_t>(header.dimension)};
    }

    std::span<const std::byte> bytes_; // vertex_count_ * stride_ of them
    std::uint32_t vertex_count_ = 0;
    std::uint32_t stride_ = 0;
    component_type component_ = component_type::byte;
    std::uint8_t dimension_ = 0;
};

}}} // namespace effigy::v0::grimrock
