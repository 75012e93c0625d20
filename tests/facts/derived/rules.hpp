// What the functions of derive.hpp compute, compared with what files have.
#pragma once

#include "facts/derived/tally.hpp"

#include <effigy/m2/owned/derive.hpp>
#include <effigy/m2/owned/tracks.hpp>

#include <algorithm>
#include <cmath>

namespace derived {

namespace m2 = effigy::m2;

// How many values are those of the file, by rule: "256: 17 of 17; 260: 20 of 20". The reasons for others:
// docs/notes/m2-writing.md.
inline const tally::known_counts known_rules = {
    {"alias ring", "264: 191 of 191; 272: 199 of 199; mod: 242 of 242"},
    {"animation lookup", "256: 17 of 17; 260: 20 of 20; 264: 7 of 7; 272: 4 of 4; converted: 26 of 27; mod: 46 of 46"},
    {"attachment lookup", "256: 17 of 17; 260: 20 of 20; 264: 7 of 7; 272: 4 of 4; converted: 26 of 27; mod: 46 of 46"},
    {"camera lookup", "256: 17 of 17; 260: 20 of 20; 264: 7 of 7; 272: 4 of 4; converted: 27 of 27; mod: 46 of 46"},
    {"collision box", "256: 17 of 17; 260: 19 of 20; 264: 7 of 7; 272: 4 of 4; converted: 24 of 27; mod: 46 of 46"},
    {"collision normals", "256: 17 of 17; 260: 20 of 20; 264: 7 of 7; 272: 4 of 4; converted: 25 of 27; mod: 46 of 46"},
    {"collision radius", "256: 17 of 17; 260: 20 of 20; 264: 7 of 7; 272: 4 of 4; converted: 25 of 27; mod: 46 of 46"},
    {"flags of batches",
     "256: 792 of 800; 260: 1075 of 1075; 264: 200 of 200; 272: 1 of 1; converted: 274 of 277; mod: 918 of 936"},
    {"flags of bones",
     "256: 531 of 531; 260: 901 of 901; 264: 406 of 406; 272: 275 of 275; converted: 1169 of 1169; mod: 684 of 684"},
    {"key bone lookup", "256: 17 of 17; 260: 20 of 20; 264: 7 of 7; 272: 4 of 4; converted: 27 of 27; mod: 46 of 46"},
    {"next variation",
     "256: 26 of 26; 260: 33 of 33; 264: 191 of 191; 272: 199 of 199; converted: 470 of 471; mod: 242 of 242"},
    {"palette joints", "256: 68 of 68; 260: 80 of 80; 264: 11 of 11; 272: 1 of 1; converted: 81 of 81; mod: 57 of 58"},
    {"ranges of events", "256: 46 of 46; 260: 108 of 108; converted: 124 of 266"},
    {"ranges of values", "256: 133 of 133; 260: 323 of 323; converted: 999 of 999"},
    {"replaceable lookup",
     "256: 17 of 17; 260: 20 of 20; 264: 7 of 7; 272: 4 of 4; converted: 26 of 27; mod: 46 of 46"},
    {"submesh center",
     "256: 776 of 784; 260: 1021 of 1035; 264: 180 of 190; 272: 1 of 1; converted: 219 of 268; mod: 892 of 897"},
    {"submesh center bone",
     "256: 744 of 784; 260: 981 of 1035; 264: 184 of 190; 272: 1 of 1; converted: 252 of 268; mod: 862 of 897"},
    {"submesh influences",
     "256: 784 of 784; 260: 1035 of 1035; 264: 190 of 190; 272: 0 of 1; converted: 268 of 268; mod: 884 of 897"},
    {"submesh sort center", "260: 878 of 1035; 264: 150 of 190; 272: 1 of 1; mod: 696 of 897"},
    {"submesh sort radius", "260: 878 of 878; 264: 150 of 150; 272: 1 of 1; mod: 696 of 696"},
    {"submesh starts",
     "256: 784 of 784; 260: 1035 of 1035; 264: 190 of 190; 272: 1 of 1; converted: 268 of 268; mod: 897 of 897"},
    {"variation",
     "256: 26 of 26; 260: 33 of 33; 264: 191 of 191; 272: 199 of 199; converted: 426 of 471; mod: 242 of 242"},
};

class rules {
public:
    void compare(const std::string& name, const m2::owned_model& file) {
        name_ = name;
        group_ = group_of(name);
        if (group_.empty()) {
            return;
        }
        m2::owned_model made = file;
        compare_lookups(file, made);
        compare_animations(file, made);
        compare_bones(file, made);
        if (file.version < m2::first_version<m2::model_header_264>) {
            compare_ranges(file, made);
        }
        compare_collision(file, made);
        for (std::size_t i = 0; i < file.skin_profiles.count; ++i) {
            compare_profile(file, file.get(file.skin_profiles)[i], made, made.get(made.skin_profiles)[i]);
        }
    }
    // Prints the counts. Returns whether they are the known ones.
    [[nodiscard]] bool print(std::ostream& to) const { return found_.print(to, known_rules); }

private:
    // ---- rules -----------------------------------------------------------------------------------------------------

    void compare_lookups(const m2::owned_model& file, m2::owned_model& made) {
        const auto table = [&](const std::string& rule, const effigy::error& why, auto list) {
            const std::span<const std::int16_t> a = file.get<std::int16_t>(file.*list);
            const std::span<const std::int16_t> b = std::as_const(made).get<std::int16_t>(made.*list);
            add(rule, !why && std::ranges::equal(a, b));
        };
        table("animation lookup", compute_animation_lookup(made), &m2::owned_model::animation_lookup);
        table("key bone lookup", compute_key_bone_lookup(made), &m2::owned_model::key_bone_lookup);
        table("attachment lookup", compute_attachment_lookup(made), &m2::owned_model::attachment_lookup);
        table("camera lookup", compute_camera_lookup(made), &m2::owned_model::camera_lookup);
        table("replaceable lookup", compute_replaceable_lookup(made), &m2::owned_model::replaceable_lookup);
    }
    void compare_animations(const m2::owned_model& file, m2::owned_model& made) {
        compute_variations(made);
        compute_next_variations(made);
        const effigy::error why = link_aliases(made);
        for (std::size_t i = 0; i < file.animations.count; ++i) {
            const m2::owned_animation &a = file.get(file.animations)[i], &b = made.get(made.animations)[i];
            add("variation", a.variation == b.variation);
            add("next variation", a.next_variation == b.next_variation);
            if (file.version >= m2::first_version<m2::model_header_264>) {
                add("alias ring", !why && a.alias_next == b.alias_next);
            }
        }
    }
    void compare_bones(const m2::owned_model& file, m2::owned_model& made) {
        compute_bone_flags(made);
        for (std::size_t i = 0; i < file.bones.count; ++i) {
            add("flags of bones", file.get(file.bones)[i].flags == made.get(made.bones)[i].flags);
        }
    }
    void compare_ranges(const m2::owned_model& file, m2::owned_model& made) {
        const effigy::error why = compute_ranges(made);
        std::vector<std::span<const m2::owned_key_range>> before;
        m2::impl::for_each_track(file,
                                 [&](const auto& track, const char*) { before.push_back(file.get(track.ranges)); });
        std::size_t i = 0;
        m2::impl::for_each_track(std::as_const(made), [&](const auto& track, const char*) {
            const std::span<const m2::owned_key_range> a = before[i++], b = std::as_const(made).get(track.ranges);
            const bool is_event = m2::impl::is_event_track<std::remove_cvref_t<decltype(track)>>;
            if (!a.empty() || !b.empty()) {
                add(is_event ? "ranges of events" : "ranges of values",
                    !why && std::ranges::equal(a, b, effigy::equal));
            }
        });
    }
    void compare_collision(const m2::owned_model& file, m2::owned_model& made) {
        const bool is_mesh = !compute_collision(made);
        const m2::owned_bounds &a = file.collision_bounds, &b = made.collision_bounds;
        add("collision box", is_mesh && is_near(a.min, b.min) && is_near(a.max, b.max));
        add("collision radius", is_mesh && is_near(a.radius, b.radius));
        add("collision normals",
            is_mesh && std::ranges::equal(file.get(file.collision_normals),
                                          std::as_const(made).get(made.collision_normals), is_near_vector));
    }
    void compare_profile(const m2::owned_model& file, const m2::owned_skin_profile& before, m2::owned_model& made,
                         m2::owned_skin_profile& after) {
        add("palette joints",
            !compute_palette_joints(made, after) &&
                std::ranges::equal(file.get(before.palette_joints), made.get(after.palette_joints), effigy::equal));
        compute_batch_flags(made, after);
        for (std::size_t i = 0; i < before.batches.count; ++i) {
            add("flags of batches", file.get(before.batches)[i].flags == made.get(after.batches)[i].flags);
        }
        const bool is_placed = !compute_submesh_starts(made, after);
        for (std::uint32_t i = 0; i < before.submeshes.count; ++i) {
            compute_submesh_values(made, after, i);
            const m2::owned_submesh &a = file.get(before.submeshes)[i], &b = made.get(after.submeshes)[i];
            add("submesh starts",
                is_placed && a.first_vertex == b.first_vertex && a.first_index == b.first_index && a.level == b.level);
            add("submesh influences", a.influence_count == b.influence_count);
            add("submesh center", is_near(a.center, b.center));
            add("submesh center bone", a.center_bone == b.center_bone);
            if (!before.submesh_sortings.empty()) {
                const m2::owned_submesh_sorting &c = file.get(before.submesh_sortings)[i],
                                                &d = made.get(after.submesh_sortings)[i];
                const bool is_center = is_near(c.center, d.center);
                add("submesh sort center", is_center);
                if (is_center) {
                    add("submesh sort radius", is_near(c.radius, d.radius));
                }
            }
        }
    }

    // ---- counts ----------------------------------------------------------------------------------------------------

    // The game's exporters computed with other precision.
    [[nodiscard]] static bool is_near(float a, float b) {
        return std::abs(a - b) <= 1e-4F * std::max(1.0F, std::abs(a));
    }
    [[nodiscard]] static bool is_near(const effigy::vector3<float>& a, const effigy::vector3<float>& b) {
        return is_near(a.x, b.x) && is_near(a.y, b.y) && is_near(a.z, b.z);
    }
    static constexpr auto is_near_vector = [](const auto& a, const auto& b) { return is_near(a, b); };

    void add(const std::string& rule, bool is_right) { found_.add(rule, group_, name_, is_right); }

    std::string name_, group_; // of the file
    tally found_;
};

} // namespace derived
