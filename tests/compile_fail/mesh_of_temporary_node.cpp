// expect: deleted
#include <effigy/grimrock.hpp>

std::uint32_t count_vertices(const effigy::grimrock::node_index& nodes) {
#ifdef EFFIGY_WELL_FORMED
    const auto node = nodes[0];
    const auto* const mesh = node.mesh();
#else
    const auto* const mesh = nodes[0].mesh(); // a part of the node, which is gone
#endif
    return mesh != nullptr ? mesh->vertex_count : 0;
}
