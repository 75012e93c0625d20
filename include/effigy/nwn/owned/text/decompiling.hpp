// Writing a model that owns its data as a text.
#pragma once

#include <effigy/nwn/owned/derive.hpp>
#include <effigy/nwn/owned/text/authoring.hpp>
#include <effigy/nwn/owned/text/field_values.hpp>
#include <effigy/nwn/owned/text/keys.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// Names as words: blanks, and '#' at the beginning, become '_'.
template <class = when_used> class text_names {
public:
    explicit text_names(std::pmr::memory_resource* memory) : word_(memory) {}

    // Valid until the next call.
    [[nodiscard]] std::string_view word_for(std::string_view name) {
        if (name.empty()) {
            return "NULL";
        }
        word_.clear();
        for (const char c : name) {
            word_.push_back(text_words::is_blank(c) || (c == '#' && word_.empty()) ? '_' : c);
        }
        return {word_.data(), word_.size()};
    }

private:
    pool<char> word_;
};

template <class = when_used> class text_author {
public:
    text_author(const owned_model& from, producer by, std::pmr::memory_resource* memory)
        : from_(from), by_(by), out_(memory), line_(memory), names_(memory) {}

    // Error: budget, if lists that many records share would make a text of more than 64 times the model.
    [[nodiscard]] result<file_bytes> run() {
        const std::string_view name = from_.geometry.name.view();
        put("newmodel ");
        put_name(name);
        put("\n");
        put_fields(model_parts<const owned_model>{from_, by_}, "");
        put("beginmodelgeom ");
        put_name(name);
        put("\n");
        if (from_.radius != least_radius()) {
            put("  radius ");
            put(decimal_text{from_.radius}.view());
            put("\n");
        }
        put_tree(from_.nodes, true);
        put("endmodelgeom ");
        put_name(name);
        put("\n");
        for (const owned_animation& clip : from_.get(from_.animations)) {
            put_animation(clip);
        }
        put("donemodel ");
        put_name(name);
        put("\n");
        if (is_full_) {
            return error{{"nwn.text", location::nowhere}, errc::budget, most_bytes(), -1};
        }
        return std::move(out_);
    }

private:
    [[nodiscard]] std::uint64_t most_bytes() const noexcept { return 64 * from_.size_in_bytes() + 65536; }
    [[nodiscard]] std::pmr::memory_resource* memory() const noexcept { return out_.resource(); }
    void put(std::string_view text) {
        is_full_ = is_full_ || text.size() > most_bytes() - out_.size();
        if (!is_full_) {
            out_.append(std::as_bytes(std::span<const char>{text}));
        }
    }
    void put_name(std::string_view name) { put(names_.word_for(name)); }
    void end_line() {
        put(line_.view());
        put("\n");
        line_.clear();
    }
    [[nodiscard]] float least_radius() const noexcept {
        bool has_emitters = false;
        for (const owned_node& node : from_.get(from_.nodes)) {
            has_emitters = has_emitters || (node.flags & has_emitter) != 0;
        }
        return has_emitters ? 40.0F : 7.0F;
    }

    // ---- trees -----------------------------------------------------------------------------------------------------

    void put_animation(const owned_animation& clip) {
        const auto put_names = [&] {
            put_name(clip.geometry.name.view());
            put(" ");
            put_name(from_.geometry.name.view());
            put("\n");
        };
        put("newanim ");
        put_names();
        put_fields(clip, "  ");
        for (const owned_event& event : from_.get(clip.events)) {
            line_ << "  event " << event.time << " " << names_.word_for(event.name.view());
            end_line();
        }
        put_tree(clip.nodes, false);
        put("doneanim ");
        put_names();
    }
    void put_tree(const pool_slice<owned_node>& tree, bool is_model) {
        const std::span<const owned_node> nodes = from_.get(tree);
        pool<std::uint32_t> order{memory()};
        if (!is_model || !order_by_parts(nodes, order)) {
            order.clear();
            for (std::uint32_t i = 0; i < nodes.size(); ++i) {
                order.push_back(i);
            }
        }
        for (const std::uint32_t i : order) {
            const owned_node& node = nodes[i];
            std::string_view type = node_types[0].word;
            for (const node_type& row : node_types) {
                type = row.flags == node.flags ? row.word : type;
            }
            line_ << "node " << type << " " << names_.word_for(node.name.view());
            end_line();
            const std::string_view above = node.parent < nodes.size() ? nodes[node.parent].name.view() : "";
            line_ << "  parent " << names_.word_for(above);
            end_line();
            put_fields(node);
            put_controllers(node);
            put_lists(node, nodes);
            put("endnode\n");
        }
    }
    // The order of declaration is that of part numbers, if they are the numbers from 0, parents come first, and
    // children stay in their order. Returns false if not.
    [[nodiscard]] bool order_by_parts(std::span<const owned_node> nodes, pool<std::uint32_t>& order) const {
        order.assign(nodes.size(), npos);
        for (std::uint32_t i = 0; i < nodes.size(); ++i) {
            const auto part = static_cast<std::uint32_t>(nodes[i].part_number);
            if (part >= order.size() || order[part] != npos) {
                return false;
            }
            order[part] = i;
        }
        struct children {
            std::uint32_t last_rank = 0, last_part = 0;
            bool is_sorted_by_part = true, is_sorted_by_rank = true;
            bool has_transparent = false, must_sort = false;
        };
        pool<children> all(nodes.size(), memory());
        for (const std::uint32_t i : order) { // as the compiler declares them: does it sort the children?
            const owned_node& node = nodes[i];
            if (node.parent == npos) {
                continue;
            }
            if (nodes[node.parent].part_number > node.part_number) {
                return false;
            }
            children& of = all[node.parent];
            of.must_sort = of.must_sort || (of.has_transparent && rank_of(node) != 2);
            of.has_transparent = of.has_transparent || rank_of(node) == 2;
        }
        for (const owned_node& node : nodes) { // as they are
            if (node.parent == npos) {
                continue;
            }
            children& of = all[node.parent];
            const std::uint32_t rank = rank_of(node), part = static_cast<std::uint32_t>(node.part_number) + 1;
            of.is_sorted_by_part = of.is_sorted_by_part && part > of.last_part;
            of.is_sorted_by_rank =
                of.is_sorted_by_rank && (rank > of.last_rank || (rank == of.last_rank && part > of.last_part));
            of.last_rank = rank;
            of.last_part = part;
        }
        for (const children& of : all) {
            if (of.must_sort ? !of.is_sorted_by_rank : !of.is_sorted_by_part) {
                return false;
            }
        }
        return true;
    }
    [[nodiscard]] std::uint32_t rank_of(const owned_node& node) const noexcept {
        const owned_mesh* const mesh = from_.get(node.mesh);
        return child_rank(node.flags, mesh != nullptr && mesh->transparency_hint != 0);
    }

    // ---- fields ----------------------------------------------------------------------------------------------------

    template <class Parts> void put_fields(const Parts& parts, std::string_view indentation) {
        each_field(parts, [&](std::string_view keyword, const field_words& value) {
            const bool is_zero = value.real_count == 0 && !value.is_text && value.whole == 0;
            const auto is = [&](std::string_view word) { return compare_any_case(keyword, word) == 0; };
            const bool is_optional = is("inheritcolor") || is("renderhint") || is("lightmapped");
            // The Enhanced Edition leaves garbage in it.
            const bool is_garbage = is("lightmapped") && !is_before_enhanced_edition(by_) && value.whole > 1;
            const bool is_default =
                (is("ignorefog") && from_.fog != 0) || (is("classification") && value.chars == other_class);
            if ((value.is_text && value.chars.empty()) || (is_zero && is_optional) || is_garbage || is_default) {
                return;
            }
            line_ << indentation;
            write_field(line_, names_, keyword, value);
            end_line();
        });
    }
    // In an animation, most nodes have no parts, whatever their type.
    void put_fields(const owned_node& node) {
        const bool has_any = node.light || node.emitter || node.reference || node.mesh || node.animmesh || node.dangly;
        owned_node own = node;
        own.flags = has_any ? node.flags : std::uint32_t{has_header};
        put_fields(parts_of(from_, own), "  ");
    }
    void put_controllers(const owned_node& node) {
        for (const owned_key& key : from_.get(node.controllers)) {
            const std::span<const float> times = from_.times(node, key);
            if (times.empty()) {
                continue; // there is no statement for it
            }
            if (key.id == controls_detonation && !key.has_values() && times.size() == 1 && times[0] == 0) {
                line_ << "  detonatekey 1\n"; // and a row without numbers
                end_line();
                continue;
            }
            const bool has_rows = key.is_bezier() || times.size() != 1 || times[0] != 0 || !key.has_values();
            write_controller(line_, key.id, node.flags, by_,
                             !has_rows         ? ""
                             : key.is_bezier() ? "bezierkey"
                                               : "key",
                             times, from_.values(node, key), "\n");
            end_line();
        }
    }

    // ---- lists -----------------------------------------------------------------------------------------------------

    template <class T, class Write> void put_list(std::string_view keyword, const T& list, const Write& write) {
        if (list.empty()) {
            return;
        }
        line_ << "  " << keyword << " " << static_cast<std::int64_t>(list.size());
        end_line();
        for (const auto& row : list) {
            line_ << "   ";
            write(row);
            end_line();
        }
    }
    static void put_list(std::string_view, const statement&, const auto&) noexcept {} // a model has no such lists
    void put_row(const float& row) { line_ << " " << row; }
    void put_row(const vector3<float>& row) { line_ << " " << row.x << " " << row.y << " " << row.z; }
    void put_row(const vector4<float>& row) { line_ << " " << row.x << " " << row.y << " " << row.z << " " << row.w; }
    void put_row(const text_indices& row) {
        for (const std::int32_t index : row.of) {
            line_ << " " << std::int64_t{index};
        }
    }
    void put_row(const text_face& row) {
        put_row(text_indices{{row.vertex[0], row.vertex[1], row.vertex[2]}});
        line_ << "  " << std::int64_t{row.smoothing} << " ";
        put_row(text_indices{{row.texcoord[0], row.texcoord[1], row.texcoord[2]}});
        line_ << "  " << std::int64_t{row.surface};
    }
    void put_lists(const owned_node& node, std::span<const owned_node> nodes) {
        const auto write = [&](const auto& row) { put_row(row); };
        if (const owned_light* const light = from_.get(node.light)) {
            put_list("texturenames", from_.get(light->flare_textures),
                     [&](const owned_name& name) { line_ << " " << names_.word_for(from_.get(name)); });
            put_list("flaresizes", from_.template get<float>(light->flare_sizes), write);
            put_list("flarepositions", from_.template get<float>(light->flare_positions), write);
            put_list("flarecolorshifts", from_.template get<vec3<form::host>>(light->flare_color_shifts), write);
        }
        const owned_mesh* const mesh = from_.get(node.mesh);
        if (mesh == nullptr) {
            return;
        }
        mesh_author<> author{from_, node, *mesh, by_};
        author.run();
        author.lists.each([&](std::string_view keyword, std::uint32_t flags, const auto& list) {
            if ((node.flags & flags) == flags) {
                put_list(keyword, list, write);
            }
        });
        if (const owned_skin* const skin = from_.get(node.skin)) {
            put_weights(*skin, author.vertices, nodes);
        }
        put_boxes(node);
    }
    void put_weights(const owned_skin& skin, const pool<std::uint32_t>& vertices, std::span<const owned_node> nodes) {
        const auto weights = from_.template get<vec4<form::host>>(skin.weights);
        const auto slots = from_.template get<basic_joints<form::host>>(skin.joints);
        const pool<std::uint32_t> bones = nodes_of_slots(from_, skin, memory());
        put_list("weights", vertices, [&](std::uint32_t vertex) {
            bool has_one = false;
            for (std::size_t i = 0; i < 4 && vertex < weights.size() && vertex < slots.size(); ++i) {
                const float weight = element(weights[vertex], i);
                const std::int16_t slot = slots[vertex].bone[i];
                const std::uint32_t* const bone =
                    slot >= 0 ? find_at(std::span<const std::uint32_t>{bones}, static_cast<std::uint64_t>(slot))
                              : nullptr;
                if (weight != 0 && bone != nullptr && *bone < nodes.size()) {
                    line_ << " " << names_.word_for(nodes[*bone].name.view()) << " " << weight;
                    has_one = true;
                }
            }
            if (!has_one) { // a row must have a bone
                line_ << " " << names_.word_for(nodes[0].name.view()) << " 0";
            }
        });
    }
    // Boxes come before those inside, the left one first. The plane is written if it is another than it would be.
    void put_boxes(const owned_node& node) {
        const std::span<const owned_aabb> boxes = from_.get(node.aabb);
        const auto at = [&](const pool_handle<owned_aabb>& which) -> const owned_aabb* {
            return find_at(boxes, which.number - node.aabb.first);
        };
        pool<const owned_aabb*> open{memory()};
        if (!boxes.empty()) {
            line_ << "  aabb";
            open.push_back(&boxes[0]);
        }
        for (std::size_t written = 0; !open.empty() && written < boxes.size(); ++written) {
            const owned_aabb& each = *open.back();
            open.pop_back();
            line_ << (written != 0 ? "    " : " ") << each.min.x << " " << each.min.y << " " << each.min.z << " "
                  << each.max.x << " " << each.max.y << " " << each.max.z << " " << std::int64_t{each.face};
            const owned_aabb *const left = at(each.left), *const right = at(each.right);
            if (each.plane != (left != nullptr && right != nullptr ? plane_between(*left, *right) : 0)) {
                line_ << " " << std::int64_t{each.plane};
            }
            end_line();
            for (const owned_aabb* const below : {right, left}) {
                if (below != nullptr) {
                    open.push_back(below);
                }
            }
        }
    }

    const owned_model& from_;
    producer by_;
    file_bytes out_;
    text_line<> line_;
    text_names<> names_;
    bool is_full_ = false;
};

}}}} // namespace effigy::v0::nwn::impl
