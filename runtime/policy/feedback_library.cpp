// The policy for programs that know nothing of Tasuki:
//
//   STARPU_SCHED_LIB=libtasuki_feedback.so STARPU_SCHED=feedback PROGRAM
//
// With TASUKI_FEEDBACK_NEWS=1 it writes what it decides to stderr.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/policy/feedback_policy.hpp"

namespace {

void print(const std::string& line) {
    std::fprintf(stderr, "policy feedback: %s\n", line.c_str());
}

starpu_sched_policy& policy() {
    const char* const wanted = std::getenv("TASUKI_FEEDBACK_NEWS");
    const bool says = wanted != nullptr && std::strcmp(wanted, "0") != 0;
    tasuki::runtime::tell_feedback_news(says ? print : nullptr);
    return tasuki::runtime::feedback_policy();
}

}  // namespace

extern "C" {

#pragma GCC visibility push(default)

starpu_sched_policy* starpu_get_sched_lib_policy(const char* name) {
    return std::strcmp(name, policy().policy_name) == 0 ? &policy() : nullptr;
}

starpu_sched_policy** starpu_get_sched_lib_policies() {
    static starpu_sched_policy* all[] = {&policy(), nullptr};
    return all;
}

#pragma GCC visibility pop

}  // extern "C"
