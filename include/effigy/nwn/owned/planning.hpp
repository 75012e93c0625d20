// The layout of a new file: the order in which all known programs write.
#pragma once

#include <effigy/nwn/owned/canonical.hpp>
#include <effigy/nwn/owned/recording.hpp>
#include <effigy/nwn/owned/source.hpp>

#include <algorithm>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// Plans the layout of a model: a visitor of its blocks. Model data and raw data are two streams without gaps. After a
// node follow the lists of its parts, those of the mesh last; the pointers to its children; the children with all that
// follows them; its controllers. Nothing is tested but the size: writing.hpp tests the model.
template <class = when_used> class planning {
public:
    planning(const owned_model& from, const canonical_rules& rules, layout& out)
        : in_{from}, rules_(rules), out_(out), left_(16 * from.size_in_bytes() + 65536), pending_(out.kept.resource()),
          child_counts_(out.kept.resource()) {
        const bool is_enhanced = rules.sets_fingerprint ? rules.by == producer::enhanced_edition
                                                        : from.producer == producer::enhanced_edition;
        slots_of_producer_ = is_enhanced ? bytes_of_64_slots : bytes_of_18_slots;
        push(0);
        push(0);
        for_each_block(in_, from, *this);
        end_tree();
        out_.numbers[0] = static_cast<std::uint32_t>(model_end_);
        out_.numbers[1] = static_cast<std::uint32_t>(raw_end_);
        static_cast<void>(charge(from.trailing.count));
        out_.file_size = sizeof(file_header) + model_end_ + raw_end_ + from.trailing.count;
    }
    // Whether the file is within the limit.
    [[nodiscard]] bool fits() const noexcept { return !is_over_; }

    // ---- the visitor -----------------------------------------------------------------------------------------------

    [[nodiscard]] bool stopped() const noexcept { return is_over_ || is_stuck_; }
    void animation(const owned_animation& clip) {
        end_tree();
        if (next_animation_ < animations_end_) {
            out_.numbers[next_animation_++] = static_cast<std::uint32_t>(place_in_model(sizeof(animation_header)));
        }
        count_children(clip.nodes);
    }
    void geometry() {
        end_tree();
        root_ = root_of_model_;
        count_children(in_.in.nodes);
    }
    void node(const source_node& node) {
        end_node();
        while (!levels_.empty() && levels_.top().node != node.own.parent) {
            end_level();
        }
        if (levels_.empty() ? node.number != 0
                            : levels_.full() || levels_.top().next_child == levels_.top().children_end) {
            is_stuck_ = true; // writing.hpp says why
            return;
        }
        std::size_t& at = levels_.empty() ? root_ : levels_.top().next_child;
        const std::uint32_t slots = slot_table(node);
        node_size_ = node_size(node.own.flags, [slots] { return slots; });
        node_at_ = place_in_model(node_size_);
        out_.numbers[at++] = static_cast<std::uint32_t>(node_at_);
        claimed_ = sizeof(node_header);
        node_ = node.number;
        flags_ = node.own.flags;
        in_animation_ = node.in_animation;
    }
    template <class Record> stored_form<Record>* record(const char*, const Record&) {
        using stored = stored_form<Record>;
        order_ = 0;
        stored words{};
        if constexpr (std::same_as<stored, node_header>) {
            rules_.set_functions(words, flags_);
            part_ = part_header;
        } else if constexpr (std::same_as<stored, mesh_header>) {
            part_ = part_mesh;
            claim(node_part_at, sizeof(stored));
        } else if constexpr (std::same_as<stored, skin_header> || std::same_as<stored, animmesh_header> ||
                             std::same_as<stored, dangly_header>) {
            part_ = part_of_mesh;
            claim(mesh_part_at, sizeof(stored));
        } else if constexpr (std::same_as<stored, model_header>) {
            part_ = part_of_node;
            static_cast<void>(place_in_model(sizeof(stored)));
        } else {
            part_ = part_of_node;
            claim(node_part_at, std::same_as<stored, animation_header> ? 0 : sizeof(stored));
        }
        each_word(words, [&](const u32<>& word) { push(word); });
        if constexpr (requires { words.geometry.root; }) {
            (std::same_as<stored, model_header> ? root_of_model_ : root_) = out_.numbers.size();
            push(0);
        }
        return nullptr;
    }
    template <class Host> void block(place at, const Host& host, std::uint64_t, const auto& slot) {
        const std::uint32_t count = size_of(host);
        using type = std::remove_cvref_t<decltype(slot())>;
        using target = typename type::target;
        constexpr bool in_raw = std::same_as<type, raw_ptr<target>>;
        if constexpr (in_raw) {
            if (at.in_list) {
                last_list_ = out_.numbers.size() + 1;
                push_block<type>(count, count * std::uint64_t{sizeof(target)}, rank_of_lists);
                return;
            }
        }
        constexpr bool is_sample = std::same_as<type, array_ptr<vec3<>>> || std::same_as<type, array_ptr<vec2<>>>;
        push_block<type>(count, count * std::uint64_t{sizeof(target)}, next_rank(), is_sample && !rules_.has_cursors());
    }
    template <class Host> auto references(place, const Host& host, const auto& slot) {
        using type = std::remove_cvref_t<decltype(slot())>;
        const bool is_first = part_ == part_of_node && rules_.by == producer::bioware;
        rank_of_texts_ = is_first ? part_of_node : next_rank();
        push_block<type>(size_of(host), size_of(host) * std::uint64_t{sizeof(u32<>)}, rank_of_texts_);
        return static_cast<typename type::target*>(nullptr);
    }
    void text(place, const array_ptr<char, form::host>& name, const auto&) {
        push_block<array_ptr<char>>(size_of(name), size_of(name) + std::uint64_t{1}, rank_of_texts_);
    }
    template <class Host> void pointers(place, [[maybe_unused]] const Host& host, const auto& slot) {
        using type = std::remove_cvref_t<decltype(slot())>;
        constexpr bool is_animations = std::same_as<type, list<ptr<animation_header>>>;
        std::uint32_t count = 0;
        if constexpr (is_animations) {
            count = size_of(host);
        } else {
            count = node_ < child_counts_.size() ? child_counts_[node_] : 0;
        }
        push_block<type>(count, count * std::uint64_t{sizeof(u32<>)}, rank_of_children, rules_.has_cursors());
        const std::size_t first = out_.numbers.size();
        if (!charge(count * std::uint64_t{sizeof(u32<>)})) {
            return;
        }
        for (std::uint32_t& number : out_.numbers.append(count)) {
            number = 0;
        }
        (is_animations ? next_animation_ : next_child_) = first;
        (is_animations ? animations_end_ : children_end_) = first + count;
    }
    static bool same_size(const char*, const auto&, std::size_t size, std::size_t expected) noexcept {
        return size == expected;
    }
    void own_indices(place, const auto&, const pool_slice<std::uint16_t>& host, const auto&) {
        const std::uint32_t count = size_of(host);
        push(count);
        if (count != 0 && last_list_ != 0) { // the last list still refers to them
            pending_.push_back({{last_list_, count * std::uint64_t{sizeof(u16<>)}}, rank_of_lists, true, 0});
        }
        last_list_ = 0;
    }
    void slot_nodes(const char*, const source_node& node, const auto&) {
        const std::uint32_t count = size_of(in_.in.get(node.own.skin)->slot_nodes);
        push(count);
        claim(slot_nodes_at, count * std::uint64_t{sizeof(i16<>)});
    }
    void boxes(const char*, const source_node& node) {
        if (!node.can_have(has_aabb)) {
            return;
        }
        claim(mesh_part_at, sizeof(aabb_header));
        const std::uint32_t count = size_of(node.own.aabb);
        push(count);
        if (count != 0 && charge(count * std::uint64_t{sizeof(u32<>)})) {
            pending_.push_back(
                {{out_.numbers.size(), count * std::uint64_t{sizeof(aabb_entry)}}, part_of_mesh, false, count});
            static_cast<void>(out_.numbers.append(count));
        }
    }
    static void absent(const source_node&, node_flags) noexcept {}

private:
    // Blocks of a node are placed in the order of their rank: that of the part, plus that of the field.
    static constexpr std::uint32_t part_of_node = 0, part_of_mesh = 32, part_mesh = 64, part_header = 96;
    // The index lists come between the colours, the tenth reference of a mesh, and the tangents.
    static constexpr std::uint32_t rank_of_lists = part_mesh + 21;
    static constexpr std::uint32_t rank_of_children = part_header;

    struct block_place {
        std::size_t number; // of the layout: the block's offset
        std::uint64_t bytes;
    };
    struct pending_block : block_place {
        std::uint32_t rank;
        bool in_raw;
        std::uint32_t boxes; // of a collision tree: their offsets are numbers of the layout
    };
    // The path to the current node.
    struct level {
        std::uint32_t node;
        std::size_t next_child, children_end; // numbers of the layout
        block_place controllers[2];           // keys and data; without bytes: none
    };

    // 0 if the elements are not in the pool.
    template <class T> [[nodiscard]] std::uint32_t size_of(const pool_slice<T>& items) const noexcept {
        return static_cast<std::uint32_t>(in_.get(items).size());
    }
    void push(std::uint32_t number) { out_.numbers.push_back(number); }
    [[nodiscard]] std::uint32_t next_rank() noexcept { return part_ + 2 * ++order_; }
    template <class Reference>
    void push_block(std::uint32_t count, std::uint64_t bytes, std::uint32_t rank, bool has_cursor = false) {
        constexpr bool in_raw = std::same_as<Reference, raw_ptr<typename Reference::target>>;
        push(count);
        if (bytes != 0 || has_cursor) {
            pending_.push_back({{out_.numbers.size(), bytes}, rank, in_raw, 0});
        }
        push(in_raw ? no_raw_offset : 0);
        if constexpr (is_list<Reference>) {
            push(count);
        }
    }

    // ---- places ----------------------------------------------------------------------------------------------------

    [[nodiscard]] bool charge(std::uint64_t bytes) noexcept {
        is_over_ = is_over_ || bytes > left_ || model_end_ + raw_end_ + bytes > 0xFFFF'FFFF;
        left_ -= is_over_ ? 0 : bytes;
        return !is_over_;
    }
    std::uint64_t place_in(std::uint64_t& end, std::uint64_t bytes) noexcept {
        return charge(bytes) ? std::exchange(end, end + bytes) : 0;
    }
    [[nodiscard]] std::uint64_t place_in_model(std::uint64_t bytes) noexcept { return place_in(model_end_, bytes); }
    void put(const pending_block& block) noexcept {
        const std::uint64_t at = place_in(block.in_raw ? raw_end_ : model_end_, block.bytes);
        for (std::uint32_t i = 0; i < block.boxes && !is_over_; ++i) {
            out_.numbers[block.number + i] = static_cast<std::uint32_t>(at + i * sizeof(aabb_entry));
        }
        if (block.boxes == 0) {
            out_.numbers[block.number] = static_cast<std::uint32_t>(at);
        }
    }
    // Places the blocks of the last record or node, but for controllers.
    void end_node() {
        for (std::uint32_t rank = 0; rank <= rank_of_children; ++rank) {
            std::uint32_t next = npos;
            for (const pending_block& block : pending_) {
                next = block.rank >= rank && block.rank < next ? block.rank : next;
            }
            for (const pending_block& block : pending_) {
                if (block.rank == next && next <= rank_of_children) {
                    put(block);
                }
            }
            rank = next < rank_of_children ? next : rank_of_children;
        }
        if (node_ != npos) {
            level here{.node = node_, .next_child = next_child_, .children_end = children_end_, .controllers = {}};
            std::size_t count = 0;
            for (const pending_block& block : pending_) {
                if (block.rank > rank_of_children) {
                    here.controllers[count++] = block;
                }
            }
            levels_.push(here);
            if (!is_over_) {
                add_body();
            }
        }
        node_ = npos;
        pending_.clear();
    }
    void end_level() {
        for (const block_place& block : levels_.top().controllers) {
            if (block.bytes != 0) {
                out_.numbers[block.number] = static_cast<std::uint32_t>(place_in_model(block.bytes));
            }
        }
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
        child_counts_.clear();
        for (std::uint32_t& count : child_counts_.append(nodes.size())) {
            count = 0;
        }
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
        return bytes == bytes_of_18_slots || bytes == bytes_of_64_slots || bytes == bytes_of_128_slots
                   ? bytes
                   : slots_of_producer_;
    }
    void claim(std::uint32_t at, std::uint64_t bytes) noexcept {
        claimed_ = at + bytes > claimed_ ? at + bytes : claimed_;
    }
    // Adds the bytes of the node that are in no record.
    void add_body() {
        if (claimed_ >= node_size_) {
            return;
        }
        const std::span<std::byte> body = out_.kept.append(to_size(node_size_ - claimed_));
        std::fill(body.begin(), body.end(), std::byte{});
        if (!in_animation_ || claimed_ != sizeof(node_header)) {
            return;
        }
        const auto put_record = [&]<class Record>(std::uint32_t at, const Record& record) {
            const auto bytes = std::as_bytes(std::span<const Record>{&record, 1});
            if (at - node_part_at + sizeof(Record) <= body.size()) {
                std::copy(bytes.begin(), bytes.end(), body.begin() + static_cast<std::ptrdiff_t>(at - node_part_at));
            }
        };
        const auto cursor = static_cast<std::uint32_t>(node_at_ + node_size_);
        const auto raw_cursor = static_cast<std::uint32_t>(raw_end_);
        if ((flags_ & has_light) != 0) {
            put_record(node_part_at, rules_.new_light());
        }
        if ((flags_ & has_mesh) != 0) {
            put_record(node_part_at, rules_.new_mesh(flags_, cursor, raw_cursor));
        }
        if ((flags_ & has_skin) != 0) {
            put_record(mesh_part_at, rules_.new_skin(cursor, raw_cursor));
        } else if ((flags_ & has_dangly) != 0) {
            put_record(mesh_part_at, rules_.new_dangly(cursor));
        }
    }

    owned_source<> in_;
    const canonical_rules& rules_;
    layout& out_;
    std::uint64_t left_;
    std::uint64_t model_end_ = 0, raw_end_ = 0;
    std::uint32_t slots_of_producer_ = 0; // the size of a table of slots that nothing follows
    bool is_over_ = false, is_stuck_ = false;

    std::size_t root_ = 0, root_of_model_ = 0;            // numbers of the layout
    std::size_t next_animation_ = 0, animations_end_ = 0; // numbers of the layout
    std::size_t next_child_ = 0, children_end_ = 0;       // numbers of the layout; of the current node
    std::size_t last_list_ = 0;                           // number of the layout: the offset of the last index list
    std::uint32_t node_ = npos, flags_ = 0;
    bool in_animation_ = false;
    std::uint64_t node_at_ = 0, node_size_ = 0, claimed_ = 0;
    std::uint32_t part_ = 0, order_ = 0, rank_of_texts_ = 0;
    pool<pending_block> pending_;
    pool<std::uint32_t> child_counts_;
    fixed_stack<level, tree_walk::max_depth + 1> levels_;
};

}}}} // namespace effigy::v0::nwn::impl
