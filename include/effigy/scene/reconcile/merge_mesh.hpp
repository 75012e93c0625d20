// A changed mesh in the terms and the order of the original.
#pragma once

#include <effigy/scene/reconcile/merge_triangles.hpp>
#include <effigy/scene/reconcile/mix_vertices.hpp>
#include <effigy/scene/reconcile/state.hpp>

namespace effigy { inline namespace v0 { namespace impl {

template <class = when_used> class mesh_merger {
public:
    mesh_merger(reconcile_state& of, skin_space<>& space, const mesh_pair& pair)
        : of_(of), pair_(pair), changed_(of.changed.meshes[pair.new_mesh]), base_(of.memory),
          old_count_(static_cast<std::uint32_t>(of.original.meshes[pair.old_mesh].positions.size())), id_of_(of.memory),
          origin_of_(of.memory), source_of_(of.memory), differences_(of.memory), template_of_(of.memory),
          place_of_(of.memory), between_(of.memory) {
        // NOLINTNEXTLINE(cppcoreguidelines-prefer-member-initializer): a copy would have other memory
        base_ = of.original.meshes[pair.old_mesh];
        base_.origins.clear();
        extend(space);
    }

    // Writes the mesh of the result.
    void run(skin_space<>& space, scene::mesh& to) {
        vertex_comparison<> compare{of_, space, changed_, base_};
        assign(compare);
        triangle_merger<> triangles{of_, compare, id_of_, origin_of_};
        triangles.run();
        set_values(compare);
        write(triangles, to);
        shorten(to);
        merge_targets(compare.targets(), to);
        merge_attributes(compare.attributes(), to);
        merge_extras(of_, "mesh", of_.original.meshes[pair_.old_mesh].name, changed_.extras, to.extras);
        say(triangles);
    }

private:
    // ---- what only the changed mesh has ----------------------------------------------------------------------------

    // Gives the original's mesh the lists that only the changed one has, with default values.
    void extend(skin_space<>& space) {
        const std::size_t count = base_.positions.size();
        old_texcoords_ = base_.texcoords.size();
        while (base_.texcoords.size() < changed_.texcoords.size()) {
            base_.texcoords.emplace_back(count, vector2<float>{});
        }
        bool has_old = false;
        for (const std::uint32_t from : pair_.from) {
            has_old = has_old || from != npos;
        }
        if (!has_old && changed_.normals.empty() != base_.normals.empty()) {
            base_.normals.clear();
            base_.normals.append(changed_.normals.empty() ? 0 : count, vector3<float>{0, 0, 1});
        }
        had_colors_ = !base_.colors.empty();
        if (!had_colors_ && !changed_.colors.empty()) {
            base_.colors.append(count, white);
        }
        old_sets_ = base_.joints.size();
        while (!base_.joints.empty() && base_.joints.size() < changed_.joints.size()) {
            base_.joints.emplace_back(count, scene::joints4{});
            base_.weights.emplace_back(count, scene::weights4{});
        }
        old_attributes_ = base_.attributes.size();
        if (changed_.attributes.empty() && changed_.targets.empty()) {
            return;
        }
        const vertex_comparison<> compare{of_, space, changed_, base_};
        for (std::size_t i = 0; i < changed_.attributes.size(); ++i) {
            if (compare.attributes().old_of[i] == npos) {
                scene::attribute& made = base_.attributes.emplace_back();
                made.name = changed_.attributes[i].name;
                made.values.append(count, std::uint8_t{0});
            }
        }
        for (std::size_t i = 0; i < changed_.targets.size(); ++i) {
            if (compare.targets().old_of[i] == npos) {
                scene::morph_target& made = base_.targets.emplace_back();
                made.name = changed_.targets[i].name;
                made.positions.append(count, vector3<float>{});
                of_.say(remark_kind::changed, "morph target", made.name, "is new");
            }
        }
    }
    // Removes such lists again if they contain nothing but the default.
    void shorten(scene::mesh& of) const {
        const auto holds_only = [](const auto& values, const auto& value) {
            for (const auto& each : values) {
                if (each != value) {
                    return false;
                }
            }
            return true;
        };
        while (of.texcoords.size() > old_texcoords_ && holds_only(of.texcoords.back(), vector2<float>{})) {
            of.texcoords.pop_back();
        }
        if (!had_colors_ && holds_only(of.colors, white)) {
            of.colors.clear();
        }
        while (of.joints.size() > old_sets_ && holds_only(of.weights.back(), scene::weights4{})) {
            of.joints.pop_back();
            of.weights.pop_back();
        }
        while (of.attributes.size() > old_attributes_ && holds_only(of.attributes.back().values, std::uint8_t{0})) {
            of.attributes.pop_back();
        }
    }

    // Frames that an editor renamed or deleted.
    void merge_targets(const part_matches& targets, scene::mesh& to) {
        const scene::list<scene::morph_target>& olds = of_.original.meshes[pair_.old_mesh].targets;
        for (std::uint32_t i = 0; i < olds.size(); ++i) {
            const std::uint32_t now = targets.new_of[i];
            if (now == npos) {
                of_.say(of_.options.delete_missing ? remark_kind::changed : remark_kind::kept, "morph target",
                        olds[i].name, of_.options.delete_missing ? "is deleted" : "the changed scene lacks it");
                if (of_.options.delete_missing) {
                    of_.lost_targets.push_back({pair_.target, i});
                }
            } else if (is_renamed(changed_.targets[now].name, olds[i].name)) {
                of_.say(remark_kind::changed, "morph target", olds[i].name, "was renamed");
                to.targets[i].name = changed_.targets[now].name;
            }
        }
    }
    // Nothing says what the new vertices have of an attribute that the changed mesh lacks; and if it has others, an
    // editor deleted it. A program that drops attributes drops all of them.
    void merge_attributes(const part_matches& attributes, scene::mesh& to) const {
        const bool has_others = !changed_.attributes.empty();
        for (std::size_t i = old_attributes_; i-- > 0 && (has_others || added_ != 0);) {
            if (attributes.new_of[i] == npos) {
                to.attributes.erase(&to.attributes[i]);
            }
        }
        bool has_any = false;
        for (const scene::mesh& each : of_.changed.meshes) {
            has_any = has_any || !each.attributes.empty();
        }
        if (has_any && !has_others && old_attributes_ != 0) {
            of_.say(remark_kind::kept, "attributes", of_.original.meshes[pair_.old_mesh].name,
                    "the changed mesh lacks them", old_attributes_);
        }
    }
    // Not if an editor dropped, cut or numbered the name.
    [[nodiscard]] static bool is_renamed(std::string_view name, std::string_view old) noexcept {
        bool out = !name.empty();
        for (const edited_name how : edited_names) {
            out = out && new_name_as(how, name) != old_name_as(how, old);
        }
        return out;
    }

    // ---- vertices --------------------------------------------------------------------------------------------------

    // Gives each vertex of the changed mesh an id: a vertex of the original that it still is, or a number behind them.
    void assign(vertex_comparison<>& compare) {
        const std::uint32_t count = old_count_;
        id_of_.append(changed_.positions.size(), npos);
        for (std::uint32_t i = 0; i < count; ++i) {
            origin_of_.push_back(i);
        }
        source_of_.append(count, npos);
        differences_.append(count, 0U);
        pool<std::uint32_t> first(std::size_t{count} + 1, 0U, of_.memory), copies { of_.memory };
        for (const std::uint32_t old : pair_.from) {
            first[old != npos ? old : count] += 1;
        }
        std::uint32_t sum = 0;
        for (std::uint32_t& each : first) {
            sum += each;
            each = sum;
        }
        copies.resize(changed_.positions.size());
        for (std::uint32_t i = static_cast<std::uint32_t>(changed_.positions.size()); i-- > 0;) {
            copies[--first[pair_.from[i] != npos ? pair_.from[i] : count]] = i;
        }
        for (std::uint32_t old = 0; old < count; ++old) {
            assign_copies(compare, old, copies, first[old], first[old + 1]);
        }
        for (std::size_t i = first[count]; i < copies.size(); ++i) {
            id_of_[copies[i]] = add(copies[i], npos, npos, ~0U);
        }
        find_templates();
    }
    // The vertices that were one vertex: those that are the same remain it. If none is, the most similar one changes
    // it. The others are new vertices.
    void assign_copies(vertex_comparison<>& compare, std::uint32_t old, const pool<std::uint32_t>& copies,
                       std::size_t first, std::size_t end) {
        constexpr int same_place = 3;
        int best = 0;
        std::uint32_t chosen = npos, chosen_differences = 0;
        for (std::size_t i = first; i < end; ++i) {
            const std::uint32_t vertex = copies[i];
            const std::uint32_t differences = compare.differences(vertex, old);
            if (differences == 0) {
                id_of_[vertex] = old;
                best = same_place + 1;
                chosen = npos;
                continue;
            }
            const int likeness = (differences & differs_in_position) == 0 ? same_place
                                 : compare.has_same_texcoord(vertex, old) ? 2
                                                                          : 1;
            if (likeness > best) {
                best = likeness;
                chosen = vertex;
                chosen_differences = differences;
            }
        }
        if (chosen != npos) {
            id_of_[chosen] = old;
            source_of_[old] = chosen;
            differences_[old] = chosen_differences;
        }
        const auto added_first = static_cast<std::uint32_t>(source_of_.size());
        for (std::size_t i = first; i < end; ++i) {
            const std::uint32_t vertex = copies[i];
            if (id_of_[vertex] != npos) {
                continue;
            }
            if (chosen != npos && are_near(vertex, chosen)) {
                id_of_[vertex] = old;
                continue;
            }
            constexpr std::uint32_t most_compared = 64;
            for (std::uint32_t id = added_first; id < source_of_.size() && id - added_first < most_compared; ++id) {
                id_of_[vertex] = are_near(vertex, source_of_[id]) ? id : id_of_[vertex];
            }
            if (id_of_[vertex] == npos) {
                const bool is_like = compare.has_same_position(vertex, old) || compare.has_same_texcoord(vertex, old);
                id_of_[vertex] = add(vertex, is_like ? old : npos, old, compare.differences(vertex, old));
            }
        }
    }
    [[nodiscard]] std::uint32_t add(std::uint32_t vertex, std::uint32_t origin, std::uint32_t like,
                                    std::uint32_t differences) {
        differences_.push_back(differences);
        source_of_.push_back(vertex);
        origin_of_.push_back(origin);
        template_of_.push_back(like);
        return static_cast<std::uint32_t>(source_of_.size() - 1);
    }
    // Whether two vertices of the changed mesh are the same.
    [[nodiscard]] bool are_near(std::uint32_t a, std::uint32_t b) const {
        const auto same = [&](const auto& list) { return list.empty() || list[a] == list[b]; };
        bool out = same(changed_.positions) && same(changed_.colors);
        out = out && (changed_.normals.empty() || is_near(to_real<double>(changed_.normals[a]),
                                                          to_real<double>(changed_.normals[b]), same_within::normal));
        for (const auto& set : changed_.texcoords) {
            out = out && is_near(set[a], set[b]);
        }
        for (std::size_t i = 0; i < changed_.joints.size(); ++i) {
            out = out && same(changed_.joints[i]) && same(changed_.weights[i]);
        }
        for (const scene::morph_target& each : changed_.targets) {
            out = out && same(each.positions);
        }
        for (const scene::attribute& each : changed_.attributes) {
            out = out && same(each.values);
        }
        return out;
    }
    // A new vertex takes what the editor does not know from the nearest vertex along edges that is known. Vertices at
    // one place are one in the editor.
    void find_templates() {
        if (template_of_.empty()) {
            return;
        }
        const std::uint32_t count = find_places();
        pool<std::uint32_t> known{count, npos, of_.memory}, reached{of_.memory};
        for (std::uint32_t i = 0; i < id_of_.size(); ++i) {
            const std::uint32_t id = id_of_[i], like = id < old_count_ ? id : template_of_[id - old_count_];
            known[place_of_[i]] = like != npos ? like : known[place_of_[i]];
        }
        for (std::uint32_t i = 0; i < count; ++i) {
            if (known[i] != npos) {
                reached.push_back(i);
            }
        }
        pool<std::uint32_t> first{std::size_t{count} + 1, 0U, of_.memory}; // of the triangles of each place
        for (const std::uint32_t vertex : changed_.indices) {
            ++first[place_of_[vertex]];
        }
        std::uint32_t sum = 0;
        for (std::uint32_t& each : first) {
            sum += each;
            each = sum;
        }
        pool<std::uint32_t> uses{changed_.indices.size(), 0U, of_.memory};
        for (std::size_t i = changed_.indices.size(); i-- > 0;) {
            uses[--first[place_of_[changed_.indices[i]]]] = static_cast<std::uint32_t>(i / 3);
        }
        for (std::size_t next = 0; next < reached.size(); ++next) {
            const std::uint32_t from = reached[next];
            for (std::uint32_t use = first[from]; use < first[from + 1]; ++use) {
                for (std::size_t k = 0; k < 3; ++k) {
                    const std::uint32_t to = place_of_[changed_.indices[std::size_t{uses[use]} * 3 + k]];
                    if (known[to] == npos) {
                        known[to] = known[from];
                        reached.push_back(to);
                    }
                }
            }
        }
        for (std::size_t i = 0; i < template_of_.size(); ++i) {
            std::uint32_t& like = template_of_[i];
            like = like != npos ? like : known[place_of_[source_of_[old_count_ + i]]];
        }
    }
    // Numbers the places of vertices, and lets vertices that an editor made without numbers have those of others there.
    // Returns how many places there are.
    [[nodiscard]] std::uint32_t find_places() {
        pool<std::uint32_t> order{of_.memory};
        for (std::uint32_t i = 0; i < changed_.positions.size(); ++i) {
            order.push_back(i);
            between_.push_back(number_of(i));
        }
        const auto is_before = [&](std::uint32_t a, std::uint32_t b) {
            const vector3<float>&p = changed_.positions[a], &q = changed_.positions[b];
            return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z < q.z;
        };
        heap_sort(order,
                  [&](std::uint32_t a, std::uint32_t b) { return is_before(a, b) || (!is_before(b, a) && a < b); });
        place_of_.append(order.size(), npos);
        std::uint32_t out = 0;
        for (std::size_t i = 0, end = 0; i < order.size(); i = end, ++out) {
            vector2<float> known{};
            for (; end < order.size() && changed_.positions[order[end]] == changed_.positions[order[i]]; ++end) {
                place_of_[order[end]] = out;
                known = between_[order[end]].y != 0 ? between_[order[end]] : known;
            }
            for (std::size_t k = i; k < end; ++k) {
                vector2<float>& between = between_[order[k]];
                between = between.y != 0 ? between : known;
            }
        }
        return out;
    }
    // See scene::origin. Of a vertex that is where others would be between, the number is right by chance.
    [[nodiscard]] vector2<float> number_of(std::uint32_t vertex) const {
        const scene::origin origin = changed_.origins.empty() ? scene::origin{} : changed_.origins[vertex];
        const bool is_by_chance = origin.proof != 0 && origin.mesh == pair_.old_mesh && pair_.from[vertex] == npos;
        return is_by_chance ? texcoord_of(origin) : origin.between;
    }

    // ---- values ----------------------------------------------------------------------------------------------------

    void set_values(vertex_comparison<>& compare) {
        for_each_list(base_, [&](auto& list) {
            for (const std::uint32_t like : template_of_) {
                list.push_back(list[like != npos ? like : 0]);
            }
        });
        for (std::uint32_t id = 0; id < source_of_.size(); ++id) {
            if (source_of_[id] != npos) {
                set_vertex(compare, id, source_of_[id], differences_[id]);
            }
        }
        mix_vertices(compare);
    }
    void mix_vertices(vertex_comparison<>& compare) {
        vertex_mixer<> mixer{of_, pair_.old_mesh, changed_, compare.targets(), base_};
        for (std::uint32_t id = old_count_; id < source_of_.size(); ++id) {
            if (origin_of_[id] == npos && !has_joined(id)) {
                mixer.mix(id, between_[source_of_[id]], takes_weights(compare.space(), id));
            }
        }
        mixer.say();
    }
    // Whether a new vertex has no weights, and others around it are known.
    [[nodiscard]] bool takes_weights(const skin_space<>& space, std::uint32_t id) const {
        return id >= old_count_ && template_of_[id - old_count_] != npos && !base_.joints.empty() &&
               space.is_unweighted(changed_, source_of_[id]);
    }
    void set_vertex(vertex_comparison<>& compare, std::uint32_t id, std::uint32_t from, std::uint32_t what) {
        matrix4x3<double> back;
        const bool lacks_weights = takes_weights(compare.space(), id);
        if (!compare.space().is_same()) {
            const auto inverted = inverse(lacks_weights ? compare.space().for_old_vertex(base_, id)
                                                        : compare.space().for_new_vertex(changed_, from));
            back = inverted ? inverted.matrix : back;
        }
        const bool is_same = back == matrix4x3<double>{};
        if ((what & differs_in_position) != 0) {
            const vector3<float>& given = changed_.positions[from];
            const vector3<float> moved = to_real<float>(transform_point(back, to_real<double>(given)));
            base_.positions[id] = is_same || !is_finite(moved) ? given : moved;
        }
        if ((what & differs_in_normal) != 0 && !changed_.normals.empty() && !base_.normals.empty()) {
            const vector3<float>& given = changed_.normals[from];
            const vector3<float> turned = to_real<float>(normalized(transform_vector(back, to_real<double>(given))));
            base_.normals[id] = is_same || !(dot(turned, turned) > 0.5F) ? given : turned;
        }
        for (std::size_t i = 0; (what & differs_in_texcoord) != 0 && i < changed_.texcoords.size(); ++i) {
            if (!is_near(changed_.texcoords[i][from], base_.texcoords[i][id])) {
                base_.texcoords[i][id] = changed_.texcoords[i][from];
            }
        }
        if ((what & differs_in_color) != 0 && !changed_.colors.empty()) {
            base_.colors[id] = changed_.colors[from];
        }
        if ((what & differs_in_weights) != 0 && !changed_.joints.empty() && !base_.joints.empty() && !lacks_weights) {
            for (std::size_t set = 0; set < base_.joints.size(); ++set) {
                scene::joints4& joints = base_.joints[set][id];
                scene::weights4& weights = base_.weights[set][id];
                joints = {};
                weights = {};
                for (std::size_t k = 0; k < 4 && set < changed_.joints.size(); ++k) {
                    weights[k] = changed_.weights[set][from][k];
                    joints[k] =
                        weights[k] != 0
                            ? static_cast<std::uint16_t>(compare.space().joint_of(changed_.joints[set][from][k]))
                            : std::uint16_t{0};
                }
            }
        }
        for (std::size_t i = 0; (what & differs_in_offsets) != 0 && i < changed_.targets.size(); ++i) {
            const vector3<float>& given = changed_.targets[i].positions[from];
            const vector3<float> turned = to_real<float>(transform_vector(back, to_real<double>(given)));
            base_.targets[compare.targets().old_of[i]].positions[id] = is_same || !is_finite(turned) ? given : turned;
        }
        for (std::size_t i = 0; (what & differs_in_attributes) != 0 && i < changed_.attributes.size(); ++i) {
            base_.attributes[compare.attributes().old_of[i]].values[id] = changed_.attributes[i].values[from];
        }
    }
    // Calls use(list) for each list with one value per vertex.
    template <class Use> static void for_each_list(scene::mesh& of, const Use& use) {
        const auto use_one = [&](auto& list) {
            if (!list.empty()) {
                use(list);
            }
        };
        const auto use_all = [&](auto& lists) {
            for (auto& each : lists) {
                use_one(each);
            }
        };
        use_one(of.positions);
        use_one(of.normals);
        use_one(of.tangents);
        use_one(of.colors);
        use_one(of.origins);
        use_all(of.texcoords);
        use_all(of.joints);
        use_all(of.weights);
        for (scene::attribute& each : of.attributes) {
            use_one(each.values);
        }
        for (scene::morph_target& each : of.targets) {
            use_one(each.positions);
            use_one(each.normals);
        }
    }

    // ---- the result ------------------------------------------------------------------------------------------------

    void write(triangle_merger<>& triangles, scene::mesh& to) {
        const std::uint32_t count = old_count_;
        pool<bool> is_left(count, true, of_.memory); // what the original does not use stays
        const scene::mesh& old = of_.original.meshes[pair_.old_mesh];
        for (const scene::primitive& drawn : old.primitives) {
            for (std::uint32_t i = 0; i < drawn.index_count; ++i) {
                is_left[old.indices[std::size_t{drawn.first_index} + i]] = false;
            }
        }
        is_left.resize(source_of_.size());
        triangles.for_each_corner([&](std::uint32_t id) { is_left[id] = true; });
        pool<std::uint32_t> number_of(source_of_.size(), npos, of_.memory);
        std::uint32_t next = 0;
        for (std::uint32_t id = 0; id < number_of.size(); ++id) {
            number_of[id] = is_left[id] ? next++ : npos;
            removed_ += id < count && !is_left[id] ? 1U : 0U;
            added_ += id >= count && is_left[id] ? 1U : 0U;
        }
        if (triangles.is_changed()) {
            triangles.write(base_);
        }
        for (std::uint32_t id = 0; id < number_of.size(); ++id) {
            const bool is_new = id >= count && origin_of_[id] == npos;
            base_.origins.push_back(id >= count && has_joined(id)
                                        ? changed_.origins[source_of_[id]]
                                        : scene::origin{pair_.old_mesh, origin_of_[id], 0,
                                                        is_new ? between_[source_of_[id]] : vector2<float>{}});
        }
        for_each_list(base_, [&](auto& list) {
            for (std::size_t id = 0; id < number_of.size(); ++id) {
                if (is_left[id]) {
                    list[number_of[id]] = list[id];
                }
            }
            list.resize(next);
        });
        for (std::uint32_t& index : base_.indices) {
            index = number_of[index] != npos ? number_of[index] : 0;
        }
        to = std::move(base_);
    }
    // Whether a new vertex is one of another mesh of the original.
    [[nodiscard]] bool has_joined(std::uint32_t id) const {
        return !changed_.origins.empty() && changed_.origins[source_of_[id]].mesh != pair_.old_mesh &&
               is_known(changed_.origins[source_of_[id]], of_.original);
    }
    void say(const triangle_merger<>& triangles) const {
        const std::string_view name = of_.original.meshes[pair_.old_mesh].name;
        const auto tell = [&](std::uint64_t count, std::string_view what) {
            if (count != 0) {
                of_.say(remark_kind::changed, "mesh", name, what, count);
            }
        };
        const auto tell_values = [&](std::uint32_t what, std::string_view text) {
            std::uint64_t out = 0;
            for (std::uint32_t id = 0; id < old_count_; ++id) {
                out += (differences_[id] & what) != 0 ? 1U : 0U;
            }
            tell(out, text);
        };
        tell_values(differs_in_position, "vertices moved");
        tell_values(differs_in_normal, "normals of vertices");
        tell_values(differs_in_texcoord, "texture coordinates of vertices");
        tell_values(differs_in_color, "colors of vertices");
        tell_values(differs_in_weights, "weights of vertices");
        tell_values(differs_in_offsets, "offsets of morph targets");
        tell_values(differs_in_attributes, "attributes of vertices");
        tell(added_, "vertices added");
        tell(removed_, "vertices removed");
        tell(triangles.added(), "triangles added");
        tell(triangles.removed(), "triangles removed");
        if (const std::uint64_t count = triangles.without_material(); count != 0) {
            of_.say(remark_kind::kept, "material", name, "triangles without a material have that of before", count);
        }
        if (changed_.texcoords.size() < old_texcoords_) {
            of_.say(remark_kind::kept, "texture coordinates", name, "sets that the changed scene lacks",
                    old_texcoords_ - changed_.texcoords.size());
        }
    }

    static constexpr rgba8 white{255, 255, 255, 255};

    reconcile_state& of_;
    const mesh_pair& pair_;
    const scene::mesh& changed_;
    scene::mesh base_; // the original's, with the lists that only the changed mesh has; later the result
    std::size_t old_texcoords_ = 0, old_sets_ = 0, old_attributes_ = 0;
    std::uint32_t old_count_ = 0;
    bool had_colors_ = false;
    pool<std::uint32_t> id_of_;       // per vertex of the changed mesh
    pool<std::uint32_t> origin_of_;   // per id: the original's vertex, or npos
    pool<std::uint32_t> source_of_;   // per id: the vertex of the changed mesh that sets its values, or npos
    pool<std::uint32_t> differences_; // per id: from the original's vertex
    pool<std::uint32_t> template_of_; // per new id; npos: none is known
    pool<std::uint32_t> place_of_;    // per vertex of the changed mesh, if any is new
    pool<vector2<float>> between_;    // likewise, see scene::origin
    std::uint64_t added_ = 0, removed_ = 0;
};

}}} // namespace effigy::v0::impl
