// The facts of World of Warcraft models and of their companions.
#pragma once

#include "m2/model.hpp"
#include "m2/twins.hpp"

namespace facts::m2 {

// Indices outside their tables are not errors in these facts, so verify() is not called.
[[nodiscard]] inline verdict judge_model(const input& file) {
    const effigy::result<format::model> alone = format::open(file.bytes);
    if (!alone) {
        return alone.error();
    }
    const companions beside{*alone, file.where};
    const effigy::result<format::model> opened = format::open(file.bytes, beside.table());
    return opened ? verdict{model_facts(*opened)} : opened.error();
}

[[nodiscard]] inline verdict judge_skin(const input& file) {
    const effigy::result<format::skin_file> opened = format::open_skin(file.bytes);
    return opened ? verdict{skin_facts(*opened)} : opened.error();
}

[[nodiscard]] inline json file_facts(const input& file, const char* kind) {
    checksum crc;
    crc.add(file.bytes);
    return {{"kind", kind}, {"bytes", file.bytes.size()}, {"crc", crc.hex()}};
}

[[nodiscard]] inline verdict judge_skeleton(const input& file) {
    const effigy::result<format::skeleton> opened = format::open_skeleton(file.bytes);
    if (!opened) {
        return opened.error();
    }
    json out = file_facts(file, "skel");
    out["chunks"] = chunk_list(opened->chunks());
    return out;
}

// An .anim without chunks can be read only with its model.
[[nodiscard]] inline verdict judge_animation(const input& file) {
    const std::string_view tag = effigy::byte_view{file.bytes}.text_at(0, 4);
    json out = file_facts(file, "anim");
    if (tag == "AFM2" || tag == "AFSA" || tag == "AFSB") {
        const effigy::result<format::chunked_file> opened = format::open_chunks(file.bytes);
        if (!opened) {
            return opened.error();
        }
        out["chunks"] = chunk_list(opened->chunks());
    }
    return out;
}

[[nodiscard]] inline verdict judge(const input& file) {
    const std::string name = file.name();
    if (name.ends_with(".m2")) {
        return judge_model(file);
    }
    if (name.ends_with(".anim")) {
        return judge_animation(file);
    }
    if (name.ends_with(".skin")) {
        return judge_skin(file);
    }
    if (name.ends_with(".skel")) {
        return judge_skeleton(file);
    }
    return furthest(judge_model(file), judge_skin(file), judge_skeleton(file));
}

} // namespace facts::m2
