// The contract for shinobi: the types are grimrock's.
#include <effigy/shinobi/forward.hpp> // first, so that its declarations must match the definitions in the other headers

#include "contract/concepts.hpp"

#include <effigy/shinobi.hpp>
#include <effigy/shinobi/decode.hpp>
#include <effigy/shinobi/lint.hpp>
#include <effigy/shinobi/regions.hpp>
#include <effigy/shinobi/scene.hpp>

namespace contract::shinobi {

namespace format = effigy::shinobi;
namespace grimrock = effigy::grimrock;

static_assert(std::same_as<decltype(format::open(std::declval<const bytes&>())), effigy::result<grimrock::model>>);
static_assert(
    std::same_as<decltype(format::open_animation(std::declval<const bytes&>())), effigy::result<grimrock::animation>>);
static_assert(std::same_as<format::model, grimrock::model> && std::same_as<format::node, grimrock::node> &&
              std::same_as<format::mesh, grimrock::mesh> && std::same_as<format::node_index, grimrock::node_index> &&
              std::same_as<format::animation, grimrock::animation> && std::same_as<format::item, grimrock::item>);
static_assert(format::mesh_node == 0 && format::owned_item{}.name.empty());
static_assert(requires(const format::bone& moved, const format::transform& local) {
    { format::to_matrix<float>(moved.record()->inverse_bind) } -> std::same_as<matrix4x3<float>>;
    { format::to_matrix<float>(local) } -> std::same_as<matrix4x3<float>>;
});

} // namespace contract::shinobi
