// Merges of the Enhanced Edition in models that own their data.
#pragma once

#include <effigy/nwn/encode.hpp>
#include <effigy/nwn/owned/derive/mesh.hpp>
#include <effigy/nwn/sample/merges.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// Returns one entry per node, as find_merges() writes them; none, if no mesh is merged away.
template <class = when_used> [[nodiscard]] result<pool<merged_mesh>> merges_of(const owned_model& model) {
    std::pmr::memory_resource* const memory = model.all<char>().resource();
    pool<merged_mesh> merges{memory};
    bool any = false;
    for (const owned_mesh& mesh : model.all<owned_mesh>()) {
        any = any || !mesh.own_indices.empty();
    }
    if (!any) {
        return merges;
    }
    const auto written = encode_and_open(model, producer::unknown, memory);
    if (!written) {
        return written.error();
    }
    pool<tree_entry> entries{memory};
    const node_index nodes = written->view.index(entries.append(written->view.nodes().size()));
    if (find_merges(nodes, merges.append(nodes.size())) == 0) {
        merges.clear();
    }
    return merges;
}

[[nodiscard]] inline bool same_merges(const pool<merged_mesh>& a, const pool<merged_mesh>& b) noexcept {
    bool same = a.size() == b.size();
    for (std::size_t i = 0; same && i < a.size(); ++i) {
        same = a[i].merge_target == b[i].merge_target && a[i].first_vertex == b[i].first_vertex &&
               a[i].first_index == b[i].first_index;
    }
    return same;
}

// Undoes merges. Returns how many meshes changed.
template <class = when_used> std::size_t unmerge_all(owned_model& model, const pool<merged_mesh>& merges) {
    std::size_t changed = 0;
    const std::span<owned_node> nodes = model.get(model.nodes);
    for (std::size_t i = 0; i < nodes.size() && i < merges.size(); ++i) {
        owned_mesh* const mesh = model.get(nodes[i].mesh);
        const merged_mesh& merge = merges[i];
        if (!merge || mesh == nullptr || mesh->index_lists.empty() || mesh->index_counts.empty()) {
            continue;
        }
        owned_index_list& indices = model.get(mesh->index_lists)[0];
        if (merge.merge_target == i) {
            const auto cut = [&](auto& list) {
                list.count = list.count < merge.vertex_count ? list.count : merge.vertex_count;
            };
            mesh->vertex_count = static_cast<std::uint16_t>(merge.vertex_count);
            cut(mesh->positions);
            cut(mesh->normals);
            cut(mesh->colors);
            cut(mesh->tangents);
            cut(mesh->handedness);
            for (auto& texcoords : mesh->texcoords) {
                cut(texcoords);
            }
            indices.count = indices.count < merge.index_count ? indices.count : merge.index_count;
            mesh_values<>{model, *mesh}.bound();
        } else {
            static_cast<pool_slice<std::uint16_t>&>(indices) = mesh->own_indices;
            mesh->own_indices = {};
            mesh->render = 1; // the value before the merge is not known (measured: 264 of 264 are 0)
        }
        model.get(mesh->index_counts)[0] = indices.count;
        ++changed;
    }
    return changed;
}

}}}} // namespace effigy::v0::nwn::impl
