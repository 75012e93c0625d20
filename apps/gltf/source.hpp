// A glTF document and its buffers: references, accessors, the first error, and the memory that a scene may take.
#pragma once

#include "json.hpp"
#include "read.hpp"

#include <effigy/core/byte_view.hpp>
#include <effigy/scene/parts.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gltf_files {

using effigy::errc;
using effigy::npos;
using effigy::scene;

// The type of the numbers of an accessor: constants of OpenGL.
enum class component : std::uint32_t { i8 = 5120, u8 = 5121, i16 = 5122, u16 = 5123, u32 = 5125, f32 = 5126 };

[[nodiscard]] constexpr std::uint64_t size_of(component of) {
    return of == component::i8 || of == component::u8 ? 1 : of == component::i16 || of == component::u16 ? 2 : 4;
}

// An accessor whose elements are all inside its view.
struct accessor {
    std::uint32_t number = npos; // in the file
    std::uint64_t count = 0;
    std::uint32_t width = 1; // numbers of an element
    component type = component::f32;
    bool is_normalized = false;
    std::uint32_t view = npos; // npos: all numbers are 0
    std::uint64_t view_size = 0;
    std::uint64_t offset = 0, stride = 0; // in the view, in bytes
    effigy::byte_view bytes;              // of the view
    std::uint64_t sparse_count = 0;       // of elements that replace others
    component index_type = component::u32;
    effigy::byte_view sparse_indices, sparse_values;

    [[nodiscard]] std::uint64_t element_size() const { return width * size_of(type); }
};

// Of a number that was tested to be in the range.
[[nodiscard]] constexpr std::size_t to_size(std::uint64_t tested) { return tested & SIZE_MAX; }

[[nodiscard]] inline bool is_finite(const effigy::vector3<float>& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

[[nodiscard]] inline effigy::location at(const char* path) { return {path, effigy::location::nowhere}; }
[[nodiscard]] inline effigy::location at(const char* path, std::uint64_t a) {
    return at(path).element(static_cast<std::uint32_t>(a));
}
[[nodiscard]] inline effigy::location at(const char* path, std::uint64_t a, std::uint64_t b) {
    return at(path, a).element(static_cast<std::uint32_t>(b));
}
[[nodiscard]] inline effigy::location at(const char* path, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    return at(path, a, b).element(static_cast<std::uint32_t>(c));
}

// Functions that can fail return false or null after they recorded the error.
class source {
public:
    // `size`: of the file. `binary`: the buffer without a URI.
    source(json_value root, std::uint64_t size, std::optional<std::span<const std::byte>> binary,
           const file_loader& load_file, effigy::remark_sink tell);

    [[nodiscard]] json_value root() const { return root_; }
    // Whether a clip moves weights of morph targets: then the default weights are those of one of its poses.
    [[nodiscard]] bool animates_weights() const { return animates_weights_; }

    // ---- errors and remarks ----------------------------------------------------------------------------------------

    [[nodiscard]] const effigy::error& why() const { return why_; }
    // Records the first error. Returns false.
    bool fail(const effigy::location& place, errc code, std::uint64_t need, std::int64_t found, const char* expected) {
        if (!why_) {
            why_ = {place, code, need, found, expected};
        }
        return false;
    }
    bool bad(const effigy::location& place, const char* expected, double found = 0);
    // Records an error that names a text of the file.
    bool refuse_name(const effigy::location& place, const char* expected, std::string_view name,
                     std::span<const std::byte> file);
    void remark(effigy::remark_kind kind, std::string_view part, std::string_view name, std::string_view what,
                std::uint64_t count = 0) const {
        tell_({kind, part, name, what, count});
    }
    void left_out(std::string_view part, std::string_view name, std::string_view what, std::uint64_t count = 0) const {
        remark(effigy::remark_kind::left_out, part, name, what, count);
    }
    // Charges memory of the scene: a file that uses its data very often must not become a very large scene.
    bool charge(std::uint64_t count, std::uint64_t size);
    // Resizes a list that charge() has paid for.
    template <class T> bool resize(scene::list<T>& list, std::uint64_t count) {
        const bool fits = charge(count, sizeof(T));
        if (fits) {
            list.resize(to_size(count));
        }
        return fits;
    }

    // ---- members of JSON objects -----------------------------------------------------------------------------------

    // All of them leave `out` as it is if the member is missing.
    bool whole(json_value of, std::string_view key, const effigy::location& place, std::uint64_t& out);
    // `out` is below `count` afterwards, or npos if the member is missing.
    bool reference(json_value of, std::string_view key, const effigy::location& place, std::size_t count,
                   std::uint32_t& out);
    bool real(json_value of, std::string_view key, const effigy::location& place, float& out);
    template <std::size_t N>
    bool reals(json_value of, std::string_view key, const effigy::location& place, std::array<float, N>& out) {
        const json_value found = of.find(key);
        return !found || numbers(found, place, out);
    }
    bool text(json_value of, std::string_view key, const effigy::location& place, std::string_view& out);
    // The values of an array of the document, such as "meshes".
    [[nodiscard]] std::vector<json_value> parts(std::string_view key) const { return values_of(root_.find(key)); }
    bool index(json_value of, const effigy::location& place, std::size_t count, std::uint32_t& out);

    // ---- accessors -------------------------------------------------------------------------------------------------

    // Returns null after an error. The pointer is valid until the next call.
    [[nodiscard]] const accessor* find_accessor(std::uint32_t number);
    [[nodiscard]] std::size_t accessor_count() const { return accessors_.size(); }
    [[nodiscard]] std::size_t view_count() const { return views_.size(); }
    // Returns the view of an accessor, or npos, without checking the accessor.
    [[nodiscard]] std::uint32_t view_of(std::uint32_t accessor_number) const;
    bool view(std::uint32_t number, effigy::byte_view& out, std::uint64_t& stride);

private:
    bool numbers(json_value array, const effigy::location& place, std::span<float> out);
    bool read_accessor(accessor& out);
    bool read_sparse(json_value from, accessor& out);
    bool buffer(std::uint32_t number, effigy::byte_view& out);
    bool load(std::uint32_t number, effigy::byte_view& out);

    struct loaded {
        std::optional<effigy::file_bytes> owned;
        std::optional<effigy::byte_view> bytes; // none: not loaded
    };

    json_value root_;
    std::vector<json_value> accessors_, views_, buffers_;
    std::vector<std::uint32_t> known_; // per accessor: its number in read_, or npos
    std::vector<accessor> read_;
    std::vector<loaded> loaded_;
    std::optional<std::span<const std::byte>> binary_;
    const file_loader& load_file_;
    effigy::remark_sink tell_;
    std::uint64_t most_, left_; // bytes of the scene
    bool animates_weights_ = false;
    effigy::error why_;
};

// ---- the numbers of accessors --------------------------------------------------------------------------------------

// Calls visit(element, component, number) for the elements [first, first + count), which must exist; elements that are
// sparse are visited twice, and those of an accessor without a view only if they are sparse.
template <class T, class Visit>
void visit_numbers_of(const accessor& from, std::uint64_t first, std::uint64_t count, const Visit& visit) {
    using stored = effigy::scalar<T, effigy::form::little>;
    for (std::uint64_t i = 0; i < count && from.view != npos; ++i) {
        const std::uint64_t begin = from.offset + (first + i) * from.stride;
        for (std::uint32_t c = 0; c < from.width; ++c) {
            visit(i, c, from.bytes.value_at<stored>(begin + c * sizeof(T)).get());
        }
    }
    for (std::uint64_t i = 0; i < from.sparse_count; ++i) {
        const std::uint64_t element =
            from.index_type == component::u8    ? std::uint64_t{from.sparse_indices.value_at<effigy::u8>(i)}
            : from.index_type == component::u16 ? from.sparse_indices.value_at<effigy::u16<>>(2 * i).get()
                                                : from.sparse_indices.value_at<effigy::u32<>>(4 * i).get();
        for (std::uint32_t c = 0; c < from.width && element >= first && element - first < count; ++c) {
            visit(element - first, c, from.sparse_values.value_at<stored>((i * from.width + c) * sizeof(T)).get());
        }
    }
}
template <class Visit>
void visit_numbers(const accessor& from, std::uint64_t first, std::uint64_t count, const Visit& visit) {
    switch (from.type) {
    case component::i8: return visit_numbers_of<std::int8_t>(from, first, count, visit);
    case component::u8: return visit_numbers_of<std::uint8_t>(from, first, count, visit);
    case component::i16: return visit_numbers_of<std::int16_t>(from, first, count, visit);
    case component::u16: return visit_numbers_of<std::uint16_t>(from, first, count, visit);
    case component::u32: return visit_numbers_of<std::uint32_t>(from, first, count, visit);
    case component::f32: return visit_numbers_of<float>(from, first, count, visit);
    }
}

// Writes numbers as floats to `out`, in the order of memory: `count` elements of `width` numbers, which are 0 now. The
// numbers of narrower elements are left as they are.
void read_floats(const accessor& from, std::uint64_t first, std::uint64_t count, std::uint32_t width,
                 std::span<std::byte> out);

// The elements [begin, begin + count) of a list get those of the accessor from `first` on.
template <class T>
void read_floats(const accessor& from, std::uint64_t first, std::uint64_t count, scene::list<T>& to,
                 std::uint64_t begin) {
    const auto part = std::span<T>{to}.subspan(to_size(begin), to_size(count));
    read_floats(from, first, count, sizeof(T) / sizeof(float), std::as_writable_bytes(part));
}

} // namespace gltf_files
