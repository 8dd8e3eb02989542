// The main() of every test executable.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>
#include <set>
#include <string>
#include <utility>

#include "tests/skip.hpp"

namespace {

/// What CTest's SKIP_RETURN_CODE is.
constexpr int kSkipped = 77;

std::string running_case;
std::set<std::string> skipped_cases;

/// Hears from doctest which case runs, and how many have run.
struct Listener final : doctest::IReporter {
    explicit Listener(const doctest::ContextOptions&) {}

    static inline unsigned cases_run = 0;

    void test_case_start(const doctest::TestCaseData& data) override {
        running_case = data.m_name;
    }
    void test_run_end(const doctest::TestRunStats& stats) override {
        cases_run = stats.numTestCasesPassingFilters;
    }
    void report_query(const doctest::QueryData&) override {}
    void test_run_start() override {}
    void test_case_reenter(const doctest::TestCaseData&) override {}
    void test_case_end(const doctest::CurrentTestCaseStats&) override {}
    void test_case_exception(const doctest::TestCaseException&) override {}
    void subcase_start(const doctest::SubcaseSignature&) override {}
    void subcase_end() override {}
    void log_assert(const doctest::AssertData&) override {}
    void log_message(const doctest::MessageData&) override {}
    void test_case_skipped(const doctest::TestCaseData&) override {}
};
REGISTER_LISTENER("cases", 1, Listener);

}  // namespace

namespace tasuki::test {

void skip_part(const std::string& reason) {
    static std::set<std::pair<std::string, std::string>> said;
    if (!said.emplace(running_case, reason).second) return;
    std::printf("skipped: %s: %s\n", running_case.c_str(), reason.c_str());
    std::fflush(stdout);
}

void skip(const std::string& reason) {
    skip_part(reason);
    skipped_cases.insert(running_case);
}

}  // namespace tasuki::test

int main(int argc, char** argv) {
    doctest::Context context{argc, argv};
    const int result = context.run();
    // A case that fails before it skips makes the result that of a failure.
    const bool all =
        !skipped_cases.empty() && skipped_cases.size() == Listener::cases_run;
    return result == 0 && all ? kSkipped : result;
}
