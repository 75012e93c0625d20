// Skin profiles: the triangles of the mesh, in submeshes and batches.
#pragma once

#include <effigy/m2/view/context.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

namespace impl {
using namespace effigy::impl;

struct corner_source {
    array<u16<>> corners; // numbers in `lookup`
    array<u16<>> lookup;  // numbers of vertices

    [[nodiscard]] constexpr std::uint32_t get(std::size_t i) const noexcept {
        const u16<>* const corner = corners.at(i);
        const u16<>* const vertex = corner != nullptr ? lookup.at(corner->get()) : nullptr;
        return vertex != nullptr ? std::uint32_t{*vertex} : npos;
    }
};

// Whether a .skin has a list of shadow batches. No field indicates it: the list exists if all other lists begin after
// it (measured: 338 files of versions 264, 272 and 274).
[[nodiscard]] inline bool has_shadows(byte_view file) noexcept {
    const auto* const header = file.record_at<skin_header>(0);
    if (header == nullptr || file.text_at(0, 4) != "SKIN") {
        return false;
    }
    constexpr std::uint64_t header_end = 0x30 + sizeof(skin_header_shadows);
    const auto is_after = [](const auto& list) { return list.count == 0U || list.offset >= header_end; };
    const skin_profile_header& lists = header->profile;
    const bool has_any = lists.vertex_lookup.count != 0U || lists.triangles.count != 0U ||
                         lists.palette_joints.count != 0U || lists.submeshes.count != 0U || lists.batches.count != 0U;
    return has_any && file.fits(0, header_end) && is_after(lists.vertex_lookup) && is_after(lists.triangles) &&
           is_after(lists.palette_joints) && is_after(lists.submeshes) && is_after(lists.batches);
}

} // namespace impl

// Numbers of the model's vertices, three per triangle; npos for a corner outside the profile's vertex lookup. verify()
// checks that all exist.
class corner_list : public lazy_range<impl::corner_source> {
    using base = lazy_range<impl::corner_source>;

public:
    constexpr corner_list() = default;

    // Returns element `i`; npos also if `i` is not below size().
    [[nodiscard]] constexpr std::uint32_t at(std::uint64_t i) const noexcept {
        return i < this->size() ? this->source().get(impl::to_size(i)) : npos;
    }

private:
    friend struct effigy::impl::access;
    constexpr corner_list(const array<u16<>>& triangles, const array<u16<>>& lookup) noexcept
        : base({triangles, lookup}, triangles.size()) {}
};

// One skin profile; empty if there is none.
class skin_profile : public impl::record_view<record_versions<skin_profile_header>> {
    using raw = skin_profile_header;
    friend struct effigy::impl::access;

public:
    constexpr skin_profile() = default;

    // The file that contains the profile: from version 264 on, its .skin.
    [[nodiscard]] constexpr byte_view file() const noexcept { return this->context().file(); }
    // The profile's number in the model. From version 264 on, other profiles may be missing.
    [[nodiscard]] constexpr std::uint32_t number() const noexcept { return number_; }

    // Numbers of the model's vertices, three per triangle; front faces are counter-clockwise.
    [[nodiscard]] corner_list indices() const noexcept { return corners(triangles_as_stored()); }
    // Returns the indices of a submesh. Only complete triangles; corners outside the profile's triangles are left out.
    [[nodiscard]] corner_list indices(const submesh& of) const noexcept { return corners(triangles_as_stored(of)); }
    [[nodiscard]] std::uint32_t triangle_count() const noexcept {
        return static_cast<std::uint32_t>(triangles_as_stored().size() / 3);
    }

    [[nodiscard]] strided<submesh> submeshes() const noexcept {
        strided<submesh> out;
        this->visit_record([&](const raw& record) {
            out = this->context().file().strided_at<submesh>(record.submeshes.offset, record.submeshes.count,
                                                             submesh_size(this->context().version()));
        });
        return out;
    }
    // One per submesh; empty before version 260.
    [[nodiscard]] strided<submesh_sorting> submesh_sortings() const noexcept {
        return submeshes().field<submesh_sorting>(sizeof(m2::submesh));
    }
    [[nodiscard]] array<batch> batches() const noexcept { return this->get(&raw::batches); }
    // The largest number of bones per draw call; 0: not stored.
    [[nodiscard]] constexpr std::uint32_t bone_limit() const noexcept { return this->get(&raw::bone_limit); }

    // The vertices of the profile, as numbers of the model's vertices.
    [[nodiscard]] array<u16<>> vertex_lookup() const noexcept { return this->get(&raw::vertex_lookup); }
    // Corners as indices into vertex_lookup(), three per triangle.
    [[nodiscard]] array<u16<>> triangles_as_stored() const noexcept { return this->get(&raw::triangles); }
    [[nodiscard]] array<u16<>> triangles_as_stored(const submesh& of) const noexcept {
        const array<u16<>> all = triangles_as_stored();
        const std::size_t first = of.first_index + (std::size_t{of.level} << 16U);
        const std::size_t count = of.index_count;
        if (first >= all.size()) {
            return {};
        }
        const std::size_t there = count < all.size() - first ? count : all.size() - first;
        return all.part(first, there - there % 3);
    }
    // One per entry of vertex_lookup(): indices into the palette of its submesh.
    [[nodiscard]] array<m2::palette_joints> palette_joints() const noexcept { return this->get(&raw::palette_joints); }

    // The shadow batches. Only some .skin files from version 264 on have them; empty in all others.
    [[nodiscard]] array<shadow_batch> shadow_batches() const noexcept {
        return impl::has_shadows(file())
                   ? this->context().get(file().record_at<skin_header_shadows>(0x30)->shadow_batches)
                   : array<shadow_batch>{};
    }

private:
    constexpr skin_profile(const impl::context& context, const raw* record, std::uint32_t number) noexcept
        : impl::record_view<record_versions<raw>>(context, record), number_(number) {}

    [[nodiscard]] corner_list corners(const array<u16<>>& stored) const noexcept {
        return impl::access::make<corner_list>(stored, vertex_lookup());
    }

    std::uint32_t number_ = 0;
};

namespace impl {
using namespace effigy::impl;

// Returns the profile in a .skin.
[[nodiscard]] inline skin_profile profile_of(byte_view file, std::uint32_t number) noexcept {
    const auto* const header = file.record_at<skin_header>(0);
    return header != nullptr ? access::make<skin_profile>(context{file, newest_version}, &header->profile, number)
                             : skin_profile{};
}

struct skin_profile_source {
    impl::context context;
    array<skin_profile_header> embedded; // before version 264

    [[nodiscard]] skin_profile get(std::size_t i) const noexcept {
        if (const auto* const header = embedded.at(i)) {
            return access::make<skin_profile>(context, header, static_cast<std::uint32_t>(i));
        }
        for (std::uint16_t number = 0; number < most_skins; ++number) {
            const companion* const one = context.companions().find(companion_kind::skin_file, number);
            if (one != nullptr && i-- == 0) {
                return profile_of(byte_view{one->bytes}, number);
            }
        }
        return {};
    }

    static constexpr std::uint32_t most_skins = 8; // four, and those of levels of detail
};

} // namespace impl

// The skin profiles of a model: those in the file or, from version 264 on, those whose .skin was joined.
class skin_profile_list : public lazy_range<impl::skin_profile_source> {
    using source_type = impl::skin_profile_source;

public:
    constexpr skin_profile_list() = default;

private:
    friend struct effigy::impl::access;
    skin_profile_list(const impl::context& context, const array<skin_profile_header>& embedded) noexcept
        : lazy_range<source_type>({context, embedded}, embedded.size() + joined(context)) {}

    [[nodiscard]] static std::size_t joined(const impl::context& context) noexcept {
        std::size_t count = 0;
        const bool may_join = context.version() >= first_version<model_header_264>;
        for (std::uint16_t number = 0; may_join && number < source_type::most_skins; ++number) {
            const bool is_there = context.companions().find(companion_kind::skin_file, number) != nullptr;
            count += is_there ? 1U : 0U;
        }
        return count;
    }
};

// A .skin that was opened alone.
class skin_file {
public:
    constexpr skin_file() = default;

    [[nodiscard]] constexpr byte_view file() const noexcept { return file_; }
    [[nodiscard]] constexpr std::uint32_t version() const noexcept { return 0; }
    [[nodiscard]] constexpr std::span<const std::byte> trailing() const noexcept { return {}; }
    // The profile. Its indices() are numbers of vertices of a model that is not known here.
    [[nodiscard]] skin_profile profile() const noexcept { return impl::profile_of(file_, 0); }

private:
    friend struct effigy::impl::access;
    constexpr explicit skin_file(byte_view file) noexcept : file_(file) {}

    byte_view file_;
};

}}} // namespace effigy::v0::m2
