// nwn_merged_meshes FILE: the triangles of each mesh of a Neverwinter Nights model before the Enhanced Edition merged
// meshes.
#include <effigy/file.hpp>
#include <effigy/nwn.hpp>
#include <effigy/report.hpp>

#include <iostream>
#include <vector>

namespace nwn = effigy::nwn;

namespace {

// The indices of a node's own triangles, into its own vertices.
auto own_indices(const nwn::mesh& mesh, const nwn::merged_mesh& merge) {
    if (mesh.merged_away()) {
        return mesh.own_indices(); // the file still contains this list, with a count of 0
    }
    return merge ? mesh.indices().part(0, merge.index_count) : mesh.indices();
}

} // namespace

int main(int argc, char** argv) {
    const char* const path = argc > 1 ? argv[1] : "";
    const auto file = effigy::file::open(path);
    if (!file) {
        std::cerr << to_string(file.error(), path) << '\n';
        return 1;
    }
    const auto model = nwn::open(file->bytes());
    if (!model) {
        std::cerr << to_string(model.error(), path) << '\n';
        return 1;
    }

    std::vector<effigy::tree_entry> memory(model->nodes().size());
    const auto nodes = model->index(memory);
    std::vector<nwn::merged_mesh> merges(nodes.size());
    std::cout << "merges: " << find_merges(nodes, merges) << '\n';

    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        const nwn::mesh mesh = nodes[i].mesh();
        if (!mesh) {
            continue;
        }
        const nwn::merged_mesh& merge = merges[i];
        std::cout << nodes.name(i) << " draws " << mesh.triangle_count() << " triangles and has "
                  << own_indices(mesh, merge).size() / 3 << " of its own";
        if (merge) {
            std::cout << ", from vertex " << merge.first_vertex << " and index " << merge.first_index << " of "
                      << nodes.name(merge.merge_target) << " on";
        }
        std::cout << '\n';
    }
}
