// The tags of a level after its points and faces changed.
#pragma once

#include <effigy/p3d/apply/draft.hpp>
#include <effigy/p3d/apply/edges.hpp>
#include <effigy/p3d/apply/joined.hpp>
#include <effigy/p3d/apply/selection_names.hpp>
#include <effigy/p3d/apply/sources.hpp>
#include <effigy/p3d/apply/surroundings.hpp>
#include <effigy/p3d/scene/materials.hpp>

#include <algorithm>
#include <iterator>
#include <optional>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

// Makes the tags of a level from its old ones and a draft whose points and faces are complete, without deleted ones.
// All old points and faces are still in the model.
template <class = when_used> class tag_maker {
public:
    // `numbers`: for each old point, the first point of the draft that comes from it, or npos. `trace`: null if the
    // level is new.
    tag_maker(const paired_scenes& scenes, owned_model& model, const owned_lod& old, const level_draft& draft,
              const level_mesh<>* mesh, const pool<std::uint32_t>& numbers, const level_trace* trace)
        : scenes_(scenes), model_(model), old_(old), draft_(draft), mesh_(mesh), numbers_(numbers), trace_(trace),
          made_(memory()), bytes_(memory()), names_(memory()), is_bone_(memory()), bones_(memory()),
          attributes_(memory()), added_(memory()), ids_(memory()), is_deleted_(memory()),
          sources_(scenes, draft, mesh, trace),
          around_(draft, [&](const draft_point& each) { return sources_.has_none(each); }, memory()) {}

    // Returns whether the level has other tags than before. `to` gets them.
    [[nodiscard]] bool make(owned_lod& to) {
        const std::span<const owned_tag> tags = std::as_const(model_).get(old_.tags);
        made_.append(tags);
        is_deleted_.resize(made_.size());
        for (const draft_tag& each : draft_.tags) {
            is_deleted_[each.tag] = is_deleted_[each.tag] || each.name.empty();
        }
        find_names();
        if (mesh_ != nullptr) {
            attribute_names_.for_each_lost(*mesh_, [&](std::string_view name) {
                for (std::uint32_t i = 0; i < made_.size() && scenes_.delete_missing; ++i) {
                    is_deleted_[i] = is_deleted_[i] || tag(i).selection().name() == name;
                }
            });
        }
        bool differs = false;
        for (std::uint32_t i = 0; i < made_.size(); ++i) {
            bytes_.clear();
            if (remake(i)) {
                const std::span<const std::byte> before = std::as_const(model_).get(made_[i].data);
                if (!std::equal(before.begin(), before.end(), bytes_.begin(), bytes_.end())) {
                    model_.set(made_[i].data, bytes_);
                    differs = true;
                }
            }
        }
        differs = rename() || differs;
        differs = add_selections() || differs;
        differs = add_sets() || differs;
        differs = add_frames() || differs;
        const auto is_selection = [](const owned_tag& each) { return each.kind == tag_kind::selection; };
        if (mesh_ != nullptr && attributes_.empty() && std::any_of(made_.begin(), made_.end(), is_selection)) {
            around_.say(scenes_, mesh_->now().name);
        }
        if (differs) {
            model_.set(to.tags, made_);
        }
        return differs;
    }

private:
    [[nodiscard]] std::pmr::memory_resource* memory() const noexcept { return scenes_.memory; }
    [[nodiscard]] p3d::tag tag(std::uint32_t i) const noexcept { return model_.tag(old_, i); }

    // ---- names -----------------------------------------------------------------------------------------------------

    // A selection's id is the number of its tag or, if it is new, the number of tags plus that of its name. Finds the
    // ids of bones, of attributes of vertices, and of what the draft adds to selections. Of those with one name, the
    // first tag counts.
    void find_names() {
        numbers_by_key<std::string_view, compare_names> any_case{memory()};
        numbers_by_key<std::string_view> exact{memory()};
        for (std::uint32_t i = 0; i < made_.size(); ++i) {
            const std::string_view name = made_[i].kind == tag_kind::selection ? tag(i).selection().name() : "";
            if (!name.empty() && !any_case.contains(name)) {
                any_case.add(name, i);
            }
            if (!name.empty() && !exact.contains(name)) {
                exact.add(name, i);
            }
        }
        const auto tag_count = static_cast<std::uint32_t>(made_.size());
        const auto id_of = [&](std::string_view name, bool is_used) {
            const std::uint32_t same = exact.find(name);
            std::uint32_t id = same != npos ? same : any_case.find(name);
            if (id == npos && is_used && !name.empty()) {
                id = tag_count + static_cast<std::uint32_t>(names_.size());
                any_case.add(name, id);
                names_.push_back(name);
            }
            return id;
        };
        for (const draft_selection& each : draft_.selections) {
            ids_.push_back(each.tag != npos ? each.tag : id_of(each.name, true));
        }
        if (mesh_ != nullptr) {
            pool<bool> is_used(mesh_->joints().size(), memory());
            find_used_joints(is_used);
            for (std::size_t i = 0; i < is_used.size(); ++i) {
                const std::string_view name = mesh_->joints()[i].name;
                bones_.push_back(name.empty() ? npos : id_of(name, is_used[i]));
            }
            attribute_names_.reserve(mesh_->now().attributes.size());
            for (std::uint32_t i = 0; i < mesh_->now().attributes.size(); ++i) {
                const scene::attribute& each = mesh_->now().attributes[i];
                if (const std::string_view name = selection_of_attribute(each.name); !name.empty()) {
                    const bool is_known = exact.contains(name) || any_case.contains(name);
                    attributes_.push_back(
                        {id_of(is_known ? name : attribute_names_.usual(name, has_any(each)), has_any(each)), i});
                }
            }
            heap_sort(attributes_);
        }
        find_joined(id_of);
        is_bone_.resize(tag_count + names_.size());
        for (const std::uint32_t each : bones_) {
            if (each != npos) {
                is_bone_[each] = true;
            }
        }
        for (std::uint32_t i = 0; i < ids_.size(); ++i) {
            added_.push_back({ids_[i], i});
        }
        heap_sort(added_);
    }
    // Finds the selections of other levels that points of the draft were in.
    template <class IdOf> void find_joined(const IdOf& id_of) {
        pool<joined_vertex> joined{memory()};
        for (const draft_point& each : draft_.points) {
            sources_.for_each(each, [&](const joined_vertex& from) {
                if (from.level != trace_) {
                    joined.push_back(from);
                }
            });
        }
        if (!joined.empty()) {
            joined_.find(mesh_->sources(), joined, id_of);
        }
    }
    void find_used_joints(pool<bool>& is_used) const {
        for (const draft_point& each : draft_.points) {
            if (each.vertex != npos && mesh_->has_new_influences(each.vertex)) {
                mesh_->for_each_influence(each.vertex, [&](std::uint32_t joint, float) {
                    if (joint < is_used.size()) {
                        is_used[joint] = true;
                    }
                });
            }
        }
    }

    // ---- old tags --------------------------------------------------------------------------------------------------

    // Fills bytes_ with the data of a tag. Returns false if they stay as they are.
    [[nodiscard]] bool remake(std::uint32_t number) {
        const p3d::tag old = tag(number);
        if (!old.has_right_size()) {
            note_kept(old);
            return false;
        }
        switch (old.kind()) {
        case tag_kind::selection:
        case tag_kind::selected:
        case tag_kind::lock:
        case tag_kind::hide: remake_selection(old.selection(), number); return true;
        case tag_kind::sharp_edges: put(sharp_edges{draft_, numbers_, memory()}.made_of(old.edges())); return true;
        case tag_kind::mass: remake_masses(old.masses()); return true;
        case tag_kind::uv_set: remake_set(old); return true;
        case tag_kind::morph_frame: remake_frame(old, number); return true;
        case tag_kind::property:
        case tag_kind::material_index:
        case tag_kind::end: return false;
        case tag_kind::unknown: break;
        }
        note_kept(old);
        return false;
    }
    void note_kept(const p3d::tag& old) const {
        if (draft_.points.size() != old_.points.count || draft_.faces.size() != old_.faces.count) {
            scenes_.say(remark_kind::kept, "tag", old.name(), "of a size or kind that says nothing about new points");
        }
    }
    template <class T> void put(const pool<T>& all) { bytes_.append(std::as_bytes(std::span<const T>{all})); }

    void remake_selection(const p3d::selection& old, std::uint32_t number) {
        const array<u8> points = old.point_bytes(), faces = old.face_bytes();
        const bool is_named = made_[number].kind == tag_kind::selection;
        std::uint8_t least = is_named ? least_share(old, std::as_const(model_).get(old_.faces)) : std::uint8_t{0};
        if (const auto joined = joined_.least(number); is_named && joined) {
            least = least == 0 || (*joined != 0 && *joined < least) ? *joined : least;
        }
        for (const draft_point& each : draft_.points) {
            const u8 old_byte = each.from != npos ? points[each.from] : u8{0};
            bytes_.push_back(std::byte{is_named ? weight_of(each, number, points) : old_byte});
        }
        const std::size_t first = bytes_.size() - draft_.points.size();
        if (is_named) {
            around_.select(std::span<std::byte>{bytes_}.subspan(first), [&](const draft_point& each) {
                return (is_bone_[number] && mesh_->has_new_influences(each.vertex)) || given_weight(each, number, 0);
            });
        }
        for (const draft_face& each : draft_.faces) {
            const bool is_whole = least != 0 && has_all_points(each, first, least);
            const u8 before = each.from != npos ? faces[each.from] : std::uint8_t{0};
            const given_points given =
                each.from != npos && least != 0 ? given_points_of(each, number, points, first, least) : given_points{};
            const bool is_made = each.from == npos || given.any_joined;
            const u8 made = is_whole && is_made && before == 0 ? std::uint8_t{1} : before;
            bytes_.push_back(std::byte{given.any_left ? std::uint8_t{0} : made});
        }
        add_given(number, first);
        if (is_named && trace_ != nullptr && !is_deleted_[number]) {
            note_emptied(old, number, first);
        }
    }
    // Whether a selection has all points of a face. `first`: the place of the points' bytes; `least`: what each has.
    [[nodiscard]] bool has_all_points(const draft_face& of, std::size_t first, std::uint8_t least) const {
        const std::span<const owned_corner> corners = of.value.corners();
        return !corners.empty() && std::all_of(corners.begin(), corners.end(), [&](const owned_corner& each) {
            return each.point < draft_.points.size() && share_at(first + each.point) >= least;
        });
    }
    [[nodiscard]] std::uint8_t share_at(std::size_t place) const noexcept {
        return share_of(std::to_integer<std::uint8_t>(bytes_[place]));
    }
    // Whether attributes select points of a face that were not selected, and the reverse.
    struct given_points {
        bool any_joined = false, any_left = false;
    };
    [[nodiscard]] given_points given_points_of(const draft_face& of, std::uint32_t id, const array<u8>& points,
                                               std::size_t first, std::uint8_t least) const {
        given_points out;
        for (const owned_corner& each : of.value.corners()) {
            if (attributes_.empty() || each.point >= draft_.points.size()) {
                continue;
            }
            const draft_point& point = draft_.points[each.point];
            const u8 old = point.from != npos ? points[point.from] : std::uint8_t{0};
            const bool was_selected = share_of(old) >= least, is_selected = share_at(first + each.point) >= least;
            if (was_selected != is_selected && given_weight(point, id, share_of(old))) {
                out.any_joined = out.any_joined || is_selected;
                out.any_left = out.any_left || was_selected;
            }
        }
        return out;
    }
    // Tells if the points or the faces of a selection are gone. That of a deleted point of a node goes, too. `first`:
    // the place of the points' bytes.
    void note_emptied(const p3d::selection& old, std::uint32_t number, std::size_t first) {
        const auto has_any = [](const auto& bytes) {
            return std::any_of(bytes.begin(), bytes.end(), [](auto each) { return each != decltype(each){}; });
        };
        const std::span<const std::byte> made = std::span<const std::byte>{bytes_}.subspan(first);
        const bool has_points = has_any(made.first(draft_.points.size()));
        const bool has_faces = has_any(made.subspan(draft_.points.size()));
        const bool lost_points = !has_points && has_any(old.point_bytes());
        const bool lost_faces = !has_faces && has_any(old.face_bytes());
        if (lost_points && !has_faces && !lost_faces && trace_->mesh == npos && scenes_.delete_missing) {
            is_deleted_[number] = true;
            scenes_.say(remark_kind::changed, "selection", old.name(), "is deleted with its last point");
            return;
        }
        if (lost_points || lost_faces) {
            std::string what{has_points  ? "has no faces left in "
                             : has_faces ? "has no points left in "
                                         : "has no points or faces left in "};
            what += scenes_.before.nodes[trace_->node].name;
            scenes_.say_emptied("selection", old.name(), what);
        }
    }
    // Sets the bytes of what the draft adds to a selection. `first`: the place of the points' bytes.
    void add_given(std::uint32_t id, std::size_t first) {
        const auto is_before = [&](const auto& each) { return each.first < id; };
        for (std::size_t i = count_before(added_, is_before); i < added_.size() && added_[i].first == id; ++i) {
            add(draft_.selections[added_[i].second], first);
        }
    }
    void add(const draft_selection& of, std::size_t first) {
        if (of.point != npos) {
            bytes_[first + of.point] = std::byte{1};
        }
        if (of.face != npos) {
            bytes_[first + draft_.points.size() + of.face] = std::byte{1};
        }
    }
    // Returns the byte of a point in a selection. `points`: those of old points; none if the selection is new.
    [[nodiscard]] u8 weight_of(const draft_point& of, std::uint32_t id, const array<u8>& points) const {
        const u8 old = of.from < points.size() ? points[of.from] : u8{0};
        const double share = sources_.share(of, [&](const joined_vertex& from) {
            return from.level != trace_           ? joined_.weight(from, id)
                   : from.point() < points.size() ? points[from.point()]
                                                  : u8{0};
        });
        u8 out = of.from != npos ? old : encode_weight(share / 255);
        if (of.vertex != npos && is_bone_[id] && mesh_->has_new_influences(of.vertex)) {
            float sum = 0;
            mesh_->for_each_influence(of.vertex, [&](std::uint32_t joint, float weight) {
                sum += joint < bones_.size() && bones_[joint] == id ? weight : 0;
            });
            out = encode_weight(sum);
        }
        const std::optional<std::uint8_t> given = given_weight(of, id, share_of(old));
        return given ? stored_share(*given) : out;
    }
    [[nodiscard]] bool follows_bone(std::uint32_t vertex) const {
        bool out = false;
        mesh_->for_each_influence(
            vertex, [&](std::uint32_t joint, float) { out = out || (joint < bones_.size() && bones_[joint] != npos); });
        return out && mesh_->has_new_influences(vertex);
    }
    // Returns the largest of the weights that the vertices of a point have in an attribute, if any of them is new: each
    // vertex at a place is one in Blender, and a person who selects one of them means the point. A new vertex at an old
    // point, such as one of a part that joins the mesh, takes nothing from it. New vertices that follow bones have
    // their weights, which are vertex groups in Blender. `old`: the weight that the point had.
    [[nodiscard]] std::optional<std::uint8_t> given_weight(const draft_point& of, std::uint32_t id,
                                                           std::uint8_t old) const {
        std::optional<std::uint8_t> out;
        const bool has_joints = of.vertex != npos && mesh_ != nullptr && is_bone_[id] && follows_bone(of.vertex);
        const auto is_before = [&](const auto& each) { return each.first < id; };
        for (std::size_t i = count_before(attributes_, is_before); i < attributes_.size() && attributes_[i].first == id;
             ++i) {
            const std::uint32_t number = attributes_[i].second;
            for (std::uint32_t v = of.first; v != npos; v = draft_.next[v]) {
                if (mesh_->has_new_value(v, number) && !(has_joints && mesh_->origin(v) == npos)) {
                    const std::uint8_t value = mesh_->now().attributes[number].values[v];
                    if (value == 0 && mesh_->is_new_attribute(number) && mesh_->origin(v) != npos) {
                        continue; // the vertex had no such attribute: a part that joined brought it
                    }
                    const bool is_beside = of.from != npos && mesh_->origin(v) == npos;
                    out = (out && *out >= value) || (is_beside && old >= value) ? out : value;
                }
            }
        }
        return out;
    }

    void remake_masses(const array<f32<>>& old) {
        bool is_spread = false;
        put(masses_of(draft_, old, is_spread, memory()));
        if (is_spread) {
            scenes_.say(remark_kind::guessed, "level", scenes_.before.nodes[trace_->node].name,
                        "its mass: the new points share it evenly");
        }
    }
    void remake_set(const p3d::tag& old) {
        const p3d::uv_set set = old.uv_set();
        if (set.id() != 0 && !set.uvs().empty()) {
            ++sets_;
        }
        const std::size_t place = set.id() != 0 ? sets_ : 0; // among the sets of texture coordinates of a mesh
        bytes_.append(old.data().first(sizeof(u32<>)));
        put(coordinates(set.uvs(), place));
    }
    // `place`: of the set in meshes.
    [[nodiscard]] pool<vec2<>> coordinates(const array<vec2<>>& old, std::size_t place) const {
        pool<vec2<>> out{memory()};
        for (const draft_face& face : draft_.faces) {
            for (std::size_t i = 0; i < face.value.corners().size(); ++i) {
                const vec2<>* const stored = old.at(face.corners[i]);
                vec2<> made = stored != nullptr ? *stored : vec2<>{};
                const std::uint32_t vertex = face.vertices[i];
                if (vertex != npos && place < mesh_->now().texcoords.size() &&
                    (stored == nullptr || mesh_->has_new_texcoord(vertex, place))) {
                    const vector2<float>& now = mesh_->now().texcoords[place][vertex];
                    made = {f32<>::of(now.x), f32<>::of(now.y)};
                }
                out.push_back(made);
            }
        }
        return out;
    }
    void remake_frame(const p3d::tag& old, std::uint32_t number) {
        const array<vec3<>> positions = old.morph_frame().positions();
        const std::span<const std::uint32_t> frames =
            trace_ != nullptr ? std::span<const std::uint32_t>{trace_->frames} : std::span<const std::uint32_t>{};
        const std::size_t place = count_before(frames, [&](std::uint32_t each) { return each < frame_; });
        const bool is_target = place < frames.size() && frames[place] == frame_;
        const std::uint32_t target = is_target ? static_cast<std::uint32_t>(place) : npos; // of the original mesh
        ++frame_;
        const std::optional<float> time = target != npos ? new_time(target, number) : std::nullopt;
        if (time) {
            put(pool<f32<>>{1, f32<>::of(*time), memory()});
        } else {
            bytes_.append(old.data().first(sizeof(f32<>)));
        }
        pool<vec3<>> all{memory()};
        for (const draft_point& each : draft_.points) {
            all.push_back(in_frame(each, positions, target));
        }
        put(all);
    }
    // Returns the time that the new name of a frame's target says. Deletes the frame if there is no such target.
    [[nodiscard]] std::optional<float> new_time(std::uint32_t target, std::uint32_t number) {
        if (mesh_ == nullptr) {
            return {};
        }
        const std::string_view name = mesh_->before()->targets[target].name;
        const std::uint32_t now = mesh_->frames().now_of(target);
        if (now == npos) {
            is_deleted_[number] = scenes_.delete_missing;
            scenes_.say_missing("morph target", name);
            return {};
        }
        const std::string_view named = mesh_->now().targets[now].name;
        if (named == name) {
            return {};
        }
        const std::optional<float> out = time_of(named);
        scenes_.say(out ? remark_kind::changed : remark_kind::left_out, "morph target", name,
                    out ? "the time of the frame" : "a new name: it says the time of the frame, as in frame_0.5");
        return out;
    }
    // Returns the time that the name of a target says: frame_TIME.
    [[nodiscard]] static std::optional<float> time_of(std::string_view name) noexcept {
        constexpr std::string_view prefix = "frame_";
        std::string_view rest = name.starts_with(prefix) ? name.substr(prefix.size()) : std::string_view{};
        const taken_number time = take_number(rest);
        const auto out = static_cast<float>(time.value);
        return time.exists && rest.empty() && time.value >= 0 && is_finite(out) ? std::optional{out} : std::nullopt;
    }
    [[nodiscard]] vec3<> in_frame(const draft_point& of, const array<vec3<>>& old, std::uint32_t target) const {
        const vec3<>* const stored = old.at(of.from);
        const std::uint32_t now = mesh_ != nullptr && target != npos ? mesh_->frames().now_of(target) : npos;
        if (of.vertex != npos && now != npos &&
            (stored == nullptr || mesh_->has_new_position(of.vertex) || mesh_->has_new_offset(of.vertex, target))) {
            const vector3<float> made = mesh_->position(of.vertex, now);
            return stored != nullptr && vector3<float>{*stored} == made ? *stored : wire_of(made); // -0 stays
        }
        if (of.is_moved && stored != nullptr) {
            const owned_point& before = std::as_const(model_).get(old_.points)[of.from];
            return wire_of(vector3<float>{*stored} + (of.value.position - before.position));
        }
        return stored != nullptr ? *stored : wire_of(of.value.position);
    }
    [[nodiscard]] static vec3<> wire_of(const vector3<float>& v) noexcept {
        return {f32<>::of(v.x), f32<>::of(v.y), f32<>::of(v.z)};
    }

    // ---- names and new tags ----------------------------------------------------------------------------------------

    [[nodiscard]] bool rename() {
        bool differs = false;
        for (const draft_tag& each : draft_.tags) {
            if (!each.name.empty() && model_.get(made_[each.tag].name) != each.name && can_name(each.name)) {
                model_.set(made_[each.tag].name, std::string_view{each.name});
                differs = true;
            }
        }
        std::size_t kept = 0;
        for (std::size_t i = 0; i < is_deleted_.size(); ++i) {
            if (!is_deleted_[i]) {
                made_[kept++] = made_[i];
            }
        }
        made_.resize(kept);
        return differs || kept != is_deleted_.size();
    }
    [[nodiscard]] bool can_name(std::string_view name) const {
        const bool fits = !name.empty() && name.find('\0') == name.npos && !name.starts_with('#') &&
                          (old_.format == lod_format::p3dm || name.size() < sizeof(text<64>)) && old_.has_tags;
        if (!fits) {
            scenes_.say(remark_kind::left_out, "selection", name,
                        "a level cannot have this name: no '#' at the beginning, in SP3X at most 63 characters");
        }
        return fits;
    }
    void insert(tag_kind kind, std::string_view name, std::initializer_list<tag_kind> after) {
        owned_tag made;
        made.kind = kind;
        model_.set(made.name, name);
        model_.set(made.data, bytes_);
        std::size_t place = 0;
        for (std::size_t i = 0; i < made_.size(); ++i) {
            for (const tag_kind each : after) {
                place = made_[i].kind == each ? i + 1 : place;
            }
        }
        if (place == 0) {
            place = made_.size() - (!made_.empty() && made_.back().kind == tag_kind::end ? 1U : 0U);
        }
        made_.insert(std::next(made_.begin(), static_cast<std::ptrdiff_t>(place)), made);
    }
    // Adds selections that are new: those of the draft, bones and attributes that no selection has.
    [[nodiscard]] bool add_selections() {
        const std::uint32_t first = old_.tags.count;
        bool differs = false;
        for (std::uint32_t i = 0; i < names_.size(); ++i) {
            if (!can_name(names_[i])) {
                continue;
            }
            bytes_.clear();
            for (const draft_point& each : draft_.points) {
                bytes_.push_back(std::byte{weight_of(each, first + i, {})});
            }
            const std::uint8_t least = joined_.least(first + i).value_or(whole_share);
            for (const draft_face& each : draft_.faces) {
                bytes_.push_back(least != 0 && has_all_points(each, 0, least) ? std::byte{1} : std::byte{0});
            }
            add_given(first + i, 0);
            insert(tag_kind::selection, names_[i], {tag_kind::selection, tag_kind::selected, tag_kind::sharp_edges});
            scenes_.say(remark_kind::changed, "selection", names_[i], "new");
            differs = true;
        }
        return differs;
    }
    // Adds sets of texture coordinates: a level has at most eight [document].
    [[nodiscard]] bool add_sets() {
        constexpr std::uint32_t most = 8;
        if (mesh_ == nullptr || !old_.has_tags) {
            return false;
        }
        std::uint32_t next = 1;
        std::size_t known = 1;
        for (std::uint32_t i = 0; i < old_.tags.count; ++i) {
            if (const p3d::uv_set each = tag(i).uv_set(); each && each.id() != 0) {
                next = each.id() < most ? std::max<std::uint32_t>(next, each.id() + 1) : most;
                known += each.uvs().empty() ? 0U : 1U;
            }
        }
        bool differs = false;
        for (std::size_t set = known; set < mesh_->now().texcoords.size(); ++set) {
            if (next >= most) {
                scenes_.say(remark_kind::left_out, "mesh", mesh_->now().name,
                            "more than eight texture coordinate sets");
                break;
            }
            bytes_.clear();
            put(pool<u32<>>{1, u32<>::of(next++), memory()});
            put(coordinates({}, set));
            insert(tag_kind::uv_set, "#UVSet#", {tag_kind::uv_set, tag_kind::mass, tag_kind::property});
            scenes_.say(remark_kind::changed, "mesh", mesh_->now().name, "a new set of texture coordinates");
            differs = true;
        }
        return differs;
    }
    // Adds frames for morph targets named "frame_TIME".
    [[nodiscard]] bool add_frames() {
        bool differs = false;
        for (std::uint32_t i = 0; mesh_ != nullptr && i < mesh_->now().targets.size(); ++i) {
            if (mesh_->frames().before_of(i) != npos) {
                continue;
            }
            const std::string_view name = mesh_->now().targets[i].name;
            const std::optional<float> time = time_of(name);
            if (!time || !old_.has_tags) {
                scenes_.say(remark_kind::left_out, "morph target", name, "a new frame needs the name frame_TIME");
                continue;
            }
            bytes_.clear();
            put(pool<f32<>>{1, f32<>::of(*time), memory()});
            pool<vec3<>> all{memory()};
            for (const draft_point& each : draft_.points) {
                all.push_back(wire_of(each.vertex != npos ? mesh_->position(each.vertex, i)
                                                          : vector3<float>{each.value.position}));
            }
            put(all);
            insert(tag_kind::morph_frame, "#Animation#", {tag_kind::morph_frame, tag_kind::uv_set, tag_kind::mass});
            scenes_.say(remark_kind::changed, "morph target", name, "new");
            differs = true;
        }
        return differs;
    }

    const paired_scenes& scenes_;
    owned_model& model_;
    const owned_lod& old_;
    const level_draft& draft_;
    const level_mesh<>* mesh_; // null: the level has no mesh
    const pool<std::uint32_t>& numbers_;
    const level_trace* trace_;
    pool<owned_tag> made_;
    pool<std::byte> bytes_;
    pool<std::string_view> names_; // of selections that are new
    selection_names<> attribute_names_{scenes_, model_};
    pool<bool> is_bone_;        // by id
    pool<std::uint32_t> bones_; // the id of each changed joint
    joined_selections<> joined_{model_, memory()};
    pool<std::pair<std::uint32_t, std::uint32_t>> attributes_, added_; // ids, and numbers of attributes and selections
    pool<std::uint32_t> ids_;                                          // of the draft's selections
    pool<bool> is_deleted_;                                            // for each old tag
    point_sources<> sources_;
    surroundings<> around_;
    std::size_t sets_ = 0;    // of texture coordinates so far
    std::uint32_t frame_ = 0; // the next one
};

}}}} // namespace effigy::v0::p3d::impl
