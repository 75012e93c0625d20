// A level of detail (LOD).
#pragma once

#include <effigy/p3d/view/face.hpp>
#include <effigy/p3d/view/tag.hpp>

namespace effigy::inline v0::p3d {

struct lod_context {
    bool bare = false; // the file is one level without a container: its tags may be missing
};

// Caller-owned memory of basic_model::index(), one a level: what a walk through its faces and tags found.
struct lod_entry {
    std::uint32_t offset; // of the level in the file
    std::uint32_t faces_end;
    std::uint32_t tag_count;
    std::uint32_t corner_count; // of all faces
    std::uint32_t end;
};

// One level. Nothing of it is copied: faces and tags are read as one walks through them.
template <endian E> struct basic_lod {
    using faces_type = sequence<basic_face<E>, face_context>;
    using tags_type = sequence<basic_tag<E>, tag_context>;

    lod_format format = lod_format::p3dm;
    std::uint64_t offset = 0;      // of the magic in the file
    std::uint64_t end = 0;         // behind the resolution
    std::uint32_t header_size = 0; // 28; SP3D 16
    std::uint32_t version = 0;
    std::uint32_t flags = 0;
    std::span<const std::byte> skipped;     // what the header has behind its known fields; nothing in any file
    strided<vec3<E>> positions;             // one a point
    std::span<const basic_point<E>> points; // positions with flags; empty in SP3D
    std::span<const vec3<E>> normals;       // point inward; a level may have faces and no normals
    std::uint64_t faces_offset = 0;         // of the first face in the file
    faces_type faces;
    std::uint32_t corner_count = 0; // of all faces
    bool has_tags = false;          // false only at the end of a file that is one bare level
    std::uint64_t tags_offset = 0;  // of "TAGG"
    tags_type tags;                 // with "#EndOfFile#", in file order
    float resolution = 0;           // which kind of level it is, see lod_kind_of() in sample.hpp

    // In bytes: an SP3D level of nothing, the magic of its tags and its resolution.
    static constexpr std::uint64_t smallest = 2 * sizeof(text<4>) + sizeof(basic_demo_lod_header<E>) + sizeof(f32<E>);

    [[nodiscard]] static basic_lod read(impl::cursor& c, lod_context& context) noexcept {
        basic_lod out = read_start(c);
        out.face_count(c.bytes()).fits(c);
        const std::uint64_t first_face = c.offset();
        std::uint64_t corners = 0;
        impl::cursor faces = c; // a local one stays in registers
        face_context of_faces{out.format};
        for (std::uint32_t i = 0; i < out.face_count_ && faces.ok(); ++i) {
            corners += basic_face<E>::read(faces, of_faces).corners.size();
            faces.within(i);
        }
        c = faces;
        out.set_faces(c.bytes(), first_face, corners);
        if (context.bare && c.left() == 0) {
            out.end = c.bytes().base() + c.offset();
            return out;
        }
        out.tags_offset = c.bytes().base() + c.offset();
        c.magic("TAGG", "tags");
        const std::uint64_t first_tag = c.offset();
        std::uint32_t count = 0;
        tag_context of_tags = out.of_tags();
        for (bool ended = false; !ended && c.ok(); ++count) {
            ended = basic_tag<E>::read(c, of_tags).kind == tag_kind::end;
            c.within(count);
        }
        out.set_tags(c, first_tag, count);
        return out;
    }

    // The same without the walk, from what it found before.
    [[nodiscard]] static basic_lod read(impl::cursor& c, const lod_entry& known) noexcept {
        basic_lod out = read_start(c);
        out.set_faces(c.bytes(), c.offset(), known.corner_count);
        if (known.tag_count == 0) {
            out.end = known.end;
            return out;
        }
        out.tags_offset = known.faces_end;
        impl::cursor last{c.bytes(), known.end - sizeof(f32<E>)};
        out.set_tags(last, std::uint64_t{known.faces_end} + 4, known.tag_count);
        return out;
    }

private:
    [[nodiscard]] static basic_lod read_start(impl::cursor& c) noexcept {
        basic_lod out;
        out.offset = c.bytes().base() + c.offset();
        const text<4> magic = c.value<text<4>>("magic");
        std::uint32_t point_count = 0;
        std::uint32_t normal_count = 0;
        if (magic == "SP3D") {
            out.format = lod_format::sp3d;
            out.header_size = sizeof(magic) + sizeof(basic_demo_lod_header<E>);
            if (const auto* const header = c.record<basic_demo_lod_header<E>>("header")) {
                point_count = read_once(header->point_count);
                normal_count = read_once(header->normal_count);
                out.face_count_ = read_once(header->face_count);
            }
        } else if (magic == "P3DM" || magic == "SP3X") {
            out.format = magic == "P3DM" ? lod_format::p3dm : lod_format::sp3x;
            if (const auto* const header = c.record<basic_lod_header<E>>("header")) {
                out.header_size = read_once(header->size);
                out.version = read_once(header->version);
                out.flags = read_once(header->flags);
                point_count = read_once(header->point_count);
                normal_count = read_once(header->normal_count);
                out.face_count_ = read_once(header->face_count);
                constexpr std::uint32_t least = sizeof(magic) + sizeof(*header);
                if (out.header_size < least) {
                    c.fail(errc::bad_value, "header.size", sizeof(*header), out.header_size, 0, "at least 28 bytes");
                } else {
                    out.skipped = c.take(out.header_size - least, "header");
                }
            }
        } else if (c.ok()) {
            c.fail(errc::bad_magic, "magic", sizeof(magic), std::bit_cast<u32<endian::little>>(magic), 0,
                   "P3DM, SP3X or SP3D");
        }
        if (out.format == lod_format::sp3d) {
            out.positions = strided{c.array<vec3<E>>(point_count, "points")};
        } else {
            out.points = c.array<basic_point<E>>(point_count, "points");
            out.positions = strided{out.points}.template field<vec3<E>>(0);
        }
        out.normals = c.array<vec3<E>>(normal_count, "normals");
        return out;
    }
    [[nodiscard]] impl::record_count face_count(window file) const noexcept {
        const std::size_t in_header = format == lod_format::sp3d ? offsetof(basic_demo_lod_header<E>, face_count)
                                                                 : offsetof(basic_lod_header<E>, face_count);
        return {.path = "faceCount",
                .offset = offset - file.base() + sizeof(text<4>) + in_header,
                .number = face_count_,
                .smallest = basic_face<E>::smallest(format)};
    }
    void set_faces(window file, std::uint64_t first, std::uint64_t corners) noexcept {
        faces_offset = file.base() + first;
        faces = impl::access::make<faces_type>(file, first, face_count_, face_context{format});
        corner_count = static_cast<std::uint32_t>(corners); // at most four for each face of 68 bytes or more
    }
    void set_tags(impl::cursor& c, std::uint64_t first, std::uint32_t count) noexcept {
        has_tags = true;
        tags = impl::access::make<tags_type>(c.bytes(), first, count, of_tags());
        resolution = c.value<f32<E>>("resolution");
        end = c.bytes().base() + c.offset();
    }
    [[nodiscard]] tag_context of_tags() const noexcept {
        return {format, static_cast<std::uint32_t>(positions.size()), face_count_, corner_count};
    }

    std::uint32_t face_count_ = 0;
};

} // namespace effigy::inline v0::p3d
