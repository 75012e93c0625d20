// Scenes of levels.
#pragma once

#include "p3d/fixtures.hpp"

#include <effigy/p3d/scene.hpp>
#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <cmath>

namespace p3d_scenes {

namespace described = fixtures::p3d;
using namespace effigy;
using support::byte_builder;

[[nodiscard]] inline scene scene_of(const byte_builder& file, const p3d::scene_options& options = {}) {
    const auto model = p3d::open(file.span());
    REQUIRE(model);
    auto made = to_scene(*model, options);
    CAPTURE(to_string(made.error()));
    REQUIRE(made);
    CAPTURE(to_string(verify(*made)));
    CHECK_FALSE(verify(*made));
    return *std::move(made);
}
[[nodiscard]] inline scene scene_of(const described::lod& level, const p3d::scene_options& options = {}) {
    return scene_of(described::write(described::model{{level}}), options);
}

} // namespace p3d_scenes
