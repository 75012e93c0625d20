// Owning models without what has no meaning, for comparing what encode() keeps.
#pragma once

#include <effigy/nwn/decode.hpp>

namespace fixtures::nwn {

// Clears texts behind the NUL, padding, garbage and addresses; constants become those of a file.
class cleaner {
public:
    template <class T> static void clean(const effigy::field& of, T& value) {
        if constexpr (std::is_array_v<T>) {
            for (auto& element : value) {
                clean(of, element);
            }
        } else if constexpr (requires { value.view(); }) {
            const std::size_t length = value.view().size();
            for (std::size_t i = length; i < sizeof(T); ++i) {
                value.chars[i] = '\0';
            }
        } else if constexpr (effigy::described<T>) {
            clean(value);
        } else if constexpr (std::is_integral_v<T>) {
            const bool has_no_meaning = of.role == effigy::role::garbage || of.role == effigy::role::padding;
            value = has_no_meaning                                                        ? T{}
                    : of.role == effigy::role::constant && value == 0 && of.constant != 0 ? static_cast<T>(of.constant)
                                                                                          : value;
        }
    }
    template <effigy::described Record> static void clean(Record& record) {
        effigy::for_each_field(record, [](const effigy::field& of, auto& value) { clean(of, value); });
        if constexpr (requires { record.unused_strips; }) {
            record.unused_strips[0] = record.unused_strips[0] != 0 ? record.unused_strips[0] : 0xFFFF'FFFF;
        }
        if constexpr (std::is_same_v<Record, effigy::nwn::owned_animation>) {
            record.geometry.functions[0] = record.geometry.functions[1] = 0;
        }
    }
    template <class... T> static void clean_pools(effigy::owned_pools<T...>& pools) {
        const auto clean_pool = []<class U>(effigy::pool<U>& all) {
            if constexpr (effigy::described<U>) {
                for (U& each : all) {
                    clean(each);
                }
            }
        };
        (clean_pool(pools.template all<T>()), ...);
    }
};

[[nodiscard]] inline effigy::nwn::owned_model cleaned(effigy::nwn::owned_model model) {
    cleaner::clean_pools(model);
    effigy::for_each_field(static_cast<effigy::nwn::basic_model_header<effigy::form::host>&>(model),
                           [](const effigy::field& of, auto& value) { cleaner::clean(of, value); });
    return model;
}

inline constexpr auto differ_in_garbage_only =
    [](const effigy::nwn::owned_model& a, const effigy::nwn::owned_model& b) { return cleaned(a) == cleaned(b); };

} // namespace fixtures::nwn
