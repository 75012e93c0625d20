// The open companions of a model of World of Warcraft, and the search for them. Knows no file system.
#pragma once

#include <effigy/core/function_ref.hpp>
#include <effigy/m2.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tool {

// The table that effigy::m2::open() takes, and the path of each file in UTF-8. The caller owns the bytes.
class companion_table {
public:
    [[nodiscard]] std::span<const effigy::m2::companion> table() const { return table_; }
    // Returns the path of the companion with this number in table(); empty if there is none, or if it has no path.
    [[nodiscard]] std::string path_of(std::uint32_t entry) const;
    // Returns the path of the companion; empty if it is missing.
    [[nodiscard]] std::string path_of(effigy::m2::companion_kind kind, std::uint16_t id, std::uint16_t variation) const;

    void add(const effigy::m2::companion& entry, std::string path);

private:
    std::vector<effigy::m2::companion> table_; // in the order of m2::comes_before
    std::vector<std::string> paths_;           // of each entry
};

using wanted_sink = effigy::function_ref<void(const effigy::m2::wanted_companion&)>;

// Calls add(wanted) for each companion that a model names, each once. `add` adds those that exist to the table.
void find_companions(effigy::borrowed_bytes model, const companion_table& found, wanted_sink add);
// The same, only for companions that name further companions: the skeleton and its parent.
void find_skeletons(effigy::borrowed_bytes model, const companion_table& found, wanted_sink add);

struct opened_model {
    std::optional<effigy::m2::model> model; // none if it cannot be opened
    effigy::error why;                      // from open() or verify()
    std::string where;                      // the path of the companion that `why` is about; empty: the model

    [[nodiscard]] bool is_sound() const { return !why; }
};
// Opens and verifies the model with its companions.
[[nodiscard]] opened_model open_with(const companion_table& companions, effigy::borrowed_bytes model);

} // namespace tool
