// The contract for m2.
#include <effigy/m2/forward.hpp> // first, so that its declarations must match the definitions in the other headers

#include "contract/concepts.hpp"

#include <effigy/m2.hpp>
#include <effigy/m2/decode.hpp>
#include <effigy/m2/lint.hpp>
#include <effigy/m2/regions.hpp>
#include <effigy/m2/scene.hpp>

namespace contract::m2 {

namespace format = effigy::m2;

static_assert(std::same_as<decltype(format::open(std::declval<const bytes&>())), effigy::result<format::model>>);
static_assert(complete<format::model> && has_scene<format::model>);
static_assert(view<format::skin_file, max_element_size> && verified<format::skin_file> && linted<format::skin_file>);
static_assert(view<format::skeleton, max_lod_size> && verified<format::skeleton> && linted<format::skeleton>);
static_assert(view<format::chunked_file, max_element_size> && verified<format::chunked_file>);
static_assert(optional_view<format::chunk, max_element_size> && forward<decltype(format::model{}.chunks())>);

template <class R>
concept views =
    random_access<R> && small_iterators<R> && optional_view<std::ranges::range_value_t<R>, max_element_size>;
using bones = decltype(format::model{}.bones());
static_assert(views<bones> && node<format::bone> && index<format::bone_index, format::bone>);
static_assert(views<decltype(format::model{}.skin_profiles())> && triangles<format::skin_profile>);
static_assert(random_access<decltype(format::skin_profile{}.submeshes())>);
static_assert(random_access<decltype(format::skin_profile{}.batches())>);
static_assert(random_access<decltype(format::skin_profile{}.vertex_lookup())>);
static_assert(views<decltype(format::model{}.lights())> && views<decltype(format::model{}.cameras())>);
static_assert(views<decltype(format::model{}.particles())> && views<decltype(format::model{}.ribbons())>);
static_assert(views<decltype(format::model{}.attachments())> && views<decltype(format::model{}.events())>);
static_assert(views<decltype(format::model{}.colors())> && views<decltype(format::model{}.texture_weights())>);
static_assert(views<decltype(format::model{}.texture_transforms())>);
static_assert(views<decltype(format::model{}.particle_extensions())>);
static_assert(optional_view<decltype(format::particle{}.color()), max_element_size>);

// Tracks have the same interface in all versions: the keys of one animation, in seconds since its start.
template <class T>
concept track = optional_view<T, max_mesh_size> && requires(const T& t) {
    requires random_access<decltype(t.keys(npos).times)> && random_access<decltype(t.keys(npos).values)>;
    requires std::same_as<std::ranges::range_value_t<decltype(t.keys(npos).times)>, double>;
    { t.interpolation() } -> std::same_as<format::interpolation>;
    { t.global_sequence() } -> std::same_as<std::uint32_t>;
};
static_assert(track<decltype(format::bone{}.translation())> && track<decltype(format::bone{}.rotation())>);
static_assert(track<decltype(format::camera{}.position())> && track<decltype(format::particle{}.speed())>);
static_assert(optional_view<decltype(format::event{}.times()), max_mesh_size>);

static_assert(vertices<format::model> && skinned<format::model>); // all skin profiles share the model's vertices

// sample() computes in float by default.
template <class What, class Out>
concept sampled = requires(const What& what, const format::animation_time& when) {
    { sample(what, when) } -> std::same_as<Out>;
};
static_assert(sampled<decltype(format::bone{}.translation()), vector3<float>>);
static_assert(sampled<decltype(format::bone{}.rotation()), quaternion<float>>);
static_assert(sampled<decltype(format::attachment{}.visible()), float>);
static_assert(sampled<format::bone, pose<float>> && sampled<format::camera, format::camera_pose<float>>);

using animations = decltype(format::model{}.animations());
static_assert(views<animations> && lasts<format::animation>);
static_assert(poses<format::bone_index, format::node_pose<float>> && skins<format::model>);
static_assert(plays<format::model, format::animation_time, format::bone_index, format::node_pose<float>>);
static_assert(samples<format::bone, format::animation_time, pose<float>>);

} // namespace contract::m2
