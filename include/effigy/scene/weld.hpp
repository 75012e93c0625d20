// Welding: equal corners become one vertex.
#pragma once

#include <effigy/core/impl/ranges.hpp>
#include <effigy/core/pool.hpp>

#include <span>
#include <utility>

namespace effigy { inline namespace v0 { namespace impl {

// Corners are grouped by a number that equal corners share, such as the number of their point. A corner is compared
// with at most the last `most_compared` vertices of its group. A larger group can get duplicate vertices, but the time
// stays linear.
template <class Corner> class corner_welder {
public:
    static constexpr std::uint32_t most_compared = 64; // measured: a point has 32 different corners at most

    // Returns the memory, in bytes, for `groups` groups and `corners` corners.
    [[nodiscard]] static constexpr std::uint64_t size_of(std::uint64_t groups, std::uint64_t corners) noexcept {
        return groups * sizeof(std::uint32_t) + corners * sizeof(vertex);
    }
    corner_welder(std::uint32_t groups, std::size_t corners, std::pmr::memory_resource* memory)
        : last_(memory), vertices_(memory) {
        last_.append(groups, npos);
        vertices_.reserve(corners);
    }

    [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(vertices_.size()); }
    // Returns the corner of a vertex. Precondition: number < size().
    [[nodiscard]] const Corner& operator[](std::uint32_t number) const noexcept { return vertices_[number].corner; }

    // Returns the vertex of a corner of a group: an existing one for which `same(existing, corner)` is true, or a new
    // one. Precondition: `group` is below the number of groups.
    template <class Same> std::uint32_t add(std::uint32_t group, const Corner& corner, const Same& same) {
        std::uint32_t left = most_compared;
        for (std::uint32_t i = last_[group]; i != npos && left != 0; i = vertices_[i].before, --left) {
            if (same(vertices_[i].corner, corner)) {
                return i;
            }
        }
        const std::uint32_t added = size();
        vertices_.push_back({corner, last_[group]});
        last_[group] = added;
        return added;
    }
    // Calls visit(vertex) for each vertex of a group, the last one first. Does nothing if the group does not exist.
    template <class Visit> void for_each(std::uint32_t group, const Visit& visit) const {
        for (std::uint32_t i = group < last_.size() ? last_[group] : npos; i != npos; i = vertices_[i].before) {
            visit(i);
        }
    }
    // Changes the numbers of all vertices: vertex i becomes vertex numbers[i]. Afterwards, `numbers` counts from 0 up,
    // and add() must not be called.
    void renumber(elements<std::uint32_t> numbers) {
        const auto change = [&](std::uint32_t& number) { number = number != npos ? numbers[number] : npos; };
        for (vertex& each : vertices_) {
            change(each.before);
        }
        for (std::uint32_t& last : last_) {
            change(last);
        }
        for (std::uint32_t i = 0; i < numbers.size(); ++i) {
            while (numbers[i] != i) {
                const std::uint32_t to = std::exchange(numbers[i], numbers[numbers[i]]);
                numbers[to] = to;
                std::swap(vertices_[i], vertices_[to]);
            }
        }
    }

private:
    struct vertex {
        Corner corner;
        std::uint32_t before; // the previous vertex of the same group, or npos
    };

    pool<std::uint32_t> last_; // per group: the last vertex, or npos
    pool<vertex> vertices_;
};

}}} // namespace effigy::v0::impl
