// A level after its mesh changed.
#pragma once

#include <effigy/p3d/apply/joined.hpp>
#include <effigy/p3d/apply/materials.hpp>
#include <effigy/p3d/apply/normals.hpp>
#include <effigy/p3d/apply/tags.hpp>
#include <effigy/p3d/owned/derive.hpp>
#include <effigy/p3d/sample/influences.hpp>

#include <optional>
#include <utility>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

// Changes one level: begin(), then changes of nodes to draft(), then finish().
template <class = when_used> class level_editor {
public:
    // `trace`: null if the level is new.
    level_editor(const paired_scenes& scenes, owned_model& model, material_names<>& materials, const owned_lod& level,
                 const level_trace* trace)
        : scenes_(scenes), model_(model), materials_(materials), old_(level), trace_(trace), draft_(scenes.memory),
          corners_(scenes.memory), halves_(scenes.memory), before_(scenes.memory), now_(scenes.memory),
          vertex_points_(scenes.memory), had_faces_(scenes.memory) {}

    // Brings the mesh of a node into the draft; npos: the level has none in the changed scene.
    void begin(std::uint32_t node) {
        for (const owned_point& each : std::as_const(model_).get(old_.points)) {
            draft_.points.push_back({each, static_cast<std::uint32_t>(draft_.points.size()), npos, false, false});
        }
        had_faces_.resize(draft_.points.size());
        for (const owned_face& each : std::as_const(model_).get(old_.faces)) {
            for (const owned_corner& corner : each.corners()) {
                corners_.push_back(corner);
                if (corner.point < had_faces_.size()) {
                    had_faces_[corner.point] = true;
                }
            }
        }
        if (node != npos && scenes_.now.nodes[node].mesh != npos) {
            mesh_.emplace(scenes_, node, trace_);
        }
        if (mesh_) {
            bring_mesh();
        } else {
            keep_faces();
        }
        const matrix4x3<double> unmoved;
        const matrix4x3<double>& whole = mesh_ ? mesh_->matrix() : node != npos ? scenes_.world_now[node] : unmoved;
        if (!(whole == unmoved)) {
            has_moved_ = move_rest(whole) || (mesh_ && mesh_->size() != 0);
            if (const scene::text& name = scenes_.now.nodes[node].name; has_moved_) {
                scenes_.say(remark_kind::changed, "node", name, "the transform of a level's node moved its points");
            } else if (draft_.points.empty()) {
                scenes_.say(remark_kind::left_out, "node", name, "the transform of a level that has no points");
            }
        }
    }
    [[nodiscard]] level_draft& draft() noexcept { return draft_; }
    [[nodiscard]] bool has_moved() const noexcept { return has_moved_; } // all of it
    [[nodiscard]] const owned_lod& old() const noexcept { return old_; }
    [[nodiscard]] owned_model& model() noexcept { return model_; }
    [[nodiscard]] const paired_scenes& scenes() const noexcept { return scenes_; }

    // Returns how many bytes the level's tags need at most.
    [[nodiscard]] std::uint64_t bytes_of_tags() const noexcept {
        std::uint64_t corners = 0;
        for (const draft_face& each : draft_.faces) {
            corners += each.value.corners().size();
        }
        const std::uint64_t of_selection = draft_.points.size() + draft_.faces.size();
        std::uint64_t out = 0;
        for (std::size_t i = 0; i < draft_.selections.size(); ++i) { // the points of a proxy follow each other
            const bool is_known = i != 0 && draft_.selections[i].name == draft_.selections[i - 1].name;
            out += is_known ? 0 : of_selection;
        }
        for (std::uint32_t i = 0; i < old_.tags.count; ++i) {
            switch (model_.tag(old_, i).kind()) {
            case tag_kind::uv_set: out += 8 * corners; break;
            case tag_kind::morph_frame: out += 12 * draft_.points.size(); break;
            case tag_kind::mass: out += 4 * draft_.points.size(); break;
            default: out += of_selection; break;
            }
        }
        const std::span<const owned_lod> levels = std::as_const(model_).get(std::as_const(model_).lods);
        for (std::size_t i = 0; mesh_ && i < mesh_->sources().size(); ++i) {
            out += of_selection * levels[mesh_->sources()[i]->level].tags.count; // selections that may be new here
        }
        return out;
    }
    // Stores what differs. Returns whether anything does.
    [[nodiscard]] bool finish(owned_lod& to) {
        const pool<vec3<form::host>> normals =
            normal_editor{scenes_, std::as_const(model_).get(old_.normals), mesh_ ? &*mesh_ : nullptr, corners_, draft_}
                .make();
        const pool<std::uint32_t> numbers = remove_deleted();
        bool differs = store_points(to);
        differs = store(to.normals, normals) || differs;
        differs = store_faces(to) || differs;
        note_emptied();
        tag_maker tags{scenes_, model_, old_, draft_, mesh_ ? &*mesh_ : nullptr, numbers, trace_};
        differs = tags.make(to) || differs;
        if (differs && mesh_ && mesh_->now().normals.empty()) {
            compute_normals(model_, to);
        }
        return differs;
    }

private:
    // ---- points and faces ------------------------------------------------------------------------------------------

    // Faces that the mesh did not show, such as those of proxies, stay in any case.
    void keep_faces() {
        if (scenes_.delete_missing) {
            find_halves();
        }
        std::size_t next = 0;
        std::uint32_t corner = 0;
        for (const owned_face& each : std::as_const(model_).get(old_.faces)) {
            if (next < halves_.size() && halves_[next].face == next_face_) {
                ++next;
                ++next_face_;
                corner += static_cast<std::uint32_t>(each.corners().size());
            } else {
                keep(each, corner);
            }
        }
        if (next != 0) {
            scenes_.say(remark_kind::changed, "mesh", scenes_.before.meshes[trace_->mesh].name, "faces deleted", next);
        }
    }
    void keep(const owned_face& of, std::uint32_t& corner) {
        draft_face made;
        made.value = of;
        made.from = static_cast<std::uint32_t>(next_face_);
        for (std::size_t k = 0; k < of.corners().size(); ++k) {
            made.corners[k] = corner++;
        }
        ++next_face_;
        draft_.faces.push_back(made);
    }

    void bring_mesh() {
        point_assigner points{*mesh_, std::as_const(model_).get(old_.points),
                              trace_ != nullptr ? &trace_->points : nullptr, draft_, scenes_.memory};
        vertex_points_ = points.assign();
        draft_.next.assign(vertex_points_.size(), npos);
        for (std::uint32_t v = 0; v < vertex_points_.size(); ++v) {
            draft_.next[v] = std::exchange(draft_.points[vertex_points_[v]].first, v);
        }
        now_ = triangles_of(mesh_->now(), scenes_.memory, mesh_->is_mirrored());
        find_halves();
        triangle_matcher matcher{halves_, before_, now_, scenes_.memory};
        match(matcher);
        pool<std::uint32_t> first_corners{scenes_.memory}; // of halves_
        std::uint32_t corner = 0;
        for (const owned_face& each : std::as_const(model_).get(old_.faces)) {
            if (first_corners.size() >= halves_.size() || halves_[first_corners.size()].face != next_face_) {
                keep(each, corner);
                continue;
            }
            const face_halves& halves = halves_[first_corners.size()];
            const std::size_t before = draft_.faces.size();
            bring_face(each, corner, halves, corners_of(halves, matcher));
            changed_faces_ += draft_.faces.size() == before ? 1U : 0U; // it is gone
            first_corners.push_back(corner);
            corner += static_cast<std::uint32_t>(each.corners().size());
            ++next_face_;
        }
        bring_copies(matcher, first_corners);
        for (const level_trace* const each : mesh_->sources()) {
            bring_joined(*each, matcher);
        }
        for (std::uint32_t i = 0; i < now_.size(); ++i) {
            if (!matcher.is_taken(i)) {
                add_triangle(i);
            }
        }
        note_changes();
    }
    void find_halves() {
        if (trace_ == nullptr || trace_->mesh == npos) {
            return;
        }
        before_ = triangles_of(scenes_.before.meshes[trace_->mesh], scenes_.memory);
        halves_ = faces_of(*trace_, before_, scenes_.memory);
    }
    // Adds faces of another level that joined the mesh, with their flags.
    void bring_joined(const level_trace& level, triangle_matcher<>& matcher) {
        const joined_faces found{*mesh_, level, scenes_.before.meshes[level.mesh], now_, scenes_.memory};
        const owned_lod& source = std::as_const(model_).get(std::as_const(model_).lods)[level.level];
        found.for_each([&](std::uint32_t a, std::uint32_t b) { return are_one(a, b); },
                       [&](const joined_face& each) {
                           draft_face made;
                           made.value.slots.count = each.count;
                           made.value.flags = std::as_const(model_).get(source.faces)[each.face].flags;
                           for (std::size_t k = 0; k < each.count; ++k) {
                               made.vertices[k] = each.vertices[k];
                               made.value.slots.corner[k] =
                                   brought({.point = 0, .normal = npos, .uv = {}}, each.vertices[k]);
                           }
                           materials_.set(made.value, old_.format, now_[each.triangles[0]].material, each.material);
                           matcher.take(each.triangles[0]);
                           matcher.take(each.triangles[1]);
                           draft_.faces.push_back(made);
                           ++changed_faces_;
                       });
    }

    using found_corners = std::array<std::array<std::uint32_t, 3>, face_halves::most>;
    [[nodiscard]] std::uint32_t point_before(std::uint32_t vertex) const { return trace_->points[vertex]; }
    [[nodiscard]] std::uint32_t point_now(std::uint32_t vertex) const {
        return draft_.points[vertex_points_[vertex]].from;
    }
    void match(triangle_matcher<>& matcher) const {
        matcher.match([](std::uint32_t vertex) { return vertex; },
                      [&](std::uint32_t vertex) { return mesh_->origin(vertex); });
        matcher.match([&](std::uint32_t vertex) { return point_before(vertex); },
                      [&](std::uint32_t vertex) { return point_now(vertex); });
    }
    // Returns the changed vertices at the corners of a face.
    [[nodiscard]] found_corners corners_of(const face_halves& halves, const triangle_matcher<>& matcher) const {
        found_corners out{};
        for (std::size_t i = 0; i < face_halves::most; ++i) {
            out[i] = {npos, npos, npos};
            if (halves.now[i] != npos) {
                out[i] = matcher.aligned(
                    halves, i, [](std::uint32_t vertex) { return vertex; },
                    [&](std::uint32_t vertex) { return mesh_->origin(vertex); });
                out[i] = out[i][0] != npos ? out[i]
                                           : matcher.aligned(
                                                 halves, i, [&](std::uint32_t vertex) { return point_before(vertex); },
                                                 [&](std::uint32_t vertex) { return point_now(vertex); });
            }
        }
        return out;
    }
    // Adds further faces of the vertices of a face, as a person duplicates it, as copies. Halves of quads are none.
    void bring_copies(triangle_matcher<>& matcher, const pool<std::uint32_t>& first_corners) {
        const std::span<const owned_face> faces = std::as_const(model_).get(old_.faces);
        constexpr int most = 64; // copies of a face
        const std::uint64_t changed = changed_faces_;
        const std::size_t first = draft_.faces.size();
        for (int left = most; left != 0; --left) {
            for (face_halves& each : halves_) {
                each = {.face = each.face, .first = each.first, .is_quad = each.is_quad};
            }
            match(matcher);
            const std::size_t before = draft_.faces.size();
            for (std::size_t i = 0; i < first_corners.size(); ++i) {
                const face_halves& halves = halves_[i];
                const found_corners found = corners_of(halves, matcher);
                const std::size_t so_far = draft_.faces.size();
                if (!halves.is_quad) {
                    bring_face(faces[halves.face], first_corners[i], halves, found);
                } else if (halves.now[0] != npos && halves.now[1] != npos) {
                    static_cast<void>(bring_quad(faces[halves.face], first_corners[i], halves, found));
                }
                for (const std::uint32_t each : halves.now) {
                    if (each != npos && draft_.faces.size() == so_far) {
                        matcher.release(each);
                    }
                }
            }
            if (draft_.faces.size() == before) {
                break;
            }
        }
        changed_faces_ = changed + (draft_.faces.size() - first);
    }
    // Adds what became of a face in the mesh: itself, one or two triangles, or nothing.
    void bring_face(const owned_face& old, std::uint32_t first_corner, const face_halves& halves,
                    const found_corners& found) {
        if (halves.is_quad && bring_quad(old, first_corner, halves, found)) {
            return;
        }
        for (std::size_t half = 0; half < face_halves::most; ++half) {
            if (halves.now[half] != npos && found[half][0] != npos) {
                std::uint32_t vertices[4]{npos, npos, npos, npos};
                std::uint8_t corners[4]{};
                for (std::size_t k = 0; k < 3; ++k) {
                    const std::size_t from = halves.is_turned[half] ? 2 - k : k;
                    vertices[k] = found[half][from];
                    corners[k] = corners_of_half[half][from];
                }
                bring(old, first_corner, halves, half, vertices, corners, 3);
            }
        }
    }
    [[nodiscard]] bool bring_quad(const owned_face& old, std::uint32_t first_corner, const face_halves& halves,
                                  const found_corners& found) {
        for (const std::size_t half : {std::size_t{0}, std::size_t{2}}) {
            const std::uint32_t a = halves.now[half], b = halves.now[half + 1];
            if (a == npos || b == npos || found[half][0] == npos || found[half + 1][0] == npos ||
                now_[a].material != now_[b].material || halves.is_turned[half] != halves.is_turned[half + 1]) {
                continue;
            }
            std::uint32_t vertices[4]{npos, npos, npos, npos};
            bool agree = true;
            for (const std::size_t part : {half, half + 1}) {
                for (std::size_t k = 0; k < 3; ++k) {
                    std::uint32_t& vertex = vertices[corners_of_half[part][k]];
                    agree = agree && (vertex == npos || are_one(vertex, found[part][k]));
                    vertex = vertex == npos ? found[part][k] : vertex;
                }
            }
            if (!agree) {
                continue;
            }
            std::uint8_t corners[4]{0, 1, 2, 3};
            if (halves.is_turned[half]) { // along the same diagonal, from corner 0 to 2
                std::swap(vertices[1], vertices[3]);
                std::swap(corners[1], corners[3]);
            }
            bring(old, first_corner, halves, half, vertices, corners, 4);
            return true;
        }
        return false;
    }
    [[nodiscard]] bool are_one(std::uint32_t a, std::uint32_t b) const noexcept {
        return a == b || (vertex_points_[a] == vertex_points_[b] && mesh_->are_one_corner(a, b));
    }
    // Adds a face from corners of an old one. `corners`: their numbers in it.
    void bring(const owned_face& old, std::uint32_t first_corner, const face_halves& halves, std::size_t half,
               const std::uint32_t (&vertices)[4], const std::uint8_t (&corners)[4], std::uint32_t count) {
        draft_face made;
        made.value = old;
        made.from = halves.face;
        made.value.slots.count = count;
        for (std::size_t k = 0; k < count; ++k) {
            const std::uint32_t origin = mesh_->origin(vertices[k]);
            const bool is_other = origin != npos && origin != corner_of(before_, halves, corners[k]); // at the point
            made.corners[k] = is_other ? trace_->corners[origin] : first_corner + corners[k];
            made.vertices[k] = vertices[k];
            made.value.slots.corner[k] = brought(corners_[made.corners[k]], vertices[k]);
        }
        const std::uint32_t material = now_[halves.now[half]].material, original = before_[halves.first].material;
        if (!materials_.is_same(original, material)) {
            materials_.set(made.value, old_.format, material, original);
        }
        changed_faces_ += is_as_before(made.value, old) ? 0U : 1U;
        draft_.faces.push_back(made);
    }
    // But for where its points are.
    [[nodiscard]] bool is_as_before(const owned_face& now, const owned_face& old) const {
        bool out = now.slots.count == old.slots.count && model_.get(now.texture) == model_.get(old.texture) &&
                   model_.get(now.material) == model_.get(old.material);
        for (std::size_t k = 0; out && k < now.corners().size(); ++k) {
            out = draft_.points[now.corners()[k].point].from == old.corners()[k].point;
        }
        return out;
    }
    [[nodiscard]] owned_corner brought(owned_corner corner, std::uint32_t vertex) const {
        corner.point = vertex_points_[vertex];
        if (mesh_->has_new_texcoord(vertex, 0)) {
            const vector2<float>& uv = mesh_->now().texcoords[0][vertex];
            corner.uv.x = uv.x;
            corner.uv.y = uv.y;
        }
        return corner;
    }
    void add_triangle(std::uint32_t number) {
        draft_face made;
        made.value.slots.count = 3;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t vertex = now_[number].corners[k], origin = mesh_->origin(vertex);
            made.vertices[k] = vertex;
            made.corners[k] = origin != npos ? trace_->corners[origin] : npos;
            made.value.slots.corner[k] =
                brought(origin != npos ? corners_[made.corners[k]] : owned_corner{.point = 0, .normal = npos, .uv = {}},
                        vertex);
        }
        const std::uint32_t like = face_near(number);
        const std::span<const owned_face> faces = std::as_const(model_).get(old_.faces);
        made.value.flags = like != npos ? faces[halves_[like].face].flags : 0;
        const std::uint32_t original = like != npos ? before_[halves_[like].first].material : npos;
        materials_.set(made.value, old_.format, now_[number].material, original);
        draft_.faces.push_back(made);
        ++changed_faces_;
    }
    // Returns an old face at a corner of a new triangle, with its material if there is one; npos if there is none.
    [[nodiscard]] std::uint32_t face_near(std::uint32_t number) {
        if (faces_at_.empty()) {
            faces_at_ = pool<std::uint32_t>{had_faces_.size() + 1, npos, scenes_.memory};
            for (std::uint32_t i = 0; i < halves_.size(); ++i) {
                for (std::size_t k = 0; k < (halves_[i].is_quad ? 4U : 3U); ++k) {
                    faces_at_[trace_->points[corner_of(before_, halves_[i], k)]] = i;
                }
            }
        }
        std::uint32_t out = npos;
        for (const std::uint32_t vertex : now_[number].corners) {
            const std::uint32_t old_point = draft_.points[vertex_points_[vertex]].from;
            const std::uint32_t face = old_point != npos ? faces_at_[old_point] : npos;
            if (face != npos) {
                const bool is_like =
                    scenes_.materials.before_of(now_[number].material) == before_[halves_[face].first].material;
                out = out == npos || is_like ? face : out;
            }
        }
        return out;
    }
    // Moves the points that are in no triangle with the node of the level.
    // Returns whether there are any.
    bool move_rest(const matrix4x3<double>& by) {
        bool out = false;
        pool<bool> is_in_mesh(draft_.points.size(), scenes_.memory);
        for (const std::uint32_t each : vertex_points_) {
            is_in_mesh[each] = true;
        }
        for (std::uint32_t i = 0; i < draft_.points.size(); ++i) {
            if (!is_in_mesh[i]) {
                const vector3<double> at = to_real<double>(mirrored_z::point(draft_.points[i].value.position));
                const vec3<form::host> moved{stored_point(to_real<float>(transform_point(by, at)))};
                out = out || !equal(moved, draft_.points[i].value.position);
                draft_.points[i].value.position = moved;
                draft_.points[i].is_moved = true;
            }
        }
        return out;
    }
    void note_changes() {
        std::uint64_t moved = 0, texcoords = 0, normals = 0, weights = 0, lost = 0, values = 0, others = 0, frames = 0;
        const std::size_t attributes = mesh_->now().attributes.size();
        const auto is_of_selection = [&](std::uint32_t i) {
            return !selection_of_attribute(mesh_->now().attributes[i].name).empty();
        };
        for (std::uint32_t v = 0; v < mesh_->size(); ++v) {
            moved += mesh_->has_new_position(v) ? 1U : 0U;
            normals += mesh_->has_new_normal(v) ? 1U : 0U;
            texcoords += any_of(mesh_->now().texcoords.size(), [&](auto i) { return mesh_->has_new_texcoord(v, i); });
            values += any_of(attributes, [&](auto i) { return is_of_selection(i) && mesh_->has_new_value(v, i); });
            others += any_of(attributes, [&](auto i) { return !is_of_selection(i) && mesh_->has_new_value(v, i); });
            frames += any_of(mesh_->frames().new_of.size(), [&](auto i) { return mesh_->has_new_offset(v, i); });
            if (mesh_->has_new_influences(v)) {
                ++weights;
                float of_root = 0;
                std::size_t count = 0;
                mesh_->for_each_influence(v, [&](std::uint32_t joint, float weight) {
                    const bool is_root = joint < mesh_->joints().size() && mesh_->joints()[joint].name.empty();
                    of_root += is_root ? weight : 0;
                    count += is_root ? 0U : 1U;
                });
                lost += count > influences::most || (of_root > 0 && count != 0) ? 1U : 0U;
            }
        }
        const auto say = [&](remark_kind kind, const char* what, std::uint64_t count) {
            if (count != 0) {
                scenes_.say(kind, "mesh", mesh_->now().name, what, count);
            }
        };
        say(remark_kind::changed, "positions of vertices", moved);
        say(remark_kind::changed, "normals of vertices", normals);
        say(remark_kind::changed, "texture coordinates of vertices", texcoords);
        say(remark_kind::changed, "weights of vertices", weights);
        say(remark_kind::changed, "selections of vertices", values);
        say(remark_kind::changed, "morph targets of vertices", frames);
        say(remark_kind::changed, "triangles and their materials", changed_faces_);
        say(remark_kind::left_out, "attributes of vertices", others);
        say(remark_kind::left_out,
            "weights of vertices are cut: a point follows at most four bones, and these entirely", lost);
        if (!mesh_->now().colors.empty()) {
            say(remark_kind::left_out, "colors of vertices", mesh_->size());
        }
    }

    template <class Holds> [[nodiscard]] static std::uint64_t any_of(std::size_t count, const Holds& holds) {
        for (std::uint32_t i = 0; i < count; ++i) {
            if (holds(i)) {
                return 1;
            }
        }
        return 0;
    }

    // ---- what is gone ----------------------------------------------------------------------------------------------

    // A level that is left without anything. Precondition: remove_deleted() was called.
    void note_emptied() const {
        const bool had_faces = old_.faces.count != 0;
        if (trace_ != nullptr && (had_faces ? draft_.faces.empty() : old_.points.count != 0 && draft_.points.empty())) {
            scenes_.say_emptied("level", scenes_.before.nodes[trace_->node].name,
                                had_faces ? "has no faces left" : "has no points left");
        }
    }
    // Removes faces that are deleted, and points that lost all their faces. Returns, for each old point, the first
    // point that comes from it.
    [[nodiscard]] pool<std::uint32_t> remove_deleted() {
        if (draft_.points.size() > had_faces_.size()) {
            hide_stray_points();
        }
        pool<bool> is_used(draft_.points.size(), scenes_.memory);
        pool<std::uint32_t> face_numbers{scenes_.memory};
        std::uint32_t count = 0;
        for (const draft_face& each : draft_.faces) {
            face_numbers.push_back(each.is_deleted ? npos : count);
            if (each.is_deleted) {
                continue;
            }
            draft_.faces[count++] = each;
            for (const owned_corner& corner : each.value.corners()) {
                if (corner.point < is_used.size()) {
                    is_used[corner.point] = true;
                }
            }
        }
        draft_.faces.resize(count);
        for (const draft_selection& each : draft_.selections) {
            if (each.point != npos) {
                is_used[each.point] = true;
            }
        }
        pool<std::uint32_t> numbers{scenes_.memory}, of_old{had_faces_.size(), npos, scenes_.memory};
        count = 0;
        for (std::uint32_t i = 0; i < draft_.points.size(); ++i) {
            const draft_point each = draft_.points[i];
            const bool is_lost = i >= had_faces_.size() || had_faces_[i];
            const bool stays = is_used[i] || (!is_lost && !each.is_deleted);
            numbers.push_back(stays ? count : npos);
            if (stays) {
                if (each.from != npos && of_old[each.from] == npos) {
                    of_old[each.from] = count;
                }
                draft_.points[count++] = each;
            }
        }
        draft_.points.resize(count);
        for (draft_face& face : draft_.faces) {
            for (std::size_t k = 0; k < face.value.corners().size(); ++k) {
                std::uint32_t& at = face.value.slots.corner[k].point;
                at = at < numbers.size() ? numbers[at] : at;
            }
        }
        for (draft_selection& each : draft_.selections) {
            each.point = each.point != npos ? numbers[each.point] : npos;
            each.face = each.face != npos ? face_numbers[each.face] : npos;
        }
        return of_old;
    }

    // Keeps indices of points that do not exist from becoming those of new ones.
    void hide_stray_points() {
        for (draft_face& face : draft_.faces) {
            for (std::size_t k = 0; k < face.value.corners().size(); ++k) {
                std::uint32_t& at = face.value.slots.corner[k].point;
                const bool is_old = face.vertices[k] == npos && face.corners[k] != npos;
                at = is_old && at >= had_faces_.size() && at == corners_[face.corners[k]].point ? npos : at;
            }
        }
    }

    // ---- storing ---------------------------------------------------------------------------------------------------

    template <class T> [[nodiscard]] bool store(pool_slice<T>& to, const pool<T>& by) {
        const std::span<const T> before = std::as_const(model_).get(to);
        bool differs = before.size() != by.size();
        for (std::size_t i = 0; i < before.size() && !differs; ++i) {
            differs = !equal(before[i], by[i]);
        }
        if (differs) {
            model_.set(to, std::span<const T>{by});
        }
        return differs;
    }
    [[nodiscard]] bool store_points(owned_lod& to) {
        pool<owned_point> all{scenes_.memory};
        for (const draft_point& each : draft_.points) {
            all.push_back(each.value);
        }
        return store(to.points, all);
    }
    [[nodiscard]] bool store_faces(owned_lod& to) {
        pool<owned_face> all{scenes_.memory};
        to.corner_count = 0;
        for (const draft_face& each : draft_.faces) {
            all.push_back(each.value);
            to.corner_count += static_cast<std::uint32_t>(each.value.corners().size());
        }
        return store(to.faces, all);
    }

    const paired_scenes& scenes_;
    owned_model& model_;
    material_names<>& materials_;
    owned_lod old_;
    const level_trace* trace_;
    std::optional<level_mesh<>> mesh_; // of a level that has triangles in the changed scene
    level_draft draft_;
    pool<owned_corner> corners_; // of all old faces
    pool<face_halves> halves_;   // of the old faces in the mesh
    pool<drawn_triangle> before_, now_;
    pool<std::uint32_t> vertex_points_;            // of the changed mesh
    pool<bool> had_faces_;                         // for each old point
    pool<std::uint32_t> faces_at_{scenes_.memory}; // for each old point, one of halves_
    std::size_t next_face_ = 0;
    bool has_moved_ = false;
    std::uint64_t changed_faces_ = 0; // also new ones, and those that are gone
};

}}}} // namespace effigy::v0::p3d::impl
