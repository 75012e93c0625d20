// A level's faces as a mesh: equal corners become one vertex, triangles of one material become one primitive.
#pragma once

#include <effigy/core/impl/heap_sort.hpp>
#include <effigy/core/impl/platform.hpp>
#include <effigy/p3d/names.hpp>
#include <effigy/p3d/scene/proxies.hpp>
#include <effigy/p3d/scene/trace.hpp>
#include <effigy/scene/vertices.hpp>
#include <effigy/scene/weld.hpp>

#include <algorithm>
#include <bit>
#include <optional>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

// The content of a corner, and its index among the level's corners.
struct corner_key {
    std::uint32_t point, normal;
    std::uint32_t u, v; // bits: a NaN equals itself
    std::uint32_t used; // the primitive: each has vertices of its own
    std::uint32_t number;
};
// The vertices of each point.
using point_vertices = corner_welder<corner_key>;

[[nodiscard]] inline std::uint32_t bits_of(float number) noexcept { return std::bit_cast<std::uint32_t>(number); }

template <class = when_used> class mesh_maker {
public:
    // `trace`: null if nobody asks where the mesh comes from.
    mesh_maker(builder& to, material_list<>& materials, const lod& level, proxy_list<>& proxies, level_trace* trace)
        : to_(&to), materials_(&materials), proxies_(&proxies), trace_(trace), level_(level), points_(level.points()),
          sets_(to.memory()), used_(to.memory()), runs_(to.memory()), numbers_(to.memory()), flags_(to.memory()) {}

    // Makes the mesh. Returns false if it exceeds the memory limit of the scene.
    [[nodiscard]] bool make(scene::mesh& out) {
        const auto point_count = static_cast<std::uint32_t>(points_.size());
        const std::uint64_t corners = level_.corner_count();
        if (!find_sets() || !to_->charge(point_vertices::size_of(point_count, corners))) {
            return false;
        }
        vertices_.emplace(point_count, to_size(corners), to_->memory());
        if (!to_->resize(std::uint64_t{level_.triangle_count()} * 3, out.indices) || !add_faces(out)) {
            return false;
        }
        out.indices.resize(index_count_);
        return add_primitives(out) && add_vertices(out);
    }
    [[nodiscard]] const point_vertices& vertices() const noexcept { // after make()
        return *vertices_;                                          // NOLINT(bugprone-unchecked-optional-access)
    }

    // Adds the numbers that make() counted.
    void add_extras(scene::mesh& mesh) const {
        auto to = to_->extras();
        to.add_given("lines", lines_).add_given("skipped", skipped_).add_given("proxyTriangles", proxy_triangles_);
        to.add_given("repairedPositions", bad_positions_).add_given("repairedTexcoords", bad_texcoords_);
        to.add_given("repairedNormals", bad_normals_).put_into(mesh.extras);
        for (const auto& [flags, faces] : flags_) {
            to.add(hexadecimal(flags).data(), faces);
        }
        to.put_into(mesh.extras, "faceFlags");
        to.add_given("faceFlagsLeftOut", other_flags_).put_into(mesh.extras);
    }

private:
    struct run { // consecutive triangles of one material
        std::uint32_t used, first_index;
    };
    using names = std::pair<std::string_view, std::string_view>;
    struct counted_flags {
        std::uint32_t flags; // of faces
        std::uint64_t faces; // their number
    };

    // Finds the UV sets from 1 on. Set 0 repeats the texture coordinates of the faces.
    [[nodiscard]] bool find_sets() {
        for (const uv_set& set : level_.uv_sets()) {
            if (set.id() != 0 && !set.uvs().empty() && to_->add(sets_, set.uvs()) == nullptr) {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] bool add_faces(scene::mesh& out) {
        std::uint32_t corner = 0;
        std::uint32_t number = 0;
        for (const p3d::face& face : level_.faces()) {
            const array<p3d::corner> corners = face.corners();
            if (face.flags() != 0) {
                note_flags(face.flags());
            }
            if (proxies_->takes(number, corners, points_)) {
                proxy_triangles_ += corners.size() < 3 ? 0 : corners.size() - 2;
            } else if (corners.size() < 3) {
                ++lines_;
            } else if (!add_face(out, face, corners, corner, number)) {
                return false;
            }
            corner += static_cast<std::uint32_t>(corners.size());
            ++number;
        }
        return true;
    }
    [[nodiscard]] bool add_face(scene::mesh& out, const p3d::face& face, const array<p3d::corner>& corners,
                                std::uint32_t first, std::uint32_t number) {
        std::uint32_t points[4]{};
        const std::size_t count = corners.size() < 4 ? corners.size() : 4;
        for (std::size_t k = 0; k < count; ++k) {
            points[k] = corners[k].point;
            if (points[k] >= points_.size()) {
                ++skipped_;
                return true;
            }
        }
        if (!use_material(face)) {
            return false;
        }
        point_vertices& known = *vertices_; // NOLINT(bugprone-unchecked-optional-access): set by make()
        std::uint32_t made[4]{};
        for (std::size_t k = 0; k < count; ++k) {
            const p3d::corner& stored = corners[k];
            const corner_key key{points[k],
                                 stored.normal,
                                 bits_of(stored.uv.x),
                                 bits_of(stored.uv.y),
                                 runs_.back().used,
                                 first + static_cast<std::uint32_t>(k)};
            made[k] = sets_.empty() ? known.add(points[k], key, is_same)
                                    : known.add(points[k], key, [&](const corner_key& a, const corner_key& b) {
                                          return is_same(a, b) && is_same_in_sets(a.number, b.number);
                                      });
        }
        for (std::size_t k = 2; k < count && index_count_ + 3 <= out.indices.size(); ++k) {
            out.indices[index_count_++] = made[0];
            out.indices[index_count_++] = made[k - 1];
            out.indices[index_count_++] = made[k];
            if (trace_ != nullptr) {
                trace_->faces.push_back(number);
            }
        }
        return true;
    }
    [[nodiscard]] static bool is_same(const corner_key& a, const corner_key& b) noexcept {
        return a.normal == b.normal && a.u == b.u && a.v == b.v && a.used == b.used;
    }
    [[nodiscard]] bool is_same_in_sets(std::uint32_t a, std::uint32_t b) const noexcept {
        for (const array<vec2<>>& set : sets_) {
            const vec2<>* const first = set.at(a);
            const vec2<>* const second = set.at(b);
            if (first == nullptr || second == nullptr || bits_of(first->x) != bits_of(second->x) ||
                bits_of(first->y) != bits_of(second->y)) {
                return false;
            }
        }
        return true;
    }

    // Like ==, which the compilers do not inline: it is called for each face.
    [[nodiscard]] static bool is_same_text(std::string_view a, std::string_view b) noexcept {
        return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
    }
    // Begins a new run of triangles if the material changes.
    [[nodiscard]] bool use_material(const p3d::face& face) {
        const names wanted{face.texture(), face.material()};
        if (!runs_.empty() && is_same_text(wanted.first, last_.first) && is_same_text(wanted.second, last_.second)) {
            return true;
        }
        last_ = wanted;
        for (std::uint32_t i = 0; i < recent_.size() && i < used_.size(); ++i) {
            if (recent_[i].first == wanted) {
                return begin_run(recent_[i].second);
            }
        }
        std::uint32_t number = numbers_.find(wanted);
        if (number == npos) {
            scene::primitive made;
            made.material = materials_->number_of(wanted.first, wanted.second);
            number = static_cast<std::uint32_t>(used_.size());
            if (!to_->add(numbers_, wanted, number) || to_->add(used_, made) == nullptr) {
                return false;
            }
        }
        recent_[next_recent_++ % recent_.size()] = {wanted, number};
        return begin_run(number);
    }
    [[nodiscard]] bool begin_run(std::uint32_t used) {
        return to_->add(runs_, run{used, static_cast<std::uint32_t>(index_count_)}) != nullptr;
    }

    // Sorts triangles by material, in the order of first use; triangles of one material stay in file order.
    [[nodiscard]] bool add_primitives(scene::mesh& out) {
        const auto size_of_run = [&](std::size_t i) {
            const std::size_t end = i + 1 < runs_.size() ? runs_[i + 1].first_index : out.indices.size();
            return static_cast<std::uint32_t>(end) - runs_[i].first_index;
        };
        for (std::size_t i = 0; i < runs_.size(); ++i) {
            used_[runs_[i].used].index_count += size_of_run(i);
        }
        std::uint32_t begin = 0;
        for (scene::primitive& each : used_) {
            each.first_index = begin;
            begin += each.index_count;
        }
        if (runs_.size() > used_.size()) {
            auto next = to_->template list<std::uint32_t>(used_.size());
            auto sorted = to_->template list<std::uint32_t>(out.indices.size());
            if (to_->why()) {
                return false;
            }
            for (std::size_t i = 0; i < used_.size(); ++i) {
                next[i] = used_[i].first_index;
            }
            for (std::size_t i = 0; i < runs_.size(); ++i) {
                const auto from = std::span{out.indices}.subspan(runs_[i].first_index, size_of_run(i));
                std::uint32_t& to = next[runs_[i].used];
                std::copy(from.begin(), from.end(), std::span{sorted}.subspan(to).begin());
                to += size_of_run(i);
            }
            out.indices.swap(sorted);
            sort_trace();
            if (!sort_vertices(out)) {
                return false;
            }
        }
        out.primitives.swap(used_);
        return true;
    }
    // Sorts the faces of the trace as the triangles.
    void sort_trace() const {
        if (trace_ == nullptr) {
            return;
        }
        pool<std::uint32_t> next{to_->memory()}; // by primitive
        for (const scene::primitive& each : used_) {
            next.push_back(each.first_index / 3);
        }
        pool<std::uint32_t> sorted(trace_->faces.size(), to_->memory());
        for (std::size_t i = 0; i < runs_.size(); ++i) {
            const std::size_t end = i + 1 < runs_.size() ? runs_[i + 1].first_index / 3 : trace_->faces.size();
            for (std::size_t triangle = runs_[i].first_index / 3; triangle < end; ++triangle) {
                sorted[next[runs_[i].used]++] = trace_->faces[triangle];
            }
        }
        trace_->faces.swap(sorted);
    }
    // Sorts vertices by primitive, so that each primitive has a range of vertices.
    [[nodiscard]] bool sort_vertices(scene::mesh& out) {
        point_vertices& known = *vertices_; // NOLINT(bugprone-unchecked-optional-access): set by make()
        const std::uint32_t count = known.size();
        auto next = to_->template list<std::uint32_t>(used_.size() + 1);
        auto numbers = to_->template list<std::uint32_t>(count);
        if (to_->why()) {
            return false;
        }
        for (std::uint32_t i = 0; i < count; ++i) {
            ++next[known[i].used + 1];
        }
        for (std::size_t i = 1; i < next.size(); ++i) {
            next[i] += next[i - 1];
        }
        for (std::uint32_t i = 0; i < count; ++i) {
            numbers[i] = next[known[i].used]++;
        }
        for (std::uint32_t& index : out.indices) {
            index = numbers[index];
        }
        known.renumber(numbers);
        return true;
    }

    [[nodiscard]] bool add_vertices(scene::mesh& out) {
        const point_vertices& known = *vertices_; // NOLINT(bugprone-unchecked-optional-access): set by make()
        const std::size_t count = known.size();
        if (!to_->resize(1 + sets_.size(), out.texcoords)) {
            return false;
        }
        const elements<vector3<float>> made = to_->append(out.positions, count);
        const elements<vector3<float>> made_normals = to_->append(out.normals, count);
        const elements<vector2<float>> texcoords = to_->append(out.texcoords[0], count);
        if (to_->why()) {
            return false;
        }
        const array<vec3<>> normals = level_.normals();
        for (std::uint32_t i = 0; i < count; ++i) {
            const corner_key& from = known[i];
            if (trace_ != nullptr) {
                trace_->points.push_back(from.point);
                trace_->corners.push_back(from.number);
            }
            const vec3<>* const position = points_.at(from.point);
            made[i] = position != nullptr ? mirrored_z::point(vector3<float>{*position}) : vector3<float>{};
            const vec3<>* const normal = normals.at(from.normal);
            // Mirrored as a vector, then turned outward.
            made_normals[i] = normal != nullptr ? -mirrored_z::point(vector3<float>{*normal}) : vector3<float>{};
            bad_normals_ += make_unit(made_normals[i]) ? 0U : 1U;
            texcoords[i] = {std::bit_cast<float>(from.u), std::bit_cast<float>(from.v)};
        }
        for (std::size_t set = 0; set < sets_.size(); ++set) {
            const elements<vector2<float>> further = to_->append(out.texcoords[1 + set], count);
            for (std::uint32_t i = 0; i < further.size(); ++i) {
                const vec2<>* const stored = sets_[set].at(known[i].number);
                further[i] = stored != nullptr ? vector2<float>{stored->x, stored->y} : vector2<float>{};
            }
        }
        bad_positions_ = repair_positions(out);
        bad_texcoords_ = repair_texcoords(out);
        if (bad_normals_ != 0 && to_->fits_limit(count * bytes_to_repair)) {
            static_cast<void>(repair_normals(out));
        }
        return !to_->why();
    }

    void note_flags(std::uint32_t flags) {
        constexpr std::size_t most = 32; // measured: 10 in 714 models
        const std::size_t place = count_before(flags_, [&](const counted_flags& each) { return each.flags < flags; });
        if (place < flags_.size() && flags_[place].flags == flags) {
            ++flags_[place].faces;
        } else if (flags_.size() < most && to_->make_room(flags_)) {
            flags_.insert(flags_.begin() + place, counted_flags{flags, 1});
        } else {
            ++other_flags_;
        }
    }
    [[nodiscard]] static std::array<char, 11> hexadecimal(std::uint32_t number) noexcept {
        constexpr std::string_view digits = "0123456789ABCDEF";
        std::array<char, 11> out{'0', 'x'};
        for (std::size_t i = 0; i < 8; ++i) {
            out[2 + i] = digits[number >> (28 - 4 * i) & 0xF];
        }
        return out;
    }

    builder* to_;
    material_list<>* materials_;
    proxy_list<>* proxies_;
    level_trace* trace_;
    lod level_;
    strided<vec3<>> points_;
    pool<array<vec2<>>> sets_;
    pool<scene::primitive> used_; // one for each pair of names, in the order of first use
    pool<run> runs_;
    numbers_by_key<names> numbers_; // indices in used_
    pool<counted_flags> flags_;     // in increasing order
    std::optional<point_vertices> vertices_;
    names last_;
    std::array<std::pair<names, std::uint32_t>, 4> recent_{}; // entries of numbers_
    std::size_t next_recent_ = 0, index_count_ = 0;
    std::uint64_t lines_ = 0, skipped_ = 0, proxy_triangles_ = 0, other_flags_ = 0;
    std::uint64_t bad_positions_ = 0, bad_texcoords_ = 0, bad_normals_ = 0;
};

}}}} // namespace effigy::v0::p3d::impl
