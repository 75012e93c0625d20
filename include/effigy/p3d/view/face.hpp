// Faces of a level, their corners and their triangles.
#pragma once

#include <effigy/core/nul_search.hpp>
#include <effigy/core/record_count.hpp>
#include <effigy/core/sequence.hpp>
#include <effigy/p3d/records.hpp>

namespace effigy::inline v0::p3d {

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

// Reads a text field of N bytes. Bytes after the first NUL are junk.
template <std::size_t N, class Cursor>
[[nodiscard]] EFFIGY_INLINE std::string_view fixed_text(Cursor& c, const char* path) noexcept {
    const auto* const stored = c.template record<text<N>>(path);
    const std::string_view out = stored != nullptr ? stored->view() : std::string_view{};
    c.spare(N - out.size() > 1 ? N - out.size() - 1 : 0); // after the NUL
    return out;
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
    [[nodiscard]] constexpr array<corner_type> unused() const noexcept {
        return stored_ != nullptr ? array<corner_type>{std::span{stored_->corner}.subspan(count_)}
                                  : array<corner_type>{};
    }
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
    template <class Cursor, class Context>
    [[nodiscard]] EFFIGY_INLINE static face read(Cursor& c, Context& context) noexcept {
        face out;
        const bool fixed = context.format != lod_format::p3dm;
        if (fixed) {
            out.texture_ = impl::fixed_text<32>(c, "faces[].texture");
        }
        const auto* const stored = c.template record<face_corners>("faces[]");
        if (stored == nullptr) {
            return {};
        }
        const std::uint32_t count = stored->count;
        if (count - 3 > 1) [[unlikely]] { // neither a triangle nor a quad
            if (count > 4) {
                c.fail(errc::bad_value, "faces[].count", sizeof(*stored), count, 0, "at most 4 corners");
                return {};
            }
            context.missing_corners += 2 - count;
        }
        c.spare((4 - count) * sizeof(corner_type));
        out.stored_ = stored;
        out.count_ = static_cast<std::uint8_t>(count);
        out.flags_ = context.format != lod_format::sp3d ? c.template value<u32<>>("faces[].flags").get() : 0U;
        if (!fixed) {
            const auto [texture, material] = c.text_pair(context, "faces[].texture", "faces[].material");
            out.texture_ = texture;
            out.material_ = material;
        }
        return out;
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

// Walks through the faces of a level, and in each face from corner `First` to the last one.
template <std::uint8_t First> class corner_walk {
public:
    constexpr corner_walk() = default;
    corner_walk(window bytes, std::uint64_t first, std::uint32_t face_count, lod_format format,
                std::uint32_t count) noexcept
        : bytes_(bytes), next_(first), context_(format), left_(count), faces_left_(face_count) {
        if (left_ != 0) {
            find();
        }
    }

    [[nodiscard]] constexpr std::uint32_t left() const noexcept { return left_; } // including this one
    void advance() noexcept {
        if (--left_ != 0 && ++slot_ == corners_.size()) {
            find();
        }
    }
    [[nodiscard]] constexpr const p3d::corner& corner(std::size_t k) const noexcept { return corners_[k]; }
    [[nodiscard]] constexpr std::size_t slot() const noexcept { return slot_; }
    [[nodiscard]] constexpr std::uint32_t face() const noexcept { return face_; }

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
            corners_ = found.corners();
            if (corners_.size() > First) {
                slot_ = First;
                return;
            }
        }
        left_ = 0;
    }

    window bytes_;
    std::uint64_t next_ = 0; // offset of the next face
    face_context context_;
    array<p3d::corner> corners_;   // of the current face
    std::uint32_t left_ = 0;       // elements of the range, including this one
    std::uint32_t faces_left_ = 0; // after the current one
    std::uint32_t face_ = npos;
    std::size_t slot_ = 0;
};

} // namespace impl

// All used corners (Value: corner) or all triangles (Value: triangle) of a level, face by face. If the bytes changed,
// the range ends before the first face that cannot be read.
template <class Value> class corners_of_faces {
    static constexpr bool in_triangles = std::same_as<Value, triangle>;
    using walk_type = impl::corner_walk<in_triangles ? 2 : 0>;

public:
    using borrows_file = void;
    using value_type = Value;

    class iterator {
    public:
        using value_type = Value;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::input_iterator_tag; // C++17's other categories return references
        using iterator_concept = std::forward_iterator_tag;

        constexpr iterator() = default;

        [[nodiscard]] constexpr Value operator*() const noexcept {
            if constexpr (in_triangles) {
                return {{walk_.corner(0), walk_.corner(walk_.slot() - 1), walk_.corner(walk_.slot())}, walk_.face()};
            } else {
                return walk_.corner(walk_.slot());
            }
        }
        [[nodiscard]] constexpr impl::arrow<Value> operator->() const noexcept { return {**this}; }
        iterator& operator++() noexcept {
            walk_.advance();
            return *this;
        }
        iterator operator++(int) noexcept {
            iterator before = *this;
            ++*this;
            return before;
        }
        [[nodiscard]] friend constexpr bool operator==(const iterator& a, const iterator& b) noexcept {
            return a.walk_.left() == b.walk_.left();
        }
        [[nodiscard]] friend constexpr bool operator==(const iterator& a, end_of_range) noexcept {
            return a.walk_.left() == 0;
        }

    private:
        friend class corners_of_faces;
        explicit iterator(const walk_type& walk) noexcept : walk_(walk) {}

        walk_type walk_;
    };

    constexpr corners_of_faces() = default;

    [[nodiscard]] constexpr std::uint32_t size() const noexcept { return count_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return count_ == 0; }
    [[nodiscard]] iterator begin() const noexcept {
        return iterator{walk_type{bytes_, first_, face_count_, format_, count_}};
    }
    [[nodiscard]] constexpr end_of_range end() const noexcept { return {}; }

private:
    friend struct impl::access;
    constexpr corners_of_faces(window bytes, std::uint64_t first, std::uint32_t face_count, lod_format format,
                               std::uint32_t count) noexcept
        : bytes_(bytes), first_(first), face_count_(face_count), count_(count), format_(format) {}

    window bytes_;
    std::uint64_t first_ = 0;
    std::uint32_t face_count_ = 0, count_ = 0;
    lod_format format_ = lod_format::p3dm;
};

} // namespace effigy::inline v0::p3d
