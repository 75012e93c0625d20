// A scene as a glTF document: its JSON text, and the plan of its buffer.
#pragma once

#include <effigy/gltf/buffer.hpp>
#include <effigy/gltf/materials.hpp>
#include <effigy/scene/verify.hpp>
#include <effigy/version.hpp>

namespace effigy::inline v0::impl {

template <class = when_used> class gltf_document {
public:
    // Precondition: verify(from) finds no error. The scene and the options must outlive the document. `bin_uri` is the
    // URI of the buffer; empty for a GLB file.
    gltf_document(const scene& from, const gltf_options& options, std::string_view bin_uri)
        : scene_(from), materials_(from, options) {
        json_.open_object();
        json_.raw(R"("asset":{"version":"2.0","generator":"effigy )" + version_text() + R"("})");
        write_extensions();
        write_scene();
        write_nodes();
        write_meshes();
        materials_.write(json_);
        write_skins();
        write_clips();
        write_cameras();
        if (buffer_.size() != 0) {
            close_ = R"(],"buffers":[{"byteLength":)" + std::to_string(buffer_.size());
            close_ += bin_uri.empty() ? "}]" : R"(,"uri":")" + to_uri(bin_uri) + R"("}])";
        }
        close_ += '}';
    }

    [[nodiscard]] const error& why() const noexcept { return why_; }
    [[nodiscard]] std::uint64_t bin_size() const noexcept { return buffer_.size(); }
    [[nodiscard]] std::uint64_t json_size() const {
        std::uint64_t size = 0;
        for_each_text([&](std::string_view text) { size += text.size(); });
        return size;
    }
    void write_json(const byte_sink& to) const {
        for_each_text([&](std::string_view text) { to(std::as_bytes(std::span{text})); });
    }
    template <form Host> void write_bin(const byte_sink& to) const { buffer_.write<Host>(to); }

private:
    // Calls visit(text) with the pieces of the JSON text in order. They are not concatenated, so that memory holds the
    // text only once.
    template <class Function> void for_each_text(const Function& visit) const {
        visit(json_.text());
        if (buffer_.size() != 0) {
            visit(std::string_view{R"(,"accessors":[)"});
            visit(buffer_.accessors());
            visit(std::string_view{R"(],"bufferViews":[)"});
            visit(buffer_.views());
        }
        visit(close_);
    }
    [[nodiscard]] static std::string version_text() {
        return std::to_string(version_major) + '.' + std::to_string(version_minor) + '.' +
               std::to_string(version_patch);
    }
    template <class Parts, class Function>
    void write_parts(std::string_view name, const Parts& parts, const Function& write) {
        if (parts.empty()) {
            return;
        }
        json_.open_array(name);
        for (const auto& part : parts) {
            json_.open_object();
            write_name(json_, part.name);
            write(part);
            json_.close_object();
        }
        json_.close_array();
    }

    // ---- nodes -----------------------------------------------------------------------------------------------------

    void write_extensions() {
        bool has_unlit = false;
        for (const scene::material& each : scene_.materials) {
            has_unlit |= each.is_unlit;
        }
        if (!has_unlit && scene_.lights.empty()) {
            return;
        }
        json_.open_array("extensionsUsed");
        if (!scene_.lights.empty()) {
            json_.value("KHR_lights_punctual");
        }
        if (has_unlit) {
            json_.value("KHR_materials_unlit");
        }
        json_.close_array();
        if (!scene_.lights.empty()) {
            json_.open_object("extensions");
            json_.open_object("KHR_lights_punctual");
            write_parts("lights", scene_.lights, [&](const scene::light& each) { write_light(each); });
            json_.close_object();
            json_.close_object();
        }
    }
    void write_light(const scene::light& from) {
        const bool is_spot = from.type == scene::light_type::spot;
        json_.member("type", is_spot ? "spot" : from.type == scene::light_type::directional ? "directional" : "point");
        if (from.color != vector3<float>{1, 1, 1}) {
            json_.member("color", floats_of(from.color));
        }
        if (from.intensity != 1) {
            json_.member("intensity", from.intensity);
        }
        if (from.range > 0 && from.type != scene::light_type::directional) {
            json_.member("range", from.range);
        }
        if (is_spot) {
            json_.open_object("spot");
            json_.member("innerConeAngle", from.inner_cone_angle);
            if (static_cast<double>(from.outer_cone_angle) > half_pi) { // pi/2 rounded to a float may exceed pi/2
                json_.member("outerConeAngle", half_pi);
            } else {
                json_.member("outerConeAngle", from.outer_cone_angle);
            }
            json_.close_object();
        }
        write_extras(json_, from.extras);
    }

    void write_scene() {
        json_.member("scene", 0U);
        json_.open_array("scenes");
        json_.open_object();
        write_name(json_, scene_.name);
        if (!scene_.nodes.empty()) { // the first node is always a root
            json_.open_array("nodes");
            for (std::uint32_t i = 0; i < scene_.nodes.size(); ++i) {
                if (scene_.nodes[i].parent == npos) {
                    json_.value(i);
                }
            }
            json_.close_array();
        }
        write_extras(json_, scene_.extras);
        json_.close_object();
        json_.close_array();
    }

    void write_nodes() {
        const std::size_t count = scene_.nodes.size();
        std::vector<std::uint32_t> children(count, npos); // per node: its first child
        std::vector<std::uint32_t> siblings(count, npos); // per node: its next sibling
        for (std::size_t i = count; i > 0; --i) {
            const auto child = static_cast<std::uint32_t>(i - 1);
            if (const std::uint32_t parent = scene_.nodes[child].parent; parent != npos) {
                siblings[child] = std::exchange(children[parent], child);
            }
        }
        std::uint32_t number = 0;
        write_parts("nodes", scene_.nodes, [&](const scene::node& each) {
            if (const std::uint32_t first = children[number++]; first != npos) {
                json_.open_array("children");
                for (std::uint32_t child = first; child != npos; child = siblings[child]) {
                    json_.value(child);
                }
                json_.close_array();
            }
            write_node(each);
        });
    }
    void write_node(const scene::node& from) {
        const pose<float>& at_rest = from.local;
        if (at_rest.position != vector3<float>{}) {
            json_.member("translation", floats_of(at_rest.position));
        }
        if (at_rest.rotation != quaternion<float>{}) {
            std::array<float, 4> rotation = floats_of(at_rest.rotation);
            for (float& number : rotation) { // the glTF schema limits components to -1 .. 1
                number = number > 1 ? 1 : number < -1 ? -1 : number;
            }
            json_.member("rotation", rotation);
        }
        if (at_rest.scale != vector3<float>{1, 1, 1}) {
            json_.member("scale", floats_of(at_rest.scale));
        }
        const auto write_number = [&](std::string_view name, std::uint32_t number) {
            if (number != npos) {
                json_.member(name, number);
            }
        };
        write_number("mesh", from.mesh);
        write_number("skin", from.skin);
        write_number("camera", from.camera);
        if (from.light != npos) {
            json_.open_object("extensions");
            json_.open_object("KHR_lights_punctual");
            json_.member("light", from.light);
            json_.close_object();
            json_.close_object();
        }
        write_extras(json_, from.extras);
    }

    // ---- meshes ----------------------------------------------------------------------------------------------------

    // Whether the JSON text stays linear in the size of the mesh. Each primitive lists all attributes and targets, so
    // many primitives with many attributes could make the text quadratic.
    [[nodiscard]] static bool is_json_size_linear(const scene::mesh& mesh) noexcept {
        const std::uint64_t references = 6 + mesh.texcoords.size() + 2 * mesh.joints.size() + 2 * mesh.targets.size();
        const std::uint64_t values = mesh.positions.size() * references + mesh.indices.size();
        return mesh.primitives.size() <= (65536 + 8 * values) / references;
    }
    void write_meshes() {
        std::uint32_t number = 0;
        write_parts("meshes", scene_.meshes, [&](const scene::mesh& each) {
            if (is_json_size_linear(each)) {
                write_mesh(each);
            } else if (!why_) {
                why_ = {location{"scene.meshes[].primitives"}.within(number), errc::budget, each.indices.size(),
                        static_cast<std::int64_t>(each.primitives.size())};
            }
            ++number;
        });
    }
    void write_mesh(const scene::mesh& from) {
        json_text shared;
        write_attributes(shared, from);
        write_targets(shared, from);
        const bool is_short = from.positions.size() <= 65535;
        const std::uint32_t view = buffer_.begin_view();
        if (is_short) {
            buffer_.append(short_indices{from.indices});
        } else {
            buffer_.append(scene_array<std::uint32_t>{from.indices});
        }
        buffer_.end_view(gl::element_array_buffer);
        json_.open_array("primitives");
        for (const scene::primitive& each : from.primitives) {
            if (each.index_count == 0) {
                continue;
            }
            json_.open_object();
            json_.raw(shared.text());
            json_.member("indices", buffer_.add({.view = view,
                                                 .offset = std::uint64_t{each.first_index} * (is_short ? 2 : 4),
                                                 .component = is_short ? gl::unsigned_short : gl::unsigned_int,
                                                 .count = each.index_count}));
            if (each.material != npos) {
                json_.member("material",
                             from.texcoords.empty() ? materials_.without_textures(each.material) : each.material);
            }
            json_.close_object();
        }
        json_.close_array();
        if (!have_names(from.targets)) { // Blender refuses an empty name
            write_extras(json_, from.extras);
        } else {
            write_extras(json_, from.extras, "targetNames", [&] {
                json_.open_array();
                for (const scene::morph_target& each : from.targets) {
                    json_.value(each.name);
                }
                json_.close_array();
            });
        }
    }

    [[nodiscard]] static bool have_names(const scene::list<scene::morph_target>& targets) noexcept {
        bool out = !targets.empty();
        for (const scene::morph_target& each : targets) {
            out = out && !each.name.empty();
        }
        return out;
    }
    [[nodiscard]] std::uint32_t add_positions(const scene::list<vector3<float>>& positions) {
        std::array<float, 3> min = floats_of(positions.front()); // verified: not empty, all finite
        std::array<float, 3> max = min;
        for (const vector3<float>& position : positions) {
            const std::array<float, 3> at = floats_of(position);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                min[axis] = at[axis] < min[axis] ? at[axis] : min[axis];
                max[axis] = at[axis] > max[axis] ? at[axis] : max[axis];
            }
        }
        return buffer_.add_vertices(scene_array<vector3<float>>{positions},
                                    {.count = positions.size(), .type = "VEC3", .min = min, .max = max});
    }
    template <class T>
    [[nodiscard]] std::uint32_t add_attribute(const char* type, const scene::list<T>& values, gl component = gl::real) {
        return buffer_.add_vertices(scene_array<T>{values}, {.component = component,
                                                             .count = values.size(),
                                                             .type = type,
                                                             .is_normalized = component == gl::unsigned_byte});
    }
    [[nodiscard]] std::uint32_t add_joints(const scene::list<scene::joints4>& joints) {
        unsigned any = 0;
        for (const scene::joints4& each : joints) {
            for (const std::uint16_t joint : each) {
                any |= joint;
            }
        }
        return any < 256
                   ? buffer_.add_vertices(byte_joints{joints},
                                          {.component = gl::unsigned_byte, .count = joints.size(), .type = "VEC4"})
                   : add_attribute("VEC4", joints, gl::unsigned_short);
    }
    void write_attributes(json_text& to, const scene::mesh& from) {
        to.open_object("attributes");
        to.member("POSITION", add_positions(from.positions));
        if (!from.normals.empty()) {
            to.member("NORMAL", add_attribute("VEC3", from.normals));
        }
        if (!from.tangents.empty()) {
            to.member("TANGENT", add_attribute("VEC4", from.tangents));
        }
        for (std::size_t set = 0; set < from.texcoords.size(); ++set) {
            to.member("TEXCOORD_" + std::to_string(set), add_attribute("VEC2", from.texcoords[set]));
        }
        if (!from.colors.empty()) {
            to.member("COLOR_0", add_attribute("VEC4", from.colors, gl::unsigned_byte));
        }
        for (std::size_t set = 0; set < from.joints.size(); ++set) {
            to.member("JOINTS_" + std::to_string(set), add_joints(from.joints[set]));
            to.member("WEIGHTS_" + std::to_string(set), add_attribute("VEC4", from.weights[set]));
        }
        to.close_object();
    }
    void write_targets(json_text& to, const scene::mesh& from) {
        if (from.targets.empty()) {
            return;
        }
        to.open_array("targets");
        for (const scene::morph_target& each : from.targets) {
            to.open_object();
            to.member("POSITION", add_positions(each.positions));
            if (!each.normals.empty()) {
                to.member("NORMAL", add_attribute("VEC3", each.normals));
            }
            to.close_object();
        }
        to.close_array();
    }

    // ---- skins, clips and cameras ----------------------------------------------------------------------------------

    void write_skins() {
        write_parts("skins", scene_.skins, [&](const scene::skin& each) {
            const std::uint32_t view = buffer_.begin_view();
            buffer_.append(square_matrices{each.inverse_binds});
            buffer_.end_view();
            json_.member("inverseBindMatrices",
                         buffer_.add({.view = view, .count = each.inverse_binds.size(), .type = "MAT4"}));
            json_.member("joints", each.joints);
        });
    }

    // Each clip has one buffer view.
    void write_clips() {
        write_parts("animations", scene_.clips, [&](const scene::clip& each) {
            const std::uint32_t view = buffer_.begin_view();
            std::vector<std::uint32_t> inputs(each.times.size(), npos);
            json_text samplers;
            json_.open_array("channels");
            std::uint32_t number = 0;
            for (const scene::channel& channel : each.channels) {
                std::uint32_t& input = inputs[channel.times];
                input = input != npos ? input : add_times(view, each.times[channel.times]);
                write_sampler(samplers, channel, input, view);
                write_channel(channel, number++);
            }
            json_.close_array();
            buffer_.end_view();
            json_.open_array("samplers");
            json_.raw(samplers.text());
            json_.close_array();
            write_extras(json_, each.extras);
        });
    }
    [[nodiscard]] std::uint32_t add_times(std::uint32_t view, const scene::list<float>& times) {
        return buffer_.add({.view = view,
                            .offset = buffer_.append(scene_array<float>{times}),
                            .count = times.size(),
                            .min = std::span{times}.first(1),
                            .max = std::span{times}.last(1)});
    }
    void write_sampler(json_text& to, const scene::channel& from, std::uint32_t input, std::uint32_t view) {
        const bool is_rotation = from.path == scene::path::rotation;
        const bool is_scalar = from.path == scene::path::weights;
        const std::size_t width = is_rotation ? 4 : is_scalar ? 1 : 3;
        to.open_object();
        to.member("input", input);
        to.member("output", buffer_.add({.view = view,
                                         .offset = buffer_.append(scene_array<float>{from.values}),
                                         .count = from.values.size() / width,
                                         .type = is_rotation ? "VEC4"
                                                 : is_scalar ? "SCALAR"
                                                             : "VEC3"}));
        if (from.interpolation == scene::interpolation::step) {
            to.member("interpolation", "STEP");
        }
        to.close_object();
    }
    void write_channel(const scene::channel& from, std::uint32_t sampler) {
        json_.open_object();
        json_.member("sampler", sampler);
        json_.open_object("target");
        json_.member("node", from.node);
        json_.member("path", from.path == scene::path::translation ? "translation"
                             : from.path == scene::path::rotation  ? "rotation"
                             : from.path == scene::path::scale     ? "scale"
                                                                   : "weights");
        json_.close_object();
        json_.close_object();
    }

    void write_cameras() {
        write_parts("cameras", scene_.cameras, [&](const scene::camera& each) {
            json_.member("type", "perspective");
            json_.open_object("perspective");
            json_.member("yfov", each.vertical_field_of_view);
            json_.member("znear", each.near_plane);
            if (each.far_plane > 0) {
                json_.member("zfar", each.far_plane);
            }
            json_.close_object();
            write_extras(json_, each.extras);
        });
    }

    const scene& scene_;
    material_table<> materials_;
    buffer_plan<> buffer_;
    json_text json_;
    std::string close_; // the text after the buffer views
    error why_;
};

} // namespace effigy::inline v0::impl
