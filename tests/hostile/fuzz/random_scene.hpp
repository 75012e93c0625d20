// Creates a scene from any bytes. Most of the scenes are valid or nearly valid.
#pragma once

#include <effigy/scene.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <span>

namespace fuzz {

using effigy::npos;
using effigy::scene;

class scene_maker {
public:
    explicit scene_maker(std::span<const std::byte> bytes) : bytes_(bytes) {}

    [[nodiscard]] scene make() {
        scene out;
        out.name = text();
        out.extras = extras(0);
        const std::uint32_t node_count = byte() % 12;
        const std::uint32_t skin_count = node_count != 0 ? byte() % 3 : 0;
        const std::uint32_t material_count = byte() % 4;
        for (std::uint32_t i = 0; i < material_count; ++i) {
            out.materials.push_back(material());
        }
        for (std::uint32_t i = 0; i < skin_count; ++i) {
            out.skins.push_back(skin(node_count));
        }
        for (std::uint32_t i = byte() % 4; i > 0; --i) {
            out.meshes.push_back(mesh(material_count, skin_count != 0 ? out.skins[0].joints.size() : 0));
        }
        for (std::uint32_t i = byte() % 3; i > 0; --i) {
            out.cameras.push_back(camera());
            out.lights.push_back(light());
        }
        for (std::uint32_t i = 0; i < node_count; ++i) {
            out.nodes.push_back(node(out, i));
        }
        for (std::uint32_t i = node_count != 0 ? byte() % 3 : 0; i > 0; --i) {
            out.clips.push_back(clip(out));
        }
        return out;
    }

private:
    std::uint32_t byte() {
        if (bytes_.empty()) {
            return 0;
        }
        const auto out = std::to_integer<std::uint32_t>(bytes_.front());
        bytes_ = bytes_.subspan(1);
        return out;
    }
    std::uint32_t word() { return byte() | byte() << 8U | byte() << 16U | byte() << 24U; }
    bool rarely() { return byte() == 0xEE; }
    // Returns a number that is usually below the count.
    std::uint32_t number(std::size_t count) {
        const std::uint32_t out = byte();
        return out == 0xEE ? word() : count != 0 ? out % static_cast<std::uint32_t>(count) : 0;
    }
    std::uint32_t number_or_none(std::size_t count) { return count == 0 || byte() % 2 == 0 ? npos : number(count); }
    float real() {
        const std::uint32_t kind = byte();
        return kind == 0xEE    ? std::bit_cast<float>(word())
               : kind % 2 == 0 ? static_cast<float>(kind) / 64 - 1
                               : static_cast<float>(word()) * 1e-7F;
    }
    float fraction() { return rarely() ? real() : static_cast<float>(byte()) / 255; }
    scene::text text() {
        scene::text out;
        for (std::uint32_t i = byte() % 8; i > 0; --i) {
            out += static_cast<char>(byte());
        }
        return out;
    }
    effigy::vector3<float> vector() {
        const float x = real();
        const float y = real();
        return {x, y, real()};
    }
    effigy::vector3<float> unit_vector() { return rarely() ? vector() : normalized(vector() + axis()); }
    effigy::quaternion<float> rotation() {
        const effigy::vector3<float> v = vector();
        const effigy::quaternion<float> any{v.x, v.y, v.z, real()};
        return rarely() ? any : normalized(any);
    }
    static effigy::vector3<float> axis() { return {0, 0.0625F, 0}; }

    scene::list<scene::extra> extras(int level) {
        scene::list<scene::extra> out;
        for (std::uint32_t i = byte() % 4; i > 0 && level < 20; --i) {
            scene::extra& made = out.emplace_back();
            made.key = text();
            switch (byte() % 6) {
            case 0: made.value = byte() % 2 == 0; break;
            case 1: made.value = std::bit_cast<double>(std::uint64_t{word()} << 32U | word()); break;
            case 2: made.value = text(); break;
            case 3: made.value = scene::list<double>{static_cast<double>(real()), 1.0}; break;
            case 4: made.value = scene::list<scene::text>(byte() % 3, text()); break;
            default: made.value = extras(level + 1); break;
            }
        }
        return out;
    }

    scene::material material() {
        scene::material out;
        out.name = text();
        for (std::uint32_t i = byte() % 4; i > 0; --i) {
            scene::texture& made = out.textures.emplace_back();
            made.name = text();
            made.role = static_cast<scene::texture_role>(byte() % 6);
            made.texcoord = byte() % 4 == 0 ? 1 : 0;
            made.wraps_u = byte() % 2 == 0;
            made.wraps_v = byte() % 2 == 0;
            made.extras = extras(0);
        }
        out.base_color = {fraction(), fraction(), fraction(), fraction()};
        out.emissive = {fraction(), fraction(), fraction()};
        out.alpha = static_cast<scene::alpha_mode>(byte() % 4);
        out.alpha_cutoff = fraction();
        out.is_double_sided = byte() % 2 == 0;
        out.is_unlit = byte() % 2 == 0;
        out.extras = extras(0);
        return out;
    }

    scene::skin skin(std::size_t node_count) {
        scene::skin out;
        out.name = text();
        const std::uint32_t first = number(node_count);
        const std::uint32_t count = 1 + byte() % 4;
        for (std::uint32_t i = 0; i < count && (first + i < node_count || rarely()); ++i) {
            out.joints.push_back(first + i);
            out.inverse_binds.push_back({vector(), vector(), vector(), vector()});
        }
        return out;
    }

    scene::mesh mesh(std::size_t material_count, std::size_t joint_count) {
        scene::mesh out;
        out.name = text();
        const std::uint32_t count = byte() == 0xEE ? word() % 70000 : 1 + byte() % 8;
        const std::uint32_t attributes = byte();
        const auto fill = [&](auto& list, bool is_there, const auto& value) {
            for (std::uint32_t i = 0; i < count && is_there; ++i) {
                list.push_back(value());
            }
            if (rarely()) {
                list.resize(byte());
            }
        };
        fill(out.positions, true, [&] { return vector(); });
        fill(out.normals, (attributes & 1U) != 0, [&] { return unit_vector(); });
        fill(out.tangents, (attributes & 3U) == 3, [&] {
            const effigy::vector3<float> v = unit_vector();
            return effigy::vector4<float>{v.x, v.y, v.z, byte() % 2 == 0 ? 1.0F : -1.0F};
        });
        fill(out.colors, (attributes & 4U) != 0,
             [&] { return effigy::rgba8{static_cast<std::uint8_t>(byte()), 2, 3, 4}; });
        for (std::uint32_t set = 0; set < (attributes >> 3U & 3U); ++set) {
            fill(out.texcoords.emplace_back(), true, [&] { return effigy::vector2<float>{real(), real()}; });
        }
        if ((attributes & 32U) != 0 && joint_count != 0) {
            add_joints(out, count, joint_count, 1 + (attributes >> 6U & 1U));
        }
        for (std::uint32_t i = (attributes & 128U) != 0 ? byte() % 3 : 0; i > 0; --i) {
            scene::morph_target& made = out.targets.emplace_back();
            made.name = text();
            fill(made.positions, true, [&] { return vector(); });
            fill(made.normals, (attributes & 1U) != 0 && byte() % 2 == 0, [&] { return vector(); });
        }
        add_triangles(out, count, material_count);
        out.extras = extras(0);
        return out;
    }
    void add_joints(scene::mesh& to, std::uint32_t vertex_count, std::size_t joint_count, std::uint32_t sets) {
        to.joints.resize(sets, scene::list<scene::joints4>(vertex_count));
        to.weights.resize(sets, scene::list<scene::weights4>(vertex_count));
        for (std::uint32_t i = 0; i < vertex_count; ++i) {
            const std::uint32_t first = number(joint_count);
            const std::uint32_t second = number(joint_count);
            const float weight = second == first ? 1 : fraction();
            to.joints[0][i][0] = static_cast<std::uint16_t>(weight != 0 ? first : 0);
            to.weights[0][i][0] = weight;
            to.joints[sets - 1][i][1] = static_cast<std::uint16_t>(weight != 1 ? second : 0);
            to.weights[sets - 1][i][1] = 1 - weight;
        }
    }
    void add_triangles(scene::mesh& to, std::uint32_t vertex_count, std::size_t material_count) {
        const std::uint32_t count = 3 * (1 + byte() % 6);
        for (std::uint32_t i = 0; i < count; ++i) {
            to.indices.push_back(number(vertex_count));
        }
        for (std::uint32_t i = 1 + byte() % 4; i > 0; --i) {
            scene::primitive& made = to.primitives.emplace_back();
            made.first_index = number(count);
            made.index_count = rarely() ? word() : (count - std::min(count, made.first_index)) / 3 * 3;
            made.material = number_or_none(material_count);
        }
    }

    scene::camera camera() {
        scene::camera out;
        out.name = text();
        out.vertical_field_of_view = 0.001F + 3 * fraction();
        out.near_plane = 0.001F + fraction();
        out.far_plane = byte() % 2 == 0 ? 0 : 2 + fraction();
        out.extras = extras(0);
        return out;
    }
    scene::light light() {
        scene::light out;
        out.name = text();
        out.type = static_cast<scene::light_type>(byte() % 3);
        out.color = {fraction(), fraction(), fraction()};
        out.intensity = fraction();
        out.range = fraction();
        out.outer_cone_angle = 0.5F + fraction() * 1.0707964F;
        out.inner_cone_angle = fraction() / 2;
        out.extras = extras(0);
        return out;
    }

    scene::node node(const scene& model, std::uint32_t own_number) {
        scene::node out;
        out.name = text();
        out.parent = byte() % 8 == 0 ? npos : number_or_none(own_number);
        if (byte() % 2 == 0) {
            out.local = {vector(), rotation(), vector()};
        }
        out.mesh = number_or_none(model.meshes.size());
        out.camera = number_or_none(model.cameras.size());
        out.light = number_or_none(model.lights.size());
        out.extras = extras(0);
        if (out.mesh < model.meshes.size() && !model.meshes[out.mesh].joints.empty() && !rarely()) {
            out.skin = number(model.skins.size());
            out.parent = npos;
            out.local = {};
        }
        return out;
    }

    scene::clip clip(const scene& model) {
        scene::clip out;
        out.name = text();
        for (std::uint32_t i = 1 + byte() % 2; i > 0; --i) {
            scene::list<float>& times = out.times.emplace_back();
            float time = fraction();
            for (std::uint32_t keys = 1 + byte() % 3; keys > 0; --keys) {
                times.push_back(time);
                time += 0.125F + fraction();
            }
        }
        for (std::uint32_t i = 1 + byte() % 4; i > 0; --i) {
            scene::channel& made = out.channels.emplace_back();
            made.path = static_cast<scene::path>(byte() % 9);
            const bool is_of_material = made.path >= scene::path::base_color;
            (is_of_material ? made.material : made.node) =
                number(is_of_material ? model.materials.size() : model.nodes.size());
            made.times = number(out.times.size());
            made.interpolation = byte() % 2 == 0 ? scene::interpolation::step : scene::interpolation::linear;
            if (made.times < out.times.size() && (is_of_material || made.node < model.nodes.size())) {
                add_values(made, model, out.times[made.times].size());
            }
        }
        out.extras = extras(0);
        return out;
    }
    void add_values(scene::channel& to, const scene& model, std::size_t keys) {
        const std::uint32_t shape = to.node < model.nodes.size() ? model.nodes[to.node].mesh : effigy::npos;
        for (std::size_t i = 0; i < keys; ++i) {
            if (to.path == scene::path::base_color) {
                to.values.append({0, 0.5F, 1, real()});
            } else if (to.path == scene::path::rotation) {
                const effigy::quaternion<float> q = rotation();
                to.values.append({q.x, q.y, q.z, q.w});
            } else if (to.path != scene::path::weights) {
                const effigy::vector3<float> v = vector();
                const std::array values{v.x, v.y, v.z};
                to.values.append(std::span{values}.first(scene::value_count(to.path)));
            } else if (shape < model.meshes.size()) {
                to.values.resize(to.values.size() + model.meshes[shape].targets.size(), real());
            }
        }
    }

    std::span<const std::byte> bytes_;
};

} // namespace fuzz
