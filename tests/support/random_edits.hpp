// Random edits of models that own their data, and of the files that they come from.
#pragma once

#include <effigy/core/fields.hpp>
#include <effigy/core/impl/platform.hpp>
#include <effigy/owned/pools.hpp>

#include <algorithm>
#include <functional>
#include <limits>
#include <random>
#include <string_view>
#include <vector>

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
    // Changes a few bytes of a file, or its size.
    void edit(std::vector<std::byte>& file) {
        switch (below(6)) {
        case 0: file.resize(below(file.size() + 1)); break;
        case 1: file.resize(file.size() + 1 + below(8)); break;
        default:
            for (std::size_t i = 0, count = file.empty() ? 0 : 1 + below(4); i < count; ++i) {
                file[below(file.size())] = below(3) == 0 ? std::byte{} : static_cast<std::byte>(random_());
            }
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
        } else if constexpr (std::is_same_v<T, char>) { // has a sign on some platforms only
            auto number = static_cast<signed char>(value);
            edit_number(number);
            value = static_cast<char>(number);
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

// Edits a copy of a model, and sometimes of the file that it was decoded from, and encodes it. Each encode() must
// return an error, or a file that is read back as the edited model. The original must not make an error. Returns what
// is wrong, or nothing. `open`: opens bytes. `same`: whether nothing but garbage was lost without an original. Adds the
// files to `written`.
template <class Model, class Open, class Same = std::equal_to<>>
[[nodiscard]] const char* try_edits(const Model& original, std::span<const std::byte> file, const Open& open,
                                    std::uint64_t seed, std::size_t& written, const Same& same = {}) {
    editor random{seed};
    Model edited = original;
    for (std::size_t i = 0, count = 1 + random.below(3); i < count; ++i) {
        random.edit(edited);
    }
    const bool only_values = random.edited_only_values();
    std::vector<std::byte> changed{file.begin(), file.end()};
    if (random.below(2) == 0) {
        random.edit(changed);
    }
    const auto plain = encode(edited);
    const auto in_places = encode(edited, std::span<const std::byte>{changed});
    if (plain && !in_places) {
        return "an original makes no error";
    }
    if (in_places && !in_places->kept_rest && !(plain && same_bytes(in_places->bytes, *plain))) {
        return "without the rest of the original, the order is canonical";
    }
    for (const bool keeps : {false, true}) {
        if (keeps ? !in_places || !in_places->kept_rest : !plain) {
            const effigy::error why = keeps ? in_places.error() : plain.error();
            if (why && why.path[0] == '\0') {
                return "an error has a path";
            }
            continue;
        }
        ++written;
        const auto& bytes = keeps ? in_places->bytes : *plain;
        const auto opened = open(std::span<const std::byte>{bytes});
        const auto read = opened ? decode(*opened) : effigy::result<Model>{opened.error()};
        if (!read) {
            return "what is written can be read";
        }
        const auto again = encode(*read);
        if (plain && (!again || !same_bytes(*again, *plain))) {
            return "what is read is what was written";
        }
        // Equal texts may become one, so a model that reads as another one can still have all values.
        const bool as_edited = keeps ? *read == edited : same(*read, edited);
        if (only_values && !as_edited && !same(edited, original) && again && same_bytes(*again, *encode(original))) {
            return "nothing is lost";
        }
    }
    return "";
}

} // namespace support
