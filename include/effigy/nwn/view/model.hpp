// Models and animations: what open() proves.
#pragma once

#include <effigy/nwn/view/tree.hpp>

namespace effigy::inline v0::nwn {

// One animation: a tree of its own, whose nodes move those of the model that have the same names.
template <endian E> class basic_animation {
public:
    constexpr basic_animation() = default;
    constexpr basic_animation(const basic_sections<E>& sections, const basic_animation_header<E>* header) noexcept
        : sections_(sections), header_(header) {}

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return header_ != nullptr; }
    [[nodiscard]] constexpr const basic_animation_header<E>* header() const noexcept { return header_; }

    [[nodiscard]] constexpr std::string_view name() const noexcept {
        return header_ != nullptr ? header_->geometry.name.view() : std::string_view{};
    }
    [[nodiscard]] constexpr float length() const noexcept { return header_ != nullptr ? header_->length.get() : 0; }
    [[nodiscard]] std::span<const basic_event<E>> events() const noexcept {
        return header_ != nullptr ? sections_.get(header_->events) : std::span<const basic_event<E>>{};
    }
    [[nodiscard]] basic_nodes<E> nodes() const noexcept {
        constexpr bool in_animation = true;
        return {sections_, header_ != nullptr ? read_once(header_->geometry.root.offset) : 0U, in_animation};
    }

private:
    basic_sections<E> sections_;
    const basic_animation_header<E>* header_ = nullptr;
};

// The animations of a model, in file order.
template <endian E> class basic_animations {
public:
    using value_type = basic_animation<E>;
    using iterator = numbered_iterator<basic_animations>;

    constexpr basic_animations() = default;
    basic_animations(const basic_sections<E>& sections,
                     std::span<const ptr<basic_animation_header<E>, E>> pointers) noexcept
        : sections_(sections), pointers_(pointers) {}

    [[nodiscard]] constexpr std::size_t size() const noexcept { return pointers_.size(); }
    [[nodiscard]] constexpr bool empty() const noexcept { return pointers_.empty(); }
    [[nodiscard]] constexpr iterator begin() const noexcept { return {*this, 0}; }
    [[nodiscard]] constexpr iterator end() const noexcept { return {*this, size()}; }

    // An empty animation when there is no such number.
    [[nodiscard]] value_type operator[](std::uint64_t i) const noexcept {
        const auto* const pointer = find_at(pointers_, i);
        return pointer != nullptr ? value_type{sections_, sections_.get(*pointer)} : value_type{};
    }
    // The first animation of this name, in any case of A to Z; empty when there is none.
    [[nodiscard]] value_type find(std::string_view name) const noexcept {
        for (const value_type candidate : *this) {
            if (compare_any_case(candidate.name(), name) == 0) {
                return candidate;
            }
        }
        return {};
    }

private:
    basic_sections<E> sections_;
    std::span<const ptr<basic_animation_header<E>, E>> pointers_;
};

// A model whose structure open() proved. A few words; the caller owns the bytes.
template <endian E> class basic_model {
public:
    static constexpr endian order = E;
    using node_type = basic_node<E>;

    constexpr basic_model() = default;
    basic_model(window file, const basic_sections<E>& sections, std::uint32_t node_count, bool samples_meshes) noexcept
        : file_(file), sections_(sections), header_(sections.model().template record_at<basic_model_header<E>>(0)),
          node_count_(node_count), samples_meshes_(samples_meshes) {}

    [[nodiscard]] constexpr window file() const noexcept { return file_; }
    [[nodiscard]] constexpr const basic_sections<E>& sections() const noexcept { return sections_; }
    [[nodiscard]] constexpr const basic_model_header<E>* header() const noexcept { return header_; } // null when empty
    [[nodiscard]] constexpr nwn::producer producer() const noexcept { return sections_.producer(); }
    // Bytes behind raw data; none in any file measured.
    [[nodiscard]] constexpr std::span<const std::byte> trailing() const noexcept {
        const std::uint64_t end = sections_.raw().base() + sections_.raw().size();
        return file_.part(end, file_.size() - end).bytes();
    }

    [[nodiscard]] constexpr std::string_view name() const noexcept {
        return header_ != nullptr ? header_->geometry.name.view() : std::string_view{};
    }
    // The model whose animations this one borrows; empty when it has none.
    [[nodiscard]] constexpr std::string_view supermodel() const noexcept {
        const std::string_view stored = header_ != nullptr ? header_->supermodel.view() : std::string_view{};
        return compare_any_case(stored, "null") == 0 ? std::string_view{} : stored;
    }

    // How many nodes there really are; the header's count is often another.
    [[nodiscard]] constexpr std::uint32_t node_count() const noexcept { return node_count_; }
    // Whether open() found an animmesh in an animation. Nothing else in animations has vertices.
    [[nodiscard]] constexpr bool samples_meshes() const noexcept { return samples_meshes_; }
    [[nodiscard]] basic_nodes<E> nodes() const noexcept {
        constexpr bool in_animation = false;
        return {sections_, header_ != nullptr ? read_once(header_->geometry.root.offset) : 0U, in_animation};
    }
    // Access by number, children and names, in the caller's memory: node_count() entries that outlive what is
    // returned. Empty when the memory is too small.
    [[nodiscard]] basic_node_index<E> index(std::span<tree_entry> memory) const noexcept {
        return nodes().index(memory);
    }
    [[nodiscard]] basic_animations<E> animations() const noexcept {
        return header_ != nullptr ? basic_animations<E>{sections_, sections_.get(header_->animations)}
                                  : basic_animations<E>{};
    }

private:
    window file_;
    basic_sections<E> sections_;
    const basic_model_header<E>* header_ = nullptr;
    std::uint32_t node_count_ = 0;
    bool samples_meshes_ = false;
};

} // namespace effigy::inline v0::nwn
