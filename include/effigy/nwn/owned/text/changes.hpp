// Writing the changes of a model into the text that it was decoded from.
#pragma once

#include <effigy/nwn/owned/text/decoding.hpp>
#include <effigy/nwn/owned/text/field_values.hpp>
#include <effigy/nwn/owned/text/list_changes.hpp>

#include <iterator>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// Goes through the statements of the text, and compares what they made with the changed model.
template <class = when_used> class text_changes {
public:
    // `places`: the offset of each node's statement.
    text_changes(const text_model& document, const owned_model& original, const owned_model& changed,
                 const pool<std::uint64_t>& places, producer by, std::pmr::memory_resource* memory)
        : document_(document), before_(original), after_(changed), places_(places), by_(by), to_(document, memory),
          line_(memory), order_(memory), names_(memory), lists_(by == producer::nwnmdlcomp, memory), keys_(memory),
          written_(memory) {}

    [[nodiscard]] result<file_bytes> run() {
        if (const error why = compare_trees()) {
            return why;
        }
        if (const error why = check_header()) {
            return why;
        }
        index();
        const statement_range all = document_.statements();
        for (here_ = all.begin(); here_ != all.end() && !why_; ++here_) {
            read(*here_);
        }
        end_node(nullptr);
        if (const std::string_view name = to_.bad_name(); !why_ && !name.empty()) {
            why_ = refusal_of("name", "a name without blanks that does not begin with #");
            why_.name = name.data();
            why_.need = name.size();
        }
        if (why_) {
            return why_;
        }
        return to_.take();
    }

private:
    [[nodiscard]] static error refusal_of(const char* path, const char* expected) noexcept {
        return error{{path, location::nowhere}, errc::bad_value, 0, 0, expected};
    }

    // Refuses values of the model that decode() would not read back.
    [[nodiscard]] error check_header() const noexcept {
        const bool is_walk_mesh = document_.is_walk_mesh();
        if (is_walk_mesh && before_.supermodel.view() != after_.supermodel.view()) {
            return refusal_of("model.supermodel", "a model; a walk mesh names no supermodel");
        }
        if (before_.classification != after_.classification &&
            (is_walk_mesh || !has_word(after_.classification, by_))) {
            return refusal_of("model.classification", "a classification that has a word, of a model");
        }
        if (before_.fog != after_.fog && (is_walk_mesh || after_.fog > 1)) {
            return refusal_of("model.fog", "0 or 1, of a model");
        }
        return {};
    }

    // ---- trees -----------------------------------------------------------------------------------------------------

    [[nodiscard]] error compare_trees() const {
        const error other = refusal_of("nodes[]", "the nodes and animations of the text that was decoded");
        const auto same = [&](const pool_slice<owned_node>& a, const pool_slice<owned_node>& b) {
            const std::span<const owned_node> before = before_.get(a), after = after_.get(b);
            bool out = before.size() == after.size();
            for (std::size_t i = 0; out && i < before.size(); ++i) {
                out = before[i].flags == after[i].flags &&
                      (i == 0 ? after[i].parent == npos : after[i].parent < after.size());
            }
            return out;
        };
        const std::span<const owned_animation> before = before_.get(before_.animations),
                                               after = after_.get(after_.animations);
        bool out = same(before_.nodes, after_.nodes) && before.size() == after.size();
        for (std::size_t i = 0; out && i < before.size(); ++i) {
            out = same(before[i].nodes, after[i].nodes);
        }
        return out ? error{} : other;
    }
    // Sorts the nodes by the place of their statements, and finds the model's nodes by name.
    void index() {
        for (std::uint32_t i = 0; i < places_.size(); ++i) {
            order_.push_back(i);
        }
        heap_sort(order_, [&](std::uint32_t a, std::uint32_t b) { return places_[a] < places_[b]; });
        const std::span<const owned_node> before = before_.get(before_.nodes), after = after_.get(after_.nodes);
        for (std::uint32_t i = 0; i < before.size(); ++i) {
            if (!names_.contains(before[i].name.view())) {
                names_.add(before[i].name.view(), i);
            }
            renames_ = renames_ || before[i].name.view() != after[i].name.view();
        }
    }
    // Selects the node whose statement this is. Returns false for one that the model does not have.
    [[nodiscard]] bool find_node(const statement& at) {
        const std::uint64_t place = to_.offset_of(at.text());
        const std::size_t found = count_before(order_, [&](std::uint32_t i) { return places_[i] < place; });
        if (found == order_.size() || places_[order_[found]] != place) {
            return false;
        }
        const std::uint32_t number = order_[found];
        tree_before_ = before_.nodes;
        tree_after_ = after_.nodes;
        if (number - before_.nodes.first >= before_.nodes.count) {
            tree_before_ = before_.get(before_.animations)[animation_].nodes;
            tree_after_ = after_.get(after_.animations)[animation_].nodes;
        }
        node_ = number - tree_before_.first;
        return true;
    }
    [[nodiscard]] const owned_node& node_before(std::uint32_t i) const { return before_.get(tree_before_)[i]; }
    [[nodiscard]] const owned_node& node_after(std::uint32_t i) const { return after_.get(tree_after_)[i]; }

    // ---- statements ------------------------------------------------------------------------------------------------

    void read(const statement& each) {
        const bool is_structure = each.kind() != statement_kind::plain && each.kind() != statement_kind::end_list;
        if (is_structure) {
            end_node(&each);
        }
        switch (each.kind()) {
        case statement_kind::model:
            replace_model_name(each, 0);
            add_statements(each, fields_of(before_), fields_of(after_), "");
            break;
        case statement_kind::geometry:
        case statement_kind::end_geometry:
        case statement_kind::end_model: replace_model_name(each, 0); break;
        case statement_kind::animation: begin_animation(each); break;
        case statement_kind::end_animation:
            if (in_animation_) {
                replace_name(each.word(0), clip_before().geometry.name, clip_after().geometry.name);
                replace_model_name(each, 1);
            }
            in_animation_ = false;
            break;
        case statement_kind::node: begin_node(each); break;
        case statement_kind::end_node:
        case statement_kind::end_list: break;
        case statement_kind::plain:
            if (in_node_) {
                read_node(each);
            } else if (in_animation_) {
                read_animation(each);
            } else {
                read_model(each);
            }
            break;
        }
    }
    template <std::size_t N>
    void replace_name(const text_word& word, const text<N>& before, const text<N>& after) {
        if (word && before.view() != after.view() && compare_any_case(word.text.substr(0, N - 1), before.view()) == 0) {
            to_.replace(word.text, to_.word_for(after.view()));
        }
    }
    void replace_model_name(const statement& at, std::size_t word) {
        replace_name(at.word(word), before_.geometry.name, after_.geometry.name);
    }
    // Writes the new value of the field that a statement sets. Returns whether it did. `own`: gets the value of this
    // statement; a later one may have another.
    template <class Parts, class Own>
    bool replace_field(const statement& each, const Parts& before, const Parts& after, Own own) {
        const field_words old = words_of_field(before, each.keyword()), value = words_of_field(after, each.keyword());
        static_cast<void>(with_field(own, each.keyword(), field_reader{each}));
        const bool is_it = !(old == value) && words_of_field(own, each.keyword()) == old;
        if (is_it) {
            replace_words(to_, each, value, line_);
        }
        return is_it;
    }
    // Calls add() for each field that changed and that no statement sets, with the statement in `line_`.
    template <class Parts, class IsSet, class Add>
    void add_fields(const Parts& before, const Parts& after, std::string_view indentation, const IsSet& is_set,
                    const Add& add) {
        each_field(after, [&](std::string_view keyword, const field_words& value) {
            if (!(words_of_field(before, keyword) == value) && !is_set(keyword)) {
                line_.clear();
                line_ << indentation;
                write_field(line_, to_, keyword, value);
                add();
            }
        });
    }

    // ---- the model -------------------------------------------------------------------------------------------------

    // Whether a statement with this keyword follows the current one, before the next node, tree or end.
    [[nodiscard]] bool is_followed_by(std::string_view keyword) const {
        for (statement_range::iterator next = std::next(here_); is_inside(*next); ++next) {
            if (next->is(keyword)) {
                return true;
            }
        }
        return false;
    }
    [[nodiscard]] static bool is_inside(const statement& next) noexcept {
        return next.line() != 0 && (next.kind() == statement_kind::plain || next.kind() == statement_kind::end_list);
    }
    template <class Parts>
    void add_statements(const statement& at, const Parts& before, const Parts& after, std::string_view indentation) {
        add_fields(
            before, after, indentation, [&](std::string_view keyword) { return is_followed_by(keyword); },
            [&] { to_.insert_line_behind(at, line_.view()); });
    }
    [[nodiscard]] model_parts<const host_model> fields_of(const host_model& model) const noexcept {
        return {model, by_};
    }
    void read_model(const statement& each) {
        if (each.is("setsupermodel")) {
            replace_model_name(each, 0);
        }
        if (each.is("classification") && before_.classification != after_.classification) {
            // All of them: a reader ignores "none", so that an earlier one would count.
            replace_words(to_, each, words_of_field(fields_of(after_), "classification"), line_);
            return;
        }
        host_model own = static_cast<const host_model&>(before_);
        replace_field(each, fields_of(before_), fields_of(after_), model_parts<host_model>{own, by_});
    }

    // ---- animations ------------------------------------------------------------------------------------------------

    [[nodiscard]] const owned_animation& clip_before() const { return before_.get(before_.animations)[animation_]; }
    [[nodiscard]] const owned_animation& clip_after() const { return after_.get(after_.animations)[animation_]; }

    void begin_animation(const statement& at) {
        animation_ = next_animation_++;
        in_animation_ = true;
        replace_name(at.word(0), clip_before().geometry.name, clip_after().geometry.name);
        replace_model_name(at, 1);
        has_events_ = false;
        has_other_events_ = !same_events();
        add_statements(at, clip_before(), clip_after(), "  ");
        if (has_other_events_ && !is_followed_by("event")) {
            line_.clear();
            line_ << "  ";
            write_events();
            to_.insert_line_behind(at, line_.view());
        }
    }
    [[nodiscard]] bool same_events() const {
        const std::span<const owned_event> a = before_.get(clip_before().events), b = after_.get(clip_after().events);
        bool out = a.size() == b.size();
        for (std::size_t i = 0; out && i < a.size(); ++i) {
            out = a[i].time == b[i].time && a[i].name.view() == b[i].name.view();
        }
        return out;
    }
    // One per line; the first begins where the line stands.
    void write_events() {
        bool is_first = true;
        for (const owned_event& event : after_.get(clip_after().events)) {
            line_ << (is_first ? "" : to_.end_of_line()) << (is_first ? "" : "  ") << "event " << event.time << " "
                  << to_.word_for(event.name.view());
            is_first = false;
        }
    }
    void read_animation(const statement& each) {
        if (each.is("event") && has_other_events_) { // all of them where the first one was
            line_.clear();
            if (!has_events_) {
                write_events();
            }
            to_.replace(each.text(), line_.view());
            has_events_ = true;
        } else {
            replace_field(each, clip_before(), clip_after(), clip_before());
        }
    }

    // ---- nodes -----------------------------------------------------------------------------------------------------

    void begin_node(const statement& each) {
        in_node_ = find_node(each);
        if (!in_node_) {
            return;
        }
        const owned_node &old = node_before(node_), &own = node_after(node_);
        replace_name(each.word(1), old.name, own.name);
        has_parent_ = false;
        next_key_ = first_unwritten_ = 0;
        written_.clear();
        keys_.assign(own.controllers.size(), 0);
        lists_changed_ = list_changes<>::differ(before_, old, after_, own);
        if (lists_changed_) {
            why_ = list_changes<>::check(before_, old, after_, own);
            why_ = why_ ? why_.within(node_) : why_;
            lists_.clear(); // all are needed, since faces may come after vertices
            for (statement_range::iterator next = std::next(here_); is_inside(*next); ++next) {
                static_cast<void>(lists_.read(*next, old.flags));
            }
        }
    }
    void read_node(const statement& each) {
        if (each.is("parent")) {
            replace_parent(each);
            return;
        }
        const std::uint32_t flags = node_before(node_).flags;
        if (const controller_statement keys = controller_of(each.keyword(), flags, by_); keys.id != 0) {
            replace_keys(each, keys);
            return;
        }
        const parts_of_node before = parts_of(before_, node_before(node_)), after = parts_of(after_, node_after(node_));
        if (with_field(before, each.keyword(), [](const auto&) {})) {
            node_parts own{};
            own.node.flags = flags;
            if (replace_field(each, before, after, own)) {
                written_.push_back(first_keyword(each.keyword()));
            }
        } else if (each.is("weights")) {
            replace_bones(each);
        } else if (lists_changed_) {
            why_ = list_changes<>{before_, node_before(node_), after_, node_after(node_), lists_, by_}.write(each, to_);
            why_ = why_ ? why_.within(node_) : why_;
        }
    }
    void replace_parent(const statement& each) {
        const std::uint32_t before = node_before(node_).parent, after = node_after(node_).parent;
        has_parent_ = true;
        if (after == npos || !each.word(0)) {
            return; // the root stays the root
        }
        if (before == after) {
            replace_name(each.word(0), node_before(before).name, node_after(after).name);
        } else {
            to_.replace(each.word(0).text, to_.word_for(node_after(after).name.view()));
        }
    }
    void replace_bones(const statement& each) {
        const std::span<const owned_node> after = after_.get(after_.nodes);
        const std::span<const owned_node> before = before_.get(before_.nodes);
        for (const text_words& row : each.rows()) {
            bool is_bone = renames_;
            for (const text_word& word : row) {
                if (is_bone) {
                    if (const std::uint32_t node = names_.find(node_name_in(word.text)); node != npos) {
                        replace_name(word, before[node].name, after[node].name);
                    }
                }
                is_bone = renames_ && !is_bone;
            }
            if (!renames_) {
                break;
            }
        }
    }

    // ---- fields without a statement --------------------------------------------------------------------------------

    // Adds what has no statement. `end`: the statement behind the node; null at the end of the text.
    void end_node(const statement* end) {
        if (!in_node_) {
            return;
        }
        in_node_ = false;
        const auto add = [&] {
            if (end != nullptr) {
                to_.insert_line_before(*end, line_.view());
            } else {
                to_.append_line(line_.view());
            }
        };
        const auto is_written = [&](std::string_view keyword) {
            bool out = false;
            for (const std::string_view each : written_) {
                out = out || compare_any_case(each, keyword) == 0;
            }
            return out;
        };
        add_fields(parts_of(before_, node_before(node_)), parts_of(after_, node_after(node_)), "  ", is_written, add);
        const std::uint32_t parent = node_after(node_).parent; // of walk meshes, it may go without saying
        if (!has_parent_ && parent != npos && parent != node_before(node_).parent) {
            line_.clear();
            line_ << "  parent " << to_.word_for(node_after(parent).name.view());
            add();
        }
        const owned_node& own = node_after(node_);
        for (std::uint32_t i = 0; i < keys_.size(); ++i) {
            if (keys_[i] == 0) {
                write_keys(own, after_.get(own.controllers)[i], {});
                if (why_) {
                    return;
                }
                add();
            }
        }
    }

    // ---- controllers -----------------------------------------------------------------------------------------------

    // The statement is that of the next controller with this id.
    void replace_keys(const statement& each, const controller_statement& of) {
        const bool has_none = of.has_rows && each.rows().empty();
        const owned_node &old = node_before(node_), &own = node_after(node_);
        const std::span<const owned_key> before = before_.get(old.controllers), after = after_.get(own.controllers);
        if (has_none &&
            !(next_key_ < before.size() && before[next_key_].id == of.id && !before[next_key_].has_values())) {
            return; // it made no controller
        }
        const owned_key& key = before[next_key_++];
        while (first_unwritten_ < keys_.size() && keys_[first_unwritten_] != 0) {
            ++first_unwritten_; // so that equal controllers are not searched again and again
        }
        std::size_t found = first_unwritten_;
        while (found < after.size() && (after[found].id != key.id || keys_[found] != 0)) {
            ++found;
        }
        if (found == after.size()) {
            to_.replace(each.text(), ""); // the controller was deleted
            return;
        }
        keys_[found] = 1;
        const owned_key& changed = after[found];
        if (!same_keys(old, key, own, changed)) {
            write_keys(own, changed, each);
            if (!why_) {
                to_.replace(each.text(), line_.view().substr(line_.view().find_first_not_of(' ')));
            }
        }
    }
    [[nodiscard]] bool same_keys(const owned_node& a, const owned_key& x, const owned_node& b,
                                 const owned_key& y) const {
        const auto same = [](std::span<const float> p, std::span<const float> q) {
            bool out = p.size() == q.size();
            for (std::size_t i = 0; out && i < p.size(); ++i) {
                out = std::bit_cast<std::uint32_t>(p[i]) == std::bit_cast<std::uint32_t>(q[i]);
            }
            return out;
        };
        return x.rows == y.rows && x.columns == y.columns && same(before_.times(a, x), after_.times(b, y)) &&
               same(before_.values(a, x), after_.values(b, y));
    }
    // Writes the statement of a controller to `line_`. `old`: that of the text, which says how it is written.
    void write_keys(const owned_node& owner, const owned_key& key, const statement& old) {
        const std::span<const float> times = after_.times(owner, key), values = after_.values(owner, key);
        line_.clear();
        if (key.id <= 0 || (times.empty() && key.rows > 0)) {
            why_ = refusal_of("nodes[].controllers[]", "a controller that a text can have").within(node_);
            return;
        }
        const bool is_bezier = key.is_bezier();
        const bool has_rows = is_bezier || times.size() != 1 || times[0] != 0 ||
                              (old.line() != 0 && controller_of(old.keyword(), owner.flags, by_).has_rows) ||
                              (old.line() == 0 && in_animation_);
        const std::string_view keyword = !has_rows ? "" : is_bezier ? "bezierkey" : "key";
        write_controller(line_, key.id, owner.flags, by_, keyword, times, values, to_.end_of_line());
    }

    const text_model& document_;
    const owned_model& before_;
    const owned_model& after_;
    const pool<std::uint64_t>& places_;
    producer by_;
    text_patches<> to_;
    text_line<> line_;
    statement_range::iterator here_;
    pool<std::uint32_t> order_; // numbers of nodes in the pool, by the place of their statements
    numbers_by_key<std::string_view, compare_names> names_;
    bool renames_ = false;
    error why_;

    std::uint32_t next_animation_ = 0, animation_ = 0;
    bool in_animation_ = false, has_events_ = false, has_other_events_ = false;

    bool in_node_ = false, has_parent_ = false, lists_changed_ = false;
    pool_slice<owned_node> tree_before_, tree_after_;
    std::uint32_t node_ = 0; // in its tree
    text_lists<> lists_;     // of a node whose lists changed
    std::size_t next_key_ = 0, first_unwritten_ = 0;
    pool<std::uint8_t> keys_;        // which controllers have a statement
    pool<std::string_view> written_; // keywords of the fields that have one
};

}}}} // namespace effigy::v0::nwn::impl
