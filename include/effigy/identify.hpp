// Identifying a file by its first bytes.
#pragma once

#include <effigy/grimrock/records.hpp>
#include <effigy/m2/records.hpp>
#include <effigy/nwn/view/signature.hpp>

namespace effigy::inline v0 {

enum class kind : std::uint8_t {
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
[[nodiscard]] constexpr std::string_view name_of(kind what) noexcept {
    switch (what) {
    case kind::unknown: return "unknown";
    case kind::empty: return "empty";
    case kind::grimrock_model: return "grimrock_model";
    case kind::grimrock_animation: return "grimrock_animation";
    case kind::shinobi_model: return "shinobi_model";
    case kind::shinobi_animation: return "shinobi_animation";
    case kind::nwn_model: return "nwn_model";
    case kind::nwn_ascii_model: return "nwn_ascii_model";
    case kind::m2_model: return "m2_model";
    case kind::m2_skin: return "m2_skin";
    case kind::m2_animation: return "m2_animation";
    case kind::m2_skeleton: return "m2_skeleton";
    case kind::m2_chunks: return "m2_chunks";
    case kind::p3d_model: return "p3d_model";
    case kind::p3d_animation: return "p3d_animation";
    case kind::unsupported: return "unsupported";
    }
    return "unknown";
}
// Whether open() of the format returns a model for a file of this kind.
[[nodiscard]] constexpr bool is_model(kind what) noexcept {
    switch (what) {
    case kind::grimrock_model:
    case kind::shinobi_model:
    case kind::nwn_model:
    case kind::m2_model:
    case kind::p3d_model: return true;
    default: return false;
    }
}

// The extensions of the files that identify() recognises and effigy reads, in lower case. World of Warcraft's .anim is
// not listed: most of these files begin with keys, which identify() cannot recognise.
inline constexpr std::string_view extensions[] = {".model", ".animation", ".mdl",  ".p3d", ".rtm",
                                                  ".m2",    ".skin",      ".skel", ".bone"};

struct identity {
    kind what = kind::unknown;
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

inline constexpr const char* foreign = "effigy does not read this format";
inline constexpr const char* gltf = "effigy does not read glTF";
inline constexpr const char* reads_mlod = "binarised; effigy reads MLOD";

inline constexpr signature signatures[] = {
    {"MDL1", {kind::grimrock_model, "Legend of Grimrock model"}, 4},
    {"ANIM", {kind::grimrock_animation, "Legend of Grimrock animation"}, 4},
    {"GRA2", {kind::unsupported, "Legend of Grimrock archive", "effigy reads the files inside"}},
    {"MD20", {kind::m2_model, "World of Warcraft M2 model"}, 4},
    {"MD21", {kind::m2_model, "World of Warcraft M2 model in chunks"}, 12},
    {"SKIN", {kind::m2_skin, "World of Warcraft M2 skin"}},
    {"AFM2", {kind::m2_animation, "World of Warcraft M2 animation in chunks"}},
    {"AFSA", {kind::m2_animation, "World of Warcraft M2 animation in chunks"}},
    {"AFSB", {kind::m2_animation, "World of Warcraft M2 animation in chunks"}},
    {"SKL1", {kind::m2_skeleton, "World of Warcraft M2 skeleton"}},
    {"\1\0\0\0BIDA"sv, {kind::m2_chunks, "World of Warcraft M2 bone offsets"}},
    {"PHYS", {kind::unsupported, "World of Warcraft M2 physics", foreign}},
    {"SYHP", {kind::unsupported, "World of Warcraft M2 physics", foreign}},
    {"PTCH", {kind::unsupported, "World of Warcraft file patch", "effigy reads the file that the patch applies to"}},
    {"MDLX", {kind::unsupported, "Warcraft III MDX model", foreign}},
    {"MLOD", {kind::p3d_model, "Arma MLOD model"}, 4},
    {"NLOD", {kind::p3d_model, "Arma NLOD model"}},
    {"P3DM", {kind::p3d_model, "Arma P3DM model without a container"}},
    {"SP3X", {kind::p3d_model, "Arma SP3X model without a container"}},
    {"SP3D", {kind::p3d_model, "Arma SP3D model without a container"}},
    {"ODOL", {kind::unsupported, "Arma ODOL model", reads_mlod}, 4},
    {"RTM_MDAT", {kind::unsupported, "Arma RTM animation with motion data", "effigy reads RTM_0101"}},
    {"RTM_01", {kind::p3d_animation, "Arma RTM animation"}},
    {"BMTR", {kind::unsupported, "Arma BMTR animation", "binarised; effigy reads RTM_0101"}, 4},
    {"glTF", {kind::unsupported, "glTF binary (GLB)", gltf}, 4},
    {"IDST", {kind::unsupported, "Half-Life or Source MDL model", foreign}, 4},
    {"IDPO", {kind::unsupported, "Quake MDL model", foreign}, 4},
    {"Kaydara FBX", {kind::unsupported, "FBX model", foreign}},
    {"ply\n", {kind::unsupported, "PLY model", foreign}},
    {"DDS ", {kind::unsupported, "DDS texture", foreign}},
    {"BLP2", {kind::unsupported, "BLP texture", foreign}},
    {"\x89PNG", {kind::unsupported, "PNG picture", foreign}},
    {"PK\x03\x04", {kind::unsupported, "ZIP archive", "effigy reads the files inside"}},
    {"\x1f\x8b", {kind::unsupported, "gzip archive", "effigy reads the files inside"}},
    {"version https://git-lfs", {kind::unsupported, "Git LFS pointer", "fetch the file itself with git lfs pull"}},
    {"<?xml", {kind::unsupported, "XML document", foreign}},
};

} // namespace impl

// Returns what a file is, from its first bytes (4 KiB at most). Recognises the formats that effigy reads, and those
// that are often found next to them; `what` is kind::unknown for other files. Does not check whether the file is valid.
[[nodiscard]] inline identity identify(borrowed_bytes bytes) noexcept {
    const window file{bytes};
    if (file.size() == 0) {
        return {kind::empty, "empty file", "nothing to read"};
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
        if (out.what == kind::grimrock_model && out.version == grimrock::shinobi_version) {
            out.what = kind::shinobi_model;
            out.name = "Shinobi engine model";
        } else if (out.what == kind::grimrock_animation && out.version == 3) {
            out.what = kind::shinobi_animation;
            out.name = "Shinobi engine animation";
        }
        return out;
    }
    if (nwn::impl::begins_binary_model(file)) {
        return {kind::nwn_model, "Neverwinter Nights binary MDL"};
    }
    if (nwn::impl::begins_ascii_model(start)) {
        return {kind::nwn_ascii_model, "Neverwinter Nights ASCII MDL", "effigy reads the binary form"};
    }
    if (start.find_first_not_of(" \t\r\n") != std::string_view::npos && nwn::impl::first_word(start).starts_with('{')) {
        return {kind::unsupported, "JSON text (glTF?)", impl::gltf};
    }
    return {};
}

} // namespace effigy::inline v0
