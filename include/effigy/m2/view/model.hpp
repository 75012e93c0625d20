// A model: all that the header refers to.
#pragma once

#include <effigy/core/math.hpp>
#include <effigy/m2/view/animation.hpp>
#include <effigy/m2/view/attachment.hpp>
#include <effigy/m2/view/bone.hpp>
#include <effigy/m2/view/camera.hpp>
#include <effigy/m2/view/color.hpp>
#include <effigy/m2/view/light.hpp>
#include <effigy/m2/view/particle.hpp>
#include <effigy/m2/view/ribbon.hpp>
#include <effigy/m2/view/skin_profile.hpp>

namespace effigy::inline v0::m2 {

// A model whose structure open() validated. A few words; the caller owns the bytes.
template <form F> class basic_model {
public:
    static constexpr form order = F;
    using bone_type = basic_bone<F>;
    using skin_profile_type = basic_skin_profile<F>;
    using header_type = basic_header<F>;
    template <real Real> using node_pose = pose<Real>; // what rest_poses() and apply() write

    constexpr basic_model() = default;

    [[nodiscard]] constexpr window file() const noexcept { return context_.file(); }
    [[nodiscard]] constexpr const header_type* header() const noexcept { return context_.header(); } // null when empty
    [[nodiscard]] constexpr std::uint32_t version() const noexcept { return context_.version(); }
    [[nodiscard]] constexpr record_layout layout() const noexcept { return context_.layout(); }
    // Nothing: bytes that no list is made of may lie anywhere.
    [[nodiscard]] constexpr std::span<const std::byte> trailing() const noexcept { return {}; }

    // What a record refers to: an array, or a name up to its NUL.
    template <class T> [[nodiscard]] auto get(const array_ref<T, F>& to) const noexcept { return context_.get(to); }

    [[nodiscard]] std::string_view name() const noexcept {
        return header() != nullptr ? get(header()->name) : std::string_view{};
    }
    [[nodiscard]] constexpr std::uint32_t flags() const noexcept { // model_flags
        return header() != nullptr ? header()->flags.get() : 0U;
    }
    // Of the animated model.
    [[nodiscard]] constexpr basic_bounds<F> bounds() const noexcept {
        return header() != nullptr ? header()->bounds : basic_bounds<F>{};
    }

    // ---- time ------------------------------------------------------------------------------------------------------

    // Lengths of loops that run by themselves, whatever animation plays; 0 occurs.
    [[nodiscard]] array<u32<F>> global_sequences_ms() const noexcept { return list(&header_type::global_sequences); }
    [[nodiscard]] basic_animations<F> animations() const noexcept {
        return views<basic_animations<F>>(&header_type::animations);
    }
    // What animations().find() finds, by id or name; empty when there is none.
    template <class IdOrName> [[nodiscard]] basic_animation<F> animation(const IdOrName& what) const noexcept {
        const basic_animations<F> all = animations();
        return all.at(all.find(what));
    }
    [[nodiscard]] array<i16<F>> animation_lookup() const noexcept { return list(&header_type::animation_lookup); }
    // What to play for an animation that the model may lack, by id.
    [[nodiscard]] array<basic_playable<F>> playable_lookup() const noexcept {
        return list(&header_type::playable_lookup);
    }

    // ---- bones and mesh --------------------------------------------------------------------------------------------

    [[nodiscard]] basic_bones<F> bones() const noexcept {
        return header() != nullptr
                   ? impl::access::make<basic_bones<F>>(
                         context_, file().template strided_at<basic_bone_header<F>>(
                                       header()->bones.offset, header()->bones.count, layout().bone_size))
                   : basic_bones<F>{};
    }
    // Parents, children and an order with parents first, in the caller's memory: one entry a bone, which outlive what
    // is returned. Empty when the memory is too small or the file larger than 4 GiB.
    [[nodiscard]] basic_bone_index<F> index(std::span<tree_entry> memory) const noexcept;

    [[nodiscard]] array<i16<F>> key_bone_lookup() const noexcept { return list(&header_type::key_bone_lookup); }

    [[nodiscard]] array<basic_vertex<F>> vertices() const noexcept { return list(&header_type::vertices); }
    [[nodiscard]] std::uint32_t vertex_count() const noexcept { return static_cast<std::uint32_t>(vertices().size()); }
    [[nodiscard]] strided<vec3<F>> positions() const noexcept { return vertex_fields<vec3<F>>(0x00); }
    // Parts of 255, four a vertex.
    [[nodiscard]] strided<m2::weights> weights() const noexcept { return vertex_fields<m2::weights>(0x0C); }
    // Numbers of bones, four a vertex; 0 where there is no weight.
    [[nodiscard]] strided<m2::joints> joints() const noexcept { return vertex_fields<m2::joints>(0x10); }
    [[nodiscard]] strided<vec3<F>> normals() const noexcept { return vertex_fields<vec3<F>>(0x14); }
    // Sets 0 and 1, origin top left; empty for others.
    [[nodiscard]] strided<vec2<F>> texcoords(std::uint32_t set = 0) const noexcept {
        return set < 2 ? vertex_fields<vec2<F>>(0x20 + 8 * std::size_t{set}) : strided<vec2<F>>{};
    }

    // The same mesh cut for fewer and fewer bones at once: the first one is the one to show.
    [[nodiscard]] auto skin_profiles() const noexcept {
        using profiles = view_list<basic_skin_profile<F>, basic_skin_profile_header<F>, F>;
        return views<profiles>(&header_type::skin_profiles);
    }
    // The palettes of all submeshes.
    [[nodiscard]] array<u16<F>> bone_lookup() const noexcept { return list(&header_type::bone_lookup); }
    // The bones that a submesh's palette_joints() choose from; what of them the lookup does not have is left out.
    [[nodiscard]] array<u16<F>> palette(const basic_submesh<F>& submesh) const noexcept {
        const array<u16<F>> all = bone_lookup();
        const std::size_t first = read_once(submesh.first_palette_bone);
        const std::size_t count = read_once(submesh.bone_count);
        if (first >= all.size()) {
            return {};
        }
        return all.part(first, count < all.size() - first ? count : all.size() - first);
    }

    // ---- materials -------------------------------------------------------------------------------------------------

    [[nodiscard]] auto colors() const noexcept {
        return views<view_list<basic_color<F>, basic_color_record<F>, F>>(&header_type::colors);
    }
    [[nodiscard]] array<basic_texture<F>> textures() const noexcept { return list(&header_type::textures); }
    // Tracks of opacities.
    [[nodiscard]] auto texture_weights() const noexcept {
        using track = basic_track<basic_opacity<F>, F>;
        return views<view_list<track, typename track::record_type, F>>(&header_type::texture_weights);
    }
    [[nodiscard]] auto texture_transforms() const noexcept {
        using transforms = view_list<basic_texture_transform<F>, basic_texture_transform_record<F>, F>;
        return views<transforms>(&header_type::texture_transforms);
    }
    [[nodiscard]] array<i16<F>> replaceable_lookup() const noexcept { return list(&header_type::replaceable_lookup); }
    [[nodiscard]] array<basic_material<F>> materials() const noexcept { return list(&header_type::materials); }
    [[nodiscard]] array<i16<F>> texture_lookup() const noexcept { return list(&header_type::texture_lookup); }
    [[nodiscard]] array<i16<F>> texture_unit_lookup() const noexcept { return list(&header_type::texture_unit_lookup); }
    [[nodiscard]] array<i16<F>> texture_weight_lookup() const noexcept {
        return list(&header_type::texture_weight_lookup);
    }
    [[nodiscard]] array<i16<F>> texture_transform_lookup() const noexcept {
        return list(&header_type::texture_transform_lookup);
    }

    // ---- what hangs on bones ---------------------------------------------------------------------------------------

    [[nodiscard]] auto attachments() const noexcept {
        return views<view_list<basic_attachment<F>, basic_attachment_record<F>, F>>(&header_type::attachments);
    }
    [[nodiscard]] array<i16<F>> attachment_lookup() const noexcept { return list(&header_type::attachment_lookup); }
    [[nodiscard]] auto events() const noexcept {
        return views<view_list<basic_event<F>, basic_event_record<F>, F>>(&header_type::events);
    }
    [[nodiscard]] auto lights() const noexcept {
        return views<view_list<basic_light<F>, basic_light_record<F>, F>>(&header_type::lights);
    }
    [[nodiscard]] auto cameras() const noexcept {
        return views<view_list<basic_camera<F>, basic_camera_record<F>, F>>(&header_type::cameras);
    }
    [[nodiscard]] array<i16<F>> camera_lookup() const noexcept { return list(&header_type::camera_lookup); }
    [[nodiscard]] auto ribbons() const noexcept {
        return views<view_list<basic_ribbon<F>, basic_ribbon_record<F>, F>>(&header_type::ribbons);
    }
    [[nodiscard]] auto particles() const noexcept {
        return views<view_list<basic_particle<F>, basic_particle_record<F>, F>>(&header_type::particles);
    }

    // ---- collision -------------------------------------------------------------------------------------------------

    // Corners, three a triangle. In some converted files all three lists are leftovers that point at other data:
    // look vertices up with at().
    [[nodiscard]] array<u16<F>> collision_triangles() const noexcept { return list(&header_type::collision_triangles); }
    [[nodiscard]] array<vec3<F>> collision_vertices() const noexcept { return list(&header_type::collision_vertices); }
    [[nodiscard]] array<vec3<F>> collision_normals() const noexcept { return list(&header_type::collision_normals); }

private:
    friend struct effigy::impl::access;
    explicit basic_model(window file) noexcept : context_(file) {}

    template <class T> [[nodiscard]] array<T> list(array_ref<T, F> header_type::* of) const noexcept {
        return context_.list(of);
    }
    template <class Views, class Record>
    [[nodiscard]] Views views(array_ref<Record, F> header_type::* of) const noexcept {
        return impl::access::make<Views>(context_, list(of));
    }
    template <class Field> [[nodiscard]] strided<Field> vertex_fields(std::size_t offset) const noexcept {
        return strided{vertices()}.template field<Field>(offset);
    }

    impl::context<F> context_;
};

template <form F> basic_bone_index<F> basic_model<F>::index(std::span<tree_entry> memory) const noexcept {
    const basic_bones<F> all = bones();
    if (memory.size() < all.size() || file().size() > 0xFFFF'FFFF) {
        return {};
    }
    const std::span<tree_entry> entries = memory.first(all.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const basic_bone_header<F>& record = all.records()[i];
        const std::int32_t parent = read_once(record.parent);
        const bool has_one = parent >= 0 && static_cast<std::uint32_t>(parent) < entries.size();
        entries[i].offset = static_cast<std::uint32_t>(file().offset_of(&record) - file().base());
        entries[i].parent = has_one ? static_cast<std::uint32_t>(parent) : npos;
    }
    return impl::link_tree(entries)
               ? impl::access::make<basic_bone_index<F>>(all, key_bone_lookup(), std::span<const tree_entry>{entries})
               : basic_bone_index<F>{};
}

} // namespace effigy::inline v0::m2
