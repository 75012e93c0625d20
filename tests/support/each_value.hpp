// Changes each value of a model that owns its data, one at a time.
#pragma once

#include <effigy/core/fields.hpp>
#include <effigy/owned/pools.hpp>

namespace support {

// Calls use() while one value of the model differs: not counts, references and what has no meaning. Of long lists, a
// few elements change.
template <class Model, class Use> class each_value {
public:
    each_value(Model& of, const Use& use) : use_(use) {
        change_fields(of);
        change_pools(of);
    }

private:
    template <class... T> void change_pools(effigy::owned_pools<T...>& pools) {
        (change_elements(pools.template all<T>()), ...);
    }
    template <class T> void change_elements(effigy::pool<T>& all) {
        constexpr std::size_t most = 4;
        for (std::size_t i = 0, step = 1 + all.size() / most; i < all.size(); i += step) {
            change(all[i]);
        }
    }
    template <class Record> void change_fields(Record& record) {
        effigy::for_each_field(record, [&](const effigy::field& of, auto& value) {
            if (of.role == effigy::role::value) {
                change(value);
            }
        });
    }
    template <class T> void change(T& value) {
        if constexpr (std::is_array_v<T>) {
            change(value[0]);
            change(value[std::extent_v<T> - 1]);
        } else if constexpr (effigy::described<T>) {
            change_fields(value);
        } else if constexpr (requires { value.count; } || requires { value.number; }) {
        } else {
            const T before = value;
            if constexpr (requires { value.assign("other"); }) {
                static_cast<void>(value.assign("other"));
            } else if constexpr (std::is_same_v<T, bool>) {
                value = !value;
            } else if constexpr (std::is_floating_point_v<T>) {
                value = value + T{0.375};
            } else {
                value = static_cast<T>(static_cast<unsigned>(value) + 1);
            }
            use_();
            value = before;
        }
    }

    const Use& use_;
};

} // namespace support
