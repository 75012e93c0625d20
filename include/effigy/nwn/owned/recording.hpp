// The layout of a file: what it says beyond an owning model.
#pragma once

#include <effigy/core/impl/placed_bytes.hpp>
#include <effigy/nwn/order/blocks.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// The numbers of a layout are the sizes of model data and of raw data, and then, in the order of the traversal:
//     for a record     its words, see each_word(), and the offset of the root of its tree, if it has one
//     for a reference  the number of elements or characters, the offset, and how many elements a list has allocated
//     for pointers     also each of them
//     for a collision tree the number of its boxes, and their offsets
//     for a table of slots, and for indices whose count is not stored, the number of elements
// The bytes of a layout are those of the file that none of this describes. Most are in nodes of animations.

// Calls use(word) for the words of a record that an owning model does not hold: addresses, and lists that are empty in
// every file.
template <class T> void each_word(T& stored, const auto& use) {
    using type = std::remove_const_t<T>;
    if constexpr (std::is_array_v<type>) {
        for (auto& element : stored) {
            each_word(element, use);
        }
    } else if constexpr (std::same_as<type, list<u8>>) {
        use(stored.offset);
        use(stored.used);
        use(stored.allocated);
    } else if constexpr (std::same_as<type, node_header>) {
        for (auto& address : stored.functions) {
            use(address);
        }
        use(stored.geometry);
        use(stored.parent);
    } else if constexpr (described<type> && !reference_to_records<type>) {
        for_each_field(stored, [&](const field&, auto& value) { each_word(value, use); });
    }
}

// Returns the root of a record's tree of nodes; null if it has none.
template <class Record> [[nodiscard]] auto* root_in(Record& stored) noexcept {
    if constexpr (requires { stored.geometry.root; }) {
        return &stored.geometry.root;
    } else {
        return static_cast<ptr<node_header>*>(nullptr);
    }
}

// Records the layout of a file: a visitor of its blocks. Counts the numbers if `out` is null.
template <class = when_used> class recording {
public:
    recording(const nwn::model& from, pool<std::uint32_t>* out, byte_set& used)
        : in_{walks::of(from.nodes()).where()}, out_(out), used_(used) {
        const byte_view file = from.file();
        used_.add(0, sizeof(file_header));
        push(static_cast<std::uint32_t>(in_.model().size()));
        push(static_cast<std::uint32_t>(in_.raw().size()));
        used_.add(file.size() - from.trailing().size(), from.trailing().size());
        for_each_block(in_, from, *this);
    }
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; } // of the numbers

    // ---- the visitor -----------------------------------------------------------------------------------------------

    static constexpr bool stopped() noexcept { return false; }
    static void animation(const nwn::animation&) noexcept {}
    static void geometry() noexcept {}
    static void node(const nwn::node&) noexcept {}
    template <class Record> Record* record(const char*, const Record& record) {
        use(elements{&record, 1});
        each_word(record, [&](const u32<>& word) { push(word); });
        if (const auto* const root = root_in(record); root != nullptr) {
            push(root->offset);
        }
        return nullptr;
    }
    void block(place, const auto& to, std::uint64_t count, const auto&) { push_reference(to, in_.follow(to, count)); }
    std::nullptr_t references(place, const auto& items, const auto&) {
        push_reference(items, in_.get(items));
        return nullptr;
    }
    void pointers(place, const auto& items, const auto&) {
        const auto found = in_.get(items);
        push_reference(items, found);
        for (const auto& each : found) {
            push(each.offset);
        }
    }
    void text(place, const array_ptr<char>& to, const auto&) {
        const std::string_view found = in_.get(to);
        push_reference(to, found);
        used_.add(in_.model().base() + to.offset + found.size(), 1);
    }
    static bool same_size(const char*, const auto&, std::size_t size, std::size_t expected) noexcept {
        return size == expected;
    }
    void own_indices(place, const auto&, const array<u16<>>& found, const auto&) {
        push(static_cast<std::uint32_t>(found.size()));
        use(found);
    }
    void slot_nodes(const char*, const nwn::node& node, const auto&) {
        const auto found = node.skin().slot_nodes();
        push(static_cast<std::uint32_t>(found.size()));
        use(found);
    }
    void boxes(const char*, const nwn::node& node) {
        const aabb_tree tree = node.aabb();
        if (!tree) {
            return;
        }
        use(elements{tree.record(), 1});
        std::uint32_t count = 0;
        for ([[maybe_unused]] const nwn::aabb box : tree) {
            ++count;
        }
        push(count);
        for (const nwn::aabb box : tree) {
            push(box.offset());
            use(elements{box.record(), 1});
        }
    }
    static void absent(const nwn::node&, node_flags) noexcept {}

private:
    void push(std::uint32_t number) {
        ++size_;
        if (out_ != nullptr) {
            out_->push_back(number);
        }
    }
    void push_reference(const auto& to, const auto& found) {
        push(static_cast<std::uint32_t>(found.size()));
        push(to.offset);
        if constexpr (requires { to.allocated; }) {
            push(to.allocated);
        }
        use(found);
    }
    void use(const auto& found) {
        if (out_ == nullptr && found.size() != 0) {
            used_.add(in_.model().offset_of(found.data()), found.size() * sizeof(found[0]));
        }
    }

    file_source in_;
    pool<std::uint32_t>* out_;
    byte_set& used_;
    std::uint64_t size_ = 0;
};

}}}} // namespace effigy::v0::nwn::impl
