// Editing models and animations that own their data. If memory runs out, a model may have changed in part.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/grimrock/decode.hpp>
#include <effigy/grimrock/owned/derive.hpp>
#include <effigy/owned/editing.hpp>

namespace effigy { inline namespace v0 { namespace grimrock {

// The engine compares the names of materials and nodes exactly (measured: 1,000 of 1,000 materials).
inline constexpr name_rule texture_rule = name_rule::exact;
inline constexpr name_rule node_rule = name_rule::exact;

// Renames the materials of segments: a model names no texture, the material does. Returns how many names changed.
EFFIGY_API result<std::size_t> rename_textures(owned_model& model, renamings rules);

// Renames nodes, which include bones; in a clip, the nodes that it moves. Returns how many names changed. Scripts of
// the game may use the old names. Error: bad_value, if another node has the new name, or if it is empty; nothing is
// changed. Both also: budget, if the new names take more than 16 times the bytes of the pools plus 64 KiB.
EFFIGY_API result<std::size_t> rename_nodes(owned_model& model, renamings rules);
EFFIGY_API result<std::size_t> rename_nodes(owned_animation& clip, renamings rules);

// Multiplies all lengths: positions of nodes and vertices, bounds, bind poses, ranges of lights; in a clip, positions.
// Errors: bad_value, if a length would become infinite or 0; unsupported, if a mesh has positions that are not float32,
// as no known file does. The model is unchanged.
EFFIGY_API [[nodiscard]] error scale(owned_model& model, float factor);
EFFIGY_API [[nodiscard]] error scale(owned_animation& clip, float factor);

}}} // namespace effigy::v0::grimrock

#if defined(EFFIGY_HAS_BODIES)
namespace effigy { inline namespace v0 { namespace grimrock {

namespace impl {

// Renames the names of records: name(record) refers to one.
template <class Model, class Record, class Name>
[[nodiscard]] result<std::size_t> rename_each(Model& model, std::span<Record> records, std::span<const renaming> rules,
                                              const char* path, const Name& name) {
    std::pmr::memory_resource* const memory = model.template all<char>().resource();
    renamer<> renamed{rules, node_rule, memory};
    text_renamer<Model, pool_slice<char>, renamer<>> names{model, renamed, node_rule, memory};
    for (std::uint32_t i = 0; i < records.size(); ++i) {
        names.add(name(records[i]), i);
    }
    const auto refuse = [&](const auto& entry, const char* expected) {
        return refusal(path, expected, names.old_name(*entry.text)).within(entry.number);
    };
    if (const error why = names.check(path)) {
        return why;
    }
    if (const auto* const clash = names.find_clash(); clash != nullptr) {
        return refuse(*clash, "a name that no other node has");
    }
    const auto* const unnamed = names.find_invalid([](std::string_view by, std::uint32_t) { return !by.empty(); });
    return unnamed != nullptr ? refuse(*unnamed, "a name that is not empty") : result<std::size_t>{names.apply()};
}

} // namespace impl

EFFIGY_API_BODY result<std::size_t> rename_textures(owned_model& model, renamings rules) {
    std::pmr::memory_resource* const memory = model.all<char>().resource();
    impl::renamer<> renamed{rules, texture_rule, memory};
    impl::text_renamer<owned_model, pool_slice<char>, impl::renamer<>> names{model, renamed, texture_rule, memory};
    impl::united_lists<owned_segment> segments{memory};
    for (const owned_node& node : model.get(model.nodes)) {
        if (const owned_mesh* const mesh = model.get(node.mesh); mesh != nullptr) {
            segments.add(mesh->segments);
        }
    }
    segments.for_each_part(model, [&](std::span<owned_segment> part) {
        for (owned_segment& segment : part) {
            names.add(segment.material, 0);
        }
    });
    const error why = names.check("mdl1.nodes[].mesh.segments[].material");
    return why ? result<std::size_t>{why} : names.apply();
}

EFFIGY_API_BODY result<std::size_t> rename_nodes(owned_model& model, renamings rules) {
    return impl::rename_each(model, model.get(model.nodes), rules, "mdl1.nodes[].name",
                             [](owned_node& of) -> auto& { return of.name; });
}

EFFIGY_API_BODY result<std::size_t> rename_nodes(owned_animation& clip, renamings rules) {
    return impl::rename_each(clip, clip.get(clip.items), rules, "anim.items[].node",
                             [](owned_item& of) -> auto& { return of.name; });
}

EFFIGY_API_BODY error scale(owned_model& model, float factor) {
    for (const owned_vertex_array& array : model.all<owned_vertex_array>()) {
        if (array.semantic == vertex_semantic::position && array.component != component_type::float32) {
            return {{"mdl1.nodes[].mesh.vertexArrays[].dataType", location::nowhere},
                    errc::unsupported,
                    0,
                    static_cast<std::int64_t>(array.component),
                    "float32 positions"};
        }
    }
    return impl::scale_with(factor, [&](impl::scale_factor& by) {
        for (owned_node& node : model.get(model.nodes)) {
            impl::multiply(by, node.local.translation, node.transform.position);
        }
        impl::united_lists<float> positions{model.all<char>().resource()};
        for (owned_mesh& mesh : model.all<owned_mesh>()) {
            impl::multiply(by, mesh.bounds.center, mesh.bounds.min, mesh.bounds.max);
            mesh.bounds.radius *= by;
            for (const owned_vertex_array& array : model.get(mesh.arrays)) {
                if (array.semantic == vertex_semantic::position) {
                    positions.add(array.as<float>());
                }
            }
        }
        positions.for_each_part(model, [&](std::span<float> part) {
            for (float& component : part) {
                component *= by;
            }
        });
        for (owned_bone& joint : model.all<owned_bone>()) {
            impl::multiply(by, joint.inverse_bind.translation);
        }
        for (owned_light& source : model.all<owned_light>()) {
            source.range *= by;
        }
    });
}

EFFIGY_API_BODY error scale(owned_animation& clip, float factor) {
    return impl::scale_with(factor, [&](impl::scale_factor& by) {
        impl::united_lists<vec3<form::host>> positions{clip.all<char>().resource()};
        for (const owned_item& item : clip.get(clip.items)) {
            positions.add(item.positions);
        }
        positions.for_each_part(clip, [&](std::span<vec3<form::host>> part) {
            for (auto& position : part) {
                impl::multiply(by, position);
            }
        });
    });
}

}}} // namespace effigy::v0::grimrock
#endif
