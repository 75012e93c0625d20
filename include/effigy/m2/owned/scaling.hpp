// Multiplying the lengths of a model.
#pragma once

#include <effigy/m2/owned/model.hpp>
#include <effigy/owned/editing.hpp>

#include <limits>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {
using namespace effigy::impl;

// Calls visit(record, track) for each track whose values are lengths, speeds or accelerations, until it returns true.
// Returns the path of that track, with the number of its record.
template <class Model, class Visit> [[nodiscard]] location find_track_of_lengths(Model& model, const Visit& visit) {
    location found;
    const auto find = [&](const auto& records, auto track, const char* path) {
        std::uint32_t i = 0;
        for (auto& record : model.get(records)) {
            if (std::string_view{found.path}.empty() && visit(record, record.*track)) {
                found = location{path, location::nowhere}.within(i);
            }
            ++i;
        }
    };
    find(model.bones, &owned_bone::translation, "m2.bones[].translation");
    find(model.lights, &owned_light::attenuation_start, "m2.lights[].attenuationStart");
    find(model.lights, &owned_light::attenuation_end, "m2.lights[].attenuationEnd");
    find(model.cameras, &owned_camera::position, "m2.cameras[].position");
    find(model.cameras, &owned_camera::target, "m2.cameras[].target");
    find(model.ribbons, &owned_ribbon::height_above, "m2.ribbons[].heightAbove");
    find(model.ribbons, &owned_ribbon::height_below, "m2.ribbons[].heightBelow");
    find(model.particles, &owned_particle::speed, "m2.particles[].speed");
    find(model.particles, &owned_particle::gravity, "m2.particles[].gravity");
    find(model.particles, &owned_particle::area_length, "m2.particles[].areaLength");
    find(model.particles, &owned_particle::area_width, "m2.particles[].areaWidth");
    find(model.particles, &owned_particle::z_source, "m2.particles[].zSource");
    return found;
}

// Times stay, so speeds and accelerations are multiplied, too. Of particles, variations, drag and the scales of
// following are ratios, the tail's length is a time (readers).
template <class = when_used> class scaling {
public:
    scaling(owned_model& model, scale_factor& factor)
        : model_(model), by_(factor), vectors_(memory()), splines_(memory()), sizes_(memory()), numbers_(memory()),
          gravities_(memory()) {}

    void run() {
        scale_bounds(model_.bounds);
        scale_bounds(model_.collision_bounds);
        vectors_.add(model_.collision_vertices);
        for (owned_vertex& one : model_.get(model_.vertices)) {
            multiply(by_, one.position);
        }
        for (owned_animation& one : model_.get(model_.animations)) {
            scale_bounds(one.bounds);
            one.move_speed *= by_;
        }
        for (owned_submesh& one : model_.template all<owned_submesh>()) {
            multiply(by_, one.center);
        }
        for (owned_submesh_sorting& one : model_.template all<owned_submesh_sorting>()) {
            multiply(by_, one.center);
            one.radius *= by_;
        }
        scale_attached();
        for (owned_particle& one : model_.get(model_.particles)) {
            scale_particle(one);
        }
        for (owned_particle_extension& one : model_.get(model_.particle_extensions)) {
            one.z_source *= by_;
        }
        static_cast<void>(find_track_of_lengths(model_, [&]<class Track>(const auto& record, const Track& track) {
            const auto add_to = [&](auto& lists) {
                lists.add(track.values);
                for (const auto& part : std::as_const(model_).get(track.parts)) {
                    lists.add(part.values);
                }
            };
            if constexpr (std::is_same_v<Track, owned_track<vector>>) {
                add_to(vectors_);
            } else if constexpr (std::is_same_v<Track, owned_track<spline_key<vector>>>) {
                add_to(splines_);
            } else {
                add_to(is_packed_gravity(record, track) ? gravities_ : numbers_);
            }
            return false;
        }));
        scale_lists();
    }

private:
    using vector = vec3<form::host>;

    [[nodiscard]] std::pmr::memory_resource* memory() const noexcept {
        return std::as_const(model_).template all<char>().resource();
    }
    // A box that contains nothing stays: its minimum is the largest float (measured: an animation in 4 of 280 models).
    void scale_bounds(owned_bounds& of) noexcept {
        if (of.min.x != (std::numeric_limits<float>::max)()) {
            multiply(by_, of.min, of.max);
        }
        of.radius *= by_;
    }
    void scale_attached() noexcept {
        const auto move = [this](const auto& records, auto position) {
            for (auto& one : model_.get(records)) {
                multiply(by_, one.*position);
            }
        };
        move(model_.bones, &owned_bone::pivot);
        move(model_.attachments, &owned_attachment::position);
        move(model_.events, &owned_event::position);
        move(model_.lights, &owned_light::position);
        move(model_.cameras, &owned_camera::position_base);
        move(model_.cameras, &owned_camera::target_base);
        move(model_.ribbons, &owned_ribbon::position);
        move(model_.particles, &owned_particle::position);
        for (owned_camera& one : model_.get(model_.cameras)) {
            one.near_clip *= by_;
            one.far_clip *= by_;
        }
        for (owned_ribbon& one : model_.get(model_.ribbons)) {
            one.gravity *= by_;
        }
    }
    void scale_particle(owned_particle& of) {
        multiply(by_, of.wind);
        for (float& each : of.scales) {
            each *= by_;
        }
        of.follow_speed_1 *= by_;
        of.follow_speed_2 *= by_;
        sizes_.add(of.scale.values);
        vectors_.add(of.spline_points);
    }
    template <class Record>
    [[nodiscard]] bool is_packed_gravity(const Record& record, const owned_track<float>& track) const noexcept {
        if constexpr (std::is_same_v<Record, owned_particle>) {
            return &track == &record.gravity && is_gravity_packed(model_.version, record.flags);
        } else {
            return false;
        }
    }
    // Multiplies the length of a packed gravity, which is a 16-bit number in the upper half.
    void scale_gravity(float& packed) noexcept {
        const auto bits = std::bit_cast<std::uint32_t>(packed);
        const float length = by_.times(static_cast<std::int16_t>(bits >> 16U));
        const float rounded = length < 0 ? length - 0.5F : length + 0.5F;
        if (!(rounded > -32769 && rounded < 32768)) {
            by_.lose();
        } else if (!by_.is_trial()) {
            const auto stored = static_cast<std::uint16_t>(static_cast<std::int16_t>(rounded));
            packed = std::bit_cast<float>((bits & 0xFFFFU) | std::uint32_t{stored} << 16U);
        }
    }
    void scale_lists() {
        vectors_.for_each_part(model_, [this](std::span<vector> all) {
            for (vector& each : all) {
                multiply(by_, each);
            }
        });
        splines_.for_each_part(model_, [this](std::span<spline_key<vector>> all) {
            for (spline_key<vector>& each : all) {
                multiply(by_, each.value, each.in, each.out);
            }
        });
        sizes_.for_each_part(model_, [this](std::span<vec2<form::host>> all) {
            for (vec2<form::host>& each : all) {
                each.x *= by_;
                each.y *= by_;
            }
        });
        numbers_.for_each_part(model_, [this](std::span<float> all) {
            for (float& each : all) {
                each *= by_;
            }
        });
        gravities_.for_each_part(model_, [this](std::span<float> all) {
            for (float& each : all) {
                scale_gravity(each);
            }
        });
    }

    owned_model& model_;
    scale_factor& by_;
    // What is scaled once, although tracks and animations may share it.
    united_lists<vector> vectors_;
    united_lists<spline_key<vector>> splines_;
    united_lists<vec2<form::host>> sizes_;
    united_lists<float> numbers_, gravities_;
};

}}}} // namespace effigy::v0::m2::impl
