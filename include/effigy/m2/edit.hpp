// Editing models that own their data. What follows from an edit is computed by the functions of owned/derive.hpp.
// Bones have no names, so there is no rename_nodes(). If memory runs out, a model may have changed in part.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/m2/decode.hpp>
#include <effigy/m2/encode.hpp>
#include <effigy/m2/owned/derive.hpp>
#include <effigy/owned/editing.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

inline constexpr name_rule texture_rule = name_rule::path;

// Renames textures, and the models that particle emitters emit: {"old\\*", "new\\*"} moves a folder. Returns how many
// names changed. The FileDataID of a renamed texture becomes 0. Errors: bad_value, if a name has a NUL; budget, if the
// new names take more than 16 times the bytes of the pools plus 64 KiB.
EFFIGY_API result<std::size_t> rename_textures(owned_model& model, renamings rules);

// Sets the name of a texture. Its FileDataID becomes 0. Error: bad_value, if there is no such texture, or if the name
// is empty or has a NUL.
EFFIGY_API [[nodiscard]] error set_texture_name(owned_model& model, std::uint32_t number, std::string_view name);
// Sets the FileDataID of a texture, which has no name then. Error: bad_value, if there is no such texture, if the model
// has no list of FileDataIDs, or if the id is 0.
EFFIGY_API [[nodiscard]] error set_texture_file(owned_model& model, std::uint32_t number, std::uint32_t file);
// Sets the type of a texture. One that is no file has no name then, and no FileDataID: the game chooses it. Error:
// bad_value, if there is no such texture, if a file would have neither a name nor a FileDataID, or as of
// compute_replaceable_lookup().
EFFIGY_API [[nodiscard]] error set_texture_type(owned_model& model, std::uint32_t number, texture_type type);

// Multiplies all lengths: positions, boxes, radiuses, translations in animations, distances of cameras and lights;
// speeds and accelerations, too, since times stay. Errors: bad_value, if a length would become infinite or 0, or if
// files beside the model are missing that contain lengths.
EFFIGY_API [[nodiscard]] error scale(owned_model& model, float factor);

// ---- animations ----------------------------------------------------------------------------------------------------

// Removes an animation, its keys and its .anim. If it has aliases, the first of them has its keys from here on. Before
// version 264, keys stay on the time line. Errors: bad_value, if there is no such animation, if an alias has keys of an
// .anim that was not joined, or as of encode(), if key_place contradicts the flags.
EFFIGY_API [[nodiscard]] error drop_animation(owned_model& model, std::uint32_t number);
// Removes several at once.
EFFIGY_API [[nodiscard]] error drop_animations(owned_model& model, std::span<const std::uint32_t> numbers);

// Adds an animation of a model with the same bones, behind all others; from version 264 on, its keys are in the model.
// Returns its number. Its variation is the next one of its id. Keys of bones are those of the other model. So are keys
// of other records if both models have as many of the kind; else they keep the value that they have at the start of the
// first animation, and events do not happen. Tracks that follow a global sequence do not change. Errors: bad_value, if
// there is no such animation, if its keys are missing, if the bones have other parents, if the versions store keys in
// different ways, or if a track that has keys has another interpolation, or tangents; budget, if keys for all
// animations would take more than 16 times the bytes of the pools plus 64 KiB.
EFFIGY_API result<std::uint32_t> append_animation(owned_model& model, const owned_model& from, std::uint32_t number);

// Replaces the keys that a track has for an animation and its aliases. `times`: milliseconds since the animation's
// start; `values`: one per time. The first and the last value are also those at the animation's start and end. Other
// animations stay as they are: before version 264, those that use keys of this one get keys of their own. The track
// keeps its interpolation. Call compute_bounds() after the last edit of bones. Errors: bad_value, if times do not rise,
// are outside of the animation, or are not as many as the values; if the track is not one of the model, follows a
// global sequence or has tangents; if the keys are in an .anim that was not joined; before version 264, if animations
// overlap.
EFFIGY_API [[nodiscard]] error set_keys(owned_model& model, owned_track<vec3<form::host>>& track,
                                        std::uint32_t animation, std::span<const std::uint32_t> times,
                                        std::span<const vec3<form::host>> values);
EFFIGY_API [[nodiscard]] error set_keys(owned_model& model, owned_track<float>& track, std::uint32_t animation,
                                        std::span<const std::uint32_t> times, std::span<const float> values);
EFFIGY_API [[nodiscard]] error set_keys(owned_model& model, owned_track<owned_opacity>& track, std::uint32_t animation,
                                        std::span<const std::uint32_t> times, std::span<const owned_opacity> values);
EFFIGY_API [[nodiscard]] error set_keys(owned_model& model, owned_track<std::uint8_t>& track, std::uint32_t animation,
                                        std::span<const std::uint32_t> times, std::span<const std::uint8_t> values);
EFFIGY_API [[nodiscard]] error set_keys(owned_model& model, owned_track<quat<form::host>>& track,
                                        std::uint32_t animation, std::span<const std::uint32_t> times,
                                        std::span<const quat<form::host>> values);
// The same for the rotation of a bone of any version; from 260 on, it is stored with 16 bits per component.
EFFIGY_API [[nodiscard]] error set_rotation_keys(owned_model& model, owned_bone& bone, std::uint32_t animation,
                                                 std::span<const std::uint32_t> times,
                                                 std::span<const quat<form::host>> values);
// Replaces the times at which an event happens in an animation.
EFFIGY_API [[nodiscard]] error set_times(owned_model& model, owned_event& event, std::uint32_t animation,
                                         std::span<const std::uint32_t> times);

// ---- meshes --------------------------------------------------------------------------------------------------------

// Removes a submesh of the first profile, in all profiles: with its vertices, triangles and batches, and all parts into
// which it is cut for a smaller number of bones, which have the same geoset. The model keeps its vertices. Errors:
// bad_value, if there is no such submesh, if a .skin is missing, or if the profiles have other triangles of the geoset.
EFFIGY_API [[nodiscard]] error drop_submesh(owned_model& model, std::uint32_t number);
// Removes several at once.
EFFIGY_API [[nodiscard]] error drop_submeshes(owned_model& model, std::span<const std::uint32_t> numbers);

// Removes a batch of the first profile, and the same layer in all profiles. Errors: bad_value, if there is no such
// batch, if it is the only one of its submesh, if a .skin is missing, or if other profiles do not have the layer.
EFFIGY_API [[nodiscard]] error drop_batch(owned_model& model, std::uint32_t number);

// ---- what is attached to bones -------------------------------------------------------------------------------------

// Adds an event, which happens at no time yet: see set_times(). Returns its number. Error: bad_value, if `id` has not
// four characters, or if the bone does not exist.
EFFIGY_API result<std::uint32_t> add_event(owned_model& model, std::string_view id, std::uint32_t bone,
                                           const vec3<form::host>& position);

// Adds an attachment, which is always visible, in the order of ids. Returns its number. Errors: bad_value, if the bone
// does not exist, or if another attachment has the id.
EFFIGY_API result<std::uint32_t> add_attachment(owned_model& model, std::uint32_t id, std::uint16_t bone,
                                                const vec3<form::host>& position);

}}} // namespace effigy::v0::m2

#if defined(EFFIGY_HAS_WRITING_BODIES)
#include <effigy/m2/owned/appending.hpp>
#include <effigy/m2/owned/dropping.hpp>
#include <effigy/m2/owned/scaling.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

namespace impl {

// A name ends with a NUL.
template <class = when_used> class texture_renamer {
public:
    texture_renamer(std::span<const renaming> rules, std::pmr::memory_resource* memory)
        : renamed_(rules, texture_rule, memory) {}

    // Returns the new name with its NUL; without data if the name stays.
    [[nodiscard]] std::string_view operator()(std::string_view name) {
        const std::string_view by = renamed_(name);
        return by.data() == nullptr || by == name ? std::string_view{} : std::string_view{by.data(), by.size() + 1};
    }

private:
    renamer<> renamed_;
};

// Edits a copy of a model, which replaces the model if there is no error.
template <class Edit> [[nodiscard]] error edit_copy(owned_model& model, const Edit& edit) {
    owned_model edited{model.all<char>().resource()};
    edited = model;
    const error why = edit(edited);
    if (!why) {
        model = std::move(edited);
    }
    return why;
}

[[nodiscard]] inline error missing_skin(const owned_model& model) noexcept {
    return model.skin_profiles.count != model.skin_profile_count
               ? refusal("m2.skinProfileCount", "all .skin files of the model", {}, model.skin_profile_count)
               : error{};
}
[[nodiscard]] inline error missing_bone(const owned_model& model, const char* path, std::uint32_t bone) noexcept {
    return bone >= model.get(model.bones).size() ? refusal(path, "the number of a bone", {}, bone) : error{};
}

[[nodiscard]] inline error missing_texture(const owned_model& model, std::uint32_t number) noexcept {
    return number >= model.get(model.textures).size() ? refusal("m2.textures", "the number of a texture", {}, number)
                                                      : error{};
}
// Sets a name without its NUL. The FileDataID becomes 0. No name is a lone NUL, as in the client's files, or stays
// none.
inline void set_texture_text(owned_model& model, std::uint32_t number, std::string_view name) {
    pool_slice<char>& text = model.get(model.textures)[number].name;
    if (!name.empty() || !text.empty()) {
        pool<char> chars{model.all<char>().resource()};
        chars.append(name);
        chars.push_back('\0');
        model.set<char>(text, chars);
    }
    if (std::uint32_t* const file = find_at(model.get(model.texture_files), number)) {
        *file = 0;
    }
}

// Finds a track in its model, and replaces the keys of an animation.
template <class T> class key_setter {
public:
    key_setter(owned_model& model, std::uint32_t number, std::span<const std::uint32_t> times)
        : model_(model), number_(number), times_(times), sharing_(model.all<char>().resource()),
          keys_(model.all<char>().resource()) {}

    template <class Values> [[nodiscard]] error set(owned_track<T>& track, const char* name, const Values& values) {
        if (const error why = check(track)) {
            return why;
        }
        if (values.size() != times_.size() || values.empty() || model_.keys(track, number_).has_tangents()) {
            return refusal("m2.values", "a value for each time, without tangents", {},
                           static_cast<std::int64_t>(values.size()));
        }
        for (std::size_t i = 0; i < values.size(); ++i) {
            keys_.push_back({times_[i], values[i]});
        }
        hold_ends(keys_, std::as_const(model_).get(model_.animations)[number_].duration);
        const pool<std::uint8_t> weights = changing_weights(model_);
        const error why = set_track_keys(model_, track, name, number_, sharing_, surplus_of_ranges(model_), keys_);
        if (!why) {
            complete_flags(model_, weights);
        }
        return why;
    }
    [[nodiscard]] error set_event(owned_event_track& track) {
        const error why = check(track);
        return why ? why : set_event_times(model_, track, number_, sharing_, surplus_of_ranges(model_), times_);
    }

private:
    [[nodiscard]] error check(const owned_timeline& track) {
        const auto all = std::as_const(model_).get(model_.animations);
        if (number_ >= all.size()) {
            return refusal("m2.animations", "the number of an animation", {}, number_);
        }
        if (all[number_].key_place == key_place::missing) {
            return refusal("m2.animations[].keyPlace", "keys of a known .anim", {}, 1).within(number_);
        }
        if (track.global_sequence >= 0) {
            return refusal("m2.globalSequence", "a track that follows no global sequence", {}, track.global_sequence);
        }
        for (std::size_t i = 0; i < times_.size(); ++i) {
            if (times_[i] > all[number_].duration || (i != 0 && times_[i] <= times_[i - 1])) {
                return refusal("m2.times", "times that rise, at most the duration of the animation", {}, times_[i]);
            }
        }
        return sharing_.fill(all, model_.version);
    }

    owned_model& model_;
    std::uint32_t number_;
    std::span<const std::uint32_t> times_;
    key_table<> sharing_;
    key_pool<T> keys_;
};
template <class T>
[[nodiscard]] error set_keys_of(owned_model& model, owned_track<T>& track, std::uint32_t number,
                                std::span<const std::uint32_t> times, std::span<const T> values) {
    const char* found = nullptr;
    for_each_track(model, [&]<class Track>(Track& each, const char* name) {
        if constexpr (std::is_same_v<Track, owned_track<T>>) {
            found = &each == &track ? name : found;
        }
    });
    return found != nullptr ? key_setter<T>{model, number, times}.set(track, found, values)
                            : refusal("m2", "a track of the model; for rotations of bones, set_rotation_keys()");
}

} // namespace impl

EFFIGY_API_BODY result<std::size_t> rename_textures(owned_model& model, renamings rules) {
    using text = array_ref<char, form::host>;
    std::pmr::memory_resource* const memory = model.all<char>().resource();
    impl::texture_renamer<> renamed{rules, memory};
    impl::text_renamer<owned_model, text, impl::texture_renamer<>> names{model, renamed, texture_rule, memory};
    pool<pool_slice<char>> before{memory};
    for (owned_texture& one : model.get(model.textures)) {
        before.push_back(one.name);
        names.add(one.name, static_cast<std::uint32_t>(before.size() - 1));
    }
    for (owned_particle& one : model.get(model.particles)) {
        names.add(one.model, 0);
        names.add(one.recursion_model, 0);
    }
    constexpr const char* path = "m2.textures[].name";
    if (const error why = names.check(path)) {
        return why;
    }
    const auto is_valid = [](std::string_view by, std::uint32_t) { return by.find('\0') + 1 == by.size(); };
    if (const auto* const invalid = names.find_invalid(is_valid); invalid != nullptr) {
        return impl::refusal(path, "a name without NUL", names.old_name(*invalid->text)).within(invalid->number);
    }
    const std::size_t count = names.apply();
    for (std::size_t i = 0; i < before.size(); ++i) {
        std::uint32_t* const file = find_at(model.get(model.texture_files), i);
        if (file != nullptr && model.get(model.textures)[i].name.first != before[i].first) {
            *file = 0;
        }
    }
    return count;
}

EFFIGY_API_BODY error set_texture_name(owned_model& model, std::uint32_t number, std::string_view name) {
    if (const error why = impl::missing_texture(model, number)) {
        return why;
    }
    if (name.empty() || name.find('\0') != std::string_view::npos) {
        return impl::refusal("m2.textures[].name", "a name without NUL", name).within(number);
    }
    impl::set_texture_text(model, number, name);
    return {};
}

EFFIGY_API_BODY error set_texture_file(owned_model& model, std::uint32_t number, std::uint32_t file) {
    if (const error why = impl::missing_texture(model, number)) {
        return why;
    }
    if (file == 0 || number >= model.texture_files.count) {
        return impl::refusal("m2.textureFiles[]", "a FileDataID, and a model that has some (chunk TXID)", {}, file)
            .within(number);
    }
    impl::set_texture_text(model, number, {});
    model.get(model.texture_files)[number] = file;
    return {};
}

EFFIGY_API_BODY error set_texture_type(owned_model& model, std::uint32_t number, texture_type type) {
    if (const error why = impl::missing_texture(model, number)) {
        return why;
    }
    const std::uint32_t* const file = find_at(std::as_const(model).get(model.texture_files), number);
    const bool has_file = file != nullptr && *file != 0;
    if (type == texture_type::file && !has_file &&
        std::as_const(model).get(model.get(model.textures)[number].name).empty()) {
        return impl::refusal("m2.textures[].name", "a name or a FileDataID for a texture from a file").within(number);
    }
    return impl::edit_copy(model, [&](owned_model& edited) {
        edited.get(edited.textures)[number].type = type;
        if (type != texture_type::file) {
            impl::set_texture_text(edited, number, {});
        }
        return compute_replaceable_lookup(edited);
    });
}

EFFIGY_API_BODY error scale(owned_model& model, float factor) {
    if (const error why = impl::missing_skin(model)) {
        return why;
    }
    if (model.skeleton_file != 0 && model.skeletons.empty()) {
        return impl::refusal("m2.skeletonFile", "the .skel of the model", {}, model.skeleton_file);
    }
    const auto is_missing = [](const auto&, const auto& track) { return !track.missing.empty(); };
    if (const location found = impl::find_track_of_lengths(std::as_const(model), is_missing);
        !std::string_view{found.path}.empty()) {
        error why = impl::refusal(found.path, "keys of known .anim files");
        static_cast<location&>(why) = found;
        return why;
    }
    return impl::scale_with(factor, [&](impl::scale_factor& by) { impl::scaling{model, by}.run(); });
}

EFFIGY_API_BODY error drop_animation(owned_model& model, std::uint32_t number) {
    return drop_animations(model, {&number, 1});
}
EFFIGY_API_BODY error drop_animations(owned_model& model, std::span<const std::uint32_t> numbers) {
    return impl::edit_copy(model,
                           [&](owned_model& edited) { return impl::animation_dropper<>{edited, numbers}.run(); });
}

EFFIGY_API_BODY result<std::uint32_t> append_animation(owned_model& model, const owned_model& from,
                                                       std::uint32_t number) {
    const std::uint32_t added = model.animations.count;
    const error why = impl::edit_copy(
        model, [&](owned_model& edited) { return impl::animation_appender<>{edited, from, number}.run(); });
    return why ? result<std::uint32_t>{why} : added;
}

EFFIGY_API_BODY error set_keys(owned_model& model, owned_track<vec3<form::host>>& track, std::uint32_t animation,
                               std::span<const std::uint32_t> times, std::span<const vec3<form::host>> values) {
    return impl::set_keys_of(model, track, animation, times, values);
}
EFFIGY_API_BODY error set_keys(owned_model& model, owned_track<float>& track, std::uint32_t animation,
                               std::span<const std::uint32_t> times, std::span<const float> values) {
    return impl::set_keys_of(model, track, animation, times, values);
}
EFFIGY_API_BODY error set_keys(owned_model& model, owned_track<owned_opacity>& track, std::uint32_t animation,
                               std::span<const std::uint32_t> times, std::span<const owned_opacity> values) {
    return impl::set_keys_of(model, track, animation, times, values);
}
EFFIGY_API_BODY error set_keys(owned_model& model, owned_track<std::uint8_t>& track, std::uint32_t animation,
                               std::span<const std::uint32_t> times, std::span<const std::uint8_t> values) {
    return impl::set_keys_of(model, track, animation, times, values);
}
EFFIGY_API_BODY error set_keys(owned_model& model, owned_track<quat<form::host>>& track, std::uint32_t animation,
                               std::span<const std::uint32_t> times, std::span<const quat<form::host>> values) {
    return impl::set_keys_of(model, track, animation, times, values);
}

EFFIGY_API_BODY error set_rotation_keys(owned_model& model, owned_bone& bone, std::uint32_t animation,
                                        std::span<const std::uint32_t> times,
                                        std::span<const quat<form::host>> values) {
    if (model.version < first_version<bone_record_260>) {
        return impl::set_keys_of(model, bone.rotation, animation, times, values);
    }
    pool<owned_packed_quat> packed{model.all<char>().resource()};
    for (const quat<form::host>& each : values) {
        owned_packed_quat one{};
        impl::store(value_of<double>(each), one);
        packed.push_back(one);
    }
    owned_track<owned_packed_quat> track = impl::packed_rotation(bone);
    impl::key_setter<owned_packed_quat> setter{model, animation, times};
    const error why = setter.set(track, "rotation", packed);
    if (!why) {
        impl::set_packed_rotation(bone, track);
        compute_bone_flags(model);
    }
    return why;
}

EFFIGY_API_BODY error set_times(owned_model& model, owned_event& event, std::uint32_t animation,
                                std::span<const std::uint32_t> times) {
    return impl::key_setter<std::uint8_t>{model, animation, times}.set_event(event.times);
}

EFFIGY_API_BODY error drop_submesh(owned_model& model, std::uint32_t number) {
    return drop_submeshes(model, {&number, 1});
}
EFFIGY_API_BODY error drop_submeshes(owned_model& model, std::span<const std::uint32_t> numbers) {
    const std::span<const owned_skin_profile> profiles = std::as_const(model).get(model.skin_profiles);
    if (numbers.empty()) {
        return {};
    }
    if (const error why = impl::missing_skin(model)) {
        return why;
    }
    const std::size_t count = profiles.empty() ? 0 : profiles[0].submeshes.count;
    pool<std::uint8_t> is_geoset{std::size_t{0x10000}, model.all<char>().resource()};
    pool<std::uint32_t> geosets = impl::geosets_of(model);
    for (const std::uint32_t number : numbers) {
        if (number >= count) {
            return impl::refusal("m2.skinProfiles[].submeshes", "the number of a submesh", {}, number).within(0);
        }
        if (geosets[number] == npos) {
            return impl::refusal(impl::submesh_path, "a submesh with a batch, which has its geoset")
                .within(number)
                .within(0);
        }
        is_geoset[geosets[number]] = 1;
    }
    return impl::edit_copy(model, [&](owned_model& edited) -> error {
        impl::geoset_dropper<> dropper{edited, is_geoset};
        pool<std::uint64_t> indices{edited.all<char>().resource()}; // of the first profile
        std::uint32_t i = 0;
        for (owned_skin_profile& one : edited.get(edited.skin_profiles)) {
            const pool<std::uint64_t>& found = dropper.find(one);
            indices = i == 0 ? found : indices;
            for (std::uint32_t geoset = 0; geoset < found.size(); ++geoset) {
                if (found[geoset] != indices[geoset]) {
                    return impl::refusal("m2.skinProfiles[].batches[].geoset",
                                         "as many triangles as in the first profile", {}, geoset)
                        .within(0)
                        .within(i);
                }
            }
            if (const error why = dropper.drop(one)) {
                return why;
            }
            ++i;
        }
        return {};
    });
}

EFFIGY_API_BODY error drop_batch(owned_model& model, std::uint32_t number) {
    const std::span<const owned_skin_profile> profiles = std::as_const(model).get(model.skin_profiles);
    if (const error why = impl::missing_skin(model)) {
        return why;
    }
    if (profiles.empty() || number >= std::as_const(model).get(profiles[0].batches).size()) {
        return impl::refusal("m2.skinProfiles[].batches", "the number of a batch", {}, number).within(0);
    }
    const owned_batch dropped = std::as_const(model).get(profiles[0].batches)[number];
    return impl::edit_copy(model, [&](owned_model& edited) -> error {
        std::uint32_t profile = 0;
        for (owned_skin_profile& one : edited.get(edited.skin_profiles)) {
            if (!impl::drop_layer(edited, one, dropped)) {
                return impl::refusal("m2.skinProfiles[].batches[]",
                                     "the layer, and another one of each of its submeshes", {}, number)
                    .within(number)
                    .within(profile);
            }
            ++profile;
        }
        return {};
    });
}

EFFIGY_API_BODY result<std::uint32_t> add_event(owned_model& model, std::string_view id, std::uint32_t bone,
                                                const vec3<form::host>& position) {
    owned_event one{};
    if (id.size() != std::size(one.id.chars)) {
        return impl::refusal("m2.events[].id", "four characters", id, static_cast<std::int64_t>(id.size()));
    }
    convert_block(id.data(), std::span{one.id.chars}.data(), id.size());
    if (const error why = impl::missing_bone(model, "m2.events[].bone", bone)) {
        return why;
    }
    one.bone = bone;
    one.position = position;
    one.times.global_sequence = -1;
    if (model.version >= first_version<model_header_264>) {
        impl::spread_parts(model, one.times);
    } else {
        impl::set_ranges(model, one.times, impl::surplus_of_ranges(model));
    }
    model.append(model.events, one);
    return model.events.count - 1;
}

EFFIGY_API_BODY result<std::uint32_t> add_attachment(owned_model& model, std::uint32_t id, std::uint16_t bone,
                                                     const vec3<form::host>& position) {
    const auto all = std::as_const(model).get(model.attachments);
    std::uint32_t place = 0;
    for (const owned_attachment& one : all) {
        if (one.id == id) {
            return impl::refusal("m2.attachments[].id", "an id that no other attachment has", {}, id).within(place);
        }
        place += one.id < id ? 1U : 0U;
    }
    if (const error why = impl::missing_bone(model, "m2.attachments[].bone", bone)) {
        return why;
    }
    const error why = impl::edit_copy(model, [&](owned_model& edited) {
        owned_attachment made{};
        made.id = id;
        made.bone = bone;
        made.position = position;
        made.visible.global_sequence = -1;
        edited.set(made.visible.times, {0});
        edited.set(made.visible.values, {1});
        if (edited.version >= first_version<model_header_264>) {
            edited.append(made.visible.parts, {.times = made.visible.times, .values = made.visible.values});
        }
        edited.insert(edited.attachments, place, made);
        return compute_attachment_lookup(edited);
    });
    return why ? result<std::uint32_t>{why} : place;
}

}}} // namespace effigy::v0::m2
#endif
