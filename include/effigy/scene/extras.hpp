// Building and finding extras: data that glTF has no field for.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/scene/parts.hpp>
#include <effigy/scene/space.hpp>

#include <type_traits>
#include <utility>

namespace effigy { inline namespace v0 {

// Appends extras to a list: `extras_of(node.extras).add("id", 7).add("name", name)`. Does not charge their memory to a
// scene_builder.
template <class = when_used> class extras_of {
public:
    explicit extras_of(scene::list<scene::extra>& to) : to_(&to) {}

    template <class Number>
        requires std::is_arithmetic_v<Number>
    extras_of& add(std::string_view key, Number value) {
        if constexpr (std::same_as<Number, bool>) {
            return put(key, value);
        } else {
            return put(key, static_cast<double>(value));
        }
    }
    extras_of& add(std::string_view key, std::string_view value) { return put(key, scene::text{value, memory()}); }
    extras_of& add(std::string_view key, const char* value) { return add(key, std::string_view{value}); }
    extras_of& add(std::string_view key, const vector3<float>& value) {
        scene::list<double> numbers(3, memory());
        numbers[0] = static_cast<double>(value.x);
        numbers[1] = static_cast<double>(value.y);
        numbers[2] = static_cast<double>(value.z);
        return put(key, std::move(numbers));
    }
    extras_of& add(std::string_view key, scene::list<double>&& value) { return put(key, std::move(value)); }
    extras_of& add(std::string_view key, scene::list<scene::text>&& value) { return put(key, std::move(value)); }
    // Adds an object that contains further extras.
    extras_of& add(std::string_view key, scene::list<scene::extra>&& value) { return put(key, std::move(value)); }

    [[nodiscard]] std::pmr::memory_resource* memory() const noexcept { return to_->resource(); }
    // Returns an empty list in the same memory, to fill and add.
    template <class T> [[nodiscard]] scene::list<T> list() const { return scene::list<T>{memory()}; }

private:
    extras_of& put(std::string_view key, scene::extra_value value) {
        to_->push_back({scene::text{key, memory()}, std::move(value)});
        return *this;
    }

    scene::list<scene::extra>* to_;
};
extras_of(scene::list<scene::extra>&) -> extras_of<>;

namespace impl {

// Returns an extra with a key; null if there is none.
[[nodiscard]] inline const scene::extra* find_key(const scene::list<scene::extra>& in, std::string_view key) noexcept {
    for (const scene::extra& each : in) {
        if (each.key == key) {
            return &each;
        }
    }
    return nullptr;
}

} // namespace impl

// Returns the value of the extra with a key; null if there is none, or one of another type.
template <class Value>
[[nodiscard]] const Value* find_extra(const scene::list<scene::extra>& in, std::string_view key) noexcept {
    const scene::extra* const found = impl::find_key(in, key);
    return found != nullptr ? std::get_if<Value>(&found->value) : nullptr;
}

namespace impl {

// Collects extras for a list and charges their memory to the builder. After the first extra that exceeds the limit,
// none is added. Numbers that are not finite are left out, since JSON cannot represent them.
template <class Builder> class paid_extras {
public:
    explicit paid_extras(Builder& builder) : builder_(&builder), all_(builder.memory()) {}

    template <class Value> paid_extras& add(std::string_view key, Value&& value) {
        using type = std::remove_cvref_t<Value>;
        if constexpr (std::same_as<type, bool>) {
            return put(key, value);
        } else if constexpr (std::is_arithmetic_v<type>) {
            return put(key, static_cast<double>(value));
        } else if constexpr (std::same_as<type, vector3<double>>) {
            return put(key, to_real<float>(rounded_to_float(value)));
        } else if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
            return put(key, std::string_view{value});
        } else {
            return put(key, std::forward<Value>(value));
        }
    }
    // Adds the value unless it is a default: false, 0, an empty text or an empty list.
    template <class Value> paid_extras& add_given(std::string_view key, Value&& value) {
        if constexpr (std::is_arithmetic_v<std::remove_cvref_t<Value>>) {
            return value != 0 ? add(key, value) : *this;
        } else if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
            const std::string_view given{value};
            return given.empty() ? *this : put(key, given);
        } else {
            return value.empty() ? *this : put(key, std::forward<Value>(value));
        }
    }
    // Adds the numbers of a range. Adds nothing if one of them is not finite.
    template <class Range> paid_extras& add_numbers(std::string_view key, const Range& numbers) {
        if (numbers.size() == 0 || !builder_->charge(numbers.size() * sizeof(double))) {
            return *this;
        }
        scene::list<double> out(numbers.size(), builder_->memory());
        std::size_t i = 0;
        for (const auto& stored : numbers) {
            out[i] = rounded_to_float(static_cast<double>(stored));
            if (!is_finite(out[i++])) {
                return *this;
            }
        }
        if (charge(key, 0)) {
            extras_of(all_).add(key, std::move(out));
        }
        return *this;
    }

    // Moves the collected extras to the end of a list.
    void put_into(scene::list<scene::extra>& to) {
        to.reserve(to.size() + all_.size()); // exactly: a scene has many lists of extras
        for (scene::extra& each : all_) {
            to.push_back(std::move(each));
        }
        all_.clear();
    }
    // Moves the collected extras into one object with this key, and adds the object to a list.
    void put_into(scene::list<scene::extra>& to, std::string_view key) {
        if (!all_.empty() && charge(key, 0)) {
            scene::list<scene::extra> object{builder_->memory()};
            put_into(object);
            extras_of(to).add(key, std::move(object));
        }
    }

private:
    [[nodiscard]] bool charge(std::string_view key, std::size_t bytes) {
        return builder_->charge(sizeof(scene::extra) + key.size() + 1 + bytes);
    }
    paid_extras& put(std::string_view key, bool value) {
        if (charge(key, 0)) {
            extras_of(all_).add(key, value);
        }
        return *this;
    }
    paid_extras& put(std::string_view key, double value) {
        if (is_finite(value) && charge(key, 0)) {
            extras_of(all_).add(key, value);
        }
        return *this;
    }
    paid_extras& put(std::string_view key, const vector3<float>& value) {
        if (is_finite(value) && charge(key, 3 * sizeof(double))) {
            extras_of(all_).add(key, value);
        }
        return *this;
    }
    paid_extras& put(std::string_view key, std::string_view value) {
        if (charge(key, value.size())) {
            extras_of(all_).add(key, value);
        }
        return *this;
    }
    template <class T> paid_extras& put(std::string_view key, scene::list<T>&& value) {
        if (charge(key, value.capacity() * sizeof(T))) {
            extras_of(all_).add(key, std::move(value));
        }
        return *this;
    }

    Builder* builder_;
    scene::list<scene::extra> all_;
};

} // namespace impl

}} // namespace effigy::v0
