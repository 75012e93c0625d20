// Tags: all data of a level except its points, normals and faces.
#pragma once

#include <effigy/core/impl/walk_iterator.hpp>
#include <effigy/core/text.hpp>
#include <effigy/p3d/view/face.hpp>
#include <effigy/p3d/view/selection.hpp>

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

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return name_.data() != nullptr; }
    [[nodiscard]] constexpr std::string_view name() const noexcept { return name_; }
    [[nodiscard]] constexpr std::span<const std::byte> data() const noexcept { return data_; }
    [[nodiscard]] constexpr tag_kind kind() const noexcept { return kind_; }
    // 1 in every file; also 1 in SP3X and SP3D, which do not store it.
    [[nodiscard]] constexpr u8 active() const noexcept { return active_; }

    // False if this is a UV set whose stored size leaves out the 4 bytes of the id. data() has the id.
    [[nodiscard]] constexpr bool counts_id() const noexcept { return counts_id_; }

    // Whether the number of data bytes fits the tag's kind.
    [[nodiscard]] constexpr bool has_right_size() const noexcept {
        const std::uint64_t size = data_.size();
        switch (kind_) {
        case tag_kind::selection:
        case tag_kind::selected:
        case tag_kind::lock:
        case tag_kind::hide: return size == std::uint64_t{level_.point_count} + level_.face_count;
        case tag_kind::sharp_edges: return size % sizeof(edge) == 0;
        case tag_kind::mass: return size == std::uint64_t{level_.point_count} * sizeof(f32<>);
        case tag_kind::property: return size == sizeof(property_record);
        case tag_kind::uv_set: return size == sizeof(u32<>) + size_of_uvs();
        case tag_kind::morph_frame: return size == sizeof(f32<>) + std::uint64_t{level_.point_count} * sizeof(vec3<>);
        case tag_kind::material_index: return size == 4 * sizeof(u32<>);
        case tag_kind::end: return size == 0;
        case tag_kind::unknown: return true;
        }
        return true;
    }

    // The content of a named selection, #Selected#, #Lock# or #Hide#.
    [[nodiscard]] p3d::selection selection() const noexcept {
        const bool selects = kind_ == tag_kind::selection || kind_ == tag_kind::selected || kind_ == tag_kind::lock ||
                             kind_ == tag_kind::hide;
        if (!selects || !has_right_size()) {
            return {};
        }
        const byte_view bytes{data_};
        return impl::access::make<p3d::selection>(name_, bytes.array_at<u8>(0, level_.point_count),
                                                  bytes.array_at<u8>(level_.point_count, level_.face_count));
    }
    // Pairs of points, for #SharpEdges#.
    [[nodiscard]] array<edge> edges() const noexcept { return all_of<edge>(tag_kind::sharp_edges, 0); }
    // One per point, in kg.
    [[nodiscard]] array<f32<>> masses() const noexcept { return all_of<f32<>>(tag_kind::mass, 0); }
    [[nodiscard]] p3d::property property() const noexcept {
        return is(tag_kind::property)
                   ? impl::access::make<p3d::property>(byte_view{data_}.record_at<property_record>(0))
                   : p3d::property{};
    }
    [[nodiscard]] p3d::uv_set uv_set() const noexcept {
        return is(tag_kind::uv_set) ? impl::access::make<p3d::uv_set>(byte_view{data_}.value_at<u32<>>(0).get(),
                                                                      all_of<vec2<>>(tag_kind::uv_set, sizeof(u32<>)))
                                    : p3d::uv_set{};
    }
    [[nodiscard]] p3d::morph_frame morph_frame() const noexcept {
        return is(tag_kind::morph_frame)
                   ? impl::access::make<p3d::morph_frame>(byte_view{data_}.value_at<f32<>>(0).get(),
                                                          all_of<vec3<>>(tag_kind::morph_frame, sizeof(f32<>)))
                   : p3d::morph_frame{};
    }
    // Four words: ambient, diffuse, specular, emissive.
    [[nodiscard]] array<u32<>> material_index() const noexcept { return all_of<u32<>>(tag_kind::material_index, 0); }

private:
    friend struct impl::access;
    friend class lod; // which writes tags
    constexpr tag(std::string_view name, std::span<const std::byte> data, tag_kind kind, u8 active, bool counts_id,
                  const tag_context& level) noexcept
        : name_(name), data_(data), kind_(kind), active_(active), counts_id_(counts_id), level_(level) {}
    template <class Cursor> [[nodiscard]] static tag read(Cursor& c, const tag_context& context) noexcept {
        tag out;
        out.level_ = context;
        transfer(c, out);
        return out;
    }
    // The fields of a tag in file order: reads them from a file, or writes them to one.
    template <class Cursor> static void transfer(Cursor& c, tag& of) noexcept(!impl::writing<Cursor>) {
        if (of.level_.format == lod_format::p3dm) {
            impl::transfer_number<scalar<u8>>(c, of.active_, "tags[].active");
            impl::transfer_text_until_nul(c, of.name_, "tags[].name");
        } else {
            impl::transfer_fixed_text<64>(c, of.name_, "tags[].name");
        }
        constexpr std::uint32_t id = sizeof(u32<>);
        auto size = static_cast<std::uint32_t>(of.data_.size()) - (of.counts_id_ ? 0 : id);
        impl::transfer_number<u32<>>(c, size, "tags[].size");
        c.was(role::reference);
        if constexpr (!impl::writing<Cursor>) {
            of.kind_ = kind_of_tag(of.name_);
            // Measured: in two files the size of UV sets leaves out the id, which is there. Object Builder opens them.
            of.counts_id_ = of.kind_ != tag_kind::uv_set || size != of.size_of_uvs();
        }
        impl::transfer_elements<std::byte>(c, of.data_, size + (of.counts_id_ ? 0 : id), "tags[].data");
    }
    [[nodiscard]] constexpr std::uint64_t size_of_uvs() const noexcept {
        return std::uint64_t{level_.corner_count} * sizeof(vec2<>);
    }

    [[nodiscard]] constexpr bool is(tag_kind wanted) const noexcept { return kind_ == wanted && has_right_size(); }
    template <wire T> [[nodiscard]] array<T> all_of(tag_kind wanted, std::size_t skipped) const noexcept {
        return is(wanted) ? byte_view{data_}.array_at<T>(
                                skipped, static_cast<std::uint32_t>((data_.size() - skipped) / sizeof(T)))
                          : array<T>{};
    }

    std::string_view name_;
    std::span<const std::byte> data_;
    tag_kind kind_ = tag_kind::unknown;
    u8 active_ = 1;
    bool counts_id_ = true;
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
