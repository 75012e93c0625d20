// The animations in a model's file.
#pragma once

#include <effigy/nwn/view/tree.hpp>

namespace effigy::inline v0::nwn {

// The nodes of an animation, parents first. The file does not store a reliable count; basic_animation::count_nodes()
// counts the nodes.
template <form F> class basic_animation_nodes {
public:
    using borrows_file = void;
    using value_type = basic_node<F>;
    using iterator = walk_iterator<impl::tree_walk<F>>;

    constexpr basic_animation_nodes() = default;

    [[nodiscard]] bool empty() const noexcept { return !walk().advance(); }
    [[nodiscard]] iterator begin() const noexcept { return iterator{walk()}; }
    [[nodiscard]] constexpr end_of_range end() const noexcept { return {}; }

private:
    friend struct impl::access;
    friend struct impl::walks;
    constexpr explicit basic_animation_nodes(const impl::tree<F>& tree) noexcept : tree_(tree) {}

    [[nodiscard]] constexpr impl::tree_walk<F> walk() const noexcept { return tree_.walk(); }

    impl::tree<F> tree_;
};

// The index of an animation: its nodes by number and name, their parents and children, and the duration. apply() plays
// the animation.
template <form F> class basic_animation_index : public basic_node_index<F> {
public:
    constexpr basic_animation_index() = default;

    [[nodiscard]] constexpr double duration() const noexcept { return duration_; } // seconds

private:
    friend struct impl::access;
    constexpr basic_animation_index(const basic_node_index<F>& nodes, double duration) noexcept
        : basic_node_index<F>(nodes), duration_(duration) {}

    double duration_ = 0;
};

// One animation: a tree of nodes that move the model's nodes of the same names.
template <form F> class basic_animation {
public:
    constexpr basic_animation() = default;

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return header_ != nullptr; }
    // Null when empty.
    [[nodiscard]] constexpr const basic_animation_header<F>* header() const noexcept { return header_; }

    [[nodiscard]] constexpr std::string_view name() const noexcept {
        return header_ != nullptr ? header_->geometry.name.view() : std::string_view{};
    }
    [[nodiscard]] constexpr double duration() const noexcept { // seconds
        return header_ != nullptr ? static_cast<double>(header_->length.get()) : 0;
    }
    [[nodiscard]] constexpr double transition_time() const noexcept { // seconds
        return header_ != nullptr ? static_cast<double>(header_->transition_time.get()) : 0;
    }
    [[nodiscard]] array<basic_event<F>> events() const noexcept {
        return header_ != nullptr ? sections_.get(header_->events) : array<basic_event<F>>{};
    }

    [[nodiscard]] basic_animation_nodes<F> nodes() const noexcept {
        return impl::access::make<basic_animation_nodes<F>>(tree());
    }
    // Returns the number of nodes. Walks through all nodes, because the header's count is often wrong.
    [[nodiscard]] std::uint32_t count_nodes() const noexcept {
        impl::tree_walk<F> walk = tree().walk();
        while (walk.advance()) {
        }
        return walk.count();
    }
    // Returns the nodes by number and name, with their parents and children. `memory` has at least count_nodes()
    // entries and outlives the returned index. Empty if the memory is too small.
    [[nodiscard]] basic_animation_index<F> index(std::span<tree_entry> memory) const noexcept {
        return impl::access::make<basic_animation_index<F>>(tree().index(memory, npos), duration());
    }

private:
    friend struct impl::access;
    constexpr basic_animation(const impl::sections<F>& sections, const basic_animation_header<F>* header) noexcept
        : sections_(sections), header_(header) {}

    [[nodiscard]] constexpr impl::tree<F> tree() const noexcept {
        constexpr bool in_animation = true;
        return {sections_, header_ != nullptr ? read_once(header_->geometry.root.offset) : 0U, in_animation};
    }

    impl::sections<F> sections_;
    const basic_animation_header<F>* header_ = nullptr;
};

namespace impl {

template <form F> struct animation_source {
    impl::sections<F> sections;
    array<ptr<basic_animation_header<F>, F>> pointers;

    [[nodiscard]] basic_animation<F> get(std::size_t i) const noexcept {
        return access::make<basic_animation<F>>(sections, sections.get(pointers[i]));
    }
};

} // namespace impl

// The animations of a model, in file order.
template <form F> class basic_animations : public numbered<impl::animation_source<F>> {
public:
    constexpr basic_animations() = default;

    // Returns the number of the first animation with this name; npos if there is none. Ignores the case of A to Z.
    [[nodiscard]] std::uint32_t find(std::string_view name) const noexcept {
        std::uint32_t number = 0;
        for (const basic_animation<F> candidate : *this) {
            if (candidate && compare_any_case(candidate.name(), name) == 0) {
                return number;
            }
            ++number;
        }
        return npos;
    }

private:
    friend struct impl::access;
    constexpr explicit basic_animations(const impl::animation_source<F>& source) noexcept
        : numbered<impl::animation_source<F>>(source, source.pointers.size()) {}
};

} // namespace effigy::inline v0::nwn
