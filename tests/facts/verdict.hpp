// The input and the output of a format's judge().
#pragma once

#include "files.hpp"

#include <effigy/core/byte_view.hpp>

#include <nlohmann/json.hpp>

#include <span>
#include <string>
#include <utility>

namespace facts {

using json = nlohmann::json; // an object's keys are sorted

struct input {
    path where;
    std::span<const std::byte> bytes;

    [[nodiscard]] std::string name() const { return lower_case(file_name(where)); }
};

// The facts of a file, or why it is rejected.
using verdict = effigy::result<json>;

// The facts of a view that was opened and is valid.
template <class View, class Facts>
[[nodiscard]] verdict judge_view(const effigy::result<View>& opened, const Facts& facts_of) {
    if (!opened) {
        return opened.error();
    }
    if (const effigy::error why = verify(*opened)) {
        return why;
    }
    return facts_of(*opened);
}

// Returns the result of the first reader that accepts the file; if none does, the error at the highest offset.
[[nodiscard]] inline verdict furthest(verdict best) { return best; }
template <class... Verdicts> [[nodiscard]] verdict furthest(verdict best, verdict next, Verdicts... rest) {
    const bool better = !best && (next || next.error().offset >= best.error().offset);
    return furthest(better ? std::move(next) : std::move(best), std::move(rest)...);
}

} // namespace facts
