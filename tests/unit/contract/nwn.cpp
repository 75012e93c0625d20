// The contract for nwn.
#include <effigy/nwn/forward.hpp> // first, so that its declarations must match the definitions in the other headers

#include "contract/concepts.hpp"

#include <effigy/nwn.hpp>
#include <effigy/nwn/encode.hpp>
#include <effigy/nwn/lint.hpp>
#include <effigy/nwn/regions.hpp>
#include <effigy/nwn/scene.hpp>

namespace contract::nwn {

namespace format = effigy::nwn;

static_assert(std::same_as<decltype(format::open(std::declval<const bytes&>())), effigy::result<format::model>>);
static_assert(complete<format::model> && encoded<format::model>);

using nodes = decltype(format::model{}.nodes()); // its iterators are not small: they keep a stack
static_assert(sized<nodes> && std::same_as<std::ranges::range_value_t<nodes>, format::node>);
static_assert(node<format::node> && optional_view<format::mesh, max_mesh_size> &&
              optional_view<format::skin, max_mesh_size>);
static_assert(index<format::node_index, format::node> && names<format::node_index>);
static_assert(index<format::animation_index, format::node> && names<format::animation_index>);
static_assert(lasts<format::animation_index>);
static_assert(random_access<decltype(format::node{}.controllers())> &&
              small_iterators<decltype(format::node{}.controllers())>);

static_assert(std::same_as<decltype(format::skin{}.mesh()), format::mesh>); // by value, like every view
static_assert(requires(array<effigy::vec2<>> (format::mesh::*texcoords)(std::uint32_t) const noexcept) {
    texcoords = &format::mesh::texcoords;
});
static_assert(vertices<format::mesh> && triangles<format::mesh> && skinned<format::skin>);
static_assert(array_of_records<decltype(format::mesh{}.faces())>);
static_assert(optional_view<format::bone, max_element_size> && small_iterators<decltype(format::skin{}.bones())>);
static_assert(optional_view<format::controller, max_element_size> && optional_view<format::aabb, max_element_size>);
static_assert(optional_view<format::animmesh, max_mesh_size> && optional_view<format::dangly, max_mesh_size>);
static_assert(forward<format::aabb_tree>);

using animations = decltype(format::model{}.animations());
static_assert(random_access<animations> && small_iterators<animations> && lasts<format::animation>);
static_assert(forward<decltype(format::animation{}.nodes())>);
static_assert(poses<format::node_index, format::node_pose<float>> && skins<format::skin>);
static_assert(plays<format::animation_index, double, format::node_index, format::node_pose<float>>);
static_assert(samples<format::node, double, pose<float>>);
static_assert(bound_bone<format::bone>);

static_assert(std::same_as<decltype(to_scene(format::model{})), effigy::result<effigy::scene>>);
static_assert(
    std::same_as<decltype(to_scene(format::model{}, format::scene_options{}, nullptr)), effigy::result<effigy::scene>>);

} // namespace contract::nwn
