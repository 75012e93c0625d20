// Chunks of later files.
#pragma once

#include <effigy/core/sequence.hpp>
#include <effigy/m2/records.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// A chunk: an id of four characters, and bytes.
class chunk {
public:
    constexpr chunk() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return header_ != nullptr; }
    // The header of the chunk; null if there is no chunk.
    [[nodiscard]] constexpr const chunk_header* header() const noexcept { return header_; }
    // The id of the chunk, for example "TXID"; empty if there is no chunk.
    [[nodiscard]] std::string_view id() const noexcept {
        return header_ != nullptr ? header_->id.view() : std::string_view{};
    }
    [[nodiscard]] constexpr std::span<const std::byte> bytes() const noexcept { return payload_.bytes(); }
    [[nodiscard]] constexpr std::uint64_t offset() const noexcept { return payload_.base(); } // of bytes() in the file

    // The bytes as an array; an incomplete element at the end is left out.
    template <wire T> [[nodiscard]] array<T> as() const noexcept {
        return payload_.array_at<T>(0, static_cast<std::uint32_t>(payload_.size() / sizeof(T)));
    }
    // The record at the start of the chunk; null if the chunk is shorter.
    template <wire T> [[nodiscard]] const T* record() const noexcept { return payload_.record_at<T>(0); }
    [[nodiscard]] constexpr byte_view file() const noexcept { return payload_; }

private:
    friend struct effigy::impl::access;
    constexpr chunk(const chunk_header* header, byte_view payload) noexcept : header_(header), payload_(payload) {}

    template <class Cursor> static chunk read(Cursor& c, no_context&) {
        const auto* const header = c.template record<chunk_header>("chunks[].id");
        const std::uint64_t at = c.offset();
        const auto payload = c.take(header != nullptr ? std::uint64_t{header->size} : 0, "chunks[].bytes");
        return c.ok() ? chunk{header, byte_view{payload, c.bytes().base() + at}} : chunk{};
    }

    const chunk_header* header_ = nullptr;
    byte_view payload_;
};

// All chunks of a file, in order.
using chunk_list = sequence<m2::chunk>;

namespace impl {
using namespace effigy::impl;

// Returns all chunks. If the chunks do not fill the file exactly, the cursor has an error and the result is empty.
[[nodiscard]] inline chunk_list read_chunks(cursor& c) noexcept {
    const std::uint64_t first = c.offset();
    std::uint32_t count = 0;
    no_context context;
    while (c.ok() && c.left() != 0) {
        static_cast<void>(access::read<m2::chunk>(c, context));
        c.within(count);
        ++count;
    }
    return c.ok() ? access::make<chunk_list>(c.bytes(), first, count) : chunk_list{};
}

// find_chunk() returns the first chunk with an id; empty if none of the first most_searched_chunks has it. Every reader
// knows fewer kinds of chunks than this.
inline constexpr std::uint32_t most_searched_chunks = 64;
[[nodiscard]] inline m2::chunk find_chunk(const chunk_list& among, std::string_view id) noexcept {
    std::uint32_t searched = 0;
    for (const m2::chunk& one : among) {
        if (one.id() == id) {
            return one;
        }
        if (++searched == most_searched_chunks) {
            break;
        }
    }
    return {};
}
// Returns the bytes of the first chunk with an id, in a file whose chunks were not read before.
[[nodiscard]] inline byte_view find_chunk(byte_view file, std::string_view id) noexcept {
    cursor c{file};
    no_context context;
    for (std::uint32_t i = 0; i < most_searched_chunks && c.left() != 0; ++i) {
        const auto one = access::read<m2::chunk>(c, context);
        if (c.ok() && one.id() == id) {
            return one.file();
        }
    }
    return {};
}

} // namespace impl

// A file that consists of chunks only: a chunked .anim, a .bone.
class chunked_file {
public:
    constexpr chunked_file() = default;

    [[nodiscard]] constexpr byte_view file() const noexcept { return file_; }
    [[nodiscard]] constexpr std::uint32_t version() const noexcept { return version_; } // of a .bone; 0 for other files
    [[nodiscard]] constexpr std::span<const std::byte> trailing() const noexcept { return {}; }
    [[nodiscard]] constexpr chunk_list chunks() const noexcept { return chunks_; }
    // The first chunk with an id, see model::chunk().
    [[nodiscard]] m2::chunk chunk(std::string_view id) const noexcept { return impl::find_chunk(chunks_, id); }

private:
    friend struct effigy::impl::access;
    constexpr chunked_file(byte_view file, std::uint32_t version, const chunk_list& chunks) noexcept
        : file_(file), version_(version), chunks_(chunks) {}

    byte_view file_;
    std::uint32_t version_ = 0;
    chunk_list chunks_;
};

}}} // namespace effigy::v0::m2
