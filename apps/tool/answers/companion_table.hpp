// The open companions of a model of World of Warcraft. Knows no file system.
#pragma once

#include "lasting_error.hpp"

#include <effigy/core/function_ref.hpp>
#include <effigy/m2.hpp>
#include <effigy/m2/join.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace tool {

struct found_companion {
    effigy::borrowed_bytes bytes; // the caller owns them
    std::string path{};           // in UTF-8; empty: unknown
};

// The table that effigy::m2::open() takes, and the path of each file.
class companion_table {
public:
    // Calls find_one(wanted) once for each companion of the model; it returns none if there is no such file.
    using source = effigy::function_ref<std::optional<found_companion>(const effigy::m2::wanted_companion&)>;
    void find(effigy::borrowed_bytes model, source find_one);

    [[nodiscard]] std::span<const effigy::m2::companion> table() const { return joined_.table; }
    // Returns the path of the companion with this number in table(); empty if there is none, or if it has no path.
    [[nodiscard]] std::string path_of(std::uint32_t entry) const;
    // Returns the path of the companion; empty if it is missing.
    [[nodiscard]] std::string path_of(effigy::m2::companion_kind kind, std::uint16_t id, std::uint16_t variation) const;

    // Returns the names of the companions that are missing, printable: "wolf00.skin or 1000001.skin". `stem`: of the
    // model's name.
    [[nodiscard]] std::vector<std::string> missing(std::string_view stem) const;

private:
    effigy::m2::joined_companions joined_;
    std::map<std::tuple<effigy::m2::companion_kind, std::uint16_t, std::uint16_t>, std::string> paths_;
};

struct opened_model {
    std::optional<effigy::m2::model> model; // none if it cannot be opened
    lasting_error why;                      // from open() or verify()
    std::string where;                      // the path of the companion that `why` is about; empty: the model

    [[nodiscard]] bool is_sound() const { return !why; }
};
// Opens and verifies the model with its companions.
[[nodiscard]] opened_model open_with(const companion_table& companions, effigy::borrowed_bytes model);

// ---- the keys of an .anim without chunks ---------------------------------------------------------------------------

// A view of the keys, read with the model.
struct animation_keys {
    const effigy::m2::model& model;
    std::uint32_t animation = 0; // its number in the model
    effigy::byte_view bytes;

    [[nodiscard]] effigy::byte_view file() const { return bytes; }
};

} // namespace tool
