// A level of detail (LOD).
#pragma once

#include <effigy/core/sequence.hpp>
#include <effigy/core/strided.hpp>
#include <effigy/p3d/order/lod.hpp>
#include <effigy/p3d/view/face.hpp>
#include <effigy/p3d/view/lod_kind.hpp>
#include <effigy/p3d/view/tag.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

// The caller's memory for model::index(), one entry per level: the result of a walk through its faces and tags.
struct lod_entry {
    std::uint32_t offset; // of the level in the file
    std::uint32_t faces_end;
    std::uint32_t face_count; // not read from the file again: changed bytes could claim any number
    std::uint32_t tag_count;
    std::uint32_t corner_count; // of all faces
    std::uint32_t triangle_count;
    std::uint32_t tag_kinds; // a bit for each kind that occurs in a tag of the right size
    std::uint32_t end;
};

// One level; false if there is none. Nothing is copied: iterating over faces and tags reads them from the file.
class lod {
public:
    using face_range = sequence<p3d::face, face_context>;
    using tag_range = sequence<p3d::tag, tag_context>;
    using corner_range = corners_of_faces<corner>;
    using triangle_range = corners_of_faces<triangle>;
    using selection_range = tags_of_kind<tag_kind::selection>;
    using property_range = tags_of_kind<tag_kind::property>;
    using uv_set_range = tags_of_kind<tag_kind::uv_set>;
    using morph_frame_range = tags_of_kind<tag_kind::morph_frame>;

    constexpr lod() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return fields_.header.size != 0; }

    // ---- purpose ---------------------------------------------------------------------------------------------------

    [[nodiscard]] constexpr float resolution() const noexcept { return fields_.resolution; }
    [[nodiscard]] constexpr lod_kind kind() const noexcept { return meaning_of(fields_.resolution).kind; }
    // The number within the kind: 1 for resolution 10001.
    [[nodiscard]] constexpr std::uint32_t number() const noexcept { return meaning_of(fields_.resolution).number; }

    // ---- points and faces ------------------------------------------------------------------------------------------

    // Positions. Points, normals and corners have separate indices.
    [[nodiscard]] constexpr strided<vec3<>> points() const noexcept { return points_; }
    // The points with their flags; empty in SP3D.
    [[nodiscard]] constexpr array<point> point_records() const noexcept { return fields_.points; }
    // Normals point inward. A level can have faces and no normals.
    [[nodiscard]] constexpr array<vec3<>> normals() const noexcept { return fields_.normals; }
    // The faces in file order: each face is found through the one before it. faces().index(memory) finds faces by
    // number.
    [[nodiscard]] constexpr face_range faces() const noexcept {
        return impl::access::make<face_range>(file_, faces_offset(), fields_.header.face_count, face_context{format()});
    }
    // The used corners of all faces, in file order. Indices of points and normals can be out of range: use at().
    [[nodiscard]] constexpr corner_range corners() const noexcept {
        return impl::access::make<corner_range>(file_, faces_offset(), fields_.header.face_count, format(),
                                                walk_.corner_count);
    }
    [[nodiscard]] constexpr std::uint32_t corner_count() const noexcept { return walk_.corner_count; }
    // The triangles that the faces are cut into. A face of fewer than three corners has none.
    [[nodiscard]] constexpr triangle_range triangles() const noexcept {
        return impl::access::make<triangle_range>(file_, faces_offset(), fields_.header.face_count, format(),
                                                  walk_.triangle_count);
    }
    [[nodiscard]] constexpr std::uint32_t triangle_count() const noexcept { return walk_.triangle_count; }

    // ---- tags ------------------------------------------------------------------------------------------------------

    // All tags, including "#EndOfFile#".
    [[nodiscard]] constexpr tag_range tags() const noexcept {
        return impl::access::make<tag_range>(file_, first_tag(), walk_.tag_count, tag_context_of());
    }
    // Named selections, including proxies.
    [[nodiscard]] constexpr selection_range selections() const noexcept { return of_kind<tag_kind::selection>(); }
    // The first selection with this name, ignoring case as the engine does; empty if there is none.
    template <class = when_used> [[nodiscard]] p3d::selection selection(std::string_view name) const noexcept {
        return named(selections(), name);
    }
    [[nodiscard]] constexpr property_range properties() const noexcept { return of_kind<tag_kind::property>(); }
    // The first property with this name, ignoring case; empty if there is none.
    template <class = when_used> [[nodiscard]] p3d::property property(std::string_view name) const noexcept {
        return named(properties(), name);
    }
    // The UV sets. Set 0 repeats the corners' own texture coordinates (measured).
    [[nodiscard]] constexpr uv_set_range uv_sets() const noexcept { return of_kind<tag_kind::uv_set>(); }
    // The frames of the point cache, in file order; their times increase (measured).
    [[nodiscard]] constexpr morph_frame_range morph_frames() const noexcept { return of_kind<tag_kind::morph_frame>(); }
    // Masses in kg, one per point, from the first #Mass# tag with a value for each point; empty if there is none.
    template <class = when_used> [[nodiscard]] array<f32<>> masses() const noexcept {
        if (has(tag_kind::mass)) {
            for (const p3d::tag& tag : tags()) {
                if (const array<f32<>> found = tag.masses(); !found.empty()) {
                    return found;
                }
            }
        }
        return {};
    }

    // ---- layout in the file ----------------------------------------------------------------------------------------

    [[nodiscard]] constexpr lod_format format() const noexcept { return fields_.format; }
    [[nodiscard]] constexpr std::uint32_t version() const noexcept { return fields_.header.version; } // 0 in SP3D
    [[nodiscard]] constexpr std::uint32_t flags() const noexcept { return fields_.header.flags; }
    [[nodiscard]] constexpr std::uint32_t header_size() const noexcept { return fields_.header.size; } // 28; 16 in SP3D
    // The bytes of the header after its known fields; empty in all files measured.
    [[nodiscard]] constexpr std::span<const std::byte> extra_header() const noexcept { return fields_.extra_header; }
    // Whether the level has tags and a resolution. Only a bare level can have none: its file ends after the faces.
    [[nodiscard]] constexpr bool has_tags() const noexcept { return walk_.tag_count != 0; }
    [[nodiscard]] constexpr std::uint64_t offset() const noexcept { return walk_.offset; } // of the magic
    [[nodiscard]] constexpr std::uint64_t faces_offset() const noexcept { return walk_.faces_offset; }
    [[nodiscard]] constexpr std::uint64_t tags_offset() const noexcept { return walk_.tags_offset; } // of "TAGG", or 0
    // After the resolution.
    [[nodiscard]] constexpr std::uint64_t end_offset() const noexcept { return walk_.end_offset; }

private:
    friend struct impl::access;
    friend class model; // its index calls entry()

    lod(byte_view file, const impl::lod_fields& fields, const impl::lod_walk& walk) noexcept
        : file_(file), fields_(fields), walk_(walk),
          points_(fields.format == lod_format::sp3d ? strided{fields.positions}
                                                    : strided{fields.points}.template field<vec3<>>(0)) {}

    [[nodiscard]] static lod read(cursor& c, const lod_context& context) noexcept {
        impl::lod_fields fields;
        impl::lod_visitor visitor{context};
        const impl::lod_walk walk = impl::transfer_lod(c, fields, visitor);
        return {c.bytes(), fields, walk};
    }
    // Reads a level without walking: `known` is the result of an earlier walk.
    [[nodiscard]] static lod read(cursor& c, const lod_entry& known) noexcept {
        impl::lod_fields fields;
        impl::lod_walk walk{.offset = c.offset()};
        static_cast<void>(impl::transfer_start(c, fields));
        fields.header.face_count = known.face_count;
        walk.faces_offset = c.offset();
        walk.corner_count = known.corner_count;
        walk.triangle_count = known.triangle_count;
        walk.end_offset = known.end;
        if (known.tag_count != 0) {
            walk.tags_offset = known.faces_end;
            walk.tag_count = known.tag_count;
            walk.tag_kinds = known.tag_kinds;
            fields.resolution = c.bytes().value_at<f32<>>(known.end - sizeof(f32<>));
        }
        return {c.bytes(), fields, walk};
    }

    [[nodiscard]] constexpr lod_entry entry() const noexcept {
        const auto narrow = [](std::uint64_t offset) { return static_cast<std::uint32_t>(offset); };
        return {.offset = narrow(walk_.offset),
                .faces_end = narrow(walk_.tags_offset),
                .face_count = fields_.header.face_count,
                .tag_count = walk_.tag_count,
                .corner_count = walk_.corner_count,
                .triangle_count = walk_.triangle_count,
                .tag_kinds = walk_.tag_kinds,
                .end = narrow(walk_.end_offset)};
    }

    [[nodiscard]] constexpr bool has(tag_kind kind) const noexcept {
        return (walk_.tag_kinds & impl::bit_of(kind)) != 0;
    }
    [[nodiscard]] constexpr std::uint64_t first_tag() const noexcept { return walk_.tags_offset + sizeof(text<4>); }
    [[nodiscard]] constexpr tag_context tag_context_of() const noexcept {
        return {fields_.format, fields_.header.point_count, fields_.header.face_count, walk_.corner_count};
    }
    template <tag_kind Kind> [[nodiscard]] constexpr tags_of_kind<Kind> of_kind() const noexcept {
        return impl::access::make<tags_of_kind<Kind>>(file_, first_tag(), walk_.tag_count, tag_context_of(), has(Kind));
    }
    template <class Range> [[nodiscard]] static typename Range::value_type named(const Range& all,
                                                                                 std::string_view name) noexcept {
        for (const auto& candidate : all) {
            if (compare_any_case(candidate.name(), name) == 0) {
                return candidate;
            }
        }
        return {};
    }

    byte_view file_;
    impl::lod_fields fields_;
    impl::lod_walk walk_;
    strided<vec3<>> points_; // in the fields' points or positions
};

}}} // namespace effigy::v0::p3d
