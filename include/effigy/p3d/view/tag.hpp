// Tags: what a level has beside its geometry, in file order.
#pragma once

#include <effigy/core/text.hpp>
#include <effigy/p3d/view/face.hpp>

namespace effigy::inline v0::p3d {

enum class tag_kind : std::uint8_t {
    selection,      // a name that does not begin with '#': weights of points, and faces
    selected,       // "#Selected#": the editor's current selection
    lock,           // "#Lock#"
    hide,           // "#Hide#"; not in the seed
    sharp_edges,    // "#SharpEdges#"
    mass,           // "#Mass#", kg a point; in geometry and PhysX levels
    property,       // "#Property#", one name and value
    uv_set,         // "#UVSet#"
    animation,      // "#Animation#", one frame of a point cache
    material_index, // "#MaterialIndex#"; in no file
    end,            // "#EndOfFile#"
    unknown,        // any other "#...": kept as bytes
};

[[nodiscard]] constexpr tag_kind kind_of_tag(std::string_view name) noexcept {
    struct special {
        std::string_view name;
        tag_kind kind;
    };
    constexpr special specials[] = {
        {"#Selected#", tag_kind::selected}, {"#Lock#", tag_kind::lock},
        {"#Hide#", tag_kind::hide},         {"#SharpEdges#", tag_kind::sharp_edges},
        {"#Mass#", tag_kind::mass},         {"#Property#", tag_kind::property},
        {"#UVSet#", tag_kind::uv_set},      {"#Animation#", tag_kind::animation},
        {"#EndOfFile#", tag_kind::end},     {"#MaterialIndex#", tag_kind::material_index},
    };
    if (!name.starts_with('#')) {
        return tag_kind::selection;
    }
    for (const special& candidate : specials) {
        if (compare_any_case(name, candidate.name) == 0) { // as the engine's loader does
            return candidate.kind;
        }
    }
    return tag_kind::unknown;
}

struct tag_context {
    lod_format format = lod_format::p3dm;
    std::uint32_t point_count = 0;
    std::uint32_t face_count = 0;
    std::uint32_t corner_count = 0; // of all faces
};

// Bytes of points and faces. A point's byte b is its weight, (256 - b) / 255, and 0 means not selected; a face is
// selected by any byte that is not 0. See sample.hpp for both.
struct selection {
    std::span<const u8> points; // one a point
    std::span<const u8> faces;  // one a face
};

template <endian E> struct basic_uv_set {
    std::uint32_t id = 0;
    std::span<const vec2<E>> uvs; // one a corner in use, face after face
};

template <endian E> struct basic_frame {
    float time = 0;                     // 0 .. 1 as a rule
    std::span<const vec3<E>> positions; // one a point
};

// One tag. What is asked of a tag of another kind, or of one whose size is not that of its kind, is empty or null; data
// has the bytes in any case.
template <endian E> struct basic_tag {
    std::string_view name;
    std::span<const std::byte> data;
    tag_kind kind = tag_kind::unknown;
    u8 active = 1; // in every file; SP3X and SP3D have no such byte
    tag_context level;

    // Whether the data are as many bytes as a tag of this kind has.
    [[nodiscard]] constexpr bool has_right_size() const noexcept {
        const std::uint64_t size = data.size();
        switch (kind) {
        case tag_kind::selection:
        case tag_kind::selected:
        case tag_kind::lock:
        case tag_kind::hide: return size == std::uint64_t{level.point_count} + level.face_count;
        case tag_kind::sharp_edges: return size % sizeof(basic_edge<E>) == 0;
        case tag_kind::mass: return size == std::uint64_t{level.point_count} * sizeof(f32<E>);
        case tag_kind::property: return size == sizeof(p3d::property);
        case tag_kind::uv_set: return size == sizeof(u32<E>) + std::uint64_t{level.corner_count} * sizeof(vec2<E>);
        case tag_kind::animation: return size == sizeof(f32<E>) + std::uint64_t{level.point_count} * sizeof(vec3<E>);
        case tag_kind::material_index: return size == 4 * sizeof(u32<E>);
        case tag_kind::end: return size == 0;
        case tag_kind::unknown: return true;
        }
        return true;
    }

    // Of a selection, #Selected#, #Lock# or #Hide#.
    [[nodiscard]] p3d::selection selection() const noexcept {
        const bool selects = kind == tag_kind::selection || kind == tag_kind::selected || kind == tag_kind::lock ||
                             kind == tag_kind::hide;
        if (!selects || !has_right_size()) {
            return {};
        }
        return {window{data}.array_at<u8>(0, level.point_count),
                window{data}.array_at<u8>(level.point_count, level.face_count)};
    }
    [[nodiscard]] std::span<const basic_edge<E>> edges() const noexcept {
        return all_of<basic_edge<E>>(tag_kind::sharp_edges, 0);
    }
    [[nodiscard]] std::span<const f32<E>> masses() const noexcept { return all_of<f32<E>>(tag_kind::mass, 0); }
    [[nodiscard]] const p3d::property* property() const noexcept {
        return kind == tag_kind::property && has_right_size() ? window{data}.record_at<p3d::property>(0) : nullptr;
    }
    [[nodiscard]] basic_uv_set<E> uv_set() const noexcept {
        return is(tag_kind::uv_set) ? basic_uv_set<E>{window{data}.value_at<u32<E>>(0),
                                                      all_of<vec2<E>>(tag_kind::uv_set, sizeof(u32<E>))}
                                    : basic_uv_set<E>{};
    }
    [[nodiscard]] basic_frame<E> frame() const noexcept {
        return is(tag_kind::animation) ? basic_frame<E>{window{data}.value_at<f32<E>>(0),
                                                        all_of<vec3<E>>(tag_kind::animation, sizeof(f32<E>))}
                                       : basic_frame<E>{};
    }
    // Four words: ambient, diffuse, specular, emissive.
    [[nodiscard]] std::span<const u32<E>> material_index() const noexcept {
        return all_of<u32<E>>(tag_kind::material_index, 0);
    }

    [[nodiscard]] static basic_tag read(impl::cursor& c, tag_context& context) noexcept {
        basic_tag out;
        out.level = context;
        if (context.format == lod_format::p3dm) {
            out.active = c.value<scalar<u8, E>>("tags[].active");
            out.name = c.text_until_nul("tags[].name");
        } else {
            out.name = fixed_text<64>(c, "tags[].name");
        }
        const std::uint32_t size = c.value<u32<E>>("tags[].size");
        out.data = c.take(size, "tags[].data");
        out.kind = kind_of_tag(out.name);
        return out;
    }

private:
    [[nodiscard]] constexpr bool is(tag_kind wanted) const noexcept { return kind == wanted && has_right_size(); }
    template <wire T> [[nodiscard]] std::span<const T> all_of(tag_kind wanted, std::size_t skipped) const noexcept {
        return is(wanted)
                   ? window{data}.array_at<T>(skipped, static_cast<std::uint32_t>((data.size() - skipped) / sizeof(T)))
                   : std::span<const T>{};
    }
};

} // namespace effigy::inline v0::p3d
