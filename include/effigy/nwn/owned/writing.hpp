// Writing an owning model into the places that a file has.
#pragma once

#include <effigy/core/impl/placed_bytes.hpp>
#include <effigy/nwn/owned/canonical.hpp>
#include <effigy/nwn/owned/source.hpp>

#include <tuple>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

struct null_reference {
    template <class Reference> constexpr operator Reference() const noexcept { return {}; }
};

// Copies what an owning model does not hold from a record in a file: references, and addresses in programs.
template <class Record> void copy_places(const Record& from, Record& to) noexcept {
    Record::template fields<Record>([&]<class T>(const field&, T Record::* member) {
        if constexpr (reference_to_records<T>) {
            to.*member = from.*member;
        } else if constexpr (reference_to_records<element_of<T>>) {
            for (std::size_t i = 0; i < std::extent_v<T>; ++i) {
                (to.*member)[i] = (from.*member)[i];
            }
        } else if constexpr (std::same_as<T, basic_geometry_header<>>) {
            copy_places(from.*member, to.*member);
        }
    });
    if constexpr (std::same_as<Record, node_header>) {
        for (std::size_t i = 0; i < std::size(to.functions); ++i) {
            to.functions[i] = from.functions[i];
        }
        to.geometry = from.geometry;
        to.parent = from.parent;
    }
}

// Writes a model: a visitor of its blocks. It follows the references of a file, the places, and writes the model's
// values where they refer to. It tests what a file cannot say; encode() opens the result.
template <class = when_used> class writing {
public:
    // `file`: the same bytes as `places`. `rules`: null if the places are those of an original, whose leftover memory
    // remains; else they are those of planning.hpp.
    writing(const owned_model& from, file_bytes file, std::span<const std::byte> places, const canonical_rules* rules)
        : in_{from}, rules_(rules), lists_(file.resource()), texts_(file.resource()), file_(std::move(file)) {
        const byte_view all{places};
        if (const auto* const start = all.record_at<file_header>(0); start != nullptr) {
            places_ = {
                all.part(model_at, start->model_size), all.part(model_at + start->model_size, start->raw_size), {}};
        }
        left_ = 4 * all.size() + 65536;
    }

    [[nodiscard]] result<file_bytes> run() {
        const owned_model& from = in_.in;
        const file_header start{.zero = {},
                                .model_size = u32<>::of(static_cast<std::uint32_t>(places_.model().size())),
                                .raw_size = u32<>::of(static_cast<std::uint32_t>(places_.raw().size()))};
        const std::uint64_t end = model_at + places_.model().size() + places_.raw().size();
        const auto trailing = get(reference_path{"trailing"}, from.trailing);
        if (end + trailing.size() != file_.bytes().size()) {
            misfit();
        }
        put(0, std::as_bytes(std::span{&start, 1}));
        check_model(from);
        if (!why_) {
            for_each_block(in_, from, *this);
            end_tree();
        }
        put(end, trailing);
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
        const auto clips = animations_;
        clip_at_ = clip_ < clips.size() ? std::uint32_t{clips[clip_].offset} : 0;
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
            misfit();
        }
        has_same_counts_ = true;
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
        constexpr bool is_part = !std::same_as<stored, model_header> && !std::same_as<stored, animation_header> &&
                                 !std::same_as<stored, node_header>;
        record_at_ = number_ == npos ? clip_at_ : node_at_ + (is_part ? part_at<stored> : 0);
        const stored* const there = places_.model().template record_at<stored>(record_at_);
        if (there == nullptr) {
            misfit();
            return &out;
        }
        copy_places(*there, out);
        has_same_counts_ = has_same_counts_ && have_same_counts(*there, out);
        if constexpr (std::same_as<stored, model_header>) {
            root_of_model_ = out.geometry.root.offset;
            animations_ = places_.get(out.animations);
        } else if constexpr (std::same_as<stored, animation_header>) {
            root_ = out.geometry.root.offset;
        }
        record_ = std::as_bytes(std::span{&out, 1});
        return &out;
    }
    template <class Host> void block(reference_path at, const Host& host, std::uint64_t expected, const auto& slot) {
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
        fit(to, found.size());
        if constexpr (in_raw) {
            if (at.in_list ? found.size() != count_of_list(at.index)
                           : is_null && expected != 0 && to.offset != no_raw_offset) {
                misfit();
            }
        }
        if constexpr (!is_list<type>) {
            if (!at.in_list && !found.empty() && !has_same_counts_ && rules_ == nullptr) {
                misfit();
            }
        }
        if constexpr (std::same_as<target, event> || std::same_as<target, controller_key>) {
            if (rules_ != nullptr) {
                return put_clean<target>(to.offset, found);
            }
        }
        put<target>(to.offset, found, in_raw);
    }
    template <class Host> auto references(reference_path at, const Host& host, const auto& slot) {
        auto& to = slot();
        using target = typename std::remove_cvref_t<decltype(to)>::target;
        const auto found = get(at, host);
        fit(to, found.size());
        auto& scratch = inner(static_cast<target*>(nullptr));
        scratch.clear();
        scratch.append(places_.get(to));
        scratch.resize(found.size()); // the places may have none
        const std::span<target> out{scratch.data(), scratch.size()};
        inner_ = std::as_bytes(out);
        inner_at_ = to.offset;
        return out.data();
    }
    void text(reference_path at, const array_ptr<char, form::host>& name, const auto& slot) {
        const std::span<const char> found = get(at, name);
        if (std::string_view{found.data(), found.size()}.find('\0') != std::string_view::npos) {
            fail(errc::bad_value, at, 0, 0, "a text without NUL");
        }
        const array_ptr<char>& to = slot();
        if (places_.get(to).size() != found.size() && rules_ == nullptr) {
            misfit();
        }
        constexpr char nul = '\0';
        put<char>(to.offset, found, false);
        put<char>(std::uint64_t{to.offset} + found.size(), std::span<const char>{&nul, 1}, false);
    }
    template <class Host> void pointers(reference_path at, const Host& host, const auto& slot) {
        const auto& to = slot();
        const auto found = places_.get(to);
        put(model_at + to.offset, found.bytes());
        if constexpr (std::same_as<typename Host::target, owned_animation>) {
            if (get(at, host).size() != found.size()) {
                misfit();
            }
        } else if (!found.empty()) {
            push_children({.node = number_, .left = found});
        }
    }
    bool same_size(const char* path, const auto&, std::size_t size, std::size_t expected) noexcept {
        if (size != expected) {
            fail(errc::bad_value, reference_path{path}, static_cast<std::int64_t>(size), expected,
                 "one list for each count");
        }
        return size == expected;
    }
    // A mesh that was merged away has lists of no indices, and the last of them still refers to its own indices.
    void own_indices(reference_path at, const auto&, const pool_slice<std::uint16_t>& host, const auto&) {
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
        std::uint32_t last = no_raw_offset;
        for (const raw_ptr<u16<>>& each : lists_) {
            const bool is_inside =
                is_merged && each.offset != no_raw_offset && places_.raw().fits(each.offset, expected * sizeof(u16<>));
            last = is_inside ? std::uint32_t{each.offset} : last;
        }
        if ((last == no_raw_offset) != found.empty()) {
            misfit();
        }
        put<u16<>>(last, found, true);
    }
    void slot_nodes(const char* path, const source_node& node, const auto&) {
        commit();
        const auto found = get(reference_path{path}, in_.in.get(node.own.skin)->slot_nodes);
        const std::size_t bytes = found.size() * sizeof(i16<>);
        if (!is_slot_table(bytes)) {
            fail(errc::bad_value, reference_path{path}, static_cast<std::int64_t>(found.size()), 0,
                 "18, 64 or 128 slots");
        }
        put<i16<>>(std::uint64_t{node_at_} + slot_nodes_at, found, false);
        const byte_view file{file_.bytes()};
        const sections written{
            file.part(model_at, places_.model().size()), {}, producer_of(std::get<model_header>(records_).geometry)};
        if (!why_ && slot_bytes(written, node_at_, node.in_animation) != bytes) {
            fail(errc::bad_value, reference_path{path}, static_cast<std::int64_t>(found.size()), 0,
                 "the producer's number of slots, since no list follows them");
        }
    }
    void boxes(const char* path, const source_node& node) {
        if (!node.can_have(has_aabb)) {
            return;
        }
        commit();
        const pool_slice<owned_aabb>& boxes = node.own.aabb;
        const auto found = get(reference_path{path}, boxes);
        const auto* const there =
            places_.model().template record_at<aabb_header>(std::uint64_t{node_at_} + mesh_part_at);
        if (there == nullptr || (there->root.offset == 0U) != found.empty()) {
            return misfit();
        }
        put<aabb_header>(std::uint64_t{node_at_} + mesh_part_at, std::span{there, 1}, false);
        struct box_to_put {
            std::uint64_t number;
            std::uint32_t at;
        };
        fixed_stack<box_to_put, aabb_walk::max_depth> pending;
        if (!found.empty()) {
            pending.push({0, there->root.offset});
        }
        for (std::uint32_t i = 0; i < found.size() && !why_; ++i) {
            if (pending.empty() || pending.top().number != i) {
                return fail(errc::cycle, reference_path{path}, i, 0, "boxes in the order of a walk, left before right");
            }
            const std::uint32_t offset = pending.top().at;
            pending.pop();
            const aabb_entry* const box = places_.model().template record_at<aabb_entry>(offset);
            if (box == nullptr) {
                return misfit();
            }
            aabb_entry stored{};
            convert(found[i], stored, unset{});
            stored.left = box->left;
            stored.right = box->right;
            const auto follow = [&](const pool_handle<owned_aabb>& child, const ptr<aabb_entry>& to) {
                const std::uint64_t number = std::uint64_t{child.number} - boxes.first;
                if (child && (number >= found.size() || pending.full())) {
                    fail(errc::out_of_bounds, reference_path{path}, static_cast<std::int64_t>(number), found.size());
                } else if (bool{child} != (to.offset != 0U)) {
                    misfit();
                } else if (child) {
                    pending.push({number, to.offset});
                }
            };
            follow(found[i].right, box->right);
            follow(found[i].left, box->left);
            put<aabb_entry>(offset, std::span<const aabb_entry>{&stored, 1}, false);
        }
        if (!why_ && !pending.empty()) {
            fail(errc::cycle, reference_path{path}, static_cast<std::int64_t>(pending.top().number), 0,
                 "boxes in the order of a walk, left before right");
        }
    }
    void absent(const source_node& node, node_flags flag) {
        if (node.can_have(flag)) {
            fail(errc::bad_value, reference_path{path_of(flag)}, node.own.flags, 0, "the part that the flags indicate");
        }
    }

private:
    static constexpr std::uint64_t model_at = sizeof(file_header);

    // Becomes any reference; block() and the others set it.
    struct unset {
        template <class... Any> constexpr null_reference operator()(const Any&...) const noexcept { return {}; }
    };

    // ---- errors ----------------------------------------------------------------------------------------------------

    void fail(errc code, reference_path at, std::int64_t found, std::uint64_t need,
              const char* expected = "") noexcept {
        if (why_) {
            return;
        }
        location where{at.path};
        where = at.index != npos ? where.within(at.index) : where;
        where = number_ != npos ? where.within(number_) : where;
        where.path_prefix = clip_ != npos && number_ != npos ? "nwn.animations[]." : "nwn.";
        why_ = error{clip_ != npos ? where.within(clip_) : where, code, need, found, expected};
    }
    // The places are not those of this model. Those of planning.hpp are, but for parts at one place. For others, the
    // error only ends the writing: encode() takes those of planning.hpp then.
    void misfit() noexcept {
        fail(errc::bad_value, reference_path{"nodes[].flags"}, own_ != nullptr ? own_->flags : 0, 0,
             "parts that are not at the same place");
    }

    // ---- the model -------------------------------------------------------------------------------------------------

    // Returns the elements of a list. An error if they are not in the pool.
    template <class T> [[nodiscard]] std::span<const T> get(reference_path at, const pool_slice<T>& items) noexcept {
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
            fail(errc::bad_value, reference_path{"model.functions"}, from.geometry.functions[0], 0,
                 "the producer's fingerprint");
        }
    }
    // Checks that a tree is in the order of a walk: each parent is the previous node or one above it.
    template <class Of> void check_tree(const Of& of) noexcept {
        number_ = npos;
        constexpr bool is_clip = std::same_as<Of, owned_animation>;
        const std::span<const owned_node> nodes =
            get(reference_path{is_clip ? "animations[].nodes" : "nodes"}, of.nodes);
        if (of.geometry.root && (nodes.empty() || of.geometry.root.number != of.nodes.first)) {
            fail(errc::bad_value, reference_path{is_clip ? "animations[].root" : "model.root"}, of.geometry.root.number,
                 0, "the first node");
        }
        for (std::uint32_t i = 0; i < nodes.size(); ++i) {
            std::uint32_t above = i != 0 ? i - 1 : npos;
            while (above != nodes[i].parent && above != npos) {
                above = nodes[above].parent;
            }
            if (above != nodes[i].parent || (i != 0 && above == npos)) {
                number_ = i;
                fail(errc::cycle, reference_path{"nodes[].parent"}, nodes[i].parent, 0,
                     "the previous node, or one above it");
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
                fail(errc::bad_value, reference_path{path_of(part)}, node.own.flags, 0,
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
                    fail(errc::bad_value, reference_path{path}, count, 0, "empty lists of bytes, as in every file");
                }
            } else if constexpr (std::same_as<T, basic_geometry_header<form::host>>) {
                check_unused(path, value);
            }
        });
    }

    // ---- the places ------------------------------------------------------------------------------------------------

    // Checks that a reference is to `size` elements, as far as it says.
    void fit(const auto& to, std::size_t size) noexcept {
        using type = std::remove_cvref_t<decltype(to)>;
        if constexpr (is_list<type>) {
            if (size != (to.offset != 0U ? std::uint32_t{to.used} : 0)) {
                misfit();
            }
        } else if (size != 0 && to.offset == null_offset<type>) {
            misfit();
        }
    }
    template <class Reference>
    static constexpr std::uint32_t null_offset =
        std::same_as<Reference, raw_ptr<typename Reference::target>> ? no_raw_offset : 0;
    // Returns the number of indices in a list of the mesh whose lists are written.
    [[nodiscard]] std::uint32_t count_of_list(std::uint32_t i) const noexcept {
        const array<u32<>> counts = places_.get(std::get<mesh_header>(records_).index_counts);
        return i < counts.size() ? std::uint32_t{counts[i]} : 0;
    }
    // The children of a node that are not visited yet.
    struct children {
        std::uint32_t node;
        array<ptr<node_header>> left;
    };
    void push_children(const children& more) noexcept {
        if (levels_.full()) {
            fail(errc::budget, reference_path{"nodes[]"}, static_cast<std::int64_t>(levels_.size() + 1),
                 levels_.size());
        } else {
            levels_.push(more);
        }
    }
    // Returns the offset of the next child, or 0. Moves past null pointers.
    [[nodiscard]] static std::uint32_t next_child(children& level) noexcept {
        std::uint32_t offset = 0;
        while (!level.left.empty() && offset == 0) {
            offset = level.left[0].offset;
            level.left = level.left.part(1, level.left.size() - 1);
        }
        return offset;
    }
    void end_level() noexcept {
        if (next_child(levels_.top()) != 0) {
            misfit();
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
            misfit();
        }
        root_ = 0;
        number_ = npos;
    }

    // ---- the file --------------------------------------------------------------------------------------------------

    void put(std::uint64_t at, std::span<const std::byte> bytes) {
        if (!why_ && (!charge(bytes.size()) || !file_.put(at, bytes))) {
            misfit();
        }
    }
    template <wire T, class Host> void put(std::uint64_t offset, std::span<const Host> elements, bool in_raw = false) {
        const std::uint64_t at = model_at + (in_raw ? places_.model().size() : 0) + offset;
        if (!why_ && (!charge(elements.size() * sizeof(T)) || !file_.put<T>(at, elements))) {
            misfit();
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
    const canonical_rules* rules_;
    sections places_;
    error why_;
    std::uint64_t left_ = 0;

    std::uint32_t clip_ = npos, number_ = npos; // of the animation and the node that are written; npos: none
    const owned_node* own_ = nullptr;
    std::uint32_t clip_at_ = 0, node_at_ = 0;
    std::uint32_t root_ = 0; // of the tree that is written, until it is visited
    std::uint32_t root_of_model_ = 0;
    array<ptr<animation_header>> animations_;
    bool has_same_counts_ = true; // with the places, of the elements of a node's arrays
    fixed_stack<children, tree_walk::max_depth> levels_;

    // The record that is written, and its list of references.
    std::tuple<model_header, animation_header, node_header, nwn::light, nwn::emitter, nwn::reference, mesh_header,
               skin_header, animmesh_header, dangly_header>
        records_;
    pool<raw_ptr<u16<>>> lists_;
    pool<array_ptr<char>> texts_;
    std::span<const std::byte> record_, inner_;
    std::uint64_t record_at_ = 0, inner_at_ = 0;
    placed_bytes file_;
};

}}}} // namespace effigy::v0::nwn::impl
