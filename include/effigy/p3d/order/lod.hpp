// The order of a level of detail (LOD): its points, normals, faces, tags and its resolution.
#pragma once

#include <effigy/p3d/order/face.hpp>
#include <effigy/p3d/order/tag.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

// Facts about the file that reading a level needs.
struct lod_context {
    bool bare = false; // the file is one level without a container: it can end after its faces
};

namespace impl {

struct lod_fields {
    lod_format format = lod_format::p3dm;
    basic_lod_header<form::host> header{};   // in SP3D, version and flags are 0
    std::span<const std::byte> extra_header; // bytes of the header after its known fields
    array<point> points;                     // empty in SP3D
    array<vec3<>> positions;                 // of SP3D only
    array<vec3<>> normals;
    static constexpr ignored faces{}, tags{}; // a visitor sees them
    float resolution = 0;

    static constexpr std::uint32_t known_header_size = sizeof(text<4>) + sizeof(lod_header);
};

// What a walk through a level finds. Offsets in the file.
struct lod_walk {
    std::uint64_t offset = 0;
    std::uint64_t faces_offset = 0;
    std::uint64_t tags_offset = 0; // 0 if the level has no tags
    std::uint64_t end_offset = 0;
    std::uint32_t corner_count = 0;   // of all faces
    std::uint32_t triangle_count = 0; // the triangles that the faces are cut into
    std::uint32_t tag_count = 0;
    std::uint32_t tag_kinds = 0; // a bit for each kind that occurs in a tag of the right size
};

// A visitor of levels has these functions. Each is called when the fields of a part are known: before they are written,
// or after they are read without an error.
struct lod_visitor : lod_context {
    // The fields before the faces. `level`, `face` and `tag` are fields, or records of an owning model.
    static constexpr void begin(auto& /*cursor*/, const auto& /*level*/) noexcept {}
    static constexpr void face(auto& /*cursor*/, const auto& /*face*/) noexcept {}
    // After the faces.
    static constexpr void faces_end(auto& /*cursor*/, const auto& /*level*/, const lod_walk& /*so_far*/) noexcept {}
    static constexpr void tag(auto& /*cursor*/, const auto& /*tag*/, const tag_context& /*level*/) noexcept {}
    static constexpr void end(auto& /*cursor*/, const auto& /*level*/, const lod_walk& /*found*/) noexcept {}
};

[[nodiscard]] constexpr std::uint32_t bit_of(tag_kind kind) noexcept {
    return std::uint32_t{1} << (static_cast<std::uint32_t>(kind) & 31U); // an owning model may have any number
}

// The header of a level that is written. Of a level that is read: what it has so far.
template <class Lod> [[nodiscard]] constexpr basic_lod_header<form::host> header_of(const Lod& level) noexcept {
    if constexpr (requires { level.header; }) {
        return level.header;
    } else {
        return {.size = lod_fields::known_header_size + number_of(level.extra_header),
                .version = level.version,
                .point_count = number_of(level.points),
                .normal_count = number_of(level.normals),
                .face_count = number_of(level.faces),
                .flags = level.flags};
    }
}

// The points of SP3D. An owning model has them as points.
template <class Cursor> void transfer_positions(Cursor& c, lod_fields& to, std::uint32_t count, const char* path) {
    transfer_elements<vec3<>>(c, to.positions, count, path);
}

// The fields before the faces in the order of the file. `to`: lod_fields or owned_lod. Returns the header.
template <class Cursor, class Lod> basic_lod_header<form::host> transfer_start(Cursor& c, Lod& to) {
    text<4> magic{};
    name_of(to.format).copy(magic.chars, sizeof(magic.chars));
    transfer_record<text<4>>(c, magic, "magic");
    c.was(role::constant);
    lod_format format = to.format;
    for (const lod_format candidate : {lod_format::p3dm, lod_format::sp3x, lod_format::sp3d}) {
        format = magic == name_of(candidate) ? candidate : format;
    }
    if (magic != name_of(format)) {
        c.fail(errc::bad_magic, "magic", sizeof(magic), std::bit_cast<u32<form::little>>(magic), 0,
               "P3DM, SP3X or SP3D");
    }
    auto header = header_of(to);
    auto& [size, version, point_count, normal_count, face_count, flags] = header;
    if (format == lod_format::sp3d) {
        basic_sp3d_lod_header<form::host> stored{point_count, normal_count, face_count};
        transfer_record<sp3d_lod_header>(c, stored, "header");
        header = {.size = sizeof(magic) + sizeof(sp3d_lod_header),
                  .version = 0,
                  .point_count = stored.point_count,
                  .normal_count = stored.normal_count,
                  .face_count = stored.face_count,
                  .flags = 0};
        transfer_positions(c, to, point_count, "points");
    } else {
        transfer_record<lod_header>(c, header, "header");
        constexpr std::uint32_t known = lod_fields::known_header_size;
        if (size < known) {
            c.fail(errc::bad_value, "header.size", sizeof(lod_header), size, 0, "at least 28 bytes");
            return header;
        }
        transfer_elements<std::byte>(c, to.extra_header, size - known, "header");
        c.spare(size - known);
        transfer_elements<point>(c, to.points, point_count, "points");
    }
    transfer_elements<vec3<>>(c, to.normals, normal_count, "normals");
    if constexpr (!writing<Cursor>) {
        to.format = format;
        to.header = header;
    }
    return header;
}

template <class Cursor, class Lod, class Visitor, class Context>
void transfer_faces(Cursor& c, Lod& to, std::uint32_t count, Visitor& visitor, lod_walk& found, Context context) {
    const auto faces = parts_of<face_fields>(c, to.faces, count, "faces");
    std::uint64_t corners = 0;
    using local = std::conditional_t<writing<Cursor>, Cursor&, Cursor>; // a local one stays in registers
    local at = c;
    for (std::uint32_t i = 0; i < faces.size() && at.ok(); ++i) {
        at.enter(i);
        auto&& face = faces[i];
        if (visits_before(at)) {
            visitor.face(at, face);
        }
        corners += transfer_face(at, context, face);
        if (visits_after(at)) {
            visitor.face(at, face);
        }
        at.within(i);
    }
    if constexpr (!writing<Cursor>) {
        c = at;
    }
    found.corner_count = static_cast<std::uint32_t>(corners); // fits: at most four per face of 68 bytes or more
    // A face of n corners has n - 2 triangles.
    found.triangle_count = static_cast<std::uint32_t>(corners + context.missing_corners - std::uint64_t{2} * count);
}

template <class Cursor, class Lod, class Visitor>
void transfer_tags(Cursor& c, Lod& to, const tag_context& level, Visitor& visitor, lod_walk& found) {
    found.tags_offset = c.offset();
    c.magic("TAGG", "tags");
    const auto tags = parts_of<tag_fields>(c, to.tags, npos, "tags");
    for (bool ended = false; !ended && c.ok(); ++found.tag_count) {
        const std::uint32_t i = found.tag_count;
        c.enter(i);
        if (i < tags.size()) {
            auto&& tag = tags[i];
            if (visits_before(c)) {
                visitor.tag(c, tag, level);
            }
            transfer_tag(c, tag, level);
            if (visits_after(c)) {
                visitor.tag(c, tag, level);
            }
            ended = tag.kind == tag_kind::end;
            found.tag_kinds |= fits_kind(tag.kind, tag.data.size(), level) ? bit_of(tag.kind) : 0U;
        } else {
            c.fail(errc::bad_value, "tags", 0, i, 0, "#EndOfFile# as the last tag");
        }
        c.within(i);
    }
    transfer_number<f32<>>(c, to.resolution, "resolution");
}

// The fields of a level in the order of the file. `to`: lod_fields or owned_lod.
template <class Cursor, class Lod, class Visitor> lod_walk transfer_lod(Cursor& c, Lod& to, Visitor& visitor) {
    lod_walk found{.offset = c.offset()};
    if (visits_before(c)) {
        visitor.begin(c, to);
    }
    const basic_lod_header<form::host> header = transfer_start(c, to);
    if (visits_after(c)) {
        visitor.begin(c, to);
    }
    if constexpr (!writing<Cursor>) {
        const std::size_t field =
            to.format == lod_format::sp3d ? offsetof(sp3d_lod_header, face_count) : offsetof(lod_header, face_count);
        const record_count faces{.path = "faceCount",
                                 .offset = found.offset + sizeof(text<4>) + field,
                                 .number = header.face_count,
                                 .smallest = smallest_face(to.format)};
        faces.fits(c);
    }
    found.faces_offset = c.offset();
    if (to.format == lod_format::p3dm) {
        transfer_faces(c, to, header.face_count, visitor, found, p3dm_face_context{});
    } else {
        transfer_faces(c, to, header.face_count, visitor, found, face_context{to.format});
    }
    visitor.faces_end(c, to, found);
    const bool has_tags = [&] {
        if constexpr (writing<Cursor>) {
            return to.has_tags;
        } else {
            return !visitor.bare || c.left() != 0;
        }
    }();
    if (has_tags) {
        const tag_context level{to.format, header.point_count, header.face_count, found.corner_count};
        transfer_tags(c, to, level, visitor, found);
    }
    found.end_offset = c.offset();
    if (c.ok()) {
        visitor.end(c, to, found);
    }
    return found;
}

} // namespace impl

}}} // namespace effigy::v0::p3d
