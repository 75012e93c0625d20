// Meshes of a person's that become parts of others, or take their places.
#pragma once

#include <effigy/core/impl/numbers_by_key.hpp>
#include <effigy/scene/reconcile/graft.hpp>
#include <effigy/scene/reconcile/join_mesh.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// Joins meshes of a changed scene with those that they are parts of: what was separated or duplicated, what is new in a
// format without nodes for it, and what takes the place of another mesh.
template <class = when_used> class part_joiner {
public:
    part_joiner(const scene& changed, const scene& original, const reconcile_options& options,
                std::span<const mesh_replacement> replacements, remark_sink tell, std::pmr::memory_resource* memory)
        : changed_(changed), original_(original), options_(options), replacements_(replacements), tell_(tell),
          memory_(memory), origins_(changed.meshes.size(), npos, memory),
          holders_(original.meshes.size(), npos, memory), wholes_(original.meshes.size(), npos, memory), names_(memory),
          olds_(memory), is_joint_(changed.nodes.size(), memory), triangles_(memory),
          is_listed_(original.meshes.size(), memory), mesh_of_(changed.nodes.size(), npos, memory), whole_of_(memory),
          is_whole_(changed.nodes.size(), memory), is_plain_(changed.nodes.size(), memory),
          is_replaced_(original.meshes.size(), memory), keeps_name_(original.meshes.size(), memory),
          replaced_(original.meshes.size(), npos, memory), world_(memory), rest_(memory), below_joint_(memory),
          shifted_(memory) {
        for (std::uint32_t i = 0; i < origins_.size(); ++i) {
            origins_[i] = main_origin_of(changed.meshes[i], original);
        }
        for (std::size_t i = 0; i < original.meshes.size(); ++i) {
            triangles_.emplace_back();
        }
        for (const scene::skin& skin : changed.skins) {
            for (const std::uint32_t joint : skin.joints) {
                is_joint_[joint] = true;
            }
        }
    }

    // Returns whether there are parts. If so, `to` becomes the changed scene with the meshes joined, without their
    // nodes. Nodes still have meshes that are replaced: they show how bones were turned.
    [[nodiscard]] bool run(scene& to, replaced_meshes& replaced) {
        world_.resize(changed_.nodes.size());
        world_matrices(changed_, world_);
        find_wholes();
        find_parts();
        if (count_ == 0) {
            return false;
        }
        to = changed_;
        add_wholes(to, replaced.grafted);
        own_wholes(to);
        empty_wholes(to);
        mesh_joiner<> joiner{to, tell_, memory_};
        find_shifts(to, joiner.world());
        pool<std::uint32_t> apart{memory_};
        tell_parts();
        for (std::uint32_t i = 0; i < changed_.nodes.size(); ++i) {
            if (whole_of_[i] == npos) {
                continue;
            }
            const bool has_skin = to.nodes[i].skin != npos, needs_skin = to.nodes[whole_of_[i]].skin != npos;
            if (has_skin && !needs_skin && options_.home.empty()) { // not in a node that has a place
                whole_of_[i] = npos;
                apart.push_back(i);
                continue;
            }
            if (needs_skin && !has_skin && options_.home.empty() && !joiner.is_below_joint(i, whole_of_[i])) {
                use_plain_node(to, i);
                if (to.nodes[whole_of_[i]].skin == npos) {
                    scene::text what{"has no weights: it moves with ", memory_};
                    what += to.nodes[whole_of_[i]].name;
                    tell_({remark_kind::guessed, "node", changed_.nodes[i].name, what});
                }
            }
            joiner.join(i, changed_.meshes[changed_.nodes[i].mesh], whole_of_[i], place_of_whole(to, i));
        }
        for (std::uint32_t mesh = 0; mesh < wholes_.size(); ++mesh) {
            if (keeps_name_[mesh]) {
                to.nodes[wholes_[mesh]].name = name_of_whole(mesh);
            } else if (is_replaced_[mesh]) {
                scene::node& whole = to.nodes[wholes_[mesh]];
                if (to.meshes[whole.mesh].positions.empty()) {
                    replaced.emptied.push_back(wholes_[mesh]);
                    whole.mesh = npos;
                } else {
                    replaced.by.push_back({replaced_[mesh], whole.mesh});
                    whole.mesh = replaced_[mesh];
                }
            }
        }
        for (const std::uint32_t part : apart) { // the first has the name of a mesh that is gone: formats find it so
            if (to.nodes[wholes_[mesh_of_[part]]].mesh == npos && is_replaced_[mesh_of_[part]]) {
                is_replaced_[mesh_of_[part]] = false;
                to.meshes[to.nodes[part].mesh].name = original_.meshes[mesh_of_[part]].name;
            }
        }
        const pool<std::uint32_t> number_of = remove_nodes(to, joiner.world());
        for (pool<std::uint32_t>* const nodes : {&replaced.emptied, &replaced.grafted}) {
            for (std::uint32_t& each : *nodes) {
                each = number_of[each];
            }
        }
        return true;
    }

private:
    using triangle = std::array<std::uint32_t, 3>;
    // A node can show the mesh of another one, so that the vertices of many nodes can be more than a scene has.
    static constexpr std::size_t most_times = 8;

    [[nodiscard]] std::uint32_t origin_of(std::uint32_t node) const {
        return changed_.nodes[node].mesh != npos ? origins_[changed_.nodes[node].mesh] : npos;
    }
    [[nodiscard]] std::string_view name_of_whole(std::uint32_t mesh) const {
        return original_.nodes[holders_[mesh]].name;
    }
    // The node that has the mesh of an original node: the one with its name, also if its mesh is new; else the one
    // with its name and a number, else any other.
    void find_wholes() {
        for (std::uint32_t i = 0; i < original_.nodes.size(); ++i) {
            if (const std::uint32_t mesh = original_.nodes[i].mesh; mesh != npos && holders_[mesh] == npos) {
                holders_[mesh] = i;
            }
        }
        pool<int> ranks(wholes_.size(), 0, memory_);
        const auto take = [&](std::uint32_t mesh, std::uint32_t node, int rank) {
            if (rank > ranks[mesh]) {
                ranks[mesh] = rank;
                wholes_[mesh] = node;
            }
        };
        constexpr int has_name = 4, has_name_only = 3, has_number = 2;
        for (std::uint32_t mesh = 0; mesh < holders_.size(); ++mesh) {
            if (holders_[mesh] != npos && !names_.contains(name_of_whole(mesh))) {
                names_.add(name_of_whole(mesh), mesh);
            }
        }
        for (std::uint32_t i = 0; i < changed_.nodes.size(); ++i) {
            const scene::node& node = changed_.nodes[i];
            if (node.mesh == npos) {
                continue;
            }
            if (const std::uint32_t mesh = origin_of(i); mesh != npos && holders_[mesh] != npos) {
                const std::string_view whole = name_of_whole(mesh);
                take(mesh, i,
                     node.name == whole                                   ? has_name
                     : without_number(node.name) == shortened_name(whole) ? has_number
                                                                          : 1);
            }
            if (const std::uint32_t mesh = names_.find(node.name); mesh != npos) {
                take(mesh, i, has_name_only);
            }
            if (const std::uint32_t mesh = names_.find(without_number(node.name));
                mesh != npos && size_of_number(node.name) != 0) {
                take(mesh, i, 1); // an empty has the name
            }
        }
        for (const std::uint32_t whole : wholes_) {
            if (whole != npos) {
                is_whole_[whole] = true;
            }
        }
    }

    // ---- which mesh of the original a node's mesh becomes a part of ------------------------------------------------

    void find_parts() {
        std::size_t lists = 0, vertices = 0, indices = 0;
        for (const scene* const in : {&changed_, &original_}) {
            for (const scene::mesh& each : in->meshes) {
                lists = lists_of(each) > lists ? lists_of(each) : lists;
                vertices += each.positions.size();
                indices += each.indices.size();
            }
        }
        left_ = most_times * (vertices * lists + indices);
        left_of_triangles_ = most_times * indices;
        find_replacements();
        for (std::uint32_t i = 0; i < original_.nodes.size(); ++i) {
            if (!olds_.contains(original_.nodes[i].name)) {
                olds_.add(original_.nodes[i].name, i);
            }
        }
        const std::uint32_t home = !options_.home.empty() ? names_.find(options_.home) : npos;
        pool<std::uint32_t> above{memory_}; // per node: the mesh that new ones below it join
        for (std::uint32_t i = 0; i < changed_.nodes.size(); ++i) {
            const scene::node& node = changed_.nodes[i];
            const std::uint32_t origin = origin_of(i), outer = node.parent != npos ? above[node.parent] : home;
            const std::uint32_t own = origin != npos ? origin : names_.find(node.name);
            above.push_back(home != npos && own != npos ? own : outer);
            const std::uint32_t mesh = origin != npos ? origin : outer;
            if (node.mesh == npos || mesh == npos || mesh_of_[i] != npos || wholes_[mesh] == i || is_joint_[i] ||
                node.camera != npos || node.light != npos || olds_.contains(node.name) ||
                !options_.is_part(node.name, name_of_whole(mesh))) {
                continue;
            }
            if (origin == npos || (wholes_[mesh] != npos && can_join(node, wholes_[mesh]) &&
                                   (is_numbered(node.name, name_of_whole(mesh)) || was_separated(node, mesh)))) {
                add_part(i, mesh);
            }
        }
    }
    void find_replacements() {
        for (const mesh_replacement& each : replacements_) {
            const std::uint32_t mesh = each.of < original_.nodes.size() ? original_.nodes[each.of].mesh : npos;
            if (mesh == npos || each.by >= changed_.nodes.size() || changed_.nodes[each.by].mesh == npos ||
                mesh_of_[each.by] != npos || is_joint_[each.by]) {
                continue;
            }
            if (wholes_[mesh] == each.by) { // it was made of what it replaces
                keeps_name_[mesh] = true;
                ++count_;
                continue;
            }
            const std::uint32_t origin = origin_of(each.by);
            if (is_whole_[each.by] && origin != npos && wholes_[origin] == each.by &&
                changed_.nodes[each.by].name != name_of_whole(origin)) { // a copy of a mesh that is gone
                wholes_[origin] = npos;
                is_whole_[each.by] = false;
            }
            if (!is_whole_[each.by]) {
                is_replaced_[mesh] = true;
                mesh_of_[each.by] = mesh;
                ++count_;
            }
        }
    }
    void add_part(std::uint32_t node, std::uint32_t mesh) {
        const scene::mesh& part = changed_.meshes[changed_.nodes[node].mesh];
        const scene::mesh& to =
            wholes_[mesh] != npos ? changed_.meshes[changed_.nodes[wholes_[mesh]].mesh] : original_.meshes[mesh];
        const std::uint32_t skin = changed_.nodes[node].skin;
        const std::size_t joints = skin != npos ? changed_.skins[skin].joints.size() : 0;
        const std::size_t of_skins = joints != 0 || !to.joints.empty() ? joints + changed_.nodes.size() : 0;
        const std::size_t size = part.positions.size() * lists_of(to) + part.indices.size();
        if (size <= left_ && of_skins <= left_of_skins_) {
            left_of_skins_ -= of_skins;
            left_ -= size;
            mesh_of_[node] = mesh;
            ++count_;
        }
    }
    // Whether most triangles of a part are no longer in the whole. A copy under a name of its own is not meant to be in
    // it twice.
    [[nodiscard]] bool was_separated(const scene::node& part, std::uint32_t mesh) {
        const std::size_t size = changed_.meshes[part.mesh].indices.size();
        if (size > left_of_triangles_) {
            return false;
        }
        left_of_triangles_ -= size;
        pool<triangle>& whole = triangles_[mesh];
        if (!is_listed_[mesh]) {
            is_listed_[mesh] = true;
            list_triangles(changed_.meshes[changed_.nodes[wholes_[mesh]].mesh], mesh, whole);
            heap_sort(whole);
        }
        pool<triangle> own{memory_};
        list_triangles(changed_.meshes[part.mesh], mesh, own);
        std::size_t copies = 0;
        for (const triangle& each : own) {
            const std::size_t at = count_before(whole, [&](const triangle& other) { return other < each; });
            copies += at < whole.size() && whole[at] == each ? 1U : 0U;
        }
        return 2 * copies < own.size();
    }
    // Appends the numbers of the original's vertices, in their order, of each triangle that has only such.
    void list_triangles(const scene::mesh& of, std::uint32_t mesh, pool<triangle>& to) const {
        for (std::size_t i = 0; i + 2 < of.indices.size() && !of.origins.empty(); i += 3) {
            triangle made{};
            bool is_old = true;
            for (std::size_t k = 0; k < 3; ++k) {
                const scene::origin& from = of.origins[of.indices[i + k]];
                is_old = is_old && from.mesh == mesh;
                made[k] = from.vertex;
            }
            if (is_old) {
                heap_sort(made);
                to.push_back(made);
            }
        }
    }
    // How many lists of values a mesh has.
    [[nodiscard]] static std::size_t lists_of(const scene::mesh& of) noexcept {
        return 2 + of.texcoords.size() + of.joints.size() + of.attributes.size() + of.targets.size();
    }
    // Whether bones move both meshes alike, or none do, and the part has no values that the whole has not.
    [[nodiscard]] bool can_join(const scene::node& part, std::uint32_t whole) const {
        const scene::mesh &from = changed_.meshes[part.mesh], &to = changed_.meshes[changed_.nodes[whole].mesh];
        if (from.texcoords.size() > to.texcoords.size() || from.joints.size() > to.joints.size() ||
            !has_all(to.attributes, from.attributes) || !has_all(to.targets, from.targets)) {
            return false;
        }
        const std::uint32_t skin = changed_.nodes[whole].skin;
        if (part.skin == npos || skin == npos) {
            return part.skin == skin && inverse(world_[whole]);
        }
        return are_alike(changed_, part.skin, skin);
    }
    template <class Parts> [[nodiscard]] bool has_all(const Parts& of, const Parts& wanted) const {
        part_matches matches{wanted.size(), of.size(), memory_};
        match_by_names(matches, wanted, of);
        bool out = true;
        for (std::uint32_t i = 0; i < wanted.size(); ++i) {
            out = out && (matches.old_of[i] != npos || says_nothing(wanted[i]));
        }
        return out;
    }

    // ---- meshes ----------------------------------------------------------------------------------------------------

    // Wholes that the changed scene lacks are those of the original.
    void add_wholes(scene& to, pool<std::uint32_t>& grafted) {
        pool<std::uint32_t> added{memory_};
        for (const std::uint32_t mesh : mesh_of_) {
            if (mesh != npos && wholes_[mesh] == npos) {
                if (added.empty()) {
                    added.append(original_.meshes.size(), npos);
                }
                added[mesh] = holders_[mesh];
            }
        }
        if (!added.empty()) {
            const named_parts known = match_named_parts(changed_, original_, memory_);
            grafter<> graft{to, original_, true, {known.nodes.new_of, known.materials.new_of}, tell_, memory_};
            for (std::uint32_t mesh = 0; mesh < added.size(); ++mesh) {
                if (added[mesh] != npos) {
                    wholes_[mesh] = graft.add(added[mesh]);
                    grafted.push_back(wholes_[mesh]);
                    if (known.nodes.new_of[holders_[mesh]] != npos) { // an empty, as of a skinned mesh in Blender
                        scene::text& name = to.nodes[wholes_[mesh]].name;
                        name = shortened_name(name_of_whole(mesh));
                        name += ".001";
                    }
                    is_replaced_[mesh] = is_replaced_[mesh] || options_.delete_missing;
                }
            }
        }
        for (const std::uint32_t mesh : mesh_of_) {
            whole_of_.push_back(mesh != npos ? wholes_[mesh] : npos);
        }
        whole_of_.append(to.nodes.size() - whole_of_.size(), npos);
    }
    // Gives the wholes meshes that no other node shows.
    void own_wholes(scene& to) const {
        pool<std::uint32_t> owner(to.meshes.size(), npos, memory_);
        for (std::uint32_t i = 0; i < to.nodes.size(); ++i) {
            if (to.nodes[i].mesh != npos && whole_of_[i] == npos && owner[to.nodes[i].mesh] == npos) {
                owner[to.nodes[i].mesh] = i;
            }
        }
        for (const std::uint32_t whole : whole_of_) {
            const std::uint32_t mesh = whole != npos ? to.nodes[whole].mesh : npos;
            if (mesh < owner.size() && owner[mesh] != whole) {
                to.nodes[whole].mesh = static_cast<std::uint32_t>(to.meshes.size());
                scene::mesh& made = to.meshes.emplace_back();
                made = to.meshes[mesh];
            }
        }
    }
    // What replaces a mesh has lists of the same names, so that no frames and selections are missing.
    void empty_wholes(scene& to) {
        for (std::uint32_t mesh = 0; mesh < wholes_.size(); ++mesh) {
            if (!is_replaced_[mesh] || wholes_[mesh] == npos) {
                continue;
            }
            scene::node& whole = to.nodes[wholes_[mesh]];
            replaced_[mesh] = std::exchange(whole.mesh, static_cast<std::uint32_t>(to.meshes.size()));
            scene::mesh& made = to.meshes.emplace_back();
            const scene::mesh& from = to.meshes[replaced_[mesh]];
            made.name = from.name;
            made.extras = from.extras;
            made.texcoords.resize(from.texcoords.size());
            made.joints.resize(from.joints.size());
            made.weights.resize(from.weights.size());
            for (const scene::attribute& each : from.attributes) {
                made.attributes.emplace_back().name = each.name;
            }
            for (const scene::morph_target& each : from.targets) {
                made.targets.emplace_back().name = each.name;
            }
        }
    }
    // An editor that puts joints where they are bound moves what is below them along.
    void find_shifts(const scene& in, const pool<matrix4x3<double>>& world) {
        const pool<matrix4x3<double>> bound = bound_world(original_, memory_);
        rest_.resize(original_.nodes.size());
        world_matrices(original_, rest_);
        for (std::uint32_t i = 0; i < in.nodes.size(); ++i) {
            const std::uint32_t old = olds_.find(in.nodes[i].name), parent = in.nodes[i].parent;
            below_joint_.push_back(parent != npos &&
                                   (below_joint_[parent] || (parent < is_joint_.size() && is_joint_[parent])));
            const bool is_shifted =
                old != npos && is_clearly_less(length(world[i].translation - bound[old].translation),
                                               length(world[i].translation - rest_[old].translation));
            shifted_.push_back(is_shifted ? old : npos);
        }
    }
    // Null: where the scene has it.
    [[nodiscard]] const matrix4x3<double>* place_of_whole(const scene& in, std::uint32_t part) const {
        const std::uint32_t whole = whole_of_[part], old = shifted_[whole];
        const bool is_free = in.nodes[whole].skin == npos && in.nodes[part].skin == npos && !below_joint_[part];
        return is_free && is_replaced_[mesh_of_[part]] && old != npos ? &rest_[old] : nullptr;
    }
    // A mesh that no joint moves can be in the node without a mesh that has the name of the skinned mesh, if there is
    // one.
    void use_plain_node(scene& to, std::uint32_t part) {
        const std::string_view name = original_.meshes[mesh_of_[part]].name;
        for (std::uint32_t i = 0; i < changed_.nodes.size(); ++i) {
            scene::node& plain = to.nodes[i];
            const bool is_free = plain.mesh == npos && plain.light == npos && plain.camera == npos && !is_joint_[i];
            if (plain.name != name || (!is_free && !is_plain_[i])) {
                continue;
            }
            if (is_free) {
                is_plain_[i] = true;
                plain.mesh = static_cast<std::uint32_t>(to.meshes.size());
                scene::text& made = to.meshes.emplace_back().name;
                made = changed_.meshes[changed_.nodes[part].mesh].name;
                made += made == name ? ".001" : ""; // it is another one
            }
            whole_of_[part] = i;
            return;
        }
    }

    // ---- nodes -----------------------------------------------------------------------------------------------------

    // Returns the new numbers of nodes. What was below a part is below the whole, or if that itself was below a part,
    // below what the part was below. Parents come first.
    [[nodiscard]] pool<std::uint32_t> remove_nodes(scene& of, const pool<matrix4x3<double>>& world) const {
        pool<bool> is_above_whole(of.nodes.size(), memory_);
        for (const std::uint32_t whole : whole_of_) {
            for (std::uint32_t at = whole; at != npos && !is_above_whole[at]; at = of.nodes[at].parent) {
                is_above_whole[at] = true;
            }
        }
        pool<std::uint32_t> parents{memory_}; // of nodes that come first: they are no parts
        for (const scene::node& each : of.nodes) {
            const bool is_below_part = each.parent != npos && whole_of_[each.parent] != npos;
            parents.push_back(!is_below_part                ? each.parent
                              : is_above_whole[each.parent] ? parents[each.parent]
                                                            : whole_of_[each.parent]);
        }
        for (std::uint32_t i = 0; i < of.nodes.size(); ++i) {
            scene::node& each = of.nodes[i];
            if (parents[i] == each.parent) {
                continue;
            }
            const matrix4x3<double> to = parents[i] != npos ? world[parents[i]] : matrix4x3<double>{};
            if (const auto back = inverse(to); back && world[each.parent] != to) {
                const matrix4x3<double> local = back.matrix * world[each.parent] * rest_pose<double>(each).matrix();
                const pose<float> made = to_real<float>(decompose(local).pose);
                each.local =
                    is_finite(made.position) && is_finite(made.rotation) && is_finite(made.scale) ? made : each.local;
            }
        }
        for (std::uint32_t i = 0; i < of.nodes.size(); ++i) {
            of.nodes[i].parent = parents[i];
        }
        pool<std::uint32_t> number_of(of.nodes.size(), npos, memory_), path{memory_};
        scene::list<scene::node> nodes{memory_};
        for (std::uint32_t i = 0; i < of.nodes.size(); ++i) {
            for (std::uint32_t at = i; at != npos && number_of[at] == npos && whole_of_[at] == npos;
                 at = of.nodes[at].parent) {
                path.push_back(at);
            }
            for (; !path.empty(); path.pop_back()) {
                number_of[path.back()] = static_cast<std::uint32_t>(nodes.size());
                scene::node& made = nodes.emplace_back(std::move(of.nodes[path.back()]));
                made.parent = made.parent != npos ? number_of[made.parent] : npos;
            }
        }
        of.nodes = std::move(nodes);
        for (scene::skin& skin : of.skins) {
            for (std::uint32_t& joint : skin.joints) {
                joint = number_of[joint];
            }
        }
        for (scene::clip& clip : of.clips) {
            for (std::size_t i = clip.channels.size(); i-- > 0;) {
                scene::channel& each = clip.channels[i];
                each.node = each.node != npos ? number_of[each.node] : npos;
                if (each.node == npos && each.material == npos) {
                    clip.channels.erase(&each);
                }
            }
        }
        for (std::size_t i = of.clips.size(); i-- > 0;) {
            if (of.clips[i].channels.empty()) {
                of.clips.erase(&of.clips[i]);
            }
        }
        return number_of;
    }
    // Says a line for each whole.
    void tell_parts() const {
        pool<std::uint32_t> counts(original_.meshes.size(), 0U, memory_), firsts(counts.size(), npos, memory_);
        for (std::uint32_t i = 0; i < mesh_of_.size(); ++i) {
            if (const std::uint32_t mesh = mesh_of_[i]; mesh != npos) {
                firsts[mesh] = counts[mesh]++ == 0 ? i : firsts[mesh];
            }
        }
        for (std::uint32_t mesh = 0; mesh < counts.size(); ++mesh) {
            if (counts[mesh] == 0) {
                continue;
            }
            scene::text what{is_replaced_[mesh] ? "its mesh is replaced by " : "nodes are parts of its mesh, such as ",
                             memory_};
            what += changed_.nodes[firsts[mesh]].name;
            if (is_replaced_[mesh]) {
                what += counts[mesh] > 1 ? " and others" : "";
            }
            tell_({is_replaced_[mesh] ? remark_kind::changed : remark_kind::guessed, "node", name_of_whole(mesh), what,
                   is_replaced_[mesh] ? 0 : counts[mesh]});
        }
    }

    const scene& changed_;
    const scene& original_;
    const reconcile_options& options_;
    std::span<const mesh_replacement> replacements_;
    remark_sink tell_;
    std::pmr::memory_resource* memory_;
    pool<std::uint32_t> origins_;            // per mesh of the changed scene: the original's mesh
    pool<std::uint32_t> holders_;            // per mesh of the original: the first node that has it
    pool<std::uint32_t> wholes_;             // per mesh of the original: the node of the changed scene
    numbers_by_key<std::string_view> names_; // of the holders: their meshes
    numbers_by_key<std::string_view> olds_;  // nodes of the original by name: none of a name in it is a part
    pool<bool> is_joint_;                    // per node of the changed scene
    pool<pool<triangle>> triangles_;         // of the wholes, sorted, by mesh of the original, if they are listed
    pool<bool> is_listed_;
    pool<std::uint32_t> mesh_of_;   // per node of the changed scene: the mesh of the original that it joins
    pool<std::uint32_t> whole_of_;  // likewise: the node that it is a part of; npos: it is none
    pool<bool> is_whole_;           // likewise
    pool<bool> is_plain_;           // likewise: what replaces a skinned mesh without joints is there
    pool<bool> is_replaced_;        // per mesh of the original
    pool<bool> keeps_name_;         // likewise: its node is renamed back
    pool<std::uint32_t> replaced_;  // likewise: the mesh of the changed scene that is replaced
    pool<matrix4x3<double>> world_; // per node of the changed scene
    pool<matrix4x3<double>> rest_;  // per node of the original
    pool<bool> below_joint_;        // per node of the joined scene
    pool<std::uint32_t> shifted_;   // likewise: the original's node, if it is where joints are bound, not at rest
    std::uint32_t count_ = 0;       // of parts
    // So that time and memory are bounded by the size of the scenes:
    std::size_t left_ = 0;                              // values and indices that can be joined
    std::size_t left_of_triangles_ = 0;                 // that can be compared
    std::size_t left_of_skins_ = std::size_t{1} << 22U; // joints and nodes of skins that can be joined
};

}}} // namespace effigy::v0::impl
