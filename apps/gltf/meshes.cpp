#include "parts.hpp"
#include "vertices.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace gltf_files {

namespace {

constexpr std::uint32_t shared = npos - 1; // an owner

// Which mesh uses a view; npos: none.
[[nodiscard]] std::vector<std::uint32_t> find_view_owners(const source& from, const std::vector<json_value>& meshes) {
    std::vector<std::uint32_t> out(from.view_count(), npos);
    const auto mark = [&](json_value number, std::uint32_t owner) {
        const double v = number.number();
        if (number.is_number() && v >= 0 && v < static_cast<double>(from.accessor_count())) {
            if (const std::uint32_t view = from.view_of(static_cast<std::uint32_t>(v)); view != npos) {
                out[view] = out[view] == npos || out[view] == owner ? owner : shared;
            }
        }
    };
    const auto mark_members = [&](json_value object, std::uint32_t owner) {
        for (json_value each = object.first(); each && object.is_object(); each = each.next()) {
            mark(each, owner);
        }
    };
    for (std::uint32_t i = 0; i < meshes.size(); ++i) {
        for (json_value drawn = meshes[i].find("primitives").first(); drawn; drawn = drawn.next()) {
            mark(drawn.find("indices"), i);
            mark_members(drawn.find("attributes"), i);
            for (json_value each = drawn.find("targets").first(); each; each = each.next()) {
                mark_members(each, i);
            }
        }
    }
    for (const json_value& skin : from.parts("skins")) {
        mark(skin.find("inverseBindMatrices"), shared);
    }
    for (const json_value& clip : from.parts("animations")) {
        for (json_value each = clip.find("samplers").first(); each; each = each.next()) {
            mark(each.find("input"), shared);
            mark(each.find("output"), shared);
        }
    }
    return out;
}

class mesh_reader {
public:
    mesh_reader(source& from, const std::vector<std::uint32_t>& owners, std::uint32_t number, json_value stored,
                scene::mesh& to, std::size_t materials, influence_repair& influences)
        : from_(from), owners_(owners), number_(number), stored_(stored), to_(to), materials_(materials),
          influences_(influences) {}

    // Leaves the mesh without primitives if it has no triangles.
    bool run(read_mesh& out) {
        std::string_view name;
        if (!from_.text(stored_, "name", at("meshes[].name", number_), name) || !from_.charge(name.size(), 1)) {
            return false;
        }
        to_.name = name;
        if (!read_primitives()) {
            return false;
        }
        if (all_.empty()) {
            from_.left_out("mesh", name, "a mesh without triangles");
            return true;
        }
        std::vector<block> blocks;
        if (!find_blocks(from_, all_, owners_, blocks) || !fill_vertices(from_, blocks, all_[0].target_count, to_) ||
            !read_indices() || !name_targets()) {
            return false;
        }
        if (to_.indices.empty()) {
            from_.left_out("mesh", name, "a mesh without triangles");
            to_.primitives.clear();
            return true;
        }
        repair_vertices(from_, influences_, to_);
        out.origin_set = take_origins(from_, to_);
        for (const auto& set : to_.joints) {
            for (const scene::joints4& joints : set) {
                out.highest_joint =
                    std::max<std::uint32_t>(out.highest_joint, *std::max_element(joints.begin(), joints.end()));
            }
        }
        if (stored_.find("weights") && !from_.animates_weights()) {
            from_.left_out("mesh", name, "default weights of morph targets");
        }
        constexpr std::string_view names = "targetNames";
        return !from_.why() &&
               read_extras(from_, stored_, "mesh", name, to_.extras, std::span{&names, to_.targets.empty() ? 0U : 1U});
    }

private:
    bool read_primitives() {
        std::uint64_t without_triangles = 0;
        std::uint32_t number = 0;
        for (json_value each = stored_.find("primitives").first(); each; each = each.next(), ++number) {
            drawn made;
            made.json = each;
            made.mesh = number_;
            made.number = number;
            std::uint64_t mode = 4;
            if (!from_.whole(each, "mode", at("meshes[].primitives[].mode", number_, number), mode) ||
                !from_.reference(each, "indices", at("meshes[].primitives[].indices", number_, number),
                                 from_.accessor_count(), made.indices)) {
                return false;
            }
            if (mode > 6) {
                return from_.bad(at("meshes[].primitives[].mode", number_, number), "0 to 6",
                                 static_cast<double>(mode));
            }
            made.mode = static_cast<std::uint32_t>(mode);
            if (made.mode < 4) {
                ++without_triangles;
                continue;
            }
            if (!read_attributes(from_, made)) {
                return false;
            }
            if (made.vertex_count == 0) {
                from_.left_out("mesh", to_.name, "a primitive without positions", 1);
                continue;
            }
            if (!all_.empty() && all_[0].target_count != made.target_count) {
                return from_.bad(at("meshes[].primitives[].targets", number_, number),
                                 "as many targets as the primitives before it have", made.target_count);
            }
            all_.push_back(std::move(made));
        }
        if (without_triangles != 0) {
            from_.left_out("mesh", to_.name, "primitives of points or lines", without_triangles);
        }
        return true;
    }

    // ---- triangles -------------------------------------------------------------------------------------------------

    bool read_indices() {
        to_.primitives.reserve(from_.charge(all_.size(), sizeof(scene::primitive)) ? all_.size() : 0);
        bool as_view = false;
        if (from_.why() || !try_view(as_view)) {
            return false;
        }
        if (!as_view) {
            for (const drawn& each : all_) {
                if (!append(each)) {
                    return false;
                }
            }
            if (incomplete_ != 0) {
                from_.left_out("mesh", to_.name, "indices that do not make a triangle", incomplete_);
            }
        }
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (!from_.reference(all_[i].json, "material",
                                 at("meshes[].primitives[].material", number_, all_[i].number), materials_,
                                 to_.primitives[i].material)) {
                return false;
            }
        }
        std::size_t kept = 0;
        for (const scene::primitive& each : to_.primitives) {
            if (each.index_count != 0) {
                to_.primitives[kept++] = each;
            }
        }
        to_.primitives.resize(kept);
        return true;
    }
    // Reads the indices of all primitives at once if they are parts of one view that overlap, as effigy writes
    // primitives that draw the same triangles.
    bool try_view(bool& done) {
        const accessor* found = nullptr;
        accessor first;
        std::vector<std::pair<std::uint64_t, std::uint64_t>> runs;
        for (const drawn& each : all_) {
            if (each.indices == npos || each.mode != 4 || each.first_vertex != all_[0].first_vertex) {
                return true;
            }
            if (found = from_.find_accessor(each.indices); found == nullptr) {
                return false;
            }
            first = runs.empty() ? *found : first;
            if (!is_index(*found) || found->view == npos || found->view != first.view || found->sparse_count != 0 ||
                found->type != first.type || found->stride != found->element_size() ||
                found->offset % found->stride != 0 || found->count % 3 != 0 || owners_[found->view] != number_) {
                return true;
            }
            runs.emplace_back(found->offset / found->stride, found->count);
        }
        constexpr std::uint64_t padding = 2; // of the indices of a primitive, to a multiple of four bytes
        bool overlap = false;
        for (std::size_t i = 1; i < runs.size(); ++i) {
            const std::uint64_t end = runs[i - 1].first + runs[i - 1].second;
            overlap = overlap || (runs[i] != runs[i - 1] && (runs[i].first < end || runs[i].first - end >= padding));
        }
        const std::uint64_t total = first.view_size / first.stride;
        if (!overlap || total >= npos || !from_.resize(to_.indices, total)) {
            return !from_.why();
        }
        first.offset = 0;
        read_run(first, total, 0);
        for (const std::uint32_t index : to_.indices) {
            if (index >= to_.positions.size()) {
                to_.indices.clear();
                return true;
            }
        }
        for (const auto& [begin, count] : runs) {
            to_.primitives.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(count), npos});
        }
        done = true;
        return true;
    }
    [[nodiscard]] static bool is_index(const accessor& of) {
        return of.width == 1 && !of.is_normalized &&
               (of.type == component::u8 || of.type == component::u16 || of.type == component::u32);
    }
    // Stores indices behind those at `begin`, without testing them.
    void read_run(const accessor& stored, std::uint64_t count, std::size_t begin) {
        visit_numbers(stored, 0, count, [&](std::uint64_t i, std::uint32_t, auto index) {
            to_.indices[begin + to_size(i)] = static_cast<std::uint32_t>(index);
        });
    }
    // Appends the triangles of a primitive, unless an earlier one draws the same.
    bool append(const drawn& of) {
        const std::tuple key{of.indices, of.mode, of.first_vertex, of.indices == npos ? of.vertex_count : 0};
        const auto [known, is_new] = runs_.try_emplace(key);
        if (!is_new) {
            to_.primitives.push_back(known->second);
            return true;
        }
        const std::size_t begin = to_.indices.size();
        const bool is_list = of.mode == 4;
        std::uint64_t count = of.vertex_count;
        if (of.indices == npos) {
            if (!resize_indices(begin + count)) {
                return false;
            }
            for (std::size_t i = begin; i < to_.indices.size(); ++i) {
                to_.indices[i] = static_cast<std::uint32_t>(i - begin);
            }
        } else {
            const accessor* const stored = from_.find_accessor(of.indices);
            if (stored == nullptr) {
                return false;
            }
            const auto place = at("meshes[].primitives[].indices", number_, of.number);
            if (!is_index(*stored)) {
                return from_.bad(place, "a SCALAR of unsigned integers");
            }
            count = stored->count;
            if (!resize_indices(begin + count)) {
                return false;
            }
            read_run(*stored, count, begin);
            std::uint32_t highest = 0;
            for (std::size_t i = begin; i < to_.indices.size(); ++i) {
                highest = std::max(highest, to_.indices[i]);
            }
            if (highest >= of.vertex_count) {
                return from_.fail(place, errc::out_of_bounds, of.vertex_count, highest, "");
            }
        }
        if (is_list) {
            incomplete_ += count % 3;
            to_.indices.resize(begin + to_size(count / 3 * 3));
        } else if (!make_triangles(of.mode, begin)) {
            return false;
        }
        for (std::size_t i = begin; i < to_.indices.size(); ++i) {
            to_.indices[i] += static_cast<std::uint32_t>(of.first_vertex);
        }
        known->second = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(to_.indices.size() - begin),
                         npos};
        to_.primitives.push_back(known->second);
        return true;
    }
    bool resize_indices(std::uint64_t size) {
        if (size >= npos) {
            return from_.bad(at("meshes[].primitives", number_), "fewer than 2^32 - 1 indices");
        }
        if (!from_.charge(size - to_.indices.size(), 2 * sizeof(std::uint32_t))) { // the list grows
            return false;
        }
        to_.indices.resize(to_size(size));
        return true;
    }
    // Replaces a strip or a fan by its triangles. Those without an area only connect the parts of a strip.
    bool make_triangles(std::uint32_t mode, std::size_t begin) {
        const std::size_t count = to_.indices.size() - begin;
        scene::list<std::uint32_t> corners;
        if (!from_.charge(count, sizeof(std::uint32_t))) {
            return false;
        }
        corners.append(std::span{to_.indices}.subspan(begin));
        if (!resize_indices(begin + 3 * std::uint64_t{count})) {
            return false;
        }
        to_.indices.resize(begin);
        constexpr std::uint32_t strip = 5;
        for (std::size_t i = 0; i + 2 < count; ++i) {
            const std::uint32_t a = mode == strip ? corners[i] : corners[0];
            const std::uint32_t b = corners[i + 1 + (mode == strip ? i % 2 : 0)];
            const std::uint32_t c = corners[i + 2 - (mode == strip ? i % 2 : 0)];
            if (a != b && b != c && c != a) {
                to_.indices.append({a, b, c});
            }
        }
        return true;
    }

    bool name_targets() {
        json_value name = stored_.find("extras").find("targetNames").first();
        for (std::size_t i = 0; i < to_.targets.size(); ++i, name = name.next()) {
            if (!from_.charge(name.text().size(), 1)) {
                return false;
            }
            to_.targets[i].name = name.text();
            if (name.text().empty()) {
                to_.targets[i].name = "target_" + std::to_string(i);
            }
        }
        return true;
    }

    source& from_;
    const std::vector<std::uint32_t>& owners_;
    std::uint32_t number_;
    json_value stored_;
    scene::mesh& to_;
    std::size_t materials_;
    influence_repair& influences_;
    std::vector<drawn> all_;
    // By the accessor, the mode, the first vertex, and the number of vertices if there are no indices.
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t, std::uint64_t>, scene::primitive> runs_;
    std::uint64_t incomplete_ = 0;
};

} // namespace

bool read_meshes(source& from, const std::vector<bool>& wanted, scene& to, std::vector<read_mesh>& meshes) {
    const std::vector<json_value> stored = from.parts("meshes");
    const std::vector<std::uint32_t> owners = find_view_owners(from, stored);
    influence_repair influences;
    meshes.resize(stored.size());
    to.meshes.reserve(from.charge(stored.size(), sizeof(scene::mesh)) ? stored.size() : 0);
    for (std::uint32_t i = 0; i < stored.size(); ++i) {
        if (from.why()) {
            return false;
        }
        if (!wanted[i]) {
            continue;
        }
        scene::mesh& made = to.meshes.emplace_back();
        if (!mesh_reader{from, owners, i, stored[i], made, to.materials.size(), influences}.run(meshes[i])) {
            return false;
        }
        if (made.primitives.empty()) {
            to.meshes.pop_back();
        } else {
            meshes[i].number = static_cast<std::uint32_t>(to.meshes.size() - 1);
        }
    }
    return !from.why();
}

void adapt_texcoords(source& from, const std::vector<read_mesh>& meshes, scene& to) {
    std::vector<std::uint32_t> origin_sets(to.materials.size(), npos); // of the first mesh that has the material
    std::vector<std::size_t> set_counts(to.materials.size(), npos);    // the fewest of a mesh that has any
    std::vector<bool> is_used(to.materials.size());
    for (const read_mesh& each : meshes) {
        if (each.number == npos) {
            continue;
        }
        const scene::mesh& mesh = to.meshes[each.number];
        for (const scene::primitive& drawn : mesh.primitives) {
            if (drawn.material != npos && !mesh.texcoords.empty()) { // without, it shows no textures
                origin_sets[drawn.material] = is_used[drawn.material] ? origin_sets[drawn.material] : each.origin_set;
                is_used[drawn.material] = true;
                set_counts[drawn.material] = std::min(set_counts[drawn.material], mesh.texcoords.size());
            }
        }
    }
    for (std::size_t i = 0; i < to.materials.size(); ++i) {
        std::uint64_t missing = 0;
        for (scene::texture& each : to.materials[i].textures) {
            each.texcoord -= origin_sets[i] != npos && each.texcoord > origin_sets[i] ? 1U : 0U;
            if (each.texcoord >= set_counts[i]) {
                each.texcoord = 0;
                ++missing;
            }
        }
        if (missing != 0) {
            from.remark(effigy::remark_kind::guessed, "material", to.materials[i].name,
                        "textures use the first texture coordinates, since meshes lack theirs", missing);
        }
    }
}

} // namespace gltf_files
