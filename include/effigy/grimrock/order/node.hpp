// The order of a node of MDL1.
#pragma once

#include <effigy/grimrock/order/mesh.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

struct node_context {
    std::uint32_t node_count = 0; // numbers of parents must be below it
    std::int32_t version = 0;     // of the model
};

namespace impl {

struct node_fields {
    std::string_view name;
    const mat4x3* local = nullptr;
    const grimrock::transform* transform = nullptr;
    std::int32_t parent = -1;
    std::int32_t type = -1;
    mesh_fields mesh;
    static constexpr ignored light{};
};

template <class Cursor, class Node> void transfer_transform(Cursor& c, Node& to, std::int32_t version) {
    constexpr const char* path = "mdl1.nodes[].transform";
    if (version == grimrock_version) {
        transfer_record<mat4x3>(c, to.local, path);
    } else {
        transfer_record<transform>(c, to.transform, path);
    }
}
template <class Cursor> void transfer_mesh_of(Cursor& c, node_fields& to, std::int32_t version) {
    to.mesh.has_emissive = version == grimrock_version;
    transfer_mesh(c, to.mesh, version);
}

// The fields of a node in the order of the file. `to`: node_fields or owned_node.
template <class Cursor, class Node> void transfer_node(Cursor& c, Node& to, const node_context& context) {
    transfer_string(c, to.name, "mdl1.nodes[].name");
    transfer_transform(c, to, context.version);
    transfer_number<i32<>>(c, to.parent, "mdl1.nodes[].parent");
    if (std::int64_t{to.parent} >= context.node_count) {
        c.fail(errc::out_of_bounds, "mdl1.nodes[].parent", 4, to.parent, context.node_count);
    }
    transfer_number<i32<>>(c, to.type, "mdl1.nodes[].type");
    if (to.type == mesh_node) {
        transfer_mesh_of(c, to, context.version);
    } else if (to.type == light_node && context.version == grimrock_version) {
        transfer_part<light>(c, to.light, "mdl1.nodes[].light");
    } else if (to.type > 0) {
        c.fail(errc::bad_value, "mdl1.nodes[].type", 4, to.type, 0,
               context.version == grimrock_version ? "a negative number, 0 (mesh) or 1 (light)"
                                                   : "a negative number or 0 (mesh)");
    }
}

} // namespace impl

}}} // namespace effigy::v0::grimrock
