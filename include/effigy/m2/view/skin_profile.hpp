// Skin profiles: the mesh as it is drawn.
#pragma once

#include <effigy/m2/view/context.hpp>

namespace effigy::inline v0::m2 {

namespace impl {
using namespace effigy::impl;

template <form F> struct corner_source {
    array<u16<F>> corners; // numbers in `lookup`
    array<u16<F>> lookup;  // numbers of vertices

    [[nodiscard]] constexpr std::uint32_t get(std::size_t i) const noexcept {
        const u16<F>* const corner = corners.at(i);
        const u16<F>* const vertex = corner != nullptr ? lookup.at(corner->get()) : nullptr;
        return vertex != nullptr ? std::uint32_t{read_once(*vertex)} : npos;
    }
};

} // namespace impl

// Numbers of the model's vertices, three a triangle; npos where the profile's lookup lacks one. verify() tests that all
// are there.
template <form F> class basic_corners : public numbered<impl::corner_source<F>> {
    using base = numbered<impl::corner_source<F>>;

public:
    constexpr basic_corners() = default;

    // npos also when `i` is not below size().
    [[nodiscard]] constexpr std::uint32_t at(std::uint64_t i) const noexcept {
        i = read_once(i);
        return i < this->size() ? this->source().get(impl::to_size(i)) : npos;
    }

private:
    friend struct effigy::impl::access;
    constexpr basic_corners(const array<u16<F>>& corners, const array<u16<F>>& lookup) noexcept
        : base({corners, lookup}, corners.size()) {}
};

// One skin profile, empty when there is none.
template <form F> class basic_skin_profile : public impl::record_view<basic_skin_profile_header<F>, F> {
    using raw = basic_skin_profile_header<F>;
    using impl::record_view<raw, F>::record_view;
    friend struct effigy::impl::access;

public:
    // Of the model's vertices; three a triangle, front faces counter-clockwise.
    [[nodiscard]] basic_corners<F> indices() const noexcept { return corners(triangles_as_stored()); }
    // Those of a submesh, in whole triangles; what of them the profile lacks is left out.
    [[nodiscard]] basic_corners<F> indices(const basic_submesh<F>& submesh) const noexcept {
        return corners(triangles_as_stored(submesh));
    }
    [[nodiscard]] std::uint32_t triangle_count() const noexcept {
        return static_cast<std::uint32_t>(triangles_as_stored().size() / 3);
    }

    [[nodiscard]] strided<basic_submesh<F>> submeshes() const noexcept {
        return *this
                   ? this->context().file().template strided_at<basic_submesh<F>>(this->record()->submeshes.offset,
                                                                                  this->record()->submeshes.count,
                                                                                  this->context().layout().submesh_size)
                   : strided<basic_submesh<F>>{};
    }
    // One a submesh; empty before version 260.
    [[nodiscard]] strided<basic_submesh_sorting<F>> submesh_sortings() const noexcept {
        return submeshes().template field<basic_submesh_sorting<F>>(sizeof(basic_submesh<F>));
    }
    [[nodiscard]] array<basic_batch<F>> batches() const noexcept { return this->list(&raw::batches); }
    // How many bones a draw call may take; 0: not told.
    [[nodiscard]] constexpr std::uint32_t bone_limit() const noexcept { return this->number(&raw::bone_limit); }

    // The vertices that the profile draws, as numbers of the model's.
    [[nodiscard]] array<u16<F>> vertex_lookup() const noexcept { return this->list(&raw::vertex_lookup); }
    // Corners as numbers in vertex_lookup(), three a triangle.
    [[nodiscard]] array<u16<F>> triangles_as_stored() const noexcept { return this->list(&raw::triangles); }
    [[nodiscard]] array<u16<F>> triangles_as_stored(const basic_submesh<F>& submesh) const noexcept {
        const array<u16<F>> all = triangles_as_stored();
        const std::size_t first = read_once(submesh.first_index) + (std::size_t{read_once(submesh.level)} << 16U);
        const std::size_t count = read_once(submesh.index_count);
        if (first >= all.size()) {
            return {};
        }
        const std::size_t there = count < all.size() - first ? count : all.size() - first;
        return all.part(first, there - there % 3);
    }
    // One for each entry of vertex_lookup(): numbers in its submesh's palette.
    [[nodiscard]] array<m2::palette_joints> palette_joints() const noexcept { return this->list(&raw::palette_joints); }

private:
    [[nodiscard]] basic_corners<F> corners(const array<u16<F>>& stored) const noexcept {
        return impl::access::make<basic_corners<F>>(stored, vertex_lookup());
    }
};

} // namespace effigy::inline v0::m2
