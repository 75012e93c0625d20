// The nodes below that of a level: proxies, and points without faces.
#pragma once

#include <effigy/p3d/apply/level.hpp>
#include <effigy/p3d/view/proxy.hpp>
#include <effigy/scene/edited_names.hpp>

#include <algorithm>

namespace effigy { inline namespace v0 { namespace p3d { namespace impl {

// Brings the nodes below a level's node into the draft of the level.
template <class = when_used> class node_editor {
public:
    // `children`: the changed scene's nodes below that of the level. `is_copy`: the level is a new one, a copy of the
    // one that was traced; the nodes of that are not below it.
    node_editor(level_editor<>& level, const level_trace* trace, const pool<std::uint32_t>& children, bool is_copy)
        : level_(level), scenes_(level.scenes()), trace_(trace), children_(children), is_copy_(is_copy),
          tags_(scenes_.memory), uses_(scenes_.memory), faces_(scenes_.memory), is_moved_(scenes_.memory),
          names_(scenes_.memory), numbers_(scenes_.memory) {}

    void run() {
        const std::span<const owned_tag> tags = std::as_const(level_.model()).get(level_.old().tags);
        for (std::uint32_t i = 0; i < tags.size(); ++i) {
            const p3d::selection part = tags[i].kind == tag_kind::selection ? tag(i).selection() : p3d::selection{};
            if (part.name().empty()) {
                continue;
            }
            if (!names_.contains(part.name())) {
                names_.add(part.name(), i);
            }
            if (const proxy_name parts = proxy_of(part.name())) {
                tags_.push_back(i);
                note_number(parts);
            }
        }
        if (trace_ != nullptr) {
            index_faces();
            made_names_.reserve(trace_->proxies.size() + trace_->points_of_nodes.size());
            for (const traced_node& each : trace_->proxies) {
                bring_proxy(each);
            }
            for (const traced_node& each : trace_->points_of_nodes) { // none of a copy, which has triangles
                bring_point(each);
            }
        }
        for (const std::uint32_t each : children_) {
            if (scenes_.nodes.before_of(each) == npos) {
                add(each);
            }
        }
    }

private:
    [[nodiscard]] p3d::tag tag(std::uint32_t i) const noexcept { return level_.model().tag(level_.old(), i); }

    // ---- old proxies -----------------------------------------------------------------------------------------------

    // Finds how many faces use each point, and what became of each face.
    void index_faces() {
        level_draft& draft = level_.draft();
        uses_.assign(draft.points.size(), 0);
        faces_.assign(level_.old().faces.count, npos);
        keepers_.assign(level_.old().faces.count, 0);
        for (const traced_node& each : trace_->proxies) {
            const std::uint32_t face = trace_->proxy_faces[each.number];
            if (face < keepers_.size() && !is_copy_ && scenes_.nodes.now_of(each.node) != npos) {
                ++keepers_[face];
            }
        }
        is_moved_.assign(draft.faces.size(), false);
        for (std::uint32_t i = 0; i < draft.faces.size(); ++i) {
            const draft_face& face = draft.faces[i];
            if (face.from != npos) {
                faces_[face.from] = i;
            }
            for (const owned_corner& each : face.value.corners()) {
                if (each.point < uses_.size()) {
                    ++uses_[each.point];
                }
            }
        }
    }
    void bring_proxy(const traced_node& traced) {
        const scene::node& before = scenes_.before.nodes[traced.node];
        const std::uint32_t number = scenes_.nodes.now_of(traced.node);
        const std::uint32_t old_face = trace_->proxy_faces[traced.number];
        const std::uint32_t face = old_face < faces_.size() ? faces_[old_face] : npos;
        if (is_copy_) {
            remove_face(traced.number, face); // it has no selection
            return;
        }
        if (number == npos) {
            scenes_.say_missing("proxy", before.name);
            if (scenes_.delete_missing) {
                if (traced.number < tags_.size()) {
                    level_.draft().tags.push_back(draft_tag{tags_[traced.number], {}, scenes_.memory});
                }
                remove_face(traced.number, face);
            }
            return;
        }
        const scene::node& now = scenes_.now.nodes[number];
        note_parent(now, before);
        rename_proxy(now, before, traced.number);
        const matrix4x3<double>&from = scenes_.world_before[traced.node], &to = scenes_.world_now[number];
        if (from == to && !scenes_.rewrite_all && !level_.has_moved()) {
            return;
        }
        const auto* const is_placed = find_extra<bool>(before.extras, "placed");
        if (face == npos || (is_placed != nullptr && !*is_placed) || is_moved_[face]) {
            if (!(from == to)) {
                scenes_.say(remark_kind::left_out, "node", now.name,
                            "a proxy without a triangle of its own cannot move");
            }
            return;
        }
        is_moved_[face] = true;
        move_proxy(face, from, to, now.name);
    }
    void move_proxy(std::uint32_t face, const matrix4x3<double>& from, const matrix4x3<double>& to,
                    std::string_view name) {
        constexpr double most_shear = 1e-4;
        const decomposition<double> changed = decompose(to);
        const pose<double> before = decompose(from).pose, now = changed.pose;
        const auto is_one = [](double scale) { return absolute(scale - 1) < 1e-4; };
        if (!is_one(now.scale.x) || !is_one(now.scale.y) || !is_one(now.scale.z) || changed.shear > most_shear) {
            scenes_.say(remark_kind::left_out, "node", name, "the scale of a proxy");
        }
        const bool turns = from.x != to.x || from.y != to.y || from.z != to.z;
        const matrix4x3<double> turn = compose(vector3<double>{}, now.rotation, {1, 1, 1}) *
                                       compose(vector3<double>{}, conjugate(before.rotation), {1, 1, 1});
        level_draft& draft = level_.draft();
        const auto old_points = std::as_const(level_.model()).get(level_.old().points);
        bool has_moved = false;
        for (std::size_t k = 0; k < draft.faces[face].value.corners().size(); ++k) {
            std::uint32_t at = draft.faces[face].value.slots.corner[k].point;
            if (at >= draft.points.size()) {
                return;
            }
            const std::uint32_t old = draft.points[at].from; // the level may have moved
            const auto& was = old != npos ? old_points[old].position : draft.points[at].value.position;
            const vector3<double> arm = to_real<double>(mirrored_z::point(was)) - before.position;
            const vector3<double> moved = now.position + (turns ? transform_vector(turn, arm) : arm);
            const vector3<float> place = stored_point(to_real<float>(moved));
            if (place == draft.points[at].value.position) {
                continue;
            }
            if (at < uses_.size() && uses_[at] > 1) {
                --uses_[at];
                at = draft.add_point(at, draft.points[at].vertex);
                draft.faces[face].value.slots.corner[k].point = at;
            }
            draft.points[at].value.position = place;
            draft.points[at].vertex = npos;
            draft.points[at].is_moved = has_moved = true;
        }
        if (has_moved || scenes_.rewrite_all) {
            scenes_.say(remark_kind::changed, "node", name, "the place of a proxy");
        }
    }
    [[nodiscard]] static quaternion<double> conjugate(const quaternion<double>& q) noexcept {
        return {-q.x, -q.y, -q.z, q.w};
    }
    // The triangles and points of a level cannot go to another one.
    void note_parent(const scene::node& now, const scene::node& before) const {
        const bool is_same = now.parent != npos && scenes_.nodes.before_of(now.parent) == before.parent;
        if (!is_same) {
            scenes_.say(remark_kind::left_out, "node", now.name, "another parent: it stays in its level");
        }
    }
    // The extras of a node name the other model, or a new name of the form `proxy:PATH`.
    void rename_proxy(const scene::node& now, const scene::node& before, std::uint32_t number) {
        const auto *const path = find_extra<scene::text>(now.extras, "proxy"), *const old_path =
                                                                                   find_extra<scene::text>(
                                                                                       before.extras, "proxy");
        const auto *const id = find_extra<double>(now.extras, "id"), *const old_id =
                                                                         find_extra<double>(before.extras, "id");
        const bool has_path = path != nullptr && old_path != nullptr && *path != *old_path;
        const bool has_id = id != nullptr && old_id != nullptr && *id != *old_id;
        const proxy_name named = now.name != before.name ? proxy_of(now.name) : proxy_name{};
        if (now.name != before.name && !named && !has_path) {
            scenes_.say(remark_kind::left_out, "node", now.name,
                        "the new name of a proxy: a name proxy:PATH or the extra `proxy` gives it another model");
        }
        if (number >= tags_.size() || (!has_path && !has_id && !named)) {
            return;
        }
        const std::string_view name = tag(tags_[number]).name();
        const proxy_name parts = proxy_of(name);
        std::string made{name.substr(0, name.find(':') + 1)};
        made += has_path || !named ? (path != nullptr ? std::string_view{*path} : parts.path) : named.path;
        if (has_id && is_number(*id)) {
            made += with_dot(static_cast<std::uint32_t>(*id));
        } else if (named && named.number >= 0) {
            made += with_dot(static_cast<std::uint32_t>(named.number));
        } else if (parts.number >= 0) {
            made += name.substr(name.rfind('.'));
        }
        set_name(tags_[number], made, now.name);
    }
    void set_name(std::uint32_t number, std::string_view name, std::string_view node) {
        if (name.empty() || names_.contains(name)) { // without a name, the draft would delete it
            scenes_.say(remark_kind::left_out, "node", node,
                        name.empty() ? "a selection has a name" : "another selection of the level has its new name");
            return;
        }
        const std::string_view made = made_names_.emplace_back(name);
        names_.add(made, number);
        if (const proxy_name parts = proxy_of(made)) {
            note_number(parts);
        }
        level_.draft().tags.push_back(draft_tag{number, name, scenes_.memory});
        scenes_.say(remark_kind::changed, "selection", name, "the name");
    }
    void remove_face(std::uint32_t proxy, std::uint32_t face) {
        if (face != npos && keepers_[trace_->proxy_faces[proxy]] == 0) {
            level_.draft().faces[face].is_deleted = true;
        }
    }

    // ---- points ----------------------------------------------------------------------------------------------------

    void bring_point(const traced_node& traced) {
        const scene::node& before = scenes_.before.nodes[traced.node];
        const std::uint32_t number = scenes_.nodes.now_of(traced.node);
        draft_point& point = level_.draft().points[traced.number];
        if (number == npos) {
            point.is_deleted = scenes_.delete_missing;
            scenes_.say_missing("point", before.name);
            return;
        }
        const scene::node& now = scenes_.now.nodes[number];
        note_parent(now, before);
        if (now.local.rotation != before.local.rotation || now.local.scale != before.local.scale) {
            scenes_.say(remark_kind::left_out, "node", now.name, "the rotation and the scale of a point");
        }
        const vector3<double>&from = scenes_.world_before[traced.node].translation,
              &to = scenes_.world_now[number].translation;
        if (!(from == to) || scenes_.rewrite_all) {
            point.value.position = stored_point(to_real<float>(to));
            point.is_moved = true;
            scenes_.say(remark_kind::changed, "node", now.name, "the place of a point");
        } else if (is_finite(point.value.position)) {
            // The level's node may have moved, and its child the other way.
            point.value.position = std::as_const(level_.model()).get(level_.old().points)[traced.number].position;
            point.is_moved = false;
        }
        if (now.name != before.name) {
            rename_point(now, traced.number);
        }
    }
    // A selection gets the new name of its only point.
    void rename_point(const scene::node& now, std::uint32_t number) {
        const std::span<const owned_tag> tags = std::as_const(level_.model()).get(level_.old().tags);
        for (std::uint32_t i = 0; i < tags.size(); ++i) {
            const p3d::selection part = tags[i].kind == tag_kind::selection ? tag(i).selection() : p3d::selection{};
            const array<u8> points = part.point_bytes();
            if (number >= points.size() || points[number] == 0) {
                continue;
            }
            std::size_t count = 0;
            for (const u8 each : points) {
                count += each != 0 ? 1U : 0U;
            }
            if (count == 1) {
                set_name(i, now.name, now.name);
                return;
            }
            break;
        }
        scenes_.say(remark_kind::left_out, "node", now.name, "a selection of several points keeps its name");
    }

    // ---- new nodes -------------------------------------------------------------------------------------------------

    // A node with the extra `proxy`, or the name `proxy:PATH` or `proxy:PATH.NUMBER`, is a proxy. Any other node is a
    // point of a level without triangles, with its name as the name of a selection.
    void add(std::uint32_t number) {
        const scene::node& of = scenes_.now.nodes[number];
        const auto* const path = find_extra<scene::text>(of.extras, "proxy");
        const proxy_name named = path == nullptr ? proxy_of(of.name) : proxy_name{};
        const scene::text* const copied = path == nullptr && !named ? path_of_original(of.name) : nullptr;
        if (copied != nullptr) {
            scenes_.say(remark_kind::guessed, "node", of.name, "a copy of the proxy without this number");
            add_proxy(number, *copied, -1);
        } else if (path != nullptr || named) {
            add_proxy(number, path != nullptr ? std::string_view{*path} : named.path, named.number);
        } else if (of.mesh == npos && of.camera == npos && of.light == npos &&
                   (trace_ == nullptr || trace_->mesh == npos)) {
            add_point(number);
        } else {
            scenes_.say_no_part(of, "a level has proxies, and points if it has no triangles");
        }
    }
    // Blender's .001 is not part of a name that the level has.
    [[nodiscard]] std::uint32_t selection_of(std::string_view name) const {
        std::uint32_t out = names_.find(name);
        const std::size_t end = name.find_last_of("._");
        const bool is_numbered = end != name.npos && end + 1 < name.size() &&
                                 name.substr(end + 1).find_first_not_of("0123456789") == name.npos;
        return out == npos && is_numbered ? names_.find(name.substr(0, end)) : out;
    }
    // Returns the path of the proxy whose name an editor numbered, since there are two now. Null: there is none.
    [[nodiscard]] const scene::text* path_of_original(std::string_view name) const {
        for (std::size_t i = 0; trace_ != nullptr && i < trace_->proxies.size(); ++i) {
            const scene::node& each = scenes_.before.nodes[trace_->proxies[i].node];
            if (is_numbered(name, each.name)) {
                return find_extra<scene::text>(each.extras, "proxy");
            }
        }
        return nullptr;
    }
    void add_point(std::uint32_t number) {
        const scene::node& of = scenes_.now.nodes[number];
        level_draft& draft = level_.draft();
        const std::uint32_t at = draft.add_point(npos, npos);
        draft.points[at].value.position = stored_point(to_real<float>(scenes_.world_now[number].translation));
        draft_selection& made = draft.selections.emplace_back();
        made.tag = selection_of(of.name);
        made.name = of.name;
        made.point = at;
        if (made.tag != npos && !names_.contains(of.name)) {
            scenes_.say(remark_kind::guessed, "node", of.name, "a point of the selection without this number");
        }
        scenes_.say(remark_kind::changed, "node", of.name, "a new point of a selection");
    }
    void add_proxy(std::uint32_t node, std::string_view path, std::int32_t number) {
        const scene::node& of = scenes_.now.nodes[node];
        if (const auto* const id = find_extra<double>(of.extras, "id"); id != nullptr && is_number(*id)) {
            number = static_cast<std::int32_t>(*id);
        }
        const std::uint32_t known = numbers_.find(path);
        if (number < 0 || (known != npos && taken_.contains(std::pair{known, static_cast<std::uint32_t>(number)}))) {
            number = static_cast<std::int32_t>(known != npos ? highest_[known] + 1 : 1);
        }
        note_number({true, path, number});
        std::string name{"proxy:"};
        name += path;
        name += with_dot(static_cast<std::uint32_t>(number));
        level_draft& draft = level_.draft();
        const pose<double> place = decompose(scenes_.world_now[node]).pose;
        const matrix4x3<double> axes = compose(place.position, place.rotation, {1, 1, 1});
        draft_face made;
        made.value.slots.count = 3;
        // The shortest side is the direction, which is the node's -z; the second shortest is up.
        constexpr vector3<double> corners[] = {{0, 0, 0}, {0, 0, -1}, {0, 2, 0}};
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t at = draft.add_point(npos, npos);
            draft.points[at].value.position = stored_point(to_real<float>(transform_point(axes, corners[k])));
            made.value.slots.corner[k].point = at;
            draft_selection& selected = draft.selections.emplace_back();
            selected.name = name;
            selected.point = at;
            selected.face = k == 0 ? static_cast<std::uint32_t>(draft.faces.size()) : npos;
        }
        draft.faces.push_back(made);
        scenes_.say(remark_kind::changed, "node", of.name, "a new proxy");
    }
    [[nodiscard]] static bool is_number(double of) noexcept { return of >= 0 && of < 1e9; }
    // Returns ".007" for 7: three digits, as tools write them.
    [[nodiscard]] static std::string with_dot(std::uint32_t number) {
        std::string digits = std::to_string(number);
        digits.insert(0, digits.size() < 3 ? 3 - digits.size() : 0, '0');
        return "." + digits;
    }
    void note_number(const proxy_name& of) {
        std::uint32_t known = numbers_.find(of.path);
        if (known == npos) {
            known = static_cast<std::uint32_t>(highest_.size());
            numbers_.add(of.path, known);
            highest_.push_back(0);
        }
        if (of.number >= 0) {
            const auto number = static_cast<std::uint32_t>(of.number);
            highest_[known] = std::max<std::uint32_t>(highest_[known], number);
            if (const std::pair key{known, number}; !taken_.contains(key)) {
                taken_.add(key, known);
            }
        }
    }

    level_editor<>& level_;
    const paired_scenes& scenes_;
    const level_trace* trace_;
    const pool<std::uint32_t>& children_;
    bool is_copy_;
    pool<std::uint32_t> tags_;                                // of proxies
    pool<std::uint32_t> uses_;                                // of each point, by faces
    pool<std::uint32_t> faces_;                               // of the draft, for each old face
    pool<std::uint32_t> keepers_{scenes_.memory};             // for each old face, the number of its proxies that stay
    pool<bool> is_moved_;                                     // for each face of the draft
    numbers_by_key<std::string_view, compare_names> names_;   // of selections: their tags
    numbers_by_key<std::string_view, compare_names> numbers_; // of proxies' paths: places in highest_
    pool<scene::text> made_names_{scenes_.memory};            // reserved: names_ refers to them
    pool<std::uint32_t> highest_{scenes_.memory};             // numbers of proxies
    numbers_by_key<std::pair<std::uint32_t, std::uint32_t>> taken_{scenes_.memory}; // places in highest_, and numbers
};

}}}} // namespace effigy::v0::p3d::impl
