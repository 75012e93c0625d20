// Building and finding extras: data that glTF has no field for.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/scene/budget.hpp>
#include <effigy/scene/parts.hpp>
#include <effigy/scene/space.hpp>

#include <array>
#include <type_traits>
#include <utility>

namespace effigy { inline namespace v0 {

// Appends extras to a list: `extras_of(node.extras).add("id", 7).add("name", name)`. Does not charge their memory to a
// budget.
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

// Collects extras for a list, in memory that a budget gives. After the first extra that exceeds the limit, none is
// added. Numbers that are not finite are left out, since JSON cannot represent them.
template <class = when_used> class paid_extras {
public:
    explicit paid_extras(scene_budget& budget) : budget_(&budget), all_(budget.memory()) {}

    // Lists are those of the budget.
    template <class Value> paid_extras& add(std::string_view key, Value&& value) {
        using type = std::remove_cvref_t<Value>;
        if constexpr (std::same_as<type, bool>) {
            return put(key, scene::extra_value{value});
        } else if constexpr (std::is_arithmetic_v<type>) {
            return put_number(key, static_cast<double>(value));
        } else if constexpr (std::same_as<type, vector3<double>> || std::same_as<type, vector3<float>>) {
            return add_numbers(key, std::array{value.x, value.y, value.z});
        } else if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
            return put_text(key, value);
        } else {
            return put(key, scene::extra_value{std::forward<Value>(value)});
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
        scene::list<double> out{budget_->memory()};
        if (!budget_->resize(numbers.size(), out)) {
            return *this;
        }
        std::size_t i = 0;
        for (const auto& stored : numbers) {
            out[i] = rounded_to_float(static_cast<double>(stored));
            if (!is_finite(out[i++])) {
                budget_->give_back(out);
                return *this;
            }
        }
        return i != 0 ? put(key, scene::extra_value{std::move(out)}) : *this;
    }

    // Moves the collected extras to the end of a list.
    void put_into(scene::list<scene::extra>& to) {
        if (budget_->reserve(to, all_.size())) { // exactly: a scene has many lists of extras
            for (scene::extra& each : all_) {
                to.push_back(std::move(each));
            }
        }
        budget_->give_back(all_);
    }
    // Moves the collected extras into one object with this key, and adds the object to a list.
    void put_into(scene::list<scene::extra>& to, std::string_view key) {
        if (!all_.empty() && budget_->reserve(to, 1)) {
            scene::list<scene::extra> object{budget_->memory()};
            put_into(object);
            to.push_back({budget_->text(key), scene::extra_value{std::move(object)}});
        }
    }

private:
    paid_extras& put_number(std::string_view key, double value) {
        return is_finite(value) ? put(key, scene::extra_value{value}) : *this;
    }
    paid_extras& put_text(std::string_view key, std::string_view value) {
        return put(key, scene::extra_value{budget_->text(value)});
    }
    paid_extras& put(std::string_view key, scene::extra_value value) {
        budget_->add(all_, scene::extra{budget_->text(key), std::move(value)});
        return *this;
    }

    scene_budget* budget_;
    scene::list<scene::extra> all_;
};

} // namespace impl

}} // namespace effigy::v0
