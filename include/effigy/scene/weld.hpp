// Corners that are the same become one vertex.
#pragma once

#include <effigy/core/ranges.hpp>

#include <memory_resource>
#include <vector>

namespace effigy::inline v0::impl {

// Corners by a number that same ones have in common, such as that of their point. A corner is compared with the last
// ones of its number, so many at most: where a file has more, it gets some vertex twice and nobody waits for it.
template <class Corner> class corner_welder {
public:
    static constexpr std::uint32_t most_compared = 64; // measured: a point has 32 different corners at most

    // Bytes of memory for so many.
    [[nodiscard]] static constexpr std::uint64_t size_of(std::uint64_t numbers, std::uint64_t corners) noexcept {
        return numbers * sizeof(std::uint32_t) + corners * sizeof(vertex);
    }
    corner_welder(std::uint32_t numbers, std::size_t corners, std::pmr::memory_resource* memory)
        : last_(numbers, npos, memory), vertices_(memory) {
        vertices_.reserve(corners);
    }

    [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(vertices_.size()); }
    // Precondition: vertex < size().
    [[nodiscard]] const Corner& operator[](std::uint32_t number) const noexcept { return vertices_[number].corner; }

    // The vertex of a corner: a known one that `same(known, corner)`, or a new one. Precondition: number < numbers.
    template <class Same> std::uint32_t add(std::uint32_t number, const Corner& corner, const Same& same) {
        std::uint32_t left = most_compared;
        for (std::uint32_t i = last_[number]; i != npos && left != 0; i = vertices_[i].before, --left) {
            if (same(vertices_[i].corner, corner)) {
                return i;
            }
        }
        const std::uint32_t made = size();
        vertices_.push_back({corner, last_[number]});
        last_[number] = made;
        return made;
    }
    // Calls visit(vertex) for each vertex of a number, the last one first; of a number that there is not, for none.
    template <class Visit> void for_each(std::uint32_t number, const Visit& visit) const {
        for (std::uint32_t i = number < last_.size() ? last_[number] : npos; i != npos; i = vertices_[i].before) {
            visit(i);
        }
    }

private:
    struct vertex {
        Corner corner;
        std::uint32_t before; // the vertex of the same number made before this one, or npos
    };

    std::pmr::vector<std::uint32_t> last_; // of each number the last vertex, or npos
    std::pmr::vector<vertex> vertices_;
};

} // namespace effigy::inline v0::impl
