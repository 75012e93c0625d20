// Callbacks.
#pragma once

#include <effigy/core/impl/platform.hpp>

#include <type_traits>
#include <utility>

namespace effigy { inline namespace v0 {

// Refers to a function or a function object of the caller, such as a lambda, for the duration of a call. Copies
// nothing, allocates nothing.
template <class Signature> class function_ref;
template <class R, class... Arguments> class function_ref<R(Arguments...)> {
public:
    template <class F>
        requires(!std::is_same_v<std::remove_cvref_t<F>, function_ref> && std::is_invocable_r_v<R, F&, Arguments...>)
    function_ref(F&& callback) noexcept {
        if constexpr (std::is_function_v<std::remove_pointer_t<std::remove_cvref_t<F>>>) {
            target_.function = reinterpret_cast<void (*)()>(+callback);
            call_ = [](const target& of, Arguments... arguments) -> R {
                return reinterpret_cast<std::decay_t<F>>(of.function)(std::forward<Arguments>(arguments)...);
            };
        } else {
            target_.object = &reinterpret_cast<const volatile char&>(callback);
            call_ = [](const target& of, Arguments... arguments) -> R {
                using object = std::remove_reference_t<F>;
                return (*reinterpret_cast<object*>(const_cast<char*>(of.object)))(
                    std::forward<Arguments>(arguments)...);
            };
        }
    }

    R operator()(Arguments... arguments) const { return call_(target_, std::forward<Arguments>(arguments)...); }

private:
    union target {
        const volatile char* object;
        void (*function)();
    };

    target target_;
    R (*call_)(const target&, Arguments...);
};

}} // namespace effigy::v0
