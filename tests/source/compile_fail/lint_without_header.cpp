// expect: include_effigy_nwn_lint_hpp
#include <effigy/nwn.hpp>
#ifdef EFFIGY_WELL_FORMED
#include <effigy/nwn/lint.hpp>
#endif

int count_findings(const effigy::nwn::model& from) {
    int out = 0;
    lint(from, [&](const auto&) { ++out; });
    return out;
}
