// The facts of a model: its levels, and totals over them.
#pragma once

#include "tag.hpp"

namespace facts::p3d {

// Totals over all levels.
struct totals {
    std::uint64_t points = 0, normals = 0, faces = 0, tags = 0, triangles = 0;
};

// ---- a level -------------------------------------------------------------------------------------------------------

[[nodiscard]] inline json point_facts(const format::lod& level, std::span<const vector> points) {
    const bool has_flags = level.format() != format::lod_format::sp3d;
    const finite_values<3> usable = finite(points);
    tally<std::uint32_t> flags;
    for (const format::point& point : level.point_records()) {
        flags.add(point.flags);
    }
    return {{"n", points.size()},
            {"crc", has_flags ? crc_of(level.point_records()) : crc_of(level.points().packed())},
            {"flags", flags.facts(hex_of)},
            {"nonfinite", usable.others()},
            {"bounds_approx", usable.bounds()},
            {"sum_approx", usable.total()}};
}

[[nodiscard]] inline json normal_facts(const format::lod& level, std::span<const vector> normals) {
    const finite_values<3> usable = finite(normals);
    return {{"n", normals.size()},
            {"crc", crc_of(level.normals())},
            {"nonfinite", usable.others()},
            {"zero", std::ranges::count(normals, vector{})},
            {"sum_approx", usable.total()}};
}

inline void add_header(json& out, const format::lod& level) {
    out["offset"] = level.offset();
    out["bytes"] = level.end_offset() - level.offset();
    out["magic"] = format::name_of(level.format());
    out["header_size"] = level.header_size();
    out["version"] = level.version();
    out["flags"] = hex(level.flags());
    out["tags_offset"] = level.has_tags() ? json(level.tags_offset()) : json(-1);
}

inline void add_resolution(json& out, const format::lod& level) {
    out["resolution_bits"] = hex(bits_of(level.resolution()), 8);
    out["resolution_approx"] = rounded(level.resolution());
    out["kind"] = format::name_of(level.kind());
    out["kind_index"] = level.number();
    out["geometry_only"] = format::is_geometry_only(level.kind());
}

[[nodiscard]] inline json lod_facts(effigy::byte_view file, const format::lod& level, std::uint64_t padding,
                                    totals& all) {
    const geometry points{level};
    const face_table faces{file, level, points};
    const tag_list tags{file, level, points, faces};
    json out;
    add_header(out, level);
    out["points"] = point_facts(level, points.points);
    out["normals"] = normal_facts(level, points.normals);
    out["faces"] = faces.facts();
    out["materials"] = faces.material_facts();
    out["uv"] = faces.uv_facts();
    tags.add_facts(out);
    add_resolution(out, level);
    out["padding_bytes"] = padding;
    out["string_junk"] = faces.junk() + tags.junk();

    all.points += points.points.size();
    all.normals += points.normals.size();
    all.faces += level.faces().size();
    all.tags += tags.size();
    all.triangles += faces.triangles();
    return out;
}

// ---- all of them ---------------------------------------------------------------------------------------------------

[[nodiscard]] inline json model_facts(const format::model& model) {
    std::vector<format::lod_entry> entries(model.lods().size());
    const format::lod_index lods = model.index(entries);
    const byte_map bytes{model};
    totals all;
    bool ascending = true;
    json facts = json::array();
    for (std::size_t i = 0; i < lods.size(); ++i) {
        ascending = ascending && (i == 0 || lods[i - 1].resolution() <= lods[i].resolution());
        facts.push_back(lod_facts(model.file(), lods[i], bytes.padding_of(static_cast<std::uint32_t>(i)), all));
    }
    json out;
    out["bytes"] = model.file().size();
    out["container"] = format::name_of(model.container());
    out["version"] = model.version();
    out["lod_count"] = model.lods().size();
    out["lods"] = std::move(facts);
    out["resolutions_ascending"] = ascending;
    out["totals"] = {{"points", all.points},
                     {"normals", all.normals},
                     {"faces", all.faces},
                     {"tags", all.tags},
                     {"triangles", all.triangles}};
    out["coverage"] = bytes.coverage();
    return out;
}

} // namespace facts::p3d
