// expect: deleted
#include <effigy/grimrock.hpp>

std::uint32_t count_vertices(const effigy::grimrock::model& model) {
    const auto nodes = model.nodes();
#ifdef EFFIGY_WELL_FORMED
    const auto first = nodes.begin();
    const auto* const mesh = first->mesh();
#else
    const auto* const mesh = nodes.begin()->mesh(); // a part of the iterator, which is gone
#endif
    return mesh != nullptr ? mesh->vertex_count : 0;
}
