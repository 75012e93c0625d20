// Random edits of models that own their data, and of layouts.
#pragma once

#include <effigy/core/fields.hpp>
#include <effigy/core/impl/platform.hpp>
#include <effigy/owned/layout.hpp>
#include <effigy/owned/pools.hpp>

#include <algorithm>
#include <functional>
#include <limits>
#include <random>
#include <string_view>

namespace support {

[[nodiscard]] inline bool same_bytes(std::span<const std::byte> a, std::span<const std::byte> b) {
    return std::ranges::equal(a, b);
}

class editor {
public:
    explicit editor(std::uint64_t seed) : random_(seed) {}

    // Whether the edits changed only values, not which records belong together.
    [[nodiscard]] bool edited_only_values() const { return !edited_reference_; }
    [[nodiscard]] std::size_t below(std::size_t count) { return effigy::impl::to_size(random_() % count); }

    // Changes a field of the model itself, or of a record in one of its pools.
    template <class Model> void edit(Model& model) {
        if (below(8) == 0) {
            edit_field_of(model);
        } else {
            edit_pools(model);
        }
    }
    void edit(effigy::layout& where) {
        switch (below(5)) {
        case 0: where.file_size += below(3) == 0 ? random_() : below(5) - 2; break;
        case 1: edit_element(where.numbers); break;
        case 2: edit_element(where.kept); break;
        case 3: where.numbers.push_back(static_cast<std::uint32_t>(random_())); break;
        default: shorten(where.numbers); break;
        }
    }

private:
    template <class... T> void edit_pools(effigy::owned_pools<T...>& pools) {
        const std::size_t chosen = below(sizeof...(T));
        std::size_t i = 0;
        ((i++ == chosen ? edit_element(pools.template all<T>()) : void()), ...);
    }
    template <class T> void edit_element(effigy::pool<T>& pool) {
        if (!pool.empty()) {
            edit_value(pool[below(pool.size())]);
        }
    }
    template <class T> void shorten(effigy::pool<T>& pool) {
        effigy::pool<T> shorter;
        for (std::size_t i = 0, left = pool.empty() ? 0 : below(pool.size()); i < left; ++i) {
            shorter.push_back(pool[i]);
        }
        pool = shorter;
    }
    template <class Record> void edit_field_of(Record& record) {
        std::size_t count = 0;
        effigy::for_each_field(record, [&](const effigy::field&, auto&) { ++count; });
        const std::size_t chosen = below(count);
        std::size_t i = 0;
        effigy::for_each_field(record, [&](const effigy::field& of, auto& value) {
            if (i++ == chosen) {
                edited_reference_ = edited_reference_ || std::string_view{of.name} == "first";
                edit_value(value);
            }
        });
    }
    template <class T> void edit_value(T& value) {
        if constexpr (std::is_array_v<T>) {
            edit_value(value[below(std::extent_v<T>)]);
        } else if constexpr (effigy::described<T>) {
            edit_field_of(value);
        } else if constexpr (requires { value.first, value.count; }) {
            edit_reference(below(2) == 0 ? value.first : value.count);
        } else if constexpr (requires { value.number; }) {
            edit_reference(value.number);
        } else if constexpr (requires { value.chars; }) {
            edit_value(value.chars);
        } else if constexpr (std::is_same_v<T, bool>) {
            value = !value;
        } else if constexpr (std::is_enum_v<T>) {
            auto number = static_cast<std::underlying_type_t<T>>(value);
            edit_number(number);
            value = static_cast<T>(number);
        } else if constexpr (std::is_same_v<T, std::byte>) {
            value ^= static_cast<std::byte>(1 + below(255));
        } else {
            edit_number(value);
        }
    }
    void edit_reference(std::uint32_t& number) {
        edited_reference_ = true;
        edit_number(number);
    }
    template <class T> void edit_number(T& value) {
        if constexpr (std::is_floating_point_v<T>) {
            value = std::bit_cast<T>(
                static_cast<std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>(random_()));
        } else {
            switch (below(6)) {
            case 0: value = 0; break;
            case 1: value = std::numeric_limits<T>::max(); break;
            case 2: value = std::numeric_limits<T>::min(); break;
            case 3: value = static_cast<T>(value + 1); break;
            case 4: value = static_cast<T>(value - 1); break;
            default: value = static_cast<T>(random_()); break;
            }
        }
    }

    std::mt19937_64 random_;
    bool edited_reference_ = false;
};

// Edits a copy of a model, and sometimes of its layout, and encodes it. Each encode() must return an error, or a file
// that is read back as the edited model. Returns what is wrong, or nothing. `open`: opens bytes. `same`: whether
// nothing but garbage was lost without a layout. Adds the files to `written`.
template <class Model, class Open, class Same = std::equal_to<>>
[[nodiscard]] const char* try_edits(const Model& original, const effigy::layout& where, const Open& open,
                                    std::uint64_t seed, std::size_t& written, const Same& same = {}) {
    editor random{seed};
    Model edited = original;
    for (std::size_t i = 0, count = 1 + random.below(3); i < count; ++i) {
        random.edit(edited);
    }
    const bool only_values = random.edited_only_values();
    effigy::layout moved = where;
    if (random.below(2) == 0) {
        random.edit(moved);
    }
    const auto plain = encode(edited);
    for (const bool by_layout : {false, true}) {
        const auto file = by_layout ? encode(edited, moved) : plain;
        if (!file) {
            if (file.error().path[0] == '\0') {
                return "an error has a path";
            }
            continue;
        }
        ++written;
        const auto opened = open(std::span<const std::byte>{*file});
        const auto read = opened ? decode(*opened) : effigy::result<Model>{opened.error()};
        if (!read) {
            return "what is written can be read";
        }
        const auto again = encode(*read);
        if (plain && (!again || !same_bytes(*again, *plain))) {
            return "what is read is what was written";
        }
        // Equal texts may become one, so a model that reads as another one can still have all values.
        const bool as_edited = by_layout ? *read == edited : same(*read, edited);
        if (only_values && !as_edited && !same(edited, original) && again && same_bytes(*again, *encode(original))) {
            return "nothing is lost";
        }
    }
    return "";
}

} // namespace support
