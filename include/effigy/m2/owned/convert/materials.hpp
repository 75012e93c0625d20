// Skin profiles, materials and textures in another version.
#pragma once

#include <effigy/m2/owned/convert/shaders.hpp>
#include <effigy/m2/owned/derive.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// ---- materials and textures ----------------------------------------------------------------------------------------

// What versions from 272 on have more than those before.
template <class = when_used> void convert_materials(owned_model& made, const conversion_report& report) {
    constexpr std::uint32_t flags_before_272 = material_is_unlit | material_is_unfogged | material_is_two_sided |
                                               material_ignores_depth | material_keeps_depth;
    std::uint32_t number = 0;
    for (owned_material& one : made.get(made.materials)) {
        const bool is_unknown = one.blend > blending::modulate_2x;
        report.lost_if(is_unknown || (one.flags & ~flags_before_272) != 0, odd::convert_material,
                       place_in("m2.", "materials[]", number++));
        one.flags &= flags_before_272;
        if (is_unknown) { // as MultiConverter does
            one.blend = blending::add;
            one.flags |= material_is_unlit | material_is_two_sided;
        }
    }
}
template <class = when_used> void tell_texture_types(const owned_model& made, const conversion_report& report) {
    std::uint32_t number = 0;
    for (const owned_texture& one : made.get(made.textures)) {
        report.lost_if(one.type > texture_type::item_icon, odd::convert_texture_type,
                       place_in("m2.", "textures[].type", number++));
    }
}
// Before version 264 a batch has one texture (1,875 of 1,875 batches of the game's own models), and no list says how
// several are combined.
template <class = when_used>
void leave_combiners(const owned_model& from, owned_model& made, const conversion_report& report) {
    const bool had_lists = from.version >= first_version<model_header_264>;
    const bool had_combiners = had_lists && (made.flags & model_has_combiners) != 0;
    made.flags &= ~std::uint32_t{model_has_combiners};
    made.texture_combiner_combos = {};
    for (const owned_skin_profile& profile : made.get(made.skin_profiles)) {
        std::uint32_t number = 0;
        for (owned_batch& one : made.get(profile.batches)) {
            report.lost_if(one.texture_count > 1 || (had_combiners && one.shader != 0), odd::convert_combiners,
                           place_in("m2.skinProfiles[].", "batches[].shader", profile.number).element(number++));
            one.shader = had_lists ? std::uint16_t{0} : one.shader;
            one.texture_count = one.texture_count > 1 ? std::uint16_t{1} : one.texture_count;
        }
    }
}

// Some files before version 264 have numbers that are those of listed shaders later (-1, -2).
template <class = when_used> void leave_shaders(owned_model& made, const conversion_report& report) {
    for (const owned_skin_profile& profile : made.get(made.skin_profiles)) {
        std::uint32_t number = 0;
        for (owned_batch& one : made.get(profile.batches)) {
            const bool is_listed = one.shader >= first_listed_shader;
            report.lost_if(is_listed, odd::convert_shader,
                           place_in("m2.skinProfiles[].", "batches[].shader", profile.number).element(number++));
            one.shader = is_listed ? std::uint16_t{0} : one.shader;
        }
    }
}

// ---- collision -----------------------------------------------------------------------------------------------------

// Models without collision have no box of it (89 of 89).
template <class = when_used> void leave_false_collision(owned_model& made, const conversion_report& report) {
    const auto points = std::as_const(made).get<vec3<form::host>>(made.collision_vertices);
    bool is_false = false;
    for (const std::uint16_t corner : std::as_const(made).get<std::uint16_t>(made.collision_triangles)) {
        is_false = is_false || corner >= points.size();
    }
    for (const vec3<form::host>& point : points) {
        is_false = is_false || !is_finite(point);
    }
    if (is_false) {
        report.lost(odd::convert_collision, location{"m2.collisionTriangles", location::nowhere});
        made.collision_triangles = {};
        made.collision_vertices = {};
        made.collision_normals = {};
        made.collision_bounds = {};
    }
}

// ---- skin profiles -------------------------------------------------------------------------------------------------

template <class = when_used> class profile_converter {
public:
    profile_converter(const owned_model& from, owned_model& made, conversion_report& report)
        : from_(from), made_(made), report_(report) {}

    void convert() {
        const bool was_beside = from_.version >= first_version<model_header_264>;
        const bool is_beside = made_.version >= first_version<model_header_264>;
        const std::span<owned_skin_profile> all = made_.get(made_.skin_profiles);
        if (was_beside && all.size() < from_.skin_profile_count) {
            const location at{"m2.skinProfileCount", location::nowhere};
            report_.refuse_if(all.empty(), at, from_.skin_profile_count, "a model whose .skin is at hand");
            report_.lost_if(!all.empty(), odd::convert_skin, at);
        }
        std::uint32_t number = 0;
        for (owned_skin_profile& profile : all) {
            if (!is_beside) {
                leave_what_is_beside(profile);
                profile.bone_limit = was_beside ? limit_before_264(most_bones(profile)) : profile.bone_limit;
            }
            sortings(profile);
            if (was_beside && made_.version < first_with_shaders) {
                influences(profile);
            }
            profile.number = number++;
        }
        made_.skin_profile_count = number;
        if (made_.version >= first_with_shaders) {
            for (owned_skin_profile& profile : all) {
                profile.bone_limit = 0; // 42 of 42 files of this version, and made of it
            }
        } else if (is_beside) {
            limit_bones();
        }
    }

    static constexpr std::uint32_t first_with_shaders = 272; // of a list, with texture coordinates of their own
    static constexpr std::uint32_t first_with_sortings = 260;

private:
    // What a profile in the model does not have.
    void leave_what_is_beside(owned_skin_profile& profile) {
        report_.lost_if(!profile.shadow_batches.empty(), odd::convert_shadows,
                        place_in("m2.", "skinProfiles[].shadowBatches", profile.number));
        profile.shadow_batches = {};
        std::uint32_t number = 0;
        for (const owned_submesh& one : std::as_const(made_).template get<owned_submesh>(profile.submeshes)) {
            report_.refuse_if(one.level != 0,
                              place_in("m2.skinProfiles[].", "submeshes[].level", profile.number).element(number++),
                              one.level, "indices below 65,536 before version 264");
        }
    }
    // Keeps the profiles that the game's own files of version 264 have: those with at most 64, 53 and 21 bones in a
    // submesh (2 of 2; 5 of 5 whose submeshes have 21 at most have that profile alone).
    void limit_bones() {
        const auto all = std::as_const(made_).get(made_.skin_profiles);
        pool<owned_skin_profile> left{made_.template all<char>().resource()};
        for (const std::uint32_t limit : {21U, 53U, 64U}) {
            std::size_t fit = 0;
            while (fit < all.size() && most_bones(all[fit]) > limit) {
                ++fit;
            }
            if (fit < all.size() && (left.empty() || left.back().number != all[fit].number)) {
                left.push_back(all[fit]);
                left.back().bone_limit = limit;
            }
        }
        if (left.empty() && !all.empty()) {
            left.push_back(all.back());
            left.back().bone_limit = 0; // no limit, as in the files of public converters
            report_.lost(odd::convert_bone_limit, place_in("m2.", "skinProfiles[].boneLimit", all.back().number));
        }
        for (const owned_skin_profile& one : all) {
            bool is_left = false;
            for (const owned_skin_profile& each : left) {
                is_left = is_left || each.number == one.number;
            }
            report_.lost_if(!is_left && one.triangles.count != left.back().triangles.count, odd::convert_detail,
                            place_in("m2.", "skinProfiles[]", one.number));
        }
        pool<owned_skin_profile> placed{left.resource()}; // that with the most bones first
        while (placed.size() < left.size()) {
            placed.push_back(left[left.size() - 1 - placed.size()]);
            placed.back().number = static_cast<std::uint32_t>(placed.size() - 1);
        }
        made_.template set<owned_skin_profile>(made_.skin_profiles, placed);
        made_.skin_profile_count = static_cast<std::uint32_t>(placed.size());
    }
    // The limits of all profiles of the game's own models (37 of 37).
    [[nodiscard]] static std::uint32_t limit_before_264(std::uint32_t bones) noexcept {
        return bones <= 21 ? 21 : bones <= 53 ? 53 : bones <= 75 ? 75 : 256;
    }
    [[nodiscard]] std::uint32_t most_bones(const owned_skin_profile& of) const noexcept {
        std::uint32_t out = 0;
        for (const owned_submesh& one : std::as_const(made_).template get<owned_submesh>(of.submeshes)) {
            out = one.bone_count > out ? one.bone_count : out;
        }
        return out;
    }
    // Before version 260, a submesh has no center for sorting. It is computed where it is missing, and reported where
    // it cannot be computed again.
    void sortings(owned_skin_profile& profile) {
        const bool had_them = from_.version >= first_with_sortings, has_them = made_.version >= first_with_sortings;
        if (had_them == has_them) {
            return;
        }
        const pool_slice<owned_submesh_sorting> stored = profile.submesh_sortings;
        pool<owned_submesh_sorting> computed{made_.template all<char>().resource()};
        for (const owned_submesh& one : std::as_const(made_).template get<owned_submesh>(profile.submeshes)) {
            computed.push_back({one.center, 0}); // without vertices
        }
        made_.template set<owned_submesh_sorting>(profile.submesh_sortings, computed);
        for (std::uint32_t i = 0; i < computed.size(); ++i) {
            measure(profile, i, [](const owned_submesh&, owned_submesh&) {});
        }
        if (!has_them) {
            const auto before = std::as_const(made_).template get<owned_submesh_sorting>(stored);
            const auto now = std::as_const(made_).template get<owned_submesh_sorting>(profile.submesh_sortings);
            for (std::uint32_t i = 0; i < before.size() && i < now.size(); ++i) {
                const vector3<float> apart = vector3<float>{before[i].center} - vector3<float>{now[i].center};
                report_.lost_if(!(length(apart) <= 1e-4F * (1 + length(vector3<float>{now[i].center}))),
                                odd::convert_sorting,
                                place_in("m2.skinProfiles[].", "submeshes[].sorting", profile.number).element(i));
            }
            profile.submesh_sortings = {};
        }
    }
    // Later versions have 0.
    void influences(owned_skin_profile& profile) {
        const auto all = std::as_const(made_).template get<owned_submesh>(profile.submeshes);
        for (std::uint32_t i = 0; i < all.size(); ++i) {
            if (all[i].influence_count == 0) {
                measure(profile, i, [](const owned_submesh& computed, owned_submesh& to) {
                    to.influence_count = computed.influence_count;
                });
            }
        }
    }
    // Computes the values of a submesh, of which take(computed, to) takes some.
    template <class Take> void measure(owned_skin_profile& profile, std::uint32_t number, const Take& take) {
        owned_submesh* const one = find_at(made_.template get<owned_submesh>(profile.submeshes), number);
        if (one == nullptr || report_.why()) {
            return;
        }
        left_ -= left_ < one->vertex_count ? left_ : one->vertex_count;
        if (left_ == 0) { // submeshes that share vertices must not multiply them
            return report_.refuse(refused(place_in("m2.", "skinProfiles[].submeshes", profile.number), errc::budget,
                                          one->vertex_count, ""));
        }
        const owned_submesh before = *one;
        compute_submesh_values(made_, profile, number);
        const owned_submesh computed = std::exchange(*one, before);
        take(computed, *one);
    }

    const owned_model& from_;
    owned_model& made_;
    conversion_report& report_;
    std::uint64_t left_ = from_.size_in_bytes() + 65536; // vertices that may be visited
};

}}}} // namespace effigy::v0::m2::impl
