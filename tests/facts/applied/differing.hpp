// Models whose numbers are nearly the same, and what both formats need.
#pragma once

#include <effigy/content.hpp>
#include <effigy/scene/remark.hpp>

#include <chrono>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <type_traits>

namespace applied {

// Adds the time that run() takes, and returns what it returns.
template <class Run> [[nodiscard]] std::invoke_result_t<Run> timed(const Run& run, double& seconds) {
    const auto begin = std::chrono::steady_clock::now();
    auto out = run();
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return out;
}

// Sinks for remarks: one that keeps the last remark, and one that keeps none.
[[nodiscard]] inline auto note(std::string& said) {
    return [&said](const effigy::remark& each) { said = std::string{each.name} + ": " + std::string{each.what}; };
}
inline constexpr auto silent = [](const effigy::remark&) {};

// Counts the fields in which two models differ by more than a rounding: 1e-5 of the number or of 1.
template <class Model>
void count_differences(const Model& before, const Model& after, std::map<std::string, std::size_t>& fields) {
    std::map<std::string, std::size_t> found;
    static_cast<void>(differences(before, after, [&](const effigy::difference& each) {
        const effigy::field_value &a = each.before, &b = each.after;
        bool same = a.size() == b.size() && a.width() == b.width() && !a.is_text() && !b.is_text();
        for (std::size_t i = 0; same && i < a.size(); ++i) {
            for (std::size_t k = 0; same && k < a.width(); ++k) {
                const double x = a.real(i, k), y = b.real(i, k);
                same = std::abs(x - y) <= 1e-5 * (1 + std::abs(x));
            }
        }
        if (!same) {
            found[each.path.pattern()] = 1;
        }
    }));
    for (const auto& [field, count] : found) {
        fields[field] += count;
    }
}

// Returns what is wrong with the fields that differ if all is written anew: those are named in the documents, with the
// reasons. Empty if it is none.
[[nodiscard]] inline std::string unexpected_in(const std::map<std::string, std::size_t>& fields,
                                               const std::set<std::string>& expected) {
    for (const auto& [field, count] : fields) {
        if (!expected.contains(field)) {
            return "all written anew has another " + field;
        }
    }
    return "";
}

} // namespace applied
