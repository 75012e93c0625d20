// The binary part of a glTF file: the arrays of a scene, written to the sink directly.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/core/scalar.hpp>
#include <effigy/gltf/json.hpp>
#include <effigy/gltf/options.hpp>
#include <effigy/scene/origins.hpp>
#include <effigy/scene/verify_mesh.hpp>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace effigy { inline namespace v0 { namespace impl {

// ---- arrays --------------------------------------------------------------------------------------------------------

// How the buffer contains the elements of an array.
enum class storage : std::uint8_t {
    bytes, // these three as they are, except for the byte order
    shorts,
    floats,
    short_indices, // std::uint32_t as 16 bits
    indices,
    byte_joints,     // std::uint16_t, all below 256, as bytes
    fractions,       // bytes as floats; 255 is 1
    origins,         // scene::origin as texture coordinates
    square_matrices, // with the last row 0 0 0 1
};

// An array of a scene in the buffer. Not a template for each type of element: programs compile faster.
struct buffer_part {
    std::span<const std::byte> values; // in memory
    storage as = storage::bytes;
    std::uint32_t first = 0; // of indices: the vertex that is stored as 0

    // Returns the number of bytes in the buffer.
    [[nodiscard]] std::uint64_t size() const noexcept {
        const std::uint64_t in_memory = values.size();
        switch (as) {
        case storage::short_indices:
        case storage::byte_joints: return in_memory / 2;
        case storage::fractions: return in_memory * 4;
        case storage::origins: return in_memory / sizeof(scene::origin) * sizeof(vector2<float>);
        case storage::square_matrices: return in_memory / sizeof(matrix4x3<float>) * 64;
        case storage::bytes:
        case storage::shorts:
        case storage::floats:
        case storage::indices: break;
        }
        return in_memory;
    }
};
template <class List> [[nodiscard]] buffer_part part_of(const List& values, storage as, std::uint32_t first = 0) {
    return {elements{values}.bytes(), as, first};
}

static_assert(sizeof(vector2<float>) == 8 && sizeof(vector3<float>) == 12 && sizeof(vector4<float>) == 16);
static_assert(sizeof(rgba8) == 4 && sizeof(scene::origin) == 20 && sizeof(scene::joints4) == 8 &&
              sizeof(scene::weights4) == 16);
static_assert(sizeof(matrix4x3<float>) == 48);

// Returns a number as it is stored: in little-endian order on every host.
template <wire_number T> [[nodiscard]] constexpr scalar<T, form::little> stored_number(T number) noexcept {
    return scalar<T, form::little>::of(number);
}
// Writes convert(element) for each element of an array in memory, many at a time.
template <class T, class Convert>
void write_each(std::span<const std::byte> values, const byte_sink& to, const Convert& convert) {
    constexpr std::size_t most = 256;
    std::array<std::byte, sizeof(T)> bytes;
    std::array<decltype(convert(std::bit_cast<T>(bytes))), most> stored;
    while (!values.empty()) {
        const std::size_t known = values.size() / sizeof(T);
        const std::size_t count = known < most ? known : most;
        for (std::size_t i = 0; i < count; ++i) {
            const auto element = values.subspan(i * sizeof(T), sizeof(T));
            std::copy(element.begin(), element.end(), bytes.begin());
            stored[i] = convert(std::bit_cast<T>(bytes));
        }
        to(elements{stored}.part(0, count).bytes());
        values = values.subspan(count * sizeof(T));
    }
}
template <class = when_used> void write_converted(const buffer_part& part, const byte_sink& to) {
    const auto number = [](auto v) { return stored_number(v); };
    switch (part.as) {
    case storage::bytes: to(part.values); break;
    case storage::shorts: write_each<std::uint16_t>(part.values, to, number); break;
    case storage::floats: write_each<std::uint32_t>(part.values, to, number); break;
    case storage::short_indices:
        write_each<std::uint32_t>(part.values, to, [&](std::uint32_t index) {
            return stored_number(static_cast<std::uint16_t>(index - part.first));
        });
        break;
    case storage::indices:
        write_each<std::uint32_t>(part.values, to,
                                  [&](std::uint32_t index) { return stored_number(index - part.first); });
        break;
    case storage::byte_joints:
        write_each<std::uint16_t>(part.values, to,
                                  [](std::uint16_t joint) { return static_cast<std::uint8_t>(joint); });
        break;
    case storage::fractions:
        write_each<std::uint8_t>(part.values, to,
                                 [](std::uint8_t value) { return stored_number(static_cast<float>(value) / 255.0F); });
        break;
    case storage::origins:
        write_each<scene::origin>(part.values, to, [&](const scene::origin& from) {
            const vector2<float> stored = texcoord_of(from);
            return std::array{number(stored.x), number(stored.y)};
        });
        break;
    case storage::square_matrices:
        write_each<matrix4x3<float>>(part.values, to, [&](const matrix4x3<float>& matrix) {
            const auto column = [&](const vector3<float>& v, float last) {
                return std::array{number(v.x), number(v.y), number(v.z), number(last)};
            };
            return std::array{column(matrix.x, 0), column(matrix.y, 0), column(matrix.z, 0),
                              column(matrix.translation, 1)};
        });
        break;
    }
}

// Writes an array, padded to a multiple of 4 bytes. `Host` is the byte order in memory. If it is little-endian, arrays
// that need no conversion are passed to the sink without a copy.
template <form Host> void write_part(const buffer_part& part, const byte_sink& to) {
    if (Host == form::little && part.as <= storage::floats) {
        to(part.values);
    } else {
        write_converted(part, to);
    }
    if (const std::uint64_t rest = part.size() % 4; rest != 0) {
        constexpr std::array<std::byte, 4> zeros{};
        to({zeros.data(), to_size(4 - rest)});
    }
}

// ---- accessors and views -------------------------------------------------------------------------------------------

enum class gl : std::uint32_t { // constants of OpenGL that glTF uses
    none = 0,
    unsigned_byte = 5121,
    unsigned_short = 5123,
    unsigned_int = 5125,
    real = 5126,
    array_buffer = 34962,
    element_array_buffer = 34963,
    clamp_to_edge = 33071,
};

// The location and the type of the numbers of one attribute or property.
struct accessor {
    std::uint32_t view = 0;
    std::uint64_t offset = 0; // in the view
    gl component = gl::real;
    std::uint64_t count = 0;
    const char* type = "SCALAR";
    // NOLINTNEXTLINE(readability-redundant-member-init): g++ warns if an aggregate leaves them out
    elements<const float> min{}, max{}; // empty, or one number per component
    bool is_normalized = false;
};

// The accessors, the buffer views, and the parts of the buffer. Each part begins at a multiple of 4 bytes.
template <class = when_used> class buffer_plan {
public:
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    [[nodiscard]] std::string_view accessors() const noexcept { return accessors_.text(); }
    [[nodiscard]] std::string_view views() const noexcept { return views_.text(); }

    // Begins a view, which contains the parts that are appended until end_view(). Returns its number.
    std::uint32_t begin_view() {
        begin_ = size_;
        return view_count_++;
    }
    // Returns the offset of the part in the view.
    std::uint64_t append(const buffer_part& part) {
        const std::uint64_t offset = size_ - begin_;
        parts_.push_back(part);
        end_ = size_ + part.size();
        size_ = (end_ + 3) / 4 * 4;
        return offset;
    }
    // `stride`: bytes from one vertex to the next, in views of vertices.
    void end_view(gl target = gl::none, std::uint32_t stride = 0) {
        views_.open_object();
        views_.member("buffer", 0U);
        if (begin_ != 0) {
            views_.member("byteOffset", begin_);
        }
        views_.member("byteLength", end_ - begin_);
        if (stride != 0) {
            views_.member("byteStride", stride);
        }
        if (target != gl::none) {
            views_.member("target", static_cast<std::uint32_t>(target));
        }
        views_.close_object();
    }
    // Returns the number of the accessor.
    std::uint32_t add(const accessor& added) {
        accessors_.open_object();
        accessors_.member("bufferView", added.view);
        if (added.offset != 0) {
            accessors_.member("byteOffset", added.offset);
        }
        accessors_.member("componentType", static_cast<std::uint32_t>(added.component));
        if (added.is_normalized) {
            accessors_.member("normalized", true);
        }
        accessors_.member("count", added.count);
        accessors_.key("type");
        accessors_.word(added.type);
        if (!added.min.empty()) {
            accessors_.member("min", added.min);
            accessors_.member("max", added.max);
        }
        accessors_.close_object();
        return accessor_count_++;
    }
    template <form Host> void write(const byte_sink& to) const {
        for (const buffer_part& part : parts_) {
            write_part<Host>(part, to);
        }
    }

private:
    std::vector<buffer_part> parts_;
    json_text accessors_, views_;
    std::uint64_t size_ = 0;            // of the buffer
    std::uint64_t begin_ = 0, end_ = 0; // of the current view; end_ is the end of its last part
    std::uint32_t accessor_count_ = 0, view_count_ = 0;
};

}}} // namespace effigy::v0::impl
