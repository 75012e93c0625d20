// From the statements of a text to an owning model.
#pragma once

#include <effigy/nwn/owned/derive/parts.hpp>
#include <effigy/nwn/owned/text/keys.hpp>
#include <effigy/nwn/owned/text/mesh.hpp>
#include <effigy/nwn/owned/text/skin.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// A node while its tree is being read.
struct declared_node {
    owned_node own;
    statement at;
    std::string_view parent; // as written
    bool is_root = false;    // its parent is "NULL"
    bool is_added = false;   // it has no statement
    bool has_parent = false; // there is a statement that says so
    bool is_transparent = false;
    std::uint32_t above = npos;                                       // the parent's number
    std::uint32_t first_child = npos, last_child = npos, next = npos; // in the order of declaration
    std::uint32_t number = npos;                                      // in the tree, parents first
    std::uint32_t depth = 0;
};
// A skin whose bones are not known yet.
struct declared_skin {
    std::uint32_t node; // as declared
    statement weights;
    pool_slice<std::uint32_t> vertices;
};

// Decodes one text. The order of the rules is that of the file.
template <class = when_used> class text_decoder {
public:
    // `places`: gets the offset of the statement of each node, in the order of the model's pool; `nowhere` of one that
    // has none. `sink`: gets what is left out.
    text_decoder(const text_model& from, producer by, std::pmr::memory_resource* memory,
                 pool<std::uint64_t>* places = nullptr, const finding_sink* sink = nullptr)
        : from_(from), by_(by), places_(places), to_(memory_limit(from.file().size()), sink, memory),
          lists_(by == producer::nwnmdlcomp, memory), nodes_(memory), skins_(memory), skin_vertices_(memory),
          keys_(by == producer::nwnmdlcomp, memory), root_nodes_(memory), root_matcher_(memory) {}

    [[nodiscard]] result<owned_model> run() {
        begin_model();
        for (const statement& each : from_.statements()) {
            read(each);
            if (to_.why) {
                return to_.why;
            }
        }
        end_tree();
        if (to_.why) {
            return to_.why;
        }
        return std::move(to_.made);
    }

private:
    enum class tree { none, model, animation };

    [[nodiscard]] static constexpr std::uint64_t memory_limit(std::uint64_t file_size) noexcept {
        return 40 * file_size + std::uint64_t{80} * 1024;
    }
    [[nodiscard]] owned_model& made() noexcept { return to_.made; }
    [[nodiscard]] bool by_nwnmdlcomp() const noexcept { return by_ == producer::nwnmdlcomp; }

    // ---- the model -------------------------------------------------------------------------------------------------

    void begin_model() {
        owned_model& model = made();
        model.producer = producer::unknown;
        read_text(from_.name(), model.geometry.name);
        model.geometry.type = geometry_type::model_tree;
        model.fog = 1;
        model.bounding_min = {-5, -5, -1}; // this box in 608 of 608 files, whatever the text says (measured)
        model.bounding_max = {5, 5, 10};
        model.radius = 7;
        model.animation_scale = 1;
    }
    void read(const statement& each) {
        switch (each.kind()) {
        case statement_kind::model:
        case statement_kind::end_list: break;
        case statement_kind::end_model:
        case statement_kind::end_geometry:
        case statement_kind::end_animation: end_tree(); break;
        case statement_kind::geometry:
            end_tree();
            tree_ = has_model_tree_ ? tree::none : tree::model;
            if (tree_ == tree::model && from_.is_walk_mesh()) {
                add_walk_root(each);
            }
            break;
        case statement_kind::animation:
            end_tree();
            begin_animation(each);
            break;
        case statement_kind::node:
            end_node();
            if (tree_ == tree::none && !has_model_tree_) {
                tree_ = tree::model; // without "beginmodelgeom"
                if (from_.is_bare()) {
                    add_walk_root(each);
                }
            }
            if (tree_ != tree::none) {
                begin_node(each);
            }
            break;
        case statement_kind::end_node: end_node(); break;
        case statement_kind::plain:
            if (is_in_node_) {
                read_node(each);
            } else if (tree_ == tree::animation) {
                read_animation(each);
            } else {
                read_model(each);
            }
            break;
        }
    }
    // The nodes of a file of walk meshes are below those of a model that it does not have. They get a root with its
    // name.
    void add_walk_root(const statement& each) {
        declared_node root;
        root.at = each;
        root.is_root = root.is_added = true;
        root.own.flags = has_header;
        read_text(from_.name(), root.own.name);
        nodes_.push_back(root);
    }
    void read_model(const statement& each) {
        if (!with_field(model_parts<owned_model>{made(), by_}, each.keyword(), field_reader{each}) &&
            each.is("radius") && tree_ == tree::model) {
            static_cast<void>(read_number(each.word(0).text, made().radius));
        }
    }

    // ---- animations ------------------------------------------------------------------------------------------------

    void begin_animation(const statement& each) {
        tree_ = tree::animation;
        if (!to_.template charge<owned_animation>(1, each)) {
            return;
        }
        owned_animation made_animation{};
        read_text(each.word(0).text, made_animation.geometry.name);
        made_animation.geometry.type = geometry_type::animation_tree;
        made_animation.length = 1;
        made_animation.transition_time = 0.25F;
        if (made().animations.empty()) {
            made().animations.first = static_cast<std::uint32_t>(made().template all<owned_animation>().size());
        }
        made().template all<owned_animation>().push_back(made_animation);
        ++made().animations.count;
    }
    void read_animation(const statement& each) {
        owned_animation& clip = made().template all<owned_animation>().back();
        if (!with_field(clip, each.keyword(), field_reader{each}) && each.is("event") &&
            to_.template charge<owned_event>(1, each)) {
            owned_event event{};
            if (read_number(each.word(0).text, event.time)) {
                read_text(each.word(1).text, event.name);
                add_event(clip, event);
            }
        }
    }
    // Events are sorted by time, and keep their order if the times are equal.
    void add_event(owned_animation& clip, const owned_event& event) {
        pool<owned_event>& all = made().template all<owned_event>();
        if (clip.events.empty()) {
            clip.events.first = static_cast<std::uint32_t>(all.size());
        }
        all.push_back(event);
        ++clip.events.count;
    }
    void sort_events(owned_animation& clip) {
        const std::span<owned_event> events = made().get(clip.events);
        pool<std::uint32_t> order{nodes_.resource()};
        pool<owned_event> sorted{nodes_.resource()};
        bool is_sorted = true;
        for (std::uint32_t i = 0; i < events.size(); ++i) {
            order.push_back(i);
            is_sorted = is_sorted && (i == 0 || !(events[i].time < events[i - 1].time));
        }
        if (is_sorted) {
            return;
        }
        heap_sort(order, [&](std::uint32_t a, std::uint32_t b) {
            return events[a].time < events[b].time || (!(events[b].time < events[a].time) && a < b);
        });
        for (const std::uint32_t i : order) {
            sorted.push_back(events[i]);
        }
        for (std::size_t i = 0; i < events.size(); ++i) {
            events[i] = sorted[i];
        }
    }

    // ---- nodes -----------------------------------------------------------------------------------------------------

    void begin_node(const statement& each) {
        is_in_node_ = true;
        parts_ = {};
        lists_.clear();
        keys_.clear();
        node_ = {};
        node_.at = each;
        read_text(each.word(1).text, parts_.node.name);
        const std::uint32_t flags = flags_of_type(each.word(0).text);
        parts_.node.flags = flags;
        parts_.light.priority = 5;
        parts_.light.dynamic_type = parts_.light.affect_dynamic = parts_.light.shadow = parts_.light.fading = 1;
        const bool is_old = is_before_enhanced_edition(by_); // with other defaults
        const auto gray = [](float of) { return vector3<float>{of, of, of}; };
        parts_.mesh.diffuse = gray(is_old ? 0.8F : 1.0F);
        parts_.mesh.ambient = gray(is_old ? 0.2F : 1.0F);
        parts_.mesh.shininess = 1;
        parts_.mesh.shadow = parts_.mesh.render = (flags & has_aabb) != 0 ? 0 : 1;
        if (from_.is_walk_mesh() && (flags & has_aabb) != 0) {
            made().classification = classification::tile; // other walk meshes have none
        }
    }
    void read_node(const statement& each) {
        const std::uint32_t flags = parts_.node.flags;
        if (each.is("parent")) {
            const std::string_view name = each.word(0).text;
            node_.is_root = is_null(name) || name.empty();
            node_.parent = node_.is_root ? std::string_view{} : node_name_in(name);
            node_.has_parent = true;
        } else if (const controller_statement keys = controller_of(each.keyword(), flags, by_); keys.id != 0) {
            to_.refuse(keys_.read(each, keys));
        } else if (!(is_before_enhanced_edition(by_) && is_of_enhanced_edition(each.keyword())) &&
                   !with_field(parts_, each.keyword(), field_reader{each})) {
            static_cast<void>(lists_.read(each, flags));
        }
    }
    [[nodiscard]] static constexpr bool is_of_enhanced_edition(std::string_view keyword) noexcept {
        return compare_any_case(keyword, "renderhint") == 0;
    }
    void end_node() {
        if (!is_in_node_) {
            return;
        }
        is_in_node_ = false;
        owned_node& own = parts_.node;
        const bool in_animation = tree_ == tree::animation;
        own.controllers =
            to_.template put<owned_key>(keys_.keys().size(), node_.at, [&](std::size_t i) { return keys_.keys()[i]; });
        own.pool = to_.template put<float>(keys_.numbers().size(), node_.at,
                                           [&](std::size_t i) { return keys_.numbers()[i]; });
        // The binary form has no other parts of nodes in animations.
        const std::uint32_t parts = !in_animation                     ? own.flags
                                    : (own.flags & has_animmesh) != 0 ? std::uint32_t{has_mesh | has_animmesh}
                                                                      : 0;
        if ((parts & has_mesh) != 0) {
            put_mesh();
        }
        const auto put = [&](node_flags flag, auto& handle, const auto& part) {
            if ((parts & flag) != 0) {
                handle = to_.put_part(part, node_.at);
            }
        };
        if ((parts & has_light) != 0) {
            put_flares();
        }
        put(has_light, own.light, parts_.light);
        put(has_emitter, own.emitter, parts_.emitter);
        put(has_reference, own.reference, parts_.reference);
        put(has_mesh, own.mesh, parts_.mesh);
        put(has_skin, own.skin, parts_.skin);
        put(has_animmesh, own.animmesh, parts_.animmesh);
        put(has_dangly, own.dangly, parts_.dangly);
        constexpr float least_of_emitters = 40; // 608 of 608 models (measured)
        if ((parts & has_emitter) != 0 && made().radius < least_of_emitters) {
            made().radius = least_of_emitters;
        }
        node_.is_transparent = (parts & has_mesh) != 0 && parts_.mesh.transparency_hint != 0;
        node_.own = own;
        nodes_.push_back(node_);
    }
    void put_mesh() {
        mesh_builder<> mesh{to_, lists_, node_.at, by_};
        mesh.run(parts_);
        if ((parts_.node.flags & has_skin) != 0) {
            const auto first = static_cast<std::uint32_t>(skin_vertices_.size());
            skin_vertices_.append(mesh.vertices());
            skins_.push_back({static_cast<std::uint32_t>(nodes_.size()),
                              lists_.weights,
                              {first, static_cast<std::uint32_t>(mesh.vertices().size())}});
        }
    }
    void put_flares() {
        owned_light& light = parts_.light;
        const auto put_reals = [&](const pool<float>& from) {
            return to_.template put<float>(from.size(), node_.at, [&](std::size_t i) { return from[i]; });
        };
        light.flare_sizes = put_reals(lists_.flare_sizes);
        light.flare_positions = put_reals(lists_.flare_positions);
        light.flare_color_shifts = to_.template put<vec3<form::host>>(
            lists_.flare_shifts.size(), node_.at, [&](std::size_t i) { return lists_.flare_shifts[i]; });
        pool<owned_name> names{nodes_.resource()};
        for (const text_words& row : lists_.flare_textures.rows()) {
            const std::string_view name = row.at(0).text;
            names.emplace_back(to_.template put<char>(name.size(), node_.at, [&](std::size_t i) { return name[i]; }));
        }
        light.flare_textures =
            to_.template put<owned_name>(names.size(), node_.at, [&](std::size_t i) { return names[i]; });
    }

    // ---- trees -----------------------------------------------------------------------------------------------------

    // Ends the model's tree or that of an animation.
    void end_tree() {
        end_node();
        if (tree_ == tree::none || to_.why) {
            return;
        }
        const std::uint32_t root = link();
        const bool is_model = tree_ == tree::model;
        pool_slice<owned_node>& to = is_model ? made().nodes : made().template all<owned_animation>().back().nodes;
        to = put_tree(root, is_model);
        basic_geometry_header<form::host>& header =
            is_model ? made().geometry : made().template all<owned_animation>().back().geometry;
        header.node_count = to.count;
        header.root = to.empty() ? pool_handle<owned_node>{} : pool_handle<owned_node>{to.first};
        if (is_model) {
            has_model_tree_ = true;
            put_skins();
            index_parts();
        } else {
            sort_events(made().template all<owned_animation>().back());
            match_parts(to);
        }
        nodes_.clear();
        skins_.clear();
        skin_vertices_.clear();
        tree_ = tree::none;
    }
    // Finds the parent of each node by name, and adds it to the parent's children. Returns the root: the first node
    // whose parent is "NULL"; if there is none, the first one that names no parent.
    [[nodiscard]] std::uint32_t link() {
        skin_builder<>::names names{nodes_.resource()};
        std::uint32_t root = npos, without_parent = npos;
        for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
            if (!nodes_[i].is_added && !names.contains(nodes_[i].own.name.view())) {
                names.add(nodes_[i].own.name.view(), i);
            }
            root = root == npos && nodes_[i].is_root ? i : root;
            without_parent = without_parent == npos && !nodes_[i].has_parent ? i : without_parent;
        }
        root = root != npos ? root : without_parent;
        if (root == npos && !nodes_.empty() && tree_ == tree::model) {
            const declared_node& first = nodes_[0];
            to_.refuse(error{first.at.at("nodes[]"), errc::bad_value, first.parent.size(), 0,
                             "a node whose parent is NULL", first.parent.data()});
        }
        for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
            std::uint32_t above = nodes_[i].parent.empty() ? npos : names.find(nodes_[i].parent);
            if (from_.is_walk_mesh() && tree_ == tree::model && (above == npos || above == i)) {
                above = root; // the parent is in the model's file
            }
            if (above == npos || i == root) {
                continue;
            }
            nodes_[i].above = above;
            std::uint32_t& last = nodes_[above].last_child;
            (last == npos ? nodes_[above].first_child : nodes_[last].next) = i;
            last = i;
        }
        return root;
    }
    // See child_rank().
    void sort_children(std::uint32_t of) {
        const auto rank = [&](std::uint32_t i) { return child_rank(nodes_[i].own.flags, nodes_[i].is_transparent); };
        bool has_transparent = false, must_sort = false;
        for (std::uint32_t i = nodes_[of].first_child; i != npos; i = nodes_[i].next) {
            must_sort = must_sort || (has_transparent && rank(i) != 2);
            has_transparent = has_transparent || rank(i) == 2;
        }
        if (!must_sort) {
            return;
        }
        std::uint32_t heads[3] = {npos, npos, npos}, ends[3] = {npos, npos, npos};
        for (std::uint32_t i = nodes_[of].first_child; i != npos; i = nodes_[i].next) {
            const std::uint32_t k = rank(i);
            (heads[k] == npos ? heads[k] : nodes_[ends[k]].next) = i;
            ends[k] = i;
        }
        std::uint32_t* link = &nodes_[of].first_child;
        for (std::size_t k = 0; k < 3; ++k) {
            if (heads[k] != npos) {
                *link = heads[k];
                link = &nodes_[ends[k]].next;
            }
        }
        *link = npos;
    }
    // Puts the nodes that the root leads to, parents first.
    [[nodiscard]] pool_slice<owned_node> put_tree(std::uint32_t root, bool is_model) {
        pool<owned_node>& all = made().template all<owned_node>();
        const auto first = static_cast<std::uint32_t>(all.size());
        std::uint32_t count = 0;
        for (std::uint32_t at = root; at != npos;) {
            declared_node& here = nodes_[at];
            if (!to_.template charge<owned_node>(1, here.at)) {
                return {};
            }
            const std::uint32_t above = here.above;
            here.number = count++;
            here.depth = above != npos ? nodes_[above].depth + 1 : 0;
            here.own.parent = above != npos ? nodes_[above].number : npos;
            here.own.part_number =
                static_cast<std::int32_t>(at); // the order of declaration (523 of 578 models measured)
            if (here.depth >= tree_walk::max_depth) {
                to_.refuse(error{here.at.at("nodes[]"), errc::budget, tree_walk::max_depth,
                                 std::int64_t{here.depth} + 1, "nodes inside each other"});
                return {};
            }
            all.push_back(here.own);
            if (places_ != nullptr) {
                places_->push_back(here.is_added ? location::nowhere : from_.file().offset_of(here.at.text().data()));
            }
            if (is_model) {
                sort_children(at);
            }
            std::uint32_t next = here.first_child;
            for (std::uint32_t up = at; next == npos && up != root; up = nodes_[up].above) {
                next = nodes_[up].next;
            }
            at = next;
        }
        return {first, count};
    }

    // ---- skins -----------------------------------------------------------------------------------------------------

    void put_skins() {
        if (skins_.empty() || made().nodes.empty() || to_.why) {
            return;
        }
        const pool<node_rest> rests = rests_of(to_.made, nodes_.resource());
        const std::span<const owned_node> nodes = std::as_const(made()).get(made().nodes);
        skin_builder<>::names names{nodes_.resource()}; // of nodes in the tree
        for (std::uint32_t i = 0; i < nodes.size(); ++i) {
            if (!names.contains(nodes[i].name.view())) {
                names.add(nodes[i].name.view(), i);
            }
        }
        constexpr std::size_t most_nodes = 0x7FFF;
        for (const declared_skin& each : skins_) {
            const declared_node& node = nodes_[each.node];
            if (nodes.size() > most_nodes) {
                to_.refuse(error{node.at.at("nodes[].skin"), errc::out_of_bounds, most_nodes,
                                 static_cast<std::int64_t>(nodes.size()), "nodes of a model with skins"});
            }
            owned_skin* const skin = made().get(node.own.skin);
            if (node.number != npos && skin != nullptr && !to_.why) {
                const statement& weights = each.weights.line() != 0 ? each.weights : node.at;
                const auto vertices =
                    std::span<const std::uint32_t>{skin_vertices_}.subspan(each.vertices.first, each.vertices.count);
                owned_skin built = *skin;
                skin_builder<>{to_, weights, vertices, names, rests, by_}.run(built, node.number, node.own.name.view());
                *made().get(node.own.skin) = built;
            }
        }
    }
    // ---- part numbers ----------------------------------------------------------------------------------------------

    void index_parts() {
        root_nodes_.append(std::as_const(made()).get(made().nodes));
        for (const owned_node& node : root_nodes_) {
            root_matcher_.add(node.parent, node.name.view());
        }
    }
    // A node of an animation has the number of the model's node of the same name and place, else -1; below such a node,
    // the order of declaration.
    void match_parts(const pool_slice<owned_node>& to) {
        const std::span<owned_node> nodes = made().get(to);
        const pool<std::uint32_t>& found = root_matcher_.match(nodes);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (found[i] != node_matcher<>::is_below_other) {
                nodes[i].part_number = found[i] != npos ? root_nodes_[found[i]].part_number : -1;
            }
        }
    }

    const text_model& from_;
    producer by_;
    pool<std::uint64_t>* places_;
    text_pools<> to_;
    tree tree_ = tree::none;
    bool has_model_tree_ = false, is_in_node_ = false;
    node_parts parts_;
    declared_node node_;
    text_lists<> lists_;
    pool<declared_node> nodes_;
    pool<declared_skin> skins_;
    pool<std::uint32_t> skin_vertices_;
    text_keys<> keys_;
    pool<owned_node> root_nodes_; // those of the model
    node_matcher<> root_matcher_;
};

}}}} // namespace effigy::v0::nwn::impl
