// Writing a scene as glTF 2.0: one GLB file, or a .gltf file and a .bin file. The output has the same bytes on every
// platform.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/gltf/options.hpp>
#include <effigy/scene/verify.hpp>

#include <memory_resource>

namespace effigy { inline namespace v0 {

// Writes a GLB file in pieces: calls `sink` with a std::span<const std::byte> for each. The JSON text comes first and
// is the only part that allocates. The arrays of the scene follow and are not copied. Returns no error (errc::none) if
// the file was written. Returns an error and writes nothing
// - if verify(from) finds an error,
// - with the code `budget`, if the file would exceed 4 GiB or a mesh has too many primitives for its size.
EFFIGY_API [[nodiscard]] error write_glb(const scene& from, byte_sink sink, const gltf_options& options = {});

// Writes the JSON text to `json_sink` and the binary file to `bin_sink`. If the scene has no binary data, `bin_sink` is
// not called. `bin_uri` is the path of the binary file relative to the JSON file, in UTF-8. Errors as for write_glb(),
// but without the limit of 4 GiB.
EFFIGY_API [[nodiscard]] error write_gltf(const scene& from, byte_sink json_sink, byte_sink bin_sink,
                                          std::string_view bin_uri, const gltf_options& options = {});

// Returns a GLB file in memory. Errors as for write_glb().
EFFIGY_API [[nodiscard]] result<file_bytes>
to_glb(const scene& from, const gltf_options& options = {},
       std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}} // namespace effigy::v0

#if defined(EFFIGY_HAS_COMMON_BODIES)
#include <effigy/gltf/document.hpp>

namespace effigy { inline namespace v0 {

namespace impl {

// The content and the size of a GLB file, before it is written.
template <class = when_used> class glb_plan {
public:
    glb_plan(const scene& from, const gltf_options& options)
        : document_(from, options, {}), json_size_((document_.json_size() + 3) / 4 * 4),
          size_(header_size + chunk_header_size + json_size_ +
                (document_.bin_size() != 0 ? chunk_header_size + document_.bin_size() : 0)),
          why_(document_.why()) {
        if (constexpr std::uint64_t most = 0xFFFF'FFFF; !why_ && size_ > most) {
            why_ = {{"glb.length"}, errc::budget, most, static_cast<std::int64_t>(size_)};
        }
    }

    [[nodiscard]] const error& why() const noexcept { return why_; }
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    // Precondition: why() is false.
    template <form Host> void write(const byte_sink& to) const {
        constexpr std::uint32_t magic = 0x4654'6C67, version = 2, json = 0x4E4F'534A, bin = 0x004E'4942;
        const auto put = [&](auto... numbers) {
            to(elements{std::array{stored_number(static_cast<std::uint32_t>(numbers))...}}.bytes());
        };
        put(magic, version, size_, json_size_, json);
        document_.write_json(to);
        constexpr std::string_view spaces = "   ";
        if (const std::uint64_t rest = json_size_ - document_.json_size(); rest != 0) {
            to(elements{spaces.substr(0, to_size(rest))}.bytes());
        }
        if (document_.bin_size() != 0) {
            put(document_.bin_size(), bin);
            document_.write_bin<Host>(to);
        }
    }

private:
    static constexpr std::uint64_t header_size = 12, chunk_header_size = 8;

    gltf_document<> document_;
    std::uint64_t json_size_, size_;
    error why_;
};

} // namespace impl

EFFIGY_API_BODY error write_glb(const scene& from, byte_sink sink, const gltf_options& options) {
    if (const error why = verify(from)) {
        return why;
    }
    const impl::glb_plan plan{from, options};
    if (!plan.why()) {
        plan.write<form::native>(sink);
    }
    return plan.why();
}
EFFIGY_API_BODY error write_gltf(const scene& from, byte_sink json_sink, byte_sink bin_sink, std::string_view bin_uri,
                                 const gltf_options& options) {
    if (const error why = verify(from)) {
        return why;
    }
    const impl::gltf_document document{from, options, bin_uri};
    if (!document.why()) {
        document.write_json(json_sink);
        document.write_bin<form::native>(bin_sink);
    }
    return document.why();
}
EFFIGY_API_BODY result<file_bytes> to_glb(const scene& from, const gltf_options& options,
                                          std::pmr::memory_resource* memory) {
    if (const error why = verify(from)) {
        return why;
    }
    const impl::glb_plan plan{from, options};
    if (plan.why()) {
        return plan.why();
    }
    file_bytes out{memory};
    out.reserve(impl::to_size(plan.size()));
    plan.write<form::native>([&](std::span<const std::byte> bytes) { out.append(bytes); });
    return out;
}

}} // namespace effigy::v0
#endif
