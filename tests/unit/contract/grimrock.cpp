// The contract for grimrock.
#include <effigy/grimrock/forward.hpp> // first, so that its declarations must match the definitions in the other headers

#include "contract/concepts.hpp"

#include <effigy/grimrock.hpp>
#include <effigy/grimrock/encode.hpp>
#include <effigy/grimrock/lint.hpp>
#include <effigy/grimrock/regions.hpp>
#include <effigy/grimrock/scene.hpp>

namespace contract::grimrock {

namespace format = effigy::grimrock;

static_assert(std::same_as<decltype(format::open(std::declval<const bytes&>())), effigy::result<format::model>>);
static_assert(
    std::same_as<decltype(format::open_animation(std::declval<const bytes&>())), effigy::result<format::animation>>);
static_assert(complete<format::model> && encoded<format::model> && has_scene<format::model>);
static_assert(complete<format::animation> && encoded<format::animation>);

using nodes = decltype(format::model{}.nodes());
static_assert(sized<nodes> && small_iterators<nodes> && std::same_as<std::ranges::range_value_t<nodes>, format::node>);
static_assert(node<format::node> && optional_view<format::mesh, max_mesh_size>);
static_assert(std::same_as<decltype(format::node{}.mesh()), format::mesh>); // by value; false if there is no mesh
static_assert(index<format::node_index, format::node> && names<format::node_index>);

static_assert(vertices<format::mesh> && triangles<format::mesh> && skinned<format::mesh>);
static_assert(small_iterators<decltype(format::mesh{}.bones())>);
static_assert(sized<decltype(format::mesh{}.arrays())> && small_iterators<decltype(format::mesh{}.arrays())>);
static_assert(sized<decltype(format::mesh{}.segments())> && small_iterators<decltype(format::mesh{}.segments())>);

using repaired = decltype(format::repaired_segments{format::mesh{}});
static_assert(sized<repaired> && small_iterators<repaired> &&
              std::same_as<std::ranges::range_value_t<repaired>, format::segment>);

using items = decltype(format::animation{}.items());
static_assert(sized<items> && small_iterators<items> && lasts<format::animation>);
static_assert(poses<format::node_index, format::node_pose<float>> && skins<format::mesh>);
static_assert(plays<format::animation, double, format::node_index, format::node_pose<float>>);
static_assert(requires(const format::item& channels) {
    { sample(channels, 0.5) } -> std::same_as<pose<float>>;
    { sample(channels, 0.5, pose<double>{}) } -> std::same_as<pose<double>>;
    { sample<double>(channels, 0.5, {}, playback::loop) } -> std::same_as<pose<double>>;
});
static_assert(samples<format::item, double, pose<float>>);
static_assert(bound_bone<format::bone>);

} // namespace contract::grimrock
