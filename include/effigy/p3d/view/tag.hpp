// Tags: all data of a level except its points, normals and faces.
#pragma once

#include <effigy/core/impl/walk_iterator.hpp>
#include <effigy/p3d/order/tag.hpp>
#include <effigy/p3d/view/selection.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

// A name and a value; false if there is none.
class property {
public:
    constexpr property() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return stored_ != nullptr; }
    [[nodiscard]] constexpr std::string_view name() const noexcept {
        return stored_ != nullptr ? stored_->name.view() : std::string_view{};
    }
    [[nodiscard]] constexpr std::string_view value() const noexcept {
        return stored_ != nullptr ? stored_->value.view() : std::string_view{};
    }

private:
    friend struct impl::access;
    constexpr explicit property(const property_record* stored) noexcept : stored_(stored) {}

    const property_record* stored_ = nullptr;
};

// Texture coordinates of all corners; false if there are none.
class uv_set {
public:
    constexpr uv_set() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return exists_; }
    // Set 0 repeats the texture coordinates of the faces (measured).
    [[nodiscard]] constexpr std::uint32_t id() const noexcept { return id_; }
    // One per used corner, face by face.
    [[nodiscard]] constexpr array<vec2<>> uvs() const noexcept { return uvs_; }

private:
    friend struct impl::access;
    constexpr uv_set(std::uint32_t id, const array<vec2<>>& uvs) noexcept : uvs_(uvs), id_(id), exists_(true) {}

    array<vec2<>> uvs_;
    std::uint32_t id_ = 0;
    bool exists_ = false;
};

// One frame of a point cache; false if there is none.
class morph_frame {
public:
    constexpr morph_frame() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return exists_; }
    [[nodiscard]] constexpr float time() const noexcept { return time_; } // 0 .. 1 (measured); the unit is not known
    // One per point; they replace the level's positions.
    [[nodiscard]] constexpr array<vec3<>> positions() const noexcept { return positions_; }

private:
    friend struct impl::access;
    constexpr morph_frame(float time, const array<vec3<>>& positions) noexcept
        : positions_(positions), time_(time), exists_(true) {}

    array<vec3<>> positions_;
    float time_ = 0;
    bool exists_ = false;
};

// One tag. Each of the functions from selection() to material_index() is for some kinds of tags. It returns an empty
// value if the tag is of another kind, or if the size of the tag does not fit its kind. data() always returns the
// bytes.
class tag {
public:
    constexpr tag() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return fields_.name.data() != nullptr; }
    [[nodiscard]] constexpr std::string_view name() const noexcept { return fields_.name; }
    [[nodiscard]] constexpr std::span<const std::byte> data() const noexcept { return fields_.data; }
    [[nodiscard]] constexpr tag_kind kind() const noexcept { return fields_.kind; }
    // 1 in every file; also 1 in SP3X and SP3D, which do not store it.
    [[nodiscard]] constexpr u8 active() const noexcept { return fields_.active; }

    // False if this is a UV set whose stored size leaves out the 4 bytes of the id. data() has the id.
    [[nodiscard]] constexpr bool counts_id() const noexcept { return fields_.counts_id; }

    // Whether the number of data bytes fits the tag's kind.
    [[nodiscard]] constexpr bool has_right_size() const noexcept {
        return impl::fits_kind(fields_.kind, fields_.data.size(), level_);
    }

    // The content of a named selection, #Selected#, #Lock# or #Hide#.
    [[nodiscard]] p3d::selection selection() const noexcept {
        const bool selects = fields_.kind == tag_kind::selection || fields_.kind == tag_kind::selected ||
                             fields_.kind == tag_kind::lock || fields_.kind == tag_kind::hide;
        if (!selects || !has_right_size()) {
            return {};
        }
        const byte_view bytes{fields_.data};
        return impl::access::make<p3d::selection>(fields_.name, bytes.array_at<u8>(0, level_.point_count),
                                                  bytes.array_at<u8>(level_.point_count, level_.face_count));
    }
    // Pairs of points, for #SharpEdges#.
    [[nodiscard]] array<edge> edges() const noexcept { return all_of<edge>(tag_kind::sharp_edges, 0); }
    // One per point, in kg.
    [[nodiscard]] array<f32<>> masses() const noexcept { return all_of<f32<>>(tag_kind::mass, 0); }
    [[nodiscard]] p3d::property property() const noexcept {
        return is(tag_kind::property)
                   ? impl::access::make<p3d::property>(byte_view{fields_.data}.record_at<property_record>(0))
                   : p3d::property{};
    }
    [[nodiscard]] p3d::uv_set uv_set() const noexcept {
        return is(tag_kind::uv_set) ? impl::access::make<p3d::uv_set>(byte_view{fields_.data}.value_at<u32<>>(0).get(),
                                                                      all_of<vec2<>>(tag_kind::uv_set, sizeof(u32<>)))
                                    : p3d::uv_set{};
    }
    [[nodiscard]] p3d::morph_frame morph_frame() const noexcept {
        return is(tag_kind::morph_frame)
                   ? impl::access::make<p3d::morph_frame>(byte_view{fields_.data}.value_at<f32<>>(0).get(),
                                                          all_of<vec3<>>(tag_kind::morph_frame, sizeof(f32<>)))
                   : p3d::morph_frame{};
    }
    // Four words: ambient, diffuse, specular, emissive.
    [[nodiscard]] array<u32<>> material_index() const noexcept { return all_of<u32<>>(tag_kind::material_index, 0); }

private:
    friend struct impl::access;
    constexpr tag(const impl::tag_fields& fields, const tag_context& level) noexcept : fields_(fields), level_(level) {}
    [[nodiscard]] static tag read(cursor& c, const tag_context& context) noexcept {
        tag out;
        out.level_ = context;
        impl::transfer_tag(c, out.fields_, context);
        return out;
    }

    [[nodiscard]] constexpr bool is(tag_kind wanted) const noexcept {
        return fields_.kind == wanted && has_right_size();
    }
    template <wire T> [[nodiscard]] array<T> all_of(tag_kind wanted, std::size_t skipped) const noexcept {
        return is(wanted) ? byte_view{fields_.data}.array_at<T>(
                                skipped, static_cast<std::uint32_t>((fields_.data.size() - skipped) / sizeof(T)))
                          : array<T>{};
    }

    impl::tag_fields fields_;
    tag_context level_;
};

namespace impl {

using namespace effigy::impl;

// The content of a tag of this kind; empty if the tag is of another kind or its size does not fit.
template <tag_kind Kind> [[nodiscard]] auto content_of(const p3d::tag& tag) noexcept {
    if constexpr (Kind == tag_kind::selection) {
        return tag.kind() == Kind ? tag.selection() : p3d::selection{};
    } else if constexpr (Kind == tag_kind::property) {
        return tag.property();
    } else if constexpr (Kind == tag_kind::uv_set) {
        return tag.uv_set();
    } else {
        static_assert(Kind == tag_kind::morph_frame);
        return tag.morph_frame();
    }
}

template <tag_kind Kind> class tag_source {
public:
    using value_type = decltype(content_of<Kind>(p3d::tag{}));

    constexpr tag_source() = default;
    constexpr tag_source(byte_view bytes, std::uint64_t first, std::uint32_t count, const tag_context& context) noexcept
        : bytes_(bytes), next_(first), left_(count), context_(context) {}

    [[nodiscard]] value_type next() noexcept {
        while (left_ != 0) {
            --left_;
            cursor c{bytes_, next_};
            const auto tag = access::read<p3d::tag>(c, context_);
            next_ = c.offset();
            if (!c.ok()) [[unlikely]] {
                left_ = 0;
            } else if (const value_type found = content_of<Kind>(tag)) {
                return found;
            }
        }
        return {};
    }

private:
    byte_view bytes_;
    std::uint64_t next_ = 0; // offset of the next tag
    std::uint32_t left_ = 0;
    tag_context context_;
};

} // namespace impl

// The contents of all tags of one kind, in file order. Tags whose size does not fit the kind are left out; tags() has
// them.
template <tag_kind Kind> class tags_of_kind {
    using walk_type = impl::next_walk<impl::tag_source<Kind>>;

public:
    using borrows_file = void;
    using value_type = typename walk_type::value_type;
    using iterator = walk_iterator<walk_type>;

    constexpr tags_of_kind() = default;

    [[nodiscard]] constexpr bool empty() const noexcept { return !has_any_; }
    [[nodiscard]] iterator begin() const noexcept { return has_any_ ? iterator{walk_type{source_}} : iterator{}; }
    [[nodiscard]] constexpr end_of_range end() const noexcept { return {}; }

private:
    friend struct impl::access;
    constexpr tags_of_kind(byte_view bytes, std::uint64_t first, std::uint32_t count, const tag_context& context,
                           bool has_any) noexcept
        : source_(bytes, first, count, context), has_any_(has_any) {}

    impl::tag_source<Kind> source_;
    bool has_any_ = false;
};

}}} // namespace effigy::v0::p3d
