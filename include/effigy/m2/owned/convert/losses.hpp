// What a version cannot say of a model of another one.
#pragma once

#include <effigy/core/finding.hpp>
#include <effigy/m2/lint/oddities.hpp>
#include <effigy/m2/owned/model.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {
using namespace effigy::impl;

// Where the part is that a loss or an error is about: "m2.bones[3].translation".
[[nodiscard]] inline location place_in(const char* prefix, const char* path, std::uint32_t number) noexcept {
    location out{path, location::nowhere};
    out.path_prefix = prefix;
    return out.element(number);
}
[[nodiscard]] inline error refused(const location& at, errc code, std::uint64_t found, const char* expected) noexcept {
    return error{at, code, 0, static_cast<std::int64_t>(found), expected};
}

// Passes losses to a sink, and keeps the first reason to refuse a model.
class conversion_report {
public:
    explicit conversion_report(finding_sink to) noexcept : to_(to) {}

    void tell(const finding& loss) const { to_(loss); }
    void lost(const oddity& what, const location& at) const { to_(finding{at, what}); }
    void lost_if(bool is_lost, const oddity& what, const location& at) const {
        if (is_lost) {
            lost(what, at);
        }
    }
    void refuse(const error& why) noexcept { why_ = why_ ? why_ : why; }
    void refuse_if(bool is_wrong, const location& at, std::uint64_t found, const char* expected) noexcept {
        if (is_wrong) {
            refuse(refused(at, errc::bad_value, found, expected));
        }
    }
    [[nodiscard]] const error& why() const noexcept { return why_; }

private:
    finding_sink to_;
    error why_;
};

}}}} // namespace effigy::v0::m2::impl
