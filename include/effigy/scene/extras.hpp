// Building extras: data that glTF has no field for.
#pragma once

#include <effigy/scene/lists.hpp>
#include <effigy/scene/space.hpp>

#include <type_traits>
#include <utility>

namespace effigy::inline v0::impl {

// Appends extras to a list: `extras_of(node.extras).add("id", 7).add("name", name)`. Does not charge their memory to a
// scene_builder.
class extras_of {
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
        return put(key, scene::list<double>{{value.x, value.y, value.z}, memory()});
    }
    extras_of& add(std::string_view key, scene::list<double>&& value) { return put(key, std::move(value)); }
    extras_of& add(std::string_view key, scene::list<scene::text>&& value) { return put(key, std::move(value)); }
    // Adds an object that contains further extras.
    extras_of& add(std::string_view key, scene::list<scene::extra>&& value) { return put(key, std::move(value)); }

    [[nodiscard]] std::pmr::memory_resource* memory() const noexcept { return to_->get_allocator().resource(); }
    // Returns an empty list in the same memory, to fill and add.
    template <class T> [[nodiscard]] scene::list<T> list() const { return scene::list<T>{memory()}; }

private:
    template <class Value> extras_of& put(std::string_view key, Value&& value) {
        to_->push_back({scene::text{key, memory()}, scene::extra_value{std::forward<Value>(value)}});
        return *this;
    }

    scene::list<scene::extra>* to_;
};

// Collects extras for a list and charges their memory to the builder. After the first extra that exceeds the limit,
// none is added. Numbers that are not finite are left out, since JSON cannot represent them.
template <class Builder> class paid_extras {
public:
    explicit paid_extras(Builder& builder) : builder_(&builder), all_(builder.memory()) {}

    template <class Value> paid_extras& add(std::string_view key, Value&& value) {
        if constexpr (std::same_as<std::remove_cvref_t<Value>, vector3<double>>) {
            return add(key, to_real<float>(rounded_to_float(value)));
        } else {
            if (is_representable(value) && builder_->charge(sizeof(scene::extra) + key.size() + 1 + size_of(value))) {
                extras_of(all_).add(key, std::forward<Value>(value));
            }
            return *this;
        }
    }
    // Adds the value unless it is a default: false, 0, an empty text or an empty list.
    template <class Value> paid_extras& add_given(std::string_view key, Value&& value) {
        if constexpr (std::is_arithmetic_v<std::remove_cvref_t<Value>>) {
            return value != 0 ? add(key, value) : *this;
        } else if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
            const std::string_view given{value};
            return given.empty() ? *this : add(key, given);
        } else {
            return value.empty() ? *this : add(key, std::forward<Value>(value));
        }
    }
    // Adds the numbers of a range. Adds nothing if one of them is not finite.
    template <class Range> paid_extras& add_numbers(std::string_view key, const Range& numbers) {
        if (!builder_->charge(numbers.size() * sizeof(double))) {
            return *this;
        }
        scene::list<double> out{builder_->memory()};
        out.reserve(numbers.size());
        for (const auto& stored : numbers) {
            const double number = rounded_to_float(static_cast<double>(stored));
            if (!is_finite(number)) {
                return *this;
            }
            out.push_back(number);
        }
        if (!out.empty() && builder_->charge(sizeof(scene::extra) + key.size() + 1)) {
            extras_of(all_).add(key, std::move(out));
        }
        return *this;
    }

    // Moves the collected extras to the end of a list.
    void put_into(scene::list<scene::extra>& to) { move_all(all_, to); }
    // Moves the collected extras into one object with this key, and adds the object to a list.
    void put_into(scene::list<scene::extra>& to, std::string_view key) {
        if (!all_.empty() && builder_->charge(sizeof(scene::extra) + key.size() + 1)) {
            scene::list<scene::extra> object{builder_->memory()};
            put_into(object);
            extras_of(to).add(key, std::move(object));
        }
    }

private:
    template <class Value> [[nodiscard]] static bool is_representable(const Value& value) noexcept {
        if constexpr (requires { is_finite(value); }) {
            return is_finite(value);
        } else {
            return true;
        }
    }
    template <class Value> [[nodiscard]] static std::size_t size_of(const Value& value) noexcept {
        if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
            return std::string_view{value}.size();
        } else if constexpr (requires { value.capacity(); }) {
            return value.capacity() * sizeof(typename Value::value_type);
        } else {
            return std::same_as<Value, vector3<float>> ? 3 * sizeof(double) : 0;
        }
    }

    Builder* builder_;
    scene::list<scene::extra> all_;
};

} // namespace effigy::inline v0::impl
