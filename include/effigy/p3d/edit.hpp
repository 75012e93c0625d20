// Editing models and animations that own their data. If memory runs out, a model may have changed in part.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/owned/editing.hpp>
#include <effigy/p3d/decode.hpp>
#include <effigy/p3d/owned/derive.hpp>
#include <effigy/p3d/view/proxy.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

inline constexpr name_rule texture_rule = name_rule::path;
inline constexpr name_rule node_rule = name_rule::any_case;

// Renames the textures and materials of faces, and the models of proxies: {"old\\*", "new\\*"} moves a folder. Returns
// how many references changed. Error: bad_value, if two proxies of a level would have one name, or if a name does not
// fit or has a NUL; nothing is changed.
EFFIGY_API result<std::size_t> rename_textures(owned_model& model, renamings rules);

// Renames selections, which are also bones; in an animation, bones. Proxies are renamed by rules that begin with
// "proxy:" only. Returns how many names changed. The game's configuration may use the old names. Error: bad_value, if
// another selection of the level has the new name, if it begins with '#', is empty, does not fit or has a NUL; nothing
// is changed. Both also: budget, if the new names take more than 16 times the bytes of the pools plus 64 KiB.
EFFIGY_API result<std::size_t> rename_nodes(owned_model& model, renamings rules);
EFFIGY_API result<std::size_t> rename_nodes(owned_animation& clip, renamings rules);

// Multiplies all lengths: positions of points, in all levels and point caches; in an animation, translations. Masses
// and resolutions of levels stay. Error: bad_value, if a length would become infinite or 0; nothing is changed.
EFFIGY_API [[nodiscard]] error scale(owned_model& model, float factor);
EFFIGY_API [[nodiscard]] error scale(owned_animation& clip, float factor);

// Sets the value of a named property of a level, or adds the property: after the others, which come before masses and
// texture coordinates (measured: 183 of 185 levels). The name is compared in any case. Error: bad_value, if the name or
// the value has more than 63 characters or a NUL, or if the level has no tags at all.
EFFIGY_API [[nodiscard]] error set_property(owned_model& model, owned_lod& level, std::string_view name,
                                            std::string_view value);

// Computes the normals of the levels in which they contradict the faces (lint(): normals-contradict), as in files of
// ArmAToolbox. Returns how many levels changed.
EFFIGY_API std::size_t repair(owned_model& model);

}}} // namespace effigy::v0::p3d

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/p3d/lint/normals.hpp>

#include <map>

namespace effigy { inline namespace v0 { namespace p3d {

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
          known_(model.all<char>().resource()), new_(model) {}

    // Returns an error if a level cannot store a new name.
    [[nodiscard]] error check() {
        constexpr const char* path = "lods[].faces[].texture";
        const std::span<const owned_lod> levels = std::as_const(model_).get(model_.lods);
        for (std::uint32_t i = 0; i < levels.size(); ++i) {
            const std::span<const owned_face> faces = std::as_const(model_).get(levels[i].faces);
            for (std::uint32_t k = 0; k < faces.size(); ++k) {
                for (const pool_slice<char>& text : {faces[k].texture, faces[k].material}) {
                    const std::uint32_t by = renamed(text);
                    if (by != npos && !can_store(levels[i].format, new_.chars(by), sizeof(face_text))) {
                        return refusal(path, "a text that fits, without NUL", model_.get(text)).within(k).within(i);
                    }
                }
            }
        }
        return new_.check(path);
    }
    // Returns how many texts changed.
    [[nodiscard]] std::size_t apply() {
        new_.store();
        united_lists<owned_face> faces{model_.all<char>().resource()};
        for (const owned_lod& level : model_.get(model_.lods)) {
            faces.add(level.faces);
        }
        std::size_t count = 0;
        faces.for_each_part(model_, [&](std::span<owned_face> part) {
            for (owned_face& face : part) {
                for (pool_slice<char>* const text : {&face.texture, &face.material}) {
                    if (const std::uint32_t by = known_.find(key_of(*text))->second; by != npos) {
                        *text = new_[by];
                        ++count;
                    }
                }
            }
        });
        return count;
    }

private:
    using face_text = text<32>; // in SP3X and SP3D

    [[nodiscard]] static std::uint64_t key_of(const pool_slice<char>& text) noexcept {
        return std::uint64_t{text.first} << 32 | text.count;
    }
    // Returns the number of the new text; npos if it stays.
    [[nodiscard]] std::uint32_t renamed(const pool_slice<char>& text) {
        const auto [at, is_new] = known_.try_emplace(key_of(text), npos);
        if (is_new) {
            const std::string_view old = model_.get(text);
            if (const std::string_view by = renamed_(old); by.data() != nullptr && by != old) {
                at->second = new_.add(by);
            }
        }
        return at->second;
    }

    owned_model& model_;
    renamer<> renamed_;
    std::pmr::map<std::uint64_t, std::uint32_t> known_; // by place and size
    new_texts<owned_model> new_;
};

// Renames selections. Proxies are selections, too, but another name would make something else of them, so only rules
// that begin with "proxy:" rename them.
template <class = when_used> class selection_renamer {
public:
    selection_renamer(std::span<const renaming> rules, std::pmr::memory_resource* memory)
        : of_proxies_(memory), renamed_(rules, node_rule, memory), proxies_({}, node_rule, memory) {
        for (const renaming& rule : rules) {
            if (proxy_of(rule.from)) {
                of_proxies_.push_back(rule);
            }
        }
        proxies_ = renamer<>{{of_proxies_.data(), of_proxies_.size()}, node_rule, memory};
    }

    [[nodiscard]] std::string_view operator()(std::string_view name) {
        return proxy_of(name) ? proxies_(name) : renamed_(name);
    }

private:
    pool<renaming> of_proxies_;
    renamer<> renamed_, proxies_;
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
    constexpr const char* path = "lods[].tags[].name";
    const std::span<owned_lod> levels = model.get(model.lods);
    for (std::uint32_t scope = 0; scope < levels.size(); ++scope) {
        const std::span<owned_tag> tags = model.get(levels[scope].tags);
        for (std::uint32_t i = 0; i < tags.size(); ++i) {
            if (tags[i].kind == tag_kind::selection) {
                names.add(tags[i].name, i, scope);
            }
        }
    }
    const auto refuse = [&](const auto& entry, const char* expected) {
        return refusal(path, expected, names.old_name(*entry.text)).within(entry.number).within(entry.scope);
    };
    if (const error why = names.check(path)) {
        return why;
    }
    if (const auto* const clash = names.find_clash(); clash != nullptr) {
        return refuse(*clash, "a name that no other selection of the level has");
    }
    const auto* const invalid = names.find_invalid([&](std::string_view name, std::uint32_t scope) {
        return !name.empty() && kind_of_tag(name) == tag_kind::selection &&
               can_store(levels[scope].format, name, sizeof(text<64>));
    });
    return invalid == nullptr ? error{}
                              : refuse(*invalid, "a text that fits, not empty, without NUL or '#' at the beginning");
}

} // namespace impl

EFFIGY_API_BODY result<std::size_t> rename_textures(owned_model& model, renamings rules) {
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

EFFIGY_API_BODY result<std::size_t> rename_nodes(owned_model& model, renamings rules) {
    std::pmr::memory_resource* const memory = model.all<char>().resource();
    impl::selection_renamer<> renamed{rules, memory};
    impl::text_renamer<owned_model, pool_slice<char>, impl::selection_renamer<>> names{model, renamed, node_rule,
                                                                                       memory};
    if (const error why = impl::add_selections(model, names)) {
        return why;
    }
    return names.apply();
}

EFFIGY_API_BODY result<std::size_t> rename_nodes(owned_animation& clip, renamings rules) {
    constexpr const char* path = "rtm.boneNames[]";
    std::pmr::memory_resource* const memory = clip.all<std::byte>().resource();
    impl::renamer<> renamed{rules, node_rule, memory};
    impl::text_renamer<owned_animation, text<32>, impl::renamer<>> names{clip, renamed, node_rule, memory};
    const std::span<text<32>> header = clip.get(clip.bone_names);
    for (std::uint32_t i = 0; i < header.size(); ++i) {
        names.add(header[i], i);
    }
    const auto refuse = [&](const auto& entry, const char* expected, std::int64_t found = 0) {
        return impl::refusal(path, expected, names.old_name(*entry.text), found).within(entry.number);
    };
    if (const auto* const misfit = names.find_misfit(); misfit != nullptr) {
        return refuse(*misfit, "at most 31 characters, without NUL", names.size_of_misfit());
    }
    if (const auto* const clash = names.find_clash(); clash != nullptr) {
        return refuse(*clash, "a name that no other bone has");
    }
    const auto is_named = [](std::string_view by, std::uint32_t) { return !by.empty(); };
    if (const auto* const unnamed = names.find_invalid(is_named); unnamed != nullptr) {
        return refuse(*unnamed, "a name that is not empty");
    }
    // A name that does not fit is in no header: no bone has it. Rules may be texts of the clip, so all are applied
    // before the first one changes.
    impl::text_renamer<owned_animation, text<32>, impl::renamer<>> poses{clip, renamed, node_rule, memory};
    for (owned_bone_pose& pose : clip.all<owned_bone_pose>()) {
        poses.add(pose.bone, 0);
    }
    static_cast<void>(poses.apply());
    return names.apply();
}

EFFIGY_API_BODY error scale(owned_model& model, float factor) {
    return impl::scale_with(factor, [&](impl::scale_factor& by) {
        for (owned_point& vertex : model.all<owned_point>()) {
            impl::multiply(by, vertex.position);
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
        frames.for_each_part(model, [&](std::span<std::byte> part) {
            for (; part.size() >= sizeof(vec3<>); part = part.subspan(sizeof(vec3<>))) {
                vec3<>& position = *effigy::impl::overlay<vec3<>>(part.data());
                for (f32<>* const component : {&position.x, &position.y, &position.z}) {
                    float number = *component;
                    number *= by;
                    *component = f32<>::of(number);
                }
            }
        });
    });
}

EFFIGY_API_BODY error scale(owned_animation& clip, float factor) {
    return impl::scale_with(factor, [&](impl::scale_factor& by) {
        impl::multiply(by, clip.motion);
        for (owned_bone_pose& pose : clip.all<owned_bone_pose>()) {
            impl::multiply(by, pose.position);
        }
    });
}

EFFIGY_API_BODY error set_property(owned_model& model, owned_lod& level, std::string_view name,
                                   std::string_view value) {
    property_record made{};
    const auto refuse = [&](const char* path, std::string_view text) {
        return impl::refusal(path, "at most 63 characters, without NUL", name, static_cast<std::int64_t>(text.size()));
    };
    if (!made.name.assign(name)) {
        return refuse("lods[].tags[].property.name", name);
    }
    if (!made.value.assign(value)) {
        return refuse("lods[].tags[].property.value", value);
    }
    if (name.empty() || !level.has_tags) {
        return impl::refusal("lods[].tags[].property", name.empty() ? "a name that is not empty" : "a level with tags",
                             name);
    }
    model.set(level.tags, model.get(level.tags)); // a copied level has the same tags as the other
    const std::span<owned_tag> tags = model.get(level.tags);
    std::size_t end = 0; // of the tags that come before a new property
    for (std::size_t i = 0; i < tags.size(); ++i) {
        const tag_kind kind = tags[i].kind;
        if (const property found = model.tag(level, i).property(); found && compare_any_case(found.name(), name) == 0) {
            model.set(tags[i].data, model.get(tags[i].data));
            auto& stored = *effigy::impl::overlay<property_record>(model.get(tags[i].data).data());
            static_cast<void>(stored.value.assign(made.value.view())); // `value` may have been in the pool
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

EFFIGY_API_BODY std::size_t repair(owned_model& model) {
    std::size_t count = 0;
    for (owned_lod& level : model.get(model.lods)) {
        const lod_kind kind = meaning_of(level.resolution).kind;
        if (is_geometry_only(kind) || is_shadow_volume(kind)) {
            continue;
        }
        const std::span<const owned_point> points = std::as_const(model).get(level.points);
        const std::span<const vec3<form::host>> normals = std::as_const(model).get(level.normals);
        impl::normal_judge judge{pool<impl::judged_face>{model.all<char>().resource()}};
        for (const owned_face& face : std::as_const(model).get(level.faces)) {
            judge.add(
                face.corners(),
                [points](std::uint32_t i) {
                    const owned_point* const found = find_at(points, i);
                    return found != nullptr ? &found->position : nullptr;
                },
                [normals](std::uint32_t i) { return find_at(normals, i); });
        }
        if (judge.contradict()) {
            compute_normals(model, level);
            ++count;
        }
    }
    return count;
}

}}} // namespace effigy::v0::p3d
#endif
