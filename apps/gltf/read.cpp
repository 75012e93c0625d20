#include "read.hpp"

#include "container.hpp"
#include "parts.hpp"

#include <effigy/scene/verify.hpp>

#include <algorithm>

namespace gltf_files {

namespace {

constexpr std::string_view known_extensions[] = {"KHR_animation_pointer", "KHR_lights_punctual", "KHR_materials_unlit",
                                                 "KHR_mesh_quantization", "KHR_texture_transform"};
// Others that files often require, with the error that names them.
constexpr std::pair<std::string_view, const char*> refused_extensions[] = {
    {"KHR_draco_mesh_compression", "a file without KHR_draco_mesh_compression: export it without compression"},
    {"EXT_meshopt_compression", "a file without EXT_meshopt_compression: export it without compression"},
    {"KHR_meshopt_compression", "a file without KHR_meshopt_compression: export it without compression"},
    {"KHR_texture_basisu", "a file without KHR_texture_basisu: export it with PNG or JPEG images"},
    {"EXT_texture_webp", "a file without EXT_texture_webp: export it with PNG or JPEG images"},
    {"EXT_texture_avif", "a file without EXT_texture_avif: export it with PNG or JPEG images"},
    {"EXT_mesh_gpu_instancing", "a file without EXT_mesh_gpu_instancing: export it without instances"}};

[[nodiscard]] bool is_known(std::string_view extension) {
    return std::find(std::begin(known_extensions), std::end(known_extensions), extension) != std::end(known_extensions);
}

bool check_version(source& from) {
    const json_value asset = from.root().find("asset");
    const std::string_view version = asset.find("version").text();
    const std::string_view least = asset.find("minVersion").text();
    if (!version.starts_with("2.")) {
        return from.bad(at("asset.version"), "2.0");
    }
    return least.empty() || least == "2.0" || from.bad(at("asset.minVersion"), "2.0");
}
bool check_extensions(source& from, std::span<const std::byte> file) {
    std::uint32_t i = 0;
    for (json_value each = from.root().find("extensionsRequired").first(); each; each = each.next(), ++i) {
        if (is_known(each.text())) {
            continue;
        }
        for (const auto& [name, why] : refused_extensions) {
            if (each.text() == name) {
                return from.bad(at("extensionsRequired[]", i), why);
            }
        }
        return from.refuse_name(at("extensionsRequired[]", i), "an extension that effigy reads", each.text(), file);
    }
    for (json_value each = from.root().find("extensionsUsed").first(); each; each = each.next()) {
        if (!is_known(each.text())) {
            from.left_out("extension", each.text(), "what it adds to glTF");
        }
    }
    return true;
}

bool read_scene(source& from, scene& to) {
    std::vector<std::uint32_t> cameras;
    std::vector<read_mesh> meshes;
    node_tree tree;
    if (!read_tree(from, tree) || !read_cameras(from, to, cameras) || !read_lights(from, to) ||
        !read_materials(from, to) || !read_meshes(from, tree.wanted_meshes, to, meshes) ||
        !read_nodes(from, tree, meshes, cameras, to) || !read_skins(from, tree, to) || !read_clips(from, tree, to) ||
        !free_skinned_nodes(from, tree, meshes, to)) {
        return false;
    }
    adapt_texcoords(from, meshes, to);
    merge_plain_materials(to);
    std::string_view name;
    if (!from.text(tree.scene, "name", at("scenes[].name"), name)) {
        return false;
    }
    to.name = name;
    return read_extras(from, tree.scene, "scene", name, to.extras);
}

} // namespace

effigy::result<scene> read(std::span<const std::byte> file, const file_loader& load_file, effigy::remark_sink tell) {
    const effigy::result<container> parts = open_container(file);
    if (!parts) {
        return parts.error();
    }
    const effigy::result<json_document> document = json_document::parse(parts->json, parts->json_offset);
    if (!document) {
        return document.error();
    }
    source from{document->root(), file.size(), parts->is_binary ? std::optional{parts->binary} : std::nullopt,
                load_file, tell};
    scene out;
    if (!check_version(from) || !check_extensions(from, file) || !read_scene(from, out)) {
        return from.why();
    }
    if (const effigy::error why = verify(out)) {
        return why;
    }
    return out;
}

} // namespace gltf_files
