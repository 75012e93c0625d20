// The answers of the C interface, as text of JSON.
#pragma once

#include "file_set.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace c_api {

[[nodiscard]] std::string info_of(file_set& files, const file_set::file& one);
[[nodiscard]] std::string lint_of(file_set& files, const file_set::file& one);
[[nodiscard]] std::string regions_of(file_set& files, const file_set::file& one, std::uint64_t begin,
                                     std::uint64_t end);

// Sets `glb` to the file; empty if it cannot be made.
[[nodiscard]] std::string convert(file_set& files, const file_set::file& one, std::string_view options,
                                  std::vector<std::byte>& glb);

} // namespace c_api
