// What a wing is given, and what it answers.
#pragma once

#include "files.hpp"

#include <effigy/core/window.hpp>

#include <nlohmann/json.hpp>

#include <span>
#include <string>
#include <utility>

namespace facts {

using effigy::form;
using json = nlohmann::json; // an object's keys are sorted

struct input {
    path where;
    std::span<const std::byte> bytes;
    form order = form::little;

    [[nodiscard]] std::string name() const { return lower_case(file_name(where)); }
};

// The facts of a file, or why it is rejected.
using verdict = effigy::result<json>;

// Of several readers the one that accepts the file; where none does, the one that came furthest tells why.
[[nodiscard]] inline verdict furthest(verdict best) { return best; }
template <class... Verdicts> [[nodiscard]] verdict furthest(verdict best, verdict next, Verdicts... rest) {
    const bool better = !best && (next || next.error().offset >= best.error().offset);
    return furthest(better ? std::move(next) : std::move(best), std::move(rest)...);
}

} // namespace facts
