// Writing owning models as files: the model, and the .skin, .anim and .skel files beside it.
#pragma once

#include <effigy/m2/decode.hpp>
#include <effigy/m2/owned/written_files.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// Returns files with the model, in the order in which the game's own files are. Bytes without meaning are 0. open()
// with table() accepts the files, and decode() returns the model.
//
// Errors: the path is that of the field that the version does not store; budget, if the files would be larger than 16
// times the model plus 64 KiB, as lists that many records share would make them.
EFFIGY_API [[nodiscard]] result<written_files>
encode(const owned_model& from, std::pmr::memory_resource* memory = std::pmr::get_default_resource());

// Returns the files that the model was decoded from, byte for byte; if values of the model were changed, with these
// values in their places. If numbers of elements were changed, or elements that are stored at one place now differ, or
// if a file is missing or another one, they are the files of encode(from), with the chunks of the original that effigy
// does not know, and `kept_rest` is false. `companions`: the table that was passed to open(). Errors: those of
// encode(from).
EFFIGY_API [[nodiscard]] result<written_files>
encode(const owned_model& from, std::span<const std::byte> original, std::span<const companion> companions,
       std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}}} // namespace effigy::v0::m2

#if defined(EFFIGY_HAS_WRITING_BODIES)
#include <effigy/m2/owned/in_places.hpp>
#include <effigy/m2/owned/new_files.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

namespace impl {

[[nodiscard]] inline std::uint64_t most_bytes(const owned_model& from) noexcept {
    return from.budget() < SIZE_MAX / 2 ? from.budget() : SIZE_MAX / 2; // on 32-bit hosts
}
// Nothing says whether a .skin has shadow batches but the places of its lists.
template <class = when_used>
[[nodiscard]] error check_shadows(const owned_model& from, const written_files& files) noexcept {
    std::uint32_t profile = 0;
    for (const written_companion& one : files.companions) {
        if (one.kind == companion_kind::skin_file && profile < from.skin_profiles.count) {
            const owned_skin_profile& own = from.get(from.skin_profiles)[profile++];
            if (!own.shadow_batches.empty() && !has_shadows(byte_view{one.bytes})) {
                return error{
                    {"skin.shadowBatches"}, errc::bad_value, 0, own.shadow_batches.count, "none without other lists"};
            }
        }
    }
    return {};
}
template <class Files>
[[nodiscard]] result<written_files> write_and_open(const owned_model& from, Files&& files) {
    auto out = files.run();
    if (!out) {
        return out;
    }
    if (const error why = check_shadows(from, *out)) {
        return why;
    }
    const pool<companion> table = out->table();
    if (const auto written = m2::open(out->model, std::span<const companion>{table}); !written) {
        return written.error();
    }
    return out;
}

} // namespace impl

EFFIGY_API_BODY result<written_files> encode(const owned_model& from, std::pmr::memory_resource* memory) {
    return impl::write_and_open(from, impl::new_files{from, {}, impl::most_bytes(from), memory});
}

EFFIGY_API_BODY result<written_files> encode(const owned_model& from, std::span<const std::byte> original,
                                             std::span<const companion> companions, std::pmr::memory_resource* memory) {
    std::uint64_t size = original.size();
    for (const companion& one : companions) {
        size += byte_view{one.bytes}.size();
    }
    auto files = impl::write_and_open(
        from, impl::in_places<>{from, original, companions, impl::most_bytes(from) + 16 * size, memory});
    if (files) {
        return files;
    }
    const impl::model_files kept =
        impl::model_files::in(byte_view{original}, from.version, from.flags, impl::companion_table::of(companions));
    return impl::write_and_open(from, impl::new_files<>{from, kept, impl::most_bytes(from), memory});
}

}}} // namespace effigy::v0::m2
#endif
