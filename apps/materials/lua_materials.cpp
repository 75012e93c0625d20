#include "lua_materials.hpp"

#include "lua_tokens.hpp"
#include "texts.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>
#include <utility>

namespace materials {

namespace {

template <class T> struct key {
    std::string_view name;
    T lua_material::* member;
};

constexpr std::array<key<std::string>, 9> texts{{{"name", &lua_material::name},
                                                 {"diffuseMap", &lua_material::diffuse_map},
                                                 {"specularMap", &lua_material::specular_map},
                                                 {"normalMap", &lua_material::normal_map},
                                                 {"emissiveMap", &lua_material::emissive_map},
                                                 {"shadeTex", &lua_material::shade_tex},
                                                 {"shader", &lua_material::shader},
                                                 {"blendMode", &lua_material::blend_mode},
                                                 {"textureAddressMode", &lua_material::texture_address_mode}}};
constexpr std::array<key<float>, 4> numbers{{{"glossiness", &lua_material::glossiness},
                                             {"depthBias", &lua_material::depth_bias},
                                             {"shadeTexAngle", &lua_material::shade_tex_angle},
                                             {"crystalIntensity", &lua_material::crystal_intensity}}};
constexpr std::array<key<bool>, 5> flags{{{"doubleSided", &lua_material::double_sided},
                                          {"lighting", &lua_material::lighting},
                                          {"alphaTest", &lua_material::alpha_test},
                                          {"castShadow", &lua_material::cast_shadow},
                                          {"ambientOcclusion", &lua_material::ambient_occlusion}}};

// False if no key has this name.
template <class Keys, class T>
bool assign(const Keys& keys, lua_material& out, std::string_view name, T&& value) {
    const auto found = std::ranges::find(keys, name, &Keys::value_type::name);
    if (found == keys.end()) {
        return false;
    }
    out.*found->member = std::forward<T>(value);
    return true;
}

// Reads calls of defineMaterial wherever they are, one token after the other. Values other than texts, numbers, true
// and false are skipped.
class script_reader {
public:
    explicit script_reader(std::string_view script) : tokens_(script) { advance(); }

    lua_script read() {
        lua_script out;
        while (now_.what != lua_token::end) {
            const bool call = now_.what == lua_token::name && now_.is("defineMaterial");
            advance();
            if (!call) {
                continue;
            }
            if (now_.is("(")) {
                advance();
            }
            if (now_.is("{")) {
                out.materials.push_back(table());
                if (out.materials.back().name.empty()) {
                    out.materials.pop_back();
                }
            }
        }
        out.broken = tokens_.error();
        return out;
    }

private:
    void advance() { now_ = tokens_.next(); }

    [[nodiscard]] bool at_end_of_value() const {
        return now_.is(",") || now_.is(";") || now_.is("}") || now_.what == lua_token::end;
    }

    lua_material table() {
        lua_material out;
        out.offset = tokens_.offset() - 1;
        advance();
        while (now_.what != lua_token::end && !now_.is("}")) {
            field(out);
            skip_value();
            if (!now_.is("}")) {
                advance();
            }
        }
        return out;
    }

    void field(lua_material& out) {
        const lua_token name = now_;
        if (name.what != lua_token::name || opens(name)) {
            return; // an element without a name
        }
        advance();
        if (now_.is("=")) {
            advance();
            if (!value(out, name.content)) {
                out.unread.emplace_back(name.content);
            }
        }
    }

    // False if this is no value that can be read, or if an expression goes on behind it.
    bool value(lua_material& out, std::string_view name) {
        const bool negative = now_.is("-");
        if (negative) {
            advance();
        }
        const lua_token first = now_;
        if (at_end_of_value() || (negative && first.what != lua_token::number) || opens(first)) {
            return false;
        }
        advance();
        return at_end_of_value() && set(out, name, first, negative);
    }

    static bool set(lua_material& out, std::string_view name, const lua_token& value, bool negative) {
        if (value.what == lua_token::text) {
            return assign(texts, out, name, unescaped(value));
        }
        if (value.is("true") || value.is("false")) {
            return assign(flags, out, name, value.is("true"));
        }
        const auto number = value.what == lua_token::number ? read_number(value.content) : std::nullopt;
        return number ? assign(numbers, out, name, negative ? -*number : *number) : value.is("nil");
    }

    // Skips to the , ; or } that ends a value. What is in brackets, and blocks of functions, belong to the value.
    void skip_value() {
        for (std::size_t depth = 0; now_.what != lua_token::end && (depth != 0 || !at_end_of_value()); advance()) {
            if (opens(now_)) {
                ++depth;
            } else if (closes(now_) && depth != 0) {
                --depth;
            }
        }
    }

    // "while" and "for" have their "do", "elseif" and "else" the "end" of their "if".
    static bool opens(const lua_token& token) {
        constexpr std::array<std::string_view, 7> words{"(", "[", "{", "do", "function", "if", "repeat"};
        return std::ranges::any_of(words, [&token](std::string_view word) { return token.is(word); });
    }
    static bool closes(const lua_token& token) {
        constexpr std::array<std::string_view, 5> words{")", "]", "}", "end", "until"};
        return std::ranges::any_of(words, [&token](std::string_view word) { return token.is(word); });
    }

    lua_tokens tokens_;
    lua_token now_;
};

} // namespace

lua_script read_lua_materials(std::string_view text) { return script_reader{text}.read(); }

bool has_scripts(const file_tree& files, std::string_view folder) {
    const auto has = [&](const char* name) { return !files.starting_with(std::string{folder}.append(name)).empty(); };
    return has("scripts/") && (has("models/") || has("textures/"));
}

namespace {

// `key`: the path of a .lua file in lower case.
bool is_script_of_mod(const file_tree& files, const std::string& key, const std::set<std::string_view>& with_models) {
    if (("/" + key).find("/mod_assets/") != std::string::npos || with_models.contains(folder_of(key))) {
        return true;
    }
    const auto folders = folders_above(key);
    for (std::size_t i = 0; i + 1 < folders.size(); ++i) {
        if (folders[i].substr(folders[i + 1].size()) == "scripts/" && has_scripts(files, folders[i + 1])) {
            return true;
        }
    }
    return false;
}

} // namespace

lua_materials::lua_materials(const file_tree& files, bool is_mod_assets) {
    std::set<std::string_view> with_models; // folders, in lower case
    for (const file_tree::file& one : files.starting_with("")) {
        if (one.key.ends_with(".model")) {
            with_models.insert(folder_of(one.key));
        }
    }
    for (const file_tree::file& one : files.starting_with("")) {
        if (!one.key.ends_with(".lua") || (!is_mod_assets && !is_script_of_mod(files, one.key, with_models))) {
            continue;
        }
        const auto content = files.read(one.path);
        if (!content) {
            continue;
        }
        lua_script script = read_lua_materials(as_text(*content));
        for (lua_material& material : script.materials) {
            definitions_.push_back({std::move(material), one.path});
        }
        if (script.broken) {
            broken_.push_back({one.path, script.broken});
        }
    }
    std::ranges::sort(definitions_, {}, [](const definition& one) {
        return std::tie(one.material.name, one.script, one.material.offset);
    });
}

template <class Accepts>
const lua_materials::definition* lua_materials::last(std::string_view name, const Accepts& accepts) const {
    const auto name_of = [](const definition& one) { return std::string_view{one.material.name}; };
    auto at = std::ranges::upper_bound(definitions_, name, {}, name_of);
    while (at != definitions_.begin() && name_of(*--at) == name) {
        if (accepts(at->script)) {
            return &*at;
        }
    }
    return nullptr;
}

const lua_materials::definition* lua_materials::find(std::string_view mod_assets, std::string_view name) const {
    return last(name, [&](std::string_view script) { return starts_with_any_case(script, mod_assets); });
}

const lua_materials::definition* lua_materials::find_beside(std::string_view model, std::string_view name) const {
    return last(name, [&](std::string_view script) { return equal_any_case(folder_of(script), folder_of(model)); });
}

} // namespace materials
