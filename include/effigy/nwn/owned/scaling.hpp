// Multiplying the lengths of a model.
#pragma once

#include <effigy/nwn/decode.hpp>
#include <effigy/owned/editing.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// Lengths, speeds and accelerations of particles, by the ids of controllers of emitters: times stay, so that all of
// them are multiplied. "mass" is an acceleration in units of the game's gravity, which stays; "grav" pulls particles to
// a target, "threshold" is the distance at which they are gone, "p2p_bezier2" and 3 are tangents (readers). "drag",
// "bounce_co" and "lightningscale" are ratios. "sizemid" has other ids in files of nwnmdlcomp.
inline constexpr std::int32_t particle_lengths[] = {140, 148, 152, 156, 164, 168, 172, 176,
                                                    180, 188, 192, 196, 200, 204, 212};
inline constexpr std::int32_t particle_middles[] = {468, 472}, particle_middles_nwnmdlcomp[] = {484, 488};
inline constexpr std::int32_t light_lengths[] = {88, 96, 100};

template <class = when_used> class scaling {
public:
    scaling(owned_model& model, scale_factor& factor)
        : model_(model), by_(factor), parts_(model.all<char>().resource()), vectors_(model.all<char>().resource()),
          numbers_(model.all<char>().resource()) {}

    void run() {
        multiply(by_, model_.bounding_min, model_.bounding_max);
        model_.radius *= by_;
        model_.animation_scale *= by_;
        for (owned_mesh& mesh : model_.all<owned_mesh>()) {
            multiply(by_, mesh.bounding_min, mesh.bounding_max, mesh.average);
            mesh.radius *= by_;
            by_.multiply_area(mesh.normal_sum_half);
            vectors_.add(mesh.positions);
        }
        for (owned_face& face : model_.all<owned_face>()) {
            face.distance *= by_;
        }
        for (owned_aabb& box : model_.all<owned_aabb>()) {
            multiply(by_, box.min, box.max);
        }
        for (const owned_skin& skin : model_.all<owned_skin>()) {
            vectors_.add(skin.inverse_translations);
        }
        for (const owned_animmesh& samples : model_.all<owned_animmesh>()) {
            vectors_.add(samples.position_samples);
        }
        for (owned_dangly& dangly : model_.all<owned_dangly>()) {
            dangly.displacement *= by_;
        }
        for (owned_emitter& emitter : model_.all<owned_emitter>()) {
            emitter.blast_radius *= by_;
            emitter.blast_length *= by_;
        }
        for (const owned_node& node : model_.get(model_.nodes)) {
            parts_.push_back({node.name.view(), node.flags});
            add_keys(node, node.flags);
        }
        heap_sort(parts_,
                  [](const node_flags& a, const node_flags& b) { return compare_any_case(a.name, b.name) < 0; });
        for (const owned_animation& clip : model_.get(model_.animations)) {
            for (const owned_node& node : model_.get(clip.nodes)) {
                add_keys(node, node.flags | flags_of(node.name.view()));
            }
        }
        vectors_.for_each_part(model_, [this](std::span<vector> all) {
            for (vector& each : all) {
                multiply(by_, each);
            }
        });
        numbers_.for_each_part(model_, [this](std::span<float> all) {
            for (float& each : all) {
                each *= by_;
            }
        });
    }

private:
    using vector = vec3<form::host>;
    struct node_flags {
        std::string_view name;
        std::uint32_t flags;
    };

    // The flags of the model's first node of this name: a node of an animation moves it, and seldom says what it is.
    [[nodiscard]] std::uint32_t flags_of(std::string_view name) const noexcept {
        const std::size_t i =
            count_before(parts_, [&](const node_flags& each) { return compare_any_case(each.name, name) < 0; });
        return i < parts_.size() && compare_any_case(parts_[i].name, name) == 0 ? parts_[i].flags : 0;
    }
    void add_keys(const owned_node& node, std::uint32_t flags) {
        for (const owned_key& key : std::as_const(model_).get(node.controllers)) {
            if (is_length(flags, key.id)) {
                const auto count = static_cast<std::uint32_t>(model_.values(node, key).size());
                numbers_.add({.first = node.pool.first + key.value_index, .count = count});
            }
        }
    }
    [[nodiscard]] bool is_length(std::uint32_t flags, std::int32_t id) const noexcept {
        const auto has = [id](std::span<const std::int32_t> ids) {
            bool found = false;
            for (const std::int32_t each : ids) {
                found = found || each == id;
            }
            return found;
        };
        const bool by_nwnmdlcomp = model_.producer == producer::nwnmdlcomp;
        return id == controls_position || ((flags & has_light) != 0 && has(light_lengths)) ||
               ((flags & has_emitter) != 0 &&
                (has(particle_lengths) || has(by_nwnmdlcomp ? particle_middles_nwnmdlcomp : particle_middles)));
    }

    owned_model& model_;
    scale_factor& by_;
    pool<node_flags> parts_; // by name
    // What is scaled once, although keys and copied records may share it.
    united_lists<vector> vectors_;
    united_lists<float> numbers_;
};

}}}} // namespace effigy::v0::nwn::impl
