#include "support/left_out.hpp"

#include <doctest/doctest.h>

#include <cstdio>
#include <set>
#include <string>

void support::left_out(const char* what, const char* why) {
    static std::set<std::string> reported;
    if (reported.insert(what).second) {
        std::printf("left out: %s: %s\n", what, why);
    }
}

namespace {

// A test case that cannot run on a system has the decorators skip() and description(WHY).
class skipped_cases : public doctest::IReporter {
public:
    explicit skipped_cases(const doctest::ContextOptions&) {}

    void test_case_skipped(const doctest::TestCaseData& test_case) override {
        if (test_case.m_skip && test_case.m_description != nullptr) {
            support::left_out(test_case.m_name, test_case.m_description);
        }
    }

    void report_query(const doctest::QueryData&) override {}
    void test_run_start() override {}
    void test_run_end(const doctest::TestRunStats&) override {}
    void test_case_start(const doctest::TestCaseData&) override {}
    void test_case_reenter(const doctest::TestCaseData&) override {}
    void test_case_end(const doctest::CurrentTestCaseStats&) override {}
    void test_case_exception(const doctest::TestCaseException&) override {}
    void subcase_start(const doctest::SubcaseSignature&) override {}
    void subcase_end() override {}
    void log_assert(const doctest::AssertData&) override {}
    void log_message(const doctest::MessageData&) override {}
};

REGISTER_LISTENER("skipped cases", 1, skipped_cases);

} // namespace
