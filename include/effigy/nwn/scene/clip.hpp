// Conversion of animations to clips.
#pragma once

#include <effigy/nwn/scene/material.hpp>
#include <effigy/nwn/scene/options.hpp>
#include <effigy/scene/keys.hpp>

#include <limits>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// ---- keys ----------------------------------------------------------------------------------------------------------

// Returns the first `Count` numbers of row `i`; zeros if the row has fewer.
template <std::size_t Count>
[[nodiscard]] std::array<float, Count> row_of(const controller& keys, std::uint32_t i) noexcept {
    std::array<float, Count> out{};
    if (const array<f32<>> row = keys.row(i); row.size() >= Count) {
        for (std::size_t k = 0; k < Count; ++k) {
            out[k] = row[k];
        }
    }
    return out;
}

// Return the blend of the first number, or of the first three, of two rows.
template <class = when_used> [[nodiscard]] double number_of(const controller& keys,
                                                            const key_blend<double>& blend) noexcept {
    const auto at = [&](std::uint32_t i) { return static_cast<double>(row_of<1>(keys, i)[0]); };
    const double first = at(blend.first);
    return first + (at(blend.second) - first) * blend.weight;
}
template <class = when_used> [[nodiscard]] vector3<double> vector_of(const controller& keys,
                                                                     const key_blend<double>& blend) noexcept {
    const auto at = [&](std::uint32_t i) {
        const auto row = row_of<3>(keys, i);
        return to_real<double>(vector3<float>{row[0], row[1], row[2]});
    };
    const vector3<double> first = at(blend.first);
    return blend.weight == 0 ? first : lerp(first, at(blend.second), blend.weight);
}

// The played part of a controller: the keys from 0 to `end`, and the values at 0 and `end`.
template <class = when_used> class played_keys {
public:
    // `value_of(key_blend<double>)` makes a value from rows.
    using make_value = function_ref<vector4<float>(const key_blend<double>&)>;

    played_keys(builder& to, key_list& out, const controller& keys, double end)
        : keys_(keys), end_(end), to_(&to), out_(out) {}

    // Fills the list. If all keys are equal, the result is a single key.
    void take(make_value value_of) {
        const auto times = keys_.times();
        const std::size_t count = is_constant() ? 1 : times.size() + 2; // 2: at 0 and at `end`
        if (!out_.begin(*to_, count)) {
            return;
        }
        const auto add_between = [&](double seconds) {
            add(static_cast<float>(seconds), value_of(blend_at<double>(keys_, seconds)));
        };
        for (std::uint32_t i = 0; count != 1 && i < times.size(); ++i) {
            const float time = times[i];
            if (i != 0 && time > 0 && out_.times.empty()) { // all previous keys are before 0
                add_between(0);
            }
            if (static_cast<double>(time) > end_) {
                add_between(end_);
                break;
            }
            if (time >= 0) {
                add(time, value_of(key_blend<double>{i, i, 0}));
            }
        }
        if (out_.times.empty()) {
            add_between(0);
        }
    }

private:
    [[nodiscard]] bool is_constant() const noexcept {
        const auto all = keys_.values();
        const std::size_t width = keys_.width();
        for (std::size_t row = width; width != 0 && row + width <= all.size(); row += width) {
            for (std::size_t k = 0; k < keys_.columns(); ++k) {
                if (!(all[row + k] == all[k])) {
                    return false;
                }
            }
        }
        return true;
    }
    // If two keys have the same time, the first one is moved to just before it, or replaced if that is impossible.
    void add(float time, const vector4<float>& value) {
        if (!is_finite(value)) {
            return;
        }
        if (const std::size_t count = out_.times.size(); count != 0 && out_.times.back() == time) {
            const float before = just_before(time);
            if (before == time || (count > 1 && out_.times[count - 2] >= before)) {
                out_.values.back() = value;
                return;
            }
            out_.times.back() = before;
        }
        out_.add(static_cast<double>(time), value);
    }

    controller keys_;
    double end_;
    builder* to_;
    key_list& out_;
};

// The names of the controllers of an animation that a clip cannot contain. At most 64 names.
template <class = when_used> class left_out_tracks {
public:
    void add(const node& mover, const controller& keys) noexcept {
        add(keys.times().empty() ? std::string_view{} : controller_name(mover, keys));
    }
    void add(std::string_view name) noexcept {
        bool is_known = name.empty();
        for (std::size_t i = 0; i < count_; ++i) {
            is_known = is_known || names_[i] == name;
        }
        if (!is_known && count_ < names_.size()) {
            names_[count_++] = name;
        }
    }
    [[nodiscard]] elements<const std::string_view> all() const noexcept { return {names_.data(), count_}; }

private:
    std::array<std::string_view, 64> names_{}; // from the tables in names.hpp
    std::size_t count_ = 0;
};

// ---- which clips ---------------------------------------------------------------------------------------------------

// An animation that becomes a clip.
struct wanted_animation {
    animation keys;
    std::string_view supermodel; // its name; empty for an animation of the model itself
    float position_scale = 1;
};

// Returns the animations that become clips.
template <class = when_used> [[nodiscard]] pool<wanted_animation> wanted_animations(builder& to, const model& from,
                                                                                    const scene_options& options) {
    auto out = to.list<wanted_animation>();
    numbers_by_key<std::string_view, compare_names> nearer_names{to.memory()}; // of the model and nearer supermodels
    const auto add = [&](const animation& keys, std::string_view supermodel, float scale) {
        bool is_wanted = options.clip_names.empty();
        for (const std::string_view wanted : options.clip_names) {
            is_wanted = is_wanted || compare_any_case(wanted, keys.name()) == 0;
        }
        if (keys && is_wanted) {
            to.add(out, wanted_animation{keys, supermodel, scale});
        }
    };
    if (!options.include_clips) {
        return out;
    }
    const auto is_new = [&](const animation& keys) {
        return !nearer_names.contains(keys.name()) && to.add(nearer_names, keys.name());
    };
    for (const animation own : from.animations()) {
        add(own, {}, 1);
        static_cast<void>(!options.supermodels.empty() && is_new(own));
    }
    float scale = from.animation_scale();
    for (const model& supermodel : options.supermodels) {
        for (const animation inherited : supermodel.animations()) {
            if (is_new(inherited)) {
                add(inherited, supermodel.name(), scale);
            }
        }
        scale *= supermodel.animation_scale();
    }
    return out;
}

// ---- clips ---------------------------------------------------------------------------------------------------------

// The mesh of a node in the scene.
struct shown_mesh {
    std::size_t triangles = 0;         // 0: the scene does not show it
    std::uint32_t holder = npos;       // the scene's node that shows it
    std::uint32_t material = npos;     // if clips change it
    bool fades = false, glows = false; // clips change the alpha, the self-illumination of its material
    float alpha = -1;                  // at the start of the animation that plays at rest; below 0 if it sets none
};

template <class = when_used> class clip_maker {
public:
    clip_maker(builder& to, const node_index& nodes, elements<const shown_mesh> meshes)
        : to_(&to), nodes_(nodes), meshes_(meshes), scratch_(to.memory()), keys_(to.memory()), last_found_(to.memory()),
          last_clips_(to.memory()), sampled_(to.memory()) {
        if (to.reserve(last_found_, nodes.size()) && to.resize(nodes.size(), last_clips_, sampled_)) {
            last_found_.resize(nodes.size(), npos);
        }
    }

    // Counts the morph targets of an animation. Must be called for all animations before the first clip is added.
    void count_targets(const animation& from) {
        for_each_mover(from, [&](std::uint32_t target, const node& mover) {
            if (mover.has(has_animmesh) && can_show(target, mover)) {
                sampled_[target] += mover.animmesh().position_set_count();
            }
        });
    }
    void add(const wanted_animation& wanted) {
        const animation& from = wanted.keys;
        scale_ = wanted.position_scale;
        end_ = from.duration() > 0 ? from.duration() : unlimited;
        left_out_ = {};
        for_each_mover(from, [&](std::uint32_t target, const node& mover) { add_mover(target, mover); });
        reach_end();
        scene::clip* const out = scratch_.channels.empty() ? nullptr : to_->add(to_->made.clips);
        if (out == nullptr) {
            return;
        }
        out->name = to_->text(from.name());
        scratch_.channels.swap(out->channels);
        scratch_.times.swap(out->times);
        add_extras(*out, from, wanted.supermodel);
    }

private:
    static constexpr double unlimited = std::numeric_limits<double>::infinity();

    // Joins the nodes as apply() does: by name. If several nodes have the same name, the first one is used, in both
    // trees.
    template <class Use> void for_each_mover(const animation& from, const Use& use) {
        ++clip_;
        if (to_->why()) {
            return;
        }
        std::size_t number = 0;
        for (const node mover : from.nodes()) {
            const std::uint32_t target = find(mover.name(), number++);
            if (target < last_clips_.size() && last_clips_[target] != clip_) {
                last_clips_[target] = clip_;
                use(target, mover);
            }
        }
    }

    // Most animations have the same nodes: tests the node that was found for the same number last.
    [[nodiscard]] std::uint32_t find(std::string_view name, std::size_t number) {
        if (number >= last_found_.size()) {
            return nodes_.find(name);
        }
        std::uint32_t& found = last_found_[number];
        if (found == npos || nodes_.name(found) != name) {
            found = nodes_.find(name);
        }
        return found;
    }

    void add_mover(std::uint32_t target, const node& mover) {
        const controller_list all = mover.controllers();
        const auto of = [&](std::int32_t id) { return all.at(all.find(id)); };
        add_positions(target, of(controls_position));
        add_rotations(target, of(controls_orientation));
        add_scales(target, of(controls_scale));
        const std::uint32_t material = meshes_[target].material;
        if (material != npos) {
            add_alphas(material, of(controls_alpha));
            add_illuminations(material, of(controls_self_illumination));
        }
        for (const controller keys : all) {
            const std::int32_t id = keys.id();
            if (id != controls_position && id != controls_orientation && id != controls_scale &&
                (material == npos || (id != controls_alpha && id != controls_self_illumination))) {
                left_out_.add(mover, keys);
            }
        }
        if (mover.has(has_animmesh)) {
            add_samples(target, mover);
        }
    }
    void add(std::uint32_t target, scene::path path, const controller& keys,
             typename played_keys<>::make_value value_of) {
        if (keys) {
            played_keys<>{*to_, keys_, keys, end_}.take(value_of);
            clip_builder{*to_, scratch_}.add(target, path, keys_);
        }
    }
    void add_to_material(std::uint32_t material, scene::path path, const controller& keys,
                         typename played_keys<>::make_value value_of) {
        if (keys) {
            played_keys<>{*to_, keys_, keys, end_}.take(value_of);
            clip_builder{*to_, scratch_}.add_to_material(material, path, keys_);
        }
    }
    void add_positions(std::uint32_t target, const controller& keys) {
        const auto scale = static_cast<double>(scale_);
        add(target, scene::path::translation, keys, [&](const key_blend<double>& blend) {
            return key_value(z_up::point(to_real<float>(vector_of(keys, blend) * scale)));
        });
    }
    // The format and glTF both interpolate along the shorter arc at constant speed.
    void add_rotations(std::uint32_t target, const controller& keys) {
        const auto at = [&](std::uint32_t i) {
            const auto row = row_of<4>(keys, i);
            return quaternion<float>{row[0], row[1], row[2], row[3]};
        };
        add(target, scene::path::rotation, keys, [&](const key_blend<double>& blend) {
            const quaternion<float> first = at(blend.first);
            return key_value(z_up::rotation(
                blend.weight == 0
                    ? first
                    : to_real<float>(slerp(to_real<double>(first), to_real<double>(at(blend.second)), blend.weight))));
        });
    }
    void add_scales(std::uint32_t target, const controller& keys) {
        add(target, scene::path::scale, keys, [&](const key_blend<double>& blend) {
            const auto size = static_cast<float>(number_of(keys, blend));
            return vector4<float>{size, size, size, 0};
        });
    }

    void add_alphas(std::uint32_t material, const controller& keys) {
        const vector4<float> rest = to_->made.materials[material].base_color;
        add_to_material(material, scene::path::base_color, keys, [&](const key_blend<double>& blend) {
            return vector4<float>{rest.x, rest.y, rest.z, fraction_of(number_of(keys, blend))};
        });
    }
    // Exact at the keys: the game interpolates sRGB, glTF linear colors.
    void add_illuminations(std::uint32_t material, const controller& keys) {
        add_to_material(material, scene::path::emissive, keys, [&](const key_blend<double>& blend) {
            return key_value(linear_color(vector_of(keys, blend)));
        });
    }

    // ---- animmeshes --------------------------------------------------------------------------------------------

    // Whether the node's mesh in the scene has the same number of vertices as the samples.
    [[nodiscard]] bool can_show(std::uint32_t target, const node& mover) const noexcept {
        const std::uint32_t holder = meshes_[target].holder;
        if (holder == npos) {
            return false;
        }
        const std::size_t vertices = to_->made.meshes[to_->made.nodes[holder].mesh].positions.size();
        const nwn::animmesh samples = mover.animmesh();
        return samples && samples.position_set_count() != 0 && mover.mesh().vertex_count() == vertices &&
               samples.position_samples().size() == vertices * samples.position_set_count();
    }
    // Each set becomes a morph target. The weights blend from one set to the next.
    void add_samples(std::uint32_t target, const node& mover) {
        const nwn::animmesh samples = mover.animmesh();
        if (samples.texcoord_set_count() > 1) {
            left_out_.add("animmesh texcoords");
        }
        if (samples.position_set_count() == 0) {
            return;
        }
        constexpr std::uint64_t most_targets_of_vertex = 6; // so the weights take at most twice the samples' memory
        const std::uint64_t all_targets = sampled_[target];
        if (!can_show(target, mover) || all_targets > most_targets_of_vertex * mover.mesh().vertex_count()) {
            left_out_.add("animmesh positions");
            return;
        }
        const std::uint32_t holder = meshes_[target].holder;
        scene::mesh& shown = to_->made.meshes[to_->made.nodes[holder].mesh];
        const std::size_t first = shown.targets.size();
        const std::uint32_t sets = samples.position_set_count();
        if (first + sets > all_targets || !add_targets(shown, samples, all_targets)) {
            return;
        }
        add_weights(holder, static_cast<double>(samples.record()->sample_period.get()), first, sets,
                    to_size(all_targets));
    }
    [[nodiscard]] bool add_targets(scene::mesh& shown, const nwn::animmesh& samples, std::uint64_t all_targets) {
        if (shown.targets.empty() && !to_->reserve(shown.targets, all_targets)) {
            return false;
        }
        const std::size_t vertices = shown.positions.size();
        for (std::uint32_t set = 0; set < samples.position_set_count(); ++set) {
            const auto stored = samples.positions(set);
            scene::morph_target* const added = stored.size() == vertices ? to_->add(shown.targets) : nullptr;
            if (added == nullptr || !to_->resize(vertices, added->positions)) {
                return false;
            }
            scene::morph_target& made = *added;
            made.name = to_->text("frame_" + std::to_string(shown.targets.size() - 1));
            for (std::size_t i = 0; i < vertices; ++i) {
                const vector3<float> moved = z_up::point(vector3<float>{stored[i]}) - shown.positions[i];
                made.positions[i] = is_finite(moved) ? moved : vector3<float>{};
            }
        }
        return true;
    }
    void add_weights(std::uint32_t holder, double period, std::size_t first, std::uint32_t sets,
                     std::size_t all_targets) {
        const bool moves = period > 0 && period - period == 0;
        const double end = moves ? end_ : 0;
        const std::size_t most = moves ? sets : 1;
        std::uint32_t count = 0;
        const auto time_at = [&](std::uint32_t i) { return static_cast<float>(i * period < end ? i * period : end); };
        while (count < most && (count == 0 || ((count - 1) * period < end && time_at(count) > time_at(count - 1)))) {
            ++count;
        }
        auto times = to_->template list<float>(count);
        auto values = to_->template list<float>(std::uint64_t{count} * all_targets);
        if (to_->why()) {
            return;
        }
        for (std::uint32_t i = 0; i < count; ++i) {
            const double time = i * period < end ? i * period : end;
            times[i] = i == 0 ? 0 : static_cast<float>(time);
            const auto part =
                i == 0 ? 1 : static_cast<float>(time / period - (i - 1)); // below 1 if the end comes first
            const std::size_t own = i * all_targets + first + i;
            values[own] = part;
            if (part < 1) {
                values[own - 1] = 1 - part;
            }
        }
        clip_builder{*to_, scratch_}.add_weights(holder, times, std::move(values));
    }

    // ---- the whole clip ----------------------------------------------------------------------------------------

    // If the clip moves no node, it gets a channel of the root.
    void reach_end() {
        if (!to_->made.nodes.empty()) {
            clip_builder{*to_, scratch_}.finish(0, to_->made.nodes[0].local.position, end_);
        }
    }

    void add_extras(scene::clip& made, const animation& from, std::string_view supermodel) {
        const auto events = from.events();
        const auto left_out = left_out_.all();
        auto names = to_->template list<scene::text>();
        auto times = to_->template list<double>();
        auto others = to_->template list<scene::text>();
        if (!to_->reserve(names, events.size()) || !to_->reserve(times, events.size()) ||
            !to_->reserve(others, left_out.size())) {
            return;
        }
        for (const event& each : events) {
            names.push_back(to_->text(each.name.view()));
            times.push_back(static_cast<double>(finite_or_zero(each.time)));
        }
        for (const std::string_view name : left_out) {
            others.push_back(to_->text(name));
        }
        auto out = to_->extras();
        out.add_given("supermodel", supermodel).add_given("root", from.record()->root.view());
        out.add_given("transitionTime", from.transition_time());
        out.add_given("events", std::move(names)).add_given("eventTimes", std::move(times));
        out.add_given("notAnimated", std::move(others));
        out.put_into(made.extras);
    }

    builder* to_;
    node_index nodes_;                  // with the numbers of the scene's nodes
    elements<const shown_mesh> meshes_; // by node
    scene::clip scratch_;               // the clip before it is known to have channels
    key_list keys_;                     // of the latest channel
    pool<std::uint32_t> last_found_;    // by number in an animation
    pool<std::uint32_t> last_clips_, sampled_;
    left_out_tracks<> left_out_;
    std::uint32_t clip_ = 0;
    float scale_ = 1;
    double end_ = unlimited;
};

}}}} // namespace effigy::v0::nwn::impl
