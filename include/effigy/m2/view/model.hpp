// A model: everything that the header refers to.
#pragma once

#include <effigy/core/math.hpp>
#include <effigy/m2/view/camera.hpp>
#include <effigy/m2/view/color.hpp>
#include <effigy/m2/view/light.hpp>
#include <effigy/m2/view/particle.hpp>
#include <effigy/m2/view/ribbon.hpp>
#include <effigy/m2/view/skeleton.hpp>
#include <effigy/m2/view/skin_profile.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

namespace impl {
using namespace effigy::impl;

// Returns the lists after the header, which exist if a flag is set; null if they do not exist.
[[nodiscard]] inline const header_combiners* combiners_in(byte_view md20, std::uint32_t version,
                                                          std::uint32_t flags) noexcept {
    const bool has_any = version >= first_version<model_header_264> && (flags & model_has_combiners) != 0;
    return has_any ? md20.record_at<header_combiners>(sizeof(model_header_264)) : nullptr;
}

} // namespace impl

// A model that open() validated. Small to copy; the caller owns the bytes and the table of companions.
class model : impl::record_view<header_versions> {
    using old = model_header;
    using now = model_header_264;

public:
    template <real Real> using node_pose = pose<Real>; // the type that rest_poses() and apply() write

    constexpr model() = default;

    [[nodiscard]] constexpr byte_view file() const noexcept { return file_; }
    [[nodiscard]] constexpr std::uint32_t version() const noexcept { return this->context().version(); }
    // Always empty: bytes that belong to no list may be anywhere in the file.
    [[nodiscard]] constexpr std::span<const std::byte> trailing() const noexcept { return {}; }
    // Calls use(header) with the header as stored, unless the model is empty.
    template <class Use> void visit_header(const Use& use) const { this->visit_record(use); }
    // The part of the file that offsets count from: the whole file, or the chunk MD21.
    [[nodiscard]] constexpr byte_view md20() const noexcept { return this->context().file(); }
    // The table that the caller passed to open().
    [[nodiscard]] constexpr std::span<const companion> companions() const noexcept {
        return this->context().companions().all;
    }

    // Returns the data that a record refers to: an array, or a string up to its NUL.
    template <class T> [[nodiscard]] auto get(const array_ref<T>& to) const noexcept { return this->context().get(to); }

    [[nodiscard]] std::string_view name() const noexcept { return base::get(&old::name, &now::name); }
    [[nodiscard]] constexpr std::uint32_t flags() const noexcept { // model_flags
        return base::get(&old::flags, &now::flags);
    }
    // The bounds of the animated model.
    [[nodiscard]] constexpr m2::bounds bounds() const noexcept { return base::get(&old::bounds, &now::bounds); }
    [[nodiscard]] constexpr m2::bounds collision_bounds() const noexcept {
        return base::get(&old::collision_bounds, &now::collision_bounds);
    }

    // ---- time ------------------------------------------------------------------------------------------------------

    // Lengths, in milliseconds, of loops that run independently of the animation; 0 occurs.
    [[nodiscard]] array<u32<>> global_sequences_ms() const noexcept { return this->context().global_sequences(); }
    [[nodiscard]] animation_list animations() const noexcept {
        return impl::access::make<animation_list>(this->context(), animation_lookup());
    }
    // Returns the animation that animations().find() finds by id or name; empty if there is none.
    template <class IdOrName> [[nodiscard]] m2::animation animation(const IdOrName& what) const noexcept {
        const animation_list all = animations();
        return all.at(all.find(what));
    }
    // Indexed by animation id; from version 264 on a hash table. animations().find() reads both.
    [[nodiscard]] array<i16<>> animation_lookup() const noexcept {
        return parts_.sequences.get(&skeleton_sequences::animation_lookup);
    }
    // Indexed by animation id: which animation to play if the model does not have it. Empty from version 264 on.
    [[nodiscard]] array<playable> playable_lookup() const noexcept { return base::get(&old::playable_lookup); }

    // ---- bones and mesh --------------------------------------------------------------------------------------------

    [[nodiscard]] bone_list bones() const noexcept {
        return parts_.bones.lists != nullptr
                   ? impl::access::make<bone_list>(context_of(parts_.bones.file, impl::key_chunk::bones),
                                                   parts_.bones.lists->bones)
                   : bone_list{};
    }
    // Returns the bones as a tree: parents, children and an order with parents first. Uses `memory`: one entry per
    // bone, which must outlive the index. Empty if the memory is too small or the file is larger than 4 GiB.
    template <class = when_used> [[nodiscard]] bone_index index(std::span<tree_entry> memory) const noexcept {
        return impl::index_bones(parts_.bones.file, bones(), key_bone_lookup(), memory);
    }

    [[nodiscard]] array<i16<>> key_bone_lookup() const noexcept {
        return parts_.bones.get(&skeleton_bones::key_bone_lookup);
    }

    [[nodiscard]] array<vertex> vertices() const noexcept { return base::get(&old::vertices, &now::vertices); }
    [[nodiscard]] std::uint32_t vertex_count() const noexcept { return static_cast<std::uint32_t>(vertices().size()); }
    [[nodiscard]] strided<vec3<>> positions() const noexcept { return vertex_fields<vec3<>>(0x00); }
    // Fractions of 255, four per vertex.
    [[nodiscard]] strided<m2::weights> weights() const noexcept { return vertex_fields<m2::weights>(0x0C); }
    // Numbers of bones, four per vertex; 0 where the weight is 0.
    [[nodiscard]] strided<m2::joints> joints() const noexcept { return vertex_fields<m2::joints>(0x10); }
    [[nodiscard]] strided<vec3<>> normals() const noexcept { return vertex_fields<vec3<>>(0x14); }
    // Returns texture coordinate set 0 or 1, origin top left; empty for other numbers.
    [[nodiscard]] strided<vec2<>> texcoords(std::uint32_t set = 0) const noexcept {
        return set < 2 ? vertex_fields<vec2<>>(0x20 + 8 * std::size_t{set}) : strided<vec2<>>{};
    }

    // The skin profiles. Each contains the same mesh, split for a decreasing number of bones per draw call; show the
    // first. From version 264 on, each is a companion, and the list has those that were joined.
    [[nodiscard]] skin_profile_list skin_profiles() const noexcept {
        return impl::access::make<skin_profile_list>(this->context(), base::get(&old::skin_profiles));
    }
    // The number of profiles that the header declares.
    [[nodiscard]] constexpr std::uint32_t skin_profile_count() const noexcept {
        return version() < first_version<now> ? static_cast<std::uint32_t>(base::get(&old::skin_profiles).size())
                                              : base::get(&now::skin_profile_count);
    }
    // The palettes of all submeshes.
    [[nodiscard]] array<u16<>> bone_lookup() const noexcept { return base::get(&old::bone_lookup, &now::bone_lookup); }
    // Returns the palette of a submesh: the numbers of the bones to which its palette_joints() refer. Entries outside
    // the bone lookup are left out.
    [[nodiscard]] array<u16<>> palette(const m2::submesh& of) const noexcept {
        const array<u16<>> all = bone_lookup();
        const std::size_t first = of.first_palette_bone;
        const std::size_t count = of.bone_count;
        if (first >= all.size()) {
            return {};
        }
        return all.part(first, count < all.size() - first ? count : all.size() - first);
    }

    // ---- materials -------------------------------------------------------------------------------------------------

    [[nodiscard]] color_list colors() const noexcept { return views<color_list>(&old::colors, &now::colors); }
    // The textures. In files of chunks their names may be empty, see texture_files().
    [[nodiscard]] array<texture> textures() const noexcept { return base::get(&old::textures, &now::textures); }
    // Tracks of opacities.
    [[nodiscard]] texture_weight_list texture_weights() const noexcept {
        return views<texture_weight_list>(&old::texture_weights, &now::texture_weights);
    }
    [[nodiscard]] texture_transform_list texture_transforms() const noexcept {
        return views<texture_transform_list>(&old::texture_transforms, &now::texture_transforms);
    }
    [[nodiscard]] array<i16<>> replaceable_lookup() const noexcept {
        return base::get(&old::replaceable_lookup, &now::replaceable_lookup);
    }
    [[nodiscard]] array<material> materials() const noexcept { return base::get(&old::materials, &now::materials); }
    [[nodiscard]] array<i16<>> texture_lookup() const noexcept {
        return base::get(&old::texture_lookup, &now::texture_lookup);
    }
    [[nodiscard]] array<i16<>> texture_unit_lookup() const noexcept {
        return base::get(&old::texture_unit_lookup, &now::texture_unit_lookup);
    }
    [[nodiscard]] array<i16<>> texture_weight_lookup() const noexcept {
        return base::get(&old::texture_weight_lookup, &now::texture_weight_lookup);
    }
    // How several textures are combined, by batch. Empty before version 264, and if the flag model_has_combiners is not
    // set.
    [[nodiscard]] array<u16<>> texture_combiner_combos() const noexcept {
        const auto* const lists = impl::combiners_in(md20(), version(), flags());
        return lists != nullptr ? get(lists->texture_combiner_combos) : array<u16<>>{};
    }
    [[nodiscard]] array<i16<>> texture_transform_lookup() const noexcept {
        return base::get(&old::texture_transform_lookup, &now::texture_transform_lookup);
    }

    // ---- attached to bones -----------------------------------------------------------------------------------------

    [[nodiscard]] attachment_list attachments() const noexcept {
        return parts_.attachments.lists != nullptr
                   ? impl::access::make<attachment_list>(
                         context_of(parts_.attachments.file, impl::key_chunk::attachments),
                         parts_.attachments.lists->attachments)
                   : attachment_list{};
    }
    [[nodiscard]] array<i16<>> attachment_lookup() const noexcept {
        return parts_.attachments.get(&skeleton_attachments::attachment_lookup);
    }
    [[nodiscard]] event_list events() const noexcept { return views<event_list>(&old::events, &now::events); }
    [[nodiscard]] light_list lights() const noexcept { return views<light_list>(&old::lights, &now::lights); }
    [[nodiscard]] camera_list cameras() const noexcept { return views<camera_list>(&old::cameras, &now::cameras); }
    [[nodiscard]] array<i16<>> camera_lookup() const noexcept {
        return base::get(&old::camera_lookup, &now::camera_lookup);
    }
    [[nodiscard]] ribbon_list ribbons() const noexcept { return views<ribbon_list>(&old::ribbons, &now::ribbons); }
    [[nodiscard]] particle_list particles() const noexcept {
        return views<particle_list>(&old::particles, &now::particles);
    }

    // ---- collision -------------------------------------------------------------------------------------------------

    // Numbers of collision vertices, three per triangle. In some converted files all three collision lists refer to
    // unrelated data: look up vertices with at().
    [[nodiscard]] array<u16<>> collision_triangles() const noexcept {
        return base::get(&old::collision_triangles, &now::collision_triangles);
    }
    [[nodiscard]] array<vec3<>> collision_vertices() const noexcept {
        return base::get(&old::collision_vertices, &now::collision_vertices);
    }
    [[nodiscard]] array<vec3<>> collision_normals() const noexcept {
        return base::get(&old::collision_normals, &now::collision_normals);
    }

    // ---- chunks ----------------------------------------------------------------------------------------------------
    // Later models consist of chunks; the first contains a complete model. No available file has chunks: all of this is
    // from readers. A FileDataID is a number that identifies a file of the game instead of a name; 0: none.

    // In file order; empty if the file has none.
    [[nodiscard]] constexpr chunk_list chunks() const noexcept { return chunks_; }
    // Returns the first chunk with an id, for example "TXID"; empty if none of the first 64 chunks has it.
    [[nodiscard]] m2::chunk chunk(std::string_view id) const noexcept { return impl::find_chunk(chunks_, id); }

    [[nodiscard]] std::uint32_t skeleton_file() const noexcept { return first_number("SKID"); }
    [[nodiscard]] std::uint32_t physics_file() const noexcept { return first_number("PFID"); }
    [[nodiscard]] array<u32<>> skin_files() const noexcept { return numbers("SFID"); } // one per profile, then LODs
    // The entries of the chunk AFID: the files with keys. They are from the first file that has the chunk: the .skel,
    // its parent, the model.
    [[nodiscard]] array<animation_file_record> animation_files() const noexcept {
        return skeleton_chunk("AFID").as<animation_file_record>();
    }
    [[nodiscard]] array<u32<>> bone_files() const noexcept { return skeleton_chunk("BFID").as<u32<>>(); }
    [[nodiscard]] array<u32<>> texture_files() const noexcept { return numbers("TXID"); }         // one per texture
    [[nodiscard]] array<u32<>> recursion_model_files() const noexcept { return numbers("RPID"); } // one per emitter
    [[nodiscard]] array<u32<>> geometry_model_files() const noexcept { return numbers("GPID"); }  // one per emitter
    // Ids of animations that the model does not play.
    [[nodiscard]] array<u16<>> blacklisted_animations() const noexcept { return chunk("PABC").as<u16<>>(); }
    // Further values of particle emitters, one element per emitter.
    [[nodiscard]] particle_extension_list particle_extensions() const noexcept {
        const m2::chunk of = chunk("EXP2");
        const auto* const lists = of.record<extended_particles>();
        return lists != nullptr ? impl::access::make<particle_extension_list>(
                                      context_of(of.file(), impl::key_chunk::model), lists->particle_extensions)
                                : particle_extension_list{};
    }
    // The part of a character that each particle emitter belongs to.
    [[nodiscard]] array<u16<>> particle_geosets() const noexcept {
        const m2::chunk of = chunk("PGD1");
        const auto* const lists = of.record<m2::particle_geosets>();
        return lists != nullptr ? context_of(of.file(), impl::key_chunk::model).get(lists->particle_geosets)
                                : array<u16<>>{};
    }
    // Returns the .skel; empty if it was not joined. Reads all chunks of the .skel.
    [[nodiscard]] m2::skeleton skeleton() const noexcept { return joined_skeleton(companion_kind::skeleton_file); }
    // Whether animations and bones are unknown because they are in a .skel that was not joined.
    [[nodiscard]] constexpr bool is_skeleton_missing() const noexcept { return this->context().awaits_skeleton(); }

private:
    friend struct effigy::impl::access;
    using base = impl::record_view<header_versions>;

    // Precondition: the file has a header. `home`: the context of the part of the file that is the model.
    model(byte_view file, const chunk_list& chunks, const impl::context& home,
          const impl::skeleton_parts& parts) noexcept
        : base(home, header_of(home.file(), home.version())), file_(file), chunks_(chunks), parts_(parts) {}

    [[nodiscard]] static header_versions::record header_of(byte_view md20, std::uint32_t version) noexcept {
        return version < first_version<now> ? header_versions::record{md20.record_at<old>(0)}
                                            : header_versions::record{md20.record_at<now>(0)};
    }
    // Returns the context of tracks in a part of the file or of the .skel.
    [[nodiscard]] constexpr impl::context context_of(byte_view part, impl::key_chunk keys) const noexcept {
        const bool is_own = part.bytes().data() == md20().bytes().data();
        return is_own ? this->context() : this->context().in(part, keys);
    }
    template <class Views, class Old, class Now>
    [[nodiscard]] Views views(array_ref<Old> old::* of_old, array_ref<Now> now::* of_now) const noexcept {
        if (const old* const header = this->record().template as<old>(this->which())) {
            return impl::access::make<Views>(this->context(), header->*of_old);
        }
        const now* const header = this->record().template as<now>(this->which());
        return header != nullptr ? impl::access::make<Views>(this->context(), header->*of_now) : Views{};
    }
    [[nodiscard]] m2::skeleton joined_skeleton(companion_kind which) const noexcept {
        const companion* const joined = this->context().companions().find(which);
        return joined != nullptr ? impl::skeleton_in(byte_view{joined->bytes}) : m2::skeleton{};
    }
    [[nodiscard]] m2::chunk skeleton_chunk(std::string_view id) const noexcept {
        return impl::find_skeleton_chunk(id, this->context().companions(), chunks_).chunk;
    }
    template <class Field> [[nodiscard]] strided<Field> vertex_fields(std::size_t offset) const noexcept {
        return strided{vertices()}.template field<Field>(offset);
    }
    [[nodiscard]] array<u32<>> numbers(std::string_view id) const noexcept { return chunk(id).as<u32<>>(); }
    [[nodiscard]] std::uint32_t first_number(std::string_view id) const noexcept {
        const u32<>* const number = numbers(id).at(0);
        return number != nullptr ? number->get() : 0;
    }

    byte_view file_;
    chunk_list chunks_;
    impl::skeleton_parts parts_;
};

}}} // namespace effigy::v0::m2
