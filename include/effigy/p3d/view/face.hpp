// Faces of a level, their corners and their triangles.
#pragma once

#include <effigy/core/impl/nul_search.hpp>
#include <effigy/core/impl/transfer.hpp>
#include <effigy/core/sequence.hpp>
#include <effigy/p3d/records.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

// State of a walk through the faces of a level.
struct face_context : impl::nul_pair_search {
    constexpr face_context() = default;
    constexpr explicit face_context(lod_format of) noexcept : format(of) {}

    lod_format format = lod_format::p3dm;
    std::uint32_t missing_corners = 0; // sum of 2 - n over the faces read with n < 2 corners
};
// Like face_context, but for P3DM only, the format of nearly all levels. The loop over the faces does not test the
// format.
struct p3dm_face_context : impl::nul_pair_search {
    static constexpr lod_format format = lod_format::p3dm;
    std::uint32_t missing_corners = 0;
};

namespace impl {

using namespace effigy::impl;

// A text field of N bytes. Bytes after the first NUL are junk.
template <std::size_t N, class Cursor>
EFFIGY_INLINE void transfer_fixed_text(Cursor& c, std::string_view& to, const char* path) {
    if constexpr (writing<Cursor>) {
        c.template put_fixed_text<N>(to, path);
    } else {
        const auto* const stored = c.template record<text<N>>(path);
        to = stored != nullptr ? stored->view() : std::string_view{};
        c.spare(N - to.size() > 1 ? N - to.size() - 1 : 0); // after the NUL
    }
}
template <class Cursor> EFFIGY_INLINE void transfer_text_until_nul(Cursor& c, std::string_view& to, const char* path) {
    if constexpr (writing<Cursor>) {
        c.put_text_and_nul(to, path);
    } else {
        to = c.text_until_nul(path);
    }
}
// Two texts, each with its NUL.
template <class Cursor, class Search>
EFFIGY_INLINE void transfer_text_pair(Cursor& c, Search& search, std::string_view& first, std::string_view& second,
                                      const char* path, const char* path_of_second) {
    if constexpr (writing<Cursor>) {
        c.put_text_and_nul(first, path);
        c.put_text_and_nul(second, path_of_second);
    } else {
        c.text_pair(search, first, second, path, path_of_second);
    }
}
// The elements of a list whose count comes before it.
template <wire T, class Cursor, class List>
EFFIGY_INLINE void transfer_elements(Cursor& c, List& to, std::uint32_t count, const char* path) {
    if constexpr (writing<Cursor>) {
        c.template put_each<T>(to, path);
    } else if constexpr (std::is_same_v<T, std::byte>) {
        to = c.take(count, path);
    } else {
        to = c.template array<T>(count, path);
    }
}

// Returns the smallest size of a face, in bytes.
[[nodiscard]] constexpr std::uint32_t smallest_face(lod_format format) noexcept {
    constexpr std::uint32_t corners = sizeof(face_corners);
    constexpr std::uint32_t flags = sizeof(u32<>);
    constexpr std::uint32_t name = sizeof(text<32>);
    return format == lod_format::p3dm   ? corners + flags + 2 // the NULs of two texts
           : format == lod_format::sp3x ? name + corners + flags
                                        : name + corners;
}

} // namespace impl

// A triangle or a quad; one file has faces of two corners. Stored normals and fronts of faces point inward.
class face {
public:
    using corner_type = p3d::corner;

    constexpr face() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return stored_ != nullptr; }
    // The used corners.
    [[nodiscard]] constexpr array<corner_type> corners() const noexcept {
        return stored_ != nullptr ? array<corner_type>{stored_->corner, count_} : array<corner_type>{};
    }
    // The unused slots. Their content is meaningless.
    [[nodiscard]] constexpr array<corner_type> unused() const noexcept { return slots().part(count_, 4U - count_); }
    [[nodiscard]] constexpr std::uint32_t flags() const noexcept { return flags_; } // face_flags; 0 in SP3D
    // All four slots: corners(), then unused().
    [[nodiscard]] constexpr array<corner_type> slots() const noexcept {
        return stored_ != nullptr ? array<corner_type>{stored_->corner, 4} : array<corner_type>{};
    }
    // A path with backslashes, or "#(argb,8,8,3)color(..)"; often empty.
    [[nodiscard]] constexpr std::string_view texture() const noexcept { return texture_; }
    // A path; empty in SP3X and SP3D.
    [[nodiscard]] constexpr std::string_view material() const noexcept { return material_; }

private:
    friend struct impl::access;
    friend class lod; // which writes faces
    constexpr face(const face_corners* stored, std::uint32_t flags, std::string_view texture,
                   std::string_view material) noexcept
        : stored_(stored), flags_(flags), texture_(texture), material_(material) {}
    template <class Cursor, class Context>
    [[nodiscard]] EFFIGY_INLINE static face read(Cursor& c, Context& context) noexcept {
        face out;
        transfer(c, context, out);
        return out;
    }
    // The fields of a face in file order: reads them from a file, or writes them to one.
    template <class Cursor, class Context>
    EFFIGY_INLINE static void transfer(Cursor& c, Context& context, face& of) noexcept(!impl::writing<Cursor>) {
        const bool fixed = context.format != lod_format::p3dm;
        if (fixed) {
            impl::transfer_fixed_text<32>(c, of.texture_, "faces[].texture");
        }
        impl::transfer_record<face_corners>(c, of.stored_, "faces[]");
        if (of.stored_ == nullptr) {
            return;
        }
        const std::uint32_t count = of.stored_->count;
        if (count - 3 > 1) [[unlikely]] { // neither a triangle nor a quad
            if (count > 4) {
                c.fail(errc::bad_value, "faces[].count", sizeof(face_corners), count, 0, "at most 4 corners");
                of.stored_ = nullptr;
                return;
            }
            context.missing_corners += 2 - count;
        }
        c.spare((4 - count) * sizeof(corner_type));
        of.count_ = static_cast<std::uint8_t>(count);
        if (context.format != lod_format::sp3d) {
            impl::transfer_number<u32<>>(c, of.flags_, "faces[].flags");
        }
        if (!fixed) {
            impl::transfer_text_pair(c, context, of.texture_, of.material_, "faces[].texture", "faces[].material");
        }
    }

    const face_corners* stored_ = nullptr;
    std::uint32_t flags_ = 0;
    std::uint8_t count_ = 0;
    std::string_view texture_, material_;
};

// One of the triangles that a face is cut into. They form a fan around the first corner of the face; a quad has two.
struct triangle {
    p3d::corner corner[3];
    std::uint32_t face = 0; // index of the face in its level
};

namespace impl {

// Walks through the faces of a level, and in each face through its corners (Value: corner) or triangles.
template <class Value> class corner_walk {
    static constexpr bool in_triangles = std::same_as<Value, triangle>;
    static constexpr std::uint8_t first_slot = in_triangles ? 2 : 0;

public:
    constexpr corner_walk() = default;
    corner_walk(byte_view bytes, std::uint64_t first, std::uint32_t face_count, lod_format format,
                std::uint32_t count) noexcept
        : bytes_(bytes), next_(first), context_(format), left_(count), faces_left_(face_count) {
        if (left_ != 0) {
            find();
        }
    }

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return left_ != 0; }
    [[nodiscard]] constexpr std::uint32_t position() const noexcept { return left_; }
    [[nodiscard]] constexpr Value get() const noexcept {
        const array<p3d::corner> corners{corners_, count_};
        if constexpr (in_triangles) {
            return {{corners[0], corners[slot_ - 1U], corners[slot_]}, face_};
        } else {
            return corners[slot_];
        }
    }
    void advance() noexcept {
        if (--left_ != 0 && ++slot_ == count_) {
            find();
        }
    }

private:
    void find() noexcept {
        while (faces_left_ != 0) {
            --faces_left_;
            ++face_;
            cursor c{bytes_, next_};
            const auto found = access::read<p3d::face>(c, context_);
            next_ = c.offset();
            if (!c.ok()) [[unlikely]] {
                break;
            }
            corners_ = found.corners().data();
            count_ = static_cast<std::uint8_t>(found.corners().size());
            if (count_ > first_slot) {
                slot_ = first_slot;
                return;
            }
        }
        left_ = 0;
    }

    byte_view bytes_;
    std::uint64_t next_ = 0; // offset of the next face
    face_context context_;
    const p3d::corner* corners_ = nullptr; // of the current face
    std::uint32_t left_ = 0;               // elements of the range, including this one
    std::uint32_t faces_left_ = 0;         // after the current one
    std::uint32_t face_ = npos;
    std::uint8_t count_ = 0, slot_ = 0;
};

} // namespace impl

// All used corners (Value: corner) or all triangles (Value: triangle) of a level, face by face. If the bytes changed,
// the range ends before the first face that cannot be read.
template <class Value> class corners_of_faces {
    using walk_type = impl::corner_walk<Value>;

public:
    using borrows_file = void;
    using value_type = Value;
    using iterator = walk_iterator<walk_type>;

    constexpr corners_of_faces() = default;

    [[nodiscard]] constexpr std::uint32_t size() const noexcept { return count_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return count_ == 0; }
    [[nodiscard]] iterator begin() const noexcept {
        return iterator{walk_type{bytes_, first_, face_count_, format_, count_}};
    }
    [[nodiscard]] constexpr end_of_range end() const noexcept { return {}; }

private:
    friend struct impl::access;
    constexpr corners_of_faces(byte_view bytes, std::uint64_t first, std::uint32_t face_count, lod_format format,
                               std::uint32_t count) noexcept
        : bytes_(bytes), first_(first), face_count_(face_count), count_(count), format_(format) {}

    byte_view bytes_;
    std::uint64_t first_ = 0;
    std::uint32_t face_count_ = 0, count_ = 0;
    lod_format format_ = lod_format::p3dm;
};

}}} // namespace effigy::v0::p3d
