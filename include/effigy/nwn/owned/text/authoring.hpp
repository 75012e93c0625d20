// From the vertices of the binary form back to lists as an author writes them: vertices are joined, and smoothing
// groups found from normals.
#pragma once

#include <effigy/nwn/owned/text/splitting.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// Finds smoothing groups with which smoothed_normals joins the corners of a point exactly as their normals say.
template <class = when_used> class smoothing_finder {
public:
    explicit smoothing_finder(std::pmr::memory_resource* memory) : masks_(memory), own_(memory), taken_(memory) {}

    // `points`: the point of each corner; `groups`: the point and normal of each corner, numbered. `is_smooth`: of each
    // group, whether its faces alone have other normals.
    void run(std::span<const std::uint32_t> points, std::size_t point_count, std::span<const std::uint32_t> groups,
             std::span<const std::uint8_t> is_smooth) {
        std::pmr::memory_resource* const memory = masks_.resource();
        points_ = points;
        groups_ = groups;
        masks_.assign(points.size() / 3, 0);
        own_.assign(is_smooth.size(), 0);
        taken_.assign(point_count, 0);
        pool<std::uint32_t> ends{memory}, corners{memory}, next{memory};
        ends.assign(is_smooth.size() + 1, 0);
        for (const std::uint32_t group : groups) {
            ++ends[group + 1];
        }
        for (std::size_t i = 1; i < ends.size(); ++i) {
            ends[i] += ends[i - 1];
        }
        next.append(ends);
        corners.resize(groups.size());
        for (std::uint32_t corner = 0; corner < groups.size(); ++corner) {
            corners[next[groups[corner]]++] = corner;
        }
        // Groups are visited in the order of their first corner, so that neighbors follow each other.
        for (std::uint32_t corner = 0; corner < groups.size(); ++corner) {
            const std::uint32_t begin = ends[groups[corner]], end = ends[groups[corner] + 1];
            if (corners[begin] == corner && end - begin > 1 && is_smooth[groups[corner]] != 0) {
                join(std::span<const std::uint32_t>{corners}.subspan(begin, end - begin));
            }
        }
    }
    [[nodiscard]] std::uint32_t operator[](std::size_t face) const noexcept { return masks_[face]; }

private:
    // Gives the faces at these corners a bit in common; if there is none, each one a bit in common with the first.
    void join(std::span<const std::uint32_t> corners) {
        std::uint32_t common = ~0U, any = 0, allowed = ~0U;
        for (const std::uint32_t corner : corners) {
            common &= masks_[corner / 3];
            any |= masks_[corner / 3];
            allowed &= allowed_of(corner / 3);
        }
        if (common != 0) {
            return;
        }
        if (allowed != 0) {
            const std::uint32_t bit = choose(allowed, any);
            for (const std::uint32_t corner : corners) {
                add(corner / 3, bit);
            }
            return;
        }
        const std::uint32_t first = corners[0] / 3;
        for (const std::uint32_t corner : corners.subspan(1)) {
            const std::uint32_t face = corner / 3, both = allowed_of(face) & allowed_of(first);
            if ((masks_[face] & masks_[first]) == 0 && both != 0) {
                const std::uint32_t bit = choose(both, masks_[face] | masks_[first]);
                add(face, bit);
                add(first, bit);
            }
        }
    }
    [[nodiscard]] static std::uint32_t choose(std::uint32_t allowed, std::uint32_t preferred) noexcept {
        const std::uint32_t from = (allowed & preferred) != 0 ? allowed & preferred : allowed;
        return from & (0U - from); // the lowest bit
    }
    // The bits that no other group at the corners of a face has.
    [[nodiscard]] std::uint32_t allowed_of(std::uint32_t face) const noexcept {
        std::uint32_t out = ~0U;
        for (std::uint32_t corner = 3 * face; corner < 3 * face + 3; ++corner) {
            out &= ~taken_[points_[corner]] | own_[groups_[corner]];
        }
        return out;
    }
    void add(std::uint32_t face, std::uint32_t bit) noexcept {
        masks_[face] |= bit;
        for (std::uint32_t corner = 3 * face; corner < 3 * face + 3; ++corner) {
            taken_[points_[corner]] |= bit;
            own_[groups_[corner]] |= bit;
        }
    }

    std::span<const std::uint32_t> points_, groups_;
    pool<std::uint32_t> masks_; // of faces
    pool<std::uint32_t> own_;   // the bits of faces in a group
    pool<std::uint32_t> taken_; // the bits of faces at a point
};

// Makes the lists of one mesh.
template <class = when_used> class mesh_author {
public:
    // `by`: if smoothing groups do not give the normals, a list has them, which only the Enhanced Edition reads.
    mesh_author(const owned_model& model, const owned_node& node, const owned_mesh& mesh, producer by)
        : lists(false, model.all<char>().resource()), vertices(memory()), model_(model), node_(node), mesh_(mesh),
          as_(by), gives_normals_(!is_before_enhanced_edition(by)), faces_(memory()), points_(memory()),
          point_of_vertex_(memory()) {}

    void run() {
        read_faces();
        join(false);
        separate_copies();
        misfits found = find_smoothing(true);
        if (found.all != 0) {
            const misfits other = find_smoothing(false);
            found = other.is_less_than(found) ? other : find_smoothing(true);
        }
        if (gives_normals_ && (found.large != 0 || !mesh_.tangents.empty())) {
            join(true);
            has_normals_ = true;
        }
        write();
    }

    text_lists<> lists;
    pool<std::uint32_t> vertices; // of the mesh, for each of `lists.positions`

private:
    struct corners {
        std::uint32_t of[3];
        std::int32_t surface;
    };

    [[nodiscard]] std::pmr::memory_resource* memory() const noexcept { return lists.positions.resource(); }
    template <class T> [[nodiscard]] std::span<const T> per_vertex(const pool_slice<T>& list,
                                                                   std::size_t sets = 1) const {
        const std::span<const T> out = model_.template get<T>(list);
        return out.size() == positions().size() * sets ? out : std::span<const T>{};
    }
    [[nodiscard]] std::span<const vec3<form::host>> positions() const noexcept {
        return model_.template get<vec3<form::host>>(mesh_.positions);
    }
    [[nodiscard]] std::uint32_t vertex_of(std::uint32_t corner) const noexcept {
        return faces_[corner / 3].of[corner % 3];
    }
    // A mesh without faces draws the triangles of its index list.
    void read_faces() {
        const auto add = [&](std::uint16_t a, std::uint16_t b, std::uint16_t c, std::int32_t surface) {
            if (a < positions().size() && b < positions().size() && c < positions().size()) {
                faces_.push_back({{a, b, c}, surface});
            }
        };
        for (const owned_face& face : model_.get(mesh_.faces)) {
            add(face.vertex[0], face.vertex[1], face.vertex[2], face.surface);
        }
        if (!mesh_.faces.empty()) {
            return;
        }
        for (const owned_index_list& list : model_.get(mesh_.index_lists)) {
            const std::span<const std::uint16_t> indices = model_.template get<std::uint16_t>(list);
            for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
                add(indices[i], indices[i + 1], indices[i + 2], 0);
            }
        }
    }

    // ---- joining ---------------------------------------------------------------------------------------------------

    [[nodiscard]] static std::uint64_t mixed(std::uint64_t hash, float value) noexcept {
        constexpr std::uint64_t prime = 0x9E37'79B9'7F4A'7C15;
        hash = (hash ^ std::bit_cast<std::uint32_t>(value)) * prime;
        return hash ^ hash >> 29U;
    }
    // Samples are too many for a key: it has their hash, as whole numbers that a float can have.
    static void add_hash(corner_key& to, std::uint64_t hash) noexcept {
        constexpr std::uint64_t mask = 0x3F'FFFF;
        for (const unsigned shift : {0U, 22U, 42U}) {
            to.add(static_cast<float>(hash >> shift & mask));
        }
    }
    [[nodiscard]] corner_key key_of(std::uint32_t vertex, bool with_normal) const noexcept {
        corner_key out;
        out.add(positions()[vertex]);
        if (const auto colors = per_vertex<rgba8>(mesh_.colors); !colors.empty()) {
            const rgba8& color = colors[vertex];
            for (const std::uint32_t part : {std::uint32_t{color.r}, std::uint32_t{color.g}, std::uint32_t{color.b}}) {
                out.add(static_cast<float>(part));
            }
        }
        if (const owned_skin* const skin = model_.get(node_.skin)) {
            const auto weights = per_vertex<vec4<form::host>>(skin->weights);
            const auto slots = per_vertex<basic_joints<form::host>>(skin->joints);
            for (std::size_t i = 0; i < 4 && !weights.empty() && !slots.empty(); ++i) {
                out.add(element(weights[vertex], i));
                out.add(static_cast<float>(slots[vertex].bone[i]));
            }
        }
        if (const owned_dangly* const dangly = model_.get(node_.dangly)) {
            const auto constraints = per_vertex<float>(dangly->constraints);
            out.add(!constraints.empty() ? constraints[vertex] : 0);
        }
        if (const owned_animmesh* const samples = model_.get(node_.animmesh)) {
            const std::size_t sets = samples->position_set_count;
            const auto all = per_vertex<vec3<form::host>>(samples->position_samples, sets);
            std::uint64_t hash = 0;
            for (std::size_t set = 0; set < sets && !all.empty(); ++set) {
                const vector3<float>& at = all[vertex * sets + set];
                hash = mixed(mixed(mixed(hash, at.x), at.y), at.z);
            }
            add_hash(out, hash);
        }
        if (with_normal) {
            const auto normals = per_vertex<vec3<form::host>>(mesh_.normals);
            const auto tangents = per_vertex<vec3<form::host>>(mesh_.tangents);
            const auto handedness = per_vertex<float>(mesh_.handedness);
            out.add(!normals.empty() ? vector3<float>{normals[vertex]} : vector3<float>{});
            if (!tangents.empty() && !handedness.empty()) {
                out.add(tangents[vertex]);
                out.add(handedness[vertex]);
            }
        }
        return out;
    }
    // Numbers the vertices that are one vertex of the text.
    void join(bool with_normal) {
        corner_classes<> classes{memory()};
        point_of_vertex_.assign(positions().size(), npos);
        points_.clear();
        vertices.clear();
        for (std::uint32_t corner = 0; corner < 3 * faces_.size(); ++corner) {
            std::uint32_t& point = point_of_vertex_[vertex_of(corner)];
            if (point == npos) {
                point = classes.number_of(vertex_of(corner),
                                          [&](std::uint32_t vertex) { return key_of(vertex, with_normal); });
                if (point == vertices.size()) {
                    vertices.push_back(vertex_of(corner));
                }
            }
            points_.push_back(point);
        }
    }

    // The author may have had vertices twice at one place: then faces there are no neighbors. Where they contradict the
    // points, vertices are one only if they are the same, or if faces that are neighbors join them.
    void separate_copies() {
        const std::span<const owned_face> stored = model_.get(mesh_.faces);
        if (stored.size() != faces_.size()) {
            return;
        }
        pool<owned_face> joined{memory()};
        joined.append(stored);
        join_faces(
            joined, vertices.size(), [&](std::uint32_t face, std::uint32_t i) { return points_[3 * face + i]; },
            memory());
        pool<std::uint8_t> is_copied(vertices.size(), memory());
        bool any = false;
        for (std::uint32_t face = 0; face < stored.size(); ++face) {
            for (std::uint32_t i = 0; i < 3; ++i) {
                if (joined[face].adjacent[i] != stored[face].adjacent[i]) {
                    is_copied[points_[3 * face + i]] = is_copied[points_[3 * face + (i + 1) % 3]] = 1;
                    any = true;
                }
            }
        }
        if (!any) {
            return;
        }
        pool<std::uint32_t> owners{memory()}; // a vertex that is the same, for each vertex
        for (std::uint32_t i = 0; i < positions().size(); ++i) {
            owners.push_back(i);
        }
        const auto root_of = [&](std::uint32_t vertex) {
            while (owners[vertex] != vertex) {
                vertex = owners[vertex] = owners[owners[vertex]];
            }
            return vertex;
        };
        for (std::uint32_t corner = 0; corner < points_.size(); ++corner) {
            const std::int16_t neighbor = stored[corner / 3].adjacent[corner % 3];
            const std::uint32_t next = corner - corner % 3 + (corner + 1) % 3;
            for (std::size_t k = 0; neighbor >= 0 && static_cast<std::size_t>(neighbor) < stored.size() && k < 3; ++k) {
                const std::uint32_t other = 3 * static_cast<std::uint32_t>(neighbor) + static_cast<std::uint32_t>(k);
                for (const std::uint32_t own : {corner, next}) {
                    if (points_[other] == points_[own]) {
                        owners[root_of(vertex_of(other))] = root_of(vertex_of(own));
                    }
                }
            }
        }
        pool<std::uint32_t> number_of_point{memory()}, number_of_root{memory()};
        number_of_point.assign(vertices.size(), npos);
        number_of_root.assign(positions().size(), npos);
        vertices.clear();
        for (std::uint32_t corner = 0; corner < points_.size(); ++corner) {
            const std::uint32_t vertex = vertex_of(corner), point = points_[corner];
            std::uint32_t& number = is_copied[point] != 0 ? number_of_root[root_of(vertex)] : number_of_point[point];
            if (number == npos) {
                number = static_cast<std::uint32_t>(vertices.size());
                vertices.push_back(vertex);
            }
            points_[corner] = number;
        }
    }

    // ---- normals ---------------------------------------------------------------------------------------------------

    // Corners to which smoothing groups give another normal.
    struct misfits {
        std::size_t large = 0; // by more than last bits, or another one than to other corners of a group
        std::size_t all = 0;

        [[nodiscard]] constexpr bool is_less_than(const misfits& other) const noexcept {
            return large != other.large ? large < other.large : all < other.all;
        }
    };
    // Faces in one plane may have been joined or not: the sums of their normals differ in last bits. `joins_flat`: they
    // are joined.
    misfits find_smoothing(bool joins_flat) {
        const auto normals = per_vertex<vec3<form::host>>(mesh_.normals);
        corner_classes<> classes{memory()};
        pool<std::uint32_t> groups{memory()}, group_of_vertex{memory()};
        group_of_vertex.assign(positions().size(), npos);
        for (std::uint32_t corner = 0; corner < points_.size() && !normals.empty(); ++corner) {
            std::uint32_t& group = group_of_vertex[vertex_of(corner)];
            if (group == npos) {
                group = classes.number_of(corner, [&](std::uint32_t of) {
                    corner_key out;
                    out.add(static_cast<float>(points_[of])); // below 65,536
                    out.add(normals[vertex_of(of)]);
                    return out;
                });
            }
            groups.push_back(group);
        }
        pool<std::uint8_t> is_smooth(classes.size(), memory());
        for (std::uint32_t corner = 0; corner < groups.size(); ++corner) {
            const vector3<float> flat = narrowed(as_.unit(across(corner / 3)));
            if (joins_flat || !(flat == vector3<float>{normals[vertex_of(corner)]})) {
                is_smooth[groups[corner]] = 1;
            }
        }
        smoothing_finder<> found{memory()};
        found.run(std::span<const std::uint32_t>{points_}.first(groups.size()), vertices.size(), groups, is_smooth);
        lists.faces.clear();
        for (std::size_t face = 0; face < faces_.size(); ++face) {
            lists.faces.emplace_back().smoothing = !groups.empty() ? found[face] : 0;
        }
        return count_misfits(groups, classes.size());
    }
    [[nodiscard]] vector3<double> across(std::uint32_t face) const noexcept {
        const auto& of = faces_[face].of;
        return as_.across(positions()[of[0]], positions()[of[1]], positions()[of[2]]);
    }
    [[nodiscard]] misfits count_misfits(std::span<const std::uint32_t> groups, std::size_t group_count) const {
        const auto normals = per_vertex<vec3<form::host>>(mesh_.normals);
        smoothed_normals<> made{as_, memory()};
        made.run(
            points_, vertices.size(), [&](std::uint32_t face) { return lists.faces[face].smoothing; },
            [&](std::uint32_t face) { return across(face); });
        misfits out;
        pool<std::uint32_t> firsts{memory()}; // the first corner of each group
        firsts.assign(group_count, npos);
        for (std::uint32_t corner = 0; corner < groups.size(); ++corner) {
            std::uint32_t& first = firsts[groups[corner]];
            first = first == npos ? corner : first;
            constexpr float most = 1e-3F;
            const vector3<float> away = made[corner] - normals[vertex_of(corner)];
            const bool is_small = absolute(away.x) <= most && absolute(away.y) <= most && absolute(away.z) <= most;
            out.large += is_small && made[corner] == made[first] ? 0U : 1U;
            out.all += away == vector3<float>{} ? 0U : 1U;
        }
        return out;
    }

    // ---- lists -----------------------------------------------------------------------------------------------------

    template <class T, class Make>
    void write_each(pool<T>& to, bool has_list, const Make& make) const {
        for (std::size_t i = 0; has_list && i < vertices.size(); ++i) {
            to.push_back(make(vertices[i]));
        }
    }
    void write() {
        write_each(lists.positions, true, [&](std::uint32_t v) { return vector3<float>{positions()[v]}; });
        for (std::size_t i = 0; i < faces_.size(); ++i) {
            lists.faces[i].surface = faces_[i].surface;
            for (std::size_t k = 0; k < 3; ++k) {
                lists.faces[i].vertex[k] = static_cast<std::int32_t>(points_[3 * i + k]);
            }
        }
        for (std::size_t set = 0; set < 4; ++set) {
            write_texcoords(set);
        }
        const auto colors = per_vertex<rgba8>(mesh_.colors);
        bool uses_colors = gives_normals_ && !colors.empty(); // all other producers have white ones
        for (const rgba8& color : colors) {
            uses_colors = uses_colors || color.r != 255 || color.g != 255 || color.b != 255;
        }
        write_each(lists.colors, uses_colors, [&](std::uint32_t v) {
            const auto part = [](std::uint8_t of) { return static_cast<float>(of) / 255; };
            return vector3<float>{part(colors[v].r), part(colors[v].g), part(colors[v].b)};
        });
        const auto normals = per_vertex<vec3<form::host>>(mesh_.normals);
        write_each(lists.normals, has_normals_ && !normals.empty(),
                   [&](std::uint32_t v) { return vector3<float>{normals[v]}; });
        const auto tangents = per_vertex<vec3<form::host>>(mesh_.tangents);
        const auto handedness = per_vertex<float>(mesh_.handedness);
        write_each(lists.tangents, has_normals_ && !tangents.empty() && !handedness.empty(), [&](std::uint32_t v) {
            return vector4<float>{tangents[v].x, tangents[v].y, tangents[v].z, handedness[v]};
        });
        if (const owned_dangly* const dangly = model_.get(node_.dangly)) {
            const auto constraints = per_vertex<float>(dangly->constraints);
            write_each(lists.constraints, !constraints.empty(), [&](std::uint32_t v) { return constraints[v]; });
        }
        if (const owned_animmesh* const samples = model_.get(node_.animmesh)) {
            const std::size_t sets = samples->position_set_count;
            const auto all = per_vertex<vec3<form::host>>(samples->position_samples, sets);
            for (std::size_t set = 0; set < sets; ++set) {
                write_each(lists.samples, !all.empty(),
                           [&](std::uint32_t v) { return vector3<float>{all[v * sets + set]}; });
            }
        }
    }
    // Equal texture coordinates become one.
    void write_texcoords(std::size_t set) {
        const auto texcoords = per_vertex<vec2<form::host>>(mesh_.texcoords[set]);
        if (texcoords.empty()) {
            return;
        }
        const owned_animmesh* const samples = set == 0 ? model_.get(node_.animmesh) : nullptr;
        const std::size_t sets = samples != nullptr ? samples->texcoord_set_count : 0;
        const auto all = samples != nullptr ? per_vertex<vec2<form::host>>(samples->texcoord_samples, sets)
                                            : std::span<const vec2<form::host>>{};
        corner_classes<> classes{memory()};
        pool<std::uint32_t> numbers{memory()}, sources{memory()};
        numbers.assign(positions().size(), npos);
        for (std::uint32_t corner = 0; corner < points_.size(); ++corner) {
            const std::uint32_t vertex = vertex_of(corner);
            if (numbers[vertex] == npos) {
                numbers[vertex] = classes.number_of(vertex, [&](std::uint32_t v) {
                    corner_key out;
                    out.add(texcoords[v].x);
                    out.add(texcoords[v].y);
                    std::uint64_t hash = 0;
                    for (std::size_t i = 0; i < sets && !all.empty(); ++i) {
                        hash = mixed(mixed(hash, all[v * sets + i].x), all[v * sets + i].y);
                    }
                    add_hash(out, hash);
                    return out;
                });
                if (numbers[vertex] == sources.size()) {
                    sources.push_back(vertex);
                    lists.texcoords[set].push_back({texcoords[vertex].x, texcoords[vertex].y, 0});
                }
            }
        }
        for (std::size_t i = 0; i < sets && !all.empty(); ++i) {
            for (const std::uint32_t vertex : sources) {
                lists.texcoord_samples.push_back({all[vertex * sets + i].x, all[vertex * sets + i].y, 0});
            }
        }
        for (std::uint32_t face = 0; face < faces_.size(); ++face) {
            text_indices of;
            for (std::size_t k = 0; k < 3; ++k) {
                of.of[k] = static_cast<std::int32_t>(numbers[faces_[face].of[k]]);
            }
            if (set != 0) {
                lists.texcoord_indices[set - 1].push_back(of);
            } else {
                for (std::size_t k = 0; k < 3; ++k) {
                    lists.faces[face].texcoord[k] = of.of[k];
                }
            }
        }
    }

    const owned_model& model_;
    const owned_node& node_;
    const owned_mesh& mesh_;
    rounding as_;
    bool gives_normals_, has_normals_ = false;
    pool<corners> faces_;
    pool<std::uint32_t> points_; // of corners
    pool<std::uint32_t> point_of_vertex_;
};

}}}} // namespace effigy::v0::nwn::impl
