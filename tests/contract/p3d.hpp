// What p3d has of the contract: levels of detail instead of a tree, points that share normals instead of vertices.
#pragma once

#include "contract/concepts.hpp"

#include <effigy/p3d.hpp>
#include <effigy/p3d/decode.hpp>
#include <effigy/p3d/lint.hpp>

namespace contract::p3d {

namespace format = effigy::p3d;

static_assert(model<format::model> && verified<format::model> && linted<format::model> && decoded<format::model>);
static_assert(model<format::animation> && verified<format::animation> && linted<format::animation> &&
              decoded<format::animation>);

using lods = decltype(format::model{}.lods());
static_assert(sized<lods> && small_iterators<lods> && optional_view<format::lod, most_of_lod>);
static_assert(random_access<format::lod_index> &&
              std::same_as<std::ranges::range_value_t<format::lod_index>, format::lod>);

static_assert(random_access<decltype(format::lod{}.points())> && array_of_records<decltype(format::lod{}.normals())>);
using faces = decltype(format::lod{}.faces());
static_assert(sized<faces> && small_iterators<faces> && optional_view<format::face, most_of_element>);
using tags = decltype(format::lod{}.tags());
static_assert(sized<tags> && small_iterators<tags> && optional_view<format::tag, most_of_element>);
static_assert(forward<decltype(format::lod{}.corners())> && forward<decltype(format::lod{}.triangles())>);
static_assert(forward<decltype(format::lod{}.selections())> && forward<decltype(format::lod{}.properties())>);
static_assert(std::same_as<decltype(format::lod{}.triangle_count()), std::uint32_t>);

static_assert(random_access<decltype(format::animation{}.bones())> &&
              random_access<decltype(format::animation{}.phases())>);

} // namespace contract::p3d
