// The result of decode(): a set of pools, one for each type. The records are those of records.hpp. They refer to each
// other and to their arrays by numbers, which get() follows:
//
//     for (const owned_node& node : owned.get(owned.nodes)) {
//         if (const owned_mesh* const mesh = owned.get(node.mesh)) {
//             use(node.name.view(), owned.get(mesh->positions));
#pragma once

#include <effigy/core/fields.hpp>
#include <effigy/nwn/view.hpp>
#include <effigy/owned/pools.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

// ---- references ----------------------------------------------------------------------------------------------------

using effigy::pool_handle;
using effigy::pool_slice;
using owned_index_list = raw_ptr<std::uint16_t, form::host>;
using owned_name = array_ptr<char, form::host>;

// ---- records, see records.hpp --------------------------------------------------------------------------------------

using owned_event = basic_event<form::host>;
using owned_key = basic_controller_key<form::host>; // its times and rows of numbers are in its node's `pool`
using owned_light = basic_light<form::host>;
using owned_emitter = basic_emitter<form::host>;
using owned_reference = basic_reference<form::host>;
using owned_face = basic_face<form::host>;
using owned_animmesh = basic_animmesh_header<form::host>;
using owned_dangly = basic_dangly_header<form::host>;
using owned_aabb = basic_aabb_entry<form::host>;

struct owned_mesh : basic_mesh_header<form::host> {
    pool_slice<std::uint16_t> own_indices; // of a mesh that was merged away; empty for others

    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        basic_mesh_header<form::host>::template fields<R...>(visit);
        visit("ownIndices", &R::own_indices...);
    }
};
struct owned_skin : basic_skin_header<form::host> {
    pool_slice<std::int16_t> slot_nodes; // the node of each slot: 18, 64 or 128

    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        basic_skin_header<form::host>::template fields<R...>(visit);
        visit("slotNodes", &R::slot_nodes...);
    }
};

// A node header without its addresses, and with the number of the parent in place of the list of children.
struct owned_node {
    text<32> name;
    std::uint32_t parent = npos; // index in the same list of nodes
    std::uint32_t flags = 0;     // node_flags
    std::uint32_t inherit_color = 0;
    std::int32_t part_number = 0;
    pool_slice<owned_key> controllers;
    pool_slice<float> pool;
    pool_handle<owned_light> light;
    pool_handle<owned_emitter> emitter;
    pool_handle<owned_reference> reference;
    pool_handle<owned_mesh> mesh;
    pool_handle<owned_skin> skin;
    pool_handle<owned_animmesh> animmesh;
    pool_handle<owned_dangly> dangly;
    pool_slice<owned_aabb> aabb; // parents before children, left before right

    static constexpr const char* record_name = "node";
    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        visit("name", &R::name...);
        visit("parent", &R::parent...);
        visit("flags", &R::flags...);
        visit("inheritColor", &R::inherit_color...);
        visit("partNumber", &R::part_number...);
        visit("controllers", &R::controllers...);
        visit("controllerData", &R::pool...);
        visit("light", &R::light...);
        visit("emitter", &R::emitter...);
        visit("reference", &R::reference...);
        visit("mesh", &R::mesh...);
        visit("skin", &R::skin...);
        visit("animmesh", &R::animmesh...);
        visit("dangly", &R::dangly...);
        visit("aabb", &R::aabb...);
    }
};

struct owned_animation : basic_animation_header<form::host> {
    pool_slice<owned_node> nodes; // parents first

    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        basic_animation_header<form::host>::template fields<R...>(visit);
        visit("nodes", &R::nodes...);
    }
};

// ---- the model -----------------------------------------------------------------------------------------------------

using model_pools =
    owned_pools<owned_node, owned_animation, owned_event, owned_key, owned_light, owned_emitter, owned_reference,
                owned_mesh, owned_skin, owned_animmesh, owned_dangly, owned_aabb, owned_face, owned_index_list,
                owned_name, char, std::byte, std::uint16_t, std::int16_t, std::uint32_t, rgba8, float, vec2<form::host>,
                vec3<form::host>, vec4<form::host>, basic_quat_wxyz<form::host>, basic_joints<form::host>>;

struct owned_model : basic_model_header<form::host>, model_pools {
    nwn::producer producer = nwn::producer::unknown;
    pool_slice<owned_node> nodes; // parents first
    pool_slice<std::byte> trailing;

    owned_model() : owned_model(std::pmr::get_default_resource()) {}
    explicit owned_model(std::pmr::memory_resource* memory) : basic_model_header<form::host>(), model_pools(memory) {}

    template <class... R> static EFFIGY_INLINE constexpr void fields(auto&& visit) {
        basic_model_header<form::host>::template fields<R...>(visit);
        visit("producer", &R::producer...);
        visit("nodes", &R::nodes...);
        visit("trailing", &R::trailing...);
    }

    // Returns the times of a controller, in seconds. Empty if it has none, or if views leave the controller out.
    template <class = when_used>
    [[nodiscard]] std::span<const float> times(const owned_node& owner, const owned_key& key) const noexcept {
        return part_of(get(owner.pool), key.time_index, rows_of(key));
    }
    // Returns the values of a controller, row after row. Empty if it has none, or if views leave the controller out.
    template <class = when_used>
    [[nodiscard]] std::span<const float> values(const owned_node& owner, const owned_key& key) const noexcept {
        return part_of(get(owner.pool), key.value_index, rows_of(key) * key.width());
    }

private:
    template <class = when_used>
    [[nodiscard]] static std::span<const float> part_of(std::span<const float> pool, std::size_t first,
                                                        std::size_t count) noexcept {
        return first <= pool.size() && count <= pool.size() - first ? pool.subspan(first, count)
                                                                    : std::span<const float>{};
    }
    [[nodiscard]] static constexpr std::size_t rows_of(const owned_key& key) noexcept {
        return key.rows > 0 && key.has_valid_columns() ? static_cast<std::size_t>(key.rows) : 0U;
    }
};

}}} // namespace effigy::v0::nwn
