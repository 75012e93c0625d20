// Editing models and animations that own their data.
#pragma once

#include <effigy/core/api.hpp>
#include <effigy/editing.hpp>
#include <effigy/p3d/decode.hpp>
#include <effigy/p3d/proxy.hpp>

namespace effigy::inline v0::p3d {

inline constexpr name_rule texture_rule = name_rule::path;
inline constexpr name_rule node_rule = name_rule::any_case;

// Renames the textures and materials of faces, and the models of proxies: {"old\\*", "new\\*"} moves a folder. Returns
// how many references changed. Error: bad_value, if two proxies of a level would have one name, or if a name does not
// fit or has a NUL; nothing is changed.
EFFIGY_API result<std::size_t> rename_textures(owned_model& model, std::span<const renaming> rules);

// Renames selections, which are also bones; in an animation, bones. Returns how many names changed. The game's
// configuration may use the old names. Error: bad_value, if another selection of the level has the new name, if it
// begins with '#', does not fit or has a NUL; nothing is changed.
EFFIGY_API result<std::size_t> rename_nodes(owned_model& model, std::span<const renaming> rules);
EFFIGY_API result<std::size_t> rename_nodes(owned_animation& clip, std::span<const renaming> rules);

// Multiplies all lengths: positions of points, in all levels and point caches; in an animation, translations. Masses
// and resolutions of levels stay.
EFFIGY_API [[nodiscard]] error scale(owned_model& model, float factor);
EFFIGY_API [[nodiscard]] error scale(owned_animation& clip, float factor);

// Sets the value of a named property of a level, or adds the property: after the others, which come before masses and
// texture coordinates (measured: 183 of 185 levels). The name is compared in any case. Error: bad_value, if the name or
// the value has more than 63 characters or a NUL, or if the level has no tags at all.
EFFIGY_API [[nodiscard]] error set_property(owned_model& model, owned_lod& level, std::string_view name,
                                            std::string_view value);

} // namespace effigy::inline v0::p3d

#if defined(EFFIGY_HAS_BODIES)
#include <map>

namespace effigy::inline v0::p3d {

namespace impl {

// Whether a level can store a text: a list of characters in P3DM, else `size` characters.
template <class = when_used>
[[nodiscard]] bool can_store(lod_format format, std::string_view text, std::size_t size) noexcept {
    return text.find('\0') == text.npos && (format == lod_format::p3dm || text.size() < size);
}

// Renames texts that faces share.
template <class = when_used> class face_renamer {
public:
    face_renamer(owned_model& model, std::span<const renaming> rules)
        : model_(model), renamed_(rules, texture_rule, model.all<char>().resource()),
          known_(model.all<char>().resource()) {}

    // Returns an error if a level cannot store a new name.
    [[nodiscard]] error check() {
        const std::span<const owned_lod> levels = std::as_const(model_).get(model_.lods);
        for (std::uint32_t i = 0; i < levels.size(); ++i) {
            const std::span<const owned_face> faces = std::as_const(model_).get(levels[i].faces);
            for (std::uint32_t k = 0; k < faces.size(); ++k) {
                for (const pool_slice<char>& text : {faces[k].texture, faces[k].material}) {
                    if (is_other(text) && !can_store(levels[i].format, model_.get(renamed(text)), sizeof(face_text))) {
                        return error{{"lods[].faces[].texture"}, errc::bad_value, 0, 0, "a text that fits, without NUL"}
                            .within(k)
                            .within(i);
                    }
                }
            }
        }
        return {};
    }
    // Returns how many texts changed.
    [[nodiscard]] std::size_t apply() {
        united_lists<owned_face> faces{model_.all<char>().resource()};
        for (const owned_lod& level : model_.get(model_.lods)) {
            faces.add(level.faces);
        }
        std::size_t count = 0;
        faces.for_each_part(model_, [&](std::span<owned_face> part) {
            for (owned_face& face : part) {
                for (pool_slice<char>* const text : {&face.texture, &face.material}) {
                    count += is_other(*text) ? 1U : 0U;
                    *text = renamed(*text);
                }
            }
        });
        return count;
    }

private:
    using face_text = text<32>; // in SP3X and SP3D

    [[nodiscard]] const pool_slice<char>& renamed(const pool_slice<char>& text) {
        const std::uint64_t key = std::uint64_t{text.first} << 32 | text.count;
        const auto [at, is_new] = known_.try_emplace(key, text);
        if (is_new) {
            const std::string_view old = model_.get(text);
            if (const std::string_view by = renamed_(old); by.data() != nullptr && by != old) {
                model_.set(at->second, by);
            }
        }
        return at->second;
    }
    [[nodiscard]] bool is_other(const pool_slice<char>& text) {
        const pool_slice<char>& by = renamed(text);
        return by.first != text.first || by.count != text.count;
    }

    owned_model& model_;
    renamer<> renamed_;
    std::pmr::map<std::uint64_t, pool_slice<char>> known_; // by place and size
};

// Renames the models of proxies.
template <class = when_used> class proxy_renamer {
public:
    proxy_renamer(std::span<const renaming> rules, std::pmr::memory_resource* memory)
        : renamed_(rules, texture_rule, memory), made_(memory) {}

    [[nodiscard]] std::string_view operator()(std::string_view name) {
        const std::string_view path = proxy_of(name).path;
        const std::string_view by = renamed_(path);
        if (by.data() == nullptr) {
            return {};
        }
        const std::size_t begin = name.find(':') + 1;
        made_.clear();
        for (const std::string_view part : {name.substr(0, begin), by, name.substr(begin + path.size())}) {
            made_.append(part);
        }
        return {made_.data(), made_.size()};
    }

private:
    renamer<> renamed_;
    pool<char> made_;
};

// Adds the names of all selections to `names`. Returns an error if two of a level would have one name, or if one is not
// a selection's name in the format of its level.
template <class = when_used>
[[nodiscard]] error add_selections(owned_model& model, auto& names) {
    const std::span<owned_lod> levels = model.get(model.lods);
    for (std::uint32_t scope = 0; scope < levels.size(); ++scope) {
        const std::span<owned_tag> tags = model.get(levels[scope].tags);
        for (std::uint32_t i = 0; i < tags.size(); ++i) {
            if (tags[i].kind == tag_kind::selection) {
                static_cast<void>(names.add(tags[i].name, i, scope)); // see below
            }
        }
    }
    const auto refuse = [](const auto& entry, const char* expected) {
        constexpr const char* path = "lods[].tags[].name";
        return error{{path}, errc::bad_value, 0, 0, expected}.within(entry.number).within(entry.scope);
    };
    if (const auto* const clash = names.find_clash(); clash != nullptr) {
        return refuse(*clash, "a name that no other selection of the level has");
    }
    const auto* const invalid = names.find_invalid([&](std::string_view name, std::uint32_t scope) {
        return kind_of_tag(name) == tag_kind::selection && can_store(levels[scope].format, name, sizeof(text<64>));
    });
    return invalid == nullptr ? error{} : refuse(*invalid, "a text that fits, without NUL or '#' at the beginning");
}

} // namespace impl

EFFIGY_API_BODY result<std::size_t> rename_textures(owned_model& model, std::span<const renaming> rules) {
    std::pmr::memory_resource* const memory = model.all<char>().resource();
    impl::proxy_renamer<> proxies{rules, memory};
    impl::text_renamer<owned_model, pool_slice<char>, impl::proxy_renamer<>> names{model, proxies, node_rule, memory};
    if (const error why = impl::add_selections(model, names)) {
        return why;
    }
    impl::face_renamer<> faces{model, rules};
    if (const error why = faces.check()) {
        return why;
    }
    return names.apply() + faces.apply();
}

EFFIGY_API_BODY result<std::size_t> rename_nodes(owned_model& model, std::span<const renaming> rules) {
    std::pmr::memory_resource* const memory = model.all<char>().resource();
    impl::renamer<> renamed{rules, node_rule, memory};
    impl::text_renamer<owned_model, pool_slice<char>, impl::renamer<>> names{model, renamed, node_rule, memory};
    if (const error why = impl::add_selections(model, names)) {
        return why;
    }
    return names.apply();
}

EFFIGY_API_BODY result<std::size_t> rename_nodes(owned_animation& clip, std::span<const renaming> rules) {
    const auto rename = [&](auto& names) -> const char* {
        const std::span<text<32>> header = clip.get(clip.bone_names);
        for (std::uint32_t i = 0; i < header.size(); ++i) {
            if (!names.add(header[i], i)) {
                return "at most 31 characters, without NUL";
            }
        }
        if (names.find_clash() != nullptr) {
            return "a name that no other bone has";
        }
        return nullptr;
    };
    std::pmr::memory_resource* const memory = clip.all<std::byte>().resource();
    impl::renamer<> renamed{rules, node_rule, memory};
    impl::text_renamer<owned_animation, text<32>, impl::renamer<>> names{clip, renamed, node_rule, memory};
    if (const char* const expected = rename(names)) {
        return error{{"rtm.boneNames[]"}, errc::bad_value, 0, 0, expected};
    }
    for (owned_bone_pose& pose : clip.all<owned_bone_pose>()) {
        if (const std::string_view by = renamed(pose.bone.view()); by.data() != nullptr) {
            static_cast<void>(pose.bone.assign(by)); // a name that does not fit is in no header: no bone has it
        }
    }
    return names.apply();
}

EFFIGY_API_BODY error scale(owned_model& model, float factor) {
    if (const error why = impl::check_factor(factor)) {
        return why;
    }
    for (owned_point& vertex : model.all<owned_point>()) {
        impl::multiply(factor, vertex.position);
    }
    impl::united_lists<std::byte> frames{model.all<char>().resource()};
    for (const owned_lod& level : model.get(model.lods)) {
        const std::span<const owned_tag> tags = std::as_const(model).get(level.tags);
        for (std::size_t i = 0; i < tags.size(); ++i) {
            if (model.tag(level, i).morph_frame()) {
                constexpr std::uint32_t time = sizeof(f32<>);
                frames.add({.first = tags[i].data.first + time, .count = tags[i].data.count - time});
            }
        }
    }
    frames.for_each_part(model, [factor](std::span<std::byte> part) {
        for (; part.size() >= sizeof(vec3<>); part = part.subspan(sizeof(vec3<>))) {
            vec3<>& position = *effigy::impl::overlay<vec3<>>(part.data());
            for (f32<>* const component : {&position.x, &position.y, &position.z}) {
                *component = f32<>::of(factor * *component);
            }
        }
    });
    return {};
}

EFFIGY_API_BODY error scale(owned_animation& clip, float factor) {
    if (const error why = impl::check_factor(factor)) {
        return why;
    }
    impl::multiply(factor, clip.motion);
    for (owned_bone_pose& pose : clip.all<owned_bone_pose>()) {
        impl::multiply(factor, pose.position);
    }
    return {};
}

EFFIGY_API_BODY error set_property(owned_model& model, owned_lod& level, std::string_view name,
                                   std::string_view value) {
    property_record made{};
    if (!made.name.assign(name) || !made.value.assign(value)) {
        return {{"lods[].tags[].property"}, errc::bad_value, 0, 0, "at most 63 characters, without NUL"};
    }
    if (!level.has_tags) {
        return {{"lods[].tags"}, errc::bad_value, 0, 0, "a level with tags"};
    }
    model.set(level.tags, model.get(level.tags)); // a copied level has the same tags as the other
    const std::span<owned_tag> tags = model.get(level.tags);
    std::size_t end = 0; // of the tags that come before a new property
    for (std::size_t i = 0; i < tags.size(); ++i) {
        const tag_kind kind = tags[i].kind;
        if (const property found = model.tag(level, i).property(); found && compare_any_case(found.name(), name) == 0) {
            model.set(tags[i].data, model.get(tags[i].data));
            auto& stored = *effigy::impl::overlay<property_record>(model.get(tags[i].data).data());
            static_cast<void>(stored.value.assign(value));
            return {};
        }
        if (kind == tag_kind::property || kind == tag_kind::selection || kind == tag_kind::selected ||
            kind == tag_kind::sharp_edges) {
            end = i + 1;
        }
    }
    owned_tag added;
    added.kind = tag_kind::property;
    model.set(added.name, "#Property#");
    model.set(added.data, std::as_bytes(std::span{&made, 1}));
    model.insert(level.tags, end, added);
    return {};
}

} // namespace effigy::inline v0::p3d
#endif
