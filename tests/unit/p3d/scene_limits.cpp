// Scenes that may take less memory than they need.
#include "support/scene_limits.hpp"
#include "p3d/fixtures.hpp"

#include <effigy/p3d/scene.hpp>

#include <functional>

namespace {

using namespace effigy;
namespace described = fixtures::p3d;
using support::byte_builder;

std::string numbered(const char* name, std::uint32_t i) { return name + std::to_string(i); }

// A level that can have many of each part. Faces have corners of their own.
struct wide_level {
    described::lod made{};
    std::uint32_t bones = 0;

    explicit wide_level(std::uint32_t faces) {
        for (std::uint32_t i = 0; i < faces + 2; ++i) {
            made.points.push_back({{static_cast<float>(i), static_cast<float>(i % 2), 0}});
        }
        made.normals = {{0, 1, 0}};
        for (std::uint32_t i = 0; i < faces; ++i) {
            made.faces.push_back({{{i, 0}, {i + 1, 0}, {i + 2, 0}}});
        }
    }
    [[nodiscard]] described::tag selection_of(const std::string& name) const {
        return described::selection(name, std::vector<std::uint8_t>(made.points.size(), 1),
                                    std::vector<std::uint8_t>(made.faces.size()));
    }
    void has_selections(std::uint32_t count, const char* name) {
        for (std::uint32_t i = 0; i < count; ++i) {
            made.tags.push_back(selection_of(numbered(name, i)));
        }
    }
    void has_properties(std::uint32_t count) {
        for (std::uint32_t i = 0; i < count; ++i) {
            made.tags.push_back(described::property(numbered("p", i), "value"));
        }
    }
    void has_uv_sets(std::uint32_t count) {
        for (std::uint32_t i = 1; i <= count; ++i) {
            made.tags.push_back(described::uv_set(i, std::vector<float>(6 * made.faces.size())));
        }
    }
    void has_frames(std::uint32_t count) {
        for (std::uint32_t i = 0; i < count; ++i) {
            made.tags.push_back(
                described::frame(static_cast<float>(i), std::vector<described::vec3>(made.points.size())));
        }
    }
    void has_materials(std::uint32_t count, std::size_t length) {
        for (std::uint32_t i = 0; i < made.faces.size(); ++i) {
            made.faces[i].texture = std::string(length, 't') + std::to_string(i % count);
            made.faces[i].material = std::string(length, 'm');
        }
    }
    void has_flags() { // different ones
        for (std::size_t i = 0; i < made.faces.size(); ++i) {
            made.faces[i].flags = static_cast<std::uint32_t>(i % 40);
        }
    }
};
// Bones that turn and stretch, in three phases.
described::clip wide_clip(std::uint32_t bones) {
    described::clip out{.phases = {{0, {}}, {0.5F, {}}, {1, {}}}};
    for (std::uint32_t i = 0; i < bones; ++i) {
        out.bones.push_back(numbered("bone", i));
        for (described::phase& each : out.phases) {
            each.bones.push_back(
                {.x = {1, each.time, 0}, .y = {-each.time, 1, each.time}, .position = {0, each.time, 0}});
        }
    }
    return out;
}

// Calls use(maker_in) with a function that makes the scene_maker of a model.
template <class Use>
void with_maker(const std::vector<described::lod>& levels, std::uint32_t bones, p3d::scene_options options,
                const Use& use) {
    const byte_builder file = described::write(described::model{levels});
    const auto model = p3d::open(file.span()).value();
    const byte_builder clip_file = described::write(wide_clip(bones));
    const p3d::named_clip clips[] = {{"clip", p3d::open_animation(clip_file.span()).value()}};
    options.clips = {clips, bones != 0 ? 1U : 0U};
    use([&](std::pmr::memory_resource* memory) { return p3d::impl::scene_maker<>{model, options, memory}; });
}

} // namespace

TEST_CASE("p3d scene: with less memory than a scene needs, it is refused, and takes no more than it may") {
    wide_level all{60};
    all.has_materials(15, 40);
    all.has_uv_sets(5);
    all.has_frames(10);
    all.has_properties(20);
    all.has_selections(10, "proxy:a proxy with a long name.");
    all.has_selections(10, "bone");
    all.has_flags();
    all.made.normals.clear();
    wide_level frames{1}; // more than fit
    frames.has_frames(900);
    wide_level points{30};
    points.made.faces.clear();
    points.has_selections(10, "a selection with a long name");
    for (const bool as_attributes : {false, true}) {
        with_maker({all.made, points.made, frames.made}, 10,
                   {.include_all_levels = true,
                    .include_points = true,
                    .include_all_weights = as_attributes,
                    .include_selections = !as_attributes,
                    .include_selection_attributes = as_attributes},
                   [](const auto& maker_in) { support::check_every_limit(maker_in); });
    }
}
