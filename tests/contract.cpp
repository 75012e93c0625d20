// The interface that all formats share, checked by compiling it.
#include <effigy/forward.hpp> // first, so that its declarations must match the definitions in the other headers

#include "contract/grimrock.hpp"
#include "contract/m2.hpp"
#include "contract/nwn.hpp"
#include "contract/p3d.hpp"
#include "contract/shinobi.hpp"

namespace {

using namespace effigy;
using contract::bytes;

static_assert(std::same_as<decltype(grimrock::open(std::declval<const bytes&>())), result<grimrock::model>>);
static_assert(std::same_as<decltype(shinobi::open(std::declval<const bytes&>())), result<shinobi::model>>);
static_assert(std::same_as<decltype(nwn::open(std::declval<const bytes&>())), result<nwn::model>>);
static_assert(std::same_as<decltype(m2::open(std::declval<const bytes&>())), result<m2::model>>);
static_assert(std::same_as<decltype(p3d::open(std::declval<const bytes&>())), result<p3d::model>>);

static_assert(
    std::same_as<decltype(grimrock::open_animation(std::declval<const bytes&>())), result<grimrock::animation>>);
static_assert(
    std::same_as<decltype(shinobi::open_animation(std::declval<const bytes&>())), result<shinobi::animation>>);
static_assert(std::same_as<decltype(p3d::open_animation(std::declval<const bytes&>())), result<p3d::animation>>);

} // namespace
