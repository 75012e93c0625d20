// What glTF has no place for, put together.
#pragma once

#include <effigy/scene/parts.hpp>
#include <effigy/scene/space.hpp>

#include <type_traits>
#include <utility>

namespace effigy::inline v0::impl {

// Appends to a list of extras what is paid for already: `extras_of(node.extras).add("id", 7).add("name", name)`.
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
    // An object of further extras.
    extras_of& add(std::string_view key, scene::list<scene::extra>&& value) { return put(key, std::move(value)); }

    [[nodiscard]] std::pmr::memory_resource* memory() const noexcept { return to_->get_allocator().resource(); }
    // To be filled and added.
    template <class T> [[nodiscard]] scene::list<T> list() const { return scene::list<T>{memory()}; }

private:
    template <class Value> extras_of& put(std::string_view key, Value&& value) {
        to_->push_back({scene::text{key, memory()}, scene::extra_value{std::forward<Value>(value)}});
        return *this;
    }

    scene::list<scene::extra>* to_;
};

// Extras on their way into a list, each paid for; from the first that cannot be, none is added. Numbers that are not
// finite, which have no place in a file, are left out.
template <class Builder> class paid_extras {
public:
    explicit paid_extras(Builder& by) : by_(&by), all_(by.memory()) {}

    template <class Value> paid_extras& add(std::string_view key, Value&& value) {
        if constexpr (std::same_as<std::remove_cvref_t<Value>, vector3<double>>) {
            return add(key, to_real<float>(rounded_to_float(value)));
        } else {
            if (has_place(value) && by_->pay(sizeof(scene::extra) + key.size() + 1 + size_of(value))) {
                extras_of(all_).add(key, std::forward<Value>(value));
            }
            return *this;
        }
    }
    // What most have is left out: false, 0, an empty text or list.
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
    // All numbers of a range, or none where one is not finite.
    template <class Range> paid_extras& add_numbers(std::string_view key, const Range& numbers) {
        if (!by_->pay(numbers.size() * sizeof(double))) {
            return *this;
        }
        scene::list<double> out{by_->memory()};
        out.reserve(numbers.size());
        for (const auto& one : numbers) {
            const double number = rounded_to_float(static_cast<double>(one));
            if (number - number != 0) {
                return *this;
            }
            out.push_back(number);
        }
        if (!out.empty() && by_->pay(sizeof(scene::extra) + key.size() + 1)) {
            extras_of(all_).add(key, std::move(out));
        }
        return *this;
    }

    // At the end: among the extras of a part, by themselves or as an object.
    void put_into(scene::list<scene::extra>& to) {
        to.reserve(to.size() + all_.size());
        for (scene::extra& one : all_) {
            to.push_back(std::move(one));
        }
        all_.clear();
    }
    void put_into(scene::list<scene::extra>& to, std::string_view key) {
        if (!all_.empty() && by_->pay(sizeof(scene::extra) + key.size() + 1)) {
            scene::list<scene::extra> object{by_->memory()};
            put_into(object);
            extras_of(to).add(key, std::move(object));
        }
    }

private:
    template <class Value> [[nodiscard]] static bool has_place(const Value& value) noexcept {
        if constexpr (std::is_floating_point_v<Value>) {
            return value - value == 0;
        } else if constexpr (std::same_as<Value, vector3<float>>) {
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

    Builder* by_;
    scene::list<scene::extra> all_;
};

} // namespace effigy::inline v0::impl
