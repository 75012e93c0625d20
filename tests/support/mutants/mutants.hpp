// tests/mutate includes this in its copy of each header.
#pragma once

#include <type_traits>

namespace mutants {

struct state {
    bool reached[4096]{}; // which mutants were evaluated
    int active = 0;       // 0: none
};
inline state now;

inline bool is_active(int n) noexcept {
    now.reached[n] = true;
    return now.active == n;
}
// Whether mutant n is active. Never during compilation.
constexpr bool on(int n) noexcept { return std::is_constant_evaluated() ? false : is_active(n); }

// `a < at<1, '<='>{} < b` is `a < b`, and `a <= b` if mutant 1 is active.
template <int N, int Other> struct at {};
template <class T, int N, int Other> struct left {
    const T& value;
};

template <int Operator, class T, class U> constexpr bool compare(const T& a, const U& b) {
    if constexpr (Operator == '<') {
        return a < b;
    } else if constexpr (Operator == '<=') {
        return a <= b;
    } else if constexpr (Operator == '>') {
        return a > b;
    } else if constexpr (Operator == '>=') {
        return a >= b;
    } else {
        return (a == b) == (Operator == '==');
    }
}

#define EFFIGY_OPERATOR(op)                                                                                            \
    template <class T, int N, int Other> constexpr left<T, N, Other> operator op(const T & a, at<N, Other>) noexcept { \
        return {a};                                                                                                    \
    }                                                                                                                  \
    template <class T, int N, int Other, class U> constexpr bool operator op(left<T, N, Other> a, const U& b) {        \
        return on(N) ? compare<Other>(a.value, b) : (a.value op b);                                                    \
    }
EFFIGY_OPERATOR(<)
EFFIGY_OPERATOR(<=)
EFFIGY_OPERATOR(>)
EFFIGY_OPERATOR(>=)
EFFIGY_OPERATOR(==)
EFFIGY_OPERATOR(!=)
#undef EFFIGY_OPERATOR

} // namespace mutants
