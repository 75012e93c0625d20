// Undoing the merges of the Enhanced Edition.
#pragma once

#include <effigy/core/impl/heap_sort.hpp>
#include <effigy/nwn/view.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

// The part of a merge target that belongs to one node.
//
// The Enhanced Edition draws meshes with the same texture together. The first of these meshes, the merge target,
// contains its own vertices, then the vertices of the other meshes in the target's space, and the indices of all these
// meshes. The other meshes are merged away: they have no indices (measured: 53 of 290 files, a tenth of the triangles
// of all files). find_merges() writes one merged_mesh per node of the index.
struct merged_mesh {
    std::uint32_t merge_target = npos; // the node that draws this node's triangles; for a target, its own number
    std::uint32_t first_vertex = 0;    // index into the target's vertices
    std::uint32_t vertex_count = 0;    // this node's vertices, from first_vertex
    std::uint32_t first_index = 0;     // position in the target's indices
    std::uint32_t index_count = 0;     // this node's indices, from first_index
    std::uint32_t sorted = 0;          // working memory of find_merges()

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return merge_target != npos; }
};

namespace impl {

using namespace effigy::impl;

template <class = when_used> class merge_finder {
public:
    // `out` has one entry per node of the index.
    merge_finder(const node_index& nodes, std::span<merged_mesh> out) noexcept : nodes_(nodes), out_(out) {}

    // Returns the number of merge targets.
    [[nodiscard]] std::size_t run() noexcept {
        const std::size_t meshes = sort_meshes();
        std::size_t targets = 0;
        for (std::size_t begin = 0; begin < meshes;) {
            std::size_t end = begin + 1;
            while (end < meshes && compare_textures(begin, end) == 0) {
                ++end;
            }
            targets += merge(begin, end) ? 1U : 0U;
            begin = end;
        }
        return targets;
    }

private:
    // Sorts the numbers of the nodes with a mesh, in `sorted`, by texture and then by number. Returns how many there
    // are.
    [[nodiscard]] std::size_t sort_meshes() noexcept {
        std::size_t meshes = 0;
        for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
            out_[i] = {};
            if (nodes_.at(i).mesh()) {
                out_[meshes++].sorted = i;
            }
        }
        heap_sort(
            meshes,
            [&](std::size_t a, std::size_t b) {
                const int order = compare_textures(a, b);
                return order != 0 ? order < 0 : out_[a].sorted < out_[b].sorted;
            },
            [&](std::size_t a, std::size_t b) { std::swap(out_[a].sorted, out_[b].sorted); });
        return meshes;
    }
    [[nodiscard]] int compare_textures(std::size_t a, std::size_t b) const noexcept {
        return compare_any_case(texture(a), texture(b));
    }
    [[nodiscard]] std::string_view texture(std::size_t i) const noexcept {
        const mesh_header* const header = mesh(i).record();
        return header != nullptr ? header->textures[0].view() : std::string_view{};
    }
    // The mesh of the i-th node in sorted order.
    [[nodiscard]] nwn::mesh mesh(std::size_t i) const noexcept { return nodes_.at(out_[i].sorted).mesh(); }

    // Finds the merge among the meshes of one texture. Returns false if no mesh was merged away, or if no mesh is large
    // enough to be the target.
    [[nodiscard]] bool merge(std::size_t begin, std::size_t end) noexcept {
        std::uint64_t vertices = 0;
        bool any = false;
        for (std::size_t i = begin; i < end; ++i) {
            if (const nwn::mesh member = mesh(i); member.merged_away()) {
                vertices += member.vertex_count();
                any = true;
            }
        }
        for (std::size_t i = begin; any && i < end; ++i) {
            if (can_be_target(mesh(i), vertices)) {
                place(i, begin, end, static_cast<std::uint32_t>(vertices));
                return true;
            }
        }
        return false;
    }
    // Whether a mesh draws more than its own faces and has at least `vertices` vertices.
    [[nodiscard]] static bool can_be_target(const nwn::mesh& target, std::uint64_t vertices) noexcept {
        const std::uint64_t own = 3 * std::uint64_t{target.faces().size()};
        std::uint64_t indices = 0;
        for (std::uint32_t i = 0; i < target.index_list_count(); ++i) {
            indices += target.index_list(i).size();
        }
        return own != 0 && own < indices && vertices <= target.vertex_count();
    }
    // Writes the entries of a merge: the target's own part comes first, then the part of each merged-away mesh, in the
    // order of their nodes. `vertices`: the number of vertices of all merged-away meshes together.
    void place(std::size_t target, std::size_t begin, std::size_t end, std::uint32_t vertices) noexcept {
        const nwn::mesh holder = mesh(target);
        const std::uint32_t number = out_[target].sorted;
        std::uint32_t vertex = 0;
        std::uint32_t index = 0;
        const auto take = [&](std::uint32_t node, std::uint32_t vertex_count, std::size_t face_count) {
            const auto index_count = static_cast<std::uint32_t>(3 * face_count);
            out_[node] = {number, vertex, vertex_count, index, index_count, out_[node].sorted};
            vertex += vertex_count;
            index += index_count;
        };
        take(number, holder.vertex_count() - vertices, holder.faces().size());
        for (std::size_t i = begin; i < end; ++i) {
            if (const nwn::mesh member = mesh(i); member.merged_away()) {
                take(out_[i].sorted, member.vertex_count(), member.faces().size());
            }
        }
    }

    const node_index& nodes_;
    std::span<merged_mesh> out_;
};

} // namespace impl

// Finds the merges of a model and writes one entry per node of the index to `out`. The entry of a mesh without a merge
// is false: all of the mesh's indices() are its own. Returns the number of merge targets. Returns 0 and writes nothing
// if `out` is too small.
template <class = when_used> std::size_t find_merges(const node_index& nodes, std::span<merged_mesh> out) noexcept {
    return out.size() < nodes.size() ? 0 : impl::merge_finder{nodes, out}.run();
}

}}} // namespace effigy::v0::nwn
