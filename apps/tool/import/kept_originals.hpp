// What `import --in-place` keeps of the files that it changes: the original of wolf.model beside it, as
// wolf.model.original-0123456789abcdef. The digits are a digest of what the last import of this original wrote.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace tool {

struct kept_original {
    std::filesystem::path path; // an empty file: there was none
    std::size_t number = 1;     // of the name
    std::uint64_t written = 0;  // the digest
};

[[nodiscard]] std::uint64_t digest_of(std::span<const std::byte> file);

// Returns those of a file, the oldest first: .original-, .original2-, ..
[[nodiscard]] std::vector<kept_original> kept_originals_of(const std::filesystem::path& file);

// The name of the next one, for the digest of what is written in its place.
[[nodiscard]] std::filesystem::path next_kept(const std::filesystem::path& file, std::uint64_t written);

// The name of one after another import.
[[nodiscard]] std::filesystem::path renamed_kept(const std::filesystem::path& kept, std::uint64_t written);

} // namespace tool
