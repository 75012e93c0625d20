// The models of Neverwinter Nights: trees of nodes with pointers to each other.
#pragma once

#include "bench/blind.hpp"
#include "bench/corpus.hpp"
#include "bench/opened_file.hpp"
#include "bench/raw.hpp"

#include <effigy/nwn/decode.hpp>
#include <effigy/nwn/scene.hpp>

#include <algorithm>

namespace bench {

namespace raw {

// Reads numbers at offsets in model data or raw data.
class nwn_data {
public:
    explicit nwn_data(bytes section) : first_(section.data()) {}

    template <class T = std::uint32_t> [[nodiscard]] T at(std::size_t offset) const {
        T value{};
        std::memcpy(&value, first_ + offset, sizeof(value));
        return value;
    }
    [[nodiscard]] std::size_t text_length(std::size_t offset) const {
        return std::strlen(reinterpret_cast<const char*>(first_ + offset));
    }

    // Returns the sum of visit(element) for an array, whose offset and count are at `list`.
    template <class Visit>
    [[nodiscard]] std::uint64_t sum_of(std::size_t list, std::uint32_t size, const Visit& visit) const {
        std::uint64_t sum = 0;
        std::uint32_t element = at(list);
        for (std::uint32_t count = at(list + 4); count != 0; --count, element += size) {
            sum += visit(element);
        }
        return sum;
    }
    // The same for an array of references, some of which may be null.
    template <class Visit> [[nodiscard]] std::uint64_t sum_of_targets(std::size_t list, const Visit& visit) const {
        return sum_of(list, 4, [&](std::uint32_t pointer) {
            const std::uint32_t target = at(pointer);
            return target != 0 ? visit(target) : std::uint64_t{};
        });
    }

private:
    const std::byte* first_;
};

// Where a model, and each of its animations, has its root; where a model has its animations, and a node its children.
inline constexpr std::uint32_t root_at = 0x48, animations_at = 0x78, children_at = 0x48;

[[nodiscard]] inline std::uint64_t walk_controllers(const nwn_data& model, std::uint32_t node) {
    return model.sum_of(node + 0x54, 12, [&](std::uint32_t key) {
        return model.at<std::uint16_t>(key + 4) + std::uint64_t{model.at(key)};
    });
}

[[nodiscard]] inline std::uint64_t walk_mesh(const nwn_data& model, std::uint32_t node) {
    return std::uint64_t{model.at(node + 0x7C)} + model.at<std::uint16_t>(node + 0x230) +
           model.sum_of(node + 0x204, 4, [&](std::uint32_t count) { return model.at(count); });
}

// The sum of all counts in a tree; nwn_file::walk() returns the same sum.
[[nodiscard]] inline std::uint64_t walk_nodes(const nwn_data& model, std::uint32_t node, bool in_animation) {
    constexpr std::uint32_t has_mesh = 0x20;
    const std::uint32_t flags = model.at(node + 0x6C);
    const std::uint32_t children = model.at(node + 0x4C);
    std::uint64_t sum = std::uint64_t{flags} + children + model.at(node + 0x64) + walk_controllers(model, node);
    if (!in_animation && (flags & has_mesh) != 0) {
        sum += walk_mesh(model, node);
    }
    return sum + model.sum_of_targets(node + children_at,
                                      [&](std::uint32_t child) { return walk_nodes(model, child, in_animation); });
}

[[nodiscard]] inline std::uint64_t walk_nwn(bytes file) {
    const nwn_data model{file.subspan(12)};
    const auto walk_tree = [&](std::uint32_t root, bool in_animation) {
        return root != 0 ? walk_nodes(model, root, in_animation) : 0;
    };
    return walk_tree(model.at(root_at), false) + model.sum_of(animations_at, 4, [&](std::uint32_t pointer) {
        return walk_tree(model.at(model.at(pointer) + root_at), true);
    });
}

// The structure of a file, read without checks: exactly the bytes that open() must read to validate it. These functions
// follow every child, animation, box and name of a flare. On the way they read every count and reference: the lists of
// nodes, lights, meshes, skins and danglymeshes, each controller key, vertex arrays, the counts and references of index
// lists, samples. Like open(), they do not read the contents of arrays. They return the sum of all numbers read.
namespace structure {

enum flags : std::uint32_t { light = 2, mesh = 0x20, skin = 0x40, animmesh = 0x80, dangly = 0x100, aabb = 0x200 };

[[nodiscard]] inline std::uint64_t list(const nwn_data& model, std::uint32_t at) {
    return std::uint64_t{model.at(at)} + model.at(at + 4);
}

[[nodiscard]] inline std::uint64_t controllers(const nwn_data& model, std::uint32_t node) {
    return list(model, node + 0x54) + list(model, node + 0x60) + model.sum_of(node + 0x54, 12, [&](std::uint32_t key) {
        return std::uint64_t{model.at(key)} + model.at<std::uint16_t>(key + 4) + model.at<std::uint16_t>(key + 6) +
               model.at<std::uint16_t>(key + 8) + model.at<std::uint8_t>(key + 10);
    });
}

[[nodiscard]] inline std::uint64_t flares(const nwn_data& model, std::uint32_t node) {
    return list(model, node + 0x80) + list(model, node + 0x8C) + list(model, node + 0x98) +
           model.sum_of(node + 0xA4, 4, [&](std::uint32_t pointer) { return model.text_length(model.at(pointer)); });
}

[[nodiscard]] inline std::uint64_t surface(const nwn_data& model, std::uint32_t node) {
    std::uint64_t sum = list(model, node + 0x78) + list(model, node + 0x210) + model.at<std::uint16_t>(node + 0x230);
    std::uint32_t count = model.at(node + 0x204);
    std::uint32_t first = model.at(node + 0x210);
    for (std::uint32_t lists = model.at(node + 0x208); lists != 0; --lists, count += 4, first += 4) {
        sum += std::uint64_t{model.at(count)} + model.at(first);
    }
    for (const std::uint32_t array : {0x22CU, 0x234U, 0x238U, 0x23CU, 0x240U, 0x244U, 0x248U, 0x258U, 0x260U}) {
        sum += model.at(node + array);
    }
    return sum;
}

[[nodiscard]] inline std::uint64_t boxes(const nwn_data& model, std::uint32_t box) {
    std::uint64_t sum = model.at(box + 0x20);
    for (const std::uint32_t child : {model.at(box + 0x18), model.at(box + 0x1C)}) {
        sum += child != 0 ? boxes(model, child) : 0;
    }
    return sum;
}

[[nodiscard]] inline std::uint64_t parts(const nwn_data& model, std::uint32_t node, std::uint32_t has) {
    std::uint64_t sum = (has & light) != 0 ? flares(model, node) : 0;
    if ((has & mesh) == 0) {
        return sum;
    }
    sum += surface(model, node);
    if ((has & skin) != 0) {
        sum += list(model, node + 0x27C) + list(model, node + 0x284) + list(model, node + 0x28C) +
               list(model, node + 0x298) + list(model, node + 0x2A4);
    }
    if ((has & animmesh) != 0) {
        sum += list(model, node + 0x298) + list(model, node + 0x2A0);
    }
    if ((has & dangly) != 0) {
        sum += list(model, node + 0x270);
    }
    if (const std::uint32_t root = (has & aabb) != 0 ? model.at(node + 0x270) : 0; root != 0) {
        sum += boxes(model, root);
    }
    return sum;
}

[[nodiscard]] inline std::uint64_t nodes(const nwn_data& model, std::uint32_t node, std::uint32_t kinds) {
    const std::uint32_t has = model.at(node + 0x6C);
    std::uint64_t sum = has + controllers(model, node);
    if ((has & kinds) != 0) {
        sum += parts(model, node, has & (kinds | mesh));
    }
    return sum +
           model.sum_of_targets(node + children_at, [&](std::uint32_t child) { return nodes(model, child, kinds); });
}

} // namespace structure

[[nodiscard]] inline std::uint64_t walk_nwn_structure(bytes file) {
    const nwn_data model{file.subspan(12)};
    const auto walk_tree = [&](std::uint32_t root, std::uint32_t kinds) {
        return root != 0 ? structure::nodes(model, root, kinds) : 0;
    };
    return walk_tree(model.at(root_at), ~1U) + model.sum_of(animations_at, 4, [&](std::uint32_t pointer) {
        const std::uint32_t animation = model.at(pointer);
        return structure::list(model, animation + 0xB8) + walk_tree(model.at(animation + root_at), structure::animmesh);
    });
}

// The arrays that verify() tests, read without checks: computes the largest index of each list, of the corners of all
// faces, and of the slots of skins. Like verify(), it walks through the nodes to find them.
class nwn_contents {
public:
    explicit nwn_contents(bytes file) : model_(file.subspan(12)), raw_(file.subspan(12 + nwn_data{file}.at(4))) {}

    [[nodiscard]] std::uint64_t largest(bool samples_meshes) const {
        const std::uint64_t sum = tree(model_.at(root_at), structure::mesh);
        return !samples_meshes ? sum : sum + model_.sum_of(animations_at, 4, [&](std::uint32_t pointer) {
            return tree(model_.at(model_.at(pointer) + root_at), structure::animmesh);
        });
    }

private:
    [[nodiscard]] std::uint64_t tree(std::uint32_t root, std::uint32_t kinds) const {
        return root != 0 ? nodes(root, kinds) : 0;
    }
    [[nodiscard]] std::uint64_t nodes(std::uint32_t node, std::uint32_t kinds) const {
        const std::uint32_t has = model_.at(node + 0x6C);
        std::uint64_t sum = (has & kinds) != 0 ? surface(node) : 0;
        if ((has & kinds) != 0 && (has & structure::skin) != 0 && kinds == structure::mesh) {
            sum += skin(node);
        }
        return sum +
               model_.sum_of_targets(node + children_at, [&](std::uint32_t child) { return nodes(child, kinds); });
    }
    [[nodiscard]] std::uint64_t surface(std::uint32_t node) const {
        std::uint64_t sum = 0;
        std::uint32_t count = model_.at(node + 0x204);
        std::uint32_t first = model_.at(node + 0x210);
        for (std::uint32_t lists = model_.at(node + 0x208); lists != 0; --lists, count += 4, first += 4) {
            if (const std::uint32_t indices = model_.at(count); indices != 0) {
                sum += largest_of<std::uint16_t>(raw_, model_.at(first), indices);
            }
        }
        std::uint16_t largest = 0;
        std::uint32_t corner = model_.at(node + 0x78) + 0x1A;
        for (std::uint32_t faces = model_.at(node + 0x7C); faces != 0; --faces, corner += 0x20) {
            largest = std::max({largest, model_.at<std::uint16_t>(corner), model_.at<std::uint16_t>(corner + 2),
                                model_.at<std::uint16_t>(corner + 4)});
        }
        return sum + largest;
    }
    [[nodiscard]] std::uint64_t skin(std::uint32_t node) const {
        const std::uint32_t refs = model_.at(node + 0x280);
        const std::uint64_t slots =
            refs != 0xFFFF'FFFF ? largest_of<std::int16_t>(raw_, refs, 4U * model_.at<std::uint16_t>(node + 0x230)) : 0;
        return slots + largest_of<std::int16_t>(model_, model_.at(node + 0x284), model_.at(node + 0x288));
    }
    template <class T>
    [[nodiscard]] static std::uint64_t largest_of(const nwn_data& data, std::uint32_t first, std::uint32_t count) {
        T out = 0;
        for (std::size_t i = 0; i < count; ++i) {
            out = std::max(out, data.at<T>(first + i * sizeof(T)));
        }
        return static_cast<std::uint64_t>(out);
    }

    nwn_data model_;
    nwn_data raw_;
};

} // namespace raw

template <class Nodes, class Look> [[nodiscard]] std::uint64_t walk_nodes(const Nodes& nodes, Look look) {
    std::uint64_t sum = 0;
    for (const auto& node : nodes) {
        look(node);
        sum += std::uint64_t{node.flags()} + node.get(node.record()->children).size() +
               node.get(node.record()->controller_data).size();
        for (const auto& controller : node.controllers()) {
            look(controller);
            sum += std::uint64_t{static_cast<std::uint16_t>(controller.record()->rows.get())} +
                   static_cast<std::uint32_t>(controller.id());
        }
        if (const auto mesh = node.mesh(); mesh && !node.in_animation()) {
            sum += mesh.faces().size() + mesh.vertex_count();
            for (std::size_t i = 0; i < mesh.index_list_count(); ++i) {
                sum += mesh.index_list(i).size();
            }
        }
    }
    return sum;
}
template <class Look = blind>
[[nodiscard]] std::uint64_t walk(const effigy::nwn::model& model, Look look = {}) {
    std::uint64_t sum = walk_nodes(model.nodes(), look);
    for (const auto& animation : model.animations()) {
        look(animation);
        sum += walk_nodes(animation.nodes(), look);
    }
    return sum;
}

// One opened model.
class nwn_format {
public:
    static constexpr const char* name = "nwn (records: nodes, also of animations)";
    using input = bytes;

    [[nodiscard]] static bool is(effigy::file_kind what) { return what == effigy::file_kind::nwn_model; }
    [[nodiscard]] static auto open_view(bytes file) { return effigy::nwn::open(file); }
    [[nodiscard]] static std::uint64_t raw_walk(bytes file) { return raw::walk_nwn(file); }
    [[nodiscard]] static std::uint64_t raw_structure(bytes file) { return raw::walk_nwn_structure(file); }

    [[nodiscard]] std::uint64_t walk() const { return bench::walk(view_); }
    [[nodiscard]] std::uint64_t raw_contents() const {
        return raw::nwn_contents{view_.file().bytes()}.largest(view_.samples_meshes());
    }

protected:
    [[nodiscard]] std::size_t count_records() const {
        std::size_t out = view_.nodes().size();
        for (const auto& animation : view_.animations()) {
            out += animation.count_nodes();
        }
        return out;
    }

    effigy::nwn::model view_;
};
using nwn_file = opened_file<nwn_format>;

} // namespace bench
