// Meshes that a person separated from another one or duplicated, in formats that have no nodes for them.
#pragma once

#include <effigy/core/impl/numbers_by_key.hpp>
#include <effigy/scene/reconcile/state.hpp>

namespace effigy { inline namespace v0 { namespace impl {

// Joins meshes of a changed scene with the ones whose vertices they are.
template <class = when_used> class part_joiner {
    using part_test = function_ref<bool(std::string_view name, std::string_view whole)>;

public:
    // `is_part`: that of reconcile_options.
    part_joiner(const scene& changed, const scene& original, part_test is_part, remark_sink tell,
                std::pmr::memory_resource* memory)
        : changed_(changed), original_(original), is_part_(is_part), tell_(tell), memory_(memory),
          origins_(changed.meshes.size(), npos, memory), holders_(original.meshes.size(), npos, memory),
          wholes_(original.meshes.size(), npos, memory), triangles_(memory), is_listed_(original.meshes.size(), memory),
          whole_of_(changed.nodes.size(), npos, memory), world_(memory) {
        for (std::uint32_t i = 0; i < origins_.size(); ++i) {
            origins_[i] = main_origin_of(changed.meshes[i], original);
        }
        for (std::size_t i = 0; i < original.meshes.size(); ++i) {
            triangles_.emplace_back();
        }
    }

    // Returns whether there are parts. If so, `to` becomes the changed scene with the meshes joined, without their
    // nodes.
    [[nodiscard]] bool run(scene& to) {
        find_wholes();
        find_parts();
        if (count_ == 0) {
            return false;
        }
        to = changed_;
        own_wholes(to);
        for (std::uint32_t i = 0; i < whole_of_.size(); ++i) {
            if (whole_of_[i] != npos) {
                join(i, whole_of_[i], to.meshes[to.nodes[whole_of_[i]].mesh]);
            }
        }
        remove_nodes(to);
        tell_parts();
        return true;
    }

private:
    using triangle = std::array<std::uint32_t, 3>;
    // A node can show the mesh of another one, so that the vertices of many nodes can be more than a scene has.
    static constexpr std::size_t most_times = 8;

    [[nodiscard]] std::uint32_t origin_of(std::uint32_t node) const {
        return changed_.nodes[node].mesh != npos ? origins_[changed_.nodes[node].mesh] : npos;
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
        numbers_by_key<std::string_view> names{memory_}; // of the holders: their meshes
        for (std::uint32_t mesh = 0; mesh < holders_.size(); ++mesh) {
            if (holders_[mesh] != npos && !names.contains(original_.nodes[holders_[mesh]].name)) {
                names.add(original_.nodes[holders_[mesh]].name, mesh);
            }
        }
        for (std::uint32_t i = 0; i < changed_.nodes.size(); ++i) {
            const scene::node& node = changed_.nodes[i];
            if (node.mesh == npos) {
                continue;
            }
            if (const std::uint32_t mesh = origin_of(i); mesh != npos && holders_[mesh] != npos) {
                const std::string_view whole = original_.nodes[holders_[mesh]].name;
                take(mesh, i,
                     node.name == whole                                   ? has_name
                     : without_number(node.name) == shortened_name(whole) ? has_number
                                                                          : 1);
            }
            if (const std::uint32_t mesh = names.find(node.name); mesh != npos) {
                take(mesh, i, has_name_only);
            }
        }
    }
    void find_parts() {
        numbers_by_key<std::string_view> names{memory_}; // of the original's nodes: none of them is a part
        for (const scene::node& each : original_.nodes) {
            if (!names.contains(each.name)) {
                names.add(each.name, 0);
            }
        }
        pool<bool> is_joint(changed_.nodes.size(), memory_);
        for (const scene::skin& skin : changed_.skins) {
            for (const std::uint32_t joint : skin.joints) {
                is_joint[joint] = true;
            }
        }
        std::size_t left = 0;
        for (const scene::mesh& each : changed_.meshes) {
            left += most_times * (each.positions.size() * lists_of(each) + each.indices.size());
        }
        world_.resize(changed_.nodes.size());
        world_matrices(changed_, world_);
        for (std::uint32_t i = 0; i < changed_.nodes.size(); ++i) {
            const scene::node& node = changed_.nodes[i];
            const std::uint32_t mesh = origin_of(i), whole = mesh != npos ? wholes_[mesh] : npos;
            if (whole == npos || whole == i || is_joint[i] || node.camera != npos || node.light != npos ||
                names.contains(node.name) || !is_part_(node.name, original_.nodes[holders_[mesh]].name) ||
                !can_join(node, whole) ||
                !(is_numbered(node.name, original_.nodes[holders_[mesh]].name) || was_separated(node, mesh))) {
                continue;
            }
            const scene::mesh& part = changed_.meshes[node.mesh];
            const std::size_t lists = lists_of(changed_.meshes[changed_.nodes[whole].mesh]);
            if (const std::size_t size = part.positions.size() * lists + part.indices.size(); size <= left) {
                left -= size;
                whole_of_[i] = whole;
                ++count_;
            }
        }
    }
    // Whether most triangles of a part are no longer in the whole. A copy under a name of its own is not meant to be in
    // it twice.
    [[nodiscard]] bool was_separated(const scene::node& part, std::uint32_t mesh) {
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
        return part.skin == skin || (changed_.skins[part.skin].joints == changed_.skins[skin].joints &&
                                     changed_.skins[part.skin].inverse_binds == changed_.skins[skin].inverse_binds);
    }

    // ---- meshes ----------------------------------------------------------------------------------------------------

    // Gives the wholes meshes that no other node shows.
    void own_wholes(scene& to) const {
        pool<std::uint32_t> owner(changed_.meshes.size(), npos, memory_);
        for (std::uint32_t i = 0; i < changed_.nodes.size(); ++i) {
            if (changed_.nodes[i].mesh != npos && whole_of_[i] == npos && owner[changed_.nodes[i].mesh] == npos) {
                owner[changed_.nodes[i].mesh] = i;
            }
        }
        for (const std::uint32_t whole : whole_of_) {
            const std::uint32_t mesh = whole != npos ? changed_.nodes[whole].mesh : npos;
            if (mesh != npos && owner[mesh] != whole && to.nodes[whole].mesh == mesh) {
                to.nodes[whole].mesh = static_cast<std::uint32_t>(to.meshes.size());
                to.meshes.push_back(changed_.meshes[mesh]);
            }
        }
    }
    void join(std::uint32_t part, std::uint32_t whole, scene::mesh& to) const {
        const scene::mesh& from = changed_.meshes[changed_.nodes[part].mesh];
        const bool is_same = changed_.nodes[part].skin != npos || world_[part] == world_[whole];
        const matrix4x3<double> by = is_same ? matrix4x3<double>{} : inverse(world_[whole]).matrix * world_[part];
        const auto first = static_cast<std::uint32_t>(to.positions.size());
        const std::size_t count = first + from.positions.size();
        if (to.normals.empty() != from.normals.empty()) {
            to.normals.clear(); // they are then the original's
        } else {
            for (const vector3<float>& each : from.normals) {
                to.normals.push_back(is_same ? each : moved_normal(by, each));
            }
        }
        to.tangents.clear();
        for (const vector3<float>& each : from.positions) {
            const vector3<float> moved = to_real<float>(transform_point(by, to_real<double>(each)));
            to.positions.push_back(is_same || !is_finite(moved) ? each : moved);
        }
        join_lists(to.texcoords, from.texcoords, first, count, vector2<float>{});
        join_lists(to.joints, from.joints, first, count, scene::joints4{});
        join_lists(to.weights, from.weights, first, count, scene::weights4{});
        if (!to.colors.empty() || !from.colors.empty()) {
            join_list(to.colors, from.colors, first, count, rgba8{255, 255, 255, 255});
        }
        join_list(to.origins, from.origins, first, count, scene::origin{});
        join_targets(to, from, by);
        join_named(to.attributes, from.attributes, [&](scene::attribute& made, const scene::attribute* of) {
            if (of != nullptr) {
                made.values.append(of->values);
            }
            made.values.resize(count, 0);
        });
        const auto first_index = static_cast<std::uint32_t>(to.indices.size());
        const bool is_mirrored = determinant(by) < 0;
        for (std::size_t i = 0; i < from.indices.size(); ++i) {
            const std::size_t at = is_mirrored ? i - i % 3 + 2 - i % 3 : i;
            to.indices.push_back(first + from.indices[at]);
        }
        for (scene::primitive each : from.primitives) {
            each.first_index += first_index;
            to.primitives.push_back(each);
        }
    }
    [[nodiscard]] static vector3<float> moved_normal(const matrix4x3<double>& by, const vector3<float>& of) noexcept {
        const vector3<float> out = to_real<float>(normalized(transform_normal(by, to_real<double>(of))));
        return dot(out, out) > 0.5F ? out : of;
    }
    // Appends a list, or a value for each vertex.
    template <class List, class T>
    static void join_list(List& to, const List& from, std::size_t first, std::size_t count, const T& none) {
        to.resize(first, none);
        for (const T& each : from) {
            to.push_back(each);
        }
        to.resize(count, none);
    }
    template <class Lists, class T>
    static void join_lists(Lists& to, const Lists& from, std::size_t first, std::size_t count, const T& none) {
        for (std::size_t i = 0; i < to.size(); ++i) {
            to[i].resize(first, none);
            if (i < from.size()) {
                join_list(to[i], from[i], first, count, none);
            }
            to[i].resize(count, none);
        }
    }
    // Whether a list has a part with each name, but for parts that say nothing: Blender gives meshes that it separates
    // a morph target `Basis.001` without offsets.
    template <class Parts> [[nodiscard]] bool has_all(const Parts& of, const Parts& wanted) const {
        part_matches matches{wanted.size(), of.size(), memory_};
        match_by_names(matches, wanted, of);
        bool out = true;
        for (std::uint32_t i = 0; i < wanted.size(); ++i) {
            out = out && (matches.old_of[i] != npos || says_nothing(wanted[i]));
        }
        return out;
    }
    [[nodiscard]] static bool says_nothing(const scene::attribute& of) noexcept {
        bool out = true;
        for (const std::uint8_t each : of.values) {
            out = out && each == 0;
        }
        return out;
    }
    [[nodiscard]] static bool says_nothing(const scene::morph_target& of) noexcept {
        bool out = true;
        for (const vector3<float>& each : of.positions) {
            out = out && each == vector3<float>{};
        }
        return out;
    }
    // Calls use(part of `to`, part of `from` with its name or null) for each.
    template <class Parts, class Use> void join_named(Parts& to, const Parts& from, const Use& use) const {
        part_matches matches{from.size(), to.size(), memory_};
        match_by_names(matches, from, to);
        for (std::uint32_t i = 0; i < to.size(); ++i) {
            use(to[i], matches.new_of[i] != npos ? &from[matches.new_of[i]] : nullptr);
        }
    }
    void join_targets(scene::mesh& to, const scene::mesh& from, const matrix4x3<double>& by) const {
        join_named(to.targets, from.targets, [&](scene::morph_target& made, const scene::morph_target* of) {
            made.normals.clear();
            for (std::size_t i = 0; i < from.positions.size(); ++i) {
                const vector3<float> offset = of != nullptr ? of->positions[i] : vector3<float>{};
                const vector3<float> turned = to_real<float>(transform_vector(by, to_real<double>(offset)));
                made.positions.push_back(is_finite(turned) ? turned : offset);
            }
        });
    }

    // ---- nodes -----------------------------------------------------------------------------------------------------

    // What was below a part is below the whole. Parents come first.
    void remove_nodes(scene& of) const {
        for (scene::node& each : of.nodes) {
            const std::uint32_t part = each.parent;
            const std::uint32_t whole = part != npos ? whole_of_[part] : npos;
            if (whole == npos) {
                continue;
            }
            each.parent = whole;
            if (const auto back = inverse(world_[whole]); back && world_[part] != world_[whole]) {
                const matrix4x3<double> local = back.matrix * world_[part] * rest_pose<double>(each).matrix();
                const pose<float> made = to_real<float>(decompose(local).pose);
                each.local =
                    is_finite(made.position) && is_finite(made.rotation) && is_finite(made.scale) ? made : each.local;
            }
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
    }
    // Says a line for each whole.
    void tell_parts() const {
        pool<std::uint32_t> counts(changed_.nodes.size(), 0U, memory_), firsts(changed_.nodes.size(), npos, memory_);
        for (std::uint32_t i = 0; i < whole_of_.size(); ++i) {
            if (const std::uint32_t whole = whole_of_[i]; whole != npos) {
                firsts[whole] = counts[whole]++ == 0 ? i : firsts[whole];
            }
        }
        for (std::uint32_t i = 0; i < counts.size(); ++i) {
            if (counts[i] != 0) {
                scene::text what{"nodes are parts of its mesh, such as ", memory_};
                what += changed_.nodes[firsts[i]].name;
                tell_({remark_kind::guessed, "node", changed_.nodes[i].name, what, counts[i]});
            }
        }
    }

    const scene& changed_;
    const scene& original_;
    part_test is_part_;
    remark_sink tell_;
    std::pmr::memory_resource* memory_;
    pool<std::uint32_t> origins_;    // per mesh of the changed scene: the original's mesh
    pool<std::uint32_t> holders_;    // per mesh of the original: the first node that has it
    pool<std::uint32_t> wholes_;     // per mesh of the original: the node of the changed scene
    pool<pool<triangle>> triangles_; // of the wholes, sorted, by mesh of the original, if they are listed
    pool<bool> is_listed_;
    pool<std::uint32_t> whole_of_; // per node of the changed scene: the node that it is a part of; npos: it is none
    pool<matrix4x3<double>> world_;
    std::uint32_t count_ = 0; // of parts
};

}}} // namespace effigy::v0::impl
