// Views: the mesh as it is drawn.
#pragma once

#include <effigy/core/numbered.hpp>
#include <effigy/m2/view/track.hpp>

namespace effigy::inline v0::m2 {

// One view, empty when there is none. Triangle corner -> triangles() -> indices() -> the model's vertices.
template <endian E> class basic_view {
public:
    static constexpr std::uint32_t no_vertex = 0xFFFF'FFFF;

    constexpr basic_view() = default;
    basic_view(const basic_references<E>& references, const basic_view_header<E>* header,
               const record_layout& version) noexcept
        : references_(references), header_(header) {
        if (header != nullptr) {
            submeshes_ = references.file().template strided_at<basic_submesh<E>>(
                header->submeshes.offset, header->submeshes.count, version.submesh_size);
        }
    }

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return header_ != nullptr; }
    [[nodiscard]] constexpr const basic_view_header<E>* header() const noexcept { return header_; }

    [[nodiscard]] std::span<const u16<E>> indices() const noexcept { return get(&basic_view_header<E>::indices); }
    // Corners, three a triangle: entries of indices(); verify() proves them.
    [[nodiscard]] std::span<const u16<E>> triangles() const noexcept { return get(&basic_view_header<E>::triangles); }
    // One an index.
    [[nodiscard]] std::span<const m2::bone_properties> bone_properties() const noexcept {
        return get(&basic_view_header<E>::bone_properties);
    }
    [[nodiscard]] strided<basic_submesh<E>> submeshes() const noexcept { return submeshes_; }
    // One a submesh; empty before version 260.
    [[nodiscard]] strided<basic_submesh_sorting<E>> submesh_sortings() const noexcept {
        return submeshes_.template field<basic_submesh_sorting<E>>(sizeof(basic_submesh<E>));
    }
    [[nodiscard]] std::span<const basic_batch<E>> batches() const noexcept {
        return get(&basic_view_header<E>::batches);
    }

    // The number of the vertex that an entry of triangles() stands for; no_vertex when there is no such index.
    [[nodiscard]] std::uint32_t vertex_of(std::uint32_t corner) const noexcept {
        const auto* const index = find_at(indices(), corner);
        return index != nullptr ? std::uint32_t{read_once(*index)} : no_vertex;
    }
    // The corners of a submesh, in whole triangles; what of them the list does not have is left out.
    [[nodiscard]] std::span<const u16<E>> triangles(const basic_submesh<E>& of) const noexcept {
        const auto all = triangles();
        const std::size_t first = read_once(of.first_index) + (std::size_t{read_once(of.level)} << 16U);
        const std::size_t count = read_once(of.index_count);
        if (first >= all.size()) {
            return {};
        }
        const std::size_t there = count < all.size() - first ? count : all.size() - first;
        return all.subspan(first, there - there % 3);
    }

private:
    template <class T>
    [[nodiscard]] std::span<const T> get(array_ref<T, E> basic_view_header<E>::* list) const noexcept {
        return header_ != nullptr ? references_.get(header_->*list) : std::span<const T>{};
    }

    basic_references<E> references_;
    const basic_view_header<E>* header_ = nullptr;
    strided<basic_submesh<E>> submeshes_;
};

// The views of a model, the one for the most bones at once first.
template <endian E> class basic_views {
public:
    using value_type = basic_view<E>;
    using iterator = numbered_iterator<basic_views>;

    constexpr basic_views() = default;
    basic_views(const basic_references<E>& references, std::span<const basic_view_header<E>> headers,
                const record_layout& version) noexcept
        : references_(references), headers_(headers), version_(version) {}

    [[nodiscard]] constexpr std::size_t size() const noexcept { return headers_.size(); }
    [[nodiscard]] constexpr bool empty() const noexcept { return headers_.empty(); }
    [[nodiscard]] constexpr iterator begin() const noexcept { return {*this, 0}; }
    [[nodiscard]] constexpr iterator end() const noexcept { return {*this, size()}; }

    // An empty view when there is no such number.
    [[nodiscard]] value_type operator[](std::uint64_t i) const noexcept {
        return {references_, find_at(headers_, i), version_};
    }

private:
    basic_references<E> references_;
    std::span<const basic_view_header<E>> headers_;
    record_layout version_;
};

} // namespace effigy::inline v0::m2
