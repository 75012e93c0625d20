// What a text does not say of the model that it was made from.
#pragma once

#include <effigy/content.hpp>
#include <effigy/core/impl/numbers_by_key.hpp>
#include <effigy/nwn/lint/oddities.hpp>
#include <effigy/nwn/owned/model.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// Which finding a difference is, by the end of its path. Numbers that differ by at most `rounding` have other last
// bits.
struct loss_rule {
    std::string_view field;
    const oddity* what;
    double rounding = 0;
};
inline constexpr double rounding_of_bounds = 1e-4, rounding_of_units = 1e-5;
inline constexpr loss_rule loss_rules[] = {
    {"partNumber", &odd::decompile_part_number},
    {"nodeCount", &odd::decompile_part_number},
    {"indexCounts", &odd::decompile_vertices},
    {"indexLists", &odd::decompile_vertices},
    {"vertices", &odd::decompile_vertices},
    {"vertexCount", &odd::decompile_vertices},
    {"texcoords", &odd::decompile_vertices},
    {"colors", &odd::decompile_vertices},
    {"weights", &odd::decompile_bone},
    {"boneRefs", &odd::decompile_bone},
    {"slots", &odd::decompile_bone},
    {"nodeToSlot", &odd::decompile_bone},
    {"slotNodes", &odd::decompile_garbage}, // of slots that no node has
    {"constraints", &odd::decompile_vertices},
    {"faces", &odd::decompile_vertices},
    {"surface", &odd::decompile_vertices},
    {"triangleMode", &odd::decompile_vertices},
    {"normals", &odd::decompile_normals, rounding_of_units},
    {"tangents", &odd::decompile_normals, rounding_of_units},
    {"handedness", &odd::decompile_normals, rounding_of_units},
    {"adjacent", &odd::decompile_adjacency},
    {"boundingMin", &odd::decompile_bounds, rounding_of_bounds},
    {"boundingMax", &odd::decompile_bounds, rounding_of_bounds},
    {"radius", &odd::decompile_bounds, rounding_of_bounds},
    {"average", &odd::decompile_bounds, rounding_of_bounds},
    {"normalSumHalf", &odd::decompile_bounds, rounding_of_bounds},
    {"normal", &odd::decompile_bounds, rounding_of_bounds},
    {"distance", &odd::decompile_bounds, rounding_of_bounds},
    {"QBoneRefInv", &odd::decompile_bounds, rounding_of_bounds},
    {"TBoneRefInv", &odd::decompile_bounds, rounding_of_bounds},
    {"controllers", &odd::decompile_key},
    {"controllerData", &odd::decompile_key, rounding_of_units},
    {"columns", &odd::decompile_key},
    {"rows", &odd::decompile_key},
    {"id", &odd::decompile_key},
    {"timeIndex", &odd::decompile_key},
    {"valueIndex", &odd::decompile_key},
    {"name", &odd::decompile_name},
    {"parent", &odd::decompile_name},
    {"root", &odd::decompile_name},
    {"supermodel", &odd::decompile_name},
    {"textures", &odd::decompile_name},
    {"material", &odd::decompile_name},
    {"flareTextures", &odd::decompile_name},
    {"unknown", &odd::decompile_garbage},
    {"referenceCount", &odd::decompile_garbage},
    {"lightMapped", &odd::decompile_garbage},
    {"constants", &odd::decompile_garbage},
};

// Passes findings to a sink, one of each kind for each node.
template <class = when_used> class text_losses {
public:
    text_losses(finding_sink to, std::pmr::memory_resource* memory) : to_(to), told_(memory) {}

    // Meshes that were merged away.
    void add_merges(const owned_model& of) {
        std::uint32_t i = 0;
        for (const owned_node& node : of.get(of.nodes)) {
            const owned_mesh* const mesh = of.get(node.mesh);
            if (mesh != nullptr && !mesh->own_indices.empty()) {
                tell(odd::decompile_merge, npos, i, node.name.view());
            }
            ++i;
        }
    }
    void compare(const owned_model& before, const owned_model& after) {
        static_cast<void>(differences(
            before, after, [&](const difference& found) { add(before, after, found); }, record_pairs::by_place));
    }

private:
    void add(const owned_model& of, const owned_model& after, const difference& found) {
        const std::uint32_t clip = found.path.number_in("animations");
        const std::uint32_t number = found.path.number_in("nodes");
        const owned_animation* const animation = find_at(of.get(of.animations), clip);
        const owned_node* const node = find_at(of.get(animation != nullptr ? animation->nodes : of.nodes), number);
        const std::string_view name = node != nullptr        ? node->name.view()
                                      : animation != nullptr ? animation->geometry.name.view()
                                                             : std::string_view{};
        const oddity& kind = kind_of(found);
        const bool is_kept = &kind == &odd::decompile_normals && node != nullptr && keep_normals(of, after, number);
        tell(is_kept ? odd::decompile_vertices : kind, clip, number, name);
    }
    // Whether each corner of the faces of a mesh keeps its normal, tangent and handedness. Then other vertices are of
    // no face, or have another order.
    [[nodiscard]] static bool keep_normals(const owned_model& a, const owned_model& b, std::uint32_t node) noexcept {
        const owned_node* const nodes[]{find_at(a.get(a.nodes), node), find_at(b.get(b.nodes), node)};
        const owned_mesh* const of_a = nodes[0] != nullptr ? a.get(nodes[0]->mesh) : nullptr;
        const owned_mesh* const of_b = nodes[1] != nullptr ? b.get(nodes[1]->mesh) : nullptr;
        if (of_a == nullptr || of_b == nullptr) {
            return false;
        }
        using vec = vec3<form::host>;
        const auto faces = a.get<basic_face<form::host>>(of_a->faces);
        const auto new_faces = b.get<basic_face<form::host>>(of_b->faces);
        bool out = faces.size() == new_faces.size();
        for (std::size_t i = 0; out && i < faces.size(); ++i) {
            for (std::size_t k = 0; out && k < 3; ++k) {
                const std::uint16_t from = faces[i].vertex[k], to = new_faces[i].vertex[k];
                out = are_near(find_at(a.get<vec>(of_a->normals), from), find_at(b.get<vec>(of_b->normals), to)) &&
                      are_near(find_at(a.get<vec>(of_a->tangents), from), find_at(b.get<vec>(of_b->tangents), to)) &&
                      are_near(find_at(a.get<float>(of_a->handedness), from),
                               find_at(b.get<float>(of_b->handedness), to));
            }
        }
        return out;
    }
    template <class T> [[nodiscard]] static bool are_near(const T* a, const T* b) noexcept {
        if (a == nullptr || b == nullptr) {
            return a == nullptr; // there was none to lose
        }
        if constexpr (std::is_same_v<T, float>) {
            return (*a > *b ? *a - *b : *b - *a) <= rounding_of_units; // false for NaN
        } else {
            const float x = a->x, y = a->y, z = a->z, of_x = b->x, of_y = b->y, of_z = b->z;
            return are_near(&x, &of_x) && are_near(&y, &of_y) && are_near(&z, &of_z);
        }
    }
    [[nodiscard]] static const oddity& kind_of(const difference& found) noexcept {
        if (found.what != difference::kind::value && found.what != difference::kind::list) {
            return odd::decompile_name;
        }
        const std::string_view field = found.path.last_name();
        for (const loss_rule& rule : loss_rules) {
            if (field == rule.field) {
                const bool is_rounded = found.before.size() == found.after.size() && found.largest <= rule.rounding;
                return rule.rounding != 0 && is_rounded ? odd::decompile_rounding : *rule.what;
            }
        }
        return field != "aabb" && found.path.has("aabb") ? odd::decompile_bounds : odd::decompile_value;
    }
    void tell(const oddity& what, std::uint32_t clip, std::uint32_t node, std::string_view name) {
        if (told_.contains(loss{what.code, clip, node})) {
            return;
        }
        told_.add(loss{what.code, clip, node});
        location at{"nwn", location::nowhere};
        if (clip != npos) {
            at = location{node != npos ? "animations[].nodes[]" : "animations[]", location::nowhere}.element(clip);
        } else if (node != npos) {
            at.path = "nodes[]";
        }
        to_(finding{node != npos ? at.element(node) : at, what, name});
    }

    struct loss {
        std::string_view code;
        std::uint32_t clip, node;
    };
    struct compare_losses {
        [[nodiscard]] int operator()(const loss& a, const loss& b) const noexcept {
            return a.node != b.node   ? (a.node < b.node ? -1 : 1)
                   : a.clip != b.clip ? (a.clip < b.clip ? -1 : 1)
                                      : a.code.compare(b.code);
        }
    };
    finding_sink to_;
    numbers_by_key<loss, compare_losses> told_;
};

}}}} // namespace effigy::v0::nwn::impl
