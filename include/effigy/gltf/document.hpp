// A scene as a glTF document: its JSON text, and the plan of its buffer.
#pragma once

#include <effigy/gltf/materials.hpp>
#include <effigy/gltf/mesh.hpp>
#include <effigy/scene/verify.hpp>
#include <effigy/version.hpp>

#include <vector>

namespace effigy { inline namespace v0 { namespace impl {

template <class = when_used> class gltf_document {
public:
    // Precondition: verify(from) finds no error. The scene and the options must outlive the document. `bin_uri` is the
    // URI of the buffer; empty for a GLB file.
    gltf_document(const scene& from, const gltf_options& options, std::string_view bin_uri)
        : scene_(from), materials_(from, options) {
        find_pointers();
        json_.open_object();
        json_.raw(R"("asset":{"version":"2.0","generator":"effigy )" + version_text() + R"("})");
        write_extensions();
        write_scene();
        write_nodes();
        write_meshes();
        materials_.write(json_, buffer_);
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
        for_each_text([&](std::string_view text) { to(elements{text}.bytes()); });
    }
    template <form Host> void write_bin(const byte_sink& to) const { buffer_.write<Host>(to); }

private:
    // Calls visit(text) with the pieces of the JSON text in order. They are not concatenated, so that memory holds the
    // text only once.
    template <class Function> void for_each_text(const Function& visit) const {
        visit(json_.text());
        if (buffer_.size() != 0) {
            if (!buffer_.accessors().empty()) { // there may be images alone
                visit(std::string_view{R"(,"accessors":[)"});
                visit(buffer_.accessors());
                visit(std::string_view{"]"});
            }
            visit(std::string_view{R"(,"bufferViews":[)"});
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

    // Finds what clips change by pointers.
    void find_pointers() {
        for (const scene::clip& clip : scene_.clips) {
            for (const scene::channel& each : clip.channels) {
                if (each.material != npos && is_written(each)) {
                    has_pointers_ = true;
                    if (moves_texture(each)) {
                        materials_.add_transform(each.material);
                    }
                }
            }
        }
    }
    void write_extensions() {
        bool has_unlit = false;
        for (const scene::material& each : scene_.materials) {
            has_unlit |= each.is_unlit;
        }
        if (!has_unlit && !has_pointers_ && !materials_.has_transforms() && scene_.lights.empty()) {
            return;
        }
        json_.open_array("extensionsUsed");
        if (has_pointers_) {
            json_.value("KHR_animation_pointer");
        }
        if (!scene_.lights.empty()) {
            json_.value("KHR_lights_punctual");
        }
        if (has_unlit) {
            json_.value("KHR_materials_unlit");
        }
        if (materials_.has_transforms()) {
            json_.value("KHR_texture_transform");
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

    void write_meshes() {
        std::uint32_t number = 0;
        write_parts("meshes", scene_.meshes, [&](const scene::mesh& each) {
            mesh_store store{buffer_};
            stored_mesh stored = store.store_vertices(each);
            // Each primitive lists all attributes and targets, so that many of them could make the text quadratic.
            constexpr std::uint64_t free_text = 65536;
            const std::uint64_t most = free_text + 8 * stored.size;
            if (each.primitives.size() > most / stored.text_size()) {
                why_ = why_ ? why_
                            : error{location{"scene.meshes[].primitives"}.within(number), errc::budget,
                                    most / stored.text_size(), static_cast<std::int64_t>(each.primitives.size())};
            } else {
                if (each.primitives.size() <= (free_text + 2 * stored.size) / stored.text_size_with_accessors()) {
                    stored.ranges = ranges_of(each);
                }
                write_mesh(each, stored, store);
            }
            ++number;
        });
    }
    void write_mesh(const scene::mesh& from, const stored_mesh& stored, mesh_store<>& store) {
        const std::uint32_t view = buffer_.begin_view();
        const vertex_range all{0, static_cast<std::uint32_t>(from.positions.size())};
        const bool is_one = stored.ranges.empty();
        const std::uint64_t begin = is_one ? store.append_indices(from.indices, all) : 0;
        json_text attributes; // and morph targets, of `written`
        vertex_range written;
        std::uint32_t indices = npos;
        const scene::primitive* before = nullptr;
        json_.open_array("primitives");
        for (std::size_t i = 0; i < from.primitives.size(); ++i) {
            const scene::primitive& each = from.primitives[i];
            if (each.index_count == 0) {
                continue;
            }
            const vertex_range range = is_one ? all : stored.ranges[i];
            if (!(range == written)) {
                attributes = {};
                store.write_vertices(attributes, stored, range);
                written = range;
            }
            if (before == nullptr || !draws_the_same(*before, each)) {
                const bool is_short = has_short_indices(range);
                indices = buffer_.add({.view = view,
                                       .offset = is_one ? begin + std::uint64_t{each.first_index} * (is_short ? 2 : 4)
                                                        : store.append_indices(indices_of(from, each), range),
                                       .component = is_short ? gl::unsigned_short : gl::unsigned_int,
                                       .count = each.index_count});
            }
            before = &each;
            json_.open_object();
            json_.raw(attributes.text());
            json_.member("indices", indices);
            if (each.material != npos) {
                json_.member("material",
                             from.texcoords.empty() ? materials_.without_textures(each.material) : each.material);
            }
            json_.close_object();
        }
        json_.close_array();
        buffer_.end_view(gl::element_array_buffer);
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

    // ---- skins, clips and cameras ----------------------------------------------------------------------------------

    void write_skins() {
        write_parts("skins", scene_.skins, [&](const scene::skin& each) {
            const std::uint32_t view = buffer_.begin_view();
            buffer_.append(part_of(each.inverse_binds, storage::square_matrices));
            buffer_.end_view();
            json_.member("inverseBindMatrices",
                         buffer_.add({.view = view, .count = each.inverse_binds.size(), .type = "MAT4"}));
            json_.member("joints", each.joints);
        });
    }

    [[nodiscard]] static bool moves_texture(const scene::channel& channel) noexcept {
        return channel.path >= scene::path::texture_offset;
    }
    // A texture that moves needs an image.
    [[nodiscard]] bool is_written(const scene::channel& channel) const noexcept {
        return !moves_texture(channel) || materials_.has_base_image(channel.material);
    }
    [[nodiscard]] bool is_written(const scene::clip& clip) const noexcept {
        bool out = false;
        for (const scene::channel& each : clip.channels) {
            out = out || is_written(each);
        }
        return out;
    }
    void write_clips() {
        bool is_first = true;
        for (const scene::clip& each : scene_.clips) {
            if (is_written(each)) {
                if (is_first) {
                    json_.open_array("animations");
                    is_first = false;
                }
                json_.open_object();
                write_name(json_, each.name);
                write_clip(each);
                json_.close_object();
            }
        }
        if (!is_first) {
            json_.close_array();
        }
    }
    // A clip has one buffer view.
    void write_clip(const scene::clip& written) {
        const std::uint32_t view = buffer_.begin_view();
        std::vector<std::uint32_t> inputs(written.times.size(), npos);
        json_text samplers;
        json_.open_array("channels");
        std::uint32_t number = 0;
        for (const scene::channel& channel : written.channels) {
            if (is_written(channel)) {
                std::uint32_t& input = inputs[channel.times];
                input = input != npos ? input : add_times(view, written.times[channel.times]);
                write_sampler(samplers, channel, input, view);
                write_channel(channel, number++);
            }
        }
        json_.close_array();
        buffer_.end_view();
        json_.open_array("samplers");
        json_.raw(samplers.text());
        json_.close_array();
        write_extras(json_, written.extras);
    }
    [[nodiscard]] std::uint32_t add_times(std::uint32_t view, const scene::list<float>& times) {
        return buffer_.add({.view = view,
                            .offset = buffer_.append(part_of(times, storage::floats)),
                            .count = times.size(),
                            .min = {&times.front(), 1},
                            .max = {&times.back(), 1}});
    }
    void write_sampler(json_text& to, const scene::channel& from, std::uint32_t input, std::uint32_t view) {
        constexpr const char* types[] = {"SCALAR", "SCALAR", "VEC2", "VEC3", "VEC4"}; // weights are scalars
        const std::size_t values = scene::value_count(from.path);
        to.open_object();
        to.member("input", input);
        to.member("output", buffer_.add({.view = view,
                                         .offset = buffer_.append(part_of(from.values, storage::floats)),
                                         .count = from.values.size() / (values != 0 ? values : 1),
                                         .type = types[values]}));
        if (from.interpolation == scene::interpolation::step) {
            to.member("interpolation", "STEP");
        }
        to.close_object();
    }
    void write_channel(const scene::channel& from, std::uint32_t sampler) {
        json_.open_object();
        json_.member("sampler", sampler);
        json_.open_object("target");
        if (from.material != npos) {
            write_pointer(from);
            json_.close_object();
            json_.close_object();
            return;
        }
        json_.member("node", from.node);
        json_.key("path");
        json_.word(from.path == scene::path::translation ? "translation"
                   : from.path == scene::path::rotation  ? "rotation"
                   : from.path == scene::path::scale     ? "scale"
                                                         : "weights");
        json_.close_object();
        json_.close_object();
    }

    void write_pointer(const scene::channel& from) {
        std::string pointer = "/materials/" + std::to_string(from.material);
        if (moves_texture(from)) {
            pointer += "/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/";
            pointer += from.path == scene::path::texture_offset     ? "offset"
                       : from.path == scene::path::texture_rotation ? "rotation"
                                                                    : "scale";
        } else {
            pointer += from.path == scene::path::emissive ? "/emissiveFactor" : "/pbrMetallicRoughness/baseColorFactor";
        }
        json_.member("path", "pointer");
        json_.open_object("extensions");
        json_.open_object("KHR_animation_pointer");
        json_.member("pointer", pointer);
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
    std::string close_;         // the text after the buffer views
    bool has_pointers_ = false; // in clips
    error why_;
};

}}} // namespace effigy::v0::impl
