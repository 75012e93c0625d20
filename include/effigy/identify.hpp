// Identifying a file by its first bytes.
#pragma once

#include <effigy/grimrock/records.hpp>
#include <effigy/identify/without_magic.hpp>
#include <effigy/m2/records.hpp>
#include <effigy/nwn/order/signature.hpp>

namespace effigy { inline namespace v0 {

enum class file_kind : std::uint8_t {
    unknown,
    empty,
    grimrock_model,
    grimrock_animation,
    shinobi_model,
    shinobi_animation,
    nwn_model,
    nwn_ascii_model,
    m2_model,
    m2_skin,
    m2_animation,
    m2_skeleton,
    m2_chunks, // a .bone file
    p3d_model,
    p3d_animation,
    unsupported, // a known format, or form of a format, that effigy does not read
};

// Returns the name of the enumerator: "grimrock_model".
[[nodiscard]] constexpr std::string_view name_of(file_kind kind) noexcept {
    switch (kind) {
    case file_kind::unknown: return "unknown";
    case file_kind::empty: return "empty";
    case file_kind::grimrock_model: return "grimrock_model";
    case file_kind::grimrock_animation: return "grimrock_animation";
    case file_kind::shinobi_model: return "shinobi_model";
    case file_kind::shinobi_animation: return "shinobi_animation";
    case file_kind::nwn_model: return "nwn_model";
    case file_kind::nwn_ascii_model: return "nwn_ascii_model";
    case file_kind::m2_model: return "m2_model";
    case file_kind::m2_skin: return "m2_skin";
    case file_kind::m2_animation: return "m2_animation";
    case file_kind::m2_skeleton: return "m2_skeleton";
    case file_kind::m2_chunks: return "m2_chunks";
    case file_kind::p3d_model: return "p3d_model";
    case file_kind::p3d_animation: return "p3d_animation";
    case file_kind::unsupported: return "unsupported";
    }
    return "unknown";
}
// Whether open() of the format, or nwn::open_text(), returns a model for a file of this kind.
[[nodiscard]] constexpr bool is_model(file_kind kind) noexcept {
    switch (kind) {
    case file_kind::grimrock_model:
    case file_kind::shinobi_model:
    case file_kind::nwn_model:
    case file_kind::nwn_ascii_model:
    case file_kind::m2_model:
    case file_kind::p3d_model: return true;
    default: return false;
    }
}

// The extensions of the files that identify() recognises and effigy reads, in lower case. World of Warcraft's .anim is
// not listed: most of these files begin with keys, which identify() cannot recognise.
inline constexpr std::string_view extensions[] = {".model", ".animation", ".mdl", ".wok",  ".pwk",  ".dwk",
                                                  ".p3d",   ".rtm",       ".m2",  ".skin", ".skel", ".bone"};

struct identity {
    file_kind kind = file_kind::unknown;
    const char* name = "unknown file"; // static: "Legend of Grimrock model"
    const char* advice = "";   // static; of a known file that effigy does not read: why, or what it reads instead
    std::int64_t version = -1; // as stored; -1 if the format has none or the file is too short
};

namespace impl {
using namespace std::string_view_literals;

struct signature {
    std::string_view bytes; // at the start of the file
    identity is;
    std::uint8_t version_at = 0; // offset of a 32-bit version; 0 if there is none
};

namespace advice {
inline constexpr const char* not_read = "effigy does not read this format";
inline constexpr const char* gltf = "effigy writes glTF and does not read it";
inline constexpr const char* reads_mlod = "binarised; ask its author for the unbinarised MLOD, which effigy reads";
inline constexpr const char* extract = "extract it first: effigy reads the files inside";
inline constexpr const char* decoded = "convert the model that uses it";
inline constexpr const char* reads_m2 = "of World of Warcraft's models, effigy reads M2";
inline constexpr const char* save_as_ascii = "save it as ASCII or UTF-8, as the game reads it";
inline constexpr const char* export_it = "export it as a model of the game";
} // namespace advice

inline constexpr signature signatures[] = {
    {"MDL1", {file_kind::grimrock_model, "Legend of Grimrock model"}, 4},
    {"ANIM", {file_kind::grimrock_animation, "Legend of Grimrock animation"}, 4},
    {"GRA2", {file_kind::unsupported, "Legend of Grimrock archive", advice::extract}},
    {"MD20", {file_kind::m2_model, "World of Warcraft M2 model"}, 4},
    {"MD21", {file_kind::m2_model, "World of Warcraft M2 model in chunks"}, 12},
    {"SKIN", {file_kind::m2_skin, "World of Warcraft M2 skin"}},
    {"AFM2", {file_kind::m2_animation, "World of Warcraft M2 animation in chunks"}},
    {"AFSA", {file_kind::m2_animation, "World of Warcraft M2 animation in chunks"}},
    {"AFSB", {file_kind::m2_animation, "World of Warcraft M2 animation in chunks"}},
    {"SKL1", {file_kind::m2_skeleton, "World of Warcraft M2 skeleton"}},
    {"\1\0\0\0BIDA"sv, {file_kind::m2_chunks, "World of Warcraft M2 bone offsets"}},
    {"PHYS", {file_kind::unsupported, "World of Warcraft M2 physics", advice::not_read}},
    {"SYHP", {file_kind::unsupported, "World of Warcraft M2 physics", advice::not_read}},
    {"PTCH",
     {file_kind::unsupported, "World of Warcraft file patch", "effigy reads the file that the patch applies to"}},
    {"REVM", {file_kind::unsupported, "World of Warcraft map file", advice::reads_m2}, 8},
    {"MPQ\x1A", {file_kind::unsupported, "Blizzard MPQ archive", advice::extract}},
    {"MPQ\x1B", {file_kind::unsupported, "Blizzard MPQ archive", advice::extract}},
    {"BLTE", {file_kind::unsupported, "Blizzard CASC file, compressed (BLTE)", advice::extract}},
    {"MDLX", {file_kind::unsupported, "Warcraft III MDX model", advice::not_read}},
    {"MLOD", {file_kind::p3d_model, "Arma MLOD model"}, 4},
    {"NLOD", {file_kind::p3d_model, "Arma NLOD model"}},
    {"P3DM", {file_kind::p3d_model, "Arma P3DM model without a container"}},
    {"SP3X", {file_kind::p3d_model, "Arma SP3X model without a container"}},
    {"SP3D", {file_kind::p3d_model, "Arma SP3D model without a container"}},
    {"ODOL", {file_kind::unsupported, "Arma ODOL model", advice::reads_mlod}, 4},
    {"RTM_MDAT", {file_kind::unsupported, "Arma RTM animation with motion data", "effigy reads RTM_0101"}},
    {"RTM_01", {file_kind::p3d_animation, "Arma RTM animation"}},
    {"BMTR", {file_kind::unsupported, "Arma BMTR animation", "binarised; effigy reads RTM_0101"}, 4},
    {"\0sreV"sv, {file_kind::unsupported, "Arma PBO archive", advice::extract}},
    {"\0raP"sv, {file_kind::unsupported, "Arma configuration or material, binarised", "effigy reads its text form"}},
    {"HAK V1", {file_kind::unsupported, "Neverwinter Nights HAK archive", advice::extract}},
    {"ERF V1", {file_kind::unsupported, "Neverwinter Nights ERF archive", advice::extract}},
    {"MOD V1", {file_kind::unsupported, "Neverwinter Nights module", advice::extract}},
    {"NWM V1", {file_kind::unsupported, "Neverwinter Nights module", advice::extract}},
    {"BIFFV1", {file_kind::unsupported, "Neverwinter Nights BIF archive", advice::extract}},
    {"KEY V1", {file_kind::unsupported, "Neverwinter Nights KEY index", "extract the BIF archives that it lists"}},
    {"PLT V1", {file_kind::unsupported, "Neverwinter Nights PLT texture", advice::decoded}},
    {"BWM V1", {file_kind::unsupported, "Knights of the Old Republic walk mesh", advice::not_read}},
    {"DDS ", {file_kind::unsupported, "DDS texture", advice::decoded}},
    {"BLP1", {file_kind::unsupported, "BLP texture", advice::decoded}},
    {"BLP2", {file_kind::unsupported, "BLP texture", advice::decoded}},
    {"\x89PNG", {file_kind::unsupported, "PNG picture", advice::decoded}},
    {"\xFF\xD8\xFF", {file_kind::unsupported, "JPEG picture", advice::decoded}},
    {"glTF", {file_kind::unsupported, "glTF binary (GLB)", advice::gltf}, 4},
    {"Kaydara FBX", {file_kind::unsupported, "FBX model", advice::not_read}},
    {"; FBX", {file_kind::unsupported, "FBX model in text form", advice::not_read}},
    {"BLENDER", {file_kind::unsupported, "Blender file", advice::export_it}},
    {"IDST", {file_kind::unsupported, "Half-Life or Source MDL model", advice::not_read}, 4},
    {"IDPO", {file_kind::unsupported, "Quake MDL model", advice::not_read}, 4},
    {"ply\n", {file_kind::unsupported, "PLY model", advice::not_read}},
    {"PK\x03\x04", {file_kind::unsupported, "ZIP archive", advice::extract}},
    {"7z\xBC\xAF", {file_kind::unsupported, "7z archive", advice::extract}},
    {"Rar!", {file_kind::unsupported, "RAR archive", advice::extract}},
    {"\x1f\x8b", {file_kind::unsupported, "gzip archive", advice::extract}},
    {"\x28\xB5\x2F\xFD", {file_kind::unsupported, "Zstandard archive or Blender file", "decompress it first"}},
    {"version https://git-lfs", {file_kind::unsupported, "Git LFS pointer", "fetch the file itself with git lfs pull"}},
    {"\xFF\xFEn\0"sv, {file_kind::unsupported, "Neverwinter Nights ASCII MDL in UTF-16", advice::save_as_ascii}},
    {"\xFF\xFE#\0"sv, {file_kind::unsupported, "Neverwinter Nights ASCII MDL in UTF-16", advice::save_as_ascii}},
    {"<?xml", {file_kind::unsupported, "XML document", advice::not_read}},
};

// The chunk behind the version of a World of Warcraft map file, and what the file is (readers).
struct map_chunk {
    std::string_view id;
    const char* name;
};
inline constexpr map_chunk map_chunks[] = {
    {"DHOM", "World of Warcraft WMO building (root)"},    {"OMOM", "World of Warcraft WMO building (alpha version)"},
    {"PGOM", "World of Warcraft WMO building (group)"},   {"RDHM", "World of Warcraft ADT terrain"},
    {"XDMM", "World of Warcraft ADT terrain (objects)"},  {"PMAM", "World of Warcraft ADT terrain (textures)"},
    {"XETM", "World of Warcraft ADT terrain (textures)"}, {"DHPM", "World of Warcraft WDT map"},
    {"OMWM", "World of Warcraft WDL distant terrain"},    {"FOAM", "World of Warcraft WDL distant terrain"},
};

// Returns what a file of another format without a magic is.
[[nodiscard]] inline identity foreign_without_magic(byte_view file, std::string_view start) noexcept {
    constexpr file_kind is = file_kind::unsupported;
    return is_kotor_model(file)    ? identity{is, "Knights of the Old Republic model", advice::not_read}
           : is_casc_index(file)   ? identity{is, "Blizzard CASC index", "extract files of the CASC archives"}
           : is_casc_archive(file) ? identity{is, "Blizzard CASC archive", advice::extract}
           : is_paa(file)          ? identity{is, "Arma PAA texture", advice::decoded}
           : is_bioware_dds(file)  ? identity{is, "Neverwinter Nights DDS texture", advice::decoded}
           : is_tga(file)          ? identity{is, "TGA texture", advice::decoded}
           : begins_obj(start)     ? identity{is, "OBJ model", advice::not_read}
                                   : identity{};
}

} // namespace impl

// Returns what a file is, from its first bytes: 4 KiB at most, or 64 KiB of a text. Recognises the formats that effigy
// reads, and those that are often found next to them; `kind` is file_kind::unknown for other files. Does not check
// whether the file is valid.
[[nodiscard]] inline identity identify(borrowed_bytes bytes) noexcept {
    const byte_view file{bytes};
    if (file.size() == 0) {
        return {file_kind::empty, "empty file", "nothing to read"};
    }
    const std::string_view start = nwn::impl::start_of(file);
    for (const impl::signature& candidate : impl::signatures) {
        if (!start.starts_with(candidate.bytes)) {
            continue;
        }
        identity out = candidate.is;
        if (candidate.version_at != 0 && file.fits(candidate.version_at, 4)) {
            out.version = file.value_at<u32<>>(candidate.version_at).get();
        }
        if (out.kind == file_kind::grimrock_model && out.version == grimrock::shinobi_version) {
            out.kind = file_kind::shinobi_model;
            out.name = "Shinobi engine model";
        } else if (out.kind == file_kind::grimrock_animation && out.version == 3) {
            out.kind = file_kind::shinobi_animation;
            out.name = "Shinobi engine animation";
        } else if (candidate.bytes == "REVM") {
            for (const impl::map_chunk& chunk : impl::map_chunks) {
                out.name = file.text_at(12, 4) == chunk.id ? chunk.name : out.name;
            }
        }
        return out;
    }
    if (nwn::impl::begins_binary_model(file)) {
        return {file_kind::nwn_model, "Neverwinter Nights binary MDL"};
    }
    if (nwn::impl::is_ascii_model(file)) {
        return {file_kind::nwn_ascii_model, "Neverwinter Nights ASCII MDL"};
    }
    if (start.find_first_not_of(" \t\r\n") != std::string_view::npos && nwn::impl::first_word(start).starts_with('{')) {
        return {file_kind::unsupported, "JSON text (glTF?)", impl::advice::gltf};
    }
    return impl::foreign_without_magic(file, start);
}

}} // namespace effigy::v0
