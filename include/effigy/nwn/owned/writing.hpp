// Writing an owning model into the places that a layout names.
#pragma once

#include <effigy/core/impl/placed_bytes.hpp>
#include <effigy/nwn/owned/canonical.hpp>
#include <effigy/nwn/owned/recording.hpp>
#include <effigy/nwn/owned/source.hpp>

#include <tuple>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// Where a part is in its node.
template <class Record> inline constexpr std::uint32_t part_at = node_part_at;
template <> inline constexpr std::uint32_t part_at<skin_header> = mesh_part_at;
template <> inline constexpr std::uint32_t part_at<animmesh_header> = mesh_part_at;
template <> inline constexpr std::uint32_t part_at<dangly_header> = mesh_part_at;

struct null_reference {
    template <class Reference> constexpr operator Reference() const noexcept { return {}; }
};

// Writes a model: a visitor of its blocks. It tests what a file cannot say; encode() opens the result.
template <class = when_used> class writing {
public:
    // `rules`: null if the model has the leftover memory of a file.
    writing(const owned_model& from, const layout& by, const canonical_rules* rules, std::pmr::memory_resource* memory)
        : in_{from}, by_(by), rules_(rules), file_(by.file_size, memory), lists_(memory), texts_(memory) {}

    [[nodiscard]] result<file_bytes> run() {
        const owned_model& from = in_.in;
        const file_header start{.zero = {}, .model_size = u32<>::of(next()), .raw_size = u32<>::of(next())};
        model_size_ = start.model_size;
        raw_size_ = start.raw_size;
        const std::uint64_t end = model_at + model_size_ + raw_size_;
        const auto trailing = get(place{"trailing"}, from.trailing);
        if (end + trailing.size() != by_.file_size) {
            misfit(end + trailing.size(), by_.file_size);
        }
        if (!why_) {
            put(0, std::as_bytes(std::span{&start, 1}));
            check_model(from);
            for_each_block(in_, from, *this);
            end_tree();
            put(end, trailing);
        }
        if (!why_ && next_ != by_.numbers.size()) {
            misfit(next_, by_.numbers.size());
        }
        if (!why_ && !file_.fill(std::span{by_.kept.data(), by_.kept.size()})) {
            misfit(0, by_.kept.size());
        }
        if (why_) {
            return why_;
        }
        return file_.take();
    }

    // ---- the visitor -----------------------------------------------------------------------------------------------

    [[nodiscard]] bool stopped() const noexcept { return static_cast<bool>(why_); }
    void animation(const owned_animation& clip) {
        end_tree();
        ++clip_; // from npos
        clip_at_ = next_animation_ < animations_end_ ? by_.numbers[next_animation_++] : 0;
        check_tree(clip);
    }
    void geometry() {
        end_tree();
        clip_ = npos;
        clip_at_ = 0;
        root_ = root_of_model_;
        check_tree(in_.in);
    }
    void node(const source_node& node) {
        commit();
        number_ = node.number;
        own_ = &node.own;
        check_parts(node);
        node_at_ = next_node(node.own.parent);
        if (node_at_ == 0) {
            misfit(1, 0);
        }
    }
    template <class Record> stored_form<Record>* record(const char* path, const Record& record) {
        using stored = stored_form<Record>;
        commit();
        check_unused(*path != '\0' ? path : "model", record);
        auto& out = std::get<stored>(records_);
        out = {};
        convert(record, out, unset{});
        if (rules_ != nullptr) {
            rules_->clean(out, number_ != npos ? own_->flags : 0);
        }
        each_word(out, [&](u32<>& word) { word = u32<>::of(next()); });
        if (auto* const root = root_in(out); root != nullptr) {
            const std::uint32_t offset = next();
            root->offset = u32<>::of(offset);
            (std::same_as<stored, model_header> ? root_of_model_ : root_) = offset;
        }
        constexpr bool is_part = !std::same_as<stored, model_header> && !std::same_as<stored, animation_header> &&
                                 !std::same_as<stored, node_header>;
        record_at_ = number_ == npos ? clip_at_ : node_at_ + (is_part ? part_at<stored> : 0);
        record_ = std::as_bytes(std::span{&out, 1});
        return &out;
    }
    template <class Host> void block(place at, const Host& host, std::uint64_t expected, const auto& slot) {
        auto& to = slot();
        using type = std::remove_cvref_t<decltype(to)>;
        using target = typename type::target;
        constexpr bool in_raw = std::same_as<type, raw_ptr<target>>;
        const auto found = get(at, host);
        const bool is_null = in_raw && !at.in_list && found.empty();
        if (found.size() != expected && !is_null) {
            fail(errc::bad_value, at, static_cast<std::int64_t>(found.size()), expected,
                 "as many elements as the count says");
        }
        set(to, found.size());
        if (is_null && expected != 0 && to.offset != no_raw_offset) {
            misfit(no_raw_offset, to.offset);
        }
        if constexpr (std::same_as<target, event> || std::same_as<target, controller_key>) {
            if (rules_ != nullptr) {
                return put_clean<target>(to.offset, found);
            }
        }
        put<target>(to.offset, found, in_raw);
    }
    template <class Host> auto references(place at, const Host& host, const auto& slot) {
        auto& to = slot();
        using target = typename std::remove_cvref_t<decltype(to)>::target;
        const auto found = get(at, host);
        set(to, found.size());
        auto& scratch = inner(static_cast<target*>(nullptr));
        scratch.clear();
        const std::span<target> out = scratch.append(found.size());
        for (target& each : out) {
            each = {};
        }
        inner_ = std::as_bytes(out);
        inner_at_ = to.offset;
        return out.data();
    }
    void text(place at, const array_ptr<char, form::host>& name, const auto& slot) {
        const std::span<const char> found = get(at, name);
        if (std::string_view{found.data(), found.size()}.find('\0') != std::string_view::npos) {
            fail(errc::bad_value, at, 0, 0, "a text without NUL");
        }
        array_ptr<char>& to = slot();
        set(to, found.size());
        constexpr char nul = '\0';
        put<char>(to.offset, found, false);
        put<char>(std::uint64_t{to.offset} + found.size(), std::span<const char>{&nul, 1}, false);
    }
    template <class Host> void pointers(place at, const Host& host, const auto& slot) {
        auto& to = slot();
        const std::uint32_t count = next();
        to.offset = u32<>::of(next());
        to.used = u32<>::of(count);
        to.allocated = u32<>::of(next());
        if (count > by_.numbers.size() - next_) {
            return misfit(next_ + count, by_.numbers.size());
        }
        const std::size_t first = next_;
        next_ += count;
        for (std::size_t i = first; i < next_; ++i) {
            const u32<> pointer = u32<>::of(by_.numbers[i]);
            put<u32<>>(std::uint64_t{to.offset} + (i - first) * sizeof(u32<>), std::span<const u32<>>{&pointer, 1},
                       false);
        }
        if constexpr (std::same_as<typename Host::target, owned_animation>) {
            if (const auto found = get(at, host); found.size() != count) {
                misfit(found.size(), count);
            }
            next_animation_ = first;
            animations_end_ = next_;
        } else if (count != 0) {
            push_children({.node = number_, .next = first, .end = next_});
        }
    }
    bool same_size(const char* path, const auto&, std::size_t size, std::size_t expected) noexcept {
        if (size != expected) {
            fail(errc::bad_value, place{path}, static_cast<std::int64_t>(size), expected, "one list for each count");
        }
        return size == expected;
    }
    // A mesh that was merged away has lists of no indices, and the last of them still refers to its own indices.
    void own_indices(place at, const auto&, const pool_slice<std::uint16_t>& host, const auto&) {
        const auto found = get(at, host);
        const owned_mesh* const surface = in_.in.get(own_->mesh);
        bool is_merged = surface->faces.count != 0 && surface->index_lists.count != 0;
        for (const std::uint32_t count : in_.get(surface->index_counts)) {
            is_merged = is_merged && count == 0;
        }
        const std::uint64_t expected = is_merged ? 3 * std::uint64_t{surface->faces.count} : 0;
        if (!found.empty() && found.size() != expected) {
            fail(errc::bad_value, at, static_cast<std::int64_t>(found.size()), expected,
                 "the indices of all faces, or none");
        }
        if (const std::uint32_t count = next(); count != found.size()) {
            misfit(found.size(), count);
        }
        std::uint32_t last = no_raw_offset;
        for (const raw_ptr<u16<>>& each : lists_) {
            const bool is_inside =
                is_merged && each.offset != no_raw_offset && each.offset + expected * sizeof(u16<>) <= raw_size_;
            last = is_inside ? std::uint32_t{each.offset} : last;
        }
        if ((last == no_raw_offset) != found.empty()) {
            misfit(found.size(), last);
        }
        put<u16<>>(last, found, true);
    }
    void slot_nodes(const char* path, const source_node& node, const auto&) {
        commit();
        const auto found = get(place{path}, in_.in.get(node.own.skin)->slot_nodes);
        const std::size_t bytes = found.size() * sizeof(i16<>);
        if (bytes != bytes_of_18_slots && bytes != bytes_of_64_slots && bytes != bytes_of_128_slots) {
            fail(errc::bad_value, place{path}, static_cast<std::int64_t>(found.size()), 0, "18, 64 or 128 slots");
        }
        if (const std::uint32_t count = next(); count != found.size()) {
            misfit(found.size(), count);
        }
        put<i16<>>(std::uint64_t{node_at_} + slot_nodes_at, found, false);
        const byte_view file{file_.bytes()};
        const sections written{
            file.part(model_at, model_size_), {}, producer_of(std::get<model_header>(records_).geometry)};
        if (!why_ && slot_bytes(written, node_at_, node.in_animation) != bytes) {
            fail(errc::bad_value, place{path}, static_cast<std::int64_t>(found.size()), 0,
                 "the producer's number of slots, since no list follows them");
        }
    }
    void boxes(const char* path, const source_node& node) {
        if (!node.can_have(has_aabb)) {
            return;
        }
        commit();
        const pool_slice<owned_aabb>& boxes = node.own.aabb;
        const auto found = get(place{path}, boxes);
        const std::uint32_t count = next();
        if (count != found.size() || count > by_.numbers.size() - next_) {
            return misfit(found.size(), count);
        }
        const auto offset_of = [&](std::uint32_t number) { return u32<>::of(by_.numbers[next_ + number]); };
        aabb_header head{};
        head.root.offset = count != 0 ? offset_of(0) : u32<>{};
        put<aabb_header>(std::uint64_t{node_at_} + mesh_part_at, std::span<const aabb_header>{&head, 1}, false);
        fixed_stack<std::uint32_t, aabb_walk::max_depth> pending;
        if (count != 0) {
            pending.push(0);
        }
        for (std::uint32_t i = 0; i < count && !why_; ++i) {
            if (pending.empty() || pending.top() != i) {
                return fail(errc::cycle, place{path}, i, 0, "boxes in the order of a walk, left before right");
            }
            pending.pop();
            aabb_entry stored{};
            convert(found[i], stored, unset{});
            const auto refer = [&](const pool_handle<owned_aabb>& child, ptr<aabb_entry>& to) {
                const std::uint64_t number = std::uint64_t{child.number} - boxes.first;
                if (child && (number >= count || pending.full())) {
                    fail(errc::out_of_bounds, place{path}, static_cast<std::int64_t>(number), count);
                } else if (child) {
                    to.offset = offset_of(static_cast<std::uint32_t>(number));
                    pending.push(static_cast<std::uint32_t>(number));
                }
            };
            refer(found[i].right, stored.right);
            refer(found[i].left, stored.left);
            put<aabb_entry>(offset_of(i), std::span<const aabb_entry>{&stored, 1}, false);
        }
        next_ += count;
        if (!why_ && !pending.empty()) {
            fail(errc::cycle, place{path}, pending.top(), 0, "boxes in the order of a walk, left before right");
        }
    }
    void absent(const source_node& node, node_flags flag) {
        if (node.can_have(flag)) {
            fail(errc::bad_value, place{path_of(flag)}, node.own.flags, 0, "the part that the flags indicate");
        }
    }

private:
    static constexpr std::uint64_t model_at = sizeof(file_header);

    // Becomes any reference; block() and the others set it.
    struct unset {
        template <class... Any> constexpr null_reference operator()(const Any&...) const noexcept { return {}; }
    };

    // ---- errors ----------------------------------------------------------------------------------------------------

    void fail(errc code, place at, std::int64_t found, std::uint64_t need, const char* expected = "") noexcept {
        if (why_) {
            return;
        }
        location where{at.path};
        where = at.index != npos ? where.within(at.index) : where;
        where = number_ != npos ? where.within(number_) : where;
        where.path_prefix = clip_ != npos && number_ != npos ? "nwn.animations[]." : "nwn.";
        why_ = error{clip_ != npos ? where.within(clip_) : where, code, need, found, expected};
    }
    // The layout has other sizes than the model. A canonical layout fits, but for parts at one place.
    void misfit(std::uint64_t needed, std::uint64_t found) noexcept {
        if (rules_ != nullptr) {
            fail(errc::bad_value, place{"nodes[].flags"}, own_ != nullptr ? own_->flags : 0, 0,
                 "parts that are not at the same place");
        } else if (!why_) {
            why_ = error{{"layout"},
                         errc::bad_value,
                         needed,
                         static_cast<std::int64_t>(found),
                         "the layout of a model with the same sizes"};
        }
    }

    // ---- the model -------------------------------------------------------------------------------------------------

    // Returns the elements of a list. An error if they are not in the pool.
    template <class T> [[nodiscard]] std::span<const T> get(place at, const pool_slice<T>& items) noexcept {
        const std::span<const T> found = in_.get(items);
        if (found.size() != items.count) {
            fail(errc::out_of_bounds, at, static_cast<std::int64_t>(std::uint64_t{items.first} + items.count),
                 in_.in.template all<T>().size(), "the elements of the pool");
        }
        return found;
    }
    void check_model(const owned_model& from) noexcept {
        const bool keeps_fingerprint = rules_ == nullptr || !rules_->sets_fingerprint;
        basic_geometry_header<> stored{};
        convert(from.geometry.functions, stored.functions);
        if (keeps_fingerprint && from.producer != producer_of(stored)) {
            fail(errc::bad_value, place{"model.functions"}, from.geometry.functions[0], 0,
                 "the producer's fingerprint");
        }
    }
    // Checks that a tree is in the order of a walk: each parent is the previous node or one above it.
    template <class Of> void check_tree(const Of& of) noexcept {
        number_ = npos;
        constexpr bool is_clip = std::same_as<Of, owned_animation>;
        const std::span<const owned_node> nodes = get(place{is_clip ? "animations[].nodes" : "nodes"}, of.nodes);
        if (of.geometry.root && (nodes.empty() || of.geometry.root.number != of.nodes.first)) {
            fail(errc::bad_value, place{is_clip ? "animations[].root" : "model.root"}, of.geometry.root.number, 0,
                 "the first node");
        }
        for (std::uint32_t i = 0; i < nodes.size(); ++i) {
            std::uint32_t above = i != 0 ? i - 1 : npos;
            while (above != nodes[i].parent && above != npos) {
                above = nodes[above].parent;
            }
            if (above != nodes[i].parent || (i != 0 && above == npos)) {
                number_ = i;
                fail(errc::cycle, place{"nodes[].parent"}, nodes[i].parent, 0, "the previous node, or one above it");
                return;
            }
        }
    }
    [[nodiscard]] static constexpr const char* path_of(node_flags part) noexcept {
        return part == has_light       ? record_path<nwn::light>
               : part == has_emitter   ? record_path<nwn::emitter>
               : part == has_reference ? record_path<nwn::reference>
               : part == has_mesh      ? record_path<mesh_header>
               : part == has_skin      ? record_path<skin_header>
               : part == has_animmesh  ? record_path<animmesh_header>
               : part == has_dangly    ? record_path<dangly_header>
                                       : record_path<aabb_header>;
    }
    void check_parts(const source_node& node) noexcept {
        const auto check = [&](node_flags part, bool is_there) {
            if (is_there && !node.can_have(part)) {
                fail(errc::bad_value, place{path_of(part)}, node.own.flags, 0,
                     "no part that the flags do not indicate");
            }
        };
        check(has_light, bool{node.own.light});
        check(has_emitter, bool{node.own.emitter});
        check(has_reference, bool{node.own.reference});
        check(has_mesh, bool{node.own.mesh});
        check(has_skin, bool{node.own.skin});
        check(has_animmesh, bool{node.own.animmesh});
        check(has_dangly, bool{node.own.dangly});
        check(has_aabb, !node.own.aabb.empty());
    }
    // Checks that lists which are empty in every file are empty.
    template <class Record> void check_unused(const char* path, const Record& record) noexcept {
        for_each_field(record, [&]<class T>(const field&, const T& value) {
            using element = element_of<T>;
            if constexpr (std::same_as<element, list<u8, form::host>>) {
                std::uint32_t count = 0;
                if constexpr (std::is_array_v<T>) {
                    for (const element& each : value) {
                        count |= each.count;
                    }
                } else {
                    count = value.count;
                }
                if (count != 0) {
                    fail(errc::bad_value, place{path}, count, 0, "empty lists of bytes, as in every file");
                }
            } else if constexpr (std::same_as<T, basic_geometry_header<form::host>>) {
                check_unused(path, value);
            }
        });
    }

    // ---- the layout ------------------------------------------------------------------------------------------------

    [[nodiscard]] std::uint32_t next() noexcept {
        if (next_ >= by_.numbers.size()) {
            misfit(std::uint64_t{next_} + 1, by_.numbers.size());
            return 0;
        }
        return by_.numbers[next_++];
    }
    // Sets a reference to `size` elements.
    void set(auto& to, std::size_t size) noexcept {
        if (const std::uint32_t expected = next(); expected != size) {
            misfit(size, expected);
        }
        to.offset = u32<>::of(next());
        if constexpr (requires { to.used; }) {
            to.used = u32<>::of(static_cast<std::uint32_t>(size));
            to.allocated = u32<>::of(next());
        }
    }
    // The children of a node that are not visited yet: the places of their pointers in the layout.
    struct children {
        std::uint32_t node;
        std::size_t next, end;
    };
    void push_children(const children& more) noexcept {
        if (levels_.full()) {
            fail(errc::budget, place{"nodes[]"}, static_cast<std::int64_t>(levels_.size() + 1), levels_.size());
        } else {
            levels_.push(more);
        }
    }
    // Returns the offset of the next child, or 0. Moves past null pointers.
    [[nodiscard]] std::uint32_t next_child(children& level) const noexcept {
        while (level.next != level.end) {
            if (const std::uint32_t offset = by_.numbers[level.next++]; offset != 0) {
                return offset;
            }
        }
        return 0;
    }
    void end_level() noexcept {
        if (const std::uint32_t left = next_child(levels_.top()); left != 0) {
            misfit(0, left);
        }
        levels_.pop();
    }
    [[nodiscard]] std::uint32_t next_node(std::uint32_t parent) noexcept {
        if (parent == npos) {
            return std::exchange(root_, 0U);
        }
        while (!levels_.empty() && levels_.top().node != parent) {
            end_level();
        }
        return !levels_.empty() ? next_child(levels_.top()) : 0;
    }
    void end_tree() {
        commit();
        while (!levels_.empty()) {
            end_level();
        }
        if (root_ != 0) {
            misfit(0, root_);
        }
        root_ = 0;
        number_ = npos;
    }

    // ---- the file --------------------------------------------------------------------------------------------------

    void put(std::uint64_t at, std::span<const std::byte> bytes) {
        if (!why_ && (!charge(bytes.size()) || !file_.put(at, bytes))) {
            misfit(at + bytes.size(), file_.bytes().size());
        }
    }
    template <wire T, class Host> void put(std::uint64_t offset, std::span<const Host> elements, bool in_raw = false) {
        const std::uint64_t at = model_at + (in_raw ? model_size_ : 0) + offset;
        if (!why_ && (!charge(elements.size() * sizeof(T)) || !file_.put<T>(at, elements))) {
            misfit(at + elements.size() * sizeof(T), file_.bytes().size());
        }
    }
    template <wire T, class Host> void put_clean(std::uint64_t offset, std::span<const Host> elements) {
        for (const Host& element : elements) {
            T stored{};
            convert(element, stored);
            rules_->clean(stored, 0);
            put<T>(offset, std::span<const T>{&stored, 1});
            offset += sizeof(T);
        }
    }
    // As in open(): lists that many records share must not multiply.
    [[nodiscard]] bool charge(std::uint64_t bytes) noexcept {
        const bool can = bytes <= left_;
        left_ -= can ? bytes : 0;
        return can;
    }
    // Puts the last record and its list of references, which are complete now.
    void commit() {
        put(model_at + record_at_, std::exchange(record_, {}));
        put(model_at + inner_at_, std::exchange(inner_, {}));
    }
    [[nodiscard]] pool<raw_ptr<u16<>>>& inner(const raw_ptr<u16<>>*) noexcept { return lists_; }
    [[nodiscard]] pool<array_ptr<char>>& inner(const array_ptr<char>*) noexcept { return texts_; }

    owned_source<> in_;
    const layout& by_;
    const canonical_rules* rules_;
    placed_bytes file_;
    error why_;
    std::uint64_t left_ = 4 * by_.file_size + 65536;
    std::uint64_t model_size_ = 0, raw_size_ = 0;
    std::size_t next_ = 0; // number of the layout

    std::uint32_t clip_ = npos, number_ = npos; // of the animation and the node that are written; npos: none
    const owned_node* own_ = nullptr;
    std::uint32_t clip_at_ = 0, node_at_ = 0;
    std::uint32_t root_ = 0; // of the tree that is written, until it is visited
    std::uint32_t root_of_model_ = 0;
    std::size_t next_animation_ = 0, animations_end_ = 0; // numbers of the layout
    fixed_stack<children, tree_walk::max_depth> levels_;

    // The record that is written, and its list of references.
    std::tuple<model_header, animation_header, node_header, nwn::light, nwn::emitter, nwn::reference, mesh_header,
               skin_header, animmesh_header, dangly_header>
        records_;
    pool<raw_ptr<u16<>>> lists_;
    pool<array_ptr<char>> texts_;
    std::span<const std::byte> record_, inner_;
    std::uint64_t record_at_ = 0, inner_at_ = 0;
};

}}}} // namespace effigy::v0::nwn::impl
