// The models of Neverwinter Nights: trees of nodes that point at each other.
#pragma once

#include "bench/corpus.hpp"
#include "bench/raw.hpp"

#include <effigy/nwn.hpp>

namespace bench {

namespace raw {

// Numbers at offsets of model data.
class nwn_data {
public:
    explicit nwn_data(bytes file) : first_(file.data() + 12) {}

    template <class T = std::uint32_t> [[nodiscard]] T at(std::size_t offset) const {
        T value{};
        std::memcpy(&value, first_ + offset, sizeof(value));
        return value;
    }

private:
    const std::byte* first_;
};

[[nodiscard]] inline std::uint64_t walk_controllers(const nwn_data& model, std::uint32_t node) {
    std::uint64_t sum = 0;
    std::uint32_t key = model.at(node + 0x54);
    for (std::uint32_t count = model.at(node + 0x58); count != 0; --count, key += 12) {
        sum += model.at<std::uint16_t>(key + 4) + std::uint64_t{model.at(key)};
    }
    return sum;
}

[[nodiscard]] inline std::uint64_t walk_mesh(const nwn_data& model, std::uint32_t node) {
    std::uint64_t sum = std::uint64_t{model.at(node + 0x7C)} + model.at<std::uint16_t>(node + 0x230);
    std::uint32_t list = model.at(node + 0x204);
    for (std::uint32_t lists = model.at(node + 0x208); lists != 0; --lists, list += 4) {
        sum += model.at(list);
    }
    return sum;
}

// The sum of what is counted in a tree; nwn_file::walk() gives the same.
[[nodiscard]] inline std::uint64_t walk_nodes(const nwn_data& model, std::uint32_t node, bool in_animation) {
    constexpr std::uint32_t has_mesh = 0x20;
    const std::uint32_t flags = model.at(node + 0x6C);
    const std::uint32_t children = model.at(node + 0x4C);
    std::uint64_t sum = std::uint64_t{flags} + children + model.at(node + 0x64) + walk_controllers(model, node);
    if (!in_animation && (flags & has_mesh) != 0) {
        sum += walk_mesh(model, node);
    }
    std::uint32_t pointer = model.at(node + 0x48);
    for (std::uint32_t i = 0; i < children; ++i, pointer += 4) {
        if (const std::uint32_t child = model.at(pointer); child != 0) {
            sum += walk_nodes(model, child, in_animation);
        }
    }
    return sum;
}

[[nodiscard]] inline std::uint64_t walk_nwn(bytes file) {
    constexpr std::uint32_t root_at = 0x48;
    const nwn_data model{file};
    const std::uint32_t root = model.at(root_at);
    std::uint64_t sum = root != 0 ? walk_nodes(model, root, false) : 0;
    std::uint32_t pointer = model.at(0x78);
    for (std::uint32_t animations = model.at(0x7C); animations != 0; --animations, pointer += 4) {
        if (const std::uint32_t animation_root = model.at(model.at(pointer) + root_at); animation_root != 0) {
            sum += walk_nodes(model, animation_root, true);
        }
    }
    return sum;
}

} // namespace raw

// One opened model.
class nwn_file {
public:
    static constexpr const char* name = "nwn (records: nodes, also of animations)";
    [[nodiscard]] static bool is(effigy::kind what) { return what == effigy::kind::nwn_model; }

    [[nodiscard]] static std::uint64_t open(bytes file) {
        const auto opened = effigy::nwn::open(file);
        return opened ? opened->node_count() + opened->trailing().size() : 0;
    }
    [[nodiscard]] static std::uint64_t raw_walk(bytes file) { return raw::walk_nwn(file); }

    explicit nwn_file(bytes file) {
        const auto opened = effigy::nwn::open(file);
        sound_ = opened.has_value();
        if (!sound_) {
            return;
        }
        view_ = *opened;
        nodes_ = view_.node_count();
        for (const auto& animation : view_.animations()) {
            for ([[maybe_unused]] const auto& node : animation.nodes()) {
                ++nodes_;
            }
        }
    }

    [[nodiscard]] bool sound() const { return sound_; }
    [[nodiscard]] std::size_t records() const { return nodes_; }
    [[nodiscard]] std::uint64_t walk() const {
        std::uint64_t sum = sum_of(view_.nodes());
        for (const auto& animation : view_.animations()) {
            sum += sum_of(animation.nodes());
        }
        return sum;
    }
    [[nodiscard]] std::uint64_t verify() const { return static_cast<std::uint64_t>(effigy::nwn::verify(view_).code); }

private:
    template <class Nodes> [[nodiscard]] static std::uint64_t sum_of(const Nodes& nodes) {
        std::uint64_t sum = 0;
        for (const auto& node : nodes) {
            sum +=
                std::uint64_t{node.flags()} + node.children().size() + node.get(node.header()->controller_data).size();
            for (const auto& controller : node.controllers()) {
                sum += std::uint64_t{static_cast<std::uint16_t>(controller.key->rows.get())} +
                       static_cast<std::uint32_t>(controller.id);
            }
            if (const auto mesh = node.mesh(); mesh && !node.in_animation()) {
                sum += mesh.authored_faces().size() + mesh.vertex_count();
                for (std::size_t i = 0; i < mesh.index_list_count(); ++i) {
                    sum += mesh.index_list(i).size();
                }
            }
        }
        return sum;
    }

    effigy::nwn::model view_;
    bool sound_ = false;
    std::size_t nodes_ = 0;
};

} // namespace bench
