// A tree drawn line by line.
#pragma once

#include "text.hpp"

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

// For each line, the caller passes the depth and whether a sibling follows. At most the 32 innermost levels of a line
// are drawn.
class tree {
public:
    tree(std::ostream& out, const style& paint) : out_(out), paint_(paint) {}

    const style& paint() const { return paint_; }

    // Draws a branch at `depth`; 0 is the outermost.
    void branch(std::size_t depth, bool sibling_follows, std::string_view text) {
        follows_.resize(depth + 1);
        follows_[depth] = sibling_follows;
        out_ << paint_.faint(prefix(depth) + (sibling_follows ? "├─ " : "└─ ")) << text << '\n';
    }
    // Draws a line of the last branch.
    void detail(bool children_follow, std::string_view text) {
        out_ << paint_.faint(prefix(follows_.size()) + (children_follow ? "│  " : "   ")) << text << '\n';
    }

private:
    std::string prefix(std::size_t depth) const {
        constexpr std::size_t most = 32;
        std::string out = depth > most ? "… " : "";
        for (std::size_t i = depth > most ? depth - most : 0; i < depth; ++i) {
            out += follows_[i] ? "│  " : "   ";
        }
        return out;
    }

    std::ostream& out_;
    const style& paint_;
    std::vector<bool> follows_;
};

} // namespace tool
