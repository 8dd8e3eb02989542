// A run that is ended from outside, by a signal or with the whole machine.
#include <fmt/format.h>

#include <csignal>

#include "tests/faults/fault.hpp"

namespace tasuki::faults {

namespace {

bool makes_calls(const Command&, const Reference& reference) {
    return reference.calls.contains("any");
}

template <int Signal>
void send(Case& c) {
    c.start.signal = Signal;
    // Its functions ask for memory, which a handler of signals must not.
    c.start.environment.erase("LD_PRELOAD");
    c.start.delay = 1.1 * c.reference.seconds * c.random.fraction();
    c.allowed = {.refusal = false, .signal = Signal};
    c.note = fmt::format("after {:.4f} s", c.start.delay);
}

void kill_at_call(Case& c) {
    const auto calls = static_cast<std::size_t>(c.reference.calls.at("any"));
    const auto number = 1 + c.random.below(calls);
    const char* when = c.random.below(2) == 0 ? "before" : "after";
    c.start.environment["FAULTS_PLAN"] =
        fmt::format("any {} {} 0 0", number, when);
    // The one that is killed may be the child that makes the views of a trace.
    const bool has_child = c.command.words.find("--trace") != std::string::npos;
    c.allowed = {.refusal = has_child, .signal = SIGKILL};
    if (has_child) c.reasons = {kKilledChild};
    c.note = fmt::format("{} call {} of {}", when, number, calls);
}

void keep_what_is_lost(Case& c, Crash crash) {
    c.start.environment["FAULTS_KEEP"] = c.box.kept();
    c.crash = crash;
    c.note += crash == Crash::loses_bytes ? ", bytes without fsync lost"
                                          : ", names without fsync lost";
}

template <Crash Kind>
void crash_at_call(Case& c) {
    kill_at_call(c);
    keep_what_is_lost(c, Kind);
}

template <Crash Kind>
void crash_after_success(Case& c) {
    c.allowed = {.refusal = false};
    c.note = "after exit code 0";
    keep_what_is_lost(c, Kind);
}

}  // namespace

const std::vector<Fault>& kills() {
    static const std::vector<Fault> all{
        {"kill", always, send<SIGKILL>},
        {"terminate", always, send<SIGTERM>},
        {"interrupt", always, send<SIGINT>},
        {"hangup", always, send<SIGHUP>},
        {"kill-at-call", makes_calls, kill_at_call},
        {"crash-bytes", makes_calls, crash_at_call<Crash::loses_bytes>},
        {"crash-names", makes_calls, crash_at_call<Crash::loses_names>},
        {"done-crash-bytes", makes_calls,
         crash_after_success<Crash::loses_bytes>},
        {"done-crash-names", makes_calls,
         crash_after_success<Crash::loses_names>}};
    return all;
}

}  // namespace tasuki::faults
