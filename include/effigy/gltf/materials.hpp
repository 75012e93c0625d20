// Writing materials, their textures and images, and extras.
#pragma once

#include <effigy/gltf/buffer.hpp>
#include <effigy/gltf/options.hpp>
#include <effigy/scene/parts.hpp>

#include <vector>

namespace effigy { inline namespace v0 { namespace impl {

// ---- extras --------------------------------------------------------------------------------------------------------

// Writes extras as members of the current JSON object.
template <class = when_used> void write_members(json_text& to, const scene::list<scene::extra>& extras,
                                                json_keys keys) {
    struct object {
        const scene::list<scene::extra>* members;
        json_keys keys{};
        std::size_t next = 0;
    };
    std::vector<object> open;
    open.push_back({&extras, std::move(keys)});
    while (!open.empty()) {
        object& inner = open.back();
        if (inner.next == inner.members->size()) {
            open.pop_back();
            if (!open.empty()) {
                to.close_object();
            }
            continue;
        }
        const scene::extra& each = (*inner.members)[inner.next++];
        to.key_of(inner.keys.take(each.key));
        // Not std::visit, which compiles slowly.
        if (const bool* const flag = std::get_if<bool>(&each.value)) {
            to.value(*flag);
        } else if (const double* const number = std::get_if<double>(&each.value)) {
            to.value(*number);
        } else if (const auto* const text = std::get_if<scene::text>(&each.value)) {
            to.value(*text);
        } else if (const auto* const numbers = std::get_if<scene::list<double>>(&each.value)) {
            to.value(*numbers);
        } else if (const auto* const texts = std::get_if<scene::list<scene::text>>(&each.value)) {
            to.value(*texts);
        } else if (const auto* const members = std::get_if<scene::list<scene::extra>>(&each.value)) {
            to.open_object();
            open.push_back({members});
        }
    }
}
// Writes extras and one further member, `own_key`, whose value own_member() writes. An extra of the same name is
// renamed.
template <class Function> void write_extras(json_text& to, const scene::list<scene::extra>& extras,
                                            std::string_view own_key, const Function& own_member) {
    json_keys keys;
    static_cast<void>(keys.take(own_key));
    to.open_object("extras");
    to.key(own_key);
    own_member();
    write_members(to, extras, std::move(keys));
    to.close_object();
}
template <class = when_used> void write_extras(json_text& to, const scene::list<scene::extra>& extras) {
    if (!extras.empty()) {
        to.open_object("extras");
        write_members(to, extras, {});
        to.close_object();
    }
}

template <class = when_used> void write_name(json_text& to, std::string_view name) {
    if (!name.empty()) {
        to.member("name", name);
    }
}

// ---- textures ------------------------------------------------------------------------------------------------------

[[nodiscard]] constexpr std::string_view name_of(scene::texture_role role) noexcept {
    switch (role) {
    case scene::texture_role::base_color: return "baseColor";
    case scene::texture_role::normal: return "normal";
    case scene::texture_role::emissive: return "emissive";
    case scene::texture_role::occlusion: return "occlusion";
    case scene::texture_role::other: break;
    }
    return "other";
}

// The images and textures of a file, without duplicates.
template <class = when_used> class texture_table {
public:
    // Returns the number of the texture.
    [[nodiscard]] std::uint32_t add(const gltf_image& image, const scene::texture& from) {
        const std::uint32_t source = number_of(image);
        const std::uint32_t sampler = sampler_of(from);
        const std::string key = std::to_string(source) + ' ' + std::to_string(sampler);
        std::uint32_t number = textures_.find(key);
        if (number == npos) {
            number = texture_count_++;
            textures_.add(key, number);
            textures_text_.open_object();
            if (sampler != npos) {
                textures_text_.member("sampler", sampler);
            }
            textures_text_.member("source", source);
            textures_text_.close_object();
        }
        return number;
    }
    // Appends embedded images to the buffer.
    void write(json_text& to, buffer_plan<>& buffer) const {
        const auto write_array = [&](std::string_view name, const json_text& content) {
            if (!content.empty()) {
                to.open_array(name);
                to.raw(content.text());
                to.close_array();
            }
        };
        json_text images;
        json_keys names; // all different: importers merge images of the same name
        for (const stored_image& each : images_) {
            write_image(images, each, each.name.empty() ? std::string{} : names.take(each.name), buffer);
        }
        write_array("textures", textures_text_);
        write_array("images", images);
        write_array("samplers", samplers_text_);
    }

private:
    struct stored_image {
        std::size_t uri = 0, uri_size = 0; // in uris_
        std::span<const std::byte> bytes;
        std::string_view media_type;
        std::string name;
    };
    [[nodiscard]] std::uint32_t number_of(const gltf_image& image) {
        const std::string uri = to_uri(image.uri);
        const auto place = std::bit_cast<std::uintptr_t>(image.bytes.data());
        const std::string key =
            uri.empty() ? std::to_string(place) + ' ' + std::to_string(image.bytes.size()) : uri; // no URI has a space
        std::uint32_t number = image_numbers_.find(key);
        if (number == npos) {
            number = static_cast<std::uint32_t>(images_.size());
            image_numbers_.add(key, number);
            images_.push_back({uris_.size(), uri.size(), image.bytes, image.media_type, image.name});
            uris_ += uri;
        }
        return number;
    }
    void write_image(json_text& to, const stored_image& from, std::string_view name, buffer_plan<>& buffer) const {
        to.open_object();
        write_name(to, name);
        if (from.uri_size == 0) {
            to.member("bufferView", buffer.begin_view());
            to.member("mimeType", from.media_type);
            buffer.append(part_of(from.bytes, storage::bytes));
            buffer.end_view();
        } else {
            to.member("uri", std::string_view{uris_}.substr(from.uri, from.uri_size));
        }
        to.close_object();
    }
    // Returns the number of the sampler, or npos for a texture that repeats in both directions, which is the default.
    [[nodiscard]] std::uint32_t sampler_of(const scene::texture& from) {
        if (from.wraps_u && from.wraps_v) {
            return npos;
        }
        std::uint32_t& number = samplers_[(from.wraps_u ? 1U : 0U) + (from.wraps_v ? 2U : 0U)];
        if (number == npos) {
            constexpr std::uint32_t clamp_to_edge = 33071;
            number = sampler_count_++;
            samplers_text_.open_object();
            if (!from.wraps_u) {
                samplers_text_.member("wrapS", clamp_to_edge);
            }
            if (!from.wraps_v) {
                samplers_text_.member("wrapT", clamp_to_edge);
            }
            samplers_text_.close_object();
        }
        return number;
    }

    std::vector<stored_image> images_;
    std::string uris_;
    numbers_by_key<std::string> image_numbers_{std::pmr::new_delete_resource()};
    numbers_by_key<std::string> textures_{std::pmr::new_delete_resource()}; // by image and sampler
    std::uint32_t texture_count_ = 0;
    std::array<std::uint32_t, 3> samplers_{npos, npos, npos};
    std::uint32_t sampler_count_ = 0;
    json_text textures_text_, samplers_text_;
};

// ---- materials -----------------------------------------------------------------------------------------------------

// The materials of a file. A mesh without texture coordinates needs a material without textures. If the mesh uses a
// material with textures, the material is written a second time without them.
template <class = when_used> class material_table {
public:
    material_table(const scene& from, const gltf_options& options)
        : scene_(from), references_(from.materials.size()), plain_(from.materials.size(), npos),
          count_(static_cast<std::uint32_t>(from.materials.size())) {
        if (!options.image) {
            return;
        }
        for (std::size_t i = 0; i < references_.size(); ++i) {
            for (const scene::texture& each : from.materials[i].textures) {
                const auto role = static_cast<std::size_t>(each.role);
                if (role >= role_count || references_[i][role].texture != npos) {
                    continue;
                }
                const std::string_view wanted = each.image.empty() ? each.name : each.image;
                const gltf_image image = wanted.empty() ? gltf_image{} : options.image(wanted);
                if (!image.uri.empty() || !image.bytes.empty()) {
                    const bool is_moved = each.offset != vector2<float>{} || each.scale != vector2<float>{1, 1};
                    references_[i][role] = {textures_.add(image, each), each.texcoord, is_moved, each.offset,
                                            each.scale};
                    has_transforms_ = has_transforms_ || is_moved;
                }
            }
        }
    }

    // Whether the base color has an image.
    [[nodiscard]] bool has_base_image(std::uint32_t material) const noexcept {
        return references_[material][static_cast<std::size_t>(scene::texture_role::base_color)].texture != npos;
    }
    // From now on, the material is written with a texture transform, which clips change.
    void add_transform(std::uint32_t material) {
        references_[material][static_cast<std::size_t>(scene::texture_role::base_color)].is_moved = true;
        has_transforms_ = true;
    }
    [[nodiscard]] bool has_transforms() const noexcept { return has_transforms_; }
    // Returns the number of the material that a mesh without texture coordinates uses in place of `material`.
    [[nodiscard]] std::uint32_t without_textures(std::uint32_t material) {
        bool refers = false;
        for (const reference& each : references_[material]) {
            refers |= each.texture != npos;
        }
        if (!refers) {
            return material;
        }
        if (plain_[material] == npos) {
            plain_[material] = count_++;
            without_textures_.push_back(material);
        }
        return plain_[material];
    }
    void write(json_text& to, buffer_plan<>& buffer) const {
        if (count_ == 0) {
            return;
        }
        to.open_array("materials");
        for (std::size_t i = 0; i < references_.size(); ++i) {
            write(to, scene_.materials[i], references_[i], "");
        }
        for (const std::uint32_t each : without_textures_) {
            write(to, scene_.materials[each], {}, " without textures");
        }
        to.close_array();
        textures_.write(to, buffer);
    }

private:
    static constexpr std::size_t role_count = 4;
    struct reference {
        std::uint32_t texture = npos, texcoord = 0;
        bool is_moved = false;
        vector2<float> offset, scale{1, 1};
    };
    using references = std::array<reference, role_count>;

    static void write_reference(json_text& to, std::string_view name, const reference& written) {
        if (written.texture == npos) {
            return;
        }
        to.open_object(name);
        to.member("index", written.texture);
        if (written.texcoord != 0) {
            to.member("texCoord", written.texcoord);
        }
        if (written.is_moved) {
            to.open_object("extensions");
            to.open_object("KHR_texture_transform");
            to.member("offset", std::array{written.offset.x, written.offset.y});
            to.member("rotation", 0U);
            to.member("scale", std::array{written.scale.x, written.scale.y});
            to.close_object();
            to.close_object();
        }
        to.close_object();
    }
    static void write(json_text& to, const scene::material& from, const references& refers, std::string_view suffix) {
        const auto reference_of = [&](scene::texture_role role) { return refers[static_cast<std::size_t>(role)]; };
        to.open_object();
        write_name(to, from.name.empty() ? std::string{} : std::string{from.name} += suffix);
        to.open_object("pbrMetallicRoughness");
        if (const vector4<float>& color = from.base_color; color != vector4<float>{1, 1, 1, 1}) {
            to.member("baseColorFactor", std::array{color.x, color.y, color.z, color.w});
        }
        write_reference(to, "baseColorTexture", reference_of(scene::texture_role::base_color));
        to.member("metallicFactor", 0U);
        to.member("roughnessFactor", 1U);
        to.close_object();
        write_reference(to, "normalTexture", reference_of(scene::texture_role::normal));
        write_reference(to, "occlusionTexture", reference_of(scene::texture_role::occlusion));
        write_reference(to, "emissiveTexture", reference_of(scene::texture_role::emissive));
        if (const vector3<float>& color = from.emissive; color != vector3<float>{}) {
            to.member("emissiveFactor", std::array{color.x, color.y, color.z});
        }
        if (from.alpha == scene::alpha_mode::mask) {
            to.member("alphaMode", "MASK");
            to.member("alphaCutoff", from.alpha_cutoff);
        } else if (from.alpha == scene::alpha_mode::blend) {
            to.member("alphaMode", "BLEND");
        }
        if (from.is_double_sided) {
            to.member("doubleSided", true);
        }
        if (from.is_unlit) {
            to.raw(R"("extensions":{"KHR_materials_unlit":{}})");
        }
        if (from.textures.empty()) {
            write_extras(to, from.extras);
        } else {
            write_extras(to, from.extras, "textures", [&] { write_names(to, from.textures); });
        }
        to.close_object();
    }
    static void write_names(json_text& to, const scene::list<scene::texture>& textures) {
        to.open_array();
        for (const scene::texture& each : textures) {
            to.open_object();
            write_name(to, each.name);
            to.member("role", name_of(each.role));
            to.member("texCoord", each.texcoord);
            if (!each.extras.empty()) {
                json_keys keys;
                for (const char* const own : {"name", "role", "texCoord"}) {
                    static_cast<void>(keys.take(own));
                }
                write_members(to, each.extras, std::move(keys));
            }
            to.close_object();
        }
        to.close_array();
    }

    const scene& scene_;
    std::vector<references> references_;
    std::vector<std::uint32_t> plain_;            // per material: its copy without textures, or npos
    std::vector<std::uint32_t> without_textures_; // materials that have a copy without textures
    std::uint32_t count_;
    bool has_transforms_ = false;
    texture_table<> textures_;
};

}}} // namespace effigy::v0::impl
