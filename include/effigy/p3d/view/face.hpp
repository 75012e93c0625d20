// Faces of a level, their corners and their triangles.
#pragma once

#include <effigy/core/sequence.hpp>
#include <effigy/p3d/order/face.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

// A triangle or a quad; one file has faces of two corners. Stored normals and fronts of faces point inward.
class face {
public:
    using corner_type = p3d::corner;

    constexpr face() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return fields_.slots != nullptr; }
    // The used corners.
    [[nodiscard]] constexpr array<corner_type> corners() const noexcept {
        return fields_.slots != nullptr ? array<corner_type>{fields_.slots->corner, fields_.count}
                                        : array<corner_type>{};
    }
    // The unused slots. Their content is meaningless.
    [[nodiscard]] constexpr array<corner_type> unused() const noexcept {
        return slots().part(fields_.count, 4U - fields_.count);
    }
    [[nodiscard]] constexpr std::uint32_t flags() const noexcept { return fields_.flags; } // face_flags; 0 in SP3D
    // All four slots: corners(), then unused().
    [[nodiscard]] constexpr array<corner_type> slots() const noexcept {
        return fields_.slots != nullptr ? array<corner_type>{fields_.slots->corner, 4} : array<corner_type>{};
    }
    // A path with backslashes, or "#(argb,8,8,3)color(..)"; often empty.
    [[nodiscard]] constexpr std::string_view texture() const noexcept { return fields_.texture; }
    // A path; empty in SP3X and SP3D.
    [[nodiscard]] constexpr std::string_view material() const noexcept { return fields_.material; }

private:
    friend struct impl::access;
    template <class Context> [[nodiscard]] EFFIGY_INLINE static face read(cursor& c, Context& context) noexcept {
        face out;
        out.fields_.count = impl::transfer_face(c, context, out.fields_);
        return out;
    }

    impl::face_fields fields_;
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
