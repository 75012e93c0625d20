// The names that folders of Arma mods have in the game: $PBOPREFIX$ files.
#pragma once

#include "file_tree.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace materials {

inline constexpr std::array<std::string_view, 3> pbo_prefix_names{"$PBOPREFIX$", "$PBOPREFIX$.txt", "$PREFIX$"};

// Returns the prefix in the text of a $PBOPREFIX$ file, in lower case with /: "z/ace/addons/x". Empty if it has none.
[[nodiscard]] std::string read_pbo_prefix(std::string_view text);

class pbo_prefixes {
public:
    explicit pbo_prefixes(const file_tree& files);

    // Returns the paths in the tree that a path of the game may have: those of the longest prefix first. Of folders
    // with the same prefix, the nearest to the model is first.
    [[nodiscard]] std::vector<std::string> paths_of(std::string_view path, std::string_view model) const;

private:
    struct prefix {
        std::string name;        // "z/ace/addons/x"
        std::string_view folder; // in the tree, with a / at its end
    };

    std::vector<prefix> prefixes_; // sorted
};

} // namespace materials
