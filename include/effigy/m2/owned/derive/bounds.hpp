// The box of an animation.
#pragma once

#include <effigy/m2/encode.hpp>
#include <effigy/m2/owned/derive/submeshes.hpp>
#include <effigy/m2/sample.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {
using namespace effigy::impl;

// How often an animation is sampled: at the 30 frames per second of the game's exporter; more seldom if it is longer
// than two minutes, or if that would move more than some ten million bones and vertices.
[[nodiscard]] constexpr std::uint64_t frames_of(std::uint32_t duration, std::uint64_t moved) noexcept {
    constexpr std::uint64_t most_moved = std::uint64_t{1} << 24U, most_frames = 4096;
    const std::uint64_t possible = most_moved / (moved + 1) + 1, frames = duration / std::uint64_t{33} + 1;
    const std::uint64_t most = possible < most_frames ? possible : most_frames;
    return frames < most ? frames : most;
}

// The vertices of a model as an animation moves them. The model has been written and opened, since views are sampled.
template <class = when_used> class moved_vertices {
public:
    moved_vertices(const m2::model& of, std::pmr::memory_resource* memory)
        : of_(of), entries_(of.bones().size(), memory), poses_(of.bones().size(), memory),
          matrices_(of.bones().size(), memory), positions_(of.vertices().size(), memory), bones_(of.index(entries_)) {}

    [[nodiscard]] std::span<const vector3<float>> at(std::uint32_t animation, double seconds) noexcept {
        apply(of_, {.animation = animation, .seconds = seconds, .global_seconds = seconds}, bones_, poses_);
        local_matrices(poses_, matrices_);
        local_to_world(bones_, matrices_);
        skin_matrices(of_, matrices_, matrices_);
        skin_positions(of_, matrices_, positions_);
        return positions_;
    }

private:
    const m2::model& of_;
    pool<tree_entry> entries_;
    pool<pose<float>> poses_;
    pool<matrix4x3<float>> matrices_;
    pool<vector3<float>> positions_;
    bone_index bones_;
};

template <class = when_used>
[[nodiscard]] error set_bounds(owned_model& model, std::uint32_t animation) {
    std::pmr::memory_resource* const memory = model.all<char>().resource();
    const auto files = encode(std::as_const(model), memory);
    if (!files) {
        return files.error();
    }
    const pool<companion> table = files->table();
    const auto opened = m2::open(files->model, std::span<const companion>{table});
    if (!opened) {
        return opened.error();
    }
    moved_vertices<> vertices{*opened, memory};
    owned_animation& one = model.get(model.animations)[animation];
    const std::uint64_t frames = frames_of(one.duration, std::uint64_t{model.bones.count} + model.vertices.count);
    const auto for_each_frame = [&](const auto& use) {
        for (std::uint64_t i = 0; i <= frames; ++i) {
            use(vertices.at(animation, one.duration / 1000.0 * static_cast<double>(i) / static_cast<double>(frames)));
        }
    };
    box<float> around;
    for_each_frame([&](std::span<const vector3<float>> all) { around.add(box<float>::around(all)); });
    if (!around) {
        return {};
    }
    float radius = 0;
    for_each_frame([&](std::span<const vector3<float>> all) {
        radius = larger(radius, largest_distance(middle_of(around), all));
    });
    one.bounds.min = around.min;
    one.bounds.max = around.max;
    one.bounds.radius = radius;
    widen_bounds(model, one.bounds);
    return {};
}

}}}} // namespace effigy::v0::m2::impl
