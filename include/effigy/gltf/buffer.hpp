// The binary part of a glTF file: the arrays of a scene, written to the sink directly.
#pragma once

#include <effigy/core/scalar.hpp>
#include <effigy/core/size.hpp>
#include <effigy/gltf/json.hpp>
#include <effigy/gltf/options.hpp>
#include <effigy/scene/verify_mesh.hpp>

#include <span>
#include <utility>

namespace effigy::inline v0::impl {

// ---- arrays --------------------------------------------------------------------------------------------------------

template <class T> struct scene_array {
    std::span<const T> values;

    static constexpr std::size_t stored_size = sizeof(T);
    static constexpr bool is_stored_as_it_is = true; // except for the byte order
};
// Vertex numbers, counted from `first`.
template <class T> struct vertex_indices {
    std::span<const std::uint32_t> values;
    std::uint32_t first = 0;

    static constexpr std::size_t stored_size = sizeof(T);
    static constexpr bool is_stored_as_it_is = false;
};
struct byte_joints { // joint numbers, all below 256
    std::span<const scene::joints4> values;

    static constexpr std::size_t stored_size = 4;
    static constexpr bool is_stored_as_it_is = false;
};
struct byte_fractions { // 255 is 1; stored as floats
    std::span<const std::uint8_t> values;

    static constexpr std::size_t stored_size = 4;
    static constexpr bool is_stored_as_it_is = false;
};
struct square_matrices { // with the last row 0 0 0 1
    std::span<const matrix4x3<float>> values;

    static constexpr std::size_t stored_size = 64;
    static constexpr bool is_stored_as_it_is = false;
};
using buffer_part =
    std::variant<scene_array<std::byte>, scene_array<float>, scene_array<vector2<float>>, scene_array<vector3<float>>,
                 scene_array<vector4<float>>, scene_array<rgba8>, scene_array<scene::joints4>,
                 scene_array<scene::weights4>, vertex_indices<std::uint16_t>, vertex_indices<std::uint32_t>,
                 byte_joints, byte_fractions, square_matrices>;

static_assert(sizeof(vector2<float>) == 8 && sizeof(vector3<float>) == 12 && sizeof(vector4<float>) == 16);
static_assert(sizeof(rgba8) == 4 && sizeof(scene::joints4) == 8 && sizeof(scene::weights4) == 16);

template <class = when_used> [[nodiscard]] std::uint64_t size_of(const buffer_part& part) {
    return std::visit([](const auto& all) { return std::uint64_t{all.values.size()} * all.stored_size; }, part);
}

// Writes numbers in little-endian order on every host.
class number_stream {
public:
    explicit number_stream(const byte_sink& to) : to_(to) {}

    template <wire_number T> void put(T number) {
        if (bytes_.size() - used_ < sizeof(T)) {
            flush();
        }
        const auto stored = std::bit_cast<std::array<std::byte, sizeof(T)>>(scalar<T, form::little>::of(number));
        std::copy(stored.begin(), stored.end(), std::span{bytes_}.subspan(used_).begin());
        used_ += sizeof(T);
    }
    template <class Vector>
        requires(!wire_number<Vector>)
    void put(const Vector& vector) {
        for (const float number : floats_of(vector)) {
            put(number);
        }
    }
    template <wire_number T> void put(const std::array<T, 4>& numbers) {
        for (const T number : numbers) {
            put(number);
        }
    }
    void put(const rgba8& color) { put(std::array<std::uint8_t, 4>{color.r, color.g, color.b, color.a}); }
    void flush() {
        if (used_ != 0) {
            to_(std::span{bytes_}.first(used_));
        }
        used_ = 0;
    }

    void put_all(const scene_array<std::byte>& all) {
        flush();
        to_(all.values);
    }
    template <class T> void put_all(const scene_array<T>& all) {
        for (const T& value : all.values) {
            put(value);
        }
    }
    template <class T> void put_all(const vertex_indices<T>& all) {
        for (const std::uint32_t index : all.values) {
            put(static_cast<T>(index - all.first));
        }
    }
    void put_all(const byte_joints& all) {
        for (const scene::joints4& joints : all.values) {
            for (const std::uint16_t joint : joints) {
                put(static_cast<std::uint8_t>(joint));
            }
        }
    }
    void put_all(const byte_fractions& all) {
        for (const std::uint8_t value : all.values) {
            put(static_cast<float>(value) / 255.0F);
        }
    }
    void put_all(const square_matrices& all) {
        for (const matrix4x3<float>& matrix : all.values) {
            const auto put_column = [&](const vector3<float>& column, float last) {
                put(column);
                put(last);
            };
            put_column(matrix.x, 0);
            put_column(matrix.y, 0);
            put_column(matrix.z, 0);
            put_column(matrix.translation, 1);
        }
    }

private:
    const byte_sink& to_;
    std::array<std::byte, 4096> bytes_{};
    std::size_t used_ = 0;
};

// Writes an array, padded to a multiple of 4 bytes. `Host` is the byte order in memory. If it is little-endian, arrays
// that need no conversion are passed to the sink without a copy.
template <form Host> void write_part(const buffer_part& part, const byte_sink& to) {
    const auto write = [&]<class Part>(const Part& all) {
        if constexpr (Host == form::little && Part::is_stored_as_it_is) {
            to(std::as_bytes(all.values));
        } else {
            number_stream stream{to};
            stream.put_all(all);
            stream.flush();
        }
    };
    std::visit(write, part);
    if (const std::uint64_t rest = size_of(part) % 4; rest != 0) {
        constexpr std::array<std::byte, 4> zeros{};
        to(std::span{zeros}.first(to_size(4 - rest)));
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
    std::span<const float> min{}, max{}; // empty, or one number per component
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
        end_ = size_ + size_of(part);
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
        accessors_.member("type", std::string_view{added.type});
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

} // namespace effigy::inline v0::impl
