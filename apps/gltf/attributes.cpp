#include "attributes.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

namespace gltf_files {

namespace {

// Of "TEXCOORD_1" and the like; none for another name.
[[nodiscard]] std::optional<std::uint32_t> set_of(std::string_view name, std::string_view prefix) {
    std::uint32_t out = 0;
    if (!name.starts_with(prefix)) {
        return {};
    }
    const auto [end, code] = std::from_chars(name.data() + prefix.size(), name.data() + name.size(), out);
    return code == std::errc{} && end == name.data() + name.size() ? std::optional{out} : std::nullopt;
}
// Returns false if a scene has nothing for the attribute.
[[nodiscard]] bool classify(attribute& of) {
    constexpr std::pair<std::string_view, semantic> sets[] = {{"TEXCOORD_", semantic::texcoord},
                                                              {"COLOR_", semantic::color},
                                                              {"JOINTS_", semantic::joints},
                                                              {"WEIGHTS_", semantic::weights}};
    if (of.name == "POSITION" || of.name == "NORMAL" || of.name == "TANGENT") {
        of.of = of.name == "POSITION" ? semantic::position : of.name == "NORMAL" ? semantic::normal : semantic::tangent;
        return of.target == npos || of.of != semantic::tangent;
    }
    if (of.target != npos) {
        return false;
    }
    for (const auto& [prefix, meaning] : sets) {
        if (const auto set = set_of(of.name, prefix)) {
            of.of = meaning;
            of.set = *set;
            return meaning != semantic::color || *set == 0;
        }
    }
    return of.name.starts_with('_');
}

// The sets of a kind that a primitive has must be 0, 1, 2 ..
[[nodiscard]] bool are_contiguous(const drawn& of, semantic kind) {
    std::vector<std::uint32_t> sets;
    for (const attribute& each : of.attributes) {
        if (each.of == kind) {
            sets.push_back(each.set);
        }
    }
    std::sort(sets.begin(), sets.end());
    for (std::uint32_t i = 0; i < sets.size(); ++i) {
        if (sets[i] != i) {
            return false;
        }
    }
    return true;
}

class attributes_reader {
public:
    attributes_reader(source& from, drawn& to) : from_(from), to_(to) {}

    bool run() {
        if (!read(to_.json.find("attributes"), npos)) {
            return false;
        }
        for (json_value each = to_.json.find("targets").first(); each; each = each.next()) {
            if (!read(each, to_.target_count++)) {
                return false;
            }
        }
        for (const semantic each : {semantic::texcoord, semantic::joints, semantic::weights}) {
            if (!are_contiguous(to_, each)) {
                return from_.bad(at("meshes[].primitives[].attributes", to_.mesh, to_.number),
                                 "sets of attributes that count 0, 1, 2 ..");
            }
        }
        return count_vertices();
    }

private:
    bool read(json_value stored, std::uint32_t target) {
        const auto place = at(target == npos ? "meshes[].primitives[].attributes" : "meshes[].primitives[].targets[]",
                              to_.mesh, to_.number);
        for (json_value each = stored.first(); each && stored.is_object(); each = each.next()) {
            attribute made;
            made.target = target;
            made.name = each.key();
            const auto place_of_one = target == npos ? place : place.element(target);
            if (!from_.index(each, place_of_one, from_.accessor_count(), made.accessor)) {
                return false;
            }
            if (!classify(made)) {
                from_.left_out("attribute", made.name,
                               target == npos ? "an attribute of a mesh" : "an attribute of a morph target");
                continue;
            }
            const accessor* const found = from_.find_accessor(made.accessor);
            if (found == nullptr) {
                return false;
            }
            if (!fits(made, *found)) {
                if (made.of == semantic::other) {
                    from_.left_out("attribute", made.name, "an attribute that is not one number a vertex");
                    continue;
                }
                return from_.bad(place_of_one, expected_of(made.of));
            }
            to_.attributes.push_back(made);
        }
        return true;
    }
    bool count_vertices() {
        for (const attribute& each : to_.attributes) {
            if (each.of == semantic::position && each.target == npos) {
                to_.vertex_count = from_.find_accessor(each.accessor)->count;
            }
        }
        for (const attribute& each : to_.attributes) {
            const std::uint64_t count = from_.find_accessor(each.accessor)->count;
            if (count != to_.vertex_count && to_.vertex_count != 0) {
                return from_.bad(at("meshes[].primitives[].attributes", to_.mesh, to_.number),
                                 "accessors with as many elements as POSITION", static_cast<double>(count));
            }
        }
        return true;
    }
    [[nodiscard]] static bool fits(const attribute& of, const accessor& stored) {
        const bool is_whole = stored.type != component::f32 && !stored.is_normalized;
        switch (of.of) {
        case semantic::position:
        case semantic::normal: return stored.width == 3;
        case semantic::tangent: return stored.width == 4;
        case semantic::texcoord: return stored.width == 2;
        case semantic::color: return stored.width == 3 || stored.width == 4;
        case semantic::joints:
            return stored.width == 4 && is_whole && (stored.type == component::u8 || stored.type == component::u16);
        case semantic::weights: return stored.width == 4;
        case semantic::other: return stored.width == 1;
        }
        return false;
    }
    [[nodiscard]] static const char* expected_of(semantic of) {
        switch (of) {
        case semantic::position: return "VEC3 for POSITION";
        case semantic::normal: return "VEC3 for NORMAL";
        case semantic::tangent: return "VEC4 for TANGENT";
        case semantic::texcoord: return "VEC2 for TEXCOORD_n";
        case semantic::color: return "VEC3 or VEC4 for COLOR_0";
        case semantic::joints: return "VEC4 of bytes or shorts for JOINTS_n";
        case semantic::weights: return "VEC4 for WEIGHTS_n";
        case semantic::other: break;
        }
        return "";
    }

    source& from_;
    drawn& to_;
};

// ---- blocks --------------------------------------------------------------------------------------------------------

[[nodiscard]] bool have_one_layout(const accessor& a, const accessor& b) {
    return a.view == b.view && a.view != npos && a.sparse_count + b.sparse_count == 0 && a.type == b.type &&
           a.width == b.width && a.is_normalized == b.is_normalized && a.stride == b.stride;
}

class block_finder {
public:
    block_finder(source& from, std::vector<drawn>& all, const std::vector<std::uint32_t>& owners,
                 std::vector<block>& to)
        : from_(from), all_(all), owners_(owners), to_(to) {}

    bool run() {
        block first;
        if (!load(all_[0], first) || (!try_slices(first) && (from_.why() || !find_different()))) {
            return false;
        }
        const std::uint64_t count = to_.back().begin + to_.back().count;
        return count < npos || from_.bad(at("meshes[].primitives", all_[0].mesh), "fewer than 2^32 - 1 vertices",
                                         static_cast<double>(count));
    }

private:
    bool load(const drawn& of, block& out) {
        out.from = &of;
        out.count = of.vertex_count;
        out.accessors.reserve(of.attributes.size());
        for (const attribute& each : of.attributes) {
            const accessor* const found = from_.find_accessor(each.accessor);
            if (found == nullptr) {
                return false;
            }
            out.accessors.push_back(*found);
        }
        return true;
    }

    struct slice {
        std::uint64_t first = 0, count = 0;
    };

    // Makes one block if all primitives are slices of the same views.
    bool try_slices(block& first) {
        const std::size_t width = first.accessors.size();
        bool are_of_one_layout = true;
        std::vector<std::uint64_t> least(width, ~std::uint64_t{0}); // offsets
        for (const drawn& each : all_) {
            are_of_one_layout = are_of_one_layout && each.attributes.size() == width;
            for (std::size_t k = 0; k < width && are_of_one_layout; ++k) {
                const attribute& mine = each.attributes[k];
                const attribute& other = first.from->attributes[k];
                const accessor* const stored = from_.find_accessor(mine.accessor);
                if (stored == nullptr) {
                    return false;
                }
                are_of_one_layout = mine.name == other.name && mine.target == other.target &&
                                    have_one_layout(*stored, first.accessors[k]);
                least[k] = std::min(least[k], stored->offset);
            }
        }
        if (!are_of_one_layout) {
            return false;
        }
        const std::uint64_t whole = whole_count(first);
        if (whole != 0) {
            least.assign(width, 0);
        }
        std::vector<slice> slices;
        for (const drawn& each : all_) {
            std::uint64_t begin = 0;
            for (std::size_t k = 0; k < width; ++k) {
                const std::uint64_t distance = from_.find_accessor(each.attributes[k].accessor)->offset - least[k];
                const std::uint64_t stride = first.accessors[k].stride;
                if (distance % stride != 0 || (k != 0 && distance / stride != begin)) {
                    return false;
                }
                begin = distance / stride;
            }
            slices.push_back({begin, each.vertex_count});
        }
        if (whole == 0 && !have_no_gaps(slices)) {
            return false;
        }
        first.count = whole;
        for (std::size_t i = 0; i < slices.size(); ++i) {
            all_[i].first_vertex = slices[i].first;
            first.count = std::max(first.count, slices[i].first + slices[i].count);
        }
        for (std::size_t k = 0; k < width; ++k) {
            first.accessors[k].offset = least[k];
            first.accessors[k].count = first.count;
        }
        to_.push_back(std::move(first));
        return true;
    }
    // Returns the number of vertices in the views if each attribute has a view of its own, which nothing else uses, and
    // all views have as many vertices; else 0.
    [[nodiscard]] std::uint64_t whole_count(const block& first) const {
        std::vector<std::uint32_t> views;
        std::uint64_t out = 0;
        for (const accessor& each : first.accessors) {
            const std::uint64_t count = (each.view_size - each.element_size()) / each.stride + 1;
            if (each.offset % each.stride != 0 || owners_[each.view] != first.from->mesh ||
                (out != 0 && count != out)) {
                return 0;
            }
            out = count;
            views.push_back(each.view);
        }
        std::sort(views.begin(), views.end());
        return std::adjacent_find(views.begin(), views.end()) == views.end() && out < npos ? out : 0;
    }
    [[nodiscard]] static bool have_no_gaps(std::vector<slice> slices) {
        std::sort(slices.begin(), slices.end(), [](const slice& a, const slice& b) { return a.first < b.first; });
        std::uint64_t end = 0;
        for (const slice& each : slices) {
            if (each.first > end) {
                return false;
            }
            end = std::max(end, each.first + each.count);
        }
        return true;
    }

    // Makes a block for each different set of accessors.
    bool find_different() {
        using key_part = std::tuple<semantic, std::uint32_t, std::uint32_t, std::string_view, std::uint32_t>;
        std::map<std::vector<key_part>, std::uint64_t> known; // first vertices
        std::uint64_t end = 0;
        for (drawn& each : all_) {
            std::vector<key_part> key;
            for (const attribute& one : each.attributes) {
                key.emplace_back(one.of, one.set, one.target, one.name, one.accessor);
            }
            std::sort(key.begin(), key.end());
            const auto [found, is_new] = known.emplace(std::move(key), end);
            each.first_vertex = found->second;
            if (is_new) {
                block& made = to_.emplace_back();
                if (!load(each, made)) {
                    return false;
                }
                made.begin = end;
                end += made.count;
            }
        }
        return true;
    }

    source& from_;
    std::vector<drawn>& all_;
    const std::vector<std::uint32_t>& owners_;
    std::vector<block>& to_;
};

} // namespace

bool read_attributes(source& from, drawn& to) { return attributes_reader{from, to}.run(); }

bool find_blocks(source& from, std::vector<drawn>& all, const std::vector<std::uint32_t>& view_owners,
                 std::vector<block>& to) {
    return block_finder{from, all, view_owners, to}.run();
}

} // namespace gltf_files
