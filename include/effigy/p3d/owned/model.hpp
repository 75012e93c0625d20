// The result of decode(): a set of pools, one for each type.
#pragma once

#include <effigy/core/fields.hpp>
#include <effigy/owned/pools.hpp>
#include <effigy/p3d/view.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

using owned_point = basic_point<form::host>; // flags are 0 in SP3D
using owned_corner = basic_corner<form::host>;
using owned_bone_pose = basic_bone_pose<form::host>;

struct owned_face {
    basic_face_corners<form::host> slots; // slots from index `count` on are meaningless
    std::uint32_t flags = 0;
    pool_slice<char> texture, material; // equal texts share a list

    // The used corners.
    [[nodiscard]] std::span<const owned_corner> corners() const noexcept {
        return std::span<const owned_corner>{slots.corner}.first(slots.count < 4 ? slots.count : 4);
    }

    static constexpr const char* record_name = "face";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("corners", &R::slots...);
        visit("flags", &R::flags...);
        visit("texture", &R::texture...);
        visit("material", &R::material...);
    }
};

struct owned_tag {
    pool_slice<char> name;
    pool_slice<std::byte> data; // numbers in it are little-endian, as p3d::tag needs them
    tag_kind kind = tag_kind::unknown;
    std::uint8_t active = 1;
    bool counts_id = true; // false: the stored size of a UV set leaves out the 4 bytes of its id, which data has

    static constexpr const char* record_name = "tag";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("active", &R::active...);
        visit("name", &R::name...);
        visit("kind", &R::kind...);
        visit("countsId", &R::counts_id...);
        visit("data", &R::data...);
    }
};

struct owned_lod {
    lod_format format = lod_format::p3dm;
    bool has_tags = true;
    std::uint32_t version = 0;
    std::uint32_t flags = 0;
    pool_slice<std::byte> extra_header; // bytes of the header after its known fields
    pool_slice<owned_point> points;
    pool_slice<vec3<form::host>> normals;
    pool_slice<owned_face> faces;
    std::uint32_t corner_count = 0; // of all faces
    pool_slice<owned_tag> tags;
    float resolution = 0;

    static constexpr const char* record_name = "lod";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("format", &R::format...);
        visit("version", &R::version...);
        visit("flags", &R::flags...);
        visit("extraHeader", &R::extra_header...);
        visit("points", &R::points...);
        visit("normals", &R::normals...);
        visit("faces", &R::faces...);
        visit("cornerCount", &R::corner_count...);
        visit("hasTags", &R::has_tags...);
        visit("tags", &R::tags...);
        visit("resolution", &R::resolution...);
    }
};

using model_pools = owned_pools<owned_lod, owned_point, vec3<form::host>, owned_face, owned_tag, std::byte, char>;

struct owned_model : model_pools {
    p3d::container container = p3d::container::mlod;
    std::uint32_t version = 0;
    pool_slice<owned_lod> lods;
    pool_slice<std::byte> trailing;

    owned_model() : owned_model(std::pmr::get_default_resource()) {}
    explicit owned_model(std::pmr::memory_resource* memory) : model_pools(memory) {}

    // Returns tag i of a level as the views show it; an empty tag if i is out of range.
    [[nodiscard]] p3d::tag tag(const owned_lod& level, std::size_t i) const noexcept {
        const owned_tag* const found = find_at(get(level.tags), i);
        return found == nullptr ? p3d::tag{}
                                : impl::access::make<p3d::tag>(impl::tag_fields{.name = get(found->name),
                                                                                .data = get(found->data),
                                                                                .kind = found->kind,
                                                                                .active = found->active,
                                                                                .counts_id = found->counts_id},
                                                               tag_context{.format = level.format,
                                                                           .point_count = level.points.count,
                                                                           .face_count = level.faces.count,
                                                                           .corner_count = level.corner_count});
    }

    static constexpr const char* record_name = "model";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("container", &R::container...);
        visit("version", &R::version...);
        visit("lods", &R::lods...);
        visit("trailing", &R::trailing...);
    }
};

struct owned_phase {
    float phase = 0;                   // 0 .. 1
    pool_slice<owned_bone_pose> bones; // in the order of bone_names

    static constexpr const char* record_name = "phase";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("phase", &R::phase...);
        visit("bones", &R::bones...);
    }
};

using animation_pools = owned_pools<text<32>, owned_phase, owned_bone_pose, std::byte>;

struct owned_animation : animation_pools {
    std::uint32_t version = 0; // 100 or 101; 0 if decoded from an empty view
    vec3<form::host> motion;
    pool_slice<text<32>> bone_names;
    pool_slice<owned_phase> phases;
    pool_slice<std::byte> trailing;

    owned_animation() : owned_animation(std::pmr::get_default_resource()) {}
    explicit owned_animation(std::pmr::memory_resource* memory) : animation_pools(memory) {}

    static constexpr const char* record_name = "animation";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("version", &R::version...);
        visit("motion", &R::motion...);
        visit("boneNames", &R::bone_names...);
        visit("phases", &R::phases...);
        visit("trailing", &R::trailing...);
    }
};

}}} // namespace effigy::v0::p3d
