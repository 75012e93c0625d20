// The checks that open() leaves out because they read every vertex and index.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/m2/view/model.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// Checks the numbers that open() does not check: the vertices in the vertex lookups of skin profiles, the corners of
// triangles, and the bones of vertices with a weight. Bones are not checked if the .skel is missing. Returns no error
// (errc::none) if everything to which these numbers refer exists. Reads these bytes once and allocates nothing. From
// version 264 on, the offset of an error in a skin profile is an offset in its .skin.
EFFIGY_API [[nodiscard]] error verify(const m2::model& from) noexcept;

// Checks that the corners of a .skin's triangles exist. The vertices are not checked: their number is known only with
// the model.
EFFIGY_API [[nodiscard]] error verify(const skin_file& from) noexcept;
// open_skeleton() and open_chunks() leave nothing to check.
[[nodiscard]] constexpr error verify(const skeleton&) noexcept { return {}; }
[[nodiscard]] constexpr error verify(const chunked_file&) noexcept { return {}; }

}}} // namespace effigy::v0::m2

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/core/impl/indices.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

namespace impl {
using namespace effigy::impl;

// Returns the highest bone number of a vertex's weighted influences.
[[nodiscard]] constexpr std::uint32_t highest_bone(const m2::vertex& of) noexcept {
    std::uint32_t out = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const std::uint32_t bone = of.weights[i] != 0 ? of.joints[i] : 0U;
        out = bone > out ? bone : out;
    }
    return out;
}

// Checks that the bones of weighted influences exist.
template <class = when_used> [[nodiscard]] error verify_vertices(const m2::model& model) noexcept {
    const auto bones = static_cast<std::uint32_t>(model.bones().size());
    if (model.is_skeleton_missing()) {
        return {};
    }
    const auto vertices = model.vertices();
    std::uint32_t highest = 0; // one comparison after the loop instead of one per vertex
    for (const m2::vertex& vertex : vertices) {
        const std::uint32_t bone = highest_bone(vertex);
        highest = bone > highest ? bone : highest;
    }
    for (std::size_t i = 0; highest >= bones && i < vertices.size(); ++i) {
        for (std::size_t k = 0; k < 4; ++k) {
            const u8& bone = vertices[i].joints[k];
            if (vertices[i].weights[k] != 0 && bone >= bones) {
                const location at{"m2.vertices[].joints[]", model.file().offset_of(&bone)};
                return error{at.within(static_cast<std::uint32_t>(k)).within(static_cast<std::uint32_t>(i)),
                             errc::out_of_bounds, bones, bone};
            }
        }
    }
    return {};
}

// `vertices`: the number of the model's vertices.
template <class = when_used> [[nodiscard]] error verify_skin_profile(std::uint64_t vertices,
                                                                     const skin_profile& profile,
                                                                     const char* lookup_path,
                                                                     const char* triangles_path) noexcept {
    const auto below = [&](const char* path, const array<u16<>>& list, std::uint64_t limit) {
        const std::size_t bad = limit < npos ? first_not_below(static_cast<std::uint32_t>(limit), list) : list.size();
        if (bad == list.size()) {
            return error{};
        }
        const location at{path, profile.file().offset_of(&list[bad])};
        return error{at.within(static_cast<std::uint32_t>(bad)), errc::out_of_bounds, limit, list[bad].get()};
    };
    const array<u16<>> lookup = profile.vertex_lookup();
    const error why = below(lookup_path, lookup, vertices);
    return why ? why : below(triangles_path, profile.triangles_as_stored(), lookup.size());
}

} // namespace impl

EFFIGY_API_BODY error verify(const m2::model& from) noexcept {
    if (const error why = impl::verify_vertices(from)) {
        return why;
    }
    for (const skin_profile profile : from.skin_profiles()) {
        if (const error why = impl::verify_skin_profile(
                from.vertex_count(), profile, "m2.skinProfiles[].vertexLookup[]", "m2.skinProfiles[].triangles[]")) {
            return why.within(profile.number());
        }
    }
    return {};
}

EFFIGY_API_BODY error verify(const skin_file& from) noexcept {
    return impl::verify_skin_profile(npos, from.profile(), "skin.vertexLookup[]", "skin.triangles[]");
}

}}} // namespace effigy::v0::m2
#endif
