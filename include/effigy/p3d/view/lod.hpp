// A level of detail (LOD).
#pragma once

#include <effigy/p3d/view/face.hpp>
#include <effigy/p3d/view/lod_kind.hpp>
#include <effigy/p3d/view/tag.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

// Facts about the file that reading a level needs. A derived context can have callbacks: begin(level) after points and
// normals are read, face(face), tag(cursor, tag), and end(level) after the whole level is read. The context of a
// writing cursor gives what is written: start(cursor), face(cursor, i), ends_after_faces(cursor, level), tag(cursor,
// context, i) and resolution().
struct lod_context {
    bool bare = false; // the file is one level without a container: it can end after its faces
};

namespace impl {

// What a level has before its faces. The lists are those of a file or of an owned model. The header is also that of
// SP3D.
template <class Points, class Positions, class Normals> struct lod_start {
    lod_format format = lod_format::p3dm;
    basic_lod_header<form::host> header{};
    std::span<const std::byte> extra_header; // bytes of the header after its known fields
    Points points{};                         // empty in SP3D
    Positions positions{};                   // of SP3D only
    Normals normals{};

    static constexpr std::uint32_t known_size = sizeof(text<4>) + sizeof(lod_header);
};

// The fields before the faces in file order: reads them from a file, or writes them to one.
template <class Cursor, class Start> void transfer_start(Cursor& c, Start& of) {
    text<4> magic{};
    name_of(of.format).copy(magic.chars, sizeof(magic.chars));
    transfer_record<text<4>>(c, magic, "magic");
    c.was(role::constant);
    for (const lod_format format : {lod_format::p3dm, lod_format::sp3x, lod_format::sp3d}) {
        of.format = magic == name_of(format) ? format : of.format;
    }
    if (magic != name_of(of.format)) {
        c.fail(errc::bad_magic, "magic", sizeof(magic), std::bit_cast<u32<form::little>>(magic), 0,
               "P3DM, SP3X or SP3D");
    }
    auto& [size, version, point_count, normal_count, face_count, flags] = of.header;
    if (of.format == lod_format::sp3d) {
        basic_sp3d_lod_header<form::host> header{point_count, normal_count, face_count};
        transfer_record<sp3d_lod_header>(c, header, "header");
        of.header = {.size = sizeof(magic) + sizeof(sp3d_lod_header),
                     .version = 0,
                     .point_count = header.point_count,
                     .normal_count = header.normal_count,
                     .face_count = header.face_count,
                     .flags = 0};
        transfer_elements<vec3<>>(c, of.positions, point_count, "points");
    } else {
        transfer_record<lod_header>(c, of.header, "header");
        if (size < of.known_size) {
            c.fail(errc::bad_value, "header.size", sizeof(lod_header), size, 0, "at least 28 bytes");
            return;
        }
        transfer_elements<std::byte>(c, of.extra_header, size - of.known_size, "header");
        c.spare(size - of.known_size);
        transfer_elements<point>(c, of.points, point_count, "points");
    }
    transfer_elements<vec3<>>(c, of.normals, normal_count, "normals");
}

} // namespace impl

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

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return header_size_ != 0; }

    // ---- purpose ---------------------------------------------------------------------------------------------------

    [[nodiscard]] constexpr float resolution() const noexcept { return resolution_; }
    [[nodiscard]] constexpr lod_kind kind() const noexcept { return meaning_of(resolution_).kind; }
    // The number within the kind: 1 for resolution 10001.
    [[nodiscard]] constexpr std::uint32_t number() const noexcept { return meaning_of(resolution_).number; }

    // ---- points and faces ------------------------------------------------------------------------------------------

    // Positions. Points, normals and corners have separate indices.
    [[nodiscard]] constexpr strided<vec3<>> points() const noexcept { return points_; }
    // The points with their flags; empty in SP3D.
    [[nodiscard]] array<point> point_records() const noexcept {
        return format_ != lod_format::sp3d ? file_.array_at<point>(offset_ + header_size_, point_count_)
                                           : array<point>{};
    }
    // Normals point inward. A level can have faces and no normals.
    [[nodiscard]] constexpr array<vec3<>> normals() const noexcept { return normals_; }
    // The faces in file order: each face is found through the one before it. faces().index(memory) finds faces by
    // number.
    [[nodiscard]] constexpr face_range faces() const noexcept {
        return impl::access::make<face_range>(file_, faces_offset_, face_count_, face_context{format_});
    }
    // The used corners of all faces, in file order. Indices of points and normals can be out of range: use at().
    [[nodiscard]] constexpr corner_range corners() const noexcept {
        return impl::access::make<corner_range>(file_, faces_offset_, face_count_, format_, corner_count_);
    }
    [[nodiscard]] constexpr std::uint32_t corner_count() const noexcept { return corner_count_; }
    // The triangles that the faces are cut into. A face of fewer than three corners has none.
    [[nodiscard]] constexpr triangle_range triangles() const noexcept {
        return impl::access::make<triangle_range>(file_, faces_offset_, face_count_, format_, triangle_count_);
    }
    [[nodiscard]] constexpr std::uint32_t triangle_count() const noexcept { return triangle_count_; }

    // ---- tags ------------------------------------------------------------------------------------------------------

    // All tags, including "#EndOfFile#".
    [[nodiscard]] constexpr tag_range tags() const noexcept {
        return impl::access::make<tag_range>(file_, first_tag(), tag_count_, tag_context_of());
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

    [[nodiscard]] constexpr lod_format format() const noexcept { return format_; }
    [[nodiscard]] constexpr std::uint32_t version() const noexcept { return version_; } // 0 in SP3D
    [[nodiscard]] constexpr std::uint32_t flags() const noexcept { return flags_; }
    [[nodiscard]] constexpr std::uint32_t header_size() const noexcept { return header_size_; } // 28; 16 in SP3D
    // The bytes of the header after its known fields; empty in all files measured.
    [[nodiscard]] constexpr std::span<const std::byte> extra_header() const noexcept {
        constexpr std::uint32_t known = stored_start::known_size;
        return format_ != lod_format::sp3d && header_size_ > known
                   ? file_.bytes_at(offset_ + known, header_size_ - known)
                   : std::span<const std::byte>{};
    }
    // Whether the level has tags and a resolution. Only a bare level can have none: its file ends after the faces.
    [[nodiscard]] constexpr bool has_tags() const noexcept { return tag_count_ != 0; }
    [[nodiscard]] constexpr std::uint64_t offset() const noexcept { return offset_; } // of the magic
    [[nodiscard]] constexpr std::uint64_t faces_offset() const noexcept { return faces_offset_; }
    [[nodiscard]] constexpr std::uint64_t tags_offset() const noexcept { return tags_offset_; } // of "TAGG", or 0
    [[nodiscard]] constexpr std::uint64_t end_offset() const noexcept { return end_offset_; }   // after the resolution

private:
    friend struct impl::access;
    friend class model; // its index calls entry()
    using stored_start = impl::lod_start<array<point>, array<vec3<>>, array<vec3<>>>;

    template <class Cursor, class Context> [[nodiscard]] static lod read(Cursor& c, Context& context) {
        lod out = read_start(c, context);
        if constexpr (requires { context.begin(out); }) {
            if (c.ok()) {
                context.begin(out);
            }
        }
        if (out.format_ == lod_format::p3dm) {
            out.walk_faces(c, context, p3dm_face_context{});
        } else {
            out.walk_faces(c, context, face_context{out.format_});
        }
        if (out.ends_after_faces(c, context)) {
            out.end_offset_ = c.offset();
        } else {
            out.walk_tags(c, context);
        }
        if constexpr (requires { context.end(out); }) {
            if (c.ok()) {
                context.end(out);
            }
        }
        return out;
    }
    // Reads a level without walking: `known` is the result of an earlier walk.
    [[nodiscard]] static lod read(cursor& c, const lod_entry& known) noexcept {
        lod out = read_start(c, known);
        out.faces_offset_ = c.offset();
        out.face_count_ = known.face_count;
        out.corner_count_ = known.corner_count;
        out.triangle_count_ = known.triangle_count;
        out.end_offset_ = known.end;
        if (known.tag_count != 0) {
            out.tags_offset_ = known.faces_end;
            out.tag_count_ = known.tag_count;
            out.tag_kinds_ = known.tag_kinds;
            out.resolution_ = c.bytes().value_at<f32<>>(known.end - sizeof(f32<>));
        }
        return out;
    }

    template <class Cursor, class Context> [[nodiscard]] static lod read_start(Cursor& c, Context& context) {
        lod out;
        out.offset_ = c.offset();
        auto start = [&] {
            if constexpr (impl::writing<Cursor>) {
                return context.start(c);
            } else {
                return stored_start{};
            }
        }();
        impl::transfer_start(c, start);
        out.format_ = start.format;
        out.header_size_ = start.header.size;
        out.version_ = start.header.version;
        out.flags_ = start.header.flags;
        out.point_count_ = start.header.point_count;
        out.face_count_ = start.header.face_count;
        if constexpr (!impl::writing<Cursor>) {
            out.file_ = c.bytes();
            out.points_ = start.format == lod_format::sp3d ? strided{start.positions}
                                                           : strided{start.points}.template field<vec3<>>(0);
            out.normals_ = start.normals;
        }
        return out;
    }
    template <class Cursor, class Context>
    [[nodiscard]] bool ends_after_faces(Cursor& c, const Context& context) const noexcept {
        if constexpr (impl::writing<Cursor>) {
            return context.ends_after_faces(c, *this);
        } else {
            return context.bare && c.left() == 0;
        }
    }

    [[nodiscard]] constexpr lod_entry entry() const noexcept {
        const auto narrow = [](std::uint64_t offset) { return static_cast<std::uint32_t>(offset); };
        return {.offset = narrow(offset_),
                .faces_end = narrow(tags_offset_),
                .face_count = face_count_,
                .tag_count = tag_count_,
                .corner_count = corner_count_,
                .triangle_count = triangle_count_,
                .tag_kinds = tag_kinds_,
                .end = narrow(end_offset_)};
    }

    template <class Cursor, class Context, class FaceContext>
    void walk_faces(Cursor& c, Context& reader, FaceContext context) {
        if constexpr (!impl::writing<Cursor>) {
            face_count_in_file().fits(c);
        }
        faces_offset_ = c.offset();
        std::uint64_t corners = 0;
        using local = std::conditional_t<impl::writing<Cursor>, Cursor&, Cursor>; // a local one stays in registers
        local faces = c;
        for (std::uint32_t i = 0; i < face_count_ && faces.ok(); ++i) {
            faces.enter(i);
            const auto face = read_face(faces, reader, context, i);
            corners += face.corners().size();
            if constexpr (requires { reader.face(face); }) {
                if (face) {
                    reader.face(face);
                }
            }
            faces.within(i);
        }
        if constexpr (!impl::writing<Cursor>) {
            c = faces;
        }
        corner_count_ = static_cast<std::uint32_t>(corners); // fits: at most four per face of 68 bytes or more
        // A face of n corners has n - 2 triangles.
        triangle_count_ =
            static_cast<std::uint32_t>(corners + context.missing_corners - std::uint64_t{2} * face_count_);
    }
    template <class Cursor, class Context, class FaceContext>
    [[nodiscard]] EFFIGY_INLINE static p3d::face read_face(Cursor& c, [[maybe_unused]] Context& source,
                                                           FaceContext& context, [[maybe_unused]] std::uint32_t i) {
        if constexpr (impl::writing<Cursor>) {
            p3d::face given = source.face(c, i);
            p3d::face::transfer(c, context, given);
            return given;
        } else {
            return impl::access::read<p3d::face>(c, context);
        }
    }
    template <class Cursor, class Context>
    [[nodiscard]] static p3d::tag read_tag(Cursor& c, [[maybe_unused]] Context& source, const tag_context& context,
                                           [[maybe_unused]] std::uint32_t i) {
        if constexpr (impl::writing<Cursor>) {
            p3d::tag given = source.tag(c, context, i);
            p3d::tag::transfer(c, given);
            return given;
        } else {
            return impl::access::read<p3d::tag>(c, context);
        }
    }
    [[nodiscard]] impl::record_count face_count_in_file() const noexcept {
        const std::size_t in_header =
            format_ == lod_format::sp3d ? offsetof(sp3d_lod_header, face_count) : offsetof(lod_header, face_count);
        return {.path = "faceCount",
                .offset = offset_ + sizeof(text<4>) + in_header,
                .number = face_count_,
                .smallest = impl::smallest_face(format_)};
    }
    template <class Cursor, class Context> void walk_tags(Cursor& c, Context& reader) {
        tags_offset_ = c.offset();
        c.magic("TAGG", "tags");
        const tag_context context = tag_context_of();
        for (bool ended = false; !ended && c.ok(); ++tag_count_) {
            c.enter(tag_count_);
            const auto tag = read_tag(c, reader, context, tag_count_);
            if constexpr (requires { reader.tag(c, tag); }) {
                if (c.ok()) {
                    reader.tag(c, tag);
                }
            }
            ended = tag.kind() == tag_kind::end;
            tag_kinds_ |= tag.has_right_size() ? bit_of(tag.kind()) : 0U;
            c.within(tag_count_);
        }
        if constexpr (impl::writing<Cursor>) {
            resolution_ = reader.resolution();
        }
        impl::transfer_number<f32<>>(c, resolution_, "resolution");
        end_offset_ = c.offset();
    }

    [[nodiscard]] static constexpr std::uint32_t bit_of(tag_kind kind) noexcept {
        return std::uint32_t{1} << static_cast<std::uint32_t>(kind);
    }
    [[nodiscard]] constexpr bool has(tag_kind kind) const noexcept { return (tag_kinds_ & bit_of(kind)) != 0; }
    [[nodiscard]] constexpr std::uint64_t first_tag() const noexcept { return tags_offset_ + sizeof(text<4>); }
    [[nodiscard]] constexpr tag_context tag_context_of() const noexcept {
        return {format_, point_count_, face_count_, corner_count_};
    }
    template <tag_kind Kind> [[nodiscard]] constexpr tags_of_kind<Kind> of_kind() const noexcept {
        return impl::access::make<tags_of_kind<Kind>>(file_, first_tag(), tag_count_, tag_context_of(), has(Kind));
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
    std::uint64_t offset_ = 0, faces_offset_ = 0, tags_offset_ = 0, end_offset_ = 0;
    strided<vec3<>> points_;
    array<vec3<>> normals_;
    std::uint32_t header_size_ = 0, version_ = 0, flags_ = 0;
    std::uint32_t point_count_ = 0, face_count_ = 0, corner_count_ = 0, triangle_count_ = 0;
    std::uint32_t tag_count_ = 0, tag_kinds_ = 0;
    float resolution_ = 0;
    lod_format format_ = lod_format::p3dm;
};

}}} // namespace effigy::v0::p3d
