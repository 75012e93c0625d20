// Compares a model that owns its data with the view that it was decoded from, bit by bit.
#pragma once

#include "support/equal.hpp"

#include <effigy/nwn/decode.hpp>

#include <string>

namespace same {

namespace nwn = effigy::nwn;
using effigy::form;
using support::equal;

template <form F>
[[nodiscard]] bool equal(const nwn::basic_quat_wxyz<F>& a, const effigy::quaternion<float>& b) {
    return equal(a.x, b.x) && equal(a.y, b.y) && equal(a.z, b.z) && equal(a.w, b.w);
}
template <form F>
[[nodiscard]] bool equal(const nwn::basic_joints<F>& a, const std::array<std::int16_t, 4>& b) {
    return a.bone[0] == b[0] && a.bone[1] == b[1] && a.bone[2] == b[2] && a.bone[3] == b[3];
}
template <form F> [[nodiscard]] bool equal(const nwn::basic_face<F>& a, const nwn::owned_face& b) {
    bool out = equal(a.normal, b.normal) && equal(a.distance, b.distance) && a.surface == b.surface;
    for (std::size_t i = 0; i < 3; ++i) {
        out = out && a.adjacent[i] == b.adjacent[i] && a.vertex[i] == b.vertex[i];
    }
    return out;
}
template <form F> [[nodiscard]] bool equal(const nwn::basic_controller_key<F>& a, const nwn::owned_key& b) {
    return a.id == b.id && a.rows == b.rows && a.time_index == b.time_index && a.value_index == b.value_index &&
           a.columns == b.columns;
}
template <class Range, class B> [[nodiscard]] bool equal(const Range& a, std::span<const B> b) {
    bool out = a.size() == b.size();
    for (std::size_t i = 0; out && i < a.size(); ++i) {
        out = equal(a[i], b[i]);
    }
    return out;
}

template <form F> class comparison {
public:
    comparison(const nwn::basic_model<F>& view, const nwn::owned_model& owned) : view_(view), owned_(owned) {}

    // Empty when nothing differs; else what does, first.
    [[nodiscard]] std::string run() {
        const nwn::basic_model_header<F>& header = *view_.header();
        is("geometry", same_geometry(header.geometry, view_.nodes(), owned_));
        is("fingerprint", header.geometry.functions[0] == owned_.fingerprint[0] &&
                              header.geometry.functions[1] == owned_.fingerprint[1] &&
                              view_.producer() == owned_.producer);
        is("classification", header.classification == owned_.classification && header.fog == owned_.fog &&
                                 header.unknown[0] == owned_.unknown[0] && header.unknown[1] == owned_.unknown[1]);
        is("bounds", equal(header.bounding_min, owned_.bounding_min) &&
                         equal(header.bounding_max, owned_.bounding_max) && equal(header.radius, owned_.radius) &&
                         equal(header.animation_scale, owned_.animation_scale));
        is("supermodel", header.supermodel.view() == owned_.get(owned_.supermodel));
        is("trailing", equal(view_.trailing(), std::span<const std::byte>{owned_.trailing}));
        const auto clips = owned_.get(owned_.animations);
        is("animations", clips.size() == view_.animations().size());
        for (std::size_t i = 0; difference_.empty() && i < clips.size(); ++i) {
            const nwn::basic_animation<F> stored = view_.animations()[i];
            const nwn::owned_animation& made = clips[i];
            is("animation", same_geometry(stored.header()->geometry, stored.nodes(), made));
            is("animation.root", stored.header()->root.view() == owned_.get(made.root));
            is("animation.length", equal(stored.header()->length, made.length) &&
                                       equal(stored.header()->transition_time, made.transition_time));
            const auto events = owned_.get(made.events);
            is("events", events.size() == stored.events().size());
            for (std::size_t k = 0; difference_.empty() && k < events.size(); ++k) {
                is("event", equal(stored.events()[k].time, events[k].time) &&
                                stored.events()[k].name.view() == owned_.get(events[k].name));
            }
        }
        return difference_;
    }

private:
    void is(const char* what, bool equal) {
        if (!equal && difference_.empty()) {
            difference_ = what;
        }
    }
    // Both have the part, or neither; gives whether there is something to compare.
    template <class Stored, class Made> [[nodiscard]] bool both(const char* what, const Stored& stored,
                                                                const Made* made) {
        is(what, static_cast<bool>(stored) == (made != nullptr));
        return difference_.empty() && made != nullptr;
    }
    template <class Stored, class T>
    void list(const char* what, const effigy::array<Stored>& stored, const nwn::owned_list<T>& made) {
        is(what, equal(stored, owned_.get(made)));
    }

    template <class Nodes> [[nodiscard]] bool same_geometry(const nwn::basic_geometry_header<F>& stored,
                                                            const Nodes& nodes, const nwn::owned_geometry& made) {
        const auto all = owned_.get(made.nodes);
        std::size_t count = 0;
        for (const nwn::basic_node<F>& one : nodes) {
            if (count == all.size() || !difference_.empty()) {
                return false;
            }
            compare(one, all[count++]);
        }
        return count == all.size() && stored.name.view() == owned_.get(made.name) &&
               stored.node_count == made.node_count && stored.reference_count == made.reference_count &&
               stored.type == made.type;
    }

    void compare(const nwn::basic_node<F>& stored, const nwn::owned_node& made) {
        is("node", stored.name() == owned_.get(made.name) && stored.parent() == made.parent &&
                       stored.flags() == made.flags && stored.header()->inherit_color == made.inherit_color &&
                       stored.header()->part_number == made.part_number);
        list("controllers", stored.get(stored.header()->controller_keys), made.controllers);
        list("pool", stored.get(stored.header()->controller_data), made.pool);
        const auto keys = owned_.get(made.controllers);
        std::size_t number = 0;
        for (const nwn::basic_controller<F>& one : stored.controllers()) {
            const nwn::owned_key& key = keys[number++];
            is("key", one.is_bezier() == key.is_bezier() && one.width() == key.width());
            is("times", equal(one.times(), owned_.times(made, key)));
            is("values", equal(one.values(), owned_.values(made, key)));
        }
        if (const auto* const light = owned_.get(made.light); both("light", stored.light(), light)) {
            compare(stored, *stored.light(), *light);
        }
        if (const auto* const emitter = owned_.get(made.emitter); both("emitter", stored.emitter(), emitter)) {
            compare(*stored.emitter(), *emitter);
        }
        if (const auto* const other = owned_.get(made.reference); both("reference", stored.reference(), other)) {
            is("reference.model", stored.reference()->model.view() == owned_.get(other->model) &&
                                      stored.reference()->reattachable == other->reattachable);
        }
        if (const auto* const surface = owned_.get(made.mesh); both("mesh", stored.mesh(), surface)) {
            compare(stored.mesh(), *stored.mesh().header(), *surface);
            if (const auto* const bones = owned_.get(made.skin); both("skin", stored.skin(), bones)) {
                compare(stored.skin(), *bones);
            }
        }
        if (const auto* const samples = owned_.get(made.animmesh); both("animmesh", stored.animmesh(), samples)) {
            list("animmesh.vertices", stored.animmesh().position_samples(), samples->position_samples);
            list("animmesh.texcoords", stored.animmesh().texcoord_samples(), samples->texcoord_samples);
            is("animmesh.header", equal(stored.animmesh().header()->sample_period, samples->sample_period) &&
                                      stored.animmesh().position_set_count() == samples->position_set_count &&
                                      stored.animmesh().texcoord_set_count() == samples->texcoord_set_count);
        }
        if (const auto* const dangly = owned_.get(made.dangly); both("dangly", stored.dangly(), dangly)) {
            const auto& header = *stored.dangly().header();
            list("dangly.constraints", stored.dangly().constraints(), dangly->constraints);
            is("dangly.header", equal(header.displacement, dangly->displacement) &&
                                    equal(header.tightness, dangly->tightness) && equal(header.period, dangly->period));
        }
        compare(stored.aabb(), owned_.get(made.aabb));
    }

    void compare(const nwn::basic_node<F>& node, const nwn::basic_light<F>& stored, const nwn::owned_light& made) {
        list("flareSizes", node.get(stored.flare_sizes), made.flare_sizes);
        list("flarePositions", node.get(stored.flare_positions), made.flare_positions);
        list("flareColorShifts", node.get(stored.flare_color_shifts), made.flare_color_shifts);
        const auto names = owned_.get(made.flare_textures);
        is("flareTextures", names.size() == node.get(stored.flare_textures).size());
        for (std::size_t i = 0; difference_.empty() && i < names.size(); ++i) {
            is("flareTexture", node.flare_texture(node.get(stored.flare_textures)[i]) == owned_.get(names[i]));
        }
        is("light.header", equal(stored.flare_radius, made.flare_radius) && stored.priority == made.priority &&
                               stored.ambient_only == made.ambient_only && stored.dynamic_type == made.dynamic_type &&
                               stored.affect_dynamic == made.affect_dynamic && stored.shadow == made.shadow &&
                               stored.generate_flare == made.generate_flare && stored.fading == made.fading);
    }
    void compare(const nwn::basic_emitter<F>& stored, const nwn::owned_emitter& made) {
        is("emitter.floats", equal(stored.dead_space, made.dead_space) &&
                                 equal(stored.blast_radius, made.blast_radius) &&
                                 equal(stored.blast_length, made.blast_length));
        is("emitter.numbers", stored.grid_x == made.grid_x && stored.grid_y == made.grid_y &&
                                  stored.space_type == made.space_type && stored.two_sided == made.two_sided &&
                                  stored.loop == made.loop && stored.render_order == made.render_order &&
                                  stored.flags == made.flags);
        is("emitter.texts",
           stored.update.view() == owned_.get(made.update) && stored.render.view() == owned_.get(made.render) &&
               stored.blend.view() == owned_.get(made.blend) && stored.texture.view() == owned_.get(made.texture) &&
               stored.chunk.view() == owned_.get(made.chunk));
    }
    void compare(const nwn::basic_mesh<F>& stored, const nwn::basic_mesh_header<F>& header,
                 const nwn::owned_mesh& made) {
        list("mesh.faces", stored.faces(), made.faces);
        list("mesh.ownIndices", stored.own_indices(), made.own_indices);
        list("mesh.vertices", stored.positions(), made.positions);
        list("mesh.normals", stored.normals(), made.normals);
        list("mesh.tangents", stored.tangents(), made.tangents);
        list("mesh.colors", stored.colors(), made.colors);
        list("mesh.handedness", stored.handedness(), made.handedness);
        for (std::uint32_t set = 0; set < 4; ++set) {
            list("mesh.texcoords", stored.texcoords(set), made.texcoords[set]);
        }
        const auto lists = owned_.get(made.index_lists);
        is("mesh.indexLists", lists.size() == stored.index_list_count());
        for (std::uint32_t i = 0; difference_.empty() && i < lists.size(); ++i) {
            list("mesh.indexList", stored.index_list(i), lists[i]);
        }
        for (std::size_t i = 0; i < 3; ++i) {
            is("mesh.texture", header.textures[i].view() == owned_.get(made.textures[i]));
        }
        is("mesh.material", header.material.view() == owned_.get(made.material));
        is("mesh.bounds", equal(header.bounding_min, made.bounding_min) &&
                              equal(header.bounding_max, made.bounding_max) && equal(header.radius, made.radius) &&
                              equal(header.average, made.average) &&
                              equal(header.normal_sum_half, made.normal_sum_half));
        is("mesh.colours", equal(header.diffuse, made.diffuse) && equal(header.ambient, made.ambient) &&
                               equal(header.specular, made.specular) && equal(header.shininess, made.shininess));
        is("mesh.numbers", header.shadow == made.shadow && header.beaming == made.beaming &&
                               header.render == made.render && header.transparency_hint == made.transparency_hint &&
                               header.render_hint == made.render_hint && header.tile_fade == made.tile_fade);
        is("mesh.counts", header.vertex_count == made.vertex_count && header.texture_count == made.texture_count &&
                              header.triangle_mode == made.triangle_mode && header.light_mapped == made.light_mapped &&
                              header.rotate_texture == made.rotate_texture);
    }
    void compare(const nwn::basic_skin<F>& stored, const nwn::owned_skin& made) {
        list("skin.weights", stored.weights(), made.weights);
        list("skin.boneRefs", stored.joints(), made.joints);
        list("skin.slotNodes", stored.slot_nodes(), made.slot_nodes);
        list("skin.nodeToSlot", stored.node_to_slot(), made.node_to_slot);
        list("skin.QBoneRefInv", stored.inverse_rotations(), made.inverse_rotations);
        list("skin.TBoneRefInv", stored.inverse_translations(), made.inverse_translations);
        list("skin.constants", stored.constants(), made.constants);
    }
    void compare(const nwn::basic_aabb_tree<F>& stored, std::span<const nwn::owned_aabb> made) {
        std::vector<std::uint32_t> places; // in model data
        for (const auto& box : stored) {
            places.push_back(box.offset());
        }
        is("aabb", places.size() == made.size());
        const auto location = [&](std::uint32_t number) { return number < places.size() ? places[number] : 0; };
        std::size_t i = 0;
        for (const auto& box : stored) {
            if (i == made.size()) {
                return;
            }
            const nwn::owned_aabb& other = made[i++];
            is("aabb.box", equal(box.entry()->min, other.min) && equal(box.entry()->max, other.max));
            is("aabb.face", box.entry()->face == other.face && box.entry()->plane == other.plane);
            is("aabb.left", box.entry()->left.offset == location(other.left));
            is("aabb.right", box.entry()->right.offset == location(other.right));
        }
    }

    const nwn::basic_model<F>& view_;
    const nwn::owned_model& owned_;
    std::string difference_;
};

template <form F>
[[nodiscard]] std::string difference(const nwn::basic_model<F>& view, const nwn::owned_model& owned) {
    return comparison<F>{view, owned}.run();
}

} // namespace same
