// Bringing a scene back into a model.
#pragma once

#include <effigy/grimrock/apply/nodes.hpp>
#include <effigy/grimrock/apply/triangles.hpp>

namespace effigy { inline namespace v0 { namespace grimrock { namespace impl {

template <class = when_used> class model_changer {
public:
    // `to`: the model as it is, decoded. `tree`: of its file.
    model_changer(const paired_scenes& scenes, owned_model& to, const node_index& tree)
        : scenes_(scenes), to_(to), planner_(scenes, to, tree), stored_(scenes.memory), made_(scenes.memory),
          mesh_of_(scenes.memory), holders_(scenes.memory), is_taken_(scenes.memory), signs_(scenes.memory),
          plain_(scenes.memory) {}

    // Returns whether the model changed.
    [[nodiscard]] bool run() {
        mesh_of_.assign(to_.nodes.size(), npos);
        for (const traced_mesh& each : scenes_.trace.meshes) {
            mesh_of_[each.node] = static_cast<std::uint32_t>(stored_.size());
            stored_.push_back(*std::as_const(to_).get(to_.get(to_.nodes)[each.node].mesh));
        }
        planner_.plan();
        keep_nodes_of_unseen_bones();
        find_holders();
        move_meshes();
        for (std::uint32_t i = 0; i < scenes_.now.meshes.size(); ++i) {
            made_.emplace_back();
            change_mesh(i);
        }
        for (std::uint32_t i = 0; i < scenes_.now.nodes.size(); ++i) {
            const scene::node& node = scenes_.now.nodes[i];
            if (node.mesh != npos && holders_[node.mesh] != i) {
                add_instance(i);
            }
            if (node.camera != npos) {
                scenes_.say(remark_kind::left_out, "camera", node.name, "a model has none");
            }
        }
        say_missing();
        change_lights();
        planner_.store();
        if (planner_.has_changed()) {
            number_bones();
        }
        return planner_.has_changed();
    }
    // Precondition: run() was called.
    [[nodiscard]] pool<applied_node> applied() const { return planner_.applied(); }

private:
    // Bones that the scene does not show need their nodes.
    void keep_nodes_of_unseen_bones() {
        for (std::uint32_t i = 0; scenes_.delete_missing && i < mesh_of_.size(); ++i) {
            const planned_node& planned = planner_.nodes()[i];
            const bool is_seen =
                mesh_of_[i] != npos && (skin_before(mesh_of_[i]) != npos || scenes_.meshes.now_of(mesh_of_[i]) == npos);
            const owned_mesh* const mesh =
                planned.is_deleted || is_seen ? nullptr : std::as_const(to_).get(planned.node.mesh);
            for (const owned_bone& bone :
                 mesh != nullptr ? std::as_const(to_).get(mesh->bones) : std::span<const owned_bone>{}) {
                planner_.keep(static_cast<std::uint32_t>(bone.node));
            }
        }
    }
    // Finds the first node that holds each mesh, nodes without content by name, and the sign of each node's
    // determinant.
    void find_holders() {
        const auto& nodes = scenes_.now.nodes;
        holders_.assign(scenes_.now.meshes.size(), npos);
        signs_.resize(nodes.size());
        for (std::uint32_t i = 0; i < nodes.size(); ++i) {
            int sign = nodes[i].parent != npos ? signs_[nodes[i].parent] : 1;
            for (const float each : {nodes[i].local.scale.x, nodes[i].local.scale.y, nodes[i].local.scale.z}) {
                sign *= each < 0 ? -1 : each > 0 ? 1 : 0;
            }
            signs_[i] = static_cast<std::int8_t>(sign);
            if (const std::uint32_t mesh = nodes[i].mesh; mesh != npos && holders_[mesh] == npos) {
                holders_[mesh] = i;
            }
            const bool is_plain = nodes[i].mesh == npos && nodes[i].light == npos;
            if (is_plain && !plain_.contains(std::string_view{nodes[i].name})) {
                plain_.add(nodes[i].name, i);
            }
        }
    }

    // ---- meshes ----------------------------------------------------------------------------------------------------

    // Takes meshes from nodes that no longer hold them.
    void move_meshes() {
        for (std::uint32_t i = 0; i < stored_.size(); ++i) {
            const std::uint32_t after = scenes_.meshes.now_of(i), node = scenes_.trace.meshes[i].node;
            const bool is_missing = after == npos || holders_[after] == npos;
            if (is_missing ? scenes_.delete_missing : node_for(after) != node) {
                clear_entity(planner_.nodes()[node]);
            }
        }
    }
    void say_missing() {
        for (std::uint32_t i = 0; i < stored_.size(); ++i) {
            if (scenes_.meshes.now_of(i) == npos) {
                const std::uint32_t node = scenes_.trace.meshes[i].node;
                const bool is_kept = planner_.nodes()[node].node.type == mesh_node && !is_taken(node);
                scenes_.say_gone("mesh", scenes_.before.meshes[i].name, !is_kept);
            }
        }
    }
    void clear_entity(planned_node& of) {
        of.node.type = -1;
        of.node.mesh = {};
        of.node.light = {};
        planner_.set_changed();
    }
    // The planned node that gets a mesh, unless another mesh has it; npos: a new one.
    [[nodiscard]] std::uint32_t node_for(std::uint32_t mesh) const {
        const std::uint32_t before = scenes_.meshes.before_of(mesh), holder = holders_[mesh];
        const scene::node& node = scenes_.now.nodes[holder];
        const bool is_held_as_before =
            before != npos && scenes_.nodes.before_of(holder) == scenes_.trace.meshes[before].holder;
        if (before != npos && (node.skin != npos || is_held_as_before)) {
            return scenes_.trace.meshes[before].node; // the transform of a node does not move a skin
        }
        const node_frame& frame = planner_.frames()[holder];
        return node.skin == npos && frame.shift == matrix4x3<double>{} ? frame.number : npos;
    }
    void change_mesh(std::uint32_t i) {
        const scene::mesh& now = scenes_.now.meshes[i];
        const std::uint32_t holder = holders_[i], before = scenes_.meshes.before_of(i);
        if (holder == npos) {
            scenes_.say(remark_kind::left_out, "mesh", now.name, "no node has it");
            return;
        }
        const scene::node& node = scenes_.now.nodes[holder];
        std::uint32_t number = node_for(i);
        if (number == npos && node.skin != npos) { // on the plain node of its name, if there is one
            const std::uint32_t plain = plain_.find(std::string_view{now.name});
            number = plain != npos ? planner_.frames()[plain].number : npos;
        }
        number = free_node(number, before, now.name, planner_.frames()[holder]);
        owned_mesh made = before != npos ? stored_[before] : owned_mesh{};
        made.cast_shadow = before != npos ? made.cast_shadow : 1; // as in every file
        const bool is_mirrored = node.skin == npos && signs_[holder] < 0;
        mesh_target target{scenes_, to_, stored_, now, before, made};
        skin_carrier<> skin{target, node.skin, before != npos ? skin_before(before) : npos, planner_.frames(), number};
        triangle_carrier<>{target, is_mirrored}.run();
        vertex_carrier<>{target}.run();
        skin.run();
        change_extras(target);
        if (!now.targets.empty()) {
            scenes_.say(remark_kind::left_out, "mesh", now.name, "morph targets", now.targets.size());
        }
        if (!now.attributes.empty()) {
            scenes_.say(remark_kind::left_out, "mesh", now.name, "attributes of vertices", now.positions.size());
        }
        if (target.has_changed) {
            planner_.set_changed();
        }
        planned_node& to = planner_.nodes()[number];
        if (before != npos &&
            to.node.mesh.number == to_.get(to_.nodes)[scenes_.trace.meshes[before].node].mesh.number) {
            *to_.get(to.node.mesh) = made;
        } else {
            hold(number, made);
        }
        made_[i] = made;
    }
    [[nodiscard]] std::uint32_t skin_before(std::uint32_t mesh) const {
        return scenes_.before.nodes[scenes_.trace.meshes[mesh].holder].skin;
    }
    // Returns the node, or a new child of it if another mesh or a light is there. Without a node, a new one.
    [[nodiscard]] std::uint32_t free_node(std::uint32_t number, std::uint32_t mesh, std::string_view name,
                                          const node_frame& frame) {
        if (number != npos) {
            const planned_node& node = planner_.nodes()[number];
            const bool is_own = mesh != npos && scenes_.trace.meshes[mesh].node == number;
            const std::uint32_t old = number < mesh_of_.size() ? mesh_of_[number] : npos;
            const bool is_replaced = old != npos && scenes_.meshes.now_of(old) == npos; // by another mesh on its node
            if (!is_taken(number) && (is_own || node.node.type < 0 || is_replaced)) {
                take(number);
                return number;
            }
        }
        const std::uint32_t made =
            number != npos ? planner_.add(name, number) : planner_.add(name, frame.number, frame.shift);
        take(made);
        return made;
    }
    [[nodiscard]] bool is_taken(std::uint32_t number) const { return number < is_taken_.size() && is_taken_[number]; }
    void take(std::uint32_t number) {
        planner_.keep(number); // of a skinned mesh, the scene has a node of its own
        is_taken_.resize(is_taken_.size() > number ? is_taken_.size() : number + 1);
        is_taken_[number] = true;
    }
    void hold(std::uint32_t number, const owned_mesh& mesh) {
        planned_node& to = planner_.nodes()[number];
        to.node.type = mesh_node;
        to.node.light = {};
        to.node.mesh = to_.add(mesh);
        planner_.set_changed();
        scenes_.say(remark_kind::changed, "mesh", std::as_const(to_).get(to.node.name), "on this node");
    }
    // Each node of a file has a mesh of its own.
    void add_instance(std::uint32_t i) {
        const scene::node& node = scenes_.now.nodes[i];
        const node_frame& frame = planner_.frames()[i];
        const bool is_there = node.skin == npos && frame.shift == matrix4x3<double>{};
        hold(free_node(is_there ? frame.number : npos, npos, node.name, frame), made_[node.mesh]);
    }
    // castShadow is an extra.
    void change_extras(mesh_target& target) {
        const bool* const shadow = find_extra<bool>(target.now.extras, "castShadow");
        if (shadow != nullptr && *shadow != (target.mesh.cast_shadow != 0)) {
            target.mesh.cast_shadow = *shadow ? 1 : 0;
            target.has_changed = true;
            scenes_.say(remark_kind::changed, "mesh", target.now.name, "castShadow");
        }
    }

    // ---- lights ----------------------------------------------------------------------------------------------------

    void change_lights() {
        for (std::uint32_t i = 0; i < scenes_.before.nodes.size(); ++i) {
            if (scenes_.before.nodes[i].light != npos) {
                change_light(i, scenes_.trace.nodes[i].number);
            }
        }
        for (std::uint32_t i = 0; i < scenes_.now.nodes.size(); ++i) {
            const std::uint32_t before = scenes_.nodes.before_of(i);
            if (scenes_.now.nodes[i].light != npos && (before == npos || scenes_.before.nodes[before].light == npos)) {
                add_light(i);
            }
        }
    }
    void change_light(std::uint32_t holder, std::uint32_t number) {
        const std::uint32_t after = scenes_.nodes.now_of(holder);
        planned_node& planned = planner_.nodes()[number];
        const std::string_view name = scenes_.before.nodes[holder].name;
        if (after == npos || scenes_.now.nodes[after].light == npos) {
            scenes_.say_missing("light", name);
            if (scenes_.delete_missing) {
                clear_entity(planned);
            }
            return;
        }
        if (scenes_.trace.nodes[holder].role == node_role::light &&
            !(scenes_.now.nodes[after].local == scenes_.before.nodes[holder].local)) {
            scenes_.say(remark_kind::left_out, "light", name, "a direction other than that of its node");
        }
        const scene::light &now = scenes_.now.lights[scenes_.now.nodes[after].light],
                           &was = scenes_.before.lights[scenes_.before.nodes[holder].light];
        owned_light* const stored = to_.get(planned.node.light);
        if (stored == nullptr || (is_same(now, was) && !scenes_.rewrite_all)) {
            return;
        }
        set_light(*stored, now, &was);
        planner_.set_changed();
        scenes_.say(remark_kind::changed, "light", name, "values");
    }
    [[nodiscard]] static bool is_same(const scene::light& a, const scene::light& b) {
        return a.type == b.type && a.color == b.color && a.intensity == b.intensity && a.range == b.range &&
               a.inner_cone_angle == b.inner_cone_angle && a.outer_cone_angle == b.outer_cone_angle;
    }
    // The reverse of to_scene(). What is as in `before` keeps its stored value.
    static void set_light(owned_light& to, const scene::light& now, const scene::light* was) {
        constexpr std::int32_t types[] = {1, 2, 3}; // directional, point, spot
        to.type = types[static_cast<std::uint8_t>(now.type) % 3];
        if (was == nullptr || !(now.color == was->color) || now.intensity != was->intensity) {
            to.color = now.color * now.intensity;
        }
        if (was == nullptr || now.range != was->range) {
            to.range = now.range;
        }
        const bool is_cone = now.type == scene::light_type::spot;
        if (is_cone && (was == nullptr || now.outer_cone_angle != was->outer_cone_angle)) {
            to.spot_angle = static_cast<float>(2 * double{now.outer_cone_angle} * 90 / half_pi);
        }
        if (is_cone && (was == nullptr || now.inner_cone_angle != was->inner_cone_angle ||
                        now.outer_cone_angle != was->outer_cone_angle)) {
            to.spot_sharpness = now.inner_cone_angle / now.outer_cone_angle;
        }
    }
    // Programs write candela, up to tens of thousands, and often no range, which in glTF is infinite. The game has a
    // plain colour and a finite range; its lights become an intensity of 1 and above [to_scene].
    void fit_new_light(owned_light& to, const scene::light& of) const {
        constexpr float usual_range = 10;
        if (of.intensity > 1) {
            to.color = of.color;
            scenes_.say(remark_kind::guessed, "light", of.name,
                        "its colour without its intensity, which has a unit that the game has not");
        }
        if (!(of.range > 0) && of.type != scene::light_type::directional) {
            to.range = usual_range;
            scenes_.say(remark_kind::guessed, "light", of.name, "its range is 10: the scene has none");
        }
    }
    void add_light(std::uint32_t holder) {
        const scene::node& node = scenes_.now.nodes[holder];
        const scene::light& light = scenes_.now.lights[node.light];
        if (to_.version != static_cast<std::uint32_t>(grimrock_version)) {
            scenes_.say(remark_kind::left_out, "light", light.name, "a light: this version has none");
            return;
        }
        // The game's lights point along +z, those of glTF along -z.
        const node_frame& frame = planner_.frames()[holder];
        constexpr pose<double> half_turn{{}, {0, 1, 0, 0}, {1, 1, 1}};
        const bool is_turned = light.type != scene::light_type::point;
        const std::uint32_t number =
            planner_.add(light.name, frame.number, is_turned ? frame.shift * half_turn.matrix() : frame.shift);
        owned_light made;
        set_light(made, light, nullptr);
        fit_new_light(made, light);
        planned_node& to = planner_.nodes()[number];
        to.node.type = light_node;
        to.node.light = to_.add(made);
        scenes_.say(remark_kind::changed, "light", light.name, "new, on a node of its own");
    }

    // Bones have the planned numbers of nodes until these have others.
    void number_bones() {
        for (const planned_node& each : planner_.nodes()) {
            owned_mesh* const mesh = each.is_deleted ? nullptr : to_.get(each.node.mesh);
            if (mesh == nullptr || mesh->bones.empty()) {
                continue;
            }
            pool<owned_bone> bones{scenes_.memory};
            bones.append(std::as_const(to_).get(mesh->bones));
            for (owned_bone& bone : bones) {
                const std::uint32_t number = planner_.number_of(static_cast<std::uint32_t>(bone.node));
                bone.node = static_cast<std::int32_t>(number != npos ? number : 0);
            }
            to_.set<owned_bone>(mesh->bones, std::span<const owned_bone>{bones});
        }
    }

    const paired_scenes& scenes_;
    owned_model& to_;
    node_planner<> planner_;
    pool<owned_mesh> stored_;                // per mesh of `before`
    pool<owned_mesh> made_;                  // per mesh of `now`
    pool<std::uint32_t> mesh_of_;            // per node of the file: its mesh in `before`
    pool<std::uint32_t> holders_;            // per mesh of `now`: its first node
    pool<bool> is_taken_;                    // per planned node: it has a mesh of the scene
    pool<std::int8_t> signs_;                // per node of `now`
    numbers_by_key<std::string_view> plain_; // nodes of `now` without a mesh or a light
};

}}}} // namespace effigy::v0::grimrock::impl
