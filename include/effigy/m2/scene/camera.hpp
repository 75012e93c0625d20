// Cameras as nodes that look at their targets.
#pragma once

#include <effigy/core/impl/heap_sort.hpp>
#include <effigy/m2/sample/camera.hpp>
#include <effigy/m2/scene/played.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// The rotation of a camera's node at `eye`, in the model's space: -z points to the target, x is level. `roll` turns the
// camera about the view axis, positive to the camera's left (assumed).
[[nodiscard]] inline quaternion<double> look_at(const vector3<double>& eye, const vector3<double>& target,
                                                double roll) noexcept {
    const vector3<double> back = normalized(z_up::point(eye - target));
    if (!is_finite(back) || dot(back, back) < 0.5) {
        return {};
    }
    vector3<double> right = cross(vector3<double>{0, 1, 0}, back);
    right = dot(right, right) > 1e-12 ? normalized(right) : vector3<double>{1, 0, 0};
    const quaternion<double> level = rotation_of(right, cross(back, right), back);
    constexpr double turn = 4 * half_pi;
    const double within = looped(roll, turn); // 0 for NaN
    const double half = (within > turn / 2 ? within - turn : within) / 2;
    const double s = sine(half);
    const double c = sine(half_pi - absolute(half));
    return normalized(quaternion<double>{level.x * c + level.y * s, level.y * c - level.x * s,
                                         level.z * c + level.w * s, level.w * c - level.z * s});
}

template <class = when_used> void fill_camera(scene_maker<>& maker, const m2::camera& from, double diagonal,
                                              scene::camera& to) {
    constexpr double screen_aspect = 4.0 / 3.0; // of the screens that the diagonal refers to (assumed)
    constexpr double most = 3.14;
    const double vertical = vertical_field_of_view(diagonal, screen_aspect);
    to.vertical_field_of_view = static_cast<float>(vertical > 0.01 && vertical < most ? vertical : 1);
    const float near_clip = from.near_clip();
    const float far_clip = from.far_clip();
    to.near_plane = near_clip > 0 && near_clip < 1e30F ? near_clip : 0.1F;
    to.far_plane = far_clip > to.near_plane && far_clip < 1e30F ? far_clip : 0;
    auto extras = maker.to.extras();
    extras.add_given("type", name_of(from.type())).add("diagonalFieldOfView", diagonal);
    extras.add_given("animated", changes(maker, from.field_of_view()));
    extras.put_into(to.extras);
}

template <class = when_used> void add_cameras(scene_maker<>& maker) {
    const camera_list all = maker.from.cameras();
    auto& cameras = maker.to.made.cameras;
    if (!maker.to.reserve(cameras, all.size())) {
        return;
    }
    std::uint32_t number = 0;
    for (const m2::camera one : all) {
        const numbered_name name{"camera_", number};
        const camera_pose<double> at = sample<double>(one, animation_time{0, 0, 0});
        const std::uint32_t holder = maker.to.add_node(name, maker.root, pose<double>{at.eye, {}, {1, 1, 1}});
        if (holder == npos) {
            return;
        }
        scene::node& made = maker.to.made.nodes[holder];
        made.camera = number++;
        made.local.rotation = to_real<float>(look_at(at.eye, at.target, at.roll));
        scene::camera& seen = cameras.emplace_back();
        seen.name = name;
        fill_camera(maker, one, at.diagonal_field_of_view, seen);
    }
}

// ---- motion --------------------------------------------------------------------------------------------------------

// Adds the channels of the cameras' nodes. On curves, adds as many keys as the tolerances require.
template <class = when_used> class camera_mover {
public:
    explicit camera_mover(scene_maker<>& maker)
        : maker_(&maker), all_(maker.from.cameras()), loops_(maker.to.memory()) {
        for (std::uint32_t i = 0; i < maker.to.made.nodes.size() && first_node_ == npos; ++i) {
            first_node_ = maker.to.made.nodes[i].camera == 0 ? i : npos;
        }
        if (!maker.to.reserve(loops_, all_.size())) {
            return;
        }
        for (const m2::camera one : all_) {
            loops_.push_back(
                {{loop_of(maker, one.position()), loop_of(maker, one.target()), loop_of(maker, one.roll())}});
        }
    }

    [[nodiscard]] std::size_t size() const noexcept { return loops_.size(); }
    [[nodiscard]] m2::camera at(std::uint32_t number) const noexcept { return all_.at(number); }
    [[nodiscard]] const track_loops& loops_of(std::uint32_t number) const noexcept { return loops_[number]; }

    // Adds the channels of a camera.
    void add(clip_channels<>& to, std::uint32_t number, const played_part& played) {
        const m2::camera seen = all_.at(number);
        const std::uint32_t holder = first_node_ + number;
        const scene::node& node_at_rest = maker_->to.made.nodes[holder];
        auto& eyes = to.begin(scene::path::translation);
        auto& turns = to.begin(scene::path::rotation);
        const auto base = to_real<double>(seen.position_base());
        const auto target_base = to_real<double>(seen.target_base());
        played_tracks tracks{*maker_, seen.position(), seen.target(), seen.roll(), loops_[number], played};
        tracks.for_each_interval([&](double from, double until) {
            const auto eye_at = [&](double time) { return base + tracks.first.at(time); };
            add_line<vector3<double>>(*maker_, eyes, from, until, curve_tolerance,
                                      [&](double time) { return z_up::point(eye_at(time)); });
            add_line<quaternion<double>>(*maker_, turns, from, until, rotation_tolerance, [&](double time) {
                return look_at(eye_at(time), target_base + tracks.second.at(time), tracks.third.at(time));
            });
        });
        to.keep(holder, scene::path::translation, node_at_rest.local.position, false);
        to.keep(holder, scene::path::rotation, node_at_rest.local.rotation, false);
    }

private:
    scene_maker<>* maker_;
    camera_list all_;
    pool<track_loops> loops_;         // by camera
    std::uint32_t first_node_ = npos; // of the first camera; those of the other cameras follow
};

}}}} // namespace effigy::v0::m2::impl
