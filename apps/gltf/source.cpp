#include "source.hpp"

#include "container.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace gltf_files {

namespace {

// In JSON, integers up to this one are exact.
constexpr double most_whole = 9007199254740992.0;

[[nodiscard]] std::optional<std::uint64_t> whole_of(json_value from) {
    const double v = from.number();
    if (!from.is_number() || !(v >= 0 && v <= most_whole) || v != static_cast<double>(static_cast<std::uint64_t>(v))) {
        return {};
    }
    return static_cast<std::uint64_t>(v);
}

[[nodiscard]] std::uint32_t width_of(std::string_view type) {
    constexpr std::pair<std::string_view, std::uint32_t> widths[] = {
        {"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
    for (const auto& [name, width] : widths) {
        if (type == name) {
            return width;
        }
    }
    return 0;
}

[[nodiscard]] bool is_component(std::uint64_t type) { return type >= 5120 && type <= 5126 && type != 5124; }

} // namespace

source::source(json_value root, std::uint64_t size, std::optional<std::span<const std::byte>> binary,
               const file_loader& load_file, effigy::remark_sink tell)
    : root_(root), accessors_(parts("accessors")), views_(parts("bufferViews")), buffers_(parts("buffers")),
      known_(accessors_.size(), npos), loaded_(buffers_.size()), binary_(binary), load_file_(load_file), tell_(tell),
      most_(64 * size + (std::uint64_t{16} << 20)), left_(most_) {
    for (json_value clip = root.find("animations").first(); clip; clip = clip.next()) {
        for (json_value each = clip.find("channels").first(); each; each = each.next()) {
            animates_weights_ = animates_weights_ || each.find("target").find("path").text() == "weights";
        }
    }
}

bool source::bad(const effigy::location& place, const char* expected, double found) {
    constexpr double most = 9e18;
    const std::int64_t whole = std::isnan(found) ? 0 : std::llround(std::clamp(found, -most, most));
    return fail(place, errc::bad_value, 0, whole, expected);
}

bool source::refuse_name(const effigy::location& place, const char* expected, std::string_view name,
                         std::span<const std::byte> file) {
    bad(place, expected);
    // An error refers to a name that outlives it: the one in the file.
    const std::string_view text = effigy::byte_view{file}.text_at(0, file.size());
    if (const std::size_t found = text.find(name); found != text.npos && why_.expected == expected) {
        why_.name = text.substr(found).data();
        why_.need = name.size();
    }
    return false;
}

bool source::charge(std::uint64_t count, std::uint64_t size) {
    if (count > left_ / size) {
        const std::uint64_t taken = most_ - left_;
        constexpr std::uint64_t most_count = std::uint64_t{1} << 53;
        return fail(at("glTF"), errc::budget, most_,
                    static_cast<std::int64_t>(count < most_count ? taken + count * size : most_count),
                    "the memory limit, in bytes, of a scene from a file of this size");
    }
    left_ -= count * size;
    return true;
}

bool source::whole(json_value of, std::string_view key, const effigy::location& place, std::uint64_t& out) {
    const json_value found = of.find(key);
    if (!found) {
        return true;
    }
    const auto number = whole_of(found);
    if (!number) {
        return bad(place, "a whole number of at least 0", found.number());
    }
    out = *number;
    return true;
}
bool source::index(json_value of, const effigy::location& place, std::size_t count, std::uint32_t& out) {
    const auto number = whole_of(of);
    if (!number) {
        return bad(place, "a whole number of at least 0", of.number());
    }
    if (*number >= count) {
        return fail(place, errc::out_of_bounds, count, static_cast<std::int64_t>(*number), "");
    }
    out = static_cast<std::uint32_t>(*number);
    return true;
}
bool source::reference(json_value of, std::string_view key, const effigy::location& place, std::size_t count,
                       std::uint32_t& out) {
    const json_value found = of.find(key);
    out = npos;
    return !found || index(found, place, count, out);
}
bool source::real(json_value of, std::string_view key, const effigy::location& place, float& out) {
    const json_value found = of.find(key);
    if (!found) {
        return true;
    }
    const auto number = static_cast<float>(found.number());
    if (!found.is_number() || !std::isfinite(number)) {
        return bad(place, "a number");
    }
    out = number;
    return true;
}
bool source::numbers(json_value array, const effigy::location& place, std::span<float> out) {
    if (!array.is_array() || array.size() != out.size()) {
        constexpr const char* expected[] = {"2 numbers", "3 numbers", "4 numbers"};
        return bad(place, out.size() > 4 ? "16 numbers" : expected[out.size() - 2], array.size());
    }
    json_value each = array.first();
    for (float& number : out) {
        number = static_cast<float>(each.number());
        if (!each.is_number() || !std::isfinite(number)) {
            return bad(place, "numbers");
        }
        each = each.next();
    }
    return true;
}
bool source::text(json_value of, std::string_view key, const effigy::location& place, std::string_view& out) {
    const json_value found = of.find(key);
    if (found && !found.is_text()) {
        return bad(place, "a text");
    }
    out = found ? found.text() : out;
    return true;
}

// ---- buffers and views ---------------------------------------------------------------------------------------------

bool source::load(std::uint32_t number, effigy::byte_view& out) {
    const json_value from = buffers_[number];
    std::string_view uri;
    if (!text(from, "uri", at("buffers[].uri", number), uri)) {
        return false;
    }
    if (!from.find("uri")) {
        out = effigy::byte_view{number == 0 && binary_ ? *binary_ : std::span<const std::byte>{}};
        return number == 0 && binary_
                   ? true
                   : bad(at("buffers[].uri", number), "a URI, except for the first buffer of a GLB file");
    }
    std::optional<effigy::file_bytes>& owned = loaded_[number].owned;
    if (is_data_uri(uri)) {
        owned = bytes_of_data_uri(uri);
        if (!owned) {
            return bad(at("buffers[].uri", number), "base64 in a data URI");
        }
    } else {
        const std::optional<std::string> path = path_of_uri(uri);
        if (!path) {
            return bad(at("buffers[].uri", number), "a data URI, or a path that stays in the folder of the file");
        }
        owned = load_file_ ? load_file_(*path) : std::nullopt;
        if (!owned) {
            return bad(at("buffers[].uri", number), "a file that can be read");
        }
        most_ += 64 * owned->size();
        left_ += 64 * owned->size();
    }
    out = effigy::byte_view{std::span<const std::byte>{*owned}};
    return true;
}
bool source::buffer(std::uint32_t number, effigy::byte_view& out) {
    std::optional<effigy::byte_view>& known = loaded_[number].bytes;
    if (!known) {
        std::uint64_t size = 0;
        if (!load(number, out) || !whole(buffers_[number], "byteLength", at("buffers[].byteLength", number), size)) {
            return false;
        }
        if (size > out.size()) {
            return fail(at("buffers[].byteLength", number), errc::truncated, out.size(),
                        static_cast<std::int64_t>(size), "bytes that there are");
        }
        known = out.part(0, size);
    }
    out = *known;
    return true;
}
bool source::view(std::uint32_t number, effigy::byte_view& out, std::uint64_t& stride) {
    const json_value from = views_[number];
    std::uint32_t in = npos;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    effigy::byte_view bytes;
    if (!reference(from, "buffer", at("bufferViews[].buffer", number), buffers_.size(), in) ||
        (in == npos && !bad(at("bufferViews[].buffer", number), "the number of a buffer")) || !buffer(in, bytes) ||
        !whole(from, "byteOffset", at("bufferViews[].byteOffset", number), offset) ||
        !whole(from, "byteLength", at("bufferViews[].byteLength", number), size) ||
        !whole(from, "byteStride", at("bufferViews[].byteStride", number), stride)) {
        return false;
    }
    if (!bytes.fits(offset, size)) {
        return fail(at("bufferViews[].byteLength", number), errc::out_of_bounds, bytes.size(),
                    static_cast<std::int64_t>(offset + size), "where the buffer ends");
    }
    if (constexpr std::uint64_t most = 0xFFFF; stride > most) { // the schema says 252
        return bad(at("bufferViews[].byteStride", number), "at most 65535", static_cast<double>(stride));
    }
    out = bytes.part(offset, size);
    return true;
}

// ---- accessors -----------------------------------------------------------------------------------------------------

std::uint32_t source::view_of(std::uint32_t accessor_number) const {
    const auto out = whole_of(accessors_[accessor_number].find("bufferView"));
    return out && *out < views_.size() ? static_cast<std::uint32_t>(*out) : npos;
}
const accessor* source::find_accessor(std::uint32_t number) {
    if (known_[number] == npos) {
        accessor made;
        made.number = number;
        if (!read_accessor(made)) {
            return nullptr;
        }
        known_[number] = static_cast<std::uint32_t>(read_.size());
        read_.push_back(made);
    }
    return &read_[known_[number]];
}
bool source::read_accessor(accessor& out) {
    const std::uint32_t number = out.number;
    const json_value from = accessors_[number];
    std::uint64_t type = 0;
    std::string_view shape;
    if (!whole(from, "componentType", at("accessors[].componentType", number), type) ||
        !whole(from, "count", at("accessors[].count", number), out.count) ||
        !whole(from, "byteOffset", at("accessors[].byteOffset", number), out.offset) ||
        !text(from, "type", at("accessors[].type", number), shape) ||
        !reference(from, "bufferView", at("accessors[].bufferView", number), views_.size(), out.view)) {
        return false;
    }
    if (!is_component(type)) {
        return bad(at("accessors[].componentType", number), "5120 to 5123, 5125 or 5126", static_cast<double>(type));
    }
    out.type = static_cast<component>(type);
    out.width = width_of(shape);
    out.is_normalized = from.find("normalized").flag() && out.type != component::f32;
    if (out.width == 0) {
        return bad(at("accessors[].type", number), "SCALAR, VEC2, VEC3, VEC4 or MAT4");
    }
    if (constexpr std::uint64_t most = npos - 1; out.count == 0 || out.count > most) {
        return bad(at("accessors[].count", number), "1 to 4294967294", static_cast<double>(out.count));
    }
    if (out.view != npos) {
        if (!view(out.view, out.bytes, out.stride)) {
            return false;
        }
        const std::uint64_t size = out.element_size();
        out.stride = out.stride != 0 ? out.stride : size;
        out.view_size = out.bytes.size();
        if (out.stride < size) {
            return bad(at("bufferViews[].byteStride", out.view), "at least the size of an element",
                       static_cast<double>(out.stride));
        }
        if (out.offset > out.view_size || size > out.view_size - out.offset ||
            (out.view_size - out.offset - size) / out.stride < out.count - 1) {
            const std::uint64_t rest = out.offset < out.view_size ? out.view_size - out.offset : 0;
            return fail(at("accessors[].count", number), errc::out_of_bounds,
                        rest < size ? 0 : (rest - size) / out.stride + 1, static_cast<std::int64_t>(out.count),
                        "elements that fit into the buffer view");
        }
    }
    const json_value sparse = from.find("sparse");
    return !sparse || read_sparse(sparse, out);
}
bool source::read_sparse(json_value from, accessor& out) {
    const std::uint32_t number = out.number;
    const json_value indices = from.find("indices");
    const json_value values = from.find("values");
    std::uint32_t index_view = npos;
    std::uint32_t value_view = npos;
    std::uint64_t index_offset = 0;
    std::uint64_t value_offset = 0;
    std::uint64_t type = 0;
    std::uint64_t stride = 0;
    effigy::byte_view index_bytes;
    effigy::byte_view value_bytes;
    const auto place_of_indices = at("accessors[].sparse.indices.bufferView", number);
    const auto place_of_values = at("accessors[].sparse.values.bufferView", number);
    if (!whole(from, "count", at("accessors[].sparse.count", number), out.sparse_count) ||
        !whole(indices, "componentType", at("accessors[].sparse.indices.componentType", number), type) ||
        !whole(indices, "byteOffset", at("accessors[].sparse.indices.byteOffset", number), index_offset) ||
        !whole(values, "byteOffset", at("accessors[].sparse.values.byteOffset", number), value_offset) ||
        !reference(indices, "bufferView", place_of_indices, views_.size(), index_view) ||
        !reference(values, "bufferView", place_of_values, views_.size(), value_view) ||
        (index_view == npos && !bad(place_of_indices, "the number of a buffer view")) ||
        (value_view == npos && !bad(place_of_values, "the number of a buffer view")) ||
        !view(index_view, index_bytes, stride) || !view(value_view, value_bytes, stride)) {
        return false;
    }
    out.index_type = static_cast<component>(type);
    if (out.index_type != component::u8 && out.index_type != component::u16 && out.index_type != component::u32) {
        return bad(at("accessors[].sparse.indices.componentType", number), "5121, 5123 or 5125",
                   static_cast<double>(type));
    }
    if (out.sparse_count > out.count) {
        return fail(at("accessors[].sparse.count", number), errc::out_of_bounds, out.count,
                    static_cast<std::int64_t>(out.sparse_count), "the accessor's count");
    }
    // The product cannot overflow: counts are below 2^32, elements at most 64 bytes.
    if (!index_bytes.fits(index_offset, out.sparse_count * size_of(out.index_type)) ||
        !value_bytes.fits(value_offset, out.sparse_count * out.element_size())) {
        return bad(at("accessors[].sparse.count", number), "no more elements than its buffer views hold",
                   static_cast<double>(out.sparse_count));
    }
    out.sparse_indices = index_bytes.part(index_offset, out.sparse_count * size_of(out.index_type));
    out.sparse_values = value_bytes.part(value_offset, out.sparse_count * out.element_size());
    return true;
}

// ---- numbers -------------------------------------------------------------------------------------------------------

void read_floats(const accessor& from, std::uint64_t first, std::uint64_t count, std::uint32_t width,
                 std::span<std::byte> out) {
    const auto put = [&](std::uint64_t element, std::uint32_t c, float number) {
        if (c < width) {
            const auto stored = std::bit_cast<std::array<std::byte, sizeof(float)>>(number);
            std::copy(stored.begin(), stored.end(),
                      out.subspan(to_size((element * width + c) * sizeof(float)), sizeof(float)).begin());
        }
    };
    const bool is_packed = from.view != npos && from.sparse_count == 0 && from.type == component::f32 &&
                           from.width == width && from.stride == from.element_size();
    if (is_packed && effigy::form::native == effigy::form::little) {
        const auto stored = from.bytes.bytes_at(from.offset + first * from.stride, count * from.stride);
        std::copy(stored.begin(), stored.end(), out.begin());
    } else if (!from.is_normalized) {
        visit_numbers(from, first, count, [&](std::uint64_t element, std::uint32_t c, auto number) {
            put(element, c, static_cast<float>(number));
        });
    } else {
        visit_numbers(from, first, count, [&](std::uint64_t element, std::uint32_t c, auto number) {
            using stored = decltype(number);
            const double fraction =
                static_cast<double>(number) / static_cast<double>(std::numeric_limits<stored>::max());
            put(element, c, static_cast<float>(fraction < -1 ? -1 : fraction));
        });
    }
}

} // namespace gltf_files
