// The statements of a text model that each set one field, and the fields.
#pragma once

#include <effigy/core/impl/decimal.hpp>
#include <effigy/nwn/names.hpp>
#include <effigy/nwn/owned/model.hpp>
#include <effigy/nwn/text.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// ---- types of nodes ------------------------------------------------------------------------------------------------

struct node_type {
    std::string_view word;
    std::uint32_t flags;
};
inline constexpr node_type node_types[] = {
    {"dummy", has_header},
    {"trimesh", has_header | has_mesh},
    {"danglymesh", has_header | has_mesh | has_dangly},
    {"skin", has_header | has_mesh | has_skin},
    {"animmesh", has_header | has_mesh | has_animmesh},
    {"aabb", has_header | has_mesh | has_aabb},
    {"emitter", has_header | has_emitter},
    {"light", has_header | has_light},
    {"reference", has_header | has_reference},
    {"camera", has_header | has_camera},
};
// Returns the flags of a type. Unknown types are dummies, as for other readers ("pwk", 17 nodes measured).
[[nodiscard]] constexpr std::uint32_t flags_of_type(std::string_view word) noexcept {
    for (const node_type& type : node_types) {
        if (compare_any_case(word, type.word) == 0) {
            return type.flags;
        }
    }
    return has_header;
}

// Among children, transparent meshes come last, if one of them precedes another child: then nodes without meshes come
// first. Returns the place of a child.
[[nodiscard]] constexpr std::uint32_t child_rank(std::uint32_t flags, bool is_transparent) noexcept {
    return is_transparent ? 2 : (flags & has_mesh) != 0 ? 1 : 0;
}

struct classification_word {
    std::string_view word;
    std::uint8_t value;
};
inline constexpr classification_word classification_words[] = {
    {"effect", 1}, {"effects", 1}, {"tile", 2}, {"character", 4}, {"door", 8}, {"gui", 16}, {"item", 32}};
inline constexpr std::string_view other_class = "none";

inline constexpr std::uint8_t last_class_of_nwnmdlcomp = 8;

// Returns the word of a classification; empty if it has none.
[[nodiscard]] constexpr std::string_view word_of(nwn::classification of) noexcept {
    for (const classification_word& row : classification_words) {
        if (row.value == static_cast<std::uint8_t>(of)) {
            return row.word;
        }
    }
    return of == nwn::classification::none ? other_class : std::string_view{};
}
[[nodiscard]] constexpr bool has_word(nwn::classification of, producer by) noexcept {
    return !word_of(of).empty() &&
           (by != producer::nwnmdlcomp || static_cast<std::uint8_t>(of) <= last_class_of_nwnmdlcomp);
}

// ---- fields --------------------------------------------------------------------------------------------------------

// The parts of a node that are being read.
struct node_parts {
    owned_node node;
    owned_light light;
    owned_emitter emitter;
    owned_reference reference;
    owned_mesh mesh;
    owned_skin skin;
    owned_animmesh animmesh;
    owned_dangly dangly;
};

template <class Record, class T> struct text_field {
    std::string_view keyword;
    T Record::* member;

    [[nodiscard]] constexpr auto& in(auto& record) const noexcept { return record.*member; }
};
using host_model = basic_model_header<form::host>;
using host_light = basic_light<form::host>;
using host_emitter = basic_emitter<form::host>;
using host_mesh = basic_mesh_header<form::host>;

inline constexpr text_field<host_light, std::uint32_t> light_numbers[] = {
    {"ambientonly", &host_light::ambient_only},     {"shadow", &host_light::shadow},
    {"ndynamictype", &host_light::dynamic_type},    {"isdynamic", &host_light::dynamic_type},
    {"affectdynamic", &host_light::affect_dynamic}, {"lightpriority", &host_light::priority},
    {"generateflare", &host_light::generate_flare}, {"fadinglight", &host_light::fading},
};
inline constexpr text_field<host_emitter, std::uint32_t> emitter_numbers[] = {
    {"xgrid", &host_emitter::grid_x},          {"ygrid", &host_emitter::grid_y},         {"loop", &host_emitter::loop},
    {"twosidedtex", &host_emitter::two_sided}, {"spawntype", &host_emitter::space_type},
};
inline constexpr text_field<host_emitter, float> emitter_reals[] = {
    {"deadspace", &host_emitter::dead_space},
    {"blastradius", &host_emitter::blast_radius},
    {"blastlength", &host_emitter::blast_length},
};
inline constexpr text_field<host_emitter, text<32>> emitter_texts[] = {
    {"update", &host_emitter::update},
    {"render", &host_emitter::render},
    {"blend", &host_emitter::blend},
};
inline constexpr text_field<host_mesh, std::uint32_t> mesh_numbers[] = {
    {"shadow", &host_mesh::shadow},      {"beaming", &host_mesh::beaming},
    {"render", &host_mesh::render},      {"transparencyhint", &host_mesh::transparency_hint},
    {"tilefade", &host_mesh::tile_fade},
};
inline constexpr text_field<host_mesh, std::uint8_t> mesh_bytes[] = {
    {"rotatetexture", &host_mesh::rotate_texture},
    {"lightmapped", &host_mesh::light_mapped},
};
inline constexpr text_field<host_mesh, vec3<form::host>> mesh_colors[] = {
    {"diffuse", &host_mesh::diffuse},
    {"ambient", &host_mesh::ambient},
    {"specular", &host_mesh::specular},
};
inline constexpr text_field<owned_dangly, float> dangly_reals[] = {
    {"displacement", &owned_dangly::displacement},
    {"tightness", &owned_dangly::tightness},
    {"period", &owned_dangly::period},
};
// The first two are the same field.
struct texture_field {
    std::string_view keyword;
    std::size_t number;

    [[nodiscard]] constexpr auto& in(auto& mesh) const noexcept { return mesh.textures[number]; }
};
inline constexpr texture_field mesh_textures[] = {{"bitmap", 0}, {"texture0", 0}, {"texture1", 1}, {"texture2", 2}};

// Returns the first one of several keywords for a field.
[[nodiscard]] constexpr std::string_view first_keyword(std::string_view keyword) noexcept {
    return compare_any_case(keyword, "texture0") == 0    ? std::string_view{"bitmap"}
           : compare_any_case(keyword, "isdynamic") == 0 ? std::string_view{"ndynamictype"}
                                                         : keyword;
}

// One bit of a number. Clang 14 needs the deduction guides.
template <class T> struct option_of {
    T& flags;
    std::uint32_t flag;
};
template <class T> option_of(T&, std::uint32_t) -> option_of<T>;
struct emitter_option {
    std::string_view keyword;
    std::uint32_t flag;

    [[nodiscard]] constexpr auto in(auto& emitter) const noexcept { return option_of{emitter.flags, flag}; }
};
inline constexpr emitter_option emitter_options[] = {
    {"p2p", emitter_p2p},
    {"p2p_sel", emitter_p2p_sel},
    {"affectedbywind", emitter_affected_by_wind},
    {"m_istinted", emitter_tinted},
    {"bounce", emitter_bounce},
    {"random", emitter_random},
    {"inherit", emitter_inherit},
    {"inheritvel", emitter_inherit_velocity},
    {"inherit_local", emitter_inherit_local},
    {"splat", emitter_splat},
    {"inherit_part", emitter_inherit_part},
};
// A number for which there is a word: the Enhanced Edition writes `renderhint NormalAndSpecMapped`.
inline constexpr std::string_view hint_word = "NormalAndSpecMapped";
template <class T> struct hint_of {
    T& hint;
};
template <class T> struct class_of {
    T& classification;
    producer by;
};
// `ignorefog 1`: nwnmdlcomp writes it the other way round.
template <class T> struct fog_of {
    T& fog;
    bool is_inverse;
};
// `setsupermodel MODEL SUPERMODEL`.
template <class T> struct supermodel_of {
    const text<64>& model;
    T& supermodel;
};
template <class T> hint_of(T&) -> hint_of<T>;
template <class T> class_of(T&, producer) -> class_of<T>;
template <class T> fog_of(T&, bool) -> fog_of<T>;
template <class T> supermodel_of(const text<64>&, T&) -> supermodel_of<T>;

// any_field(parts, use) calls use(keyword, field) for each field that one statement sets, until it returns true, and
// returns whether it did. Statements that are added have this order.
template <class Header> struct model_parts {
    Header& model;
    producer by;
};
template <class Header, class Use> [[nodiscard]] bool any_field(const model_parts<Header>& of, const Use& use) {
    Header& model = of.model;
    return use("setsupermodel", supermodel_of{model.geometry.name, model.supermodel}) ||
           use("classification", class_of{model.classification, of.by}) ||
           use("setanimationscale", model.animation_scale) ||
           use("ignorefog", fog_of{model.fog, of.by == producer::nwnmdlcomp});
}
// Those of an animation.
template <class Clip, class Use>
    requires requires(Clip& of) { of.transition_time; }
[[nodiscard]] bool any_field(Clip& of, const Use& use) {
    return use("length", of.length) || use("transtime", of.transition_time) || use("animroot", of.root);
}
// Those of a node: by its flags.
template <class Parts, class Use>
    requires requires(Parts& of) { of.node.flags; }
[[nodiscard]] bool any_field(Parts& of, const Use& use) {
    const auto has = [&](std::uint32_t flag) { return (of.node.flags & flag) != 0; };
    const auto any_of = [&](const auto& table, auto& record) {
        bool out = false;
        for (const auto& row : table) {
            out = out || use(row.keyword, row.in(record));
        }
        return out;
    };
    return use("inheritcolor", of.node.inherit_color) ||
           (has(has_light) && (any_of(light_numbers, of.light) || use("flareradius", of.light.flare_radius))) ||
           (has(has_emitter) && (any_of(emitter_texts, of.emitter) || any_of(emitter_numbers, of.emitter) ||
                                 any_of(emitter_reals, of.emitter) || any_of(emitter_options, of.emitter) ||
                                 use("texture", of.emitter.texture) || use("chunkname", of.emitter.chunk) ||
                                 use("renderorder", of.emitter.render_order))) ||
           (has(has_reference) &&
            (use("refmodel", of.reference.model) || use("reattachable", of.reference.reattachable))) ||
           (has(has_mesh) &&
            (any_of(mesh_colors, of.mesh) || any_of(mesh_numbers, of.mesh) || any_of(mesh_bytes, of.mesh) ||
             any_of(mesh_textures, of.mesh) || use("shininess", of.mesh.shininess) ||
             use("materialname", of.mesh.material) || use("renderhint", hint_of{of.mesh.render_hint}))) ||
           (has(has_animmesh) && use("sampleperiod", of.animmesh.sample_period)) ||
           (has(has_dangly) && any_of(dangly_reals, of.dangly));
}
// Calls use(field) for the field that a statement sets, and returns true; false, if it sets none.
template <class Parts, class Use> [[nodiscard]] bool with_field(Parts&& of, std::string_view keyword, const Use& use) {
    return any_field(of, [&](std::string_view word, auto&& field) {
        const bool is_it = compare_any_case(keyword, word) == 0;
        if (is_it) {
            use(field);
        }
        return is_it;
    });
}

// ---- controllers ---------------------------------------------------------------------------------------------------

// What a statement says about a controller.
struct controller_statement {
    std::int32_t id = 0;
    bool has_rows = false, is_bezier = false;
    bool is_raw = false; // named by its id, "controller_512": four values are no rotation
};
inline constexpr std::string_view controller_by_id = "controller_";

// Returns the id in "controller_512"; 0 if the keyword is another one.
[[nodiscard]] constexpr std::int32_t id_in(std::string_view keyword) noexcept {
    if (keyword.size() <= controller_by_id.size() ||
        compare_any_case(keyword.substr(0, controller_by_id.size()), controller_by_id) != 0) {
        return 0;
    }
    std::int64_t id = 0;
    for (const char c : keyword.substr(controller_by_id.size())) {
        constexpr std::int64_t most = 0x7FFF'FFFF;
        if (c < '0' || c > '9' || 10 * id + (c - '0') > most) {
            return 0;
        }
        id = 10 * id + (c - '0');
    }
    return static_cast<std::int32_t>(id);
}

// Returns the controller that a name means in a node with these flags; its id is 0 if there is none.
// `by`: the producer whose ids are used.
[[nodiscard]] constexpr controller_statement controller_of(std::string_view keyword, std::uint32_t flags,
                                                           producer by) noexcept {
    controller_statement out;
    const auto ends_with = [&](std::string_view end) {
        return keyword.size() > end.size() && compare_any_case(keyword.substr(keyword.size() - end.size()), end) == 0;
    };
    constexpr std::string_view key = "key", bezier_key = "bezierkey";
    out.is_bezier = ends_with(bezier_key);
    out.has_rows = ends_with(key);
    keyword.remove_suffix(out.is_bezier ? bezier_key.size() : out.has_rows ? key.size() : 0);
    out.id = id_in(keyword);
    out.is_raw = out.id != 0;
    keyword = compare_any_case(keyword, "setfillumcolor") == 0 ? std::string_view{"selfillumcolor"} : keyword;
    const auto look_in = [&](bool applies, const auto& table) {
        constexpr std::int32_t controls_wire_color = 20004; // the statement is a setting of the exporter's program
        for (const names::controller& candidate : table) {
            if (applies && out.id == 0 && candidate.id != controls_wire_color &&
                compare_any_case(candidate.name, keyword) == 0) {
                out.id = candidate.id;
            }
        }
    };
    const bool by_nwnmdlcomp = by == producer::nwnmdlcomp;
    look_in((flags & has_mesh) != 0, names::mesh);
    look_in((flags & has_emitter) != 0, names::emitter);
    look_in((flags & has_emitter) != 0 && !by_nwnmdlcomp, names::emitter_middle);
    look_in((flags & has_emitter) != 0 && by_nwnmdlcomp, names::emitter_middle_nwnmdlcomp);
    look_in((flags & has_light) != 0, names::light);
    look_in(true, names::any_node);
    constexpr std::int32_t controls_lightning_subdivisions = 220; // nwnmdlcomp does not know it
    out.id = by_nwnmdlcomp && out.id == controls_lightning_subdivisions ? 0 : out.id;
    return out;
}

// ---- reading -------------------------------------------------------------------------------------------------------

[[nodiscard]] constexpr std::uint32_t low_bits(std::int64_t number) noexcept {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(number) & 0xFFFF'FFFF);
}
// A name that is too long is cut, as nwnmdlcomp does.
[[nodiscard]] constexpr std::string_view node_name_in(std::string_view word) noexcept {
    return word.substr(0, sizeof(owned_node::name) - 1);
}
template <std::size_t N> void read_text(std::string_view word, text<N>& out) noexcept {
    static_cast<void>(out.assign(word.substr(0, N - 1)));
}

// Reads the words of a statement into its field. A word that is no number changes nothing.
struct field_reader {
    const statement& from;

    void operator()(float& out) const noexcept { static_cast<void>(read_number(from.word(0).text, out)); }
    void operator()(std::uint32_t& out) const noexcept { read_whole(out); }
    void operator()(std::uint16_t& out) const noexcept { read_whole(out); }
    void operator()(std::uint8_t& out) const noexcept { read_whole(out); }
    void operator()(const option_of<std::uint32_t>& out) const noexcept {
        std::uint32_t number = (out.flags & out.flag) != 0 ? 1 : 0;
        read_whole(number);
        out.flags = number != 0 ? out.flags | out.flag : out.flags & ~out.flag;
    }
    void operator()(const hint_of<std::uint32_t>& out) const noexcept {
        if (compare_any_case(from.word(0).text, hint_word) == 0) {
            out.hint = normal_and_specular_mapped;
        } else {
            read_whole(out.hint);
        }
    }
    void operator()(const class_of<nwn::classification>& out) const noexcept {
        for (const classification_word& row : classification_words) {
            if (compare_any_case(from.word(0).text, row.word) == 0 &&
                (out.by != producer::nwnmdlcomp || row.value <= last_class_of_nwnmdlcomp)) {
                out.classification = static_cast<nwn::classification>(row.value);
            }
        }
    }
    void operator()(const fog_of<std::uint8_t>& out) const noexcept {
        std::int64_t ignores = 0;
        if (read_integer(from.word(0).text, ignores)) {
            out.fog = (ignores != 0) == out.is_inverse ? 1 : 0;
        }
    }
    void operator()(const supermodel_of<text<64>>& out) const noexcept {
        read_text(supermodel_in(from).text, out.supermodel);
    }
    void operator()(vec3<form::host>& out) const noexcept {
        vec3<form::host> read;
        if (read_number(from.word(0).text, read.x) && read_number(from.word(1).text, read.y) &&
            read_number(from.word(2).text, read.z)) {
            out = read;
        }
    }
    template <std::size_t N> void operator()(text<N>& out) const noexcept {
        if (const text_word word = from.word(0)) {
            read_text(word.text, out);
        }
    }

private:
    template <class T> void read_whole(T& out) const noexcept {
        std::int64_t number = 0;
        if (read_integer(from.word(0).text, number)) {
            out = static_cast<T>(low_bits(number) & static_cast<T>(~T{0}));
        }
    }
};

}}}} // namespace effigy::v0::nwn::impl
