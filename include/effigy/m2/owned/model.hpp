// The result of decode(): a set of pools, one for each type. The records are those of records.hpp with plain members.
// One declaration serves all versions; fields that a version does not have are zero or empty. Records refer to lists by
// numbers, and get() returns the list:
//
//     for (const owned_bone& one : owned.get(owned.bones)) {
//         const auto keys = owned.keys(one.translation, animation);
//         use(one.parent, keys.times, keys.values);
#pragma once

#include <effigy/core/fields.hpp>
#include <effigy/m2/view.hpp>
#include <effigy/owned/pools.hpp>

namespace effigy { inline namespace v0 {

namespace impl {

template <class T> struct in_host_form<m2::spline_key<T>> {
    using type = m2::spline_key<host_form<T>>;
};

} // namespace impl

namespace m2 {

using effigy::pool_slice;
using owned_key_range = basic_key_range<form::host>;

// ---- tracks --------------------------------------------------------------------------------------------------------

// The keys of one animation, from version 264 on: parts of the track's `times` and `values`. Empty if their file is
// missing.
template <class T> struct owned_keys {
    pool_slice<std::uint32_t> times;
    pool_slice<T> values;

    static constexpr const char* record_name = "keys";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("times", &R::times...);
        visit("values", &R::values...);
    }
};
struct owned_event_keys {
    pool_slice<std::uint32_t> times;

    static constexpr const char* record_name = "eventKeys";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) { visit("times", &R::times...); }
};

// From version 264 on: where the keys of an animation are in an .anim that was not joined, as the model has it.
struct owned_missing_keys {
    basic_unknown_list<form::host> times;
    basic_unknown_list<form::host> values; // 0 in event tracks

    static constexpr const char* record_name = "missingKeys";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("times", &R::times...);
        visit("values", &R::values...);
    }
};

// The first fields of all tracks. A track describes `times` itself.
struct owned_timeline {
    m2::interpolation interpolation{};
    std::int16_t global_sequence = 0;
    pool_slice<owned_key_range> ranges;     // before version 264
    pool_slice<std::uint32_t> times;        // of all known keys, milliseconds
    pool_slice<owned_missing_keys> missing; // empty, or one per part

    static constexpr const char* record_name = "timeline";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("interpolation", &R::interpolation...);
        visit("globalSequence", &R::global_sequence...);
        visit("ranges", &R::ranges...);
        visit("missing", &R::missing...);
    }
};
template <> struct basic_event_track_header<form::host> : owned_timeline {
    pool_slice<owned_event_keys> parts; // from version 264 on, one per animation, or one for all

    static constexpr const char* record_name = "eventTrack";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        owned_timeline::template fields<R...>(visit);
        visit(repeated{"times", &basic_event_track_header::parts}, &R::times...);
        visit("parts", &R::parts...);
    }
};
template <class T> struct basic_track_header<T, form::host> : owned_timeline {
    pool_slice<T> values;            // of all keys
    pool_slice<owned_keys<T>> parts; // from version 264 on, one per animation, or one for all

    static constexpr const char* record_name = "track";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        owned_timeline::template fields<R...>(visit);
        visit(repeated{"times", &basic_track_header::parts}, &R::times...);
        visit(repeated{"values", &basic_track_header::parts}, &R::values...);
        visit("parts", &R::parts...);
    }
};
using owned_event_track = basic_event_track_header<form::host>;
template <class T> using owned_track = basic_track_header<T, form::host>;

using owned_opacity = basic_opacity<form::host>;         // value_of<float>(one) is 0 .. 1
using owned_packed_quat = basic_packed_quat<form::host>; // value_of<float>(one) is the quaternion
template <class T> using owned_life_track =
    basic_life_track_header<T, form::host>; // ages: 0 at birth to 32767 at death

// ---- records that are the same in all versions ---------------------------------------------------------------------

using owned_bounds = basic_bounds<form::host>;
using owned_playable = basic_playable<form::host>;
using owned_vertex = basic_vertex<form::host>;
using owned_submesh = basic_submesh<form::host>;
using owned_submesh_sorting = basic_submesh_sorting<form::host>;
using owned_batch = basic_batch<form::host>;
using owned_shadow_batch = basic_shadow_batch<form::host>;
using owned_color = basic_color_record<form::host>;
using owned_texture = basic_texture<form::host>;
using owned_texture_transform = basic_texture_transform_record<form::host>;
using owned_material = basic_material<form::host>;
using owned_attachment = basic_attachment_record<form::host>;
using owned_event = basic_event_record<form::host>;
using owned_light = basic_light_record<form::host>;
using owned_animation_file = basic_animation_file<form::host>;
using owned_particle_extension = basic_extended_particle<form::host>;

// ---- records that differ between versions --------------------------------------------------------------------------

// The chunks of a chunked .anim.
enum owned_key_chunks : std::uint8_t { has_model_keys = 1, has_bone_keys = 2, has_attachment_keys = 4 };

// From version 264 on, `start` is 0.
struct owned_animation : basic_animation_record<form::host> {
    std::uint32_t duration = 0; // milliseconds, in every version
    m2::key_place key_place{};  // where the keys were; missing keys are not in this model
    std::uint8_t key_chunks{};  // owned_key_chunks; 0 if the .anim has none

    static constexpr const char* record_name = "animation";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        basic_animation_record<form::host>::template fields<R...>(visit);
        visit("duration", &R::duration...);
        visit("keyPlace", &R::key_place...);
        visit("keyChunks", &R::key_chunks...);
    }
};

struct owned_bone : basic_bone_record<form::host> {
    std::uint32_t unknown = 0; // from version 260 on
    // From version 260 on; in these versions `rotation` has no values and no parts, from 264 on no times.
    pool_slice<owned_packed_quat> packed_rotations;
    pool_slice<owned_keys<owned_packed_quat>> packed_parts;

    static constexpr const char* record_name = "bone";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        basic_bone_record<form::host>::template fields<R...>(visit);
        visit("unknown", &R::unknown...);
        visit(repeated{"packedRotations", &owned_bone::packed_parts}, &R::packed_rotations...);
        visit("packedParts", &R::packed_parts...);
    }
};

struct owned_skin_profile : basic_skin_profile_header<form::host> {
    pool_slice<owned_submesh_sorting> submesh_sortings; // from version 260 on
    pool_slice<owned_shadow_batch> shadow_batches;      // only in later .skin files
    std::uint32_t number = 0;                           // among the model's profiles

    static constexpr const char* record_name = "skinProfile";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        basic_skin_profile_header<form::host>::template fields<R...>(visit);
        visit("submeshSortings", &R::submesh_sortings...);
        visit("shadowBatches", &R::shadow_batches...);
        visit("number", &R::number...);
    }
};

struct owned_camera : basic_camera_record<form::host> {
    owned_track<spline_key<float>> field_of_view; // from version 271 on, instead of diagonal_field_of_view

    static constexpr const char* record_name = "camera";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        basic_camera_record<form::host>::template fields<R...>(visit);
        visit("fieldOfView", &R::field_of_view...);
    }
};

struct owned_ribbon : basic_ribbon_record<form::host> {
    std::int16_t priority_plane = 0; // this and the next field: from version 264 on
    std::uint16_t padding = 0;

    static constexpr const char* record_name = "ribbon";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        basic_ribbon_record<form::host>::template fields<R...>(visit);
        visit("priorityPlane", &R::priority_plane...);
        visit("padding", &R::padding...);
    }
};

struct owned_particle : basic_particle_record<form::host> {
    m2::emission emits{};        // the meaning of the bytes `emission`, which are in host order
    bool emits_by_color = false; // whether these bytes are a basic_emission_263<form::host>, as from version 263 on; if
                                 // not, they are a basic_emission<form::host>
    // From version 264 on, instead of midpoint, colors, scales and cells.
    float lifespan_variation = 0;
    float emission_rate_variation = 0;
    owned_life_track<vec3<form::host>> color;
    owned_life_track<owned_opacity> alpha;
    owned_life_track<vec2<form::host>> scale;
    vec2<form::host> scale_variation;
    owned_life_track<std::uint16_t> head_cell;
    owned_life_track<std::uint16_t> tail_cell;
    float base_spin = 0;
    float base_spin_variation = 0;
    float spin_variation = 0;
    std::int16_t multi_texture[8]{}; // from version 272 on

    static constexpr const char* record_name = "particle";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        basic_particle_record<form::host>::template fields<R...>(visit);
        visit("emits", &R::emits...);
        visit("emitsByColor", &R::emits_by_color...);
        visit("lifespanVariation", &R::lifespan_variation...);
        visit("emissionRateVariation", &R::emission_rate_variation...);
        visit("color", &R::color...);
        visit("alpha", &R::alpha...);
        visit("scale", &R::scale...);
        visit("scaleVariation", &R::scale_variation...);
        visit("headCell", &R::head_cell...);
        visit("tailCell", &R::tail_cell...);
        visit("baseSpin", &R::base_spin...);
        visit("baseSpinVariation", &R::base_spin_variation...);
        visit("spinVariation", &R::spin_variation...);
        visit("multiTexture", &R::multi_texture...);
    }
};

// A .skel that was joined. Its animations, bones and attachments are those of the header.
struct owned_skeleton {
    part_place place = part_place::skeleton_file; // not the model
    bool has_header = false;                      // chunk SKL1
    bool has_parent = false;                      // chunk SKPD
    basic_skeleton_header<form::host> header{};
    basic_skeleton_parent<form::host> parent{};

    static constexpr const char* record_name = "skeleton";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("place", &R::place...);
        visit("hasHeader", &R::has_header...);
        visit("hasParent", &R::has_parent...);
        visit("header", &R::header...);
        visit("parent", &R::parent...);
    }
};

struct owned_header : basic_header<form::host> {
    std::uint32_t skin_profile_count = 0; // as declared; from version 264 on some may be missing
    pool_slice<std::uint16_t> texture_combiner_combos;
    // Where lists are. Lists that a .skel replaces are not in the model.
    bool is_chunked = false; // the model is the first of several chunks
    pool_slice<owned_skeleton> skeletons;
    part_place animations_in{};  // with globalSequences and animationLookup
    part_place bones_in{};       // with keyBoneLookup
    part_place attachments_in{}; // with attachmentLookup
    part_place animation_files_in{};
    part_place bone_files_in{};
    // From chunks, as in model.
    std::uint32_t skeleton_file = 0;
    std::uint32_t physics_file = 0;
    pool_slice<std::uint32_t> skin_files;
    pool_slice<owned_animation_file> animation_files;
    pool_slice<std::uint32_t> bone_files;
    pool_slice<std::uint32_t> texture_files;
    pool_slice<std::uint32_t> recursion_model_files;
    pool_slice<std::uint32_t> geometry_model_files;
    pool_slice<std::uint16_t> blacklisted_animations;
    pool_slice<owned_particle_extension> particle_extensions;
    pool_slice<std::uint16_t> particle_geosets;

    static constexpr const char* record_name = "header";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        basic_header<form::host>::template fields<R...>(visit);
        visit("skinProfileCount", &R::skin_profile_count...);
        visit("textureCombinerCombos", &R::texture_combiner_combos...);
        visit("isChunked", &R::is_chunked...);
        visit("skeletons", &R::skeletons...);
        visit("animationsIn", &R::animations_in...);
        visit("bonesIn", &R::bones_in...);
        visit("attachmentsIn", &R::attachments_in...);
        visit("animationFilesIn", &R::animation_files_in...);
        visit("boneFilesIn", &R::bone_files_in...);
        visit("skeletonFile", &R::skeleton_file...);
        visit("physicsFile", &R::physics_file...);
        visit("skinFiles", &R::skin_files...);
        visit("animationFiles", &R::animation_files...);
        visit("boneFiles", &R::bone_files...);
        visit("textureFiles", &R::texture_files...);
        visit("recursionModelFiles", &R::recursion_model_files...);
        visit("geometryModelFiles", &R::geometry_model_files...);
        visit("blacklistedAnimations", &R::blacklisted_animations...);
        visit("particleExtensions", &R::particle_extensions...);
        visit("particleGeosets", &R::particle_geosets...);
    }
};

} // namespace m2

// ---- the model -----------------------------------------------------------------------------------------------------

namespace m2 {

// The keys for an animation, as in track::keys(). `start`: the start of the animation on the time line, 0 from
// version 264 on. Times are milliseconds; subtract `start` to get the time since the animation's start.
template <class T> struct owned_key_span {
    std::uint32_t start = 0;
    std::span<const std::uint32_t> times;
    std::span<const T> values; // one per time; with tangents, three

    [[nodiscard]] constexpr bool has_tangents() const noexcept { return values.size() != times.size(); }
};
struct owned_rotation_span {
    std::uint32_t start = 0;
    std::span<const std::uint32_t> times;
    std::span<const quat<form::host>> full;
    std::span<const owned_packed_quat> packed; // one of the two is empty

    // Returns the rotation of key `i`; the identity if there is no such key.
    template <real Real> [[nodiscard]] constexpr quaternion<Real> value(std::size_t i) const noexcept {
        return i < full.size()     ? value_of<Real>(full[i])
               : i < packed.size() ? value_of<Real>(packed[i])
                                   : quaternion<Real>{};
    }
};
struct owned_time_span {
    std::uint32_t start = 0;
    std::span<const std::uint32_t> times;
};

using model_pools =
    owned_pools<owned_animation, owned_playable, owned_bone, owned_vertex, owned_skin_profile, m2::palette_joints,
                owned_submesh, owned_submesh_sorting, owned_batch, owned_shadow_batch, owned_color, owned_texture,
                owned_track<owned_opacity>, owned_texture_transform, owned_material, owned_attachment, owned_event,
                owned_light, owned_camera, owned_ribbon, owned_particle, owned_particle_extension, owned_animation_file,
                owned_skeleton, owned_key_range, owned_missing_keys, owned_event_keys, owned_keys<std::uint8_t>,
                owned_keys<std::uint16_t>, owned_keys<float>, owned_keys<vec3<form::host>>,
                owned_keys<quat<form::host>>, owned_keys<owned_opacity>, owned_keys<owned_packed_quat>,
                owned_keys<spline_key<float>>, owned_keys<spline_key<vec3<form::host>>>, char, std::uint8_t,
                std::uint16_t, std::int16_t, std::uint32_t, float, vec2<form::host>, vec3<form::host>, quat<form::host>,
                owned_opacity, owned_packed_quat, spline_key<float>, spline_key<vec3<form::host>>>;

// The header's fields and the pools.
struct owned_model : owned_header, model_pools {
    owned_model() : owned_model(std::pmr::get_default_resource()) {}
    explicit owned_model(std::pmr::memory_resource* memory) : owned_header{}, model_pools(memory) {}

    using model_pools::get;
    // Returns the characters up to the first NUL; get<char>() returns all characters as stored.
    [[nodiscard]] std::string_view get(const array_ref<char, form::host>& of) const noexcept {
        const std::string_view whole = get(static_cast<const pool_slice<char>&>(of));
        return whole.substr(0, whole.find('\0'));
    }
    [[nodiscard]] std::string_view get(const array_ref<char, form::host>& of) noexcept {
        return std::as_const(*this).get(of);
    }

    // Returns the keys of a track for an animation, in every version; all keys if the track follows a global sequence.
    template <class T>
    [[nodiscard]] owned_key_span<T> keys(const owned_track<T>& of, std::uint32_t number) const noexcept {
        return keys_in<T>(of, get(of.values), get(of.parts), number);
    }
    [[nodiscard]] owned_rotation_span rotation_keys(const owned_bone& of, std::uint32_t number) const noexcept {
        const auto full = keys(of.rotation, number);
        const auto packed =
            keys_in<owned_packed_quat>(of.rotation, get(of.packed_rotations), get(of.packed_parts), number);
        const bool is_packed = full.times.empty();
        return {.start = is_packed ? packed.start : full.start,
                .times = is_packed ? packed.times : full.times,
                .full = full.values,
                .packed = packed.values};
    }
    // Returns the times of an event in an animation; before version 264, all times if the track has no ranges.
    [[nodiscard]] owned_time_span keys(const owned_event_track& of, std::uint32_t number) const noexcept {
        const auto times = get(of.times);
        const bool is_global = of.global_sequence >= 0;
        const std::uint32_t start = is_global ? 0 : start_of(number);
        if (version >= first_version<model_header_264>) {
            const auto parts = get(of.parts);
            const std::size_t i = is_global ? 0 : number;
            return {.start = start, .times = i < parts.size() ? get(parts[i].times) : std::span<const std::uint32_t>{}};
        }
        const auto ranges = get(of.ranges);
        if (is_global || ranges.empty()) {
            return {.start = start, .times = times};
        }
        const owned_key_range range = number < ranges.size() ? ranges[number] : owned_key_range{};
        const std::size_t last = range.last < times.size() ? range.last : times.size();
        return {.start = start,
                .times = range.first < last ? times.subspan(range.first, last - range.first)
                                            : std::span<const std::uint32_t>{}};
    }

private:
    template <class T>
    [[nodiscard]] owned_key_span<T> keys_in(const owned_timeline& of, std::span<const T> values,
                                            std::span<const owned_keys<T>> parts, std::uint32_t number) const noexcept {
        auto times = get(of.times);
        const bool is_global = of.global_sequence >= 0;
        if (!parts.empty()) {
            const owned_keys<T>& part = parts[impl::element_of(number, parts.size(), is_global)];
            times = get(part.times);
            values = get(part.values);
        }
        const impl::key_shape shape = impl::shape_of<T>(times.size(), values.size(), of.interpolation);
        const impl::key_part all{0, shape.count, 0};
        const impl::key_part part = parts.empty() && shape.count != 0 && !is_global ? part_of(of, number, all) : all;
        return {.start = part.start,
                .times = times.subspan(part.first, part.count),
                .values = values.subspan(shape.values * part.first, shape.values * part.count)};
    }
    // Returns the keys of a time line that an animation uses.
    [[nodiscard]] impl::key_part part_of(const owned_timeline& of, std::uint32_t number,
                                         const impl::key_part& all) const noexcept {
        const auto ranges = get(of.ranges);
        if (number >= animations.count) {
            return all;
        }
        const std::uint32_t start = start_of(number);
        return number < ranges.size() ? impl::part_between(ranges[number].first, ranges[number].last, all.count, start)
                                      : impl::key_part{0, all.count, start};
    }
    [[nodiscard]] std::uint32_t start_of(std::uint32_t number) const noexcept {
        const auto all = get(animations);
        return number < all.size() ? all[number].start : 0;
    }
};

} // namespace m2

}} // namespace effigy::v0
