// The facts of a level's tags, and of its proxies.
#pragma once

#include "face.hpp"

#include <cstring>

namespace facts::p3d {

// ---- by kind -------------------------------------------------------------------------------------------------------

inline void add_selection(json& out, const format::selection& selection) {
    std::uint64_t points = 0;
    std::uint64_t partial = 0;
    double weights = 0;
    for (const format::selected_point& selected : selection.points()) {
        ++points;
        partial += selected.weight != 1 ? 1U : 0U;
        weights += static_cast<double>(selected.weight);
    }
    std::uint64_t faces = 0;
    std::uint64_t faces_not_one = 0;
    for (const std::uint32_t face : selection.faces()) {
        ++faces;
        faces_not_one += selection.face_bytes()[face] != 1 ? 1U : 0U;
    }
    out["points"] = points;
    out["partial"] = partial;
    out["weights_approx"] = rounded(weights);
    out["faces"] = faces;
    out["faces_not_one"] = faces_not_one;
}

inline void add_sharp_edges(json& out, std::span<const format::edge> stored, std::uint32_t point_count) {
    std::uint64_t degenerate = 0;
    std::uint64_t ascending = 0;
    std::uint64_t bad_indices = 0;
    std::set<std::pair<std::uint32_t, std::uint32_t>> distinct;
    for (const format::edge& edge : stored) {
        const std::uint32_t from = edge.point[0];
        const std::uint32_t to = edge.point[1];
        degenerate += from == to ? 1U : 0U;
        ascending += from < to ? 1U : 0U;
        bad_indices += (from >= point_count ? 1U : 0U) + (to >= point_count ? 1U : 0U);
        distinct.emplace(from, to);
    }
    out["n"] = stored.size();
    out["degenerate"] = degenerate;
    out["ascending"] = ascending;
    out["bad_index"] = bad_indices;
    out["duplicates"] = stored.size() - distinct.size();
    out["both_ways"] = std::ranges::count_if(distinct, [&](const auto& edge) {
        return edge.first < edge.second && distinct.contains({edge.second, edge.first});
    });
}

inline void add_mass(json& out, std::span<const effigy::f32<>> masses, std::span<const vector> points) {
    constexpr double least = 1e-6; // the smallest total with a center
    std::uint64_t nonfinite = 0;
    std::uint64_t negative = 0;
    double total = 0;
    vector weighted;
    for (std::size_t i = 0; i < masses.size(); ++i) {
        const double mass = masses[i];
        nonfinite += std::isfinite(mass) ? 0U : 1U;
        negative += mass < 0 ? 1U : 0U;
        if (std::isfinite(mass) && is_finite(points[i])) {
            total += mass;
            weighted = weighted + points[i] * mass;
        }
    }
    out["n"] = masses.size();
    out["nonfinite"] = nonfinite;
    out["negative"] = negative;
    out["sum_approx"] = rounded(total);
    out["center_approx"] = total > least ? coordinates(weighted * (1 / total)) : json::array();
}

inline void add_uv_set(json& out, const effigy::p3d::uv_set& set, std::span<const stored_uv> of_faces) {
    std::uint64_t same = 0;
    for (std::size_t i = 0; i < set.uvs().size(); ++i) {
        same += std::memcmp(&set.uvs()[i], &of_faces[i], sizeof(stored_uv)) == 0 ? 1U : 0U; // compares bits: NaN occurs
    }
    const finite_values<2> usable = finite(set.uvs());
    out["id"] = set.id();
    out["n"] = set.uvs().size();
    out["uv_crc"] = crc_of(set.uvs());
    out["same_as_faces"] = same;
    out["nonfinite"] = usable.others();
    out["sum_approx"] = usable.total();
}

inline void add_frame(json& out, const effigy::p3d::morph_frame& frame, std::span<const vector> points) {
    const std::vector<vector> positions = converted(frame.positions(), gltf_point);
    double shift = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const double distance = length(positions[i] - points[i]);
        shift += std::isfinite(distance) ? distance : 0;
    }
    out["time_bits"] = hex(bits_of(frame.time()), 8);
    out["time_approx"] = rounded(frame.time());
    out["bounds_approx"] = finite(positions).bounds();
    out["shift_approx"] = rounded(shift);
}

inline void add_property(json& out, const format::property& property) {
    out["key"] = latin1(property.name());
    out["value"] = latin1(property.value());
}

inline void add_material_index(json& out, std::span<const effigy::u32<>> words) {
    out["values"] = list_of(words, [](std::uint32_t word) { return hex(word, 8); });
}

// ---- any tag -------------------------------------------------------------------------------------------------------

inline void add_payload(json& out, const format::tag& tag, const geometry& points, const face_table& faces) {
    switch (tag.kind()) {
    case format::tag_kind::selection:
    case format::tag_kind::selected:
    case format::tag_kind::lock:
    case format::tag_kind::hide: add_selection(out, tag.selection()); break;
    case format::tag_kind::sharp_edges:
        add_sharp_edges(out, tag.edges(), static_cast<std::uint32_t>(points.points.size()));
        break;
    case format::tag_kind::mass: add_mass(out, tag.masses(), points.points); break;
    case format::tag_kind::property: add_property(out, tag.property()); break;
    case format::tag_kind::uv_set: add_uv_set(out, tag.uv_set(), faces.uvs()); break;
    case format::tag_kind::morph_frame: add_frame(out, tag.morph_frame(), points.points); break;
    case format::tag_kind::material_index: add_material_index(out, tag.material_index()); break;
    case format::tag_kind::end:
    case format::tag_kind::unknown: break;
    }
}

// The kind's name in the schema: a morph frame is named after its tag, "#Animation#".
[[nodiscard]] inline std::string_view kind_of(const format::tag& tag) {
    return tag.kind() == format::tag_kind::morph_frame ? "animation" : format::name_of(tag.kind());
}

[[nodiscard]] inline json tag_facts(const format::tag& tag, const geometry& points, const face_table& faces) {
    json out;
    out["name"] = latin1(tag.name());
    out["size"] = tag.data().size();
    out["crc"] = crc_of(tag.data());
    out["kind"] = kind_of(tag);
    if (tag.has_right_size()) {
        add_payload(out, tag, points, faces);
    } else {
        out["size_wrong"] = true;
    }
    return out;
}

// ---- proxies -------------------------------------------------------------------------------------------------------

// The basis of a proxy's triangle. Empty if the face is not a triangle, or if one of its points does not exist.
[[nodiscard]] inline json basis_facts(const format::face& face, const geometry& points) {
    std::array<vector, 3> corners;
    if (face.corners().size() != corners.size()) {
        return json::array();
    }
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const vector* const point = points.point(face.corners()[i]);
        if (point == nullptr) {
            return json::array();
        }
        corners[i] = *point;
    }
    const auto [origin, direction, up] = format::basis_of(corners[0], corners[1], corners[2]);
    return numbers({origin.x, origin.y, origin.z, direction.x, direction.y, direction.z, up.x, up.y, up.z});
}

template <class Faces>
[[nodiscard]] json proxy_facts(const format::proxy_name& name, const format::selection& selection, const Faces& faces,
                               const geometry& points) {
    const auto selected = selection.faces();
    const bool is_placed = !selected.empty();
    json out;
    out["path"] = latin1(name.path);
    out["id"] = name.number;
    out["faces"] = std::ranges::distance(selected);
    out["face"] = is_placed ? json(*selected.begin()) : json(-1);
    out["frame_approx"] = is_placed ? basis_facts(faces[*selected.begin()], points) : json::array();
    return out;
}

// ---- all tags ------------------------------------------------------------------------------------------------------

class tag_list {
public:
    tag_list(effigy::byte_view file, const format::lod& level, const geometry& points, const face_table& faces) {
        std::vector<std::uint32_t> offsets(level.faces().size());
        const auto face_index = level.faces().index(offsets);
        for (const format::tag& tag : level.tags()) {
            inactive_ += tag.active() == 1 ? 0U : 1U;
            add_junk(file, level, tag);
            if (tag.kind() == format::tag_kind::selection) {
                count_selection(tag);
                const format::proxy_name proxy = format::proxy_of(tag.name());
                if (proxy && tag.has_right_size()) {
                    json facts = proxy_facts(proxy, tag.selection(), face_index, points);
                    facts["tag"] = tags_.size();
                    proxies_.push_back(std::move(facts));
                }
            }
            tags_.push_back(tag_facts(tag, points, faces));
        }
    }

    [[nodiscard]] std::size_t size() const { return tags_.size(); }
    [[nodiscard]] std::uint64_t junk() const { return junk_.count(); }
    void add_facts(json& out) const {
        out["tags"] = tags_;
        out["proxies"] = proxies_;
        out["inactive_tags"] = inactive_;
        out["selections"] = selections_;
        out["ignored_selections"] = ignored_;
        out["selection_names_clash"] = selections_ - names_.size();
    }

private:
    void count_selection(const format::tag& tag) {
        ++selections_;
        ignored_ += tag.name().starts_with('-') || tag.name().starts_with('.') ? 1U : 0U;
        names_.insert(facts::lower_case(std::string{tag.name()}));
    }
    void add_junk(effigy::byte_view file, const format::lod& level, const format::tag& tag) {
        if (level.format() != format::lod_format::p3dm) {
            junk_.add(tag.name(), file.bytes_at(file.offset_of(tag.name().data()), 64));
        }
        if (const format::property property = tag.property()) {
            junk_.add(property.name(), tag.data().first(64));
            junk_.add(property.value(), tag.data().last(64));
        }
    }

    json tags_ = json::array(), proxies_ = json::array();
    std::uint64_t inactive_ = 0, selections_ = 0, ignored_ = 0;
    std::set<std::string> names_;
    junk_count junk_;
};

} // namespace facts::p3d
