#include "gltf_read/expected.hpp"

#include <effigy/gltf/json.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace gltf_read {

namespace {

using effigy::npos;
using effigy::scene;

void to_utf8(scene::text& name) { name = effigy::impl::to_utf8(name); }

// A repeated key gets a number.
[[nodiscard]] scene::text unique(std::set<std::string>& known, std::string_view wanted) {
    std::string key = effigy::impl::to_utf8(wanted);
    for (int i = 2; !known.insert(key).second; ++i) {
        key = effigy::impl::to_utf8(wanted) + '_' + std::to_string(i);
    }
    return scene::text{key};
}

void change_extras(scene::list<scene::extra>& extras, std::set<std::string> known = {}) {
    for (scene::extra& each : extras) {
        each.key = unique(known, each.key);
        if (auto* const text = std::get_if<scene::text>(&each.value)) {
            to_utf8(*text);
        } else if (auto* const texts = std::get_if<scene::list<scene::text>>(&each.value)) {
            std::for_each(texts->begin(), texts->end(), to_utf8);
            if (texts->empty()) {
                each.value = scene::list<double>{}; // JSON has one kind of empty list
            }
        } else if (auto* const inner = std::get_if<scene::list<scene::extra>>(&each.value)) {
            change_extras(*inner);
        }
    }
}

void change_mesh(scene::mesh& mesh) {
    std::set<std::string> names;
    for (scene::attribute& each : mesh.attributes) {
        each.name = unique(names, each.name);
    }
    bool all_named = true;
    for (const scene::morph_target& each : mesh.targets) {
        all_named = all_named && !each.name.empty();
    }
    for (std::size_t i = 0; i < mesh.targets.size(); ++i) {
        to_utf8(mesh.targets[i].name);
        if (!all_named) {
            mesh.targets[i].name = "target_" + std::to_string(i);
        }
    }
    change_extras(mesh.extras,
                  all_named && !mesh.targets.empty() ? std::set<std::string>{"targetNames"} : std::set<std::string>{});
    scene::list<scene::primitive> drawn;
    for (const scene::primitive& each : mesh.primitives) {
        if (each.index_count != 0) {
            drawn.push_back(each);
        }
    }
    mesh.primitives = drawn;
}

void change_clip(scene::clip& clip) {
    scene::list<scene::channel> channels;
    scene::list<scene::list<float>> times;
    std::map<std::uint32_t, std::uint32_t> numbers;
    for (scene::channel& each : clip.channels) {
        if (each.path >= scene::path::texture_offset) {
            continue; // no image
        }
        const auto [known, is_new] = numbers.emplace(each.times, static_cast<std::uint32_t>(times.size()));
        if (is_new) {
            times.push_back(clip.times[each.times]);
        }
        each.times = known->second;
        channels.push_back(each);
    }
    clip.channels = channels;
    clip.times = times;
}

template <class Parts> void change_parts(Parts& parts) {
    for (auto& each : parts) {
        to_utf8(each.name);
        if constexpr (requires { each.extras; }) {
            change_extras(each.extras);
        }
    }
}

} // namespace

effigy::scene as_written(const scene& model) {
    scene out = model;
    to_utf8(out.name);
    change_extras(out.extras);
    change_parts(out.nodes);
    for (scene::node& each : out.nodes) {
        for (float* const v :
             {&each.local.rotation.x, &each.local.rotation.y, &each.local.rotation.z, &each.local.rotation.w}) {
            *v = std::clamp(*v, -1.0F, 1.0F);
        }
    }
    for (scene::mesh& each : out.meshes) {
        to_utf8(each.name);
        change_mesh(each);
    }
    change_parts(out.skins);
    for (scene::material& each : out.materials) {
        to_utf8(each.name);
        change_extras(each.extras, each.textures.empty() ? std::set<std::string>{} : std::set<std::string>{"textures"});
        each.alpha = each.alpha <= scene::alpha_mode::blend ? each.alpha : scene::alpha_mode::opaque;
        each.alpha_cutoff = each.alpha == scene::alpha_mode::mask ? each.alpha_cutoff : scene::material{}.alpha_cutoff;
        for (scene::texture& texture : each.textures) {
            texture.role = std::min(texture.role, scene::texture_role::other);
            to_utf8(texture.name);
            texture.image.clear();
            texture.wraps_u = texture.wraps_v = true;
            change_extras(texture.extras, {"name", "role", "texCoord"});
        }
    }
    scene::list<scene::clip> clips;
    for (scene::clip& each : out.clips) {
        change_clip(each);
        if (!each.channels.empty()) {
            clips.push_back(each);
        }
    }
    out.clips = clips;
    change_parts(out.clips);
    change_parts(out.cameras);
    change_parts(out.lights);
    for (scene::light& each : out.lights) {
        if (each.type == scene::light_type::directional) {
            each.range = 0;
        }
        if (each.type != scene::light_type::spot) {
            each.inner_cone_angle = scene::light{}.inner_cone_angle;
            each.outer_cone_angle = scene::light{}.outer_cone_angle;
        }
    }
    return out;
}

std::string difference(const scene& a, const scene& b) {
    const auto find = [](const char* name, const auto& left, const auto& right) -> std::string {
        if (left.size() != right.size()) {
            return name + std::string{": "} + std::to_string(left.size()) + " and " + std::to_string(right.size());
        }
        for (std::size_t i = 0; i < left.size(); ++i) {
            if (!(left[i] == right[i])) {
                return name + std::string{" "} + std::to_string(i);
            }
        }
        return {};
    };
    for (const std::string& each :
         {find("name", a.name, b.name), find("nodes", a.nodes, b.nodes), find("meshes", a.meshes, b.meshes),
          find("skins", a.skins, b.skins), find("materials", a.materials, b.materials), find("clips", a.clips, b.clips),
          find("cameras", a.cameras, b.cameras), find("lights", a.lights, b.lights),
          find("extras", a.extras, b.extras)}) {
        if (!each.empty()) {
            return each;
        }
    }
    return {};
}

} // namespace gltf_read
