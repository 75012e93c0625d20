// The places of a new file: the order in which all known programs write.
#pragma once

#include <effigy/nwn/owned/canonical.hpp>
#include <effigy/nwn/owned/source.hpp>
#include <effigy/owned/written_file.hpp>

#include <algorithm>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// Makes the file of a model without the model's values: a visitor of its blocks. All references have their places and
// numbers of elements; bytes that no value has are those of the producer; all others are 0. Model data and raw data are
// two streams without gaps. After a node follow the lists of its parts, those of the mesh last; the pointers to its
// children; the children with all that follows them; its controllers. Nothing is tested but the size: writing.hpp tests
// the model.
template <class = when_used> class planning {
public:
    // `most`: bytes of the file. Memory for all of them is taken at once.
    planning(const owned_model& from, const canonical_rules& rules, std::uint64_t most,
             std::pmr::memory_resource* memory)
        : in_{from}, rules_(rules), file_(memory), left_(most),
          slots_of_producer_(slot_bytes_of(rules.sets_fingerprint ? rules.by : from.producer)),
          is_over_(most < sizeof(file_header)), pending_(memory), child_counts_(memory) {
        file_.reserve(to_size(most));
        if (is_over_) {
            return;
        }
        left_ -= sizeof(file_header);
        add_zeros(sizeof(file_header));
        for_each_block(in_, from, *this);
        end_tree();
        if (charge(from.trailing.count)) {
            auto& start = *overlay<file_header>(file_.data());
            start.model_size = u32<>::of(static_cast<std::uint32_t>(model_end()));
            start.raw_size = u32<>::of(static_cast<std::uint32_t>(raw_end_));
            add_zeros(raw_end_ + from.trailing.count);
        }
    }
    // Whether the file is within the limit.
    [[nodiscard]] bool fits() const noexcept { return !is_over_; }
    [[nodiscard]] file_bytes take() noexcept { return std::move(file_); }

    // ---- the visitor -----------------------------------------------------------------------------------------------

    [[nodiscard]] bool stopped() const noexcept { return is_over_ || is_stuck_; }
    void animation(const owned_animation& clip) {
        end_tree();
        tree_at_ = place_in_model(sizeof(animation_header));
        const list<ptr<animation_header>> clips = at<model_header>(0).animations;
        if (!is_over_ && next_animation_ < clips.used) {
            at<u32<>>(clips.offset + sizeof(u32<>) * next_animation_++) = u32<>::of(tree_at_);
        }
        count_children(clip.nodes);
    }
    void geometry() {
        end_tree();
        tree_at_ = 0;
        count_children(in_.in.nodes);
    }
    void node(const source_node& node) {
        end_node();
        while (!levels_.empty() && levels_.top().node != node.own.parent) {
            end_level();
        }
        if (levels_.empty() ? node.number != 0 : levels_.full() || levels_.top().next_child == children_of_top().used) {
            is_stuck_ = true; // writing.hpp says why
            return;
        }
        const std::uint32_t slots = slot_table(node);
        node_size_ = node_size(node.own.flags, [slots] { return slots; });
        node_at_ = place_in_model(node_size_);
        if (is_over_) {
            return;
        }
        if (levels_.empty()) {
            at<geometry_header>(tree_at_).root.offset = u32<>::of(node_at_);
        } else {
            at<u32<>>(children_of_top().offset + sizeof(u32<>) * levels_.top().next_child++) = u32<>::of(node_at_);
        }
        node_ = node.number;
        own_ = &node.own;
        in_animation_ = node.in_animation;
    }
    template <class Record> stored_form<Record>* record(const char*, const Record&) {
        using stored = stored_form<Record>;
        order_ = 0;
        part_ = part_of_node;
        std::uint32_t place = node_at_ + part_at<stored>;
        if constexpr (std::same_as<stored, node_header>) {
            part_ = part_header;
            place = node_at_;
        } else if constexpr (std::same_as<stored, model_header>) {
            place = place_in_model(sizeof(stored));
        } else if constexpr (std::same_as<stored, animation_header>) {
            place = tree_at_;
        } else {
            has_part_ = true;
            part_ = std::same_as<stored, mesh_header> ? part_mesh
                    : part_at<stored> == mesh_part_at ? part_of_mesh
                                                      : part_of_node;
        }
        is_stuck_ = is_stuck_ || place + std::uint64_t{sizeof(stored)} > model_end(); // as above
        if (stopped()) {
            return nullptr;
        }
        if constexpr (std::same_as<stored, node_header>) {
            rules_.set_functions(at<stored>(place), own_->flags);
        }
        return &at<stored>(place);
    }
    template <class Host> void block(reference_path where, const Host& host, std::uint64_t, const auto& slot) {
        using type = std::remove_cvref_t<decltype(slot())>;
        using target = typename type::target;
        constexpr bool in_raw = std::same_as<type, raw_ptr<target>>;
        const std::uint32_t count = size_of(host);
        const std::uint64_t bytes = count * std::uint64_t{sizeof(target)};
        if constexpr (in_raw) {
            if (where.in_list) {
                last_element_ = {.field = element_at(where), .list = list_, .rank = rank_of_lists, .in_raw = true};
                add_element(last_element_, bytes);
                return;
            }
        }
        constexpr bool is_sample = std::same_as<type, array_ptr<vec3<>>> || std::same_as<type, array_ptr<vec2<>>>;
        refer(slot(), count, bytes, next_rank(), is_sample && !rules_.has_cursors());
    }
    template <class Host> auto references(reference_path, const Host& host, const auto& slot) {
        using type = std::remove_cvref_t<decltype(slot())>;
        const bool is_first = part_ == part_of_node && rules_.by == producer::bioware;
        rank_of_texts_ = is_first ? part_of_node : next_rank();
        list_ = static_cast<std::uint32_t>(pending_.size());
        refer(slot(), size_of(host), size_of(host) * std::uint64_t{sizeof(u32<>)}, rank_of_texts_);
        return static_cast<typename type::target*>(nullptr); // the elements have no places yet
    }
    void text(reference_path where, const array_ptr<char, form::host>& name, const auto&) {
        add_element({.field = element_at(where), .list = list_, .rank = rank_of_texts_},
                    size_of(name) + std::uint64_t{1});
    }
    template <class Host> void pointers(reference_path, [[maybe_unused]] const Host& host, const auto& slot) {
        std::uint32_t count = 0;
        if constexpr (std::same_as<typename Host::target, owned_animation>) {
            count = size_of(host);
        } else {
            count = node_ < child_counts_.size() ? child_counts_[node_] : 0;
        }
        refer(slot(), count, count * std::uint64_t{sizeof(u32<>)}, rank_of_children, rules_.has_cursors());
    }
    static bool same_size(const char*, const auto&, std::size_t size, std::size_t expected) noexcept {
        return size == expected;
    }
    void own_indices(reference_path, const auto&, const pool_slice<std::uint16_t>& host, const auto&) {
        if (host.count != 0 && last_element_.list != npos) { // the last list still refers to them
            add_element(last_element_, size_of(host) * std::uint64_t{sizeof(u16<>)});
        }
        last_element_ = {};
    }
    static void slot_nodes(const char*, const source_node&, const auto&) noexcept {} // in the node
    void boxes(const char*, const source_node& node) {
        if (node.can_have(has_aabb) && size_of(node.own.aabb) != 0) {
            pending_.push_back({.field = node_at_ + mesh_part_at,
                                .rank = part_of_mesh,
                                .has_boxes = true,
                                .bytes = size_of(node.own.aabb) * std::uint64_t{sizeof(aabb_entry)}});
        }
    }
    static void absent(const source_node&, node_flags) noexcept {}

private:
    // Blocks of a node are placed in the order of their rank: that of the part, plus that of the field.
    static constexpr std::uint32_t part_of_node = 0, part_of_mesh = 32, part_mesh = 64, part_header = 96;
    // The index lists come between the colours, the tenth reference of a mesh, and the tangents.
    static constexpr std::uint32_t rank_of_lists = part_mesh + 21;
    static constexpr std::uint32_t rank_of_children = part_header;

    struct pending_block {
        std::uint32_t field = 0;   // offset of the reference: in model data, or in the list of references
        std::uint32_t list = npos; // number of the pending block that is this list
        std::uint32_t rank = 0;
        bool in_raw = false;
        bool has_boxes = false; // is a collision tree
        std::uint64_t bytes = 0;
        std::uint32_t placed_at = 0;
    };
    // The path to the current node.
    struct level {
        std::uint32_t node;
        std::uint32_t at; // offset in model data
        std::uint32_t next_child;
    };

    // 0 if the elements are not in the pool.
    template <class T> [[nodiscard]] std::uint32_t size_of(const pool_slice<T>& items) const noexcept {
        return static_cast<std::uint32_t>(in_.get(items).size());
    }
    [[nodiscard]] static std::uint32_t element_at(reference_path where) noexcept {
        return where.index * static_cast<std::uint32_t>(sizeof(u32<>));
    }
    [[nodiscard]] std::uint32_t next_rank() noexcept { return part_ + 2 * ++order_; }
    void add_element(pending_block element, std::uint64_t bytes) {
        element.bytes = bytes;
        pending_.push_back(element);
    }
    template <class Reference>
    void refer(Reference& to, std::uint32_t count, std::uint64_t bytes, std::uint32_t rank, bool has_cursor = false) {
        constexpr bool in_raw = std::same_as<Reference, raw_ptr<typename Reference::target>>;
        if constexpr (is_list<Reference>) {
            to.used = to.allocated = u32<>::of(count);
        }
        to.offset = u32<>::of(in_raw ? no_raw_offset : 0);
        const bool is_of_level = part_ == part_header && rank != rank_of_children; // see end_level()
        if ((bytes != 0 || has_cursor) && !is_of_level) {
            const byte_view model{std::span<const std::byte>{file_}.subspan(sizeof(file_header))};
            pending_.push_back({.field = static_cast<std::uint32_t>(model.offset_of(&to.offset)),
                                .rank = rank,
                                .in_raw = in_raw,
                                .bytes = bytes});
        }
    }

    // ---- places ----------------------------------------------------------------------------------------------------

    // Returns what is at a place of model data.
    template <wire T> [[nodiscard]] T& at(std::uint64_t offset) noexcept {
        return *overlay<T>(std::span{file_}.subspan(sizeof(file_header) + to_size(offset), sizeof(T)).data());
    }
    [[nodiscard]] std::uint64_t model_end() const noexcept { return file_.size() - sizeof(file_header); }
    void add_zeros(std::uint64_t count) {
        const std::span<std::byte> added = file_.append(to_size(count));
        std::fill(added.begin(), added.end(), std::byte{}); // is memset()
    }
    [[nodiscard]] bool charge(std::uint64_t bytes) noexcept {
        is_over_ = is_over_ || bytes > left_ || model_end() + raw_end_ + bytes > 0xFFFF'FFFF;
        left_ -= is_over_ ? 0 : bytes;
        return !is_over_;
    }
    [[nodiscard]] std::uint32_t place_in_model(std::uint64_t bytes) {
        const std::uint64_t out = model_end();
        if (!charge(bytes)) {
            return 0;
        }
        add_zeros(bytes);
        return static_cast<std::uint32_t>(out);
    }
    [[nodiscard]] std::uint32_t place_in_raw(std::uint64_t bytes) noexcept {
        return bytes != 0 && charge(bytes) ? static_cast<std::uint32_t>(std::exchange(raw_end_, raw_end_ + bytes))
                                           : no_raw_offset;
    }
    void put(pending_block& block) {
        const std::uint32_t place = block.in_raw ? place_in_raw(block.bytes) : place_in_model(block.bytes);
        if (!is_over_) {
            block.placed_at = place;
            at<u32<>>(block.field + (block.list != npos ? pending_[block.list].placed_at : 0)) = u32<>::of(place);
            if (block.has_boxes) {
                link_boxes(place);
            }
        }
    }
    void link_boxes(std::uint32_t first) noexcept {
        const std::span<const owned_aabb> boxes = in_.get(own_->aabb);
        for (std::uint32_t i = 0; i < boxes.size(); ++i) {
            auto& box = at<aabb_entry>(first + i * std::uint64_t{sizeof(aabb_entry)});
            const auto link = [&](ptr<aabb_entry>& to, const pool_handle<owned_aabb>& child) {
                const std::uint64_t number = std::uint64_t{child.number} - own_->aabb.first;
                if (child && number < boxes.size()) {
                    to.offset = u32<>::of(first + static_cast<std::uint32_t>(number * sizeof(aabb_entry)));
                }
            };
            link(box.left, boxes[i].left);
            link(box.right, boxes[i].right);
        }
    }
    // Places the blocks of the last record or node, but for controllers.
    void end_node() {
        for (std::uint32_t rank = 0; rank != npos;) {
            std::uint32_t next = npos;
            for (pending_block& block : pending_) {
                if (block.rank == rank) {
                    put(block);
                } else if (block.rank > rank && block.rank < next) {
                    next = block.rank;
                }
            }
            rank = next;
        }
        if (node_ != npos) {
            levels_.push({.node = node_, .at = node_at_, .next_child = 0});
            if (!is_over_ && in_animation_ && !has_part_) {
                add_new_parts();
            }
        }
        node_ = npos;
        has_part_ = false;
        pending_.clear();
    }
    [[nodiscard]] list<ptr<node_header>> children_of_top() noexcept {
        return at<node_header>(levels_.top().at).children;
    }
    // Places the controllers of a node, after its children.
    void end_level() {
        const std::uint32_t node = levels_.top().at;
        const auto put_list = [&]<class T>(list<T> node_header::* items) {
            const std::uint32_t count = (at<node_header>(node).*items).used;
            const std::uint32_t place = place_in_model(count * std::uint64_t{sizeof(T)});
            if (count != 0) {
                (at<node_header>(node).*items).offset = u32<>::of(place);
            }
        };
        put_list(&node_header::controller_keys);
        put_list(&node_header::controller_data);
        levels_.pop();
    }
    void end_tree() {
        end_node();
        while (!levels_.empty()) {
            end_level();
        }
    }
    void count_children(const pool_slice<owned_node>& items) {
        const std::span<const owned_node> nodes = in_.get(items);
        child_counts_.assign(nodes.size(), 0);
        for (const owned_node& node : nodes) {
            if (node.parent < nodes.size()) {
                ++child_counts_[node.parent];
            }
        }
    }

    // ---- what no record of the model says --------------------------------------------------------------------------

    [[nodiscard]] std::uint32_t slot_table(const source_node& node) const noexcept {
        const owned_skin* const binding = in_.in.get(node.own.skin);
        const std::uint32_t slots = binding != nullptr ? binding->slot_nodes.count : 0;
        const std::uint32_t bytes = 2 * slots;
        return is_slot_table(bytes) ? bytes : slots_of_producer_;
    }
    // The parts of a node in an animation, which are those of a new node.
    void add_new_parts() noexcept {
        const auto put_record = [&]<class Record>(std::uint32_t part, const Record& record) {
            if (part + sizeof(Record) <= node_size_) {
                at<Record>(std::uint64_t{node_at_} + part) = record;
            }
        };
        const std::uint32_t flags = own_->flags;
        const std::uint32_t cursor = node_at_ + node_size_;
        const auto raw_cursor = static_cast<std::uint32_t>(raw_end_);
        if ((flags & has_light) != 0) {
            put_record(node_part_at, rules_.new_light());
        }
        if ((flags & has_mesh) != 0) {
            put_record(node_part_at, rules_.new_mesh(flags, cursor, raw_cursor));
        }
        if ((flags & has_skin) != 0) {
            put_record(mesh_part_at, rules_.new_skin(cursor, raw_cursor));
        } else if ((flags & has_dangly) != 0) {
            put_record(mesh_part_at, rules_.new_dangly(cursor));
        }
    }

    owned_source<> in_;
    const canonical_rules& rules_;
    file_bytes file_; // but for raw data and what follows
    std::uint64_t left_;
    std::uint64_t raw_end_ = 0;
    std::uint32_t slots_of_producer_; // the size of a table of slots that nothing follows
    bool is_over_ = false, is_stuck_ = false;

    std::uint32_t tree_at_ = 0; // the header of the tree that is placed: the model's, or that of an animation
    std::uint32_t next_animation_ = 0;
    std::uint32_t node_ = npos; // npos: in a header
    const owned_node* own_ = nullptr;
    bool in_animation_ = false, has_part_ = false;
    std::uint32_t node_at_ = 0, node_size_ = 0;
    std::uint32_t part_ = 0, order_ = 0, rank_of_texts_ = 0;
    std::uint32_t list_ = npos;  // the pending list of references
    pending_block last_element_; // of the index lists
    pool<pending_block> pending_;
    pool<std::uint32_t> child_counts_;
    fixed_stack<level, tree_walk::max_depth + 1> levels_;
};

}}}} // namespace effigy::v0::nwn::impl
