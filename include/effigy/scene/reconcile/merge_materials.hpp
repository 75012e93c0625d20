// The materials of a changed scene in the terms of the original.
#pragma once

#include <effigy/scene/names.hpp>
#include <effigy/scene/reconcile/compare_vertices.hpp>
#include <effigy/scene/reconcile/state.hpp>

namespace effigy { inline namespace v0 { namespace impl {

template <class = when_used> class material_merger {
public:
    explicit material_merger(reconcile_state& of) : of_(of) {}

    void run(const pool<mesh_pair>& pairs) {
        match_by_names(of_.materials, of_.changed.materials, of_.original.materials);
        match_renamed(pairs);
        of_.material_of.append(of_.changed.materials.size(), npos);
        for (std::uint32_t i = 0; i < of_.changed.materials.size(); ++i) {
            const std::uint32_t old = of_.materials.old_of[i];
            const scene::material& changed = of_.changed.materials[i];
            if (old != npos) {
                of_.material_of[i] = old;
                merge(changed, of_.made.materials[old]);
                merge_extras(of_, "material", of_.made.materials[old].name, changed.extras,
                             of_.made.materials[old].extras);
            }
        }
        const auto doubles = find_doubles();
        for (std::uint32_t i = 0; i < of_.changed.materials.size(); ++i) {
            const scene::material& changed = of_.changed.materials[i];
            if (of_.material_of[i] == npos) {
                of_.material_of[i] = doubles[i];
            }
            if (of_.material_of[i] == npos) {
                of_.material_of[i] = static_cast<std::uint32_t>(of_.made.materials.size());
                of_.made.materials.push_back(changed);
                of_.say(remark_kind::changed, "material", changed.name, "is new");
            }
        }
    }

private:
    // A material was renamed if all triangles of a new one had the same material, which is gone.
    void match_renamed(const pool<mesh_pair>& pairs) {
        constexpr std::uint32_t several = npos - 1;
        pool<std::uint32_t> before(of_.changed.materials.size(), npos, of_.memory); // per new material
        pool<std::uint32_t> material_of_vertex{of_.memory};
        for (const mesh_pair& pair : pairs) {
            const scene::mesh& changed = of_.changed.meshes[pair.new_mesh];
            const scene::mesh& old = of_.original.meshes[pair.old_mesh];
            material_of_vertex.assign(old.positions.size(), npos);
            for (const scene::primitive& drawn : old.primitives) {
                for (std::uint32_t i = 0; i < drawn.index_count; ++i) {
                    std::uint32_t& here = material_of_vertex[old.indices[std::size_t{drawn.first_index} + i]];
                    here =
                        drawn.material != npos && (here == npos || here == drawn.material) ? drawn.material : several;
                }
            }
            for (const scene::primitive& drawn : changed.primitives) {
                if (drawn.material == npos || of_.materials.old_of[drawn.material] != npos) {
                    continue;
                }
                std::uint32_t& was = before[drawn.material];
                for (std::uint32_t i = 0; i < drawn.index_count; ++i) {
                    const std::uint32_t vertex = pair.from[changed.indices[std::size_t{drawn.first_index} + i]];
                    const std::uint32_t here = vertex != npos ? material_of_vertex[vertex] : several;
                    if (here != several) { // a vertex of one material
                        was = was == npos || was == here ? here : several;
                    }
                }
            }
        }
        pool<std::uint32_t> claims(of_.original.materials.size(), 0U, of_.memory);
        for (const std::uint32_t was : before) {
            if (was < claims.size()) {
                ++claims[was];
            }
        }
        for (std::uint32_t i = 0; i < before.size(); ++i) {
            const std::uint32_t was = before[i];
            if (was < claims.size() && claims[was] == 1 && of_.materials.new_of[was] == npos) {
                of_.materials.add(i, was);
                of_.made.materials[was].name = of_.changed.materials[i].name;
                of_.say(remark_kind::changed, "material", of_.original.materials[was].name, "was renamed");
            }
        }
    }

    // Blender makes `name.001` of a material for meshes with colors. Returns the material per one of the changed scene.
    [[nodiscard]] pool<std::uint32_t> find_doubles() {
        pool<std::uint32_t> out(of_.changed.materials.size(), npos, of_.memory);
        struct named {
            std::string_view name;
            std::uint32_t number;
        };
        pool<named> olds{of_.memory};
        for (std::uint32_t i = 0; i < of_.original.materials.size(); ++i) {
            olds.push_back({shortened_name(of_.original.materials[i].name), i});
        }
        const auto by_name = [](const named& a, const named& b) { return a.name < b.name; };
        heap_sort(olds, by_name);
        for (std::uint32_t i = 0; i < out.size(); ++i) {
            const named wanted{without_number(of_.changed.materials[i].name), 0};
            const std::size_t at = count_before(olds, [&](const named& each) { return by_name(each, wanted); });
            if (of_.material_of[i] == npos && at < olds.size() && olds[at].name == wanted.name &&
                !differs(of_.changed.materials[i], of_.original.materials[olds[at].number])) {
                out[i] = olds[at].number;
            }
        }
        return out;
    }
    // Whether the editor changed what is merged.
    [[nodiscard]] bool differs(const scene::material& changed, const scene::material& old) {
        scene::material to{of_.memory};
        to = old;
        return merge(changed, to, false);
    }

    [[nodiscard]] static bool is_same_image(const scene::texture& a, const scene::texture& b) noexcept {
        const auto same = [](std::string_view p, std::string_view q) {
            return p == q || compare_any_case(stem_of(p), stem_of(q)) == 0 ||
                   compare_any_case(without_number(p), stem_of(q)) == 0;
        };
        return same(a.name, b.name) || (!b.image.empty() && same(a.name, b.image));
    }
    // Compares what a scene from a model says. The rest of a material in glTF comes from other files of the game:
    // programs that convert models add it. Returns whether anything changed.
    bool merge(const scene::material& changed, scene::material& to, bool says = true) {
        bool out = false;
        const auto say = [&](std::string_view what) {
            out = true;
            if (says) {
                of_.say(remark_kind::changed, "material", to.name, what);
            }
        };
        const bool had_textures = !to.textures.empty();
        for (const scene::texture& each : changed.textures) {
            if (each.name.empty() || each.role == scene::texture_role::other) {
                continue;
            }
            scene::texture* first = nullptr;
            bool is_known = false;
            for (scene::texture& old : to.textures) {
                if (old.role == each.role) {
                    first = first == nullptr ? &old : first;
                    is_known = is_known || is_same_image(each, old);
                }
            }
            if (first != nullptr && !is_known) {
                first->name = each.name;
                first->image = each.image;
                say("texture");
            }
            if (of_.options.takes_first_textures && !had_textures && each.role == scene::texture_role::base_color) {
                to.textures.push_back(each);
                say("texture");
            }
        }
        const auto differ = [](float a, float b) {
            return absolute(static_cast<double>(a) - static_cast<double>(b)) > same_within::material;
        };
        const vector4<float>& a = changed.base_color;
        const vector4<float>& b = to.base_color;
        // Programs that convert models add colors to those that say none.
        const bool has_color =
            to.textures.empty() && (of_.options.takes_first_textures || !(b == scene::material{}.base_color));
        if (has_color && (differ(a.x, b.x) || differ(a.y, b.y) || differ(a.z, b.z) || differ(a.w, b.w))) {
            to.base_color = a;
            say("base color");
        }
        const vector3<float>& c = changed.emissive;
        const vector3<float>& d = to.emissive;
        const bool has_emissive = !(d == vector3<float>{});
        if (has_emissive && (differ(c.x, d.x) || differ(c.y, d.y) || differ(c.z, d.z))) {
            to.emissive = c;
            say("emissive color");
        }
        return out;
    }

    reconcile_state& of_;
};

}}} // namespace effigy::v0::impl
