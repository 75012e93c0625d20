// What visiting and comparing the content of owning models have in common.
#pragma once

#include <effigy/core/field_value.hpp>
#include <effigy/owned/content_path.hpp>
#include <effigy/owned/pools.hpp>

namespace effigy { inline namespace v0 { namespace impl {

template <class T> T element_of_slice(const pool_slice<T>&);
template <class T> T element_of_handle(const pool_handle<T>&);

template <class T>
concept list_in_pool = requires(const T& list) { element_of_slice(list); };
template <class T>
concept part_in_pool = requires(const T& part) { element_of_handle(part); };
// How many elements of a list belong together.
template <class List> [[nodiscard]] constexpr std::size_t width_of(const List& list) noexcept {
    if constexpr (requires { list.width; }) {
        return list.width != 0 && list.count % list.width == 0 ? list.width : 1;
    } else {
        return 1;
    }
}
template <shown_as_numbers T>
[[nodiscard]] field_value value_of_list(std::span<const T> list, std::size_t width) noexcept {
    return {list.data(), list.size() / width, width * sizeof(T), width};
}
// A handle with a target refers to a record of a list that belongs to the same node or model: its content is the
// position in the list. Other handles own their part.
template <class T>
concept link_in_pool = part_in_pool<T> && reference_to_records<T>;
// A list of characters, or a text of fixed size.
template <class T>
concept text_in_record = is_text<T> || requires(const T& list) {
    { element_of_slice(list) } -> std::same_as<char>;
};
// A record may have numbers that say where lists are. Then it has a function that passes these lists.
template <class T>
concept has_lists = requires(const T& record) { T::lists([](const char*, const auto&) {}, record); };

// The texts without the NULs at the end, which make it as long as its field.
template <std::size_t N> [[nodiscard]] constexpr std::string_view stored_text(const text<N>& of) noexcept {
    std::size_t length = N;
    while (length != 0 && of.chars[length - 1] == '\0') {
        --length;
    }
    return {of.chars, length};
}

// The lists in which the links of one model count.
template <class T> struct first_of_list {
    std::uint32_t first = 0;
};
template <class... T> struct first_of_lists : first_of_list<T>... {};
template <class... T> first_of_lists<T...> lists_of(const owned_pools<T...>&);

// Follows the references of a model. Lists that many records share must not multiply: what is visited may have 16 times
// the bytes of the model's pools plus 64 KiB.
template <class Model> class content_source {
public:
    content_source(const Model& model, error& why) : model_(model), error_(why), left_(model.budget()) {}

    template <class T> [[nodiscard]] std::span<const T> list(const pool_slice<T>& of, const char* name) {
        const std::span<const T> all = elements<T>();
        if (of.first > all.size() || of.count > all.size() - of.first) {
            fail(errc::out_of_bounds, name, std::int64_t{of.first} + of.count, all.size(), "the elements of the pool");
            return {};
        }
        return charge(std::uint64_t{of.count} * sizeof(T), name) ? all.subspan(of.first, of.count)
                                                                 : std::span<const T>{};
    }
    template <class T> [[nodiscard]] std::string_view text(const T& of, const char* name) {
        if constexpr (is_text<T>) {
            return stored_text(of);
        } else {
            const std::span<const char> letters = list<char>(of, name);
            return {letters.data(), letters.size()};
        }
    }
    // Null if there is none.
    template <class T> [[nodiscard]] const T* part(const pool_handle<T>& of, const char* name) {
        const T* const found = model_.get(of);
        if (found == nullptr && of) {
            fail(errc::out_of_bounds, name, of.number, model_.template all<T>().size(), "an element of the pool");
        }
        return charge(found != nullptr ? sizeof(T) : 0, name) ? found : nullptr;
    }
    // The position in the list that enter() saw; -1 if there is none.
    template <class T> [[nodiscard]] std::int64_t position(const pool_handle<T>& of) const noexcept {
        return of ? std::int64_t{of.number} - static_cast<const first_of_list<T>&>(lists_).first : -1;
    }
    // The lists of this record are those in which links count, from here on.
    template <class Record> void enter(const Record& record) noexcept {
        for_each_field(record, [&]<class T>(const field&, const T& value) {
            if constexpr (list_in_pool<T>) {
                using type = decltype(element_of_slice(value));
                if constexpr (has_pool<type>) {
                    static_cast<first_of_list<type>&>(lists_).first = value.first;
                }
            }
        });
    }

private:
    using first_lists = decltype(lists_of(std::declval<const Model&>()));

    template <class T> static constexpr bool has_pool = std::is_base_of_v<first_of_list<T>, first_lists>;

    template <class T> [[nodiscard]] std::span<const T> elements() const noexcept {
        if constexpr (has_pool<T>) {
            return model_.template all<T>();
        } else { // a list without a pool is empty in every model
            return {};
        }
    }
    void fail(errc code, const char* name, std::int64_t found, std::uint64_t need, const char* expected) noexcept {
        if (!error_) {
            error_ = {{name}, code, need, found, expected};
        }
    }
    [[nodiscard]] bool charge(std::uint64_t bytes, const char* name) noexcept {
        if (bytes > left_) {
            fail(errc::budget, name, static_cast<std::int64_t>(bytes), left_, "bytes that are left");
        }
        left_ -= bytes < left_ ? bytes : left_;
        return !error_;
    }

    const Model& model_;
    error& error_;
    std::uint64_t left_;
    first_lists lists_;
};

}}} // namespace effigy::v0::impl
