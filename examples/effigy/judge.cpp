#include "judge.hpp"

namespace tool {

std::string_view name_of(effigy::kind kind) {
    switch (kind) {
    case effigy::kind::unknown: return "unknown";
    case effigy::kind::empty: return "empty";
    case effigy::kind::grimrock_model: return "grimrock_model";
    case effigy::kind::grimrock_animation: return "grimrock_animation";
    case effigy::kind::shinobi_model: return "shinobi_model";
    case effigy::kind::shinobi_animation: return "shinobi_animation";
    case effigy::kind::nwn_model: return "nwn_model";
    case effigy::kind::nwn_ascii_model: return "nwn_ascii_model";
    case effigy::kind::m2_model: return "m2_model";
    case effigy::kind::m2_skin: return "m2_skin";
    case effigy::kind::m2_animation: return "m2_animation";
    case effigy::kind::m2_skeleton: return "m2_skeleton";
    case effigy::kind::p3d_model: return "p3d_model";
    case effigy::kind::p3d_animation: return "p3d_animation";
    case effigy::kind::unsupported: return "other";
    }
    return "unknown";
}

std::string_view name_of(tool::status status) {
    switch (status) {
    case status::ok: return "ok";
    case status::skipped: return "skipped";
    case status::error: return "error";
    }
    return "error";
}

} // namespace tool
