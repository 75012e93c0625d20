// Derived values of the meshes of owned models.
#pragma once

#include <effigy/nwn/owned/derive/faces.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// Makes the vertices of a mesh copies of others. What is stored per vertex follows.
template <class = when_used> class vertex_copier {
public:
    // `sources`: the old vertex of each new one.
    vertex_copier(owned_model& model, owned_mesh& mesh, std::span<const std::uint32_t> sources)
        : model_(model), sources_(sources),
          old_count_(std::as_const(model).template get<vec3<form::host>>(mesh.positions).size()) {
        mesh.vertex_count = static_cast<std::uint16_t>(sources.size());
        copy(mesh.positions);
        copy(mesh.normals);
        copy(mesh.colors);
        copy(mesh.tangents);
        copy(mesh.handedness);
        for (auto& texcoords : mesh.texcoords) {
            copy(texcoords);
        }
    }
    void copy_others(const owned_node& node) {
        if (owned_skin* const skin = model_.get(node.skin)) {
            copy(skin->weights);
            copy(skin->joints);
        }
        if (owned_dangly* const dangly = model_.get(node.dangly)) {
            copy(dangly->constraints);
        }
        if (owned_animmesh* const samples = model_.get(node.animmesh)) {
            copy(samples->position_samples, samples->position_set_count);
            copy(samples->texcoord_samples, samples->texcoord_set_count);
        }
    }

private:
    template <class T> void copy(pool_slice<T>& list, std::size_t sets = 1) {
        const std::span<const T> old = std::as_const(model_).template get<T>(list);
        if (sets == 0 || old.size() != old_count_ * sets) {
            return; // the mesh has none
        }
        pool<T> made{model_.template all<char>().resource()};
        made.reserve(sources_.size() * sets);
        for (const std::uint32_t source : sources_) {
            made.append(old.subspan(source * sets, sets));
        }
        model_.template set<T>(list, made);
    }

    owned_model& model_;
    std::span<const std::uint32_t> sources_;
    std::size_t old_count_;
};

// Computes values of one mesh.
template <class = when_used> class mesh_values {
public:
    using vector = vec3<form::host>;

    mesh_values(owned_model& model, owned_mesh& mesh, producer by = producer::enhanced_edition)
        : model_(model), mesh_(mesh), by_(by), points_(memory()), corners_(memory()) {}

    [[nodiscard]] std::span<const vector> positions() const noexcept {
        return std::as_const(model_).template get<vector>(mesh_.positions);
    }
    [[nodiscard]] std::span<owned_face> faces() noexcept { return model_.get(mesh_.faces); }
    [[nodiscard]] std::pmr::memory_resource* memory() const noexcept {
        return std::as_const(model_).template all<char>().resource();
    }

    void bound() {
        number_points();
        pool<vector> distinct{memory()};
        for (std::uint32_t i = 0; i < points_.size(); ++i) {
            if (points_[i] == distinct.size()) { // the first of its kind
                distinct.push_back(positions()[i]);
            }
        }
        set_bounds(mesh_, distinct, rounding{by_});
    }
    void place() {
        for (owned_face& face : faces()) {
            set_plane(face, across(face), position(face, 0), by_);
        }
    }
    void join() {
        number_points();
        const std::span<owned_face> all = faces();
        join_faces(
            all, points_.size() + 1,
            [&](std::uint32_t face, std::uint32_t i) {
                const std::uint16_t vertex = all[face].vertex[i];
                return vertex < points_.size() ? points_[vertex] : static_cast<std::uint32_t>(points_.size());
            },
            memory());
    }
    void measure(bool has_one) {
        double area = 0;
        for (const owned_face& face : faces()) {
            if (has_one) {
                rounding{by_}.add_area(area, position(face, 0), position(face, 1), position(face, 2));
            }
        }
        mesh_.normal_sum_half = static_cast<float>(area);
    }
    void list_indices() {
        pool<std::uint16_t> indices{memory()};
        for (const owned_face& face : faces()) {
            indices.append(face.vertex);
        }
        set_indices(indices);
    }
    // Corners at the same position with the same normal have the same one again.
    void smooth() {
        const std::span<const vector> at = positions(), old = std::as_const(model_).template get<vector>(mesh_.normals);
        const bool has_normals = old.size() == at.size();
        number_points(has_normals ? old : std::span<const vector>{});
        smoothed_normals<> made{rounding{by_}, memory()};
        make_normals(made, [](std::uint32_t) { return 1U; });
        pool<vector> normals{memory()};
        normals.append(old);
        normals.resize(at.size(), vector{0, 0, 1});
        for (std::uint32_t corner = 0; corner < 3 * faces().size(); ++corner) {
            if (corners_[corner] != npos) {
                normals[vertex_of(corner)] = made[corner];
            }
        }
        model_.template set<vector>(mesh_.normals, normals);
    }
    // Returns false if a face has vertices that do not exist, or if the format cannot hold so many. `smoothing`: the
    // groups of each face; empty: normals stay as they are.
    [[nodiscard]] bool share(owned_node& node, std::span<const std::uint32_t> smoothing) {
        if (!has_valid_faces()) {
            return false;
        }
        const std::span<const vector> old = std::as_const(model_).template get<vector>(mesh_.normals);
        number_points();
        smoothed_normals<> made{rounding{by_}, memory()};
        make_normals(made, [&](std::uint32_t face) { return face < smoothing.size() ? smoothing[face] : 0U; });
        const auto normal_of = [&](std::uint32_t corner) {
            const std::uint32_t vertex = vertex_of(corner);
            return !smoothing.empty()    ? made[corner]
                   : vertex < old.size() ? vector3<float>{old[vertex]}
                                         : vector3<float>{};
        };
        corner_classes<> classes{memory()};
        for (std::uint32_t corner = 0; corner < corners_.size(); ++corner) {
            corners_[corner] =
                classes.number_of(corner, [&](std::uint32_t of) { return key_of(node, vertex_of(of), normal_of(of)); });
        }
        vertex_sharing<> shared{memory()};
        shared.run(corners_, classes.size(), shares_all_vertices(node.flags));
        constexpr std::size_t most = 0xFFFF;
        if (shared.vertices().size() > most) {
            return false;
        }
        pool<std::uint32_t> sources{memory()};
        pool<vector> normals{memory()};
        for (const std::uint32_t corner : shared.vertices()) {
            sources.push_back(vertex_of(corner));
            normals.push_back(normal_of(corner));
        }
        pool<owned_face> kept{memory()};
        for (std::size_t i = 0; i < shared.faces().size(); ++i) {
            owned_face& face = kept.emplace_back(faces()[shared.faces()[i]]);
            for (std::size_t k = 0; k < 3; ++k) {
                face.vertex[k] = static_cast<std::uint16_t>(shared.triangles()[3 * i + k]);
            }
        }
        const bool has_fewer = kept.size() != faces().size();
        model_.set(mesh_.faces, kept);
        vertex_copier<>{model_, mesh_, sources}.copy_others(node);
        model_.template set<vector>(mesh_.normals, normals);
        list_indices();
        if (has_fewer) {
            join();
        }
        return true;
    }
    // Tangents of the Enhanced Edition.
    [[nodiscard]] bool find_tangents(owned_node& node) {
        using texcoord = vec2<form::host>;
        if (std::as_const(model_).template get<texcoord>(mesh_.texcoords[0]).size() != positions().size() ||
            std::as_const(model_).template get<vector>(mesh_.normals).size() != positions().size() ||
            !has_valid_faces() || !split_at_seams(node)) {
            return false;
        }
        const std::span<const vector> normals = std::as_const(model_).template get<vector>(mesh_.normals);
        const std::size_t count = positions().size();
        pool<vector3<double>> along_u(count, memory()), along_v(count, memory());
        const std::span<const std::uint16_t> indices = drawn();
        for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
            const uv_frame frame = frame_of(indices[i], indices[i + 1], indices[i + 2]);
            for (std::size_t k = 0; k < 3 && frame.determinant != 0; ++k) {
                along_u[indices[i + k]] += frame.along_u;
                along_v[indices[i + k]] += frame.along_v;
            }
        }
        pool<vector> tangents{memory()};
        pool<float> handedness{memory()};
        for (std::size_t i = 0; i < count; ++i) {
            const vector3<double> n = widened(normals[i]);
            const vector3<double> t = normalized(along_u[i] - n * dot(n, along_u[i]));
            tangents.push_back(narrowed(t));
            handedness.push_back(dot(cross(n, t), along_v[i]) < 0 ? -1.0F : 1.0F);
        }
        model_.template set<vector>(mesh_.tangents, tangents);
        model_.template set<float>(mesh_.handedness, handedness);
        return true;
    }

private:
    struct uv_frame {
        vector3<double> along_u, along_v;
        double determinant = 0;
    };

    [[nodiscard]] std::uint32_t vertex_of(std::uint32_t corner) noexcept {
        return faces()[corner / 3].vertex[corner % 3];
    }
    [[nodiscard]] vector3<float> position(const owned_face& of, std::size_t corner) const noexcept {
        const vector* const at = find_at(positions(), of.vertex[corner]);
        return at != nullptr ? vector3<float>{*at} : vector3<float>{};
    }
    [[nodiscard]] vector3<double> across(const owned_face& of) const noexcept {
        return rounding{by_}.across(position(of, 0), position(of, 1), position(of, 2));
    }
    [[nodiscard]] bool has_vertices(const owned_face& face) const noexcept {
        const std::size_t count = positions().size();
        return face.vertex[0] < count && face.vertex[1] < count && face.vertex[2] < count;
    }
    [[nodiscard]] bool has_valid_faces() noexcept {
        bool out = true;
        for (const owned_face& face : faces()) {
            out = out && has_vertices(face);
        }
        return out;
    }
    // Vertices at one position, and with one normal if there are some, get the same number.
    void number_points(std::span<const vector> normals = {}) {
        corner_classes<> classes{memory()};
        const auto key_of_vertex = [&](std::uint32_t vertex) {
            corner_key out;
            out.add(positions()[vertex]);
            if (!normals.empty()) {
                out.add(normals[vertex]);
            }
            return out;
        };
        points_.clear();
        for (std::uint32_t i = 0; i < positions().size(); ++i) {
            points_.push_back(classes.number_of(i, key_of_vertex));
        }
    }
    // Sets `corners_` to the points of corners; npos in faces whose vertices do not exist.
    template <class Groups> void make_normals(smoothed_normals<>& made, const Groups& groups) {
        corners_.clear();
        for (const owned_face& face : faces()) {
            const bool is_valid = has_vertices(face);
            for (const std::uint16_t vertex : face.vertex) {
                corners_.push_back(is_valid ? points_[vertex] : npos);
            }
        }
        made.run(corners_, points_.size(), groups, [&](std::uint32_t face) { return across(faces()[face]); });
    }
    [[nodiscard]] corner_key key_of(const owned_node& node, std::uint32_t vertex, const vector3<float>& normal) const {
        const owned_model& model = model_;
        corner_key out;
        out.add(positions()[vertex]);
        out.add(normal);
        for (const auto& set : mesh_.texcoords) {
            const auto* const at = find_at(model.get<vec2<form::host>>(set), vertex);
            out.add(at != nullptr ? at->x : 0);
            out.add(at != nullptr ? at->y : 0);
        }
        const rgba8* const color = find_at(model.get<rgba8>(mesh_.colors), vertex);
        const auto part = [&](std::uint8_t rgba8::* of) {
            out.add(color != nullptr ? static_cast<float>(color->*of) : 0);
        };
        part(&rgba8::r);
        part(&rgba8::g);
        part(&rgba8::b);
        const owned_dangly* const dangly = model.get(node.dangly);
        const float* const constraint =
            dangly != nullptr ? find_at(model.get<float>(dangly->constraints), vertex) : nullptr;
        out.add(constraint != nullptr ? *constraint : 0);
        const vector* const tangent = find_at(model.get<vector>(mesh_.tangents), vertex);
        out.add(tangent != nullptr ? vector3<float>{*tangent} : vector3<float>{});
        const float* const hand = find_at(model.get<float>(mesh_.handedness), vertex);
        out.add(hand != nullptr ? *hand : 0);
        return out;
    }

    // ---- indices and tangents --------------------------------------------------------------------------------------

    [[nodiscard]] std::span<const std::uint16_t> drawn() const noexcept {
        const auto lists = std::as_const(model_).get(mesh_.index_lists);
        return !lists.empty() ? std::as_const(model_).template get<std::uint16_t>(lists[0])
                              : std::span<const std::uint16_t>{};
    }
    void set_indices(const pool<std::uint16_t>& indices) {
        mesh_.index_counts = {};
        mesh_.index_lists = {};
        mesh_.triangle_mode = 0;
        if (!indices.empty()) {
            owned_index_list list;
            model_.template set<std::uint16_t>(list, indices);
            model_.append(mesh_.index_counts, list.count);
            model_.append(mesh_.index_lists, list);
            mesh_.triangle_mode = list_of_triangles;
        }
    }
    [[nodiscard]] uv_frame frame_of(std::size_t a, std::size_t b, std::size_t c) const noexcept {
        const auto texcoords = std::as_const(model_).template get<vec2<form::host>>(mesh_.texcoords[0]);
        const vector3<double> e1 = widened(positions()[b]) - widened(positions()[a]);
        const vector3<double> e2 = widened(positions()[c]) - widened(positions()[a]);
        const auto across_uv = [&](float vec2<form::host>::* axis, std::size_t to) {
            return static_cast<double>(texcoords[to].*axis) - static_cast<double>(texcoords[a].*axis);
        };
        const double u1 = across_uv(&vec2<form::host>::x, b), u2 = across_uv(&vec2<form::host>::x, c);
        const double v1 = across_uv(&vec2<form::host>::y, b), v2 = across_uv(&vec2<form::host>::y, c);
        uv_frame out;
        out.determinant = u1 * v2 - u2 * v1;
        if (out.determinant != 0) {
            out.along_u = (e1 * v2 - e2 * v1) * (1 / out.determinant);
            out.along_v = (e2 * u1 - e1 * u2) * (1 / out.determinant);
        }
        return out;
    }
    // A triangle whose texture is turned over, at a vertex whose first triangle is not, gets a copy of the vertex at
    // the end; faces do not refer to it (measured: as in 3 of 4 meshes; in the fourth, 7 of 10 copies).
    [[nodiscard]] bool split_at_seams(owned_node& node) {
        std::uint32_t count = 0; // the vertices behind these are copies
        for (const owned_face& face : faces()) {
            for (const std::uint16_t vertex : face.vertex) {
                count = count <= vertex ? vertex + 1U : count;
            }
        }
        pool<std::uint32_t> sources{memory()}, copies{memory()};
        pool<double> signs(count, memory());
        pool<std::uint16_t> indices{memory()};
        for (std::uint32_t i = 0; i < count; ++i) {
            sources.push_back(i);
        }
        copies.assign(count, npos);
        for (const owned_face& face : faces()) {
            const double sign = frame_of(face.vertex[0], face.vertex[1], face.vertex[2]).determinant;
            for (const std::uint16_t vertex : face.vertex) {
                double& first = signs[vertex];
                first = first == 0 ? sign : first;
                const bool is_turned = first * sign < 0;
                if (is_turned && copies[vertex] == npos) {
                    copies[vertex] = static_cast<std::uint32_t>(sources.size());
                    sources.push_back(vertex);
                }
                indices.push_back(static_cast<std::uint16_t>(is_turned ? copies[vertex] : vertex));
            }
        }
        constexpr std::size_t most = 0xFFFF;
        if (sources.size() > most) {
            return false;
        }
        vertex_copier<>{model_, mesh_, sources}.copy_others(node);
        set_indices(indices);
        return true;
    }

    owned_model& model_;
    owned_mesh& mesh_;
    producer by_;
    pool<std::uint32_t> points_;  // of vertices
    pool<std::uint32_t> corners_; // of faces
};

}}}} // namespace effigy::v0::nwn::impl
