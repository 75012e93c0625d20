// Skin profiles: the triangles of the mesh, in submeshes and batches.
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

// Whether a .skin has a list of shadow batches. No field indicates it: the list exists if all other lists begin after
// it (measured: 338 files of versions 264, 272 and 274).
template <form F> [[nodiscard]] bool has_shadows(window file) noexcept {
    const auto* const header = file.template record_at<basic_skin_header<F>>(0);
    if (header == nullptr || file.text_at(0, 4) != "SKIN") {
        return false;
    }
    constexpr std::uint64_t header_end = 0x30 + sizeof(basic_skin_header_shadows<F>);
    const auto is_after = [](const auto& list) { return list.count == 0U || list.offset >= header_end; };
    const basic_skin_profile_header<F>& lists = header->profile;
    const bool has_any = lists.vertex_lookup.count != 0U || lists.triangles.count != 0U ||
                         lists.palette_joints.count != 0U || lists.submeshes.count != 0U || lists.batches.count != 0U;
    return has_any && file.fits(0, header_end) && is_after(lists.vertex_lookup) && is_after(lists.triangles) &&
           is_after(lists.palette_joints) && is_after(lists.submeshes) && is_after(lists.batches);
}

} // namespace impl

// Numbers of the model's vertices, three per triangle; npos for a corner outside the profile's vertex lookup. verify()
// checks that all exist.
template <form F> class basic_corners : public numbered<impl::corner_source<F>> {
    using base = numbered<impl::corner_source<F>>;

public:
    constexpr basic_corners() = default;

    // Returns element `i`; npos also if `i` is not below size().
    [[nodiscard]] constexpr std::uint32_t at(std::uint64_t i) const noexcept {
        i = read_once(i);
        return i < this->size() ? this->source().get(impl::to_size(i)) : npos;
    }

private:
    friend struct effigy::impl::access;
    constexpr basic_corners(const array<u16<F>>& corners, const array<u16<F>>& lookup) noexcept
        : base({corners, lookup}, corners.size()) {}
};

// One skin profile; empty if there is none.
template <form F> class basic_skin_profile : public impl::record_view<F, basic_skin_profile_header<F>> {
    using raw = basic_skin_profile_header<F>;
    friend struct effigy::impl::access;

public:
    constexpr basic_skin_profile() = default;

    // The file that contains the profile: from version 264 on, its .skin.
    [[nodiscard]] constexpr window file() const noexcept { return this->context().file(); }
    // The profile's number in the model. From version 264 on, other profiles may be missing.
    [[nodiscard]] constexpr std::uint32_t number() const noexcept { return number_; }

    // Numbers of the model's vertices, three per triangle; front faces are counter-clockwise.
    [[nodiscard]] basic_corners<F> indices() const noexcept { return corners(triangles_as_stored()); }
    // Returns the indices of a submesh. Only complete triangles; corners outside the profile's triangles are left out.
    [[nodiscard]] basic_corners<F> indices(const basic_submesh<F>& submesh) const noexcept {
        return corners(triangles_as_stored(submesh));
    }
    [[nodiscard]] std::uint32_t triangle_count() const noexcept {
        return static_cast<std::uint32_t>(triangles_as_stored().size() / 3);
    }

    [[nodiscard]] strided<basic_submesh<F>> submeshes() const noexcept {
        strided<basic_submesh<F>> out;
        this->visit_record([&](const raw& record) {
            out = this->context().file().template strided_at<basic_submesh<F>>(
                record.submeshes.offset, record.submeshes.count, submesh_size(this->context().version()));
        });
        return out;
    }
    // One per submesh; empty before version 260.
    [[nodiscard]] strided<basic_submesh_sorting<F>> submesh_sortings() const noexcept {
        return submeshes().template field<basic_submesh_sorting<F>>(sizeof(basic_submesh<F>));
    }
    [[nodiscard]] array<basic_batch<F>> batches() const noexcept { return this->get(&raw::batches); }
    // The largest number of bones per draw call; 0: not stored.
    [[nodiscard]] constexpr std::uint32_t bone_limit() const noexcept { return this->get(&raw::bone_limit); }

    // The vertices of the profile, as numbers of the model's vertices.
    [[nodiscard]] array<u16<F>> vertex_lookup() const noexcept { return this->get(&raw::vertex_lookup); }
    // Corners as indices into vertex_lookup(), three per triangle.
    [[nodiscard]] array<u16<F>> triangles_as_stored() const noexcept { return this->get(&raw::triangles); }
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
    // One per entry of vertex_lookup(): indices into the palette of its submesh.
    [[nodiscard]] array<m2::palette_joints> palette_joints() const noexcept { return this->get(&raw::palette_joints); }

    // The shadow batches. Only some .skin files from version 264 on have them; empty in all others.
    [[nodiscard]] array<basic_shadow_batch<F>> shadow_batches() const noexcept {
        return impl::has_shadows<F>(file())
                   ? this->context().get(file().template record_at<basic_skin_header_shadows<F>>(0x30)->shadow_batches)
                   : array<basic_shadow_batch<F>>{};
    }

private:
    constexpr basic_skin_profile(const impl::context<F>& context, const raw* record, std::uint32_t number) noexcept
        : impl::record_view<F, raw>(context, record), number_(number) {}

    [[nodiscard]] basic_corners<F> corners(const array<u16<F>>& stored) const noexcept {
        return impl::access::make<basic_corners<F>>(stored, vertex_lookup());
    }

    std::uint32_t number_ = 0;
};

namespace impl {
using namespace effigy::impl;

// Returns the profile in a .skin.
template <form F> [[nodiscard]] basic_skin_profile<F> profile_of(window file, std::uint32_t number) noexcept {
    const auto* const header = file.template record_at<basic_skin_header<F>>(0);
    return header != nullptr
               ? access::make<basic_skin_profile<F>>(context<F>{file, newest_version}, &header->profile, number)
               : basic_skin_profile<F>{};
}

template <form F> struct skin_profile_source {
    impl::context<F> context;
    array<basic_skin_profile_header<F>> embedded; // before version 264

    [[nodiscard]] basic_skin_profile<F> get(std::size_t i) const noexcept {
        if (const auto* const header = embedded.at(i)) {
            return access::make<basic_skin_profile<F>>(context, header, static_cast<std::uint32_t>(i));
        }
        for (std::uint16_t number = 0; number < most_skins; ++number) {
            const companion* const one = context.companions().find(companion_kind::skin_file, number);
            if (one != nullptr && i-- == 0) {
                return profile_of<F>(window{one->bytes}, number);
            }
        }
        return {};
    }

    static constexpr std::uint32_t most_skins = 8; // four, and those of levels of detail
};

} // namespace impl

// The skin profiles of a model: those in the file or, from version 264 on, those whose .skin was joined.
template <form F> class basic_skin_profiles : public numbered<impl::skin_profile_source<F>> {
    using source_type = impl::skin_profile_source<F>;

public:
    constexpr basic_skin_profiles() = default;

private:
    friend struct effigy::impl::access;
    basic_skin_profiles(const impl::context<F>& context, const array<basic_skin_profile_header<F>>& embedded) noexcept
        : numbered<source_type>({context, embedded}, embedded.size() + joined(context)) {}

    [[nodiscard]] static std::size_t joined(const impl::context<F>& context) noexcept {
        std::size_t count = 0;
        const bool may_join = context.version() >= first_version<basic_header_264<F>>;
        for (std::uint16_t number = 0; may_join && number < source_type::most_skins; ++number) {
            const bool is_there = context.companions().find(companion_kind::skin_file, number) != nullptr;
            count += is_there ? 1U : 0U;
        }
        return count;
    }
};

// A .skin that was opened alone.
template <form F> class basic_skin {
public:
    constexpr basic_skin() = default;

    [[nodiscard]] constexpr window file() const noexcept { return file_; }
    [[nodiscard]] constexpr std::uint32_t version() const noexcept { return 0; }
    [[nodiscard]] constexpr std::span<const std::byte> trailing() const noexcept { return {}; }
    // The profile. Its indices() are numbers of vertices of a model that is not known here.
    [[nodiscard]] basic_skin_profile<F> profile() const noexcept { return impl::profile_of<F>(file_, 0); }

private:
    friend struct effigy::impl::access;
    constexpr explicit basic_skin(window file) noexcept : file_(file) {}

    window file_;
};

} // namespace effigy::inline v0::m2
