// What is unusual in the statements of a text.
#pragma once

#include <effigy/nwn/lint/walk_mesh.hpp>
#include <effigy/nwn/owned/text/decoding.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// Statements that exporters write, and that no reader uses (measured).
inline constexpr std::string_view ignored_keywords[] = {
    "wirecolor",  "center",     "centerkey",     "gizmo",       "gizmokey",      "filedependancy", "filedependency",
    "update_sel", "render_sel", "blend_sel",     "p2p_type",    "opacity",       "iconsize",       "chunky",
    "lensflares", "showdispl",  "displtype",     "clipu",       "clipv",         "clipw",          "cliph",
    "dummy",      "bmin",       "bmax",          "radius",      "depth_texture", "danglymesh",     "multimaterial",
    "animlength", "lockaxes",   "spawntype_sel", "lockaxeskey",
};

// Reports findings about the statements, one after another.
template <class = when_used> class text_linter {
public:
    // `own`: the model that decode() made, or null. `places`: see text_decoder.
    text_linter(const text_model& from, const owned_model* own, const pool<std::uint64_t>& places, finding_sink sink,
                std::pmr::memory_resource* memory)
        : from_(from), own_(own), places_(places), sink_(sink), order_(memory), nodes_(memory), animations_(memory),
          seen_(memory), lists_(false, memory), names_(memory) {}

    void run() {
        index();
        check_start();
        for (const statement& each : from_.statements()) {
            read(each);
        }
        end_node();
        if (from_.is_walk_mesh()) {
            walk_parts_.report(from_.is_bare(), [&](const oddity& what, std::string_view end) {
                report(what, *from_.statements().begin(), end);
            });
        }
        if (tree_ != tree::done && !from_.is_walk_mesh()) {
            report(odd::text_end, model_, from_.name());
        }
    }
    // Returns where the part of a finding about the compiled model is in the text.
    [[nodiscard]] location place_of(const location& in_binary) const noexcept {
        const bool in_animation =
            std::string_view{in_binary.path_prefix}.find("animations[]") != std::string_view::npos ||
            std::string_view{in_binary.path}.find("animations[]") != std::string_view::npos;
        const bool in_node = std::string_view{in_binary.path}.find("nodes[]") != std::string_view::npos;
        location out = in_binary;
        out.is_text = true;
        out.offset = model_place_;
        if (in_animation && in_binary.depth >= 1 && in_binary.index[0] < animations_.size()) {
            out.offset = animations_[in_binary.index[0]];
            if (in_node && in_binary.depth >= 2) {
                const owned_animation& clip = own_->get(own_->animations)[in_binary.index[0]];
                out.offset = node_place(clip.nodes, in_binary.index[1], out.offset);
            }
        } else if (!in_animation && in_node && in_binary.depth >= 1) {
            out.offset = node_place(own_->nodes, in_binary.index[0], out.offset);
        }
        return out;
    }

private:
    enum class tree { none, model, animation, done };

    [[nodiscard]] std::uint64_t node_place(const pool_slice<owned_node>& in, std::uint32_t number,
                                           std::uint64_t otherwise) const noexcept {
        return number < in.count && in.first + number < nodes_.size() ? nodes_[in.first + number] : otherwise;
    }
    void report(const oddity& what, const location& at, std::string_view name) const {
        finding out{at, what, name};
        out.path = "nwn.text";
        sink_(out);
    }
    void report(const oddity& what, const statement& at, std::string_view name) const {
        report(what, at.at("nwn.text"), name);
    }
    void report(const oddity& what, const text_word& at, std::string_view name) const {
        report(what, location::at_line("nwn.text", at.line, at.column), name);
    }

    // ---- the text --------------------------------------------------------------------------------------------------

    void index() {
        for (std::uint32_t i = 0; i < places_.size(); ++i) {
            order_.push_back(i);
        }
        heap_sort(order_, [&](std::uint32_t a, std::uint32_t b) { return places_[a] < places_[b]; });
        nodes_.assign(places_.size(), (*from_.statements().begin()).at("").offset);
        if (own_ != nullptr) {
            std::uint32_t i = 0;
            for (const owned_node& node : own_->get(own_->nodes)) {
                if (!names_.contains(node.name.view())) {
                    names_.add(node.name.view(), i);
                }
                ++i;
            }
        }
    }
    // What precedes "newmodel", and characters that separate words.
    void check_start() {
        if (from_.text().size() != from_.file().size()) {
            report(odd::text_byte_order_mark, location::at_line("nwn.text", 1, 1), {});
        }
        line_cursor lines{from_.text()};
        bool is_before = true, is_reported = false;
        while (lines.next()) {
            const text_words words = lines.words();
            const text_word first = *words.begin();
            const statement_kind start = from_.is_bare()        ? statement_kind::node
                                         : from_.is_walk_mesh() ? statement_kind::geometry
                                                                : statement_kind::model;
            is_before = is_before && kind_of(first.text) != start;
            if (is_before && !is_dependency(first.text) && !is_reported) {
                report(odd::text_before_model, first, {});
                is_reported = true;
            }
            for (std::size_t i = 0; i < words.text().size(); ++i) {
                const char c = words.text()[i];
                const bool ends_line = i + 1 == words.text().size() || text_words::is_blank(words.text()[i + 1]);
                if (text_words::is_blank(c) && c != ' ' && c != '\t' && c != '\n' && (c != '\r' || !ends_line)) {
                    report(odd::text_control_character,
                           location::at_line("nwn.text", words.line(), words.column() + static_cast<std::uint32_t>(i)),
                           {});
                    return;
                }
            }
        }
    }
    void read(const statement& each) {
        const statement_kind kind = each.kind();
        const bool is_plain = kind == statement_kind::plain || kind == statement_kind::end_list;
        if (in_node_ && !is_plain) {
            constexpr std::string_view end = "endnode";
            if (kind != statement_kind::end_node || each.keyword().size() != end.size()) {
                report(odd::text_end, each, name_);
            }
            end_node();
        }
        const auto end_tree = [&](tree of) {
            if (tree_ != of) {
                report(odd::text_end, each, {});
            }
            tree_ = tree::none;
        };
        switch (kind) {
        case statement_kind::model:
            if (model_.line() == 0) {
                model_ = each;
                model_place_ = each.at("").offset;
            }
            check_name(each.word(0), sizeof(geometry_header::name));
            break;
        case statement_kind::end_model:
            if (tree_ != tree::none) {
                report(odd::text_end, each, from_.name());
            }
            tree_ = tree::done;
            break;
        case statement_kind::geometry:
            model_place_ = model_place_ != 0 ? model_place_ : each.at("").offset;
            begin_tree(each);
            break;
        case statement_kind::animation: begin_tree(each); break;
        case statement_kind::end_geometry: end_tree(tree::model); break;
        case statement_kind::end_animation: end_tree(tree::animation); break;
        case statement_kind::node: begin_node(each); break;
        case statement_kind::end_node: break;
        case statement_kind::end_list: report(odd::text_list_end, each, name_); break;
        case statement_kind::plain:
            if (in_node_) {
                read_node(each);
            } else {
                read_header(each);
            }
            break;
        }
    }
    void begin_tree(const statement& each) {
        if (tree_ != tree::none) {
            report(odd::text_end, each, {});
        }
        const bool is_animation = each.kind() == statement_kind::animation;
        tree_ = is_animation ? tree::animation : tree::model;
        if (is_animation) {
            animations_.push_back(each.at("").offset);
            check_name(each.word(0), sizeof(geometry_header::name));
            check_line(each, 0);
        }
    }
    void check_line(const statement& each, std::size_t word) const {
        if (const text_word name = each.word(word); name && name.line != each.line()) {
            report(odd::text_name_line, name, name.text);
        }
    }
    void check_name(const text_word& word, std::size_t size) const {
        if (word.text.size() >= size) {
            report(odd::text_name_cut, word, word.text);
        }
    }
    void check_real(const text_word& word) const {
        float number = 0;
        if (!read_number(word.text, number)) {
            report(odd::text_not_number, word, word ? word.text : name_);
        } else if (!is_finite(number)) {
            report(is_decimal(word.text) ? odd::text_large : odd::text_not_finite, word, word.text);
        }
    }
    // Whether a word has digits only where "inf", "1.#INF" and "nan" have letters.
    [[nodiscard]] static bool is_decimal(std::string_view word) noexcept {
        return word.find_first_of("#iInN") == std::string_view::npos;
    }
    void read_header(const statement& each) const {
        host_model model;
        owned_animation clip;
        const auto check = [&](const auto& field) { check_field(each, field); };
        if (each.is("event")) {
            check_real(each.word(0) ? each.word(0) : *each.words().begin());
            check_name(each.word(1), sizeof(owned_event::name));
        } else if (!with_field(model_parts<host_model>{model, producer::unknown}, each.keyword(), check) &&
                   !with_field(clip, each.keyword(), check) && !is_ignored(each.keyword())) {
            report(odd::text_keyword_unknown, each, each.keyword());
        }
    }
    [[nodiscard]] static bool is_ignored(std::string_view word) noexcept {
        bool out = false;
        for (const std::string_view keyword : ignored_keywords) {
            out = out || compare_any_case(word, keyword) == 0;
        }
        return out;
    }

    // ---- nodes -----------------------------------------------------------------------------------------------------

    void begin_node(const statement& each) {
        in_node_ = true;
        node_ = each;
        name_ = each.word(1).text;
        parts_.node.flags = flags_of_type(each.word(0).text);
        seen_.clear();
        lists_.clear();
        faces_ = {};
        check_name(each.word(1), sizeof(owned_node::name));
        check_line(each, 1);
        if (parts_.node.flags == has_header && compare_any_case(each.word(0).text, "dummy") != 0) {
            report(odd::text_node_type, each, each.word(0).text);
        }
        const std::uint64_t place = from_.file().offset_of(each.text().data());
        const std::size_t found = count_before(order_, [&](std::uint32_t i) { return places_[i] < place; });
        if (found < order_.size() && places_[order_[found]] == place) {
            nodes_[order_[found]] = each.at("").offset;
        } else if (own_ != nullptr) {
            report(odd::text_node_left_out, each, name_);
        }
    }
    void read_node(const statement& each) {
        const std::uint32_t flags = parts_.node.flags;
        const controller_statement keys = controller_of(each.keyword(), flags, producer::enhanced_edition);
        if (each.is("parent")) {
            check_repeated(each);
            check_name(each.word(0), sizeof(owned_node::name));
        } else if (keys.id != 0) {
            check_repeated(each);
            check_keys(each, keys);
        } else if (with_field(parts_, each.keyword(), [&](const auto& field) { check_field(each, field); }) ||
                   lists_.read(each, flags)) {
            check_repeated(each);
            check_list(each);
        } else if (!is_ignored(each.keyword())) {
            const bool is_of_other = is_of_any_list(each) ||
                                     controller_of(each.keyword(), ~0U, producer::enhanced_edition).id != 0 ||
                                     is_field_of_any(each.keyword());
            report(is_of_other ? odd::text_keyword_other : odd::text_keyword_unknown, each, each.keyword());
        }
    }
    [[nodiscard]] static bool is_field_of_any(std::string_view keyword) {
        node_parts any;
        any.node.flags = ~0U;
        return with_field(any, keyword, [](const auto&) {});
    }
    [[nodiscard]] bool is_of_any_list(const statement& each) {
        bool out = false;
        lists_.each([&](std::string_view keyword, std::uint32_t, const auto&) { out = out || each.is(keyword); });
        return out;
    }
    void check_repeated(const statement& each) {
        for (const std::string_view keyword : seen_) {
            if (each.is(keyword)) {
                report(odd::text_repeated, each, each.keyword());
                return;
            }
        }
        seen_.push_back(each.keyword()); // known keywords only, so there are few
    }
    template <class Field> void check_field(const statement& each, const Field&) const {
        const text_word first = each.word(0) ? each.word(0) : *each.words().begin();
        if constexpr (is_text<Field>) {
            check_name(each.word(0), sizeof(Field));
        } else if constexpr (std::same_as<Field, vec3<form::host>>) {
            for (std::size_t i = 0; i < 3; ++i) {
                check_real(each.word(i) ? each.word(i) : *each.words().begin());
            }
        } else if constexpr (std::same_as<Field, float>) {
            check_real(first);
        } else if constexpr (requires(const Field& of) { of.supermodel; }) {
            check_name(supermodel_in(each), sizeof(host_model::supermodel));
        } else if constexpr (std::integral<Field> || requires(const Field& of) { of.flag; }) {
            std::int64_t number = 0;
            if (!read_integer(first.text, number)) {
                report(odd::text_not_number, first, first.text);
            }
        }
    }
    void check_rows(const statement& each) const {
        if ((each.stated_count() != npos && each.rows().size() != each.stated_count()) || each.extra_rows() != 0) {
            report(odd::text_list_rows, each, each.keyword());
        }
    }
    void check_reals(const text_words& row) const {
        for (const text_word& word : row) {
            check_real(word);
        }
    }
    void check_keys(const statement& each, const controller_statement& of) const {
        if (!of.has_rows) {
            bool is_first = true;
            for (const text_word& word : each.words()) {
                if (!is_first) {
                    check_real(word);
                }
                is_first = false;
            }
            return;
        }
        if (!is_detonation(each, of)) {
            check_rows(each);
        }
        if (each.stated_count() == npos && !each.has_end_list()) {
            report(odd::text_list_end, each, each.keyword());
        }
        for (const text_words& row : each.rows()) {
            check_reals(row);
        }
    }
    void check_list(const statement& each) {
        if (each.is("faces")) {
            faces_ = each;
        }
        if (each.rows().empty() && each.stated_count() == npos) {
            return; // a field, or boxes behind the keyword
        }
        const row_kind kind = rows_of(each.keyword());
        if (kind != row_kind::numbers || !is_field_of_any(each.keyword())) {
            check_rows(each);
        }
        for (const text_words& row : each.rows()) {
            if (kind == row_kind::numbers) {
                check_reals(row);
            }
        }
        if (each.is("colors")) {
            check_colors(each);
        }
    }
    void check_colors(const statement& each) const {
        std::size_t i = 0;
        for (const text_words& row : each.rows()) {
            const vector3<float> color = i < lists_.colors.size() ? lists_.colors[i++] : vector3<float>{};
            for (const float part : {color.x, color.y, color.z}) {
                if (!(part >= 0 && part <= 1)) {
                    report(odd::text_color_range, *row.begin(), name_);
                    return;
                }
            }
        }
    }
    // What can be said once all lists of the node are known.
    void end_node() {
        if (!in_node_) {
            return;
        }
        in_node_ = false;
        walk_parts_.note(name_, parts_.node.flags);
        check_faces();
        const std::size_t vertices = lists_.positions.size();
        const auto check_size = [&](std::size_t size, std::size_t expected) {
            if (size != 0 && size != expected) {
                report(odd::text_list_size, node_, name_);
            }
        };
        check_size(lists_.normals.size(), vertices);
        check_size(lists_.tangents.size(), vertices);
        check_size(lists_.colors.size(), vertices);
        check_size(lists_.constraints.size(), vertices);
        check_size(lists_.weights.rows().size(), vertices);
        check_size(lists_.samples.size(), vertices != 0 ? lists_.samples.size() / vertices * vertices : 0);
        check_weights();
        if (const owned_node* const made = made_node(); made != nullptr && lacks_boxes(*own_, *made)) {
            const bool has_some = lists_.boxes.line() != 0;
            report(has_some ? odd::text_box_tree : odd::text_box_none, has_some ? lists_.boxes : node_, name_);
        }
    }

    [[nodiscard]] const owned_node* made_node() const {
        const std::uint64_t place = from_.file().offset_of(node_.text().data());
        const std::size_t found = count_before(order_, [&](std::uint32_t i) { return places_[i] < place; });
        return own_ != nullptr && found < order_.size() && places_[order_[found]] == place
                   ? find_at(std::span<const owned_node>{own_->all<owned_node>()}, order_[found])
                   : nullptr;
    }
    void check_faces() const {
        const auto fits = [](std::int32_t index, std::size_t size) {
            return index >= 0 && static_cast<std::size_t>(index) < size;
        };
        bool has_vertices = true, has_texcoords = true;
        std::size_t i = 0;
        for (const text_words& row : faces_.rows()) {
            const text_face& face = lists_.faces[i++];
            for (std::size_t k = 0; k < 3; ++k) {
                if (has_vertices && !fits(face.vertex[k], lists_.positions.size())) {
                    report(odd::text_face_vertex, *row.begin(), name_);
                    has_vertices = false;
                }
                const std::size_t texcoords = lists_.texcoords[0].size();
                if (has_texcoords && texcoords != 0 && !fits(face.texcoord[k], texcoords)) {
                    report(odd::text_face_texcoord, *row.begin(), name_);
                    has_texcoords = false;
                }
            }
        }
    }
    void check_weights() const {
        bool has_reported = own_ == nullptr;
        for (const text_words& row : lists_.weights.rows()) {
            std::size_t i = 0;
            for (const text_word& word : row) {
                const bool is_bone = i % 2 == 0;
                if (is_bone && !has_reported && !names_.contains(node_name_in(word.text))) {
                    report(odd::text_bone_unknown, word, word.text);
                    has_reported = true; // once per node
                }
                if (!is_bone) {
                    check_real(word);
                }
                ++i;
            }
        }
    }

    const text_model& from_;
    const owned_model* own_;
    const pool<std::uint64_t>& places_;
    finding_sink sink_;
    pool<std::uint32_t> order_;      // numbers of nodes in the pool, by the place of their statements
    pool<std::uint64_t> nodes_;      // the line and column of each node in the pool
    pool<std::uint64_t> animations_; // and of each animation
    pool<std::string_view> seen_;    // keywords of the node
    text_lists<> lists_;
    numbers_by_key<std::string_view, compare_names> names_;
    statement model_, node_, faces_;
    std::uint64_t model_place_ = 0;
    std::string_view name_;
    node_parts parts_;
    walk_mesh_parts walk_parts_;
    tree tree_ = tree::none;
    bool in_node_ = false;
};

}}}} // namespace effigy::v0::nwn::impl
