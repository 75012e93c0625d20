// The facts of a level's faces: their bytes, their shape, their materials.
#pragma once

#include "space.hpp"

#include <optional>

namespace facts::p3d {

// ---- bytes ---------------------------------------------------------------------------------------------------------

// The bytes of the used corners.
class corner_bytes {
public:
    void add(const format::corner& corner) {
        const auto bytes = std::as_bytes(std::span{&corner, 1});
        add_bytes(all_, bytes);
        add_bytes(indices_, bytes.first(sizeof(corner.point) + sizeof(corner.normal)));
        uvs_.push_back(corner.uv);
    }
    [[nodiscard]] std::span<const stored_uv> uvs() const { return uvs_; }
    void add_facts(json& out) const {
        out["corners"] = bulk(all_, uvs_.size());
        out["indices"] = bulk(indices_, 2 * uvs_.size());
    }

private:
    checksum all_, indices_;
    std::vector<stored_uv> uvs_;
};

// The bytes from the end of the normals to the start of the tags.
[[nodiscard]] inline std::span<const std::byte> bytes_of_faces(effigy::byte_view file, const format::lod& level) {
    const std::uint64_t points = level.points().size() * level.points().stride();
    const std::uint64_t begin = level.offset() + level.header_size() + points + std::span{level.normals()}.size_bytes();
    const std::uint64_t end = level.has_tags() ? level.tags_offset() : level.end_offset();
    return file.bytes_at(begin, end - begin);
}

// ---- shape ---------------------------------------------------------------------------------------------------------

// A level's points and normals in glTF space.
struct geometry {
    std::vector<vector> points, normals;

    explicit geometry(const format::lod& level)
        : points(converted(level.points(), gltf_point)), normals(converted(level.normals(), gltf_normal)) {}

    [[nodiscard]] const vector* point(const format::corner& corner) const {
        return effigy::find_at(std::span<const vector>{points}, corner.point);
    }
    [[nodiscard]] const vector* normal(const format::corner& corner) const {
        return effigy::find_at(std::span<const vector>{normals}, corner.normal);
    }
};

struct surface {
    double area = 0;
    double volume = 0; // below 0: inside out
    double facing = 0; // area along the normals
};

// The surface of a face, cut into a fan around its first corner. Empty if a point does not exist or a sum is not
// finite.
[[nodiscard]] inline std::optional<surface> surface_of(const format::face& face, const geometry& level) {
    std::vector<vector> points;
    for (const format::corner& corner : face.corners()) {
        const vector* const point = level.point(corner);
        if (point == nullptr) {
            return std::nullopt;
        }
        points.push_back(*point);
    }
    const vector* const stored_normal = level.normal(face.corners()[0]);
    const vector normal = stored_normal != nullptr ? *stored_normal : vector{};
    surface out;
    for (std::size_t i = 2; i < points.size(); ++i) {
        const vector across = cross(points[i - 1] - points[0], points[i] - points[0]);
        out.area += length(across) / 2;
        out.volume += dot(points[0], across) / 6;
        out.facing += dot(normal, across) / 2;
    }
    return std::isfinite(out.area + out.volume + out.facing) ? std::optional{out} : std::nullopt;
}

// Counts how often each edge occurs in one direction more than in the other.
class edge_balance {
public:
    void add(const format::face& face) {
        std::uint32_t from = face.corners()[face.corners().size() - 1].point;
        for (const format::corner& corner : face.corners()) {
            const std::uint32_t to = corner.point;
            if (from != to) {
                balance_[std::minmax(from, to)] += from < to ? 1 : -1;
            }
            from = to;
        }
    }
    [[nodiscard]] std::uint64_t open() const {
        std::uint64_t out = 0;
        for (const auto& [edge, balance] : balance_) {
            out += static_cast<std::uint64_t>(std::abs(balance));
        }
        return out;
    }

private:
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> balance_;
};

class distinct_corners {
public:
    void add(const format::corner& corner) { all_.push_back(std::bit_cast<bits>(corner)); }
    [[nodiscard]] std::size_t count() const {
        std::vector<bits> sorted = all_;
        std::sort(sorted.begin(), sorted.end());
        return static_cast<std::size_t>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
    }

private:
    using bits = std::array<std::uint32_t, 4>;
    std::vector<bits> all_;
};

[[nodiscard]] inline bool repeats_a_point(const format::face& face) {
    std::set<std::uint32_t> points;
    for (const format::corner& corner : face.corners()) {
        points.insert(corner.point);
    }
    return points.size() < face.corners().size();
}

// ---- materials -----------------------------------------------------------------------------------------------------

struct material {
    std::string_view texture, name;
    std::uint64_t faces = 0, triangles = 0;
    double area = 0;
};

// Materials in the order of their first use.
class material_list {
public:
    [[nodiscard]] material& of(const format::face& face) {
        const auto [found, is_new] = numbers_.try_emplace({face.texture(), face.material()}, all_.size());
        if (is_new) {
            all_.push_back({face.texture(), face.material()});
        }
        return all_[found->second];
    }
    [[nodiscard]] json facts() const {
        return list_of(all_, [](const material& one) {
            return json{{"texture", latin1(one.texture)},
                        {"material", latin1(one.name)},
                        {"faces", one.faces},
                        {"triangles", one.triangles},
                        {"area_approx", rounded(one.area)}};
        });
    }

private:
    std::map<std::pair<std::string_view, std::string_view>, std::size_t> numbers_;
    std::vector<material> all_;
};

// ---- all faces -----------------------------------------------------------------------------------------------------

class face_table {
public:
    face_table(effigy::byte_view file, const format::lod& level, const geometry& points)
        : stored_(bytes_of_faces(file, level)), count_(level.faces().size()) {
        for (const format::face& face : level.faces()) {
            add_corners(face, points);
            material& used = materials_.of(face);
            ++used.faces;
            if (face.corners().size() >= 3) {
                add_shape(face, points, used);
            }
            if (level.format() != format::lod_format::sp3d) {
                flags_.add(face.flags());
            }
            if (level.format() != format::lod_format::p3dm) {
                junk_.add(face.texture(), file.bytes_at(file.offset_of(face.texture().data()), 32));
            }
        }
    }

    [[nodiscard]] std::uint64_t triangles() const { return triangles_; }
    [[nodiscard]] std::span<const stored_uv> uvs() const { return corners_.uvs(); }
    [[nodiscard]] std::uint64_t junk() const { return junk_.count(); }

    [[nodiscard]] json facts() const {
        json out;
        out["n"] = count_;
        out["bytes"] = stored_.size();
        out["crc"] = crc_of(stored_);
        out["by_corners"] = by_corners_.facts([](std::size_t corners) { return std::to_string(corners); });
        corners_.add_facts(out);
        out["flags"] = flags_.facts(hex_of);
        out["unused_corner_nonzero"] = stale_;
        out["bad_point_index"] = bad_points_;
        out["bad_normal_index"] = bad_normals_;
        out["repeated_point"] = repeated_;
        out["skipped"] = skipped_;
        out["triangles"] = triangles_;
        out["distinct_corners"] = distinct_.count();
        out["open_edges"] = edges_.open();
        out["area_approx"] = rounded(total_.area);
        out["volume_approx"] = rounded(total_.volume);
        out["facing_approx"] = rounded(total_.facing);
        return out;
    }
    [[nodiscard]] json uv_facts() const {
        const finite_values<2> usable = finite(uvs());
        return {{"crc", crc_of(uvs())},
                {"nonfinite", usable.others()},
                {"sum_approx", usable.total()},
                {"bounds_approx", usable.bounds()}};
    }
    [[nodiscard]] json material_facts() const { return materials_.facts(); }

private:
    void add_corners(const format::face& face, const geometry& points) {
        by_corners_.add(face.corners().size());
        for (const format::corner& corner : face.corners()) {
            corners_.add(corner);
            bad_points_ += points.point(corner) == nullptr ? 1U : 0U;
            bad_normals_ += points.normal(corner) == nullptr ? 1U : 0U;
        }
        stale_ += is_zero(std::as_bytes(std::span{face.unused()})) ? 0U : 1U;
    }
    void add_shape(const format::face& face, const geometry& points, material& used) {
        triangles_ += face.corners().size() - 2;
        used.triangles += face.corners().size() - 2;
        repeated_ += repeats_a_point(face) ? 1U : 0U;
        edges_.add(face);
        for (const format::corner& corner : face.corners()) {
            distinct_.add(corner);
        }
        if (const std::optional<surface> part = surface_of(face, points)) {
            total_.area += part->area;
            total_.volume += part->volume;
            total_.facing += part->facing;
            used.area += part->area;
        } else {
            ++skipped_;
        }
    }

    std::span<const std::byte> stored_;
    std::uint64_t count_ = 0, triangles_ = 0, stale_ = 0, bad_points_ = 0, bad_normals_ = 0, repeated_ = 0,
                  skipped_ = 0;
    tally<std::size_t> by_corners_;
    tally<std::uint32_t> flags_;
    corner_bytes corners_;
    distinct_corners distinct_;
    edge_balance edges_;
    surface total_;
    material_list materials_;
    junk_count junk_;
};

} // namespace facts::p3d
