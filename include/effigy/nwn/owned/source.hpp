// An owning model as the source of a traversal, see view/blocks.hpp.
#pragma once

#include <effigy/nwn/decode.hpp>
#include <effigy/nwn/order/blocks.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// The form of a record that a file contains.
template <class Record> struct in_file;
template <template <form> class Record> struct in_file<Record<form::host>> {
    using type = Record<form::little>;
};
template <class Record> using stored_form = typename in_file<Record>::type;

// Where a part is in its node.
template <class Record> inline constexpr std::uint32_t part_at = node_part_at;
template <> inline constexpr std::uint32_t part_at<skin_header> = mesh_part_at;
template <> inline constexpr std::uint32_t part_at<animmesh_header> = mesh_part_at;
template <> inline constexpr std::uint32_t part_at<dangly_header> = mesh_part_at;

template <class T> inline constexpr bool is_list = false;
template <class T, form F> inline constexpr bool is_list<list<T, F>> = true;

// A node, and what its place in the model says.
struct source_node {
    const owned_node& own;
    std::uint32_t number; // in its tree
    bool in_animation;

    [[nodiscard]] bool has(std::uint32_t flag) const noexcept { return (own.flags & flag) != 0; }
    // Whether a file may contain a part, see node::part() in view/node.hpp.
    [[nodiscard]] bool can_have(node_flags part) const noexcept {
        return in_animation ? has(has_animmesh) && (part == has_mesh || part == has_animmesh)
                            : has(part) && (part < has_skin || has(has_mesh));
    }
};

template <class = when_used> struct owned_source {
    const owned_model& in;

    template <class T>
    static constexpr bool lists_texts = std::same_as<T, list<array_ptr<char, form::host>, form::host>>;

    template <class T> [[nodiscard]] static std::uint64_t count(const T& to, const auto& by_fields) {
        if constexpr (is_list<T>) {
            return to.count;
        } else {
            return by_fields();
        }
    }
    template <class T> [[nodiscard]] std::span<const T> get(const pool_slice<T>& items) const noexcept {
        return in.get<T>(items);
    }
    [[nodiscard]] static bool has(const source_node& node, node_flags flag) noexcept { return node.has(flag); }
    [[nodiscard]] auto light(const source_node& node) const noexcept { return in.get(node.own.light); }
    [[nodiscard]] auto emitter(const source_node& node) const noexcept { return in.get(node.own.emitter); }
    [[nodiscard]] auto reference(const source_node& node) const noexcept { return in.get(node.own.reference); }
    [[nodiscard]] const basic_mesh_header<form::host>* mesh(const source_node& node) const noexcept {
        return in.get(node.own.mesh);
    }
    [[nodiscard]] const basic_skin_header<form::host>* skin(const source_node& node) const noexcept {
        return in.get(node.own.skin);
    }
    [[nodiscard]] auto animmesh(const source_node& node) const noexcept { return in.get(node.own.animmesh); }
    [[nodiscard]] auto dangly(const source_node& node) const noexcept { return in.get(node.own.dangly); }
    [[nodiscard]] pool_slice<std::uint16_t> own_indices(const source_node& node) const noexcept {
        return in.get(node.own.mesh)->own_indices;
    }

    [[nodiscard]] static const basic_model_header<form::host>* record(const owned_model& model) noexcept {
        return &model;
    }
    template <class Of> void each_node(const Of& of, const auto& use) const {
        std::uint32_t number = 0;
        for (const owned_node& own : get(of.nodes)) {
            basic_node_header<form::host> header{};
            header.inherit_color = own.inherit_color;
            header.part_number = own.part_number;
            header.name = own.name;
            header.controller_keys = own.controllers;
            header.controller_data = own.pool;
            header.flags = own.flags;
            use(source_node{own, number++, std::same_as<Of, owned_animation>}, header);
        }
    }
    void each_animation(const owned_model& model, const auto& use) const {
        for (const owned_animation& clip : get(model.animations)) {
            use(clip, static_cast<const basic_animation_header<form::host>&>(clip));
        }
    }
};

}}}} // namespace effigy::v0::nwn::impl
