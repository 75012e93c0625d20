// The memory that a conversion to a scene may take.
#pragma once

#include <effigy/core/impl/numbers_by_key.hpp>
#include <effigy/core/impl/platform.hpp>
#include <effigy/core/result.hpp>
#include <effigy/scene/parts.hpp>

#include <initializer_list>
#include <type_traits>
#include <utility>

namespace effigy { inline namespace v0 { namespace impl {

// Gives memory to lists and texts. Each member charges what the list or text takes, before it takes it: while a list
// grows, both its old and its new memory must be within the limit. After the first refusal, which is an error, the
// members give nothing more.
class scene_budget {
public:
    // `size`: the total size of the files that the scene is built from. The limit is 32 times this size plus
    // 128 KiB. The smallest records become parts of up to 31 times their size (a segment of 19 bytes becomes a
    // material), so only a file whose records share data can exceed it. The 128 KiB cover the smallest scene and the
    // unused capacity of lists.
    scene_budget(std::pmr::memory_resource* memory, std::uint64_t size) noexcept
        : memory_(memory != nullptr ? memory : std::pmr::get_default_resource()),
          most_(32 * size + std::uint64_t{128} * 1024), left_(most_) {}

    [[nodiscard]] std::pmr::memory_resource* memory() const noexcept { return memory_; }
    // Returns the number of bytes left below the limit; 0 after an error. For callers that can do with less memory if
    // little is left.
    [[nodiscard]] std::uint64_t left() const noexcept { return why_ ? 0 : left_; }
    [[nodiscard]] const error& why() const noexcept { return why_; }
    // Records an error, unless there is one.
    void refuse(const error& why) noexcept {
        if (!why_) {
            why_ = why;
        }
    }
    // Raises the limit as if the files had `bytes` more.
    void allow(std::uint64_t bytes) noexcept {
        most_ += 6 * bytes;
        left_ += 6 * bytes;
    }
    // Returns whether the limit allows `bytes` more. Sets an error if not.
    [[nodiscard]] bool fits_limit(std::uint64_t bytes) noexcept {
        if (bytes > left_) {
            exceed(bytes);
        }
        return !why_;
    }
    // Charges `bytes` against the limit, for memory that no list or text of this budget takes. Returns whether they
    // fit. Sets an error if not.
    [[nodiscard]] bool charge(std::uint64_t bytes) noexcept {
        const bool fits = fits_limit(bytes);
        left_ -= fits ? bytes : 0;
        return fits;
    }

    // ---- lists -----------------------------------------------------------------------------------------------------
    // Those that return a bool return false if the limit does not allow it.

    // Makes room for exactly `count` more elements.
    template <class T> [[nodiscard]] bool reserve(pool<T>& in, std::uint64_t count) {
        if (count <= in.capacity() - in.size()) {
            return !why_;
        }
        const std::uint64_t all = in.size() + count;
        const bool fits = exchange(in.capacity(), all, sizeof(T)); // NOLINT(bugprone-sizeof-expression): a pointer
        if (fits) {
            in.reserve(to_size(all));
        }
        return fits;
    }
    // Makes room for at least `count` more elements: a list that has none doubles its memory.
    template <class T> [[nodiscard]] bool make_room(pool<T>& in, std::uint64_t count = 1) {
        return reserve(in, count <= in.capacity() - in.size() || count > in.size() ? count : in.size());
    }
    // Lets each list have `count` elements; new ones are T{}.
    template <class... T> [[nodiscard]] bool resize(std::uint64_t count, pool<T>&... all) {
        const bool fits = !why_ && (... && (count <= all.size() || reserve(all, count - all.size())));
        if (fits) {
            (all.resize(to_size(count)), ...);
        }
        return fits;
    }
    // Appends `count` uninitialised elements and returns them for writing; none if the limit does not allow it.
    template <class T> [[nodiscard]] elements<T> append(pool<T>& to, std::uint64_t count) {
        return reserve(to, count) ? to.append(to_size(count)) : elements<T>{};
    }
    // Appends an element, and returns it; null if the limit does not allow it.
    template <class T, class... Arguments> T* add(pool<T>& to, Arguments&&... with) {
        return make_room(to) ? &to.emplace_back(std::forward<Arguments>(with)...) : nullptr;
    }
    // Adds a key that has no number yet.
    template <class Key, class Compare>
    [[nodiscard]] bool add(numbers_by_key<Key, Compare>& to, const std::type_identity_t<Key>& key,
                           std::uint32_t number = 0) {
        const bool fits = to.make_room([this](auto& list) { return this->make_room(list); });
        if (fits) {
            to.add(key, number);
        }
        return fits;
    }
    // Returns a list's memory, with all elements.
    template <class T> void give_back(pool<T>& list) {
        left_ += list.capacity() * sizeof(T); // NOLINT(bugprone-sizeof-expression): a pointer
        pool<T>{list.resource()}.swap(list);
    }

    // ---- texts -----------------------------------------------------------------------------------------------------

    // Returns the most memory that a text of this length takes when it is constructed, in any standard library.
    [[nodiscard]] static constexpr std::uint64_t bytes_of_text(std::size_t length) noexcept {
        return length <= 15 ? 0 : (length | 15U) + 1;
    }
    // Returns a text, which is to be moved; an empty one if the limit does not allow it.
    [[nodiscard]] scene::text text(std::string_view chars) {
        return scene::text{charge(bytes_of_text(chars.size())) ? chars : std::string_view{}, memory_};
    }
    // Returns texts one behind the other.
    [[nodiscard]] scene::text text(std::initializer_list<std::string_view> parts) {
        std::size_t length = 0;
        for (const std::string_view each : parts) {
            length += each.size();
        }
        const bool fits = charge(bytes_of_text(length));
        scene::text out(fits ? length : 0, ' ', memory_); // all of its memory at once
        out.clear();
        for (const std::string_view each : parts) {
            out.append(fits ? each : std::string_view{});
        }
        return out;
    }

private:
    EFFIGY_COLD void exceed(std::uint64_t bytes) noexcept {
        refuse({{"scene"},
                errc::budget,
                most_,
                static_cast<std::int64_t>(most_ - left_ + bytes),
                "the memory limit, in bytes, of a scene from files of this size"});
    }
    [[nodiscard]] EFFIGY_NOINLINE bool exchange(std::uint64_t old, std::uint64_t elements,
                                                std::uint64_t size) noexcept {
        const bool fits = charge(elements > left_ ? elements : elements * size);
        left_ += fits ? old * size : 0;
        return fits;
    }

    std::pmr::memory_resource* memory_;
    std::uint64_t most_, left_;
    error why_;
};

}}} // namespace effigy::v0::impl
