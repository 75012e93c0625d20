// The order of a tag and of its data.
#pragma once

#include <effigy/core/text.hpp>
#include <effigy/p3d/order/transfer.hpp>
#include <effigy/p3d/records.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

enum class tag_kind : std::uint8_t {
    selection,      // a name that does not begin with '#': weights of points, and faces
    selected,       // "#Selected#": the editor's current selection
    lock,           // "#Lock#"
    hide,           // "#Hide#"; the published document does not have it
    sharp_edges,    // "#SharpEdges#"
    mass,           // "#Mass#", kg per point; in geometry and PhysX levels
    property,       // "#Property#", a name and a value
    uv_set,         // "#UVSet#"
    morph_frame,    // "#Animation#", one frame of a point cache
    material_index, // "#MaterialIndex#"; in no file
    end,            // "#EndOfFile#"
    unknown,        // any other "#...": only its bytes are accessible
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
        {"#UVSet#", tag_kind::uv_set},      {"#Animation#", tag_kind::morph_frame},
        {"#EndOfFile#", tag_kind::end},     {"#MaterialIndex#", tag_kind::material_index},
    };
    if (!name.starts_with('#')) {
        return tag_kind::selection;
    }
    for (const special& candidate : specials) {
        // In any case, as the engine's loader does.
        if (name.size() == candidate.name.size() && compare_any_case(name, candidate.name) == 0) {
            return candidate.kind;
        }
    }
    return tag_kind::unknown;
}

// Facts about the level that reading a tag needs.
struct tag_context {
    lod_format format = lod_format::p3dm;
    std::uint32_t point_count = 0;
    std::uint32_t face_count = 0;
    std::uint32_t corner_count = 0; // of all faces
};

namespace impl {

struct tag_fields {
    std::string_view name;
    std::span<const std::byte> data;
    tag_kind kind = tag_kind::unknown;
    u8 active = 1; // also in SP3X and SP3D, which do not store it
    bool counts_id = true;
};

// The fields of a tag in the order of the file. `to`: tag_fields or owned_tag.
template <class Cursor, class Tag> void transfer_tag(Cursor& c, Tag& to, const tag_context& level) {
    if (level.format == lod_format::p3dm) {
        transfer_number<scalar<u8>>(c, to.active, "tags[].active");
        transfer_text_until_nul(c, to.name, "tags[].name");
    } else {
        transfer_fixed_text<64>(c, to.name, "tags[].name");
    }
    constexpr std::uint32_t id = sizeof(u32<>);
    std::uint32_t size = number_of(to.data) - (to.counts_id ? 0 : id);
    transfer_number<u32<>>(c, size, "tags[].size");
    c.was(role::reference);
    if constexpr (!writing<Cursor>) {
        to.kind = kind_of_tag(to.name);
        // Measured: in two files the size of UV sets leaves out the id, which is there. Object Builder opens them.
        to.counts_id = to.kind != tag_kind::uv_set || size != std::uint64_t{level.corner_count} * sizeof(vec2<>);
    }
    transfer_elements<std::byte>(c, to.data, size + (to.counts_id ? 0 : id), "tags[].data");
}

// The data of a tag in the order of the file, by kind. `size`: of the data in bytes, which edges fill.
template <class Cursor>
EFFIGY_INLINE constexpr void read_tag_data(Cursor& c, tag_kind kind, std::uint64_t size, const tag_context& level) {
    switch (kind) {
    case tag_kind::selection:
    case tag_kind::selected:
    case tag_kind::lock:
    case tag_kind::hide:
        static_cast<void>(c.template array<u8>(level.point_count, "tags[].points"));
        static_cast<void>(c.template array<u8>(level.face_count, "tags[].faces"));
        break;
    case tag_kind::sharp_edges:
        static_cast<void>(c.template array<edge>(static_cast<std::uint32_t>(size / sizeof(edge)), "tags[].edges"));
        break;
    case tag_kind::mass: static_cast<void>(c.template array<f32<>>(level.point_count, "tags[].masses")); break;
    case tag_kind::property: static_cast<void>(c.template record<property_record>("tags[]")); break;
    case tag_kind::uv_set:
        static_cast<void>(c.template array<u32<>>(1, "tags[].id"));
        static_cast<void>(c.template array<vec2<>>(level.corner_count, "tags[].uvs"));
        break;
    case tag_kind::morph_frame:
        static_cast<void>(c.template array<f32<>>(1, "tags[].time"));
        static_cast<void>(c.template array<vec3<>>(level.point_count, "tags[].positions"));
        break;
    case tag_kind::material_index: static_cast<void>(c.template array<u32<>>(4, "tags[].materialIndex")); break;
    case tag_kind::end:
    case tag_kind::unknown: break;
    }
}

// Counts the bytes of what it would read.
struct size_counter {
    std::uint64_t size = 0;

    template <wire T> constexpr void array(std::uint64_t count, const char*) noexcept { size += count * sizeof(T); }
    template <wire T> constexpr void record(const char*) noexcept { size += sizeof(T); }
};
// Whether the data of a tag has the fields of its kind and nothing else.
[[nodiscard]] constexpr bool fits_kind(tag_kind kind, std::uint64_t size, const tag_context& level) noexcept {
    size_counter counted;
    read_tag_data(counted, kind, size, level);
    return counted.size == size || kind == tag_kind::unknown;
}

} // namespace impl

}}} // namespace effigy::v0::p3d
