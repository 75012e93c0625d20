// Editing models that own their data, and the values that follow from others. What the game needs of an edited file:
// docs/writing.md. If memory runs out, a model may have changed in part.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/nwn/decode.hpp>
#include <effigy/nwn/encode.hpp>
#include <effigy/nwn/owned/derive.hpp>
#include <effigy/nwn/sample/merges.hpp>
#include <effigy/owned/editing.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

inline constexpr name_rule texture_rule = name_rule::any_case;
inline constexpr name_rule node_rule = name_rule::any_case;

// Renames the textures and materials of meshes, and the textures of emitters and lens flares. Returns how many names
// changed. "null", in any case, stands for none and stays. The texture is what holds a merge of the Enhanced Edition
// together: if the new name is that of other meshes, so that the merges would no longer be found, all are undone, see
// unmerge(). Errors: bad_value, if a name has more than 63 characters or a NUL; an error of encode(), if merges cannot
// be found. Nothing is changed.
EFFIGY_API result<std::size_t> rename_textures(owned_model& model, renamings rules);

// Renames nodes, in the model and in its animations, and the texts that refer to them: where an animation begins, and
// the name of the model, if its root has it. Returns how many names of nodes changed. Part numbers stay: number_parts()
// computes them again. Error: bad_value, if another node has the new name, or if it has more than 31 characters or a
// NUL; nothing is changed.
EFFIGY_API result<std::size_t> rename_nodes(owned_model& model, renamings rules);
// The same for a model of which the supermodel is at hand: where the rule of number_parts() gives a node another number
// than before, it has that number. Also an error of number_parts().
EFFIGY_API result<std::size_t> rename_nodes(owned_model& model, renamings rules, const nwn::model& supermodel);

// Multiplies all lengths, and derived values with them: positions, boxes, radiuses, planes, areas, collision trees,
// bind poses, positions in animations, the factor for those of a supermodel, radiuses of lights, sizes, speeds and
// accelerations of particles. Times stay.
EFFIGY_API [[nodiscard]] error scale(owned_model& model, float factor);

// Undoes the merges of the Enhanced Edition: each mesh has its own indices and is drawn again. A target's box, radius
// and average are computed from the vertices that remain. Returns how many meshes changed. An error of encode(), if
// merges cannot be found.
EFFIGY_API result<std::size_t> unmerge(owned_model& model);

// Replaces the keys of a controller, or adds it. `values`: rows of `columns` numbers, one per time. Errors: bad_value,
// if a count is too large for the format, if the numbers of rows differ, or if this or another controller has a number
// of columns that its id does not have; out_of_bounds, if another controller's rows are not inside the node's pool.
// Nothing is changed.
EFFIGY_API [[nodiscard]] error set_keys(owned_model& model, owned_node& node, std::int32_t id, std::uint8_t columns,
                                        std::span<const float> times, std::span<const float> values);

// Sets the supermodel, and the numbers that follow from it, see number_parts(). `name`: "" or "null" for none. Errors:
// bad_value, if the name has more than 63 characters or a NUL; that of number_parts(). Nothing is changed.
EFFIGY_API [[nodiscard]] error set_supermodel(owned_model& model, std::string_view name, const nwn::model& supermodel);

}}} // namespace effigy::v0::nwn

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/nwn/owned/merge_edits.hpp>
#include <effigy/nwn/owned/scaling.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

namespace impl {

template <class = when_used> class texture_renamer {
public:
    texture_renamer(std::span<const renaming> rules, std::pmr::memory_resource* memory)
        : renamed_(rules, texture_rule, memory) {}

    [[nodiscard]] std::string_view operator()(std::string_view name) {
        return compare_any_case(name, "null") == 0 ? std::string_view{} : renamed_(name);
    }

private:
    renamer<> renamed_;
};

// Adds all texts that name textures.
template <class = when_used> void add_textures(owned_model& model, auto& names) {
    for (owned_mesh& mesh : model.all<owned_mesh>()) {
        for (text<64>* const name : {&mesh.textures[0], &mesh.textures[1], &mesh.textures[2], &mesh.material}) {
            names.add(*name, 0);
        }
    }
    for (owned_emitter& emitter : model.all<owned_emitter>()) {
        names.add(emitter.texture, 0);
    }
}

// Adds the names of a tree's nodes.
template <class = when_used>
void add_nodes(owned_model& model, const pool_slice<owned_node>& nodes, std::uint32_t scope, auto& names) {
    std::uint32_t i = 0;
    for (owned_node& node : model.get(nodes)) {
        names.add(node.name, i++, scope);
    }
}

// Adds the texts that refer to nodes: the model's name, if its root has it, and where animations begin.
template <class = when_used> void add_references(owned_model& model, auto& names) {
    const std::span<const owned_node> nodes = std::as_const(model).get(model.nodes);
    if (!nodes.empty() && compare_any_case(nodes[0].name.view(), model.geometry.name.view()) == 0) {
        names.add(model.geometry.name, 0);
    }
    for (owned_animation& clip : model.get(model.animations)) {
        names.add(clip.root, 0);
    }
}

} // namespace impl

EFFIGY_API_BODY result<std::size_t> rename_textures(owned_model& model, renamings rules) {
    std::pmr::memory_resource* const memory = model.all<char>().resource();
    impl::texture_renamer<> renamed{rules, memory};
    impl::text_renamer<owned_model, text<64>, impl::texture_renamer<>> names{model, renamed, texture_rule, memory};
    impl::add_textures(model, names);
    impl::text_renamer<owned_model, owned_name, impl::texture_renamer<>> flares{model, renamed, texture_rule, memory};
    for (owned_name& flare : model.all<owned_name>()) {
        flares.add(flare, 0);
    }
    if (const auto* const misfit = names.find_misfit(); misfit != nullptr) {
        return impl::refusal("nodes[].mesh.textures[]", "at most 63 characters, without NUL",
                             names.old_name(*misfit->text), names.size_of_misfit());
    }
    const auto is_valid = [](std::string_view name, std::uint32_t) { return text<64>{}.assign(name); };
    if (const auto* const flare = flares.find_invalid(is_valid); flare != nullptr) {
        return impl::refusal("nodes[].light.flareTextures[]", "at most 63 characters, without NUL",
                             flares.old_name(*flare->text));
    }
    if (const error why = flares.check("nodes[].light.flareTextures[]")) {
        return why;
    }
    auto before = impl::merges_of(model);
    if (!before) {
        return before.error();
    }
    const std::size_t count = names.apply() + flares.apply();
    if (!before->empty()) {
        if (const auto after = impl::merges_of(model); !after || !impl::same_merges(*before, *after)) {
            impl::unmerge_all(model, *before);
        }
    }
    return count;
}

EFFIGY_API_BODY result<std::size_t> rename_nodes(owned_model& model, renamings rules) {
    std::pmr::memory_resource* const memory = model.all<char>().resource();
    impl::renamer<> renamed{rules, node_rule, memory};
    impl::text_renamer<owned_model, text<32>, impl::renamer<>> names{model, renamed, node_rule, memory};
    impl::add_nodes(model, model.nodes, 0, names);
    std::uint32_t scope = 0;
    for (const owned_animation& clip : model.get(model.animations)) {
        impl::add_nodes(model, clip.nodes, ++scope, names);
    }
    impl::text_renamer<owned_model, text<64>, impl::renamer<>> references{model, renamed, node_rule, memory};
    impl::add_references(model, references);
    const auto refuse = [&](const auto& entry, const char* expected, std::int64_t found = 0) {
        const error why =
            impl::refusal("nodes[].name", expected, names.old_name(*entry.text), found).within(entry.number);
        if (entry.scope == 0) {
            return why;
        }
        error out = why.within(entry.scope - 1);
        out.path_prefix = "animations[].";
        return out;
    };
    if (const auto* const misfit = names.find_misfit(); misfit != nullptr) {
        return refuse(*misfit, "at most 31 characters, without NUL", names.size_of_misfit());
    }
    if (const auto* const misfit = references.find_misfit(); misfit != nullptr) {
        return impl::refusal("model.name", "at most 63 characters, without NUL", references.old_name(*misfit->text),
                             references.size_of_misfit());
    }
    if (const auto* const clash = names.find_clash(); clash != nullptr) {
        return refuse(*clash, "a name that no other node has");
    }
    const auto is_named = [](std::string_view by, std::uint32_t) { return !by.empty(); };
    if (const auto* const unnamed = names.find_invalid(is_named); unnamed != nullptr) {
        return refuse(*unnamed, "a name that is not empty");
    }
    static_cast<void>(references.apply());
    return names.apply();
}

EFFIGY_API_BODY result<std::size_t> rename_nodes(owned_model& model, renamings rules, const nwn::model& supermodel) {
    std::pmr::memory_resource* const memory = model.all<char>().resource();
    owned_model original{memory}, before{memory}, after{memory};
    original = before = model;
    result<std::size_t> count = rename_nodes(model, rules);
    if (!count) {
        return count; // its name is in the model, which has not changed
    }
    after = model;
    for (owned_model* const each : {&before, &after}) {
        if (const error why = number_parts(*each, supermodel)) {
            model = original;
            return why;
        }
    }
    for (std::size_t i = 0; i < model.all<owned_node>().size(); ++i) {
        const std::int32_t number = after.all<owned_node>()[i].part_number;
        if (number != before.all<owned_node>()[i].part_number) {
            model.all<owned_node>()[i].part_number = number;
        }
    }
    return count;
}

EFFIGY_API_BODY error scale(owned_model& model, float factor) {
    return impl::scale_with(factor, [&](impl::scale_factor& by) { impl::scaling{model, by}.run(); });
}

EFFIGY_API_BODY result<std::size_t> unmerge(owned_model& model) {
    const auto merges = impl::merges_of(model);
    if (!merges) {
        return merges.error();
    }
    return impl::unmerge_all(model, *merges);
}

EFFIGY_API_BODY error set_keys(owned_model& model, owned_node& node, std::int32_t id, std::uint8_t columns,
                               std::span<const float> times, std::span<const float> values) {
    owned_key made{};
    made.id = id;
    made.columns = columns;
    if (times.empty() || times.size() > 0x7FFF || values.size() != times.size() * made.width()) {
        return {{"nodes[].controllers[].rows", location::nowhere},
                errc::bad_value,
                0x7FFF,
                static_cast<std::int64_t>(times.size()),
                "rows of `columns` numbers, one per time"};
    }
    made.rows = static_cast<std::int16_t>(times.size());
    const error wrong_columns{{"nodes[].controllers[].columns", location::nowhere},
                              errc::bad_value,
                              0,
                              columns,
                              "the columns of a controller with this id"};
    if (!made.has_valid_columns()) {
        return wrong_columns;
    }
    std::pmr::memory_resource* const memory = model.all<float>().resource();
    pool<owned_key> keys{memory};
    pool<float> numbers{memory};
    const auto add = [&](owned_key key, std::span<const float> of_times, std::span<const float> of_values) {
        key.time_index = static_cast<std::uint16_t>(numbers.size());
        numbers.append(of_times);
        key.value_index = static_cast<std::uint16_t>(numbers.size());
        const bool fits = numbers.size() <= 0xFFFF;
        numbers.append(of_values);
        keys.push_back(key);
        return fits;
    };
    bool is_new = true, fits = true;
    for (const owned_key& key : std::as_const(model).get(node.controllers)) {
        const bool is_old = key.id == id;
        if (!is_old && !key.has_valid_columns()) {
            error out = wrong_columns; // how long are the rows that must move?
            out.found = key.columns;
            return out;
        }
        const bool is_inside = key.rows <= 0 || (!model.times(node, key).empty() &&
                                                 (key.width() == 0 || !model.values(node, key).empty()));
        if (!is_old && !is_inside) {
            return {{"nodes[].controllers[].rows", location::nowhere}, errc::out_of_bounds, 0, key.rows};
        }
        if (!is_old) {
            fits = add(key, model.times(node, key), model.values(node, key)) && fits;
        } else if (is_new) {
            fits = add(made, times, values) && fits;
            is_new = false;
        }
    }
    if (is_new) {
        fits = add(made, times, values) && fits;
    }
    if (!fits) {
        return {{"nodes[].controllers[].valueIndex", location::nowhere},
                errc::bad_value,
                0xFFFF,
                static_cast<std::int64_t>(numbers.size()),
                "at most 65,535 numbers before the values"};
    }
    model.set(node.controllers, keys);
    model.set(node.pool, numbers);
    return {};
}

EFFIGY_API_BODY error set_supermodel(owned_model& model, std::string_view name, const nwn::model& supermodel) {
    auto named = model.supermodel;
    if (!named.assign(name)) {
        return impl::refusal("model.supermodel", "at most 63 characters, without NUL", name,
                             static_cast<std::int64_t>(name.size()));
    }
    if (const error why = number_parts(model, supermodel)) {
        return why;
    }
    model.supermodel = named;
    return {};
}

}}} // namespace effigy::v0::nwn
#endif
