// The animations in a model's file.
#pragma once

#include <effigy/nwn/view/tree.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

// The nodes of an animation, parents first. The file does not store a reliable count; animation::count_nodes()
// counts the nodes.
class animation_node_list {
public:
    using borrows_file = void;
    using value_type = node;
    using iterator = walk_iterator<impl::next_walk<impl::tree_walk>>;

    constexpr animation_node_list() = default;

    [[nodiscard]] bool empty() const noexcept { return !walk().advance(); }
    [[nodiscard]] iterator begin() const noexcept { return iterator{impl::next_walk{walk()}}; }
    [[nodiscard]] constexpr end_of_range end() const noexcept { return {}; }

private:
    friend struct impl::access;
    friend struct impl::walks;
    constexpr explicit animation_node_list(const impl::tree& tree) noexcept : tree_(tree) {}

    [[nodiscard]] constexpr impl::tree_walk walk() const noexcept { return tree_.walk(); }

    impl::tree tree_;
};

// The index of an animation: its nodes by number and name, their parents and children, and the duration. apply() plays
// the animation.
class animation_index : public node_index {
public:
    constexpr animation_index() = default;

    [[nodiscard]] constexpr double duration() const noexcept { return duration_; } // seconds

private:
    friend struct impl::access;
    constexpr animation_index(const node_index& nodes, double duration) noexcept
        : node_index(nodes), duration_(duration) {}

    double duration_ = 0;
};

// One animation: a tree of nodes that move the model's nodes of the same names.
class animation {
public:
    constexpr animation() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return record_ != nullptr; }
    // Null when empty.
    [[nodiscard]] constexpr const animation_header* record() const noexcept { return record_; }

    [[nodiscard]] constexpr std::string_view name() const noexcept {
        return record_ != nullptr ? record_->geometry.name.view() : std::string_view{};
    }
    [[nodiscard]] constexpr double duration() const noexcept { // seconds
        return record_ != nullptr ? static_cast<double>(record_->length.get()) : 0;
    }
    [[nodiscard]] constexpr double transition_time() const noexcept { // seconds
        return record_ != nullptr ? static_cast<double>(record_->transition_time.get()) : 0;
    }
    [[nodiscard]] array<event> events() const noexcept {
        return record_ != nullptr ? sections_.get(record_->events) : array<event>{};
    }

    [[nodiscard]] animation_node_list nodes() const noexcept { return impl::access::make<animation_node_list>(tree()); }
    // Returns the number of nodes. Walks through all nodes, because the header's count is often wrong.
    [[nodiscard]] std::uint32_t count_nodes() const noexcept {
        impl::tree_walk walk = tree().walk();
        while (walk.advance()) {
        }
        return walk.count();
    }
    // Returns the nodes by number and name, with their parents and children. `memory` has at least count_nodes()
    // entries and outlives the returned index. Empty if the memory is too small.
    template <class = when_used> [[nodiscard]] animation_index index(std::span<tree_entry> memory) const noexcept {
        return impl::access::make<animation_index>(tree().index(memory), duration());
    }

private:
    friend struct impl::access;
    constexpr animation(const impl::sections& sections, const animation_header* header) noexcept
        : sections_(sections), record_(header) {}

    [[nodiscard]] constexpr impl::tree tree() const noexcept {
        constexpr bool in_animation = true;
        return {sections_, record_ != nullptr ? record_->geometry.root.offset : 0U, in_animation, npos};
    }

    impl::sections sections_;
    const animation_header* record_ = nullptr;
};

namespace impl {

struct animation_source {
    impl::sections sections;
    array<ptr<animation_header>> pointers;

    [[nodiscard]] animation get(std::size_t i) const noexcept {
        return access::make<animation>(sections, sections.get(pointers[i]));
    }
};

} // namespace impl

// The animations of a model, in file order.
class animation_list : public lazy_range<impl::animation_source> {
public:
    constexpr animation_list() = default;

    // Returns the number of the first animation with this name; npos if there is none. Ignores the case of A to Z.
    [[nodiscard]] std::uint32_t find(std::string_view name) const noexcept {
        std::uint32_t number = 0;
        for (const animation candidate : *this) {
            if (candidate && compare_any_case(candidate.name(), name) == 0) {
                return number;
            }
            ++number;
        }
        return npos;
    }

private:
    friend struct impl::access;
    constexpr explicit animation_list(const impl::animation_source& source) noexcept
        : lazy_range<impl::animation_source>(source, source.pointers.size()) {}
};

}}} // namespace effigy::v0::nwn
