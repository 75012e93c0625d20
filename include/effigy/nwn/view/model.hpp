// Models that open() has validated.
#pragma once

#include <effigy/core/math.hpp>
#include <effigy/nwn/view/animation.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

// The nodes of a model, parents first. size() is the number that open() counted.
class node_list {
public:
    using borrows_file = void;
    using value_type = node;
    using iterator = walk_iterator<impl::next_walk<impl::tree_walk>>;

    constexpr node_list() = default;

    [[nodiscard]] constexpr std::uint32_t size() const noexcept { return tree_.most(); }
    [[nodiscard]] constexpr bool empty() const noexcept { return size() == 0; }
    [[nodiscard]] iterator begin() const noexcept { return iterator{impl::next_walk{walk()}}; }
    [[nodiscard]] constexpr end_of_range end() const noexcept { return {}; }

private:
    friend struct impl::access;
    friend struct impl::walks;
    constexpr explicit node_list(const impl::tree& tree) noexcept : tree_(tree) {}

    [[nodiscard]] constexpr impl::tree_walk walk() const noexcept { return tree_.walk(); }

    impl::tree tree_;
};

namespace impl {

// The contents of the trees of all animations, as open() counted them.
struct animation_sums {
    std::uint64_t nodes = 0, keys = 0, numbers = 0;
};

} // namespace impl

// A model whose structure open() has validated. A small value; the caller owns the bytes.
class model {
public:
    template <real Real> using node_pose = pose<Real>; // written by rest_poses() and apply()

    constexpr model() = default;

    [[nodiscard]] constexpr byte_view file() const noexcept { return file_; }
    [[nodiscard]] constexpr std::uint32_t version() const noexcept { return 0; } // the format has no version
    // Bytes after raw data. Empty in every file measured.
    [[nodiscard]] constexpr std::span<const std::byte> trailing() const noexcept {
        const std::uint64_t end = sections_.raw().base() + sections_.raw().size();
        return file_.part(end, file_.size() - end).bytes();
    }
    [[nodiscard]] constexpr const model_header* record() const noexcept { return record_; } // null when empty
    [[nodiscard]] constexpr nwn::producer producer() const noexcept { return sections_.producer(); }

    [[nodiscard]] constexpr std::string_view name() const noexcept {
        return record_ != nullptr ? record_->geometry.name.view() : std::string_view{};
    }
    // The model whose animations this model inherits. Empty if it has none.
    [[nodiscard]] constexpr std::string_view supermodel() const noexcept {
        return record_ != nullptr ? impl::name_in(record_->supermodel) : std::string_view{};
    }
    // The factor for positions in the supermodel's animations: see `position_scale` of apply(). As stored: 0 and 1.5e26
    // occur.
    [[nodiscard]] constexpr float animation_scale() const noexcept {
        return record_ != nullptr ? record_->animation_scale.get() : 1;
    }

    // The nodes, parents before their children. The size is that of the tree; the header's count often differs.
    [[nodiscard]] node_list nodes() const noexcept { return impl::access::make<node_list>(tree()); }
    // Returns the nodes by number and name, with their parents and children. `memory` has at least nodes().size()
    // entries and outlives the returned index. Empty if the memory is too small.
    template <class = when_used> [[nodiscard]] node_index index(std::span<tree_entry> memory) const noexcept {
        return tree().index(memory);
    }
    [[nodiscard]] animation_list animations() const noexcept {
        return record_ != nullptr ? impl::access::make<animation_list>(
                                        impl::animation_source{sections_, sections_.get(record_->animations)})
                                  : animation_list{};
    }
    // Returns the first animation with this name; empty if there is none. Ignores the case of A to Z.
    [[nodiscard]] nwn::animation animation(std::string_view name) const noexcept {
        const animation_list all = animations();
        return all.at(all.find(name));
    }
    // Whether open() found an animmesh in an animation. No other nodes of animations have vertices.
    [[nodiscard]] constexpr bool samples_meshes() const noexcept { return samples_meshes_; }

private:
    friend struct impl::access;
    friend struct impl::walks;
    model(byte_view file, const impl::sections& sections, std::uint32_t node_count, const impl::animation_sums& sums,
          bool samples_meshes) noexcept
        : file_(file), sections_(sections), record_(sections.model().record_at<model_header>(0)),
          node_count_(node_count), sums_(sums), samples_meshes_(samples_meshes) {}

    [[nodiscard]] constexpr impl::tree tree() const noexcept {
        constexpr bool in_animation = false;
        return {sections_, record_ != nullptr ? record_->geometry.root.offset : 0U, in_animation, node_count_};
    }

    byte_view file_;
    impl::sections sections_;
    const model_header* record_ = nullptr;
    std::uint32_t node_count_ = 0;
    impl::animation_sums sums_;
    bool samples_meshes_ = false;
};

}}} // namespace effigy::v0::nwn
