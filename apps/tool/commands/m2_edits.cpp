#include "m2_edits.hpp"

#include <tool/answers/scene_of.hpp>
#include <tool/answers/text.hpp>
#include <tool/system/console.hpp>
#include <tool/system/judge.hpp>

#include <effigy/core/math.hpp>
#include <effigy/m2.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <type_traits>

namespace tool {

namespace m2 = effigy::m2;
using effigy::difference;
using m2::owned_model;
using count_or_error = effigy::result<std::size_t>;

namespace {

constexpr const char* animation_form = "a number, a name such as Walk, either with -VARIATION, or #NUMBER";

// "#12": the number of a record in the file.
std::optional<std::uint32_t> number_of_record(std::string_view text) {
    return text.starts_with('#') ? number_in(text.substr(1)) : std::nullopt;
}
// libc++ 19 has no from_chars() for it
std::optional<float> float_in(const std::string& text) {
    char* end = nullptr;
    const float out = std::strtof(text.c_str(), &end);
    const bool is_whole = !text.empty() && std::isspace(static_cast<unsigned char>(text.front())) == 0 &&
                          end == text.c_str() + text.size();
    return is_whole && std::isfinite(out) ? std::optional{out} : std::nullopt;
}

// Returns the number below `count` that has the name, in any case.
template <class Name> std::optional<std::uint32_t> named(std::string_view text, std::uint32_t count, const Name& name) {
    for (std::uint32_t i = 0; i < count; ++i) {
        if (!text.empty() && effigy::compare_any_case(name(i), text) == 0) {
            return i;
        }
    }
    return std::nullopt;
}

// "Walk", "Walk-1", "1200"
std::string name_of(const m2::owned_animation& one) {
    const std::string_view name = m2::animation_name(one.id);
    return (name.empty() ? std::to_string(one.id) : std::string{name}) +
           (one.variation != 0 ? '-' + std::to_string(one.variation) : "");
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, name) != names.end();
}

} // namespace

// ---- the command line ----------------------------------------------------------------------------------------------

std::optional<animation_choice> animation_choice::of(std::string_view text) {
    if (text.starts_with('#')) {
        const auto number = number_of_record(text);
        return number ? std::optional{animation_choice{true, *number}} : std::nullopt;
    }
    animation_choice out;
    if (const std::size_t at = text.rfind('-'); at != text.npos) {
        out.variation = number_in(text.substr(at + 1));
        if (!out.variation) {
            return std::nullopt;
        }
        text = text.substr(0, at);
    }
    out.id = number_in(text).value_or(m2::animation_id(text));
    return out.id <= 0xFFFF ? std::optional{out} : std::nullopt;
}

std::vector<std::uint32_t> animation_choice::in(const owned_model& model) const {
    std::vector<std::uint32_t> out;
    std::uint32_t number = 0;
    for (const m2::owned_animation& one : model.get(model.animations)) {
        if (is_number ? number == id : one.id == id && one.variation == variation.value_or(one.variation)) {
            out.push_back(number);
        }
        ++number;
    }
    return out;
}

std::optional<m2_edits::submesh_choice> m2_edits::submesh_of(std::string_view text) {
    if (text.starts_with('#')) {
        const auto number = number_of_record(text);
        return number ? std::optional{submesh_choice{true, *number}} : std::nullopt;
    }
    const auto parts = part_choice::of({std::string{text}});
    return parts && !parts->all ? std::optional{submesh_choice{false, parts->ids[0]}} : std::nullopt;
}

std::optional<m2_edits::texture_choice> m2_edits::texture_of(std::string_view text) {
    const auto [from, to] = pair_of(text).value_or(effigy::renaming{});
    const auto number = from.starts_with('#') ? number_of_record(from) : number_in(from);
    constexpr std::uint32_t known_types = 15;
    const auto type = named(to, known_types, [](std::uint32_t i) { return m2::name_of(m2::texture_type{i}); });
    const auto id = type ? type : number_in(to);
    return number && id && *id <= 0xFFFF ? std::optional{texture_choice{*number, m2::texture_type{*id}}} : std::nullopt;
}

std::optional<m2_edits::attachment_choice> m2_edits::attachment_of(std::string_view text) {
    const auto [name, place] = pair_of(text).value_or(effigy::renaming{});
    std::vector<std::string> numbers{""};
    for (const char c : place) {
        if (c == ',') {
            numbers.emplace_back();
        } else {
            numbers.back() += c;
        }
    }
    constexpr std::uint32_t most_named = 100;
    const auto known = named(name, most_named, [](std::uint32_t i) { return m2::attachment_name(i); });
    const auto id = known ? known : number_in(name), bone = number_in(numbers[0]);
    constexpr std::size_t with_position = 4;
    if (!id || !bone || *id > 0xFFFF || *bone > 0xFFFF || (numbers.size() != 1 && numbers.size() != with_position)) {
        return std::nullopt;
    }
    attachment_choice out{*id, *bone};
    if (numbers.size() == with_position) {
        const auto x = float_in(numbers[1]), y = float_in(numbers[2]), z = float_in(numbers[3]);
        if (!x || !y || !z) {
            return std::nullopt;
        }
        out.position = effigy::vector3<float>{*x, *y, *z};
    }
    return out;
}

std::string m2_edits::add_from(std::string_view text, model_cache& models) {
    const std::size_t at = text.rfind(':');
    const auto chosen = at != text.npos && at != 0 ? animation_choice::of(text.substr(at + 1)) : std::nullopt;
    if (!chosen) {
        return std::string{"expected OTHER.m2:ID; ID: "} + animation_form + "; found " + printable(text);
    }
    const std::string name{text.substr(0, at)};
    std::string complaint = "no model of World of Warcraft";
    const judgement judged = judge(path_of_name(name), models, [&](const auto& view, const judgement& so_far) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(view)>, m2::model>) {
            auto from = decode(view);
            if (so_far.status != status::ok || !from) {
                complaint = from ? "" : effigy::to_string(from.error());
                return;
            }
            const std::vector<std::uint32_t> numbers = chosen->in(*from);
            // Real models have up to 4 variations of an animation. Each is a copy of the model's lists.
            constexpr std::size_t most = 64;
            complaint = numbers.empty() ? "it has no animation " + printable(text.substr(at + 1))
                        : numbers.size() > most
                            ? "more than " + std::to_string(most) + " animations; choose one by #NUMBER"
                            : "";
            for (const std::uint32_t number : numbers) {
                const m2::owned_animation& one = std::as_const(*from).get(from->animations)[number];
                if (one.key_place == m2::key_place::missing) {
                    complaint = "the keys of " + name_of(one) + " are in an .anim that is missing";
                }
            }
            added_.values.push_back({*std::move(from), numbers});
        }
    });
    return judged.status != status::ok ? name + ": " + reason(judged)
           : complaint.empty()         ? ""
                                       : printable(name) + ": " + complaint;
}

template <class Value, class Read>
void m2_edits::read(option<Value>& to, const char* expected, const Read& read_one) {
    for (const std::string& text : to.texts) {
        if (auto value = read_one(text)) {
            to.values.push_back(*std::move(value));
        } else if (complaint_.empty()) {
            complaint_ = std::string{to.name} + ": expected " + expected + ", found " + printable(text);
        }
    }
}

m2_edits::m2_edits(const set_options& options, model_cache& models)
    : submeshes_{"--remove-submesh", options.removed_submeshes},
      removed_{"--remove-animation", options.removed_animations}, added_{"--add-animation", options.added_animations},
      types_{"--texture-type", options.texture_types}, attachments_{"--attachment", options.attachments} {
    read(submeshes_, "a number, a name such as hair_03, or #NUMBER", submesh_of);
    read(removed_, animation_form, animation_choice::of);
    read(types_, "NUMBER=TYPE, such as 2=body", texture_of);
    read(attachments_, "ID=BONE or ID=BONE,X,Y,Z", attachment_of);
    for (const std::string& text : options.added_animations) {
        if (complaint_.empty()) {
            const std::string why = add_from(text, models);
            complaint_ = why.empty() ? "" : std::string{added_.name} + ": " + why;
        }
    }
}

std::string m2_edits::idle_options(bool is_other_game) const {
    std::string out;
    each_option([&](const auto& of) {
        const std::string_view name = of.name;
        for (std::size_t i = 0; i < of.texts.size(); ++i) {
            if (!of.fits[i]) {
                const char* const what = is_other_game                  ? "no file is a model of World of Warcraft"
                                         : name == "--remove-submesh"   ? "no file has such a submesh"
                                         : name == "--texture-type"     ? "no file has a texture of this number"
                                         : name == "--remove-animation" ? "no file has such an animation"
                                                                        : nullptr;
                out += what != nullptr ? std::string{name} + ' ' + printable(of.texts[i]) + ": " + what + '\n' : "";
            }
        }
    });
    return out;
}

// ---- edits ---------------------------------------------------------------------------------------------------------

asked_edits m2_edits::operator()(owned_model& model, std::span<const effigy::renaming> renamed, fitting& fits,
                                 std::string& remark) const {
    asked_edits out;
    out.add(set_textures(model, renamed, fits));
    out.add(set_types(model));
    out.add(remove_submeshes(model, remark));
    out.add(remove_animations(model, remark));
    out.add(add_animations(model, remark));
    out.add(set_attachments(model));
    return out;
}

// Returns how many changed. Those that a pair names by number or FileDataID are not renamed by other pairs.
count_or_error m2_edits::set_textures(owned_model& model, std::span<const effigy::renaming> renamed,
                                      fitting& fits) const {
    std::vector<const effigy::renaming*> by(model.textures.count);
    const auto files = std::as_const(model).get(model.texture_files);
    const auto is_file = [&](std::uint32_t k) { // when all options are done
        effigy::m2::texture_type type = std::as_const(model).get(model.textures)[k].type;
        for (const texture_choice& one : types_.values) {
            type = one.number == k ? one.type : type;
        }
        return type == effigy::m2::texture_type::file;
    };
    for (std::size_t i = 0; i < renamed.size(); ++i) {
        const auto number = number_of_record(renamed[i].from), file = number_in(renamed[i].from);
        for (std::uint32_t k = 0; k < by.size(); ++k) {
            if (number == k || (file && *file != 0 && k < files.size() && files[k] == *file && is_file(k))) {
                fits.note(i);
                by[k] = by[k] == nullptr ? &renamed[i] : by[k];
            }
        }
    }
    const effigy::result<std::size_t> count = rename_textures(model, renamed);
    std::size_t changed = count ? *count : 0;
    effigy::error why = count ? effigy::error{} : count.error();
    for (std::uint32_t k = 0; k < by.size() && !why; ++k) {
        if (by[k] == nullptr) {
            continue;
        }
        if (!is_file(k)) {
            effigy::error chosen{{"m2.textures[].type", effigy::location::nowhere}, effigy::errc::bad_value};
            chosen.expected = "a texture that is a file; --texture-type NUMBER=file makes it one";
            return chosen.within(k);
        }
        std::string name{by[k]->to};
        std::ranges::replace(name, '/', '\\');
        const auto file = number_in(name);
        const std::uint32_t* const old = effigy::find_at(std::as_const(model).get(model.texture_files), k);
        const bool is_same =
            file ? old != nullptr && *old == *file
                 : model.get(model.get(model.textures)[k].name) == name && (old == nullptr || *old == 0);
        if (!is_same) {
            why = file ? set_texture_file(model, k, *file) : set_texture_name(model, k, name);
            ++changed;
        }
        if (why.name != nullptr) { // that of the local text
            why.name = by[k]->to.data();
        }
    }
    return why ? count_or_error{why} : changed;
}

count_or_error m2_edits::set_types(owned_model& model) const {
    std::size_t changed = 0;
    for (std::size_t i = 0; i < types_.values.size(); ++i) {
        const texture_choice& one = types_.values[i];
        if (one.number >= model.textures.count) {
            continue;
        }
        types_.fits.note(i);
        const bool is_last =
            std::none_of(types_.values.begin() + static_cast<std::ptrdiff_t>(i) + 1, types_.values.end(),
                         [&](const texture_choice& each) { return each.number == one.number; });
        if (is_last && model.get(model.textures)[one.number].type != one.type) {
            if (const effigy::error why = set_texture_type(model, one.number, one.type)) {
                return why;
            }
            ++changed;
        }
    }
    return changed;
}

count_or_error m2_edits::remove_submeshes(owned_model& model, std::string& remark) const {
    if (submeshes_.values.empty()) {
        return 0;
    }
    const bool is_skin_missing = model.skin_profiles.count != model.skin_profile_count;
    std::vector<std::uint32_t> numbers;
    const auto* const first = effigy::find_at(std::as_const(model).get(model.skin_profiles), 0U);
    for (std::size_t i = 0; i < submeshes_.values.size(); ++i) {
        const submesh_choice& one = submeshes_.values[i];
        if (is_skin_missing) { // drop_submeshes() says so
            submeshes_.fits.note(i);
            numbers.assign(1, 0);
            continue;
        }
        const auto all =
            first != nullptr ? std::as_const(model).get(first->submeshes) : std::span<const m2::owned_submesh>{};
        for (std::uint32_t k = 0; k < all.size(); ++k) {
            if (one.is_number ? one.id == k : one.id == all[k].id) {
                submeshes_.fits.note(i);
                numbers.push_back(k);
            }
        }
    }
    const std::uint32_t before = first != nullptr ? first->submeshes.count : 0;
    if (const effigy::error why = drop_submeshes(model, numbers)) {
        return why;
    }
    if (numbers.empty()) {
        return 0;
    }
    const std::size_t count = before - std::as_const(model).get(model.skin_profiles)[0].submeshes.count;
    remark += '\t' + counted(count, "submesh") + " removed";
    return count;
}

count_or_error m2_edits::remove_animations(owned_model& model, std::string& remark) const {
    std::vector<bool> is_removed(model.animations.count);
    for (std::size_t i = 0; i < removed_.values.size(); ++i) {
        for (const std::uint32_t number : removed_.values[i].in(model)) {
            removed_.fits.note(i);
            is_removed[number] = true;
        }
    }
    std::vector<std::uint32_t> numbers;
    std::vector<bool> was_alias; // of those that stay
    std::uint32_t number = 0;
    for (const m2::owned_animation& one : std::as_const(model).get(model.animations)) {
        if (is_removed[number]) {
            numbers.push_back(number);
        } else {
            was_alias.push_back((one.flags & m2::animation_is_alias) != 0);
        }
        ++number;
    }
    if (was_alias.empty() && !numbers.empty()) { // the game's models have some
        return effigy::error{
            {"m2.animations", effigy::location::nowhere}, effigy::errc::bad_value, 0, 0, "an animation that stays"};
    }
    if (const effigy::error why = drop_animations(model, numbers)) {
        return why;
    }
    if (numbers.empty()) {
        return 0;
    }
    remark += '\t' + counted(numbers.size(), "animation") + " removed";
    std::vector<std::string> heirs;
    number = 0;
    for (const m2::owned_animation& one : std::as_const(model).get(model.animations)) {
        if (was_alias[number++] && (one.flags & m2::animation_is_alias) == 0) {
            heirs.push_back(name_of(one));
        }
    }
    remark += heirs.empty() ? "" : "\tkeys of removed animations are those of their aliases now: " + listed(heirs);
    return numbers.size();
}

count_or_error m2_edits::add_animations(owned_model& model, std::string& remark) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < added_.values.size(); ++i) {
        added_.fits.note(i);
        for (const std::uint32_t number : added_.values[i].numbers) {
            if (const auto added = append_animation(model, added_.values[i].from, number); !added) {
                return added.error();
            }
            ++count;
        }
    }
    remark += count != 0 ? '\t' + counted(count, "animation") + " added" : "";
    return count;
}

count_or_error m2_edits::set_attachments(owned_model& model) const {
    std::size_t changed = 0;
    for (std::size_t i = 0; i < attachments_.values.size(); ++i) {
        attachments_.fits.note(i);
        const attachment_choice& one = attachments_.values[i];
        const auto* const bone = effigy::find_at(std::as_const(model).get(model.bones), one.bone);
        const effigy::vector3<float> pivot =
            bone != nullptr ? effigy::vector3<float>{bone->pivot} : effigy::vector3<float>{};
        const effigy::vector3<float> position = one.position.value_or(pivot);
        const effigy::vec3<effigy::form::host> stored{position.x, position.y, position.z};
        const auto all = model.get(model.attachments);
        const auto old = std::ranges::find(all, one.id, &m2::owned_attachment::id);
        if (old == all.end() || bone == nullptr) { // add_attachment() says that there is no such bone
            const auto added =
                old == all.end()
                    ? add_attachment(model, one.id, static_cast<std::uint16_t>(one.bone), stored)
                    : effigy::result<std::uint32_t>{effigy::error{{"m2.attachments[].bone", effigy::location::nowhere},
                                                                  effigy::errc::bad_value,
                                                                  0,
                                                                  one.bone,
                                                                  "the number of a bone"}};
            if (!added) {
                return added.error();
            }
            ++changed;
        } else if (old->bone != one.bone || !(effigy::vector3<float>{old->position} == position)) {
            old->bone = static_cast<std::uint16_t>(one.bone);
            old->position = stored;
            ++changed;
        }
    }
    return changed;
}

// ---- what changes --------------------------------------------------------------------------------------------------

bool m2_edits::explains(const difference& found) const {
    const effigy::content_path& path = found.path;
    const std::string_view first = path.name(0), second = path.name(1), last = path.last_name();
    const bool removes = !removed_.values.empty(), adds = !added_.values.empty();
    const bool is_list = found.what == difference::kind::list;
    const auto is_of_keys = [](const effigy::content_path::step& one) {
        return one.name != nullptr &&
               is_one_of(one.name, {"ranges", "missing", "times", "values", "parts", "packedRotations", "packedParts"});
    };
    const bool is_of_track = is_one_of(first, {"bones", "colors", "textureWeights", "textureTransforms", "attachments",
                                               "events", "lights", "cameras", "ribbons", "particles"});
    // Keys change with the animations, and so do numbers of animations.
    const bool is_of_animation = (is_of_track && std::ranges::any_of(path.steps(), is_of_keys)) ||
                                 first == "animations" || is_one_of(first, {"animationLookup", "playableLookup"});
    const bool is_of_new_keys = (is_of_track && last == "interpolation") || first == "bounds" || first == "bones" ||
                                (first == "skinProfiles" && second == "batches");
    const bool is_shorter =
        !is_list || second.empty() || !path.name(2).empty() || found.after.size() <= found.before.size();
    return (!submeshes_.values.empty() && first == "skinProfiles" && is_shorter &&
            is_one_of(second, {"submeshes", "submeshSortings", "vertexLookup", "triangles", "paletteJoints", "batches",
                               "shadowBatches"})) ||
           (removes && (is_of_animation || first == "animationFiles" || (first == "bones" && last == "flags"))) ||
           (adds && is_of_animation) ||
           (adds && is_of_new_keys && (is_one_of(first, {"bounds"}) || is_one_of(last, {"flags", "interpolation"}))) ||
           (!types_.values.empty() && first == "textures" && is_one_of(second, {"type", "name"})) ||
           (!types_.values.empty() && is_one_of(first, {"textureFiles", "replaceableLookup"})) ||
           (!attachments_.values.empty() && is_one_of(first, {"attachments", "attachmentLookup"}));
}

} // namespace tool
