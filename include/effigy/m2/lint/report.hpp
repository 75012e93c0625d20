// Reporting of findings: the location in the model or a companion, and the first finding of a list.
#pragma once

#include <effigy/core/finding.hpp>
#include <effigy/core/impl/finite.hpp>
#include <effigy/core/impl/reporter.hpp>
#include <effigy/m2/lint/oddities.hpp>
#include <effigy/m2/names.hpp>
#include <effigy/m2/order/references.hpp>
#include <effigy/m2/view.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {
using namespace effigy::impl;

// For records without a name.
inline constexpr auto nameless = [](const auto&, std::uint32_t) { return std::string_view{}; };

// A path in two parts; the first is that of the file.
[[nodiscard]] inline location place(const char* prefix, const char* path) noexcept {
    location out{path};
    out.path_prefix = prefix;
    return out;
}

// Returns the number of bones; npos if it is unknown, so that no bone number is out of range.
template <class = when_used> [[nodiscard]] std::size_t bones_of(const model& in) noexcept {
    return in.is_skeleton_missing() ? npos : in.bones().size();
}

// Chooses the file that a finding is about.
template <class = when_used> class reporter {
public:
    reporter(byte_view file, std::span<const companion> companions, finding_sink sink) noexcept
        : file_(file), companions_(companions), sink_(sink) {}

    // Reports a finding. `inside`: an address in the file or in a companion; the offset counts from the start of that
    // file. `name`: of the record, if it has one.
    void operator()(const oddity& what, const location& at, const void* inside, std::string_view name = {}) const {
        effigy::impl::reporter{file_of(inside), sink_, at, name}(what, at.path, inside);
    }
    // Whether an address is in the file itself, not in a companion.
    [[nodiscard]] bool is_own(const void* inside) const noexcept { return file_.holds(inside); }

    // Reports the first element of a list for which is_odd(element, number) is true. `at`: the location of the list;
    // name_of(element, number): the name in the finding.
    template <class Range, class Test, class Name = decltype(nameless)>
    void first(const oddity& what, const location& at, const Range& list, const Test& is_odd,
               const Name& name_of = nameless) const {
        std::uint32_t number = 0;
        for (const auto& entry : list) {
            if (is_odd(entry, number)) {
                (*this)(what, at.element(number), &entry, name_of(entry, number));
                return;
            }
            ++number;
        }
    }

private:
    [[nodiscard]] byte_view file_of(const void* inside) const noexcept {
        for (const companion& one : companions_) {
            if (!is_own(inside) && byte_view{one.bytes}.holds(inside)) {
                return byte_view{one.bytes};
            }
        }
        return file_;
    }

    byte_view file_;
    std::span<const companion> companions_;
    finding_sink sink_;
};

}}}} // namespace effigy::v0::m2::impl
