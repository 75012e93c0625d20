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
    number = 0;
    for (const owned_texture& one : made.get(made.textures)) {
        report.lost_if(one.type > texture_type::item_icon, odd::convert_texture_type,
                       place_in("m2.", "textures[].type", number++));
    }
}
// Before version 264 no list says how textures are combined.
template <class = when_used> void leave_combiners(owned_model& made, const conversion_report& report) {
    if ((made.flags & model_has_combiners) == 0) {
        return;
    }
    made.flags &= ~std::uint32_t{model_has_combiners};
    made.texture_combiner_combos = {};
    for (const owned_skin_profile& profile : made.get(made.skin_profiles)) {
        std::uint32_t number = 0;
        for (owned_batch& one : made.get(profile.batches)) {
            report.lost_if(one.texture_count > 1 || one.shader != 0, odd::convert_combiners,
                           place_in("m2.skinProfiles[].", "batches[].shader", profile.number).element(number++));
            one.shader = 0;
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
            report_.refuse_if(all.empty(), place_in("m2.", "skinProfileCount", 0), from_.skin_profile_count,
                              "a model whose .skin is at hand");
            report_.lost(odd::convert_skin, location{"m2.skinProfileCount", location::nowhere});
        }
        std::uint32_t number = 0;
        for (owned_skin_profile& profile : all) {
            if (!is_beside) {
                leave_what_is_beside(profile);
            }
            sortings(profile);
            if (was_beside && made_.version < first_with_shaders) {
                influences(profile);
            }
            profile.number = number++;
        }
        made_.skin_profile_count = number;
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
