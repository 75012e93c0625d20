// The contract for p3d: levels of detail instead of a tree, and points and normals instead of vertices.
#include <effigy/p3d/forward.hpp> // first, so that its declarations must match the definitions in the other headers

#include "contract/concepts.hpp"

#include <effigy/p3d.hpp>
#include <effigy/p3d/encode.hpp>
#include <effigy/p3d/lint.hpp>
#include <effigy/p3d/regions.hpp>
#include <effigy/p3d/scene.hpp>

namespace contract::p3d {

namespace format = effigy::p3d;

static_assert(std::same_as<decltype(format::open(std::declval<const bytes&>())), effigy::result<format::model>>);
static_assert(
    std::same_as<decltype(format::open_animation(std::declval<const bytes&>())), effigy::result<format::animation>>);
static_assert(complete<format::model> && encoded<format::model> && has_scene<format::model>);
static_assert(complete<format::animation> && encoded<format::animation>);

using lods = decltype(format::model{}.lods());
static_assert(sized<lods> && small_iterators<lods> && optional_view<format::lod, max_lod_size>);
static_assert(random_access<format::lod_index> && small_iterators<format::lod_index> &&
              std::same_as<std::ranges::range_value_t<format::lod_index>, format::lod>);
static_assert(requires(const format::model& all, const format::lod_index& index) {
    { all.lod(format::lod_kind::memory) } -> std::same_as<format::lod>;
    { index.lod(format::lod_kind::shadow_volume, 1) } -> std::same_as<format::lod>;
});

static_assert(random_access<decltype(format::lod{}.points())> && array_of_records<decltype(format::lod{}.normals())>);
static_assert(array_of_records<decltype(format::lod{}.point_records())>);
using faces = decltype(format::lod{}.faces());
static_assert(sized<faces> && small_iterators<faces> && optional_view<format::face, max_element_size>);
static_assert(array_of_records<decltype(format::face{}.corners())>);
using corners = decltype(format::lod{}.corners());
static_assert(sized<corners> && small_iterators<corners>);
using triangles_of_lod = decltype(format::lod{}.triangles());
static_assert(sized<triangles_of_lod> && small_iterators<triangles_of_lod>);
static_assert(std::same_as<decltype(format::lod{}.triangle_count()), std::uint32_t>);

using tags = decltype(format::lod{}.tags());
static_assert(sized<tags> && small_iterators<tags> && optional_view<format::tag, max_element_size>);
template <class Range>
concept of_tags = forward<Range> && small_iterators<Range> &&
                  optional_view<std::ranges::range_value_t<const Range>, max_element_size>;
static_assert(of_tags<decltype(format::lod{}.selections())> && of_tags<decltype(format::lod{}.properties())>);
static_assert(of_tags<decltype(format::lod{}.uv_sets())> && of_tags<decltype(format::lod{}.morph_frames())>);
static_assert(array_of_records<decltype(format::lod{}.masses())>);
static_assert(forward<decltype(format::selection{}.points())> && forward<decltype(format::selection{}.faces())>);

using bones = decltype(format::animation{}.bones());
static_assert(random_access<bones> && small_iterators<bones> && optional_view<format::bone, max_element_size>);
using phases = decltype(format::animation{}.phases());
static_assert(random_access<phases> && small_iterators<phases> && optional_view<format::phase, max_element_size>);
static_assert(array_of_records<decltype(format::phase{}.bones())>);

using moved = std::vector<vector3<double>>;
static_assert(requires(const format::lod& level, const format::animation& clip, moved& out) {
    { sample<double>(clip.bones().at(0), 0.5) } -> std::same_as<matrix4x3<double>>;
    { sample(clip.bones().at(0), 0.5, {}, playback::loop) } -> std::same_as<matrix4x3<float>>;
    { sample(clip.bones().at(0), 0.5, matrix4x3<double>{}) } -> std::same_as<matrix4x3<double>>;
    { skin_positions(level, clip, 0.5, out, playback::loop) } -> std::same_as<std::size_t>;
    { morph_positions(level, 0.5, out) } -> std::same_as<std::size_t>;
});
static_assert(samples<format::bone, double, matrix4x3<float>>); // at a phase

} // namespace contract::p3d
